package itairodeh_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/itairodeh"
)

type (
	algorithm = itairodeh.Algorithm
	state     = itairodeh.State
	message   = itairodeh.Message
)

var (
	asleep  = state{}
	active  = state{Phase: itairodeh.Active, ID: 2}
	passive = state{Phase: itairodeh.Passive}
	leader  = state{Phase: itairodeh.Leader}
)

func clean(j, hop int) message { return message{J: j, Hop: hop} }
func dirty(j, hop int) message { return message{J: j, Hop: hop, Dirty: true} }

// TestStepFollowsTheText is about a process on a ring of three, with two
// identities to choose from: an outcome is written as state, then sends.
func TestStepFollowsTheText(t *testing.T) {
	chosen := []string{"active,id=1 TOKEN(1,1,clean)", "active,id=2 TOKEN(2,1,clean)"}
	for _, row := range []struct {
		state    state
		message  message // the zero value: it wakes
		outcomes []string
		line     string // the words of the source
		reason   string
	}{
		{asleep, message{}, chosen, "1: choose an identity from 1..K at random", "it wakes"},
		{asleep, clean(2, 1),
			[]string{"passive TOKEN(1,1,clean) TOKEN(2,2,clean)", "active,id=2 TOKEN(2,1,clean) TOKEN(2,2,dirty)"},
			"4: so does a processor at which a message arrives before that; then it handles the message", "1 < 2, 2 = 2"},
		{passive, clean(1, 1), []string{"passive TOKEN(1,2,clean)"}, "6: a passive processor only passes it on", "any identity"},
		{passive, dirty(1, 3), []string{"passive TOKEN(1,4,dirty)"}, "6: a passive processor only passes it on", "not its own, at any hop"},
		{passive, dirty(1, 4), []string{"passive TOKEN(1,4,dirty)"}, "6: a passive processor only passes it on", "hops beyond n are not told apart"},
		{leader, clean(1, 1), []string{"leader"}, "7: whoever is neither active nor passive is the leader", "it is done"},
		{active, clean(2, 3), []string{"leader"}, "8: if hop = n and mark = clean", "nobody else has chosen 2"},
		{active, dirty(2, 3), chosen, "10: if hop = n and mark = dirty", "somebody else has chosen 2"},
		{active, clean(2, 1), []string{"active,id=2 TOKEN(2,2,dirty)"}, "12: if hop < n and j = id", "somebody else's, like its own"},
		{active, dirty(2, 2), []string{"active,id=2 TOKEN(2,3,dirty)"}, "12: if hop < n and j = id", "dirty stays dirty"},
		{active, clean(3, 2), []string{"passive TOKEN(3,3,clean)"}, "14: if hop < n and j > id", "3 > 2"},
		{active, dirty(3, 2), []string{"passive TOKEN(3,3,dirty)"}, "14: if hop < n and j > id", "the mark is kept"},
		{active, clean(1, 2), []string{"active,id=2"}, "16: if hop < n and j < id", "swallowed"},
	} {
		if diff := cmp.Diff(row.outcomes, react(t, row.state, row.message)); diff != "" {
			t.Errorf("%v upon %v: %s\nline %s\noutcomes (-want +got):\n%s", row.state, row.message, row.reason, row.line, diff)
		}
	}
}

// react returns the outcomes of a step: the local state and the messages sent. All
// sends go left.
func react(t *testing.T, s state, m message) []string {
	t.Helper()
	tables := compiled.New(system(t, algorithm{K: 2}, model.Network{N: 3}))
	tables.Repeat = true
	in := compiled.Input{Kind: model.Wake, Msg: -1}
	if m != (message{}) {
		in = compiled.Input{Kind: model.Receive, Port: 1, Msg: tables.Message(m)}
	}
	var texts []string
	for _, o := range tables.Step(0, tables.Local(0, s), in) {
		if o.Failure != "" {
			t.Fatalf("%v upon %v: %s", s, m, o.Failure)
		}
		words := []string{fmt.Sprint(tables.Value(0, o.Next))}
		for _, sent := range o.Sends {
			if sent.Port != 0 {
				t.Errorf("%v upon %v: sends to port %d, not to the left", s, m, sent.Port)
			}
			words = append(words, tables.MessageText(sent.Msg))
		}
		texts = append(texts, strings.Join(words, " "))
	}
	return texts
}

// system returns the system of an algorithm on an anonymous ring.
func system(t *testing.T, a model.Algorithm[state, message], net model.Network) *model.System {
	t.Helper()
	net.Topology = model.UnidirectionalRing
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReadyAndObserve(t *testing.T) {
	for _, row := range []struct {
		state  state
		wakes  bool
		role   model.Role
		reason string
	}{
		{asleep, true, model.Undecided, "it may wake"},
		{active, false, model.Candidate, "it has started, and may win"},
		{passive, false, model.Lost, "it cannot win any more"},
		{leader, false, model.Won, "it has won"},
	} {
		a := algorithm{}
		if got := a.Ready(model.Self{}, row.state); got != (model.Spontaneous{Wake: row.wakes}) {
			t.Errorf("%v: reacts to %+v, want wake %t: %s", row.state, got, row.wakes, row.reason)
		}
		if diff := cmp.Diff(model.Status{Role: row.role}, a.Observe(model.Self{}, row.state)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestNeedsNAndAUnidirectionalRing(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		says   string
		reason string
	}{
		{model.Network{Topology: model.Ring, N: 2}, "itairodeh: topology ring; allowed: unidirectional-ring", "tokens would travel both ways"},
		{model.Network{Topology: model.UnidirectionalRing, N: 2, Grants: model.KnowLabel},
			"itairodeh: does not grant N, which the algorithm reads", "n is how a token is known to be back"},
	} {
		_, err := model.New(algorithm{}, row.net)
		if err == nil || err.Error() != row.says {
			t.Errorf("got error %v, want %q: %s", err, row.says, row.reason)
		}
	}
}
