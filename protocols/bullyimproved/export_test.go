package bullyimproved

import "github.com/interrex/interrex/model"

// Whole is the algorithm that forgets nothing.
type Whole struct{ Algorithm }

// Step is the step of the text: the process forgets nothing.
func (a Whole) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	return a.step(p, s, in)
}
