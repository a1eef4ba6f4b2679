package sun_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/sun"
)

// The processes of Sun(2) with 5 processes, R1 = 0..4, R2 = {0,2,4} and
// R3 = {0,4}; process p has identity p+1.
const (
	hub   = 0 // a process of R3
	plain = 1 // a process of R1 only
	inner = 2 // a process of R2 that is not on R3
)

// Ports by which messages come, and go on.
const (
	from1, from2, from3 = model.Port(1), model.Port(3), model.Port(5)
)

// reaction is the step of a process in a local state upon a message, or waking
// where there is none.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	process  int
	state    sun.State
	port     model.Port
	message  sun.Message // the zero value: it wakes
	next     sun.State
	sends    []string // ring and message
	line     string   // the words of the source
	reason   string
}

const fixed = errata.Corrected

func starter(id model.ID) sun.Message     { return sun.Message{Kind: sun.Starter, ID: id} }
func informer(id model.ID) sun.Message    { return sun.Message{Kind: sun.Informer, ID: id} }
func biggest(id model.ID) sun.Message     { return sun.Message{Kind: sun.Biggest, ID: id} }
func mcoord(id model.ID) sun.Message      { return sun.Message{Kind: sun.MCoordinator, ID: id} }
func coordinator(id model.ID) sun.Message { return sun.Message{Kind: sun.Coordinator, ID: id} }

var (
	aware     = sun.State{Heard: true}
	wheeled   = sun.State{Heard: true, Wheeled: true}
	informing = sun.State{Heard: true, Wheeled: true, Informer: true}
)

// with returns s changed.
func with(s sun.State, change func(*sun.State)) sun.State { change(&s); return s }

func ended(s sun.State, rings sun.Rings, biggest model.ID) sun.State {
	s.Ended, s.Biggest = rings, biggest
	return s
}

func held(s sun.State, id model.ID) sun.State { s.Held = id; return s }
func leads(s sun.State, id model.ID) sun.State {
	s.Leader = id
	return s
}
func told(s sun.State) sun.State { s.Told = true; return s }

const both = sun.Rings(3) // R1 and R2

