/* paxos(N) of the catalogue, messages overtake each other: N = 2 with three rounds, or N = 3 with one. spin -DN=3 -a paxos.pml
 * -DSET: the set network, where a message that is in flight already is not added; default: the bag.
 * Process p has identity p+1. One event = one d_step = one transition, and one process makes the events of all. The messages
 * on a link are the bits of one integer. Each message about a ballot is sent once, so only CHOSEN can be in flight twice: it is
 * counted. All that are in flight on a link have the same value, or an assertion fails. */
#ifndef N
#define N 3
#endif
#ifndef R
#if N == 2
#define R 3                         /* rounds */
#else
#define R 1
#endif
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
	unsigned value    : 2;      /* of that: process + 1 */
	unsigned answers  : 3;      /* who has answered its proposal, as bits */
	unsigned greatest : 3;      /* the greatest ballot among the promises */
	unsigned best     : 2;      /* its value */
	unsigned leader   : 2       /* process + 1 */
}
Process s[N];
int link[N*(N-1)];
#ifndef SET
byte chosen[N*(N-1)];               /* how many CHOSEN there are on a link */
#endif
hidden byte b, v;                   /* the ballot and the value that an event is about */

#define AT(p,d)   (((p)+(d))%N)
#define LINK(p,d) link[(p)*(N-1)+(d)-1]         /* into p from AT(p,d) */
#define TO(p,d)   LINK(AT(p,d),N-(d))           /* from p to AT(p,d) */

/* The bits of a link, by round: */
#define PREPARE(r)  (1 << ((r)-1))
#define ACCEPTED(r) (1 << (R+(r)-1))
#define ACCEPT(r)   (2*(R+(r)-1))               /* the place of its value, two bits */
#define PROMISE(r)  (4*R+5*((r)-1))             /* the place of 1 or 4 * accepted ballot + its value, five bits */
#define PLEDGE(b,v) ((b) == 0 -> 1 : 4*(b) + (v))
#define CHOSEN      (9*R)                       /* the place of its value, two bits */

#define PUT(p,d,x)  TO(p,d) = TO(p,d) | (x)
#define CHOOSE(p,d) \
	assert(((TO(p,d) >> CHOSEN) & 3) == 0 || ((TO(p,d) >> CHOSEN) & 3) == v); \
	PUT(p,d, v << CHOSEN); MORE(p,d)
#ifdef SET
#define MORE(p,d)   skip
#define LESS(p,d)   LINK(p,d) = LINK(p,d) & ~(3 << CHOSEN)
#else
#define MORE(p,d)   chosen[AT(p,d)*(N-1)+N-(d)-1]++
#define LESS(p,d) \
	chosen[(p)*(N-1)+(d)-1]--; \
	if \
	:: chosen[(p)*(N-1)+(d)-1] == 0 -> LINK(p,d) = LINK(p,d) & ~(3 << CHOSEN) \
	:: else \
	fi
#endif

#define ASK(p,d)     PUT(p,d, PREPARE(ROUND(b)))
#define OFFER(p,d)   PUT(p,d, v << ACCEPT(ROUND(b)))
#define WON(p)       (s[p].phase == DECIDED && s[p].leader == (p)+1)
#if N == 2
#define EACH(of,p)   of(p,1)
#define RIVAL(p)     WON(AT(p,1))
#else
#define EACH(of,p)   of(p,1); of(p,2)
#define RIVAL(p)     (WON(AT(p,1)) || WON(AT(p,2)))
#endif
#define COUNT(x)     (((x) & 1) + (((x) >> 1) & 1) + (((x) >> 2) & 1))
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

#define RECEIVE(p,d,r) \
	:: d_step { (LINK(p,d) & PREPARE(r)) -> \
		LINK(p,d) = LINK(p,d) & ~PREPARE(r); b = BALLOT(r,AT(p,d)); \
		UNLESS_DECIDED(p,d) \
			if \
			:: b > s[p].promised -> \
				s[p].promised = b; PUT(p,d, PLEDGE(s[p].accepted,s[p].value) << PROMISE(r)); WAIT(p) \
			:: else \
			fi \
		END } \
	:: d_step { ((LINK(p,d) >> PROMISE(r)) & 31) -> \
		v = (LINK(p,d) >> PROMISE(r)) & 31; LINK(p,d) = LINK(p,d) & ~(31 << PROMISE(r)); b = v >> 2; v = v & 3; \
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
		END } \
	:: d_step { ((LINK(p,d) >> ACCEPT(r)) & 3) -> \
		v = (LINK(p,d) >> ACCEPT(r)) & 3; LINK(p,d) = LINK(p,d) & ~(3 << ACCEPT(r)); b = BALLOT(r,AT(p,d)); \
		UNLESS_DECIDED(p,d) \
			if \
			:: s[p].promised <= b -> \
				s[p].promised = b; s[p].accepted = b; s[p].value = v; PUT(p,d, ACCEPTED(r)); WAIT(p) \
			:: else \
			fi \
		END } \
	:: d_step { (LINK(p,d) & ACCEPTED(r)) -> \
		LINK(p,d) = LINK(p,d) & ~ACCEPTED(r); \
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
		END }
#define LEARN(p,d) \
	:: d_step { ((LINK(p,d) >> CHOSEN) & 3) -> v = (LINK(p,d) >> CHOSEN) & 3; LESS(p,d); DECIDE(p) }

#if R == 1
#define FROM(p,d) RECEIVE(p,d,1) LEARN(p,d)
#elif R == 2
#define FROM(p,d) RECEIVE(p,d,1) RECEIVE(p,d,2) LEARN(p,d)
#else
#define FROM(p,d) RECEIVE(p,d,1) RECEIVE(p,d,2) RECEIVE(p,d,3) LEARN(p,d)
#endif
#if N == 2
#define EVENTS(p) SPONTANEOUS(p) FROM(p,1)
#else
#define EVENTS(p) SPONTANEOUS(p) FROM(p,1) FROM(p,2)
#endif

active proctype Processes()
{
end:	do
	EVENTS(0)
	EVENTS(1)
#if N > 2
	EVENTS(2)
#endif
	od
}
