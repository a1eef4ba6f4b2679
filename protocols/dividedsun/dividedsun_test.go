package dividedsun_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/dividedsun"
	"github.com/interrex/interrex/protocols/errata"
)

// The processes of the network with 5: the informer, and a ring of four.
// Process p has identity p+1.
const (
	informer = 0
	begins   = 1 // the point at which the subring 1, 2, 3 begins
	plain    = 2
	division = 3
	ends     = 4 // the point at which it ends
)

// The ports by which messages come.
const (
	ring  = model.Port(1) // from the previous process
	sun   = model.Port(3) // from the previous process in the ring of P_m's
	above = model.Port(4) // from the informer
	one   = model.Port(0) // of the informer: from process 1
	four  = model.Port(1) // of the informer: from process 4
)

// reaction is the step of a process in a local state upon a message, or waking
// where there is none.
type reaction struct {
	fixes   errata.Fixes
	process int
	state   dividedsun.State
	port    model.Port
	message dividedsun.Message
	next    dividedsun.State
	sends   []string // port and message
	line    string   // the words of the source
	reason  string
}

const fixed = errata.Corrected

var (
	wake   = dividedsun.Message{Kind: 255} // no message: it wakes
	crash  = dividedsun.Message{Kind: dividedsun.Crash}
	inform = dividedsun.Message{Kind: dividedsun.Inform}
	reply  = dividedsun.Message{Kind: dividedsun.Reply}
	divide = dividedsun.Message{Kind: dividedsun.Divide}
)

func election(by, biggest model.ID) dividedsun.Message {
	return dividedsun.Message{Kind: dividedsun.Election, By: by, ID: biggest}
}

func mcoord(id model.ID) dividedsun.Message {
	return dividedsun.Message{Kind: dividedsun.MCoordinator, ID: id}
}
func info(id model.ID) dividedsun.Message {
	return dividedsun.Message{Kind: dividedsun.Info, ID: id}
}
func coordinator(id, by model.ID) dividedsun.Message {
	return dividedsun.Message{Kind: dividedsun.Coordinator, ID: id, By: by}
}

type change = func(*dividedsun.State)

// in returns a local state, given as changes of the initial one.
func in(changes ...change) dividedsun.State {
	var s dividedsun.State
	for _, apply := range changes {
		apply(&s)
	}
	return s
}

func aware(s *dividedsun.State)    { s.Heard = true }
func detected(s *dividedsun.State) { s.Heard, s.Detected, s.Sent = true, true, true }
func sent(s *dividedsun.State)     { s.Heard, s.Sent = true, true }
func called(s *dividedsun.State)   { s.Heard, s.Called = true, true }
func divides(s *dividedsun.State)  { s.Heard, s.Called, s.Divides = true, true, true }
func told(s *dividedsun.State)     { s.Told = true }
func asked(s *dividedsun.State)    { s.Asked = true }
func split(s *dividedsun.State)    { s.Asked, s.Split = true, true }

func ended(best model.ID) change {
	return func(s *dividedsun.State) { s.Ended, s.Best = true, best }
}
func best(id model.ID) change  { return func(s *dividedsun.State) { s.Best = id } }
func held(id model.ID) change  { return func(s *dividedsun.State) { s.Held = id } }
func leads(id model.ID) change { return func(s *dividedsun.State) { s.Leader = id } }
func replied(ports ...model.Port) change {
	return func(s *dividedsun.State) { s.Replied = model.Ports(ports...) }
}
func given(ports ...model.Port) change {
	return func(s *dividedsun.State) { s.Given = model.Ports(ports...) }
}

