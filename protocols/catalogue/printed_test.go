package catalogue_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/internal/listing"
)

// TestPrintedDoesWhatTheTextSays lists the branches and the sends of the printed
// variants that no line of the text and no reading covers.
func TestPrintedDoesWhatTheTextSays(t *testing.T) {
	for _, e := range catalogue.All() {
		t.Run(e.Name, func(t *testing.T) {
			text, err := listing.Variant(protocols.Files(), e.Package(), 0, errata.Readings{})
			if err != nil {
				t.Fatal(err)
			}
			got := uncovered(t, text)
			want := slices.Sorted(maps.Keys(unsaid[e.Name]))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("neither a line nor a reading covers (-excepted +found):\n%s", diff)
			}
		})
	}
}

// The reasons of several exceptions.
const (
	begun   = "what a process does when it wakes comes before"
	fixOnly = "as printed no message leads here: only a fix sends it"
	unread  = "no line reads what is forgotten: a test of the protocol compares"
	late    = "the answer to a question that the process no longer asks: the text speaks of those that it waits for"
	marked  = "the lines that call it cite the text"
	network = "a fact of the network, or an instance of the algorithm"
	watched = "what an observer sees of the state, not what the process does"
)

// unsaid has the branches and sends of the printed variants that no line of the text
// and no reading covers, with the reason why they add nothing to it.
var unsaid = map[string]map[string]string{
	"lcr": {"Step: case in.Kind != model.Receive:": begun},
	"hs": {
		"Step: case in.Kind != model.Receive:":      begun,
		"terminate: if s.Role == model.Won {":       fixOnly,
		"terminate: p.Send(other(in.Port), in.Msg)": fixOnly,
	},
	"franklin": {
		"Step: case in.Kind != model.Receive:": begun,
		"Step: default:":                       "an identity of the next round waits until this one ends, as in the channel",
	},
	"dkr":      {"Step: case in.Kind != model.Receive:": begun},
	"peterson": {"Step: if in.Kind != model.Receive || s.Mode == Elected {": begun + "; the text ends with the election"},
	"variablespeeds": {
		"Step: case in.Kind != model.Receive || s.Halted:": begun + "; whoever has halted does nothing",
		"round: if s.Held == model.NoID {":                 "there is nothing to pass on",
	},
	"awe": {
		"Step: if in.Kind != model.Receive {": begun,
		"send: p.Send(next, m)":               marked,
	},
	"anonymous": {
		"Step: case s.Stuck > 0:":                                          "the search for an algorithm has not fixed this entry of the table yet",
		"receipt: if a.Class.Ports == 1 {":                                 network,
		"turn: if s.Stuck = a.stuck(entry); s.Stuck > 0 {":                 "the search for an algorithm has not fixed this entry of the table yet",
		"turn: if to.Stuck = a.stuck(a.entries(to.At)...); to.Stuck > 0 {": "the search for an algorithm has not fixed this entry of the table yet",
	},
	"divided": {
		"points: if p.Label() == Informer {": network,
	},
	"divided-sun": {"toAll: p.Send(q, m)": marked},
	"itairodeh": {
		"Step: case in.Kind != model.Receive:": begun,
		"choose: if k == 0 {":                  network,
		"pass: p.Send(left, m)":                marked,
	},
	"bully": {
		"coordinator: case leader == p.ID():":               watched,
		"coordinator: default:":                             watched,
		"ok: if s.Phase != Asking && s.Phase != Yielding {": late,
	},
	"bully-reply": {
		"number: if s.Phase == Asking {": late,
		"settled: if leader == p.ID() {": watched,
	},
	"tokenring": {
		"coordinator: if m.Starter != p.ID() && a.kills(p, s, in) {": "kills has the lines; under R3=a it never holds here",
		"election: if s.Phase == Unaware {":                          watched,
		"lost: case !is(h):":                                         "the token is in other hands",
		"send: if h.Port != itself {":                                "a process needs no reply of itself",
		"send: p.Send(h.Port, h.Token)":                              marked,
		"settled: if leader == p.ID() {":                             watched,
		"take: if m.Kind == Coordinator {":                           fixOnly,
	},
	"bully-original": {"watch: if id == model.NoID {": "there is nobody to watch"},
	"bully-improved": {
		"kept: if s.Phase != Coordinating {":           unread,
		"kept: if s.Phase != Normal {":                 unread,
		"kept: if s.Phase == Coordinating {":           unread,
		"watch: if id == model.NoID || id == p.ID() {": "there is nobody to watch",
	},
	"raft": {
		"Step: case Vote:":                         "vote hands on to count, where a fix decides; as printed votes are not counted",
		"broadcast: if p.Neighbour(q) != p.ID() {": network,
		"broadcast: p.Send(q, m)":                  marked,
		"recognise: if term < s.Term {":            fixOnly,
		"request: if !accepts {":                   "accepts has the lines",
		"request: if term > s.Term {":              "what follows are fixes: as printed it does nothing",
		"vote: if s.Phase != Asking {":             late,
	},
	"paxos": {
		"Step: case m.Ballot != s.Promised:":       late + " (line 13)",
		"broadcast: if p.Neighbour(q) != p.ID() {": network,
		"broadcast: p.Send(q, m)":                  marked,
	},
	"invitation": {
		"Ready: if asks && s.Asked != 0 || a.recoversNext(p, s) && s.Count == a.lastCount() {": "a bound of the instance: no group has a greater counter",
		"Step: case in.Kind == model.Wake:":                                                    begun,
		"Step: if s.Count == a.lastCount() {":                                                  "a bound of the instance: no group has a greater counter",
		"others: if id := p.Neighbour(q); id != p.ID() {":                                      network,
		"receive: if m.Group != s.Group {":                                                     late,
		"recoversNext: if s.leads(p.ID()) {":                                                   "the bound of the instance, for line 6",
		"send: p.Send(p.PortOf(id), m)":                                                        marked,
	},
	"singh": {
		"after: if one != stage {": "the loop looks for the stage that has ended",
		"send: t.p.Send(q, m)":     marked,
	},
}

