package command

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/lcr"
)

// TestPictureFitsTheTerminal draws an execution for terminals of several widths.
func TestPictureFitsTheTerminal(t *testing.T) {
	s, err := model.New(lcr.Algorithm{Fixes: errata.Corrected}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	var l model.Lasso
	for _, text := range []string{"wake p0", "receive p1:1 ELECT(2)"} {
		e, err := model.ParseEvent(text)
		if err != nil {
			t.Fatal(err)
		}
		l.Stem = append(l.Stem, e)
	}
	x, err := s.Replay(l)
	if err != nil {
		t.Fatal(err)
	}
	const chart, list, legend = "  2      |--ELECT(2)-->|", "  2  p1 receives ELECT(2) from p0 (sent in 1); p1", "| a process"
	for _, row := range []struct {
		width  int
		wanted []string
		absent []string
		reason string
	}{
		{0, []string{chart, legend, "a page of text is by\ndefault."}, []string{list}, "a file has no width"},
		{80, []string{chart, legend}, []string{list}, "the chart fits"},
		{50, []string{list, "\n     lost", "of at most a hundred\ncolumns"}, []string{chart, legend}, "the chart is wider: events are listed, and need no legend"},
	} {
		var b strings.Builder
		p := picture{summary: "Here is said in one line of at most a hundred columns, which is how wide a page of text is by default.", x: x}
		p.write(&b, row.width)
		writeLegend(&b, row.width, x)
		for _, want := range row.wanted {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%d columns: no %q, although %s:\n%s", row.width, want, row.reason, b.String())
			}
		}
		for _, absent := range row.absent {
			if strings.Contains(b.String(), absent) {
				t.Errorf("%d columns: %q, although %s:\n%s", row.width, absent, row.reason, b.String())
			}
		}
		if row.width > 0 && isWider(b.String(), row.width) {
			t.Errorf("%d columns: a line is wider:\n%s", row.width, b.String())
		}
	}
}
