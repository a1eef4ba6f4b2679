/* paxos(N) of the catalogue: N = 2 with three rounds, N = 3 or 4 with one (--limit rounds=1). spin -DN=3 -a paxos.pml
 * The order of messages on a link: -DFIFO (N > 2), -DSET (a message that is in flight already is not added), default: the bag.
 * Process p has identity p+1. One event = one d_step = one transition, and one process makes the events of all. A link is one
 * integer. With -DFIFO it is a queue, with the first message in its lowest bits. Otherwise messages are bits of it: each
 * message about a ballot is sent once, so only CHOSEN can be in flight twice. It is counted; all that are in flight on a link
 * have the same value, or an assertion fails. */
#ifndef N
#define N 3
#endif
#if N == 2
#define R 3                         /* rounds */
#else
#define R 1
#endif

#define UNAWARE   0
#define WAITING   1
#define PREPARING 2
#define PROPOSING 3
#define DECIDED   4

/* Ballots and values: 0 is none. Ballots are ordered by round, then by proposer. */
#define BALLOT(r,p) (((r)-1)*N + (p) + 1)       /* r = 1..R */
#define ROUND(b)    (((b) > 0) + ((b) > N) + ((b) > 2*N))

typedef Process {
	unsigned phase    : 3;
	unsigned promised : 3;      /* a ballot */
	unsigned accepted : 3;      /* a ballot */
	unsigned value    : 3;      /* of that: process + 1 */
	unsigned answers  : 4;      /* who has answered its proposal, as bits */
	unsigned greatest : 3;      /* the greatest ballot among the promises */
	unsigned best     : 3;      /* its value */
	unsigned leader   : 3       /* process + 1 */
}
Process s[N];
#if N == 2 || defined(FIFO)
int link[N*(N-1)];
#else
short link[N*(N-1)];
#endif
hidden byte b, v, m;                /* the ballot, the value and the message that an event is about */

#define AT(p,d)   (((p)+(d))%N)
#define LINK(p,d) link[(p)*(N-1)+(d)-1]         /* into p from AT(p,d) */
#define TO(p,d)   LINK(AT(p,d),N-(d))           /* from p to AT(p,d) */

#ifdef FIFO

/* Messages, five bits each. There is one round, so all but PROMISE need no ballot. */
#define PREPARE      1
#define ACCEPTED     2
#define CHOSEN       3              /* + value - 1, up to 6 */
#define ACCEPT       7              /* + value - 1, up to 10 */
#define PROMISE      11             /* nothing accepted; else + 4 * (ballot - 1) + value, up to 27 */
#define LENGTH(x)    (((x)>0)+((x)>31)+((x)>1023)+((x)>32767)+((x)>1048575))
#define PUSH(p,d,x) \
	assert(TO(p,d) < (1 << 25)); \
	TO(p,d) = TO(p,d) | ((x) << (5*LENGTH(TO(p,d))))

#define ASK(p,d)     PUSH(p,d, PREPARE)
#define PLEDGE(p,d)  PUSH(p,d, (s[p].accepted == 0 -> PROMISE : PROMISE + 4*(s[p].accepted-1) + s[p].value))
#define OFFER(p,d)   PUSH(p,d, ACCEPT + v - 1)
#define CONFIRM(p,d) PUSH(p,d, ACCEPTED)
#define CHOOSE(p,d)  PUSH(p,d, CHOSEN + v - 1)

#else

/* The bits of a link, by round; V is the number of bits of a value. */
#if N < 4
#define V 2
#else
#define V 3
#endif
#define PREPARE(r)   (1 << ((r)-1))
#define ACCEPTED(r)  (1 << (R+(r)-1))
#define ACCEPT(r)    (2*R + V*((r)-1))          /* the place of its value */
#define PROMISE(r)   ((2+V)*R + (3+V)*((r)-1))  /* the place of the accepted ballot and its value; 1: nothing accepted */
#define CHOSEN       ((5+2*V)*R)                /* the place of its value */
#define VALUE        ((1 << V) - 1)
#define PROPOSAL     ((8 << V) - 1)

