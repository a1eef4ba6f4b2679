package explore

import (
	"fmt"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An opened is the execution of a counterexample file.
type opened struct {
	Values map[string]string `json:"values"`
	Picks  []int             `json:"picks"`
	Stem   *int              `json:"stem"`
	Prose  []string          `json:"prose"`
	Link   string            `json:"link"`
}

// open replays a counterexample file: its text, or that of the erratum of an algorithm that
// the text names as "NAME E3".
func (x *Explorer) open(q Question) (any, error) {
	f, err := x.file(q.Text)
	if err != nil {
		return nil, err
	}
	i, err := x.instanceOf(f)
	if err != nil {
		return nil, err
	}
	r := counterexamples.Resolver{
		System:   func(counterexamples.Instance) (*model.System, error) { return i.system, nil },
		Property: func(counterexamples.Instance, string) (properties.Property, error) { return i.property() },
	}
	if _, err := r.Replay(f); err != nil {
		return nil, err
	}
	return i.opened(f.Schedule, f.Prose)
}

func (x *Explorer) file(text string) (*counterexamples.File, error) {
	var name, id string
	if n, _ := fmt.Sscanf(text, "%s %s", &name, &id); n == 2 && len(text) < 40 {
		i, err := x.instance(map[string]string{"algorithm": name})
		if err != nil {
			return nil, err
		}
		for _, erratum := range i.entry.Errata {
			if erratum.ID == id {
				return counterexamples.OfErratum(name, id, erratum.Breaks)
			}
		}
		return nil, fmt.Errorf("%s: unknown erratum %q", name, id)
	}
	return counterexamples.Parse([]byte(text))
}

// opened returns a lasso of the instance with its picks.
func (i *instance) opened(l model.Lasso, prose []string) (*opened, error) {
	picks, err := picksOf(i.system, l.Events())
	if err != nil {
		return nil, err
	}
	o := &opened{Values: i.differs(), Picks: picks, Prose: prose}
	if len(l.Loop) > 0 {
		stem := len(l.Stem)
		o.Stem = &stem
	}
	o.Link = linkOf(o.Values, o.Picks, o.Stem)
	return o, nil
}

// A document is a text to download.
type document struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text"`
}

// download returns the execution as a document. A file needs an execution that refutes
// the property in question.
func (x *Explorer) download(q Question) (any, error) {
	w, err := x.walk(q)
	if err != nil {
		return nil, err
	}
	title := w.file.Instance.Title()
	switch q.Format {
	case "svg":
		return document{w.entry.Name + ".svg", "image/svg+xml", string(counterexamples.SVG(w.execution, title))}, nil
	case "mermaid":
		return document{w.entry.Name + ".mmd", "text/plain", counterexamples.Mermaid(w.execution)}, nil
	case "ascii":
		return document{w.entry.Name + ".txt", "text/plain", counterexamples.Chart(w.execution)}, nil
	case "file":
		return w.record()
	}
	return nil, fmt.Errorf("unknown format %.20q; allowed: file, svg, mermaid, ascii", q.Format)
}

func (w *walk) record() (any, error) {
	p, err := w.property()
	if err != nil {
		return nil, err
	}
	shown, err := p.Prefix(w.execution)
	if err == nil {
		err = p.Judge(shown, w.file.Fairness)
	}
	if err != nil {
		return nil, fmt.Errorf("this execution is no counterexample: %w", err)
	}
	f := counterexamples.Record(w.file.Instance, shown, p, w.file.Fairness)
	if err := f.Check(); err != nil {
		return nil, err
	}
	return document{w.entry.Name + "-" + p.Name + ".txt", "text/plain", string(f.Format())}, nil
}
