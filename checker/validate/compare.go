package validate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Difference is a field in which a line of a log differs from the model.
type Difference struct {
	Field      string // its name in JSON: sends[1].message
	Log, Model string // "": there is nothing
}

// differences returns the fields of l that have been logged and are not as in
// whole, a line with every field.
func (l Line) differences(whole Line) []Difference {
	d := &differ{}
	number(d, "time", l.Time, whole.Time)
	d.text("event", l.Event, whole.Event)
	d.text("during", l.During, whole.During)
	number(d, "port", l.Port, whole.Port)
	number(d, "from", l.From, whole.From)
	d.text("message", l.Message, whole.Message)
	number(d, "timer", l.Timer, whole.Timer)
	number(d, "operation", l.Operation, whole.Operation)
	d.text("name", l.Name, whole.Name)
	flag(d, "wakes", l.Wakes, whole.Wakes)
	if l.Choices != nil && !slices.Equal(l.Choices, whole.Choices) {
		d.add("choices", listed(l.Choices), listed(whole.Choices))
	}
	d.sends(l.Sends, whole.Sends)
	d.status(l.Status, whole.Status)
	return d.found
}

// A differ collects differences.
type differ struct{ found []Difference }

func (d *differ) add(field, log, model string) {
	d.found = append(d.found, Difference{field, log, model})
}

func (d *differ) text(field, log, model string) {
	if log != "" && log != model {
		d.add(field, log, model)
	}
}

func number[T ~int](d *differ, field string, log, model *T) {
	if log != nil && (model == nil || *log != *model) {
		d.add(field, written(log), written(model))
	}
}

func flag(d *differ, field string, log, model *bool) {
	if now := model != nil && *model; log != nil && *log != now {
		d.add(field, strconv.FormatBool(*log), strconv.FormatBool(now))
	}
}

func written[T any](value *T) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(*value)
}

func listed(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
}

func (d *differ) sends(log, model []Send) {
	if log == nil {
		return
	}
	for i := range max(len(log), len(model)) {
		field := fmt.Sprintf("sends[%d]", i)
		switch {
		case i >= len(model):
			d.add(field, log[i].String(), "")
		case i >= len(log):
			d.add(field, "", model[i].String())
		default:
			number(d, field+".port", log[i].Port, model[i].Port)
			number(d, field+".to", log[i].To, model[i].To)
			d.text(field+".message", log[i].Message, model[i].Message)
		}
	}
}

// String returns the message, and where it was sent to as far as that is known.
func (s Send) String() string {
	var parts []string
	switch {
	case s.Port != nil:
		parts = append(parts, ":"+written(s.Port))
	case s.To != nil:
		parts = append(parts, "to p"+written(s.To))
	}
	if s.Message != "" {
		parts = append(parts, s.Message)
	}
	if parts == nil {
		return "a message"
	}
	return strings.Join(parts, " ")
}

func (d *differ) status(log, model *Status) {
	if log == nil {
		log = &Status{}
	}
	d.text("status.role", log.Role, model.Role)
	number(d, "status.leader", log.Leader, model.Leader)
	number(d, "status.term", log.Term, model.Term)
	flag(d, "status.halted", log.Halted, model.Halted)
	flag(d, "status.bounded", log.Bounded, model.Bounded)
	flag(d, "status.aside", log.Aside, model.Aside)
	flag(d, "status.down", log.Down, model.Down)
	failed := log.Failed
	if failed == nil {
		failed = new(false)
	}
	flag(d, "status.failed", failed, model.Failed)
	d.own("status.own", log.Own, model.Own)
}
