package command

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An extremeExecution is an execution that has an extreme amount.
type extremeExecution struct {
	*extremesTask
	word   string // "least", "greatest", or "only" if these are equal
	amount int64
	x      *model.Execution // nil: there is none
}

// executions returns those with the extremes that are known, in the order of the plan.
func executions(plan []*measurement) []extremeExecution {
	var list []extremeExecution
	for _, m := range plan {
		for _, a := range m.amounts {
			if a.measured == 0 || a.endless {
				continue
			}
			least, greatest := &extremesTask{m, a, a.least}, &extremesTask{m, a, a.greatest}
			if a.atLeast() == a.atMost() {
				list = append(list, extremeExecution{least, "only", a.atLeast(), a.extremes[a.least].LeastBy})
				continue
			}
			list = append(list, extremeExecution{least, "least", a.atLeast(), a.extremes[a.least].LeastBy},
				extremeExecution{greatest, "greatest", a.atMost(), a.extremes[a.greatest].GreatestBy})
		}
	}
	return list
}

// show draws the executions with the extremes and stores them. Each is written as a file,
// read, and replayed from that by the definition of the model, before anybody sees it.
func (c *measureCommand) show(out *output, plan []*measurement, stderr io.Writer) error {
	width := terminalWidth(out)
	var drawn []model.Execution
	for _, e := range executions(plan) {
		if why := e.unfit(); why != "" {
			fmt.Fprintf(stderr, "interrex: %s is not shown: %s\n", e.title(), why)
			continue
		}
		file, p, err := c.replayed(e)
		if err != nil {
			return fmt.Errorf("%s: %w", e.title(), err)
		}
		drawn = append(drawn, p.x)
		if c.chart {
			writeProse(out, width, "\n"+e.title()+"\n")
			p.write(out, width)
		}
		if c.files != "" {
			path := filepath.Join(c.files, e.fileName())
			if err := writeFile(path+".txt", string(file.Format())); err != nil {
				return err
			}
			if err := p.writeFile(path+".svg", "svg"); err != nil {
				return err
			}
		}
	}
	if c.chart {
		writeLegend(out, width, drawn...)
	}
	return nil
}

// unfit says why an execution cannot be shown.
func (e *extremeExecution) unfit() string {
	switch {
	case e.x == nil:
		return "the search has found the amount, and no execution"
	case !e.x.System.Terminal(e.x.Last()):
		return "it goes on for ever, and adds nothing"
	case len(e.x.Steps) > drawnEvents || e.x.System.Network().N > drawnProcesses:
		return fmt.Sprintf("it has %s of %d processes; drawn are at most %d of %d", plural(len(e.x.Steps), "event", "events"), e.x.System.Network().N, drawnEvents, drawnProcesses)
	}
	return ""
}

// property returns the property that the execution refutes at its end: that no execution
// ends with this amount.
func (e *extremeExecution) property() properties.Property {
	of := map[checker.Quantity]properties.Amount{checker.Messages: properties.MessagesSent, checker.Rounds: properties.RoundsTaken, checker.Length: properties.EventsTaken}
	return properties.NotAtEnd(of[e.quantity], int(e.amount))
}

// replayed returns the file of the execution, and the picture of its replay.
func (c *measureCommand) replayed(e extremeExecution) (*counterexamples.File, *picture, error) {
	i := instanceOf(e.group.entry, e.group.variant, *e.x.System.Network())
	text := counterexamples.Record(i, *e.x, e.property(), model.ByTiming).Format()
	file, err := counterexamples.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	x, err := counterexamples.Resolver{System: c.known.systemOf, Property: c.known.propertyOf}.Replay(file)
	if err != nil {
		return nil, nil, err
	}
	if again := counterexamples.Record(i, x, e.property(), model.ByTiming).Format(); !bytes.Equal(again, text) {
		return nil, nil, fmt.Errorf("the execution that is replayed from its file is another one")
	}
	return file, &picture{title: e.title(), summary: counterexamples.Summary(x, e.property()), x: x}, nil
}

// title names the execution.
func (e *extremeExecution) title() string {
	return fmt.Sprintf("%s: the %s number of %v, %d", e.instance().title(), e.word, e.quantity, e.amount)
}

// fileName returns the name of the file without its ending.
func (e *extremeExecution) fileName() string {
	n := e.amounts.n
	parts := []string{e.group.entry.Name, e.group.variantText(), e.word, e.quantity.String(), fmt.Sprint("n", n), e.group.condition(n).String()}
	return strings.NewReplacer(" ", "-", "=", "", "<", "", ",", "_").Replace(strings.Join(parts, "-"))
}
