package explicit

import "github.com/interrex/interrex/checker/internal/engine"

// SearchCut is [Engine.Search], which cuts the leaves at the next place each time. It also returns how often it did.
func SearchCut(q engine.Question, b *engine.Budget) (engine.Answer, int, error) {
	cuts := 0
	next := func(halves []int64, now int) int {
		cuts++
		return now%(len(halves)-1) + 1
	}
	p := &pass{question: q, budget: b, forget: b.Forget, cheapest: next, answer: &engine.Answer{Findings: make([]engine.Finding, len(q.Properties))}}
	err := p.unlessBroken(p.run())
	return *p.answer, cuts, err
}
