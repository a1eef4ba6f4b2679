package goroutines_test

import (
	crand "crypto/rand"
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// outlives has a number that processes change.
var outlives atomic.Int64

// A chance is code with a source of chance: number returns another one in nearly all runs.
type chance struct {
	name, want, reason string
	number             func() string
}

var chances = []chance{
	{"seeded", "cause: math/rand: of 24 pairs", "a seed fixes it", func() string { return fmt.Sprint(rand.Int63()) }},
	{"bytes", "cause: crypto/rand: of 24 pairs", "its reader can be another one", cryptoBytes},
	{"mixed", "cause: math/rand and crypto/rand: of 24 pairs", "one seed is not enough", func() string { return fmt.Sprint(rand.Int63()) + cryptoBytes() }},
	{"processors", "cause: goroutines that race with several Ps: of 24 pairs", "with one P nothing runs beside it", func() string {
		if runtime.GOMAXPROCS(0) == 1 {
			return "alone"
		}
		return fmt.Sprint(randv2.Int64())
	}},
	{"processors-mixed", "cause: goroutines that race with several Ps and math/rand: of 24 pairs", "each of the two is enough", func() string {
		text := fmt.Sprint(rand.Int63())
		if runtime.GOMAXPROCS(0) > 1 {
			text += fmt.Sprint(randv2.Int64())
		}
		return text
	}},
	{"select", "cause not told, usual ones: goroutines that race after one input, a select with several ready cases, ", "no seed reaches it", func() string {
		text := ""
		for range 32 {
			text += fmt.Sprint(drawn())
		}
		return text
	}},
	{"select-mixed", "cause not told, ", "the seed is not all", func() string { return fmt.Sprint(rand.Int63(), drawn(), drawn(), drawn()) }},
	{"map", "cause not told, ", "no seed reaches it", func() string {
		text, order := "", map[int]bool{}
		for i := range 40 {
			order[i] = true
		}
		for i := range order {
			text += fmt.Sprint(i, ",")
		}
		return text
	}},
	{"timers", "cause not told, ", "time passes, and no seed reaches them", func() string {
		due := make(chan int, 20)
		for i := range 20 {
			time.AfterFunc(time.Second, func() { due <- i })
		}
		text := ""
		for range 20 {
			text += fmt.Sprint(<-due, ",")
		}
		return text
	}},
	{"unseeded", "cause not told, ", "math/rand/v2 has no seed", func() string { return fmt.Sprint(randv2.Int64()) }},
	{"memory", "cause not told, ", "it is no chance", func() string { return fmt.Sprint(outlives.Add(1)) }},
	{"rare", "cause not told, ", "nobody sees a source of chance at work in few runs", func() string { return fmt.Sprint(outlives.Add(1) == 2) }},
}

func cryptoBytes() string {
	var b [8]byte
	_, _ = crand.Read(b[:])
	return fmt.Sprint(b)
}

func causeCode(name string) (goroutines.Code, error) {
	for _, c := range chances {
		if c.name == name {
			return goroutines.Code{Name: "chance", Time: goroutines.Effects, Steps: 1, Needs: model.Needs{Knowledge: model.KnowID}, Start: func(e endpoint) goroutines.Process {
				go func() { e.Send(0, c.number()); e.Send(1, "end") }()
				return goroutines.Process{}
			}}, nil
		}
	}
	return goroutines.Code{}, fmt.Errorf("no chance %q", name)
}

// TestCauses ends searches of code with a source of chance, in one line that tells it if it
// can be told. Afterwards the program is as it was.
func TestCauses(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	godebug, reader := os.Getenv("GODEBUG"), crand.Reader
	for _, c := range chances {
		t.Run(c.name, func(t *testing.T) {
			outlives.Store(0)
			code, err := causeCode(c.name)
			if err != nil {
				t.Fatal(err)
			}
			_, err = checker.Check(t.Context(), system(t, algorithm(t, code), pair), checker.Options{Properties: []properties.Property{properties.WellFormed()}})
			said := fmt.Sprint(err)
			if !strings.Contains(said, "nondeterminism: the same inputs twice: identity ") || !strings.Contains(said, ": start, wake") || !strings.Contains(said, "; "+c.want) {
				t.Errorf("%s: %q, want %q", c.reason, said, c.want)
			}
		})
	}
	if runtime.GOMAXPROCS(0) != 3 || os.Getenv("GODEBUG") != godebug || crand.Reader != reader {
		t.Errorf("%d Ps, GODEBUG %q, reader %v afterwards; want 3, %q, %v", runtime.GOMAXPROCS(0), os.Getenv("GODEBUG"), crand.Reader, godebug, reader)
	}
	if a, b := rand.Int63(), rand.Int63(); a == b || a == rand.New(rand.NewSource(pairsOfRuns)).Int63() {
		t.Error("math/rand draws from a known seed afterwards")
	}
}

// pairsOfRuns is the last seed that a search for a cause takes.
const pairsOfRuns = 24

// TestDifferences keeps the differences of a search that goes on, with their causes.
func TestDifferences(t *testing.T) {
	for _, inChild := range []bool{false, true} {
		for tries, child := range map[int]string{0: "cause seeded", 3: "cause-tried seeded"} {
			if !inChild {
				child = ""
			}
			code, err := causeCode("seeded")
			if err != nil {
				t.Fatal(err)
			}
			code.Repeats, code.Tries, code.Child = 1, tries, child
			a := algorithm(t, code)
			s := system(t, a, pair)
			if n := len(s.Successors(s.Initial())); n != 2*max(1, tries) {
				t.Errorf("child %q, %d tries: %d events, want %d", child, tries, n, 2*max(1, tries))
			}
			list := a.Differences()
			if len(list) != 2 {
				t.Fatalf("child %q, %d tries: differences %v, want one for each process", child, tries, list)
			}
			for i, d := range list {
				if d.Process != fmt.Sprint("identity ", i+1) || d.Inputs != "start, wake" || !strings.HasPrefix(d.Effect, "effect 0 is send:0 ") || !strings.HasPrefix(d.Cause, "cause: math/rand: ") {
					t.Errorf("child %q, %d tries: %v", child, tries, d)
				}
			}
			a.Close()
		}
	}
}