func TestStepFollowsTheText(t *testing.T) {
	none := errata.Readings{}
	check(t, []reaction{
		{0, none, plain, sun.State{}, 0, sun.Message{}, aware, []string{"R1 ELECTION(starter=2)"},
			"2: it wheels an election message in the ring, with its process number as starter", "it has detected the crash"},
		{0, none, plain, sun.State{}, from1, starter(1), aware, []string{"R1 ELECTION(starter=1)"},
			"7: and then forwards the message", "nothing to compare with"},
		{0, none, inner, sun.State{}, from1, starter(1), aware, []string{"R2 ELECTION(starter=1)"},
			"24: election is wheeled in R3, then in R2", "it climbs to the innermost ring"},
		{0, none, hub, sun.State{}, from1, starter(5), informing,
			[]string{"R3 ELECTION(informer=1)", "R1 ELECTION(biggest=1)", "R2 ELECTION(biggest=1)"},
			"4: this message has, as informer, the number of the first P_m", "and 5: an election in each subring"},
		{0, none, hub, informing, from1, starter(5), informing, nil,
			"18: and kills election after that", "it is the informer"},
		{0, none, hub, wheeled, from1, starter(5), informing, []string{"R3 ELECTION(informer=1)"},
			"3: a P_m that receives election starts to wheel it", "as printed, whoever is the informer already"},
		{0, none, hub, sun.State{}, from3, informer(5), wheeled,
			[]string{"R3 ELECTION(informer=5)", "R1 ELECTION(biggest=1)", "R2 ELECTION(biggest=1)"},
			"5: each P_m that receives election starts to wheel an election message", "it is not the informer"},
		{0, none, plain, aware, from1, biggest(1), aware, []string{"R1 ELECTION(biggest=2)"},
			"6: puts its number in place of biggest if its number is bigger", "2 > 1"},
		{0, none, plain, aware, from1, biggest(5), aware, []string{"R1 ELECTION(biggest=5)"},
			"6: puts its number in place of biggest if its number is bigger", "2 < 5"},
		{0, none, inner, aware, from2, biggest(1), wheeled, []string{"R2 ELECTION(biggest=3)", "R1 ELECTION(biggest=3)"},
			"24: election is wheeled in R2, then in R1", "it begins a subring of R1"},
		{0, none, hub, informing, from3, informer(1), informing, []string{"R3 M-COORDINATOR(1)"},
			"9: and sends M-coordinator to the next P_m, with its number as ring-biggest", "its election has returned"},
		{0, none, hub, informing, from3, informer(5), informing, nil,
			"19: kills the messages of other informers", "of bigger ones too"},
		{0, none, hub, wheeled, from1, biggest(4), ended(wheeled, 1, 4), nil,
			"11: the bigger of subring-biggest and its own number", "12: then it waits for M-coordinator"},
		{0, none, hub, wheeled, from3, mcoord(5), held(wheeled, 5), nil,
			"13: that has received both election and M-coordinator", "its subrings have not ended"},
		{0, none, hub, ended(wheeled, both, 4), from3, mcoord(3), ended(wheeled, both, 4), []string{"R3 M-COORDINATOR(4)"},
			"13: takes the bigger of ring-biggest and subring-biggest", "4 > 3"},
		{0, none, hub, informing, from3, mcoord(5), told(leads(informing, 5)),
			[]string{"R3 COORDINATOR(5)", "R1 COORDINATOR(5)", "R2 COORDINATOR(5)"},
			"15: it gets ring-biggest", "without a look at what its subrings have"},
		{0, none, hub, wheeled, from3, coordinator(5), told(leads(wheeled, 5)),
			[]string{"R3 COORDINATOR(5)", "R1 COORDINATOR(5)", "R2 COORDINATOR(5)"},
			"17: and each P_m wheels it into its subring too", "it is not the informer"},
		{0, none, hub, told(leads(informing, 5)), from3, coordinator(5), told(leads(informing, 5)), []string{"R3 COORDINATOR(5)"},
			"16: in the ring of the P_m's", "nobody is said to kill it"},
		{0, none, hub, wheeled, from1, coordinator(5), leads(wheeled, 5), []string{"R1 COORDINATOR(5)"},
			"17: into its subring", "nobody is said to kill it where that ends: it goes into the next one"},
		{0, none, plain, aware, from1, coordinator(5), leads(aware, 5), []string{"R1 COORDINATOR(5)"},
			"17: into its subring", "a process of the subring"},
	})
}

func TestFixes(t *testing.T) {
	none := errata.Readings{}
	check(t, []reaction{
		{fixed, none, hub, informing, from3, mcoord(1), held(informing, 1), nil,
			"13: that has received both", "E1: the informer waits too"},
		{fixed, none, hub, held(ended(informing, 1, 3), 1), from2, mcoord(4), told(leads(ended(informing, both, 4), 4)),
			[]string{"R3 COORDINATOR(4)", "R1 COORDINATOR(4)", "R2 COORDINATOR(4)"},
			"13: takes the bigger", "E1: and compares; E5: R2 ends with M-coordinator"},
		{fixed, none, hub, told(leads(informing, 5)), from3, coordinator(5), told(leads(informing, 5)), nil,
			"16: in the ring of the P_m's", "E2: the informer kills it"},
		{fixed, none, hub, wheeled, from1, coordinator(5), leads(wheeled, 5), nil,
			"17: into its subring", "E2: it ends with the subring"},
		{fixed, none, hub, informing, from3, informer(5), wheeled, []string{"R3 ELECTION(informer=5)"},
			"19: kills the messages of other informers", "E3: not of bigger ones, and it is no informer any more"},
		{fixed, none, hub, wheeled, from1, starter(2), wheeled, nil,
			"3: a P_m that receives election", "E4: it takes part in an election"},
		{fixed, none, hub, sun.State{}, from1, starter(5), informing,
			[]string{"R3 ELECTION(informer=1)", "R1 ELECTION(biggest=1)", "R2 ELECTION(biggest=1)", "R2 M-COORDINATOR(1)"},
			"25: M-coordinator is wheeled in R3", "E5: in R2 too, behind election"},
		{fixed, none, hub, wheeled, from2, biggest(5), with(wheeled, func(s *sun.State) { s.Biggest = 5 }), nil,
			"10: kills it", "E5: R2 ends with M-coordinator"},
		{fixed, none, inner, ended(wheeled, 1, 4), from2, mcoord(1), ended(wheeled, 1, 4), []string{"R2 M-COORDINATOR(4)"},
			"13: takes the bigger", "E5: on R2 too"},
	})
	check(t, []reaction{
		{fixed, none, 4, with(informing, func(*sun.State) {}), from3, informer(1), informing, nil,
			"19: kills the messages of other informers", "E3: 1 < 5"},
	})
}

