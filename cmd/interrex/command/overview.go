package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
)

// An overview is a ledger at a moment of a run, to be written as text.
type overview struct {
	*ledger
	elapsed time.Duration                    // of the run
	left    func() (low, high time.Duration) // the range in which the rest of the run is expected to be
}

// A layout of the table of algorithms says which columns it has.
type overviewLayout struct {
	claims bool   // how many claims at one n
	wide   bool   // fractions of seconds, and headings in full
	gap    string // between columns
}

// overviewLayouts are the ways to write the table, the widest first.
var overviewLayouts = [...]overviewLayout{{true, true, "  "}, {false, true, "  "}, {false, false, " "}}

// remarkWidth is the room that a layout leaves for the last column, which has the remarks that fit.
const remarkWidth = 12

// table returns the lines of a table with a line for each algorithm, of at most width columns.
func (o overview) table(width int) []string {
	var lines []string
	for _, l := range overviewLayouts {
		if lines = o.lines(l); text.StringWidth(lines[0])+remarkWidth <= width {
			break
		}
	}
	for i := range lines {
		texts := []string{""}
		switch {
		case i > 0:
			texts = o.standings[i-1].remarks()
		case o.hasErrata():
			texts[0] = "limits and errata"
		}
		for _, t := range texts {
			if text.StringWidth(lines[i]+t) <= width || t == texts[len(texts)-1] {
				lines[i] = strings.TrimRight(text.Trim(lines[i]+t, width), " ")
				break
			}
		}
	}
	return lines
}

func (o overview) hasErrata() bool {
	return slices.ContainsFunc(o.standings, func(s *standing) bool { return len(s.errata) > 0 })
}

// lines returns the table without its last column: a heading, and a line for each algorithm.
func (o overview) lines(l overviewLayout) []string {
	cells := [][]string{l.heading()}
	for _, s := range o.standings {
		cells = append(cells, s.cells(l))
	}
	return aligned(cells, l.gap)
}

func (l overviewLayout) heading() []string {
	switch {
	case l.claims:
		return []string{"algorithm", "to n", "conditions", "claims at n", "time"}
	case l.wide:
		return []string{"algorithm", "to n", "conditions", "time"}
	}
	return []string{"algorithm", "to n", "cond.", "time"}
}

// cells returns the cells of the line of an algorithm. A number that grows has the width of its greatest
// possible value, so that columns stay where they are.
func (s *standing) cells(l overviewLayout) []string {
	cells := []string{s.name, fmt.Sprintf("%d/%d", s.upTo(), s.last()), s.conditions.String()}
	if l.claims {
		cells = append(cells, s.all.String())
	}
	if l.wide {
		return append(cells, fmt.Sprintf("%8s", seconds(s.time)))
	}
	return append(cells, fmt.Sprintf("%4.0fs", s.time.Seconds()))
}

func (s score) String() string {
	all := grouped(fmt.Sprint(s.claimed))
	return fmt.Sprintf("%*s/%s", len(all), grouped(fmt.Sprint(s.confirmed)), all)
}

// aligned joins the cells of each line. The first column is aligned left, the others right.
func aligned(cells [][]string, gap string) []string {
	widths := make([]int, len(cells[0]))
	for _, row := range cells {
		for i, cell := range row {
			widths[i] = max(widths[i], len(cell))
		}
	}
	lines := make([]string, len(cells))
	for k, row := range cells {
		lines[k] = fmt.Sprintf("%-*s", widths[0], row[0])
		for i, cell := range row[1:] {
			lines[k] += gap + fmt.Sprintf("%*s", widths[i+1], cell)
		}
		lines[k] += gap
	}
	return lines
}

// remarks returns texts for the last column, the longest first: the claims that are neither confirmed
// nor open, the limits, and the errata.
func (s *standing) remarks() []string {
	counted, named := s.problems()
	all, some, least := s.errataTexts()
	limits := s.limitsText()
	if limits != "" && all != "" {
		limits += "; "
	}
	return []string{counted + limits + all, counted + limits + some, counted + limits + least, named + limits + least, named + limits, named + least, named}
}

// limitsText returns the limits of the instances, a range if they differ; "" if there are none.
func (s *standing) limitsText() string {
	var list []string
	for _, l := range s.limits {
		list = append(list, fmt.Sprintf("%s %v", l.name, l.values))
	}
	return strings.Join(list, ", ")
}

// errataTexts returns three texts on the errata of an algorithm, shorter and shorter, with the
// lengths of their counterexamples; "" if there are none.
func (s *standing) errataTexts() (all, some, least string) {
	if len(s.errata) == 0 {
		return "", "", ""
	}
	var list []string
	lengths := sizes{s.errata[0].events, 0}
	for _, e := range s.errata {
		list = append(list, fmt.Sprintf("%s (%d)", e.id, e.events))
		lengths = sizes{min(lengths.from, e.events), max(lengths.to, e.events)}
	}
	return strings.Join(list, ", "), fmt.Sprintf("%d (%v)", len(s.errata), lengths), fmt.Sprintf("(%v)", lengths)
}

// problems names the conclusions that are neither confirmed nor open, with numbers and without.
func (s *standing) problems() (counted, named string) {
	for _, o := range []conclusion{rejected, isVacuous, undecided} {
		if k := s.others[o]; k > 0 {
			counted += fmt.Sprintf("%d %v! ", k, o)
			named += fmt.Sprintf("%v! ", o)
		}
	}
	return counted, named
}

// sentence says in one line, which stands for itself, how much of an algorithm is confirmed.
func (s *standing) sentence() string {
	to := ""
	switch n := s.upTo(); n {
	case 0:
	case s.last():
		to = fmt.Sprintf("to n = %d, ", n)
	default:
		to = fmt.Sprintf("to n = %d of %d, ", n, s.last())
	}
	line := fmt.Sprintf("%s: confirmed %s%s, %s", s.name, to, s.all.words("claim at one n", "claims at one n"), s.conditions.words("condition", "conditions"))
	if problems, _ := s.problems(); problems != "" {
		line += "; " + strings.TrimSpace(problems)
	}
	if limits := s.limitsText(); limits != "" {
		line += "; " + limits
	}
	if errata, _, _ := s.errataTexts(); errata != "" {
		line += "; errata " + errata
	}
	return line + "; " + seconds(s.time)
}

// words writes a score as "all 7 claims" or "3 of 7 claims".
func (s score) words(one, many string) string {
	all := plural(s.claimed, one, many)
	if s.isWhole() {
		return all
	}
	return grouped(fmt.Sprint(s.confirmed)) + " of " + all
}

// progress says in one line, of at most width columns if it can, how far the run has come.
func (o overview) progress(width int) string {
	all := o.all()
	share := 100
	if all.claimed > 0 {
		share = 100 * all.confirmed / all.claimed
	}
	left := leftText(o.left())
	texts := []string{
		fmt.Sprintf("%s of %s claims at one n confirmed, %d%%; %s used in %s; %s left", grouped(fmt.Sprint(all.confirmed)), grouped(fmt.Sprint(all.claimed)), share, seconds(o.time()), roughTime(o.elapsed), left),
		fmt.Sprintf("%s of %s confirmed, %d%%; %s left", grouped(fmt.Sprint(all.confirmed)), grouped(fmt.Sprint(all.claimed)), share, left),
		fmt.Sprintf("%d%%, %s left", share, left),
	}
	for _, t := range texts {
		if len(t) <= width {
			return t
		}
	}
	return text.Trim(texts[len(texts)-1], width)
}
