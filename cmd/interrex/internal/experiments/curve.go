package experiments

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/plotter"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// A curve is a measure against n.
type curve struct {
	measure  claims.Measure
	points   plotter.XYs // averages by n
	fits     []fit
	start    string // the processes that wake
	formulas []claims.Curve
}

// curveOf returns a measure of a series against n.
func curveOf(s *parts.Series, m claims.Measure) *curve {
	c := &curve{measure: m, formulas: s.Formulas(m)}
	for _, same := range s.Samples {
		values := make([]float64, len(same))
		for i, s := range same {
			values[i] = s.Amount(m)
		}
		c.points = append(c.points, plotter.XY{X: float64(same[0].N), Y: stat.Mean(values, nil)})
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
