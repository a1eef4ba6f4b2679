package interrextest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// TestValidate: a log that the model explains passes, any other fails with the
// line that cannot come next.
func TestValidate(t *testing.T) {
	s := ring(t, 0, 3)
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{{Process: 0, Kind: model.Wake}, {Process: 1, Kind: model.Wake}}})
	if err != nil {
		t.Fatal(err)
	}
	var log string
	for _, l := range validate.Record(x) {
		log += l.String() + "\n"
	}
	file := filepath.Join(t.TempDir(), "p0.log")
	if err := os.WriteFile(file, []byte("\n{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, log string
		options   validate.Options
		fails     string // "": it does not
		says      string
		reason    string
	}{
		{"valid", log, validate.Options{}, "", "valid: an execution of 2 events has 2 lines\n", "it is recorded"},
		{"invalid", log + log, validate.Options{}, "invalid: no execution has 4 lines; the longest prefix has 2\n\nlog 1:4: ", "", "nobody wakes twice; what p1 can do instead is nearest"},
		{"cut short", log, validate.Options{MaxConfigurations: 1}, "unknown: cut short (max-configurations 1)", "", "an unknown is no pass"},
		{"empty", "\n", validate.Options{}, "interrextest: no line in any log", "", "it would be valid for all systems"},
		{"malformed", log + "{", validate.Options{}, "interrextest: log 1:3: the line ends within its object", "", "the place is named"},
		{"another network", `{"process":3}`, validate.Options{}, "interrextest: log 1:1: process 3; allowed: 0..2", "", "the place is named"},
		{"bad options", log, validate.Options{Unlogged: -1}, "interrextest: options below zero (Unlogged -1", "", "no default stands for it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.options.MaxTime = time.Hour
			spied := spyOn(t, func(spied testing.TB) { Validate(spied, s, test.options, strings.NewReader(test.log)) })
			if failed := strings.Join(spied.errors, "\n"); !strings.HasPrefix(failed, test.fails) || (failed == "") != (test.fails == "") || !spied.logged(test.says) {
				t.Errorf("%s: failed %q, want %q; logged %q, want %q", test.reason, failed, test.fails, spied.logs, test.says)
			}
		})
	}
	open, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	for name, spied := range map[string]*spy{
		file + ":2: no \"process\"": spyOn(t, func(spied testing.TB) { Validate(spied, s, validate.Options{}, open) }),
		"the system is nil":         spyOn(t, func(spied testing.TB) { Validate(spied, nil, validate.Options{}) }),
	} {
		if len(spied.errors) != 1 || !strings.Contains(spied.errors[0], name) {
			t.Errorf("failed %q, want %q", spied.errors, name)
		}
	}
}
