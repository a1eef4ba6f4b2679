package command

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestMeasurementsAreThoseOfOneProcess says that the report of shards, which may be done in any order, is that of measure.
func TestMeasurementsAreThoseOfOneProcess(t *testing.T) {
	for _, line := range []string{"measure lcr --exact -n 2..3", "measure lcr --sizes 4,8 --repeats 3"} {
		m, err := DivideMeasure(ours().parts, strings.Fields(line), 5, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		list := make([][]byte, m.Len())
		for i := m.Len() - 1; i >= 0; i-- {
			again, is, err := MeasurementsOf(ours().parts, m.Line(), io.Discard) // as a worker does
			if !is || err != nil {
				t.Fatal(is, err)
			}
			var b bytes.Buffer
			if err := again.Run(t.Context(), i, &b); err != nil {
				t.Fatal(err)
			}
			list[i] = b.Bytes()
		}
		want, text := answer(t, ours(), line)
		var b strings.Builder
		if got := m.Report(t.Context(), list, &b, &b); got != want || steadied(b.String()) != text {
			t.Errorf("%s: exit status %d, not %d:\n%s", line, got, want, firstDifference(text, steadied(b.String())))
		}
		if got := m.Report(t.Context(), list[1:], io.Discard, io.Discard); got != int(usage) {
			t.Errorf("%s: without the first shard: exit status %d", line, got)
		}
	}
}

// TestPartsThatDiffer says that results of parts of a search must be the same, apart from times.
func TestPartsThatDiffer(t *testing.T) {
	const line = "check lcr -n 3 --ids worst --variant corrected --engine explicit --reduce none"
	s, err := Share(t.Context(), ours().parts, strings.Fields(line), 2, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	d := tasksOf(t, line)
	one := results(t, d, 1)[0]
	var b strings.Builder
	if got := s.Report(t.Context(), [][]byte{one, one}, io.Discard, &b); got != 0 {
		t.Errorf("exit status %d, %s", got, b.String())
	}
	other := results(t, tasksOf(t, strings.Replace(line, "-n 3", "-n 4", 1)), 1)[0]
	if got := s.Report(t.Context(), [][]byte{one, other}, io.Discard, &b); got != int(usage) || !strings.Contains(b.String(), "the results of part 1 and part 2 differ") {
		t.Errorf("exit status %d, %s", got, b.String())
	}
	if _, is, err := ShareOf(t.Context(), ours().parts, s.Line(), io.Discard); !is || err != nil {
		t.Errorf("%v: %t, %v", s.Line(), is, err)
	}
	if _, is, err := ShareOf(t.Context(), ours().parts, d.Line(), io.Discard); is || err != nil {
		t.Errorf("%v: %t, %v", d.Line(), is, err)
	}
}
