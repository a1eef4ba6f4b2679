package experiments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/plotter"
)

// drawn returns the fit to draw: the best in the scale of the vertical axis.
func (c *curve) drawn(isLog bool) fit {
	if !isLog || c.best().constant() || slices.ContainsFunc(c.points, func(p plotter.XY) bool { return p.Y <= 0 }) {
		return c.best()
	}
	var best fit
	least := math.Inf(1)
	for _, s := range shapes {
		if len(s) > 1 {
			continue
		}
		if f, residual := c.fitLogarithms(s); residual < least {
			best, least = f, residual
		}
	}
	return best
}

// fitLogarithms fits a multiple of a summand, and a constant, by least squares of the
// logarithms, and returns the sum of their squares. Averages are positive, and so is the
// fit at each of them.
func (c *curve) fitLogarithms(s shape) (fit, float64) {
	f := fit{shape: s, a: []float64{c.factor(s)}, margins: []float64{math.Inf(1)}}
	residual := f.residual(c)
	const most = 100 // steps: each takes less than the one before
	for range most {
		better, less := f.improved(c, residual)
		if !(less < residual*(1-1e-12)) {
			break
		}
		f, residual = better, less
	}
	return f, residual
}

// factor returns the factor of the summand with which the logarithms agree on average.
func (c *curve) factor(s shape) float64 {
	var differences []float64
	for _, p := range c.points {
		if of := s[0].of(p.X); of > 0 {
			differences = append(differences, math.Log(p.Y)-math.Log(of))
		}
	}
	return math.Exp(stat.Mean(differences, nil))
}

// residual returns the sum of the squares of the differences of the logarithms, which is
// infinite if f is not positive at each point.
func (f fit) residual(c *curve) float64 {
	sum := 0.0
	for _, p := range c.points {
		y := f.at(p.X)
		if !(y > 0) {
			return math.Inf(1)
		}
		d := math.Log(p.Y) - math.Log(y)
		sum += d * d
	}
	return sum
}

// improved returns f after one step of Gauss and Newton, and its residual. The step is
// halved as long as it goes too far.
func (f fit) improved(c *curve, residual float64) (fit, float64) {
	var aa, ab, bb, ra, rb float64 // of the normal equations
	for _, p := range c.points {
		y := f.at(p.X)
		ofA, ofB, r := f.shape[0].of(p.X)/y, 1/y, math.Log(p.Y)-math.Log(y)
		aa, ab, bb, ra, rb = aa+ofA*ofA, ab+ofA*ofB, bb+ofB*ofB, ra+ofA*r, rb+ofB*r
	}
	det := aa*bb - ab*ab
	if det == 0 {
		return f, residual
	}
	stepA, stepB := (ra*bb-rb*ab)/det, (rb*aa-ra*ab)/det
	for part := 1.0; part > 1e-9; part /= 2 {
		better := f
		better.a, better.b = []float64{f.a[0] + part*stepA}, f.b+part*stepB
		if less := better.residual(c); less < residual {
			return better, less
		}
	}
	return f, residual
}
