package validate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// about says which fields belong to which event.
var about = []struct {
	field string
	has   func(Line) bool
	kinds []model.Kind
}{
	{"port", func(l Line) bool { return l.Port != nil }, []model.Kind{model.Receive, model.Suspect}},
	{"from", func(l Line) bool { return l.From != nil }, []model.Kind{model.Receive}},
	{"message", func(l Line) bool { return l.Message != "" }, []model.Kind{model.Receive}},
	{"timer", func(l Line) bool { return l.Timer != nil }, []model.Kind{model.Timeout}},
	{"operation", func(l Line) bool { return l.Operation != nil }, []model.Kind{model.Invoke}},
	{"name", func(l Line) bool { return l.Name != "" }, []model.Kind{model.Wake, model.Timeout, model.Invoke}},
	{"wakes", func(l Line) bool { return l.Wakes != nil }, []model.Kind{model.Round}},
	{"choices", func(l Line) bool { return l.Choices != nil }, []model.Kind{model.Wake, model.Receive, model.Timeout, model.Idle, model.Suspect, model.Invoke}},
}

// wellFormed returns the error of a line that no system can have.
func (l Line) wellFormed() error {
	if l.Time != nil && *l.Time < 0 {
		return fmt.Errorf("time %d; allowed: 0 and more", *l.Time)
	}
	if l.Event == "" {
		if l.During != "" {
			return errors.New("during goes with event crash")
		}
		return nil
	}
	kind, err := kindNamed(l.Event)
	if err != nil {
		return fmt.Errorf("event: %w", err)
	}
	if l.During != "" {
		if kind != model.Crash {
			return errors.New("during goes with event crash")
		}
		if kind, err = kindNamed(l.During); err != nil || kind > model.Round {
			return fmt.Errorf("during: %q; allowed: %v", l.During, kinds[:model.Round+1])
		}
	}
	if kind == model.Crash { // within a step, of which the line need not say which
		return nil
	}
	for _, a := range about {
		if a.has(l) && !slices.Contains(a.kinds, kind) {
			return fmt.Errorf("%s does not go with event %v; allowed with it: %v", a.field, kind, a.kinds)
		}
	}
	return nil
}

// fits returns the error of a line that does not suit the network of s.
func (l Line) fits(s *model.System) error {
	n, p := s.Network().N, l.Process
	if err := l.wellFormed(); err != nil {
		return err
	}
	if p < 0 || p >= n {
		return fmt.Errorf("process %d; allowed: 0..%d", p, n-1)
	}
	if l.Time != nil && s.Network().Timing != model.Bounded {
		return fmt.Errorf("time %d in timing %v; allowed: no time, or timing bounded", *l.Time, s.Network().Timing)
	}
	if l.Event != "" {
		if kind, _ := kindNamed(l.Event); (kind == model.Round) != (s.Network().Timing == model.Lockstep) && kind != model.Invoke && kind != model.Crash && kind != model.Restart {
			return fmt.Errorf("event %s does not happen in timing %v", l.Event, s.Network().Timing)
		}
	}
	into := func(same func(model.Link) bool) bool {
		return slices.ContainsFunc(s.Links(), func(link model.Link) bool { return link.To == p && same(link) })
	}
	suspects := l.Event == model.Suspect.String() || l.During == model.Suspect.String()
	switch {
	case l.Port != nil && suspects && (*l.Port < 0 || *l.Port >= s.Semantics().Ports(p)):
		return fmt.Errorf("port %d; process %d has the ports 0..%d", *l.Port, p, s.Semantics().Ports(p)-1)
	case l.Port != nil && !suspects && !into(func(link model.Link) bool { return int(link.ToPort) == *l.Port }):
		return fmt.Errorf("port %d; nothing arrives there at process %d", *l.Port, p)
	case l.From != nil && !into(func(link model.Link) bool { return link.From == *l.From }):
		return fmt.Errorf("from %d; no link leads from there to process %d", *l.From, p)
	case l.Name != "" && !slices.Contains(s.Semantics().InputNames(p).All(), l.Name):
		return fmt.Errorf("name %s; allowed for process %d: %s", l.Name, p, cmp.Or(strings.Join(s.Semantics().InputNames(p).All(), ", "), "none"))
	case l.Timer != nil && (*l.Timer < 0 || *l.Timer > 7):
		return fmt.Errorf("timer %d; allowed: 0..7", *l.Timer)
	case l.Operation != nil && *l.Operation < 0:
		return fmt.Errorf("operation %d; allowed: 0 and more", *l.Operation)
	}
	return l.sendsFit(s)
}

func (l Line) sendsFit(s *model.System) error {
	for i, m := range l.Sends {
		leads := slices.ContainsFunc(s.Links(), func(link model.Link) bool {
			return link.From == l.Process && (m.Port == nil || int(link.FromPort) == *m.Port) && (m.To == nil || link.To == *m.To)
		})
		if !leads {
			return fmt.Errorf("sends[%d]: process %d cannot send %v", i, l.Process, m)
		}
	}
	return nil
}
