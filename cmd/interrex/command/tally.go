package command

import (
	"cmp"
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
	note              string   // of the first instance that has this result and a note
	violatedAt        []int    // each n at which some instance violates the property
	vacuousAt         []int    // each at which some instance makes it vacuous
	shortest          *finding // of a violation; nil if there is none with an execution
	configurations    big.Int
	counted           // what they are
	elapsed           time.Duration
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

// found returns the result for all planned instances. If some were not searched
// it is unknown, unless another instance violates the property.
func (t *tally) found() checker.Result {
	if t.searched < t.planned && t.result != checker.Violated {
		return checker.Unknown
	}
	return t.result
}

func (t *tally) add(i *instance, v checker.Verdict, r checker.Report) {
	if t.searched == 0 || gravity(v.Result) > gravity(t.result) {
		t.result, t.note = v.Result, v.Note
	}
	if v.Result == t.result {
		t.note = cmp.Or(t.note, v.Note)
	}
	t.searched++
	configurations, _ := r.Counts()
	t.configurations.Add(&t.configurations, configurations)
	t.counted.add(r)
	t.elapsed += r.Elapsed
	t.at(i.network.N, v.Result)
	if v.Result != checker.Violated {
		return
	}
	if v.Execution != nil && (t.shortest == nil || len(v.Execution.Steps) < len(t.shortest.execution.Steps)) {
		t.shortest = &finding{i, v.Property, v.Execution, v.Minimal}
	}
}

// join adds the results of other instances.
func (t *tally) join(u *tally) {
	if t.searched == 0 || gravity(u.result) > gravity(t.result) {
		t.result, t.note = u.result, u.note
	}
	t.planned, t.searched, t.elapsed = t.planned+u.planned, t.searched+u.searched, t.elapsed+u.elapsed
	t.violatedAt = append(slices.Clone(t.violatedAt), u.violatedAt...)
	t.vacuousAt = append(slices.Clone(t.vacuousAt), u.vacuousAt...)
	t.configurations.Add(&t.configurations, &u.configurations)
	t.reduced, t.relaxed, t.forgot = t.reduced || u.reduced, t.relaxed || u.relaxed, t.forgot || u.forgot
	if t.shortest == nil || u.shortest != nil && len(u.shortest.execution.Steps) < len(t.shortest.execution.Steps) {
		t.shortest = u.shortest
	}
}

// at notes the result of an instance with n processes.
func (t *tally) at(n int, r checker.Result) {
	list := map[checker.Result]*[]int{checker.Violated: &t.violatedAt, checker.Vacuous: &t.vacuousAt}[r]
	if list != nil && !slices.Contains(*list, n) {
		*list = append(*list, n)
	}
}

// counted says what a number of configurations counts.
type counted struct {
	reduced bool // some are those of a reduced system
	relaxed bool // some are those of a network with order fifo instead of inbox
	forgot  bool // some may be counted more than once, as memory was full
}

// add adds the configurations of a report.
func (c *counted) add(r checker.Report) {
	c.reduced, c.relaxed, c.forgot = c.reduced || r.Reduced(), c.relaxed || r.Relaxed, c.forgot || r.Forgot
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
