package main

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// told returns a measure that gives these numbers, one by one, of each command, and the last again and again.
func told(numbers map[string][]float64) func(string) (float64, error) {
	next := map[string]int{}
	return func(command string) (float64, error) {
		list := numbers[command]
		if len(list) == 0 {
			return 0, errMissing
		}
		x := list[min(next[command], len(list)-1)]
		next[command]++
		return x, nil
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		base, head []float64
		ratio      float64
		worse      bool
		reason     string
	}{
		{[]float64{3, 2}, []float64{2.5, 4}, 1.25, true, "the least of the runs counts, on both sides"},
		{[]float64{2, 2}, []float64{3, 3, 3, 2.2}, 1.1, false, "what is above the limit is measured again"},
		{[]float64{2, 2}, []float64{3, 3, 3, 3, 3, 3, 3, 2.5, 2}, 1.25, true, "but not for ever"},
		{[]float64{2, 2}, []float64{2.4, 2.4, 2}, 1.2, false, "the limit itself is accepted"},
		{[]float64{2, 2}, []float64{1, 1}, 0.5, false, "less is never worse"},
		{nil, []float64{1, 1}, math.NaN(), false, "the base does not tell the figure"},
		{[]float64{2, 2}, []float64{2, 2}, 1, false, "nothing has changed"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			f := figure{name: "x", limit: 1.2, runs: 2, measure: told(map[string][]float64{"base": c.base, "head": c.head})}
			r, err := compare(f, "base", "head")
			if err != nil {
				t.Fatal(err)
			}
			if got := r.ratio(); math.Abs(got-c.ratio) > 1e-9 || math.IsNaN(got) != math.IsNaN(c.ratio) {
				t.Errorf("ratio %v, want %v", got, c.ratio)
			}
			if r.isWorse() != c.worse {
				t.Errorf("worse: %v, want %v", r.isWorse(), c.worse)
			}
		})
	}
}

func TestCompareFails(t *testing.T) {
	broken := errors.New("does not run")
	f := figure{name: "start", runs: 1, measure: func(string) (float64, error) { return 0, broken }}
	if _, err := compare(f, "base", "head"); !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "start: ") {
		t.Errorf("error %v, want one that names the figure", err)
	}
}

func TestRows(t *testing.T) {
	var b strings.Builder
	row{figure{name: "start", unit: "CPU s", limit: 1.5}, 0.01, 0.02}.write(&b)
	row{figure{name: "expanded", unit: "configurations", limit: 1.001}, math.NaN(), 25043.5}.write(&b)
	want := "start                                  0.01           0.02       2  CPU s  more than 1.5\n" +
		"expanded                                  -          25044       -  configurations\n"
	if b.String() != want {
		t.Errorf("rows\n%s\nwant\n%s", b.String(), want)
	}
}

func TestAccept(t *testing.T) {
	for _, c := range []struct {
		given string
		limit float64
		fails string
	}{
		{"start=2", 2, ""},
		{"begin=2", 1.5, `no figure is called "begin"; allowed: size; start`},
		{"start", 1.5, `ratio ""; allowed: a number above 0`},
		{"start=-1", 1.5, `ratio "-1"; allowed: a number above 0`},
		{"start=NaN", 1.5, `ratio "NaN"; allowed: a number above 0`},
	} {
		t.Run(c.given, func(t *testing.T) {
			list := []figure{{name: "size", limit: 1}, {name: "start", limit: 1.5}}
			err := accept(list, c.given)
			if got := message(err); got != c.fails {
				t.Errorf("error %q, want %q", got, c.fails)
			}
			if list[1].limit != c.limit {
				t.Errorf("limit %v, want %v", list[1].limit, c.limit)
			}
		})
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
