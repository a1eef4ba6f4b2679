package claims

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/protocols/errata"
)

// A Variant is a set of fixes, a choice of readings of the open points, and a choice of limits. The
// zero value is the text as printed, with the first option of each reading and the usual limits.
type Variant struct {
	Fixes    errata.Fixes
	Readings errata.Readings
	Limits   Limits
}

// ParseChoice reads a variant, its readings and its limits.
func (e Entry) ParseChoice(variant, readings, limits string) (Variant, error) {
	v, err := e.ParseVariant(variant)
	if err != nil {
		return Variant{}, err
	}
	if v.Readings, err = e.ParseReadings(readings); err != nil {
		return Variant{}, err
	}
	v.Limits, err = e.ParseLimits(limits)
	return v, err
}

// OwnVariant is the variant, in files and tables, of an algorithm that is not of
// the catalogue: it has only one.
const OwnVariant = "own"

// ParseVariant reads a set of fixes: "printed" has none, "corrected" all,
// "+E1,+E2" these, and "-E1" all but these and those that need them. A fix
// that needs another one cannot be had without it.
func (e Entry) ParseVariant(s string) (Variant, error) {
	switch s {
	case "printed":
		return Variant{}, nil
	case "corrected":
		return Variant{Fixes: e.all()}, nil
	case OwnVariant:
		if e.Own != nil {
			return Variant{}, nil
		}
	}
	malformed := fmt.Errorf("%s: malformed variant %q; allowed: printed, corrected, or %s, each with a + (from printed) or each with a - (from corrected), as in +E1,+E2",
		e.Name, s, e.errataNames())
	if s == "" || s[0] != '+' && s[0] != '-' {
		return Variant{}, malformed
	}
	sign, v := s[:1], Variant{}
	if sign == "-" {
		v.Fixes = e.all()
	}
	for item := range strings.SplitSeq(s, ",") {
		name, ok := strings.CutPrefix(item, sign)
		if !ok {
			return Variant{}, malformed
		}
		i, err := e.erratum(name)
		if err != nil {
			return Variant{}, err
		}
		if sign == "-" {
			v.Fixes &= e.Without(i).Fixes
		} else {
			v.Fixes |= errata.Fix(i)
		}
	}
	return v, e.complete(v.Fixes)
}

// Without returns the corrected variant without the fix of erratum i and those
// that need it.
func (e Entry) Without(i int) Variant {
	gone := errata.Fix(i)
	for range e.Errata { // a chain of needs is at most this long
		for j, erratum := range e.Errata {
			if erratum.Needs&gone != 0 {
				gone |= errata.Fix(j)
			}
		}
	}
	return Variant{Fixes: e.all() &^ gone}
}

// VariantText returns the text that [Entry.ParseVariant] reads as the fixes of
// v: "printed", "corrected", or "+E1,+E2".
func (e Entry) VariantText(v Variant) string {
	switch v.Fixes & e.all() {
	case e.all():
		if e.Own != nil {
			return OwnVariant
		}
		return "corrected" // also if there are no errata
	case 0:
		return "printed"
	}
	var fixes []string
	for i, erratum := range e.Errata {
		if v.Fixes.Has(i) {
			fixes = append(fixes, "+"+erratum.ID)
		}
	}
	return strings.Join(fixes, ",")
}

// ParseReadings reads a choice of readings: "R1=b,R3=a", where a is
// the first option of a reading. A reading that is not mentioned takes its first
// option; "" chooses all first options.
func (e Entry) ParseReadings(s string) (errata.Readings, error) {
	var r errata.Readings
	if s == "" {
		return r, nil
	}
	seen := map[string]bool{}
	for item := range strings.SplitSeq(s, ",") {
		name, letter, _ := strings.Cut(item, "=")
		i, err := e.reading(name)
		if err != nil {
			return errata.Readings{}, err
		}
		if seen[name] {
			return errata.Readings{}, fmt.Errorf("%s: reading %s occurs twice in %q", e.Name, name, s)
		}
		seen[name] = true
		last := OptionName(len(e.Readings[i].Options) - 1)
		if len(letter) != 1 || letter < "a" || letter > last {
			return errata.Readings{}, fmt.Errorf("%s: reading %q of %s; allowed: %s=a to %s=%s", e.Name, letter, name, name, name, last)
		}
		r[i] = letter[0] - 'a'
	}
	return r, nil
}

// OptionName returns the name of option i of a reading: a, b, c...
func OptionName(i int) string { return string(rune('a' + i)) }

// ReadingsText returns the text that [Entry.ParseReadings] reads as r: "" if
// all options are the first.
func (e Entry) ReadingsText(r errata.Readings) string {
	var parts []string
	for i, reading := range e.Readings {
		if r[i] != 0 {
			parts = append(parts, reading.ID+"="+OptionName(int(r[i])))
		}
	}
	return strings.Join(parts, ",")
}

// all returns the set of the fixes that e has.
func (e Entry) all() errata.Fixes { return 1<<len(e.Errata) - 1 }

// complete returns an error if a fix lacks one that it needs.
func (e Entry) complete(f errata.Fixes) error {
	for i, erratum := range e.Errata {
		for j, needed := range e.Errata {
			if f.Has(i) && erratum.Needs.Has(j) && !f.Has(j) {
				return fmt.Errorf("%s: fix %s needs %s", e.Name, erratum.ID, needed.ID)
			}
		}
	}
	return nil
}

func (e Entry) erratum(id string) (int, error) {
	for i, erratum := range e.Errata {
		if erratum.ID == id {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s: unknown fix %q; allowed: %s", e.Name, id, e.errataNames())
}

func (e Entry) reading(id string) (int, error) {
	var names []string
	for i, reading := range e.Readings {
		if reading.ID == id {
			return i, nil
		}
		names = append(names, reading.ID)
	}
	return 0, fmt.Errorf("%s: unknown reading %q; allowed: %s", e.Name, id, strings.Join(names, ", "))
}

func (e Entry) errataNames() string {
	names := make([]string, len(e.Errata))
	for i, erratum := range e.Errata {
		names[i] = erratum.ID
	}
	return strings.Join(names, ", ")
}
