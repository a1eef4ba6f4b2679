package counterexamples

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
)

// A key is one "name: value" line of a file.
type key struct {
	name   string
	needed bool
	format func(f *File) string // "": the line is left out
	parse  func(f *File, value string) error
}

// keys returns the keys in the order in which files have them.
func keys() []key {
	return []key{
		wordKey("algorithm", func(f *File) *string { return &f.Instance.Algorithm }),
		wordKey("variant", func(f *File) *string { return &f.Instance.Variant }),
		{"readings", false, func(f *File) string { return f.Instance.Readings },
			func(f *File, v string) error { return setWord(&f.Instance.Readings, v) }},
		{"limits", false, func(f *File) string { return f.Instance.Limits },
			func(f *File, v string) error { return setWord(&f.Instance.Limits, v) }},
		{"topology", true, func(f *File) string { return f.Instance.Network.Topology.String() },
			func(f *File, v string) error { return set(&f.Instance.Network.Topology, v, model.ParseTopology) }},
		{"n", true, func(f *File) string { return strconv.Itoa(f.Instance.Network.N) },
			func(f *File, v string) error { return set(&f.Instance.Network.N, v, parseN) }},
		{"graph", false, func(f *File) string { return formatGraph(f.Instance.Network.Graph) },
			func(f *File, v string) error { return set(&f.Instance.Network.Graph, v, parseGraph) }},
		{"ids", true, func(f *File) string { return formatIDs(f.Instance.Network.IDs) },
			func(f *File, v string) error { return set(&f.Instance.Network.IDs, v, parseIDs) }},
		{"labels", false, func(f *File) string { return joinInts(f.Instance.Network.Labels) },
			func(f *File, v string) error { return set(&f.Instance.Network.Labels, v, parseInts[int]) }},
		{"grants", false, func(f *File) string { return formatGrants(f.Instance.Network.Grants) },
			func(f *File, v string) error { return set(&f.Instance.Network.Grants, v, parseGrants) }},
		{"order", true, func(f *File) string { return f.Instance.Network.Order.String() },
			func(f *File, v string) error { return set(&f.Instance.Network.Order, v, model.ParseOrder) }},
		{"timing", true, func(f *File) string { return f.Instance.Network.Timing.String() },
			func(f *File, v string) error { return set(&f.Instance.Network.Timing, v, model.ParseTiming) }},
		{"delay", false, func(f *File) string { return formatDelay(f.Instance.Network.Delay) },
			func(f *File, v string) error { return set(&f.Instance.Network.Delay, v, parseDelay) }},
		{"timers", false, func(f *File) string { return formatTimers(f.Instance.Network.TimersInTurn) },
			func(f *File, v string) error { return set(&f.Instance.Network.TimersInTurn, v, parseTimers) }},
		{"capacity", false, func(f *File) string { return formatCapacity(f.Instance.Network.Capacity) },
			func(f *File, v string) error { return set(&f.Instance.Network.Capacity, v, parseCapacity) }},
		{"wake", true, func(f *File) string { return f.Instance.Network.Wake.String() },
			func(f *File, v string) error { return set(&f.Instance.Network.Wake, v, parseWake) }},
		{"down", false, func(f *File) string { return joinInts(f.Instance.Network.Down) },
			func(f *File, v string) error { return set(&f.Instance.Network.Down, v, parseInts[int]) }},
		{"start", false, func(f *File) string { return joinInts(f.Instance.Network.Start) },
			func(f *File, v string) error { return set(&f.Instance.Network.Start, v, parseInts[int]) }},
		{"faults", true, func(f *File) string { return f.Instance.Network.Faults.String() },
			func(f *File, v string) error { return set(&f.Instance.Network.Faults, v, model.ParseFaults) }},
		{"victims", false, func(f *File) string { return f.Instance.Network.Victims.String() },
			func(f *File, v string) error { return set(&f.Instance.Network.Victims, v, model.ParseVictims) }},
		{"fairness", true, func(f *File) string { return f.Fairness.String() },
			func(f *File, v string) error { return set(&f.Fairness, v, model.ParseFairness) }},
		wordKey("property", func(f *File) *string { return &f.Property }),
	}
}

func wordKey(name string, at func(f *File) *string) key {
	return key{name, true, func(f *File) string { return *at(f) },
		func(f *File, v string) error { return setWord(at(f), v) }}
}

