package counterexamples

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/interrex/interrex/model"
)

// Parse reads a counterexample file. The error is one line with the line of the file,
// the culprit, and the allowed values. If Parse accepts a text, [File.Format] returns
// the same text.
func Parse(data []byte) (*File, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("counterexample of %d bytes; allowed: %d", len(data), MaxSize)
	}
	p := parser{f: &File{}, lines: strings.SplitAfter(string(data), "\n")}
	for _, part := range []func() error{p.text, p.version, p.prose, p.keys, p.schedule, p.chart, p.canonical} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return p.f, nil
}

type parser struct {
	f     *File
	lines []string // with their ends
	at    int      // the next line
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", p.at+1, fmt.Errorf(format, args...))
}

// next returns the next line without its end; false at the end of the file.
func (p *parser) next() (string, bool) {
	if p.at >= len(p.lines) {
		return "", false
	}
	return strings.CutSuffix(p.lines[p.at], "\n")
}

// text checks that a terminal can show the file.
func (p *parser) text() error {
	if !strings.HasPrefix(p.lines[0], version) { // it is a file of another kind
		return p.version()
	}
	for i, line := range p.lines {
		if p.at = i; !utf8.ValidString(line) {
			return p.errorf("bytes that are not text; allowed: UTF-8")
		}
		for _, r := range strings.TrimSuffix(line, "\n") {
			if unicode.IsControl(r) {
				return p.errorf("control character %q; allowed: text with unix line ends", r)
			}
		}
	}
	p.at = 0
	return nil
}

func (p *parser) version() error {
	if line, _ := p.next(); line != version {
		return p.errorf("%q; allowed: %q", clip(line), version)
	}
	p.at++
	return nil
}

func (p *parser) prose() error {
	for ; ; p.at++ {
		line, ok := p.next()
		text, isProse := strings.CutPrefix(line, "#")
		if !ok || !isProse {
			return nil
		}
		p.f.Prose = append(p.f.Prose, strings.TrimPrefix(text, " "))
	}
}

func (p *parser) keys() error {
	all, seen := keys(), map[string]bool{}
	for ; ; p.at++ {
		line, ok := p.next()
		name, value, isKey := strings.Cut(line, ": ")
		if !ok || !isKey || strings.Contains(name, " ") {
			break
		}
		i := slices.IndexFunc(all, func(k key) bool { return k.name == name })
		switch {
		case i < 0:
			return p.errorf("unknown key %q; allowed: %s", clip(name), keyNames(all))
		case seen[name]:
			return p.errorf("key %q occurs twice", name)
		}
		seen[name] = true
		if err := all[i].parse(p.f, value); err != nil {
			return p.errorf("%s: %w", name, err)
		}
	}
	for _, k := range all {
		if k.needed && !seen[k.name] {
			return p.errorf("the key %q is missing above this line", k.name)
		}
	}
	return nil
}

func keyNames(all []key) string {
	names := make([]string, len(all))
	for i, k := range all {
		names[i] = k.name
	}
	return strings.Join(names, ", ")
}

func (p *parser) schedule() error {
	list, looping := &p.f.Schedule.Stem, false
	for ; ; p.at++ {
		line, ok := p.next()
		switch {
		case !ok:
			return p.errorf("the file ends within the schedule; allowed: an event, %q or %q", loopMark, chartMark)
		case line == chartMark && looping && len(*list) == 0:
			return p.errorf("a loop without events; allowed: an event below %q", loopMark)
		case line == chartMark:
			p.at++
			return nil
		case line == loopMark && looping:
			return p.errorf("a second loop; allowed: one")
		case line == loopMark:
			list, looping = &p.f.Schedule.Loop, true
			continue
		}
		e, err := p.event(line)
		if err != nil {
			return err
		}
		*list = append(*list, e)
	}
}

func (p *parser) event(line string) (model.Event, error) {
	e, err := model.ParseEvent(line)
	if err != nil {
		return e, p.errorf("%q is not an event; allowed: an event as in \"receive p1:0 M\", %q or %q", clip(line), loopMark, chartMark)
	}
	n := p.f.Instance.Network.N
	for _, q := range slices.Concat([]int{max(e.Process, 0), e.Peer}, e.Wakes, e.Group) {
		if q >= n {
			return e, p.errorf("process p%d does not exist; allowed: p0..p%d", q, n-1)
		}
	}
	if p.f.Schedule.Len() == MaxEvents {
		return e, p.errorf("more than %d events", MaxEvents)
	}
	return e, nil
}

func (p *parser) chart() error {
	p.f.Chart = strings.Join(p.lines[p.at:], "")
	if p.f.Chart != "" && !strings.HasSuffix(p.f.Chart, "\n") {
		p.at = len(p.lines) - 1
		return p.errorf("the file ends within a line")
	}
	return nil
}

// canonical checks that the file is the text that Format returns.
func (p *parser) canonical() error {
	want := strings.SplitAfter(string(p.f.Format()), "\n")
	for i, line := range p.lines {
		if p.at = i; i >= len(want) || line != want[i] {
			return p.errorf("%q; allowed: %q", clip(strings.TrimSuffix(line, "\n")), clip(lineAt(want, i)))
		}
	}
	return nil
}

func lineAt(lines []string, i int) string {
	if i >= len(lines) {
		return ""
	}
	return strings.TrimSuffix(lines[i], "\n")
}

// clip shortens a text for an error that quotes it.
func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}
