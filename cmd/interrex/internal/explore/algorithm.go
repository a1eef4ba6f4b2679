package explore

import (
	"bufio"
	"bytes"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

// A listed is a line of the list of algorithms.
type listed struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// catalogue returns the algorithms and the levels about them.
func (x *Explorer) catalogue() any {
	answer := struct {
		Algorithms []listed `json:"algorithms"`
		Levels     []Level  `json:"levels"`
		First      int      `json:"first"` // the level that the page opens with
		Orders     []string `json:"orders"`
		Timings    []string `json:"timings"`
	}{Algorithms: []listed{}, Levels: []Level{}, Orders: model.OrderNames()}
	for _, l := range x.list {
		answer.Algorithms = append(answer.Algorithms, listed{Name: l.Name})
	}
	for t := model.Async; t <= model.Bounded; t++ {
		answer.Timings = append(answer.Timings, t.String())
	}
	for _, level := range Levels() {
		if _, err := claims.Find(x.list, level.Values["algorithm"]); err == nil {
			if level.Title == First {
				answer.First = len(answer.Levels)
			}
			answer.Levels = append(answer.Levels, level)
		}
	}
	return answer
}

// A text has the parts of an algorithm that the page shows besides its executions.
type text struct {
	Name       string    `json:"name"`
	Title      string    `json:"title"`
	Source     string    `json:"source"` // document and place
	Before     []string  `json:"before"` // lines of the source that have no number
	Lines      []line    `json:"lines"`  // of the source
	Code       []line    `json:"code"`   // Go
	Errata     []erratum `json:"errata"`
	Readings   []reading `json:"readings"`
	Properties []string  `json:"properties"`
}

// A line is a line of text. Of Go it cites lines of the source, and errata and readings.
type line struct {
	Number int      `json:"number"`
	Text   string   `json:"text"`
	Cites  []string `json:"cites,omitempty"`
}

type erratum struct {
	ID        string `json:"id"`
	Line      int    `json:"line"`
	Printed   string `json:"printed"`
	Corrected string `json:"corrected"`
	Breaks    string `json:"breaks"`
	Fixed     bool   `json:"fixed"`
	Fixes     string `json:"fixes"` // the variant with the fix, or without it
}

type reading struct {
	ID       string   `json:"id"`
	Line     int      `json:"line"`
	Question string   `json:"question"`
	Options  []string `json:"options"`
	Chosen   int      `json:"chosen"`
	Readings []string `json:"readings"` // the readings with each option
}

func (x *Explorer) algorithm(q Question) (any, error) {
	i, err := x.instance(q.Values)
	if err != nil {
		return nil, err
	}
	e := i.entry
	t := text{Name: e.Name, Title: e.Title, Source: e.Source, Errata: i.errata(), Readings: i.readings(), Properties: i.watched(),
		Before: []string{}, Lines: []line{}, Code: []line{}}
	if source, err := fs.ReadFile(protocols.Files(), e.Package()+"/source.txt"); err == nil {
		t.Before, t.Lines = numbered(source)
	}
	if code, err := x.code(i); err == nil {
		for k, l := range strings.Split(strings.TrimSuffix(code.text, "\n"), "\n") {
			t.Code = append(t.Code, line{k + 1, l, cites(l)})
		}
	}
	return t, nil
}

var (
	numberedLine = regexp.MustCompile(`^ *(\d+)  (.*)$`)
	citation     = regexp.MustCompile(`\b([ER]?\d+(?:-\d+)?)\b`)
)

// numbered returns the numbered lines of a source text, and the others.
func numbered(source []byte) (before []string, lines []line) {
	scan := bufio.NewScanner(bytes.NewReader(source))
	for scan.Scan() {
		if m := numberedLine.FindStringSubmatch(scan.Text()); m != nil {
			n, _ := strconv.Atoi(m[1])
			lines = append(lines, line{Number: n, Text: m[2]})
		} else if len(lines) == 0 && scan.Text() != "" {
			before = append(before, scan.Text())
		}
	}
	return before, lines
}

// cites returns the lines of the source that the comment at the end of a line of Go cites.
func cites(l string) []string {
	_, comment, ok := strings.Cut(l, " // ")
	if !ok {
		return nil
	}
	var list []string
	for _, m := range citation.FindAllString(comment, -1) {
		from, to, isRange := strings.Cut(m, "-")
		a, _ := strconv.Atoi(from)
		b, err := strconv.Atoi(to)
		if !isRange || err != nil {
			list = append(list, m)
			continue
		}
		for k := a; k <= b && k < a+100; k++ {
			list = append(list, strconv.Itoa(k))
		}
	}
	return list
}

func (i *instance) errata() []erratum {
	list := []erratum{}
	for k, x := range i.entry.Errata {
		y := erratum{ID: x.ID, Line: x.Line, Printed: x.Printed, Corrected: x.Corrected, Breaks: x.Breaks, Fixed: i.variant.Fixes.Has(k)}
		other := i.variant
		if y.Fixed {
			other.Fixes &= i.entry.Without(k).Fixes
		} else {
			other.Fixes |= errata.Fix(k) | i.needed(x.Needs)
		}
		y.Fixes = i.entry.VariantText(other)
		list = append(list, y)
	}
	return list
}

// needed returns these fixes with all that they need.
func (i *instance) needed(f errata.Fixes) errata.Fixes {
	for range i.entry.Errata {
		for k, x := range i.entry.Errata {
			if f.Has(k) {
				f |= x.Needs
			}
		}
	}
	return f
}

func (i *instance) readings() []reading {
	list := []reading{}
	for k, x := range i.entry.Readings {
		y := reading{ID: x.ID, Line: x.Line, Question: x.Question, Options: x.Options, Chosen: int(i.variant.Readings[k])}
		for option := range x.Options {
			other := i.variant.Readings
			other[k] = uint8(option)
			y.Readings = append(y.Readings, i.entry.ReadingsText(other))
		}
		list = append(list, y)
	}
	return list
}