func setWord(at *string, v string) error {
	if err := model.CheckWord(v); err != nil {
		return fmt.Errorf("%q %w", v, err)
	}
	*at = v
	return nil
}

func set[T any](at *T, v string, parse func(string) (T, error)) (err error) {
	*at, err = parse(v)
	return err
}

func parseN(v string) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > MaxProcesses {
		return 0, fmt.Errorf("%q processes; allowed: 1..%d", v, MaxProcesses)
	}
	return n, nil
}

// formatDelay writes the greatest delay of a message, unless it is the default.
func formatDelay(ticks int) string {
	if ticks <= 1 {
		return ""
	}
	return strconv.Itoa(ticks)
}

func parseDelay(v string) (int, error) {
	ticks, err := strconv.Atoi(v)
	if err != nil || ticks < 2 || ticks > model.MaxDelay {
		return 0, fmt.Errorf("%q ticks; allowed: 2..%d, or no such line for 1", v, model.MaxDelay)
	}
	return ticks, nil
}

// inTurn says that timers run out in turn.
const inTurn = "in-turn"

// formatTimers writes that timers run out in turn, if they do.
func formatTimers(is bool) string {
	if !is {
		return ""
	}
	return inTurn
}

func parseTimers(v string) (bool, error) {
	if v != inTurn {
		return false, fmt.Errorf("%q; allowed: %s, or no such line", v, inTurn)
	}
	return true, nil
}

// formatCapacity writes the capacity of channels, unless they have none.
func formatCapacity(k model.Capacity) string {
	if k == (model.Capacity{}) {
		return ""
	}
	return k.String()
}

func parseCapacity(v string) (model.Capacity, error) {
	k, err := model.ParseCapacity(v)
	if err == nil && k == (model.Capacity{}) {
		err = fmt.Errorf("%q; allowed: a bound like drop=2 or block=2, or no such line", v)
	}
	return k, err
}

func joinInts[T ~int](list []T) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = strconv.Itoa(int(v))
	}
	return strings.Join(parts, ",")
}

func parseInts[T ~int](v string) ([]T, error) {
	var list []T
	for _, part := range strings.Split(v, ",") {
		i, err := strconv.Atoi(part)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number; allowed: numbers separated by commas", part)
		}
		list = append(list, T(i))
	}
	return list, nil
}

func formatIDs(ids []model.ID) string {
	if ids == nil {
		return "none"
	}
	return joinInts(ids)
}

func parseIDs(v string) ([]model.ID, error) {
	if v == "none" {
		return nil, nil
	}
	return parseInts[model.ID](v)
}

// formatGraph writes the neighbours of each process by port: "1,2;0;0", and
// "-" for a process without any.
func formatGraph(graph [][]int) string {
	parts := make([]string, len(graph))
	for p, peers := range graph {
		if parts[p] = joinInts(peers); len(peers) == 0 {
			parts[p] = "-"
		}
	}
	return strings.Join(parts, ";")
}

func parseGraph(v string) ([][]int, error) {
	var graph [][]int
	for _, part := range strings.Split(v, ";") {
		if part == "-" {
			graph = append(graph, nil)
			continue
		}
		peers, err := parseInts[int](part)
		if err != nil {
			return nil, err
		}
		graph = append(graph, peers)
	}
	return graph, nil
}

func formatGrants(k model.Knowledge) string {
	if k == 0 {
		return ""
	}
	return strings.ReplaceAll(k.String(), ", ", ",")
}

func parseGrants(v string) (model.Knowledge, error) {
	all := []model.Knowledge{model.KnowID, model.KnowN, model.KnowNeighbours, model.KnowLabel, model.KnowNeighbourLabels}
	var grants, known model.Knowledge
	for _, part := range strings.Split(v, ",") {
		before := grants
		for _, k := range all {
			if known |= k; k.String() == part {
				grants |= k
			}
		}
		if grants == before {
			return 0, fmt.Errorf("unknown or repeated %q; allowed: %v", part, known)
		}
	}
	return grants, nil
}

func parseWake(v string) (model.WakeSet, error) {
	switch v {
	case "any":
		return model.WakeSet{}, nil
	case "all":
		return model.WakeSet{All: true}, nil
	case "none":
		return model.WakeSet{Only: []int{}}, nil
	}
	only, err := parseInts[int](v)
	if err != nil {
		return model.WakeSet{}, fmt.Errorf("%q; allowed: any, all, none, or processes separated by commas", v)
	}
	return model.WakeSet{Only: only}, nil
}
