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
	at   func(n float64) float64
}

var shapes = []shape{
	{"log2 n", math.Log2},
	{"n", func(n float64) float64 { return n }},
	{"n log2 n", func(n float64) float64 { return n * math.Log2(n) }},
	{"n^2", func(n float64) float64 { return n * n }},
}

// A formula is what somebody says of a measure.
type formula struct {
	algorithm string
	of        measure
	name      string
	at        func(n float64) float64
}

var formulas = []formula{
	{"lcr", messages, "n H_n + n", func(n float64) float64 { return n*harmonic(n) + n }},
	{"lcr", elapsed, "2n", func(n float64) float64 { return 2 * n }},
	{"hs", elapsed, "2(2^ceil(log2 n) - 1) + 2n", func(n float64) float64 { return 2*(math.Exp2(math.Ceil(math.Log2(n)))-1) + 2*n }},
	{"hs", messages, "bound 8n(log2 n + 2) + 5n", func(n float64) float64 { return 8*n*(math.Log2(n)+2) + 5*n }},
	{"afa", messages, "n H_n + n", func(n float64) float64 { return n*harmonic(n) + n }},
	{"awe", messages, "n^2", func(n float64) float64 { return n * n }},
	{"singh", messages, "document: 0.613 n + 7.3", func(n float64) float64 { return 0.613*n + 7.3 }},
	{"singh", busiest, "document: 0.613 n + 7.3", func(n float64) float64 { return 0.613*n + 7.3 }},
	{"singh", elapsed, "document: 1.397 log2 n - 1.971", func(n float64) float64 { return 1.397*math.Log2(n) - 1.971 }},
}

// harmonic returns 1 + 1/2 + ... + 1/n.
func harmonic(n float64) float64 {
	sum := 0.0
	for i := 1.0; i <= n; i++ {
		sum += 1 / i
	}
	return sum
}

// A curve is a measure against n.
type curve struct {
	measure  measure
	points   plotter.XYs // averages by n
	fits     []fit
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

func newCurve(algorithm string, m measure, samples [][]sample) *curve {
	c := &curve{measure: m}
	for _, same := range samples {
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
	for _, f := range formulas {
		if f.algorithm == algorithm && f.of == m {
			c.formulas = append(c.formulas, f)
		}
	}
	return c
}

// fit fits a shape by least squares. The confidence intervals are those of
// errors that are normal and independent.
func (c *curve) fit(s shape) fit {
	var xs, ys []float64
	for _, p := range c.points {
		xs, ys = append(xs, s.at(p.X)), append(ys, p.Y)
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
