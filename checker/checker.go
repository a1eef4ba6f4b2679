package checker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Options are the properties to check, the fairness to assume, and the bounds of
// the search. A bound of zero is none: the search is complete. If there are several searches (see
// [Report].Configurations), they share MaxTime, or the time until the deadline of the context; the other
// bounds are those of each. The zero value of
// Fairness stands for the fairness that claims assume under the timing of the
// network.
type Options struct {
	Properties []properties.Property
	Fairness   model.Fairness // the infinite executions that liveness properties are about
	Search     Search
	Workers    int // goroutines of the explicit engine; 0: one

	// Constraint cuts the search, as CONSTRAINT does in TLC and within_boundary in Stateright. It is an Always of a
	// properties.Configuration. A configuration that does not satisfy it is counted and judged, and its events are not
	// followed. If some event is enabled there, the search is cut (see Report.Cut): a property is then violated, if the part
	// that was searched refutes it, or else unknown; a witness of a Reachable stays one. Only searches of the explicit engine
	// without a reduction take it. nil: none.
	Constraint *properties.Property

	MaxConfigurations int64 // checked between levels
	MaxDepth          int   // events
	MaxMemory         int64 // bytes that the process holds in all; GOMEMLIMIT is a bound too
	MaxTime           time.Duration
	// Disk is a folder, which must exist. A search that memory is too small for goes on in files there, which the check removes at its
	// end. What depends on cycles is then unknown, see docs/large.md. An error of the disk ends the check. "": memory only.
	Disk       string
	Checkpoint *Checkpoint // how searches in Disk are saved; nil: a search that is killed, or interrupted, begins again
	// Peers are those with whom this check shares its search: each part of it is a check with the same options, in a process of its own, and
	// holds a part of the configurations. All parts return the same report, apart from times and bytes. The engine is Explicit, without a
	// reduction. What depends on cycles, a monitor or a LeadsTo is then unknown, see docs/large.md. nil: nobody.
	Peers Peers

	MaxStepTime time.Duration // for one call of Step, or of another method of the algorithm, until it is an error that it does not return; 0: 10 s

	Repeat   bool           // call each method of the algorithm, predicate and monitor twice, to find those that are impure
	Audit    bool           // check the certificate of each complete reduced search (see package certificate); one that is wrong is an error
	Progress func(Progress) // called now and then, from one goroutine at a time
}

// Search says how a check goes through the executions: with which engine, and through which part of the system. Results
// are the same with each, but that some leave more properties unknown. The zero value is the explicit engine, with reductions where the
// system is large.
type Search struct {
	Engine   Engine
	Reduce   Reduction
	Symmetry bool // visit one configuration of those that differ by a renaming of processes (see Report.Symmetry), which need not be declared; only the explicit engine does. AutoReduction does so in any case where the system is large

	// Hints
	Large      bool // the system is known to be large, and much smaller reduced: AutoReduction begins with the reduction, which has no turns then
	TakesLong  bool // it is known to take long even if reduced: Auto begins with a sorted search, if that may decide more
	AnyWitness bool // be content with the witness of a Reachable that a reduced search finds, which may not be the least
}

// Progress says how far a search has come.
type Progress struct {
	Configurations, Events int64
	Frontier               int64 // configurations of the level being expanded
	Depth                  int
	Bytes                  int64
	Tables, Visited        int64 // bytes of tables, and of the set of visited configurations; 0: the engine has none
	Levels                 int64 // bytes of the levels that are kept, and of those that workers are about to add
	Disk                   int64 // bytes of files
	Elapsed                time.Duration
	Phase                  string // "search", "cycles", "diagrams", "counterexample", or the name of a property
}

// HeldMemory returns the bytes that the process holds, as [Options.MaxMemory] counts them.
func HeldMemory() int64 { return engine.Held() }

// Result is the result of a search for a property.
type Result uint8

