package values_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/values"
)

// tagged is an element with parts: those with equal keys differ in their names only.
type tagged struct {
	Key  int8
	Name string
}

func someTagged(t *rapid.T, label string) tagged {
	return tagged{int8(rapid.IntRange(-2, 2).Draw(t, label)), rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, label)}
}

func comparePairs(a, b tagged) int {
	if a.Key != b.Key {
		return int(a.Key) - int(b.Key)
	}
	return strings.Compare(a.Name, b.Name)
}

// TestSeqIsASlice does the same with a sequence and a slice.
func TestSeqIsASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s values.Seq[tagged]
		var want []tagged
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				v, w := someTagged(t, "v"), someTagged(t, "w")
				s, want = s.Append(v, w), append(want, v, w)
			},
			"put": func(t *rapid.T) {
				if len(want) > 0 {
					i, v := rapid.IntRange(0, len(want)-1).Draw(t, "i"), someTagged(t, "v")
					old := s
					s = s.Put(i, v)
					if want[i] != v && (old == s || !slices.Equal(old.List(), want)) {
						t.Fatalf("Put changed %v to %v", want, old)
					}
					want[i] = v
				}
			},
			"slice": func(t *rapid.T) {
				to := rapid.IntRange(0, len(want)).Draw(t, "to")
				from := rapid.IntRange(0, to).Draw(t, "from")
				prefix := s.Slice(0, to)
				if !s.HasPrefix(prefix) || s.Append(tagged{}).Slice(1, s.Len()+1).HasPrefix(s.Append(tagged{})) {
					t.Fatalf("HasPrefix of %v is wrong", s)
				}
				s, want = s.Slice(from, to), slices.Clone(want[from:to])
			},
			"": func(t *rapid.T) {
				v := someTagged(t, "v")
				if s != values.NewSeq(want...) || !slices.Equal(s.List(), want) || s.Len() != len(want) || s.Has(v) != slices.Contains(want, v) {
					t.Fatalf("got %v, want %v", s, want)
				}
				for i, v := range s.All() {
					if s.At(i) != v || want[i] != v {
						t.Fatalf("element %d is %v, want %v", i, v, want[i])
					}
				}
				comesBack(t, s)
			},
		})
	})
}

// TestSetIsAMap does the same with a set and a map, in another order.
func TestSetIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lists := [2][]tagged{}
		sets := [2]values.Set[tagged]{}
		for i := range lists {
			lists[i] = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) tagged { return someTagged(t, "v") }), 0, 6).Draw(t, "list")
			sets[i] = values.NewSet(lists[i]...)
			backwards := slices.Clone(lists[i])
			slices.Reverse(backwards)
			if sets[i] != values.NewSet(backwards...) {
				t.Fatalf("the set of %v depends on their order", lists[i])
			}
			comesBack(t, sets[i])
		}
		sorted := func(keep func(v tagged) bool) []tagged {
			var list []tagged
			for _, v := range slices.Concat(lists[0], lists[1]) {
				if keep(v) {
					list = append(list, v)
				}
			}
			slices.SortFunc(list, comparePairs)
			return slices.Compact(list)
		}
		in := func(i int) func(tagged) bool { return func(v tagged) bool { return slices.Contains(lists[i], v) } }
		a, b := sets[0], sets[1]
		for name, pair := range map[string][2][]tagged{
			"List":      {a.List(), sorted(in(0))},
			"All":       {slices.Collect(a.All()), sorted(in(0))},
			"Union":     {a.Union(b).List(), sorted(func(tagged) bool { return true })},
			"Minus":     {a.Minus(b).List(), sorted(func(v tagged) bool { return !in(1)(v) })},
			"Intersect": {a.Intersect(b).List(), sorted(func(v tagged) bool { return in(0)(v) && in(1)(v) })},
		} {
			if !slices.Equal(pair[0], pair[1]) {
				t.Fatalf("%s of %v and %v is %v, want %v", name, a, b, pair[0], pair[1])
			}
		}
		v := someTagged(t, "v")
		if a.Has(v) != in(0)(v) || a.Len() != len(sorted(in(0))) || a.Covers(b) != (len(sorted(func(v tagged) bool { return !in(0)(v) })) == 0) {
			t.Fatalf("Has, Len or Covers of %v and %v is wrong", a, b)
		}
	})
}

