package command

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/protocols/claims"
)

// recording returns the collection of the catalogue, and the names of the entries that it has
// made so far.
func recording() (*collection, *[]string) {
	k, made := ours(), new([]string)
	for i, l := range k.list {
		k.list[i].Entry = func() claims.Entry {
			*made = append(*made, l.Name)
			return l.Entry()
		}
	}
	return k, made
}

// TestCommandsMakeTheEntriesTheyNeed says that a command about one algorithm makes the entry
// of no other: all entries take longer than the rest of a short command.
func TestCommandsMakeTheEntriesTheyNeed(t *testing.T) {
	const file = "../../../counterexamples/lcr/E1-halted.txt"
	for _, row := range []struct {
		line   string
		want   []string // distinct
		reason string
	}{
		{"--version", nil, "it is about no algorithm"},
		{"--help", nil, "the texts name no algorithm"},
		{"", nil, "it names commands to try"},
		{"validate --bad", nil, "a flag is refused before any argument is read"},
		{"show invitation --variant corrected", []string{"invitation"}, "one algorithm"},
		{"replay " + file, []string{"lcr"}, "the file names one algorithm"},
		{"chart " + file, []string{"lcr"}, "the file names one algorithm"},
		{"simulate lcr -n 5", []string{"lcr"}, "one algorithm"},
		{"measure lcr --exact -n 2", []string{"lcr"}, "one algorithm"},
		{"errata lcr", []string{"lcr"}, "one algorithm"},
		{"check lcr -n 2", []string{"lcr"}, "one algorithm"},
		{"check lcr -n 2 --variant printed --property uniqueness", []string{"lcr"}, "the property is none of an algorithm's own"},
		{"check paxos lcr lcr -n 2 --property uniqueness --max-configurations 1", []string{"lcr", "paxos"}, "two algorithms"},
		{"show nosuch", nil, "the error needs names only"},
		{"check lcr nosuch", nil, "the error needs names only"},
	} {
		k, made := recording()
		var errs bytes.Buffer
		k.run(t.Context(), strings.Fields(row.line), io.Discard, &errs)
		distinct := map[string]bool{}
		var got []string
		for _, name := range *made {
			if !distinct[name] {
				distinct[name], got = true, append(got, name)
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("interrex %s makes other entries, though %s (-want +got):\n%s%s", row.line, row.reason, diff, errs.String())
		}
	}
}

// TestCommandStartsQuickly bounds the allocations of the shortest command. Every other one makes
// them too. The bound is about twice the number measured.
func TestCommandStartsQuickly(t *testing.T) {
	const most = 2000
	got := testing.AllocsPerRun(3, func() { ours().run(t.Context(), []string{"--version"}, io.Discard, io.Discard) })
	if got > most {
		t.Errorf("interrex --version makes %.0f allocations, at most %d expected", got, most)
	}
}

// BenchmarkStart measures short commands from the first argument to the exit status: without the time
// of the Go runtime and of the initialisation of packages.
func BenchmarkStart(b *testing.B) {
	for _, line := range []string{
		"--version",
		"list",
		"show lcr --variant printed",
		"replay ../../../counterexamples/lcr/E1-halted.txt",
		"check lcr -n 2",
	} {
		b.Run(strings.Fields(line)[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var errs bytes.Buffer
				if s := ours().run(b.Context(), strings.Fields(line), io.Discard, &errs); s != int(ok) {
					b.Fatalf("interrex %s: exit status %d: %s", line, s, errs.String())
				}
			}
		})
	}
}
