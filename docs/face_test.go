package docs_test

import (
	"go/ast"
	"go/doc"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// engineTypes are the types of package model that only those see who ask a system for its Semantics.
var engineTypes = []string{"Semantics", "Probe", "Machine", "Posted", "Listener", "Merger", "Sampler", "Outcome", "Send", "Channel", "Disabled"}

// unused are the names of package model that no algorithm, example or page uses, each with a reason to be there.
var unused = map[string][]string{
	"optional methods of an algorithm, with their documentation: an algorithm only has the method": {
		"Deferrer", "Forger", "Initializer", "InputNamer", "Namer", "Restarter", "Timed",
	},
	"values of a type of which others are used": {
		"Divide", "Heal", "Betray", "Forge", "Delay", "Tick", "Cut", "ByTiming", "Unfair", "Drop", "Inbox", "HubRing",
	},
	"parsers of the texts of the command line and of files": {
		"ParseCapacity", "ParseFairness", "ParseFaults", "ParseOrder", "ParseTiming", "ParseTopology", "ParseVictims",
	},
	"types of fields and results that are used": {
		"Budget", "Clock", "Configuration", "Envelope", "Fairness", "Full", "Kind", "Knowledge", "Link", "Number", "OwnType", "Schedule",
		"Sent", "Successor", "TimerSet",
	},
	"errors to be told apart": {
		"ErrNotEnabled", "EndlessError", "ImpureError", "ValueError",
	},
	"for a program that walks through executions itself": {
		"System.Initial", "System.Peer", "System.Terminal", "Execution.IllFormed", "Execution.Last", "Execution.Loops", "Configuration.Key",
	},
	"for case studies and goroutines, whose algorithms are made of other code": {
		"CheckWord", "HappensWith", "MessageText", "NameOf", "NewValueError", "PanicLine",
	},
	"limits of networks, for commands that read them": {
		"MaxDelay", "MaxN", "MaxSpan",
	},
	"questions of engines and commands about a value, without a system": {
		"Capacity.Blocks", "Clock.StartsAnew", "Configuration.Betrayed", "Configuration.Severed", "Division", "Event.SameCause",
		"Fairness.Suits", "Fairness.Under", "Faults.Budgets", "Faults.Counted", "Faults.Covers", "Faults.Minus", "Kind.Cost", "Kind.IsInput",
		"Kind.IsOfAll", "Kind.IsOfMessage", "Kind.IsStep", "Kind.IsUnnoticed", "MessageName", "Order.Distinct", "Order.PerReceiver",
		"Order.Queued", "OrderNames", "Status.Words", "Victims.MayCut", "Victims.MayStrike", "Victims.MayStrikeMessage", "Victims.Texts",
		"VictimsMeaning", "WakeSet.Allows",
	},
}

// TestFaceOfModel says that the names of package model beside those for engines do not grow unseen, and that each is used by an algorithm,
// an example or a page, or is there for another reason.
func TestFaceOfModel(t *testing.T) {
	const most = 248
	names := faceOf(t, "model")
	if len(names) > most {
		t.Errorf("package model has %d names beside those for engines, allowed: %d", len(names), most)
	}
	used := map[string]bool{} // "model.Name", and ".Method" of any type
	for _, name := range regexp.MustCompile(`\bmodel\.\w+|\.[A-Z]\w*`).FindAllString(users(t), -1) {
		used[name] = true
		used["."+name[strings.LastIndex(name, ".")+1:]] = true
	}
	reasons := map[string]string{}
	for reason, list := range unused {
		for _, name := range list {
			reasons[name] = reason
		}
	}
	for _, name := range names {
		use := "model." + name
		if _, method, ok := strings.Cut(name, "."); ok {
			use = "." + method
		}
		switch reason, ok := reasons[name]; {
		case !used[use] && !ok:
			t.Errorf("no algorithm, example or page uses model.%s: is it needed, or a method of Semantics?", name)
		case used[use] && ok:
			t.Errorf("model.%s is used: take it out of the list of those with the reason %q", name, reason)
		}
		delete(reasons, name)
	}
	for name := range reasons {
		t.Errorf("package model has no %s", name)
	}
	t.Logf("%d names", len(names))
}

// faceOf returns the exported names of a package beside those for engines, methods as "Type.Method".
func faceOf(t *testing.T, folder string) (names []string) {
	t.Helper()
	set := token.NewFileSet()
	pkg, err := doc.NewFromFiles(set, parsed(t, set, folder), folder)
	if err != nil {
		t.Fatal(err)
	}
	values := func(groups ...[]*doc.Value) {
		for _, v := range slices.Concat(groups...) {
			names = append(names, slices.DeleteFunc(slices.Clone(v.Names), func(name string) bool { return !ast.IsExported(name) })...)
		}
	}
	functions := func(list []*doc.Func, prefix string) {
		for _, f := range list {
			names = append(names, prefix+f.Name)
		}
	}
	values(pkg.Consts, pkg.Vars)
	functions(pkg.Funcs, "")
	for _, of := range pkg.Types {
		if slices.Contains(engineTypes, of.Name) {
			continue
		}
		names = append(names, of.Name)
		values(of.Consts, of.Vars)
		functions(of.Funcs, "")
		functions(of.Methods, of.Name+".")
	}
	return names
}

// users returns the algorithms, examples and pages, one after the other.
func users(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, file := range files(t, func(file string) bool {
		top, below, _ := strings.Cut(file, "/")
		switch {
		case strings.HasSuffix(file, ".md"):
			return top == "docs" || top == "README.md"
		case !strings.HasSuffix(file, ".go"):
			return false
		case top == "docs":
			return path.Dir(file) != "docs"
		}
		isTable := slices.Contains([]string{"catalogue", "claims", "errata"}, strings.Split(below, "/")[0])
		return top == "protocols" && !isTable && !strings.HasSuffix(file, "_test.go")
	}) {
		b.WriteString(read(t, file))
	}
	return b.String()
}
