package counterexamples_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The advance width of a letter of the fonts of the pictures, relative to the size,
// from their hmtx tables. The last name means any monospaced font.
var advances = map[string]float64{
	"'DejaVu Sans Mono'": 1233. / 2048,
	"Menlo":              1233. / 2048,
	"Consolas":           1126. / 2048,
	"'Liberation Mono'":  1229. / 2048,
	"'Courier New'":      1229. / 2048,
	"monospace":          0,
}

// The ink of these fonts goes from the highest brace to the lowest.
const (
	inkAbove = 0.78
	inkBelow = 0.24
	halo     = 2 // pixels around labels
)

// A polygon is a shape of a picture, given by its corners, with its text.
type polygon struct {
	text    string
	isLabel bool
	corners []corner
}

type corner struct{ x, y float64 }

// turned rotates and moves corners that are relative to the origin.
func turned(at corner, degrees float64, list ...corner) []corner {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	var moved []corner
	for _, c := range list {
		moved = append(moved, corner{at.x + c.x*cos - c.y*sin, at.y + c.x*sin + c.y*cos})
	}
	return moved
}

func rectangle(left, top, right, bottom float64) []corner {
	return []corner{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
}

// overlap reports whether two convex polygons have an inner point in common: no edge
// of either separates them.
func overlap(a, b polygon) bool {
	for _, p := range []polygon{a, b} {
		for i, from := range p.corners {
			to := p.corners[(i+1)%len(p.corners)]
			side := func(q polygon) (least, most float64) {
				least, most = math.Inf(1), math.Inf(-1)
				for _, c := range q.corners {
					at := (to.x-from.x)*(c.y-from.y) - (to.y-from.y)*(c.x-from.x)
					least, most = min(least, at), max(most, at)
				}
				return least, most
			}
			leastA, mostA := side(a)
			leastB, mostB := side(b)
			if mostA <= leastB || mostB <= leastA {
				return false
			}
		}
	}
	return true
}

// within reports whether a lies in the rectangle b.
func within(a, b polygon) bool {
	return !slices.ContainsFunc(a.corners, func(c corner) bool {
		return c.x < b.corners[0].x || c.y < b.corners[0].y || c.x > b.corners[2].x || c.y > b.corners[2].y
	})
}

// A scene holds the shapes of a picture.
type scene struct {
	page   polygon
	texts  []polygon
	marks  []polygon // points, crosses and heads
	panels []polygon
	frames []polygon // of loops
}

// numbersOf returns the numbers in a text.
func numbersOf(text string) []float64 {
	var list []float64
	for _, s := range regexp.MustCompile(`-?\d+(\.\d+)?`).FindAllString(text, -1) {
		v, _ := strconv.ParseFloat(s, 64)
		list = append(list, v)
	}
	return list
}

// look reads a picture as a browser does.
func look(t *testing.T, svg []byte) scene {
	t.Helper()
	var s scene
	shift, scale := corner{}, 1.0 // of the group
	attr := map[string]string{}
	number := func(name string) float64 {
		return append(numbersOf(attr[name]), 0)[0]
	}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return s
		}
		if err != nil {
			t.Fatal(err)
		}
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "g" {
			shift, scale = corner{}, 1
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		clear(attr)
		for _, a := range start.Attr {
			attr[a.Name.Local] = a.Value
		}
		switch start.Name.Local {
		case "svg":
			s.page.corners = rectangle(0, 0, number("width"), number("height"))
			for _, family := range strings.Split(attr["font-family"], ",") {
				if advance, ok := advances[family]; !ok || advance > 1233./2048 {
					t.Errorf("the width of the font %s is not known, or greater than texts are given", family)
				}
			}
		case "g":
			n := numbersOf(attr["transform"])
			shift, scale = corner{n[0], n[1]}, n[2]
		case "rect":
			x, y := number("x"), number("y")
			box := polygon{corners: rectangle(x, y, x+number("width"), y+number("height"))}
			switch {
			case attr["stroke-dasharray"] != "":
				s.frames = append(s.frames, box)
			case attr["rx"] == "6":
				s.panels = append(s.panels, box)
			}
		case "circle":
			x, y, r := number("cx"), number("cy"), number("r")
			s.marks = append(s.marks, polygon{text: "point", corners: rectangle(x-r, y-r, x+r, y+r)})
		case "path":
			n := numbersOf(attr["d"])
			switch {
			case attr["transform"] != "":
				at := numbersOf(attr["transform"])
				s.marks = append(s.marks, polygon{text: "head", corners: turned(corner{at[0], at[1]}, at[2],
					corner{n[0], n[1]}, corner{n[2], n[3]}, corner{n[4], n[5]})})
			case strings.Contains(attr["d"], "l"):
				s.marks = append(s.marks, polygon{text: "cross", corners: rectangle(n[0], n[1], n[0]+n[2], n[1]+n[3])})
			}
		case "text":
			var text string
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Fatal(err)
			}
			p := polygon{text: text, isLabel: attr["class"] == "label"}
			wide, around, angle := number("textLength"), 0., 0.
			if want := 11 * 1233. / 2048 * float64(len([]rune(text))); math.Abs(wide-want) > 0.06 {
				t.Errorf("%q is %v wide, want %v", text, wide, want)
			}
			if p.isLabel {
				around, angle = halo, number("transform")
			}
			box := rectangle(-around, -11*inkAbove-around, wide+around, 11*inkBelow+around)
			for i := range box {
				box[i].x, box[i].y = scale*box[i].x, scale*box[i].y
			}
			p.corners = turned(corner{shift.x + number("x"), shift.y + number("y")}, angle, box...)
			s.texts = append(s.texts, p)
		}
	}
}

