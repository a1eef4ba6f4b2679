package experiments

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

var axisTitles = [...]string{"messages sent", "messages received by the busiest process", "time (units)"}

// plot draws the averages, the best fit and the formulas. Axes are logarithmic
// if the sizes differ by more than a factor of 100, and the fit is the best in the scale
// that is drawn.
func (c *curve) plot(title string) *plot.Plot {
	p := newPlot(title, axisTitles[c.measure], 12)
	c.scatter(p, 0, "measured, average")
	wide := c.last().X > 100*c.points[0].X
	isLog := wide && c.measure != claims.Time
	if c.fits != nil {
		f := c.drawn(isLog)
		c.line(p, 0, "best fit: "+f.text(), f.at)
		if both := c.fits[len(c.fits)-1]; c.measure == claims.Time && len(both.shape) == 2 {
			c.line(p, len(c.formulas)+1, "fit: "+both.text(), both.at)
		}
	}
	for i, f := range c.formulas {
		c.line(p, i+1, f.Name, atInteger(f.At))
	}
	if wide {
		logarithmic(&p.X)
	} else {
		p.X.Min = 0
	}
	if isLog {
		logarithmic(&p.Y)
	} else {
		p.Y.Min = 0
	}
	return p
}

// newPlot returns a plot without curves, with titles of its axes, whose texts have this
// size, in points. Its legend will stand beside it.
func newPlot(title, vertical string, size float64) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, "n (processes)", vertical
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Points(2)
	font := font.Length(size)
	p.Title.TextStyle.Font.Size, p.Legend.TextStyle.Font.Size = font, font
	p.X.Label.TextStyle.Font.Size, p.Y.Label.TextStyle.Font.Size = font, font
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = 0.9*font, 0.9*font
	p.X.Padding, p.Y.Padding = 0, 0
	p.Add(plotter.NewGrid())
	return p
}

// Sizes of plots, without the legend beside them: a single one, and one panel of several.
var (
	pictureSize = vg.Point{X: 15 * vg.Centimeter, Y: 10 * vg.Centimeter}
	panelSize   = vg.Point{X: 8 * vg.Centimeter, Y: 6 * vg.Centimeter}
)

// The distances between a plot and its legend, and its title.
const (
	legendGap = 3 * vg.Millimeter
	titleGap  = 2 * vg.Millimeter
)

// colour returns the colour of curve i. Its contrast on white is 4.5 at least.
func colour(i int) color.Color {
	list := [...]color.RGBA{{0xc1, 0x1f, 0x2b, 255}, {0x08, 0x60, 0xc4, 255}, {0x18, 0x70, 0x2f, 255}, {0x8a, 0x5a, 0, 255},
		{0x66, 0x39, 0xba, 255}, {0x57, 0x60, 0x6a, 255}, {0xa3, 0x2a, 0x7f, 255}}
	return list[i%len(list)]
}

// scatter adds the averages.
func (c *curve) scatter(p *plot.Plot, i int, name string) {
	points, err := plotter.NewScatter(c.points)
	if err != nil {
		panic(err) // averages are numbers
	}
	points.Radius, points.Shape, points.Color = vg.Points(1.5), plotutil.Shape(i), colour(i)
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
	line.Color = colour(i)
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

// logarithmic makes an axis logarithmic. It begins and ends at powers of 10.
func logarithmic(a *plot.Axis) {
	a.Min = math.Pow10(int(math.Floor(math.Log10(max(a.Min, 1)))))
	a.Max = math.Pow10(int(math.Ceil(math.Log10(max(a.Max, 10*a.Min)))))
	a.Scale, a.Tick.Marker = plot.LogScale{}, plot.TickerFunc(decades)
}

// decades returns a labelled mark at each power of 10, and one at each 2 .. 9 times a power
// if the range has few powers. It returns none for a range that has no logarithm.
func decades(from, to float64) []plot.Tick {
	var ticks []plot.Tick
	if !(from > 0 && to < math.Inf(1)) {
		return nil
	}
	for power := math.Pow10(int(math.Floor(math.Log10(from)))); power <= to; power *= 10 {
		for i := 1.0; i < 10; i++ {
			t := plot.Tick{Value: i * power}
			isFew := to <= 1e4*from
			if i == 1 {
				t.Label = parts.Short(t.Value)
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
	size  vg.Point // of each plot, without its legend
}

// legendWidth returns the width of the widest legend.
func (f figure) legendWidth() vg.Length {
	var widest vg.Length
	for _, row := range f.plots {
		for _, p := range row {
			if p != nil {
				widest = max(widest, p.Legend.Rectangle(draw.Canvas{}).Size().X)
			}
		}
	}
	return legendGap + widest + 2*vg.Millimeter
}

// whole returns the size of the figure.
func (f figure) whole() vg.Point {
	return vg.Point{X: (f.size.X + f.legendWidth()) * vg.Length(len(f.plots[0])), Y: f.size.Y * vg.Length(len(f.plots))}
}

// figureOf returns the figure of one measure.
func figureOf(s *parts.Series, m claims.Measure) figure {
	return figure{s.Name + "-" + m.String(), [][]*plot.Plot{{curveOf(s, m).plot(s.Title(m))}}, pictureSize}
}

// draw returns the picture in a format; an SVG needs no font.
func (f figure) draw(format string) (io.WriterTo, error) {
	size := f.whole()
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

// paint draws the plots on a canvas, each with its title above and its legend on its right.
func (f figure) paint(canvas draw.Canvas) {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	const between, edge = 3 * vg.Millimeter, 1 * vg.Millimeter
	legend := f.legendWidth()
	title := titleGap + f.plots[0][0].Title.TextStyle.Height("T")
	tiles := draw.Tiles{Rows: len(f.plots), Cols: len(f.plots[0]), PadX: between + legend, PadY: between + title,
		PadTop: edge + title, PadBottom: edge, PadLeft: edge, PadRight: edge + legend}
	plots := f.bare()
	canvases := plot.Align(plots, tiles, canvas)
	for i, row := range plots {
		for j, p := range row {
			if p == nil {
				continue
			}
			p.Draw(canvases[i][j])
			of, beside := f.plots[i][j], p.DataCanvas(canvases[i][j])
			canvas.FillText(of.Title.TextStyle, vg.Point{X: beside.Center().X, Y: beside.Max.Y + title}, of.Title.Text)
			beside.Min.X = canvases[i][j].Max.X + legendGap
			beside.Max.X = beside.Min.X + legend
			of.Legend.Draw(beside)
		}
	}
}

// bare returns copies of the plots without legends and titles.
func (f figure) bare() [][]*plot.Plot {
	copies := make([][]*plot.Plot, len(f.plots))
	for i, row := range f.plots {
		copies[i] = make([]*plot.Plot, len(row))
		for j, p := range row {
			if p != nil {
				bare := *p
				bare.Legend, bare.Title.Text = plot.NewLegend(), ""
				copies[i][j] = &bare
			}
		}
	}
	return copies
}