// The results. Only a complete search says Holds.
const (
	Unknown  Result = iota // the search could not decide the property: Verdict.Reason says why
	Holds                  // no execution refutes the property (Reachable: one witnesses it)
	Violated               // some execution refutes it (Reachable: none witnesses it)
	Vacuous                // no execution could have refuted it: no terminal configuration (for liveness: and no fair loop) is reachable, its trigger never holds, or nothing can ever happen
)

var resultNames = [...]string{"unknown", "holds", "violated", "vacuous"}

func (r Result) String() string {
	if int(r) < len(resultNames) {
		return resultNames[r]
	}
	return fmt.Sprintf("result(%d)", uint8(r))
}

// A Verdict is the result for one property.
type Verdict struct {
	Property properties.Property
	Result   Result
	// Execution is the counterexample of a violated property, or the witness
	// of a reachable one; nil otherwise. It has been replayed and judged.
	Execution *model.Execution
	// Minimal says how short Execution is.
	Minimal Minimality
	// Reason says why the result is unknown or vacuous, names the step if well-formedness is violated, and says that
	// a result is for the outcomes met only (see model.Sampler). It is zero otherwise, and of a property that is vacuous
	// since no execution has an end.
	Reason reason.Reason
	// Processes are those for which Execution decides a property of every process, or of every pair; nil otherwise.
	Processes []int
}

// Note says in words what is to be known beside the result: the processes, or else the reason. It is "" if there is
// nothing.
func (v Verdict) Note() string { return cmp.Or(about(v.Processes), v.Reason.String()) }

// A Report is the result of a check.
type Report struct {
	Engine Engine // the one that searched: Explicit, Symbolic or Sorted
	// Reduction says which system the counts describe: with NoReduction the whole one,
	// otherwise the reduced one. The verdicts are about the whole.
	Reduction Reduction
	// Symmetry is the number of renamings of processes, with the identity, that change
	// nothing: neither the network, nor the steps of the algorithm, nor the values of
	// the properties. If it is more than one, Configurations and Events are those of one
	// configuration of each set of configurations that the renamings map to each other.
	Symmetry int
	// Relaxed says that the counts are those of a search which looked at more executions: with order fifo instead of inbox or, if Engine is Sorted, at
	// those of a sorted search.
	// It has all executions of the system, and more, so a property that none of them refutes
	// holds here.
	Relaxed bool
	// Configurations is the number of distinct configurations that the search met.
	// If the search is complete and not reduced, these are all reachable ones. If it is not
	// complete, the number is that of the largest search: each LeadsTo has another one, which distinguishes
	// whether it is pending, and so has each property with a monitor, which distinguishes the monitor's states, and an
	// Eventually, which stops where the predicate holds. The number is at most the greatest int64 (see Exact).
	Configurations int64
	// Expanded is the number of configurations that all searches expanded, wrong and repeated
	// ones included: a measure of work that depends only on the system and the options, unless
	// MaxMemory, MaxTime, an interrupt or a round of too many messages cut a search short. Diagrams expand none.
	Expanded int64
	Events   int64  // generated: enabled events summed over the configurations; at most the greatest int64
	Exact    *Exact // set by the symbolic engine
	// Forgot says that memory was full, and the explicit engine went on after it had
	// forgotten configurations that it had expanded. It may have met some again, so there
	// are at most as many configurations and events as the numbers say.
	Forgot bool
	// Depth is the number of events of the shortest execution, from any initial
	// configuration, to the farthest configuration, -1 if it is not known. A counterexample to a property of every
	// step may be one event longer, and a loop may have any length.
	Depth    int
	Cut      int64         // configurations where Options.Constraint cut the search: it fails there, and some event is enabled
	Complete bool          // every reachable configuration of the system that the counts describe was expanded
	Stopped  reason.Reason // why it is not complete; zero: it is
	Steps    int           // calls of Step for inputs that the search met; a reduction makes further calls, and symmetry one for each process
	// Bytes is an estimate of the most memory that the search held at once: tables,
	// with the local states and messages in them, and configurations or diagrams.
	// It does not include garbage.
	Bytes   int64
	Disk    int64 // the most bytes of files that a search had in Options.Disk
	Elapsed time.Duration
	Audit   *Audit       // nil unless Options.Audit
	Turns   []TurnReport // in order
	// Copied says that a [Family] has found the system isomorphic to one that it searched. All of
	// the report but Expanded, which is 0, Elapsed and Audit is of that search.
	Copied bool
	// Recorded says that a [Family] keeps the questions of this search, so that the report of
	// another system may be a copy of it.
	Recorded bool
	// Verdicts has a verdict for each property, in order. If some step is not
	// well-formed and nobody asked for that property, its verdict comes last.
	Verdicts []Verdict
}

