package properties_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// history is the part of an execution that an observer has seen: the statuses
// before its first event and up to some configuration.
type history struct {
	net      *model.Network
	startup  [][]model.Status // from the local states of Init on, where all wake at the start
	statuses [][]model.Status // from the initial configuration on
	terminal bool             // the last configuration is
	messages int
}

// statements are the properties of the catalogue, written again as predicates of
// histories: each reports whether the end of a history refutes it (for
// leader-reachable: witnesses it).
var statements = map[string]func(h history) bool{
	"well-formed": func(h history) bool {
		return slices.ContainsFunc(h.last(), func(s model.Status) bool { return s.Failed })
	},
	"uniqueness":      func(h history) bool { return crowded(h.last()) },
	"uniqueness-ever": func(h history) bool { return crowded(slices.Concat(h.startup...), h.statuses...) },
	"irrevocability":  history.revoked,
	"agreement": func(h history) bool {
		named := map[model.ID]bool{}
		for _, s := range h.last() {
			named[s.Leader] = !s.Down || named[s.Leader]
		}
		delete(named, model.NoID)
		names := 0
		for _, yes := range named {
			if yes {
				names++
			}
		}
		return h.terminal && names > 1
	},
	"validity": history.usurped,
	"elected": func(h history) bool {
		return h.comesToRest() && !slices.ContainsFunc(slices.Concat(h.statuses...), wins)
	},
	"decided": func(h history) bool {
		return h.comesToRest() && h.some(func(s model.Status) bool { return s.Role != model.Won && s.Role != model.Lost })
	},
	"known": func(h history) bool {
		return h.comesToRest() && h.some(func(s model.Status) bool { return s.Leader == model.NoID })
	},
	"halted": func(h history) bool {
		return h.comesToRest() && h.some(func(s model.Status) bool { return !s.Halted })
	},
	"quiescence":       func(history) bool { return false }, // nothing finite breaks it
	"leader-reachable": func(h history) bool { return slices.ContainsFunc(h.last(), wins) },
	"messages<=3":      func(h history) bool { return h.messages > 3 },
}

func wins(s model.Status) bool { return s.Role == model.Won && !s.Down }

// crowded reports whether two processes win in one term, be it in different
// configurations.
func crowded(first []model.Status, more ...[]model.Status) bool {
	n := len(first)
	if len(more) > 0 {
		n = len(more[0])
	}
	winner := map[int]int{} // by term
	for i, s := range slices.Concat(first, slices.Concat(more...)) {
		if !wins(s) {
			continue
		}
		if p, ok := winner[s.Term]; ok && p != i%n {
			return true
		}
		winner[s.Term] = i % n
	}
	return false
}

func (h history) last() []model.Status { return h.statuses[len(h.statuses)-1] }

// some reports whether the status of a live process at the end satisfies like.
func (h history) some(like func(model.Status) bool) bool {
	return slices.ContainsFunc(h.last(), func(s model.Status) bool { return !s.Down && like(s) })
}

// comesToRest reports whether the history may end here, and not because of a bound
// of the instance.
func (h history) comesToRest() bool {
	return h.terminal && !slices.ContainsFunc(h.last(), func(s model.Status) bool { return s.Bounded })
}

// revoked reports whether the last event, or a wake-up before the first, changes a
// decision. An event that is not well-formed does not count, even if other
// processes take steps in it.
func (h history) revoked() bool {
	pairs := h.statuses[max(0, len(h.statuses)-2):]
	if len(h.statuses) == 1 {
		pairs = h.startup
	}
	for i := 1; i < len(pairs); i++ {
		if slices.ContainsFunc(pairs[i], func(s model.Status) bool { return s.Failed }) {
			continue
		}
		for p, s := range pairs[i-1] {
			t := pairs[i][p]
			decision := s.Role == model.Won || s.Role == model.Lost
			if decision && s.Role != t.Role && !s.Down && !t.Down {
				return true
			}
		}
	}
	return false
}

