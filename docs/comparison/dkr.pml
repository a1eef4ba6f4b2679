/* dkr(N) of the catalogue: Dolev, Klawe and Rodeh on a unidirectional ring, identities decreasing in the direction of travel.
 * spin -DN=8 -a dkr.pml. One event = one d_step = one transition; the processes have a single control state.
 * Message in one byte: ONE(j) = j, TWO(j) = 64+j, WINNER(j) = 128+j. */
#ifndef N
#define N 5
#endif
#ifndef CAP
#define CAP 3
#endif
#define TWO    64
#define WINNER 128

#define ASLEEP     0
#define ACTIVE     1
#define PASSIVE    2
#define TERMINATED 3

chan q[N] = [CAP] of { byte };           /* q[i] goes INTO process i; no link has more */

/* Uniqueness: at most one process wins. -DLOCAL: only the process with the greatest identity wins, so at most one does. No other
 * process sees that assertion, so partial order reduction can use it. */
#ifdef LOCAL
#define WINS assert(id == N)
#else
byte leaders;
#define WINS leaders++; assert(leaders <= 1)
#endif

proctype P(byte id; chan in; chan out)
{
	unsigned mode : 2;
	bit knows;
	byte value, neighbour, leader, m;
	xr in;
	xs out;
end:	do
	:: d_step { mode == ASLEEP -> mode = ACTIVE; value = id; out!id }
	:: d_step { in?m ->
		if
		:: mode == ASLEEP -> mode = ACTIVE; value = id; out!id
		:: else
		fi;
		if
		:: m >= WINNER ->
			if
			:: !knows -> out!m
			:: else
			fi;
			m = m - WINNER;
			if
			:: m == id && leader != id -> WINS
			:: else
			fi;
			mode = TERMINATED; leader = m; value = 0; neighbour = 0
		:: m < WINNER && mode != ACTIVE -> out!m
		:: m < TWO && mode == ACTIVE ->
			if
			:: m == value -> knows = true; out!WINNER+m
			:: else -> neighbour = m; out!TWO+m
			fi
		:: m >= TWO && m < WINNER && mode == ACTIVE ->
			m = m - TWO;
			if
			:: neighbour > m && neighbour > value -> value = neighbour; neighbour = 0; out!value
			:: else -> mode = PASSIVE; value = 0; neighbour = 0
			fi
		fi;
		m = 0 }
	od
}

init {
	atomic {
		byte i;
		do
		:: i < N -> run P(N - i, q[i], q[(i+1)%N]); i++
		:: else -> break
		od;
		i = 0
	}
}
