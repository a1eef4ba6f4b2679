package validate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// mutations change a log that an execution wrote.
var mutations = []struct {
	name   string
	change func(lines []validate.Line, r *rand.Rand) []validate.Line
	reason string
}{
	{"none", func(lines []validate.Line, _ *rand.Rand) []validate.Line { return lines }, "the log itself"},
	{"message received", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		a, b := &lines[r.IntN(len(lines))], lines[r.IntN(len(lines))]
		if a.Event == "receive" && b.Event == "receive" {
			a.Message = b.Message
		}
		return lines
	}, "another message came"},
	{"message sent", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		a, b := &lines[r.IntN(len(lines))], lines[r.IntN(len(lines))]
		if len(a.Sends) > 0 && len(b.Sends) > 0 {
			a.Sends = slices.Clone(a.Sends)
			a.Sends[0].Message = b.Sends[len(b.Sends)-1].Message
		}
		return lines
	}, "another message went"},
	{"sent twice", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		if a := &lines[r.IntN(len(lines))]; len(a.Sends) > 0 {
			a.Sends = append(slices.Clone(a.Sends), a.Sends[0])
		}
		return lines
	}, "a retransmission that the model does not have"},
	{"not sent", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		if a := &lines[r.IntN(len(lines))]; len(a.Sends) > 0 {
			a.Sends = a.Sends[1:]
		}
		return lines
	}, "a message that was forgotten"},
	{"dropped", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		i := r.IntN(len(lines))
		return slices.Delete(lines, i, i+1)
	}, "a line is missing"},
	{"doubled", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		i := r.IntN(len(lines))
		return slices.Insert(lines, i, lines[i])
	}, "a line is there twice"},
	{"swapped", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		if i := r.IntN(len(lines)); i > 0 {
			lines[i-1], lines[i] = lines[i], lines[i-1]
		}
		return lines
	}, "neighbours, often of different processes"},
	{"role", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		a := &lines[r.IntN(len(lines))]
		if a.Status != nil && a.Status.Role != "" {
			st := *a.Status
			st.Role = []string{"undecided", "candidate", "lost", "won"}[r.IntN(4)]
			a.Status = &st
		}
		return lines
	}, "an observer saw something else"},
	{"later", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		for i := r.IntN(len(lines)); i < len(lines); i++ {
			if t := lines[i].Time; t != nil {
				lines[i].Time = new(*t + 1)
			}
		}
		return lines
	}, "a line and all after it are a tick too late"},
	{"earlier", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		least := 0
		for i := range lines {
			t := lines[i].Time
			if t != nil && r.IntN(3) == 0 {
				t = new(*t - 1)
			}
			if t != nil {
				least = max(least, *t)
				lines[i].Time = new(least)
			}
		}
		return lines
	}, "some lines are a tick too early"},
	{"another time", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		if a := &lines[r.IntN(len(lines))]; a.Time != nil {
			a.Time = new(r.IntN(6))
		}
		return lines
	}, "one line came at another time"},
	{"untimed", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		for i := range lines[:len(lines)-1] {
			if r.IntN(2) == 0 {
				lines[i].Time = nil
			}
		}
		return lines
	}, "some lines say no time"},
	{"left out", func(lines []validate.Line, r *rand.Rand) []validate.Line {
		for i := range lines {
			switch r.IntN(6) {
			case 0:
				lines[i].Sends = nil
			case 1:
				lines[i].Status = nil
			case 2:
				lines[i].Message, lines[i].Sends, lines[i].Status = "", nil, nil
			case 3:
				lines[i].Port, lines[i].From, lines[i].Sends = nil, nil, nil
			case 4:
				lines[i] = validate.Line{Process: lines[i].Process}
			}
		}
		return lines
	}, "much is not logged"},
}

