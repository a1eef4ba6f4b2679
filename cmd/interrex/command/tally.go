package command

import (
	"math/big"
	"slices"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A tally sums up the results of a row.
type tally struct {
	planned, searched int // instances
	result            checker.Result
	note              string    // of the first instance that has this result and a note
	noted             *instance // that instance
	violatedAt        []int     // each n at which some instance violates the property
	vacuousAt         []int     // each at which some instance makes it vacuous
	unknownAt         []int     // each n at which some instance does not decide it
	shortest          *finding  // of a violation, the first of that length; nil if there is none with an execution
	configurations    big.Int
	counted                         // how they were counted
	time              time.Duration // of processors; the properties of an instance have equal shares of its time
}

// A finding is an execution that decides a property.
type finding struct {
	instance  *instance
	property  properties.Property
	execution *model.Execution
	minimal   checker.Minimality
}

// gravity orders results. The result of several instances is the one with the
// highest gravity.
func gravity(r checker.Result) int {
	return slices.Index([]checker.Result{checker.Holds, checker.Vacuous, checker.Unknown, checker.Violated}, r)
}

// add adds the verdict of an instance, and the time that it took to judge this property. The sum
// does not depend on the order in which instances are added.
func (t *tally) add(i *instance, v checker.Verdict, r checker.Report, spent time.Duration) {
	noted := i
	if v.Note() == "" {
		noted = nil
	}
	t.find(v.Result, v.Note(), noted)
	t.searched++
	configurations, _ := r.Counts()
	t.configurations.Add(&t.configurations, configurations)
	t.counted.add(r)
	t.time += spent
	t.at(i.network.N, v.Result)
	if v.Result != checker.Violated {
		return
	}
	if f := (&finding{i, v.Property, v.Execution, v.Minimal}); v.Execution != nil && (t.shortest == nil || f.precedes(t.shortest)) {
		t.shortest = f
	}
}

// at notes the result of an instance with n processes.
func (t *tally) at(n int, r checker.Result) {
	list := map[checker.Result]*[]int{checker.Violated: &t.violatedAt, checker.Vacuous: &t.vacuousAt, checker.Unknown: &t.unknownAt}[r]
	if list != nil && !slices.Contains(*list, n) {
		*list = append(*list, n)
	}
}

// find takes a result with its note, of an instance that is nil if there is none.
func (t *tally) find(result checker.Result, note string, noted *instance) {
	if t.searched == 0 || gravity(result) > gravity(t.result) {
		t.result, t.note, t.noted = result, "", nil
	}
	if result == t.result && noted != nil && (t.noted == nil || noted.precedes(t.noted)) {
		t.note, t.noted = note, noted
	}
}

// join adds the results of other instances.
func (t *tally) join(u *tally) {
	t.find(u.result, u.note, u.noted)
	t.planned, t.searched, t.time = t.planned+u.planned, t.searched+u.searched, t.time+u.time
	t.violatedAt = append(slices.Clone(t.violatedAt), u.violatedAt...)
	t.vacuousAt = append(slices.Clone(t.vacuousAt), u.vacuousAt...)
	t.unknownAt = append(slices.Clone(t.unknownAt), u.unknownAt...)
	t.configurations.Add(&t.configurations, &u.configurations)
	t.counted.join(u.counted)
	if t.shortest == nil || u.shortest != nil && u.shortest.precedes(t.shortest) {
		t.shortest = u.shortest
	}
}

// precedes reports whether f is shorter than g, or as short and of an earlier instance.
func (f *finding) precedes(g *finding) bool {
	if a, b := len(f.execution.Steps), len(g.execution.Steps); a != b {
		return a < b
	}
	return f.instance.precedes(g.instance)
}

// counted says how configurations were counted.
type counted struct {
	reduced bool // some are those of a reduced system
	relaxed bool // some are those of a search that looks at more executions
	forgot  bool // some may be counted more than once, as memory was full
}

// add adds the configurations of a report.
func (c *counted) add(r checker.Report) { c.join(counted{r.Reduced(), r.Relaxed, r.Forgot}) }

// join adds other configurations.
func (c *counted) join(d counted) {
	c.reduced, c.relaxed, c.forgot = c.reduced || d.reduced, c.relaxed || d.relaxed, c.forgot || d.forgot
}

// text writes a number of configurations, with a star if some of them are those of a
// reduced system, and a plus if some are those of order fifo.
func (c counted) text(n *big.Int) string {
	text := grouped(n.String())
	if c.forgot {
		text = "<=" + text
	}
	if c.reduced {
		text += "*"
	}
	if c.relaxed {
		text += "+"
	}
	return text
}

// atMost stands before the length of an execution if there may be a shorter one.
func atMost(m checker.Minimality) string {
	if m == checker.Least {
		return ""
	}
	return "<="
}
