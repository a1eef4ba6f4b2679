package counterexamples

import (
	"errors"
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Resolver looks up the system and the property that a file names. An error should
// name the culprit and the allowed values.
type Resolver struct {
	System   func(i Instance) (*model.System, error)
	Property func(i Instance, name string) (properties.Property, error)
}

// Replay runs the schedule of f by the definition of the model and returns the
// execution. It checks that every event is enabled, that the end refutes (or
// witnesses) the property and no earlier configuration does, that a loop closes and
// is fair, and that the chart is that of the execution. If not, the error is one
// line that says where and how the file differs.
func (r Resolver) Replay(f *File) (model.Execution, error) {
	x, p, err := r.run(f)
	if err != nil {
		return x, err
	}
	if err := p.Judge(x, f.Fairness); err != nil {
		return x, fmt.Errorf("the execution does not show what the file claims: %w", err)
	}
	return x, f.compareChart(Chart(x, p.Remarks(x)...))
}

func (r Resolver) run(f *File) (model.Execution, properties.Property, error) {
	s, err := r.System(f.Instance)
	if err != nil {
		return model.Execution{}, properties.Property{}, err
	}
	p, err := r.Property(f.Instance, f.Property)
	if err != nil {
		return model.Execution{}, p, err
	}
	x, err := f.Run(s)
	if errors.Is(err, model.ErrNotEnabled) {
		err = fmt.Errorf("line %d: %w; enabled: %s", f.lineOf(len(x.Steps)), err, enabled(x))
	}
	return x, p, err
}

// Run replays the schedule of f on s. If an event is not enabled because the
// algorithm is impure, the error is a [*model.ImpureError].
func (f *File) Run(s *model.System) (model.Execution, error) {
	x, err := s.Replay(f.Schedule)
	if errors.Is(err, model.ErrNotEnabled) {
		if impure := s.Semantics().Impure(f.Schedule); impure != nil {
			return x, impure
		}
	}
	return x, err
}

// enabled lists the events that the last configuration of x enables.
func enabled(x model.Execution) string {
	const most = 12
	var texts []string
	list := x.System.Successors(x.Last())
	for i, y := range list {
		if i == most {
			texts = append(texts, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		texts = append(texts, y.Event.String())
	}
	if texts == nil {
		return "nothing"
	}
	return strings.Join(texts, ", ")
}

// compareChart reports the first line in which the chart of the file differs from
// the drawn one.
func (f *File) compareChart(drawn string) error {
	if f.Chart == drawn {
		return nil
	}
	got, want := strings.Split(f.Chart, "\n"), strings.Split(drawn, "\n")
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	return fmt.Errorf("line %d: the chart differs: the file has %q, the execution is drawn %q",
		f.chartLine()+i, lineAt(got, i), lineAt(want, i))
}