// Reduced reports whether the counts are those of a part of a system.
func (r Report) Reduced() bool { return r.Reduction != NoReduction || r.Symmetry > 1 }

// CutShort reports whether a bound or an interrupt ended the search.
func (r Report) CutShort() bool { return r.Stopped.CutsShort() }

// Counts returns the exact numbers of distinct configurations and of generated
// events.
func (r Report) Counts() (configurations, events *big.Int) {
	if r.Exact != nil {
		return r.Exact.Configurations, r.Exact.Events
	}
	return big.NewInt(r.Configurations), big.NewInt(r.Events)
}

// Check searches all executions of s and judges the properties. Apart from elapsed
// time and bytes, the report is the same for every number of workers, unless
// MaxMemory, MaxTime, an interrupt or a round of too many messages cuts the search short. The search ends early
// when every property is decided. It is then not complete, and may not have met
// a step that is not well-formed.
//
// Check always judges whether all steps are well-formed. If some reachable step is
// not, the verdict of well-formedness shows it. Each other property is then
// violated, if well-formed steps refute it, or unknown: the execution might have
// gone on.
//
// If s has several initial configurations, one search begins in all of them. A property holds
// if it holds from each, and [model.Network].Start of an execution's system says where it
// starts: of the shortest, in the first.
//
// An error means that there is nothing to report. The arguments mean nothing, a
// step is impure (a *model.ImpureError) or a property (a *properties.ImpureError), values cannot be distinguished (a
// *model.ValueError), a method other than Step panics (a *model.ValueError) or does not
// return (a *model.EndlessError) in a local state that an execution leads to, a property is of no use ([properties.Property.Check]), or a
// property panics (a *properties.PanicError).
func Check(ctx context.Context, s *model.System, o Options) (_ Report, err error) {
	if o, err = o.of(ctx, s); err != nil {
		return Report{}, err
	}
	k, err := newCheck(ctx, s, o)
	if err != nil {
		return Report{}, err
	}
	defer doubtProperties(ctx, s, o, &err)
	return k.run()
}

// of returns the options of a check of s, as its timing interprets them, or an error if the
// arguments mean nothing.
func (o Options) of(ctx context.Context, s *model.System) (Options, error) {
	if err := given(ctx, s); err != nil {
		return o, err
	}
	err := o.validate(s)
	if err == nil {
		o.Fairness = o.Fairness.Under(s.Network().Timing)
		o = o.constrained()
	}
	return o, err
}

// doubtProperties replaces the error, or panic, of a check that contradicts itself by a
// *properties.ImpureError if the check, repeated with each function of the properties called
// twice, finds that one is impure.
func doubtProperties(ctx context.Context, s *model.System, o Options, err *error) {
	r := recover()
	if r == nil && !errors.Is(*err, engine.ErrInternal) {
		return
	}
	if !o.Repeat {
		if impure := impureProperty(ctx, s, o); impure != nil {
			*err = impure
			return
		}
	}
	if r != nil {
		panic(r)
	}
}

func impureProperty(ctx context.Context, s *model.System, o Options) (impure *properties.ImpureError) {
	defer func() { _ = recover() }() // it is the panic in doubt
	o.Repeat = true
	again, err := newCheck(ctx, s, o)
	if err == nil {
		_, err = again.run()
	}
	errors.As(err, &impure)
	return impure
}
