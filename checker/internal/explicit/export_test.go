package explicit

import "github.com/interrex/interrex/checker/internal/engine"

// Forgetting is the engine with memory that is full after each level: all that it forgets
// is worth it, but every so often. (0: always)
type Forgetting struct {
	Engine
	But int
}

func (f Forgetting) Search(q engine.Question, b *engine.Budget) (engine.Answer, error) {
	asked := 0
	return answer(q, b, func(_, _ int64) bool {
		asked++
		return f.But == 0 || asked%f.But != 0
	})
}