#define PUT(p,d,x)   TO(p,d) = TO(p,d) | (x)
#define TAKE(p,d,x)  LINK(p,d) = LINK(p,d) & ~(x)
#ifdef SET
#define MORE(p,d)    skip
#define LESS(p,d)    TAKE(p,d, VALUE << CHOSEN)
#else
byte chosen[N*(N-1)];               /* how many CHOSEN there are on a link */
#define MORE(p,d)    chosen[AT(p,d)*(N-1)+N-(d)-1]++
#define LESS(p,d) \
	chosen[(p)*(N-1)+(d)-1]--; \
	if \
	:: chosen[(p)*(N-1)+(d)-1] == 0 -> TAKE(p,d, VALUE << CHOSEN) \
	:: else \
	fi
#endif

#define ASK(p,d)     PUT(p,d, PREPARE(ROUND(b)))
#define PLEDGE(p,d)  PUT(p,d, (s[p].accepted == 0 -> 1 : (s[p].accepted << V) + s[p].value) << PROMISE(ROUND(b)))
#define OFFER(p,d)   PUT(p,d, v << ACCEPT(ROUND(b)))
#define CONFIRM(p,d) PUT(p,d, ACCEPTED(ROUND(b)))
#define CHOOSE(p,d) \
	assert(((TO(p,d) >> CHOSEN) & VALUE) == 0 || ((TO(p,d) >> CHOSEN) & VALUE) == v); \
	PUT(p,d, v << CHOSEN); MORE(p,d)

#endif

#define WON(p)       (s[p].phase == DECIDED && s[p].leader == (p)+1)
#if N == 2
#define EACH(of,p)   of(p,1)
#define RIVAL(p)     WON(AT(p,1))
#elif N == 3
#define EACH(of,p)   of(p,1); of(p,2)
#define RIVAL(p)     (WON(AT(p,1)) || WON(AT(p,2)))
#else
#define EACH(of,p)   of(p,1); of(p,2); of(p,3)
#define RIVAL(p)     (WON(AT(p,1)) || WON(AT(p,2)) || WON(AT(p,3)))
#endif
#define COUNT(x)     (((x) & 1) + (((x) >> 1) & 1) + (((x) >> 2) & 1) + (((x) >> 3) & 1))
#define MAJORITY(p)  (2 * COUNT(s[p].answers) > N)

#define WAIT(p) s[p].phase = WAITING; s[p].answers = 0; s[p].greatest = 0; s[p].best = 0
#define DECIDE(p) \
	s[p].phase = DECIDED; s[p].promised = 0; s[p].accepted = 0; s[p].value = 0; \
	s[p].answers = 0; s[p].greatest = 0; s[p].best = 0; s[p].leader = v; \
	assert(!WON(p) || !RIVAL(p))
#define PROPOSE(p) \
	b = BALLOT(ROUND(s[p].promised) + 1, p); \
	s[p].phase = PREPARING; s[p].promised = b; s[p].answers = 1 << (p); \
	s[p].greatest = s[p].accepted; s[p].best = s[p].value; \
	EACH(ASK,p)

#define SPONTANEOUS(p) \
	:: d_step { s[p].phase == UNAWARE -> PROPOSE(p) } \
	:: d_step { s[p].phase != UNAWARE && s[p].phase != DECIDED && ROUND(s[p].promised) < R -> PROPOSE(p) }

/* who knows what is chosen says so to all that send */
#define UNLESS_DECIDED(p,d) \
	if \
	:: s[p].phase == DECIDED -> v = s[p].leader; CHOOSE(p,d) \
	:: else ->
#define END \
	fi

#define ON_PREPARE(p,d,r) \
	b = BALLOT(r,AT(p,d)); \
	UNLESS_DECIDED(p,d) \
		if \
		:: b > s[p].promised -> s[p].promised = b; PLEDGE(p,d); WAIT(p) \
		:: else \
		fi \
	END
#define ON_PROMISE(p,d,r) /* b and v are what AT(p,d) has accepted */ \
	UNLESS_DECIDED(p,d) \
		if \
		:: s[p].promised == BALLOT(r,p) && s[p].phase == PREPARING -> \
			s[p].answers = s[p].answers | (1 << AT(p,d)); \
			if \
			:: b > s[p].greatest -> s[p].greatest = b; s[p].best = v \
			:: else \
			fi; \
			if \
			:: MAJORITY(p) -> \
				b = s[p].promised; v = (s[p].best > 0 -> s[p].best : (p)+1); \
				s[p].phase = PROPOSING; s[p].answers = 1 << (p); s[p].greatest = 0; s[p].best = 0; \
				s[p].accepted = b; s[p].value = v; EACH(OFFER,p) \
			:: else \
			fi \
		:: else \
		fi \
	END