func TestReadings(t *testing.T) {
	check(t, []reaction{
		{fixed, errata.Readings{sun.Once: 1}, hub, wheeled, from3, informer(5), wheeled,
			[]string{"R3 ELECTION(informer=5)", "R1 ELECTION(biggest=1)", "R2 ELECTION(biggest=1)", "R2 M-COORDINATOR(1)"},
			"5: each P_m that receives election", "R1=b: once more"},
		{0, errata.Readings{sun.Apart: 1}, hub, sun.State{}, from1, biggest(4), ended(informing, 1, 4),
			[]string{"R3 ELECTION(informer=1)", "R1 ELECTION(biggest=1)", "R2 ELECTION(biggest=1)"},
			"4: the number of the first P_m that has forwarded it", "R2=b: it has received none before"},
		{0, errata.Readings{sun.Centre: 1}, hub, sun.State{}, 0, sun.Message{}, informing,
			[]string{"R3 ELECTION(informer=1)", "R1 ELECTION(biggest=1)", "R2 ELECTION(biggest=1)"},
			"2: it wheels an election message in the ring", "R3=b: it is the informer at once"},
		{0, errata.Readings{}, hub, sun.State{}, 0, sun.Message{}, aware, []string{"R1 ELECTION(starter=1)"},
			"2: it wheels an election message in the ring", "R3=a: like any process"},
		{0, errata.Readings{sun.Aware: 1}, plain, sun.State{}, from1, biggest(5), sun.State{}, []string{"R1 ELECTION(biggest=5)"},
			"1: has detected that the coordinator has crashed", "R4=b: it may still"},
		{fixed, errata.Readings{sun.Everywhere: 1}, hub, informing, from3, informer(1),
			with(informing, func(s *sun.State) { s.Back = true }), nil,
			"8: after wheeling in all of the rings", "R5=b: not in the subrings yet"},
		{fixed, errata.Readings{sun.Everywhere: 1}, hub, with(ended(informing, 2, 4), func(s *sun.State) { s.Back = true }), from1, biggest(3),
			ended(informing, both, 4), []string{"R3 M-COORDINATOR(1)"},
			"9: and sends M-coordinator to the next P_m", "R5=b: now in all"},
		{fixed, errata.Readings{sun.Itself: 1}, hub, sun.State{}, from1, starter(3), with(aware, func(s *sun.State) { s.Informer = true }),
			[]string{"R3 ELECTION(informer=1)"},
			"5: each P_m that receives election", "R7=b: the informer has received none yet"},
		{fixed, errata.Readings{sun.Itself: 1}, hub, with(aware, func(s *sun.State) { s.Informer = true }), from3, informer(1), informing,
			[]string{"R1 ELECTION(biggest=1)", "R2 ELECTION(biggest=1)", "R2 M-COORDINATOR(1)", "R3 M-COORDINATOR(1)"},
			"5: each P_m that receives election", "R7=b: now it has; it sends M-coordinator too (line 9)"},
		{fixed, errata.Readings{}, inner, told(wheeled), from2, coordinator(5), told(leads(wheeled, 5)), []string{"R2 COORDINATOR(5)"},
			"17: and each P_m wheels it into its subring too", "R6=a: not once more"},
		{fixed, errata.Readings{sun.Each: 1}, inner, told(wheeled), from2, coordinator(5), told(leads(wheeled, 5)),
			[]string{"R2 COORDINATOR(5)", "R1 COORDINATOR(5)"},
			"17: and each P_m wheels it into its subring too", "R6=b: once more"},
	})
}

