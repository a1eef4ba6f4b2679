package command

import (
	"fmt"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// validatedJSON is the line that `validate --json` prints.
type validatedJSON struct {
	Verdict        string     `json:"verdict"`        // valid, invalid or unknown
	Lines          int        `json:"lines"`          // in all logs
	Explained      int        `json:"explained"`      // by the longest prefix
	Positions      []int      `json:"positions"`      // how many lines of each process those are
	Schedule       []string   `json:"schedule"`       // an execution that has the longest prefix
	Next           []nextJSON `json:"next"`           // lines that cannot come next, the one nearest to a possible line first
	Down           []int      `json:"down"`           // the processes that are down from the start
	Configurations string     `json:"configurations"` // looked at, each counted with the lines that it explains
	Stopped        string     `json:"stopped"`        // why nothing is known, or ""
}

// nextJSON is part of validatedJSON: a line of a log that cannot come next; in a round, the lines of
// all who take it together.
type nextJSON struct {
	Places   []string          `json:"places"` // file and line of each
	Lines    []validate.Line   `json:"lines"`
	Possible []alternativeJSON `json:"possible"` // instead, nearest first
	Omitted  int               `json:"omitted"`  // how many more are possible
	Missing  *string           `json:"missing"`  // an event after which it could come
}

// alternativeJSON is part of nextJSON: an event that is possible.
type alternativeJSON struct {
	Event       string           `json:"event"`
	Lines       []validate.Line  `json:"lines"` // that it writes
	Differences []differenceJSON `json:"differences"`
}

// differenceJSON is part of alternativeJSON: a field in which a log differs from
// the event.
type differenceJSON struct {
	Field string `json:"field"`
	Log   string `json:"log"` // "": nothing
	Model string `json:"model"`
}

func newValidatedJSON(r validate.Result, s *model.System) validatedJSON {
	o := validatedJSON{Verdict: r.Verdict.String(), Lines: r.Lines, Explained: r.Explained, Positions: r.Positions, Schedule: []string{},
		Next: []nextJSON{}, Down: append([]int{}, s.Network().Down...), Configurations: fmt.Sprint(r.Configurations), Stopped: r.Stopped.String()}
	for _, e := range r.Schedule {
		o.Schedule = append(o.Schedule, e.String())
	}
	for _, x := range r.Next {
		o.Next = append(o.Next, newNextJSON(x))
	}
	return o
}

func newNextJSON(x validate.Next) nextJSON {
	o := nextJSON{Lines: x.Lines, Possible: []alternativeJSON{}, Omitted: x.Omitted, Missing: eventText(x.Missing)}
	for _, l := range x.Lines {
		o.Places = append(o.Places, l.Place)
	}
	for _, a := range x.Possible {
		one := alternativeJSON{Event: a.Event.String(), Lines: a.Lines, Differences: []differenceJSON{}}
		for _, d := range a.Differences {
			one.Differences = append(one.Differences, differenceJSON(d))
		}
		o.Possible = append(o.Possible, one)
	}
	return o
}

func eventText(e *model.Event) *string {
	if e == nil {
		return nil
	}
	return new(e.String())
}
