package command

import (
	"bytes"
	"regexp"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/paxos"
)

// forgetful is a Paxos that forgets its own accepted proposal when it proposes.
type forgetful struct{ paxos.Algorithm }

func (a forgetful) Step(p *model.Process[paxos.Message], s paxos.State, in model.Input[paxos.Message]) paxos.State {
	next := a.Algorithm.Step(p, s, in)
	if in.Kind != model.Receive {
		next.Greatest = paxos.Proposal{}
	}
	return next
}

// TestCheckRefutesWrongPaxos says that check without flags refutes the claims of a Paxos that needs a second round to go
// wrong. If the test may be long it looks at all claims about two and three processes, and not only at
// uniqueness with three, messages in order and no faults, and the right Paxos must be confirmed. Package paxos holds its other mutants against the same claims.
func TestCheckRefutesWrongPaxos(t *testing.T) {
	least := 3
	if checkertest.Long() {
		least = 2
	}
	for _, row := range []struct {
		name   string
		long   bool
		step   func(paxos.Algorithm) model.Algorithm[paxos.State, paxos.Message]
		status status
		result string // what the results match
		reason string
	}{
		{"right", true, func(a paxos.Algorithm) model.Algorithm[paxos.State, paxos.Message] { return a }, ok, `claims: \d+ confirmed; `, "the test fails for nothing else"},
		{"forgetful", false, func(a paxos.Algorithm) model.Algorithm[paxos.State, paxos.Message] { return forgetful{a} }, refuted, `(?m)^.*\buniqueness .*violated\s+refuted`, "the value that is chosen in the first round is lost in the second"},
	} {
		if row.long && !checkertest.Long() {
			continue
		}
		k := few(t, least, 3, "paxos")
		e := k.list[0].Entry()
		if !checkertest.Long() {
			e.Claims = slices.DeleteFunc(e.Claims, func(c claims.Claim) bool { return c.Condition() != "" || c.Property != "uniqueness" })
		}
		e.New = func(v claims.Variant, net model.Network) (*model.System, error) {
			return model.New(row.step(paxos.Algorithm{Readings: v.Readings, MaxRound: e.Limits[0].On(net, v.Limits[0])}), net)
		}
		k.list[0].Entry = func() claims.Entry { return e }
		var stdout, stderr bytes.Buffer
		got := k.run(t.Context(), []string{"check", "paxos"}, &stdout, &stderr)
		if got != int(row.status) || !regexp.MustCompile(row.result).Match(stdout.Bytes()) {
			t.Errorf("%s: exit status %d, want %d and results that match %q: %s\n%s%s", row.name, got, row.status, row.result, row.reason, &stdout, &stderr)
		}
	}
}
