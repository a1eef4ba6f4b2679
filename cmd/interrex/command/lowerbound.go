package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker/adversary"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// A lowerBoundCommand is one call of lowerbound.
type lowerBoundCommand struct {
	known               *collection
	entries             []claims.Entry // for the bound for asynchronous rings
	inLockstep          []claims.Entry // for the bound for synchronous rings
	sizes               []int
	chart, report, json bool
	synchronous         bool
	out                 string // file, "" for standard output
}

func (k *collection) newLowerBound() *cobra.Command {
	c := &lowerBoundCommand{known: k}
	cmd := &cobra.Command{
		Use:   "lowerbound [ALGORITHM...]",
		Short: "Build the executions that prove n log n messages on a ring",
		Long: `Lowerbound runs the construction that proves that a leader election on an asynchronous
ring of unknown size takes Omega(n log n) messages (Burns 1980; Attiya and Welch 2004,
theorem 3.5). It builds an open schedule, in which no message crosses one edge of the
ring: it joins two open schedules of n/2 processes and finds more messages. The proof
says that M(n) messages are received in it. The table shows how many are received, how
many are sent in the complete execution, and the greatest number of messages, if the
catalogue has a formula for it.

With --synchronous, it runs each algorithm in lockstep on the bit-reversal ring, on which every
algorithm that only compares identities sends n log n messages too (Frederickson and Lynch 1987;
Attiya and Welch 2004, section 3.4.2), and tests whether the algorithm only compares them.`,
		Args:              c.parse,
		ValidArgsFunction: k.completeName,
		RunE:              func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context(), cmd.OutOrStdout()) },
	}
	flags := cmd.Flags()
	flags.Var(&flagValue{text: "2..64*2", kind: "SIZES", read: func(s string) (err error) {
		c.sizes, err = parsePowers(s)
		return err
	}}, "sizes", "numbers of processes, powers of two: 2..256*2, or a list like 4,64")
	flags.BoolVar(&c.chart, "chart", false, "draw the complete execution of the last size, which is at most 16")
	flags.BoolVar(&c.synchronous, "synchronous", false, "the bound for synchronous rings and algorithms that only compare identities")
	flags.BoolVar(&c.report, "report", false, "write the page docs/lowerbound.md, with both bounds")
	flags.BoolVar(&c.json, "json", false, "print one object per line, for each algorithm and size")
	flags.StringVarP(&c.out, "output", "o", "", "write the result to `FILE` instead of standard output")
	cmd.MarkFlagsMutuallyExclusive("chart", "report", "json")
	cmd.MarkFlagsMutuallyExclusive("chart", "report", "synchronous")
	return cmd
}

// maxLowerBound is the greatest number of processes: the construction keeps
// whole configurations.
const maxLowerBound = 1024

// parsePowers reads sizes that are powers of two.
func parsePowers(s string) ([]int, error) {
	list, err := parseSweep(s)
	for _, n := range list {
		if n&(n-1) != 0 || n > maxLowerBound {
			err = fmt.Errorf("%q; allowed: powers of two up to %d, as 2..256*2 or a list like 4,64", s, maxLowerBound)
		}
	}
	return list, err
}

// parse reads the arguments: the algorithms, or all suitable ones if there are none.
func (c *lowerBoundCommand) parse(_ *cobra.Command, args []string) (err error) {
	if !c.synchronous {
		c.entries, err = c.suitable(args, onUniformRing, "an asynchronous ring of unknown size with identities")
	}
	if err == nil && (c.synchronous || c.report) {
		c.inLockstep, err = c.suitable(args, onSynchronousRing, "a synchronous ring with identities")
	}
	return err
}

// suitable returns the algorithms of those names, or all that suit the network if
// there are no names.
func (c *lowerBoundCommand) suitable(args []string, suits func(claims.Entry) bool, network string) ([]claims.Entry, error) {
	var all, chosen []claims.Entry
	var names []string
	for _, e := range c.known.entries() {
		if suits(e) {
			all, names = append(all, e), append(names, e.Name)
		}
	}
	if len(args) == 0 {
		return all, nil
	}
	for _, name := range args {
		e, err := c.known.byName(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("%s does not run on %s; allowed: %s", name, network, strings.Join(names, ", "))
		}
		chosen = append(chosen, e)
	}
	return chosen, nil
}

// onUniformRing reports whether the theorem applies to the network that the
// document of e assumes.
func onUniformRing(e claims.Entry) bool {
	net := e.Network(2)
	isRing := net.Topology == model.Ring || net.Topology == model.UnidirectionalRing
	return isRing && net.Timing == model.Async && net.Grants&model.KnowN == 0
}

