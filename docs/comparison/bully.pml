/* bully(N) of the catalogue, corrected, on fifo links: process 0 of N is down from the start. spin -DN=5 -a bully.pml
 * Live processes are numbered by their identities: 0 is the least. One event = one d_step = one transition, and one process
 * makes the events of all. A link is a byte: up to four messages of two bits, the first one in the lowest bits.
 * Timers are timely: they run out only when nothing is in flight. */
#ifndef N
#define N 5
#endif
#define M (N-1)                     /* live processes */

#define UNAWARE  0
#define ASKING   1
#define YIELDING 2
#define SETTLED  3

#define ELECTION    1
#define OK          2
#define COORDINATOR 3

typedef Process {
	unsigned phase  : 2;
	unsigned leader : 3;        /* if it is settled; itself: it has won */
	unsigned above  : 5         /* who has sent OK, as bits, while it yields */
}
Process s[M];
byte link[M*(M-1)];
byte flight;                        /* messages in flight */
hidden byte m;

#define AT(p,d)    (((p)+(d))%M)
#define LINK(p,d)  link[(p)*(M-1)+(d)-1]                    /* into p from AT(p,d) */
#define TO(p,d)    LINK(AT(p,d),M-(d))                      /* from p to AT(p,d) */
#define PLACE(x)   (2*(((x)>0)+((x)>3)+((x)>15)))
#define SEND(p,d,x) \
	assert(TO(p,d) < 64); \
	TO(p,d) = TO(p,d) | ((x) << PLACE(TO(p,d))); flight++
#define ASK(p,d) \
	if \
	:: (p)+(d) < M -> SEND(p,d,ELECTION) \
	:: else \
	fi
#define WON(p)     (s[p].phase == SETTLED && s[p].leader == (p))

#if N == 3
#define EACH(of,p)  of(p,1)
#define TELL(p)     SEND(p,1,COORDINATOR)
#define RIVAL(p)    WON(AT(p,1))
#elif N == 4
#define EACH(of,p)  of(p,1); of(p,2)
#define TELL(p)     SEND(p,1,COORDINATOR); SEND(p,2,COORDINATOR)
#define RIVAL(p)    (WON(AT(p,1)) || WON(AT(p,2)))
#elif N == 5
#define EACH(of,p)  of(p,1); of(p,2); of(p,3)
#define TELL(p)     SEND(p,1,COORDINATOR); SEND(p,2,COORDINATOR); SEND(p,3,COORDINATOR)
#define RIVAL(p)    (WON(AT(p,1)) || WON(AT(p,2)) || WON(AT(p,3)))
#else
#define EACH(of,p)  of(p,1); of(p,2); of(p,3); of(p,4)
#define TELL(p)     SEND(p,1,COORDINATOR); SEND(p,2,COORDINATOR); SEND(p,3,COORDINATOR); SEND(p,4,COORDINATOR)
#define RIVAL(p)    (WON(AT(p,1)) || WON(AT(p,2)) || WON(AT(p,3)) || WON(AT(p,4)))
#endif

#define START(p) EACH(ASK,p); s[p].phase = ASKING; s[p].leader = 0; s[p].above = 0
#define SETTLE(p,q) s[p].phase = SETTLED; s[p].leader = q; s[p].above = 0

/* it detects the crash at any time, and eventually */
#define SPONTANEOUS(p) \
	:: d_step { s[p].phase == UNAWARE -> START(p) } \
	:: d_step { s[p].phase == UNAWARE && flight == 0 -> START(p) } \
	:: d_step { s[p].phase == ASKING && flight == 0 -> TELL(p); SETTLE(p,p); assert(!RIVAL(p)) }

#define RECEIVE(p,d) \
	:: d_step { LINK(p,d) -> \
		m = LINK(p,d) & 3; LINK(p,d) = LINK(p,d) >> 2; flight--; \
		if \
		:: m == ELECTION -> \
			SEND(p,d,OK); \
			if \
			:: s[p].phase == ASKING || s[p].phase == YIELDING \
			:: else -> START(p) \
			fi \
		:: m == OK -> \
			if \
			:: s[p].phase == ASKING || s[p].phase == YIELDING -> \
				s[p].phase = YIELDING; s[p].above = s[p].above | (1 << AT(p,d)) \
			:: else \
			fi \
		:: m == COORDINATOR -> \
			if \
			:: AT(p,d) < (p) -> START(p) \
			:: else -> SETTLE(p,AT(p,d)) \
			fi \
		fi }

#if N == 3
#define EVENTS(p) SPONTANEOUS(p) RECEIVE(p,1)
#elif N == 4
#define EVENTS(p) SPONTANEOUS(p) RECEIVE(p,1) RECEIVE(p,2)
#elif N == 5
#define EVENTS(p) SPONTANEOUS(p) RECEIVE(p,1) RECEIVE(p,2) RECEIVE(p,3)
#else
#define EVENTS(p) SPONTANEOUS(p) RECEIVE(p,1) RECEIVE(p,2) RECEIVE(p,3) RECEIVE(p,4)
#endif

active proctype Processes()
{
end:	do
	EVENTS(0)
	EVENTS(1)
#if N > 3
	EVENTS(2)
#endif
#if N > 4
	EVENTS(3)
#endif
#if N > 5
	EVENTS(4)
#endif
	od
}