// TestUncovered finds the uncovered code in a listing, and nothing else.
func TestUncovered(t *testing.T) {
	const text = `package p

func (a Algorithm) Ready(p model.Self, s State) model.Spontaneous { // 1
	switch {
	case s.Unaware:
		return model.Spontaneous{Wake: true, Timers: detects}
	case s.Asking: // 2
		return model.Spontaneous{}
	}
	return model.Spontaneous{}
}

func (a Algorithm) Step(p *model.Process[Message], s State, in Input) State {
	if in.Wake {
		return start(p, s)
	}
	if in.Coordinator { // E2
		return s
	}
	if in.Late { // R3
		p.Send(0, Late)
	} else {
		p.Send(0, Early)
	}
	return s
}

func start(p *model.Process[Message], s State) State {
	p.Send(0, Election) // 3
	p.Send(1, Election)
	return s
}

func (s State) String() string {
	if s.Unaware {
		return "unaware"
	}
	return ""
}
`
	want := []string{
		"Ready: case s.Unaware:", "Step: if in.Coordinator {", "Step: p.Send(0, Early)", "Step: } else {", "start: p.Send(1, Election)",
	}
	if diff := cmp.Diff(want, uncovered(t, text)); diff != "" {
		t.Errorf("uncovered (-want +got):\n%s", diff)
	}
}

// uncovered returns the branches and sends in the listing of a printed variant that
// nothing covers, each with the name of its function.
func uncovered(t *testing.T, text string) []string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "listing.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	a := audit{fset: fset, lines: strings.Split(text, "\n"), covered: map[string]bool{}, found: map[string]bool{}}
	steps := a.steps(file)
	for _, f := range steps {
		a.covered[f.Name.Name] = a.covers(a.line(f.Pos()), a.line(f.End()))
	}
	for _, f := range steps {
		a.function = f.Name.Name
		a.block(f.Body, a.covers(a.line(f.Pos()), a.line(f.Pos())))
	}
	return slices.Sorted(maps.Keys(a.found))
}

