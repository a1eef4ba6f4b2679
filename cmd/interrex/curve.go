package main

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/plotter"
)

// measure is what of a simulation is drawn.
type measure uint8

const (
	messages measure = iota // sent
	busiest                 // received by the process that receives most
	elapsed
	measures // how many there are
)

func (m measure) String() string { return [...]string{"messages", "busiest", "time"}[m] }

func (m measure) of(s sample) float64 {
	switch m {
	case elapsed:
		return s.time
	case busiest:
		return float64(s.busiest)
	}
	return float64(s.messages)
}

// A curve is a measure against n.
type curve struct {
	measure  measure
	points   plotter.XYs // averages by n
	fits     []fit
	start    string // who wakes
	formulas []formula
}

// curve returns how a measure grows over a sweep.
func (s *swept) curve(m measure) *curve {
	c := &curve{measure: m, formulas: s.formulas(m)}
	for _, same := range s.samples {
		values := make([]float64, len(same))
		for i, s := range same {
			values[i] = m.of(s)
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
