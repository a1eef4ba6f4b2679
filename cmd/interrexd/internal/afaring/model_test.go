package afaring_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/afaring"
	"github.com/interrex/interrex/cmd/interrexd/internal/afaserver"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/errata"
)

// TestModel: the model of package afa, with the preparation phase, has every log of
// the servers, on links that keep the order if the calls do.
func TestModel(t *testing.T) {
	for _, row := range []struct {
		fixes  errata.Fixes
		woken  int
		calls  afaserver.Calls
		order  model.Order
		reason string
	}{
		{errata.Corrected, 0, afaserver.InOrder, model.FIFO, "calls in order are fifo links"},
		{0, 0, afaserver.InOrder, model.FIFO, "as printed"},
		{errata.Corrected, 0, afaserver.Concurrent, model.Bag, "calls that overtake each other are bags"},
		{errata.Corrected, 1, afaserver.Concurrent, model.Bag, "R2=b"},
		{fixesOf(afa.Relay), 0, afaserver.Concurrent, model.Bag, "with E1"},
		{errata.Corrected, 0, afaserver.Nested, model.Bag, "calls within calls"},
	} {
		for k := range 4 {
			r := run(t.Context(), arrangement(6, k), afaring.Options{Fixes: row.fixes, Woken: row.woken, Calls: row.calls, Log: true})
			if r.err != nil {
				t.Fatal(r.err)
			}
			log := logOf(r)
			if got := valid(t, r, row.fixes, row.woken, row.order, log); got.Verdict != validate.Valid {
				t.Errorf("%s: %s", row.reason, got.Text())
			}
			changed := log[len(log)-1]
			changed.Sends = append(slices.Clone(changed.Sends), validate.Send{Message: "EM(6)"})
			log[len(log)-1] = changed
			if got := valid(t, r, row.fixes, row.woken, row.order, log); got.Verdict != validate.Invalid {
				t.Errorf("%s: a log with a message more is %v", row.reason, got.Verdict)
			}
		}
	}
}

func logOf(r ring) (lines []validate.Line) {
	for _, e := range r.ends {
		lines = append(lines, e.Log...)
	}
	return lines
}

func valid(t *testing.T, r ring, fixes errata.Fixes, woken int, order model.Order, lines []validate.Line) validate.Result {
	t.Helper()
	ids := make([]model.ID, len(r.ids))
	for i, id := range r.ids { // in the model, a message to the right comes to the process before
		ids[len(ids)-1-i] = model.ID(id)
	}
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Process = len(ids) - 1 - lines[i].Process
	}
	a := afa.Algorithm{Fixes: fixes, Readings: errata.Readings{afa.Preparation: 1, afa.Woken: uint8(woken)}}
	s, err := model.New(a, model.Network{Topology: model.Ring, N: len(ids), IDs: ids, Order: order})
	if err != nil {
		t.Fatal(err)
	}
	got, err := validate.Log(t.Context(), s, lines, validate.Options{MaxConfigurations: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return got
}
