package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// result returns the result of the search.
func (f *follower) result() Result {
	n := f.best[0]
	r := Result{Lines: len(f.lines), Explained: n.lines, Configurations: f.looked, Stopped: f.stopped}
	switch {
	case f.valid:
		r.Verdict = Valid
	case f.stopped.Cause == reason.None:
		r.Verdict = Invalid
	}
	if !f.valid {
		n, r.Next = f.nearest()
		r.Urgent = f.stands(n, r.Next)
	}
	r.Schedule, r.Positions = n.last.schedule(), make([]int, f.system.Network().N)
	for stream, at := range n.at {
		for _, i := range f.streams[stream][:at] {
			r.Positions[f.lines[i].Process]++
		}
	}
	return r
}

// nearest returns, of the states with the most lines, the one that allows the event
// nearest to a next line, the latest of several, and the lines that come next
// there.
func (f *follower) nearest() (*state, []Next) {
	var best *state
	var next []Next
	for _, n := range f.best {
		list := f.blocked(n)
		better := best == nil || len(list) > 0 && len(next) == 0
		if !better && len(list) > 0 {
			better = cmp.Or(list[0].compare(next[0]), best.ticks-n.ticks) < 0
		}
		if better {
			best, next = n, list
		}
	}
	return best, next
}

// blocked returns the lines that come next in n, which nothing explains.
func (f *follower) blocked(n *state) []Next {
	causes := stepwise.Causes(f.system, n.config)
	var list []Next
	if f.system.Network().Timing == model.Lockstep {
		list = []Next{f.blockedRound(n, causes)}
		for _, p := range f.turns(n) {
			if f.lines[f.nextLine(n, p)].Event == model.Invoke.String() {
				list = append(list, f.blockedLine(n, causes, p))
			}
		}
	} else {
		due := f.due(n)
		for _, p := range f.turns(n) {
			if t := f.lines[f.nextLine(n, p)].Time; t != nil && *t > due {
				continue // another line is before it
			}
			list = append(list, f.blockedLine(n, causes, p))
		}
	}
	list = slices.DeleteFunc(list, func(x Next) bool { return len(x.Lines) == 0 })
	sortByPlace(list, Next.compare)
	return list
}

// mostPossible is how many alternatives are kept of a line.
const mostPossible = 8

func (f *follower) blockedLine(n *state, causes []stepwise.Cause, p int) Next {
	line := f.lines[f.nextLine(n, p)]
	next := Next{Lines: []Line{line}, Possible: f.alternatives(n, causes, line, p)}
	if line.Time != nil && !slices.ContainsFunc(next.Possible, func(a Alternative) bool { return onlyTime(a.Differences) }) {
		if a := f.later(n, line, p); a != nil {
			next.Possible = append(next.Possible, *a)
		}
	}
	next.sort()
	if len(next.Possible) == 0 || len(next.Possible[0].Differences) > 0 {
		next.Missing = f.missing(n, causes, p)
	}
	return next
}

// alternatives returns the events that are possible for process p in n, compared
// with the line.
func (f *follower) alternatives(n *state, causes []stepwise.Cause, line Line, p int) []Alternative {
	var list []Alternative
	for _, x := range causes {
		if x.Process != p || x.Kind == model.Lose || x.Kind == model.Cut || x.Kind == model.Delay {
			continue
		}
		for _, y := range stepwise.Outcomes(f.system, n.config, x) {
			if y.Event.Within && line.Event != model.Crash.String() {
				continue
			}
			whole := lineOf(f.system, n.config, y, p, n.ticks)
			list = append(list, Alternative{y.Event, []Line{whole}, line.differences(whole)})
		}
	}
	return list
}

// blockedRound compares the next lines of all with each round that is possible.
func (f *follower) blockedRound(n *state, causes []stepwise.Cause) Next {
	var next Next
	for _, i := range f.together(n, writers(f.system, n.config, model.Event{Kind: model.Round})) {
		if i >= 0 {
			next.Lines = append(next.Lines, f.lines[i])
		}
	}
	for _, x := range causes {
		if x.Kind != model.Round {
			continue
		}
		for _, y := range stepwise.Outcomes(f.system, n.config, x) {
			if !y.Event.Within {
				next.Possible = append(next.Possible, f.roundDiffers(n, y, next.Lines))
			}
		}
	}
	next.sort()
	return next
}

func (f *follower) roundDiffers(n *state, y model.Successor, lines []Line) Alternative {
	a := Alternative{Event: y.Event, Lines: Lines(f.system, n.config, y, n.ticks)}
	for _, whole := range a.Lines {
		i := slices.IndexFunc(lines, func(l Line) bool { return l.Process == whole.Process })
		if i < 0 {
			a.Differences = append(a.Differences, Difference{fmt.Sprintf("p%d", whole.Process), "", "takes part"})
			continue
		}
		for _, d := range lines[i].differences(whole) {
			d.Field = fmt.Sprintf("p%d %s", whole.Process, d.Field)
			a.Differences = append(a.Differences, d)
		}
	}
	return a
}

// missing returns an event after which the next line of process p can come.
func (f *follower) missing(n *state, causes []stepwise.Cause, p int) *model.Event {
	for _, x := range causes {
		for _, y := range stepwise.Outcomes(f.system, n.config, x) {
			after := f.after(n, y)
			if !y.Event.Within && len(f.logged(after, stepwise.Causes(f.system, after.config), p)) > 0 {
				return &y.Event
			}
		}
	}
	return nil
}

// sort puts the nearest alternative first.
func (x *Next) sort() {
	sortByPlace(x.Possible, func(a, b Alternative) int {
		return cmp.Or(cmp.Compare(a.distance(), b.distance()), a.Event.Compare(b.Event))
	})
	x.Possible = slices.CompactFunc(x.Possible, func(a, b Alternative) bool { return a.Event.Compare(b.Event) == 0 })
	if x.Omitted = max(len(x.Possible)-mostPossible, 0); x.Omitted > 0 {
		x.Possible = x.Possible[:mostPossible]
	}
}

// sortByPlace sorts a short list. All types share the code that sorts places, which is 6 kB of a command for each type.
func sortByPlace[T any](list []T, compare func(a, b T) int) {
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(i, j int) int { return compare(list[i], list[j]) })
	before := slices.Clone(list)
	for to, from := range places {
		list[to] = before[from]
	}
}

// distance says how far an alternative is from the lines: another event is
// farther than any number of other fields.
func (a Alternative) distance() int {
	sum := 0
	for _, d := range a.Differences {
		sum++
		if d.Field == "event" || strings.HasSuffix(d.Field, " event") {
			sum += 1000
		}
	}
	return sum
}

// compare orders lines by how near the nearest alternative is. One for which
// there is none is farthest.
func (x Next) compare(y Next) int {
	switch {
	case len(x.Possible) == 0 || len(y.Possible) == 0:
		return cmp.Compare(min(len(y.Possible), 1), min(len(x.Possible), 1))
	}
	return cmp.Compare(x.Possible[0].distance(), y.Possible[0].distance())
}
