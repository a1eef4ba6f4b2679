package singh_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/singh"
)

func ints(s string) []int {
	if s == "" {
		return nil
	}
	var l []int
	for _, x := range strings.Split(s, ",") {
		i, _ := strconv.Atoi(x)
		l = append(l, i)
	}
	return l
}

func TestExp(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	if n == 0 {
		t.Skip()
	}
	a := singh.Algorithm{Fixes: model.Corrected}
	for _, e := range ints(os.Getenv("OFF")) {
		a.Fixes &^= model.Fix(e - 1)
	}
	if os.Getenv("PRINTED") != "" {
		a.Fixes = 0
	}
	for _, e := range ints(os.Getenv("R")) {
		a.Readings[e-1] = 1
	}
	net := model.Network{Topology: model.Complete, N: n, Wake: model.WakeSet{Only: ints(os.Getenv("WAKE"))}}
	o, _ := model.ParseOrder(os.Getenv("ORDER"))
	net.Order = o
	var arr [][]model.ID
	if ids := ints(os.Getenv("IDS")); ids != nil {
		var l []model.ID
		for _, i := range ids {
			l = append(l, model.ID(i))
		}
		arr = append(arr, l)
	} else {
		var err error
		arr, err = model.Arrangements(net)
		if err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, p := range properties.Standard(properties.Greatest) {
		if p.Name != "validity" {
			names = append(names, p.Name)
		}
	}
	if os.Getenv("P") != "" {
		names = strings.Split(os.Getenv("P"), ",")
	}
	total := map[string]int{}
	ex := map[string]*model.Execution{}
	began := time.Now()
	var confs, most int64
	for _, ids := range arr {
		net.IDs = ids
		s, err := model.New(a, net)
		if err != nil {
			t.Fatal(err)
		}
		var list []properties.Property
		for _, x := range names {
			p, err := properties.Named(x, properties.Greatest)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
		max, _ := strconv.ParseInt(os.Getenv("MAX"), 10, 64)
		r, err := checker.Check(context.Background(), s, checker.Options{Properties: list, Fairness: model.Weak, MaxConfigurations: max})
		if err != nil {
			t.Fatal(err)
		}
		confs += r.Configurations
		if r.Configurations > most {
			most = r.Configurations
		}
		for _, v := range r.Verdicts {
			total[v.Property.Name+" "+v.Result.String()]++
			if v.Result == checker.Violated && v.Execution != nil {
				if old := ex[v.Property.Name]; old == nil || len(old.Steps) > len(v.Execution.Steps) {
					ex[v.Property.Name] = v.Execution
				}
			}
		}
	}
	fmt.Printf("n=%d arrangements=%d configurations=%d most=%d %.1fs\n", n, len(arr), confs, most, time.Since(began).Seconds())
	for _, x := range names {
		line := x
		for _, r := range []string{"holds", "violated", "unknown", "vacuous"} {
			if c := total[x+" "+r]; c > 0 {
				line += fmt.Sprintf(" %s:%d", r, c)
			}
		}
		if e := ex[x]; e != nil {
			line += fmt.Sprintf(" len=%d ids=%v", len(e.Steps), e.System.Network().IDs)
		}
		fmt.Println(line)
		if e := ex[x]; e != nil && os.Getenv("SHOW") != "" {
			for _, st := range e.Steps {
				fmt.Println("   ", st.Event)
			}
			fmt.Println(e.System.Text(e.Last()))
		}
	}
}
