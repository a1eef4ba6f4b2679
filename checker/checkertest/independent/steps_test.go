package independent

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// A process has the fixed attributes of a process: its table and its knowledge.
type process struct {
	sort   *sort
	peers  []int // by port
	oneWay bool  // port 1 cannot be sent on
	knows  model.Knowledge
}

// An outcome is one outcome of a step: its local state and sends, or why it is
// not well-formed.
type outcome struct {
	choices []int
	next    int
	sends   []send
	resets  model.TimerSet
	why     string
}

// step follows the section Steps. It returns the outcomes of a step of process p in
// local state s upon the input of that row.
func (x *explorer) step(p *process, s, row int) []outcome {
	r := p.sort.states[s].on[row]
	if r.choosesTooMany() {
		return []outcome{{why: "too many outcomes"}}
	}
	return x.run(p, r, outcome{})
}

// choosesTooMany reports whether the step has more than 4096 outcomes.
func (r reaction) choosesTooMany() bool {
	return r.ill == choosesTooMany || slices.ContainsFunc(r.branches, reaction.choosesTooMany)
}

// run returns the outcomes of a reaction, so being the outcome of the same step so
// far.
func (x *explorer) run(p *process, r reaction, so outcome) []outcome {
	sent, chosen, resets := so.sends, so.choices, so.resets|r.resets
	for _, m := range r.sends {
		if len(p.peers) == 0 {
			continue
		}
		port := m.port % len(p.peers)
		if p.oneWay && port == 1 {
			return []outcome{{choices: chosen, why: "sends through port 1"}}
		}
		sent = append(slices.Clone(sent), send{port, m.letter})
	}
	if r.ill == choosesTooLong {
		chosen = append(slices.Clone(chosen), make([]int, mostCalls)...)[:mostCalls]
	}
	if why := x.wrong(p, r.ill); why != "" {
		return []outcome{{choices: chosen, why: why}}
	}
	if r.ill == sendsUpstream && len(p.peers) > 1 {
		sent = append(slices.Clone(sent), send{1, 0})
	}
	if len(r.branches) == 0 {
		return []outcome{{choices: chosen, next: r.next, sends: sent, resets: resets}}
	}
	var list []outcome
	for i, branch := range r.branches {
		list = append(list, x.run(p, branch, outcome{sends: sent, choices: append(slices.Clone(chosen), i), resets: resets})...)
	}
	return list
}

// mostCalls is the largest number of calls of Choose in a step.
const mostCalls = 24

// wrong follows the section Well-formed steps. It returns why the illness makes a step
// of p not well-formed, or "" if it does not.
func (x *explorer) wrong(p *process, ill illness) string {
	ungranted := func(k model.Knowledge, why string) string {
		if p.knows&k == 0 {
			return why
		}
		return ""
	}
	switch ill {
	case healthy:
		return ""
	case sendsUpstream:
		if p.oneWay {
			return "sends through port 1"
		}
		return ""
	case readsID:
		return ungranted(model.KnowID, "reads identity")
	case readsN:
		return ungranted(model.KnowN, "reads n")
	case readsNeighbour:
		if len(p.peers) == 0 {
			return ""
		}
		return ungranted(model.KnowNeighbours, "reads neighbours")
	case readsLabel:
		return ungranted(model.KnowLabel, "reads label")
	case readsBeyond, seeksNobody: // a process without knowledge of its neighbours fails for that reason
		if why := ungranted(model.KnowNeighbours, "reads neighbours"); why != "" {
			return why
		}
	case sendsTooMany:
		if len(p.peers) == 0 {
			return ""
		}
	case sendsNil:
		if !x.program.isBoxed(p.sort) || len(p.peers) == 0 {
			return ""
		}
	case endsNil:
		if !x.program.isBoxed(p.sort) {
			return ""
		}
	}
	return fmt.Sprintf("illness %d", ill)
}
