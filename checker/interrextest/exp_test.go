package interrextest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols"
)

var seeds = flag.Int("exp.seeds", 0, "")

func TestExp(t *testing.T) {
	if *seeds == 0 {
		t.Skip()
	}
	files, _ := filepath.Glob("../../counterexamples/*/*.txt")
	flag.Set("rapid.nofailfile", "true")
	for _, file := range files {
		data, _ := os.ReadFile(file)
		f, err := counterexamples.Parse(data)
		if err != nil {
			t.Error(err)
			continue
		}
		e, err := protocols.ByName(f.Instance.Algorithm)
		if err != nil {
			continue
		}
		v, err := e.ParseVariant(f.Instance.Variant)
		if err != nil {
			continue
		}
		v.Readings, err = e.ParseReadings(f.Instance.Readings)
		if err != nil {
			continue
		}
		s, err := e.New(v, f.Instance.Network)
		if err != nil {
			t.Error(err)
			continue
		}
		p, err := properties.Named(f.Property, e.Extreme)
		if err != nil {
			t.Error(err)
			continue
		}
		one(t, file, f, s, p)
	}
}

func one(t *testing.T, file string, f *counterexamples.File, s *model.System, p properties.Property) {
	found, same, sum := 0, 0, ""
	var tf, ts time.Duration
	k := Config{Configurations: -1, Fairness: f.Fairness}.newCheck(t, s)
	t0 := time.Now()
	u := newUniverse(s)
	tu := time.Since(t0)
	for seed := 1; seed <= *seeds; seed++ {
		flag.Set("rapid.seed", fmt.Sprint(seed))
		t0 := time.Now()
		g := k.find(u, []properties.Property{p})
		tf += time.Since(t0)
		if g == nil {
			continue
		}
		found++
		t0 = time.Now()
		m := k.minimise(p, g.execution)
		x := k.shorten(p, g.execution)
		ts += time.Since(t0)
		if len(x.Steps) <= f.Schedule.Len() {
			same++
		}
		sum += fmt.Sprintf(" %d>%d>%d", len(g.execution.Steps), len(m.Steps), len(x.Steps))
	}
	if found < *seeds || same < found {
		fmt.Print("!! ")
	}
	fmt.Printf("%-60s U=%d draws=%d ev=%d best=%d found %d same %d find %v min %v uni %v:%s\n", file[22:], len(u.names), u.draws, u.events, f.Schedule.Len(), found, same, tf/time.Duration(*seeds), ts/time.Duration(*seeds), tu, sum)
}
