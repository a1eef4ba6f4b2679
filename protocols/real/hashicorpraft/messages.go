package hashicorpraft

import (
	"fmt"
	"strings"

	"github.com/hashicorp/raft"
)

// A command is a request as it travels. Charts show its text.
type command interface {
	pointer() any            // to the request, as the library takes it
	answer(response any) any // the answer as it travels
}

type (
	entries raft.AppendEntriesRequest
	vote    raft.RequestVoteRequest
	preVote raft.RequestPreVoteRequest
)

func (q entries) pointer() any { return (*raft.AppendEntriesRequest)(&q) }
func (q vote) pointer() any    { return (*raft.RequestVoteRequest)(&q) }
func (q preVote) pointer() any { return (*raft.RequestPreVoteRequest)(&q) }

// heartbeat reports whether a request says only that the leader lives, as the network
// transport of the library does.
func (q entries) heartbeat() bool {
	return q.Term != 0 && q.PrevLogEntry == 0 && q.PrevLogTerm == 0 && len(q.Entries) == 0 && q.LeaderCommitIndex == 0
}

// Texts name the sender first. Messages that differ have different texts.

func (q entries) String() string {
	if q.heartbeat() {
		return fmt.Sprintf("heartbeat(%s,t%d)", q.ID, q.Term)
	}
	var list []string
	for _, l := range q.Entries {
		list = append(list, entryText(*l))
	}
	return fmt.Sprintf("append(%s,t%d,after:%d/t%d,[%s],commit:%d)", q.ID, q.Term, q.PrevLogEntry, q.PrevLogTerm, strings.Join(list, ","), q.LeaderCommitIndex)
}

func (q vote) String() string {
	return fmt.Sprintf("vote(%s,t%d,last:%d/t%d)", q.ID, q.Term, q.LastLogIndex, q.LastLogTerm)
}

func (q preVote) String() string {
	return fmt.Sprintf("prevote(%s,t%d,last:%d/t%d)", q.ID, q.Term, q.LastLogIndex, q.LastLogTerm)
}

// An answer is a response as it travels.
type answer[A any] struct {
	A    A
	text string
}

func (a answer[A]) String() string { return a.text }

func (entries) answer(response any) any {
	r, name := *response.(*raft.AppendEntriesResponse), "refused"
	switch {
	case r.Success:
		name = "appended"
	case r.NoRetryBackoff:
		name = "refused-at-once"
	}
	return answer[raft.AppendEntriesResponse]{r, fmt.Sprintf("%s(%s,t%d,last:%d)", name, r.ID, r.Term, r.LastLog)}
}

func (vote) answer(response any) any {
	r, name := *response.(*raft.RequestVoteResponse), "denied"
	if r.Granted {
		name = "granted"
	}
	return answer[raft.RequestVoteResponse]{r, fmt.Sprintf("%s(%s,t%d)", name, r.ID, r.Term)}
}

func (preVote) answer(response any) any {
	r, name := *response.(*raft.RequestPreVoteResponse), "predenied"
	if r.Granted {
		name = "pregranted"
	}
	return answer[raft.RequestPreVoteResponse]{r, fmt.Sprintf("%s(%s,t%d)", name, r.ID, r.Term)}
}
