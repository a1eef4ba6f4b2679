package schedule_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

var update = flag.Bool("update", false, "write the table of docs/schedulers.md anew")

const (
	page       = "../../docs/schedulers.md"
	tableBegin = "<!-- table -->\n"
	tableEnd   = "<!-- end of table -->\n"
)

// The walks of the table.
const (
	walks      = 100 // of each scheduler for each erratum
	walkEvents = 60  // that a scheduler selects; also the length for pct
	endEvents  = 600 // in all, with the fair end
)

func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("walks for every erratum")
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), tableBegin)
	_, after, closed := strings.Cut(rest, tableEnd)
	if !ok || !closed {
		t.Fatalf("%s has no table between %q and %q", page, tableBegin, tableEnd)
	}
	old, _, _ := strings.Cut(rest, tableEnd)
	want := before + tableBegin + "\n" + table(t, strings.Split(old, "\n")) + "\n" + tableEnd + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(data), want); diff != "" {
		t.Errorf("the table is not what the walks show (-page +walks):\n%s\n"+
			"to update: go test ./checker/schedule -run TestPage -update; commit only if you know why it changed", diff)
	}
}

// table returns the table of the page: for each erratum and scheduler the number of
// walks that show the violation, and the events of all walks per violation. Without
// INTERREX_LONG and -update, it walks for the first erratum of each algorithm only,
// and takes the other rows from old.
func table(t *testing.T, old []string) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "| erratum | breaks | events | %s |\n|%s\n", strings.Join(schedule.Names(), " | "),
		strings.Repeat(" --- |", 3+len(schedule.Names())))
	for _, e := range catalogue.All() {
		for i, erratum := range e.Errata {
			s, f := stored(t, e, erratum)
			if f == nil {
				continue
			}
			p, err := properties.Named(erratum.Breaks, e.Extreme)
			if err != nil {
				t.Fatal(err)
			}
			begin := fmt.Sprintf("| %s %s | %s | %d |", e.Name, erratum.ID, erratum.Breaks, f.Schedule.Len())
			same := slices.IndexFunc(old, func(row string) bool { return strings.HasPrefix(row, begin) })
			if i > 0 && same >= 0 && !*update && !checkertest.Long() {
				b.WriteString(old[same] + "\n")
				continue
			}
			b.WriteString(begin)
			for _, name := range schedule.Names() {
				fmt.Fprintf(&b, " %s |", cell(t, name, func() *schedule.Walk { return schedule.Start(s, f.Fairness, p) }))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// cell returns "found (events per find)".
func cell(t *testing.T, name string, start func() *schedule.Walk) string {
	t.Helper()
	found, events := 0, 0
	for seed := range uint64(walks) {
		w := start()
		scheduler, err := schedule.New(name, schedule.Options{Seed: seed, Length: walkEvents})
		if err != nil {
			t.Fatal(err)
		}
		schedule.Run(w, scheduler, walkEvents)
		w.Complete(endEvents, scheduler.Pick)
		events += w.Len()
		if w.Decides(0) {
			found++
		}
	}
	if found == 0 {
		return "-"
	}
	return fmt.Sprintf("%d (%d)", found, events/found)
}

// stored returns the stored counterexample of an erratum and its system, nil if
// there is none. The tests of package counterexamples report missing files.
func stored(t *testing.T, e catalogue.Entry, erratum errata.Erratum) (*model.System, *counterexamples.File) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "counterexamples", e.Name, erratum.ID+"-"+erratum.Breaks+".txt"))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := counterexamples.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.ParseVariant(f.Instance.Variant)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.New(v, f.Instance.Network)
	if err != nil {
		t.Fatal(err)
	}
	return s, f
}
