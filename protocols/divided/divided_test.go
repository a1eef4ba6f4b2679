package divided_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/divided"
	"github.com/interrex/interrex/protocols/errata"
)

// The processes of Divided(2) with 5 processes: the informer, and a ring of
// four. Process p has identity p+1.
const (
	informer = 0 // of the processes 1 and 4
	superior = 1 // a point of the informer, and the informer of process 3
	plain    = 2
	point    = 3 // of process 1
	last     = 4 // a point of the informer
)

// The ports by which messages come.
const (
	ring   = model.Port(1) // of a process of the ring: from the previous one
	above  = model.Port(2) // of a point: from its informer
	below  = model.Port(3) // of process 1: from its point
	first  = model.Port(0) // of the informer: from process 1
	second = model.Port(1) // of the informer: from process 4
)

// reaction is the step of a process in a local state upon a message, or waking
// or suspecting where there is none.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	process  int
	state    divided.State
	port     model.Port
	message  divided.Message
	next     divided.State
	sends    []string // port and message
	line     string   // the words of the source
	reason   string
}

const fixed = errata.Corrected

var (
	wake    = divided.Message{Kind: 255} // no message: it wakes
	suspect = divided.Message{Kind: 254} // no message: it takes who is behind the port to be down
	crash   = divided.Message{Kind: divided.Crash}
	inform  = divided.Message{Kind: divided.Inform}
	reply   = divided.Message{Kind: divided.Reply}
	divide  = divided.Message{Kind: divided.Divide}
)

func election(by, biggest model.ID) divided.Message {
	return divided.Message{Kind: divided.Election, By: by, ID: biggest}
}

func part(by, biggest model.ID) divided.Message {
	m := election(by, biggest)
	m.Part = true
	return m
}

func info(id model.ID) divided.Message { return divided.Message{Kind: divided.Info, ID: id} }
func coordinator(id, by model.ID) divided.Message {
	return divided.Message{Kind: divided.Coordinator, ID: id, By: by}
}

// in returns a local state, given as changes of the initial one.
func in(changes ...func(*divided.State)) divided.State {
	var s divided.State
	for _, change := range changes {
		change(&s)
	}
	return s
}

func aware(s *divided.State)    { s.Heard = true }
func detected(s *divided.State) { s.Heard, s.Detected, s.Sent = true, true, true }
func sent(s *divided.State)     { s.Heard, s.Sent = true, true }
func called(s *divided.State)   { s.Heard, s.Called = true, true }
func divides(s *divided.State)  { s.Heard, s.Divides, s.Asked = true, true, true }
func split(s *divided.State)    { s.Asked, s.Split = true, true }
func asked(s *divided.State)    { s.Asked = true }

func ended(best model.ID) func(*divided.State) {
	return func(s *divided.State) { s.Ended, s.Best = true, best }
}
func best(id model.ID) func(*divided.State) { return func(s *divided.State) { s.Best = id } }
func leads(id model.ID) func(*divided.State) {
	return func(s *divided.State) { s.Leader = id }
}
func replied(ports ...model.Port) func(*divided.State) {
	return func(s *divided.State) { s.Replied = model.Ports(ports...) }
}
func given(ports ...model.Port) func(*divided.State) {
	return func(s *divided.State) { s.Given = model.Ports(ports...) }
}
func lost(ports ...model.Port) func(*divided.State) {
	return func(s *divided.State) { s.Lost = model.Ports(ports...) }
}

