package command

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// instanceJSON is the line that `check --json` prints for one instance. Counts that
// may pass 2^53 are decimal strings.
type instanceJSON struct {
	Algorithm      string        `json:"algorithm"`
	Variant        string        `json:"variant"`
	Readings       string        `json:"readings"` // "" for the default of each
	Limits         string        `json:"limits"`   // of the instance, as in "rounds=2"; "" if it has none
	Topology       string        `json:"topology"`
	Layout         string        `json:"layout"` // of a claim about another network than the entry's; "" otherwise
	N              int           `json:"n"`
	IDs            []model.ID    `json:"ids"` // null: without identities
	Order          string        `json:"order"`
	Timing         string        `json:"timing"`
	MaxDelay       int           `json:"maxDelay,omitempty"`     // of a message: in timing bounded in ticks, in lockstep in rounds, if it may take several
	TimersInTurn   bool          `json:"timersInTurn,omitempty"` // timing bounded: timers run out in turn
	Capacity       string        `json:"capacity,omitempty"`     // of each channel, as in "drop=2"
	Wake           string        `json:"wake"`
	Faults         faultsJSON    `json:"faults"`
	Victims        string        `json:"victims,omitempty"` // the victims of faults, as in "crash-of=0,2"; absent: everything
	Fairness       string        `json:"fairness"`
	Engine         string        `json:"engine"`
	Reduce         string        `json:"reduce"`
	Symmetry       int           `json:"symmetry"` // renamings of processes up to which the configurations were visited; 1: all were
	Relaxed        bool          `json:"relaxed"`  // the counts are those of a search that looks at more executions: with order fifo instead of inbox, or of engine sorted
	Workers        int           `json:"workers"`
	Configurations string        `json:"configurations"` // distinct; if not complete, those visited
	Events         string        `json:"events"`         // generated
	Depth          *int          `json:"depth"`          // events; null: the engine does not count it
	Diagram        *int          `json:"nodes"`          // of the diagram of all configurations; null: the explicit engine has none
	PeakDiagram    *int          `json:"peakNodes"`      // the most held at once, others and garbage included
	Complete       bool          `json:"complete"`
	Stopped        string        `json:"stopped"`  // why the search is not complete, or ""
	Forgot         bool          `json:"forgot"`   // memory was full, and configurations and events may be counted more than once
	Steps          int           `json:"steps"`    // calls of Step
	Expanded       string        `json:"expanded"` // configurations that all searches expanded, wrong and repeated ones too
	Copied         bool          `json:"copied"`   // the instance is isomorphic to another one, which was searched
	Seconds        float64       `json:"seconds"`
	Bytes          int64         `json:"bytes"`
	Audit          *auditJSON    `json:"audit,omitempty"` // with --audit
	Verdicts       []verdictJSON `json:"verdicts"`
}

// auditJSON is part of instanceJSON: the amount compared of the certificates of reduced searches, and of
// isomorphisms.
type auditJSON struct {
	Searches       int   `json:"searches"`       // that were complete, and relied upon something
	Configurations int64 `json:"configurations"` // that were looked at
	Whole          bool  `json:"whole"`          // these are all
	Met            int64 `json:"met"`            // how often an entry of a certificate counted in one of them
	Deliveries     int64 `json:"deliveries"`     // comparisons of deliveries that were taken at once
	Overtaking     int64 `json:"overtaking"`     // of messages that were received before others
	Closed         int64 `json:"closed"`         // of closed processes
	Renamings      int64 `json:"renamings"`      // of renamed processes
	Cycles         int64 `json:"cycles"`         // configurations of the reduced searches of which no cycle hides anything
	Copies         int   `json:"copies"`         // reports that were copied from complete searches
	Isomorphism    int64 `json:"isomorphism"`    // comparisons of events of isomorphic instances
	Sorted         int64 `json:"sorted"`         // comparisons of transitions of sorted searches with their order, and of events with transitions
}

