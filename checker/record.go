package checker

import (
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/isomorphism"
	"github.com/interrex/interrex/properties"
)

// record lets a check note all that its searches ask.
func (k *check) record() {
	k.recorder = isomorphism.NewRecorder(k.tables, k.system.Network().N, len(k.verdicts))
}

// heard returns property i as the searches use it: its functions are noted when they are called.
func (k *check) heard(i int, p properties.Property) properties.Property {
	if k.recorder == nil {
		return p
	}
	if p.HasAssumptions() {
		k.recorder.Lose() // their functions are not noted
	}
	return k.recorder.Of(i, p)
}

// hear is told of each question to an engine. The explicit engine learns nothing but from the tables
// and the functions that are noted, unless it renames processes.
func (k *check) hear(e engine.Engine, q engine.Question) {
	if k.recorder == nil {
		return
	}
	if e != engines[Explicit] || q.Reduction.Symmetry != nil || !k.recorder.Watches(q.Tables) {
		k.recorder.Lose()
	}
}
