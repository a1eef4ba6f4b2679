package singh_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/singh"
)

func gets(in input, k singh.Kind, phase int) bool {
	return in.Kind == model.Receive && in.Msg.Kind == k && in.Msg.Phase == phase
}

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(a singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool)
		caught  string
		reason  string
	}{
		{"a contender is captured by nobody", func(_ singh.Algorithm, _ *process, s singh.State, in input) (singh.State, bool) {
			return s, s.Stage == singh.Contending && gets(in, singh.Capture, 2)
		}, "elected", "two leaders of subrings wait for each other"},
		{"a contender accepts and goes on", func(_ singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool) {
			if s.Stage != singh.Contending || !gets(in, singh.Capture, 2) {
				return s, false
			}
			p.Send(in.Port, accept(2, none))
			return s, true
		}, "uniqueness", "each is captured by the other"},
		{"a contender is captured by the least", func(a singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool) {
			if s.Stage != singh.Contending || !gets(in, singh.Capture, 2) || in.Msg.ID < p.ID() {
				return s, false
			}
			return s, true
		}, "elected", "the greatest waits for the others, which wait for it"},
		{"an owner is not told of", func(_ singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool) {
			if s.Owner == 0 || !gets(in, singh.Capture, 2) {
				return s, false
			}
			p.Send(in.Port, accept(2, none))
			return s, true
		}, "known", "a leader of a subring is left out, and contends when all is over"},
		{"a captured process is owned in the second phase", func(_ singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool) {
			if s.Stage != singh.Captured || s.Phase != 2 || s.Owner != 0 || !gets(in, singh.Owner, 0) {
				return s, false
			}
			p.Send(in.Port, named(singh.Ack, in.Msg.ID))
			s.Owner = in.Port
			return s, true
		}, "known", "a leader of a subring contends when all is over"},
		{"OWNER is not acknowledged", func(_ singh.Algorithm, _ *process, s singh.State, in input) (singh.State, bool) {
			return s, gets(in, singh.Owner, 0)
		}, "elected", "nobody starts the second phase"},
		{"ELECTED is passed on", func(_ singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool) {
			if !gets(in, singh.Elected, 0) {
				return s, false
			}
			p.Send(1, in.Msg)
			return singh.State{Stage: singh.Done, Leader: in.Msg.ID}, true
		}, "quiescence", "it travels for ever"},
	} {
		t.Run(row.name, func(t *testing.T) {
			net := network(4, all)
			m := changed{singh.Algorithm{Fixes: fixed}, row.instead}
			if got := results(t, m, net, row.caught)[row.caught]; got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
		})
	}
	t.Run("none", func(t *testing.T) { holds(t, singh.Algorithm{Fixes: fixed}, network(4, all)) })
}
