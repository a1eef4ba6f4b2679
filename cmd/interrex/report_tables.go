package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A phase is what happens in one phase of Hirschberg and Sinclair's algorithm.
type phase struct {
	processes int // most that send probes in it
	messages  int // most that belong to the probes of one of them
}

// phasesOf returns what happens in each phase, over all arrangements, where
// all start together in lockstep: each arrangement has one execution then.
func phasesOf(a *amounts) []phase {
	var most []phase
	for _, x := range a.extremes {
		for k, of := range messagesByPhase(x.GreatestBy) {
			if k == len(most) {
				most = append(most, phase{})
			}
			most[k].processes = max(most[k].processes, len(of))
			for _, sent := range of {
				most[k].messages = max(most[k].messages, sent)
			}
		}
	}
	return most
}

// messagesByPhase counts the probes of an execution and the replies to them,
// by phase and by the process whose probes they are.
func messagesByPhase(x *model.Execution) []map[model.ID]int {
	var phases []map[model.ID]int
	count := func(text string) {
		var id model.ID
		var k int
		if _, err := fmt.Sscanf(strings.NewReplacer("PROBE", "", "REPLY", "", ")", ",").Replace(text), "(%d,%d,", &id, &k); err != nil {
			return // a termination message
		}
		for len(phases) <= k {
			phases = append(phases, map[model.ID]int{})
		}
		phases[k][id]++
	}
	for _, channel := range x.Start.Channels {
		for _, sent := range channel {
			count(fmt.Sprint(sent.Msg))
		}
	}
	for _, step := range x.Steps {
		for _, sent := range step.Sends {
			count(sent.Message)
		}
	}
	return phases
}

// reportPhases compares the phases of Hirschberg and Sinclair's algorithm with
// what the document says of them.
func reportPhases(b *strings.Builder, plan []*measurement) {
	b.WriteString("\nThe phases, over all arrangements. Who starts when makes no difference to the greatest process, which goes through all of\n" +
		"them: the last one is the first with 2^k >= n, for then its own probe comes home. That is ceil(log n). **The document's last phase**,\n" +
		"ceil(log(n-1)) + 1, is the same if n - 1 is a power of 2, and else one too many. What it says of the number of processes\n" +
		"that start phase k > 0, at most n/(2^(k-1) + 1), and of the messages of one process in it, at most 4 \\* 2^k, is right.\n\n")
	rows := [][]string{{"n", "last phase", "the document's", "phase", "most processes", "the document's", "most messages of one", "the document's"},
		{"---", "---", "---", "---", "---", "---", "---", "---"}}
	for _, m := range plan {
		if m.group.entry.Name != "hs" || m.quantity != checker.Messages || m.group.network(2).Timing != model.Lockstep {
			continue
		}
		for _, a := range m.amounts {
			rows = append(rows, phaseRows(a)...)
		}
	}
	writeMarkdown(b, rows)
}

func phaseRows(a *amounts) [][]string {
	var rows [][]string
	phases := phasesOf(a)
	for k, of := range phases {
		row := []string{"", "", "", fmt.Sprint(k), fmt.Sprint(of.processes), fmt.Sprint(a.n),
			fmt.Sprint(of.messages), fmt.Sprint(4 << k)}
		if k > 0 {
			row[5] = fmt.Sprintf("%.1f", float64(a.n)/(math.Exp2(float64(k-1))+1))
		} else {
			row[0], row[1], row[2] = fmt.Sprint(a.n), fmt.Sprint(len(phases)-1), fmt.Sprint(catalogue.HSLastPhase(a.n))
			if catalogue.HSLastPhase(a.n) != len(phases)-1 {
				row[2] = "**" + row[2] + "**"
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// reportSamples compares Table 1 of the document of As Far As Possible with
// what is exact.
func reportSamples(b *strings.Builder) {
	b.WriteString("\nThe number of election messages (EM), without the n termination messages, in **Table 1** of the document. The document's preparation\n" +
		"phase starts every process. Then the number depends on the arrangement only, and over all (n-1)! arrangements it is exactly\n" +
		"as follows; the average is n(1 + 1/2 + ... + 1/n). A number in bold type is not between the exact least and greatest.\n\n")
	rows := [][]string{{"n", "min printed", "exact", "max printed", "exact", "median printed", "exact", "average printed", "exact"},
		{"---", "---", "---", "---", "---", "---", "---", "---", "---"}}
	var below []string
	samples := catalogue.AFASamples()
	for _, s := range samples {
		least, greatest, median, average := catalogue.Exact(catalogue.ElectionMessages(s.N))
		within := func(printed int) string {
			if printed < least || printed > greatest {
				return fmt.Sprintf("**%d**", printed)
			}
			return fmt.Sprint(printed)
		}
		if float64(s.Max) < average {
			below = append(below, fmt.Sprint(s.N))
		}
		rows = append(rows, []string{fmt.Sprint(s.N), within(s.Min), fmt.Sprint(least), within(s.Max), fmt.Sprint(greatest),
			within(s.Median), fmt.Sprint(median), within(s.Average), fmt.Sprintf("%.1f", average)})
	}
	writeMarkdown(b, rows)
	fmt.Fprintf(b, "\nSo no printed minimum is possible. The printed maxima are, but for n = %s the greatest number that the document has seen is less\n"+
		"than the average of all, and its own averages fall from five sixths to less than two thirds of the exact ones. What is printed is\n"+
		"possible if processes were woken by messages and then did not send their own identities (line 5 of protocols/afa/source.txt):\n"+
		"then there are n to n(n+1)/2 election messages, as the first table of this section says.\n", strings.Join(below, ", "))
}
