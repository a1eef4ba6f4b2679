package simulation

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDelays compares the distributions with their means and medians.
func TestDelays(t *testing.T) {
	const draws = 200_000
	for _, c := range []struct {
		delay        Delay
		mean, median float64
		within       float64 // allowed error of the mean; that of the median is a hundredth
		reason       string
	}{
		{Constant, 1, 1, 0, "all are one unit"},
		{Uniform, 1, 1, 0.01, "between 0 and 2"},
		{Exponential, 1, math.Ln2, 0.01, "the median of the exponential distribution is ln 2"},
		{HeavyTailed, 1, math.Sqrt2 / 2, 0.1, "half of Pareto's is less than 1/2 * 2^(1/2); the mean converges slowly"},
	} {
		t.Run(c.delay.String(), func(t *testing.T) {
			chance, list, sum := newChance(1), make([]float64, draws), 0.0
			for i := range list {
				d := c.delay.draw(chance)
				if d < 1 {
					t.Fatalf("a message takes %d ticks", d)
				}
				list[i] = d.Units()
				sum += list[i]
			}
			slices.Sort(list)
			if mean := sum / draws; math.Abs(mean-c.mean) > c.within {
				t.Errorf("mean %.4f, want %.4f (%s)", mean, c.mean, c.reason)
			}
			if median := list[draws/2]; math.Abs(median-c.median) > 0.01 {
				t.Errorf("median %.4f, want %.4f (%s)", median, c.median, c.reason)
			}
		})
	}
}

// TestExponentialIsTheLogarithm compares the table with the logarithm.
func TestExponentialIsTheLogarithm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		u := r.Uint64() >> r.IntN(40)
		want := -math.Log((float64(u|1))/math.Exp2(64)) * float64(Unit)
		if got := exponential(u); math.Abs(float64(got)-want) > 1.2 {
			t.Fatalf("exponential(%d) = %d ticks, want %.2f", u, got, want)
		}
	}
}

// TestQueueKeepsOrder says that items leave the queue by time, and items with the
// same time in the order in which they entered.
func TestQueueKeepsOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var q queue
	var waiting, got, want []item
	for i := range int32(20_000) {
		x := item{at: q.now + Ticks(r.IntN(1<<r.IntN(20))), msg: i}
		q.push(x)
		waiting = append(waiting, x)
		for range r.IntN(3) {
			x, ok := q.pop()
			if !ok {
				break
			}
			got = append(got, x)
			first := 0
			for j := range waiting {
				if waiting[j].at < waiting[first].at {
					first = j
				}
			}
			want = append(want, waiting[first])
			waiting = slices.Delete(waiting, first, first+1)
		}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(item{})); diff != "" {
		t.Errorf("items in another order (-want +got):\n%s", diff)
	}
}
