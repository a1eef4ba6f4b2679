// Command validate runs the ring of the README with goroutines and channels, and
// asks the model whether it could have written the logs.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"sync"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// ring is the model.
type ring struct{}

func (ring) Init(model.Self) model.Role                         { return model.Undecided }
func (ring) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (ring) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}
func (ring) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg > p.ID():
		p.Send(0, in.Msg)
		return model.Lost
	case in.Msg == p.ID():
		return model.Won
	}
	return role
}

// A server is a process of the running system.
type server struct {
	process  int
	id       model.ID
	in, next chan model.ID
	copies   int // of each message that it passes on; all but 1 is a fault
	log      io.Writer
}

// run is one server, until it has won or somebody else has.
func (s *server) run(over context.Context, won func()) {
	role := model.Candidate
	s.did("wake", "", role, s.id)
	for role != model.Won {
		select {
		case <-over.Done():
			return
		case id := <-s.in:
			var sent []model.ID
			switch {
			case id > s.id:
				role = model.Lost
				for range s.copies {
					sent = append(sent, id)
				}
			case id == s.id:
				role = model.Won
			}
			s.did("receive", fmt.Sprint(int(id)), role, sent...)
		}
	}
	won()
}

// did writes the line of an input, and sends.
func (s *server) did(event, message string, role model.Role, sent ...model.ID) {
	line := validate.Line{Process: s.process, Event: event, Message: message, Sends: []validate.Send{}, Status: &validate.Status{Role: role.String()}}
	for _, id := range sent {
		line.Sends = append(line.Sends, validate.Send{Message: fmt.Sprint(int(id))})
	}
	fmt.Fprintln(s.log, line)
	for _, id := range sent {
		s.next <- id
	}
}

// elect runs two servers and returns the log of each.
func elect(copies int) (logs [2]bytes.Buffer) {
	over, won := context.WithCancel(context.Background())
	defer won()
	links := [2]chan model.ID{make(chan model.ID, 10), make(chan model.ID, 10)}
	var servers sync.WaitGroup
	for p := range 2 {
		s := &server{process: p, id: model.ID(p + 1), in: links[p], next: links[1-p], copies: copies, log: &logs[p]}
		servers.Go(func() { s.run(over, won) })
	}
	servers.Wait()
	return logs
}

func main() {
	network := model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}}
	system, err := model.New(ring{}, network)
	if err != nil {
		log.Fatal(err)
	}
	for copies := 1; copies <= 2; copies++ {
		var lines []validate.Line
		logs := elect(copies)
		for p := range logs {
			more, err := validate.Read(fmt.Sprintf("p%d.log", p), &logs[p])
			if err != nil {
				log.Fatal(err)
			}
			lines = append(lines, more...)
		}
		result, err := validate.Log(context.Background(), system, lines, validate.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Text())
	}
}