// audit looks for the uncovered code in one file.
type audit struct {
	fset     *token.FileSet
	lines    []string
	function string
	covered  map[string]bool // the functions with a line of the text or a reading
	found    map[string]bool
}

// steps returns the functions that Step and Ready use, themselves included, but for
// those that neither send nor change a state.
func (a *audit) steps(file *ast.File) []*ast.FuncDecl {
	byName := map[string][]*ast.FuncDecl{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			byName[f.Name.Name] = append(byName[f.Name.Name], f)
		}
	}
	var list []*ast.FuncDecl
	names := []string{"Step", "Ready"}
	for i := 0; i < len(names); i++ {
		for _, f := range byName[names[i]] {
			if !decides(f) {
				continue
			}
			list = append(list, f)
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && byName[id.Name] != nil && !slices.Contains(names, id.Name) {
					names = append(names, id.Name)
				}
				return true
			})
		}
	}
	return list
}

// decides reports whether a function is part of the behaviour of a process: it is given
// the process or its state.
func decides(f *ast.FuncDecl) bool {
	found := false
	inspect := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || n.Name == "State" || n.Name == "turn"
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "Process" || n.Sel.Name == "Self"
		}
		return true
	}
	ast.Inspect(f.Type, inspect)
	if f.Recv != nil {
		ast.Inspect(f.Recv, inspect)
	}
	return found
}

func (a *audit) line(p token.Pos) int { return a.fset.Position(p).Line }

// covers reports whether one of these lines of code ends with a line of the text or
// a reading. An erratum does not cover: as printed, its fix is not there.
func (a *audit) covers(from, to int) bool {
	return slices.ContainsFunc(a.lines[from-1:to], func(line string) bool {
		m := trailing.FindStringSubmatch(strings.TrimSpace(line))
		return m != nil && slices.ContainsFunc(mark.FindAllString(m[1], -1), func(one string) bool { return one[0] != 'E' })
	})
}

// block looks at the branches and sends in n; covered says whether the
// header of n is covered.
func (a *audit) block(n ast.Node, covered bool) {
	ast.Inspect(n, func(c ast.Node) bool {
		switch c := c.(type) {
		case *ast.IfStmt:
			a.branch(c, c.Body.Lbrace, c.Body, covered)
			if c.Init != nil {
				a.block(c.Init, covered)
			}
			switch e := c.Else.(type) {
			case *ast.BlockStmt:
				a.branch(e, e.Lbrace, e, covered)
			case *ast.IfStmt:
				a.block(e, covered)
			}
			return false
		case *ast.CaseClause:
			a.branch(c, c.Colon, &ast.BlockStmt{List: c.Body}, covered)
			return false
		case *ast.CallExpr:
			if s, ok := c.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Send" && !covered && !a.covers(a.line(c.Pos()), a.line(c.End())) {
				a.report(c.Pos())
			}
		}
		return true
	})
}

// branch looks at one branch, whose header ends at header.
func (a *audit) branch(n ast.Node, header token.Pos, body *ast.BlockStmt, covered bool) {
	inHeader := a.covers(a.line(n.Pos()), a.line(header))
	end := header
	if len(body.List) > 0 {
		end = body.List[len(body.List)-1].End()
	}
	if !inHeader && !a.covers(a.line(n.Pos()), a.line(end)) && !a.hands(body) {
		a.report(n.Pos())
	}
	for _, s := range body.List {
		a.block(s, covered || inHeader)
	}
}

// hands reports whether a branch hands the input to a function that a line of the
// text or a reading covers.
func (a *audit) hands(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && a.covered[id.Name] {
			found = true
		}
		return true
	})
	return found
}

// report notes the line at p.
func (a *audit) report(p token.Pos) {
	line := strings.TrimSpace(a.lines[a.line(p)-1])
	if i := strings.LastIndex(line, " //"); i >= 0 {
		line = strings.TrimSpace(line[:i])
	}
	a.found[fmt.Sprintf("%s: %s", a.function, line)] = true
}