func check(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		name := fmt.Sprintf("process %d in %v upon %v: %s", row.process, row.state, row.message, row.reason)
		next, sends := react(t, row)
		if diff := cmp.Diff(row.next, next); diff != "" {
			t.Errorf("%s\nline %s\nlocal state (-want +got):\n%s", name, row.line, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nline %s\nsends (-want +got):\n%s", name, row.line, diff)
		}
	}
}

func react(t *testing.T, row reaction) (sun.State, []string) {
	t.Helper()
	net := sun.Network(5, 2)
	net.IDs = []model.ID{1, 2, 3, 4, 5}
	s, err := model.New(sun.Algorithm{Fixes: row.fixes, Readings: row.readings}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: model.Wake, Msg: -1}
	if row.message != (sun.Message{}) {
		in = compiled.Input{Kind: model.Receive, Port: row.port, Msg: tables.Message(row.message)}
	}
	outcomes := tables.Step(row.process, tables.Local(row.process, row.state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v, want one that is well-formed", row.state, row.message, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		if sent.Port%2 != 0 {
			t.Errorf("%v upon %v: sends anticlockwise", row.state, row.message)
		}
		sends = append(sends, fmt.Sprintf("R%d %s", sent.Port/2+1, tables.MessageText(sent.Msg)))
	}
	return tables.Value(row.process, outcomes[0].Next).(sun.State), sends
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{starter(3), "ELECTION(starter=3)", "who has detected the crash"},
		{informer(2), "ELECTION(informer=2)", "who begins"},
		{biggest(1), "ELECTION(biggest=1)", "in a subring"},
		{mcoord(4), "M-COORDINATOR(4)", "the biggest so far"},
		{coordinator(5), "COORDINATOR(5)", "the biggest of all"},
		{sun.State{}, "unaware", "at the start"},
		{held(ended(informing, both, 4), 2), "aware,informer,wheeled,ended=R1+R2,biggest=4,held=2", "waits for nothing"},
		{told(leads(with(wheeled, func(s *sun.State) { s.Back = true }), 5)), "aware,back,wheeled,told,leader=5", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReady(t *testing.T) {
	for _, row := range []struct {
		readings errata.Readings
		state    sun.State
		wakes    bool
		reason   string
	}{
		{errata.Readings{}, sun.State{}, true, "it may detect the crash"},
		{errata.Readings{}, aware, false, "it does so once"},
		{errata.Readings{sun.Aware: 1}, leads(sun.State{}, 5), false, "R4=b: there is a new coordinator"},
		{errata.Readings{sun.Aware: 1}, ended(sun.State{}, 1, 5), true, "R4=b: there is none yet"},
	} {
		want := model.Spontaneous{Wake: row.wakes}
		if got := (sun.Algorithm{Readings: row.readings}).Ready(model.Self{}, row.state); got != want {
			t.Errorf("%v: got %+v, want %+v: %s", row.state, got, want, row.reason)
		}
	}
}

func TestNetwork(t *testing.T) {
	for _, row := range []struct {
		n, u   int
		rings  []int // how many processes are on each ring
		reason string
	}{
		{1, 2, []int{1, 1}, "the ring is divided once at least"},
		{3, 2, []int{3, 2}, "subrings of two and one"},
		{5, 2, []int{5, 3, 2}, "Sun(2)"},
		{64, 16, []int{64, 4}, "figure 3"},
		{64, 4, []int{64, 16, 4}, "figure 4"},
	} {
		net := sun.Network(row.n, row.u)
		rings, innermost := make([]int, len(row.rings)), 0
		for p, ports := range net.Graph {
			for ring := range len(ports) / 2 {
				rings[ring]++
			}
			innermost += net.Labels[p]
		}
		if diff := cmp.Diff(row.rings, rings); diff != "" || innermost != row.rings[len(row.rings)-1] {
			t.Errorf("n=%d u=%d: %d on the innermost ring, rings (-want +got): %s\n%s", row.n, row.u, innermost, row.reason, diff)
		}
	}
}

func TestNeedsItsRings(t *testing.T) {
	_, err := model.New(sun.Algorithm{}, model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{2, 1}})
	if err == nil || !strings.Contains(err.Error(), "sun: topology ring; allowed: graph") {
		t.Errorf("got error %v, want one that names the topology", err)
	}
}
