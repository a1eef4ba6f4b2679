package dskitring

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/grafana/dskit/ring"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// The bounds of an instance.
const (
	maxMembers = 4
	maxUpdates = 4 // of each member
)

// Updating is the timer of a member: its next update of its own entry.
const Updating uint8 = 0

// Application is the member's use of the library: its clock must not go back,
// and updates are to be merged.
type Application int

// The applications. Those after Proper are wrong on purpose.
const (
	Proper     Application = iota
	ClockLost              // does not persist the clock: after a restart it begins again
	Overwrites             // stores the ring that arrives without merging
)

// Options bound a system.
type Options struct {
	Tokens      [][]uint32             // of each member, when it registers
	Lives       [][]ring.InstanceState // of each member, its state after its updates, one after the other
	Application Application
	Granularity realcode.Granularity
}

// Code returns members: one for each identity 1..n, on a network whose ports are
// the identities in order.
func Code(o Options) realcode.Code {
	return realcode.Code{
		Name:        "dskitring",
		Needs:       model.Needs{Topologies: []model.Topology{model.CompleteByID}, MaxN: maxMembers, Knowledge: model.KnowID | model.KnowN},
		LeaveOut:    []string{"dskitring.member.options"},
		Nil:         realcode.NilIsEmpty,
		Granularity: o.Granularity,
		Disk:        "0 0",
		New: func(p realcode.Place, disk string) realcode.Object {
			m := &member{options: o, id: int(p.ID), n: p.N, ring: ring.NewDesc()}
			if _, err := fmt.Sscan(disk, &m.updates, &m.clock); err != nil {
				panic(err)
			}
			return m
		},
	}
}

// A member holds the ring, and the clock by which it updates its own entry.
type member struct {
	options Options
	id, n   int
	ring    *ring.Desc
	updates int   // of its own entry, ever
	clock   int64 // the timestamp of the last
	merged  uint  // the updates that the ring has been made of, a bit each
}

func name(id int) string { return "m" + strconv.Itoa(id) }

// Take updates the member's own entry, or merges the gossip of another one.
func (m *member) Take(in realcode.Input) []realcode.Effect {
	if in.Kind == model.Receive {
		update, change := decode(in.Msg.Bytes)
		m.merged |= 1 << update
		if m.options.Application == Overwrites {
			maps.Copy(m.ring.Ingesters, change.Ingesters)
			return nil
		}
		m.merge(change, false)
		return nil
	}
	return m.update()
}

// update acts as the library's Lifecycler at a heartbeat: it changes a
// copy of the ring and merges that.
func (m *member) update() []realcode.Effect {
	copied := m.ring.Clone().(*ring.Desc)
	own, ok := copied.Ingesters[name(m.id)]
	if !ok {
		own = ring.InstanceDesc{Addr: name(m.id), Tokens: slices.Clone(m.options.Tokens[m.id-1])}
	}
	update := (m.id-1)*maxUpdates + m.updates
	m.clock++
	own.Timestamp, own.State = m.clock, m.options.Lives[m.id-1][m.updates]
	if copied.Ingesters == nil { // as AddIngester, which takes the time from the wall clock
		copied.Ingesters = map[string]ring.InstanceDesc{}
	}
	copied.Ingesters[name(m.id)] = own
	m.updates++
	m.merged |= 1 << update
	change := m.merge(copied, true)

	saved := m.clock
	if m.options.Application == ClockLost {
		saved = 0
	}
	effects := []realcode.Effect{realcode.Persist(fmt.Sprint(m.updates, saved))}
	for id := 1; id <= m.n && change != nil; id++ {
		if id != m.id {
			effects = append(effects, realcode.Send(model.Port(id-1), encode(update, change)))
		}
	}
	return effects
}

// merge lets the library merge, and returns the change that is to be gossiped.
func (m *member) merge(other *ring.Desc, localCAS bool) *ring.Desc {
	change, err := m.ring.Merge(other, localCAS)
	if err != nil {
		panic(err)
	}
	if change == nil {
		return nil
	}
	return change.(*ring.Desc)
}

// encode writes an update and its change: the entries by name, since the order
// of a map is random.
func encode(update int, change *ring.Desc) realcode.Message {
	parts, text := []string{strconv.Itoa(update)}, ""
	for _, key := range slices.Sorted(maps.Keys(change.Ingesters)) {
		entry := change.Ingesters[key]
		data, err := entry.Marshal()
		if err != nil {
			panic(err)
		}
		parts = append(parts, key, fmt.Sprintf("%x", data))
		text += entryText(key, entry)
	}
	return realcode.Message{Bytes: strings.Join(parts, " "), Text: fmt.Sprintf("%d%s", update, text)}
}

func decode(message string) (update int, change *ring.Desc) {
	parts := strings.Fields(message)
	update, err := strconv.Atoi(parts[0])
	if err != nil {
		panic(err)
	}
	change = ring.NewDesc()
	for i := 1; i < len(parts); i += 2 {
		var data []byte
		if _, err := fmt.Sscanf(parts[i+1], "%x", &data); err != nil {
			panic(err)
		}
		var entry ring.InstanceDesc
		if err := entry.Unmarshal(data); err != nil {
			panic(err)
		}
		change.Ingesters[parts[i]] = entry
	}
	return update, change
}

func entryText(key string, e ring.InstanceDesc) string {
	text := fmt.Sprintf(":%s-%s@%d", key, strings.ToLower(e.State.String()), e.Timestamp)
	for _, token := range e.Tokens {
		text += fmt.Sprintf("+%d", token)
	}
	return text
}

// Ready says whether an update is left.
func (m *member) Ready() model.Spontaneous {
	if m.updates < len(m.options.Lives[m.id-1]) {
		return model.Spontaneous{Timers: model.Timers(Updating)}
	}
	return model.Spontaneous{}
}

// Observe returns a status that shows a [Seen].
func (m *member) Observe() model.Status {
	return model.Status{Own: Seen{Merged: m.merged, Ring: strings.TrimPrefix(m.ringText(), ":")}}
}

// String is short: a chart shows it.
func (m *member) String() string {
	return fmt.Sprintf("%d", m.updates) + m.ringText()
}

// ringText returns the entries of the ring. Different rings have different texts.
func (m *member) ringText() string {
	text := ""
	for _, key := range slices.Sorted(maps.Keys(m.ring.Ingesters)) {
		text += entryText(key, m.ring.Ingesters[key])
	}
	return text
}
