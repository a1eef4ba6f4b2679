package catalogue

// Values of Sweep.Asleep.
const (
	oneAwake  = 1000
	mostAwake = 200 // as Liu et al. do
)

// endless limits executions that do not end.
const endless = 100_000

// The numbers of processes of sweeps. Processes that keep sets of identities
// can keep at most 63, so these sizes grow by the square root of 2.
const (
	toHundreds   = "2..512*2"
	toThousands  = "2..4096*2"
	toSixty      = "4,6,8,11,16,23,32,45,62"
	fromFour     = "4..1024*2"
	fromFourLess = "4..512*2"
)

// allAndOne returns two sweeps: in the first all wake by themselves. In the second
// one does, with these repeats and readings.
func allAndOne(sizes string, repeats int, readings string) []Sweep {
	return []Sweep{
		{Name: "unit", Sizes: sizes},
		{Name: "one", Sizes: sizes, Repeats: repeats, Asleep: oneAwake, Readings: readings},
	}
}
