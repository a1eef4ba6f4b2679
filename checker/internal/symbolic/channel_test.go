package symbolic

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// letters are the entries that the tests of channels use: the port counts before
// the message, and so b comes before a.
var letters = map[rune]entry{'a': {port: 1, msg: 7}, 'b': {port: 0, msg: 9}}

func listOf(text string) (list []entry) {
	for _, r := range text {
		list = append(list, letters[r])
	}
	return list
}

func textOf(list []entry) (text string) {
	for _, e := range list {
		for r, other := range letters {
			if e == other {
				text += string(r)
			}
		}
	}
	return text
}

// describe writes contents as text: ! for a receiver that is down, / for a link
// that is cut.
func describe(v content) string {
	text := textOf(v.list)
	if v.dead {
		text += "!"
	}
	if v.cut {
		text += "/"
	}
	return text
}

// TestChanges says which content a channel has after each change; "no": the change is not enabled.
func TestChanges(t *testing.T) {
	a := letters['a']
	for _, row := range []struct {
		reason string
		order  model.Order
		before content
		change change
		want   string
	}{
		{"a queue delivers its first", model.FIFO, content{list: listOf("ab")}, change{take: &a}, "b"},
		{"and no other", model.FIFO, content{list: listOf("ba")}, change{take: &a}, "no"},
		{"an inbox is a queue", model.Inbox, content{list: listOf("ba")}, change{take: &a}, "no"},
		{"a bag delivers any, once", model.Bag, content{list: listOf("baa")}, change{take: &a}, "ba"},
		{"nothing is delivered of nothing", model.Bag, content{}, change{take: &a}, "no"},
		{"a second delivery leaves the first to come", model.FIFO, content{list: listOf("ab")}, change{take: &a, peek: true}, "ab"},
		{"a queue adds at its end", model.FIFO, content{list: listOf("a")}, change{puts: listOf("ba")}, "aba"},
		{"a bag is sorted", model.Bag, content{list: listOf("a")}, change{puts: listOf("ab")}, "baa"},
		{"a set holds each once", model.Set, content{list: listOf("a")}, change{puts: listOf("ab")}, "ba"},
		{"first taken, then put", model.Set, content{list: listOf("a")}, change{take: &a, puts: listOf("a")}, "a"},
		{"who is down gets nothing", model.FIFO, content{dead: true}, change{puts: listOf("a")}, "!"},
		{"nothing is sent over a link that is cut; what is on it arrives", model.FIFO, content{cut: true, list: listOf("ab")}, change{take: &a, puts: listOf("a")}, "b/"},
		{"only where nothing is in flight", model.FIFO, content{list: listOf("a")}, change{empty: true}, "no"},
		{"and where nothing is", model.FIFO, content{}, change{empty: true, puts: listOf("b")}, "b"},
		{"a crash empties the channel", model.FIFO, content{list: listOf("ab")}, change{then: die}, "!"},
		{"a crash keeps the cut", model.FIFO, content{cut: true}, change{then: die}, "!/"},
		{"a restart opens it again", model.FIFO, content{dead: true}, change{then: revive}, ""},
		{"a cut keeps what is in flight", model.FIFO, content{list: listOf("a")}, change{then: sever}, "a/"},
		{"a link is cut once", model.FIFO, content{cut: true}, change{then: sever}, "no"},
	} {
		c := newContents(row.order)
		n := c.number(row.before)
		f := newFunction(func(value uint32) (uint32, bool) { return c.apply(row.change, value) }, func(int64) {})
		for range 2 { // the second time from the memo
			got := "no"
			if list := f.apply(n); list != nil {
				got = describe(c.values[list[0]])
			}
			if got != row.want {
				t.Errorf("%s: %q, want %q", row.reason, got, row.want)
			}
		}
		if got := describe(c.values[n]); got != describe(row.before) {
			t.Errorf("%s: the contents before became %q", row.reason, got)
		}
	}
}

