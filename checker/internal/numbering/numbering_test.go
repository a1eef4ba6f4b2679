package numbering

import (
	"slices"
	"testing"
)

func TestNumber(t *testing.T) {
	var a Values[string]
	var got []uint32
	for _, v := range []string{"x", "y", "x", "", "y"} {
		got = append(got, a.Number(v))
	}
	if want := []uint32{0, 1, 0, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("numbers %v, want %v", got, want)
	}
	if n, ok := a.Find("y"); n != 1 || !ok {
		t.Errorf("the number of y is %d, %v, want 1", n, ok)
	}
	if _, ok := a.Find("z"); ok {
		t.Error("z has a number")
	}
	if want := []string{"x", "y", ""}; !slices.Equal(a.All, want) {
		t.Errorf("values %q, want %q", a.All, want)
	}
}
