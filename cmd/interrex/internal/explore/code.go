package explore

import (
	"errors"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/explore/executed"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols"
)

// code is the listing of a variant of an algorithm, with the files that it was made from.
type code struct {
	key, text string
	listing   *executed.Source
	files     map[string]*executed.Source // by the last part of their names
}

// code returns the code of the variant of an instance.
func (x *Explorer) code(i *instance) (*code, error) {
	key := i.entry.Name + " " + i.entry.VariantText(i.variant) + " " + i.entry.ReadingsText(i.variant.Readings)
	x.mu.Lock()
	seen := x.seen
	x.mu.Unlock()
	if seen != nil && seen.key == key {
		return seen, nil
	}
	if x.listing == nil {
		return nil, errors.New("no code is known")
	}
	c := &code{key: key, files: map[string]*executed.Source{}}
	var err error
	if c.text, err = x.listing(i.entry, i.variant); err != nil {
		return nil, err
	}
	if c.listing, err = executed.Parse(c.text); err != nil {
		return nil, err
	}
	names, err := fs.Glob(protocols.Files(), path.Join(i.entry.Package(), "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(protocols.Files(), name)
		if err != nil {
			return nil, err
		}
		if c.files[path.Base(name)], err = executed.Parse(string(text)); err != nil {
			return nil, err
		}
	}
	x.mu.Lock()
	x.seen = c
	x.mu.Unlock()
	return c, nil
}

// executed returns the lines of the listing that the last event of the walk has executed, as far
// as that is certain: the lines that read something of the process or send, the calls that led
// there, and the statements that come with them. There are none of a round or of a fault.
func (x *Explorer) executed(w *walk) []int {
	n := len(w.execution.Steps)
	y, c := w.execution.Steps[n-1], w.execution.At(n-1)
	in, ok := input(w.system, c, y.Event)
	if !ok {
		return []int{}
	}
	code, err := x.code(w.instance)
	if err != nil {
		return []int{}
	}
	known := []int{code.listing.Start("Algorithm.Step")}
	for _, f := range frames(w.system, c, y.Event, in) {
		dir, name := path.Split(f.File)
		if s := code.files[name]; s != nil && path.Base(dir) == w.entry.Package() {
			if line := code.listing.In(s, f.Line); line > 0 && !slices.Contains(known, line) {
				known = append(known, line)
			}
		}
	}
	return append([]int{}, code.listing.Lines(known)...)
}

// input returns the input of the step of one process that event e of c is, and false if it is none.
func input(s *model.System, c model.Configuration, e model.Event) (model.Input[any], bool) {
	in := model.Input[any]{Kind: e.Kind, Port: e.Port, Number: model.Number{Timer: e.Timer, Operation: uint8(e.Operation)}}
	switch {
	case e.Within || !e.Kind.IsStep() || e.Kind.IsOfAll():
		return in, false
	case !e.Kind.IsOfMessage():
		return in, true
	}
	in.Kind = model.Receive
	for _, ch := range s.Semantics().InChannels(e.Process) {
		for _, m := range c.Channels[ch] {
			if m.Port == e.Port && m.Text() == e.Message {
				in.Msg = m.Msg
				return in, true
			}
		}
	}
	return in, false
}

// frames returns the places of the algorithm that the step was at whenever it called a method of
// its process, in the outcome that the event names.
func frames(s *model.System, c model.Configuration, e model.Event, in model.Input[any]) []runtime.Frame {
	var outcomes [][]runtime.Frame
	list := s.Semantics().StepHeard(e.Process, c.Locals[e.Process], in, model.Listener{
		Begin: func() { outcomes = append(outcomes, nil) },
		Call: func() {
			last := len(outcomes) - 1
			outcomes[last] = append(outcomes[last], stack()...)
		},
	})
	i := slices.IndexFunc(list, func(o model.Outcome) bool { return slices.Equal(o.Choices, e.Choices) })
	if i < 0 || i >= len(outcomes) {
		return nil
	}
	return outcomes[i]
}

// stack returns the frames of the caller above those of package model that called it, up to the next
// of that package.
func stack() []runtime.Frame {
	pcs := make([]uintptr, 64)
	more := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	const model = "github.com/interrex/interrex/model."
	var list []runtime.Frame
	for {
		f, next := more.Next()
		switch inside := strings.HasPrefix(f.Function, model); {
		case inside && len(list) > 0 || !next:
			return list
		case !inside && !strings.Contains(f.Function, "/explore."):
			list = append(list, f)
		}
	}
}
