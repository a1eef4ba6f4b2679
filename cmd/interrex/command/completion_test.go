package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// offered returns the words that the shell offers behind a command line that has been
// begun, and the directive (see cobra).
func offered(t *testing.T, line ...string) (offers []string, directive string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := ours().run(t.Context(), append([]string{cobra.ShellCompNoDescRequestCmd}, line...), &out, &errs); got != 0 {
		t.Fatalf("%q: exit status %d: %s", line, got, errs.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	return lines[:len(lines)-1], lines[len(lines)-1]
}

// TestFlagsComplete says that the shell offers files only for flags that are
// about files, and for others exactly the words that they allow.
func TestFlagsComplete(t *testing.T) {
	about := map[string]string{"output": ":0", "log": ":0", "profile": ":0", "counterexamples": ":16"} // files, directories
	for _, cmd := range ours().newRoot().Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" {
				return
			}
			offers, directive := offered(t, cmd.Name(), "lcr", "--"+f.Name, "")
			if want, isPath := about[f.Name]; isPath && directive != want || !isPath && directive != ":4" && directive != ":36" {
				t.Errorf("%s --%s: directive %s", cmd.Name(), f.Name, directive)
			}
			for _, word := range offers {
				if err := f.Value.Set(word); err != nil {
					t.Errorf("%s --%s %s is offered: %v", cmd.Name(), f.Name, word, err)
				}
			}
			err := f.Value.Set("?")
			if err == nil || words[f.Name] == nil || f.Name == "ids" || f.Name == "wake" {
				return
			}
			if _, allowed, _ := strings.Cut(err.Error(), "; allowed: "); allowed != strings.Join(offers, ", ") {
				t.Errorf("%s --%s offers %v, but allows %s", cmd.Name(), f.Name, offers, allowed)
			}
		})
	}
}

func TestCompletion(t *testing.T) {
	for _, test := range []struct {
		line   []string
		want   string
		reason string
	}{
		{[]string{"check", "--reading", ""}, "", "of no algorithm"},
		{[]string{"check", "lcr", "--reading", ""}, "R1=a R1=b R1=c R2=a R2=b R3=a R3=b", "of the algorithm"},
		{[]string{"check", "lcr", "--variant", "+E1,"}, "+E1,printed +E1,corrected +E1,-E1 +E1,+E2 +E1,-E2 +E1,+E3 +E1,-E3", "what is named already is not offered"},
		{[]string{"simulate", "lcr", ""}, "", "one algorithm"},
		{[]string{"check", "lcr", "--property", "halted,unique"}, "halted,uniqueness halted,uniqueness-ever", "a list"},
	} {
		offers, _ := offered(t, test.line...)
		if diff := cmp.Diff(test.want, strings.Join(offers, " ")); diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", test.reason, test.line, diff)
		}
	}
}
