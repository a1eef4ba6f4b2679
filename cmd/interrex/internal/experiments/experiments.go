// Package experiments evaluates series of simulations: fits by least squares, figures, and
// the tables of docs/experiments.md.
package experiments

import (
	"io"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// AddTo gives a command fits and figures.
func AddTo(p *parts.Parts) { p.Fits, p.Figure = fits, figureFor }

// fits returns the fits to the averages of a measure, one for each shape that has fewer
// summands than there are averages.
func fits(s *parts.Series, m claims.Measure) []parts.Fit {
	var list []parts.Fit
	for _, f := range curveOf(s, m).fits {
		of := parts.Fit{Factors: f.a, FactorMargins: f.margins, Constant: f.b, ConstantMargin: f.marginB, R2: f.r2}
		for _, t := range f.shape {
			of.Shape = append(of.Shape, t.name)
		}
		list = append(list, of)
	}
	return list
}

// figureFor returns the figure of one measure.
func figureFor(s *parts.Series, m claims.Measure) parts.Figure { return figureOf(s, m).drawing() }

// Page returns the figures of docs/experiments.md, and its tables.
func Page(all []*parts.Series, table tableWriter) (figures []parts.Figure, tables string) {
	for _, f := range pageFigures(all) {
		figures = append(figures, f.drawing())
	}
	return figures, growthTables(all, table)
}

// drawing returns the figure without its plots.
func (f figure) drawing() parts.Figure {
	return parts.Figure{Name: f.name, Draw: func(format string) (io.WriterTo, error) { return f.draw(format) }}
}
