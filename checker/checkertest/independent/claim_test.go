package independent

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A claim is a property of interrex, with our own definition of it.
type claim struct {
	property properties.Property
	form     properties.Form
	holds    func(v model.View) bool
	step     func(before, after model.Status) bool // of every process, for AlwaysStep
	in       func(*configuration) bool             // replaces holds, where the view is not enough
	event    func(edge) bool                       // of every event; it replaces step
	every    func(model.Status) bool               // replaces holds, for a claim of every process
	asks     func(model.Status) bool               // then, for a leads-to: the trigger
	trigger  func(v model.View) bool               // of a leads-to
	assumes  []premise                             // of a liveness property
	failures bool                                  // it concerns steps that are not well-formed

	remembers remembered
	bound     int

	want judgement
}

// remembered is the information about the past that a claim needs.
type remembered int

const (
	none    remembered = iota
	sums               // the number of messages, which is at most bound
	winners            // the winner of each term, of which there is at most one
)

// always returns a claim that nothing decides before the end of a search, so that each search is complete.
func always() claim {
	yes := func(model.View) bool { return true }
	return claim{property: properties.NewAlways("true", "", yes), holds: yes}
}

// A judgement is our verdict on a claim.
type judgement struct {
	result   checker.Result
	schedule []string // the least counterexample or witness, of a safety property
	length   int      // the number of its events
	start    int      // the number of its start
}

// judge follows the section Properties. If some step is not well-formed, it decides
// only the claims that well-formed steps refute.
func (g *graph) judge(k claim, f model.Fairness) judgement {
	j := g.unlessCut(k, g.judgeAlone(k, f))
	if g.illFormed() && (j.result != checker.Violated || k.form == properties.Reachable) {
		return judgement{result: checker.Unknown}
	}
	if j.result == checker.Holds && k.form != properties.Reachable && (g.nothingHappens() || !g.concerns(k)) {
		return judgement{result: checker.Vacuous}
	}
	return j
}

// nothingHappens reports whether no execution has an event, and no process has woken before the first.
func (g *graph) nothingHappens() bool {
	return !slices.ContainsFunc(g.edges, func(list []edge) bool { return len(list) > 0 }) &&
		!slices.ContainsFunc(g.starts, func(s start) bool { return len(s.seen) > 1 })
}

// concerns reports whether some configuration has a leader of the kind that a claim of the
// catalogue is about. All configurations concern any other claim.
func (g *graph) concerns(k claim) bool {
	var is func(model.Status) bool
	wins := func(s model.Status) bool { return s.Role == model.Won }
	names := func(s model.Status) bool { return s.Leader != model.NoID }
	switch k.property.Name {
	case "uniqueness", "uniqueness-ever":
		is = wins
	case "irrevocability":
		is = func(s model.Status) bool { return wins(s) || s.Role == model.Lost }
	case "agreement":
		is = names
	case "validity":
		is = func(s model.Status) bool { return wins(s) || names(s) }
	default:
		return true
	}
	for i, v := range g.views {
		counts := !g.configs[i].hasFailed() && (k.form != properties.AtEnd || v.Terminal)
		if counts && slices.ContainsFunc(v.Status, func(s model.Status) bool { return s.Live() && is(s) }) {
			return true
		}
	}
	return false
}

// holds reports whether configuration i satisfies a claim.
func (g *graph) holds(k claim, i int) bool {
	if k.in != nil {
		return k.in(g.configs[i])
	}
	return k.holds(g.views[i])
}

func (g *graph) illFormed() bool {
	return slices.ContainsFunc(g.configs, func(c *configuration) bool { return c.hasFailed() })
}

// judgeAlone judges a claim as if all steps were well-formed.
func (g *graph) judgeAlone(k claim, f model.Fairness) judgement {
	switch {
	case k.remembers != none:
		return g.judgeMemory(k)
	case k.form == properties.AlwaysStep:
		return g.judgeSteps(k)
	case k.event != nil:
		return g.judgeEvents(k)
	case k.every != nil:
		return g.judgeEvery(k, f)
	case k.form.IsLiveness():
		return g.judgeLiveness(k, f)
	}
	for i, v := range g.views {
		if k.form == properties.AtEnd && !v.Terminal || g.configs[i].hasFailed() && !k.failures {
			continue
		}
		if g.holds(k, i) == (k.form == properties.Reachable) {
			return g.decided(k.form, g.start(i), g.schedule(i))
		}
	}
	return g.undecided(k.form)
}

