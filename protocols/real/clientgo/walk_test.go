package clientgo_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/protocols/real/clientgo"
)

// TestWalks draws schedules of two virtual minutes: two electors with unequal settings lead at a time if and only if they do in a search.
func TestWalks(t *testing.T) {
	const most, minutes = 300, 2
	v := release(t)
	mayLead := v == "v0.18" || v == "v0.20" || v == "v0.26" // see the row unequal-settings
	seed, err := goroutines.Walks(t.Context(), most, func(seed uint64) (goroutines.Walked, error) {
		walked, err := clientgo.Walk(clientgo.Options{Settings: unequal, Jitter: 13}, cut, minutes*time.Minute, rand.New(rand.NewPCG(seed, 0)).IntN)
		if walked.Left != "" {
			t.Errorf("seed %d: a goroutine has not ended: %s", seed, walked.Left)
		}
		if err == nil && walked.Time < minutes*time.Minute {
			t.Errorf("seed %d: the walk ends after %v", seed, walked.Time)
		}
		return walked, err
	}, func(p goroutines.WalksProgress) { t.Log(p) })
	switch {
	case mayLead && !errors.Is(err, clientgo.ErrTwo):
		t.Errorf("%d schedules: %v, want two leaders", seed, err)
	case !mayLead && err != nil:
		t.Errorf("seed %d: %v", seed, err)
	}
}
