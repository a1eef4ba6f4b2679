package catalogue

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/interrex/interrex/model"
)

// A Ballot is how the votes of an election are given if several candidates
// stand in the same round.
type Ballot uint8

// The ballots.
const (
	Yielding Ballot = iota // R2=a: candidates accept each other's requests, and none of them wins
	ByPort                 // R2=b: all voters read the requests that come in one round in the same order
	AnyOrder               // R2=b: each voter reads them in any order, all equally likely
)

// An Election is the start of an election among Voters processes that draw
// timeouts from Values lengths, all equally likely. The processes that draw the shortest one
// stand together, and the others vote.
type Election struct{ Voters, Values int }

// Stand returns the probability that candidates processes stand, and that the timeout which
// they have drawn is the one with number slot, from 0.
func (e Election) Stand(candidates, slot int) *big.Rat {
	ways := new(big.Int).Binomial(int64(e.Voters), int64(candidates))
	later := big.NewInt(int64(e.Values - 1 - slot))
	ways.Mul(ways, later.Exp(later, big.NewInt(int64(e.Voters-candidates)), nil))
	all := big.NewInt(int64(e.Values))
	return new(big.Rat).SetFrac(ways, all.Exp(all, big.NewInt(int64(e.Voters)), nil))
}

// Split returns the probability that no candidate gets the votes of a majority.
func (e Election) Split(b Ballot) *big.Rat {
	split := new(big.Rat)
	for c := 1; c <= e.Voters; c++ {
		fails := new(big.Rat).Sub(big.NewRat(1, 1), e.Wins(b, c))
		for slot := range e.Values {
			split.Add(split, new(big.Rat).Mul(e.Stand(c, slot), fails))
		}
	}
	return split
}

// Wins returns the probability that one of c candidates gets the votes of a majority.
func (e Election) Wins(b Ballot, c int) *big.Rat {
	wins, others, needs := new(big.Rat), e.Voters-c, e.Voters/2 // besides its own vote
	switch {
	case c == 1 || b == ByPort && others >= needs:
		wins.SetInt64(1)
	case b == AnyOrder:
		// At most one candidate has a majority, so the c events exclude each other.
		for votes := needs; votes <= others; votes++ {
			ways := new(big.Int).Binomial(int64(others), int64(votes))
			ways.Mul(ways, power(c-1, others-votes))
			ways.Mul(ways, big.NewInt(int64(c)))
			wins.Add(wins, new(big.Rat).SetFrac(ways, power(c, others)))
		}
	}
	return wins
}

func power(a, b int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(a)), big.NewInt(int64(b)), nil)
}

// Rounds returns the mean number of rounds until a process has won, if the shortest
// timeout takes least rounds: the elections are independent of each other, and
// the last one takes two rounds more. It is infinite if every vote is split.
func (e Election) Rounds(b Ballot, least int) float64 {
	shortest := new(big.Rat).SetInt64(int64(least))
	for c := 1; c <= e.Voters; c++ {
		for slot := range e.Values {
			shortest.Add(shortest, new(big.Rat).Mul(e.Stand(c, slot), big.NewRat(int64(slot), 1)))
		}
	}
	split, _ := e.Split(b).Float64()
	mean, _ := shortest.Float64()
	if split == 1 {
		return math.Inf(1)
	}
	return mean/(1-split) + 2
}

// splitVotesText is about the shortest timeouts and the interval of heartbeats.
const splitVotesText = `**Split votes.** The document says that the timeout is randomised "to decrease the risk of split votes" (4.3.1), and that the
performance of Raft is given as the "time to find a new leader" (4.3.2), but computes neither. Here timeouts have one of k lengths, all
equally likely: %d, %d, ... rounds, where a message takes one round. A leader sends a heartbeat every %d rounds. All processes begin to
wait in the same round, and those that draw the shortest timeout stand together. With R2=a a candidate accepts the request of another one, so
two candidates are enough for a split vote. With R2=b it does not, and one of them may still get a majority. Then it matters in which order
a process reads the requests that come in one round. By port, as in lockstep, all prefer the same candidate. In any order, all orders being equally
likely, they do not.
`

// splitVotes is the supplement of Raft.
func splitVotes([]Measured) Supplement {
	clock := raftClock(raftLengths(model.Network{Timing: model.Lockstep}))
	x := Supplement{
		Before: fmt.Sprintf(splitVotesText, clock.Least, clock.Least+1, clock.Beat),
		Rows:   [][]string{{"n", "k", "split vote, R2=a", "R2=b, by port", "R2=b, any order", "rounds to a leader, R2=a", "R2=b, by port", "R2=b, any order"}},
		After: `Columns 3 to 5 are the probability that an election has a split vote, columns 6 to 8 the mean number of rounds until a process has won. The
numbers are exact. A test counts those for R2=a and "by port" on the algorithm itself, over all draws of 2 to 4 processes, and compares them
with random executions for n = 7 and 15. With k = 1 the timeout is not random: all stand together in every election, and no leader is ever
elected. More lengths make a split vote rarer, but it takes longer until a process stands. If the document's line 9 is read as it is
printed (R2=a), more votes are split than in the paper that it refers to (R2=b).

A heartbeat costs n - 1 messages. While heartbeats come in time, no process stands (property ` + "`undisturbed`" + `). One lost message
deposes a leader that is up. A crash is noticed when the shortest timeout since the last heartbeat is over, so the time to find a
new leader is that of the table, less the rounds since then.
`,
	}
	for _, n := range []int{3, 5, 7, 15} {
		for _, k := range []int{1, 2, 4, 8, 16, 32, 64} {
			e := Election{n, k}
			row := []string{strconv.Itoa(n), strconv.Itoa(k)}
			for _, b := range []Ballot{Yielding, ByPort, AnyOrder} {
				p, _ := e.Split(b).Float64()
				row = append(row, fmt.Sprintf("%.4f", p))
			}
			for _, b := range []Ballot{Yielding, ByPort, AnyOrder} {
				row = append(row, meanText(e.Rounds(b, clock.Least)))
			}
			x.Rows = append(x.Rows, row)
		}
	}
	return x
}

func meanText(mean float64) string {
	if math.IsInf(mean, 1) {
		return "never"
	}
	return fmt.Sprintf("%.2f", mean)
}
