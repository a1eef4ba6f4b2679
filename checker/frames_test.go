package checker_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// frames counts the calls of functions of package checker between Check and the Search of an engine.
type frames struct {
	most     int
	searches map[string]bool // by the engine's package: it was met
}

// look looks at the calls that lead to its caller.
func (f *frames) look() {
	pcs := make([]uintptr, 256)
	list := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	between := -1
	for frame, more := list.Next(); more; frame, more = list.Next() {
		name := strings.TrimPrefix(frame.Function, "github.com/interrex/interrex/checker")
		switch {
		case strings.HasSuffix(name, ".Engine.Search"):
			f.searches[strings.TrimSuffix(name, ".Engine.Search")], between = true, 0
		case name == ".Check" && between >= 0:
			f.most = max(f.most, between)
			return
		case between >= 0:
			between++
		}
	}
}

// TestFewFrames says that at most five calls are between Check and each search of an engine: for all questions, for shorter
// executions, and for the relaxation. A predicate looks at them, and fails in a while, as a step does.
func TestFewFrames(t *testing.T) {
	f := frames{searches: map[string]bool{}}
	seen := properties.NewAlways("seen", "fewer than three lose", properties.Shape{Some: func(s model.Status) bool {
		f.look()
		return s.Role == model.Lost
	}})
	loops := 0
	for _, s := range []*model.System{specSystem(t, "LCR", 3), catalogued(t, "bully-improved", "corrected", 3, func(net *model.Network) error { net.Order = model.Inbox; return nil })} {
		for _, o := range []checker.Options{{}, {Search: checker.Search{Engine: checker.Auto}}, {Search: checker.Search{Engine: checker.Symbolic}}, {Search: checker.Search{Reduce: checker.Confluent}}, {Search: checker.Search{Symmetry: true}}} {
			o.Properties = append(properties.Standard(properties.Greatest), seen, properties.MessagesAtMost(2))
			if _, err := checker.CheckByTurns(t.Context(), s, o, 4); err != nil && o.Search.Engine != checker.Symbolic {
				t.Fatal(err)
			}
			loops++
		}
	}
	t.Logf("%+v", f)
	if f.most > 5 || f.most < 2 || len(f.searches) != 2 {
		t.Errorf("%d calls between Check and the searches of %v; want at most 5, and both engines", f.most, f.searches)
	}
}
