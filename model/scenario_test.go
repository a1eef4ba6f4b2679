package model_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

var update = flag.Bool("update", false, "rewrite the golden output in testdata")

// TestScenarios runs the scenarios of testdata. Each is a list of commands; below
// each command are a line ---- and its answer. The commands are:
//
//	algorithm         the lines below are the rules of a puppet (puppet_test.go)
//	network KEY=VALUE...   starts a system: n, topology, ids, order, timing, delay, timers (in-turn), capacity (drop:2), wake, down, graph, faults by name, and their victims as in crash-of=0
//	links             lists the links
//	enabled           lists the enabled events; after "may" those that are not obligatory
//	disabled          lists the events that are not enabled, with their obstacles
//	do                takes the events below, and prints the messages sent and the configuration afterwards
//	run               takes the first obligatory event until there is none
//	again             goes back to the initial configuration
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := unplaced(replayScenario(string(want)))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" && !*update {
				t.Errorf("%s (-want +got):\n%s\nto accept: go test ./model -run TestScenarios -update; commit only if you know why it changed", file, diff)
			}
		})
	}
}

// unplaced returns a text without the lines at which an algorithm panicked: they move with every
// edit.
func unplaced(text string) string {
	return regexp.MustCompile(`panics: \w+\.go:\d+: `).ReplaceAllString(text, "panics: ")
}

// TestPanicsHaveALine says where a step panics, be it in the runtime, in a function that it calls, or in
// one of this package.
func TestPanicsHaveALine(t *testing.T) {
	for _, row := range []struct {
		reason string
		does   func()
		want   string
	}{
		{"a panic of its own", func() { panic("oops") }, "panics: scenario_test.go:N: oops"},
		{"an index", func() { _ = []int{}[len(os.Args)+1] }, "panics: scenario_test.go:N: runtime error: index out of range"},
		{"no value behind a pointer", func() { var p *int; *p++ }, "panics: scenario_test.go:N: runtime error: invalid memory address"},
		{"a port that no set has", func() { model.Ports(64) }, "panics: scenario_test.go:N: model: a PortSet has no port 64; allowed: 0..63"},
	} {
		_, err := model.New(asker{ask: func(model.Self) { row.does() }}, model.Network{N: 2, IDs: []model.ID{2, 1}})
		if err == nil || !strings.HasPrefix(regexp.MustCompile(`go:\d+`).ReplaceAllString(err.Error(), "go:N"), "asker: Init: "+row.want) {
			t.Errorf("%s: got %v, want %s", row.reason, err, row.want)
		}
	}
}

