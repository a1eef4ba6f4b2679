package explicit

import (
	"iter"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A stateSpace is the plain state space that is searched: configurations, and the events between them. The other interfaces
// of this file are layers over it. Each may do nothing: then no configuration stands for others, no event is left out,
// and configurations keep their numbers. All methods are safe for concurrent use unless they say otherwise.
type stateSpace interface {
	// Initials returns the initial configurations, in the order of [model.Semantics.Starts].
	Initials() []compose.State
	// Successors appends the successors of s to list, one for each event of s, and reports whether one of the events is
	// obligatory. Each concurrent worker has a lane of its own, a number from 0.
	Successors(lane int, s compose.State, list []compose.State) (next []compose.State, obligatory bool)
	// Edges appends the events of s to list.
	Edges(s compose.State, list []compose.Edge) []compose.Edge
	// Label returns the label with a number, as in [compose.Edge], and Labels all that there are so far.
	Label(n uint32) compose.Label
	Labels() []compose.Label
	// MayCycle reports whether there may be a cycle. It says so too often, never too rarely.
	MayCycle() bool
	// Facts returns the facts of s.
	Facts(s compose.State) compose.Facts
	// InTurn reports whether a timer takes its turn in s: see [model.Semantics.InTurn].
	InTurn(s compose.State) bool
}

// viewed is the layer that shows configurations and events to predicates.
type viewed interface {
	// View returns the view of a configuration with these facts, and the state of its monitor.
	View(f compose.Facts) (model.View, any)
	Shown(s compose.State) properties.Configuration
	ShownStep(s compose.State, e compose.Edge) properties.Step
	NewShowing() *compose.Showing
}

// batched is the layer that expands many configurations at a time.
type batched interface {
	// Expands reports whether Expand may be called. It expands blocks of the visited set that have one half in common.
	Expands() bool
	Expand(lane int, blocks []visited.Block, turned bool, x *compose.Expansion)
}

// renamed is the layer in which a configuration stands for its images under a group of renamings.
type renamed interface {
	// Folds reports whether one stands for others, and Order how large the group is.
	Folds() bool
	Order() int
	// Representative returns the one that stands for s, and Orbit all for which it stands.
	Representative(lane int, s compose.State) compose.State
	Orbit(s compose.State) []compose.State
	// Renaming returns the name in s of each process of its representative.
	Renaming(s compose.State) []int
	EventAfter(image []int, e model.Event) model.Event
	compared
}

// compared has the renamings that predicates must not notice. Elements of the group are numbers, Elements are all of them, and
// Generators some of which all others are products.
type compared interface {
	Elements() []int
	Generators() []int
	Image(element int) []int
	ViewAfter(v model.View) func(element int) model.View
	// Refuse says that a predicate noticed one.
	Refuse()
}

// reduced is the layer that leaves out events.
type reduced interface {
	// Broken reports whether events were left out that matter, and Learn whether the search may go on nevertheless.
	Broken() bool
	Learn() bool
	// SeesSteps reports whether properties of events are judged by looking at events.
	SeesSteps() bool
	// Closes reports whether Alone was ever true: it says that the events of one process are taken in s while others wait.
	Closes() bool
	Alone(s compose.State) bool
	// Whole says that the next search must take all events in s.
	Whole(s compose.State)
	NewExposure(most int) *compose.Exposure
	// Between returns the deliveries that are taken at once after the event of s with a label.
	Between(s compose.State, label uint32) []model.Event
	// Weighed is Edges, with the messages that those deliveries send. Passed returns how many they are, by start.
	Weighed(s compose.State, list []compose.Edge) []compose.Edge
	Passed() []uint32
}

// stored is the layer of the tables that give configurations their numbers. Only Bytes and Numbered are safe for concurrent use.
type stored interface {
	Bytes() int64
	Numbered() (left, right int64)
	// Renewable returns the bytes that Renew gives back. It keeps some configurations, and returns their new numbers.
	Renewable() int64
	Renew(kept iter.Seq[compose.State]) (renewed func(compose.State) compose.State)
	// Droppable returns the bytes that Drop gives back. All numbers stay.
	Droppable() int64
	Drop()
	// MayRecut reports whether Recut may give all configurations other numbers, by another cut of the leaves. Halves returns by
	// cut how many halves of configurations there are.
	MayRecut() bool
	Cut() int
	Halves(list iter.Seq[compose.State]) []int64
	Recut(at int, move func(renewed func(compose.State) compose.State))
	// Unmonitored returns how many configurations of a list there are without the state of a monitor, at most so many.
	Unmonitored(list iter.Seq[uint64], length, most int64) (different int64)
}

// recorded is the layer that another process makes the same numbers with: see [compose.Machine.Record].
type recorded interface {
	Record() bool
	TakeRecord() (data []byte, sum uint64)
	Replay(data []byte) error
}

// layers are all of them. [compose.Machine] has them.
type layers interface {
	stateSpace
	viewed
	batched
	renamed
	reduced
	stored
	recorded
}
