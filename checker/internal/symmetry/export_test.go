package symmetry

import "github.com/interrex/interrex/model"

// OrderCounts reports whether the order in which a step sends over its ports counts for a
// renaming.
func OrderCounts(s *model.System, image []int) bool { return newRenaming(s, image).ordered }