// decided returns the judgement on a claim that the schedule refutes or, for Reachable,
// witnesses.
func (g *graph) decided(form properties.Form, start int, schedule []string) judgement {
	result := checker.Violated
	if form == properties.Reachable {
		result = checker.Holds
	}
	return judgement{result, schedule, len(schedule), start}
}

// undecided returns the judgement on a claim that no schedule refutes or, for
// Reachable, witnesses.
func (g *graph) undecided(form properties.Form) judgement {
	switch form {
	case properties.Reachable:
		return judgement{result: checker.Violated}
	case properties.AtEnd:
		if !slices.ContainsFunc(g.views, func(v model.View) bool { return v.Terminal }) {
			return judgement{result: checker.Vacuous}
		}
	}
	return judgement{result: checker.Holds}
}

func (g *graph) judgeSteps(k claim) judgement {
	refuted := func(before, after []model.Status) bool {
		for p := range before {
			if !k.step(before[p], after[p]) {
				return true
			}
		}
		return false
	}
	for n, start := range g.starts {
		for i, seen := range start.seen[1:] {
			failed := slices.ContainsFunc(seen, func(s model.Status) bool { return s.Failed })
			if !failed && refuted(start.seen[i], seen) {
				return g.decided(k.form, n, nil)
			}
		}
	}
	for i, edges := range g.edges {
		for _, e := range edges {
			if !g.configs[e.to].hasFailed() && refuted(g.views[i].Status, g.views[e.to].Status) {
				return g.decided(k.form, g.start(i), append(g.schedule(i), e.text))
			}
		}
	}
	return g.undecided(k.form)
}

// judgeEvents judges a claim about every event, also of those before the first
// configuration.
func (g *graph) judgeEvents(k claim) judgement {
	for n, start := range g.starts {
		if !start.config.hasFailed() && !k.event(edge{sent: start.most}) {
			return g.decided(k.form, n, nil)
		}
	}
	for i, edges := range g.edges {
		for _, e := range edges {
			if !g.configs[e.to].hasFailed() && !k.event(e) {
				return g.decided(k.form, g.start(i), append(g.schedule(i), e.text))
			}
		}
	}
	return g.undecided(k.form)
}

// A memory is a configuration with the remembered part of a path to it.
type memory struct {
	config int
	sent   int
	winner [terms]int // by term: the index of the winner plus 1, or 0
}