func TestRingFollowsTheText(t *testing.T) {
	none := errata.Readings{}
	check(t, []reaction{
		{0, none, plain, in(), 0, wake, in(detected), []string{"0:ELECTION(starter=3,biggest=3)"},
			"2: it wheels election in the main ring", "it is no point"},
		{0, none, point, in(), 0, wake, in(detected, called), []string{"0:ELECTION(starter=4,biggest=4)", "2:CRASH"},
			"5: each node that is a point of the informer and has detected the crash", "it is a point"},
		{0, none, plain, in(), ring, election(2, 2), in(sent), []string{"0:ELECTION(starter=2,biggest=3)"},
			"3: puts in its number as the biggest if that is bigger", "3 > 2"},
		{0, none, point, in(), ring, election(5, 5), in(sent, called), []string{"2:CRASH", "0:ELECTION(starter=5,biggest=5)"},
			"5: or received election sends crash", "once"},
		{0, none, point, in(sent, called), ring, election(5, 5), in(sent, called), []string{"0:ELECTION(starter=5,biggest=5)"},
			"5: or received election sends crash", "it has done so"},
		{0, none, plain, in(detected), ring, election(3, 5), in(detected, leads(5)), []string{"0:COORDINATOR(5,by=3)"},
			"4: when election is back, its sender takes the biggest number", "it is back"},
		{0, none, plain, in(), ring, coordinator(5, 1), in(aware, leads(5)), []string{"0:COORDINATOR(5,by=1)"},
			"14: wheels this coordinator in its subring", "it is no D_i"},
		{0, none, point, in(sent, called), above, inform, in(sent, called), []string{"2:REPLY"},
			"7: each point that is not down sends a reply back", "it is up"},
		{0, none, last, in(), above, divide, in(divides, sent, split), []string{"0:ELECTION(divides=5,biggest=5)"},
			"9: if it has not sent election yet, wheels election in its subring", "it has not"},
		{0, none, last, in(sent), above, divide, in(divides, sent, split), nil,
			"9: if it has not sent election yet", "it has"},
		{0, none, last, in(divides, called, split), ring, election(4, 4), in(divides, called, split, ended(4)), []string{"2:INFO(4)"},
			"11: and gives its information to the informer", "of any message"},
		{0, none, last, in(called), ring, part(4, 4), in(called, sent), []string{"0:ELECTION(divides=4,biggest=5)"},
			"10: each D_i that has received election kills it", "it is no D_i yet"},
		{0, none, last, in(divides, split), above, coordinator(5, 0), in(divides, split, leads(5)), []string{"0:COORDINATOR(5,by=5)"},
			"14: each D_i wheels this coordinator in its subring", "from the informer"},
		{0, none, last, in(divides, split), ring, coordinator(5, 4), in(divides, split, leads(5)), []string{"0:COORDINATOR(5,by=4)"},
			"14: in its subring", "nobody is said to kill it"},
	})
}

func TestInformerFollowsTheText(t *testing.T) {
	none := errata.Readings{}
	check(t, []reaction{
		{0, none, informer, in(), first, crash, in(asked), []string{"0:ELECTION", "1:ELECTION"},
			"6: the informer sends election to all of its points", "the first crash message"},
		{0, none, informer, in(asked), second, crash, in(asked), nil,
			"6: the informer sends election to all of its points", "once"},
		{0, none, informer, in(asked), first, reply, in(asked, replied(first)), nil,
			"8: if the informer has received more than one reply", "it has one"},
		{0, none, informer, in(asked, replied(first)), second, reply, in(split, replied(first, second)), []string{"0:DIVIDE", "1:DIVIDE"},
			"8: it sends divide to the points that have replied", "it has two"},
		{0, none, informer, in(asked, replied(first)), second, suspect, in(asked, replied(first), lost(second)), nil,
			"8: more than one reply", "the other one is down"},
		{0, none, informer, in(split, replied(first, second)), first, info(3), in(split, replied(first, second), given(first), best(3)), nil,
			"12: when the informer has the information of all D_i's", "one is missing"},
		{0, none, informer, in(split, replied(first, second), given(first), best(3)), second, info(2),
			in(split, replied(first, second), given(first, second), best(3), leads(3)), []string{"0:COORDINATOR(3)", "1:COORDINATOR(3)"},
			"12: it selects the best", "3 > 2; 13: to all of the D_i's"},
		{0, none, superior, in(), above, divide, in(divides), []string{"3:ELECTION"},
			"16: the subrings can be divided again", "it asks its own point"},
		{0, none, superior, in(divides), below, reply, in(divides, split, sent, replied(below)), []string{"3:DIVIDE", "0:ELECTION(divides=2,biggest=2)"},
			"16: the subrings can be divided again", "its point and itself are two"},
		{0, none, superior, in(divides), below, suspect, in(divides, split, sent, lost(below)), []string{"0:ELECTION(divides=2,biggest=2)"},
			"16: the subrings can be divided again", "its point is down"},
		{0, none, superior, in(divides, split, replied(below), ended(3)), below, info(4), in(divides, split, replied(below), given(below), ended(4)), []string{"2:INFO(4)"},
			"11: and gives its information to the informer", "with that of its point"},
		{0, none, superior, in(), below, crash, in(called), []string{"2:CRASH"},
			"5: sends crash to the informer", "its point has sent crash"},
		{0, none, superior, in(divides, split, replied(below)), above, coordinator(5, 0), in(divides, split, replied(below), leads(5)),
			[]string{"3:COORDINATOR(5)", "0:COORDINATOR(5,by=2)"},
			"13: to all of the D_i's", "of its subring too"},
	})
}

