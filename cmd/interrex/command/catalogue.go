package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// A collection has the algorithms that a command knows.
type collection struct {
	list    []claims.Listed
	program string // the name of the command
	own     bool   // they are the caller's, and not those of the catalogue
	parts   parts.Parts

	// Only the command interrex has the commands about its catalogue, and the survey of all of it. They are linked into no other program.
	commands []func(*collection) *cobra.Command
	sizes    func(p *sizesReport, groups []*group, j judge) []parts.SizeRow // of --report
	survey   func(c *checkCommand, ctx context.Context, s *search, groups []*group, stdout, stderr io.Writer) error

	addFlags func(root *cobra.Command)                                          // for the parameters of the caller's protocols; nil: they have none
	asInFile func(claims.Entry, counterexamples.Instance) (claims.Entry, error) // with the parameters of a file; nil likewise
}

// entryOf returns the entry of the algorithm of a file, with the parameters of the file.
func (k *collection) entryOf(i counterexamples.Instance) (claims.Entry, error) {
	e, err := k.byName(i.Algorithm)
	if err != nil || k.asInFile == nil {
		return e, err
	}
	return k.asInFile(e, i)
}

// instanceOf returns the description of an instance in a counterexample file.
func instanceOf(e claims.Entry, v claims.Variant, net model.Network) counterexamples.Instance {
	return counterexamples.Instance{Algorithm: e.Name, Variant: e.VariantText(v), Readings: e.ReadingsText(v.Readings),
		Limits: e.InstanceLimits(v, net), Network: net}
}

// names returns the names of the algorithms.
func (k *collection) names() []string {
	names := make([]string, len(k.list))
	for i, l := range k.list {
		names[i] = l.Name
	}
	return names
}

// entries returns all entries. It is for commands about all of them: to make them is most of
// the time that a short command takes.
func (k *collection) entries() []claims.Entry { return claims.Entries(k.list) }

// byName returns the entry of that name. The error lists the names.
func (k *collection) byName(name string) (claims.Entry, error) {
	e, err := claims.Find(k.list, name)
	if err != nil {
		err = fmt.Errorf("%w%s", err, didYouMean(name, k.names(), ""))
	}
	return e, err
}

// named returns the entries with these names, in the order of the collection; all
// entries if there are no names.
func (k *collection) named(names []string) ([]claims.Entry, error) {
	if len(names) == 0 {
		return k.entries(), nil
	}
	known := k.names()
	for _, name := range names {
		if !slices.Contains(known, name) {
			_, err := k.byName(name)
			return nil, err
		}
	}
	return claims.Entries(slices.DeleteFunc(slices.Clone(k.list), func(l claims.Listed) bool {
		return !slices.Contains(names, l.Name)
	})), nil
}

// allows returns an error unless some algorithm has a property of that name.
func (k *collection) allows(name string) error {
	_, err := properties.Named(name, properties.Greatest)
	if err == nil {
		return nil
	}
	for _, e := range k.entries() {
		if _, ok := e.OwnProperty(name, 1); ok {
			return nil
		}
		for _, c := range e.Claims {
			if c.Property == name {
				return nil
			}
		}
	}
	return fmt.Errorf("%w%s", err, didYouMean(name, k.propertyNames(), ""))
}

// propertyNames returns the names of the properties, those of the algorithms
// first.
func (k *collection) propertyNames() []string {
	var names []string
	for _, e := range k.entries() {
		for _, name := range e.OwnNames(1) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, name := range properties.StandardNames() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, p := range properties.Special() {
		names = append(names, p.Name)
	}
	return names
}

func (k *collection) systemOf(i counterexamples.Instance) (*model.System, error) {
	e, err := k.entryOf(i)
	if err != nil && i.Variant == claims.OwnVariant { // as interrextest.Check stores it
		return nil, fmt.Errorf("%w; your own test stored this file: replay and draw it there, by interrextest.Replay, or by a command of your own (docs/command.md)", err)
	}
	if err != nil {
		return nil, err
	}
	return systemOf(e, i)
}

// systemOf returns the system of e that a file is about.
func systemOf(e claims.Entry, i counterexamples.Instance) (*model.System, error) {
	v, err := e.ParseChoice(i.Variant, i.Readings, i.Limits)
	if err != nil {
		return nil, err
	}
	s, err := e.New(v, i.Network)
	if err != nil {
		return nil, fmt.Errorf("the network of the file does not fit: %w", err)
	}
	return s, nil
}

func (k *collection) propertyOf(i counterexamples.Instance, name string) (properties.Property, error) {
	e, err := k.entryOf(i)
	if err != nil {
		return properties.Property{}, err
	}
	return e.Property(name, i.Network.N)
}

// examples returns the examples of a command that the entries have, one per line.
func (k *collection) examples(command string) string {
	var lines []string
	for _, e := range k.entries() {
		for _, x := range e.Examples {
			if strings.HasPrefix(x, command+" ") {
				lines = append(lines, "  "+k.program+" "+x)
			}
		}
	}
	return strings.Join(lines, "\n")
}
