/* bully-original(N) of the catalogue, corrected: one queue for each process (order inbox). spin -DN=4 -a bullyoriginal.pml
 * Processes are numbered by their identities: 0 is the least. One event = one d_step = one transition, and one process makes
 * the events of all. A queue is one integer, with the first message in its lowest bits. Timers are timely: they run out only
 * when nothing is in flight. A process is idle only while its own queue is empty. */
#ifndef N
#define N 4                         /* 2..5 */
#endif

#define NORMAL                  0
#define WAITING_FOR_OK          1
#define WAITING_FOR_COORDINATOR 2
#define COORDINATOR             3

/* A message names its sender, 1..N. From a lesser process it is ELECTION, from a greater one OK. I_AM_COORDINATOR comes from
 * greater processes only, so its sender is not 0. */
#define ASK(p)    ((p) + 1)
#define I_AM(p)   (N + (p))
#if N < 5
#define BITS      3
#define ROOM      10                /* messages in a queue */
#else
#define BITS      4
#define ROOM      7
#endif
#define LAST(x)   ((x) & ((1 << BITS) - 1))
#define IN(x,k)   ((x) >= (1 << (BITS*(k))))                /* more than k messages */
#if N < 5
#define LENGTH(x) (IN(x,0)+IN(x,1)+IN(x,2)+IN(x,3)+IN(x,4)+IN(x,5)+IN(x,6)+IN(x,7)+IN(x,8))
#else
#define LENGTH(x) (IN(x,0)+IN(x,1)+IN(x,2)+IN(x,3)+IN(x,4)+IN(x,5))
#endif

typedef Process {
	unsigned phase   : 2;
	unsigned expired : 1;       /* THRESHOLD is over */
	unsigned current : 3;       /* the coordinator + 1; 0: none */
	unsigned best    : 3;       /* the greatest that has answered OK, + 1; 0: nobody */
	unsigned oks     : 1        /* an OK has come in this election */
}
Process s[N];
int queue[N];
hidden byte m;

#define AT(p,d)   (((p)+(d))%N)
#define SEND(q,x) \
	assert(!IN(queue[q],ROOM-1)); \
	queue[q] = queue[q] | ((x) << (BITS*LENGTH(queue[q])))
#define ELECT(p,d) \
	if \
	:: (p)+(d) < N -> SEND(AT(p,d),ASK(p)) \
	:: else \
	fi
#define TELL(p,d) \
	if \
	:: (p)+(d) >= N -> SEND(AT(p,d),I_AM(p)) \
	:: else \
	fi
#define EMPTY(p)  (queue[p] == 0)
#define WON(p)    (s[p].phase == COORDINATOR)

#if N == 2
#define EACH(of,p) of(p,1)
#define QUIET      (EMPTY(0) && EMPTY(1))
#define RIVAL(p)   WON(AT(p,1))
#elif N == 3
#define EACH(of,p) of(p,1); of(p,2)
#define QUIET      (EMPTY(0) && EMPTY(1) && EMPTY(2))
#define RIVAL(p)   (WON(AT(p,1)) || WON(AT(p,2)))
#elif N == 4
#define EACH(of,p) of(p,1); of(p,2); of(p,3)
#define QUIET      (EMPTY(0) && EMPTY(1) && EMPTY(2) && EMPTY(3))
#define RIVAL(p)   (WON(AT(p,1)) || WON(AT(p,2)) || WON(AT(p,3)))
#else
#define EACH(of,p) of(p,1); of(p,2); of(p,3); of(p,4)
#define QUIET      (EMPTY(0) && EMPTY(1) && EMPTY(2) && EMPTY(3) && EMPTY(4))
#define RIVAL(p)   (WON(AT(p,1)) || WON(AT(p,2)) || WON(AT(p,3)) || WON(AT(p,4)))
#endif

#define START(p) \
	s[p].phase = WAITING_FOR_OK; s[p].expired = 0; s[p].current = 0; s[p].best = 0; s[p].oks = 0; \
	EACH(ELECT,p)

/* A process that knows no coordinator may start at any time, and does so eventually. */
#define SPONTANEOUS(p) \
	:: d_step { s[p].phase == NORMAL && s[p].current == 0 -> START(p) } \
	:: d_step { s[p].phase == NORMAL && s[p].current == 0 && QUIET -> START(p) } \
	:: d_step { s[p].phase == WAITING_FOR_OK && !s[p].expired && QUIET -> s[p].expired = 1 } \
	:: d_step { s[p].phase == WAITING_FOR_OK && (s[p].oks > 0 || s[p].expired) && EMPTY(p) -> \
		s[p].expired = 0; \
		if \
		:: s[p].oks > 0 -> s[p].oks = 0; s[p].phase = WAITING_FOR_COORDINATOR \
		:: else -> \
			s[p].phase = COORDINATOR; s[p].current = (p)+1; s[p].best = 0; \
			EACH(TELL,p); assert(!RIVAL(p)) \
		fi }

#define RECEIVE(p) \
	:: d_step { queue[p] -> \
		m = LAST(queue[p]); queue[p] = queue[p] >> BITS; \
		if \
		:: m <= (p) -> \
			SEND(m-1,ASK(p)); \
			if \
			:: s[p].phase == NORMAL || s[p].phase == COORDINATOR -> START(p) \
			:: else \
			fi \
		:: m > (p) && m <= N -> \
			if \
			:: s[p].phase == WAITING_FOR_OK -> s[p].oks = 1 \
			:: else \
			fi; \
			if \
			:: (s[p].phase == WAITING_FOR_OK || s[p].phase == WAITING_FOR_COORDINATOR) && m > s[p].best -> s[p].best = m \
			:: else \
			fi \
		:: m > N -> \
			s[p].phase = NORMAL; s[p].current = m - N + 1; s[p].expired = 0; s[p].oks = 0; s[p].best = 0 \
		fi }
#define EVENTS(p) SPONTANEOUS(p) RECEIVE(p)

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
#if N > 4
	EVENTS(4)
#endif
	od
}
