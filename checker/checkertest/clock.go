package checkertest

import (
	"context"
	"time"
)

// Slow returns a context in which time passes: each question whether it is over takes
// longer than a tick of the coarsest clock (16 ms, on Windows). It is for tests of bounds
// on time that the work itself may be too short to reach.
func Slow(ctx context.Context) context.Context { return slow{ctx} }

type slow struct{ context.Context }

func (s slow) Err() error {
	time.Sleep(20 * time.Millisecond)
	return s.Context.Err()
}
