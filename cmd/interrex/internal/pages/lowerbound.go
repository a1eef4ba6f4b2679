package pages

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// WriteLowerBound writes the page docs/lowerbound.md.
func WriteLowerBound(w io.Writer, rows []parts.LowerBound, synchronous []parts.Synchronous) error {
	var b strings.Builder
	writeAsynchronous(&b, rows)
	writeSynchronous(&b, synchronous)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeAsynchronous(b *strings.Builder, rows []parts.LowerBound) {
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
	tableHead(b, []string{"algorithm", "n", "M(n)", "received, one edge open", "sent in the complete execution", "greatest of all executions"})
	short := 0
	for _, r := range rows {
		row(b, r.Entry.Name, strconv.Itoa(r.N), strconv.FormatFloat(r.Bound, 'f', -1, 64), strconv.Itoa(r.Received), strconv.Itoa(r.Sent), r.GreatestText())
		if float64(r.Received) < r.Bound {
			short++
		}
	}
	if short > 0 {
		fmt.Fprintf(b, "\n**In %d rows fewer messages are received than M(n)**: the algorithm does not do what the theorem assumes.\n", short)
	}
	b.WriteString("\nThe last column is a formula of the catalogue, where there is one; [quantities.md](quantities.md) has its source.\n")
	if len(rows) > 0 {
		fmt.Fprintf(b, "To draw one of the executions:\n\n```sh\ngo run ./cmd/interrex lowerbound %s --sizes 8 --chart\n```\n", rows[0].Entry.Name)
	}
}

func writeSynchronous(b *strings.Builder, rows []parts.Synchronous) {
	b.WriteString(`
## The synchronous bound

The document's overview says Θ(n log n) for synchronous rings too, except under certain conditions. The exception is an algorithm
that does more with identities than compare them. For all others the bound is a theorem (Frederickson and Lynch 1987; Attiya
and Welch 2004, section 3.4.2), and ` + "`interrex lowerbound --synchronous`" + ` runs the executions that its proof is about.

On the **bit-reversal ring** of n = 2^k processes, process p has the number p with its bits in reverse order. The identities of any
2^i consecutive processes are in the same order as those of the 2^i processes that begin 2^i further on. A round is
**active** if a message is sent in it. Before active round k, a process can have heard only of the k - 1 nearest processes on each
side from which messages come. If identities are only compared, two processes that see these identities in the same order
do the same in that round: if one sends, both do; if one is elected, both are. So no process can be elected while every order
occurs at least twice, and then the next active round has at least as many messages as the rarest order has processes. The command
counts the orders on the ring. The sum is **n(log2 n + 1)/2 messages if they come from one side, n(log2 n + 2)/4 if they come from
both** (from n = 4 on).

Each algorithm of the catalogue runs in lockstep on this ring, and all processes start together. Then it runs again with other
identities in the same order, each doubled. If it only compares identities, every process must send as many messages in every round
as before, and have the same role after it.

`)
	tableHead(b, []string{"n", "algorithm", "bound if it only compares", "sent", "active rounds", "with other identities in the same order"})
	for _, r := range rows {
		sent := strconv.Itoa(r.Sent())
		if r.Sent() < r.Bound() {
			sent = "**" + sent + "**"
		}
		row(b, strconv.Itoa(r.N), r.Entry.Name, strconv.Itoa(r.Bound()), sent, strconv.Itoa(len(r.Active)), r.PatternText())
	}
	b.WriteString("\n" + escapes(rows))
}

// escapes says which algorithms send fewer messages than the bound in some round.
func escapes(rows []parts.Synchronous) string {
	var names []string
	for _, r := range rows {
		switch {
		case r.Short() == 0:
			continue
		case r.Differs == 0:
			return fmt.Sprintf("**%s refutes the theorem** at n = %d, in active round %d.\n", r.Entry.Name, r.N, r.Short())
		}
		if !slices.Contains(names, r.Entry.Name) {
			names = append(names, r.Entry.Name)
		}
	}
	if names == nil {
		return "Every algorithm sends at least as many messages in each active round as the proof says.\n" + closest(rows)
	}
	return fmt.Sprintf("All but %s send at least as many messages in each active round as the proof says. These also read\n"+
		"identities as numbers of rounds to wait: other identities in the same order change the executions, so the theorem is not about\n"+
		"them. A number of messages in bold type is less than the bound.\n", strings.Join(names, " and ")) + closest(rows)
}

// closest says which algorithm needs fewest messages on the greatest ring, of those
// that only compare identities.
func closest(rows []parts.Synchronous) string {
	var best *parts.Synchronous
	for i, r := range rows {
		if r.Differs == 0 && (best == nil || r.N > best.N || r.N == best.N && r.Sent() < best.Sent()) {
			best = &rows[i]
		}
	}
	if best == nil {
		return ""
	}
	return fmt.Sprintf("Of those that only compare, %s sends fewest.\n", best.Entry.Name)
}
