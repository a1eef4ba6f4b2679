/* RAFT(N,T): the election of Raft, N servers, terms up to T, messages overtake each other. spin -DN=3 -DT=2 -a raft.pml
 * The model specRaft of checker/spec_raft_test.go: one event = one d_step = one transition. N <= 4, T <= 3.
 * flight: how many messages of each kind and term are on their way between each two servers. */
#ifndef N
#define N 3
#endif
#ifndef T
#define T 2
#endif
#define REQUEST 0
#define GRANT   1
#define REFUSE  2
#define FOLLOWS 0
#define ASKS    1
#define LEADS   2

byte flight[3*T*N*(N-1)];
/* to server i from the d-th server after it, d = 1..N-1 */
#define TO(i,k,t,d) flight[((i)*3*T+(k)*T+(t)-1)*(N-1)+(d)-1]
#define PEER(d) ((ME+(d))%N)

byte term[N];
byte role[N];
byte voted[N];                         /* server + 1, 0: nobody */
byte votes[N];                         /* a set, as bits */
hidden byte c, x;

#define ME _pid
#define CHECK /* at most one leader in a term */ \
	c = 0; x = 0; \
	do \
	:: x < N -> if :: role[x] == LEADS && term[x] == term[ME] -> c++ :: else fi; x++ \
	:: else -> break \
	od; \
	assert(c <= 1)

#define COUNT(v) (((v) & 1) + (((v) >> 1) & 1) + (((v) >> 2) & 1) + (((v) >> 3) & 1))

#define RECEIVE(k,t,d) \
	:: d_step { TO(ME,k,t,d) > 0 -> \
		TO(ME,k,t,d)--; \
		if \
		:: t > term[ME] -> term[ME] = t; role[ME] = FOLLOWS; voted[ME] = 0; votes[ME] = 0 \
		:: else \
		fi; \
		if \
		:: k == REQUEST && t == term[ME] && voted[ME] == 0 -> voted[ME] = PEER(d) + 1; TO(PEER(d),GRANT,t,N-d)++ \
		:: k == REQUEST && !(t == term[ME] && voted[ME] == 0) -> TO(PEER(d),REFUSE,term[ME],N-d)++ \
		:: k == GRANT && t == term[ME] && role[ME] == ASKS -> \
			votes[ME] = votes[ME] | (1 << PEER(d)); \
			if \
			:: 2 * COUNT(votes[ME]) > N -> role[ME] = LEADS; CHECK \
			:: else \
			fi \
		:: k == GRANT && !(t == term[ME] && role[ME] == ASKS) \
		:: k == REFUSE \
		fi; \
		c = 0; x = 0 }

#define FROM(t,d) RECEIVE(REQUEST,t,d) RECEIVE(GRANT,t,d) RECEIVE(REFUSE,t,d)
#if N > 3
#define INTERM(t) FROM(t,1) FROM(t,2) FROM(t,3)
#else
#define INTERM(t) FROM(t,1) FROM(t,2)
#endif

active [N] proctype Server()
{
end:	do
	:: d_step { term[ME] < T && role[ME] != LEADS ->
		term[ME]++; role[ME] = ASKS; voted[ME] = ME + 1; votes[ME] = 1 << ME;
		x = 1;
		do
		:: x < N -> TO(PEER(x),REQUEST,term[ME],N-x)++; x++
		:: else -> break
		od;
		x = 0 }
	INTERM(1)
#if T > 1
	INTERM(2)
#endif
#if T > 2
	INTERM(3)
#endif
	od
}
