/* RAFT(3,T): the election of Raft, three servers, terms up to T = 1..3, messages overtake each other. spin -DT=2 -a raft.pml
 * The model specRaft of checker/spec_raft_test.go: one event = one d_step = one transition.
 * -DSET: the set network, where a message that is in flight already is not added; default: the bag.
 * A server and the messages on their way to it are up to 32 bits of one integer, and one process makes the events of all: the
 * state vector has 20 bytes. In the bag only a refusal can be in flight twice (on one link, of one term): two bits count it. */
#ifndef T
#define T 2
#endif
#define N       3
#define FOLLOWS 0
#define ASKS    1
#define LEADS   2

/* the bits of a message of term t from the d-th server after the one it is for, d = 1..2 */
#define REQUEST(t,d)  (1 << (2*((t)-1) + (d)-1))
#define GRANT(t,d)    (REQUEST(t,d) << (2*T))
#ifdef SET
#define REFUSE(t,d)   (REQUEST(t,d) << (4*T))
#define REFUSALS(t,d) REFUSE(t,d)
#define MORE          |
#else
#define REFUSE(t,d)   (1 << (4*T + 2*(2*((t)-1) + (d)-1)))
#define REFUSALS(t,d) (3*REFUSE(t,d))
#define MORE          +
#endif

typedef Server {
	unsigned flight : 24;   /* the messages on their way to it */
	unsigned term   : 2;
	unsigned role   : 2;
	unsigned voted  : 2;    /* server + 1, 0: nobody */
	unsigned votes  : 2     /* of the other servers, as bits */
}
Server s[N];

#define PEER(i,d)  (((i)+(d))%N)
#define SEND(j,m)  s[j].flight = s[j].flight | (m)
#define TAKE(i,m)  s[i].flight = s[i].flight & ~(m)
#define COUNT(v)   (1 + ((v) & 1) + ((v) >> 1))             /* its own too */
#define RIVAL(i,j) (s[j].role == LEADS && s[j].term == s[i].term)
/* at most one leader in a term */
#define CHECK(i)   assert(!RIVAL(i,PEER(i,1)) && !RIVAL(i,PEER(i,2)))

#define ADOPT(i,t) \
	if \
	:: t > s[i].term -> s[i].term = t; s[i].role = FOLLOWS; s[i].voted = 0; s[i].votes = 0 \
	:: else \
	fi

#define ASK(i) \
	:: d_step { s[i].term < T && s[i].role != LEADS -> \
		s[i].term++; s[i].role = ASKS; s[i].voted = i + 1; s[i].votes = 0; \
		SEND(PEER(i,1), REQUEST(s[i].term,2)); SEND(PEER(i,2), REQUEST(s[i].term,1)) }

#define RECEIVE(i,t,d) \
	:: d_step { (s[i].flight & REQUEST(t,d)) -> \
		TAKE(i, REQUEST(t,d)); ADOPT(i,t); \
		if \
		:: t == s[i].term && s[i].voted == 0 -> s[i].voted = PEER(i,d) + 1; SEND(PEER(i,d), GRANT(t,N-d)) \
		:: else -> s[PEER(i,d)].flight = s[PEER(i,d)].flight MORE REFUSE(s[i].term,N-d) \
		fi } \
	:: d_step { (s[i].flight & GRANT(t,d)) -> \
		TAKE(i, GRANT(t,d)); ADOPT(i,t); \
		if \
		:: t == s[i].term && s[i].role == ASKS -> \
			s[i].votes = s[i].votes | d; \
			if \
			:: 2 * COUNT(s[i].votes) > N -> s[i].role = LEADS; CHECK(i) \
			:: else \
			fi \
		:: else \
		fi } \
	:: d_step { (s[i].flight & REFUSALS(t,d)) -> s[i].flight = s[i].flight - REFUSE(t,d); ADOPT(i,t) }

#define OF(i,t) RECEIVE(i,t,1) RECEIVE(i,t,2)
#if T == 1
#define EVENTS(i) ASK(i) OF(i,1)
#elif T == 2
#define EVENTS(i) ASK(i) OF(i,1) OF(i,2)
#else
#define EVENTS(i) ASK(i) OF(i,1) OF(i,2) OF(i,3)
#endif

active proctype Servers()
{
end:	do
	EVENTS(0)
	EVENTS(1)
	EVENTS(2)
	od
}
