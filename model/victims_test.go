package model_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

func TestVictimsRoundTrip(t *testing.T) {
	for _, test := range []struct {
		victims model.Victims
		want    string
	}{
		{model.Victims{}, ""},
		{model.Victims{Crash: []int{0, 2}}, "crash-of=0,2"},
		{model.Victims{Restart: []int{1}, Suspect: []int{10}}, "restart-of=1 suspect-of=10"},
		{model.Victims{Loss: model.Messages{Names: []string{"REQUEST", "a.b-c_1"}}}, "loss-of=REQUEST,a.b-c_1"},
		{model.Victims{Dup: model.Messages{On: []model.Route{{0, 1}, {1, 0}}}}, "dup-of=0-1,1-0"},
		{model.Victims{Loss: model.Messages{Names: []string{"A"}, On: []model.Route{{0, 1}}}, Cut: []model.Route{{2, 10}}}, "loss-of=A,0-1 cut-of=2-10"},
		{model.Victims{Suspect: []int{1}, Divide: [][]int{{0, 2}, {1}}}, "suspect-of=1 divide-of=0+2,1"},
		{model.Victims{Traitor: []int{3}, Forge: model.Messages{Names: []string{"A"}, On: []model.Route{{3, 0}}}}, "traitor-of=3 forge-of=A,3-0"},
	} {
		if got := test.victims.String(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
		got, err := model.ParseVictims(test.want)
		if diff := cmp.Diff(test.victims, got); err != nil || diff != "" {
			t.Errorf("%q: %v, (-want +got):\n%s", test.want, err, diff)
		}
		if got.All() != (test.want == "") {
			t.Errorf("%q: All is %t", test.want, got.All())
		}
		again := got
		for _, b := range new(model.Faults).Budgets() {
			again.Reset(b.Name)
		}
		if !again.All() {
			t.Errorf("%q: Reset leaves %v", test.want, again)
		}
	}
}

func TestVictimsThatAreNone(t *testing.T) {
	for _, test := range []struct{ reason, text, want string }{
		{"no list", "crash=0", `"crash=0"; allowed: crash-of=P,P restart-of=P,P loss-of=NAME,P-P dup-of=NAME,P-P cut-of=P-P suspect-of=P,P divide-of=P+P,P traitor-of=P,P forge-of=NAME,P-P`},
		{"no fault", "bug-of=0", `"bug" is no fault; allowed: crash-of=P,P restart-of=P,P loss-of=NAME,P-P dup-of=NAME,P-P cut-of=P-P suspect-of=P,P divide-of=P+P,P traitor-of=P,P forge-of=NAME,P-P`},
		{"a name for a process", "crash-of=A", `"A"; allowed: crash-of=P,P with P a process, counted from 0`},
		{"another way to write it", "crash-of=00", `"00"; allowed: crash-of=P,P with P a process, counted from 0`},
		{"a process for a link", "cut-of=0", `"0"; allowed: cut-of=P-P with P-P the links from a process to another one`},
		{"another way to write it", "cut-of=0-01", `"0-01"; allowed: cut-of=P-P with P-P the links from a process to another one`},
		{"no name", "loss-of=A(1)", `"A(1)"; allowed: loss-of=NAME,P-P with NAME the name of a message, P-P the links from a process to another one`},
		{"twice", "crash-of=0 crash-of=1", `crash-of occurs twice; allowed: one list`},
		{"a link for a group", "divide-of=0-1", `"0-1"; allowed: divide-of=P+P,P with P+P a group of processes, counted from 0, in ascending order`},
		{"another order", "divide-of=1+0", `"1+0"; allowed: divide-of=P+P,P with P+P a group of processes, counted from 0, in ascending order`},
		{"nothing", "crash-of=", `""; allowed: crash-of=P,P with P a process, counted from 0`},
	} {
		if _, err := model.ParseVictims(test.text); err == nil || err.Error() != test.want {
			t.Errorf("%s: got  %v\nwant %s", test.reason, err, test.want)
		}
	}
}

func TestVictimsThatDoNotFit(t *testing.T) {
	all := model.Faults{Crash: 1, Loss: 1, Cut: 1, Divide: 1}
	for _, test := range []struct {
		reason  string
		victims model.Victims
		faults  model.Faults
		want    string
	}{
		{"nobody of that number", model.Victims{Crash: []int{3}}, all, "lcr: crash-of: process 3 is not in 0..2"},
		{"twice", model.Victims{Crash: []int{1, 1}}, all, "lcr: crash-of: process 1 occurs twice"},
		{"nothing", model.Victims{Crash: []int{}}, all, "lcr: crash-of: a list names nothing; allowed: nil for everything, or crash=0"},
		{"no name", model.Victims{Loss: model.Messages{Names: []string{"A(1)"}}}, all,
			`lcr: loss-of: the name of a message "A(1)"; allowed: letters, digits and the characters _.- (the first of the text of a message), but no link like 0-1`},
		{"a link", model.Victims{Loss: model.Messages{Names: []string{"0-1"}}}, all,
			`lcr: loss-of: the name of a message "0-1"; allowed: letters, digits and the characters _.- (the first of the text of a message), but no link like 0-1`},
		{"a name twice", model.Victims{Loss: model.Messages{Names: []string{"A", "A"}}}, all, "lcr: loss-of: message A occurs twice"},
		{"no process", model.Victims{Cut: []model.Route{{0, 3}}}, all, "lcr: cut-of: link 0-3 is not between two of the processes 0..2"},
		{"no such link", model.Victims{Cut: []model.Route{{0, 2}}}, all, "lcr: cut-of: there is no link 0-2; allowed of those from process 0: 0-1"},
		{"a link twice", model.Victims{Cut: []model.Route{{0, 1}, {0, 1}}}, all, "lcr: cut-of: link 0-1 occurs twice"},
		{"nobody of that number", model.Victims{Divide: [][]int{{0, 3}}}, all, "lcr: divide-of: process 3 is not in 0..2"},
		{"another order", model.Victims{Divide: [][]int{{1, 0}}}, all, "lcr: divide-of: group 1+0; allowed: processes in ascending order"},
		{"all", model.Victims{Divide: [][]int{{0, 1, 2}}}, all, `lcr: divide-of: group "0+1+2"; allowed: some of the processes, and not all`},
		{"nobody", model.Victims{Divide: [][]int{{}}}, all, `lcr: divide-of: group ""; allowed: some of the processes, and not all`},
		{"no group", model.Victims{Divide: [][]int{}}, all, "lcr: divide-of: a list names nothing; allowed: nil for everything, or divide=0"},
		{"the other group", model.Victims{Divide: [][]int{{0}, {1, 2}}}, all, "lcr: divide-of: group 1+2 and another one divide the network alike; allowed: one of them"},
		{"no budget", model.Victims{Crash: []int{0}}, model.Faults{}, "lcr: crash-of=0, but crash=0; allowed: a budget of crash, or no list"},
	} {
		_, err := model.New(lcr{}, model.Network{N: 3, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2, 3}, Faults: test.faults, Victims: test.victims})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got  %v\nwant %s", test.reason, err, test.want)
		}
	}
}

