package catalogue

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/divided"
	"github.com/interrex/interrex/protocols/sun"
)

// A scheme is a row of Table 2 of Shirali et al., or one that belongs beside it.
type scheme struct {
	name           string
	of             func() Entry
	claim          Claim // variant and network; the process that wakes is set for each execution
	processes      int   // with the informer, or the coordinator that is down
	starters       []int // that detect the crash: those with the least and the greatest numbers are among them
	messages, time string
}

// tableSchemes returns the schemes of Table 2. Bully and the token ring keep sets
// of identities, so that they have fewer than 64 processes here.
func tableSchemes() []scheme {
	division := func(name string, of func() Entry, network func(n int) model.Network) (func() Entry, Claim) {
		return of, Claim{Layout: Layout{Name: name, Network: network}}
	}
	s := func(name string, u, times int, messages, time string) scheme {
		of, c := division(name, sunEntry, func(n int) model.Network { return sun.Divisions(n, u, times) })
		return scheme{name, of, c, tableProcesses, []int{0, 15, 63}, messages, time}
	}
	d := func(name string, times int, messages, time string) scheme {
		of, c := division(name, dividedEntry, func(n int) model.Network { return divided.Divisions(n, tableFanOut, times) })
		return scheme{name, of, c, tableProcesses + 1, []int{1, 2, 5, 7, 10, 12, 16}, messages, time}
	}
	const few = 61 // 60 and the coordinator that is down
	middle := []int{few / 2}
	return []scheme{
		{"Bully, section 2, with 60", bullyEntry, Claim{Variant: "+E1,+E2,+E3,+E5"}, few, middle, "(n/2)(n/2 + 1) = 930", "5"},
		{"Bully, section 2.1, with 60", bullyReplyEntry, Claim{Variant: "+E1,+E2,+E4"}, few, middle, "2n = 120", "3"},
		{"Ring, with 60", tokenringEntry, Claim{Variant: "+E1,+E2,+E3,+E4,+E6"}, few, []int{1, few / 2, few - 1}, "2n = 120", "2n = 120"},
		s("S(1), 4 points, u = 16", 16, 1, "140", "44"),
		s("S(1), 16 points, u = 4", 4, 1, "176", "64; 56"),
		d("D(1), 4 points", 1, "140", "36; 35"),
		s("S(2), u = 4", 4, 2, "172", "28"),
		d("D(2), u = 4", 2, "176", "14"),
		s("S(3), u = 4", 4, 3, "171", "27"),
		d("D(3), u = 4", 3, "320", "11"),
	}
}

// costs returns the least and the greatest cost over all starters.
func (x scheme) costs() (least, greatest Cost, err error) {
	for i, p := range x.starters {
		x.claim.Wake = starts(p)
		c, err := UnitTime(x.of(), x.claim, x.processes)
		if err != nil || !c.Known {
			return least, greatest, fmt.Errorf("%s from process %d: all know the leader: %t, error %v", x.name, p, c.Known, err)
		}
		if i == 0 {
			least, greatest = c, c
		}
		least = Cost{min(least.Messages, c.Messages), min(least.Time, c.Time), min(least.Collisions, c.Collisions), min(least.Most, c.Most), true}
		greatest = Cost{max(greatest.Messages, c.Messages), max(greatest.Time, c.Time), max(greatest.Collisions, c.Collisions), max(greatest.Most, c.Most), true}
	}
	return least, greatest, nil
}

