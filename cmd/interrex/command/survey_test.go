package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// TestTheWholeCatalogueIsSurveyed holds how much check searches without arguments. Whoever adds
// claims raises the numbers; nobody lowers them.
func TestTheWholeCatalogueIsSurveyed(t *testing.T) {
	const claims, instances = 6_278, 24_687
	c := &checkCommand{request: request{known: ours()}}
	if !c.isSurvey() {
		t.Fatal("check without arguments is not about all algorithms")
	}
	groups, err := c.groups()
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, g := range groups {
		rows += len(g.rows)
	}
	s := newSearch(&c.request)
	if _, err := s.plan(t.Context(), &c.request, groups); err != nil {
		t.Fatal(err)
	}
	if rows != claims || s.planned != instances {
		t.Errorf("%d claims, %d instances; want %d, %d", rows, s.planned, claims, instances)
	}
}

// few returns a collection of some algorithms of the catalogue, with these claims of each only.
func few(t *testing.T, from, to int, names ...string) *collection {
	t.Helper()
	k := interrex(parts.Parts{OfErratum: counterexamples.OfErratum})
	for _, name := range names {
		e, err := catalogue.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range e.Claims {
			c := &e.Claims[i]
			c.From, c.To = max(c.From, from), min(c.To, to)
		}
		var kept []claims.Claim
		for _, c := range e.Claims {
			if c.From <= c.To {
				kept = append(kept, c)
			}
		}
		e.Claims = kept
		k.list = append(k.list, claims.Listed{Name: name, Entry: func() claims.Entry { return e }})
	}
	return k
}

// withoutProgress removes the lines of progress, which a machine with other work shows.
func withoutProgress(errs string) string { return progressLine.ReplaceAllString(errs, "") }

var progressLine = regexp.MustCompile(`(?m)^interrex: .* left\n`)

// surveyed runs check without names of algorithms.
func surveyed(ctx context.Context, k *collection, args ...string) (got int, out, errs string) {
	var stdout, stderr bytes.Buffer
	got = k.run(ctx, append([]string{"check"}, args...), &stdout, &stderr)
	return got, stdout.String(), withoutProgress(stderr.String())
}

var anyTime = regexp.MustCompile(`\d+\.\d\ds`)

// TestSurvey says which lines a pipe gets: a line when the least n of an algorithm is confirmed, one when
// all is, and the summary.
func TestSurvey(t *testing.T) {
	got, out, errs := surveyed(t.Context(), few(t, 2, 3, "lcr", "divided-sun"))
	want := []string{
		"lcr: confirmed to n = 2 of 3, 173 of 346 claims at one n, 0 of 14 conditions; errata E1 (4), E2 (6), E3 (6); 0.00s",
		"lcr: confirmed to n = 3, 346 claims at one n, 14 conditions; errata E1 (4), E2 (6), E3 (6); 0.00s",
		"divided-sun: confirmed to n = 3, 119 claims at one n, 11 conditions; errata E1 (12), E2 (31), E3 (18), E4 (6), E5 (30); 0.00s",
	}
	out = anyTime.ReplaceAllString(out, "0.00s")
	for _, line := range want {
		if !strings.Contains(out, line+"\n") {
			t.Errorf("%q is missing", line)
		}
	}
	if got != int(ok) || errs != "" || t.Failed() {
		t.Errorf("exit status %d, %q:\n%s", got, errs, out)
	}
}

// TestOrderChangesNoResult says that a table is the same whether the claims are searched in the
// order of the catalogue or in that of an agenda, and by how many at a time.
func TestOrderChangesNoResult(t *testing.T) {
	k := few(t, 2, 3, "lcr", "awe")
	table := func(args ...string) string {
		_, out, errs := surveyed(t.Context(), k, args...)
		if errs != "" {
			t.Errorf("%v: %s", args, errs)
		}
		return anyTime.ReplaceAllString(out, "0.00s")
	}
	want := table("lcr", "awe")
	for _, args := range [][]string{{"--long=false", "-o", "FILE"}, {"--long=false", "--workers", "1", "-o", "FILE"}} {
		args[len(args)-1] = filepath.Join(t.TempDir(), "table.txt")
		table(args...)
		if diff := cmp.Diff(want, anyTime.ReplaceAllString(readText(t, args[len(args)-1]), "0.00s")); diff != "" {
			t.Errorf("%v: (-in the order of the catalogue +by cost):\n%s", args, diff)
		}
	}
}

