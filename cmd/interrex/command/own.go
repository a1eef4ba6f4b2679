package command

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// A Protocol is an algorithm of your own, with its networks and the properties that
// it is to have.
type Protocol struct {
	Name  string // one word
	Title string // in words; may be ""
	// Network returns the network for n processes. If it gives them identities, the
	// commands take those of the network's size, 1..n, in every order or as --ids
	// says; otherwise the processes have none.
	Network func(n int) model.Network
	// New joins the algorithm and a network, as [model.New] does.
	New func(net model.Network) (*model.System, error)
	// Properties returns the properties to check for n processes; nil: none, except
	// that every step is well-formed. Their names are the same for all n.
	Properties func(n int) []properties.Property
	// From and To are the numbers of processes that check takes by default. If both are
	// 0, they are the first from 2 on, at most three, for which New returns a system.
	From, To int
	// Parameters are numbers beside n on which the protocol depends, and With returns the protocol
	// for their values. Its name, title and parameters stay; all other fields are those that With sets.
	Parameters []Parameter
	With       func(v Values) Protocol
}

// Of returns the protocol of an algorithm, under the name of the algorithm. Its
// properties are the same for every number of processes. It names no sizes, so that
// those that check takes depend on the needs of the algorithm.
func Of[L, M comparable](alg model.Algorithm[L, M], network func(n int) model.Network, list ...properties.Property) Protocol {
	return Protocol{
		Name:       model.NameOf(alg),
		Network:    network,
		New:        func(net model.Network) (*model.System, error) { return model.New(alg, net) },
		Properties: func(int) []properties.Property { return list },
	}
}

// A Part is something that a command has only if its program asks for it, because it links
// many packages. Package explorer and package figures have one each.
type Part = parts.Part

// A Program is a command with parts. The zero value has none.
type Program struct{ parts parts.Parts }

// With returns a program with these parts.
func With(list ...Part) Program {
	var p Program
	for _, add := range list {
		add(&p.parts)
	}
	return p
}

// Main runs the command for the given protocols with the arguments of the program,
// and exits with its status. It ends a search cleanly at the first interrupt.
func (p Program) Main(protocols ...Protocol) {
	k, err := collect(filepath.Base(os.Args[0]), protocols)
	if err != nil {
		fmt.Fprintf(os.Stderr, "interrex: %v\n", err)
		os.Exit(int(usage))
	}
	k.parts = p.parts
	k.exec()
}

// Main is [Program.Main] without parts.
func Main(protocols ...Protocol) { With().Main(protocols...) }

// collect returns the collection of protocols for a program of that name.
func collect(program string, protocols []Protocol) (*collection, error) {
	if len(protocols) == 0 {
		return nil, errors.New("no protocol is given; allowed: command.Main with one or more")
	}
	k, named := &collection{program: strings.TrimSuffix(program, ".exe"), own: true}, map[string]bool{}
	for i, p := range protocols {
		if err := p.checkParameters(); err != nil {
			return nil, fmt.Errorf("protocol %d, %q: %w", i+1, p.Name, err)
		}
		if named[p.Name] {
			return nil, fmt.Errorf("two protocols are named %q; allowed: different names", p.Name)
		}
		named[p.Name] = true
	}
	p := parameterized{k: k, protocols: protocols}
	if slices.ContainsFunc(protocols, func(p Protocol) bool { return p.With != nil }) {
		k.addFlags, k.asInFile = p.addFlags, p.asInFile
	}
	return k, p.makeEntries()
}

// check names a field of p that is missing or not allowed.
func (p Protocol) check() error {
	switch {
	case p.Network == nil:
		return errors.New("no Network: it is nil; allowed: a function that returns the network for n processes")
	case p.New == nil:
		return errors.New("no New: it is nil; allowed: a function that calls model.New")
	case (p.From != 0 || p.To != 0) && (p.From < 1 || p.To < p.From || p.To > maxSize):
		return fmt.Errorf("sizes From %d To %d; allowed: 1 <= From <= To <= %d, or both 0", p.From, p.To, maxSize)
	}
	if err := model.CheckWord(p.Name); err != nil {
		return fmt.Errorf("its name %w", err)
	}
	list := p.properties(1)
	for _, q := range list {
		if err := q.Check(); err != nil {
			return err
		}
	}
	return properties.CheckNames(list)
}

// sizes returns the numbers of processes that check takes by default.
func (p Protocol) sizes() (from, to int) {
	if p.To != 0 {
		return p.From, p.To
	}
	least := 2
	for least <= maxSize && !p.suits(least) {
		least++
	}
	switch {
	case least <= maxSize:
	case p.suits(1):
		return 1, 1
	default: // a command says why
		return 2, unclaimedSize
	}
	for from, to = least, least; to < from+2 && to < maxSize && p.suits(to+1); to++ {
	}
	return from, to
}

// suits reports whether there is a system of n processes.
func (p Protocol) suits(n int) (ok bool) {
	defer func() {
		if recover() != nil { // a network that has no sense for n
			ok = false
		}
	}()
	net := p.Network(n)
	_, err := p.New(net)
	return err == nil && net.N == n
}

// checkNames reports whether the properties of e for n processes have other names than
// those for one: a command would not judge a property that only n processes have.
func checkNames(e claims.Entry, n int) error {
	one, these := e.OwnNames(1), e.OwnNames(n)
	if !slices.Equal(one, these) {
		return fmt.Errorf("%s: its properties are %s for one process, but %s for %d; allowed: the same names for every number",
			e.Name, cmp.Or(strings.Join(one, ", "), "none"), cmp.Or(strings.Join(these, ", "), "none"), n)
	}
	return nil
}

func (p Protocol) properties(n int) []properties.Property {
	if p.Properties == nil {
		return nil
	}
	return p.Properties(n)
}

// entry returns p as an entry of a catalogue, which claims that every property
// holds.
func (p Protocol) entry() claims.Entry {
	e := claims.Entry{Name: p.Name, Title: p.Title, Own: p.properties}
	e.Network = func(n int) model.Network {
		net := p.Network(n)
		net.IDs = nil
		return net
	}
	e.New = func(_ claims.Variant, net model.Network) (*model.System, error) {
		if net.IDs == nil && p.Network(net.N).IDs != nil {
			return nil, fmt.Errorf("%s: the processes have identities, and none are given", p.Name)
		}
		if err := checkNames(e, net.N); err != nil {
			return nil, err
		}
		s, err := p.New(net)
		if err != nil {
			return nil, &unsuitedError{err}
		}
		return s, nil
	}
	from, to := p.sizes()
	names := e.OwnNames(1)
	if names == nil {
		names = []string{properties.WellFormed().Name}
	}
	fairness := model.ByTiming.Under(p.Network(from).Timing)
	for _, name := range names {
		e.Claims = append(e.Claims, claims.Claim{Property: name, From: from, To: to, Fairness: fairness, Reason: "it is to hold"})
	}
	return e
}
