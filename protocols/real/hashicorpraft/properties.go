package hashicorpraft

import (
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Seen is the part of a server that properties see, beside its role, term and leader.
type Seen struct {
	Log     string // an entry a word: "t2:noop" is one of term 2
	Applied string // commands that the state machine has applied
	Led     string // terms in which the server has sent entries or heartbeats as leader
}

// Properties returns what a cluster promises without any assumption.
func Properties() []properties.Property { return slices.Clone(safety) }

var safety = []properties.Property{
	properties.NewAlways("election-safety", "at most one server acts as leader of a term", pairwise(oneLeader)),
	properties.NewAlways("log-matching", "if two logs have an entry with the same index and term, they are the same up to there", pairwise(matching)),
	properties.NewAlways("state-machine-safety", "two state machines apply the same commands in the same order", pairwise(sameCommands)),
}

func pairwise(holds func(a, b Seen) bool) func(v model.View) bool {
	return func(v model.View) bool {
		for p, s := range v.Status {
			a, ok := s.Own.(Seen)
			for q := p + 1; ok && q < len(v.Status); q++ {
				if b, ok := v.Status[q].Own.(Seen); ok && !holds(a, b) {
					return false
				}
			}
		}
		return true
	}
}

// oneLeader says that no term has been led by both.
func oneLeader(a, b Seen) bool {
	for term := range strings.FieldsSeq(a.Led) {
		if strings.Contains(" "+b.Led+" ", " "+term+" ") {
			return false
		}
	}
	return true
}

// matching says that after the first difference no entries at one index have one term.
func matching(a, b Seen) bool {
	if a.Log == b.Log {
		return true
	}
	x, y := strings.Fields(a.Log), strings.Fields(b.Log)
	same := true
	for i := range min(len(x), len(y)) {
		same = same && x[i] == y[i]
		if !same && termOf(x[i]) == termOf(y[i]) {
			return false
		}
	}
	return true
}

// termOf returns the term of an entry of Seen.Log.
func termOf(entry string) string {
	term, _, _ := strings.Cut(entry, ":")
	return term
}

// sameCommands says that one has applied all commands that the other has applied.
func sameCommands(a, b Seen) bool {
	x, y := a.Applied+" ", b.Applied+" "
	return a.Applied == "" || b.Applied == "" || strings.HasPrefix(x, y) || strings.HasPrefix(y, x)
}

// withTerm adds a term to terms in the order in which they were led.
func withTerm(terms string, term uint64) string {
	word := strconv.FormatUint(term, 10)
	if strings.Contains(" "+terms+" ", " "+word+" ") {
		return terms
	}
	return strings.TrimSpace(terms + " " + word)
}
