package product

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Verdict is the result of one cell for one property.
type Verdict struct {
	Result Result
	Events int  // of the counterexample that was found, if it is violated
	Longer bool // there may be a counterexample with fewer events
}

// A Result says whether all executions of all arrangements have a property.
type Result uint8

// The results, as in package checker. A cell holds if some arrangement holds and the others hold or are vacuous.
const (
	Holds Result = iota
	Violated
	Unknown
	Vacuous
)

// An Outcome is the result of one cell.
type Outcome struct {
	Verdicts map[string]Verdict // of the properties that do not hold
	Reason   string             // why the unknown ones are; "" if there are none
}

// Of returns the verdict of a property.
func (o Outcome) Of(property string) Verdict { return o.Verdicts[property] }

// String writes o as [parseOutcome] reads it: "holds", or "elected=3 known=5~ validity=- halted=? # reason".
func (o Outcome) String() string {
	if len(o.Verdicts) == 0 {
		return "holds"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(o.Verdicts)) {
		parts = append(parts, name+"="+o.Verdicts[name].String())
	}
	text := strings.Join(parts, " ")
	if o.Reason != "" {
		text += " # " + o.Reason
	}
	return text
}

// String writes the verdict: the number of events, with ~ if there may be fewer, - for vacuous, ? for unknown.
func (v Verdict) String() string {
	switch v.Result {
	case Violated:
		if v.Longer {
			return fmt.Sprintf("%d~", v.Events)
		}
		return fmt.Sprint(v.Events)
	case Unknown:
		return "?"
	case Vacuous:
		return "-"
	}
	return "holds"
}

func parseOutcome(text string) (Outcome, error) {
	text, reason, _ := strings.Cut(text, " # ")
	o := Outcome{Verdicts: map[string]Verdict{}, Reason: reason}
	if text == "holds" {
		return o, nil
	}
	for _, item := range strings.Fields(text) {
		name, value, ok := strings.Cut(item, "=")
		v, err := parseVerdict(value)
		if !ok || err != nil {
			return o, fmt.Errorf("malformed verdict %q; allowed: PROPERTY=EVENTS, PROPERTY=EVENTS~, PROPERTY=- or PROPERTY=?", item)
		}
		o.Verdicts[name] = v
	}
	for _, v := range o.Verdicts {
		if v.Result == Unknown && reason == "" {
			return o, fmt.Errorf("outcome %q is unknown without a reason", text)
		}
	}
	return o, nil
}

func parseVerdict(value string) (Verdict, error) {
	switch value {
	case "-":
		return Verdict{Result: Vacuous}, nil
	case "?":
		return Verdict{Result: Unknown}, nil
	}
	digits, longer := strings.CutSuffix(value, "~")
	events, err := strconv.Atoi(digits)
	if err == nil && events < 0 {
		err = strconv.ErrRange
	}
	return Verdict{Violated, events, longer}, err
}

// Kind returns the kind of the reason of o: reasons that differ only in processes or numbers have the same kind.
func (o Outcome) Kind() string {
	switch {
	case strings.HasPrefix(o.Reason, "max-configurations"):
		return TooLarge
	case strings.Contains(o.Reason, "is not well-formed"):
		return Malformed
	}
	return o.Reason
}

// Malformed is the kind of the reasons of a cell with a step that is not well-formed, after which no search goes on.
const Malformed = "a step is not well-formed"

// TooLarge is the reason of a cell that is not decided by as many configurations as the limit of its table.
const TooLarge = "more configurations than the limit"
