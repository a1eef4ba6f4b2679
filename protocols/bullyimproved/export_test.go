package bullyimproved

import "github.com/interrex/interrex/model"

// Whole is the algorithm that forgets nothing.
type Whole struct{ Algorithm }

// Step is the text without what the process forgets.
func (a Whole) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	return a.step(p, s, in)
}
