package singh_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/singh"
)

// butFor returns the fixes but for erratum i and those that need it.
func butFor(i int) errata.Fixes {
	gone := errata.Fix(i)
	for range singh.Errata {
		for j, erratum := range singh.Errata {
			if erratum.Needs&gone != 0 {
				gone |= errata.Fix(j)
			}
		}
	}
	return fixed &^ gone
}

func inOrder(net model.Network, o model.Order) model.Network {
	net.Order = o
	return net
}

// TestEveryErratumIsNeeded names for each erratum a network on which the property that it breaks is violated with all other fixes, and holds with all.
func TestEveryErratumIsNeeded(t *testing.T) {
	networks := map[int]struct {
		net    model.Network
		reason string
	}{
		singh.Last:     {network(3, all), "two candidates, one in the subring of the other"},
		singh.Shape:    {network(3, all), "a candidate captures a candidate"},
		singh.Lonely:   {network(2, all), "n/k = 1 for n = 2 only"},
		singh.Extra:    {network(4, all), "one candidate is through the first phase, another is not; with 3 processes the first phase leaves one"},
		singh.Told:     {network(4, all), "a candidate of the first phase is left over"},
		singh.Range:    {network(2, all), "step 1"},
		singh.Modulo:   {network(6, []int{0, 1}), "with 3 or 5 processes there is nobody to ask, with 2 or 4 the distance is never n or more"},
		singh.Count:    {network(3, all), "all others are captured in the first phase"},
		singh.Indent:   {inOrder(network(6, []int{0}), model.Set), "a step with two to ask; as a set, links do not fill up without end"},
		singh.Announce: {network(2, all), "nobody is told"},
		singh.Distance: {network(4, all), "a subring of two, whose owner is asked for"},
		singh.Own:      {network(3, all), "all others are in its subring or have it in theirs"},
	}
	for i, erratum := range singh.Errata {
		t.Run(erratum.ID, func(t *testing.T) {
			row := networks[i]
			if got := results(t, singh.Algorithm{Fixes: butFor(i)}, row.net, erratum.Breaks)[erratum.Breaks]; got != checker.Violated {
				t.Errorf("without %s %s %v, want violated: %s", erratum.ID, erratum.Breaks, got, row.reason)
			}
			if got := results(t, singh.Algorithm{Fixes: fixed}, row.net, erratum.Breaks)[erratum.Breaks]; got != checker.Holds {
				t.Errorf("with all fixes %s %v, want holds", erratum.Breaks, got)
			}
		})
	}
}

// TestSkippingAloneElectsTwo says why E8 needs E6: with nobody to ask in step
// 1, a candidate that goes on at once is elected at once.
func TestSkippingAloneElectsTwo(t *testing.T) {
	a := singh.Algorithm{Fixes: without(singh.Range)}
	if got := results(t, a, network(2, all), "uniqueness")["uniqueness"]; got != checker.Violated {
		t.Errorf("uniqueness %v, want violated", got)
	}
}

// TestIndentBreaksPowersOfTwoToo says that E9 is not about the modification:
// with 16 processes it shows in step 2.
func TestIndentBreaksPowersOfTwoToo(t *testing.T) {
	a := singh.Algorithm{Fixes: without(singh.Indent)}
	for _, row := range []struct {
		n      int
		want   checker.Result
		reason string
	}{
		{8, checker.Holds, "one step with one answer"},
		{16, checker.Violated, "two answers in step 2"},
	} {
		net := inOrder(network(row.n, []int{0}), model.Set)
		if got := results(t, a, net, "elected")["elected"]; got != row.want {
			t.Errorf("n = %d: elected %v, want %v: %s", row.n, got, row.want, row.reason)
		}
	}
}

// TestLine30ReadAsItsBeginning says that R7=b hides E6 where k = 2 only: with
// 16 processes step 2 asks one of the two that line 44 waits for.
func TestLine30ReadAsItsBeginning(t *testing.T) {
	a := singh.Algorithm{Fixes: butFor(singh.Range), Readings: errata.Readings{singh.Empty: 1}}
	holds(t, a, network(8, []int{0, 1}))
	if got := results(t, a, network(16, []int{0}), "elected")["elected"]; got != checker.Violated {
		t.Errorf("n = 16: elected %v, want violated", got)
	}
}

// TestHalfOfTheAnswers says that E8 does more harm where somebody is asked: a
// candidate may do without the answers of those who know of another one. Where
// subrings end at n - k, nine processes are enough.
func TestHalfOfTheAnswers(t *testing.T) {
	for _, row := range []struct {
		fixes errata.Fixes
		want  checker.Result
	}{{fixed, checker.Holds}, {without(singh.Count), checker.Violated}} {
		a := singh.Algorithm{Fixes: row.fixes, Readings: errata.Readings{singh.Ends: 1}}
		if got := results(t, a, network(9, []int{0, 1}), "uniqueness")["uniqueness"]; got != row.want {
			t.Errorf("fixes %b: uniqueness %v, want %v", row.fixes, got, row.want)
		}
	}
}

// TestOwnersOfOverlappingSets shows the fault of R4=b: two candidates each
// own a process whose ACK the other one waits for.
func TestOwnersOfOverlappingSets(t *testing.T) {
	a := singh.Algorithm{Fixes: fixed, Readings: errata.Readings{singh.Receivers: 1}}
	if got := results(t, a, network(9, []int{0, 3}), "elected")["elected"]; got != checker.Violated {
		t.Errorf("elected %v, want violated", got)
	}
	holds(t, singh.Algorithm{Fixes: fixed}, network(9, []int{0, 3}))
}