// TestDivisionsThatAreNone says which networks do not divide.
func TestDivisionsThatAreNone(t *testing.T) {
	for _, test := range []struct {
		reason string
		net    model.Network
		want   string
	}{
		{"no link leads to process 2", model.Network{N: 3, Topology: model.Graph, Graph: [][]int{{1}, {0}, {}}},
			"puppet: divide: no links connect all processes; allowed: a connected graph"},
		{"too many groups", model.Network{N: 17, Topology: model.Ring},
			"puppet: divide=1, but n = 17; allowed: n <= 16, as there is an event for each two groups, or a list divide-of"},
	} {
		test.net.Faults.Divide = 1
		if _, err := newPuppets(t, "restart: start", model.Network{N: 1}).Semantics().On(test.net); err == nil || err.Error() != test.want {
			t.Errorf("%s: got  %v\nwant %s", test.reason, err, test.want)
		}
	}
	many := model.Network{N: 17, Topology: model.Ring, Faults: model.Faults{Divide: 1}, Victims: model.Victims{Divide: [][]int{{0, 16}}}}
	if s := newPuppets(t, "restart: start", many); len(s.Semantics().Divisions()) != 1 {
		t.Errorf("the divisions are %v, want one", s.Semantics().Divisions())
	}
}

func TestMessageNames(t *testing.T) {
	for text, want := range map[string]string{"PROBE(2,0,1)": "PROBE", "TOKEN": "TOKEN", `"two words"`: "two", "7": "7", "->": "-", "(1)": "", "a.b-c_1=2": "a.b-c_1"} {
		if got := model.MessageName(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestVictimsBreakSymmetry says which renamings keep the victims of faults.
func TestVictimsBreakSymmetry(t *testing.T) {
	faults := model.Faults{Crash: 1, Restart: 1, Loss: 1, Dup: 1, Cut: 1, Suspect: 1, Divide: 1}
	between := []model.Route{{1, 2}, {2, 1}}
	for _, test := range []struct {
		reason       string
		victims      model.Victims
		turns, swaps int
		arrangements int
	}{
		{"everything", model.Victims{}, 3, 3, 1},
		{"one crashes", model.Victims{Crash: []int{0}}, 1, 1, 3},
		{"one restarts", model.Victims{Restart: []int{0}}, 1, 1, 3},
		{"one is suspected", model.Victims{Suspect: []int{1, 2}}, 1, 1, 3},
		{"all crash", model.Victims{Crash: []int{2, 1, 0}}, 3, 3, 1},
		{"a link is cut", model.Victims{Cut: []model.Route{{0, 1}}}, 1, 0, 6},
		{"links round the ring", model.Victims{Cut: []model.Route{{0, 1}, {1, 2}, {2, 0}}}, 3, 0, 6},
		{"links between two", model.Victims{Loss: model.Messages{On: between}}, 1, 1, 6},
		{"links between two", model.Victims{Dup: model.Messages{On: between}}, 1, 1, 6},
		{"one is cut off", model.Victims{Divide: [][]int{{0}}}, 1, 1, 6},
		{"the others are", model.Victims{Divide: [][]int{{1, 2}}}, 1, 1, 6},
		{"each may be, and one is named by the others", model.Victims{Divide: [][]int{{0}, {1}, {0, 1}}}, 3, 3, 6},
		{"names are for all", model.Victims{Loss: model.Messages{Names: []string{"A"}}}, 3, 3, 1},
	} {
		s := newPuppets(t, "restart: start", model.Network{N: 3, Topology: model.Complete, Faults: faults, Victims: test.victims})
		arrangements, err := model.Arrangements(model.Network{N: 3, Topology: model.CompleteByID, Faults: faults, Victims: test.victims})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(len(s.Semantics().Automorphisms()), len(s.Semantics().Exchanges()), len(slices.Collect(arrangements)))
		if want := fmt.Sprint(test.turns, test.swaps, test.arrangements); got != want {
			t.Errorf("%s: %v automorphisms, exchanges and arrangements, want %s", test.reason, got, want)
		}
	}
}

// TestBothNameAndLink says that a message with one of the names on another link is spared, and so is
// one with another name on the link.
func TestBothNameAndLink(t *testing.T) {
	on := []model.Route{{0, 1}}
	for _, test := range []struct {
		reason   string
		messages model.Messages
		to       int
		text     string
		want     bool
	}{
		{"everything", model.Messages{}, 2, "A(1)", true},
		{"its name", model.Messages{Names: []string{"A"}}, 2, "A(1)", true},
		{"another name", model.Messages{Names: []string{"A"}}, 1, "B(1)", false},
		{"its link", model.Messages{On: on}, 1, "B(1)", true},
		{"another link", model.Messages{On: on}, 2, "A(1)", false},
		{"its name and its link", model.Messages{Names: []string{"A"}, On: on}, 1, "A(1)", true},
		{"its name on another link", model.Messages{Names: []string{"A"}, On: on}, 2, "A(1)", false},
		{"another name on its link", model.Messages{Names: []string{"A"}, On: on}, 1, "B(1)", false},
	} {
		for kind, v := range map[model.Kind]model.Victims{model.Lose: {Loss: test.messages}, model.Duplicate: {Dup: test.messages}} {
			if got := v.MayStrikeMessage(kind, 0, test.to, test.text); got != test.want {
				t.Errorf("%s: %v: got %t, want %t", test.reason, kind, got, test.want)
			}
		}
	}
}
