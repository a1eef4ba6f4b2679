package command

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// TestNothingIsMadeWhereItIsLate says that time and interrupts end the making
// of instances too, and that nothing holds then.
func TestNothingIsMadeWhereItIsLate(t *testing.T) {
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	for _, test := range []struct {
		ctx    context.Context
		time   time.Duration
		want   string
		reason string
	}{
		{checkertest.Slow(t.Context()), time.Nanosecond, "interrex: cut short: max-time is over; 0 of at least 4 instances searched\n", "there is no time to count"},
		{interrupted, 0, "interrex: cut short: interrupted; 0 of at least 4 instances searched\n", "an interrupt while instances are counted"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			c := &checkCommand{request: request{known: ours()}}
			c.algorithms, c.variant, c.sizes, c.properties = []string{"lcr"}, "corrected", sizes{7, 10}, []string{"uniqueness"}
			c.options.MaxTime = test.time
			var out, errs strings.Builder
			if err := c.run(test.ctx, &out, &errs); err != incomplete || errs.String() != test.want {
				t.Errorf("error %v, %q; want %v, %q", err, errs.String(), incomplete, test.want)
			}
			if text := out.String(); strings.Contains(text, "holds") || !strings.Contains(text, "1 unknown") {
				t.Errorf("it says\n%s", text)
			}
		})
	}
}

// TestSystemsAreNotKept says that each of 5,040 instances that are only planned
// takes at most 500 bytes: no system is kept.
func TestSystemsAreNotKept(t *testing.T) {
	q := &request{known: ours(), algorithms: []string{"lcr"}, variant: "corrected", sizes: sizes{8, 8}, properties: []string{"uniqueness"}}
	s := newSearch(q)
	groups, err := q.groups()
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	list, err := s.plan(t.Context(), q, groups)
	runtime.ReadMemStats(&after)
	if err != nil || s.planned != 5040 || len(list) != 1 {
		t.Fatalf("%d instances in %d sets, error %v; want 5040 in 1", s.planned, len(list), err)
	}
	if each := (after.TotalAlloc - before.TotalAlloc) / 5040; each > 500 {
		t.Errorf("an instance that is only planned takes %d bytes", each)
	}
	count := 0
	for range s.instances(t.Context(), list) {
		count++
	}
	if count != s.planned {
		t.Errorf("%d instances are made, want %d", count, s.planned)
	}
}

// TestTooManyArrangements says that a check of too many arrangements is refused, unless all
// are alike.
func TestTooManyArrangements(t *testing.T) {
	for _, test := range []struct {
		algorithm string
		refused   bool
		reason    string
	}{
		{"lcr", true, "19! on a ring"},
		{"bully", false, "whom one knows by identity are all alike"},
	} {
		q := &request{known: ours(), algorithms: []string{test.algorithm}, variant: "corrected", sizes: sizes{20, 20}, properties: []string{"uniqueness"}}
		groups, err := q.groups()
		if err != nil {
			t.Fatal(err)
		}
		_, err = newSearch(q).plan(t.Context(), q, groups)
		if refused := err != nil && strings.Contains(err.Error(), "--ids worst"); refused != test.refused {
			t.Errorf("%s: error %v", test.reason, err)
		}
	}
}

// TestTheFirstOfASetDecides says which instances of a set are taken to be large since the
// first one was, whenever that is known.
func TestTheFirstOfASetDecides(t *testing.T) {
	for _, reduction := range []checker.Reduction{checker.NoReduction, checker.Confluent} {
		b := &instanceSet{group: &group{}, arrangements: slices.Values(make([][]model.ID, wholeFirst+2))}
		var got []bool
		for i := range b.instances {
			i.try(checker.Report{Complete: true, Reduction: reduction})
			got = append(got, i.isLarge())
		}
		want := make([]bool, wholeFirst+2)
		want[wholeFirst], want[wholeFirst+1] = reduction == checker.Confluent, reduction == checker.Confluent
		if !slices.Equal(got, want) {
			t.Errorf("the first is searched with reduction %v: %v, want %v", reduction, got, want)
		}
	}
}

// TestTheCatalogueSaysWhatIsLarge says that an instance of more than five processes that is
// checked only if asked to counts as large, even if others of its size do not.
func TestTheCatalogueSaysWhatIsLarge(t *testing.T) {
	for n, want := range map[int]bool{4: false, 5: false, 6: true} {
		g := &group{claims: []*claims.Claim{{To: 5, Large: 6}, {To: 3, Large: 4}}}
		i := &instance{instanceSet: &instanceSet{group: g, network: model.Network{N: n}}}
		if got := i.isLarge(); got != want {
			t.Errorf("n = %d: large %t, want %t", n, got, want)
		}
	}
}

// TestTimeIsNamed says which time a reason names that ended a search.
func TestTimeIsNamed(t *testing.T) {
	for _, test := range []struct {
		whole, each, left time.Duration
		want, reason      string
	}{
		{3 * time.Second, 0, 2999 * time.Millisecond, "max-time 3s", "what was left of the run is not what was asked for"},
		{3 * time.Second, time.Second, 400 * time.Millisecond, "max-time 3s", "less is left than each instance may take"},
		{3 * time.Second, time.Second, time.Second, "max-time 1s", "the time of the instance"},
		{0, time.Second, time.Second, "max-time 1s", "the run has no bound"},
	} {
		q := &request{instanceTime: test.each}
		q.options.MaxTime = test.whole
		why := reason.Reason{Cause: reason.MaxTime, Bound: int64(test.left)}
		if got := newSearch(q).named(why, test.left).String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}
