package afa_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/errata"
)

type (
	process = model.Process[afa.Message]
	input   = model.Input[afa.Message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead.
type mutant struct {
	afa.Algorithm
	instead func(p *process, s afa.State, in input) (next afa.State, applies bool)
}

func (m mutant) Step(p *process, s afa.State, in input) afa.State {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

func gets(in input, k afa.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s afa.State, in input) (afa.State, bool)
		caught  string
		reason  string
	}{
		{"discards nothing", func(p *process, s afa.State, in input) (afa.State, bool) {
			if !gets(in, afa.EM) || s.Stage == asleep || in.Msg.ID <= s.Least || in.Msg.ID == p.ID() {
				return s, false
			}
			p.Send(right, in.Msg)
			return s, true
		}, "messages<=9", "greater identities travel all the way"},
		{"discards nothing, and any own identity wins", func(p *process, s afa.State, in input) (afa.State, bool) {
			switch {
			case !gets(in, afa.EM) || s.Stage == asleep || in.Msg.ID <= s.Least:
				return s, false
			case in.Msg.ID == p.ID():
				s.Stage, s.Leader = elected, p.ID()
			default:
				p.Send(right, in.Msg)
			}
			return s, true
		}, "uniqueness", "every identity that is sent comes back"},
		{"prefers greater identities", func(p *process, s afa.State, in input) (afa.State, bool) {
			switch {
			case !gets(in, afa.EM) || s.Stage == asleep || in.Msg.ID == s.Least:
				return s, false
			case in.Msg.ID > s.Least:
				s.Stage, s.Least = defeated, in.Msg.ID
				p.Send(right, in.Msg)
			}
			return s, true
		}, "validity", "the greatest identity comes back where all send theirs"},
		{"does not forward lesser identities", func(_ *process, s afa.State, in input) (afa.State, bool) {
			return s, gets(in, afa.EM) && s.Stage != asleep && in.Msg.ID < s.Least
		}, "elected", "no identity passes a process that is awake"},
		{"a candidate may win with any least identity", func(_ *process, s afa.State, in input) (afa.State, bool) {
			if !gets(in, afa.EM) || s.Stage != candidate || in.Msg.ID > s.Least {
				return s, false
			}
			s.Stage, s.Leader = elected, in.Msg.ID
			return s, true
		}, "uniqueness-ever", "whoever hears of a lesser identity wins"},
		{"forgets that it is defeated", func(p *process, s afa.State, in input) (afa.State, bool) {
			if !gets(in, afa.EM) || s.Stage != defeated || in.Msg.ID >= s.Least {
				return s, false
			}
			p.Send(right, in.Msg)
			s.Stage, s.Least = candidate, in.Msg.ID
			return s, true
		}, "irrevocability", "from D back to C"},
		{"does not forward the termination message", func(_ *process, s afa.State, in input) (afa.State, bool) {
			return s, gets(in, afa.TM)
		}, "known", "only the leader knows"},
		{"names itself", func(p *process, s afa.State, in input) (afa.State, bool) {
			if !gets(in, afa.TM) || s.Stage == elected {
				return s, false
			}
			s.Leader, s.Done = p.ID(), true
			p.Send(right, in.Msg)
			return s, true
		}, "agreement", "each process takes the news for its own"},
		{"the leader passes its termination message on", func(p *process, s afa.State, in input) (afa.State, bool) {
			if gets(in, afa.TM) && s.Stage == elected {
				p.Send(right, in.Msg)
			}
			return s, gets(in, afa.TM) && s.Stage == elected
		}, "quiescence", "E3 by hand"},
		{"sends to the hub", func(p *process, s afa.State, in input) (afa.State, bool) {
			if gets(in, afa.TM) {
				p.Send(2, in.Msg)
			}
			return s, false
		}, "well-formed", "there are two ports"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := verdict(t, mutant{afa.Algorithm{Fixes: fixed}, row.instead}, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			sound := func(_ *process, s afa.State, _ input) (afa.State, bool) { return s, false }
			if got := verdict(t, mutant{afa.Algorithm{Fixes: fixed}, sound}, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on three processes.
func verdict(t *testing.T, m mutant, property string) checker.Result {
	t.Helper()
	return verdictOn(t, m, model.Network{IDs: []model.ID{3, 2, 1}}, property)
}

func verdictOn(t *testing.T, m mutant, net model.Network, property string) checker.Result {
	t.Helper()
	net.Topology, net.N = model.Ring, len(net.IDs)
	s, err := model.New(m, net)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Least)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}

// TestWhatTheTextIsSilentOn says which of the situations that the text has no
// word for come about: a process that meets one panics.
func TestWhatTheTextIsSilentOn(t *testing.T) {
	all := model.WakeSet{All: true}
	prepares := errata.Readings{afa.Preparation: 1}
	asleepUponEM := func(_ *process, s afa.State, in input) bool { return s.Stage == asleep && gets(in, afa.EM) }
	electedUponEM := func(_ *process, s afa.State, in input) bool { return s.Stage == elected && gets(in, afa.EM) }
	for _, row := range []struct {
		meets    func(p *process, s afa.State, in input) bool
		readings errata.Readings
		net      model.Network
		never    checker.Result
		reason   string
	}{
		{func(_ *process, s afa.State, in input) bool { return s.Stage == asleep && gets(in, afa.TM) },
			errata.Readings{}, model.Network{Order: model.Bag}, checker.Holds, "the least identity has woken everybody before there is a leader"},
		{func(p *process, s afa.State, in input) bool {
			return s.Stage == defeated && gets(in, afa.EM) && in.Msg.ID == p.ID()
		},
			errata.Readings{}, model.Network{Order: model.Bag}, checker.Holds, "no identity but the least one comes back"},
		{electedUponEM, errata.Readings{}, model.Network{}, checker.Holds, "the least identity is the last to come"},
		{electedUponEM, errata.Readings{}, model.Network{Order: model.Bag}, checker.Violated, "in a bag it may overtake others"},
		{func(_ *process, s afa.State, in input) bool { return !s.Started && gets(in, afa.EM) },
			prepares, model.Network{Order: model.Bag}, checker.Holds, "no PING gets around before all are started"},
		{asleepUponEM, prepares, model.Network{}, checker.Holds, "each PING is back before an identity comes"},
		{asleepUponEM, prepares, model.Network{Order: model.Bag}, checker.Violated, "an identity may overtake a PING"},
		{asleepUponEM, errata.Readings{}, model.Network{}, checker.Violated, "without the preparation phase it happens"},
		{asleepUponEM, errata.Readings{}, model.Network{Wake: all}, checker.Holds, "nobody is asleep"},
	} {
		row.net.IDs = []model.ID{4, 1, 3, 2}
		m := mutant{afa.Algorithm{Fixes: fixed, Readings: row.readings}, func(p *process, s afa.State, in input) (afa.State, bool) {
			if row.meets(p, s, in) {
				panic("here it is")
			}
			return s, false
		}}
		if got := verdictOn(t, m, row.net, "well-formed"); got != row.never {
			t.Errorf("never: got %v, want %v: %s", got, row.never, row.reason)
		}
	}
}
