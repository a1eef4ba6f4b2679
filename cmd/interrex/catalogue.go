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

// entriesNamed returns the entries with these names, in the order of the
// catalogue; all entries if there are no names.
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

// allowedProperty returns an error unless some algorithm has a property of that
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

// resolver finds the system and property of a counterexample file in the catalogue.
func resolver() counterexamples.Resolver {
	return counterexamples.Resolver{System: systemOf, Property: propertyOf}
}

func systemOf(i counterexamples.Instance) (*model.System, error) {
	e, err := catalogue.ByName(i.Algorithm)
	if err != nil && i.Variant == "own" { // as interrextest.Check stores it
		return nil, fmt.Errorf("%w; your own test stored this file: replay and draw it there, by interrextest.Replay", err)
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
		return nil, fmt.Errorf("the network of the file does not fit: %w", err)
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

// examples returns the examples that the catalogue has for a command, one per
// line.
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
