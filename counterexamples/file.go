package counterexamples

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The limits of a file. Parse rejects a file that exceeds one.
const (
	MaxSize      = 1 << 20 // bytes
	MaxEvents    = 10_000  // events of stem and loop
	MaxProcesses = 64
)

const (
	version   = "interrex counterexample v1"
	loopMark  = "loop"
	chartMark = "----"
)

// A File is a counterexample (or, for a reachability property, a witness) with
// everything that its replay needs.
type File struct {
	Prose    []string // for the reader, by line
	Instance Instance
	Fairness model.Fairness
	Property string // its name
	Schedule model.Lasso
	Chart    string // the golden chart; its lines end in \n
}

// An Instance names a variant of an algorithm on a network. The [Resolver] defines
// the values of Variant, Readings and Limits.
type Instance struct {
	Algorithm string
	Variant   string // "printed", "corrected", "-E1"
	Readings  string // "R1=b"; "" takes the default of each
	Limits    string // "rounds=2"; "" takes the usual ones, if it has any
	Network   model.Network
}

// Record returns the file of execution x, which refutes p, with its summary as prose and
// its chart. The network is that of x, not that of i, and the fairness is named.
func Record(i Instance, x model.Execution, p properties.Property, f model.Fairness) *File {
	i.Network = *x.System.Network()
	return &File{Prose: wrapped(Summary(x, p), proseWidth), Instance: i, Fairness: f.Under(i.Network.Timing), Property: p.Name,
		Schedule: x.Lasso(), Chart: Chart(x, p.Remarks(x)...)}
}

// proseWidth is the width of prose that is not written by people, in columns.
const proseWidth = 100

// Title names in one line the instance and the property of the file.
func (f *File) Title() string { return f.Instance.Title() + ": " + f.Property }

// Title describes the instance in one line. Of the network it has the parts that differ from
// the zero value.
func (i Instance) Title() string {
	net := i.Network
	title := i.Algorithm + ", " + i.Variant
	if i.Readings != "" {
		title += ", " + i.Readings
	}
	title += fmt.Sprintf(", n = %d", net.N)
	if i.Limits != "" {
		title += ", " + i.Limits
	}
	if net.IDs != nil {
		title += ", ids " + joinInts(net.IDs)
	}
	if net.Order != model.FIFO {
		title += ", " + net.Order.String()
	}
	if net.Timing != model.Async {
		title += ", " + net.Timing.String()
	}
	if net.TimersInTurn {
		title += ", timers in turn"
	}
	if net.Capacity != (model.Capacity{}) {
		title += ", capacity " + net.Capacity.String()
	}
	if net.Faults != (model.Faults{}) {
		title += ", " + net.Faults.String()
	}
	if victims := net.Victims.String(); victims != "" {
		title += " " + victims
	}
	return title
}

// Check reports, in one line, why the file cannot be stored: [Parse] would not read
// the text that [File.Format] returns, or would read another file.
func (f *File) Check() error {
	for _, w := range []struct{ what, word string }{
		{"algorithm", f.Instance.Algorithm}, {"variant", f.Instance.Variant},
		{"readings", cmp.Or(f.Instance.Readings, "none")}, {"limits", cmp.Or(f.Instance.Limits, "none")}, {"property", f.Property},
	} {
		if err := model.CheckWord(w.word); err != nil {
			return fmt.Errorf("%s %q %w", w.what, w.word, err)
		}
	}
	for i, line := range f.Prose {
		if !utf8.ValidString(line) || strings.ContainsFunc(line, unicode.IsControl) {
			return fmt.Errorf("line %d of the prose, %q, has a control character or is not UTF-8; allowed: one line of text", i+1, line)
		}
	}
	for i, e := range f.Schedule.Events() {
		if again, err := model.ParseEvent(e.String()); err != nil || again.Compare(e) != 0 {
			return fmt.Errorf("event %d, %q, cannot be read back: not every event has each field, and a message is one word", i+1, e)
		}
	}
	_, err := Parse(f.Format())
	return err
}

// Format returns the text of the file, which Parse reads if [File.Check] finds
// nothing.
func (f *File) Format() []byte {
	var b strings.Builder
	for _, line := range f.head() {
		b.WriteString(line + "\n")
	}
	for i, e := range f.Schedule.Events() {
		if i == len(f.Schedule.Stem) {
			b.WriteString(loopMark + "\n")
		}
		b.WriteString(e.String() + "\n")
	}
	b.WriteString(chartMark + "\n")
	b.WriteString(f.Chart)
	return []byte(b.String())
}

// head returns the lines above the schedule.
func (f *File) head() []string {
	lines := []string{version}
	for _, text := range f.Prose {
		lines = append(lines, strings.TrimSuffix("# "+text, " "))
	}
	for _, k := range keys() {
		if value := k.format(f); value != "" {
			lines = append(lines, k.name+": "+value)
		}
	}
	return lines
}

// lineOf returns the line of the file, from 1, that holds event i, from 0.
func (f *File) lineOf(i int) int {
	line := len(f.head()) + i + 1
	if i >= len(f.Schedule.Stem) {
		line++
	}
	return line
}

// chartLine returns the line of the file, from 1, in which the chart begins.
func (f *File) chartLine() int {
	line := len(f.head()) + f.Schedule.Len() + 2
	if len(f.Schedule.Loop) > 0 {
		line++
	}
	return line
}
