// Package parts has the parts of a command beside its checks: a catalogue, evaluations with
// figures, pages, and an explorer. Packages that link more make them, and the command knows none
// of these packages.
package parts

import (
	"context"
	"io"
	"time"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// Parts are the optional parts of a command. The zero value is a command without any.
type Parts struct {
	List    []claims.Listed
	Listing Listing
	Explorer

	// Cost returns the seconds that one instance of a group at some n took when it was measured, 0 if that was little, or is
	// not known. Shards are dealt by it; nil: nothing was measured.
	Cost func(algorithm, variant, condition string, n int) float64

	// OfErratum returns the stored counterexample that shows how an erratum violates a property; nil: none are
	// stored.
	OfErratum func(algorithm, id, property string) (*counterexamples.File, error)

	// ReadExectrace reads a log from an execution trace of the Go runtime. A line that has no time
	// gets the ticks since the first line, if a tick has a length.
	ReadExectrace func(name string, r io.Reader, tick time.Duration) ([]validate.Line, error)

	// JudgeCalls judges logs of calls of one of the Objects. It also returns how many lines the logs
	// have, and a text that supports the verdict.
	JudgeCalls func(ctx context.Context, object string, logs Logs) (verdict validate.Verdict, lines int, text []string, err error)
	Objects    []string

	// WritePromela returns the model of a system for SPIN, with a property and a line of title; nil: export does not write it.
	WritePromela func(s *model.System, p properties.Property, title string) ([]byte, error)

	NewCoverage func() (Coverage, error) // nothing reached, or an error if the program has no counters; nil: there is no command coverage

	CoverageCommand any // how package command makes it; a program without it does not link it

	Fits        func(s *Series, m claims.Measure) []Fit
	Figure      func(s *Series, m claims.Measure) Figure
	Experiments func(all []*Series) (figures []Figure, tables string) // of docs/experiments.md

	WriteQuantities func(w io.Writer, all []Measurement) error
	WriteLowerBound func(w io.Writer, rows []LowerBound, synchronous []Synchronous) error
}

// A Part adds something to the parts of a command.
type Part func(*Parts)

// Logs calls a function for each log, with the name of the log.
type Logs = func(each func(name string, r io.Reader) error) error

// A Listing returns the code of a variant of an algorithm.
type Listing = func(e claims.Entry, v claims.Variant) (string, error)

// An Explorer opens a page about algorithms. Without a listing it shows no code.
type Explorer struct {
	// Serve serves the page on an address until ctx ends. It calls ready once with the
	// address that it listens on, which has the port if none was given.
	Serve func(ctx context.Context, list []claims.Listed, listing Listing, address string, ready func(address string)) error
	// Link returns the fragment of the page's address for a counterexample file.
	Link func(ctx context.Context, list []claims.Listed, file []byte) (string, error)
	// WriteSite writes the page as files into a folder; nil: it cannot, as it knows algorithms
	// of its own only.
	WriteSite func(ctx context.Context, list []claims.Listed, listing Listing, folder string) error
}
