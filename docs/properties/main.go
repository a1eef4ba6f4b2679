// Command properties checks a lock, and states its properties in several ways. The
// page docs/properties.md quotes it.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A lock is a server, the centre of a star, with its clients. A client asks once for
// the lock. Whoever is granted it is inside until its timer runs out.
type lock struct{}

type message string

const (
	ask     message = "ask"
	grant   message = "grant"
	release message = "release"
)

func (m message) String() string { return string(m) }

// state is the local state of a process: the last two fields are those of the server.
type state struct {
	Asked, Inside, Left bool
	Taken               bool
	Waiting             model.PortSet // the clients that wait
}

// shown is the part of a process that an observer sees.
type shown struct{ Waits, Inside, Free bool }

func (lock) Init(model.Self) state { return state{} }

func (lock) Observe(p model.Self, s state) model.Status {
	if isServer(p) {
		return model.Status{Own: shown{Free: !s.Taken}}
	}
	return model.Status{Own: shown{Waits: s.Asked && !s.Inside && !s.Left, Inside: s.Inside}}
}

func isServer(p model.Self) bool { return p.Ports() > 1 }

func (lock) Ready(p model.Self, s state) model.Spontaneous {
	switch {
	case s.Inside:
		return model.Spontaneous{Timers: model.Timers(0)}
	case !isServer(p) && !s.Asked:
		return model.Spontaneous{Wake: true}
	}
	return model.Spontaneous{}
}

func (lock) Step(p *model.Process[message], s state, in model.Input[message]) state {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, ask)
		s.Asked = true
	case in.Kind == model.Timeout:
		p.Send(0, release)
		s.Inside, s.Left = false, true
	case in.Msg == grant:
		s.Inside = true
	case in.Msg == ask && s.Taken:
		s.Waiting = s.Waiting.With(in.Port)
	case in.Msg == ask:
		p.Send(in.Port, grant)
		s.Taken = true
	case in.Msg == release && s.Waiting == 0:
		s.Taken = false
	case in.Msg == release:
		next := first(s.Waiting)
		p.Send(next, grant)
		s.Waiting = s.Waiting.Without(next)
	}
	return s
}

func first(ports model.PortSet) model.Port {
	for q := range ports.All() {
		return q
	}
	return 0
}

// exclusion sees the statuses of the processes, two at a time.
func exclusion() properties.Property {
	return properties.NewAlways("exclusion", "at most one client is inside",
		properties.Both(func(a, b shown) bool { return !a.Inside || !b.Inside }))
}

// oneLock sees the messages in flight, too.
func oneLock() properties.Property {
	return properties.NewAlways("one-lock", "the lock is free, held or in flight", func(c properties.Configuration) bool {
		held := properties.Count(c.View(), func(s shown) bool { return s.Free || s.Inside })
		return held+properties.CountInFlight(c, func(m message) bool { return m != ask }) == 1
	})
}

// prompt sees events.
func prompt() properties.Property {
	return properties.NewAlwaysStep("prompt", "whoever is granted the lock is inside at once", func(s properties.Step) bool {
		for m := range properties.Delivered[message](s) {
			if now, ok := properties.OwnOf[shown](s.After.Status(m.To)); ok && m.Msg == grant && !now.Inside {
				return false
			}
		}
		return true
	})
}

// answers sees events, and remembers the questions that are not granted yet.
func answers() properties.Property {
	return properties.NewAlways("answers", "every grant answers a question", properties.Watch(
		func(model.View) int { return 0 },
		func(open int, s properties.Step) int {
			for m := range properties.Sent[message](s) {
				switch m.Msg {
				case ask:
					open++
				case grant:
					open--
				}
			}
			return open
		},
		func(open int) bool { return open >= 0 }))
}

// served sees the statuses of the processes.
func served() properties.Property {
	return properties.NewStabilises("served", "in the end nobody waits",
		properties.Each(func(s shown) bool { return !s.Waits }))
}

// granted sees the status of each client, before and after.
func granted() properties.Property {
	return properties.NewLeadsTo("granted", "whoever waits is inside at last",
		properties.Every(func(s shown) bool { return s.Waits }),
		properties.Every(func(s shown) bool { return s.Inside }))
}

func main() {
	for _, faults := range []model.Faults{{}, {Dup: 1}, {Loss: 1}} {
		system, err := model.New(lock{}, model.Network{Topology: model.Star, N: 3, Faults: faults})
		if err != nil {
			log.Fatal(err)
		}
		report, err := checker.Check(context.Background(), system, checker.Options{
			Properties: []properties.Property{exclusion(), oneLock(), prompt(), answers(), served(), granted()}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("faults: %v; %d configurations\n", faults, report.Configurations)
		for _, v := range report.Verdicts {
			fmt.Printf("  %-10s %v\n", v.Property.Name, v.Result)
			if v.Execution == nil {
				continue
			}
			for _, event := range v.Execution.Lasso().Events() {
				fmt.Printf("    %v\n", event)
			}
		}
	}
}
