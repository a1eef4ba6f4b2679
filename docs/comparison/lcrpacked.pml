/* LCR(N) once more, N = 2..12, with the queues packed into integers. spin -DN=12 -a lcrpacked.pml
 * One event = one d_step = one transition, and one process makes the events of all, so nothing can be reduced. A message is
 * four bits: ELECT(j) = j, or TERM, whose identity is N. The first message is in the lowest bits. */
#ifndef N
#define N 12
#endif
#define TERM      15

#define UNDECIDED 0
#define LOST      1
#define LEADER    2

typedef Process {
	int first;                  /* the first seven messages on their way to it */
	unsigned rest  : 20;        /* the others */
	unsigned awake : 1;
	unsigned role  : 2;
	unsigned lid   : 4
}
Process s[N];
hidden byte m;

#define ID(p)     (N - (p))
#define NEXT(p)   (((p)+1)%N)
#define IN(x,k)   ((x) >= (1 << (4*(k))))                   /* more than k messages */
#define SEND(p,x) \
	if \
	:: !IN(s[p].first,6) -> s[p].first = s[p].first | ((x) << \
		(4*(IN(s[p].first,0)+IN(s[p].first,1)+IN(s[p].first,2)+IN(s[p].first,3)+IN(s[p].first,4)+IN(s[p].first,5)))) \
	:: else -> \
		assert(!IN(s[p].rest,4)); \
		s[p].rest = s[p].rest | ((x) << (4*(IN(s[p].rest,0)+IN(s[p].rest,1)+IN(s[p].rest,2)+IN(s[p].rest,3)))) \
	fi
#define WAKE(p)   s[p].awake = 1; SEND(NEXT(p), ID(p))

/* Uniqueness: only the process with the greatest identity wins. */
#define EVENTS(p) \
	:: d_step { !s[p].awake -> WAKE(p) } \
	:: d_step { s[p].first -> \
		m = s[p].first & 15; s[p].first = (s[p].first >> 4) | ((s[p].rest & 15) << 24); s[p].rest = s[p].rest >> 4; \
		if \
		:: !s[p].awake -> WAKE(p) \
		:: else \
		fi; \
		if \
		:: m == TERM -> \
			if \
			:: s[p].role == LEADER \
			:: else -> s[p].role = LOST; s[p].lid = N; SEND(NEXT(p), m) \
			fi \
		:: m > ID(p) && m != TERM -> s[p].role = LOST; SEND(NEXT(p), m) \
		:: m == ID(p) -> assert((p) == 0); s[p].role = LEADER; s[p].lid = N; SEND(NEXT(p), TERM) \
		:: m < ID(p) \
		fi }

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
#if N > 5
	EVENTS(5)
#endif
#if N > 6
	EVENTS(6)
#endif
#if N > 7
	EVENTS(7)
#endif
#if N > 8
	EVENTS(8)
#endif
#if N > 9
	EVENTS(9)
#endif
#if N > 10
	EVENTS(10)
#endif
#if N > 11
	EVENTS(11)
#endif
	od
}