// judgeMemory judges the two properties of the catalogue that depend on the past. It
// searches the reachable memories.
func (g *graph) judgeMemory(k claim) judgement {
	var list []memory
	var schedules [][]string
	var starts []int
	seen := map[memory]bool{}
	add := func(m memory, start int, schedule []string) {
		if !seen[m] {
			seen[m] = true
			list, starts, schedules = append(list, m), append(starts, start), append(schedules, schedule)
		}
	}
	for n, start := range g.starts {
		at := memory{config: start.at}
		ok := at.count(k, start.sent)
		for _, seen := range start.seen {
			ok = ok && at.notice(k, seen)
		}
		switch {
		case start.config.hasFailed():
		case !ok:
			return g.decided(k.form, n, nil)
		default:
			add(at, n, nil)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, e := range g.edges[list[i].config] {
			if g.configs[e.to].hasFailed() {
				continue
			}
			m := list[i]
			m.config = e.to
			schedule := append(slices.Clone(schedules[i]), e.text)
			if !m.count(k, e.counted()) || !m.notice(k, g.views[e.to].Status) {
				return g.decided(k.form, starts[i], schedule)
			}
			add(m, starts[i], schedule)
		}
	}
	return g.undecided(k.form)
}

// counted returns how many messages of an edge count: not those that a traitor forges.
func (e edge) counted() int {
	if e.event.kind == forge {
		return 0
	}
	return e.sent
}

// count adds messages sent, and reports whether their number is still within the bound.
func (m *memory) count(k claim, sent int) bool {
	if k.remembers == sums {
		m.sent += sent
	}
	return m.sent <= k.bound
}

// notice adds the live processes that have won, and reports whether each term still has
// at most one winner.
func (m *memory) notice(k claim, seen []model.Status) bool {
	for p, s := range seen {
		if k.remembers != winners || s.Down || !won(s) {
			continue
		}
		if before := m.winner[s.Term]; before != 0 && before != p+1 {
			return false
		}
		m.winner[s.Term] = p + 1
	}
	return true
}

// judgeLiveness judges by terminal configurations and fair loops. A configuration in
// which a bound of the instance stops a process is no part of a refutation.
func (g *graph) judgeLiveness(k claim, f model.Fairness) judgement {
	all := map[int]bool{}
	for i := range g.configs {
		all[i] = true
	}
	within := g.open(k)
	refuted, bounded, ends, loops := false, false, false, false
	for i, v := range g.views {
		bounded = bounded || g.bounded(i)
		ends = ends || v.Terminal && g.endAssumed(k, i)
		refuted = refuted || k.form != properties.Terminates && v.Terminal && within[i] && !g.holds(k, i) && !g.bounded(i) && g.endAssumed(k, i)
	}
	loops = len(g.assumedLoops(k, f, all)) > 0
	unbounded := map[int]bool{}
	for i := range within {
		if !g.bounded(i) {
			unbounded[i] = true
		}
	}
	for _, r := range g.assumedLoops(k, f, unbounded) {
		refuted = refuted || k.form != properties.Stabilises || g.someWithout(r, k)
	}
	switch {
	case refuted:
		return judgement{result: checker.Violated}
	case bounded:
		return judgement{result: checker.Unknown}
	case !ends && !loops, g.neverAsked(k):
		return judgement{result: checker.Vacuous}
	}
	return judgement{result: checker.Holds}
}

func (g *graph) someWithout(r region, k claim) bool {
	for i := range r.configs {
		if !g.holds(k, i) {
			return true
		}
	}
	return false
}

// without returns the configurations that are reachable from some by a path that avoids the goal.
func (g *graph) without(from []int, goal func(i int) bool) map[int]bool {
	reached := map[int]bool{}
	var visit func(i int)
	visit = func(i int) {
		if reached[i] || goal(i) {
			return
		}
		reached[i] = true
		for _, e := range g.edges[i] {
			visit(e.to)
		}
	}
	for _, i := range from {
		visit(i)
	}
	return reached
}

// lives returns the statuses of live processes.
func lives(v model.View) []model.Status {
	var list []model.Status
	for _, s := range v.Status {
		if !s.Down {
			list = append(list, s)
		}
	}
	return list
}

func each(holds func(s model.Status) bool) func(v model.View) bool {
	return func(v model.View) bool {
		return !slices.ContainsFunc(lives(v), func(s model.Status) bool { return !holds(s) })
	}
}

func some(holds func(s model.Status) bool) func(v model.View) bool {
	return func(v model.View) bool { return slices.ContainsFunc(lives(v), holds) }
}

// number returns how many processes are up and satisfy holds.
func number(v model.View, holds func(s model.Status) bool) (n int) {
	for _, s := range lives(v) {
		if holds(s) {
			n++
		}
	}
	return n
}

func won(s model.Status) bool     { return s.Role == model.Won }
func decided(s model.Status) bool { return s.Role == model.Won || s.Role == model.Lost }
func names(s model.Status) bool   { return s.Leader != model.NoID }

// catalogue defines again the properties that the doc comments of package properties
// define.
func catalogue(e properties.Extreme, bound int) []claim {
	return []claim{
		{property: properties.WellFormed(), failures: true, holds: each(func(s model.Status) bool { return !s.Failed })},
		{property: properties.Uniqueness(), holds: unique},
		{property: properties.UniquenessEver(), remembers: winners},
		{property: properties.MessagesAtMost(bound), remembers: sums, bound: bound},
		{property: properties.Symmetric(), holds: symmetric},
		{property: properties.OneCandidate(), holds: func(v model.View) bool {
			return len(slices.DeleteFunc(lives(v), func(s model.Status) bool { return s.Role != model.Candidate })) <= 1
		}},
		{property: properties.Irrevocability(), form: properties.AlwaysStep, step: func(before, after model.Status) bool {
			return before.Down || after.Down || !decided(before) || after.Role == before.Role
		}},
		{property: properties.Agreement(), form: properties.AtEnd, holds: agree},
		{property: properties.Validity(e), form: properties.AtEnd, holds: func(v model.View) bool { return valid(v, e) }},
		{property: properties.LeaderReachable(), form: properties.Reachable, holds: some(won)},
		{property: properties.Elected(), form: properties.Eventually, holds: some(won)},
		{property: properties.Decided(), form: properties.Stabilises, holds: each(decided)},
		{property: properties.Known(), form: properties.Stabilises, holds: each(names)},
		{property: properties.Halted(), form: properties.Stabilises, holds: each(func(s model.Status) bool { return s.Halted })},
		{property: properties.Quiescence(), form: properties.Terminates},
	}
}

func unique(v model.View) bool {
	terms := map[int]bool{}
	for _, s := range lives(v) {
		if won(s) && terms[s.Term] {
			return false
		}
		terms[s.Term] = terms[s.Term] || won(s)
	}
	return true
}

func symmetric(v model.View) bool {
	list := lives(v)
	return each(func(s model.Status) bool { return s == list[0] })(v)
}

func agree(v model.View) bool {
	var named model.ID
	for _, s := range lives(v) {
		if names(s) && named != model.NoID && s.Leader != named {
			return false
		}
		if names(s) {
			named = s.Leader
		}
	}
	return true
}

// valid reports whether every winner and every leader that is named has the extreme
// identity of the live processes that are not aside.
func valid(v model.View, e properties.Extreme) bool {
	ids := v.Network.IDs
	if ids == nil {
		return true
	}
	var extreme model.ID
	for p, s := range v.Status {
		if better := (e == properties.Greatest) == (ids[p] > extreme); !s.Down && !s.Aside && (extreme == model.NoID || better) {
			extreme = ids[p]
		}
	}
	for p, s := range v.Status {
		if !s.Down && (names(s) && s.Leader != extreme || won(s) && ids[p] != extreme) {
			return false
		}
	}
	return true
}

// A fact is a predicate over views for properties of our own.
type fact struct {
	name string
	each func(s model.Status) bool
}

func facts() []fact {
	return []fact{
		{"lost", func(s model.Status) bool { return s.Role == model.Lost }},
		{"not-won", func(s model.Status) bool { return !won(s) }},
		{"halted", func(s model.Status) bool { return s.Halted }},
		{"undecided", func(s model.Status) bool { return s.Role == model.Undecided }},
		{"unnamed", func(s model.Status) bool { return !names(s) }},
	}
}

// own returns properties of every form about one fact, as functions and as shapes.
func own(f fact) []claim {
	all, any := each(f.each), some(f.each)
	shape := properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Down || f.each(s) }}
	someShape := properties.Shape{Some: func(s model.Status) bool { return !s.Down && f.each(s) }}
	keeps := func(before, after model.Status) bool {
		return before.Down || after.Down || !f.each(before) || f.each(after)
	}
	name := func(form string) string { return fmt.Sprintf("%s-%s", form, f.name) }
	list := []claim{
		{property: properties.NewAlways(name("always"), "", all), holds: all},
		{property: properties.NewAtEnd(name("at-end"), "", any), form: properties.AtEnd, holds: any},
		{property: properties.NewEventually(name("eventually"), "", all), form: properties.Eventually, holds: all},
		{property: properties.NewStabilises(name("stabilises"), "", any), form: properties.Stabilises, holds: any},
		{property: properties.NewReachable(name("reachable"), "", all), form: properties.Reachable, holds: all},
		{property: properties.NewAlwaysStep(name("step"), "", properties.Shape{Step: keeps}), form: properties.AlwaysStep, step: keeps},
	}
	if f.name == "not-won" || f.name == "undecided" { // a search has no more properties
		return append(list, countedOwn(f)...)
	}
	return append(list, []claim{
		{property: properties.NewAlways(name("shaped-always"), "", shape), holds: all},
		{property: properties.NewAlways(name("shaped-some"), "", someShape), holds: any},
		{property: properties.NewAtEnd(name("shaped-at-end"), "", shape), form: properties.AtEnd, holds: all},
		{property: properties.NewEventually(name("shaped-eventually"), "", someShape), form: properties.Eventually, holds: any},
		{property: properties.NewStabilises(name("shaped-stabilises"), "", someShape), form: properties.Stabilises, holds: any},
		{property: properties.NewReachable(name("shaped-reachable"), "", someShape), form: properties.Reachable, holds: any},
	}...)
}

