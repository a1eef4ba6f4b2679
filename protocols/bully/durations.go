package bully

import "github.com/interrex/interrex/model"

// The text has no numbers. Its reasoning needs that a process that is up has answered
// before the one that asks gives up (lines 3-5): ELECTION and OK take a delay each, so the
// least number of ticks that is longer is 3.
const answer = 3

// Durations says how long a process waits for OK. The text says nothing of how long the
// crash of the old coordinator stays undetected (line 1): any time. A crash that is
// watched for is detected by asking, with the same patience: a question that arrives just
// after the crash is a delay old, and the last answer comes a delay after it.
func (Algorithm) Durations(model.Self, State) model.Durations {
	return model.Durations{
		Timers:  [8]model.Span{noOK: model.Exactly(answer), detects: {Greatest: model.Unbounded}},
		Suspect: model.Span{Least: answer - 1, Greatest: answer + 1},
	}
}
