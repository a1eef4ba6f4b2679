package validate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// Options relax the demands on a log, and bound the search. The zero value demands
// a line for each event of a process, and has no bounds.
type Options struct {
	// InOrder says that the lines happened in the order in which they are given,
	// those of different processes too. Otherwise only the lines of one process
	// did, and every interleaving is tried.
	InOrder bool
	// Unlogged is the most events of processes in a row that have no line.
	Unlogged int

	// The bounds are for each initial configuration.
	MaxConfigurations int64         // stop after so many, each counted with the lines that it explains; 0: no bound
	MaxMemory         int64         // stop when the search takes so many bytes, roughly; 0: no bound
	MaxTime           time.Duration // stop after this long; 0: no bound

	Progress func(Progress) // is told a few times a second how far the search has come; nil: nobody is
}

// Progress says how far a search has come.
type Progress struct {
	Lines, Explained int   // in the log, and by the longest prefix so far
	Configurations   int64 // looked at, each counted with the lines that it explains
	Bytes            int64 // that the search takes, roughly
}

// Verdict says whether the model explains a log.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // the search was cut short
	Valid                  // some execution has every line
	Invalid                // no execution has every line
)

var verdictNames = []string{"unknown", "valid", "invalid"}

func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("Verdict(%d)", uint8(v))
}

// A Result is the result of following a log through the model.
type Result struct {
	Verdict   Verdict
	Lines     int   // in the log
	Explained int   // by the longest prefix: all, if the log is valid
	Positions []int // how many lines of each process those are
	// Schedule is an execution that has exactly the lines of the longest prefix;
	// [model.System.Replay] accepts it. If the system has several initial
	// configurations, Start says in which it begins ([model.Network].Start).
	Schedule model.Schedule
	Start    []int
	// Next has the lines after the longest prefix, the one nearest to an event of
	// the model first. It is empty if the log is valid.
	Next []Next
	// Urgent has the events that must happen after the longest prefix before time
	// passes, in timing bounded, if a line in Next is later.
	Urgent []model.Event

	Configurations int64         // that were looked at, each counted with the lines that it explains
	Stopped        reason.Reason // why the search was cut short; zero: it was not
}

// A Next is a line that cannot come next; in a round, the lines of all who take
// it together.
type Next struct {
	Lines    []Line
	Possible []Alternative // the events that can happen there instead, nearest first; the line itself, if it can after more ticks
	Omitted  int           // how many more can
	// Missing is an event after which the line could come; nil if there is none.
	// The log has no line of it there, or one that differs.
	Missing *model.Event
}

// An Alternative is an event that is possible, with the lines that it writes into
// the log.
type Alternative struct {
	Event       model.Event
	Lines       []Line       // in full
	Differences []Difference // of the log; those in a round name the process
}

// errNoLine refuses a log without lines: it would be valid for every system.
var errNoLine = errors.New("no line in any log; allowed: one or more")

// Log follows lines through s. The error names a line that does not suit the
// network, or the fault of the algorithm.
func Log(ctx context.Context, s *model.System, lines []Line, o Options) (r Result, err error) {
	switch {
	case s == nil:
		return r, errors.New("no system: it is nil; model.New returns one, or an error")
	case len(lines) == 0:
		return r, errNoLine
	case o.Unlogged < 0 || o.MaxConfigurations < 0 || o.MaxMemory < 0 || o.MaxTime < 0:
		return r, fmt.Errorf("options below zero (Unlogged %d, MaxConfigurations %d, MaxMemory %d, MaxTime %v); allowed: 0 and more", o.Unlogged, o.MaxConfigurations, o.MaxMemory, o.MaxTime)
	}
	if traitor := s.Network().Faults.Traitor; traitor > 0 {
		return r, fmt.Errorf("%v; allowed where logs are validated: no traitors, as they log what they like", model.Faults{Traitor: traitor})
	}
	lines = slices.Clone(lines)
	for i := range lines {
		if lines[i].Place == "" {
			lines[i].Place = fmt.Sprintf("line %d", i+1)
		}
		if err := lines[i].fits(s); err != nil {
			return r, fmt.Errorf("%s: %w", lines[i].Place, err)
		}
	}
	if err := timesFit(s, lines, o); err != nil {
		return r, err
	}
	starts, err := s.Semantics().Starts()
	if err != nil {
		return r, err
	}
	for i, one := range starts {
		found, err := from(ctx, one, lines, o)
		if err != nil || found.Verdict == Valid {
			return found, err
		}
		if i == 0 {
			r = found
		} else {
			r = r.or(found)
		}
	}
	return r, nil
}

// from follows lines through a system with one initial configuration.
func from(ctx context.Context, s *model.System, lines []Line, o Options) (r Result, err error) {
	defer blame(&err)
	f := newFollower(ctx, s, lines, o)
	f.follow()
	r = f.result()
	r.Start = s.Network().Start
	return r, f.confirm(r.Schedule)
}

// or returns the result of two starts together, neither of which explains all lines:
// that with the longer prefix.
func (r Result) or(other Result) Result {
	configurations, stopped := r.Configurations+other.Configurations, cmp.Or(r.Stopped, other.Stopped)
	if other.Explained > r.Explained {
		r = other
	}
	if r.Configurations, r.Stopped = configurations, stopped; stopped.Cause != reason.None {
		r.Verdict = Unknown
	}
	return r
}

// blame turns a panic with a [model.ValueError] or a [model.ImpureError] into an
// error.
func blame(err *error) {
	r := recover()
	if r == nil {
		return
	}
	e, ok := r.(error)
	if value, impure := (*model.ValueError)(nil), (*model.ImpureError)(nil); !ok || !errors.As(e, &value) && !errors.As(e, &impure) {
		panic(r)
	}
	*err = e
}