// usurped reports whether at the end a process that has won, or that another one
// names, is not the greatest of those that are up and do not stand aside.
func (h history) usurped() bool {
	if h.net.IDs == nil || !h.terminal {
		return false
	}
	rightful := model.NoID
	for p, s := range h.last() {
		if !s.Down && !s.Aside {
			rightful = max(rightful, h.net.IDs[p])
		}
	}
	for p, s := range h.last() {
		if wins(s) && h.net.IDs[p] != rightful || !s.Down && s.Leader != model.NoID && s.Leader != rightful {
			return true
		}
	}
	return false
}

// TestStatements judges random executions of random systems. Each property must be
// refuted by exactly those that refute its statement, and the properties must
// imply each other as their statements do.
func TestStatements(t *testing.T) {
	list := append(properties.Standard(properties.Greatest), properties.MessagesAtMost(3))
	broken := map[string]int{}
	seeds := uint64(400)
	if checkertest.Long() {
		seeds = 5000
	}
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		r := rand.New(rand.NewPCG(seed, 1))
		for range 2 {
			judgePrefixes(t, about, randomExecution(r, s), list, broken)
		}
		if t.Failed() {
			return
		}
	}
	for _, p := range list {
		if broken[p.Name] == 0 && p.Name != "quiescence" {
			t.Errorf("%s: no random execution breaks it: the test says nothing", p.Name)
		}
	}
}

// randomExecution returns an execution of at most 12 events.
func randomExecution(r *rand.Rand, s *model.System) model.Execution {
	x := model.Execution{System: s, Start: s.Initial()}
	for range 12 {
		list := s.Successors(x.Last())
		if len(list) == 0 {
			break
		}
		x.Steps = append(x.Steps, list[r.IntN(len(list))])
	}
	x.Stem = len(x.Steps)
	return x
}

// judgePrefixes compares the properties with their statements after each event.
func judgePrefixes(t *testing.T, about string, x model.Execution, list []properties.Property, broken map[string]int) {
	h := history{net: x.System.Network()}
	for i := range x.System.Semantics().Startup().Steps {
		h.startup = append(h.startup, statusesOf(x.System, x.System.Semantics().Startup().At(i)))
		h.messages += len(x.System.Semantics().Startup().Steps[i].Sends)
	}
	h.startup = append(h.startup, statusesOf(x.System, x.System.Initial()))
	first := map[string]int{} // after how many events a safety property is refuted
	for i := range len(x.Steps) + 1 {
		if i > 0 {
			h.messages += len(x.Steps[i-1].Sends)
		}
		h.statuses = append(h.statuses, statusesOf(x.System, x.At(i)))
		h.terminal = atRest(x.System, x.At(i))
		prefix := model.Execution{System: x.System, Start: x.Start, Steps: x.Steps[:i], Stem: i}
		for _, p := range list {
			want := statements[p.Name](h)
			if x.At(i).Failed() && !p.IsWellFormed() && !(i == 0 && p.Form == properties.AlwaysStep) {
				want = false // a step that is not well-formed refutes well-formed alone; wake-ups before the first event were steps before it
			}
			if _, before := first[p.Name]; before && !p.Form.IsLiveness() {
				want = false // it was refuted earlier
			}
			if want {
				first[p.Name] = i
				broken[p.Name]++
			}
			if err := p.Judge(prefix, model.Weak); (err == nil) != want {
				t.Errorf("%s\n%v\n%s: broken %v, but Judge says %v", about, prefix.Lasso().Stem, p.Name, want, err)
			}
		}
		imply(t, about, h, first)
	}
}

// imply checks the implications between the properties that are refuted so far.
func imply(t *testing.T, about string, h history, refuted map[string]int) {
	has := func(name string) bool { _, ok := refuted[name]; return ok }
	if has("uniqueness") && !has("uniqueness-ever") {
		t.Errorf("%s: two have won at once, but never two", about)
	}
	if has("agreement") && !has("validity") && h.net.IDs != nil {
		t.Errorf("%s: two leaders are named, and both are valid", about)
	}
}

func statusesOf(s *model.System, c model.Configuration) []model.Status {
	list := make([]model.Status, s.Network().N)
	for p := range list {
		list[p] = s.Status(c, p)
	}
	return list
}

// atRest reports whether an execution may end in c.
func atRest(s *model.System, c model.Configuration) bool {
	obligatory := slices.ContainsFunc(s.Successors(c), func(y model.Successor) bool { return y.Obligatory })
	return c.Started && c.Failures == nil && !obligatory
}