func TestFixesAndReadings(t *testing.T) {
	none, rivals, late := errata.Readings{}, errata.Readings{divided.Rivals: 1}, errata.Readings{divided.Aware: 1}
	check(t, []reaction{
		{fixed, none, last, in(sent), above, divide, in(divides, sent, split), []string{"0:ELECTION(divides=5,biggest=5)"},
			"9: wheels election in its subring", "E1: whatever it has sent"},
		{fixed, none, last, in(divides, called, split), ring, election(4, 4), in(divides, called, split), nil,
			"11: and gives its information to the informer", "E2: not of this message"},
		{fixed, none, last, in(divides, called, split), ring, part(4, 4), in(divides, called, split, ended(4)), []string{"2:INFO(4)"},
			"11: and gives its information to the informer", "E2: of this one"},
		{fixed, none, last, in(called), ring, part(4, 4), in(called, ended(4)), nil,
			"10: each D_i that has received election kills it", "E3: it will be a D_i"},
		{fixed, none, last, in(called, ended(4)), above, divide, in(called, divides, split, sent, ended(4)), []string{"0:ELECTION(divides=5,biggest=5)", "2:INFO(4)"},
			"11: and gives its information to the informer", "E3: now"},
		{fixed, none, last, in(divides, split), ring, coordinator(5, 4), in(divides, split, leads(5)), nil,
			"14: in its subring", "E4: the next one begins here"},
		{fixed, none, plain, in(detected, leads(5)), ring, coordinator(5, 3), in(detected, leads(5)), nil,
			"4: wheels coordinator in the ring", "E4: it is back"},
		{fixed, rivals, plain, in(detected), ring, part(2, 2), in(detected), nil,
			"17: kills the message of another if its own number is bigger", "R1=b: 3 > 2, that of a D_i too"},
		{fixed, rivals, plain, in(detected), ring, election(4, 4), in(detected), []string{"0:ELECTION(starter=4,biggest=4)"},
			"18: and lets it go round", "R1=b: 3 < 4"},
		{fixed, errata.Readings{divided.Rivals: 2}, plain, in(detected), ring, election(4, 4), in(detected), nil,
			"17: kills the message of another if its own number is bigger", "R1=c: it comes from 2"},
		{fixed, errata.Readings{divided.Rivals: 3}, plain, in(detected), ring, part(2, 2), in(detected), []string{"0:ELECTION(divides=2,biggest=3)"},
			"3: forwards it to the next process", "R1=d: not that of a D_i"},
		{fixed, errata.Readings{divided.Rivals: 3}, plain, in(detected), ring, election(2, 2), in(detected), nil,
			"17: kills the message of another if its own number is bigger", "R1=d: 3 > 2"},
		{fixed, late, plain, in(sent), 0, wake, in(detected), []string{"0:ELECTION(starter=3,biggest=3)"},
			"1: a node has detected that the coordinator has crashed", "R2=b: it has heard of it"},
	})
}

