package claims

// A Measure is a quantity that a sweep measures in each simulation.
type Measure uint8

// The measures.
const (
	Messages Measure = iota // sent
	Busiest                 // messages received by the process that receives most
	Time                    // until the last event, in units
	measuresNumber
)

// Measures returns all measures.
func Measures() []Measure { return []Measure{Messages, Busiest, Time} }

func (m Measure) String() string { return [measuresNumber]string{"messages", "busiest", "time"}[m] }

// A Start says which processes wake by themselves.
type Start uint8

// The starts.
const (
	AnyStart Start = iota
	AllAwake
	OneAwake
)

// A Sweep is a series of simulations that docs/experiments.md shows: of the
// corrected algorithm, at several numbers of processes.
type Sweep struct {
	Name     string // of its files, after the name of the algorithm
	Sizes    string // numbers of processes, as measure --sizes reads them
	Repeats  int    // of each size; 0: 10
	Readings string // as [Entry.ParseReadings] reads it
	Delay    string // as measure --delay reads it; "": unit
	Asleep   int    // of a thousand processes, the number that do not wake by themselves; at least one process does
	// Limit ends each execution after so many events. Then the sweep measures up to
	// the last event that changed the status of a process. 0: executions end.
	Limit   int64
	Figures []Measure // the measures that have their own figure
}

// A Curve is a published formula for a measure, drawn beside the measurements.
// A curve of time is for unit delays.
type Curve struct {
	Of    Measure
	Start Start
	Name  string // without a document the formula is ours, and agrees with docs/quantities.md
	At    func(n int) float64
}

// Samples are numbers of messages that a document reports, by n.
type Samples struct {
	Name    string // of the figure, and the prefix of the names of the sweeps drawn beside it
	Table   string // document and table
	Title   string // of the figure
	Counted string // the messages that are counted, in words
	Rows    []Sample
	Curve   Curve // drawn beside it
	// Omitted is the number of messages of a simulation that the document does not
	// count.
	Omitted func(n int) float64
}

// A Sample is a row of numbers of messages that a document reports for one n.
type Sample struct {
	N                         int
	Min, Max, Median, Average int
}

// CurvesOf returns the curves for a measure of executions that start in this
// way.
func (e Entry) CurvesOf(m Measure, s Start) []Curve {
	var list []Curve
	for _, c := range e.Curves {
		if c.Of == m && (c.Start == AnyStart || c.Start == s) {
			list = append(list, c)
		}
	}
	return list
}
