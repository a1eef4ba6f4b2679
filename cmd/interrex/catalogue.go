package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// entriesNamed returns the entries of these names, in the order of the
// catalogue; all, if there are no names.
func entriesNamed(names []string) ([]catalogue.Entry, error) {
	for _, name := range names {
		if _, err := catalogue.ByName(name); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(catalogue.All(), func(e catalogue.Entry) bool {
		return len(names) > 0 && !slices.Contains(names, e.Name)
	}), nil
}

// allowedProperty reports that no algorithm knows a property of that name.
func allowedProperty(name string) error {
	for _, e := range catalogue.All() {
		for _, c := range e.Claims {
			if c.Property == name {
				return nil
			}
		}
	}
	_, err := properties.Named(name, properties.Greatest)
	return err
}

// resolver finds in the catalogue what a counterexample file names.
func resolver() counterexamples.Resolver {
	return counterexamples.Resolver{System: systemOf, Property: propertyOf}
}

func systemOf(i counterexamples.Instance) (*model.System, error) {
	e, err := catalogue.ByName(i.Algorithm)
	if err != nil && i.Variant == "own" { // as interrextest.Check stores it
		return nil, fmt.Errorf("%w; a file that a test of your own has stored is replayed and drawn there, by interrextest.Replay", err)
	}
	if err != nil {
		return nil, err
	}
	v, err := e.ParseVariant(i.Variant)
	if err != nil {
		return nil, err
	}
	if v.Readings, err = e.ParseReadings(i.Readings); err != nil {
		return nil, err
	}
	s, err := e.New(v, i.Network)
	if err != nil {
		return nil, fmt.Errorf("the file's network does not fit: %w", err)
	}
	return s, nil
}

func propertyOf(i counterexamples.Instance, name string) (properties.Property, error) {
	e, err := catalogue.ByName(i.Algorithm)
	if err != nil {
		return properties.Property{}, err
	}
	return properties.Named(name, e.Extreme)
}

// examples returns the examples of a command that the catalogue has, a line for
// each.
func examples(command string) string {
	var lines []string
	for _, e := range catalogue.All() {
		for _, x := range e.Examples {
			if strings.HasPrefix(x, command+" ") {
				lines = append(lines, "  interrex "+x)
			}
		}
	}
	return strings.Join(lines, "\n")
}