// TestMapIsAMap does the same with both.
func TestMapIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m values.Map[tagged, bool]
		want := map[tagged]bool{}
		t.Repeat(map[string]func(*rapid.T){
			"with": func(t *rapid.T) {
				k, v := someTagged(t, "k"), rapid.Bool().Draw(t, "v")
				m = m.With(k, v)
				want[k] = v
			},
			"without": func(t *rapid.T) {
				k := someTagged(t, "k")
				m = m.Without(k)
				delete(want, k)
			},
			"": func(t *rapid.T) {
				k := someTagged(t, "k")
				v, ok := m.Get(k)
				if w, is := want[k]; v != w || ok != is || m.At(k) != w || m.Has(k) != is || m.Len() != len(want) {
					t.Fatalf("%v of %v is %v %v, want %v %v", k, m, v, ok, w, is)
				}
				var again values.Map[tagged, bool]
				var keys []tagged
				for k, v := range m.All() {
					keys = append(keys, k)
					again = again.With(k, v)
				}
				sorted := slices.SortedFunc(maps.Keys(want), comparePairs)
				if !slices.Equal(keys, sorted) || !maps.Equal(maps.Collect(m.All()), want) {
					t.Fatalf("%v has the keys %v, want %v", m, keys, sorted)
				}
				slices.Reverse(keys)
				var backwards values.Map[tagged, bool]
				for _, k := range keys {
					backwards = backwards.With(k, want[k])
				}
				if again != m || backwards != m {
					t.Fatalf("%v depends on the order in which keys were added", m)
				}
				comesBack(t, m)
			},
		})
	})
}

// comesBack fails unless a value comes back from JSON as it was, and different values have different texts there.
func comesBack[T comparable](t *rapid.T, v T) {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back T
	if err := json.Unmarshal(data, &back); err != nil || back != v {
		t.Fatalf("%v comes back from %s as %v, %v", v, data, back, err)
	}
}

// TestCollectionTexts says how sequences, sets and maps read, also in a field that is not exported.
func TestCollectionTexts(t *testing.T) {
	type state struct {
		Log  values.Seq[model.ID]
		seen values.Set[tagged]
		At   values.Map[string, model.PortSet]
	}
	s := state{values.NewSeq[model.ID](2, 1), values.NewSet(tagged{2, "b"}, tagged{1, "a"}), values.Map[string, model.PortSet]{}.With("y", model.Ports(1)).With("x", 0)}
	for _, test := range []struct {
		v            any
		want, reason string
	}{
		{s.Log, "[2,1]", "a sequence keeps its order"},
		{values.Seq[int]{}, "[]", "nothing is in it"},
		{s.seen, "{tagged(1,a),tagged(2,b)}", "a set is sorted, part by part"},
		{values.NewSet(10, 9, -1), "{-1,9,10}", "numbers are sorted as numbers"},
		{values.NewSet(true, false), "{false,true}", "false is first"},
		{values.NewSet([2]uint8{1, 2}, [2]uint8{0, 9}), "{[0,9],[1,2]}", "arrays are sorted part by part"},
		{values.NewSet[any]("b", 7, nil, "a"), "{nil,7,a,b}", "nil is first, then by the names of types"},
		{values.NewSeq(values.NewSet(2, 1), values.NewSet[int]()), "[{1,2},{}]", "a sequence of sets"},
		{values.NewSet(values.NewSeq(2), values.NewSeq(1, 3)), "{[1,3],[2]}", "sequences are sorted as words are"},
		{s.At, "{x:{},y:{1}}", "a map is sorted by its keys"},
		{s, "state(Log=[2,1],seen={tagged(1,a),tagged(2,b)},At={x:{},y:{1}})", "as fields of a state"},
	} {
		if got := values.LongText(test.v); got != test.want {
			t.Errorf("text is %s, want %s: %s", got, test.want, test.reason)
		}
	}
}

