package bullyimproved

import "github.com/interrex/interrex/model"

// The program has no number for THRESHOLD (lines 2-3). Its reasoning needs that a process that
// is up has answered before: ELECTION and OK take a delay each, so the least number of
// ticks that is longer is 3.
const answer = 3

// Durations says when THRESHOLD is over. The text says nothing of how long it takes to
// miss a coordinator at the start (line 21): any time. A crash that is watched for is
// detected by asking, with the same patience: a question that arrives just after the crash
// is a delay old, and the last answer comes a delay after it.
func (Algorithm) Durations(model.Self, State) model.Durations {
	return model.Durations{
		Timers:  [8]model.Span{threshold: model.Exactly(answer), missed: {Greatest: model.Unbounded}},
		Suspect: model.Span{Least: answer - 1, Greatest: answer + 1},
	}
}
