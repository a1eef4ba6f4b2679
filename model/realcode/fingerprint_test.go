package realcode

import (
	"math"
	"strings"
	"testing"
	"time"
	"unsafe"
)

type loop struct {
	name string
	next *loop
}

type entry struct{ stamp time.Time }

type node struct{ entries []*holder }

type holder struct {
	any   any
	left  int
	inner struct{ clock time.Time }
	list  []int
	byKey map[string]*int
}

func cycle(n int) *loop {
	first := &loop{name: "x"}
	last := first
	for range n - 1 {
		last.next = &loop{name: "x"}
		last = last.next
	}
	last.next = first
	return first
}

func pairOf(a, b *int) [2]*int { return [2]*int{a, b} }

func TestFingerprintTellsApart(t *testing.T) {
	f := newFingerprinter([]string{"realcode.holder.inner", "realcode.holder.left"}, NilDiffers)
	one, uno := 1, 1
	for _, c := range []struct {
		reason string
		a, b   any
		same   bool
	}{
		{"what a pointer leads to counts, not where it is", &one, &uno, true},
		{"a fresh map of the same content", map[string]int{"a": 1, "b": 2, "c": 3}, map[string]int{"c": 3, "b": 2, "a": 1}, true},
		{"a value of a map", map[string]int{"a": 1}, map[string]int{"a": 2}, false},
		{"a key of a map", map[string]int{"a": 1}, map[string]int{"b": 1}, false},
		{"nil is not empty", []int(nil), []int{}, false},
		{"a nil map is not empty", map[int]int(nil), map[int]int{}, false},
		{"spare capacity does not count", make([]int, 1, 9), make([]int, 1), true},
		{"a boundary between slices", [][]int{{1}, {2, 3}}, [][]int{{1, 2}, {3}}, false},
		{"a boundary between strings", []string{"a", "bc"}, []string{"ab", "c"}, false},
		{"bytes", []byte("ab"), []byte("ac"), false},
		{"an array of bytes", [2]byte{1, 2}, [2]byte{1, 3}, false},
		{"the dynamic type of an interface", []any{int32(1)}, []any{int64(1)}, false},
		{"a nil interface is no typed nil", []any{nil}, []any{(*int)(nil)}, false},
		{"cycles end", cycle(3), cycle(3), true},
		{"the length of a cycle", cycle(2), cycle(3), false},
		{"sharing", pairOf(&one, &one), pairOf(&one, &uno), false},
		{"a minus zero", math.Copysign(0, -1), 0.0, false},
		{"not a number is itself", math.NaN(), math.NaN(), true},
		{"a complex number", complex(1, 2), complex(1, 3), false},
		{"a field that is not exported", holder{list: []int{1}}, holder{list: []int{2}}, false},
		{"a field that is left out", holder{left: 1}, holder{left: 2}, true},
		{"what is below a field that is left out", holder{inner: struct{ clock time.Time }{time.Unix(1, 0)}}, holder{}, true},
		{"a pointer in a map", holder{byKey: map[string]*int{"a": &one}}, holder{byKey: map[string]*int{"a": &uno}}, true},
	} {
		a, err := f.Of(c.a)
		b, err2 := f.Of(c.b)
		if err != nil || err2 != nil {
			t.Errorf("%s: %v, %v", c.reason, err, err2)
		}
		if (a == b) != c.same {
			t.Errorf("%s: same %t, want %t: %s", c.reason, a == b, c.same, a)
		}
		if !c.same && !strings.Contains(f.difference(c.a, c.b), " in the other") && !strings.Contains(f.difference(c.a, c.b), "other has") {
			t.Errorf("%s: difference %q", c.reason, f.difference(c.a, c.b))
		}
	}
}

