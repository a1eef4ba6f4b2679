package main

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// families are the algorithms that are shown together, a panel each.
var families = []struct {
	name       string
	algorithms []string
}{
	{"rings", []string{"lcr", "hs", "timeslice", "variablespeeds", "awe", "afa", "anonymous", "itairodeh"}},
	{"complete", []string{"singh", "bully", "bully-reply", "bully-original", "bully-improved", "raft", "paxos", "invitation"}},
	{"divided", []string{"tokenring", "sun", "divided", "divided-sun"}},
}

// pageFigures returns the figures of docs/experiments.md.
func pageFigures(all []*swept) []figure {
	var list []figure
	for _, s := range all {
		for _, m := range s.figures {
			list = append(list, s.figure(m))
		}
	}
	list = append(list, afaFigure(all))
	for _, f := range families {
		for _, m := range []measure{messages, elapsed} {
			list = append(list, figure{f.name + "-" + m.String(), inRows(panels(all, f.algorithms, m)), panelSize})
		}
	}
	return list
}

// inRows returns rows of three plots; of two, where one would be left over.
func inRows(list []*plot.Plot) [][]*plot.Plot {
	columns := 3
	if len(list)%columns == 1 {
		columns = 2
	}
	for len(list)%columns > 0 {
		list = append(list, nil)
	}
	return slices.Collect(slices.Chunk(list, columns))
}

// panels returns a plot of a measure for each algorithm.
func panels(all []*swept, algorithms []string, m measure) []*plot.Plot {
	var list []*plot.Plot
	for _, name := range algorithms {
		var curves []*curve
		for _, s := range all {
			if s.algorithm == name && s.inTables() {
				c := s.curve(m)
				c.start = s.startText()
				curves = append(curves, c)
			}
		}
		list = append(list, panel(name, curves))
	}
	return list
}

// panel draws the curves of one algorithm on logarithmic axes: the averages,
// the best fits, and the formulas.
func panel(title string, curves []*curve) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Legend.Top, p.Legend.Left, p.Legend.ThumbnailWidth, p.Legend.Padding = true, true, vg.Points(12), vg.Points(1)
	p.Title.TextStyle.Font.Size, p.Legend.TextStyle.Font.Size = 9, 7
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 7, 7
	p.Add(plotter.NewGrid())
	lines := len(curves)
	for i, c := range curves {
		label := c.best().text()
		if len(curves) > 1 {
			label = c.start + ": " + label
		}
		c.scatter(p, i, label)
		c.line(p, i, "", c.best().at)
		for _, f := range c.formulas {
			c.line(p, lines, f.name, f.at)
			lines++
		}
	}
	logarithmic(&p.X)
	logarithmic(&p.Y)
	clearLegend(p, panelSize)
	return p
}
