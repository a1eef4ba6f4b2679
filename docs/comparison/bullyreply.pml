/* bully-reply(N) of the catalogue, corrected, on fifo links: process 0 of N is down from the start. spin -DN=6 -a bullyreply.pml
 * Live processes are numbered by their identities: 0 is the least. One event = one d_step = one transition, and one process
 * makes the events of all. A link is 15 bits: up to five messages of three bits, the first one in the lowest bits.
 * Timers are timely: they run out only when nothing is in flight. */
#ifndef N
#define N 5
#endif
#define M (N-1)                     /* live processes */

#define UNAWARE 0
#define ASKING  1
#define SETTLED 2

#define ELECTION       1
#define NUMBER         2            /* of its sender */
#define COORDINATOR(q) (3 + (q))

typedef Process {
	unsigned phase  : 2;
	unsigned best   : 3;        /* the greatest that has sent its number, plus 1, while it asks; 0: nobody */
	unsigned leader : 3         /* if it is settled; itself: it has won */
}
Process s[M];
short link[M*(M-1)];
byte flight;                        /* messages in flight */
hidden byte m, b;

#define AT(p,d)    (((p)+(d))%M)
#define LINK(p,d)  link[(p)*(M-1)+(d)-1]                    /* into p from AT(p,d) */
#define TO(p,d)    LINK(AT(p,d),M-(d))                      /* from p to AT(p,d) */
#define PLACE(x)   (3*(((x)>0)+((x)>7)+((x)>63)+((x)>511)))
#define SEND(p,d,x) \
	assert(TO(p,d) < 4096); \
	TO(p,d) = TO(p,d) | ((x) << PLACE(TO(p,d))); flight++
#define ASK(p,d) \
	if \
	:: (p)+(d) < M -> SEND(p,d,ELECTION) \
	:: else \
	fi
#define TELL(p,d) SEND(p,d,COORDINATOR(b))
#define WON(p)     (s[p].phase == SETTLED && s[p].leader == (p))

#if N == 3
#define EACH(of,p)  of(p,1)
#define RIVAL(p)    WON(AT(p,1))
#elif N == 4
#define EACH(of,p)  of(p,1); of(p,2)
#define RIVAL(p)    (WON(AT(p,1)) || WON(AT(p,2)))
#elif N == 5
#define EACH(of,p)  of(p,1); of(p,2); of(p,3)
#define RIVAL(p)    (WON(AT(p,1)) || WON(AT(p,2)) || WON(AT(p,3)))
#else
#define EACH(of,p)  of(p,1); of(p,2); of(p,3); of(p,4)
#define RIVAL(p)    (WON(AT(p,1)) || WON(AT(p,2)) || WON(AT(p,3)) || WON(AT(p,4)))
#endif

#define START(p) EACH(ASK,p); s[p].phase = ASKING; s[p].best = 0; s[p].leader = 0
#define SETTLE(p,q) \
	s[p].phase = SETTLED; s[p].leader = q; s[p].best = 0; \
	assert(!WON(p) || !RIVAL(p))

/* it detects the crash at any time, and eventually */
#define SPONTANEOUS(p) \
	:: d_step { s[p].phase == UNAWARE -> START(p) } \
	:: d_step { s[p].phase == UNAWARE && flight == 0 -> START(p) } \
	:: d_step { s[p].phase == ASKING && flight == 0 -> \
		b = (s[p].best > 0 -> s[p].best - 1 : (p)); \
		EACH(TELL,p); SETTLE(p,b) }

#define RECEIVE(p,d) \
	:: d_step { LINK(p,d) -> \
		m = LINK(p,d) & 7; LINK(p,d) = LINK(p,d) >> 3; flight--; \
		if \
		:: m == ELECTION -> SEND(p,d,NUMBER) \
		:: m == NUMBER -> \
			if \
			:: s[p].phase == ASKING && s[p].best <= AT(p,d) -> s[p].best = AT(p,d) + 1 \
			:: else \
			fi \
		:: else -> \
			b = m - COORDINATOR(0); \
			if \
			:: b < (p) -> START(p) \
			:: else -> SETTLE(p,b) \
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
