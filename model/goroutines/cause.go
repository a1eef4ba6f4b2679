package goroutines

import (
	crand "crypto/rand"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
)

// A Difference is a step that two runs of the code took in different ways.
type Difference struct {
	Process string // its identity and label, as far as it knows them; "" if it knows none
	Inputs  string // the history, and the input of the step
	Effect  string // the first that differs
	Cause   string // as far as it can be told, or those that remain
}

// String returns one line.
func (d Difference) String() string {
	if d.Process != "" {
		d.Inputs = d.Process + ": " + d.Inputs
	}
	return d.Inputs + ": " + d.Effect + "; " + d.Cause
}

// Differences returns the first steps in which runs differed that [Code].Repeats allows for:
// eight at most.
func (a *Algorithm) Differences() []Difference {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.differences)
}

const maxDifferences = 8

// note keeps a difference, unless there are enough or the same step has one.
func (a *Algorithm) note(x request, effect string) {
	same := func(d Difference) bool { return d.Inputs == x.text() && d.Process == a.code.processText(x.at) }
	if len(a.differences) < maxDifferences && !slices.ContainsFunc(a.differences, same) {
		a.differences = append(a.differences, a.difference(x, effect))
	}
}

func (a *Algorithm) difference(x request, effect string) Difference {
	if x.ps > 0 {
		effect += fmt.Sprintf(", with %d Ps", x.ps)
	}
	return Difference{Process: a.code.processText(x.at), Inputs: x.text(), Effect: effect, Cause: a.cause(x)}
}

// processText says of which process a state is.
func (c *Code) processText(s *state) string {
	var parts []string
	if c.Needs.Knowledge&model.KnowID != 0 {
		parts = append(parts, fmt.Sprintf("identity %d", s.place.ID))
	}
	if c.Needs.Knowledge&model.KnowLabel != 0 {
		parts = append(parts, fmt.Sprintf("label %d", s.place.Label))
	}
	return strings.Join(parts, ", ")
}

// A source is one of chance that can be fixed while a bubble runs.
type source struct {
	name string
	fix  func(seed int64) (undo func())
}

// sources returns those of this program. Bytes of crypto/rand are fixed in tests only.
func sources() []source {
	list := []source{{"math/rand", seedRand}}
	if runtime.GOMAXPROCS(0) > 1 {
		list = slices.Insert(list, 0, source{"goroutines that race with several Ps", func(int64) func() {
			before := runtime.GOMAXPROCS(1)
			return func() { runtime.GOMAXPROCS(before) }
		}})
	}
	if testing.Testing() {
		list = append(list, source{"crypto/rand", func(seed int64) func() {
			before := crand.Reader
			crand.Reader = rand.New(rand.NewSource(seed))
			return func() { crand.Reader = before }
		}})
	}
	return list
}

// seedRand makes the functions of package math/rand draw from a seed, and afterwards from
// one that nobody knows.
func seedRand(seed int64) func() {
	const name = "GODEBUG"
	before, set := os.LookupEnv(name)
	os.Setenv(name, strings.TrimPrefix(before+",randseednop=0", ","))
	//lint:ignore SA1019 the code that is checked draws from this source
	rand.Seed(seed)
	return func() {
		//lint:ignore SA1019 as above
		rand.Seed(time.Now().UnixNano())
		if set {
			os.Setenv(name, before)
		} else {
			os.Unsetenv(name)
		}
	}
}

// How much is tried to tell a cause. Pairs of runs that differ in half of the cases or more,
// and of which a source that was fixed changes nothing, are all alike with it by chance with
// a probability of 2^-24. Where they differ more rarely, nothing is told.
const (
	pairs     = 24 // of runs
	often     = pairs / 2
	causeTime = 4 * time.Second // of all that an algorithm tries
)

// A probe compares runs of one step, some of whose sources of chance are fixed.
type probe struct {
	a   *Algorithm
	x   request
	end time.Time
}

// cause tells why runs of a step differ: pairs of runs differ often, and none does if a
// source of chance is the same in both.
func (a *Algorithm) cause(x request) string {
	x.repeat, x.like, x.ps = false, nil, 0
	if a.code.Child != "" {
		x.probe = true
		if t, replayed := a.ask(x); replayed {
			return t.cause
		}
		return notTold()
	}
	onProcessors.Lock()
	defer onProcessors.Unlock()
	begun := time.Now()
	defer func() { a.causeTime += time.Since(begun) }()
	p := &probe{a: a, x: x, end: begun.Add(causeTime - a.causeTime)}
	fixed := sources()
	if p.differ(fixed, 1) > 0 {
		return notTold()
	}
	for _, s := range slices.Clone(fixed) {
		without := slices.DeleteFunc(slices.Clone(fixed), func(t source) bool { return t.name == s.name })
		if p.differ(without, 1) == 0 {
			fixed = without
		}
	}
	count := p.differ(nil, pairs)
	if count < often || len(fixed) == 0 || p.differ(fixed, 1) > 0 || time.Now().After(p.end) {
		return notTold()
	}
	var names []string
	for _, s := range fixed {
		names = append(names, s.name)
	}
	return fmt.Sprintf("cause: %s: of %d pairs of runs %d differ, and none with that fixed", strings.Join(names, " and "), pairs, count)
}

// notTold names the causes that remain.
func notTold() string {
	selects := "a select with several ready cases, "
	if selectsRepeat() {
		selects = ""
	}
	return "cause not told, usual ones: goroutines that race after one input, " + selects +
		"timers that are due at one instant, iteration over a map, random numbers other than Choose, memory that outlives a process"
}

// differ returns how many pairs of runs differ with these sources fixed, at most so many.
func (p *probe) differ(fixed []source, most int) (count int) {
	for seed := int64(1); seed <= pairs && count < most; seed++ {
		if time.Now().After(p.end) {
			return count
		}
		first, second := p.run(fixed, seed), p.run(fixed, seed)
		if first.tells(second) {
			count++
		}
	}
	return count
}

// run runs the step once, whatever its outcomes.
func (p *probe) run(fixed []source, seed int64) *run {
	if p.a.host != nil {
		p.a.host.goesOn()
	}
	for _, s := range fixed {
		defer s.fix(seed)()
	}
	r := &run{request: p.x, a: p.a, history: p.x.at.history(), free: true}
	inBubble(r.bubble)
	return r
}

// tells reports whether two free runs differ.
func (r *run) tells(s *run) bool {
	return r.ending != s.ending || r.timer != s.timer || !slices.EqualFunc(append(r.earlier, r.out), append(s.earlier, s.out), func(o, p outcome) bool { return o.differs(&p) == "" })
}

// selectsRepeat reports whether selects choose alike in each bubble, as with the overlay of
// command selectorder. By chance they do so in one program of 2^64.
func selectsRepeat() bool {
	var taken [2]uint64
	for i := range taken {
		inBubble(func() {
			for range 64 {
				a, b := make(chan uint64, 1), make(chan uint64, 1)
				a <- 0
				b <- 1
				select {
				case x := <-a:
					taken[i] = 2*taken[i] + x
				case x := <-b:
					taken[i] = 2*taken[i] + x
				}
			}
		})
	}
	return taken[0] == taken[1]
}