// faultsJSON is part of instanceJSON and amountsJSON: the budgets of the faults.
type faultsJSON struct {
	Crash   int `json:"crash"`
	Restart int `json:"restart"`
	Loss    int `json:"loss"`
	Dup     int `json:"dup"`
	Cut     int `json:"cut"`
	Suspect int `json:"suspect"`
	Divide  int `json:"divide,omitempty"`  // left out if it is 0
	Traitor int `json:"traitor,omitempty"` // left out if it is 0
	Forge   int `json:"forge,omitempty"`   // left out if it is 0
}

// verdictJSON is part of instanceJSON: the verdict for one property.
type verdictJSON struct {
	Property       string  `json:"property"`
	Result         string  `json:"result"`
	Claim          string  `json:"claim"`   // "holds", "fails" (at each n for some ids), "vacuous", or "none"
	Length         *int    `json:"length"`  // of the counterexample or witness, in events
	Minimal        *string `json:"minimal"` // "least": none is shorter (of a loop: no stem to a loop); "1-minimal": none of its events can be left out; or "not minimised"
	Counterexample *string `json:"counterexample"`
	Witness        *string `json:"witness"`
	Note           string  `json:"note"`
}

// writeJSON writes the results of an instance.
func writeJSON(w io.Writer, i *instance, r checker.Report, workers int) error {
	net, e, v := i.network, i.group.entry, i.group.variant
	configurations, events := r.Counts()
	o := instanceJSON{
		Algorithm: e.Name, Variant: e.VariantText(v), Readings: e.ReadingsText(v.Readings), Limits: i.group.limits(net.N),
		Topology: net.Topology.String(), Layout: i.group.layout, N: net.N, IDs: i.ids,
		Order: net.Order.String(), Timing: net.Timing.String(), MaxDelay: maxDelay(net), TimersInTurn: net.TimersInTurn, Capacity: capacityText(net), Wake: net.Wake.String(),
		Faults: faultsJSON(net.Faults), Victims: net.Victims.String(), Fairness: i.group.fairness.Under(net.Timing).String(),
		Engine: r.Engine.String(), Reduce: r.Reduction.String(), Symmetry: r.Symmetry, Relaxed: r.Relaxed, Workers: workers,
		Configurations: configurations.String(), Events: events.String(), Expanded: strconv.FormatInt(r.Expanded, 10),
		Complete: r.Complete, Stopped: r.Stopped.String(), Forgot: r.Forgot, Steps: r.Steps, Copied: r.Copied,
		Seconds: r.Elapsed.Seconds(), Bytes: r.Bytes,
		Verdicts: []verdictJSON{},
	}
	if r.Depth >= 0 {
		o.Depth = &r.Depth
	}
	if r.Exact != nil {
		o.Diagram, o.PeakDiagram = &r.Exact.Final, &r.Exact.Peak
	}
	if a := r.Audit; a != nil {
		o.Audit = &auditJSON{a.Searches, a.Configurations, a.Whole, a.Met, a.Deliveries, a.Overtaking, a.Closed, a.Renamings, a.Cycles, a.Copies, a.Isomorphism, a.Sorted}
	}
	for k, verdict := range r.Verdicts {
		o.Verdicts = append(o.Verdicts, newVerdictJSON(i, i.rows[k], verdict))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(o)
}

func newVerdictJSON(i *instance, r *row, v checker.Verdict) verdictJSON {
	o := verdictJSON{Property: v.Property.Name, Result: v.Result.String(), Claim: "none", Note: v.Note()}
	switch {
	case r.claim != nil && r.claim.Fails:
		o.Claim = "fails"
	case r.claim != nil && slices.Contains(r.claim.Vacuous, i.network.N):
		o.Claim = "vacuous"
	case r.claim != nil:
		o.Claim = "holds"
	}
	if v.Execution == nil {
		return o
	}
	length := len(v.Execution.Steps)
	text := string((&finding{i, v.Property, v.Execution, v.Minimal}).file().Format())
	minimal := v.Minimal.String()
	o.Length, o.Minimal = &length, &minimal
	if v.Result == checker.Violated {
		o.Counterexample = &text
	} else {
		o.Witness = &text
	}
	return o
}
