// Command realcode checks mutable code, on its way from the first error to a
// verdict.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
)

// A server gives one vote, to whoever asks first. It leads with more than half of
// the votes.
type server struct {
	id, n  int
	vote   int // whom it has voted for; 0: nobody
	votes  map[int]bool
	leads  bool
	logger *log.Logger
}

type message struct {
	from, to int
	kind     string // "ask" or "grant"
}

func newServer(id, n, vote int) *server {
	return &server{id: id, n: n, vote: vote, votes: map[int]bool{}, logger: log.New(os.Stderr, "", 0)}
}

// onTimeout asks all others for their votes.
func (s *server) onTimeout() (out []message) {
	s.vote, s.votes[s.id] = s.id, true
	for to := 1; to <= s.n; to++ {
		if to != s.id {
			out = append(out, message{s.id, to, "ask"})
		}
	}
	return out
}

// onMessage grants a request, or counts a grant.
func (s *server) onMessage(m message) []message {
	switch {
	case m.kind == "grant":
		s.votes[m.from] = true
		s.leads = 2*len(s.votes) > s.n
	case s.vote == 0 || s.vote == m.from:
		s.vote = m.from
		return []message{{s.id, m.from, "grant"}}
	}
	return nil
}

// An object is a server as the checker drives it.
type object struct {
	*server
	persists bool
}

func (o object) Take(in realcode.Input) (effects []realcode.Effect) {
	var out []message
	if in.Kind == model.Timeout {
		out = o.onTimeout()
	} else {
		var m message
		fmt.Sscan(in.Msg.Bytes, &m.kind, &m.from, &m.to)
		out = o.onMessage(m)
	}
	if o.persists {
		effects = append(effects, realcode.Persist(fmt.Sprint(o.vote)))
	}
	for _, m := range out {
		bytes, text := fmt.Sprintf("%s %d %d", m.kind, m.from, m.to), fmt.Sprintf("%s(%d>%d)", m.kind, m.from, m.to)
		effects = append(effects, realcode.Send(model.Port(m.to-1), realcode.Message{Bytes: bytes, Text: text}))
	}
	return effects
}

// Ready sets the election timeout while the server has not voted.
func (o object) Ready() model.Spontaneous {
	if o.vote == 0 {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}

func (o object) Observe() model.Status {
	if o.leads {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

// A run is a check of three servers.
type run struct {
	title    string
	leaveOut []string
	faults   model.Faults
	persists bool
}

func (r run) check() error {
	a, err := realcode.New(realcode.Code{
		Name:     "voting",
		Needs:    model.Needs{Knowledge: model.KnowID | model.KnowN},
		LeaveOut: r.leaveOut,
		New: func(p realcode.Place, disk string) realcode.Object {
			vote := 0
			fmt.Sscan(disk, &vote)
			return object{newServer(int(p.ID), p.N, vote), r.persists}
		},
	})
	if err != nil {
		return err
	}
	s, err := model.New(a, model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{1, 2, 3}, Faults: r.faults})
	if err != nil {
		return err
	}
	report, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{properties.UniquenessEver()}})
	if err != nil {
		return err
	}
	v := report.Verdicts[0]
	fmt.Printf("%s: %v in %d configurations\n", v.Property.Name, v.Result, report.Configurations)
	if v.Execution != nil {
		for _, e := range v.Execution.Lasso().Events() {
			fmt.Println(" ", e)
		}
	}
	return nil
}

func main() {
	logger, crash := []string{"main.server.logger"}, model.Faults{Crash: 1, Restart: 1}
	for _, r := range []run{
		{title: "first run"},
		{title: "without the logger", leaveOut: logger},
		{title: "with a crash and a restart", leaveOut: logger, faults: crash},
		{title: "the vote is persisted", leaveOut: logger, faults: crash, persists: true},
	} {
		fmt.Printf("%s:\n", r.title)
		if err := r.check(); err != nil {
			fmt.Println(err)
		}
	}
}
