package properties

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A Remark is what a chart says of one configuration of an execution.
type Remark struct {
	After int // the number of events before the configuration
	Text  string
	Whole bool // it is about the execution as a whole, and stands under the chart
}

// Remarks returns what a chart says of x, which refutes p: where the trigger of a
// LeadsTo holds whose goal never follows, and where a Recurs holds for the last time; and
// of any x what [Watching.Explaining] says.
func (p Property) Remarks(x model.Execution) []Remark {
	if p.explain != nil {
		var list []Remark
		for _, text := range p.explain(x) {
			list = append(list, Remark{After: len(x.Steps), Text: text, Whole: true})
		}
		return list
	}
	if p.Form != LeadsTo && p.Form != Recurs {
		return nil
	}
	path := stepwise.PathFrom(x.System, x.Start)
	j := NewJudge(path, p)
	for _, step := range x.Steps {
		path.Extend(step)
		j.Step()
	}
	switch t := j.judged[0]; {
	case p.Form == LeadsTo && t.pending >= 0:
		return []Remark{{After: t.pending, Text: fmt.Sprintf("here the trigger of %s holds; its goal never follows", p.Name)}}
	case p.Form == Recurs && t.held >= 0:
		return []Remark{{After: t.held, Text: fmt.Sprintf("here %s holds for the last time", p.Name)}}
	}
	return nil
}
