package command

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

func TestParseSizes(t *testing.T) {
	for _, test := range []struct {
		text   string
		want   sizes
		reason string
	}{
		{"4", sizes{4, 4}, "one number"},
		{"2..6", sizes{2, 6}, "a range"},
		{"1..64", sizes{1, 64}, "the widest range"},
		{"", sizes{}, "nothing"},
		{"0..3", sizes{}, "no processes"},
		{"3..2", sizes{}, "a range upside down"},
		{"2..65", sizes{}, "too many"},
		{"2..", sizes{}, "half a range"},
		{"2..3..4", sizes{}, "two ranges"},
		{"99999999999999999999", sizes{}, "more than an int"},
	} {
		got, err := parseSizes(test.text)
		if got != test.want || (err == nil) != (test.want != sizes{}) {
			t.Errorf("%s: parseSizes(%q) = %v, %v; want %v", test.reason, test.text, got, err, test.want)
		}
	}
}

func TestParseMemory(t *testing.T) {
	for _, test := range []struct {
		text   string
		want   int64
		reason string
	}{
		{"1073741824", 1 << 30, "bytes"},
		{"512B", 512, "bytes with a unit"},
		{"500MB", 500e6, "decimal"},
		{"2GiB", 2 << 30, "binary"},
		{"64K", 64 << 10, "short for binary"},
		{"0", 0, "nothing at all is no bound"},
		{"-1MB", 0, "negative"},
		{"1.5GB", 0, "not whole"},
		{"MB", 0, "no number"},
		{"9999999999GiB", 0, "beyond int64"},
	} {
		got, err := parseMemory(test.text)
		if got != test.want || (err == nil) != (test.want != 0) {
			t.Errorf("%s: parseMemory(%q) = %d, %v; want %d", test.reason, test.text, got, err, test.want)
		}
	}
}

func TestParseWake(t *testing.T) {
	for _, test := range []struct {
		text   string
		want   model.WakeSet
		reason string
	}{
		{"any", model.WakeSet{}, "each at any time or never"},
		{"all", model.WakeSet{All: true}, "all at the start"},
		{"1,3", model.WakeSet{Only: []int{1, 3}}, "a list"},
	} {
		got, err := parseWake(test.text)
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: parseWake(%q): %v (-want +got)\n%s", test.reason, test.text, err, diff)
		}
	}
}

func TestArrangements(t *testing.T) {
	ring := model.Network{Topology: model.UnidirectionalRing, N: 4}
	for _, test := range []struct {
		text   string
		count  int
		first  string
		reason string
	}{
		{"all", 6, "4,3,2,1", "3! up to rotation"},
		{"worst", 1, "4,3,2,1", "decreasing in the direction of travel"},
		{"7,1,9,2", 1, "7,1,9,2", "as listed"},
	} {
		a, err := parseArrangement(test.text)
		if err != nil {
			t.Fatal(err)
		}
		all, err := a.of(ring)
		if err != nil {
			t.Fatal(err)
		}
		list := slices.Collect(all)
		if len(list) != test.count || idText(list[0]) != test.first {
			t.Errorf("%s: %d arrangements, the first %v; want %d and %s", test.reason, len(list), list, test.count, test.first)
		}
	}
}

func TestParseCountRefusesOverflow(t *testing.T) {
	if i, err := parseCount("9223372036854775807"); i != math.MaxInt64 || err != nil {
		t.Errorf("parseCount(2^63-1) = %d, %v", i, err)
	}
	if i, err := parseCount("9223372036854775808"); err == nil {
		t.Errorf("parseCount(2^63) = %d, want an error", i)
	}
}
