package etcdraft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A server is a replica and the application around it.
type server struct {
	cluster *Cluster
	id, n   int
	replica Replica
	batch   Batch // that is being handled
	late    Batch // handled and not applied: AdvanceFirst
	applied []Entry

	campaigns, beats, transfers, reports int
	gone                                 int   // the leader that the replica knows, where it is known that it leads no more: Patient
	led                                  bool  // perhaps, before its last restart, for it voted for itself: Patient
	reads                                int   // that were begun
	waiting                              []int // the reads without answer
	answers                              string
}

// What a server is told when an effect has been carried out.
const (
	saved   = "saved"
	apply   = "apply"
	advance = "advance"
)

// Take is the loop around the library.
func (s *server) Take(in realcode.Input) []realcode.Effect {
	switch {
	case in.Done == saved:
		s.replica.Save()
		return nil
	case in.Done == apply:
		s.apply(s.batch)
		return nil
	case in.Done == advance:
		return append(s.advance(), s.pump()...)
	}
	var first []realcode.Effect
	switch in.Kind {
	case model.Receive:
		s.receive(in.Port, in.Msg)
	case model.Suspect:
		s.suspect()
	default:
		first = s.trigger(Input(in.Timer))
	}
	if s.gone != 0 && s.gone != s.replica.State().Lead {
		s.gone = 0
	}
	return append(first, s.pump()...)
}

func (s *server) config() *Config { return &s.cluster.config }

// trigger gives the library an input, and returns the effects to be carried out before
// anything else.
func (s *server) trigger(in Input) []realcode.Effect {
	switch in {
	case Campaigning:
		if s.config().Campaigns > 0 {
			s.campaigns++
		}
		s.replica.Campaign()
	case Proposing:
		s.replica.Propose(string(rune('a' + s.id - 1)))
	case Beating:
		if s.config().Beats != Unlimited {
			s.beats++
		}
		s.replica.Beat()
	case Transferring:
		s.transfers++
		s.replica.Transfer(s.neighbour())
	case Reporting:
		s.reports++
		s.report(s.config().Reports[s.reports-1])
	case Reading:
		s.reads++
		s.waiting = append(s.waiting, s.reads)
		s.replica.Read(s.context(s.reads))
		return []realcode.Effect{s.persist(s.replica.Disk())}
	case Changing:
		change, _ := s.config().next(s.replica.State().Log)
		s.replica.Change(change)
	}
	return nil
}

func (s *server) neighbour() int { return s.id%s.n + 1 }

func (s *server) report(r Report) {
	if r == Unreachable {
		s.replica.Unreachable(s.neighbour())
		return
	}
	if list := s.replica.State().Restoring; len(list) > 0 {
		s.replica.Snapshot(list[0], r == SnapshotFailed)
	}
}

// context returns the context of a read, which tells the reads of all servers apart.
func (s *server) context(read int) string {
	if s.config().Application == ContextsReused {
		return fmt.Sprint(s.id)
	}
	return fmt.Sprintf("%d.%d", s.id, read)
}

// answer takes note of the answers to reads that wait.
func (s *server) answer(list []Answer) {
	for _, a := range list {
		i := slices.IndexFunc(s.waiting, func(read int) bool { return s.context(read) == a.Context })
		if i < 0 {
			continue // the read of an earlier start, or answered before
		}
		s.answers += fmt.Sprintf("%d:%d ", s.waiting[i], a.Index)
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
}

// pump returns the effects to be carried out with the next batch, if there is one.
func (s *server) pump() []realcode.Effect {
	b, ok := s.replica.Ready()
	if !ok {
		return nil
	}
	s.batch = b
	s.answer(b.Answers)
	var save, send, applied []realcode.Effect
	if b.Save {
		e := s.persist(b.Disk)
		e.Done = saved
		save = append(save, e)
	}
	for _, m := range b.Messages {
		if s.config().Application != VotesUnsent || !strings.Contains(m.Text, "VoteResp(") {
			send = append(send, realcode.Send(model.Port(m.To-1), realcode.Message{Bytes: m.Bytes, Text: m.Text}))
		}
	}
	if len(b.Committed) > 0 || b.Restored {
		applied = append(applied, realcode.Call(apply))
	}
	order := [][]realcode.Effect{save, send, applied}
	switch s.config().Application {
	case ApplyFirst:
		order = [][]realcode.Effect{applied, save, send}
	case SendFirst:
		order = [][]realcode.Effect{send, save, applied}
	case AdvanceFirst, NeverApplies:
		order = [][]realcode.Effect{save, send}
	}
	return append(slices.Concat(order...), realcode.Call(advance))
}

// apply applies a batch.
func (s *server) apply(b Batch) {
	if b.Restored && s.config().Application != SnapshotLost {
		s.applied = slices.Clone(b.Disk.Snapshot.Applied)
	}
	for _, e := range b.Committed {
		s.applied = append(s.applied, e)
		if e.Change != "" {
			s.replica.Apply(e)
		}
	}
}

// advance ends the handling of the batch, and makes a snapshot where it is time
// for one.
func (s *server) advance() []realcode.Effect {
	s.replica.Advance()
	if s.config().Application == AdvanceFirst {
		s.apply(s.late)
		s.late = Batch{Restored: s.batch.Restored, Disk: s.batch.Disk, Committed: s.batch.Committed}
	}
	s.batch = Batch{}
	if s.config().SnapshotEvery == 0 {
		return nil
	}
	last := 0
	if snapshot := s.replica.Disk().Snapshot; snapshot != nil {
		last = snapshot.Index
	}
	if len(s.applied) < last+s.config().SnapshotEvery {
		return nil
	}
	s.replica.Compact(len(s.applied), s.applied)
	return []realcode.Effect{s.persist(s.replica.Disk())}
}

// persist returns the effect that writes what the application writes of what it
// is to write.
func (s *server) persist(d Disk) realcode.Effect {
	switch s.config().Application {
	case VoteLost:
		d.Vote = 0
	case EntriesLost:
		d.Entries, d.Commit = nil, 0
	}
	d.Reads = s.reads
	return realcode.Persist(d.String())
}

// Observe returns a status that shows a [Seen].
func (s *server) Observe() model.Status {
	state := s.replica.State()
	role := []model.Role{model.Undecided, model.Candidate, model.Won}[state.Role]
	seen := Seen{Log: logOf(state.Log), Applied: logOf(s.applied), Members: state.Members,
		Begun: s.reads, Answers: s.answers, Behind: state.Behind}
	return model.Status{Role: role, Term: state.Term, Leader: model.ID(state.Lead), Own: seen, Bounded: s.bounded(state)}
}

// String is short: a chart shows it.
func (s *server) String() string {
	state := s.replica.State()
	text := fmt.Sprintf("%s:t%d", []string{"follower", "candidate", "leader"}[state.Role], state.Term)
	for _, e := range state.Log {
		text += fmt.Sprintf(",%d%s", e.Term, e.content())
	}
	text += fmt.Sprintf(":applied%d", len(s.applied))
	if len(s.config().Changes) > 0 {
		text += ":" + state.Members
	}
	if s.answers != "" {
		text += ":read" + strings.ReplaceAll(strings.TrimSpace(s.answers), " ", ",")
	}
	return text
}
