package main

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/interrex/interrex/protocols/catalogue"
)

// afaFigure draws table 1 of Troják, the election messages of As Far As
// Possible, beside what is measured where a share of the processes starts.
func afaFigure(all []*swept) figure {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "afa: election messages, and table 1 of Troják", "n", "messages, without n for termination"
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	var least, mean, greatest plotter.XYs
	for _, s := range catalogue.AFASamples() {
		at := func(y int) plotter.XY { return plotter.XY{X: float64(s.N), Y: float64(y)} }
		least, mean, greatest = append(least, at(s.Min)), append(mean, at(s.Average)), append(greatest, at(s.Max))
	}
	table := &curve{points: mean}
	for i, column := range []struct {
		name   string
		points plotter.XYs
	}{{"Troják, table 1: average", mean}, {"max", greatest}, {"min", least}} {
		(&curve{points: column.points}).scatter(p, i, column.name)
	}
	table.line(p, 3, "all awake: n H_n", func(n float64) float64 { return meanOfRing(n) - n })
	lines := 3
	for _, s := range all {
		if !strings.HasPrefix(s.name, "afa-table-") {
			continue
		}
		c := s.curve(messages)
		averages := map[float64]float64{}
		for _, point := range c.points {
			averages[point.X] = point.Y - point.X
		}
		lines++
		c.line(p, lines, s.startText()+" awake", func(n float64) float64 { return averages[n] })
	}
	clearLegend(p, pictureSize)
	return figure{"afa-table", [][]*plot.Plot{{p}}, pictureSize}
}