#define ON_ACCEPT(p,d,r) /* v is its value */ \
	b = BALLOT(r,AT(p,d)); \
	UNLESS_DECIDED(p,d) \
		if \
		:: s[p].promised <= b -> s[p].promised = b; s[p].accepted = b; s[p].value = v; CONFIRM(p,d); WAIT(p) \
		:: else \
		fi \
	END
#define ON_ACCEPTED(p,d,r) \
	UNLESS_DECIDED(p,d) \
		if \
		:: s[p].promised == BALLOT(r,p) && s[p].phase == PROPOSING -> \
			s[p].answers = s[p].answers | (1 << AT(p,d)); \
			if \
			:: MAJORITY(p) -> v = s[p].value; EACH(CHOOSE,p); DECIDE(p) \
			:: else \
			fi \
		:: else \
		fi \
	END

#ifdef FIFO
#define FROM(p,d) \
	:: d_step { LINK(p,d) -> \
		m = LINK(p,d) & 31; LINK(p,d) = LINK(p,d) >> 5; \
		if \
		:: m == PREPARE -> ON_PREPARE(p,d,1) \
		:: m == ACCEPTED -> ON_ACCEPTED(p,d,1) \
		:: m >= CHOSEN && m < ACCEPT -> v = m - CHOSEN + 1; DECIDE(p) \
		:: m >= ACCEPT && m < PROMISE -> v = m - ACCEPT + 1; ON_ACCEPT(p,d,1) \
		:: m == PROMISE -> b = 0; v = 0; ON_PROMISE(p,d,1) \
		:: m > PROMISE -> b = (m - PROMISE - 1)/4 + 1; v = (m - PROMISE - 1)%4 + 1; ON_PROMISE(p,d,1) \
		fi }
#else
#define RECEIVE(p,d,r) \
	:: d_step { (LINK(p,d) & PREPARE(r)) -> TAKE(p,d, PREPARE(r)); ON_PREPARE(p,d,r) } \
	:: d_step { ((LINK(p,d) >> PROMISE(r)) & PROPOSAL) -> \
		m = (LINK(p,d) >> PROMISE(r)) & PROPOSAL; TAKE(p,d, PROPOSAL << PROMISE(r)); \
		b = m >> V; v = m & VALUE; ON_PROMISE(p,d,r) } \
	:: d_step { ((LINK(p,d) >> ACCEPT(r)) & VALUE) -> \
		v = (LINK(p,d) >> ACCEPT(r)) & VALUE; TAKE(p,d, VALUE << ACCEPT(r)); ON_ACCEPT(p,d,r) } \
	:: d_step { (LINK(p,d) & ACCEPTED(r)) -> TAKE(p,d, ACCEPTED(r)); ON_ACCEPTED(p,d,r) }
#define LEARN(p,d) \
	:: d_step { ((LINK(p,d) >> CHOSEN) & VALUE) -> v = (LINK(p,d) >> CHOSEN) & VALUE; LESS(p,d); DECIDE(p) }
#if R == 1
#define FROM(p,d) RECEIVE(p,d,1) LEARN(p,d)
#else
#define FROM(p,d) RECEIVE(p,d,1) RECEIVE(p,d,2) RECEIVE(p,d,3) LEARN(p,d)
#endif
#endif

#if N == 2
#define EVENTS(p) SPONTANEOUS(p) FROM(p,1)
#elif N == 3
#define EVENTS(p) SPONTANEOUS(p) FROM(p,1) FROM(p,2)
#else
#define EVENTS(p) SPONTANEOUS(p) FROM(p,1) FROM(p,2) FROM(p,3)
#endif

active proctype Processes()
{
end:	do
	EVENTS(0)
	EVENTS(1)
#if N > 2
	EVENTS(2)
#endif
#if N > 3
	EVENTS(3)
#endif
	od
}
