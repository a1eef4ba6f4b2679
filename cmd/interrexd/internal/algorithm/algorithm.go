// Package algorithm finds the system of an algorithm of the catalogue.
package algorithm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A Choice names a variant of an algorithm.
type Choice struct{ Algorithm, Variant, Readings, Limits string }

func (c Choice) String() string {
	parts := []string{c.Algorithm, c.Variant, c.Readings, c.Limits}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// Network returns the network that the document of the algorithm assumes, for processes with
// these identities.
func (c Choice) Network(ids []model.ID) (model.Network, error) {
	entry, err := catalogue.ByName(c.Algorithm)
	if err != nil {
		return model.Network{}, err
	}
	net := entry.Network(len(ids))
	net.IDs = ids
	return net, nil
}

// System returns the system of the variant on a network.
func (c Choice) System(net model.Network) (*model.System, error) {
	entry, err := catalogue.ByName(c.Algorithm)
	if err != nil {
		return nil, err
	}
	v, err := entry.ParseChoice(c.Variant, c.Readings, c.Limits)
	if err != nil {
		return nil, err
	}
	s, err := entry.New(v, net)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Of returns the system of an instance of a stored counterexample.
func Of(i counterexamples.Instance) (Choice, *model.System, error) {
	c := Choice{i.Algorithm, i.Variant, i.Readings, i.Limits}
	s, err := c.System(i.Network)
	if err != nil {
		return c, nil, fmt.Errorf("%s: %w", i.Title(), err)
	}
	return c, s, nil
}

// SpeaksDocument reports whether the messages of the algorithm are those of the service of
// document 003: afa, unless a reading sends others or to other ports.
func (c Choice) SpeaksDocument() bool {
	if c.Algorithm != "afa" {
		return false
	}
	entry, err := catalogue.ByName(c.Algorithm)
	if err != nil {
		return false
	}
	readings, err := entry.ParseReadings(c.Readings)
	return err == nil && readings[afa.Preparation] == 0 && readings[afa.Terminated] == 0 && readings[afa.Direction] == 0
}