// TestAgainstBruteForce: the verdict on a log, changed or not, and the length of
// its longest prefix are those of a search that tries everything.
func TestAgainstBruteForce(t *testing.T) {
	seeds := uint64(1)
	if checkertest.Long() {
		seeds = 10
	}
	againstBruteForce(t, seeds, 6, func(*model.System) bool { return true })
}

// TestTimesAgainstBruteForce is TestAgainstBruteForce for longer logs with times.
func TestTimesAgainstBruteForce(t *testing.T) {
	seeds := uint64(6)
	if checkertest.Long() {
		seeds = 40
	}
	againstBruteForce(t, seeds, 12, func(s *model.System) bool { return s.Network().Timing == model.Bounded })
}

// againstBruteForce compares verdicts on changed logs of executions of so many events.
func againstBruteForce(t *testing.T, seeds uint64, events int, suits func(*model.System) bool) {
	t.Helper()
	seen := map[string]int{}
	for _, n := range []int{2, 3} {
		systems(t, n, func(name string, s *model.System) {
			if !suits(s) {
				return
			}
			for seed := range seeds {
				r := rand.New(rand.NewPCG(seed, uint64(len(name))))
				m := mutations[r.IntN(len(mutations))]
				o := []validate.Options{{}, {InOrder: true}, {Unlogged: 1}, {Unlogged: 2}}[r.IntN(4)]
				change := func(lines []validate.Line) []validate.Line {
					if lines = m.change(lines, r); r.IntN(3) == 0 {
						lines = mutations[len(mutations)-1].change(lines, r)
					}
					return lines
				}
				verdict := agrees(t, fmt.Sprintf("%s, n = %d, seed %d, %s (%s), %+v", name, n, seed, m.name, m.reason, o), s, drawn(t, s, seed, events), change, o)
				seen[verdict]++
			}
		})
	}
	t.Log(seen)
	for _, v := range []validate.Verdict{validate.Valid, validate.Invalid} {
		if seen[v.String()] < 70 {
			t.Errorf("%d logs are %v: the test says little", seen[v.String()], v)
		}
	}
}

// agrees returns the verdict, or why there is none.
func agrees(t *testing.T, name string, s *model.System, x model.Execution, change func([]validate.Line) []validate.Line, o validate.Options) string {
	t.Helper()
	lines := validate.Record(x)
	if len(lines) > 0 {
		lines = change(lines)
	}
	if len(lines) == 0 {
		return "empty"
	}
	for i := range lines {
		lines[i].Place = fmt.Sprint(i)
	}
	most := bruteForce(s, lines, o)
	if most < 0 {
		return "too large"
	}
	r, err := validate.Log(context.Background(), s, lines, o)
	if why := badTimes(s, lines, o); why != "" {
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v; want %s\n%s", name, err, why, text(lines))
		}
		return "bad times"
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return "error"
	}
	if valid := most == len(lines); valid != (r.Verdict == validate.Valid) || r.Explained != most {
		t.Errorf("%s: %v, %d of %d lines; by brute force %d\n%s", name, r.Verdict, r.Explained, len(lines), most, text(lines))
	}
	if r.Verdict == validate.Invalid && len(r.Next) == 0 {
		t.Errorf("%s: nothing says what comes next", name)
	}
	return r.Verdict.String()
}

// badTimes says why the times of a log are bad input, "" if they are not.
func badTimes(s *model.System, lines []validate.Line, o validate.Options) string {
	if s.Network().Timing != model.Bounded {
		return ""
	}
	timed := slices.DeleteFunc(slices.Clone(lines), func(l validate.Line) bool { return l.Time == nil })
	if len(timed) == 0 {
		return "no line has a time"
	}
	for i, l := range timed {
		for _, before := range timed[:i] {
			if (o.InOrder || before.Process == l.Process) && *before.Time > *l.Time {
				return "do not decrease"
			}
		}
	}
	return ""
}

func text(lines []validate.Line) string {
	text := ""
	for _, l := range lines {
		text += l.String() + "\n"
	}
	return text
}
