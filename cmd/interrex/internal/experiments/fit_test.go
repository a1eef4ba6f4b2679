package experiments

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot/plotter"
)

// measuredAt returns a curve that is y at 2, 4, 8, ...
func measuredAt(y func(i int, n float64) float64) *curve {
	c := &curve{}
	for i := range 10 {
		n := math.Exp2(float64(i + 1))
		c.points = append(c.points, plotter.XY{X: n, Y: y(i, n)})
	}
	return c
}

func isNear(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

// TestFitOfOne holds fits of one summand against the formulas of textbooks.
func TestFitOfOne(t *testing.T) {
	c := measuredAt(func(i int, n float64) float64 { return 3*n + 7 + float64(i*i%5) })
	for _, s := range shapes[:4] {
		var xs, ys []float64
		for _, p := range c.points {
			xs, ys = append(xs, s[0].of(p.X)), append(ys, p.Y)
		}
		b, a := stat.LinearRegression(xs, ys, nil, false)
		residual := 0.0
		for i := range xs {
			residual += math.Pow(ys[i]-a*xs[i]-b, 2)
		}
		n := float64(len(xs))
		mean, variance := stat.MeanVariance(xs, nil)
		q := distuv.StudentsT{Sigma: 1, Nu: n - 2}.Quantile(0.975) * math.Sqrt(residual/(n-2))
		marginA, marginB := q/math.Sqrt(variance*(n-1)), q*math.Sqrt(1/n+mean*mean/(variance*(n-1)))
		f := c.fit(s)
		for _, x := range []struct {
			what      string
			got, want float64
		}{
			{"a", f.a[0], a}, {"b", f.b, b}, {"R^2", f.r2, stat.RSquared(xs, ys, nil, b, a)},
			{"margin of a", f.margins[0], marginA}, {"margin of b", f.marginB, marginB},
		} {
			if !isNear(x.got, x.want) {
				t.Errorf("%v: %s = %v, want %v", s, x.what, x.got, x.want)
			}
		}
	}
}

// TestFitOfTwo says that a sum of two summands is found, and that the residuals
// have nothing to do with either.
func TestFitOfTwo(t *testing.T) {
	both := shapes[4]
	exact := measuredAt(func(_ int, n float64) float64 { return 2*math.Log2(n) + 0.5*n - 3 }).fit(both)
	if !isNear(exact.a[0], 2) || !isNear(exact.a[1], 0.5) || !isNear(exact.b, -3) || !isNear(exact.r2, 1) {
		t.Errorf("2 log2 n + 0.5 n - 3 is fitted by %s", exact.textWithMargins())
	}
	c := measuredAt(func(i int, n float64) float64 { return 2*math.Log2(n) + 0.5*n - 3 + float64(i*i%5) })
	f := c.fit(both)
	for _, s := range append(both, summand{"1", func(float64) float64 { return 1 }}) {
		sum := 0.0
		for _, p := range c.points {
			sum += (p.Y - f.at(p.X)) * s.of(p.X)
		}
		if !isNear(sum, 0) {
			t.Errorf("what %s leaves over goes with %s: %v", f.textWithMargins(), s.name, sum)
		}
	}
}

// TestFitOfLogarithms says that the fit for a logarithmic axis finds an exact shape, that no
// neighbour of it leaves less over, and that it follows the least sizes too, which the fit to
// the averages themselves does not.
func TestFitOfLogarithms(t *testing.T) {
	for i, s := range shapes[:4] {
		c := measuredAt(func(_ int, n float64) float64 { return 3*s[0].of(n) + 7 })
		if f, residual := c.fitLogarithms(s); math.Abs(f.a[0]-3) > 1e-6 || math.Abs(f.b-7) > 1e-5 || residual > 1e-9 {
			t.Errorf("shape %d: 3 %v + 7 is fitted by %s", i, s, f.text())
		}
	}
	c := measuredAt(func(i int, n float64) float64 { return (2*n*math.Log2(n) + n) * (1 + 0.1*float64(i%3)) })
	for _, s := range shapes[:4] {
		f, residual := c.fitLogarithms(s)
		for _, change := range [][2]float64{{1e-3, 0}, {-1e-3, 0}, {0, 1e-3}, {0, -1e-3}} {
			other := f
			other.a, other.b = []float64{f.a[0] * (1 + change[0])}, f.b+change[1]*math.Max(1, math.Abs(f.b))
			if less := other.residual(c); less < residual-1e-9 {
				t.Errorf("%v: %s leaves %v over, and %s only %v", s, f.text(), residual, other.text(), less)
			}
		}
	}
	c.fits = []fit{c.fit(shapes[2])}
	at := func(f fit) float64 { return math.Abs(math.Log(f.at(2) / c.points[0].Y)) }
	if drawn, best := c.drawn(true), c.drawn(false); at(drawn) > 0.2 || at(best) < 1 {
		t.Errorf("at n = 2 the logarithm of %s is off by %v, and that of %s by %v", drawn.text(), at(drawn), best.text(), at(best))
	}
}

func TestFitText(t *testing.T) {
	for _, c := range []struct {
		y      func(n float64) float64
		want   string
		reason string
	}{
		{func(n float64) float64 { return n }, "n", "once, and nothing else"},
		{func(n float64) float64 { return 2*n - 1 }, "2 n - 1", "a constant"},
		{func(n float64) float64 { return 3 }, "3", "does not grow"},
		{func(n float64) float64 { return 1000 - n*n }, "- n^2 + 1000", "falls"},
	} {
		curve := measuredAt(func(_ int, n float64) float64 { return c.y(n) })
		for _, s := range shapes {
			curve.fits = append(curve.fits, curve.fit(s))
		}
		if got := curve.best().textWithMargins(); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}
