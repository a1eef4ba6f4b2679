package clientgo_test

import (
	"context"
	"os"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/real/clientgo"
)

// TestSlowMessages searches electors whose requests and answers take one or two seconds each, in every combination:
// nothing else goes wrong, and all properties hold.
func TestSlowMessages(t *testing.T) {
	if release(t) != "v0.28" {
		t.Skip("the counts are those of v0.28")
	}
	for _, c := range []struct {
		seconds        int
		configurations int64
		long           bool
	}{{14, 124804, false}, {20, 3383135, true}} {
		if c.long && os.Getenv("INTERREX_LONG") == "" {
			continue // 100 s
		}
		s, a, err := clientgo.System(clientgo.Options{Settings: defaults, Seconds: c.seconds, Rounds: 2}, model.Faults{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: clientgo.Properties()})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Verdicts {
			if v.Result != checker.Holds {
				t.Errorf("%d s: %s %v: %s", c.seconds, v.Property.Name, v.Result, v.Note())
			}
		}
		if r.Configurations != c.configurations {
			t.Errorf("%d s: %d configurations, want %d", c.seconds, r.Configurations, c.configurations)
		}
		t.Logf("%+v, %v", a.Counts(), r.Elapsed)
	}
}
