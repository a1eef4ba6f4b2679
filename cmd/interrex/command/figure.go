package command

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"github.com/interrex/interrex/protocols/catalogue"
)

// numbers writes numbers with commas between.
func numbers(xs []float64) string {
	var list []string
	for _, x := range xs {
		list = append(list, number(x))
	}
	return strings.Join(list, ", ")
}

// writeFits writes a table of the fits, and compares the last point with
// each formula.
func writeFits(w io.Writer, title string, c *curve) {
	t := table.NewWriter()
	t.SetStyle(table.StyleDefault)
	t.Style().Format.Header = text.FormatDefault
	t.AppendHeader(table.Row{"a * shape + b", "a", "± 95 %", "b", "± 95 %", "R^2"})
	for _, f := range c.fits {
		t.AppendRow(table.Row{f.shape, numbers(f.a), numbers(f.margins), number(f.b), number(f.marginB), fmt.Sprintf("%.4f", f.r2)})
	}
	fmt.Fprintf(w, "%s\n", title)
	if c.fits != nil {
		fmt.Fprintln(w, t.Render())
	}
	fmt.Fprintf(w, "n = %.0f: measured %s", c.last().X, number(c.last().Y))
	for _, f := range c.formulas {
		fmt.Fprintf(w, "; %s gives %s", f.Name, number(f.At(int(c.last().X))))
	}
	fmt.Fprint(w, "\n\n")
}

var axisTitles = [...]string{"messages sent", "messages received by the busiest process", "time (units)"}

// plot draws the averages, the best fit and the formulas. Axes are logarithmic
// if the sizes differ by more than a factor of 100.
func (c *curve) plot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, "n", axisTitles[c.measure]
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	c.scatter(p, 0, "measured, average")
	if c.fits != nil {
		f := c.best()
		c.line(p, 0, f.text(), f.at)
		if both := c.fits[len(c.fits)-1]; c.measure == catalogue.Time && len(both.shape) == 2 {
			c.line(p, len(c.formulas)+1, both.text(), both.at)
		}
	}
	for i, f := range c.formulas {
		c.line(p, i+1, f.Name, atInteger(f.At))
	}
	if c.last().X > 100*c.points[0].X {
		logarithmic(&p.X)
		if c.measure != catalogue.Time {
			logarithmic(&p.Y)
		}
	}
	clearLegend(p, pictureSize)
	return p
}

// Sizes of plots: a single one, and one panel of several.
var (
	pictureSize = vg.Point{X: 16 * vg.Centimeter, Y: 10 * vg.Centimeter}
	panelSize   = vg.Point{X: 8 * vg.Centimeter, Y: 5.5 * vg.Centimeter}
)

// clearLegend makes the legend fit into a plot of this size, and extends the vertical
// axis so that nothing is drawn behind the legend.
func clearLegend(p *plot.Plot, size vg.Point) {
	data := p.DataCanvas(draw.NewCanvas(&recorder.Canvas{}, size.X, size.Y))
	legend := func() vg.Point { return p.Legend.Rectangle(data).Size() }
	for legend().X > data.Size().X {
		p.Legend.TextStyle.Font.Size *= 0.95
	}
	longer := 1 / (1 - float64(legend().Y/data.Size().Y))
	if _, isLog := p.Y.Scale.(plot.LogScale); isLog {
		p.Y.Max = p.Y.Min * math.Pow(p.Y.Max/p.Y.Min, longer)
	} else {
		p.Y.Max = p.Y.Min + (p.Y.Max-p.Y.Min)*longer
	}
}

// scatter adds the averages.
func (c *curve) scatter(p *plot.Plot, i int, name string) {
	points, err := plotter.NewScatter(c.points)
	if err != nil {
		panic(err) // averages are numbers
	}
	points.Radius, points.Shape, points.Color = vg.Points(1.5), plotutil.Shape(i), plotutil.Color(i)
	p.Add(points)
	p.Legend.Add(name, points)
}

// line adds a curve through the n of the points. Without a name it is thin and
// not in the legend.
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
		return // the formula has no value at some n
	}
	line.Color = plotutil.Color(i)
	if p.Add(line); name == "" {
		line.Width = vg.Points(0.3)
		return
	}
	line.Dashes = plotutil.Dashes(i)
	p.Legend.Add(name, line)
}

// atInteger makes a formula of integers a function that can be drawn.
func atInteger(f func(n int) float64) func(n float64) float64 {
	return func(n float64) float64 { return f(int(n)) }
}

// logarithmic makes an axis logarithmic.
func logarithmic(a *plot.Axis) {
	a.Min = max(a.Min, 1)
	a.Max = max(a.Max, 10*a.Min)
	a.Scale, a.Tick.Marker = plot.LogScale{}, plot.TickerFunc(decades)
}

// decades returns a mark at each power of 10. If there are few powers, it returns one at
// each 1, 2, .. 9 times a power, with 2 and 5 labelled too. It returns none for a
// range that has no logarithm.
func decades(from, to float64) []plot.Tick {
	var ticks []plot.Tick
	if !(from > 0 && to < math.Inf(1)) {
		return nil
	}
	for power := math.Pow10(int(math.Floor(math.Log10(from)))); power <= to; power *= 10 {
		for i := 1.0; i < 10; i++ {
			t := plot.Tick{Value: i * power}
			isFew := to < 100*from
			if i == 1 || isFew && (i == 2 || i == 5) {
				t.Label = short(t.Value)
			}
			if t.Value >= from && t.Value <= to && (i == 1 || isFew) {
				ticks = append(ticks, t)
			}
		}
	}
	return ticks
}

// A figure is one picture.
type figure struct {
	name  string // of its file, without ending
	plots [][]*plot.Plot
	size  vg.Point // of each plot
}

// figure returns the figure of one measure.
func (s *sweepResult) figure(m catalogue.Measure) figure {
	return figure{s.name + "-" + m.String(), [][]*plot.Plot{{s.curve(m).plot(s.title(m))}}, pictureSize}
}

// draw returns the picture in a format; an SVG needs no font.
func (f figure) draw(format string) (io.WriterTo, error) {
	size := vg.Point{X: f.size.X * vg.Length(len(f.plots[0])), Y: f.size.Y * vg.Length(len(f.plots))}
	picture, err := draw.NewFormattedCanvas(size.X, size.Y, format)
	if err != nil {
		return nil, fmt.Errorf("cannot draw %s: %w", f.name, err)
	}
	f.paint(draw.New(picture))
	if format != "svg" {
		return picture, nil
	}
	var svg strings.Builder
	if _, err := picture.WriteTo(&svg); err != nil {
		return nil, fmt.Errorf("cannot draw %s: %w", f.name, err)
	}
	text, err := outlined(svg.String())
	if err != nil {
		return nil, fmt.Errorf("cannot draw %s: %w", f.name, err)
	}
	return strings.NewReader(text), nil
}

// paint draws the plots on a canvas.
func (f figure) paint(canvas draw.Canvas) {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	const between, edge = 3 * vg.Millimeter, 1 * vg.Millimeter
	tiles := draw.Tiles{Rows: len(f.plots), Cols: len(f.plots[0]), PadX: between, PadY: between,
		PadTop: edge, PadBottom: edge, PadLeft: edge, PadRight: edge}
	canvases := plot.Align(f.plots, tiles, canvas)
	for i, row := range f.plots {
		for j, p := range row {
			if p != nil {
				p.Draw(canvases[i][j])
			}
		}
	}
}

// write draws the figure into a folder. The file appears complete or not at
// all.
func (f figure) write(folder, format string) error {
	picture, err := f.draw(format)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, f.name+"."+format)
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
