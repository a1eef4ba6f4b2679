package parts

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// A Sample is the result of one simulation.
type Sample struct {
	N        int
	Seed     uint64
	Messages int64
	Busiest  int64   // the most messages that one process received
	Time     float64 // units
}

func (s Sample) String() string {
	return fmt.Sprintf("%d,%d,%d,%d,%.3f", s.N, s.Seed, s.Messages, s.Busiest, s.Time)
}

// ParseSample reads a row, and reports whether it may be the result of a
// simulation.
func ParseSample(line string) (s Sample, ok bool) {
	values := strings.Split(line, ",")
	if len(values) != 5 {
		return s, false
	}
	s.N, _ = strconv.Atoi(values[0]) // a value that cannot be read makes another line
	s.Seed, _ = strconv.ParseUint(values[1], 10, 64)
	s.Messages, _ = strconv.ParseInt(values[2], 10, 64)
	s.Busiest, _ = strconv.ParseInt(values[3], 10, 64)
	s.Time, _ = strconv.ParseFloat(values[4], 64)
	ok = s.String() == line && s.N >= 1 && s.N <= model.MaxN &&
		s.Messages >= s.Busiest && s.Busiest >= 0 && s.Time >= 0 && !math.IsInf(s.Time, 0)
	return s, ok
}

// Amount returns the value of a measure in the sample.
func (s Sample) Amount(m claims.Measure) float64 {
	switch m {
	case claims.Time:
		return s.Time
	case claims.Busiest:
		return float64(s.Busiest)
	}
	return float64(s.Messages)
}

// A Series is one algorithm, simulated under one condition for several numbers of
// processes.
type Series struct {
	Entry   claims.Entry
	Variant claims.Variant
	Options simulation.Options
	Sizes   []int
	Repeats int
	Name    string           // of the files, without folder and ending
	Figures []claims.Measure // the measures with their own figure in docs/experiments.md
	Samples [][]Sample       // by size
}

// Formulas returns the published formulas for a measure of s. Formulas for time are
// for unit delays.
func (s *Series) Formulas(m claims.Measure) []claims.Curve {
	if m == claims.Time && s.Options.Delay != simulation.Constant {
		return nil
	}
	return s.Entry.CurvesOf(m, s.start())
}

// start returns which processes wake by themselves.
func (s *Series) start() claims.Start {
	switch s.Options.Asleep {
	case 0:
		return claims.AllAwake
	case 1000:
		return claims.OneAwake
	}
	return claims.AnyStart
}

// StartText says which processes wake by themselves.
func (s *Series) StartText() string {
	switch s.start() {
	case claims.AllAwake:
		return "all"
	case claims.OneAwake:
		return "one"
	}
	return fmt.Sprintf("%g %%", 100*s.WakeRate())
}

// WakeRate returns the share of the processes that wake by themselves.
func (s *Series) WakeRate() float64 { return float64(1000-s.Options.Asleep) / 1000 }

// Title describes a measure and the conditions.
func (s *Series) Title(m claims.Measure) string { return m.String() + ": " + s.Conditions() }

// Conditions describes in one line the conditions that the samples have in common.
func (s *Series) Conditions() string {
	line := fmt.Sprintf("%s %s, delay %v, wake rate %g", s.Entry.Name, s.Entry.VariantText(s.Variant), s.Options.Delay, s.WakeRate())
	if readings := s.Entry.ReadingsText(s.Variant.Readings); readings != "" {
		line += ", reading " + readings
	}
	if limits := s.Entry.LimitsText(s.Variant.Limits); limits != "" {
		line += ", limit " + limits
	}
	if set := s.Entry.Parameters.All; set != "" {
		line += ", " + set
	}
	if s.Options.Limit > 0 {
		line += fmt.Sprintf(", to the last change of status within %d events", s.Options.Limit)
	}
	return line
}

// LimitsAt returns the limits of the instances with n processes, chosen or not.
func (s *Series) LimitsAt(n int) string {
	return s.Entry.InstanceLimits(s.Variant, s.Entry.Network(n))
}

// InTables reports whether the series is a row of the tables of all algorithms.
func (s *Series) InTables() bool {
	return slices.Contains([]string{"unit", "one", "last-change"}, strings.TrimPrefix(s.Name, s.Entry.Name+"-"))
}

// IsPrinted reports whether the series has the parameters of an experiment that a
// document prints.
func (s *Series) IsPrinted() bool { return strings.HasSuffix(s.Name, "-document") }

// A Fit is a curve through the averages of a measure. Margins are half of the 95 %
// confidence intervals.
type Fit struct {
	Shape                    []string // its summands
	Factors, FactorMargins   []float64
	Constant, ConstantMargin float64
	R2                       float64
}

// A Figure is one picture.
type Figure struct {
	Name string                                   // of its file, without ending
	Draw func(format string) (io.WriterTo, error) // in format "svg" or "png"
}
