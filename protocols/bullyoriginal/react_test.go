package bullyoriginal_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	bully "github.com/interrex/interrex/protocols/bullyoriginal"
	"github.com/interrex/interrex/protocols/errata"
)

// reaction is the step that the process with identity 2 of three, whose ports lead to 1,
// to itself and to 3, takes in a local state upon an input.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	state    bully.State
	input    checkertest.Upon
	next     bully.State
	sends    []string
	line     string // the words of the source
	reason   string
}

func gets(m bully.Message, from model.ID) checkertest.Upon {
	return checkertest.Upon{Kind: model.Receive, Message: m, Port: port(from)}
}

// port is the port that leads to an identity.
func port(to model.ID) model.Port { return model.Port(to - 1) }

var (
	wakes   = checkertest.Upon{Kind: model.Wake}
	suspect = checkertest.Upon{Kind: model.Suspect, Port: port(3)}
	tick    = checkertest.Upon{Kind: model.Idle}
	expires = checkertest.Upon{Kind: model.Timeout}
	misses  = checkertest.Upon{Kind: model.Timeout, Timer: 1}
)

func check(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		s := system(t, bully.Algorithm{Fixes: row.fixes, Readings: row.readings}, []model.ID{2, 3, 1})
		checkertest.Reacts(t, s, checkertest.Reaction[bully.State]{
			From: row.state, Upon: row.input, Next: row.next, Sends: row.sends, Line: row.line, Reason: row.reason})
	}
}

// checkReady holds the inputs that the process reacts to, and an observer's view of it,
// against a table.
func checkReady(t *testing.T, rows []readiness) {
	t.Helper()
	for _, row := range rows {
		s := system(t, bully.Algorithm{Fixes: row.fixes, Readings: row.readings}, []model.ID{2, 3, 1})
		checkertest.IsReady(t, s, row.state, row.ready, row.status, row.reason)
	}
}

// readiness is the set of messages to which the process with identity 2 of three reacts in a local state, and how an observer sees it.
type readiness struct {
	fixes    errata.Fixes
	readings errata.Readings
	state    bully.State
	ready    model.Spontaneous
	status   model.Status
	reason   string
}

// among is the network of the document, of processes with these identities.
func among(ids []model.ID) model.Network {
	return model.Network{Topology: model.CompleteByID, N: len(ids), IDs: ids, Order: model.Inbox, Timing: model.Timely}
}

// system returns the system of a on the network of the document.
func system(t *testing.T, a bully.Algorithm, ids []model.ID) *model.System {
	t.Helper()
	s, err := model.New(a, among(ids))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
