package hashicorpraft

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/hashicorp/raft"
)

var errNoSnapshots = errors.New("hashicorpraft: no snapshots are made here")

// A store is a raft.InmemStore that keeps a text of its log for properties.
type store struct {
	*raft.InmemStore
	forgets bool // votes
	mu      sync.Mutex
	log     string
}

func newStore(forgets bool) *store { return &store{InmemStore: raft.NewInmemStore(), forgets: forgets} }

func (s *store) SetUint64(key []byte, value uint64) error {
	if s.forgets && string(key) == "LastVoteTerm" {
		return nil
	}
	return s.InmemStore.SetUint64(key, value)
}

func (s *store) StoreLog(l *raft.Log) error { return s.StoreLogs([]*raft.Log{l}) }

func (s *store) StoreLogs(logs []*raft.Log) error {
	defer s.note()
	return s.InmemStore.StoreLogs(logs)
}

func (s *store) DeleteRange(low, high uint64) error {
	defer s.note()
	return s.InmemStore.DeleteRange(low, high)
}

// note writes the log anew. An error of the store is one of the library's own.
func (s *store) note() {
	first, _ := s.FirstIndex()
	last, _ := s.LastIndex()
	var words []string
	for i := first; i <= last && last > 0; i++ {
		var l raft.Log
		if err := s.GetLog(i, &l); err != nil {
			words = append(words, "none")
			continue
		}
		words = append(words, entryText(l))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = strings.Join(words, " ")
}

// entryText returns a text of an entry, without spaces.
func entryText(l raft.Log) string { return fmt.Sprintf("t%d:%s", l.Term, content(l)) }

// content returns a text of the data of an entry.
func content(l raft.Log) string {
	switch l.Type {
	case raft.LogNoop:
		return "noop"
	case raft.LogConfiguration:
		return fmt.Sprintf("servers(%d)", len(raft.DecodeConfiguration(l.Data).Servers))
	}
	return fmt.Sprintf("%q", l.Data)
}

func (s *store) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log
}

// term returns the term on disk, which the library writes before it uses it.
func (s *store) term() int {
	term, err := s.GetUint64([]byte("CurrentTerm"))
	if err != nil {
		return 0 // "not found"
	}
	return int(term)
}

// A machine is a state machine that notes the commands that it is given.
type machine struct {
	mu       sync.Mutex
	commands []string
}

func (m *machine) Apply(l *raft.Log) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.commands = append(m.commands, string(l.Data))
	return nil
}

func (m *machine) Snapshot() (raft.FSMSnapshot, error) { return nil, errNoSnapshots }

func (m *machine) Restore(io.ReadCloser) error { return errNoSnapshots }

func (m *machine) text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.commands, " ")
}
