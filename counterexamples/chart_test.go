package counterexamples_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

var update = flag.Bool("update", false, "write golden and stored files anew")

// example is an execution with a name, and the property that it refutes, if any.
type example struct {
	name, reason string
	property     string
	instance     counterexamples.Instance
	x            model.Execution
}

func (e example) file() *counterexamples.File {
	f := counterexamples.Record(e.instance, e.x, e.judged(), model.Weak)
	f.Prose = []string{"An example: " + e.reason + ".", "", "It stands for itself."}
	return f
}

// named returns the property of that name.
func named(name string) (properties.Property, error) {
	for _, p := range []properties.Property{
		properties.NewLeadsTo("settled", "after two messages some process wins", sent(func(n int) bool { return n == 2 }), won),
		properties.NewLeadsTo("settled-from-the-start", "after no message some process wins", sent(func(n int) bool { return n == 0 }), won),
		properties.NewRecurs("few", "again and again fewer than three messages have been sent", sent(func(n int) bool { return n < 3 })),
	} {
		if p.Name == name {
			return p, nil
		}
	}
	return properties.Named(name, properties.Greatest)
}

// judged returns the property of the example; it has no name if there is none.
func (e example) judged() properties.Property {
	p, _ := named(e.property)
	return p
}

// won is the shape of some process that has won.
var won = properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }}

// sent returns the predicate of the number of messages sent, up to three.
func sent(holds func(n int) bool) properties.Watching {
	return properties.Watch(func(model.View) int { return 0 },
		func(n int, o properties.Observation) int { return min(n+o.Sends, 3) }, holds)
}

// examples returns executions of all kinds.
func examples(t *testing.T) []example {
	var list []example
	add := func(name, reason, property string, stem []string, loop ...string) {
		i, ok := instances()[name]
		if !ok {
			t.Fatal(name)
		}
		list = append(list, example{name, reason, property, i, walk(t, i, stem, loop...)})
	}
	add("election", "messages fly in order, over the seam of the ring too", "leader-reachable",
		[]string{"wake p0", "wake p2", "receive p1:1 TOKEN(3)", "receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p0:1 TOKEN(3)"})
	add("faults", "each fault has its sign", "",
		[]string{"wake p0", "wake p1", "wake p2", "receive p1:1 TOKEN(3)", "duplicate p2:1 TOKEN(1)", "lose p0:1 TOKEN(2)",
			"crash p0 during receive:1 TOKEN(1) after 0", "receive p2:1 TOKEN(1)", "cut p1 p2", "restart p0"})
	add("division", "a group is cut off, and comes back", "",
		[]string{"wake p0", "divide p1", "wake p2", "receive p0:1 TOKEN(2)", "wake p1", "heal"})
	add("traitor", "a process betrays, and forges messages", "",
		[]string{"wake p0", "betray p1", "forge p1:0 TOKEN(3)", "wake p2", "receive p2:1 TOKEN(3)", "forge p1:0 TOKEN(2)"})
	add("graph", "messages to a process that is down are lost at once", "decided",
		[]string{"wake p1", "wake p2"})
	add("lasso", "a loop is marked", "decided",
		[]string{"wake p2", "wake p0", "receive p1:1 TOKEN(3)"},
		"receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p1:1 TOKEN(2)",
		"receive p0:1 TOKEN(3)", "receive p2:1 TOKEN(2)", "receive p1:1 TOKEN(3)")
	loop := []string{"receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p1:1 TOKEN(2)",
		"receive p0:1 TOKEN(3)", "receive p2:1 TOKEN(2)", "receive p1:1 TOKEN(3)"}
	for _, p := range []string{"settled", "settled-from-the-start", "few"} {
		add("lasso", "a remark says where what never happens was due", p, []string{"wake p2", "wake p0", "receive p1:1 TOKEN(3)"}, loop...)
		list[len(list)-1].name += "-" + p
	}
	add("all", "messages are in flight before the first event", "",
		[]string{"receive p1:1 TOKEN(3)", "crash p2"})
	add("coin", "with two processes the links between them are told apart", "uniqueness",
		[]string{"wake p0 choose 0,1", "wake p1 choose 1,2", "receive p0:0 TOKEN(3)", "receive p1:1 TOKEN(2)"})
	add("rounds", "a round delivers all messages at once", "decided",
		[]string{"round wake p1 p3", "round", "round wake p2", "crash p2 during round after 0"})
	add("late", "messages wait for a round", "",
		[]string{"round wake p1 p3", "delay p0:0 TOKEN(4)", "round", "delay p1:0 TOKEN(1)", "round", "round"})
	add("ticks", "time passes between events, and is said", "uniqueness",
		[]string{"wake p0", "tick", "wake p2", "receive p1:1 TOKEN(3)", "tick", "timeout p0:0", "lose p0:1 TOKEN(2)", "tick", "timeout p2:0"})
	add("loner", "a process sends to itself", "leader-reachable",
		[]string{"wake p0", "receive p0:0 TOKEN(1)"})
	return list
}

