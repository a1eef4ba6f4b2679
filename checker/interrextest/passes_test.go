package interrextest

import (
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestPasses says which tests pass, which fail, and with which messages.
func TestPasses(t *testing.T) {
	const unbounded = "counts" // in local states and messages: no search ends
	type list = []properties.Property
	for _, test := range []struct {
		name   string
		does   string
		config Config
		list   list
		errors []string // the beginning of each
		says   []string // in errors and log
		reason string
	}{
		{"complete", "", Config{}, list{easy(), atRest()}, nil,
			[]string{"easy: holds in all 8 configurations"}, "a complete search is a pass"},
		{"not complete", unbounded, Config{Configurations: 200, Schedules: 20}, list{easy(), steady()},
			[]string{"easy, steady, well-formed: not decided: no search was complete, and no random schedule shows a violation\n"},
			[]string{"exhaustive search: ", "every execution of at most ", "then cut short: max-configurations 200", "random schedules: 20 of ", "balanced 4", "pos 10",
				"interrextest.Config{Random: interrextest.Enough}", "Config{Time: "}, "random schedules alone are no pass"},
		{"enough", unbounded, Config{Configurations: 200, Schedules: 20, Random: Enough}, list{easy()}, nil,
			[]string{"easy: not violated by 20 random schedules", "which Config.Random = Enough allows: easy, well-formed", "then cut short: max-configurations 200"}, "unless they are said to be enough"},
		{"only", unbounded, Config{Schedules: 20, Random: Only}, list{easy()}, nil,
			[]string{"exhaustive search: none (Config.Random is Only)"}, "nothing is searched"},
		{"no time", unbounded, Config{Time: 1, Configurations: 200}, list{easy()},
			[]string{"easy, well-formed: not decided"}, []string{"random schedules: none"}, "no time for a schedule"},
		{"witnessed", unbounded, Config{Configurations: 1, Schedules: 20}, list{properties.NewReachable("wins", "somebody wins", func(v model.View) bool { return v.Status[0].Role == model.Won })},
			[]string{"well-formed: not decided"}, nil, "a witness is one, whoever finds it"},
		{"vacuous", "spins", Config{}, list{easy(), atRest()}, []string{"at-rest: vacuous: nothing in all"},
			[]string{`interrextest.Config{Vacuous: []string{"at-rest"}}`}, "what nothing can refute is no pass"},
		{"expected vacuous", "spins", Config{Vacuous: []string{"at-rest"}}, list{easy(), atRest()}, nil,
			[]string{"at-rest: vacuous in all"}, "unless it is expected"},
		{"vacuous at random", unbounded, Config{Random: Only, Schedules: 20}, list{easy(), atRest(), steady()},
			[]string{"at-rest: vacuous: none of 20 random schedules could refute it: none came to an end", "steady: vacuous: none of 20 random schedules could refute it: none came to an end, or came back"}, nil,
			"schedules that come to no end say nothing of it"},
		{"expected vacuous at random", unbounded, Config{Random: Only, Schedules: 20, Vacuous: []string{"at-rest", "steady"}}, list{atRest(), steady()}, nil,
			[]string{"at-rest: not violated by 20 random schedules, of which 0 could have"}, "unless it is expected"},
		{"not vacuous at random", "", Config{Random: Only, Schedules: 20}, list{atRest(), steady()}, nil,
			[]string{"at-rest: not violated by 20 random schedules"}, "schedules that end could have violated it"},
		{"no trigger", "", Config{}, list{unasked()}, []string{"unasked: vacuous: nothing in all 8 configurations could refute it (its trigger holds in no configuration)"},
			[]string{`interrextest.Config{Vacuous: []string{"unasked"}}`}, "an answer without a question is no pass"},
		{"no trigger at random", "", Config{Random: Only, Schedules: 20}, list{unasked()}, []string{"unasked: vacuous: none of 20 random schedules could refute it: its trigger held in none of the "},
			nil, "at random likewise"},
		{"no end and no trigger at random", unbounded, Config{Random: Only, Schedules: 20}, list{unasked()}, []string{"unasked: vacuous: none of 20 random schedules could refute it: none came to an end, or came back to a configuration"},
			nil, "they come to no end, whatever the trigger"},
		{"a trigger at random", "", Config{Random: Only, Schedules: 20}, list{answered()}, nil, []string{"answered: not violated by 20 random schedules"}, "the question is asked and answered"},
		{"no leader", "", Config{}, list{properties.Agreement()}, []string{"agreement: vacuous: nothing in all 8 configurations could refute it (no live process names a leader at the end)"},
			[]string{`interrextest.Config{Vacuous: []string{"agreement"}}`}, "nobody names a leader, so nobody can disagree"},
		{"no leader at random", "", Config{Random: Only, Schedules: 20}, list{properties.Agreement()}, []string{"agreement: vacuous: none of 20 random schedules could refute it: no live process names a leader at the end"},
			nil, "at random likewise"},
		{"nothing happens", "sleeps", Config{}, list{easy(), properties.NewReachable("rests", "nobody wins", func(v model.View) bool { return v.Status[0].Role != model.Won })},
			[]string{"interrextest: puppet: nothing can ever happen: no event is enabled at the start; usual causes: Ready returns no wake-up"},
			[]string{`interrextest.Config{Vacuous: []string{"easy"}}`}, "even a witness at the start shows nothing"},
		{"nothing happens at random", "sleeps", Config{Random: Only, Schedules: 20}, list{easy()},
			[]string{"interrextest: puppet: nothing can ever happen"}, nil, "at random likewise"},
		{"nothing is expected to happen", "sleeps", Config{Vacuous: []string{"easy"}}, list{easy()}, nil, []string{"easy: vacuous in all 1 configurations: nothing can ever happen"}, "unless it is expected"},
		{"ill-formed", "panics", Config{}, list{easy(), atRest()}, []string{"well-formed: violated by "},
			[]string{`the step of p0 is not well-formed: panics: puppets_test.go:`, "no room", "easy: not judged, as a step is not well-formed", "at-rest: not judged"}, "a step that panics is no pass for anything"},
		{"ill-formed at random", "panics", Config{Random: Only, Schedules: 100}, list{easy(), atRest()}, []string{"well-formed: violated by "},
			[]string{"panics: puppets_test.go:", "easy: not judged, as a step is not well-formed", "at-rest: not judged"}, "by random schedules likewise"},
		{"ill-formed, asked", "panics", Config{}, list{properties.WellFormed(), easy()}, []string{"well-formed: violated by "},
			[]string{"easy: not judged"}, "asked for or not"},
		{"violated and ill-formed", "panics", Config{}, list{quiet(), easy()}, []string{"quiet: violated by ", "well-formed: violated by "},
			[]string{"easy: not judged"}, "well-formed steps violate it, too"},
		{"only ill-formed steps win", "panics at once", Config{Random: Only, Schedules: 20}, list{quiet()}, []string{"well-formed: violated by "},
			[]string{"quiet: not judged"}, "a step that is not well-formed violates nothing else"},
		{"a property panics", "", Config{}, list{easy(), faulty()}, []string{"interrextest: property faulty panics: puppets_test.go:"},
			[]string{"index out of range [2] with length 2"}, "the message names it"},
		{"a property panics at random", "", Config{Random: Only}, list{easy(), faulty()}, []string{"interrextest: property faulty panics: puppets_test.go:"},
			nil, "at random likewise"},
		{"another vacuous", "", Config{Vacuous: []string{"at-rets"}}, list{atRest()}, []string{`interrextest: Config.Vacuous names "at-rets"; allowed: at-rest`},
			nil, "a slip of the pen"},
		{"two of one name", "", Config{}, list{easy(), quiet(), easy()}, []string{`interrextest: two properties are named "easy"; allowed: different names`}, nil, "files and messages have the name only"},
		{"no name", "", Config{}, list{{}}, []string{`interrextest: the property name "" is empty`}, nil, "it has no predicate either"},
		{"empty", "", Config{Random: Only}, list{properties.NewAlways("empty", "", properties.Shape{})}, []string{"interrextest: property empty: its shape has no part"}, nil, "random schedules would never refute it"},
		{"no property", "", Config{}, nil, []string{"interrextest: no property to judge"}, nil, "an empty list is a mistake"},
		{"another Random", "", Config{Random: 9}, list{easy()}, []string{"interrextest: Config.Random is Random(9); allowed: NotEnough, Enough, Only"}, nil, "a value that does not exist"},
		{"negative", "", Config{Time: -1}, list{easy()}, []string{"interrextest: Config has a budget below zero"}, nil, "no budget is negative"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := test.config
			g.Dir = t.TempDir()
			if g.Time == 0 {
				g.Time = time.Hour
			}
			spied := spyOn(t, func(spied testing.TB) { g.Check(spied, puppets(t, test.does), test.list...) })
			for i := range max(len(test.errors), len(spied.errors)) {
				if i >= len(test.errors) || i >= len(spied.errors) || !strings.HasPrefix(spied.errors[i], test.errors[i]) {
					t.Fatalf("%s: failed %q, want %q; logged %q", test.reason, spied.errors, test.errors, spied.logs)
				}
			}
			all := strings.Join(append(spied.errors, spied.logs...), "\n")
			for _, text := range test.says {
				if !strings.Contains(all, text) {
					t.Errorf("%s: no %q in\n%s", test.reason, text, all)
				}
			}
		})
	}
}

func TestNilSystem(t *testing.T) {
	for name, call := range map[string]func(testing.TB){
		"Check":  func(t testing.TB) { Check(t, nil, easy()) },
		"Replay": func(t testing.TB) { Replay(t, nil, "easy.txt", easy()) },
	} {
		if spied := spyOn(t, call); len(spied.errors) != 1 || !strings.HasPrefix(spied.errors[0], "interrextest: the system is nil") {
			t.Errorf("%s: failed %q", name, spied.errors)
		}
	}
}
