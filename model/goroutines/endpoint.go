package goroutines

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A Delivery is a message as the code receives it: a copy that is its own.
type Delivery struct {
	Port  model.Port
	Value any
}

// An Endpoint is the whole surroundings of a process. All goroutines of the process
// may use it at once, and no other.
type Endpoint struct {
	place      realcode.Place
	contents   *contents
	inbox      func() chan Delivery // the channels have many places: they are made when they are needed
	operations func() chan int
	ctx        context.Context
	cancel     context.CancelFunc
	visible    chan struct{} // told of each effect

	mu      sync.Mutex
	out     []effect
	calls   int
	pending map[int]*call
	conns   connections
	serve   func(ctx context.Context, q model.Port, request any) (any, error)
	choose  func(k int) int
	fault   string // the fault of the code
	unfit   error  // why the code does not suit
	log     []string
	logs    func(line string) // is told of each line; nil: nobody is
	disk    string
	life    int
}

// The bounds of a step.
const (
	maxInbox   = 1 << 8 // deliveries that the code has not received
	maxEffects = 1 << 12
	maxChoices = 24
)

// An effect is a message that waits to be carried out of the bubble.
type effect struct {
	kind   MessageKind
	port   model.Port
	number int
	life   int
	value  any
	call   *call // of a Request
	conn   *conn // that dials
}

func newEndpoint(place realcode.Place, c *contents) *Endpoint {
	e := &Endpoint{place: place, contents: c, inbox: madeOnce[Delivery](), operations: madeOnce[int](),
		visible: make(chan struct{}, 1), pending: map[int]*call{}, conns: connections{all: map[connKey]*conn{}}}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	return e
}

// madeOnce returns a function that returns a channel, always the same.
func madeOnce[T any]() func() chan T {
	return sync.OnceValue(func() chan T { return make(chan T, maxInbox) })
}

// ID returns the identity of the process, if [Code].Needs asks for it.
func (e *Endpoint) ID() model.ID { return e.place.ID }

// N returns the number of processes, if [Code].Needs asks for it.
func (e *Endpoint) N() int { return e.place.N }

// Label returns the input label of the process, if [Code].Needs asks for it.
func (e *Endpoint) Label() int { return e.place.Label }

// Ports returns the number of ports: they are 0..Ports()-1.
func (e *Endpoint) Ports() int { return e.place.Ports }

// Neighbours returns the identities behind the ports, if [Code].Needs asks for them.
func (e *Endpoint) Neighbours() []model.ID { return slices.Clone(e.place.Neighbours) }

// NeighbourLabels returns the labels behind the ports, if [Code].Needs asks for them.
func (e *Endpoint) NeighbourLabels() []int { return slices.Clone(e.place.NeighbourLabels) }

// PortOf returns the first port to the process with identity id, and whether there
// is one.
func (e *Endpoint) PortOf(id model.ID) (model.Port, bool) {
	q := slices.Index(e.place.Neighbours, id)
	return model.Port(q), q >= 0
}

// Context ends when the process is stopped.
func (e *Endpoint) Context() context.Context { return e.ctx }

// Inbox returns the channel of the messages that others have sent by [Endpoint.Send].
func (e *Endpoint) Inbox() <-chan Delivery { return e.inbox() }

// Operations returns the channel of the operations that the application invokes.
func (e *Endpoint) Operations() <-chan int { return e.operations() }

// Send sends a copy of v through port q, and does not wait.
func (e *Endpoint) Send(q model.Port, v any) { e.add(effect{kind: Plain, port: q, value: v}) }

// Choose returns one of 0..k-1: the search takes each. Code whose randomness
// matters asks here for it.
func (e *Endpoint) Choose(k int) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	if k < 1 || k > maxChoices {
		e.fails("chooses among %d outcomes; allowed: 1..%d", k, maxChoices)
		return 0
	}
	if e.choose == nil {
		return 0
	}
	return e.choose(k)
}

// Disk returns the data last persisted, "" if there are none. It survives a crash.
func (e *Endpoint) Disk() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.disk
}

// Persist makes data the whole contents of the disk. It is there at once. In a search
// a crash never strikes between two effects of one input: all of its writes are on
// disk, whichever of its messages are sent. In a walk it strikes between inputs too.
func (e *Endpoint) Persist(data string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.disk = data
}

// Logf notes a line of the log of the process: see [Algorithm.Logs] and [Walked].
func (e *Endpoint) Logf(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	line := strings.TrimSpace(fmt.Sprintf(format, args...))
	e.log = append(e.log, line)
	if e.logs != nil {
		e.logs(line)
	}
}

// Write notes the lines of p, so that an Endpoint is where a logger writes to.
func (e *Endpoint) Write(p []byte) (int, error) {
	e.Logf("%s", p)
	return len(p), nil
}

// add notes an effect, with a copy of its value.
func (e *Endpoint) add(x effect) {
	var err error
	if x.value, err = e.contents.copies.of(x.value); err != nil {
		e.mu.Lock()
		e.unfit = fmt.Errorf("sends %w", err)
		e.mu.Unlock()
		return
	}
	e.mu.Lock()
	full := len(e.out) >= maxEffects
	if full {
		e.fails("sends more than %d messages without waiting", maxEffects)
	} else {
		e.out = append(e.out, x)
	}
	e.mu.Unlock()
	if full {
		<-e.ctx.Done()
		return
	}
	e.tellVisible()
}

// tellVisible tells of an effect.
func (e *Endpoint) tellVisible() {
	select {
	case e.visible <- struct{}{}:
	default:
	}
}

// fails notes the first thing that the code did wrong. e.mu is held.
func (e *Endpoint) fails(format string, args ...any) {
	if e.fault == "" {
		e.fault = fmt.Sprintf(format, args...)
	}
}

// guard notes a panic. It is deferred in goroutines that this package starts.
func (e *Endpoint) guard() {
	if r := recover(); r != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.fails("panics: %v%s", r, panicLine(string(debug.Stack())))
	}
}

// panicLine returns the file and line of a panic from its stack, as " (file:line)".
func panicLine(stack string) string {
	_, after, ok := strings.Cut(stack, "panic(")
	if !ok {
		return ""
	}
	lines := strings.Split(after, "\n")
	for n := 2; n+1 < len(lines); n += 2 {
		if !ofRuntime(lines[n]) {
			place, _, _ := strings.Cut(strings.TrimSpace(lines[n+1]), " ")
			return " (" + place[strings.LastIndex(place, "/")+1:] + ")"
		}
	}
	return ""
}