func TestStepFollowsTheText(t *testing.T) {
	check(t, []reaction{
		{0, plain, in(), 0, wake, in(detected), []string{"0:ELECTION(starter=3,biggest=3)"},
			"4: wheels election in the main ring", "it is no point"},
		{0, ends, in(), ring, election(2, 4), in(sent, called), []string{"4:CRASH", "0:ELECTION(starter=2,biggest=5)"},
			"5: each point that has received election sends crash", "5 > 4"},
		{0, plain, in(detected), ring, election(3, 5), in(detected, leads(5)), []string{"0:COORDINATOR(5,by=3)"},
			"4: when that is back it takes the biggest number", "it is back"},
		{0, ends, in(called), above, inform, in(called), []string{"4:REPLY"},
			"7: each point that is not down replies", "it is up"},
		{0, begins, in(called), above, divide, in(divides, sent), []string{"0:ELECTION(biggest=2)", "2:ELECTION(biggest=2)"},
			"8: if it has not sent election yet, wheels election in its subring", "9: and in the ring of the P_m's"},
		{0, begins, in(called, sent), above, divide, in(divides, sent), nil,
			"8: if it has not sent election yet", "it has"},
		{0, plain, in(aware), ring, election(0, 2), in(aware), []string{"0:ELECTION(biggest=3)"},
			"9: the biggest number is put in", "3 > 2"},
		{0, division, in(aware), sun, election(0, 2), in(aware), []string{"2:ELECTION(biggest=4)", "0:ELECTION(biggest=4)"},
			"9: and each P_m wheels it in its own subring", "4 > 2"},
		{0, division, in(aware), ring, election(0, 3), in(aware, ended(3)), nil,
			"9: and is kept where the subring ends", "10: waits for both messages"},
		{0, division, in(aware, ended(3)), sun, mcoord(2), in(aware, ended(3)), []string{"2:M-COORDINATOR(3)"},
			"10: and puts in the biggest number", "3 > 2"},
		{0, ends, in(divides), sun, election(0, 4), in(divides, held(4)), nil,
			"12: gives its information to the informer", "its last subring has not ended"},
		{0, ends, in(divides, held(4)), ring, election(0, 3), in(divides, ended(3)), []string{"4:INFO(4)"},
			"12: gives its information to the informer", "it has"},
		{0, ends, in(divides), ring, election(4, 4), in(divides, ended(4)), []string{"4:INFO(4)"},
			"11: each D_i that has received election", "any"},
		{0, ends, in(called), sun, election(0, 4), in(called), []string{"2:ELECTION(biggest=5)", "0:ELECTION(biggest=5)"},
			"11: each D_i that has received election kills it", "it is no D_i yet"},
		{0, ends, in(called), ring, election(0, 4), in(called), []string{"0:ELECTION(biggest=5)"},
			"11: each D_i that has received election kills it", "it is no D_i yet"},
		{0, begins, in(divides), above, coordinator(5, 0), in(divides, told, leads(5)), []string{"2:COORDINATOR(5)", "0:COORDINATOR(5)"},
			"14: each D_i wheels coordinator in its subring", "and in the ring of the P_m's"},
		{0, division, in(aware), sun, coordinator(5, 0), in(aware, told, leads(5)), []string{"2:COORDINATOR(5)", "0:COORDINATOR(5)"},
			"14: and so does each P_m that it comes to", "once into its subring"},
		{0, division, in(aware, told, leads(5)), sun, coordinator(5, 0), in(aware, told, leads(5)), []string{"2:COORDINATOR(5)"},
			"14: and so does each P_m that it comes to", "it has been in its subring"},
		{0, ends, in(divides), ring, coordinator(5, 0), in(divides, leads(5)), []string{"0:COORDINATOR(5)"},
			"14: in its subring", "nobody is said to kill it"},
	})
}

func TestInformerFollowsTheText(t *testing.T) {
	check(t, []reaction{
		{0, informer, in(), one, crash, in(asked), []string{"0:ELECTION", "1:ELECTION"},
			"6: the informer sends election to all of its points", "the first crash message"},
		{0, informer, in(asked), one, crash, in(asked), nil,
			"6: the informer sends election to all of its points", "once"},
		{0, informer, in(asked), one, reply, in(asked, replied(one)), nil,
			"7: if there is more than one reply", "there is one"},
		{0, informer, in(asked, replied(one)), four, reply, in(split, replied(one, four)), []string{"0:DIVIDE", "1:DIVIDE"},
			"7: the informer sends divide to those", "there are two"},
		{0, informer, in(split, replied(one, four)), one, info(3), in(split, replied(one, four), given(one), best(3)), nil,
			"13: when the informer has the information of all D_i's", "one is missing"},
		{0, informer, in(split, replied(one, four), given(one), best(3)), four, info(4),
			in(split, replied(one, four), given(one, four), best(4), leads(4)), []string{"0:COORDINATOR(4)", "1:COORDINATOR(4)"},
			"13: it selects the best, and sends coordinator with it", "4 > 3"},
	})
}

