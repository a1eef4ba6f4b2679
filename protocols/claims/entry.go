// Package claims holds the knowledge of an algorithm: the network that its document
// assumes, the claims about it with their reasons, its variants and readings, counts of
// configurations, exact quantities, and simulations. Package catalogue has an entry for
// each algorithm of package protocols; a program may make entries for its own.
package claims

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/errata"
)

// An Entry is an algorithm with its claims.
type Entry struct {
	Name   string // without hyphens, the name of its package
	Title  string // in words
	Source string // document and place
	// Works are cited for this algorithm, and neither by a document nor for another entry.
	Works     []Work
	Additions []Addition // lines of its source.txt that no document has
	Extreme   properties.Extreme
	Errata    []errata.Erratum
	Readings  []errata.Reading
	// Network returns the network that the document assumes for n processes,
	// without identities.
	Network func(n int) model.Network
	// New joins a variant of the algorithm and a network.
	New        func(v Variant, net model.Network) (*model.System, error)
	Limits     []Limit    // of instances that would otherwise be endless or too large; at most as many as [Limits] has
	Parameters Parameters // of a protocol of one's own
	Claims     []Claim
	Counts     []Count
	Quantities []Quantity
	// Supplement returns a table that docs/quantities.md shows besides the exact
	// quantities; nil: none.
	Supplement func(all []Measured) Supplement
	Disagrees  string   // another disagreement of the document with the exact quantities, or ""
	Figures    []Figure // numbers that the document prints
	Family     string   // algorithms of one family share a figure
	Sweeps     []Sweep  // simulations that docs/experiments.md shows
	Curves     []Curve  // published formulas for the measures of sweeps
	Samples    *Samples // measurements that the document prints; nil: none
	Examples   []string // commands, without the name of the program
	// Own returns the properties of the algorithm that [properties.Named] does not
	// know, for n processes; nil: there are none. Their names are the same for all n.
	Own func(n int) []properties.Property
}

// Parameters are the numbers beside n that a protocol of one's own was made with.
type Parameters struct {
	All      string   // as in "updates=3,clients=2"; "": it has none
	Chosen   string   // those that are not the default
	Meanings []string // of each, with the values that it may have
}

// A Listed is an algorithm by its name. Its entry is made when it is asked for, and anew each
// time: some have hundreds of claims, and most commands are about one algorithm.
type Listed struct {
	Name  string
	Entry func() Entry
}

// Entries returns the entries of a list.
func Entries(list []Listed) []Entry {
	entries := make([]Entry, len(list))
	for i, l := range list {
		entries[i] = l.Entry()
	}
	return entries
}

// Package returns the name of the package of e, which is also the name of its
// folder with the source text.
func (e Entry) Package() string { return strings.ReplaceAll(e.Name, "-", "") }

// Find returns the entry of that name in a list, and makes no other. The error lists the
// names.
func Find(list []Listed, name string) (Entry, error) {
	names := make([]string, len(list))
	for i, l := range list {
		if l.Name == name {
			return l.Entry(), nil
		}
		names[i] = l.Name
	}
	return Entry{}, fmt.Errorf("unknown algorithm %q; allowed: %s", name, strings.Join(names, ", "))
}

// Property returns the property of that name for n processes: one of e itself, or
// one that [properties.Named] knows.
func (e Entry) Property(name string, n int) (properties.Property, error) {
	if p, ok := e.OwnProperty(name, n); ok {
		return p, nil
	}
	p, err := properties.Named(name, e.Extreme)
	if own := e.OwnNames(1); err != nil && own != nil {
		return p, fmt.Errorf("%w, %s", err, strings.Join(own, ", "))
	}
	return p, err
}

// OwnProperty returns the property of that name that e itself has for n processes.
func (e Entry) OwnProperty(name string, n int) (properties.Property, bool) {
	if e.Own == nil {
		return properties.Property{}, false
	}
	for _, p := range e.Own(n) {
		if p.Name == name {
			return p, true
		}
	}
	return properties.Property{}, false
}

// OwnNames returns the names of the properties that e itself has for n processes; nil: none.
func (e Entry) OwnNames(n int) []string {
	if e.Own == nil {
		return nil
	}
	var names []string
	for _, p := range e.Own(n) {
		names = append(names, p.Name)
	}
	return names
}
