package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestFlagsAreInGroups says that the help of each command shows each flag once, in a group,
// in lines of at most 100 columns.
func TestFlagsAreInGroups(t *testing.T) {
	groups := map[string]int{}
	for _, g := range flagGroups() {
		for _, name := range g.names {
			groups[name]++
		}
	}
	for _, cmd := range ours().newRoot().Commands() {
		var out bytes.Buffer
		if got := ours().run(t.Context(), []string{cmd.Name(), "--help"}, &out, &out); got != int(ok) {
			t.Fatalf("%s --help: exit status %d", cmd.Name(), got)
		}
		for line := range strings.Lines(out.String()) {
			if len([]rune(line)) > pageWidth+1 {
				t.Errorf("%s --help has a line of %d columns: %s", cmd.Name(), len([]rune(line))-1, line)
			}
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if count := strings.Count(out.String(), "--"+f.Name+" ") + strings.Count(out.String(), "--"+f.Name+","); groups[f.Name] != 1 || count == 0 {
				t.Errorf("%s --%s: in %d groups, %d times in its help; want 1, and 1 at least", cmd.Name(), f.Name, groups[f.Name], count)
			}
		})
	}
}
