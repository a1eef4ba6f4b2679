package command

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/protocols/catalogue"
)

func TestTableFitsTheTerminal(t *testing.T) {
	e, err := catalogue.ByName("lcr")
	if err != nil {
		t.Fatal(err)
	}
	groups, err := (&request{}).groupsOf(e)
	if err != nil {
		t.Fatal(err)
	}
	lines := tableLines(groups, byClaims{}, false)
	for _, test := range []struct {
		width   int
		columns []string
		reason  string
	}{
		{0, []string{"instances", "configurations", "time"}, "not a terminal: all columns"},
		{150, []string{"instances", "configurations", "time"}, "room for all"},
		{120, []string{"instances", "configurations"}, "no room for times"},
		{80, nil, "the narrowest terminal: no numbers"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var out bytes.Buffer
			writeTable(&out, lines, byClaims{}, test.width)
			for line := range strings.Lines(out.String()) {
				if w := text.StringWidth(strings.TrimSuffix(line, "\n")); test.width > 0 && w > test.width {
					t.Errorf("a line of %d columns: %s", w, line)
				}
			}
			header := strings.Fields(strings.SplitN(out.String(), "\n", 2)[0])
			want := append(strings.Fields("algorithm variant condition property n result claim"), test.columns...)
			if fmt.Sprint(header) != fmt.Sprint(want) {
				t.Errorf("columns %v, want %v", header, want)
			}
		})
	}
}

// TestNarrowTerminal says that where no table fits, what it says is written in
// lines that do.
func TestNarrowTerminal(t *testing.T) {
	e, err := catalogue.ByName("lcr")
	if err != nil {
		t.Fatal(err)
	}
	groups, err := (&request{}).groupsOf(e)
	if err != nil {
		t.Fatal(err)
	}
	lines := tableLines(groups, byClaims{}, false)
	for _, width := range []int{20, 30, 40, 60, 79} {
		var out bytes.Buffer
		writeTable(&out, lines, byClaims{}, width)
		for line := range strings.Lines(out.String()) {
			if w := text.StringWidth(strings.TrimSuffix(line, "\n")); w > width {
				t.Errorf("%d columns: a line of %d: %s", width, w, line)
			}
		}
		words := strings.Join(strings.Fields(out.String()), " ")
		for _, l := range lines {
			if want := strings.Join(strings.Fields(l.property()), " "); width < 79 && !strings.Contains(words, want) {
				t.Errorf("%d columns: %q is missing", width, want)
			}
		}
	}
	var out bytes.Buffer
	writeTable(&out, lines, byClaims{}, 40)
	if want := "lcr corrected, async fifo weak\n  n="; !strings.HasPrefix(out.String(), want) {
		t.Errorf("it begins with %q, want %q", out.String()[:len(want)], want)
	}
}

func TestProse(t *testing.T) {
	for _, test := range []struct {
		width      int
		text, want string
		reason     string
	}{
		{0, "one two\n  three", "one two\n  three\n", "not a terminal: as it is"},
		{80, "\none two\n", "\none two\n\n", "it fits"},
		{12, "one two three", "one two\n  three\n", "a line that goes on is indented"},
		{12, "one\n  two three four", "one\n  two\n    three\n    four\n", "lines that are indented stay so"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var out strings.Builder
			if writeProse(&out, test.width, test.text); out.String() != test.want {
				t.Errorf("%q, want %q", out.String(), test.want)
			}
		})
	}
}

func TestNumbersInWords(t *testing.T) {
	for _, test := range []struct{ got, want, reason string }{
		{grouped("0"), "0", "no thousands"},
		{grouped("999"), "999", "no thousands"},
		{grouped("1604676"), "1,604,676", "commas between thousands"},
		{short(999), "999", "whole below a thousand"},
		{short(1604676), "1.6M", "three digits"},
		{short(2.5e15), "2.5e+03T", "beyond all units"},
		{plural(1, "event", "events"), "1 event", "one"},
		{plural(1000, "event", "events"), "1,000 events", "many"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.reason, test.got, test.want)
		}
	}
}
