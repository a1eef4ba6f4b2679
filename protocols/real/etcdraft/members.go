package etcdraft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Members are a configuration: a ConfState of raft.
type Members struct {
	Voters, Learners []uint64
	Outgoing, Next   []uint64 `json:",omitempty"` // of a joint configuration: who voted, and who will learn
	AutoLeave        bool     `json:",omitempty"`
}

// String writes a configuration as raft does: voters, outgoing voters, learners.
func (m Members) String() string {
	text := ids("v", m.Voters)
	if len(m.Outgoing) > 0 {
		text += "&" + ids("v", m.Outgoing)
	}
	if len(m.Learners) > 0 {
		text += ids("l", m.Learners)
	}
	if len(m.Next) > 0 {
		text += ids("n", m.Next)
	}
	if m.AutoLeave {
		text += "auto"
	}
	return text
}

func ids(prefix string, list []uint64) string {
	return prefix + strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ".")
}

// membersOf is the inverse of String.
func membersOf(text string) (m Members) {
	text, m.AutoLeave = strings.CutSuffix(text, "auto")
	text, next, _ := strings.Cut(text, "n")
	text, learners, _ := strings.Cut(text, "l")
	voters, outgoing, _ := strings.Cut(text, "&")
	m.Voters, m.Outgoing = numbers(strings.TrimPrefix(voters, "v")), numbers(strings.TrimPrefix(outgoing, "v"))
	m.Learners, m.Next = numbers(learners), numbers(next)
	return m
}

func numbers(text string) (list []uint64) {
	for word := range strings.SplitSeq(text, ".") {
		if id, err := strconv.ParseUint(word, 10, 64); err == nil { // else there is none
			list = append(list, id)
		}
	}
	return list
}

// vote reports whether a server votes.
func (m Members) vote(id uint64) bool {
	return slices.Contains(m.Voters, id) || slices.Contains(m.Outgoing, id)
}

// has reports whether a server is a member.
func (m Members) has(id uint64) bool {
	return m.vote(id) || slices.Contains(m.Learners, id) || slices.Contains(m.Next, id)
}

// quorum reports whether those of whom up holds can decide.
func (m Members) quorum(up func(id uint64) bool) bool {
	for _, voters := range [][]uint64{m.Voters, m.Outgoing} {
		n := 0
		for _, id := range voters {
			if up(id) {
				n++
			}
		}
		if len(voters) > 0 && n <= len(voters)/2 {
			return false
		}
	}
	return true
}
