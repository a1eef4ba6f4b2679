package realcode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// A state is the meaning of a [State].
type state struct {
	look
	handle  State
	place   Place
	pending []Effect
	waiting []Input
	history *link   // the shortest
	others  []*link // further histories
	derived int     // how many of them are
	steps   map[model.Input[Message]]*result
	order   []model.Input[Message] // of steps
	// panicked is the panic of the constructor: the next step panics so, too.
	panicked any
}

// A result is the outcome of a step.
type result struct {
	next     *state
	look     look
	sends    []Effect
	panicked any
}

// begin returns the state of a fresh object.
func (a *Algorithm) begin(p Place, disk string) State {
	k := key(p, look{disk: disk})
	s, ok := a.starts[k]
	if !ok {
		s = a.construct(p, disk)
		a.starts[k] = s
	}
	return s.handle
}

// construct constructs an object twice and returns the state that it is in.
func (a *Algorithm) construct(p Place, disk string) *state {
	h := &link{disk: disk}
	first, one := a.started(p, h)
	second, two := a.started(p, h)
	if why := a.compare(first, second, one, two); why != "" {
		a.fail("nondeterminism: two fresh objects differ: %s", why)
	}
	if one.panicked == nil {
		return a.arrive(p, first, one.look)
	}
	l := look{print: "panics: " + fmt.Sprint(one.panicked), disk: disk, text: "panics-at-start", ready: model.Spontaneous{Timers: model.Timers(EffectTimer)}}
	s := a.add(p, first, l)
	s.panicked = one.panicked
	return s
}

// started returns a fresh object, or the panic of its constructor.
func (a *Algorithm) started(p Place, h *link) (r *run, one *result) {
	r = &run{history: h, disk: h.disk}
	defer func() {
		switch fault := recover().(type) {
		case nil:
			one = &result{look: a.look(r)}
		case *model.ValueError:
			panic(fault)
		default:
			one = &result{panicked: fault}
		}
	}()
	r.object = a.fresh(p, h)
	return r, nil
}

// taken returns the result of s upon in: it is computed once.
func (a *Algorithm) taken(s *state, p Place, in model.Input[Message]) *result {
	if r, ok := s.steps[in]; ok {
		return r
	}
	if s.panicked != nil {
		return &result{panicked: s.panicked}
	}
	first, one := a.attempt(s, p, s.history, in)
	second, two := a.attempt(s, p, s.history, in)
	if why := a.compare(first, second, one, two); why != "" {
		a.fail("nondeterminism: the same inputs twice, %s: %s", first.history.text(), why)
	}
	if one.panicked == nil {
		one.next = a.arrive(p, first, one.look)
		one.look = one.next.look // the same texts, once
	}
	s.steps[in] = one
	s.order = append(s.order, in)
	for _, h := range slices.Clone(s.others) {
		a.sameFuture(s, p, h, in)
	}
	return one
}

// attempt takes a step of s by one of its histories.
func (a *Algorithm) attempt(s *state, p Place, h *link, in model.Input[Message]) (*run, *result) {
	r := a.resume(p, s, h)
	if got := a.fingerprint(r.object); got != s.print {
		a.fail("nondeterminism: the inputs %s lead to another state when they are replayed", h.text())
	}
	a.event(r, in)
	if r.fault != nil {
		return r, &result{panicked: r.fault}
	}
	return r, &result{look: a.look(r), sends: r.sends}
}

// sameFuture ends the search unless s has the known result upon in by history h.
// That is then a further history of the next state.
func (a *Algorithm) sameFuture(s *state, p Place, h *link, in model.Input[Message]) {
	one := s.steps[in]
	second, two := a.attempt(s, p, h, in)
	if !one.same(two) {
		first, again := a.attempt(s, p, s.history, in)
		a.fail("the fingerprint misses something: two histories have the same fingerprint and differ upon %v: %s; histories: %s; and %s",
			Input{Input: in}, a.compare(first, second, again, two), s.history.text(), h.text())
	}
	if one.panicked == nil {
		a.again(one.next, p, second, two.look, derived)
	}
}

