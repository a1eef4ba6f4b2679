package certificate

import (
	"context"
	"math/rand/v2"
)

// A way goes through configurations, or pairs of them: through all if there are few, or else on random walks.
type way[V any] struct {
	ctx     context.Context
	options Options
	starts  []V
	fresh   func(V) bool // reports whether V is met for the first time
	next    func(V) ([]V, error)
}

// whole goes through all configurations, breadth first, and looks at each as soon as it is met. It reports false if there are more
// than MaxConfigurations.
func (w way[V]) whole(look func(V) error) (list []V, all bool, err error) {
	meet := func(met []V) error {
		for _, v := range met {
			if w.fresh(v) {
				list = append(list, v)
				if err := look(v); err != nil {
					return err
				}
			}
		}
		return w.ctx.Err()
	}
	if err := meet(w.starts); err != nil {
		return nil, true, err
	}
	for i := 0; i < len(list); i++ {
		next, err := w.next(list[i])
		if err == nil {
			err = meet(next)
		}
		if err != nil {
			return nil, true, err
		}
		if len(list) > w.options.MaxConfigurations {
			return nil, false, nil
		}
	}
	return list, true, nil
}

// walk looks at the configurations of random walks.
func (w way[V]) walk(look func(V) error) error {
	return w.options.walks(func(random *rand.Rand) error {
		v := w.starts[random.IntN(len(w.starts))]
		for range w.options.Steps {
			if err := look(v); err != nil {
				return err
			}
			next, err := w.next(v)
			if err != nil || len(next) == 0 {
				return err
			}
			v = next[random.IntN(len(next))]
		}
		return w.ctx.Err()
	})
}

// walks goes on as many random walks as the options say.
func (o Options) walks(walk func(*rand.Rand) error) error {
	random := rand.New(rand.NewPCG(o.Seed, 0))
	for range o.Walks {
		if err := walk(random); err != nil {
			return err
		}
	}
	return nil
}