func (c *lowerBoundCommand) run(ctx context.Context, stdout io.Writer) error {
	if c.sizes == nil {
		c.sizes = []int{2, 4, 8, 16, 32, 64}
	}
	if last := c.sizes[len(c.sizes)-1]; c.chart && (last > 16 || len(c.entries) != 1) {
		return fmt.Errorf("--chart draws one algorithm on 16 processes at most; given: %d algorithms, sizes up to %d", len(c.entries), last)
	}
	out, err := openOutput(c.out, stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	rows, last, err := c.build(ctx)
	if err != nil {
		return err
	}
	synchronous, err := compare(ctx, c.inLockstep, c.sizes)
	if err != nil {
		return stoppedBuilding(ctx, err)
	}
	switch {
	case c.report:
		err = c.known.parts.WriteLowerBound(out, rows, synchronous)
	case c.synchronous && c.json:
		err = writeSynchronousJSON(out, synchronous)
	case c.synchronous:
		writeSynchronous(out, synchronous)
	case c.json:
		err = writeLowerBoundJSON(out, rows)
	default:
		writeLowerBound(out, rows)
		if c.chart {
			fmt.Fprintln(out)
			(&picture{x: last}).write(out, terminalWidth(out))
		}
	}
	if err != nil {
		return err
	}
	return out.commit()
}

// build runs the construction for each algorithm and size, and returns the last
// execution too.
func (c *lowerBoundCommand) build(ctx context.Context) (rows []parts.LowerBound, last model.Execution, err error) {
	for _, e := range c.entries {
		for _, n := range c.sizes {
			ring := ringOf(e, func(*model.Network) {})
			o, err := adversary.Build(ctx, ring, ascending(n))
			if err != nil {
				return nil, last, stoppedBuilding(ctx, err)
			}
			if last, err = adversary.Complete(ctx, ring, o); err != nil {
				return nil, last, stoppedBuilding(ctx, err)
			}
			rows = append(rows, parts.LowerBound{Entry: e, N: n, Bound: adversary.Bound(n), Received: o.Received,
				Sent: adversary.Sent(last), Greatest: greatestMessages(e)})
		}
	}
	return rows, last, nil
}

// stoppedBuilding says why the construction ended without a result.
func stoppedBuilding(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("lowerbound: interrupted: nothing was written")
	}
	return err
}

// ascending returns the identities 1..n: the halves of the construction are the
// lesser and the greater ones, at each size.
func ascending(n int) []model.ID {
	ids := make([]model.ID, n)
	for p := range ids {
		ids[p] = model.ID(p + 1)
	}
	return ids
}

// greatestMessages returns the formula for the greatest number of messages of
// the corrected algorithm on the network of its document, nil if there is none.
func greatestMessages(e claims.Entry) *claims.Formula {
	for _, q := range e.Quantities {
		if q.Of != "messages" || q.Where.Condition() != "" {
			continue
		}
		for _, f := range q.Formulas {
			if f.Says == claims.GreatestIs && f.Refuted == "" {
				return &f
			}
		}
	}
	return nil
}

func writeLowerBound(w io.Writer, rows []parts.LowerBound) {
	t := table.NewWriter()
	t.SetStyle(tableStyle())
	var right []table.ColumnConfig
	for _, name := range []string{"n", "M(n)", "received", "sent", "greatest"} {
		right = append(right, table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(right)
	t.AppendHeader(table.Row{"algorithm", "n", "M(n)", "received", "sent", "greatest"})
	name := ""
	for _, r := range rows {
		shown := r.Entry.Name
		if shown == name {
			shown = ""
		}
		name = r.Entry.Name
		t.AppendRow(table.Row{shown, r.N, strconv.FormatFloat(r.Bound, 'f', -1, 64), grouped(strconv.Itoa(r.Received)), grouped(strconv.Itoa(r.Sent)), grouped(r.GreatestText())})
	}
	fmt.Fprintln(w, trimmed(t.Render()))
	writeProse(w, terminalWidth(w), "M(n): messages that the proof finds in an open schedule; received: in the one that was built; sent: in the execution that goes on from there to its end; greatest: over all executions, by the formula of the catalogue")
}

// lowerBoundJSON is the line that `lowerbound --json` prints for one algorithm and
// size.
type lowerBoundJSON struct {
	Algorithm string  `json:"algorithm"`
	N         int     `json:"n"`
	Bound     float64 `json:"bound"`
	Received  int     `json:"received"`
	Sent      int     `json:"sent"`
}

func writeLowerBoundJSON(w io.Writer, rows []parts.LowerBound) error {
	enc := json.NewEncoder(w)
	for _, r := range rows {
		if err := enc.Encode(lowerBoundJSON{r.Entry.Name, r.N, r.Bound, r.Received, r.Sent}); err != nil {
			return err
		}
	}
	return nil
}
