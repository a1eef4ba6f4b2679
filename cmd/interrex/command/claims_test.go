package command

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// lcrWith returns the entry of lcr with these claims only.
func lcrWith(t *testing.T, made ...claims.Claim) claims.Entry {
	t.Helper()
	e, err := catalogue.ByName("lcr")
	if err != nil {
		t.Fatal(err)
	}
	e.Claims = made
	return e
}

// checked checks all claims of e and returns the exit status and the output.
func checked(ctx context.Context, t *testing.T, c *checkCommand, e claims.Entry) (status, string) {
	t.Helper()
	c.known = ours()
	groups, err := c.groupsOf(e)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	got := ok
	if err := c.search(ctx, newSearch(&c.request), groups, &out, &errs); err != nil && !errors.As(err, &got) {
		t.Fatal(err)
	}
	return got, out.String() + errs.String()
}

func TestClaimsAreHeldToAccount(t *testing.T) {
	listed := arrangement{mode: listedArrangement, list: []model.ID{2, 1}}
	for _, test := range []struct {
		reason  string
		request request
		claim   claims.Claim
		status  status
		want    string // in the output
	}{
		{"a true claim", request{},
			claims.Claim{Property: "known", From: 2, To: 3, Fairness: model.Weak}, ok, "1 claim: 1 confirmed"},
		{"a false claim, with a counterexample", request{},
			claims.Claim{Property: "known", Variant: "printed", From: 2, To: 3, Fairness: model.Weak}, refuted, "violated by 4 events: known"},
		{"a failure that happens", request{},
			claims.Claim{Property: "known", Variant: "printed", From: 2, To: 3, Fairness: model.Weak, Fails: true}, ok, "1 claim: 1 confirmed"},
		{"a failure that never happens", request{},
			claims.Claim{Property: "known", From: 2, To: 3, Fairness: model.Weak, Fails: true}, refuted, "1 claim: 1 refuted"},
		{"a failure that a bound hides at one of two sizes", request{options: checker.Options{MaxConfigurations: 10, Workers: 1}},
			claims.Claim{Property: "known", Variant: "printed", From: 2, To: 3, Fairness: model.Weak, Fails: true}, incomplete, "1 claim: 1 unknown"},
		{"one arrangement says nothing about some arrangement failing", request{ids: listed, sizes: sizes{2, 2}},
			claims.Claim{Property: "known", From: 2, To: 3, Fairness: model.Weak, Fails: true}, ok, "1 claim: 1 without a claim"},
		{"a property that nothing could refute is neither confirmed nor refuted", request{},
			claims.Claim{Property: "agreement", Variant: "+E1", From: 2, To: 2}, vacuous, "1 claim: 1 vacuous; 1 instance"},
		{"a property that is claimed to be vacuous", request{},
			claims.Claim{Property: "agreement", Variant: "+E1", From: 2, To: 2, Vacuous: []int{2}, Nothing: "it has no end"}, ok, "1 claim: 1 confirmed; 1 instance"},
		{"it is, but with one process more too", request{},
			claims.Claim{Property: "agreement", Variant: "+E1", From: 2, To: 3, Vacuous: []int{2}, Nothing: "it has no end"}, vacuous, "1 claim: 1 vacuous; 3 instances"},
		{"it is not", request{},
			claims.Claim{Property: "agreement", From: 2, To: 3, Vacuous: []int{2}, Nothing: "it has no end"}, refuted, "1 claim: 1 refuted; 3 instances"},
		{"one arrangement says nothing about some arrangement being vacuous", request{ids: listed, sizes: sizes{2, 2}},
			claims.Claim{Property: "agreement", From: 2, To: 3, Vacuous: []int{2}, Nothing: "it has no end"}, ok, "1 claim: 1 without a claim"},
		{"a bound that differs with n", request{},
			claims.Claim{Property: "messages<=f(n)", Bound: func(n int) int { return 3 * n }, From: 2, To: 2}, ok, "1 claim: 1 confirmed"},
		{"a claim that takes minutes is not checked", request{},
			claims.Claim{Property: "elected", From: 2, To: 2, Fairness: model.Strong, Slow: true}, ok, "without a claim"},
		{"it is if asked to", request{large: true},
			claims.Claim{Property: "elected", From: 2, To: 2, Fairness: model.Strong, Slow: true, Ends: "it takes minutes"}, ok, "1 claim: 1 confirmed"},
		{"or under its own condition", request{variant: "printed"},
			claims.Claim{Property: "known", Variant: "printed", From: 2, To: 2, Fairness: model.Weak, Slow: true}, refuted, "violated by 4 events: known"},
		{"a claim beyond its sizes", request{beyond: 2},
			claims.Claim{Property: "known", From: 2, To: 3, Fairness: model.Weak}, ok, "2 claims: 2 confirmed; 30 instances"},
		{"a failure beyond its sizes", request{beyond: 1, ids: arrangement{mode: worstArrangement}},
			claims.Claim{Property: "known", Variant: "printed", From: 2, To: 3, Fairness: model.Weak, Fails: true}, ok, "1 claim: 1 confirmed; 1 instance"},
		{"the first instance that is cut short is the last of its claim", request{beyond: 1, options: checker.Options{MaxConfigurations: 5, Workers: 1}},
			claims.Claim{Property: "known", From: 2, To: 4, Fairness: model.Weak}, incomplete, "1 of 24 instances searched"},
		{"time for each instance", request{instanceTime: 1},
			claims.Claim{Property: "known", From: 4, To: 4, Fairness: model.Weak}, incomplete, "cut short: max-time 1ns; 6 of 6 instances searched"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			ctx := t.Context()
			if test.request.instanceTime > 0 {
				ctx = checkertest.Slow(ctx)
			}
			got, out := checked(ctx, t, &checkCommand{request: test.request}, lcrWith(t, test.claim))
			if got != test.status || !strings.Contains(out, test.want) {
				t.Errorf("exit status %d, want %d; output without %q:\n%s", got, test.status, test.want, out)
			}
		})
	}
}

