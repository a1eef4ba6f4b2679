// Package threshold has the numbers at which a search changes its course: it turns to a
// reduction, gives up work that takes too long, or forgets configurations. Verdicts do not
// depend on them, apart from those that are unknown. Tests lower them, so that small systems
// reach them.
package threshold

import "context"

// Thresholds are the numbers of one check.
type Thresholds struct {
	FirstTurn    int64 // configurations of the first turn of a check, of which the bounds of all others are multiples
	LoopsAtLeast int64 // configurations that a search which sees the events of loops may meet, even if the one before it met few
	LoopsAuto    int64 // configurations above which such a search leaves its turn to diagrams
	Shortened    int64 // configurations among which a shorter execution is looked for
	Course       int   // confluent deliveries that are taken at once
	Considered   int   // local states that are considered to find out whether a delivery is confluent
	Relied       int   // local states in which a message may be relied upon, even if few were met
	Learned      int64 // configurations that a search which must begin again meets before, to learn more
	Turned       int64 // configurations from which on the visited set may be turned
	Recut        int64 // configurations from which on the leaves of the tables may be cut in two elsewhere
	Exposed      int   // configurations of which the events that are passed over from there on are known
	Renamings    int   // the greatest order of a group of renamings
	LoopEvents   int   // events of a loop that the symbolic engine shows
	LoopPaths    int   // paths that it computes for a loop
	Told         int   // states of a monitor of which it looks whether one may refute a property in any order of events
	Recorded     int64 // configurations that a search expands before it is worth a record
	InVain       int64 // configurations that a family expands for each answer that it may compare in vain
	OnDisk       int64 // configurations from which on a search with a folder goes on on disk
	Buffered     int64 // bytes of successors that such a search keeps in memory, at most
	FullBut      int   // after a level memory counts as full, except for each so manieth time that a search asks for room; 0: it is as full as it is
}

// Default returns the thresholds of a check.
func Default() Thresholds {
	return Thresholds{
		FirstTurn:    1 << 16,
		LoopsAtLeast: 1 << 14,
		LoopsAuto:    1 << 20,
		Shortened:    1 << 20,
		Course:       1 << 16,
		Considered:   1 << 10,
		Relied:       1 << 8,
		Learned:      1 << 8,
		Turned:       1 << 12,
		Recut:        1 << 14,
		Exposed:      1 << 16,
		Renamings:    5040, // those of seven processes that can all be exchanged
		LoopEvents:   1 << 14,
		LoopPaths:    1 << 11,
		Told:         1 << 10,
		Recorded:     1 << 8,
		InVain:       16,
		OnDisk:       1 << 20,
		Buffered:     1 << 33,
	}
}

type key struct{}

// With returns a context in which a check has these thresholds.
func With(ctx context.Context, t Thresholds) context.Context {
	return context.WithValue(ctx, key{}, t)
}

// Of returns the thresholds of a check in a context: those of [With], else [Default].
func Of(ctx context.Context) Thresholds {
	if t, ok := ctx.Value(key{}).(Thresholds); ok {
		return t
	}
	return Default()
}