// tableTwo is the supplement of sun: Table 2 of its document, executed.
func tableTwo([]Measured) Supplement {
	x := Supplement{
		Before: `**Table 2, executed**: 64 processes in the ring, one of which detects the crash. The informer of Divided is not among the 64. Every
message takes one unit of time, and nothing else takes any. The columns have the least and the greatest number, where it matters who
detects the crash. A *collision* is a message that arrives at a process at the same time as another one, without the first of
them. S(3) and D(3) are not in the document's table. Processes of bully and of the token ring keep sets of at most 63 identities, so
60 are up there.
`,
		Rows: [][]string{{"scheme", "messages, document", "executed", "latency, document", "executed", "collisions", "at most at once"}},
		After: `"S(1), 4 division points, u = 4" of the table is two schemes: u = 4 makes 16 points. The document counts a crash that the informer detects
itself. If another process does, up to u hops to the next point are added. The latency of Sun(2) is within the document's; that of
Sun(1) with 4 points is not, because of those hops. Sun(2) also needs M-coordinator on the ring in the middle (E5). Divided takes more
than the document counts: the crash must reach a point, the informer asks and is answered, with each division again, and the original
algorithm goes round the ring meanwhile. A third division does not pay: with 64 = 4^3 processes
every one of them is a point.
`,
	}
	for _, s := range tableSchemes() {
		least, greatest, err := s.costs()
		if err != nil {
			panic(err) // a test takes the same executions
		}
		x.Rows = append(x.Rows, []string{s.name, s.messages, extent(least.Messages, greatest.Messages), s.time, extent(least.Time, greatest.Time),
			extent(least.Collisions, greatest.Collisions), extent(least.Most, greatest.Most)})
	}
	return x
}

func extent(least, greatest int) string {
	if least == greatest {
		return strconv.Itoa(least)
	}
	return fmt.Sprintf("%d–%d", least, greatest)
}

// collisions is the supplement of divided.
func collisions([]Measured) Supplement {
	x := Supplement{
		Before: `**Collisions and back-off.** "For better performance and less collisions we can make divisions with different lengths or use backoff time
strategy" (section 6): before it sends, a process waits for a random time. Here it waits for 0 to w units, all equally likely. The schemes are those of
"Table 2, executed", of sun, and the process in the middle detects the crash. Each row is the mean of three executions; w = 0 is no back-off.
`,
		Rows: [][]string{{"scheme", "w", "collisions", "time"}},
		After: `*Fewer collisions than bully* (sections 4 and 6): confirmed against the algorithm of section 2, for Sun and for Divided. Against the
improvement of section 2.1 it is confirmed for Sun and for Divided(1), **and refuted for Divided(2)**, which has more. The token ring has
none. "It will be usefull for a ring with high number of nodes. Otherwise collisions [...] will increase" is right: the improvement of
section 2.1 has n/2 - 1 collisions, if the process in the middle detects the crash. Divided(1) has 7 to 13 up to n = 18, always more, and 7 or 8
from n = 20 on, always fewer (even n up to 60). *For better performance*: back-off and
parts of different lengths reduce collisions, **but both take more time**, in every scheme.
`,
	}
	for _, s := range collidingSchemes() {
		for _, w := range []int{0, 4, 16} {
			c, t := s.backOff(w)
			x.Rows = append(x.Rows, []string{s.name, strconv.Itoa(w), fmt.Sprintf("%.1f", c), fmt.Sprintf("%.1f", t)})
		}
	}
	return x
}

// collidingSchemes returns the schemes whose collisions are compared.
func collidingSchemes() []scheme {
	list := tableSchemes()
	uneven := list[5]
	uneven.name, uneven.claim.Layout = "D(1), parts of 10, 13, 18 and 23", Layout{Name: "uneven", Network: func(n int) model.Network { return divided.Points(n, 1, 11, 24, 42) }}
	return []scheme{list[0], list[1], list[3], list[6], list[5], uneven, list[7]}
}

// backOff returns the means of the collisions and of the time.
func (s scheme) backOff(w int) (collisions, time float64) {
	runs := 3
	if w == 0 {
		runs = 1
	}
	random := rand.New(rand.NewPCG(2, uint64(w)))
	s.claim.Wake = starts(s.processes / 2)
	for range runs {
		c, err := BackOff(s.of(), s.claim, s.processes, w, random)
		if err != nil || !c.Known {
			panic(fmt.Sprintf("%s: all know the leader: %t, error %v", s.name, c.Known, err)) // a test takes the same executions
		}
		collisions, time = collisions+float64(c.Collisions)/float64(runs), time+float64(c.Time)/float64(runs)
	}
	return collisions, time
}
