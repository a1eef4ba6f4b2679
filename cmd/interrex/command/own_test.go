package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrex/internal/calls"
	"github.com/interrex/interrex/cmd/interrex/internal/exectrace"
	"github.com/interrex/interrex/cmd/interrex/internal/experiments"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/counterexamples/export/promela"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A flood sends the identity of whoever wakes round a ring. A process that
// receives one after it has woken has won, which is wrong with three processes.
type flood struct{}

func (flood) Init(model.Self) model.Role                         { return model.Undecided }
func (flood) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (flood) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}
func (flood) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg > p.ID():
		p.Send(0, in.Msg)
		return model.Lost
	case role == model.Candidate:
		return model.Won
	}
	return role
}

// identified is a unidirectional ring with identities.
func identified(n int) model.Network {
	return model.Network{Topology: model.UnidirectionalRing, N: n, IDs: descendingIDs(n)}
}

// calm is a property that [properties.Named] does not know.
func calm() properties.Property {
	return properties.NewAlways("calm", "no process is a candidate", func(v model.View) bool {
		for _, s := range v.Status {
			if s.Role == model.Candidate {
				return false
			}
		}
		return true
	})
}

// TestOwnProtocols runs the commands for three protocols that are not of the
// catalogue.
func TestOwnProtocols(t *testing.T) {
	t.Chdir(t.TempDir())
	anonymous := Of(flood{}, func(n int) model.Network { return model.Network{Topology: model.Ring, N: n} })
	anonymous.Name, anonymous.Title, anonymous.From, anonymous.To = "nameless", "nobody has an identity", 2, 2
	three := Of(flood{}, identified)
	three.Name, three.From, three.To = "three", 3, 3
	slow := Of(flood{}, func(n int) model.Network {
		net := identified(n)
		net.Timing, net.Delay = model.Bounded, 2
		return net
	})
	slow.Name = "slow"
	k, err := collect("mine", []Protocol{Of(flood{}, identified, properties.Uniqueness(), calm()), anonymous, three, slow})
	if err != nil {
		t.Fatal(err)
	}
	const file = "found/flood-own-uniqueness-n3-async-fifo-weak.txt"
	for _, row := range []struct {
		args   string
		want   status
		shows  string // standard output and error show it
		reason string
	}{
		{"list", ok, "flood\n  claims    uniqueness (n=2..4), calm (n=2..4)", "what is claimed"},
		{"list", ok, "nameless: nobody has an identity\n  claims    well-formed (n=2)", "a protocol without properties"},
		{"check flood -n 2..3 --counterexamples found", refuted, "2 properties: 2 do not hold; 3 instances", "every arrangement"},
		{"check flood --property calm", refuted, "1 property: 1 does not hold", "a property of its own by name"},
		{"check flood --ids 2,1 --property uniqueness", ok, "1 property: 1 holds", "two processes never win both"},
		{"check nameless", refuted, "reads ID", "identities are not granted where the network has none"},
		{"check flood -n 2 --loss 1 --property quiescence", ok, "1 property: 1 holds", "a property of the catalogue, a network of the flags"},
		{"check flood -n 3 --loss 1 --property uniqueness", refuted, "o wake", "a violation on a network of the flags is refuted and drawn"},
		{"check flood --ids 5,1,2,3,4 --property uniqueness", refuted, "o wake", "so is one beyond the sizes of the protocol"},
		{"replay " + file, ok, "flood, own, n = 3, ids 3,1,2: uniqueness: violated by 5 events", "the file that check wrote"},
		{"chart " + file, ok, "o wake", "drawn"},
		{"minimise " + file, ok, "property: uniqueness", "shortened"},
		{"measure flood --exact -n 3", ok, "messages", "extremes"},
		{"measure flood", usage, "measure: the numbers of processes of flood are missing", "no sweep is planned"},
		{"measure flood --sizes 2..4", ok, "| 4 | 7.9     |", "averages"},
		{"simulate flood -n 50", ok, "flood own, n=50", "one long execution"},
		{"check other", usage, `unknown algorithm "other"; allowed: flood, nameless, three, slow`, "a typing error"},
		{"check three --loss 1 --ids worst", ok, "1 instance,", "the sizes of the protocol on a network of the flags"},
		{"measure three --exact --ids worst", ok, "messages  3 ", "so are those of a measurement"},
		{"check flood --property other", usage, "allowed: well-formed", "a typing error"},
		{"check slow -n 2 --timing async", ok, "async fifo weak ", "another timing has no delay"},
		{"check slow -n 2 --max-delay 3 --timing bounded", ok, "bounded fifo delay=3", "a delay of the flags, in any order"},
		{"check slow -n 2 --max-delay 3 --timing async", usage, "a greatest delay of 3 needs timing bounded or lockstep", "a delay of the flags is not ignored"},
		{"check flood -n 2 --timing lockstep --max-delay 2 --json", refuted, `"timing":"lockstep","maxDelay":2,`, "messages of one or two rounds"},
		{"simulate flood -n 9 --timing lockstep --max-delay 2", usage, "each message takes a round, not up to 2; allowed: fifo, lifo", "the scheduler of large networks refuses them"},
		{"check flood -n 2 --capacity drop=1", refuted, "async fifo capacity drop=1", "a capacity of the flags"},
		{"check flood -n 2 --capacity block=1 --json", refuted, `"capacity":"block=1"`, "as data"},
		{"simulate flood -n 9 --capacity drop=1", ok, ", capacity drop=1,", "in a simulation"},
		{"simulate flood -n 5 --capacity block=1 --scheduler fifo", ok, ", capacity block=1,", "events wait under the schedulers that look at all that is enabled"},
		{"validate slow -n 2 --timing async -", usage, "the processes have identities, and none are given; allowed: --ids with", "one thing is allowed"},
		{"errata", usage, "unknown command", "only the catalogue has errata"},
	} {
		var out bytes.Buffer
		got := k.run(t.Context(), strings.Fields(row.args), &out, &out)
		if got != int(row.want) || !strings.Contains(out.String(), row.shows) {
			t.Errorf("mine %s (%s): exit status %d, want %d and %q in\n%s", row.args, row.reason, got, row.want, row.shows, out.String())
		}
	}
	if text, err := os.ReadFile(filepath.FromSlash(file)); err != nil || !strings.Contains(string(text), "\nvariant: own\n") {
		t.Errorf("%s: %v\n%s", file, err, text)
	}
}

