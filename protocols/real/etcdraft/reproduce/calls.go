package reproduce

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// A replica writes down the calls that it gets.
type replica struct {
	etcdraft.Replica
	r        *recorder
	applied  int  // the last index that was handed out to be applied in an earlier batch
	restored bool // a snapshot
}

func (p *replica) Step(message string) {
	p.r.add(fmt.Sprintf("step(%s)", quote(p.r.describe(message))), "")
	p.Replica.Step(message)
}

func (p *replica) Campaign() {
	p.r.add("Campaign()", "campaign %d")
	p.Replica.Campaign()
}

func (p *replica) Propose(data string) {
	p.r.add(fmt.Sprintf("Propose([]byte(%q))", data), "propose %d "+data)
	p.Replica.Propose(data)
}

func (p *replica) Beat() {
	p.r.add("Tick()", "tick-heartbeat %d")
	p.Replica.Beat()
}

func (p *replica) Transfer(to int) {
	p.r.add(fmt.Sprintf("TransferLeader(%d)", to), fmt.Sprintf("transfer-leadership from=%%d to=%d", to))
	p.Replica.Transfer(to)
}

func (p *replica) Unreachable(id int) {
	p.r.add(fmt.Sprintf("ReportUnreachable(%d)", id), fmt.Sprintf("report-unreachable %%d %d", id))
	p.Replica.Unreachable(id)
}

func (p *replica) Change(change string) {
	c, _ := etcdraft.ParseChange(change) // which has been checked
	var steps []string
	for _, s := range c.Steps {
		steps = append(steps, fmt.Sprintf("%c%d", s.Kind, s.Server))
	}
	list := strings.Join(steps, " ")
	wrote := p.r.add("", "propose-conf-change %d")
	switch c.Transition {
	case etcdraft.Simple:
		wrote.statement, wrote.command = fmt.Sprintf("simple(%q)", list), wrote.command+" v1=true"
	case etcdraft.Auto:
		wrote.statement = fmt.Sprintf("joint(pb.ConfChangeTransitionAuto, %q)", list)
	case etcdraft.Implicit:
		wrote.statement, wrote.command = fmt.Sprintf("joint(pb.ConfChangeTransitionJointImplicit, %q)", list), wrote.command+" transition=implicit"
	case etcdraft.Explicit:
		wrote.statement, wrote.command = fmt.Sprintf("joint(pb.ConfChangeTransitionJointExplicit, %q)", list), wrote.command+" transition=explicit"
	}
	wrote.statement = "ProposeConfChange(" + wrote.statement + ")"
	wrote.command = strings.TrimSuffix(wrote.command+"\n"+list, "\n")
	p.r.changes = true
	p.Replica.Change(change)
}

func (p *replica) Read(context string) {
	p.r.add(fmt.Sprintf("read(%q)", context), "").refuse = "rafttest has no command for a read"
	p.Replica.Read(context)
}

func (p *replica) Snapshot(id int, failed bool) {
	status := "raft.SnapshotFinish"
	if failed {
		status = "raft.SnapshotFailure"
	}
	p.r.add(fmt.Sprintf("ReportSnapshot(%d, %s)", id, status), "").refuse = "rafttest has no command for a report about a snapshot"
	p.Replica.Snapshot(id, failed)
}

func (p *replica) Compact(index int, applied []etcdraft.Entry) {
	p.r.snapshots = true
	p.r.add(fmt.Sprintf("compact(%d)", index), fmt.Sprintf("compact %%d %d", index+Offset))
	p.Replica.Compact(index, applied)
}

func (p *replica) Ready() (etcdraft.Batch, bool) {
	c := p.r.add("Ready()", "")
	b, ok := p.Replica.Ready()
	if !ok {
		c.statement = "ready()"
		return b, ok
	}
	var asked []string
	if b.Save {
		asked = append(asked, "save")
	}
	if b.Restored {
		p.r.snapshots = true
		asked = append(asked, fmt.Sprintf("restore %d", b.Disk.Snapshot.Index))
	}
	c.refuse = p.sends(b)
	for _, m := range b.Messages {
		asked = append(asked, p.r.describe(m.Bytes))
	}
	for _, e := range b.Committed {
		asked = append(asked, "apply "+p.r.DescribeEntry(e))
	}
	for _, a := range b.Answers {
		asked = append(asked, fmt.Sprintf("read %s at %d", a.Context, a.Index))
	}
	c.batch, c.statement = &b, "ready(\n"
	for _, text := range asked {
		c.statement += quote(text) + ",\n"
	}
	c.statement += ")"
	return b, ok
}

func (p *replica) Save() {
	p.r.add("save()", "")
	p.Replica.Save()
}

func (p *replica) Advance() {
	p.r.add("advance()", "")
	p.Replica.Advance()
}

// sends says why rafttest would not send the snapshots of a batch; "" if it would.
// It sends what it applied last, not what the log was compacted to, and does not
// take what it restores for applied.
func (p *replica) sends(b etcdraft.Batch) (why string) {
	for _, m := range b.Messages {
		var index int
		_, text, snapshot := strings.Cut(m.Text, ",snapshot")
		if fmt.Sscan(strings.ReplaceAll(text, "/", " "), &index); !snapshot {
			continue
		}
		switch {
		case p.restored:
			why = "rafttest does not send what it has restored from a snapshot"
		case index != p.applied:
			why = fmt.Sprintf("rafttest would send a snapshot at the last index that is applied, %d, not at %d", p.applied, index)
		}
	}
	p.restored = p.restored || b.Restored
	for _, e := range b.Committed {
		p.applied = e.Index
	}
	return why
}

func quote(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
