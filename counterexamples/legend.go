package counterexamples

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// hasFate reports whether the flight of some message ends like that.
func (p picture) hasFate(wanted fate) bool {
	return slices.ContainsFunc(p.flights(), func(f flight) bool { return f.fate == wanted })
}

// hasStatus reports whether some process has such a status at some time.
func (p picture) hasStatus(wanted func(st model.Status) bool) bool {
	for i := range len(p.moments) + 1 {
		for q := range p.x.System.Network().N {
			if wanted(p.x.System.Status(p.x.At(i), q)) {
				return true
			}
		}
	}
	return false
}

// hasMark reports whether some process has a mark beside it: that of a crash, or another.
func (p picture) hasMark(of func(m mark) bool) bool {
	return slices.ContainsFunc(p.moments, func(m moment) bool {
		return slices.ContainsFunc(m.entries, func(e entry) bool { return e.mark.text != "" && of(e.mark) })
	})
}

func (m mark) isCrash() bool { return m.text == model.Crash.String() }
func (m mark) isStep() bool  { return !m.isCrash() }

// A sign is a sign of a chart, with its meaning if it occurs.
type sign struct {
	sign, meaning string
	occurs        bool
}

// signs returns the signs of charts in the order of a legend.
func (p picture) signs() []sign {
	return []sign{
		{"|", "a process", p.hasStatus(func(st model.Status) bool { return st.Live() && st.Role != model.Won })},
		{"#", "it has won", p.hasStatus(func(st model.Status) bool { return st.Live() && st.Role == model.Won })},
		{":", "it is down", p.hasStatus(func(st model.Status) bool { return st.Down })},
		{"o", "an event without a message", p.hasMark(mark.isStep)},
		{"X", "a crash", p.hasMark(mark.isCrash)},
		{"-->", "a message arrives", p.hasFate(arrived)},
		{"-->>", "it arrives, and a copy stays in flight", p.hasFate(repeated)},
		{"--x", "it is lost", p.hasFate(lost)},
		{"..>", "it is still in flight", p.hasFate(flying)},
		{"===", "a round", slices.ContainsFunc(p.moments, func(m moment) bool { return m.isRound() })},
		{". .", "a tick", slices.ContainsFunc(p.moments, func(m moment) bool { return m.isTick() })},
		{"~~~", "a loop begins or ends", p.x.Loops()},
	}
}

// Legend explains the signs that occur in the charts of these executions, in lines of at
// most so many columns, as far as its words allow.
func Legend(columns int, list ...model.Execution) string {
	occurs := map[string]bool{}
	for _, x := range list {
		for _, s := range newPicture(x, nil).signs() {
			occurs[s.sign] = occurs[s.sign] || s.occurs
		}
	}
	line, lines := "", ""
	for _, s := range newPicture(list[0], nil).signs() {
		entry := s.sign + " " + s.meaning
		switch {
		case !occurs[s.sign]:
		case line == "":
			line = entry
		case width(line)+3+width(entry) > columns:
			lines, line = lines+line+"\n", entry
		default:
			line += "   " + entry
		}
	}
	return lines + line + "\n"
}
