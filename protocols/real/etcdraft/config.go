package etcdraft

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model/realcode"
)

// An Input is an event that a server reacts to besides messages: the timer of that number.
type Input uint8

// The inputs.
const (
	Campaigning  Input = iota // the election timeout
	Proposing                 // a client's request
	Beating                   // the heartbeat timeout
	Transferring              // a request to transfer leadership to the next server
	Reporting                 // the transport reports how it went: Config.Reports
	Reading                   // a client's linearizable read
	Changing                  // a request to change the configuration: Config.Changes
	inputs
)

// A Report is a report of a leader's transport.
type Report int

// The reports. Those about a snapshot need a follower that is sent one.
const (
	Unreachable      Report = iota // the next server cannot be reached
	SnapshotSent                   // the first follower that is sent a snapshot has got it
	SnapshotFailed                 // it has not
	SnapshotReported = SnapshotFailed
)

// Application is how the application around the library handles a Ready. The first two are allowed by raft's documentation.
type Application int

// The applications. Those after ApplyFirst are wrong on purpose.
const (
	Proper         Application = iota // persists, sends, applies
	ApplyFirst                        // applies, persists, sends: committed entries are applied in parallel
	SendFirst                         // sends, persists, applies
	VoteLost                          // does not persist the vote
	EntriesLost                       // does not persist the entries
	AdvanceFirst                      // says that a batch is handled before it has applied it, which it does with the next batch
	ContextsReused                    // all reads of a server have one context
	SnapshotLost                      // restores the entries before a snapshot, not those in it
	VotesUnsent                       // does not send votes
	NeverApplies
	applications
)

// Unlimited is no bound.
const Unlimited = -1

// A Config bounds a system. The zero value of a budget is none.
type Config struct {
	Voters   int // servers 1..Voters vote from the start; 0: all but the learners
	Learners int // the next servers learn from the start

	MaxTerm   int      // no campaign in this term and later
	Campaigns int      // of each server since its start; 0 or Unlimited: MaxTerm alone bounds them
	Patient   bool     // no election timeout while a leader is known; the timeout is then a suspicion of that leader, which is true once it is down; a leader that asks for votes leads no more
	MaxLog    int      // no proposal and no change when a leader's log is this long
	Changes   []string // of the configuration, see [ParseChange]: a leader proposes the first that is not in its log
	Reads     int      // of each server, ever
	Beats     int      // of each server since its start; Unlimited needs timing timely or order set, or channels fill for ever
	Transfers int      // of each server since its start
	Reports   []Report // of each server since its start, in this order
	// Only lists which servers take an input; all do if it is not a key.
	Only map[Input][]int

	SnapshotEvery int  // the application makes a snapshot, and drops the log before it, whenever it has applied so many entries since the last; 0: never
	OneEntry      bool // messages hold one entry at most
	PreVote       bool
	CheckQuorum   bool
	LeaseReads    bool // a leader answers reads because it has a lease, which no clock ends here

	Application Application
	Granularity realcode.Granularity
	LeaveOut    []string // besides those of the library
}

// check reports the first thing that is wrong with c.
func (c *Config) check() error {
	for _, b := range []struct {
		name  string
		value int
	}{{"Voters", c.Voters}, {"Learners", c.Learners}, {"MaxLog", c.MaxLog}, {"Reads", c.Reads},
		{"Transfers", c.Transfers}, {"SnapshotEvery", c.SnapshotEvery}} {
		if b.value < 0 {
			return fmt.Errorf("%s is %d; allowed: 0 or more", b.name, b.value)
		}
	}
	switch {
	case c.MaxTerm < 1:
		return fmt.Errorf("MaxTerm is %d; allowed: 1 or more, or nobody campaigns", c.MaxTerm)
	case c.Campaigns < Unlimited:
		return fmt.Errorf("Campaigns is %d; allowed: 0 or more, and Unlimited", c.Campaigns)
	case c.Beats < Unlimited:
		return fmt.Errorf("Beats is %d; allowed: 0 or more, and Unlimited", c.Beats)
	case c.PreVote && c.Campaigns == 0:
		return errors.New("PreVote without a bound of Campaigns: they need not raise the term and go on for ever; where that does no harm (timing timely), say Unlimited")
	case c.LeaseReads && !c.CheckQuorum:
		return errors.New("LeaseReads without CheckQuorum, which raft refuses")
	case len(c.Changes) > 0 && c.MaxLog == 0:
		return errors.New("Changes with MaxLog 0: no log is short enough to be appended to")
	case c.Application < 0 || c.Application >= applications:
		return fmt.Errorf("application %d does not exist; allowed: 0..%d", c.Application, applications-1)
	}
	return c.checkLists()
}

func (c *Config) checkLists() error {
	for _, r := range c.Reports {
		if r < 0 || r > SnapshotReported {
			return fmt.Errorf("report %d does not exist; allowed: 0..%d", r, SnapshotReported)
		}
	}
	for _, text := range c.Changes {
		if _, err := ParseChange(text); err != nil {
			return err
		}
	}
	for in, list := range c.Only {
		if in >= inputs {
			return fmt.Errorf("Only lists input %d, which does not exist; allowed: 0..%d", in, inputs-1)
		}
		if len(list) == 0 || slices.Min(list) < 1 {
			return fmt.Errorf("Only lists servers %v for input %d; allowed: identities, 1 or more, at least one", list, in)
		}
	}
	return nil
}

// servers returns how many servers the configuration speaks of.
func (c *Config) servers() int {
	n := max(c.Voters+c.Learners, c.Learners+1)
	for _, text := range c.Changes {
		change, _ := ParseChange(text) // which has been checked
		for _, s := range change.Steps {
			n = max(n, s.Server)
		}
	}
	for _, list := range c.Only {
		n = max(n, slices.Max(list))
	}
	return n
}

// members returns the configuration of index 0, of n servers.
func (c *Config) members(n int) (m Members) {
	voters := c.Voters
	if voters == 0 {
		voters = n - c.Learners
	}
	for id := 1; id <= voters+c.Learners; id++ {
		if id <= voters {
			m.Voters = append(m.Voters, uint64(id))
		} else {
			m.Learners = append(m.Learners, uint64(id))
		}
	}
	return m
}

// takes reports whether a server takes an input at all.
func (c *Config) takes(in Input, id int) bool {
	list, listed := c.Only[in]
	return !listed || slices.Contains(list, id)
}

// proposes reports whether clients propose to a server when it leads.
func (c *Config) proposes(id int) bool { return c.MaxLog > 0 && c.takes(Proposing, id) }

// untraced lists the fields of the library that have no effect: those that count
// ticks, if heartbeats alone follow from them. So heartbeats without end leave no
// trace.
func (c *Config) untraced() []string {
	if c.Beats != Unlimited || c.CheckQuorum || c.Transfers > 0 {
		return nil
	}
	return []string{"raft.raft.electionElapsed"}
}

// next returns the first change that is not in a log, false if there is none.
func (c *Config) next(log []Entry) (string, bool) {
	n := 0
	for _, e := range log {
		if n < len(c.Changes) && e.Change == c.normal(n) {
			n++
		}
	}
	if n == len(c.Changes) {
		return "", false
	}
	return c.Changes[n], true
}

// normal returns a change as an entry has it.
func (c *Config) normal(i int) string {
	change, _ := ParseChange(c.Changes[i]) // which has been checked
	return change.String()
}