func TestInterruptedIsUnknown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, out := checked(ctx, t, &checkCommand{}, lcrWith(t, claims.Claim{Property: "known", From: 2, To: 2, Fairness: model.Weak}))
	if got != incomplete || !strings.Contains(out, "cut short: interrupted; 0 of at least 1 instance searched") {
		t.Errorf("exit status %d, want %d; output:\n%s", got, incomplete, out)
	}
}

func TestClaimsShareSearches(t *testing.T) {
	groups, err := claimGroups(lcrWith(t,
		claims.Claim{Property: "uniqueness", From: 2, To: 3},
		claims.Claim{Property: "known", From: 2, To: 3, Fairness: model.Weak},
		claims.Claim{Property: "elected", From: 2, To: 3, Fairness: model.Strong},
		claims.Claim{Property: "agreement", From: 2, To: 3},
		claims.Claim{Property: "known", From: 2, To: 3, Fairness: model.Weak, Order: model.Bag},
		claims.Claim{Property: "known", From: 2, To: 3, Fairness: model.Weak, Variant: "printed"},
	))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range groups {
		got = append(got, g.variantText()+", "+g.condition(2).String()+": "+strings.Join(claimedIn(g), " "))
	}
	want := []string{
		"corrected, async fifo weak: uniqueness known agreement",
		"corrected, async fifo strong: elected",
		"corrected, async bag weak: known",
		"printed, async fifo weak: known",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestUnaskedVerdicts says that a property which the checker judges of itself,
// as a step is not well-formed, gets a row of its own and refutes the check.
func TestUnaskedVerdicts(t *testing.T) {
	c := &checkCommand{}
	e := lcrWith(t, claims.Claim{Property: "uniqueness", From: 2, To: 3})
	groups, err := c.groupsOf(e)
	if err != nil {
		t.Fatal(err)
	}
	s := newSearch(&c.request)
	list, err := s.plan(t.Context(), &c.request, groups)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.instances(t.Context(), list) {
		report := checker.Report{Verdicts: []checker.Verdict{{Property: i.properties[0], Result: checker.Unknown, Reason: reason.Reason{Cause: reason.IllFormedStep, Detail: "p1 panics"}}}}
		if i.ids[1] == 1 { // that one ends with a step that is not well-formed
			report.Verdicts = append(report.Verdicts, checker.Verdict{Property: properties.WellFormed(), Result: checker.Violated, Reason: reason.Reason{Cause: reason.IllFormedStep, Detail: "p1 panics"}})
		}
		s.record(i, report, 0)
		var line bytes.Buffer
		if err := writeJSON(&line, i, report, 1); err != nil || strings.Count(line.String(), `"property"`) != len(report.Verdicts) {
			t.Errorf("error %v; want %d verdicts in %s", err, len(report.Verdicts), line.String())
		}
	}
	if got := exitStatus(groups, byClaims{}, s.totals); got != refuted {
		t.Errorf("exit status %d, want %d", got, refuted)
	}
	var out bytes.Buffer
	writeTable(&out, tableLines(groups, byClaims{}, false, everyRow), byClaims{}, 0)
	out.WriteString(strings.Join(legend(groups, byClaims{}, everyRow), "\n"))
	for _, want := range []string{
		"uniqueness 2..3 unknown unknown", "well-formed 2..3 violated refuted",
		"lcr, corrected, async fifo: uniqueness unknown: p1 panics", "lcr, corrected, async fifo: well-formed violated: p1 panics",
	} {
		if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// TestArrangementsOfSeveralSizes checks claims about one arrangement each, of different sizes
// under one condition.
func TestArrangementsOfSeveralSizes(t *testing.T) {
	e := lcrWith(t,
		claims.Claim{Property: "known", From: 2, To: 2, IDs: []model.ID{2, 1}, Fairness: model.Weak},
		claims.Claim{Property: "known", From: 3, To: 3, IDs: []model.ID{3, 2, 1}, Fairness: model.Weak})
	got, out := checked(t.Context(), t, &checkCommand{request: request{options: checker.Options{Workers: 1}}}, e)
	if got != ok || !strings.Contains(out, "2 claims: 2 confirmed; 2 instances") {
		t.Errorf("exit status %d, want %d; the output:\n%s", got, ok, out)
	}
}