func TestOwnProtocolsThatMeanNothing(t *testing.T) {
	of := Of(flood{}, identified)
	named := func(name string) Protocol { p := of; p.Name = name; return p }
	sized := func(from, to int) Protocol { p := of; p.From, p.To = from, to; return p }
	for _, row := range []struct {
		list   []Protocol
		want   string
		reason string
	}{
		{nil, "no protocol is given", "nothing to check"},
		{[]Protocol{of, of}, `two protocols are named "flood"`, "files could not be told apart"},
		{[]Protocol{named("two words")}, `protocol 1, "two words": its name has white space`, "the name stands in files"},
		{[]Protocol{{Name: "x"}}, "no Network", "no network"},
		{[]Protocol{{Name: "x", Network: identified}}, "no New", "no algorithm"},
		{[]Protocol{sized(3, 2)}, "sizes From 3 To 2", "an empty range"},
		{[]Protocol{Of(flood{}, identified, calm(), calm())}, `two properties are named "calm"`, "verdicts could not be told apart"},
		{[]Protocol{Of(flood{}, identified, properties.Property{})}, "", "a property without a name"},
	} {
		if _, err := collect("mine", row.list); err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", row.reason, err, row.want)
		}
	}
}

// TestOwnNamesAreTheSameForAllSizes says that a property that only some sizes have is
// not left out in silence.
func TestOwnNamesAreTheSameForAllSizes(t *testing.T) {
	p := Of(flood{}, identified)
	p.Properties = func(n int) []properties.Property {
		list := []properties.Property{properties.Uniqueness()}
		if n > 2 {
			list = append(list, calm())
		}
		return list
	}
	k, err := collect("mine", []Protocol{p})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	got := k.run(t.Context(), []string{"check"}, &out, &out)
	const want = "interrex: flood: its properties are uniqueness for one process, but uniqueness, calm for 3; allowed: the same names for every number\n"
	if got != int(usage) || out.String() != want {
		t.Errorf("exit status %d and %q, want %d and %q", got, out.String(), usage, want)
	}
}

