package command

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A keptCheck is the result of an instance of check as it is kept.
type keptCheck struct {
	place
	Title    string        // for people
	CPU      time.Duration // of processors
	Report   checker.Report
	Turns    []keptTurn    // those of the report
	Verdicts []keptVerdict // those of the report
}

// A keptTurn is a turn of a check as it is kept: fields of the same name apart.
type keptTurn struct {
	Turn checker.Turn
	Came checker.TurnReport
}

// A keptVerdict is a verdict as it is kept.
type keptVerdict struct {
	Property  string
	Result    string
	Reason    reason.Reason      `json:",omitzero"`
	Processes []int              `json:",omitempty"`
	Minimal   checker.Minimality `json:",omitempty"`
	Execution *keptExecution     `json:",omitempty"`
}

// A keptExecution is an execution as it is kept: its events, which are replayed.
type keptExecution struct {
	Start int // which initial configuration
	Stem  []keptEvent
	Loop  []keptEvent `json:",omitempty"`
}

// place returns where the result of the instance is kept.
func (i *instance) place() place { return place{i.group.place, i.network.N, i.nth} }

// keptOf returns the result of an instance as it is kept.
func keptOf(i *instance, r searchResult) (keptCheck, error) {
	k := keptCheck{place: i.place(), Title: i.title(), CPU: r.time, Report: r.report}
	k.Report.Verdicts, k.Report.Turns = nil, nil
	for _, t := range r.report.Turns {
		k.Turns = append(k.Turns, keptTurn{t.Turn, t})
	}
	for _, v := range r.report.Verdicts {
		of := keptVerdict{Property: v.Property.Name, Result: v.Result.String(), Reason: v.Reason, Processes: v.Processes, Minimal: v.Minimal}
		if v.Execution != nil {
			var err error
			if of.Execution, err = keptExecutionOf(i, *v.Execution); err != nil {
				return k, err
			}
		}
		k.Verdicts = append(k.Verdicts, of)
	}
	return k, nil
}

// result returns the result that was kept of an instance. Executions are replayed and judged again.
func (k keptCheck) result(i *instance) (searchResult, error) {
	r := searchResult{report: k.Report, time: k.CPU}
	for _, t := range k.Turns {
		t.Came.Turn = t.Turn
		r.report.Turns = append(r.report.Turns, t.Came)
	}
	for at, v := range k.Verdicts {
		verdict, err := v.verdict(i, at)
		if err != nil {
			return r, fmt.Errorf("the kept result of %s: %w", i.title(), err)
		}
		r.report.Verdicts = append(r.report.Verdicts, verdict)
	}
	return r, nil
}

// verdict returns verdict number at of an instance.
func (v keptVerdict) verdict(i *instance, at int) (checker.Verdict, error) {
	p := properties.WellFormed() // the checker adds it
	if at < len(i.properties) {
		p = i.properties[at]
	}
	found := checker.Verdict{Property: p, Reason: v.Reason, Processes: v.Processes, Minimal: v.Minimal}
	for found.Result = checker.Unknown; found.Result.String() != v.Result; found.Result++ {
		if found.Result == checker.Vacuous {
			return found, fmt.Errorf("unknown result %q", v.Result)
		}
	}
	if p.Name != v.Property {
		return found, fmt.Errorf("it is about the property %q, not %q", v.Property, p.Name)
	}
	if v.Execution == nil {
		return found, nil
	}
	x, err := v.Execution.replay(i)
	if err == nil {
		err = p.Judge(x, i.group.fairness)
	}
	if err != nil {
		return found, fmt.Errorf("%s: %w", p.Name, err)
	}
	found.Execution = &x
	return found, nil
}

// keptExecutionOf returns an execution of an instance as it is kept.
func keptExecutionOf(i *instance, x model.Execution) (*keptExecution, error) {
	starts, err := i.starts()
	if err != nil {
		return nil, err
	}
	l := x.Lasso()
	k := &keptExecution{Stem: keptEvents(l.Stem), Loop: keptEvents(l.Loop)}
	k.Start = slices.IndexFunc(starts, func(s *model.System) bool {
		return slices.Equal(s.Network().Start, x.System.Network().Start)
	})
	return k, nil
}

// replay runs the execution on the system of an instance.
func (k *keptExecution) replay(i *instance) (model.Execution, error) {
	starts, err := i.starts()
	if err != nil {
		return model.Execution{}, err
	}
	if k.Start < 0 || k.Start >= len(starts) {
		return model.Execution{}, fmt.Errorf("no initial configuration %d; there are %d", k.Start, len(starts))
	}
	return starts[k.Start].Replay(model.Lasso{Stem: eventsOf(k.Stem), Loop: eventsOf(k.Loop)})
}

// starts returns a system for each initial configuration of the instance.
func (i *instance) starts() ([]*model.System, error) {
	s, err := i.system()
	if err != nil {
		return nil, err
	}
	return s.Semantics().Starts()
}

// A keptEvent is an event as it is kept: its text, or its fields if the text cannot be read back.
type keptEvent model.Event

func keptEvents(s model.Schedule) []keptEvent {
	list := make([]keptEvent, len(s))
	for i, e := range s {
		list[i] = keptEvent(e)
	}
	return list
}

func eventsOf(list []keptEvent) model.Schedule {
	var s model.Schedule
	for _, e := range list {
		s = append(s, model.Event(e))
	}
	return s
}

// eventFields are an event whose text cannot be read back. A message may be any bytes.
type eventFields struct {
	model.Event
	Bytes []byte
}

// MarshalJSON writes the event.
func (k keptEvent) MarshalJSON() ([]byte, error) {
	e := model.Event(k)
	text := e.String()
	if again, err := model.ParseEvent(text); err == nil && again.Compare(e) == 0 && utf8.ValidString(text) {
		return json.Marshal(text)
	}
	f := eventFields{Event: e, Bytes: []byte(e.Message)}
	return json.Marshal(f)
}

// UnmarshalJSON reads the text that MarshalJSON has written.
func (k *keptEvent) UnmarshalJSON(text []byte) (err error) {
	var e model.Event
	if text[0] == '"' {
		var s string
		if err = json.Unmarshal(text, &s); err == nil {
			e, err = model.ParseEvent(s)
		}
	} else {
		var f eventFields
		err = json.Unmarshal(text, &f)
		e, e.Message = f.Event, string(f.Bytes)
	}
	*k = keptEvent(e)
	return err
}
