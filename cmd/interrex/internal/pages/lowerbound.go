package pages

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/interrex/interrex/protocols/catalogue"
)

// A LowerBound is what the construction of package adversary found for an
// algorithm on n processes.
type LowerBound struct {
	Entry    catalogue.Entry
	N        int
	Bound    float64            // messages that the proof finds in an open schedule
	Received int                // in the open schedule that was built
	Sent     int                // in the complete execution
	Greatest *catalogue.Formula // over all executions; nil: no formula is known
}

// GreatestText returns the greatest number of messages over all executions, ""
// if it is not known.
func (r LowerBound) GreatestText() string {
	if r.Greatest == nil {
		return ""
	}
	return strconv.FormatFloat(r.Greatest.At(r.N), 'f', -1, 64)
}

// WriteLowerBound writes the page docs/lowerbound.md.
func WriteLowerBound(w io.Writer, rows []LowerBound) error {
	var b strings.Builder
	b.WriteString(`# The lower bound, executed

Generated. Do not edit; update with

` + "```sh\ngo run ./cmd/interrex lowerbound --sizes 2..256*2 --report -o docs/lowerbound.md\n```" + `

Misra states a theorem without its proof: any leader election on asynchronous rings whose size is not known takes
Ω(n log n) messages, on unidirectional rings too. The proof (Burns 1980; Attiya and Welch 2004, theorem 3.5) is a
construction, and ` + "`interrex lowerbound`" + ` runs it.

A schedule is **open** if no message crosses one edge of the ring. The proof takes open schedules of two rings of n/2
processes, cuts both rings at their open edges and joins them to a ring of n. No process can tell the difference, so both
schedules still can happen, side by side. Every process has to learn who is elected, so more messages must be received, and
(n/2 - 1)/2 of them while one of the two new edges stays open. That gives M(2) = 1 and M(n) = 2 M(n/2) + (n/2 - 1)/2.

The construction is run on the code that the checker searches: each event is applied by the definition of the model, and the
complete execution is replayed. Where an algorithm is not uniform, the joined schedules cannot happen, and the command says at
which event.

`)
	tableHead(&b, []string{"algorithm", "n", "M(n)", "received, one edge open", "sent in the complete execution", "greatest of all executions"})
	short := 0
	for _, r := range rows {
		row(&b, r.Entry.Name, strconv.Itoa(r.N), strconv.FormatFloat(r.Bound, 'f', -1, 64), strconv.Itoa(r.Received), strconv.Itoa(r.Sent), r.GreatestText())
		if float64(r.Received) < r.Bound {
			short++
		}
	}
	if short > 0 {
		fmt.Fprintf(&b, "\n**In %d rows fewer messages are received than M(n)**: the algorithm does not do what the theorem assumes.\n", short)
	}
	b.WriteString("\nThe last column is a formula of the catalogue, where there is one; [quantities.md](quantities.md) has its source.\n")
	if len(rows) > 0 {
		fmt.Fprintf(&b, "To draw one of the executions:\n\n```sh\ngo run ./cmd/interrex lowerbound %s --sizes 8 --chart\n```\n", rows[0].Entry.Name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
