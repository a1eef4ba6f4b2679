package checker_test

import (
	"context"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestPropertiesOfNoUse asks each engine about properties that say nothing, or
// panic: it must not say that they hold.
func TestPropertiesOfNoUse(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1; 1 a 2"}.System()
	step := properties.Shape{Step: func(_, _ model.Status) bool { return false }}
	beyond := func(v model.View) bool { return v.Status[9].Halted }
	each := func(*model.Network, int, model.Status) bool { panic("too dark") }
	for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic, checker.Auto} {
		for _, test := range []struct {
			system *model.System
			list   []properties.Property
			want   string
			reason string
		}{
			{nil, nil, "no system: it is nil", "New was not asked whether it failed"},
			{s, []properties.Property{properties.Elected(), properties.Known(), properties.Elected()}, `two properties are named "elected"`, "which one holds"},
			{s, []properties.Property{properties.NewAlways("a b", "", beyond)}, `the property name "a b" has white space`, "no file could hold it"},
			{s, []properties.Property{properties.NewAlways("p", "", step)}, "property p: the part Step of a shape is for the form always-step", "it held"},
			{s, []properties.Property{properties.NewReachable("p", "", properties.Shape{})}, "property p: its shape has no part", "it held"},
			{s, []properties.Property{properties.NewAlways("p", "", properties.Shape{Each: each})}, "property p panics: sound_test.go:20: too dark", "in a search"},
		} {
			_, err := checker.Check(context.Background(), test.system, checker.Options{Properties: test.list, Search: checker.Search{Engine: engine}, Workers: 2})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%v, %s: got %v, want %s", engine, test.reason, err, test.want)
			}
		}
	}
}