// TestSecondReply is R3 at an informer with three points.
func TestSecondReply(t *testing.T) {
	all, two, each := errata.Readings{}, errata.Readings{divided.Replies: 1}, errata.Readings{divided.Replies: 2}
	const third model.Port = 2
	both := in(split, replied(first, second))
	checkOn(t, divided.Divisions(5, 3, 1), []reaction{
		{0, all, informer, in(asked, replied(first)), second, reply, in(asked, replied(first, second)), nil,
			"8: if the informer has received more than one reply", "R3=a: the third may reply too"},
		{0, all, informer, in(asked, replied(first), lost(second)), third, reply, in(split, replied(first, third), lost(second)), []string{"0:DIVIDE", "2:DIVIDE"},
			"8: it sends divide to the points that have replied", "R3=a: no other can reply"},
		{0, two, informer, in(asked, replied(first)), second, reply, both, []string{"0:DIVIDE", "1:DIVIDE"},
			"8: if the informer has received more than one reply", "R3=b: it has two"},
		{0, two, informer, both, third, reply, both, nil,
			"8: it sends divide to the points that have replied", "R3=b: too late"},
		{0, each, informer, in(asked, replied(first)), second, reply, both, []string{"0:DIVIDE", "1:DIVIDE"},
			"8: if the informer has received more than one reply", "R3=c: it has two"},
		{0, each, informer, both, third, reply, in(split, replied(first, second, third)), []string{"2:DIVIDE"},
			"8: it sends divide to the points that have replied", "R3=c: to this one too"},
	})
}

func check(t *testing.T, rows []reaction) {
	t.Helper()
	checkOn(t, divided.Network(5), rows)
}

