package goroutines

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

// A crate has a field of each kind that travels.
type crate struct {
	flag   bool
	small  int8
	large  uint64
	ratio  float32
	wave   complex128
	name   string
	bytes  []byte
	list   []any
	none   []int
	pair   [2]*int
	table  map[string]*crate
	err    error
	at     time.Time
	loop   *crate
	absent chan int
}

type closedError struct{ code int }

func (e *closedError) Error() string { return "closed" }

// TestCodec writes values and reads them: they are equal, and so are pointers that were.
func TestCodec(t *testing.T) {
	one, two := 1, 2
	c := crate{flag: true, small: -3, large: math.MaxUint64, ratio: 0.1, wave: complex(1, -2), name: "n\x00", bytes: []byte{0, 255}, pair: [2]*int{&one, &two},
		table: map[string]*crate{"inner": {name: "inner"}}, err: &closedError{7}, at: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)}
	c.list = []any{&one, &two, &one, nil, closedError{8}, []string{}, map[int]bool{1: true}, [2]int{3, 4}, struct{ X int }{5}, time.Local}
	c.loop = &c
	data, err := encoded(c)
	if err != nil {
		t.Fatal(err)
	}
	var got crate
	if err := decode(data, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, c) {
		t.Errorf("got %+v, want %+v", got, c)
	}
	if got.pair[0] != got.list[0] || got.pair[1] != got.list[1] || got.list[0] != got.list[2] || got.loop.loop != got.loop || got.list[9] != time.Local || got.none != nil {
		t.Error("pointers that were equal differ, or a nil slice is none")
	}
	if err := decode(data[:len(data)-1], new(crate)); err == nil {
		t.Error("a value is read whose last byte is missing")
	}
	if _, err := encoded(crate{absent: make(chan int)}); err == nil || !strings.Contains(err.Error(), "a chan") {
		t.Errorf("error %v", err)
	}
}

// TestHalfMessage refuses a message that has not arrived whole.
func TestHalfMessage(t *testing.T) {
	from, to := newContents(nil), newContents(nil)
	m, err := from.message(Plain, 0, 0, "whole")
	if err != nil {
		t.Fatal(err)
	}
	list := from.carry([]string{m.print})
	if err := to.learn(list); err != nil || to.value(m) != "whole" {
		t.Errorf("%v, %v", to.value(m), err)
	}
	list[0].value = "half"
	if err := newContents(nil).learn(list); err == nil || !strings.Contains(err.Error(), "does not arrive whole") {
		t.Errorf("error %v", err)
	}
}

// TestSimpleValues says that two values have one message just if they have one fingerprint, also those that are not taken again.
func TestSimpleValues(t *testing.T) {
	type word string
	b := newContents(nil)
	values := []any{nil, false, true, 1, int8(1), uint(1), 1.0, 0.0, math.Copysign(0, -1), math.NaN(), "a", word("a"), word("b"), crate{small: 1}}
	for round := range 2 {
		met := map[Message]any{}
		for _, v := range values {
			m, err := b.message(Plain, 0, 0, v)
			if err != nil {
				t.Fatal(err)
			}
			if other, ok := met[m]; ok {
				t.Errorf("round %d: %#v and %#v are one message", round, other, v)
			}
			met[m] = v
			if got := b.value(m); !reflect.DeepEqual(got, v) && v == v {
				t.Errorf("round %d: %#v travels as %#v", round, v, got)
			}
		}
	}
}