// replayScenario returns the scenario with the answers that the model gives.
func replayScenario(text string) string {
	var b strings.Builder
	var st stage
	var command []string
	answering := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case answering:
			answering = line != ""
		case line == "----":
			answer := st.obey(command[0], command[1:])
			fmt.Fprintf(&b, "----\n%s\n", answer)
			command, answering = nil, true
		default:
			fmt.Fprintln(&b, line)
			if line != "" && !strings.HasPrefix(line, "#") {
				command = append(command, line)
			}
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// stage is the state of a scenario.
type stage struct {
	alg puppet
	s   *model.System
	c   model.Configuration
}

// obey returns the answer of a command.
func (st *stage) obey(command string, lines []string) string {
	name, rest, _ := strings.Cut(command, " ")
	var err error
	switch name {
	case "algorithm":
		if st.alg, err = newPuppet(strings.Join(lines, "\n")); err == nil {
			return "ok\n"
		}
	case "network":
		if err = st.start(strings.Fields(rest)); err == nil {
			return st.s.Text(st.c)
		}
	case "links":
		return links(st.s)
	case "again":
		st.c = st.s.Initial()
		return st.s.Text(st.c)
	case "enabled":
		return st.enabled()
	case "disabled":
		return st.disabled()
	case "do":
		return st.do(lines)
	case "run":
		return st.run()
	default:
		err = fmt.Errorf("no command %q", name)
	}
	return fmt.Sprintf("error: %v\n", err)
}

func (st *stage) enabled() string {
	var b strings.Builder
	for _, x := range st.s.Successors(st.c) {
		if !x.Obligatory {
			b.WriteString("may ")
		}
		fmt.Fprintln(&b, x.Event)
	}
	if st.s.Terminal(st.c) {
		b.WriteString("terminal\n")
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	return b.String()
}

// disabled lists the disabled events. None of them is enabled.
func (st *stage) disabled() string {
	var b strings.Builder
	for _, x := range st.s.Semantics().Disabled(st.c) {
		for _, y := range st.s.Successors(st.c) {
			if y.Event.SameCause(x.Event) {
				fmt.Fprintf(&b, "error: enabled is ")
			}
		}
		fmt.Fprintf(&b, "%v: %v\n", x.Event, x.Obstacle)
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	return b.String()
}

func (st *stage) do(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		e, err := model.ParseEvent(line)
		if err != nil {
			return fmt.Sprintf("error: %v\n", err)
		}
		x, ok := st.s.Apply(st.c, e)
		if !ok {
			return fmt.Sprintf("error: %v is not enabled\n", e)
		}
		st.c = x.Next
		for _, sent := range x.Sends {
			l := st.s.Links()[sent.Link]
			fmt.Fprintf(&b, "p%d:%d sends %s to p%d:%d", l.From, l.FromPort, sent.Message, l.To, l.ToPort)
			if sent.Lost {
				b.WriteString(", lost")
			}
			b.WriteByte('\n')
		}
	}
	return b.String() + st.s.Text(st.c)
}

func (st *stage) run() string {
	var b strings.Builder
	for range 50 {
		list := st.s.Successors(st.c)
		i := slices.IndexFunc(list, func(x model.Successor) bool { return x.Obligatory })
		if i < 0 {
			return b.String() + st.s.Text(st.c)
		}
		fmt.Fprintln(&b, list[i].Event)
		st.c = list[i].Next
	}
	return b.String() + "error: goes on after 50 events\n"
}

// start starts the system of a network.
func (st *stage) start(settings []string) error {
	var net model.Network
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		if err := set(&net, key, value); err != nil {
			return err
		}
	}
	s, err := st.system(net)
	if err != nil {
		return err
	}
	st.s, st.c = s, s.Initial()
	return nil
}

func (st *stage) system(net model.Network) (*model.System, error) {
	defers := slices.ContainsFunc(st.alg.rules, func(r rule) bool { return strings.HasPrefix(r.input, "defer ") })
	isTimed := st.alg.durations != model.Durations{}
	switch {
	case defers && isTimed:
		return model.New(timedDeferring{deferring{st.alg}}, net)
	case defers:
		return model.New(deferring{st.alg}, net)
	case isTimed:
		return model.New(timed{st.alg}, net)
	}
	return model.New(st.alg, net)
}

func set(net *model.Network, key, value string) (err error) {
	budgets := map[string]*int{"crash": &net.Faults.Crash, "restart": &net.Faults.Restart, "loss": &net.Faults.Loss,
		"dup": &net.Faults.Dup, "cut": &net.Faults.Cut, "suspect": &net.Faults.Suspect, "divide": &net.Faults.Divide, "traitor": &net.Faults.Traitor, "forge": &net.Faults.Forge, "n": &net.N, "delay": &net.Delay}
	switch key {
	case "topology":
		net.Topology, err = model.ParseTopology(value)
	case "order":
		net.Order, err = model.ParseOrder(value)
	case "timing":
		net.Timing, err = model.ParseTiming(value)
	case "ids":
		for _, id := range ints(value) {
			net.IDs = append(net.IDs, model.ID(id))
		}
	case "capacity":
		full, places, _ := strings.Cut(value, ":")
		net.Capacity, err = model.ParseCapacity(full + "=" + places)
	case "timers":
		net.TimersInTurn = value == "in-turn"
	case "down":
		net.Down = ints(value)
	case "graph":
		for ports := range strings.SplitSeq(value, ";") {
			net.Graph = append(net.Graph, ints(ports))
		}
	case "wake":
		net.Wake.All = value == "all"
		if !net.Wake.All {
			net.Wake.Only = ints(value)
		}
	default:
		if fault, ok := strings.CutSuffix(key, "-of"); ok {
			return net.Victims.Set(fault, value)
		}
		budget, ok := budgets[key]
		if !ok {
			return fmt.Errorf("no setting %q", key)
		}
		if value == "unbounded" {
			*budget = model.Unbounded
			return nil
		}
		*budget, err = strconv.Atoi(value)
	}
	return err
}

func ints(list string) []int {
	numbers := []int{}
	for text := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		i, err := strconv.Atoi(text)
		if err != nil {
			panic(err)
		}
		numbers = append(numbers, i)
	}
	return numbers
}

func links(s *model.System) string {
	var b strings.Builder
	for _, l := range s.Links() {
		fmt.Fprintf(&b, "p%d:%d to p%d:%d\n", l.From, l.FromPort, l.To, l.ToPort)
	}
	if b.Len() == 0 {
		return "none\n"
	}
	return b.String()
}
