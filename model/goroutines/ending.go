package goroutines

import (
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An Ending is the Own of a process whose code has [Code].Ends: how the process ends if
// it is stopped after its last input. A walk does not stop processes, so there it only
// has the Own of the code.
type Ending struct {
	Own     any    // as Observe shows it
	Lingers string // where a goroutine is that has not ended in time; "" if all have
	Waits   string // where Stop waits that has not returned in time
	Panics  string // the panic, or another end of its process
}

// String returns the text of Own, if there is one, and how the process ends, unless it
// does so as it should.
func (e Ending) String() string {
	var parts []string
	if e.Own != nil {
		parts = model.Status{Own: e.Own}.Words()
	}
	for _, part := range []struct{ name, text string }{{"lingers: ", e.Lingers}, {"stop-waits: ", e.Waits}, {"stopped: ", e.Panics}} {
		if part.text != "" {
			parts = append(parts, part.name+part.text)
		}
	}
	if parts == nil {
		return "ends"
	}
	return strings.Join(parts, " ")
}

// showing returns a status as properties see it.
func (c *Code) showing(s model.Status, e Ending) model.Status {
	if c.Ends > 0 {
		e.Own = s.Own
		s.Own = e
	}
	return s
}

// Endings returns three properties of processes whose code has [Code].Ends. A search
// judges them for a stop after every history of inputs.
func Endings() []properties.Property {
	return []properties.Property{
		ending("goroutines-end", "all goroutines of a process end in time when it is stopped", func(e Ending) bool { return e.Lingers == "" }),
		ending("stop-returns", "Stop returns in time", func(e Ending) bool { return e.Waits == "" }),
		ending("stop-is-orderly", "a process does not panic when it is stopped", func(e Ending) bool { return e.Panics == "" }),
	}
}

func ending(name, statement string, holds func(e Ending) bool) properties.Property {
	return properties.NewAlways(name, statement, properties.Each(holds))
}

// endWithin stops the process, and reports what has not ended a while later. Calls that
// are pending stay without an answer.
func (i *instance) endWithin(d time.Duration) (e Ending) {
	i.e.mu.Lock()
	before := i.e.fault
	i.e.mu.Unlock()
	i.end()
	time.Sleep(d)
	synctest.Wait()
	i.e.mu.Lock()
	if before == "" {
		e.Panics = i.e.fault
	}
	i.e.mu.Unlock()
	var lingering []string
	for _, stack := range stacks(ownBubble()) {
		if strings.Contains(stack, ".(*instance).callStop(") {
			e.Waits = place(stack)
			continue
		}
		lingering = append(lingering, place(stack))
	}
	if len(lingering) > 0 {
		e.Lingers = slices.Min(lingering)
	}
	return e
}