// TestHelpOfOwnProtocols says that the texts do not speak of a catalogue.
func TestHelpOfOwnProtocols(t *testing.T) {
	k, err := collect("mine", []Protocol{Of(flood{}, identified)})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []Program{With(), allParts()} {
		k.parts = p.parts
		for _, cmd := range k.newRoot().Commands() {
			var out bytes.Buffer
			if got := k.run(t.Context(), []string{cmd.Name(), "--help"}, &out, &out); got != 0 {
				t.Errorf("%s --help: exit status %d", cmd.Name(), got)
			}
			for _, word := range []string{"catalogue", "document", "--variant", "--report", "--large", "interrex ", "\n\n\n"} {
				if cmd.Name() != "completion" && strings.Contains(out.String(), word) {
					t.Errorf("%s --help has the text %q:\n%s", cmd.Name(), word, out.String())
				}
			}
		}
	}
}

// allParts returns a program with the parts that one's own may have.
func allParts() Program {
	writing := func(p *parts.Parts) { p.WritePromela = promela.Write }
	return With(page.AddTo, experiments.AddTo, exectrace.AddTo, calls.AddTo, writing)
}

// TestParts says that each part adds something, and that one is told of a part that a program has not.
func TestParts(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("log", []byte(validate.ExectraceHead), 0o644); err != nil {
		t.Fatal(err)
	}
	k, err := collect("mine", []Protocol{Of(flood{}, identified)})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ args, without, with, reason string }{
		{"explore other", "command.With(explorer.Part()).Main", "allowed: flood; or a counterexample file", "the page links a web server"},
		{"explore --help", "Usage:\n  mine", "--listen HOST:PORT", "its help"},
		{"measure flood --sizes 2..4", "| n | average |", "n log2 n", "fits link gonum"},
		{"measure --help", "and averages: messages sent", "SVG and PNG", "its help"},
		{"validate flood -n 2 --ids 2,1 log", "command.With(exectrace.Part()).Main", "not an execution trace that can be read", "execution traces need a module"},
		{"validate flood --tick 1ms -n 2 --ids 2,1 log", "unknown flag: --tick", "not an execution trace", "their flag"},
		{"validate --help", "Exit status", "flight recorder", "its help"},
		{"export flood -n 2 --as promela", "command.With(promela.Part()).Main", "proctype", "few write models for SPIN"},
		{"export --help", "graph of the system of the file", "that promela judges", "its help"},
		{"validate --object lock log", "unknown flag: --object", "log:1: no call as JSON", "the objects are as large as an engine"},
		{"validate --help", "Exit status", "are linearizable", "its help"},
	} {
		for _, c := range []struct {
			program Program
			want    string
		}{{With(), row.without}, {allParts(), row.with}} {
			k.parts = c.program.parts
			var out bytes.Buffer
			k.run(t.Context(), strings.Fields(row.args), &out, &out)
			if !strings.Contains(out.String(), c.want) {
				t.Errorf("mine %s (%s): want %q in\n%s", row.args, row.reason, c.want, out.String())
			}
		}
	}
}

// patient waits for so many messages before it wins: one algorithm under several parameters.
type patient struct{ messages int }

