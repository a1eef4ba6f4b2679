package command

import (
	"bytes"
	"strings"
	"testing"
)

// TestFormatsAreOneTable says that a row of the table is enough: the format is found by its name and by its
// ending, and help and errors name it.
func TestFormatsAreOneTable(t *testing.T) {
	said := func(args ...string) string {
		var out bytes.Buffer
		ours().run(t.Context(), args, &out, &out)
		return strings.Join(strings.Fields(out.String()), " ")
	}
	file := "../../../counterexamples/lcr/E3-irrevocability.txt"
	help, wrong := said("export", "--help"), said("export", file, "--as", "other")
	charted, ending := said("chart", "--help"), said("chart", file, "-o", "picture.other")
	for _, f := range ours().formats() {
		if name, ok := formatOf(ours().formats(), "file"+f.ending); !ok || name != f.name {
			t.Errorf("%s: its ending %s is that of %q", f.name, f.ending, name)
		}
		if !strings.Contains(help, f.name) || !strings.Contains(wrong, f.name) {
			t.Errorf("%s: export does not name it: %s; %s", f.name, help, wrong)
		}
		if f.kind != chart {
			continue
		}
		if !strings.Contains(charted, f.name) || !strings.Contains(ending, f.ending) {
			t.Errorf("%s: chart does not name it: %s; %s", f.name, charted, ending)
		}
	}
}