// An interrupter interrupts when a text is written.
type interrupter struct {
	bytes.Buffer
	at        string
	interrupt context.CancelFunc
}

func (w *interrupter) Write(b []byte) (int, error) {
	if strings.Contains(string(b), w.at) {
		w.interrupt()
	}
	return w.Buffer.Write(b)
}

// TestInterruptedSurvey says that an interrupt leaves a line for each algorithm with the claims that are
// confirmed and up to which n, one line for all open claims, and the reason of the end.
func TestInterruptedSurvey(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, errs := &interrupter{at: "hs: confirmed to n = 2", interrupt: interrupt}, &bytes.Buffer{}
	if got := few(t, 2, 5, "lcr", "hs", "bully").run(ctx, []string{"check", "--workers", "1"}, out, errs); got != int(incomplete) {
		t.Errorf("exit status %d, want %d", got, incomplete)
	}
	text := anyTime.ReplaceAllString(out.String(), "0.00s")
	lcr := "lcr: confirmed to n = 2 of 5, 173 of 692 claims at one n, 0 of 14 conditions; errata E1 (4), E2 (6), E3 (6); 0.00s\n"
	hs := "hs: confirmed to n = 2 of 5, 216 of 816 claims at one n, 0 of 18 conditions; errata E1 (3), E2 (11); 0.00s\n"
	bully := "bully: confirmed 0 of "
	for _, want := range []string{
		lcr + hs + lcr + hs + bully, // when it is known, and at the end
		"\n921 claims: 12 confirmed, 909 unknown; ",
		"\nopen: 909 claims, 377 of them confirmed at some n\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if lines := strings.Count(text, "\n"); lines != 8 {
		t.Errorf("%d lines, want 8: two, one for each algorithm, summary, explanation and what is open:\n%s", lines, text)
	}
	if want := regexp.MustCompile(`^interrex: cut short: interrupted; \d+ of at least \d+ instances searched\n$`); !want.MatchString(withoutProgress(errs.String())) {
		t.Errorf("standard error is %q", errs)
	}
}

// TestSurveyWritesWhereItIsAsked says which texts standard output and a file get.
func TestSurveyWritesWhereItIsAsked(t *testing.T) {
	k := few(t, 2, 2, "lcr", "hs")
	const line, heading, object = "lcr: confirmed to n = 2, ", "algorithm  variant ", `{"algorithm":"`
	for _, row := range []struct {
		args   string
		stdout []string
		file   []string
		reason string
	}{
		{"check", []string{line}, nil, "lines only"},
		{"check --long", []string{heading}, nil, "the table takes their place"},
		{"check --json", []string{object}, nil, "JSON does too"},
		{"check -o FILE", []string{line}, []string{heading}, "the table goes to a file, the lines do not"},
		{"check --json -o FILE", []string{line}, []string{object}, "so does JSON"},
		{"check lcr", []string{heading}, nil, "a table about what is named"},
		{"check --crash 1 -n 2", []string{heading}, nil, "a table about a condition"},
	} {
		file := filepath.Join(t.TempDir(), "file")
		var out, errs bytes.Buffer
		if got := k.run(t.Context(), strings.Fields(strings.ReplaceAll(row.args, "FILE", file)), &out, &errs); got != int(ok) || withoutProgress(errs.String()) != "" {
			t.Errorf("%s: exit status %d, %s", row.args, got, errs.String())
		}
		stored, _ := os.ReadFile(file)
		for _, part := range []string{line, heading, object} {
			if wanted := strings.Contains(strings.Join(row.stdout, " "), part); strings.Contains(out.String(), part) != wanted {
				t.Errorf("%s (%s): standard output has %q: %t, want %t", row.args, row.reason, part, !wanted, wanted)
			}
			if wanted := strings.Contains(strings.Join(row.file, " "), part); strings.Contains(string(stored), part) != wanted {
				t.Errorf("%s (%s): the file has %q: %t, want %t", row.args, row.reason, part, !wanted, wanted)
			}
		}
	}
}