func TestFixes(t *testing.T) {
	check(t, []reaction{
		{fixed, begins, in(called, sent), above, divide, in(divides, sent),
			[]string{"0:ELECTION(biggest=2)", "2:ELECTION(biggest=2)", "2:M-COORDINATOR(2)"},
			"8: wheels election in its subring", "E1: whatever it has sent; E5: and M-coordinator"},
		{fixed, ends, in(divides), ring, election(4, 4), in(divides), nil,
			"12: gives its information to the informer", "E2: not of this message"},
		{fixed, ends, in(called), ring, election(0, 4), in(called, ended(4)), nil,
			"11: each D_i that has received election kills it", "E3: it will be a D_i"},
		{fixed, ends, in(called, ended(4)), sun, mcoord(2), in(called, ended(4), held(2)), nil,
			"12: gives its information to the informer", "E3: not yet"},
		{fixed, ends, in(called, ended(4), held(2)), above, divide, in(divides, sent, ended(4)),
			[]string{"0:ELECTION(biggest=5)", "2:ELECTION(biggest=5)", "2:M-COORDINATOR(5)", "4:INFO(4)"},
			"12: gives its information to the informer", "E3: now"},
		{fixed, ends, in(divides, ended(3)), sun, election(0, 4), in(divides, ended(3)), nil,
			"10: waits for both messages", "E5: for M-coordinator"},
		{fixed, ends, in(divides), ring, coordinator(5, 0), in(divides, leads(5)), nil,
			"14: in its subring", "E4: it ends here"},
		{fixed, division, in(aware), ring, coordinator(5, 0), in(aware, leads(5)), nil,
			"14: in its subring", "E4: it ends here"},
		{fixed, division, in(aware), ring, coordinator(5, 3), in(aware, leads(5)), []string{"0:COORDINATOR(5,by=3)"},
			"4: and wheels coordinator", "around the main ring it goes on"},
		{fixed, plain, in(detected), ring, coordinator(5, 3), in(detected, leads(5)), nil,
			"4: and wheels coordinator", "E4: it is back"},
	})
}

func check(t *testing.T, rows []reaction) {
	t.Helper()
	net := dividedsun.Network(5)
	net.IDs = []model.ID{1, 2, 3, 4, 5}
	for _, row := range rows {
		s, err := model.New(dividedsun.Algorithm{Fixes: row.fixes}, net)
		if err != nil {
			t.Fatal(err)
		}
		upon := checkertest.Upon{Kind: model.Receive, Port: row.port, Message: row.message}
		if row.message == wake {
			upon.Kind = model.Wake
		}
		checkertest.Reacts(t, s, checkertest.Reaction[dividedsun.State]{
			Process: row.process, From: row.state, Upon: upon, Next: row.next, Sends: row.sends, Line: row.line, Reason: row.reason})
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{election(2, 4), "ELECTION(starter=2,biggest=4)", "around the main ring"},
		{election(0, 4), "ELECTION(biggest=4)", "in a subring"},
		{mcoord(4), "M-COORDINATOR(4)", "in the ring of P_m's"},
		{crash, "CRASH", "to the informer"},
		{inform, "ELECTION", "from the informer"},
		{reply, "REPLY", "to the informer"},
		{divide, "DIVIDE", "from the informer"},
		{info(4), "INFO(4)", "to the informer"},
		{coordinator(5, 0), "COORDINATOR(5)", "in a subring"},
		{coordinator(5, 2), "COORDINATOR(5,by=2)", "around the main ring"},
		{in(), "unaware", "at the start"},
		{in(detected, divides, ended(3), held(4), told), "aware,detected,sent,called,divides,ended,told,best=3,held=4", "a D_i"},
		{in(split, replied(0, 2), given(0), leads(5)), "unaware,asked,replied=[0 2],split,given=[0],leader=5", "the informer"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestNetwork(t *testing.T) {
	const p, d, i, o = dividedsun.Point, dividedsun.Division, dividedsun.Informer, dividedsun.Plain
	for _, row := range []struct {
		n      int
		labels []int
		reason string
	}{
		{2, []int{i, p}, "one process in the ring, one point"},
		{3, []int{i, p, p}, "two points"},
		{4, []int{i, p, o, p}, "a subring of two needs no P_m inside"},
		{7, []int{i, p, o, d, o, d, p}, "every second process of the subring is a P_m"},
	} {
		if diff := cmp.Diff(row.labels, dividedsun.Network(row.n).Labels); diff != "" {
			t.Errorf("n=%d: labels (-want +got): %s\n%s", row.n, row.reason, diff)
		}
	}
}

func TestNeedsItsNetwork(t *testing.T) {
	_, err := model.New(dividedsun.Algorithm{}, model.Network{Topology: model.HubRing, N: 3, IDs: []model.ID{3, 2, 1}})
	if err == nil || !strings.Contains(err.Error(), "divided-sun: topology hub-ring; allowed: graph") {
		t.Errorf("got error %v, want one that names the topology", err)
	}
}
