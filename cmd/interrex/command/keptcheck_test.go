package command

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// raw begins in two ways. It sends messages that are not UTF-8 and have two words, and does not stop.
type raw struct{}

func (raw) Init(model.Self) int                         { return 0 }
func (raw) Inits(model.Self) []int                      { return []int{0, 1} }
func (raw) Ready(_ model.Self, n int) model.Spontaneous { return model.Spontaneous{Wake: n < 2} }
func (raw) Observe(_ model.Self, n int) model.Status    { return model.Status{Own: n} }
func (raw) Step(p *model.Process[string], n int, in model.Input[string]) int {
	p.Send(0, fmt.Sprintf("\xff %d", n%2))
	return 2 + n%2
}

// faulty makes a step that is not well-formed.
type faulty struct{ raw }

func (faulty) Step(p *model.Process[string], n int, in model.Input[string]) int {
	if in.Kind == model.Receive {
		panic("lost")
	}
	return raw{}.Step(p, n, in)
}

// TestResultsAreKept says that a kept result is read back unchanged: with executions that start in any initial configuration,
// loops, steps that are not well-formed, messages that are no text, and all counts.
func TestResultsAreKept(t *testing.T) {
	net := func(n int) model.Network {
		return model.Network{Topology: model.UnidirectionalRing, N: n, Timing: model.Timely}
	}
	never := properties.NewAlways("never", "nobody is in 3", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Own != 3 }})
	k, err := collect("mine", []Protocol{Of(raw{}, net, never, properties.Elected(), properties.Uniqueness()), Of(faulty{}, net, properties.Uniqueness())})
	if err != nil {
		t.Fatal(err)
	}
	sees := map[string]bool{}
	for _, row := range []struct {
		of     *collection
		line   string
		engine checker.Engine
	}{{k, "raw", checker.Auto}, {k, "faulty", checker.Explicit}, {ours(), "lcr", checker.Auto}, {ours(), "lcr", checker.Symbolic}} {
		c, _ := row.of.checkCommand()
		c.algorithms, c.sizes, c.options.Search.Engine, c.options.Audit = []string{row.line}, sizes{2, 3}, row.engine, true
		if row.engine == checker.Symbolic {
			c.variant = "corrected" // other claims are about lockstep
		}
		groups, err := c.groups()
		if err != nil {
			t.Fatal(err)
		}
		s := newSearch(&c.request)
		list, err := s.plan(t.Context(), &c.request, groups)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.instances(t.Context(), list) {
			r := s.search(t.Context(), i)
			if r.err != nil {
				t.Fatal(r.err)
			}
			kept, err := keptOf(i, r)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(kept)
			if err != nil {
				t.Fatal(err)
			}
			var read keptCheck
			if err := json.Unmarshal(text, &read); err != nil {
				t.Fatal(err)
			}
			again, err := read.result(i)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(plain(r), plain(again), cmpopts.IgnoreUnexported(checker.Turn{}), cmpopts.EquateEmpty(), cmp.Comparer(func(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 })); diff != "" {
				t.Errorf("%s (-result +kept):\n%s", i.title(), diff)
			}
			for _, v := range r.report.Verdicts {
				if v.Execution != nil {
					sees["loops"] = sees["loops"] || v.Execution.Loops()
					sees["not well-formed"] = sees["not well-formed"] || v.Execution.IllFormed() != ""
					sees["later start"] = sees["later start"] || slices.Contains(v.Execution.System.Network().Start, 1)
				}
			}
			sees["exact"] = sees["exact"] || r.report.Exact != nil
			sees["audit"] = sees["audit"] || r.report.Audit != nil
		}
	}
	for _, what := range []string{"loops", "not well-formed", "later start", "exact", "audit"} {
		if !sees[what] {
			t.Errorf("no result has %s", what)
		}
	}
}

// plainResult is a result whose executions are their charts and whose properties are their names.
type plainResult struct {
	Report   checker.Report
	Verdicts []string
	Time     int64
}

func plain(r searchResult) plainResult {
	p := plainResult{Report: r.report, Time: int64(r.time)}
	for _, v := range r.report.Verdicts {
		text := fmt.Sprint(v.Property.Name, v.Result, v.Minimal, v.Note())
		if v.Execution != nil {
			text += fmt.Sprintf("%q %v %v", v.Execution.Lasso().Events(), v.Execution.Stem, v.Execution.System.Network().Start) + v.Execution.Last().Key()
		}
		p.Verdicts = append(p.Verdicts, text)
	}
	p.Report.Verdicts = nil
	return p
}