func (patient) Init(model.Self) int { return 0 }
func (patient) Ready(_ model.Self, n int) model.Spontaneous {
	return model.Spontaneous{Wake: n == 0}
}
func (a patient) Step(p *model.Process[int], n int, in model.Input[int]) int {
	if in.Kind == model.Wake || n < a.messages {
		p.Send(0, n)
	}
	return n + 1
}
func (a patient) Observe(_ model.Self, n int) model.Status {
	if n > a.messages {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

// TestFilesOfTests replays, draws and shortens files that a test has stored under the name of its
// system: of joined programs, and of one algorithm under two parameters.
func TestFilesOfTests(t *testing.T) {
	t.Chdir(t.TempDir())
	quiet := properties.NewAlways("quiet", "nobody wins", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Role != model.Won }})
	ring := func(labels ...int) func(int) model.Network {
		return func(n int) model.Network {
			return model.Network{Topology: model.Ring, N: n, Wake: model.WakeSet{Only: []int{0}}, Labels: labels}
		}
	}
	pair := func(name string, first, second int) Protocol {
		p := Of(model.JoinAs(name, model.ProgramOf(patient{first}), model.ProgramOf(patient{second})), ring(0, 1), quiet)
		p.From, p.To = 2, 2
		return p
	}
	short, long, joined := Of(patient{2}, ring(), quiet), Of(patient{3}, ring(), quiet), pair("", 1, 4)
	short.Name, long.Name, joined.Name = "short", "long", "joined"
	k, err := collect("mine", []Protocol{short, long, joined, pair("pair", 4, 4)})
	if err != nil {
		t.Fatal(err)
	}
	store := func(file string, p Protocol, name string) {
		t.Helper()
		s, err := p.New(p.Network(2))
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{quiet}})
		if err != nil || r.Verdicts[0].Execution == nil {
			t.Fatalf("%s: %v, %+v", file, err, r.Verdicts)
		}
		i := counterexamples.Instance{Algorithm: name, Variant: "own", Network: *s.Network()}
		if err := os.WriteFile(file, counterexamples.Record(i, *r.Verdicts[0].Execution, quiet, model.Weak).Format(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	store("short.txt", short, "patient")
	store("long.txt", long, "patient")
	store("joined.txt", joined, "patient+patient")
	store("pair.txt", pair("pair", 4, 4), "pair")
	stored, err := os.ReadFile("short.txt")
	if err != nil {
		t.Fatal(err)
	}
	for file, changed := range map[string][2]string{"other.txt": {"algorithm: patient", "algorithm: stranger"}, "lost.txt": {"property: quiet", "property: calm"}} {
		if err := os.WriteFile(file, bytes.Replace(stored, []byte(changed[0]), []byte(changed[1]), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		args   string
		want   status
		shows  string
		reason string
	}{
		{"replay short.txt", ok, "patient, own, n = 2", "its system has another name than its protocol"},
		{"replay long.txt", ok, "patient, own, n = 2", "another protocol with that system comes first"},
		{"chart long.txt", ok, "o wake", "it is drawn"},
		{"minimise long.txt", ok, "property: quiet", "and shortened"},
		{"replay joined.txt", ok, "patient+patient, own, n = 2", "joined programs have the names of all"},
		{"replay pair.txt", ok, "pair, own, n = 2", "unless they have one name"},
		{"chart pair.txt", ok, "patient", "each process has the name of its program"},
		{"replay other.txt", usage, `unknown algorithm "stranger"; allowed: short, long, joined, pair`, "no protocol has such a system"},
		{"replay lost.txt", usage, `unknown property "calm"`, "no protocol with such a system has the property"},
	} {
		var out bytes.Buffer
		got := k.run(t.Context(), strings.Fields(row.args), &out, &out)
		if got != int(row.want) || !strings.Contains(out.String(), row.shows) {
			t.Errorf("mine %s (%s): exit status %d, want %d and %q in\n%s", row.args, row.reason, got, row.want, row.shows, out.String())
		}
	}
}
