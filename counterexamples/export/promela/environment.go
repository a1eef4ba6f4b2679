package promela

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// conditions writes the conditions on the whole system that others use.
func (w *writer) conditions() {
	if w.network.Timing == model.Timely || w.ends {
		var list []string
		for ch := range w.system.Semantics().Channels() {
			list = append(list, fmt.Sprintf("len(q%d) == 0", ch))
		}
		fmt.Fprintf(w, "\n#define SILENT (%s)\n", strings.Join(list, " && "))
	}
	if w.ends {
		list := []string{"SILENT"}
		if w.started {
			list = append(list, "started")
		}
		for p := range w.network.N {
			list = append(list, w.rests(p)...)
		}
		fmt.Fprintf(w, "#define TERMINAL (%s)\n", strings.Join(list, " && "))
	}
}

// rests returns the conditions that process p has nothing to do if it receives nothing.
func (w *writer) rests(p int) []string {
	var list []string
	for i, d := range w.duties {
		if !slices.Contains(w.dutyOf[p], i) || d == (duty{}) {
			continue
		}
		var suspected []string
		for q := range d.suspects.All() {
			if int(q) < w.system.Semantics().Ports(p) {
				suspected = append(suspected, fmt.Sprintf("down[%d]", w.system.Peer(p, q)))
			}
		}
		switch {
		case d.acts:
			list = append(list, fmt.Sprintf("duty[%d] != %d", p, i))
		case len(suspected) > 0:
			list = append(list, fmt.Sprintf("!(duty[%d] == %d && (%s))", p, i, strings.Join(suspected, " || ")))
		}
	}
	return list
}

// environment writes the process for the events that are of no single process: messages are lost,
// links are cut, and the property is judged.
func (w *writer) environment() {
	var list []string
	if when, do, ok := w.budget("loss"); ok {
		list = append(list, w.losses(when, do)...)
	}
	if when, do, ok := w.budget("cut"); ok {
		list = append(list, w.cuts(when, do)...)
	}
	wrong := w.wrong()
	if wrong != "" {
		list = append(list, wrong+" -> assert(false)")
	}
	if w.started && !strings.Contains(wrong, "TERMINAL") {
		list = append(list, "false && started -> skip /* SPIN leaves out variables that nothing reads */")
	}
	w.watches = len(list) > 0
	if !w.watches {
		return
	}
	fmt.Fprint(w, "\nproctype environment() {\nend:\n\tdo\n")
	for _, text := range list {
		fmt.Fprintf(w, "\t:: d_step { %s }\n", text)
	}
	fmt.Fprint(w, "\tod\n}\n")
}

// wrong returns the condition under which the property is refuted (witnessed), "" if there is none.
func (w *writer) wrong() string {
	if w.property.Form == properties.AlwaysStep {
		if w.property.RefutedAtStart(w.system) {
			return "true"
		}
		return ""
	}
	wrong := w.judge.error()
	if w.ends && wrong != "" {
		return "TERMINAL && (" + wrong + ")"
	}
	return wrong
}

func (w *writer) losses(when, do string) []string {
	var list []string
	for ch := range w.system.Semantics().Channels() {
		if w.network.Order.Queued() {
			list = append(list, joined([]string{when, fmt.Sprintf("len(q%d) > 0", ch)}, " && ")+" -> "+joined([]string{fmt.Sprintf("q%d?_", ch), do}, "; "))
			continue
		}
		for _, e := range w.arrivals[ch] {
			i := w.number(e)
			list = append(list, joined([]string{when, poll(w.network.Order, ch, i)}, " && ")+" -> "+joined([]string{receive(w.network.Order, ch, i), do}, "; "))
		}
	}
	return list
}

// cuts returns the options that cut the links from one process to another, if one of them is not
// cut yet.
func (w *writer) cuts(when, do string) []string {
	var list []string
	links := w.system.Links()
	for i, l := range links {
		same := func(k model.Link) bool { return k.From == l.From && k.To == l.To }
		if slices.IndexFunc(links, same) != i {
			continue
		}
		var whole, cut []string
		for k := range links {
			if same(links[k]) {
				whole = append(whole, fmt.Sprintf("!cut[%d]", k))
				cut = append(cut, fmt.Sprintf("cut[%d] = true", k))
			}
		}
		list = append(list, joined([]string{when, "(" + strings.Join(whole, " || ") + ")"}, " && ")+" -> "+joined(append(cut, do), "; "))
	}
	return list
}
