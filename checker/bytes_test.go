package checker_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// weighing is a context that is over once the process holds some bytes more than
// before, garbage apart.
type weighing struct {
	context.Context
	before, held int64
	asked        int
}

const heavy = 8 << 20

func (w *weighing) Err() error {
	if w.asked++; w.asked%256 == 0 && w.held < heavy {
		w.held = live() - w.before
	}
	if w.held >= heavy {
		return context.Canceled
	}
	return nil
}

// live returns the bytes in use, garbage apart.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestBytesAreHeld compares the memory of the search according to the report with
// the memory that the process held, for each part that may grow.
func TestBytesAreHeld(t *testing.T) {
	for _, grows := range []string{"texts", "channels", "messages"} {
		s, err := model.New(endlessly{grows}, model.Network{Topology: model.UnidirectionalRing, N: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic} {
			w := &weighing{Context: t.Context(), before: live()}
			r, err := checker.Check(w, s, checker.Options{Search: checker.Search{Engine: engine, Reduce: checker.NoReduction}, Properties: []properties.Property{properties.Uniqueness()}})
			if err != nil || r.Stopped.String() != "interrupted" {
				t.Fatalf("%s, %v: %v, stopped %q", grows, engine, err, r.Stopped)
			}
			if r.Bytes*5/2 < w.held || r.Bytes > w.held*5/2 {
				t.Errorf("%s, %v: the report says %d bytes, and %d are held", grows, engine, r.Bytes, w.held)
			}
		}
	}
}
