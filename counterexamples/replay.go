package counterexamples

import (
	"errors"
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Resolver says which system and which property a file names. An error
// should name the culprit and what is allowed.
type Resolver struct {
	System   func(i Instance) (*model.System, error)
	Property func(i Instance, name string) (properties.Property, error)
}

// Replay runs the schedule of f by the definition of the model and returns the
// execution if the file does what it says: every event is enabled, the
// property is refuted (or witnessed) exactly at the end, a loop closes and is
// fair, and the chart is that of the execution. Else the error is one line
// that says where and how it differs.
func (r Resolver) Replay(f *File) (model.Execution, error) {
	x, p, err := r.run(f)
	if err != nil {
		return x, err
	}
	if err := p.Judge(x, f.Fairness); err != nil {
		return x, fmt.Errorf("the execution does not show what the file says: %w", err)
	}
	return x, f.compareChart(Chart(x))
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
	x, err := s.Replay(f.Schedule)
	if errors.Is(err, model.ErrNotEnabled) {
		err = fmt.Errorf("line %d: %w; enabled: %s", f.lineOf(len(x.Steps)), err, enabled(x))
	}
	return x, p, err
}

// enabled lists the events that the end of x enables.
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

// compareChart reports the first line in which the file's chart is not as
// drawn.
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