// TestJSONIsStreamed says that the object of an instance is written before the next one is searched.
func TestJSONIsStreamed(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out := &interrupter{at: `"n":2`, interrupt: interrupt}
	few(t, 2, 3, "lcr").run(ctx, []string{"check", "--json", "--workers", "1"}, out, &bytes.Buffer{})
	var one struct{ Algorithm string }
	if err := json.Unmarshal(out.Bytes(), &one); err != nil || one.Algorithm != "lcr" {
		t.Errorf("error %v; want one object in\n%s", err, out)
	}
}

// TestSurveyFindsFaultyClaims says that a false claim is shown, refutes the check, and has a
// counterexample.
func TestSurveyFindsFaultyClaims(t *testing.T) {
	k := few(t, 2, 2, "lcr")
	e := k.list[0].Entry()
	e.Claims = append(e.Claims, claims.Claim{Property: "known", Variant: "printed", From: 3, To: 3})
	k.list[0].Entry = func() claims.Entry { return e }
	got, out, _ := surveyed(t.Context(), k)
	for _, want := range []string{"; 1 refuted!; ", "known (6)  3  violated  refuted", "violated by 6 events: known"} {
		if got != int(refuted) || !strings.Contains(out, want) {
			t.Errorf("exit status %d, %q is missing in\n%s", got, want, out)
		}
	}
}

// surveyOf returns the job of a survey of lcr with 2 and 3 processes, which shows nothing.
func surveyOf(t *testing.T, each func(*instance, checker.Report) error) *job {
	t.Helper()
	c := &checkCommand{request: request{known: few(t, 2, 3, "lcr")}}
	groups, err := c.groups()
	if err != nil {
		t.Fatal(err)
	}
	l, err := c.known.newLedger(groups)
	if err != nil {
		t.Fatal(err)
	}
	s := newSearch(&c.request)
	s.each = each
	return newJob(s, &c.request, groups, byClaims{all: true}, l, &pipeView{said: map[*standing]bool{}})
}

// TestErrorsEndASurvey says that an error is that of the survey, whoever works.
func TestErrorsEndASurvey(t *testing.T) {
	full := errors.New("full")
	var once sync.Once
	k := surveyOf(t, func(*instance, checker.Report) (err error) {
		once.Do(func() { err = full })
		return err
	})
	if err := k.run(t.Context()); err != full {
		t.Errorf("error %v, want %v", err, full)
	}
}

// TestTimesOfASurveyAddUp says that the times of the algorithms, and of the rows of the table, are
// that of the run, but for fractions that cannot be shared out.
func TestTimesOfASurveyAddUp(t *testing.T) {
	k := surveyOf(t, func(*instance, checker.Report) error { return nil })
	if err := k.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rows := time.Duration(0)
	for _, l := range k.lanes {
		for _, r := range l.group.rows {
			rows += r.time
		}
	}
	if k.time == 0 || k.ledger.time() != k.time || k.time-rows < 0 || k.time-rows > time.Millisecond || k.meter.Sum() < k.time {
		t.Errorf("the run took %v, its algorithms %v, its rows %v, all tasks %v", k.time, k.ledger.time(), rows, k.meter.Sum())
	}
}

// TestNothingIsSearchedForNothing says that a request with too many arrangements is refused before any search.
func TestNothingIsSearchedForNothing(t *testing.T) {
	got, out, errs := surveyed(t.Context(), few(t, 2, 3, "lcr"), "-n", "2..12")
	if want := "interrex: lcr: n = 10: more than 40320 arrangements"; got != int(usage) || out != "" || !strings.HasPrefix(errs, want) {
		t.Errorf("exit status %d, output %q, error %q; want %d, none, %q", got, out, errs, usage, want)
	}
}
