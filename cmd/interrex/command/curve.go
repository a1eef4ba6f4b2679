package command

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/plotter"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/protocols/claims"
)

// amount returns the value of a measure in the sample.
func (s sample) amount(m claims.Measure) float64 {
	switch m {
	case claims.Time:
		return s.time
	case claims.Busiest:
		return float64(s.busiest)
	}
	return float64(s.messages)
}

// A curve is a measure against n.
type curve struct {
	measure  claims.Measure
	points   plotter.XYs // averages by n
	fits     []fit
	start    string // the processes that wake
	formulas []claims.Curve
}

// curve returns a measure of a sweep against n.
func (s *sweepResult) curve(m claims.Measure) *curve {
	c := &curve{measure: m, formulas: s.formulas(m)}
	for _, same := range s.samples {
		values := make([]float64, len(same))
		for i, s := range same {
			values[i] = s.amount(m)
		}
		c.points = append(c.points, plotter.XY{X: float64(same[0].n), Y: stat.Mean(values, nil)})
	}
	for _, s := range shapes {
		if len(c.points) > len(s)+1 {
			c.fits = append(c.fits, c.fit(s))
		}
	}
	return c
}

// last returns the point of the greatest n.
func (c *curve) last() plotter.XY { return c.points[len(c.points)-1] }

// formulas returns the published formulas for a measure of s. Formulas for time are
// for unit delays.
func (s *sweep) formulas(m claims.Measure) []claims.Curve {
	if m == claims.Time && s.options.Delay != simulation.Constant {
		return nil
	}
	return s.entry.CurvesOf(m, s.start())
}

// start returns which processes wake by themselves.
func (s *sweep) start() claims.Start {
	switch s.options.Asleep {
	case 0:
		return claims.AllAwake
	case 1000:
		return claims.OneAwake
	}
	return claims.AnyStart
}