// same reports whether two results are the same.
func (r *result) same(s *result) bool {
	if r.panicked != nil || s.panicked != nil {
		return fmt.Sprint(r.panicked) == fmt.Sprint(s.panicked)
	}
	return r.look == s.look && slices.Equal(r.sends, s.sends)
}

// compare names the first difference of two results; "" if there is none.
func (a *Algorithm) compare(x, y *run, r, s *result) string {
	if p, q := fmt.Sprint(r.panicked), fmt.Sprint(s.panicked); r.panicked != nil || s.panicked != nil {
		if p == q {
			return ""
		}
		return fmt.Sprintf("one panics with %s and the other with %s", p, q)
	}
	for i := range max(len(r.sends), len(s.sends)) {
		if m, n := sendText(r.sends, i), sendText(s.sends, i); m != n {
			return fmt.Sprintf("send %d is %s in one and %s in the other", i, m, n)
		}
	}
	if r.look != s.look {
		return a.differ(x, y, r.look, s.look)
	}
	return ""
}

func sendText(list []Effect, i int) string {
	if i >= len(list) {
		return "none"
	}
	return fmt.Sprintf("%v (%q)", list[i], list[i].Msg.Bytes)
}

// differ names the first part in which two runs differ that look different.
func (a *Algorithm) differ(x, y *run, l, m look) string {
	switch {
	case l.print != m.print:
		return a.print.difference(x.object, y.object)
	case l.disk != m.disk:
		return fmt.Sprintf("what is persisted is %q in one and %q in the other", l.disk, m.disk)
	case l.queue != m.queue:
		return fmt.Sprintf("what is to be done is %s in one and %s in the other", l.queue, m.queue)
	case l.ready != m.ready:
		return fmt.Sprintf("Ready is %+v in one and %+v in the other", l.ready, m.ready)
	case l.status != m.status:
		return fmt.Sprintf("Observe is %v in one and %v in the other", l.status, m.status)
	}
	return fmt.Sprintf("String is %q in one and %q in the other", l.text, m.text)
}

// key is equal for equal local states of one place only.
func key(p Place, l look) string {
	parts := []string{fmt.Sprintf("%+v", p), l.print, l.disk, l.queue}
	var b strings.Builder
	for _, part := range parts {
		fmt.Fprintf(&b, "%d:%s", len(part), part)
	}
	return b.String()
}

// arrive returns the state that r is in. It is a further history of a state
// that is known.
func (a *Algorithm) arrive(p Place, r *run, l look) *state {
	if s, ok := a.known[key(p, l)]; ok {
		a.again(s, p, r, l, direct)
		return s
	}
	return a.add(p, r, l)
}

// add returns a new state.
func (a *Algorithm) add(p Place, r *run, l look) *state {
	k := key(p, l)
	s := &state{look: l, place: p, history: r.history, pending: r.pending, waiting: r.waiting,
		handle: State{number: int32(len(a.states)), text: l.text}, steps: map[model.Input[Message]]*result{}}
	a.bytes += int64(len(k) + len(l.print))
	if a.bytes > a.code.MaxBytes {
		a.fail("%d local states take more than %d bytes; allow more by MaxBytes", len(a.states)+1, a.code.MaxBytes)
	}
	a.states = append(a.states, s)
	a.known[k] = s
	return s
}

// An arrival says how a history came to a state that is known.
type arrival uint8

const (
	direct  arrival = iota // by the shortest history of the state before
	derived                // by a further history of it
)

// again compares the future of s by another history with the known future, and
// keeps the shorter of the two histories to replay. Of derived histories there
// may be very many, so only some are looked at.
func (a *Algorithm) again(s *state, p Place, r *run, l look, how arrival) {
	if l != s.look {
		a.fail("the fingerprint misses something: %s; histories: %s; and %s",
			a.differ(r, r, l, s.look), r.history.text(), s.history.text())
	}
	h := r.history
	shorter, room := h.length < s.history.length, how == direct || s.derived < a.code.Histories
	if !shorter && !room || h.same(s.history) || slices.ContainsFunc(s.others, h.same) {
		return
	}
	other := h
	if shorter {
		other, s.history = s.history, h
	}
	s.others = append(s.others, other)
	if how == derived {
		s.derived++
	}
	for _, in := range slices.Clone(s.order) {
		a.sameFuture(s, p, h, in)
	}
}
