package reproduce

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/etcdraft"
)

//go:embed header.go.tmpl
var headerText string

var header = template.Must(template.New("header").Parse(headerText))

// judged are the properties that the test judges in plain code.
var judged = []string{"uniqueness-ever", "state-machine-safety", "progress", "linearizable-reads"}

// GoTest returns a Go test that imports raft and testing alone. It judges
// uniqueness-ever, state-machine-safety, progress and linearizable-reads; p is
// the one that the execution violates. It makes every kind of call that servers
// make. Servers persist everything they are asked to persist.
func (x Execution) GoTest(name string, p properties.Property) ([]byte, error) {
	if !slices.Contains(judged, p.Name) {
		return nil, fmt.Errorf("a test without the checker does not judge %s; allowed: %s", p.Name, strings.Join(judged, ", "))
	}
	r, steps, err := x.record()
	if err != nil {
		return nil, err
	}
	if a := r.config.Application; a == etcdraft.VoteLost || a == etcdraft.EntriesLost {
		return nil, fmt.Errorf("the application does not persist what raft asks for: the fault is not in raft")
	}
	w := writer{recorder: r, steps: steps, crashed: -1}
	for _, m := range x.Moments {
		if m.Kind == realcode.Happens {
			w.events++
		}
	}
	g := realcode.GoTest{Name: name, Begin: r.begin(), Statement: w.statement}
	var b strings.Builder
	if err := header.Execute(&b, r.header(p)); err != nil {
		return nil, err
	}
	g.Header = b.String()
	g.End = w.crash() + "\n" + r.end()
	return g.Source(x.Moments)
}

// header returns the fields from which the helpers of the test are written.
func (r *recorder) header(p properties.Property) map[string]any {
	fields := map[string]any{
		"Property": p.Name, "Statement": p.Statement, "Import": r.Import(), "Generation": r.Generation(),
		"PreVote": r.config.PreVote, "CheckQuorum": r.config.CheckQuorum, "LeaseReads": r.config.LeaseReads, "MaxSize": "1<<64 - 1",
		"Late":    r.config.Application == etcdraft.AdvanceFirst,
		"Changes": r.changes, "Snapshots": r.snapshots, "Uncompacts": r.uncompacts,
		"Restores": r.snapshots && r.config.Application != etcdraft.SnapshotLost,
	}
	if r.config.OneEntry {
		fields["MaxSize"] = "0"
	}
	maps.Copy(fields, dialects[r.Generation()])
	if r.snapshots {
		fields["Members"] = fields["SetMembers"]
	}
	return fields
}

// dialects are how the types of package raftpb are used, by generation.
var dialects = map[int]map[string]any{
	1: {"Ref": "", "Address": "", "Term": "Term", "Context": "Context", "Voters": "Voters", "Index": "Metadata.Index",
		"ConfState": "Metadata.ConfState", "NodeID": "NodeID", "Enum": "", "Type": "Type", "Unmarshal": "change.Unmarshal(e.Data)",
		"Members": "", "SetMembers": "s.members = *", "ToMembers": "&"},
	2: {"Ref": "*", "Address": "&", "Term": "GetTerm()", "Context": "GetContext()", "Voters": "GetVoters()", "Index": "GetMetadata().GetIndex()",
		"ConfState": "GetMetadata().GetConfState()", "NodeID": "NodeId", "Enum": ".Enum()", "Type": "GetType()", "Unmarshal": "proto.Unmarshal(e.Data, &change)",
		"Members": "", "SetMembers": "s.members = ", "ToMembers": ""},
}

func (r *recorder) begin() string {
	list := func(ids []uint64) string {
		return "[]uint64{" + strings.ReplaceAll(strings.Trim(fmt.Sprint(ids), "[]"), " ", ", ") + "}"
	}
	text := fmt.Sprintf("c := newCluster(t, %d, %spb.ConfState{Voters: %s", r.n, dialects[r.Generation()]["Address"], list(r.members.Voters))
	if len(r.members.Learners) > 0 {
		text += ", Learners: " + list(r.members.Learners)
	}
	text += "})"
	for p := range r.n {
		text += fmt.Sprintf("\np%d := c.servers[%d]", p, p)
	}
	return text
}

// A writer writes steps, one after the other.
type writer struct {
	*recorder
	steps   []step
	events  int // that are left
	crashed int // the process that a crash strikes within the event; -1
}

// crash ends the event with the crash that strikes within it.
func (w *writer) crash() string {
	p := w.crashed
	if w.crashed = -1; p < 0 {
		return ""
	}
	return fmt.Sprintf("p%d.crash()\n", p)
}

// statement returns the code for the next moment.
func (w *writer) statement(m realcode.Moment) (string, error) {
	var list []string
	switch m.Kind {
	case realcode.Happens:
		list = []string{w.crash() + "\n" + w.event(m.Event)}
	case realcode.CarriesOut:
		switch e := m.Effect; {
		case m.Lost:
			list = []string{fmt.Sprintf("// the crash prevents that p%d sends %s", m.Process, w.describe(e.Msg.Bytes))}
		case e.Kind == realcode.Sending:
			list = []string{fmt.Sprintf("p%d.send(%s)", m.Process, quote(w.describe(e.Msg.Bytes)))}
		case e.Done == "apply":
			list = []string{fmt.Sprintf("p%d.apply()", m.Process)}
		}
	}
	for _, c := range w.steps[0].calls {
		list = append(list, fmt.Sprintf("p%d.%s", m.Process, c.statement))
	}
	w.steps = w.steps[1:]
	return strings.Join(list, "\n"), nil
}

// event begins an event.
func (w *writer) event(e model.Event) string {
	if e.Kind == model.Crash {
		w.crashed = e.Process
	}
	if w.events--; w.events == 0 {
		return fmt.Sprintf("c.last(%s)", quote(e.String()))
	}
	return fmt.Sprintf("c.event(%s)", quote(e.String()))
}

// end returns the code for the state of the servers in the end.
func (r *recorder) end() string {
	text := "c.observe()"
	for _, id := range slices.Sorted(maps.Keys(r.replicas)) {
		if state := r.replicas[id].State(); !r.down[id] {
			text += fmt.Sprintf("\np%d.is(%t, %d)", id-1, state.Role == etcdraft.Leader, state.Term)
		}
	}
	return text
}
