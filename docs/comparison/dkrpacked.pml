/* dkr(N) of the catalogue once more, N = 2..12: a process and the messages on their way to it are 29 bits of one integer.
 * spin -DN=12 -a dkrpacked.pml. One event = one d_step = one transition, and one process makes the events of all, so nothing
 * can be reduced. A message is six bits: ONE(j) = j, TWO(j) = N+j, WINNER(j) = 2*N+j. The first one is in the lowest bits. */
#ifndef N
#define N 12
#endif
#define TWO        N
#define WINNER     (2*N)

#define ASLEEP     0
#define ACTIVE     1
#define PASSIVE    2
#define TERMINATED 3

typedef Process {
	unsigned queue     : 18;
	unsigned mode      : 2;
	unsigned knows     : 1;
	unsigned value     : 4;     /* while it is active; the leader once it has terminated */
	unsigned neighbour : 4
}
Process s[N];
hidden byte m;

#define ID(p)     (N - (p))
#define NEXT(p)   (((p)+1)%N)
#define PUT(p,x) \
	assert(s[p].queue < 4096); \
	s[p].queue = s[p].queue | ((x) << (6*((s[p].queue > 0) + (s[p].queue > 63))))
#define SEND(p,x) PUT(NEXT(p), x)
#define WAKE(p)   s[p].mode = ACTIVE; s[p].value = ID(p); SEND(p, ID(p))

/* Uniqueness: only the process with the greatest identity wins. */
#define EVENTS(p) \
	:: d_step { s[p].mode == ASLEEP -> WAKE(p) } \
	:: d_step { s[p].queue -> \
		m = s[p].queue & 63; s[p].queue = s[p].queue >> 6; \
		if \
		:: s[p].mode == ASLEEP -> WAKE(p) \
		:: else \
		fi; \
		if \
		:: m > WINNER -> \
			if \
			:: !s[p].knows -> SEND(p, m) \
			:: else \
			fi; \
			m = m - WINNER; assert(m != ID(p) || (p) == 0); \
			s[p].mode = TERMINATED; s[p].value = m; s[p].neighbour = 0 \
		:: m <= WINNER && s[p].mode != ACTIVE -> SEND(p, m) \
		:: m <= TWO && s[p].mode == ACTIVE -> \
			if \
			:: m == s[p].value -> s[p].knows = 1; SEND(p, WINNER+m) \
			:: else -> s[p].neighbour = m; SEND(p, TWO+m) \
			fi \
		:: m > TWO && m <= WINNER && s[p].mode == ACTIVE -> \
			m = m - TWO; \
			if \
			:: s[p].neighbour > m && s[p].neighbour > s[p].value -> \
				s[p].value = s[p].neighbour; s[p].neighbour = 0; SEND(p, s[p].value) \
			:: else -> s[p].mode = PASSIVE; s[p].value = 0; s[p].neighbour = 0 \
			fi \
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
