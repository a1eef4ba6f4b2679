package parts

import (
	"context"

	"github.com/interrex/interrex/model"
)

// A Coverage finds the branches of algorithms that no execution takes.
type Coverage interface {
	// Reach searches a system, at most so many configurations if that is not 0 and so many bytes
	// of their texts, and adds its steps to those of the algorithm.
	Reach(ctx context.Context, s *model.System, configurations int, memory int64) (Reached, error)
	// Forget drops the steps of the algorithm: those of another follow.
	Forget()
	// Unreached lists the branches that none of the steps takes, a line for each.
	Unreached() ([]string, error)
	// Write writes the counts of all algorithms that were listed, as a cover profile.
	Write(file string) error
}

// Reached says how far the search of a system came.
type Reached struct {
	Configurations, Steps int
	Cut                   string // the bound that cut it short, "" if it is complete
}
