package clientgo

import (
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// maxWaiting bounds the requests and answers that a server holds back at a time.
const maxWaiting = 4

// A Stored is the state of the API server: one Lease and its version, which grows with
// each change, and the calls that it holds back.
type Stored struct {
	version  int // 0: there is no Lease
	record   record
	released bool // an elector has released the lease of another
	late     int  // calls that may still be late
	waiting  [maxWaiting]waiting
}

// waiting is a call that is held back.
type waiting struct {
	rounds int // until it goes on, that of now included; 0: none
	port   model.Port
	msg    goroutines.Message
	answer bool // msg is the answer
}

func (s Stored) String() string {
	if s.version == 0 {
		return "no-lease"
	}
	return reply{version: s.version, record: s.record}.String()
}

// server is the program of the API server.
type server struct {
	options Options
	values  *goroutines.Algorithm
}

func (server) Name() string { return "apiserver" }

func (x server) Needs() model.Needs {
	return model.Needs{Topologies: []model.Topology{model.Star}, Timings: []model.Timing{model.Lockstep}, Knowledge: model.KnowLabel | model.KnowNeighbours}
}

func (x server) Init(model.Self) Stored { return Stored{late: x.options.Late} }

func (server) Ready(_ model.Self, s Stored) model.Spontaneous {
	return model.Spontaneous{Round: s.waiting != [maxWaiting]waiting{}}
}

func (server) Observe(_ model.Self, s Stored) model.Status { return s.status() }

func (x server) Step(p *model.Process[goroutines.Message], s Stored, in model.Input[goroutines.Message]) Stored {
	switch in.Kind {
	case model.Receive:
		return x.receive(p, s, in.Port, in.Msg)
	case model.Round:
		return x.round(p, s)
	}
	return s
}

// The ways in which the server takes a call, if it may still be late.
const (
	punctual = iota
	handledLate
	answeredLate
	ways
)

// receive handles a call at once or late, and answers it at once or late.
func (x server) receive(p *model.Process[goroutines.Message], s Stored, q model.Port, m goroutines.Message) Stored {
	way := punctual
	if s.late > 0 {
		way = p.Choose(ways)
	}
	if way != punctual {
		s.late--
	}
	if way == handledLate {
		return x.hold(s, waiting{x.options.Delay + 1, q, m, false})
	}
	next, answer := x.handle(p.Neighbour(q), s, m)
	if way == answeredLate {
		return x.hold(next, waiting{x.options.Delay + 1, q, answer, true})
	}
	p.Send(q, answer)
	return next
}

func (x server) hold(s Stored, w waiting) Stored {
	for i := range s.waiting {
		if s.waiting[i].rounds == 0 {
			s.waiting[i] = w
			return s
		}
	}
	panic("clientgo: the server holds too many calls back")
}

// round ends the time of calls that are held back.
func (x server) round(p *model.Process[goroutines.Message], s Stored) Stored {
	for i, w := range s.waiting {
		switch {
		case w.rounds > 1:
			s.waiting[i].rounds--
		case w.rounds == 1 && w.answer:
			s.waiting[i] = waiting{}
			p.Send(w.port, w.msg)
		case w.rounds == 1:
			s.waiting[i] = waiting{}
			var answer goroutines.Message
			s, answer = x.handle(p.Neighbour(w.port), s, w.msg)
			p.Send(w.port, answer)
		}
	}
	return s
}

// handle handles a call and returns the answer to it.
func (x server) handle(from model.ID, s Stored, m goroutines.Message) (Stored, goroutines.Message) {
	next, a := s.take(from, x.values.Value(m).(request))
	answer, err := x.values.Answer(m, a, nil)
	if err != nil {
		panic(err)
	}
	return next, answer
}

// take does as an API server: a Lease is created once, an update needs the version
// that is stored, and the duration of a Lease is positive.
func (s Stored) take(from model.ID, q request) (Stored, reply) {
	refused := meta.StatusReason("")
	switch {
	case q.verb == "create" && s.version > 0:
		refused = meta.StatusReasonAlreadyExists
	case q.verb != "create" && s.version == 0:
		refused = meta.StatusReasonNotFound
	case q.verb == "update" && q.version != s.version:
		refused = meta.StatusReasonConflict
	case q.verb != "get" && (q.record.seconds <= 0 || q.record.transitions < 0):
		refused = meta.StatusReasonInvalid
	case q.verb != "get":
		s.released = s.released || q.record.holder == "" && s.record.holder != "" && s.record.holder != Name(from)
		s.version, s.record = s.version+1, q.record
	}
	if refused != "" {
		return s, reply{refused: refused}
	}
	return s, reply{version: s.version, record: s.record}
}

// status shows who holds the lease.
func (s Stored) status() model.Status {
	return model.Status{Aside: true, Own: Lease{s.record.holder, s.released}}
}
