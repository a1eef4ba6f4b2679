package main

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
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

// A shape is a way to grow with n: what is measured may be a times it, plus b.
type shape struct {
	name string
	of   func(n float64) float64
}

var shapes = []shape{
	{"log2 n", math.Log2},
	{"n", func(n float64) float64 { return n }},
	{"n log2 n", func(n float64) float64 { return n * math.Log2(n) }},
	{"n^2", func(n float64) float64 { return n * n }},
}

// A curve is a measure against n.
type curve struct {
	measure  measure
	points   plotter.XYs // averages by n
	fits     []fit
	start    string // who wakes
	formulas []formula
}

// A fit is a line through the points of a curve, if n is taken by its shape.
// margins are half of the 95 % confidence intervals.
type fit struct {
	shape
	a, b             float64
	marginA, marginB float64
	r2               float64
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
	if len(c.points) > 2 {
		for _, s := range shapes {
			c.fits = append(c.fits, c.fit(s))
		}
	}
	return c
}

// last returns the point of the greatest n.
func (c *curve) last() plotter.XY { return c.points[len(c.points)-1] }

// fit fits a shape by least squares. The confidence intervals are those of
// errors that are normal and independent.
func (c *curve) fit(s shape) fit {
	var xs, ys []float64
	for _, p := range c.points {
		xs, ys = append(xs, s.of(p.X)), append(ys, p.Y)
	}
	f := fit{shape: s}
	f.b, f.a = stat.LinearRegression(xs, ys, nil, false)
	if f.r2 = stat.RSquared(xs, ys, nil, f.b, f.a); math.IsNaN(f.r2) {
		f.r2 = 1 // all are equal: every shape fits, 0 times
	}
	n := float64(len(xs))
	residual := 0.0
	for i := range xs {
		d := ys[i] - f.a*xs[i] - f.b
		residual += d * d
	}
	mean, variance := stat.MeanVariance(xs, nil)
	spread := variance * (n - 1)
	deviation := math.Sqrt(residual / (n - 2))
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 2}.Quantile(0.975)
	f.marginA = t * deviation / math.Sqrt(spread)
	f.marginB = t * deviation * math.Sqrt(1/n+mean*mean/spread)
	return f
}

// best returns the fit with the greatest R^2.
func (c *curve) best() fit {
	best := c.fits[0]
	for _, f := range c.fits[1:] {
		if f.r2 > best.r2 {
			best = f
		}
	}
	return best
}

// at returns the value of the fit.
func (f fit) at(n float64) float64 { return f.a*f.of(n) + f.b }
