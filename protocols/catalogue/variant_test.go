package catalogue_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

func entry(t *testing.T, name string) catalogue.Entry {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestParseVariant(t *testing.T) {
	e := entry(t, "lcr")
	for _, row := range []struct {
		text, canonical string
		fixes           errata.Fixes
		reason          string
	}{
		{"printed", "printed", 0, "no fix"},
		{"corrected", "corrected", 7, "every fix, and no bit beyond"},
		{"+E1", "+E1", 1, "from printed"},
		{"+E3,+E1", "+E1,+E3", 5, "the order of errata, not of writing"},
		{"+E1,+E2,+E3", "corrected", 7, "all of them is corrected"},
		{"-E2", "+E1,+E3", 5, "from corrected"},
		{"-E2,-E3", "+E1", 1, "both go"},
		{"-E1", "printed", 0, "E2 and E3 need E1 and go with it"},
	} {
		v, err := e.ParseVariant(row.text)
		if err != nil || v.Fixes != row.fixes || e.VariantText(v) != row.canonical {
			t.Errorf("%q: got fixes %b, %q, error %v, want %b, %q: %s", row.text, v.Fixes, e.VariantText(v), err, row.fixes, row.canonical, row.reason)
		}
	}
}

func TestVariantTextIsReadBack(t *testing.T) {
	for _, e := range catalogue.All() {
		for fixes := range errata.Fixes(1) << len(e.Errata) {
			text := e.VariantText(catalogue.Variant{Fixes: fixes})
			v, err := e.ParseVariant(text)
			if err != nil {
				if !strings.Contains(err.Error(), "needs") {
					t.Errorf("%s %q: %v", e.Name, text, err)
				}
				continue
			}
			if v.Fixes != fixes {
				t.Errorf("%s %q: got fixes %b, want %b", e.Name, text, v.Fixes, fixes)
			}
		}
	}
}

func TestFixesWithoutAnErratumDoNotCount(t *testing.T) {
	e := entry(t, "hs")
	if got := e.VariantText(catalogue.Variant{Fixes: errata.Corrected}); got != "corrected" {
		t.Errorf("all bits: got %q, want corrected: bits without an erratum do not count", got)
	}
}

func TestParseReadings(t *testing.T) {
	e := entry(t, "hs")
	for _, row := range []struct {
		text, canonical string
		readings        errata.Readings
		reason          string
	}{
		{"", "", errata.Readings{}, "the first of each"},
		{"R1=a", "", errata.Readings{}, "the first need not be said"},
		{"R4=b,R1=b", "R1=b,R4=b", errata.Readings{1, 0, 0, 1}, "the order of readings, not of writing"},
	} {
		r, err := e.ParseReadings(row.text)
		if err != nil || r != row.readings || e.ReadingsText(r) != row.canonical {
			t.Errorf("%q: got %v, %q, error %v, want %v, %q: %s", row.text, r, e.ReadingsText(r), err, row.readings, row.canonical, row.reason)
		}
	}
}

func TestBadNamesAreRefused(t *testing.T) {
	e := entry(t, "lcr")
	variant := func(s string) error { _, err := e.ParseVariant(s); return err }
	readings := func(s string) error { _, err := e.ParseReadings(s); return err }
	byName := func(s string) error { _, err := catalogue.ByName(s); return err }
	for _, row := range []struct {
		parse  func(string) error
		text   string
		says   []string
		reason string
	}{
		{byName, "nobody", []string{`"nobody"`, "lcr, hs"}, "the catalogue is listed"},
		{byName, "", []string{`""`, "lcr, hs"}, "nothing is no name"},
		{variant, "fixed", []string{`"fixed"`, "printed, corrected", "E1, E2, E3"}, "not a variant"},
		{variant, "", []string{`""`, "allowed"}, "nothing is no variant"},
		{variant, "+E9", []string{`"E9"`, "E1, E2, E3"}, "no such erratum"},
		{variant, "+", []string{`""`, "E1, E2, E3"}, "a sign alone"},
		{variant, "+E1,-E2", []string{`"+E1,-E2"`}, "it starts from printed or from corrected, not from both"},
		{variant, "+E1,", []string{`"+E1,"`}, "a comma too many"},
		{variant, "E1", []string{`"E1"`}, "no sign"},
		{variant, "+E2", []string{"E2 needs E1"}, "names the missing fix"},
		{readings, "R9=a", []string{`"R9"`, "R1, R2, R3"}, "no such reading"},
		{readings, "R1=d", []string{`"d"`, "R1=a to R1=c"}, "no such option"},
		{readings, "R1", []string{"R1=a to R1=c"}, "no option"},
		{readings, "R1=a,R1=b", []string{"R1", "twice"}, "contradicts itself"},
	} {
		err := row.parse(row.text)
		if err == nil {
			t.Errorf("%q is accepted: %s", row.text, row.reason)
			continue
		}
		for _, part := range row.says {
			if !strings.Contains(err.Error(), part) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: error %q is not one line with %q: %s", row.text, err, part, row.reason)
			}
		}
	}
}

func ExampleEntry_ParseVariant() {
	e, err := catalogue.ByName("lcr")
	if err != nil {
		panic(err)
	}
	v, err := e.ParseVariant("-E3")
	fmt.Println(e.VariantText(v), err)
	_, err = e.ParseVariant("+E2")
	fmt.Println(err)
	// Output:
	// +E1,+E2 <nil>
	// lcr: fix E2 needs E1
}