func checkOn(t *testing.T, net model.Network, rows []reaction) {
	t.Helper()
	net.IDs = []model.ID{1, 2, 3, 4, 5}
	for _, row := range rows {
		s, err := model.New(divided.Algorithm{Fixes: row.fixes, Readings: row.readings}, net)
		if err != nil {
			t.Fatal(err)
		}
		upon := checkertest.Upon{Kind: model.Receive, Port: row.port, Message: row.message}
		switch row.message {
		case wake:
			upon.Kind = model.Wake
		case suspect:
			upon.Kind = model.Suspect
		}
		checkertest.Reacts(t, s, checkertest.Reaction[divided.State]{
			Process: row.process, From: row.state, Upon: upon, Next: row.next, Sends: row.sends, Line: row.line, Reason: row.reason})
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{election(2, 4), "ELECTION(starter=2,biggest=4)", "in the main ring"},
		{part(2, 4), "ELECTION(divides=2,biggest=4)", "in a subring"},
		{crash, "CRASH", "to the informer"},
		{inform, "ELECTION", "from the informer"},
		{reply, "REPLY", "to the informer"},
		{divide, "DIVIDE", "from the informer"},
		{info(4), "INFO(4)", "to the informer"},
		{coordinator(5, 0), "COORDINATOR(5)", "from the informer"},
		{coordinator(5, 2), "COORDINATOR(5,by=2)", "in the ring"},
		{in(), "unaware", "at the start"},
		{in(detected, called, divides, ended(3)), "aware,detected,sent,called,divides,ended,asked,best=3", "a D_i"},
		{in(split, replied(0, 2), lost(1), given(0), leads(5)), "unaware,asked,replied=[0 2],lost=[1],split,given=[0],leader=5", "the informer"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestNetwork(t *testing.T) {
	for _, row := range []struct {
		n      int
		points [][]int // by informer
		reason string
	}{
		{2, [][]int{{1}}, "one process in the ring"},
		{4, [][]int{{1, 3}}, "subrings of two and one"},
		{5, [][]int{{1, 4}, {3}}, "Divided(2): the subring of three is divided again"},
		{8, [][]int{{1, 7}, {4, 3}, {6}}, "Divided(3): the subring of six is divided into two of three, and each of them"},
	} {
		net := divided.Network(row.n)
		var got [][]int
		for p, ports := range net.Graph {
			if p > 0 {
				ports = ports[min(3, len(ports)):]
			}
			if len(ports) > 0 {
				got = append(got, ports)
			}
		}
		if diff := cmp.Diff(row.points, got); diff != "" {
			t.Errorf("n=%d: points (-want +got): %s\n%s", row.n, row.reason, diff)
		}
	}
}

// TestDivisions names the points of each informer.
func TestDivisions(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		points map[int][]int // by informer
		reason string
	}{
		{divided.Divisions(17, 4, 1), map[int][]int{0: {1, 5, 9, 13}}, "figure 5: four parts of four"},
		{divided.Divisions(6, 4, 1), map[int][]int{0: {1, 2, 3, 4}}, "the last part has two"},
		{divided.Divisions(3, 4, 1), map[int][]int{0: {1, 2}}, "no more points than processes"},
		{divided.Divisions(17, 2, 2), map[int][]int{0: {1, 9}, 1: {5}, 9: {13}}, "each part is divided in the middle"},
		{divided.Divisions(17, 4, 2), map[int][]int{0: {1, 5, 9, 13}, 1: {2, 3, 4}, 5: {6, 7, 8}, 9: {10, 11, 12}, 13: {14, 15, 16}},
			"figure 6 with parts of one process: all are points"},
		{divided.Divisions(9, 2, 3), map[int][]int{0: {1, 5}, 1: {3, 2}, 3: {4}, 5: {7, 6}, 7: {8}}, "Divided(3)"},
		{divided.Points(9, 2, 3, 7), map[int][]int{0: {2, 3, 7}}, "parts of one, four and three"},
	} {
		got := map[int][]int{}
		for p := range row.net.N {
			own := row.net.Graph[p]
			switch row.net.Labels[p] {
			case divided.Plain:
				own = own[2:]
			case divided.Point:
				own = own[3:]
			}
			for _, q := range own {
				got[p] = append(got[p], q)
				if row.net.Labels[q] != divided.Point || row.net.Graph[q][2] != p {
					t.Errorf("%s: process %d is no point of %d", row.reason, q, p)
				}
			}
		}
		sorted := func(x, y int) bool { return x < y }
		if diff := cmp.Diff(row.points, got, cmpopts.SortSlices(sorted)); diff != "" {
			t.Errorf("points (-want +got): %s\n%s", row.reason, diff)
		}
	}
}

// TestFigureSix draws random schedules of Divided(2) with u = 4, and of Divided(3), which are
// too large to search: all learn the greatest number, whoever detects the crash.
func TestFigureSix(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 0))
	for _, row := range []struct {
		net    model.Network
		runs   int
		reason string
	}{
		{divided.Divisions(33, 4, 2), 6, "figure 6: 16 parts of two processes"},
		{divided.Divisions(20, 4, 2), 10, "parts of one and of two"},
		{divided.Divisions(28, 3, 3), 6, "Divided(3)"},
		{divided.Points(20, 1, 4, 12), 10, "parts of different lengths"},
	} {
		for range row.runs {
			row.net.IDs = []model.ID{model.ID(row.net.N)}
			for _, p := range random.Perm(row.net.N - 1) {
				row.net.IDs = append(row.net.IDs, model.ID(p+1))
			}
			row.net.Wake = model.WakeSet{Only: random.Perm(row.net.N)[:4]}
			s, err := model.New(divided.Algorithm{Fixes: fixed}, row.net)
			if err != nil {
				t.Fatal(err)
			}
			path := stepwise.NewPath(s)
			for len(path.Enabled()) > 0 {
				path.Follow(path.Enabled()[random.IntN(len(path.Enabled()))], func(int) int { return 0 })
			}
			for p, status := range path.View().Status {
				if started := path.Len() > 0; started && status.Leader != model.ID(row.net.N-1) {
					t.Errorf("%s: process %d names %d after %d events, want %d", row.reason, p, status.Leader, path.Len(), row.net.N-1)
				}
			}
		}
	}
}

func TestNeedsItsNetwork(t *testing.T) {
	_, err := model.New(divided.Algorithm{}, model.Network{Topology: model.HubRing, N: 3, IDs: []model.ID{3, 2, 1}})
	if err == nil || !strings.Contains(err.Error(), "divided: topology hub-ring; allowed: graph") {
		t.Errorf("got error %v, want one that names the topology", err)
	}
}

// TestInformerIsDown is line 15 with more processes than the claims have: all
// that happens is the original ring algorithm, whoever detects the crash.
func TestInformerIsDown(t *testing.T) {
	net := divided.Network(5)
	net.IDs, net.Down = []model.ID{1, 3, 5, 2, 4}, []int{0}
	s, err := model.New(divided.Algorithm{Fixes: fixed}, net)
	if err != nil {
		t.Fatal(err)
	}
	list := []properties.Property{properties.Uniqueness(), properties.Agreement(), properties.Validity(properties.Greatest), properties.Known()}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: model.Weak})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if v.Result != checker.Holds {
			t.Errorf("%s: got %v, want holds", v.Property.Name, v.Result)
		}
	}
}