// countedOwn returns properties of every form about how many processes a fact is true of, as shapes.
func countedOwn(f fact) []claim {
	most := properties.Shape{Counted: func(s model.Status) bool { return !s.Down && f.each(s) }, Most: 1}
	exactly, least := most, most
	exactly.Least, least.Least, least.Most = 1, 2, math.MaxInt
	few := func(v model.View) bool { return number(v, f.each) <= 1 }
	one := func(v model.View) bool { return number(v, f.each) == 1 }
	two := func(v model.View) bool { return number(v, f.each) >= 2 }
	name := func(form string) string { return fmt.Sprintf("counted-%s-%s", form, f.name) }
	return []claim{
		{property: properties.NewAlways(name("always"), "", most), holds: few},
		{property: properties.NewAtEnd(name("at-end"), "", exactly), form: properties.AtEnd, holds: one},
		{property: properties.NewEventually(name("eventually"), "", least), form: properties.Eventually, holds: two},
		{property: properties.NewStabilises(name("stabilises"), "", exactly), form: properties.Stabilises, holds: one},
		{property: properties.NewReachable(name("reachable"), "", least), form: properties.Reachable, holds: two},
		{property: properties.NewRecurs(name("recurs"), "", most), form: properties.Recurs, holds: few},
	}
}