// TestTicks says how many ticks a tick leaves to the messages of a channel, in turn, and where it
// cannot happen because a message is urgent.
func TestTicks(t *testing.T) {
	const urgent = -1
	for _, row := range []struct {
		reason string
		order  model.Order
		ticks  []int
		want   []int
	}{
		{"nothing changes where nothing is", model.FIFO, nil, nil},
		{"each message has one tick less", model.Bag, []int{1, 3}, []int{0, 2}},
		{"the first of a queue is urgent", model.FIFO, []int{0, 2}, []int{urgent}},
		{"a later one cannot arrive, and so is not", model.Inbox, []int{2, 0, 1}, []int{1, 0, 0}},
		{"any message of a bag is urgent", model.Bag, []int{0, 2}, []int{urgent}},
		{"and of a set", model.Set, []int{0}, []int{urgent}},
	} {
		c, v := newContents(row.order), content{}
		for _, ticks := range row.ticks {
			v.list = append(v.list, entry{port: 1, msg: 7, ticks: ticks})
		}
		got := []int{urgent}
		if n, passes := c.tick(c.number(v)); passes {
			got = nil
			for _, e := range c.values[n].list {
				got = append(got, e.ticks)
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestChangesAreToldApart says that changes that differ in one thing have
// different keys, by which functions are shared.
func TestChangesAreToldApart(t *testing.T) {
	a, b := letters['a'], letters['b']
	met := map[string]int{}
	for i, c := range []change{
		{}, {empty: true}, {take: &a}, {take: &b}, {take: &a, peek: true}, {puts: listOf("a")}, {puts: listOf("ab")}, {puts: listOf("ba")},
		{puts: []entry{{port: 1, msg: 7, ticks: 1}}}, {then: die}, {then: revive}, {then: sever},
		{empty: true, at: &stage{0, 1}}, {take: &a, at: &stage{0, 1}}, {take: &a, at: &stage{1, 0}}, {take: &a, puts: listOf("b"), at: &stage{0, 1}},
	} {
		if j, ok := met[string(c.key())]; ok {
			t.Errorf("changes %d and %d have one key", j, i)
		}
		met[string(c.key())] = i
	}
}

// TestDeliverable says which messages of a channel may arrive next.
func TestDeliverable(t *testing.T) {
	for _, row := range []struct {
		order       model.Order
		holds, want string
		reason      string
	}{
		{model.FIFO, "aba", "a", "the first"},
		{model.Inbox, "ba", "b", "the first, whatever the port"},
		{model.Bag, "baa", "ba", "each, equal ones once"},
		{model.Set, "ba", "ba", "each"},
		{model.FIFO, "", "", "nothing of nothing"},
	} {
		c := newContents(row.order)
		got := textOf(c.deliverable(c.number(content{list: listOf(row.holds)})))
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%v %s: %s (-want +got):\n%s", row.order, row.holds, row.reason, diff)
		}
	}
}

// TestDeferred says which messages may arrive from a channel whose receiver defers b in
// local state 1, and whether it can receive a message there.
func TestDeferred(t *testing.T) {
	for _, row := range []struct {
		order    model.Order
		holds    string
		arrive   string // in some local state
		here     string // in local state 1
		receives bool   // in local state 1
		reason   string
	}{
		{model.FIFO, "ba", "b", "b", false, "a deferred message blocks a link"},
		{model.FIFO, "ab", "a", "a", true, "one behind the first does not"},
		{model.Bag, "ba", "ba", "ba", true, "a bag has no first message"},
		{model.Bag, "bb", "b", "b", false, "all are deferred"},
		{model.Inbox, "bbaa", "ba", "ba", true, "the first that is not deferred passes the others"},
		{model.Inbox, "ab", "ab", "a", true, "nothing passes a message that is not deferred"},
		{model.Inbox, "b", "b", "b", false, "all are deferred"},
		{model.FIFO, "", "", "", false, "nothing of nothing"},
	} {
		c := newContents(row.order)
		c.defers = func(at stage, e entry) bool { return at.local == 1 && e == letters['b'] }
		n, at, here := c.number(content{list: listOf(row.holds)}), &stage{0, 1}, ""
		for _, r := range "ba" {
			if e := letters[r]; c.arrives(n, e, at) {
				here += string(r)
			}
		}
		got := []any{textOf(c.deliverable(n)), sorted(here), c.receives(n, at), c.receives(n, &stage{0, 0})}
		want := []any{row.arrive, sorted(row.here), row.receives, row.holds != ""}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v %s: %s (-want +got):\n%s", row.order, row.holds, row.reason, diff)
		}
	}
}

func sorted(text string) string {
	list := []byte(text)
	slices.Sort(list)
	return string(list)
}
