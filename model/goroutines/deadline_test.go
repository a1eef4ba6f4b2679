package goroutines_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// TestDeadline judges moments: of each second whether all is timely, whether the goal holds, and whether it is due.
func TestDeadline(t *testing.T) {
	for _, row := range []struct {
		reason  string
		moments string // by second: "-" not timely, "." timely without the goal, "g" with it, "x" not due
		always  bool
		longest time.Duration
		late    int // the second at which it is missed; 0: it is not
	}{
		{"the goal always holds", "gggg", false, time.Second, 0},
		{"what was before all is timely does not count", "-----g.g", false, 2 * time.Second, 0},
		{"it counts if asked for", "-----g.g", true, 4 * time.Second, 4},
		{"three seconds are allowed", "g..g..g", false, 3 * time.Second, 0},
		{"four are not, though it holds again", "g...g", false, 4 * time.Second, 4},
		{"nor without an end", "......", false, 4 * time.Second, 4},
		{"the time begins anew where nothing is due", "g..xx..g", false, 3 * time.Second, 0},
	} {
		d := &goroutines.Deadline{Name: "goal", Within: 3 * time.Second, Always: row.always}
		d.Goal = func(v model.View) bool { return v.Status[0].Role == model.Won }
		d.Due = func(v model.View) bool { return v.Status[0].Role != model.Lost }
		late := 0
		for second, is := range row.moments {
			role := map[rune]model.Role{'g': model.Won, 'x': model.Lost}[is]
			err := d.See(goroutines.Moment{Time: time.Duration(second) * time.Second, Timely: is != '-', View: model.View{Status: []model.Status{{Role: role}}}})
			if errors.Is(err, goroutines.ErrLate) {
				late = second
				break
			}
		}
		if late != row.late || d.Longest != row.longest {
			t.Errorf("%s: missed at second %d, longest %v; want %d, %v", row.reason, late, d.Longest, row.late, row.longest)
		}
	}
}

// TestWalksStop walks until one fails, until all are done, and until it is interrupted. Each time progress is told at the end.
func TestWalksStop(t *testing.T) {
	failed := errors.New("failed")
	for _, row := range []struct {
		reason       string
		fails, stops uint64 // the seed with which a walk fails, and after which the context ends
		want         error
		seed         uint64
		walks        int
	}{
		{"all are done", 99, 99, nil, 5, 5},
		{"one fails", 3, 99, failed, 3, 4},
		{"it is interrupted", 99, 2, context.Canceled, 3, 3},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var last goroutines.WalksProgress
		seed, err := goroutines.Walks(ctx, 5, func(seed uint64) (goroutines.Walked, error) {
			if seed == row.stops {
				cancel()
			}
			if seed == row.fails {
				return goroutines.Walked{}, failed
			}
			return goroutines.Walked{Events: []string{"a", "b"}, Time: time.Minute}, nil
		}, func(p goroutines.WalksProgress) { last = p })
		cancel()
		if !errors.Is(err, row.want) || seed != row.seed || last.Walks != row.walks || last.Virtual == 0 || last.Events == 0 {
			t.Errorf("%s: seed %d, error %v, %+v", row.reason, seed, err, last)
		}
	}
	p := goroutines.WalksProgress{Walks: 10, Events: 400, Virtual: time.Minute, Elapsed: 2 * time.Second}
	if got, want := fmt.Sprint(p), "10 walks, 5 a second; 400 events, 200 a second; 1m0s of virtual time"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
