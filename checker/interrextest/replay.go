package interrextest

import (
	"errors"
	"os"
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Replay runs the schedule of a counterexample file with the algorithm of s on the
// network of the file, and judges the property of the file, which must be in the list. If the
// execution violates the property, Replay fails t with its chart, which ends where the
// property is violated. Otherwise, because
// the protocol has been mended or the file is a witness, it logs the chart. If an
// event of the file is no longer enabled, the chart shows the events before it. Replay
// returns the execution, which [counterexamples.SVG] and [counterexamples.Mermaid] can
// draw too.
//
// It is for the files that [Check] stores, and for those of a command of your own
// (docs/command.md). The network of s is of no importance.
func Replay(t testing.TB, s *model.System, file string, list ...properties.Property) model.Execution {
	t.Helper()
	if s == nil {
		t.Fatalf("interrextest: %s", nilSystem)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("interrextest: %v", err)
	}
	f, err := counterexamples.Parse(data)
	if err != nil {
		t.Fatalf("interrextest: %s: %v", file, err)
	}
	if s, err = s.Semantics().On(f.Instance.Network); err != nil {
		t.Fatalf("interrextest: %s: the network of the file does not fit: %v", file, err)
	}
	p, ok := propertyNamed(f.Property, withWellFormed(list))
	if !ok {
		t.Fatalf("interrextest: %s: it is about property %s; given: %s", file, f.Property, named(list))
	}
	if err := p.CheckFor(s); err != nil {
		t.Fatalf("interrextest: %s: %v", file, err)
	}
	k := Config{Fairness: f.Fairness}.newCheck(t, s)
	var x model.Execution
	k.guard(func() {
		t.Helper()
		x = k.show(f, p, file)
	})
	return x
}

// show replays a file and reports the result.
func (k *check) show(f *counterexamples.File, p properties.Property, file string) model.Execution {
	k.t.Helper()
	x, err := f.Run(k.system)
	if impure := (*model.ImpureError)(nil); errors.As(err, &impure) {
		panic(impure)
	}
	switch {
	case errors.Is(err, model.ErrNotEnabled):
		x.Stem = len(x.Steps)
		k.t.Logf("%s: %s: no execution of this system: %v; this is what comes before\n%s", file, p.Name, err, counterexamples.Chart(x))
		return x
	case err != nil:
		k.t.Logf("%s: %s: no execution of this system: %v", file, p.Name, err)
		return x
	}
	x = prefix(p, x)
	err = judged(p, x, f.Fairness)
	chart := counterexamples.Chart(x)
	if err == nil {
		chart = drawn(p, x)
	}
	switch {
	case err != nil && p.Form == properties.Reachable:
		k.t.Logf("%s: %s: not witnessed by %s any more: %v\n%s", file, p.Name, lengthText(x), err, chart)
	case err != nil:
		k.t.Logf("%s: %s: not violated by %s any more: %v\n%s", file, p.Name, lengthText(x), err, chart)
	case p.Form == properties.Reachable:
		k.t.Logf("%s: %s: witnessed by %s\n%s", file, p.Name, lengthText(x), chart)
	default:
		k.t.Errorf("%s: %s: violated by %s%s\n%s", file, p.Name, lengthText(x), illFormed(x), chart)
	}
	return x
}

// propertyNamed returns the property of that name.
func propertyNamed(name string, list []properties.Property) (properties.Property, bool) {
	for _, p := range list {
		if p.Name == name {
			return p, true
		}
	}
	return properties.Property{}, false
}
