/* HS(N) once more, N = 3..7: a link is one integer, with a byte for each message and the first one in its lowest bits.
 * spin -DN=7 -a hspacked.pml. One event = one d_step = one transition, and one process makes the events of all, so nothing can
 * be reduced. Messages are those of hs.pml: PROBE(j,k,d) = 16*j + 2^k + d-1 (1 <= d <= 2^k, k <= 3), TERM(l) = 16*l,
 * REPLY(j,k) = 128 + 16*j + k. */
#ifndef N
#define N 7
#endif
#define LOST      1
#define LEADER    2

typedef Process {
	unsigned awake : 1;
	unsigned gotl  : 1;
	unsigned gotr  : 1;
	unsigned role  : 2;
	unsigned phase : 3;
	unsigned lid   : 3
}
Process s[N];
int fl[N];                          /* into p from its left neighbour */
int fr[N];                          /* into p from its right neighbour */
hidden byte m, j, k;

#define ID(p)      (N - (p))
#define LENGTH(x)  (((x) != 0) + (((x) & ~255) != 0) + (((x) & ~65535) != 0))
#define PUSH(l,x)  assert(((l) >> 24) == 0); l = l | ((x) << (8*LENGTH(l)))
#define LEFT(p,x)  PUSH(fr[((p)+N-1)%N], x)
#define RIGHT(p,x) PUSH(fl[((p)+1)%N], x)
#define WAKE(p)    s[p].awake = 1; LEFT(p, 16*ID(p) + 1); RIGHT(p, 16*ID(p) + 1)

/* Uniqueness: only the process with the greatest identity wins. */
#define RECEIVE(p,l,back,on,got) \
	:: d_step { l != 0 -> \
		m = l & 255; l = (l >> 8) & 16777215; \
		if \
		:: !s[p].awake -> WAKE(p) \
		:: else \
		fi; \
		if \
		:: m >= 128 -> \
			if \
			:: ((m >> 4) & 7) != ID(p) -> on(p, m) \
			:: else -> \
				s[p].got = 1; \
				if \
				:: s[p].gotl && s[p].gotr -> \
					k = m & 15; s[p].phase = k + 1; s[p].gotl = 0; s[p].gotr = 0; \
					m = 16*ID(p) + (1 << (k+1)); LEFT(p, m); RIGHT(p, m) \
				:: else \
				fi \
			fi \
		:: m < 128 && (m & 15) == 0 -> \
			if \
			:: s[p].role == LEADER \
			:: else -> s[p].role = LOST; s[p].lid = m >> 4; on(p, m) \
			fi \
		:: else -> \
			j = m >> 4; \
			if \
			:: j == ID(p) -> \
				if \
				:: s[p].role != LEADER -> \
					assert((p) == 0); s[p].role = LEADER; s[p].lid = ID(p); RIGHT(p, 16*ID(p)) \
				:: else \
				fi \
			:: j > ID(p) -> \
				s[p].role = LOST; k = m & 15; \
				if \
				:: k == 1 -> back(p, 128 + 16*j) \
				:: k == 3 -> back(p, 129 + 16*j) \
				:: k == 7 -> back(p, 130 + 16*j) \
				:: k == 15 -> back(p, 131 + 16*j) \
				:: else -> on(p, m+1) \
				fi \
			:: j < ID(p) \
			fi \
		fi }
#define EVENTS(p) \
	:: d_step { !s[p].awake -> WAKE(p) } \
	RECEIVE(p,fl[p],LEFT,RIGHT,gotl) \
	RECEIVE(p,fr[p],RIGHT,LEFT,gotr)

active proctype Processes()
{
end:	do
	EVENTS(0)
	EVENTS(1)
	EVENTS(2)
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
	od
}