func TestCharts(t *testing.T) {
	for _, e := range examples(t) {
		t.Run(e.name, func(t *testing.T) {
			remarks := e.judged().Remarks(e.x)
			golden(t, e.name+".txt", []byte(counterexamples.Chart(e.x, remarks...)))
			golden(t, e.name+".svg", counterexamples.SVG(e.x, e.name+": "+e.reason, remarks...))
			golden(t, e.name+".list", []byte(counterexamples.List(e.x, 60, remarks...)+"\n"+counterexamples.Legend(60, e.x)))
			golden(t, e.name+".mmd", []byte(counterexamples.Mermaid(e.x, remarks...)))
		})
	}
}

// golden compares a chart with its golden file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "charts", name)
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, got, 0o666)); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s\nto write it anew: go test ./counterexamples -run TestCharts -update; commit only if you know why it changed", path, diff)
	}
}

func TestChartHasEachWordWhole(t *testing.T) {
	wide, err := strconv.Atoi("1000000000000000001")
	if err != nil {
		t.Skip("identities have 32 bits here: no name of a process is as wide")
	}
	long := model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{model.ID(wide), 2}}
	for _, row := range []struct {
		reason   string
		instance counterexamples.Instance
		stem     []string
		want     []string
	}{
		{"a long mark of the last of many processes, and a note", crowd("wary", model.Network{Topology: model.Complete, N: 12, Faults: model.Faults{Suspect: 2}}),
			[]string{"wake p0", "suspect p1:10", "suspect p11:11"}, []string{"o suspect p11  | ", "o suspect p10    p11 candidate\n"}},
		{"a message that does not fit on its arrow is a note", crowd("talkative", model.Network{Topology: model.Complete, N: 12}),
			[]string{"wake p0"}, []string{"|.........>|", "|" + strings.Repeat(".", 86) + ">|", "|........ANNOUNCEMENT("}},
		{"a message over a cut link is lost", instances()["faults"], []string{"cut p0 p1", "wake p0"}, []string{"|--TOKEN(3)--x|"}},
		{"a long name at the left edge", counterexamples.Instance{Algorithm: "greedy", Variant: "printed", Network: long},
			[]string{"wake p0"}, []string{"\nid=1000000000000000001 "}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			chart := counterexamples.Chart(walk(t, row.instance, row.stem))
			for _, want := range row.want {
				if !strings.Contains(chart, want) {
					t.Errorf("%q is not in\n%s", want, chart)
				}
			}
		})
	}
}

func TestMermaidEscapesItsOwnSigns(t *testing.T) {
	x := walk(t, crowd("talkative", model.Network{Topology: model.Complete, N: 2}), []string{"wake p0"})
	if got, want := counterexamples.Mermaid(x), "state=<#35;1#59;2>) (in flight)\n"; !strings.Contains(got, want) {
		t.Errorf("%q is not in\n%s", want, got)
	}
}

func TestSVGIsXMLWithEscapedText(t *testing.T) {
	x := examples(t)[0].x
	const title = `a < b & "c"`
	d := xml.NewDecoder(bytes.NewReader(counterexamples.SVG(x, title)))
	found := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text, ok := token.(xml.CharData)
		found = found || ok && string(text) == title
	}
	if !found {
		t.Errorf("the title %q is not in the picture", title)
	}
}