// faults lists the parts of the picture that cannot be read.
func (s scene) faults() []string {
	var list []string
	for i, a := range s.texts {
		if !within(a, s.page) {
			list = append(list, fmt.Sprintf("%q is cut by the edge of the page", a.text))
		}
		for _, b := range s.texts[i+1:] {
			if overlap(a, b) {
				list = append(list, fmt.Sprintf("%q is printed over %q", a.text, b.text))
			}
		}
		for _, m := range s.marks {
			if a.isLabel && overlap(a, m) {
				list = append(list, fmt.Sprintf("%q is printed over a %s", a.text, m.text))
			}
		}
		for _, frame := range s.frames {
			if overlap(a, frame) && !a.isLabel && !within(a, frame) {
				list = append(list, fmt.Sprintf("%q is printed over the frame of a loop", a.text))
			}
		}
		for _, panel := range s.panels {
			if overlap(a, panel) && (a.isLabel || !within(a, panel)) {
				list = append(list, fmt.Sprintf("%q is printed over the frame of a panel", a.text))
			}
		}
	}
	for i, a := range s.panels {
		if slices.ContainsFunc(s.panels[i+1:], func(b polygon) bool { return overlap(a, b) }) {
			list = append(list, "two panels overlap")
		}
	}
	return list
}

// isReadable checks the picture of x.
func isReadable(t *testing.T, x model.Execution, title string, remarks ...properties.Remark) {
	t.Helper()
	s := look(t, counterexamples.SVG(x, title, remarks...))
	if len(s.texts) < len(x.Steps)+len(remarks) || len(s.panels) != 2*x.System.Network().N {
		t.Fatalf("%d texts and %d panels are found in the picture of %d events with %d remarks",
			len(s.texts), len(s.panels), len(x.Steps), len(remarks))
	}
	for _, fault := range s.faults() {
		t.Error(fault)
	}
}

func TestStoredPicturesAreReadable(t *testing.T) {
	for _, e := range allExpected() {
		t.Run(strings.TrimSuffix(e.path(), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(e.path())
			if err != nil {
				t.Fatal(err)
			}
			f, err := counterexamples.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.catalogue.System(f.Instance)
			if err != nil {
				t.Fatal(err)
			}
			x, err := s.Replay(f.Schedule)
			if err != nil {
				t.Fatal(err)
			}
			isReadable(t, x, f.Title())
			if x.Loops() || s.Network().Timing == model.Lockstep { // where the most remarks stand together
				isReadable(t, x, f.Title(), counterexamples.LocalStates(x)...)
			}
		})
	}
}

// crowd returns the instance of an algorithm on a crowded network.
func crowd(algorithm string, net model.Network) counterexamples.Instance {
	for q := range net.N {
		net.IDs = append(net.IDs, model.ID(q+1))
	}
	return counterexamples.Instance{Algorithm: algorithm, Variant: "printed", Network: net}
}

// often returns some texts many times.
func often(times int, texts ...string) []string { return slices.Repeat(texts, times) }

func TestCrowdedPicturesAreReadable(t *testing.T) {
	ring := crowd("endless", model.Network{Topology: model.UnidirectionalRing, N: 3, Wake: model.WakeSet{All: true}})
	long := crowd("talkative", model.Network{Topology: model.Complete, N: 12})
	for _, row := range []struct {
		reason     string
		instance   counterexamples.Instance
		stem, loop []string
	}{
		{"nothing happens", ring, nil, nil},
		{"144 messages in each of two rounds", crowd("flood", model.Network{Topology: model.Complete, N: 12, Timing: model.Lockstep}),
			[]string{"round wake p0 p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11", "round", "round"}, nil},
		{"messages as long as a line", long, []string{"wake p0", "wake p11"}, nil},
		{"many messages of one process to itself, in flight at the end", long, often(4, "wake p5"), nil},
		{"few", crowd("wary", model.Network{Topology: model.Complete, N: 1}), []string{"wake p0"}, nil},
		{"messages to processes that are down are lost at once", crowd("flood", model.Network{Topology: model.Complete, N: 8, Timing: model.Lockstep, Down: []int{1, 3, 4, 6}}),
			[]string{"round wake p0 p2 p5 p7", "round", "round"}, nil},
		{"a long loop over the seam", ring, nil,
			often(30, "receive p1:1 TOKEN(1)", "receive p2:1 TOKEN(2)", "receive p0:1 TOKEN(3)",
				"receive p2:1 TOKEN(1)", "receive p0:1 TOKEN(2)", "receive p1:1 TOKEN(3)",
				"receive p0:1 TOKEN(1)", "receive p1:1 TOKEN(2)", "receive p2:1 TOKEN(3)")},
	} {
		t.Run(row.reason, func(t *testing.T) {
			if testing.Short() && row.instance.Network.N == 12 && row.instance.Network.Timing == model.Lockstep {
				t.Skip("takes a second")
			}
			x := walk(t, row.instance, row.stem, row.loop...)
			isReadable(t, x, row.reason)
		})
	}
}
