package pages

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// The sizes of docs/sizes.md.
const leastSize, greatestSize = 2, 6

const sizesHead = `# Up to six processes

Which claims are decided with 2 to 6 processes, by which engine, and in which time. Generated from [sizes/catalogue.txt](sizes/catalogue.txt) and
[sizes/beyond.txt](sizes/beyond.txt). Do not edit; update with

` + "```sh\ngo run ./cmd/interrex check --ids worst --report -o docs/sizes/catalogue.txt\ngo run ./cmd/interrex check --beyond 2 --ids worst --max-instance-time 15s --report -o docs/sizes/beyond.txt\ngo test ./cmd/interrex/internal/pages -run Sizes -update\n```" + `

The second takes about 40 minutes on a machine with two cores, whose speed decides where a search gives up. It adds the two sizes after those of the catalogue,
but leaves out claims that say why they end (` + "`Ends`" + ` in ` + "`protocols/catalogue`" + `). Some of the searches that it cuts short at n <= 6 were later given up to
twelve minutes each (` + "`--max-instance-time`" + `), and a row of an earlier run stays if it decides more, or met more. What was tried where claims are open is in [tried.md](tried.md). Flags choose rows, and sizes of these, as in

` + "```sh\ngo run ./cmd/interrex check ALGORITHM --beyond 2 --ids worst --variant corrected --order fifo --crash 1 -n 5 --report\n```" + `

A row is about one variant under one condition. **Rows of which every claim is decided at every size, without a remark, are only counted here**;
sizes/catalogue.txt has them, a line for each size. All searches of this page are about the identities
n..1 only. For the sizes of the catalogue, ` + "`interrex check`" + ` confirms the same claims for all arrangements; the other sizes have a circle (°).

A cell has the number of configurations of the largest search, and processor seconds of a machine with two cores beside other work. Without a time the search
took less than a second, or with a circle at most 15 s. The explicit engine
searched, unless nodes of a diagram are named. A star marks a reduced search, which leaves out orders of events, and names of processes, that make no difference
([Reductions](engine.md#reductions)); some of these counts are older than today's reductions, and greater. A plus marks a search that looks at
more executions than the system has: with order fifo instead of inbox ([Relaxed inboxes](engine.md#relaxed-inboxes)), or a [sorted](engine.md#sorted) one. **Open** tells how many claims of the row are not decided, and how far the longest search came, rounded down to two
digits. "Not refuted" means that the catalogue claims a failure, and the identities n..1 do not show it. An open cell has the number
of configurations to be expected, if those of the sizes before are known and were counted in the same way. "Narrowed to" says in words what the instances of a table
leave out: limits of the algorithm, and idealised time.

`

// A sizeResult has the results for the claims of the catalogue at one n, or for those that go on beyond it.
type sizeResult struct {
	parts.SizeRow
	beyond bool
}

// A sizeLine has the results for a variant under a condition.
type sizeLine struct {
	about parts.SizeRow
	cells [greatestSize + 1][]sizeResult // by n
}

