package experiments

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// A written is a text of a figure and where it is.
type written struct {
	text     string
	min, max vg.Point
}

// texts returns the texts that a figure draws upright, and its size.
func (f figure) texts() ([]written, vg.Point) {
	var canvas recorder.Canvas
	size := f.whole()
	f.paint(draw.NewCanvas(&canvas, size.X, size.Y))
	var list []written
	turned := 0 // in how many nested pushes the paper is turned
	for _, action := range canvas.Actions {
		switch a := action.(type) {
		case *recorder.Rotate:
			turned = 1
		case *recorder.Push:
			turned += min(turned, 1)
		case *recorder.Pop:
			turned = max(turned-1, 0)
		case *recorder.FillString:
			face := plotfont.DefaultCache.Lookup(a.Font, a.Size)
			extents := face.Extents()
			if turned == 0 {
				list = append(list, written{a.String, vg.Point{X: a.Point.X, Y: a.Point.Y - extents.Descent},
					vg.Point{X: a.Point.X + face.Width(a.String), Y: a.Point.Y + 0.7*extents.Ascent}})
			}
		}
	}
	return list, size
}

func TestFiguresAreReadable(t *testing.T) {
	for _, f := range pageFiguresOfFiles(t) {
		texts, size := f.texts()
		if len(texts) < 8*len(f.plots) {
			t.Errorf("%s: only %d texts are found", f.name, len(texts))
		}
		for i, a := range texts {
			if a.min.X < 0 || a.min.Y < 0 || a.max.X > size.X || a.max.Y > size.Y {
				t.Errorf("%s: %q is cut by the edge", f.name, a.text)
			}
			for _, b := range texts[i+1:] {
				if a.min.X < b.max.X && b.min.X < a.max.X && a.min.Y < b.max.Y && b.min.Y < a.max.Y {
					t.Errorf("%s: %q is printed over %q", f.name, a.text, b.text)
				}
			}
		}
	}
}

// TestFiguresAreComparable holds that each panel has a title on both axes, that the panels of
// a figure have the same ticks, and that no legend is in front of a plot.
func TestFiguresAreComparable(t *testing.T) {
	for _, f := range pageFiguresOfFiles(t) {
		var first *plot.Plot
		for _, row := range f.plots {
			for _, p := range row {
				if p == nil {
					continue
				}
				if first == nil {
					first = p
				}
				if p.Title.Text == "" || p.X.Label.Text == "" || p.Y.Label.Text == "" {
					t.Errorf("%s: %q has the axes %q and %q", f.name, p.Title.Text, p.X.Label.Text, p.Y.Label.Text)
				}
				for _, axes := range [][2]plot.Axis{{first.X, p.X}, {first.Y, p.Y}} {
					if diff := cmp.Diff(axes[0].Tick.Marker.Ticks(axes[0].Min, axes[0].Max), axes[1].Tick.Marker.Ticks(axes[1].Min, axes[1].Max)); diff != "" {
						t.Errorf("%s: %s has other ticks than %s (-first +this):\n%s", f.name, p.Title.Text, first.Title.Text, diff)
					}
				}
			}
		}
		for _, overlap := range f.legendsInFront() {
			t.Errorf("%s: the legend stands in front of the plot: %s", f.name, overlap)
		}
	}
}

// legendsInFront returns the texts of legends that are in front of the data of a plot.
func (f figure) legendsInFront() []string {
	texts, size := f.texts()
	width := size.X / vg.Length(len(f.plots[0]))
	var list []string
	for _, row := range f.plots {
		for j, p := range row {
			if p == nil {
				continue
			}
			canvas := draw.NewCanvas(&recorder.Canvas{}, f.size.X, f.size.Y)
			data := p.DataCanvas(canvas)
			names := fmt.Sprint(p.Legend) // each entry as {text [addresses]}: a text may be part of an address
			for _, w := range texts {
				column := int(w.min.X / width)
				if column == j && strings.ContainsFunc(w.text, unicode.IsLetter) && strings.Contains(names, "{"+w.text+" [") && w.min.X-width*vg.Length(j) < data.Max.X && w.text != p.Title.Text {
					list = append(list, w.text)
				}
			}
		}
	}
	return list
}

