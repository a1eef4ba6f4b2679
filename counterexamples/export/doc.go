// Package export writes executions for other tools: [ITF] for viewers of traces of TLA+ and
// Quint, [ShiViz] for space-time diagrams that one can search, and [JSON] for programs of
// one's own. [DOT] writes the state graph of a small system. It knows no engine and no algorithm.
package export

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An Execution is one with the words about it.
type Execution struct {
	Title   string // one line
	Summary string // how the execution decides a property, or ""
	model.Execution
	Remarks []properties.Remark
	Values  map[string]string // of the counterexample file, by key; nil: there is none
}
