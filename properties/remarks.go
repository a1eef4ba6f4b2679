package properties

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A Remark is the text of a chart about one configuration of an execution.
type Remark struct {
	After int // the number of events before the configuration
	Text  string
	Whole bool // it is about the execution as a whole, and stands under the chart
}

// Remarks returns the remarks of a chart on x, which refutes p: where the trigger of a
// LeadsTo holds whose goal never follows, and where a Recurs holds for the last time; and
// for any x those of [Watching.Explaining]. Of a property of every process, or of every
// pair, they name those that x refutes it for.
func (p Property) Remarks(x model.Execution) []Remark {
	if p.explain != nil {
		var list []Remark
		for _, text := range p.explain(x) {
			list = append(list, Remark{After: len(x.Steps), Text: text, Whole: true})
		}
		return list
	}
	who := p.For(x)
	switch {
	case who == nil && p.Form != LeadsTo && p.Form != Recurs, who == nil && p.hasCases():
		return nil
	case who == nil:
		return p.remarks(x, "")
	case !p.hasCases():
		i, _ := p.every.failsAt(x, who)
		return []Remark{{After: i, Text: fmt.Sprintf("here %s fails for %s", p.Name, processes(who, " and "))}}
	}
	return p.every.of(who).remarks(x, " for "+processes(who, " and "))
}

// remarks is Remarks of a property, or of the case of one that the text about names.
func (p Property) remarks(x model.Execution, about string) []Remark {
	path := stepwise.PathFrom(x.System, x.Start)
	j := NewJudge(path, p)
	for _, step := range x.Steps {
		path.Extend(step)
		j.Step()
	}
	switch t := j.judged[0]; {
	case p.Form == LeadsTo && t.pending >= 0:
		return []Remark{{After: t.pending, Text: fmt.Sprintf("here the trigger of %s holds%s; its goal never follows", p.Name, about)}}
	case p.Form == Recurs && t.held >= 0:
		return []Remark{{After: t.held, Text: fmt.Sprintf("here %s holds%s for the last time", p.Name, about)}}
	case about != "":
		return []Remark{{After: x.Stem, Text: fmt.Sprintf("%s never holds%s", p.Name, about)}}
	}
	return nil
}
