package explicit

import (
	"math/bits"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/properties"
)

// sights are the properties of a question whose predicates see whole configurations or events, and
// which one of these decides. The search asks them wherever it comes, and none of them adds a state of a monitor to the
// configurations. So one search is enough for all.
type sights struct {
	ofConfigurations, ofSteps mask
	settled                   mask // the properties that earlier levels have decided: they are asked no more
}

func sightsOf(list []properties.Property) (x sights) {
	for i, p := range list {
		switch {
		case p.SeesConfiguration():
			x.ofConfigurations |= 1 << i
		case p.SeesStep():
			x.ofSteps |= 1 << i
		}
	}
	return x
}

// any reports whether some property is to be asked.
func (x sights) any() bool { return (x.ofConfigurations|x.ofSteps)&^x.settled != 0 }

// see returns the properties with sights that s, or an event of s, decides. After an ill-formed step
// there are none.
func (p *pass) see(w *worker, s compose.State, f compose.Facts, ends bool) (found mask) {
	if f.Failed {
		return 0
	}
	if w.showing == nil {
		w.showing = p.machine.NewShowing()
	}
	here, list := w.showing.Expanded(s, ends), p.question.Properties
	for rest := p.sights.ofConfigurations &^ p.sights.settled; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(uint64(rest)); list[i].DecidedIn(here, ends) {
			found |= 1 << i
		}
	}
	steps := p.sights.ofSteps &^ p.sights.settled
	if steps == 0 {
		return found
	}
	w.edges = p.machine.Edges(s, w.edges[:0])
	for _, e := range w.edges {
		for rest := steps; rest != 0; rest &= rest - 1 {
			if i := bits.TrailingZeros64(uint64(rest)); !p.machine.Facts(e.Next).Failed && w.showing.IsRefuted(i, &list[i], s, ends, e) {
				found |= 1 << i
			}
		}
	}
	return found
}