// flying defines properties of the messages in flight, and of events.
func flying() []claim {
	count := func(c *configuration) (sum int) {
		for _, channel := range c.channels {
			sum += len(channel)
		}
		return sum
	}
	some := func(any) bool { return true }
	few := func(c properties.Configuration) bool { return properties.CountInFlight(c, some) <= 1 }
	ourFew := func(c *configuration) bool { return count(c) <= 1 }
	none := func(c properties.Configuration) bool { return properties.CountInFlight(c, some) == 0 }
	ourNone := func(c *configuration) bool { return count(c) == 0 }
	firstPort := func(c properties.Configuration) bool {
		for m := range properties.InFlight[any](c) {
			if m.Port == 0 {
				return true
			}
		}
		return false
	}
	ourFirstPort := func(c *configuration) bool {
		return slices.ContainsFunc(c.channels, func(channel []message) bool {
			return slices.ContainsFunc(channel, func(m message) bool { return m.port == 0 })
		})
	}
	oneSend := func(s properties.Step) bool { return len(slices.Collect(properties.Sent[any](s))) <= 1 }
	return []claim{
		{property: properties.NewAlways("few", "", few), in: ourFew},
		{property: properties.NewAtEnd("none-at-end", "", none), form: properties.AtEnd, in: ourNone},
		{property: properties.NewEventually("many", "", func(c properties.Configuration) bool { return !few(c) }), form: properties.Eventually, in: func(c *configuration) bool { return !ourFew(c) }},
		{property: properties.NewStabilises("none-for-ever", "", none), form: properties.Stabilises, in: ourNone},
		{property: properties.NewReachable("first-port", "", firstPort), form: properties.Reachable, in: ourFirstPort},
		{property: properties.NewAlwaysStep("one-send", "", oneSend), event: func(e edge) bool { return e.sent <= 1 }},
		{property: properties.NewAlwaysStep("no-fault", "", func(s properties.Step) bool { return !s.Event.Kind.IsFault() }), event: func(e edge) bool {
			kind, _, _ := strings.Cut(e.text, " ")
			return !slices.Contains([]string{"crash", "restart", "lose", "duplicate", "cut", "divide", "heal", "betray", "forge"}, kind)
		}},
	}
}
