package counterexamples

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// LocalStates returns remarks for a chart of x: the local states of all processes at
// the start, and after each event those that it has changed.
func LocalStates(x model.Execution) []properties.Remark {
	var list []properties.Remark
	for i := range len(x.Steps) + 1 {
		for p := range x.System.Network().N {
			text := x.System.Semantics().LocalText(x.At(i), p)
			if i == 0 || text != x.System.Semantics().LocalText(x.At(i-1), p) {
				list = append(list, properties.Remark{After: i, Text: fmt.Sprintf("p%d = %s", p, text)})
			}
		}
	}
	return list
}
