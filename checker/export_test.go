package checker

import (
	"context"

	"github.com/interrex/interrex/model"
)

// CheckByTurns is [Check] of a system with one initial configuration, if the first turn
// may have that many configurations.
func CheckByTurns(ctx context.Context, s *model.System, o Options, first int64) (Report, error) {
	k := newCheck(ctx, s, o)
	k.first = first
	return k.done()
}

// MeasureByTurns is [Measure] of a system with one initial configuration, if the first
// search may have that many configurations.
func MeasureByTurns(ctx context.Context, s *model.System, q Quantity, o Options, first int64) (Extremes, error) {
	k := newCheck(ctx, s, o)
	k.first = first
	return k.measure(q)
}
