package confluent_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
)

// script is an algorithm whose steps a test gives. A local state is the set of
// the events that have happened, a letter each. A process is ready to wake as long
// as it has met "g" or is the last, and has not woken.
type script struct {
	step  func(p *model.Process[string], s, in string) string // the letters of other events
	shows string                                              // the letters that an observer sees
}

func (script) Name() string           { return "script" }
func (script) Init(model.Self) string { return "" }

// Observe shows in the term which of the letters have happened.
func (a script) Observe(_ model.Self, s string) (status model.Status) {
	for i, letter := range a.shows {
		if strings.ContainsRune(s, letter) {
			status.Term |= 1 << i
		}
	}
	return status
}

func (a script) Ready(p model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: !strings.Contains(s, "w") && (strings.Contains(s, "g") || int(p.ID()) == p.N())}
}

func (a script) Step(p *model.Process[string], s string, in model.Input[string]) string {
	letter := in.Msg
	switch in.Kind {
	case model.Wake:
		letter = "w"
	case model.Timeout:
		letter = strconv.Itoa(int(in.Timer))
	case model.Suspect:
		letter = "s"
	}
	return letters(s + letter + a.step(p, s, letter))
}

// letters returns the set of the letters of a text.
func letters(text string) string {
	list := strings.Split(text, "")
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "")
}

// timedScript is a script whose last process but one measures time: it has timers, each
// for its digit, and suspects the process behind a port.
type timedScript struct {
	script
	timers  []model.Span // how long timer 0, 1, ... runs
	suspect model.PortSet
	varying string // the letter upon which durations change: of timer 0, and of the suspicion
	slower  model.Span
	soonest int // of the suspicion, before
}

func (a timedScript) Ready(p model.Self, s string) model.Spontaneous {
	ready := a.script.Ready(p, s)
	if int(p.ID()) == p.N()-1 {
		for t := range a.timers {
			if !strings.Contains(s, strconv.Itoa(t)) && (t > 0 || strings.Contains(s, "m")) {
				ready.Timers |= model.Timers(uint8(t))
			}
		}
		if !strings.Contains(s, "s") {
			ready.Suspect = a.suspect
		}
	}
	return ready
}

func (a timedScript) Durations(_ model.Self, s string) model.Durations {
	d := model.Durations{Suspect: model.Span{Least: a.soonest, Greatest: 1}}
	copy(d.Timers[:], a.timers)
	if strings.Contains(s, a.varying) {
		d.Timers[0], d.Suspect = a.slower, a.slower
	}
	return d
}

// passes is a process that passes a message on, to one that may run out of time before.
func passes(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 3:
		p.Send(0, "m")
	case in == "m" && p.ID() == 1:
		p.Send(0, "x")
	case in == "x" && strings.Contains(s, "1"):
		return "o"
	}
	return ""
}

// awaits is a process that is sent "m". Upon it timer 0 starts: it runs longer than timer
// 2 if timer 1 has run out before.
func awaits(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 2:
		p.Send(1, "m")
	case in == "0" && strings.Contains(s, "2"):
		return "o"
	}
	return ""
}

// hurries is a process that is sent "m" and "g". After "g" it suspects later; but it may
// notice before "m" a suspicion that it has already.
func hurries(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 2:
		p.Send(1, "m")
		p.Send(1, "g")
	case in == "s" && strings.Contains(s, "g") && !strings.Contains(s, "m"):
		return "o"
	}
	return ""
}

// suspects is a process that is sent "m", after which it suspects later. It notices that
// it suspects between its timers.
func suspects(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 2:
		p.Send(1, "m")
	case in == "s" && strings.Contains(s, "1") && !strings.Contains(s, "2"):
		return "o"
	}
	return ""
}

func newScript(t *testing.T, a model.Algorithm[string, string], net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// late is a process that is sent "a", "b" and "g" in one step; it notices only
// that "b" comes after it has woken and before "a". Nobody meets that who takes all
// three at once: but two may have to wait.
func late(p *model.Process[string], s, in string) string {
	switch {
	case p.ID() == 2 && in == "w":
		p.Send(1, "a")
		p.Send(1, "b")
		p.Send(1, "g")
	case in == "b" && strings.Contains(s, "w") && !strings.Contains(s, "a"):
		return "o"
	}
	return ""
}

// scripts are the systems of conditions for which no random one was found.
func scripts(t *testing.T) map[string]*model.System {
	t.Helper()
	ring := model.Network{N: 3, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowN,
		Timing: model.Bounded, Wake: model.WakeSet{All: true}}
	couple := model.Network{N: 2, Topology: model.Complete, IDs: []model.ID{1, 2}, Grants: model.KnowID | model.KnowN,
		Timing: model.Bounded, Wake: model.WakeSet{All: true}}
	frail := couple
	frail.Faults.Crash, frail.Order = 1, model.Bag
	passed := newScript(t, timedScript{script: script{step: passes}, timers: []model.Span{{}, model.Exactly(2)}}, ring)
	return map[string]*model.System{
		"earlySilent":  passed,
		"closedUrgent": passed,
		"earlyClocks": newScript(t, timedScript{script: script{step: awaits}, varying: "never",
			timers: []model.Span{model.Exactly(2), model.Exactly(1), model.Exactly(3)}}, couple),
		"crashDue": newScript(t, timedScript{script: script{step: hurries}, varying: "g", slower: model.Exactly(4), suspect: model.Ports(1)}, frail),
		"crashClocks": newScript(t, timedScript{script: script{step: suspects}, varying: "m", slower: model.Exactly(4), soonest: 1, suspect: model.Ports(1),
			timers: []model.Span{model.Exactly(1), model.Exactly(2), model.Exactly(3)}}, frail),
		"reliedIsMet": newScript(t, script{step: late}, model.Network{N: 2, Topology: model.Complete, Order: model.Bag, IDs: []model.ID{1, 2},
			Grants: model.KnowID | model.KnowN}),
	}
}
