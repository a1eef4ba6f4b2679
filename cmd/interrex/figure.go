package main

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// writeFits writes a table of the fits, and how far the last point is from
// each formula.
func writeFits(w io.Writer, title string, c *curve) {
	t := table.NewWriter()
	t.SetStyle(table.StyleDefault)
	t.Style().Format.Header = text.FormatDefault
	t.AppendHeader(table.Row{"a * shape + b", "a", "± 95 %", "b", "± 95 %", "R^2"})
	for _, f := range c.fits {
		t.AppendRow(table.Row{f.name, number(f.a), number(f.marginA), number(f.b), number(f.marginB), fmt.Sprintf("%.4f", f.r2)})
	}
	last := c.points[len(c.points)-1]
	fmt.Fprintf(w, "%s\n", title)
	if c.fits != nil {
		fmt.Fprintln(w, t.Render())
	}
	fmt.Fprintf(w, "n = %.0f: measured %s", last.X, number(last.Y))
	for _, f := range c.formulas {
		fmt.Fprintf(w, ", %s gives %s", f.name, number(f.at(last.X)))
	}
	fmt.Fprint(w, "\n\n")
}

func number(x float64) string { return fmt.Sprintf("%.4g", x) }

// draw draws the averages, the best fit and the formulas. The axis of n is
// logarithmic where the sizes differ a hundredfold.
func (c *curve) draw(title, path string) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text = title, "n"
	p.Y.Label.Text = [...]string{"messages sent", "messages received by the busiest process", "time (units)"}[c.measure]
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	points, err := plotter.NewScatter(c.points)
	if err != nil {
		return fmt.Errorf("cannot draw %s: %w", path, err)
	}
	points.Radius = vg.Points(1.5)
	p.Add(points)
	p.Legend.Add("measured, average", points)
	if c.fits != nil {
		f := c.best()
		c.line(p, 0, fmt.Sprintf("%s (%s) %+.4g", number(f.a), f.name, f.b), func(n float64) float64 { return f.a*f.at(n) + f.b })
	}
	for i, f := range c.formulas {
		c.line(p, i+1, f.name, f.at)
	}
	if from, to := c.points[0].X, c.points[len(c.points)-1].X; to > 100*from {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{}
		if c.measure != elapsed {
			p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{}
			p.Y.Min = max(p.Y.Min, 1)
		}
	}
	if err := p.Save(16*vg.Centimeter, 10*vg.Centimeter, path); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return nil
}

// line adds a curve through the n of the points.
func (c *curve) line(p *plot.Plot, i int, name string, at func(n float64) float64) {
	var xys plotter.XYs
	for _, point := range c.points {
		if y := at(point.X); y > 0 {
			xys = append(xys, plotter.XY{X: point.X, Y: y})
		}
	}
	if len(xys) == 0 {
		return
	}
	line, err := plotter.NewLine(xys)
	if err != nil {
		return // a formula that has no value somewhere
	}
	line.Color, line.Dashes = plotutil.Color(i), plotutil.Dashes(i)
	p.Add(line)
	p.Legend.Add(name, line)
}
