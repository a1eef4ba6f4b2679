// Package judge judges the cells of the product of readings with the checker.
package judge

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// A Judge judges the cells of one row.
type Judge struct {
	entry      catalogue.Entry
	row        product.Row
	limit      int64
	properties []properties.Property
}

// New returns the judge of a row, who searches at most limit configurations of each system.
func New(e catalogue.Entry, r product.Row, limit int64) (*Judge, error) {
	j := &Judge{entry: e, row: r, limit: limit}
	if bound, ok := product.BoundOf(e); ok && r.Messages {
		j.properties = []properties.Property{bound.Property(r.N)}
		return j, nil
	}
	for _, name := range product.Properties(e) {
		p, err := e.Property(name, r.N)
		if err != nil {
			return nil, err
		}
		j.properties = append(j.properties, p)
	}
	return j, nil
}

// All judges the cells of the row, for the combinations of a strength in the order of [product.Combinations].
func (j *Judge) All(ctx context.Context, strength int) ([]product.Outcome, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	combinations := slices.Collect(product.Combinations(j.entry, strength))
	outcomes := make([]product.Outcome, len(combinations))
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(combinations) {
					return
				}
				var err error
				if outcomes[i], err = j.Cell(ctx, combinations[i]); err != nil {
					stop(err)
				}
			}
		})
	}
	group.Wait()
	return outcomes, context.Cause(ctx)
}

// Cell judges one cell: the systems of all arrangements.
func (j *Judge) Cell(ctx context.Context, options errata.Readings) (product.Outcome, error) {
	systems, err := product.Systems(j.entry, j.row, options)
	if err != nil {
		return product.Outcome{Verdicts: j.each(product.Unknown), Reason: "no system: " + oneLine(err.Error())}, nil
	}
	m := merger{verdicts: j.each(product.Vacuous)}
	for _, s := range systems {
		report, err := checker.Check(ctx, s, checker.Options{Properties: j.properties, Search: checker.Search{Engine: checker.Explicit}, MaxConfigurations: j.limit})
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return product.Outcome{}, fmt.Errorf("%s %v %s: %w", j.entry.Name, j.row, j.entry.ReadingsText(options), err)
		}
		m.add(report)
		if report.CutShort() {
			m.cut(report)
			break
		}
	}
	return m.outcome(), nil
}

func (j *Judge) each(r product.Result) map[string]product.Verdict {
	verdicts := map[string]product.Verdict{}
	for _, p := range j.properties {
		verdicts[p.Name] = product.Verdict{Result: r}
	}
	return verdicts
}

// A merger merges the reports of the arrangements of a cell.
type merger struct {
	verdicts map[string]product.Verdict
	reason   string
}

func (m *merger) add(report checker.Report) {
	for _, v := range report.Verdicts {
		name := v.Property.Name
		before := m.verdicts[name]
		switch v.Result {
		case checker.Violated:
			m.verdicts[name] = violated(before, v)
		case checker.Unknown:
			if before.Result != product.Violated {
				m.verdicts[name] = product.Verdict{Result: product.Unknown}
				m.reason = oneLine(v.Note())
			}
		case checker.Holds:
			if before.Result == product.Vacuous {
				m.verdicts[name] = product.Verdict{}
			}
		}
	}
}

// violated returns the verdict with the shorter counterexample.
func violated(before product.Verdict, v checker.Verdict) product.Verdict {
	now := product.Verdict{Result: product.Violated, Longer: v.Minimal != checker.Least}
	if v.Execution != nil {
		now.Events = len(v.Execution.Steps)
	}
	if before.Result != product.Violated {
		return now
	}
	longer := before.Longer || now.Longer
	if before.Events < now.Events {
		now = before
	}
	now.Longer = longer
	return now
}

// cut notes that the arrangements that are left are not searched, since the search of one was cut short.
func (m *merger) cut(report checker.Report) {
	for name, v := range m.verdicts {
		if v.Result == product.Violated {
			v.Longer = true
		} else {
			v = product.Verdict{Result: product.Unknown}
		}
		m.verdicts[name] = v
	}
	if m.reason = oneLine(report.Stopped.String()); report.Stopped.Cause == reason.MaxConfigurations {
		m.reason = product.TooLarge
	}
}

func (m *merger) outcome() product.Outcome {
	o := product.Outcome{Verdicts: map[string]product.Verdict{}}
	for name, v := range m.verdicts {
		if v.Result != product.Holds {
			o.Verdicts[name] = v
		}
		if v.Result == product.Unknown {
			o.Reason = m.reason
		}
	}
	return o
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
