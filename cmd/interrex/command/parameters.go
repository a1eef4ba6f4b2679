package command

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// A Parameter is a number beside n that a protocol of your own depends on: how many updates there are, for instance. The
// flag --set gives it a value.
type Parameter struct {
	Name            string // a word, as in "updates"
	Meaning         string // what it counts
	Default         int
	Least, Greatest int
}

// Values are numbers by the names of their parameters. There is one for each parameter of the protocol.
type Values map[string]int

// text returns the values in the order of the parameters, as --set reads them: all of them, or those that are not the default.
func (v Values) text(list []Parameter, all bool) string {
	var parts []string
	for _, p := range list {
		if all || v[p.Name] != p.Default {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, v[p.Name]))
		}
	}
	return strings.Join(parts, ",")
}

// checkParameters names a parameter of p that is not allowed.
func (p Protocol) checkParameters() error {
	if (p.With == nil) != (p.Parameters == nil) {
		return errors.New("it has Parameters or With, and not the other one; allowed: both or none")
	}
	names := map[string]bool{}
	for _, q := range p.Parameters {
		switch err := model.CheckWord(q.Name); {
		case err != nil:
			return fmt.Errorf("the name of its parameter %w", err)
		case strings.ContainsAny(q.Name, "=,"):
			return fmt.Errorf("parameter %q has a comma or an equals sign; allowed: a word without them", q.Name)
		case names[q.Name]:
			return fmt.Errorf("two parameters are named %q; allowed: different names", q.Name)
		case q.Default < q.Least || q.Greatest < q.Default:
			return fmt.Errorf("parameter %s has Default %d, Least %d and Greatest %d; allowed: Least <= Default <= Greatest", q.Name, q.Default, q.Least, q.Greatest)
		}
		names[q.Name] = true
	}
	return nil
}

// at returns p with the values that are chosen, and the defaults of the others.
func (p Protocol) at(chosen Values) (Protocol, Values) {
	if p.With == nil {
		return p, nil
	}
	v := Values{}
	for _, q := range p.Parameters {
		v[q.Name] = q.Default
		if x, ok := chosen[q.Name]; ok {
			v[q.Name] = x
		}
	}
	made := p.With(maps.Clone(v))
	made.Name, made.Title, made.Parameters, made.With = p.Name, p.Title, p.Parameters, p.With
	return made, v
}

// entryAt returns the entry of p with the values that are chosen. The error names a field that is not allowed.
func (p Protocol) entryAt(chosen Values) (claims.Entry, error) {
	made, v := p.at(chosen)
	if err := made.check(); err != nil {
		return claims.Entry{}, err
	}
	e := made.entry()
	e.Parameters = claims.Parameters{All: v.text(p.Parameters, true), Chosen: v.text(p.Parameters, false)}
	for _, q := range p.Parameters {
		e.Parameters.Meanings = append(e.Parameters.Meanings, fmt.Sprintf("%s=%d..%d, %s (%d)", q.Name, q.Least, q.Greatest, q.Meaning, q.Default))
	}
	return e, nil
}

// parseValues reads values: "updates=3", or more than one, with commas. The parameters are those of some protocols.
func parseValues(text string, protocols []Protocol) (Values, error) {
	v := Values{}
	for item := range strings.SplitSeq(text, ",") {
		name, number, _ := strings.Cut(item, "=")
		if _, twice := v[name]; twice {
			return nil, fmt.Errorf("parameter %s occurs twice in %q", name, text)
		}
		var ranges []string
		for _, p := range protocols {
			for _, q := range p.Parameters {
				ranges = append(ranges, fmt.Sprintf("%s=%d to %[1]s=%[3]d", q.Name, q.Least, q.Greatest))
				if q.Name != name {
					continue
				}
				x, err := strconv.Atoi(number)
				if err != nil || x < q.Least || x > q.Greatest {
					return nil, fmt.Errorf("%s: %q; allowed: %s", p.Name, item, ranges[len(ranges)-1])
				}
				v[name] = x
			}
		}
		if _, known := v[name]; !known {
			return nil, fmt.Errorf("unknown parameter %q; allowed: %s", name, strings.Join(ranges, ", "))
		}
	}
	return v, nil
}

// parameterized makes the entries of protocols, with the values of their parameters.
type parameterized struct {
	k         *collection
	protocols []Protocol
	set       Values // those that --set sets; nil: none
}

// addFlags declares the flag that sets parameters. The entries are made anew when all flags are read.
func (p *parameterized) addFlags(root *cobra.Command) {
	p.set = nil
	var all []string
	root.PersistentFlags().Var(&flagValue{kind: "NAME=VALUE", read: func(s string) (err error) {
		all = append(all, s)
		p.set, err = parseValues(strings.Join(all, ","), p.protocols)
		return err
	}}, "set", "parameters of a protocol, as in updates=3, or more than one, with commas")
	checked := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := checked(cmd, args); err != nil {
			return err
		}
		return p.makeEntries()
	}
}

// makeEntries makes the list of the entries with the values that --set has set.
func (p *parameterized) makeEntries() error {
	p.k.list = nil
	for i, own := range p.protocols {
		e, err := own.entryAt(p.set)
		if err != nil {
			return fmt.Errorf("protocol %d, %q: %w", i+1, own.Name, err)
		}
		p.k.list = append(p.k.list, claims.Listed{Name: own.Name, Entry: func() claims.Entry { return e }})
	}
	return nil
}

// asInFile returns e with the parameters of a file.
func (p *parameterized) asInFile(e claims.Entry, i counterexamples.Instance) (claims.Entry, error) {
	if e.Parameters.All == "" || i.Limits == "" || i.Limits == e.Parameters.All {
		return e, nil
	}
	if p.set != nil {
		return e, fmt.Errorf("the file has %s, and with --set it is %s; allowed: no --set", i.Limits, e.Parameters.All)
	}
	at := slices.IndexFunc(p.protocols, func(own Protocol) bool { return own.Name == e.Name })
	v, err := parseValues(i.Limits, p.protocols[at:at+1])
	if err != nil {
		return e, fmt.Errorf("the parameters of the file: %w", err)
	}
	return p.protocols[at].entryAt(v)
}