// pageFiguresOfFiles returns the figures of the samples that are stored.
func pageFiguresOfFiles(t *testing.T) []figure {
	t.Helper()
	var all []*parts.Series
	for _, e := range catalogue.All() {
		for _, planned := range e.Sweeps {
			all = append(all, storedSeries(t, e, planned))
		}
	}
	return pageFigures(all)
}

// storedSeries returns a series of the catalogue with the samples of its file.
func storedSeries(t *testing.T, e claims.Entry, planned claims.Sweep) *parts.Series {
	t.Helper()
	s := &parts.Series{Entry: e, Name: e.Name + "-" + planned.Name, Figures: planned.Figures}
	s.Options.Asleep = planned.Asleep
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "images", "experiments", s.Name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(data)), "\n")[2:]
	for _, row := range rows {
		x, ok := parts.ParseSample(row)
		if !ok {
			t.Fatalf("%s.csv has the row %q", s.Name, row)
		}
		if last := len(s.Sizes) - 1; last < 0 || s.Sizes[last] != x.N {
			s.Sizes, s.Samples = append(s.Sizes, x.N), append(s.Samples, nil)
		}
		last := len(s.Samples) - 1
		s.Samples[last] = append(s.Samples[last], x)
	}
	return s
}

// svgWith returns an SVG as the plotter writes it, with a text.
func svgWith(t *testing.T, text string) string {
	t.Helper()
	canvas, err := draw.NewFormattedCanvas(100, 50, "svg")
	if err != nil {
		t.Fatal(err)
	}
	canvas.FillString(plotfont.DefaultCache.Lookup(plot.DefaultFont, 10), vg.Point{X: 5, Y: 20}, text)
	var b strings.Builder
	if _, err := canvas.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestOutlined(t *testing.T) {
	const text = `AV < "n" A`
	svg, err := outlined(svgWith(t, text))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		want   string
		count  int
		reason string
	}{
		{"<text", 0, "a text needs a font"},
		{"font-family", 0, "a text needs a font"},
		{`aria-label="AV &lt; &#34;n&#34; A"`, 1, "the words stay in the file"},
		{"<path id=", 5, "each letter is defined once, and a space is not"},
		{"<use ", 7, "and used where it occurs"},
		{`translate(5,-20) scale(0.0048828)`, 1, "as large as the text, in units of the font"},
		{`x="0"`, 1, "the first letter is at the start"},
		{`x="1215"`, 1, "the second is as near as the font says: 1479 wide, 264 nearer"},
	} {
		if got := strings.Count(svg, row.want); got != row.count {
			t.Errorf("%q occurs %d times, want %d: %s\n%s", row.want, got, row.count, row.reason, svg)
		}
	}
}

func TestOutlinedErrors(t *testing.T) {
	for _, row := range []struct{ svg, want, reason string }{
		{svgWith(t, "n → 選"), `cannot draw "n → 選": the font has no '選'`, "an empty box would be drawn"},
		{strings.Replace(svgWith(t, "n"), "Liberation Serif", "Times", 1), `the text "n" has another style than plots have: font-family:Times;`, "another font has other letters"},
		{strings.Replace(svgWith(t, "n"), "<text x", "<text id", 1), "a text of the picture was not converted to outlines", "the plotter writes texts in another way"},
	} {
		if _, err := outlined(row.svg); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("got %v, want %s: %s", err, row.want, row.reason)
		}
	}
}

func TestDecades(t *testing.T) {
	for _, test := range []struct {
		from, to float64
		want     int
		reason   string
	}{
		{1, 1e7, 8, "a mark at each power of 10"},
		{1, 1000, 28, "few of them: others between"},
		{0, 100, 0, "zero has no logarithm"},
		{-1, 100, 0, "nor has a negative number"},
		{math.NaN(), 100, 0, "nor has what is no number"},
		{1, math.Inf(1), 0, "no end"},
		{100, 1, 0, "an empty range"},
	} {
		if got := decades(test.from, test.to); len(got) != test.want {
			t.Errorf("%s: decades(%v, %v) has %d marks, want %d", test.reason, test.from, test.to, len(got), test.want)
		}
	}
}
