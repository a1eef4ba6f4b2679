package command

import (
	"context"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestOneCutShortIsEnough says that where the search of one arrangement is cut
// short those of the same n are not begun: no result of theirs could make the extreme known.
func TestOneCutShortIsEnough(t *testing.T) {
	messages := checker.Messages
	c := &measureCommand{request: request{known: ours()}, exact: true, quantity: &messages}
	c.algorithms, c.sizes, c.options.MaxConfigurations = []string{"hs"}, sizes{6, 6}, 3
	s := newSearch(&c.request)
	plan, err := c.plan(func() string { return "" }, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	a := plan[0].amounts[0]
	var tasks []*extremesTask
	for i := range a.arrangements {
		tasks = append(tasks, &extremesTask{plan[0], a, i})
	}
	p := &progress{w: io.Discard, running: map[*instance]int64{}, courses: map[*instance]*course{}}
	if err := c.measureEach(t.Context(), s, tasks, p); err != nil {
		t.Fatal(err)
	}
	if p.done < 1 || p.done > runtime.GOMAXPROCS(0) {
		t.Errorf("%d of %d arrangements are searched, want one for each core at most", p.done, len(tasks))
	}
	if !strings.Contains(a.stopped, "max-configurations 3") || a.known() {
		t.Errorf("stopped: %q, want the bound; known: %v", a.stopped, a.known())
	}
}

// TestMeasureIsLate says that time and interrupts end the planning too.
func TestMeasureIsLate(t *testing.T) {
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	for _, test := range []struct {
		ctx    context.Context
		time   time.Duration
		want   string
		reason string
	}{
		{checkertest.Slow(t.Context()), time.Nanosecond, "max-time is over", "there is no time to plan"},
		{interrupted, 0, "interrupted", "an interrupt while arrangements are made"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			c := &measureCommand{request: request{known: ours()}, exact: true}
			c.algorithms, c.sizes, c.options.MaxTime = []string{"lcr"}, sizes{10, 10}, test.time
			var out, errs strings.Builder
			if err := c.run(test.ctx, &out, &errs); err != incomplete || !strings.Contains(errs.String(), "n=10: the search was cut short: "+test.want) {
				t.Errorf("error %v, %q; want %v, %q", err, errs.String(), incomplete, test.want)
			}
		})
	}
}

// TestCutShortKeepsWhatIsMeasured says that the extremes of some arrangements are bounds on
// those of all.
func TestCutShortKeepsWhatIsMeasured(t *testing.T) {
	some, others := checker.Extremes{Finite: true, Least: 4, Greatest: 7}, checker.Extremes{Finite: true, Least: 5, Greatest: 9}
	for _, test := range []struct {
		extremes        []checker.Extremes
		stopped         string
		least, greatest string
		measured        int
		reason          string
	}{
		{[]checker.Extremes{others, some}, "", "4 (1,2)", "9 (2,1)", 2, "all are measured"},
		{[]checker.Extremes{{}, others, some}, "interrupted", "<= 4 (1,2,3)", ">= 9 (1,2)", 2, "the first is not"},
		{[]checker.Extremes{some, {}}, "interrupted", "<= 4 (2,1)", ">= 7 (2,1)", 1, "others may differ"},
		{[]checker.Extremes{{}, {}}, "interrupted", "unknown", "unknown", 0, "none is"},
		{[]checker.Extremes{some, {}}, "", "-", "endless", 1, "some executions of the second do not end"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			a := &amounts{arrangements: [][]model.ID{{2, 1}, {1, 2}, {1, 2, 3}}, extremes: test.extremes, stopped: test.stopped}
			a.findExtremes()
			if least, greatest := a.cells(); least != test.least || greatest != test.greatest || a.measured != test.measured {
				t.Errorf("%q, %q of %d arrangements; want %q, %q of %d", least, greatest, a.measured, test.least, test.greatest, test.measured)
			}
		})
	}
}
