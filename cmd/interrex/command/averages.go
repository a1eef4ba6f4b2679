package command

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// A point is the average of a measure at one n.
type point struct {
	n    int
	mean float64
}

// averages returns the averages of a measure, by n.
func averages(s *parts.Series, m claims.Measure) []point {
	var list []point
	for _, same := range s.Samples {
		sum := 0.0
		for _, x := range same {
			sum += x.Amount(m)
		}
		list = append(list, point{same[0].N, sum / float64(len(same))})
	}
	return list
}

// fits returns the fits to the averages of a measure; none, if the command has no part that fits.
func (k *collection) fits(s *parts.Series, m claims.Measure) []parts.Fit {
	if k.parts.Fits == nil {
		return nil
	}
	return k.parts.Fits(s, m)
}

// writeAverages writes a table of the fits, or of the averages if there are none, and compares
// the last average with each formula.
func writeAverages(w io.Writer, s *parts.Series, m claims.Measure, fits []parts.Fit) {
	t := table.NewWriter()
	t.SetStyle(table.StyleDefault)
	t.Style().Format.Header = text.FormatDefault
	points := averages(s, m)
	if fits == nil {
		t.AppendHeader(table.Row{"n", "average"})
		for _, p := range points {
			t.AppendRow(table.Row{p.n, parts.Number(p.mean)})
		}
	} else {
		t.AppendHeader(table.Row{"a * shape + b", "a", "± 95 %", "b", "± 95 %", "R^2"})
	}
	for _, f := range fits {
		t.AppendRow(table.Row{strings.Join(f.Shape, ", "), numbers(f.Factors), numbers(f.FactorMargins), parts.Number(f.Constant), parts.Number(f.ConstantMargin), fmt.Sprintf("%.4f", f.R2)})
	}
	fmt.Fprintf(w, "%s\n", s.Title(m))
	if t.Length() > 0 {
		fmt.Fprintln(w, t.Render())
	}
	last := points[len(points)-1]
	fmt.Fprintf(w, "n = %d: measured %s", last.n, parts.Number(last.mean))
	for _, f := range s.Formulas(m) {
		fmt.Fprintf(w, "; %s gives %s", f.Name, parts.Number(f.At(last.n)))
	}
	fmt.Fprint(w, "\n\n")
}

// numbers writes numbers with commas between.
func numbers(xs []float64) string {
	var list []string
	for _, x := range xs {
		list = append(list, parts.Number(x))
	}
	return strings.Join(list, ", ")
}

// writeFigure draws a figure into a folder. The file appears complete or not at
// all.
func writeFigure(f parts.Figure, folder, format string) error {
	picture, err := f.Draw(format)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, f.Name+"."+format)
	out, err := openOutput(path, nil)
	if err != nil {
		return err
	}
	defer out.discard()
	if _, err := picture.WriteTo(out); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return out.commit()
}
