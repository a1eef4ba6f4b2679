package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// A voter starts with one of the values of its list, and sends it when it wakes.
type voter struct {
	first  int
	values []int
}

func (a voter) Init(model.Self) int                       { return a.first }
func (a voter) Inits(model.Self) []int                    { return a.values }
func (voter) Restart(_ model.Self, s int) int             { return s }
func (voter) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s < 10} }
func (voter) Observe(_ model.Self, s int) model.Status    { return model.Status{Term: s} }

func (voter) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Wake {
		p.Send(0, s)
	}
	return s + 10
}

func TestStarts(t *testing.T) {
	coin := voter{0, []int{0, 1}}
	for _, test := range []struct {
		reason string
		net    model.Network
		want   []string // the local states of each start, and its index
	}{
		{"each process has two", model.Network{N: 2}, []string{"[0 0] [0 0]", "[0 1] [0 1]", "[1 0] [1 0]", "[1 1] [1 1]"}},
		{"the network says which", model.Network{N: 2, Start: []int{1, 0}}, []string{"[1 0] [1 0]"}},
		{"a process that is down for ever has none", model.Network{N: 2, Down: []int{0}}, []string{"[<nil> 0] [0 0]", "[<nil> 1] [0 1]"}},
		{"one that may come back has both", model.Network{N: 2, Down: []int{0}, Wake: model.WakeSet{All: true}, Faults: model.Faults{Restart: 1}},
			[]string{"[0 10] [0 0]", "[0 11] [0 1]", "[1 10] [1 0]", "[1 11] [1 1]"}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			s, err := model.New(coin, test.net)
			if err != nil {
				t.Fatal(err)
			}
			starts, err := s.Semantics().Starts()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, one := range starts {
				got = append(got, fmt.Sprint(one.Initial().Locals, one.Network().Start))
				if err := one.Semantics().One(); err != nil {
					t.Errorf("a start: %v", err)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("starts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestASystemWithSeveralStartsIsNotReplayed(t *testing.T) {
	s, err := model.New(voter{0, []int{0, 1}}, model.Network{N: 3})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Replay(model.Lasso{})
	if want := "voter has 8 initial configurations; allowed: one (Network.Start says which, Starts returns them)"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	plain, err := model.New(lcr{}, model.Network{N: 1, IDs: []model.ID{1}})
	if err != nil {
		t.Fatal(err)
	}
	if starts, err := plain.Semantics().Starts(); err != nil || len(starts) != 1 || starts[0] != plain {
		t.Errorf("the starts of a system with one are %v, %v", starts, err)
	}
}

func TestStartsThatDoNotExist(t *testing.T) {
	for _, test := range []struct {
		reason string
		alg    model.Algorithm[int, int]
		net    model.Network
		want   string
	}{
		{"none", voter{0, nil}, model.Network{N: 1}, "voter: Inits of process 0 returns nothing; allowed: at least the local state of Init"},
		{"twice the same", voter{3, []int{3, 4, 4}}, model.Network{N: 1}, "voter: Inits of process 0 returns 4 twice; allowed: once"},
		{"another first", voter{3, []int{4, 3}}, model.Network{N: 1}, "voter: Inits of process 0 begins with 4, but Init returns 3; allowed: the same"},
		{"too many together", voter{0, []int{0, 1, 2, 3, 4, 5, 6, 7}}, model.Network{N: 5},
			"voter: more than 4096 initial configurations; allowed: at most 4096, or one that Network.Start names"},
		{"no such state", voter{0, []int{0, 1}}, model.Network{N: 2, Start: []int{0, 2}}, "voter: start: process 1 has no initial state 2; allowed: 0..1"},
		{"for others", voter{0, []int{0, 1}}, model.Network{N: 2, Start: []int{0}}, "voter: start: 1 initial states for 2 processes"},
		{"below all", voter{0, []int{0, 1}}, model.Network{N: 2, Start: []int{0, -1}}, "voter: start: [0 -1] has a number below 0; allowed: the index of an initial state"},
		{"an algorithm with one", gambler{}, model.Network{N: 1, Start: []int{1}}, "gambler: start: process 0 has no initial state 1; allowed: 0..0"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			if _, err := model.New(test.alg, test.net); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// A shy voter chooses when it wakes with a value other than 0. It shows its value, as a
// text if that is 2.
type shy struct{ voter }

func (shy) Observe(_ model.Self, s int) model.Status {
	if s == 2 {
		return model.Status{Own: "two"}
	}
	return model.Status{Own: s}
}

func (shy) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if s > 0 {
		return 10 + p.Choose(2)
	}
	return s + 10
}

// TestNewLooksAtEveryStart says that New refuses a system for any of its initial configurations,
// as it does for the first.
func TestNewLooksAtEveryStart(t *testing.T) {
	all := model.WakeSet{All: true}
	chooses := "shy: wake all: process 0 chooses when it wakes; let each wake at any time instead"
	for _, test := range []struct {
		reason string
		values []int
		net    model.Network
		want   string
	}{
		{"the first chooses", []int{1, 0}, model.Network{N: 1, Wake: all}, chooses},
		{"the second chooses", []int{0, 1}, model.Network{N: 1, Wake: all}, chooses},
		{"another process than the first", []int{0, 1}, model.Network{N: 2, Wake: all, Start: []int{0, 1}}, strings.Replace(chooses, "process 0", "process 1", 1)},
		{"it does not wake at the start", []int{0, 1}, model.Network{N: 1}, ""},
		{"what it shows has another type", []int{0, 2}, model.Network{N: 1},
			"shy: process 0 in local state 2: Observe shows a value of type string, but a value of type int in the initial local state; allowed: one type"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			s, err := model.New(shy{voter: voter{test.values[0], test.values}}, test.net)
			if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
			if err == nil {
				if _, err := s.Semantics().Starts(); err != nil {
					t.Errorf("Starts: %v", err)
				}
			}
		})
	}
}

// TestMachineStarts says where the processes of a machine start: where the network says,
// else where draw does.
func TestMachineStarts(t *testing.T) {
	s, err := model.New(model.Join(model.ProgramOf(voter{7, []int{7, 8, 9}})), model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason string
		start  []int
		want   []int
	}{
		{"drawn", nil, []int{9, 9}},
		{"given", []int{1, 0}, []int{8, 7}},
	} {
		m, err := s.Semantics().Machine(model.Network{N: 2, Start: test.start}, func(k int) int { return k - 1 })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, []int{m.Status(0).Term, m.Status(1).Term}); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.reason, diff)
		}
	}
}
