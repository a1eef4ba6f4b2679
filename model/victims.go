package model

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Victims list the processes, links or messages that each kind of fault may strike:
// "servers crash, clients do not". They add to the budgets of [Faults], and change
// nothing where a budget is 0. A list that is nil names everything. A list that names
// nothing is refused: a budget of 0 says that.
type Victims struct {
	Crash   []int    // processes that may crash
	Restart []int    // processes that may come back
	Loss    Messages // messages that may be lost
	Dup     Messages // messages that may be delivered and kept
	Cut     []Route  // links that may be cut
	Suspect []int    // processes that may be suspected falsely
	Divide  [][]int  // groups of processes that may be cut off from all others
	Traitor []int    // processes that may become traitors
	Forge   Messages // messages that traitors may send
}

// Messages selects messages in flight: those with one of the names, on one of the links.
type Messages struct {
	Names []string // names of messages, see [MessageName]; nil: any
	On    []Route  // links; nil: all
}

// A Route is all links from one process to another.
type Route struct{ From, To int }

// String returns "0-2" for the links from process 0 to process 2.
func (r Route) String() string { return fmt.Sprintf("%d-%d", r.From, r.To) }

// MessageName returns the name of the message with that text: its first letters, digits
// and characters of "_.-". The message PROBE(2,0,1) has the name PROBE. Of a text in
// quotation marks it is the name of the text between them.
func MessageName(text string) string {
	text = strings.TrimPrefix(text, `"`)
	if end := strings.IndexFunc(text, func(r rune) bool { return !isOfName(r) }); end >= 0 {
		return text[:end]
	}
	return text
}

func isOfName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.-", r)
}

// victim is one of the lists of [Victims]: it is of processes, of routes, of messages, or of
// groups of processes.
type victim struct {
	fault     string // as in [Faults.Budgets]
	processes *[]int
	routes    *[]Route
	names     *[]string // nil unless the fault is one of messages
	groups    *[][]int
}

// lists returns the lists of v, in the order of [Faults.Budgets].
func (v *Victims) lists() []victim {
	return []victim{
		{fault: "crash", processes: &v.Crash},
		{fault: "restart", processes: &v.Restart},
		{fault: "loss", routes: &v.Loss.On, names: &v.Loss.Names},
		{fault: "dup", routes: &v.Dup.On, names: &v.Dup.Names},
		{fault: "cut", routes: &v.Cut},
		{fault: "suspect", processes: &v.Suspect},
		{fault: "divide", groups: &v.Divide},
		{fault: "traitor", processes: &v.Traitor},
		{fault: "forge", routes: &v.Forge.On, names: &v.Forge.Names},
	}
}

// All reports whether every fault may strike everything.
func (v Victims) All() bool { return v.String() == "" }

// String returns the lists that are not nil, "crash-of=0,2 loss-of=REQUEST,0-1", or "" if
// all are.
func (v Victims) String() string {
	var parts []string
	for fault, text := range v.Texts() {
		parts = append(parts, fault+"-of="+text)
	}
	return strings.Join(parts, " ")
}

// Texts yields the lists that are not nil: the name of each fault in [Faults.Budgets], and
// the text that [Victims.Set] reads.
func (v Victims) Texts() func(yield func(fault, text string) bool) {
	return func(yield func(fault, text string) bool) {
		for _, l := range v.lists() {
			if text := l.text(); text != "" && !yield(l.fault, text) {
				return
			}
		}
	}
}

func (l victim) text() string {
	var items []string
	if l.processes != nil {
		for _, p := range *l.processes {
			items = append(items, strconv.Itoa(p))
		}
	}
	if l.names != nil {
		items = append(items, *l.names...)
	}
	if l.routes != nil {
		for _, r := range *l.routes {
			items = append(items, r.String())
		}
	}
	if l.groups != nil {
		for _, group := range *l.groups {
			items = append(items, groupText(group))
		}
	}
	return strings.Join(items, ",")
}

// ParseVictims reads the text that [Victims.String] returns. The error quotes the first
// part that it does not understand.
func ParseVictims(s string) (Victims, error) {
	var v Victims
	if s == "" {
		return v, nil
	}
	for _, part := range strings.Split(s, " ") {
		name, text, _ := strings.Cut(part, "=")
		fault, ok := strings.CutSuffix(name, "-of")
		if !ok {
			return v, fmt.Errorf("%q; allowed: %s", part, v.forms())
		}
		if err := v.Set(fault, text); err != nil {
			return v, err
		}
	}
	return v, nil
}

// forms describes the lists that [ParseVictims] reads.
func (v *Victims) forms() string {
	var list []string
	for _, l := range v.lists() {
		list = append(list, l.fault+"-of="+l.form())
	}
	return strings.Join(list, " ")
}

