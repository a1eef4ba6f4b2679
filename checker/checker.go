package checker

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Options says what is checked, under which fairness, and within which bounds.
// The zero value of a bound is no bound: the search is complete. The zero value
// of Fairness is what claims assume under the timing of the network.
type Options struct {
	Properties []properties.Property
	Fairness   model.Fairness // which infinite executions liveness is about
	Engine     Engine
	Reduce     Reduction
	Workers    int // goroutines that search, of the explicit engine; 0: one

	MaxConfigurations int64 // checked between levels
	MaxDepth          int   // events
	MaxMemory         int64 // bytes that the process holds, whatever holds them; GOMEMLIMIT is a bound too
	MaxTime           time.Duration

	Repeat   bool           // call each step twice, to find an impure one
	Progress func(Progress) // called now and then, from one goroutine at a time
}

// Progress is how far a search has come.
type Progress struct {
	Configurations, Events int64
	Frontier               int64 // configurations of the level being expanded
	Depth                  int
	Bytes                  int64
	Elapsed                time.Duration
	Phase                  string // what is being done: "search", "cycles", "counterexample", or a property
}

// Result is what a search says of a property.
type Result uint8

// The results. Only a complete search says Holds.
const (
	Unknown  Result = iota // the search was cut short before it could tell
	Holds                  // no execution refutes the property (for Reachable: one witnesses it)
	Violated               // some execution refutes it (for Reachable: none witnesses it)
	Vacuous                // nothing could have refuted it: no terminal configuration (for liveness: nor fair loop) is reachable
)

var resultNames = [...]string{"unknown", "holds", "violated", "vacuous"}

func (r Result) String() string {
	if int(r) < len(resultNames) {
		return resultNames[r]
	}
	return fmt.Sprintf("result(%d)", uint8(r))
}

// A Verdict is what a search says of one property.
type Verdict struct {
	Property properties.Property
	Result   Result
	// Execution is the counterexample of a violated property, or the witness
	// of a reachable one; nil otherwise. It has been replayed and judged.
	Execution *model.Execution
	// Note says why the result is unknown, and of well-formed which step is not.
	Note string
}

// A Report is what a check found.
type Report struct {
	Engine    Engine    // that searched: Explicit or Symbolic
	Reduction Reduction // what the counts are of: all configurations, or those that are left
	// Configurations is the number of distinct ones that were looked at: all that
	// are reachable if the search is complete. Where it ended early, as every
	// property was decided, it is that of the largest of its searches: one for an
	// Eventually does not go on where that is met, and one for a property with a
	// monitor tells the monitor's states apart. It is the greatest int64 where
	// there are more (see Exact).
	Configurations int64
	Events         int64  // generated: enabled events summed over the configurations; at most the greatest int64, likewise
	Exact          *Exact // set by the symbolic engine
	// Depth is the number of events on the shortest way to the farthest of the
	// configurations, -1 where it is not known. What is refuted by an event may be
	// shown by an execution that is one event longer, and a loop by one of any length.
	Depth    int
	Complete bool   // every reachable configuration was expanded
	Stopped  string // why it is not complete: the bound that was reached, "interrupted", or AllDecided
	Steps    int    // calls of Step upon what was met; more are made to find out what a reduction may leave out
	// Bytes is the most memory, estimated, of what the search kept at once: tables,
	// with the local states and messages in them, and configurations or diagrams.
	// Garbage is not counted.
	Bytes   int64
	Elapsed time.Duration
	// Verdicts has one per property, in order, and that of well-formed at the end
	// where a step is not and nobody asked.
	Verdicts []Verdict
}

// Counts returns the numbers of distinct configurations and of events
// generated, however great.
func (r Report) Counts() (configurations, events *big.Int) {
	if r.Exact != nil {
		return r.Exact.Configurations, r.Exact.Events
	}
	return big.NewInt(r.Configurations), big.NewInt(r.Events)
}

// Check searches all executions of s and judges the properties. The report,
// elapsed time and bytes apart, is the same for every number of workers, unless
// MaxMemory, MaxTime or an interrupt cuts the search short. The search ends
// early, and is then not complete, when every property is decided: it may then
// not have met a step that is not well-formed.
//
// Whether all steps are well-formed is judged always, asked for or not. Where
// some reachable step is not, the verdict of well-formed shows it, and the other
// properties are violated, if well-formed steps refute them, or unknown: the
// execution might have gone on. An error
// means that there is nothing to report: the arguments mean nothing, a step is
// impure (a *model.ImpureError), values cannot be told apart (a
// *model.ValueError), or a property is of no use ([properties.Property.Check]) or
// panics (a *properties.PanicError).
func Check(ctx context.Context, s *model.System, o Options) (_ Report, err error) {
	if err := given(ctx, s); err != nil {
		return Report{}, err
	}
	if err := o.validate(); err != nil {
		return Report{}, err
	}
	o.Fairness = o.Fairness.Under(s.Network().Timing)
	k := newCheck(ctx, s, o)
	defer k.doubt(&err)
	for i, p := range o.Properties {
		k.verdicts[i].Property = p.Guarded()
	}
	if err := k.run(); err != nil {
		return Report{}, err
	}
	r := k.report
	r.Complete, r.Stopped = k.stop == engine.Reason{}, sentence(k.stop)
	for i, p := range o.Properties {
		k.verdicts[i].Property = p
	}
	r.Steps, r.Bytes, r.Elapsed, r.Verdicts = k.tables.Calls(), k.budget.Peak(), k.budget.Elapsed(), k.verdicts
	return r, nil
}

func newCheck(ctx context.Context, s *model.System, o Options) *check {
	bounds := engine.Bounds{Configurations: o.MaxConfigurations, Depth: o.MaxDepth, Memory: o.MaxMemory, Time: o.MaxTime}
	var progress func(engine.Progress)
	if o.Progress != nil {
		progress = func(p engine.Progress) { o.Progress(Progress(p)) }
	}
	k := &check{system: s, options: o, tables: s.Compile(), budget: engine.NewBudget(ctx, bounds, progress),
		verdicts: make([]Verdict, len(o.Properties)), open: make([]engine.Reason, len(o.Properties))}
	k.tables.Repeat = o.Repeat
	k.polled()
	return k
}
