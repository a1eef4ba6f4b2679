/* bully-improved(N) of the catalogue, corrected: one queue for each process (order inbox). spin -DN=4 -a bullyimproved.pml
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

/* A message names its sender. ASK is ELECTION from a lesser process, and OK from a greater one. */
#define ASK(p)    (1 + (p))
#define I_AM(p)   (1 + N + (p))
#define YOU(p)    (1 + 2*N + (p))   /* YOU_ARE_COORDINATOR */
#define BITS      4
#define ROOM      7                 /* messages in a queue */
#define LAST(x)   ((x) & ((1 << BITS) - 1))
#define IN(x,k)   ((x) >= (1 << (BITS*(k))))                /* more than k messages */
#define LENGTH(x) (IN(x,0)+IN(x,1)+IN(x,2)+IN(x,3)+IN(x,4)+IN(x,5))

typedef Process {
	unsigned phase   : 2;
	unsigned expired : 1;       /* THRESHOLD is over */
	unsigned sent    : 1;       /* the coordinator messages */
	unsigned current : 3;       /* the coordinator + 1, in an election the greatest that has answered OK; 0: none */
	unsigned elector : 3;       /* whose election is under way, + 1; 0: nobody's */
	unsigned oks     : 4
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
#define TELL(p,d) SEND(AT(p,d),I_AM(p))
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
	s[p].phase = WAITING_FOR_OK; s[p].expired = 0; s[p].sent = 0; s[p].current = (p)+1; s[p].elector = 0; \
	EACH(ELECT,p)
#define LONELY(p)  (s[p].phase == NORMAL && s[p].elector == 0 && s[p].current == 0)
#define COUNTED(p) (s[p].oks == N - (p) + 1)

/* A process that knows no coordinator and no election may start at any time, and does so eventually. */
#define SPONTANEOUS(p) \
	:: d_step { LONELY(p) -> START(p) } \
	:: d_step { LONELY(p) && QUIET -> START(p) } \
	:: d_step { s[p].phase == WAITING_FOR_OK && !s[p].expired && QUIET -> s[p].expired = 1 } \
	:: d_step { s[p].phase == COORDINATOR && !s[p].sent && EMPTY(p) -> s[p].sent = 1; EACH(TELL,p) } \
	:: d_step { s[p].phase == WAITING_FOR_OK && (s[p].expired || COUNTED(p)) && EMPTY(p) -> \
		s[p].expired = 0; \
		if \
		:: s[p].oks == 0 -> \
			s[p].phase = COORDINATOR; s[p].current = (p)+1; assert(!RIVAL(p)) \
		:: else -> \
			SEND(s[p].current-1,YOU(p)); \
			s[p].phase = WAITING_FOR_COORDINATOR; s[p].oks = 0 \
		fi }

#define RECEIVE(p) \
	:: d_step { queue[p] -> \
		m = LAST(queue[p]); queue[p] = queue[p] >> BITS; \
		if \
		:: m <= ASK(p) -> \
			SEND(m-1,ASK(p)); \
			if \
			:: s[p].phase == NORMAL -> s[p].elector = m \
			:: else \
			fi \
		:: m > ASK(p) && m < I_AM(0) -> \
			assert(s[p].oks < 15); s[p].oks++; \
			if \
			:: s[p].phase != COORDINATOR && m > s[p].current -> s[p].current = m \
			:: else \
			fi \
		:: m >= I_AM(0) && m < YOU(0) -> \
			s[p].phase = NORMAL; s[p].expired = 0; s[p].sent = 0; s[p].current = m - N; s[p].elector = 0 \
		:: m >= YOU(0) -> START(p) \
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
