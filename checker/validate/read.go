package validate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// MaxLine is the size of the longest line that [Read] reads, in bytes.
const MaxLine = 1 << 20

// Read reads the lines of a log: one JSON object each, with the names of [Line].
// Lines without text are passed over. The error names the line, and the fields or
// values that are allowed there: a field that is unknown or occurs twice is an
// error.
func Read(name string, r io.Reader) ([]Line, error) {
	var lines []Line
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		place := fmt.Sprintf("%s:%d", name, number)
		text, err := readLine(in)
		end := errors.Is(err, io.EOF)
		if number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
		}
		if err != nil && !end {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		if len(bytes.TrimSpace(text)) > 0 {
			l, err := ParseLine(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", place, err)
			}
			l.Place = place
			lines = append(lines, l)
		}
		if end {
			return lines, nil
		}
	}
}

// readLine returns the next line. After the last the error is io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > MaxLine {
			return nil, fmt.Errorf("more than %d bytes in one line", MaxLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// kinds are the events that a line may be about: those that happen to a process.
var kinds = []model.Kind{model.Wake, model.Receive, model.Timeout, model.Idle, model.Suspect, model.Invoke, model.Round, model.Crash, model.Restart}

func kindNamed(name string) (model.Kind, error) {
	var names []string
	for _, k := range kinds {
		if k.String() == name {
			return k, nil
		}
		names = append(names, k.String())
	}
	return 0, fmt.Errorf("%q; allowed: %s", name, strings.Join(names, ", "))
}

var roles = []model.Role{model.Undecided, model.Candidate, model.Lost, model.Won}

func roleNamed(name string) error {
	var names []string
	for _, r := range roles {
		if r.String() == name {
			return nil
		}
		names = append(names, r.String())
	}
	return fmt.Errorf("%q; allowed: %s", name, strings.Join(names, ", "))
}

// ParseLine reads one line, a JSON object. The error names the fields or values
// that are allowed.
func ParseLine(text []byte) (Line, error) {
	l, known := Line{}, false
	err := object(text, fields{
		"process": func(raw []byte) error { known = true; return value(&l.Process, "a number")(raw) },
		"time":    optional(&l.Time, "a whole number of ticks"),
		"event":   word(&l.Event), "during": word(&l.During), "message": message(&l.Message),
		"port": optional(&l.Port, "a number"), "from": optional(&l.From, "a number"), "timer": optional(&l.Timer, "a number"), "name": word(&l.Name),
		"operation": optional(&l.Operation, "a number"),
		"wakes":     optional(&l.Wakes, "true or false"), "choices": value(&l.Choices, "a list of numbers"),
		"sends":  func(raw []byte) (err error) { l.Sends, err = parseSends(raw); return err },
		"status": func(raw []byte) (err error) { l.Status, err = parseStatus(raw); return err },
		"note":   optional(&l.Note, "anything"),
	})
	if err == nil && !known {
		err = errors.New(`no "process"; a line has the number of its process, from 0`)
	}
	if err == nil {
		err = l.wellFormed()
	}
	return l, err
}

func parseSends(raw []byte) ([]Send, error) {
	var list []json.RawMessage
	if err := value(&list, "a list of objects")(raw); err != nil {
		return nil, err
	}
	sends := make([]Send, len(list))
	for i, one := range list {
		s := &sends[i]
		err := object(one, fields{"port": optional(&s.Port, "a number"), "to": optional(&s.To, "a number"), "message": message(&s.Message)})
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return sends, nil
}

func parseStatus(raw []byte) (*Status, error) {
	s := &Status{}
	err := object(raw, fields{
		"role": word(&s.Role), "leader": optional(&s.Leader, "a number"), "term": optional(&s.Term, "a number"),
		"halted": optional(&s.Halted, "true or false"), "bounded": optional(&s.Bounded, "true or false"), "aside": optional(&s.Aside, "true or false"),
		"down": optional(&s.Down, "true or false"), "failed": optional(&s.Failed, "true or false"), "own": optional(&s.Own, "anything"),
	})
	if err == nil && s.Role != "" {
		if err = roleNamed(s.Role); err != nil {
			err = fmt.Errorf("role: %w", err)
		}
	}
	return s, err
}

// fields are the names that an object may have, each with the function that reads
// its value.
type fields map[string]func(raw []byte) error

// object reads an object. Names are as they stand, and occur once; a value that
// is null is as if it were left out. (Package json takes "PORT" for "port", and
// the last of two values.)
func object(raw []byte, f fields) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return malformed(raw, err)
	}
	var seen []string
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return malformed(raw, err)
		}
		name := t.(string)
		var content json.RawMessage
		if err := d.Decode(&content); err != nil {
			return malformed(raw, err)
		}
		if slices.Contains(seen, name) {
			return fmt.Errorf("%q occurs twice", name)
		}
		seen = append(seen, name)
		read, known := f[name]
		if !known {
			return fmt.Errorf("unknown field %q; allowed: %s", name, strings.Join(names(f), ", "))
		}
		if string(content) == "null" {
			continue
		}
		if err := read(content); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := d.Token(); err != nil {
		return malformed(raw, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object; allowed: one object in a line")
	}
	return nil
}

func malformed(raw []byte, err error) error {
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the line ends within its object; allowed: one JSON object in a line")
	case err != nil:
		return fmt.Errorf("no JSON: %w", err)
	}
	return fmt.Errorf("%s; allowed: one JSON object in a line", shortened(string(bytes.TrimSpace(raw))))
}

func names(f fields) []string {
	var list []string
	for name := range f {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// value returns a function that reads a value of that kind.
func value[T any](to *T, kind string) func(raw []byte) error {
	return func(raw []byte) error {
		if json.Unmarshal(raw, to) != nil {
			return fmt.Errorf("%s; allowed: %s", shortened(string(raw)), kind)
		}
		return nil
	}
}

// word returns a function that reads a text that is one word, as the names of the
// model are.
func word(to *string) func(raw []byte) error {
	return func(raw []byte) error {
		if err := value(to, "a text")(raw); err != nil {
			return err
		}
		if err := model.CheckWord(*to); err != nil {
			return fmt.Errorf("%s %w", shortened(string(raw)), err)
		}
		return nil
	}
}

// message returns a function that reads the text of a message, which need not be
// one word.
func message(to *string) func(raw []byte) error {
	return func(raw []byte) error {
		err := value(to, "a text")(raw)
		*to = model.MessageText(*to)
		return err
	}
}

// optional is value for a field that may be left out.
func optional[T any](to **T, kind string) func(raw []byte) error {
	return func(raw []byte) error {
		*to = new(T)
		return value(*to, kind)(raw)
	}
}

// shortened returns the beginning of a text that may be long.
func shortened(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
