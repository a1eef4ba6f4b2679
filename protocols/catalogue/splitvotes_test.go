package catalogue_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/raft"
)

// elects returns Raft in lockstep, where all begin to wait at once and draw one of
// k timeouts from 3 rounds on, and up to so many terms.
func elects(t *testing.T, n, k, terms int, b catalogue.Ballot) *model.System {
	t.Helper()
	a := raft.Algorithm{Fixes: errata.Corrected, MaxTerm: terms, Clock: raft.Clock{Least: 3, Values: k, Beat: 2}}
	if b == catalogue.ByPort {
		a.Readings[raft.AsLarge] = 1
	}
	net := model.Network{Topology: model.CompleteByID, N: n, Timing: model.Lockstep, Wake: model.WakeSet{All: true}}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// outcome is the outcome of an election.
type outcome uint8

const (
	open  outcome = iota
	won           // in the first term
	split         // a process stands in the second term
)

func outcomeOf(s *model.System, c model.Configuration) outcome {
	for p := range s.Network().N {
		switch status := s.Status(c, p); {
		case status.Role == model.Won:
			return won
		case status.Term > 1:
			return split
		}
	}
	return open
}

// firstElection returns the probability of a split vote, and the part of the mean number
// of rounds that executions with a winner in the first term have. It takes every
// draw, by the definition of the model.
func firstElection(s *model.System) (splits *big.Rat, rounds *big.Rat) {
	type weighted struct {
		c model.Configuration
		p *big.Rat
	}
	splits, rounds = new(big.Rat), new(big.Rat)
	layer := map[string]weighted{"": {s.Initial(), big.NewRat(1, 1)}}
	for r := int64(1); len(layer) > 0; r++ {
		next := map[string]weighted{}
		for _, x := range layer {
			list := s.Successors(x.c)
			for _, y := range list {
				p := new(big.Rat).Mul(x.p, big.NewRat(1, int64(len(list))))
				switch outcomeOf(s, y.Next) {
				case split:
					splits.Add(splits, p)
				case won:
					rounds.Add(rounds, new(big.Rat).Mul(p, big.NewRat(r, 1)))
				case open:
					key := y.Next.Key()
					if same, ok := next[key]; ok {
						p.Add(p, same.p)
					}
					next[key] = weighted{y.Next, p}
				}
			}
		}
		layer = next
	}
	return splits, rounds
}

func TestSplitVotesOverAllDraws(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for k := 1; k <= 3 && n*k <= 9; k++ {
			for _, b := range []catalogue.Ballot{catalogue.Yielding, catalogue.ByPort} {
				e := catalogue.Election{Voters: n, Values: k}
				splits, rounds := firstElection(elects(t, n, k, 2, b))
				if want := e.Split(b); splits.Cmp(want) != 0 {
					t.Errorf("n = %d, k = %d, ballot %d: split votes with probability %v, counted %v", n, k, b, splits, want)
				}
				want := new(big.Rat) // each slot with a winner, two rounds after it has stood
				for c := 1; c <= n; c++ {
					for slot := range k {
						p := new(big.Rat).Mul(e.Stand(c, slot), e.Wins(b, c))
						want.Add(want, p.Mul(p, big.NewRat(int64(3+slot+2), 1)))
					}
				}
				if rounds.Cmp(want) != 0 {
					t.Errorf("n = %d, k = %d, ballot %d: %v rounds in executions with a winner, counted %v", n, k, b, rounds, want)
				}
			}
		}
	}
}

// TestAnyOrderOverAllVotes counts every way in which the voters may choose.
func TestAnyOrderOverAllVotes(t *testing.T) {
	for n := 2; n <= 7; n++ {
		for c := 1; c <= n; c++ {
			ways, wins := 1, 0
			for range n - c {
				ways *= c
			}
			for way := range ways {
				votes := make([]int, c)
				for i, rest := 0, way; i < n-c; i, rest = i+1, rest/c {
					votes[rest%c]++
				}
				for _, v := range votes {
					if 2*(v+1) > n {
						wins++
					}
				}
			}
			e := catalogue.Election{Voters: n, Values: 1}
			if got, want := e.Wins(catalogue.AnyOrder, c), big.NewRat(int64(wins), int64(ways)); got.Cmp(want) != 0 {
				t.Errorf("n = %d: one of %d candidates wins with probability %v, counted %v", n, c, got, want)
			}
		}
	}
}

// TestRoundsToALeader compares the mean with random executions.
func TestRoundsToALeader(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 3))
	for _, row := range []struct {
		n, k   int
		b      catalogue.Ballot
		reason string
	}{
		{7, 8, catalogue.Yielding, "every third vote is split"},
		{7, 4, catalogue.ByPort, "hardly any vote is split"},
		{15, 8, catalogue.Yielding, "two of three votes are split"},
	} {
		const runs = 100
		s, sum, squares := elects(t, row.n, row.k, 100, row.b), 0.0, 0.0
		for range runs {
			rounds := float64(roundsToLeader(s, random))
			sum, squares = sum+rounds, squares+rounds*rounds
		}
		mean := sum / runs
		deviation := math.Sqrt((squares/runs - mean*mean) / runs)
		want := catalogue.Election{Voters: row.n, Values: row.k}.Rounds(row.b, 3)
		if math.Abs(mean-want) > 4*deviation {
			t.Errorf("n = %d, k = %d: %.2f rounds on average, counted %.2f, four standard deviations are %.2f: %s", row.n, row.k, mean, want, 4*deviation, row.reason)
		}
	}
}

func roundsToLeader(s *model.System, random *rand.Rand) int {
	for path := stepwise.NewPath(s); ; {
		path.Follow(path.Enabled()[0], random.IntN)
		for _, status := range path.View().Status {
			if status.Role == model.Won {
				return path.Len()
			}
		}
	}
}

func TestElectionsThatNeverEnd(t *testing.T) {
	e := catalogue.Election{Voters: 3, Values: 1}
	if got := e.Rounds(catalogue.ByPort, 3); !math.IsInf(got, 1) {
		t.Errorf("one length: %v rounds, want infinitely many", got)
	}
	e.Values = 2
	if diff := cmp.Diff(big.NewRat(1, 4).String(), e.Split(catalogue.ByPort).String()); diff != "" {
		t.Errorf("three processes split the vote if all draw the same of two lengths (-want +got):\n%s", diff)
	}
}
