package model

// A Sampler is an algorithm that runs code to take its steps, and that code may do
// otherwise when it runs again. Its steps have the outcomes that were met.
type Sampler interface {
	// Runs returns how often code has run, and how many of these runs differed from an
	// earlier one.
	Runs() (runs, differ int64)
}

// Runs returns how often code has run for the steps of the system, and how many of these
// runs differed from an earlier one: see [Sampler]. It is the sum over the programs that
// are joined. Other algorithms run no code.
func (x Semantics) Runs() (runs, differ int64) {
	for _, alg := range x.sys.algorithms() {
		if a, ok := alg.(Sampler); ok {
			r, d := a.Runs()
			runs, differ = runs+r, differ+d
		}
	}
	return runs, differ
}

// algorithms returns the algorithm of the system, or those of the programs that are joined.
func (s *System) algorithms() (list []any) {
	j, ok := s.given.(joined)
	if !ok {
		return []any{s.given}
	}
	for _, program := range j.programs {
		list = append(list, program.given)
	}
	return list
}