// WriteSizes writes docs/sizes.md from the rows of the catalogue and those beyond it.
func WriteSizes(w io.Writer, within, beyond []parts.SizeRow) error {
	var b strings.Builder
	b.WriteString(sizesHead)
	lines := sizeLines(within, beyond)
	writeExpectations(&b, lines)
	writeSizeSummary(&b, lines)
	writeBeyondSummary(&b, bySize(beyond))
	for _, e := range catalogue.All() {
		of := about(lines, e.Name)
		if len(of) == 0 {
			continue
		}
		var plain, rest []*sizeLine
		for _, l := range of {
			if l.isPlain() {
				plain = append(plain, l)
			} else {
				rest = append(rest, l)
			}
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", e.Name, plainText(plain, len(of)))
		for _, alike := range byNarrowing(rest, e) {
			writeSizeTable(&b, alike, e)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// isPlain reports whether every claim of the line is decided at every size, and no result has a remark.
func (l *sizeLine) isPlain() bool {
	return !slices.ContainsFunc(slices.Concat(l.cells[:]...), func(r sizeResult) bool { return !r.IsDecided() || r.Remark != "" })
}

// plainText says how many of all lines are plain, and how many configurations these have met at most.
func plainText(plain []*sizeLine, all int) string {
	var largest parts.SizeRow
	for _, l := range plain {
		for _, r := range slices.Concat(l.cells[:]...) {
			if configurations(r.SizeRow) > configurations(largest) {
				largest = r.SizeRow
			}
		}
	}
	switch len(plain) {
	case 0:
		return "All rows:"
	case all:
		return fmt.Sprintf("All %d rows are decided at every size; the largest search met %s configurations (n = %d).", all, countText(largest), largest.N)
	}
	return fmt.Sprintf("%d of %d rows are decided at every size; the largest search of these met %s configurations (n = %d). The others:",
		len(plain), all, countText(largest), largest.N)
}

// byNarrowing joins the lines whose instances leave out the same, those with the first of them first.
func byNarrowing(lines []*sizeLine, e claims.Entry) [][]*sizeLine {
	var groups [][]*sizeLine
	for _, l := range lines {
		isLike := func(group []*sizeLine) bool { return group[0].narrowing(e) == l.narrowing(e) }
		i := slices.IndexFunc(groups, isLike)
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}

// writeSizeTable writes the table of lines whose instances leave out the same.
func writeSizeTable(b *strings.Builder, lines []*sizeLine, e claims.Entry) {
	if text := lines[0].narrowing(e); text != "" {
		fmt.Fprintf(b, "\nNarrowed to: %s.\n", text)
	}
	b.WriteString("\n")
	tableHead(b, []string{"variant", "condition", "2", "3", "4", "5", "6"})
	for _, l := range lines {
		cells := []string{l.about.Variant, l.about.Condition}
		for n := leastSize; n <= greatestSize; n++ {
			cells = append(cells, l.text(n))
		}
		row(b, cells...)
	}
}

// about returns the lines about an algorithm. Those under timing bounded, which assumes less than timely, come first.
func about(lines []*sizeLine, algorithm string) []*sizeLine {
	of := slices.DeleteFunc(slices.Clone(lines), func(l *sizeLine) bool { return l.about.Algorithm != algorithm })
	isOther := func(l *sizeLine) int {
		if l.hasTiming("bounded") {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(of, func(a, b *sizeLine) int { return cmp.Compare(isOther(a), isOther(b)) })
	return of
}

// sizeLines joins the rows of each variant under a condition, in their order.
func sizeLines(within, beyond []parts.SizeRow) []*sizeLine {
	var lines []*sizeLine
	at := map[[3]string]*sizeLine{}
	add := func(r sizeResult) {
		key := [3]string{r.Algorithm, r.Variant, r.Condition}
		if at[key] == nil {
			at[key] = &sizeLine{about: r.SizeRow}
			lines = append(lines, at[key])
		}
		if r.N >= leastSize && r.N <= greatestSize {
			cell := &at[key].cells[r.N]
			*cell = append(*cell, r)
		}
	}
	for _, r := range within {
		add(sizeResult{r, false})
	}
	for _, r := range beyond {
		add(sizeResult{r, true})
	}
	return lines
}

// writeSizeSummary counts the claims of each algorithm by n, and how many are decided.
func writeSizeSummary(b *strings.Builder, lines []*sizeLine) {
	b.WriteString("\n## Summary\n\nClaims that are decided, of all that are made at that n.\n\n")
	tableHead(b, []string{"algorithm", "2", "3", "4", "5", "6"})
	write := func(name string, lines []*sizeLine) {
		cells := []string{name}
		for n := leastSize; n <= greatestSize; n++ {
			decided, claims := 0, 0
			for _, l := range lines {
				for _, r := range l.cells[n] {
					decided, claims = decided+r.Decided, claims+r.Claims
				}
			}
			cells = append(cells, fmt.Sprintf("%d/%d", decided, claims))
		}
		row(b, cells...)
	}
	for _, e := range catalogue.All() {
		write(e.Name, about(lines, e.Name))
	}
	write("all", lines)
}

// text returns the cell of n processes, "" if nothing is claimed there.
func (l *sizeLine) text(n int) string {
	var texts []string
	open := false
	for _, r := range l.cells[n] {
		text := sizeText(r.SizeRow)
		if r.beyond {
			text += "°"
		}
		texts = append(texts, text)
		open = open || !r.IsDecided()
	}
	if expected := l.expected(n); open && expected > 0 {
		texts = append(texts, fmt.Sprintf("about %.0e expected", expected))
	}
	return strings.Join(texts, "; ")
}

// sizeText returns the result of a row.
func sizeText(r parts.SizeRow) string {
	if r.IsDecided() {
		text := countText(r) + timeText(r.Time)
		if r.Remark != "" {
			text += ", " + r.Remark
		}
		return text
	}
	text := fmt.Sprintf("**open** %d of %d", r.Claims-r.Decided, r.Claims)
	if r.Count == "" {
		return text + ", not tried"
	}
	return text + " after " + r.Count + ", " + r.Why
}

// timeText returns a time of processors with a comma before it, "" for one of less than a second.
func timeText(t time.Duration) string {
	if t < time.Second {
		return ""
	}
	return ", " + t.Round(time.Second).String()
}

// countText returns how many configurations, and nodes, the searches of a row have met.
func countText(r parts.SizeRow) string {
	if r.Nodes == "" || !r.IsDecided() {
		return r.Count
	}
	return fmt.Sprintf("%s (%s nodes)", r.Count, r.Nodes)
}

// narrowing says in words which executions the instances of a line leave out.
func (l *sizeLine) narrowing(e claims.Entry) string {
	var texts []string
	if l.hasTiming("timely") {
		texts = append(texts, "timers run out only when nothing is in flight")
	}
	for i, limit := range e.Limits {
		if text := l.limitText(i, limit); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

// limitText returns the values of a limit, as "terms in which each process may stand: 2 with n = 2, 3 and 1 with n = 4, 5", "" if
// it bounds nothing.
func (l *sizeLine) limitText(i int, limit claims.Limit) string {
	var values, sizes []string
	for n := leastSize; n <= greatestSize; n++ {
		if len(l.cells[n]) == 0 {
			continue
		}
		value := limitValue(l.cells[n][0].Limits, limit.Name)
		switch last := len(values) - 1; {
		case value == "":
		case last >= 0 && values[last] == value:
			sizes[last] += fmt.Sprintf(", %d", n)
		default:
			values, sizes = append(values, value), append(sizes, fmt.Sprint(n))
		}
	}
	switch len(values) {
	case 0:
		return ""
	case 1:
		return limit.Meaning + ": " + values[0]
	}
	for i := range values {
		values[i] += " with n = " + sizes[i]
	}
	return limit.Meaning + ": " + strings.Join(values, " and ")
}

// limitValue returns the value of a limit in a text like "terms=2,lengths=3", "" if it is not there.
func limitValue(text, name string) string {
	for item := range strings.SplitSeq(text, ",") {
		if value, ok := strings.CutPrefix(item, name+"="); ok {
			return value
		}
	}
	return ""
}

// hasTiming reports whether the condition of the line has that timing, its first word.
func (l *sizeLine) hasTiming(timing string) bool {
	first, _, _ := strings.Cut(l.about.Condition, " ")
	return first == timing
}
