package experiments

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// pageFigures returns the figures of docs/experiments.md.
func pageFigures(all []*parts.Series) []figure {
	var list []figure
	for _, s := range all {
		for _, m := range s.Figures {
			list = append(list, figureOf(s, m))
		}
	}
	entries := entriesOf(all)
	for _, e := range entries {
		if e.Samples != nil {
			list = append(list, samplesFigure(e, all))
		}
	}
	for _, family := range families(entries) {
		for _, m := range []claims.Measure{claims.Messages, claims.Time} {
			list = append(list, figure{family + "-" + m.String(), inRows(alike(panels(entries, all, family, m))), panelSize})
		}
	}
	return list
}

// entriesOf returns the algorithms of the series, each once.
func entriesOf(all []*parts.Series) []claims.Entry {
	var list []claims.Entry
	for _, s := range all {
		if !slices.ContainsFunc(list, func(e claims.Entry) bool { return e.Name == s.Entry.Name }) {
			list = append(list, s.Entry)
		}
	}
	return list
}

// families returns the families of the algorithms. A family has one figure, with a panel
// for each algorithm.
func families(entries []claims.Entry) []string {
	var list []string
	for _, e := range entries {
		if !slices.Contains(list, e.Family) {
			list = append(list, e.Family)
		}
	}
	return list
}

// samplesFigure draws the measurements of an algorithm by a document, beside
// ours.
func samplesFigure(e claims.Entry, all []*parts.Series) figure {
	of := e.Samples
	p := newPlot(of.Title, of.Counted, 12)
	var least, mean, greatest plotter.XYs
	for _, s := range of.Rows {
		at := func(y int) plotter.XY { return plotter.XY{X: float64(s.N), Y: float64(y)} }
		least, mean, greatest = append(least, at(s.Min)), append(mean, at(s.Average)), append(greatest, at(s.Max))
	}
	printed := &curve{points: mean}
	for i, column := range []struct {
		name   string
		points plotter.XYs
	}{{of.Table + ": average", mean}, {of.Table + ": greatest", greatest}, {of.Table + ": least", least}} {
		(&curve{points: column.points}).scatter(p, i, column.name)
	}
	lines := 3
	printed.line(p, lines, of.Curve.Name, atInteger(of.Curve.At))
	for _, s := range all {
		if !strings.HasPrefix(s.Name, e.Name+"-"+of.Name+"-") {
			continue
		}
		averages := map[float64]float64{}
		for _, point := range curveOf(s, of.Curve.Of).points {
			averages[point.X] = point.Y - of.Omitted(int(point.X))
		}
		lines++
		printed.line(p, lines, s.StartText()+" awake", func(n float64) float64 { return averages[n] })
	}
	p.Y.Min = 0
	return figure{e.Name + "-" + of.Name, [][]*plot.Plot{{p}}, pictureSize}
}

// inRows returns rows of two plots.
func inRows(list []*plot.Plot) [][]*plot.Plot {
	if len(list)%2 > 0 {
		list = append(list, nil)
	}
	return slices.Collect(slices.Chunk(list, 2))
}

// alike gives all plots the same ranges, and so the same ticks: then they can be compared.
func alike(list []*plot.Plot) []*plot.Plot {
	for _, axis := range []func(*plot.Plot) *plot.Axis{
		func(p *plot.Plot) *plot.Axis { return &p.X },
		func(p *plot.Plot) *plot.Axis { return &p.Y },
	} {
		least, greatest := math.Inf(1), math.Inf(-1)
		for _, p := range list {
			least, greatest = min(least, axis(p).Min), max(greatest, axis(p).Max)
		}
		for _, p := range list {
			axis(p).Min, axis(p).Max = least, greatest
		}
	}
	return list
}

// panels returns a plot of a measure for each algorithm of a family.
func panels(entries []claims.Entry, all []*parts.Series, family string, m claims.Measure) []*plot.Plot {
	var list []*plot.Plot
	for _, e := range entries {
		if e.Family != family {
			continue
		}
		var curves []*curve
		for _, s := range all {
			if s.Entry.Name == e.Name && s.InTables() {
				c := curveOf(s, m)
				c.start = s.StartText()
				curves = append(curves, c)
			}
		}
		list = append(list, panel(e.Name, axisTitles[m], curves))
	}
	return list
}

// panel draws the curves of one algorithm on logarithmic axes: the averages,
// the best fits to their logarithms, and the formulas.
func panel(title, vertical string, curves []*curve) *plot.Plot {
	p := newPlot(title, vertical, 9)
	lines := len(curves)
	for i, c := range curves {
		f := c.drawn(true)
		label := "measured, fit " + f.text()
		if len(curves) > 1 {
			label = c.start + " awake: " + label
		}
		c.scatter(p, i, label)
		c.line(p, i, "", f.at)
		for _, f := range c.formulas {
			c.line(p, lines, f.Name, atInteger(f.At))
			lines++
		}
	}
	logarithmic(&p.X)
	logarithmic(&p.Y)
	return p
}
