package properties_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// closer sends a token when it wakes, and has terminated then.
type closer struct{}

func (closer) Init(model.Self) bool                            { return false }
func (closer) Ready(_ model.Self, shut bool) model.Spontaneous { return model.Spontaneous{Wake: !shut} }
func (closer) Observe(_ model.Self, shut bool) model.Status    { return model.Status{Halted: shut} }
func (closer) Step(p *model.Process[token], shut bool, in model.Input[token]) bool {
	if in.Kind == model.Receive {
		return shut
	}
	p.Send(0, token{1})
	return true
}

func TestInTime(t *testing.T) {
	for _, test := range []struct {
		timing  model.Timing
		events  []string
		refuted bool
		reason  string
	}{
		{model.Async, []string{"wake p0", "receive p1:1 token(1)"}, false, "p1 has not terminated"},
		{model.Async, []string{"wake p0", "wake p1", "receive p0:1 token(1)"}, true, "p0 has"},
		{model.Lockstep, []string{"round wake p0", "round"}, false, "p1 has not terminated"},
		{model.Lockstep, []string{"round wake p0 p1", "round"}, true, "a round delivers to both"},
	} {
		s, err := model.New(closer{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Timing: test.timing})
		if err != nil {
			t.Fatal(err)
		}
		x, err := s.Replay(model.Lasso{Stem: parsed(t, test.events)})
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		if err := properties.InTime().Judge(x, model.Weak); (err == nil) != test.refuted {
			t.Errorf("%v: refuted %v, want %v: %s", test.events, err == nil, test.refuted, test.reason)
		}
	}
}
