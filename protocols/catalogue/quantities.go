package catalogue

// ours is the source of a formula that we give.
const ours = "ours"

// linear returns a*n + b.
func linear(a, b float64) func(n int) float64 {
	return func(n int) float64 { return a*float64(n) + b }
}

// triangle returns n(n+1)/2 + b*n.
func triangle(b int) func(n int) float64 {
	return func(n int) float64 { return float64(n*(n+1)/2 + b*n) }
}

// square returns n*n + b.
func square(b int) func(n int) float64 {
	return func(n int) float64 { return float64(n*n + b) }
}

// overall is the mean number of messages over all orders of the identities on a
// ring if each travels to the next better one, without n termination messages.
func overall(n int) float64 {
	sum := 0.0
	for i := 1.0; i <= float64(n); i++ {
		sum += 1 / i
	}
	return float64(n) * sum
}

// plus returns f(n) + n.
func plus(f func(n int) float64) func(n int) float64 {
	return func(n int) float64 { return f(n) + float64(n) }
}