// TestCollectionsRefuse says which mistakes panic, with one line.
func TestCollectionsRefuse(t *testing.T) {
	local := func(name string) any { // two types of one name
		if name == "one" {
			type same struct{ A int }
			return same{}
		}
		type same struct{ B int }
		return same{}
	}
	const pointer = "values: a ptr is in a set, or in a key of a map, and is not comparable by value; allowed: bool, integers, string, and arrays, structures and interfaces of these"
	for _, test := range []struct {
		do           func()
		want, reason string
	}{
		{func() { values.NewSeq(1, 2).At(2) }, "values: 2 is past the ends of the sequence [1,2] of 2 elements", "At counts from 0"},
		{func() { values.NewSeq(1).At(-1) }, "values: -1 is past the ends of the sequence [1] of 1 elements", "nothing is before the first"},
		{func() { values.Seq[int]{}.Put(0, 1) }, "values: 0 is past the ends of the sequence [] of 0 elements", "Put adds nothing"},
		{func() { values.NewSeq(1).Slice(0, 2) }, "values: 2 is past the ends of the sequence [1] of 1 elements", "Slice does not go past the end"},
		{func() { values.NewSeq(1).Slice(1, 0) }, "values: 1 is past the ends of the sequence [1] of 1 elements", "Slice does not go back"},
		{func() { values.NewSet(new(int), new(int)) }, pointer, "a pointer has no order that means something"},
		{func() { values.Map[*int, int]{}.With(new(int), 1).With(new(int), 1) }, pointer, "nor has it in a key"},
		{func() { values.NewSet(local("one"), local("other")) }, "values: elements of two types values_test.same are in one set, or in the keys of one map; allowed: types with different names", "their order would depend on who came first"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != test.want {
					t.Errorf("panics with %s, want %s: %s", got, test.want, test.reason)
				}
			}()
			test.do()
		}()
	}
}

// TestCollectionsAreCompared says that values in collections are checked as those in fields are.
func TestCollectionsAreCompared(t *testing.T) {
	for _, test := range []struct {
		v      any
		ok     bool
		reason string
	}{
		{values.NewSeq(1), true, "numbers are compared by value"},
		{values.NewSeq(tagged{}), true, "structures too"},
		{values.Seq[*int]{}, true, "nothing is in it"},
		{values.NewSeq(new(int)), false, "a pointer is not"},
		{values.NewSeq(1.5), false, "a float is not"},
		{values.NewSet[any]([1]float64{}), false, "nor is it within others"},
		{values.Map[int, *int]{}.With(1, nil), false, "nor is a pointer as a value"},
	} {
		if err := values.Check(test.v); (err == nil) != test.ok {
			t.Errorf("Check(%v) is %v: %s", test.v, err, test.reason)
		}
	}
}

// BenchmarkCollections is what a collection costs beside a slice that is copied, and an array with a length.
func BenchmarkCollections(b *testing.B) {
	b.Run("sequence", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s := values.NewSeq(1, 2, 3)
			if s = s.Append(4); s.At(3) != 4 {
				b.Fatal(s)
			}
		}
	})
	b.Run("set", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s := values.NewSet(1, 3, 2)
			if s = s.With(4); !s.Has(4) {
				b.Fatal(s)
			}
		}
	})
	b.Run("map", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m := values.Map[int, bool]{}.With(1, true).With(3, true)
			if m = m.With(2, true); !m.At(2) {
				b.Fatal(m)
			}
		}
	})
	b.Run("array", func(b *testing.B) {
		b.ReportAllocs()
		type array struct {
			list   [8]int
			length int
		}
		for b.Loop() {
			s := array{[8]int{1, 2, 3}, 3}
			s.list[s.length] = 4
			s.length++
			if s.list[3] != 4 {
				b.Fatal(s)
			}
		}
	})
}