// form describes the values of a list.
func (l victim) form() string {
	switch {
	case l.processes != nil:
		return "P,P"
	case l.names != nil:
		return "NAME,P-P"
	case l.groups != nil:
		return "P+P,P"
	}
	return "P-P"
}

var routeText = regexp.MustCompile(`^(\d+)-(\d+)$`)

// Set reads the list of a fault, which is named as in [Faults.Budgets]: processes like
// "0,2" of a crash, restart, suspicion or traitor; links like "0-1,1-0", each from one process to
// another, of a cut; both names and links, "REQUEST,0-1", of a loss, duplication or forgery; groups
// like "0+2,1", of a division.
func (v *Victims) Set(fault, text string) error {
	lists := v.lists()
	i := slices.IndexFunc(lists, func(l victim) bool { return l.fault == fault })
	if i < 0 {
		return fmt.Errorf("%q is no fault; allowed: %s", fault, v.forms())
	}
	if lists[i].text() != "" {
		return fmt.Errorf("%s-of occurs twice; allowed: one list", fault)
	}
	for _, item := range strings.Split(text, ",") {
		if !lists[i].add(item) {
			return fmt.Errorf("%q; allowed: %s-of=%s with %s", item, fault, lists[i].form(), lists[i].meaning())
		}
	}
	return nil
}

// meaning explains the form of a list.
func (l victim) meaning() string {
	switch {
	case l.processes != nil:
		return "P a process, counted from 0"
	case l.names != nil:
		return "NAME the name of a message, P-P the links from a process to another one"
	case l.groups != nil:
		return "P+P a group of processes, counted from 0, in ascending order"
	}
	return "P-P the links from a process to another one"
}

// add adds an item, and reports whether it is one.
func (l victim) add(item string) bool {
	if l.processes != nil {
		p, err := strconv.Atoi(item)
		*l.processes = append(*l.processes, p)
		return err == nil && strconv.Itoa(p) == item
	}
	if l.groups != nil {
		group, ok := parseGroup(item)
		*l.groups = append(*l.groups, group)
		return ok
	}
	if m := routeText.FindStringSubmatch(item); m != nil {
		from, err1 := strconv.Atoi(m[1])
		to, err2 := strconv.Atoi(m[2])
		*l.routes = append(*l.routes, Route{from, to})
		return errors.Join(err1, err2) == nil && Route{from, to}.String() == item
	}
	if l.names == nil {
		return false
	}
	*l.names = append(*l.names, item)
	return checkMessageName(item) == nil
}

// Reset makes the list of a fault nil, which is named as in [Faults.Budgets].
func (v *Victims) Reset(fault string) {
	for _, l := range v.lists() {
		if l.fault == fault {
			l.clear()
		}
	}
}

func (l victim) clear() {
	if l.processes != nil {
		*l.processes = nil
	}
	if l.routes != nil {
		*l.routes = nil
	}
	if l.names != nil {
		*l.names = nil
	}
	if l.groups != nil {
		*l.groups = nil
	}
}

// VictimsMeaning explains the list that [Victims.Set] reads for a fault, which
// is named as in [Faults.Budgets].
func VictimsMeaning(fault string) string {
	for _, l := range new(Victims).lists() {
		switch {
		case l.fault != fault:
		case l.processes != nil:
			return "processes like 0,2"
		case l.names != nil:
			return "messages of these names, on these links, like REQUEST,0-1"
		case l.groups != nil:
			return "groups that are cut off from all others, like 0+2,1"
		}
	}
	return "links like 0-1,1-0"
}

// checkMessageName reports why no message can be selected by that name.
func checkMessageName(name string) error {
	if name == "" || MessageName(name) != name || routeText.MatchString(name) {
		return fmt.Errorf("%q; allowed: letters, digits and the characters _.- (the first of the text of a message), but no link like 0-1", name)
	}
	return nil
}

// clone returns victims that share nothing with v.
func (v Victims) clone() Victims {
	for _, l := range v.lists() {
		if l.processes != nil {
			*l.processes = slices.Clone(*l.processes)
		}
		if l.routes != nil {
			*l.routes = slices.Clone(*l.routes)
		}
		if l.names != nil {
			*l.names = slices.Clone(*l.names)
		}
		if l.groups != nil {
			*l.groups = slices.Clone(*l.groups)
			for i, group := range *l.groups {
				(*l.groups)[i] = slices.Clone(group)
			}
		}
	}
	return v
}

