package command

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// A flagValue is a flag whose text is read when it is set.
type flagValue struct {
	text  string   // as given, or the default
	given []string // all texts that were given, in order
	kind  string   // the name of its argument in help
	read  func(string) error
}

func (f *flagValue) String() string { return f.text }
func (f *flagValue) Type() string   { return f.kind }

// Set reads the text of the flag.
func (f *flagValue) Set(s string) error {
	if err := f.read(s); err != nil {
		return err
	}
	f.text, f.given = s, append(f.given, s)
	return nil
}

// sizes is a range of numbers of processes; the zero value is none.
type sizes struct{ from, to int }

func (r sizes) String() string {
	if r.from == r.to {
		return strconv.Itoa(r.from)
	}
	return fmt.Sprintf("%d..%d", r.from, r.to)
}

// maxSize is the largest number of processes that can be requested for an
// exhaustive search.
const maxSize = 64

// parseSizes reads "4" or "2..6".
func parseSizes(s string) (sizes, error) {
	first, last, isRange := strings.Cut(s, "..")
	if !isRange {
		last = first
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	if err1 != nil || err2 != nil || from < 1 || to < from || to > maxSize {
		return sizes{}, fmt.Errorf("%q; allowed: a number or a range like 2..6 within 1..%d", s, maxSize)
	}
	return sizes{from, to}, nil
}

// parseWake reads which processes may wake: any, all or a list of processes.
func parseWake(s string) (model.WakeSet, error) {
	switch s {
	case "any":
		return model.WakeSet{}, nil
	case "all":
		return model.WakeSet{All: true}, nil
	}
	list, err := parseInts(s)
	if err != nil {
		return model.WakeSet{}, fmt.Errorf("unknown wake set %q; allowed: any, all, or processes like 1,3", s)
	}
	return model.WakeSet{Only: list}, nil
}

// parseDown reads the processes that are down from the start; nil: none.
func parseDown(s string) ([]int, error) {
	if s == "none" {
		return nil, nil
	}
	list, err := parseInts(s)
	if err != nil {
		return nil, fmt.Errorf("%q; allowed: processes like 0,2, or none", s)
	}
	return list, nil
}

// parseInts reads numbers between commas.
func parseInts(s string) ([]int, error) {
	var list []int
	for _, part := range strings.Split(s, ",") {
		i, err := strconv.Atoi(part)
		if err != nil {
			return nil, err
		}
		list = append(list, i)
	}
	return list, nil
}

// parseCount reads a number that is not negative.
func parseCount(s string) (int64, error) {
	i, err := strconv.ParseInt(s, 10, 64)
	if err != nil || i < 0 {
		return 0, fmt.Errorf("%q; allowed: a number, 0 or more", s)
	}
	return i, nil
}

// seed returns the flag for the seed of random choices. It is 1 by default.
func seed(to *uint64) *flagValue {
	*to = 1
	return &flagValue{text: "1", kind: "SEED", read: func(s string) error {
		i, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return fmt.Errorf("%q; allowed: 0..%d", s, uint64(math.MaxUint64))
		}
		*to = i
		return nil
	}}
}

// parseBudget reads the budget of a fault.
func parseBudget(s string) (int, error) {
	if s == "unbounded" {
		return model.Unbounded, nil
	}
	i, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		return 0, fmt.Errorf("%q; allowed: 0..255, or unbounded", s)
	}
	return int(i), nil
}

var memoryUnits = []struct {
	suffix string
	bytes  int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"B", 1}, {"", 1},
}

// parseMemory reads a number of bytes: 500MB, 2GiB, 1073741824.
func parseMemory(s string) (int64, error) {
	for _, unit := range memoryUnits {
		digits, found := strings.CutSuffix(s, unit.suffix)
		if !found {
			continue
		}
		i, err := strconv.ParseInt(digits, 10, 64)
		if err == nil && i > 0 && i <= (1<<62)/unit.bytes {
			return i * unit.bytes, nil
		}
		break
	}
	return 0, fmt.Errorf("%q; allowed: bytes, or a number with KB, MB, GB, KiB, MiB or GiB", s)
}

// parseMemoryBound reads a bound for the memory of the process. With less than one and a half times the memory
// that it holds before any search, of which the program is the larger part, a search would end before it has met much.
func parseMemoryBound(s string) (int64, error) {
	bound, err := parseMemory(s)
	if err != nil {
		return 0, err
	}
	if held := (checker.HeldMemory() + 1e6 - 1) / 1e6; bound < held*15e5 {
		return 0, fmt.Errorf("%q; the program holds %dMB before it searches; allowed: %dMB and more", s, held, (held*3+1)/2)
	}
	return bound, nil
}

// parseOneOf returns a reader that allows only these words.
func parseOneOf(what string, words ...string) func(string) error {
	return func(s string) error {
		for _, w := range words {
			if s == w {
				return nil
			}
		}
		return fmt.Errorf("unknown %s %q; allowed: %s", what, s, strings.Join(words, ", "))
	}
}
