package validate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// networks are variations of the network of a document.
var networks = []struct {
	name   string
	change func(*model.Network)
	reason string
}{
	{"as printed", func(*model.Network) {}, "what the catalogue has"},
	{"bag", func(n *model.Network) { n.Order = model.Bag }, "messages overtake each other"},
	{"set", func(n *model.Network) { n.Order = model.Set }, "equal messages merge"},
	{"inbox", func(n *model.Network) { n.Order = model.Inbox }, "who sends first matters to the receiver"},
	{"bounded", func(n *model.Network) { n.Timing, n.Delay = model.Bounded, 2 }, "time passes between lines"},
	{"bounded, with faults", func(n *model.Network) {
		n.Timing, n.Faults = model.Bounded, model.Faults{Crash: 1, Restart: 1, Loss: 1, Dup: 1}
	}, "time passes while a process is down"},
	{"timers in turn", func(n *model.Network) {
		n.Timing, n.TimersInTurn, n.Faults = model.Bounded, true, model.Faults{Crash: 1, Restart: 1}
	}, "a timer comes before all lines of other processes"},
	{"timely", func(n *model.Network) { n.Timing = model.Timely }, "a timeout needs quiet"},
	{"lockstep", func(n *model.Network) { n.Timing = model.Lockstep }, "lines of one round belong together"},
	{"lockstep, late", func(n *model.Network) { n.Timing, n.Delay = model.Lockstep, 2 }, "messages wait without a line"},
	{"all awake", func(n *model.Network) { n.Wake = model.WakeSet{All: true} }, "steps before the first event"},
	{"losses", func(n *model.Network) { n.Faults = model.Faults{Loss: 2, Dup: 1} }, "faults without a line"},
	{"crashes", func(n *model.Network) { n.Faults = model.Faults{Crash: 1, Suspect: 1} }, "crashes within steps"},
	{"restarts", func(n *model.Network) { n.Faults = model.Faults{Crash: 2, Restart: 1, Cut: 1} }, "a process that comes back"},
}

// systems yields each algorithm of the catalogue on each network that suits it.
func systems(t *testing.T, n int, yield func(name string, s *model.System)) {
	t.Helper()
	count := 0
	for _, e := range catalogue.All() {
		for _, v := range networks {
			net := e.Network(n)
			v.change(&net)
			s, err := e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
			if err != nil {
				net.IDs = []model.ID{3, 1, 4, 2, 5, 7, 6}[:n]
				s, err = e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
			}
			if err != nil {
				continue // the algorithm is not for this network
			}
			count++
			yield(e.Name+", "+v.name, s)
		}
	}
	if count < 100 {
		t.Errorf("only %d systems", count)
	}
}

// drawn returns a random execution of at most so many events.
func drawn(t *testing.T, s *model.System, seed uint64, most int) model.Execution {
	t.Helper()
	scheduler, err := schedule.New(schedule.Names()[seed%8], schedule.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	never := properties.NewAlways("never", "never refuted", func(model.View) bool { return true })
	w := schedule.Start(s, model.Weak, never)
	schedule.Run(w, scheduler, most)
	return w.Execution()
}

// split puts the lines of each process together: all that is known of a system
// whose processes have a log each.
func split(lines []validate.Line) []validate.Line {
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b validate.Line) int { return b.Process - a.Process })
	return lines
}

// without leaves out the sends, the status and the choices of each line.
func without(lines []validate.Line) []validate.Line {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Sends, lines[i].Status, lines[i].Choices = nil, nil, nil
	}
	return lines
}

// TestRoundTrip: the log of an execution is valid, whole, split by process, and
// without sends, status and choices; the witness has its lines.
func TestRoundTrip(t *testing.T) {
	seeds := uint64(2)
	if testing.Short() {
		seeds = 1
	}
	systems(t, 3, func(name string, s *model.System) {
		for seed := range seeds {
			lines := validate.Record(drawn(t, s, seed, 30))
			if len(lines) == 0 {
				continue
			}
			for _, c := range []struct {
				what    string
				lines   []validate.Line
				options validate.Options
			}{
				{"whole", lines, validate.Options{InOrder: true}},
				{"split", split(lines), validate.Options{}},
				{"outputs left out", without(lines), validate.Options{}},
			} {
				c.options.MaxConfigurations = 100_000
				r, err := validate.Log(context.Background(), s, c.lines, c.options)
				if err != nil || r.Verdict != validate.Valid || r.Explained != len(lines) {
					t.Errorf("%s, seed %d, %s: %v\n%s", name, seed, c.what, err, r.Text())
					continue
				}
				if err := explains(s, r.Schedule, c.lines); err != nil {
					t.Errorf("%s, seed %d, %s: the witness: %v", name, seed, c.what, err)
				}
			}
		}
	})
}

// explains reports a process whose lines a schedule does not have, crashes that
// need none aside.
func explains(s *model.System, events model.Schedule, lines []validate.Line) error {
	x, err := s.Replay(model.Lasso{Stem: events})
	if err != nil {
		return err
	}
	for p := range s.Network().N {
		of := func(list []validate.Line) []validate.Line {
			return slices.DeleteFunc(slices.Clone(list), func(l validate.Line) bool { return l.Process != p || l.Event == "crash" })
		}
		got, want := of(validate.Record(x)), of(lines)
		if len(got) != len(want) {
			return fmt.Errorf("p%d: %d lines, want %d", p, len(got), len(want))
		}
		for i := range got {
			if !partOf(want[i], got[i]) {
				return fmt.Errorf("p%d, line %d: %v, want %v", p, i+1, got[i], want[i])
			}
		}
	}
	return nil
}
