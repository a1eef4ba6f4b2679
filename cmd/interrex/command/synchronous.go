package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/checker/adversary"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

// onSynchronousRing reports whether e runs in lockstep on a ring, and needs
// identities.
func onSynchronousRing(e claims.Entry) bool {
	net := e.Network(2)
	if net.Topology != model.Ring && net.Topology != model.UnidirectionalRing {
		return false
	}
	_, unnamed := e.New(claims.Variant{Fixes: errata.Corrected}, net)
	_, named := ringOf(e, inLockstep)([]model.ID{1, 2})
	return named == nil && unnamed != nil
}

// ringOf returns the corrected algorithm on its ring, changed.
func ringOf(e claims.Entry, change func(*model.Network)) adversary.Ring {
	return func(ids []model.ID) (*model.System, error) {
		net := e.Network(len(ids))
		net.IDs = ids
		change(&net)
		return e.New(claims.Variant{Fixes: errata.Corrected}, net)
	}
}

// inLockstep has all processes of a network start together, and go on in rounds.
func inLockstep(net *model.Network) {
	net.Timing, net.TimersInTurn, net.Wake = model.Lockstep, false, model.WakeSet{All: true}
}

// compare runs each algorithm on the bit-reversal ring of each size.
func compare(ctx context.Context, entries []claims.Entry, sizes []int) (rows []parts.Synchronous, err error) {
	for _, n := range sizes {
		for _, e := range entries {
			r, err := compareOne(ctx, e, n)
			if err != nil {
				return nil, err
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

func compareOne(ctx context.Context, e claims.Entry, n int) (parts.Synchronous, error) {
	ring, ids := ringOf(e, inLockstep), adversary.BitReversal(n)
	r := parts.Synchronous{Entry: e, N: n}
	pattern, _, err := adversary.Lockstep(ctx, ring, ids)
	if err != nil {
		return r, err
	}
	r.Least, r.Active = adversary.PerRound(ids, pattern.Directions()), pattern.Active()
	others := make([]model.ID, n)
	for p, id := range ids {
		others[p] = 2 * id
	}
	d, differs, err := adversary.Differ(ctx, ring, ids, others)
	if differs {
		r.Differs = d.Round + 1
	}
	return r, err
}

// writeSynchronous writes the table of the synchronous bound.
func writeSynchronous(w io.Writer, rows []parts.Synchronous) {
	t := table.NewWriter()
	t.SetStyle(tableStyle())
	var right []table.ColumnConfig
	for _, name := range []string{"n", "bound", "sent", "rounds"} {
		right = append(right, table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(right)
	t.AppendHeader(table.Row{"n", "algorithm", "bound", "sent", "rounds", "other identities"})
	n := 0
	for _, r := range rows {
		shown := strconv.Itoa(r.N)
		if r.N == n {
			shown = ""
		}
		n = r.N
		t.AppendRow(table.Row{shown, r.Entry.Name, grouped(strconv.Itoa(r.Bound())), grouped(strconv.Itoa(r.Sent())), len(r.Active), r.PatternText()})
	}
	fmt.Fprintln(w, trimmed(t.Render()))
	writeProse(w, terminalWidth(w), "bound: messages that any algorithm sends on the bit-reversal ring if it only compares identities; sent: messages of this one; rounds: those in which a message is sent; other identities: whether the same happens with other identities in the same order")
}

// synchronousJSON is the line that `lowerbound --synchronous --json` prints for one
// algorithm and size.
type synchronousJSON struct {
	Algorithm string `json:"algorithm"`
	N         int    `json:"n"`
	Bound     int    `json:"bound"`   // of an algorithm that only compares identities
	Sent      int    `json:"sent"`    // on the bit-reversal ring
	Rounds    int    `json:"rounds"`  // in which a message is sent
	Differs   int    `json:"differs"` // the first round in which other identities in the same order make a difference, from 1; 0: none
}

func writeSynchronousJSON(w io.Writer, rows []parts.Synchronous) error {
	enc := json.NewEncoder(w)
	for _, r := range rows {
		if err := enc.Encode(synchronousJSON{r.Entry.Name, r.N, r.Bound(), r.Sent(), len(r.Active), r.Differs}); err != nil {
			return err
		}
	}
	return nil
}
