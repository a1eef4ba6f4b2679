package counterexamples_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

func TestRoundTrip(t *testing.T) {
	for _, e := range examples(t) {
		if e.property == "" {
			e.property = "decided"
		}
		t.Run(e.name, func(t *testing.T) {
			f := e.file()
			got, err := counterexamples.Parse(f.Format())
			if err != nil {
				t.Fatalf("%v\n%s", err, f.Format())
			}
			if diff := cmp.Diff(f, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestRoundTripOfNetworks writes and reads networks at the limits of their values.
func TestRoundTripOfNetworks(t *testing.T) {
	for _, row := range []struct {
		name, reason string
		change       func(*model.Network)
	}{
		{"delay", "the least that is written", func(net *model.Network) { net.Delay = 2 }},
		{"capacity", "events wait", func(net *model.Network) { net.Capacity = model.Capacity{Places: 1, Full: model.Block} }},
		{"largest capacity", "messages are lost", func(net *model.Network) { net.Capacity.Places = 255 }},
		{"graph", "a process without links", func(net *model.Network) { net.Graph = [][]int{{1}, {0}, nil} }},
		{"wake", "nobody wakes of its own accord", func(net *model.Network) { net.Wake = model.WakeSet{Only: []int{}} }},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := examples(t)[0].file()
			row.change(&f.Instance.Network)
			got, err := counterexamples.Parse(f.Format())
			if err != nil {
				t.Fatalf("%v\n%s", err, f.Format())
			}
			if diff := cmp.Diff(f.Instance, got.Instance); diff != "" {
				t.Errorf("%s (-want +got):\n%s", row.reason, diff)
			}
		})
	}
}

// sound returns the text of a correct file.
func sound(t *testing.T, name string) string {
	t.Helper()
	for _, e := range examples(t) {
		if e.name == name {
			return string(e.file().Format())
		}
	}
	t.Fatalf("no example %q", name)
	return ""
}

func TestParseErrors(t *testing.T) {
	for _, row := range []struct{ name, file, old, new, want, reason string }{
		{"version", "election", "v1", "v2", `line 1: "interrex counterexample v2"; allowed: "interrex counterexample v1"`,
			"another version may mean something else"},
		{"a program", "election", "interrex counterexample v1", "\tpackage", `line 1: "\tpackage"; allowed: "interrex counterexample v1"`, "a file of another kind, whatever it contains"},
		{"windows line ends", "election", "\n", "\r\n", `line 1: control character '\r'; allowed: text with unix line ends`,
			"editors and version control add them"},
		{"not text", "election", "wake p0", "wake \xff", "line 16: bytes that are not text; allowed: UTF-8", "a binary file"},
		{"unknown key", "election", "order:", "odrer:", `line 10: unknown key "odrer"; allowed: algorithm, variant, readings, limits, topology, n, graph, ids, labels, grants, order, timing, delay, timers, capacity, wake, down, start, faults, victims, fairness, property`,
			"a misspelt key"},
		{"unknown value", "election", "order: fifo", "order: lifo", `line 10: order: unknown order "lifo"; allowed: fifo, bag, set, inbox`,
			"a misspelt value"},
		{"missing key", "election", "timing: async\n", "", `line 15: the key "timing" is missing above this line`, "a line was dropped"},
		{"key twice", "election", "n: 3", "n: 3\nn: 3", `line 9: key "n" occurs twice`, "a line was doubled"},
		{"keys in another order", "election", "n: 3\nids: 3,1,2", "ids: 3,1,2\nn: 3", `line 8: "ids: 3,1,2"; allowed: "n: 3"`,
			"there is one way to write a file"},
		{"spaces", "election", "ids: 3,1,2", "ids:  3,1,2", `line 9: ids: " 3" is not a number; allowed: numbers separated by commas`,
			"there is one way to write a file"},
		{"zeros", "election", "n: 3", "n: 03", `line 8: "n: 03"; allowed: "n: 3"`, "there is one way to write a file"},
		{"n too large", "election", "n: 3", "n: 65", `line 8: n: "65" processes; allowed: 1..64`, "the limit"},
		{"n too small", "election", "n: 3", "n: 0", `line 8: n: "0" processes; allowed: 1..64`, "the limit"},
		{"two words", "election", "variant: printed", "variant: a b", `line 6: variant: "a b" has white space; allowed: one word`,
			"values must not be mistaken for each other"},
		{"wake", "election", "wake: any", "wake: some", `line 12: wake: "some"; allowed: any, all, none, or processes separated by commas`,
			"a misspelt value"},
		{"faults", "faults", "dup=1", "dup=-1", `line 13: faults: "dup=-1"; allowed: none, or crash=K restart=K loss=K dup=K cut=K suspect=K divide=K traitor=K forge=K with K >= 1 or unbounded`,
			"a fault that cannot be"},
		{"grants", "graph", "ID,Label", "ID,label", `line 13: grants: unknown or repeated "label"; allowed: ID, N, Neighbours, Label, NeighbourLabels`,
			"a misspelt value"},
		{"no event", "election", "wake p2", "wakes p2", `line 17: "wakes p2" is not an event; allowed: an event as in "receive p1:0 M", "loop" or "----"`,
			"a misspelt event"},
		{"no such process", "election", "wake p2", "wake p3", "line 17: process p3 does not exist; allowed: p0..p2", "an event of nobody"},
		{"no such process in a round", "rounds", "wake p1 p3", "wake p1 p7", "line 16: process p7 does not exist; allowed: p0..p3", "an event of nobody"},
		{"two loops", "lasso", "receive p2:1 TOKEN(2)", "loop", "line 24: a second loop; allowed: one", "what would it mean"},
		{"empty loop", "election", "----", "loop\n----", `line 23: a loop without events; allowed: an event below "loop"`, "what would it mean"},
		{"truncated schedule", "election", "----", "\x00", `line 22: the file ends within the schedule; allowed: an event, "loop" or "----"`,
			"the end of the file is missing"},
		{"truncated chart", "election", "won ", "\x00", "line 31: the file ends within a line", "the end of the file is missing"},
	} {
		t.Run(row.name, func(t *testing.T) {
			text := strings.ReplaceAll(sound(t, row.file), row.old, row.new)
			text, _, _ = strings.Cut(text, "\x00")
			if _, err := counterexamples.Parse([]byte(text)); err == nil || err.Error() != row.want {
				t.Errorf("got  %v\nwant %s\nas %s, in\n%s", err, row.want, row.reason, text)
			}
		})
	}
}

func TestParseLimits(t *testing.T) {
	text := sound(t, "election")
	many := strings.Replace(text, "wake p0\n", strings.Repeat("wake p0\n", counterexamples.MaxEvents-4), 1) // 1 too many
	if _, err := counterexamples.Parse([]byte(many)); err == nil || !strings.HasSuffix(err.Error(), "more than 10000 events") {
		t.Errorf("%d events: %v", counterexamples.MaxEvents+1, err)
	}
	if _, err := counterexamples.Parse([]byte(strings.Replace(many, "wake p0\n", "", 1))); err != nil {
		t.Errorf("%d events: %v", counterexamples.MaxEvents, err)
	}
	long := text + strings.Repeat("x", counterexamples.MaxSize)
	want := fmt.Sprintf("counterexample of %d bytes; allowed: 1048576", len(long))
	if _, err := counterexamples.Parse([]byte(long)); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestReplay(t *testing.T) {
	for _, e := range examples(t) {
		if e.property == "" {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			x, err := resolver().Replay(e.file())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(e.x.Lasso(), x.Lasso()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestReplayErrors(t *testing.T) {
	for _, row := range []struct{ name, file, old, new, want, reason string }{
		{"algorithm", "election", "greedy", "greed", `unknown algorithm "greed"; allowed: greedy, endless, coin, flood, talkative, wary, echo`,
			"the caller knows the algorithms"},
		{"property", "election", "leader-reachable", "leader", `unknown property "leader"; allowed: well-formed, `,
			"the caller knows the properties"},
		{"network", "election", "ids: 3,1,2", "ids: 3,1,1", "greedy: processes 1 and 2 have the identity 1; allowed: different ones", "the model knows the networks"},
		{"altered message", "election", "receive p1:1 TOKEN(3)", "receive p1:1 TOKEN(9)",
			`line 18: event 3, "receive p1:1 TOKEN(9)", is not enabled; enabled: receive p0:1 TOKEN(2), wake p1, receive p1:1 TOKEN(3)`,
			"an altered event"},
		{"altered loop", "lasso", "\nreceive p0:1 TOKEN(2)", "\nreceive p0:1 TOKEN(1)",
			`line 20: event 4, "receive p0:1 TOKEN(1)", is not enabled; enabled: receive p0:1 TOKEN(2), receive p2:1 TOKEN(3)`,
			"the line of the loop counts"},
		{"open loop", "lasso", "receive p2:1 TOKEN(2)\nreceive p1:1 TOKEN(3)\n----", "----",
			"the loop does not return to the configuration in which it starts", "a truncated loop"},
		{"too long", "coin", "----", "wake p0 choose 0,0\n----", `line 20: event 5, "wake p0 choose 0,0", is not enabled; enabled: nothing`,
			"an event too many"},
		{"too early", "election", "receive p0:1 TOKEN(3)\n----", "----",
			"the execution does not show what the file claims: leader-reachable: is not decided by the last configuration", "an event too few"},
		{"chart", "election", "|--TOKEN(3)-->|             |", "|--TOKEN(1)-->|             |",
			`line 28: the chart differs: the file has "  3      |--TOKEN(1)-->|             |               sent in 1; p1 undecided leader=3", the execution is drawn "  3      |--TOKEN(3)-->|             |               sent in 1; p1 undecided leader=3"`,
			"an altered chart"},
		{"no chart", "coin", "        p0", "\x00", `line 21: the chart differs: the file has "", the execution is drawn "        p0            p1"`,
			"a truncated chart"},
	} {
		t.Run(row.name, func(t *testing.T) {
			text := strings.Replace(sound(t, row.file), row.old, row.new, 1)
			text, _, _ = strings.Cut(text, "\x00")
			f, err := counterexamples.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := resolver().Replay(f); err == nil || !strings.HasPrefix(err.Error(), row.want) {
				t.Errorf("got  %v\nwant %s\nas %s", err, row.want, row.reason)
			}
		})
	}
}

func TestReplayErrorsListSomeOfWhatIsEnabled(t *testing.T) {
	i := crowd("wary", model.Network{Topology: model.Complete, N: 20})
	f := counterexamples.Record(i, walk(t, i, []string{"wake p0"}), properties.Decided(), model.Weak)
	f.Schedule.Stem = schedule(t, []string{"wake p0", "wake p0"})
	const want = "wake p11, wake p12, and 7 more"
	if _, err := resolver().Replay(f); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want what ends with %s", err, want)
	}
}

func TestTitle(t *testing.T) {
	i := instances()["faults"]
	f := counterexamples.File{Instance: i, Property: "decided", Fairness: model.Weak}
	const want = "greedy, printed, n = 3, ids 3,1,2, crash=1 restart=1 loss=1 dup=1 cut=1: decided"
	if got := f.Title(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	f.Instance.Network.Order, f.Instance.Network.Timing, f.Instance.Network.Faults = model.Inbox, model.Bounded, model.Faults{}
	if got := f.Title(); got != "greedy, printed, n = 3, ids 3,1,2, inbox, bounded: decided" {
		t.Errorf("got %q, want order and timing in it", got)
	}
	f.Instance.Readings, f.Instance.Limits, f.Instance.Network = "R1=b", "terms=2", model.Network{N: 3}
	if got := f.Title(); got != "greedy, printed, R1=b, n = 3, terms=2: decided" {
		t.Errorf("got %q, want the reading and the limit in it", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "interrex counterexample v1\n", "interrex counterexample v1\n#\nloop\n----\n"} {
		f.Add([]byte(text))
	}
	const head = "interrex counterexample v1\n# why\nalgorithm: a\nvariant: b\n"
	const tail = "order: bag\ntiming: async\nwake: none\ndown: 0\nfaults: crash=1\nfairness: weak\nproperty: p\n"
	f.Add([]byte(head + "topology: graph\nn: 2\ngraph: 1;-\nids: none\nlabels: 0,1\ngrants: N,Label\n" + tail + "wake p0\nloop\nreceive p1:0 M choose 1\n----\nchart\n"))
	f.Add([]byte(head + "topology: star\nn: 2\nids: 1,2\n" + tail + "crash p1 during wake after 1\ncut p0 p1\n----\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := counterexamples.Parse(data)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("the error is more than one line: %v", err)
			}
			return
		}
		if diff := cmp.Diff(string(data), string(file.Format())); diff != "" {
			t.Fatalf("does not round-trip (-read +written):\n%s", diff)
		}
	})
}

// TestWhatCannotBeStored says that Check names the part of a file that could not be
// read back.
func TestWhatCannotBeStored(t *testing.T) {
	for _, test := range []struct {
		change       func(f *counterexamples.File)
		want, reason string
	}{
		{func(*counterexamples.File) {}, "", "nothing is wrong"},
		{func(f *counterexamples.File) { f.Instance.Algorithm = "my lcr" }, `algorithm "my lcr" has white space; allowed: one word`, "two words"},
		{func(f *counterexamples.File) { f.Instance.Variant = "x\nreadings: R1=b" },
			`variant "x\nreadings: R1=b" has white space; allowed: one word`, "a line that would be read as another key"},
		{func(f *counterexamples.File) { f.Instance.Variant = "" }, `variant "" is empty; allowed: one word`, "no word"},
		{func(f *counterexamples.File) { f.Instance.Readings = "R1=b R2=c" }, `readings "R1=b R2=c" has white space; allowed: one word`, "two words"},
		{func(f *counterexamples.File) { f.Property = "p\x1b[31m" }, `property "p\x1b[31m" has a character that cannot be printed; allowed: one word`,
			"a terminal would obey it"},
		{func(f *counterexamples.File) { f.Prose = []string{"fine", "two\nlines"} },
			`line 2 of the prose, "two\nlines", has a control character or is not UTF-8; allowed: one line of text`, "the second would be no prose"},
		{func(f *counterexamples.File) {
			f.Schedule.Stem[1].Message, f.Schedule.Stem[1].Kind = "A B", model.Receive
		},
			`event 2, "receive p2:0 A B", cannot be read back: not every event has each field, and a message is one word`, "where does the message end"},
		{func(f *counterexamples.File) { f.Schedule.Stem[0] = model.Event{Kind: model.Wake, Port: 3} },
			`event 1, "wake p0", cannot be read back: not every event has each field, and a message is one word`, "a wake-up has no port"},
		{func(f *counterexamples.File) { f.Instance.Network.N = 65 }, `line 8: n: "65" processes; allowed: 1..64`, "the limit"},
	} {
		f, err := counterexamples.Parse([]byte(sound(t, "election")))
		if err != nil {
			t.Fatal(err)
		}
		test.change(f)
		got := ""
		if err := f.Check(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
		}
	}
}
