package realcode_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
)

// A voter gives one vote, for ever. Its disk is the identity that it voted for.
type voter struct {
	id, vote, n int
	votes       map[int]bool
	role        model.Role
	fault       string
}

func voters(fault string, g realcode.Granularity) realcode.Code {
	return realcode.Code{
		Name: "voter", Granularity: g,
		Needs: model.Needs{Topologies: []model.Topology{model.Complete}, Knowledge: model.KnowID | model.KnowN},
		New: func(p realcode.Place, disk string) realcode.Object {
			v := &voter{id: int(p.ID), n: p.N, votes: map[int]bool{}, fault: fault}
			if disk != "" {
				v.vote = int(disk[0] - '0')
			}
			if fault == "panics at start" && v.vote == v.id {
				panic("voted for itself")
			}
			return v
		},
	}
}

func (v *voter) Ready() model.Spontaneous { return model.Spontaneous{Wake: v.vote == 0} }
func (v *voter) Observe() model.Status    { return model.Status{Role: v.role, Term: 1} }

func (v *voter) Take(in realcode.Input) []realcode.Effect {
	text := func(kind string, id int) realcode.Message {
		return realcode.Message{Bytes: kind + string(rune('0'+id)), Text: kind + string(rune('0'+id))}
	}
	switch from, id := in.Port, in.Msg.Bytes; {
	case in.Done == "saved":
		v.votes[v.id] = true
		v.role = model.Candidate
		return []realcode.Effect{realcode.Send(1, text("ask", v.id)), realcode.Send(2, text("ask", v.id))}
	case in.Kind == model.Wake:
		v.vote = v.id
		save := realcode.Persist(string(rune('0' + v.id)))
		save.Done = "saved"
		return []realcode.Effect{save}
	case strings.HasPrefix(id, "ask"):
		candidate := int(id[3] - '0')
		if v.vote != 0 && v.vote != candidate {
			return nil
		}
		v.vote = candidate
		effects := []realcode.Effect{realcode.Persist(string(rune('0' + candidate))), realcode.Send(from, text("vote", v.id))}
		switch v.fault {
		case "not persisted":
			return effects[1:]
		case "sent too early":
			effects[0], effects[1] = effects[1], effects[0]
		}
		return effects
	default:
		v.votes[int(id[4]-'0')] = true
		if 2*len(v.votes) > v.n {
			v.role = model.Won
		}
		return nil
	}
}

// TestSplit searches elections with a crash and a restart: which faults show
// depends on the granularity.
func TestSplit(t *testing.T) {
	net := model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{1, 2, 3}, Wake: model.WakeSet{Only: []int{0, 1}},
		Faults: model.Faults{Crash: 1, Restart: 1}}
	for _, c := range []struct {
		name, fault, reason string
		granularity         realcode.Granularity
		want                checker.Result
		events              int
	}{
		{"whole", "", "a vote that is persisted is never given twice", realcode.Whole, checker.Holds, 0},
		{"split", "", "nor if a crash falls between its effects", realcode.Split, checker.Holds, 0},
		{"whole, not persisted", "not persisted", "the vote is forgotten", realcode.Whole, checker.Violated, 8},
		{"split, not persisted", "not persisted", "the vote is forgotten", realcode.Split, checker.Violated, 16},
		{"whole, sent too early", "sent too early", "no crash falls between", realcode.Whole, checker.Holds, 0},
		{"split, sent too early", "sent too early", "a crash falls between", realcode.Split, checker.Violated, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := check(system(t, voters(c.fault, c.granularity), net), properties.UniquenessEver())
			if err != nil {
				t.Fatal(err)
			}
			v := r.Verdicts[0]
			if v.Result != c.want {
				t.Fatalf("%s: %v after %d configurations, want %v", c.reason, v.Result, r.Configurations, c.want)
			}
			if c.want == checker.Violated && len(v.Execution.Lasso().Events()) != c.events {
				t.Errorf("%d events, want %d:\n%v", len(v.Execution.Lasso().Events()), c.events, v.Execution.Lasso().Events())
			}
		})
	}
}

func TestSplitAgreesWithReference(t *testing.T) {
	net := model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{1, 2, 3}, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Crash: 1, Restart: 1}}
	o := checkertest.Options{Properties: []properties.Property{properties.UniquenessEver(), properties.Elected()}}
	if err := checkertest.Agree(system(t, voters("", realcode.Split), net), o); err != nil {
		t.Error(err)
	}
}

// TestPanicAtRestart shows code that cannot start from the data that it persisted.
func TestPanicAtRestart(t *testing.T) {
	net := model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{1, 2, 3}, Faults: model.Faults{Crash: 1, Restart: 1}}
	r, err := check(system(t, voters("panics at start", realcode.Whole), net))
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[len(r.Verdicts)-1]
	if v.Result != checker.Violated || !strings.Contains(v.Note(), "voted for itself") || len(v.Execution.Lasso().Events()) != 3 {
		t.Errorf("%v %q by %v; want a crash, a restart and the start", v.Result, v.Note(), v.Execution.Lasso().Events())
	}
}

func TestSplitNeedsAsync(t *testing.T) {
	net := model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{1, 2, 3}, Timing: model.Timely}
	if _, err := model.New(algorithm(t, voters("", realcode.Split)), net); err == nil || !strings.Contains(err.Error(), "timing timely; allowed: async") {
		t.Errorf("error %v", err)
	}
}
