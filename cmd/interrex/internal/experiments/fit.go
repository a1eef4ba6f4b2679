package experiments

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// A summand is a function of n that a fit may contain.
type summand struct {
	name string
	of   func(n float64) float64
}

// A shape is a form of growth with n: a measure may be a sum of multiples
// of the summands, and a constant.
type shape []summand

func (s shape) String() string {
	var names []string
	for _, t := range s {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

var (
	logarithm = summand{"log2 n", math.Log2}
	linear    = summand{"n", func(n float64) float64 { return n }}
)

// shapes are the shapes to fit. Liu et al. explain their time by the last one.
var shapes = []shape{
	{logarithm},
	{linear},
	{{"n log2 n", func(n float64) float64 { return n * math.Log2(n) }}},
	{{"n^2", func(n float64) float64 { return n * n }}},
	{logarithm, linear},
}

// A fit is a curve of a shape through the points of another curve. margins are
// half of the 95 % confidence intervals.
type fit struct {
	shape
	a          []float64 // by summand
	margins    []float64
	b, marginB float64 // the constant
	r2         float64
}

// fit fits a shape by least squares. The confidence intervals assume errors that
// are normal and independent.
func (c *curve) fit(s shape) fit {
	n, k := len(c.points), len(s)
	xs, ys := mat.NewDense(n, k, nil), make([]float64, n)
	for i, p := range c.points {
		ys[i] = p.Y
		for j, t := range s {
			xs.Set(i, j, t.of(p.X))
		}
	}
	means := normalise(xs)
	f := fit{shape: s, a: make([]float64, k), margins: make([]float64, k)}
	var gram mat.SymDense
	gram.SymOuterK(1, xs.T())
	var cholesky mat.Cholesky
	if !cholesky.Factorize(&gram) {
		panic(fmt.Sprintf("the summands %v depend on each other", s)) // impossible with three different n
	}
	var right, a mat.VecDense
	right.MulVec(xs.T(), mat.NewVecDense(n, ys))
	var inverse mat.SymDense
	if cholesky.SolveVecTo(&a, &right) != nil || cholesky.InverseTo(&inverse) != nil {
		panic(fmt.Sprintf("the summands %v depend on each other", s))
	}
	f.b = stat.Mean(ys, nil)
	for j := range s {
		f.a[j] = a.AtVec(j) / means[j].deviation
		f.b -= f.a[j] * means[j].mean
	}
	f.measureErrors(c, means, &inverse)
	return f
}

// moments are the mean and deviation of a summand over the points.
type moments struct{ mean, deviation float64 }

// normalise makes all columns have mean 0 and deviation 1.
func normalise(xs *mat.Dense) []moments {
	var list []moments
	_, k := xs.Dims()
	for j := range k {
		column := mat.Col(nil, j, xs)
		mean, deviation := stat.MeanStdDev(column, nil)
		for i, x := range column {
			xs.Set(i, j, (x-mean)/deviation)
		}
		list = append(list, moments{mean, deviation})
	}
	return list
}

// measureErrors finds how good the fit is. inverse is the inverse of the sums of the
// products of the normalised summands.
func (f *fit) measureErrors(c *curve, of []moments, inverse mat.Symmetric) {
	var fitted, ys []float64
	residual := 0.0
	for _, p := range c.points {
		fitted, ys = append(fitted, f.at(p.X)), append(ys, p.Y)
		residual += (p.Y - f.at(p.X)) * (p.Y - f.at(p.X))
	}
	if f.r2 = stat.RSquaredFrom(fitted, ys, nil); math.IsNaN(f.r2) || math.IsInf(f.r2, 0) {
		f.r2 = 1 // all values are equal: every shape fits with factor 0
	}
	free := float64(len(ys) - len(of) - 1)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: free}.Quantile(0.975) * math.Sqrt(residual/free)
	constant := 1 / float64(len(ys))
	for i := range of {
		f.margins[i] = t * math.Sqrt(inverse.At(i, i)) / of[i].deviation
		for j := range of {
			constant += of[i].mean / of[i].deviation * inverse.At(i, j) * of[j].mean / of[j].deviation
		}
	}
	f.marginB = t * math.Sqrt(constant)
}

// at returns the value of the fit.
func (f fit) at(n float64) float64 {
	y := f.b
	for i, t := range f.shape {
		y += f.a[i] * t.of(n)
	}
	return y
}

// best returns the fit of one summand with the greatest R^2.
func (c *curve) best() fit {
	best := c.fits[0]
	for _, f := range c.fits[1:] {
		if len(f.shape) == 1 && f.r2 > best.r2 {
			best = f
		}
	}
	return best
}

// constant reports whether the measure does not grow.
func (f fit) constant() bool { return f.r2 == 1 && math.Abs(f.a[0]) < 1e-9 }

// text writes the fit as a formula.
func (f fit) text() string {
	return f.sum(func(x, _ float64) string { return parts.Digits(x, 3) })
}

// textWithMargins writes the fit as a formula, with its margins if it is not
// exact.
func (f fit) textWithMargins() string {
	if f.margins[0] < 1e-9*math.Abs(f.a[0]) {
		return f.text()
	}
	return f.sum(func(x, margin float64) string { return parts.Digits(x, 3) + " ± " + parts.Digits(margin, 2) })
}

// sum writes the fit, and each factor by amount.
func (f fit) sum(amount func(x, margin float64) string) string {
	if f.constant() {
		return parts.Number(f.b)
	}
	var b strings.Builder
	add := func(x, margin float64, of string) {
		switch {
		case math.Abs(x) < 1e-9*math.Abs(f.a[0]):
			return
		case x < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		text := amount(math.Abs(x), margin)
		if of != "" {
			text = strings.TrimPrefix(text+" "+of, "1 ")
		}
		b.WriteString(text)
	}
	for i, t := range f.shape {
		add(f.a[i], f.margins[i], t.name)
	}
	add(f.b, f.marginB, "")
	return strings.TrimSpace(b.String())
}