// validateVictims returns an error if the victims are wrong for any links. A list for a
// fault without a budget would mean nothing.
func (net *Network) validateVictims() error {
	faults := net.Faults
	for i, l := range net.Victims.lists() {
		of := l.fault + "-of"
		if l.text() != "" && *faults.Budgets()[i].Count == 0 {
			return fmt.Errorf("%s=%s, but %s=0; allowed: a budget of %s, or no list", of, l.text(), l.fault, l.fault)
		}
		empty := l.processes != nil && *l.processes != nil && len(*l.processes) == 0 ||
			l.routes != nil && *l.routes != nil && len(*l.routes) == 0 || l.names != nil && *l.names != nil && len(*l.names) == 0 ||
			l.groups != nil && *l.groups != nil && len(*l.groups) == 0
		if empty {
			return fmt.Errorf("%s: a list names nothing; allowed: nil for everything, or %s=0", of, l.fault)
		}
		if l.processes != nil {
			if err := net.validateProcesses(of, *l.processes); err != nil {
				return err
			}
		}
		if l.routes != nil {
			for _, r := range *l.routes {
				if min(r.From, r.To) < 0 || max(r.From, r.To) >= net.N {
					return fmt.Errorf("%s: link %v is not between two of the processes 0..%d", of, r, net.N-1)
				}
			}
		}
		if l.names != nil {
			for i, name := range *l.names {
				if err := checkMessageName(name); err != nil {
					return fmt.Errorf("%s: the name of a message %w", of, err)
				}
				if slices.Contains((*l.names)[:i], name) {
					return fmt.Errorf("%s: message %s occurs twice", of, name)
				}
			}
		}
		if l.groups != nil {
			if err := net.validateGroups(of, *l.groups); err != nil {
				return err
			}
		}
	}
	return nil
}

// processes returns the list of a fault of processes.
func (v *Victims) processes(k Kind) []int {
	switch k {
	case Crash:
		return v.Crash
	case Restart:
		return v.Restart
	case Betray:
		return v.Traitor
	}
	return v.Suspect
}

// MayStrike reports whether a fault of kind [Crash], [Restart] or [Betray] may strike process p, or,
// of kind [Suspect], whether p may be suspected falsely. It says nothing of budgets.
func (v *Victims) MayStrike(k Kind, p int) bool {
	list := v.processes(k)
	return list == nil || slices.Contains(list, p)
}

// MayCut reports whether the links from a process to another may be cut. It says nothing of
// budgets.
func (v *Victims) MayCut(from, to int) bool {
	return v.Cut == nil || slices.Contains(v.Cut, Route{from, to})
}

// MayStrikeMessage reports whether a fault of kind [Lose] or [Duplicate] may strike the
// message with that text on a link from a process to another, or whether a traitor may
// forge it there. It says nothing of budgets.
func (v *Victims) MayStrikeMessage(k Kind, from, to int, text string) bool {
	m := &v.Loss
	switch k {
	case Duplicate:
		m = &v.Dup
	case Forge:
		m = &v.Forge
	}
	return (m.On == nil || slices.Contains(m.On, Route{from, to})) && (m.Names == nil || slices.Contains(m.Names, MessageName(text)))
}

// FaultsByName reports whether some fault of the network strikes messages by their names.
func (x Semantics) FaultsByName() bool {
	v := &x.sys.net.Victims
	return v.Loss.Names != nil || v.Dup.Names != nil || v.Forge.Names != nil
}

// FaultsTellApart reports whether a fault of the network selects one of two messages by its name, and not the
// other. The functions return their texts.
func (x Semantics) FaultsTellApart(a, b func() string) bool {
	v := &x.sys.net.Victims
	apart := func(names []string) bool {
		return names != nil && slices.Contains(names, MessageName(a())) != slices.Contains(names, MessageName(b()))
	}
	return apart(v.Loss.Names) || apart(v.Dup.Names) || apart(v.Forge.Names)
}

// isProne reports whether a loss or duplication may strike a message in flight to process p.
func (s *System) isProne(k Kind, p int, e *Envelope) bool {
	v := &s.net.Victims
	m := &v.Loss
	if k == Duplicate {
		m = &v.Dup
	}
	return m.On == nil && m.Names == nil || v.MayStrikeMessage(k, s.peers[p][e.Port], p, e.Text())
}

// fitsVictims refuses links that the network does not have.
func (lay *layout) fitsVictims() error {
	for _, l := range lay.net.Victims.lists() {
		if l.routes == nil {
			continue
		}
		for i, r := range *l.routes {
			if slices.Contains((*l.routes)[:i], r) {
				return fmt.Errorf("%s-of: link %v occurs twice", l.fault, r)
			}
			if err := lay.has(r); err != nil {
				return fmt.Errorf("%s-of: %w", l.fault, err)
			}
		}
	}
	return nil
}

// has reports that there is no link on a route.
func (lay *layout) has(r Route) error {
	var from []string
	for q := range Port(lay.ports(r.From)) {
		to := Route{r.From, lay.peer(r.From, q)}
		switch {
		case !lay.canSend(q):
		case to == r:
			return nil
		case len(from) < 8 && !slices.Contains(from, to.String()):
			from = append(from, to.String())
		}
	}
	if from == nil {
		from = []string{"none"}
	}
	return fmt.Errorf("there is no link %v; allowed of those from process %d: %s", r, r.From, strings.Join(from, ", "))
}
