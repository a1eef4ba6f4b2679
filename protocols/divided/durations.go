package divided

import "github.com/interrex/interrex/model"

// Durations says how long it takes until an informer finds that a point does not reply
// (line 7). The text has no numbers. The question and the reply take a delay each, so the
// least number of ticks that is longer is 3. A question that arrives just after the crash
// of a point is a delay old, and the informer may know of the crash a delay later than that.
func (Algorithm) Durations(model.Self, State) model.Durations {
	const answer = 3
	return model.Durations{Suspect: model.Span{Least: answer - 1, Greatest: answer + 1}}
}
