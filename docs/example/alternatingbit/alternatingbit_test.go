package alternatingbit_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/alternatingbit"
	"github.com/interrex/interrex/model"
)

const (
	items = 4
	every = model.Unbounded
)

// fair says that links may lose any number of messages, but not all.
var fair = interrextest.Config{Fairness: model.Strong, Time: time.Hour}

// ways are the networks in which repetition without bound makes finitely many configurations.
var ways = []struct {
	name           string
	net            model.Network
	configurations int64
}{
	{"timely", model.Network{Timing: model.Timely, Faults: model.Faults{Loss: every}}, 22},
	{"bounded", model.Network{Timing: model.Bounded, Faults: model.Faults{Loss: every}}, 69},
	{"drop", model.Network{Capacity: model.Capacity{Places: 2}, Faults: model.Faults{Loss: every, Dup: every}}, 130},
	{"block", model.Network{Capacity: model.Capacity{Places: 2, Full: model.Block}, Faults: model.Faults{Loss: every, Dup: every}}, 112},
}

func expect(t *testing.T, o alternatingbit.Options, list ...interrextest.Expectation) {
	t.Helper()
	s, err := alternatingbit.New(o)
	if err != nil {
		t.Fatal(err)
	}
	fair.Expect(t, s, list...)
}

// TestComplete decides the protocol in each way, where messages keep their order.
func TestComplete(t *testing.T) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			expect(t, alternatingbit.Options{Items: items, Network: way.net}, interrextest.Configurations(way.configurations),
				interrextest.Holds(alternatingbit.InOrder()), interrextest.Holds(alternatingbit.Complete(items)))
		})
	}
}

// TestReordering says that one bit is too little where messages overtake each other: a set is the fourth way to keep
// repetition finite, and refutes the protocol. So does a bag of two places.
func TestReordering(t *testing.T) {
	for _, net := range []model.Network{{Order: model.Set}, {Order: model.Bag, Capacity: model.Capacity{Places: 2}}} {
		net.Faults = model.Faults{Loss: every, Dup: every}
		t.Run(net.Order.String(), func(t *testing.T) {
			expect(t, alternatingbit.Options{Items: items, Network: net}, interrextest.Violated(alternatingbit.InOrder()).In(6))
		})
	}
}

// faults are the planted faults.
var faults = []struct {
	name, reason string
	options      alternatingbit.Options
	breaks       interrextest.Expectation
}{
	{"deaf", "the first item is accepted twice", alternatingbit.Options{Deaf: true}, interrextest.Violated(alternatingbit.InOrder()).In(3)},
	{"blind", "a bit that is late is taken for that of the next item, which is skipped", alternatingbit.Options{Blind: true}, interrextest.Violated(alternatingbit.InOrder()).In(7)},
	{"silent", "if a bit is lost, the sender repeats its item for ever", alternatingbit.Options{Silent: true}, interrextest.Violated(alternatingbit.Complete(items)).In(5)},
}

func TestFaults(t *testing.T) {
	for _, test := range faults {
		for _, way := range ways[2:] {
			t.Run(test.name+" "+way.name, func(t *testing.T) {
				test.options.Items, test.options.Network = items, way.net
				expect(t, test.options, test.breaks)
			})
		}
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	var systems []*model.System
	options := []alternatingbit.Options{{Items: items, Network: ways[0].net}, {Items: items, Network: ways[2].net}}
	for _, f := range faults {
		f.options.Items, f.options.Network = items, ways[2].net
		options = append(options, f.options)
	}
	for _, o := range options {
		s, err := alternatingbit.New(o)
		if err != nil {
			t.Fatal(err)
		}
		systems = append(systems, s)
	}
	interrextest.Coverage(t, systems...)
}
