package certificate

import (
	"errors"
	"slices"
	"testing"
)

// sixteen is a way through the numbers 0..15, from 1 and 20: v leads to 2v and 2v+1, modulo 16; 20 leads to 15, and that nowhere.
func sixteen(t *testing.T, most int) way[int] {
	met := map[int]bool{}
	fresh := func(v int) bool {
		is := !met[v]
		met[v] = true
		return is
	}
	next := func(v int) ([]int, error) {
		switch v {
		case 15:
			return nil, nil
		case 20:
			return []int{15}, nil
		}
		return []int{2 * v % 16, (2*v + 1) % 16}, nil
	}
	return way[int]{t.Context(), Options{MaxConfigurations: most, Walks: 200, Steps: 10}, []int{1, 20}, fresh, next}
}

// TestWholeMeetsAll says that each configuration is looked at once, breadth first, unless there are too many.
func TestWholeMeetsAll(t *testing.T) {
	for _, test := range []struct {
		most   int
		all    bool
		reason string
	}{{17, true, "as many as allowed"}, {16, false, "one too many"}} {
		var looked []int
		list, all, err := sixteen(t, test.most).whole(func(v int) error {
			looked = append(looked, v)
			return nil
		})
		if err != nil || all != test.all {
			t.Errorf("%s: all is %v, %v, want %v", test.reason, all, err, test.all)
		}
		if want := []int{1, 20, 2, 3, 15, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0}; !slices.Equal(looked, want) || all && !slices.Equal(list, want) {
			t.Errorf("%s: looked at %v, and returned %v, want %v", test.reason, looked, list, want)
		}
	}
}

// TestWalkMeetsAll says that walks are long and different enough to look at all configurations of a small graph, and at the starts.
func TestWalkMeetsAll(t *testing.T) {
	looked := map[int]int{}
	if err := sixteen(t, 0).walk(func(v int) error {
		looked[v]++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(looked) != 17 || looked[1] < 20 || looked[20] < 20 {
		t.Errorf("walks look at %v", looked)
	}
}

// TestWayEndsUponErrors says that the first error ends both.
func TestWayEndsUponErrors(t *testing.T) {
	flaw := errors.New("flaw")
	look := func(v int) error {
		if v == 9 {
			return flaw
		}
		return nil
	}
	if _, _, err := sixteen(t, 16).whole(look); err != flaw {
		t.Errorf("whole: %v", err)
	}
	if err := sixteen(t, 16).walk(look); err != flaw {
		t.Errorf("walk: %v", err)
	}
	broken := sixteen(t, 16)
	broken.next = func(int) ([]int, error) { return nil, flaw }
	if _, _, err := broken.whole(func(int) error { return nil }); err != flaw {
		t.Errorf("whole, next: %v", err)
	}
	if err := broken.walk(func(int) error { return nil }); err != flaw {
		t.Errorf("walk, next: %v", err)
	}
}