func TestFingerprintRefuses(t *testing.T) {
	x := 1
	for _, c := range []struct {
		reason, want string
		v            any
		leaveOut     []string
	}{
		{"a function may hide state", "holder.any is a func, which has no fingerprint", holder{any: func() {}}, []string{"realcode.holder.inner"}},
		{"a channel may hold values", "holder.any is a chan", &holder{any: make(chan int)}, []string{"realcode.holder.inner"}},
		{"nobody knows what is there", "holder.any is a unsafe.Pointer", holder{any: unsafe.Pointer(&x)}, []string{"realcode.holder.inner"}},
		{"a time of day", "holder.inner.clock is a clock (time.Time)", holder{}, nil},
		{"a timer waits", "holder.any is a clock (time.Timer)", holder{any: time.NewTimer(time.Hour)}, []string{"realcode.holder.inner"}},
		{"deep down", "holder.any[1].next.name[key] is a map key with a pointer", holder{any: []any{0, struct{ next struct{ name any } }{struct{ name any }{map[*int]int{&x: 1}}}}}, []string{"realcode.holder.inner"}},
		{"LeaveOut takes the field of a type, not the way there", "holder.any[0].stamp is a clock (time.Time), which has no fingerprint; " +
			"if that is no part of the state, LeaveOut takes realcode.holder.any or realcode.entry.stamp", holder{any: []entry{{stamp: time.Time{}}}}, []string{"realcode.holder.inner"}},
		{"a struct without a name has no field to leave out", "holder.inner.clock is a clock (time.Time), which has no fingerprint; " +
			"if that is no part of the state, LeaveOut takes realcode.holder.inner", holder{}, nil},
		{"three types on the way", "LeaveOut takes realcode.node.entries, realcode.holder.any or realcode.entry.stamp", node{[]*holder{{any: &entry{}}}}, []string{"realcode.holder.inner"}},
		{"a map key", "is a map key with a pointer, which has no fingerprint; if that is no part of the state, LeaveOut takes realcode.holder.any",
			holder{any: map[*int]int{&x: 1}}, []string{"realcode.holder.inner"}},
		{"a name that is spelt wrong", "holder has no field iner", holder{}, []string{"realcode.holder.iner"}},
		{"there is no object", " is nil", nil, nil},
	} {
		_, err := newFingerprinter(c.leaveOut, NilDiffers).Of(c.v)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.reason, err, c.want)
		}
	}
	if _, err := newFingerprinter([]string{"realcode.holder.iner"}, NilDiffers).Of(holder{}); err == nil || strings.Contains(err.Error(), "LeaveOut takes") {
		t.Errorf("a name that is spelt wrong: error %v, want none about other fields", err)
	}
	for _, v := range []any{(func())(nil), (chan int)(nil), unsafe.Pointer(nil)} {
		if _, err := newFingerprinter(nil, NilDiffers).Of(v); err != nil {
			t.Errorf("a nil %T hides nothing: %v", v, err)
		}
	}
}

func TestNilIsEmpty(t *testing.T) {
	f := newFingerprinter(nil, NilIsEmpty)
	for _, c := range []struct {
		reason string
		a, b   any
	}{
		{"slices", []int(nil), []int{}},
		{"bytes", []byte(nil), []byte{}},
		{"maps", map[int]int(nil), map[int]int{}},
	} {
		a, _ := f.Of(c.a)
		b, _ := f.Of(c.b)
		if a != b {
			t.Errorf("%s: nil is %q and empty is %q", c.reason, a, b)
		}
	}
}

// TestDifferenceNamesFields says that a difference names the fields on the way as LeaveOut
// takes them.
func TestDifferenceNamesFields(t *testing.T) {
	f := newFingerprinter([]string{"realcode.holder.inner"}, NilDiffers)
	for _, c := range []struct {
		a, b         any
		want, reason string
	}{
		{node{[]*holder{{left: 1}}}, node{[]*holder{{left: 2}}}, "node.entries[0].left is 1 in one and 2 in the other (LeaveOut takes realcode.node.entries or realcode.holder.left)", "a field"},
		{holder{list: []int{1}}, holder{list: []int{1, 2}}, "holder.list.len is 1 in one and 2 in the other (LeaveOut takes realcode.holder.list)", "a length"},
		{holder{byKey: map[string]*int{"a": nil}}, holder{byKey: map[string]*int{"b": nil}}, `holder.byKey["a"] = 3:"a" where the other has holder.byKey["b"] = 3:"b" (LeaveOut takes realcode.holder.byKey)`, "a key"},
		{1, 2, "int is 1 in one and 2 in the other", "no field"},
	} {
		if got := f.difference(c.a, c.b); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
}
