package checker_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// TestPlan says which turns follow from options, system and the outcomes of turns, the first four of them: of
// a system with order inbox that suits everything, or of one in lockstep.
func TestPlan(t *testing.T) {
	lockstep := func(net *model.Network) error { net.Timing = model.Lockstep; return nil }
	any, rounds := specSystem(t, "LCR", 3), catalogued(t, "hs", "corrected", 3, lockstep)
	none, confluent := checker.Options{Search: checker.Search{Reduce: checker.NoReduction}}, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}
	auto, explicit := checker.Options{Search: checker.Search{Engine: checker.Auto}}, checker.Options{}
	bounded := func(o checker.Options, most int64) checker.Options { o.MaxConfigurations = most; return o }
	large := func(o checker.Options) checker.Options { o.Search.Large = true; return o }
	for _, row := range []struct {
		reason  string
		system  *model.System
		options checker.Options
		relaxes bool
		after   string
		want    string
	}{
		{"one engine, and no reduction", any, none, false, "", "explicit forgets"},
		{"the reduction is asked for by name", any, confluent, false, "", "explicit, reduction confluent forgets"},
		{"diagrams alone", any, checker.Options{Search: checker.Search{Engine: checker.Symbolic}}, true, "", "symbolic forgets"},
		{"two searches contend: bounds grow sixteenfold", any, explicit, false, "", "explicit, 100 configurations opens; explicit, reduction confluent, 400 configurations ending; explicit, 6400 configurations ending; explicit, reduction confluent, up to symmetry, 6400 configurations ending"},
		{"three contend: bounds grow eightfold", any, auto, false, "", "explicit, 100 configurations opens; explicit, reduction confluent, 400 configurations ending; explicit, 800 configurations ending; symbolic, 12800 nodes, 102400 bytes"},
		{"diagrams of the relaxation first", any, auto, true, "", "explicit, 100 configurations opens; explicit, reduction confluent, 400 configurations ending; explicit, 800 configurations ending; symbolic, order fifo, 200 nodes, 102400 bytes"},
		{"engines without a reduction", any, checker.Options{Search: checker.Search{Engine: checker.Auto, Reduce: checker.NoReduction}}, false, "", "explicit, 400 configurations ending; symbolic, 12800 nodes, 102400 bytes; explicit, 6400 configurations ending; symbolic, 204800 nodes, 1638400 bytes"},
		{"the reduction, by name, suits no diagrams", any, checker.Options{Search: checker.Search{Engine: checker.Auto, Reduce: checker.Confluent}}, true, "", "explicit, reduction confluent forgets"},
		{"nothing suits lockstep but the whole system", rounds, auto, true, "", "explicit forgets"},
		{"a bound on depth counts all events", any, checker.Options{MaxDepth: 9}, false, "", "explicit forgets"},
		{"the bound asked for is that of the first turn", any, bounded(auto, 100), false, "", "explicit, 100 configurations"},
		{"it is a little higher", any, bounded(auto, 101), false, "", "explicit, 100 configurations opens; explicit, reduction confluent, 101 configurations forgets; explicit, 101 configurations forgets"},
		{"there is room for one round", any, bounded(explicit, 1000), false, "", "explicit, 100 configurations opens; explicit, reduction confluent, 400 configurations ending; explicit, reduction confluent, up to symmetry, 1000 configurations forgets; explicit, up to symmetry, 1000 configurations forgets"},
		{"the system is known to be large", any, large(explicit), false, "", "explicit, reduction confluent, up to symmetry; explicit, reduction confluent, up to symmetry, 400 configurations ending; explicit, up to symmetry, 6400 configurations ending; explicit, reduction confluent, up to symmetry, 6400 configurations ending"},
		{"it is, but the bound is low", any, bounded(large(explicit), 100), false, "", "explicit, 100 configurations"},
		{"renamings are asked for", any, checker.Options{Search: checker.Search{Symmetry: true}}, false, "", "explicit, up to symmetry, 100 configurations opens; explicit, reduction confluent, up to symmetry, 400 configurations ending; explicit, up to symmetry, 6400 configurations ending; explicit, reduction confluent, up to symmetry, 6400 configurations ending"},
		{"all is decided", any, auto, true, "decided", ""},
		{"the first turn decided what it could", any, auto, true, "bounded, lost", "explicit, 400 configurations ending; symbolic, order fifo, 100 nodes, 102400 bytes; explicit, up to symmetry, 3200 configurations ending; symbolic, order fifo, 800 nodes, 1638400 bytes"},
		{"loops are lost: two contend from here on", any, auto, false, "bounded, lost", "explicit, 400 configurations ending; symbolic, 12800 nodes, 102400 bytes; explicit, up to symmetry, 3200 configurations ending; symbolic, 204800 nodes, 1638400 bytes"},
		{"the reduction may invent configurations", any, auto, false, "bounded, unreduced", "explicit, 400 configurations ending; symbolic, 12800 nodes, 102400 bytes; explicit, up to symmetry, 3200 configurations ending; symbolic, 204800 nodes, 1638400 bytes"},
		{"the reduced search is complete, and something stays open", any, explicit, false, "bounded, lost", "explicit, 400 configurations ending; explicit, up to symmetry forgets"},
		{"the relaxation has decided what it can: the system itself follows at once", any, auto, true, "bounded, bounded, bounded, complete", "symbolic, 12800 nodes, 102400 bytes; explicit, reduction confluent, up to symmetry, 3200 configurations ending; explicit, up to symmetry, 6400 configurations ending; symbolic, 102400 nodes, 1638400 bytes"},
		{"a longer turn with the relaxation may decide more", any, auto, true, "bounded, bounded, bounded, bounded", "explicit, reduction confluent, up to symmetry, 3200 configurations ending; explicit, up to symmetry, 6400 configurations ending; symbolic, order fifo, 1600 nodes, 1638400 bytes; explicit, reduction confluent, up to symmetry, 25600 configurations ending"},
		{"diagrams have decided what they can", any, auto, false, "bounded, bounded, bounded, complete", "explicit, reduction confluent, up to symmetry, 3200 configurations ending; explicit, up to symmetry, 51200 configurations ending; explicit, reduction confluent, up to symmetry, 51200 configurations ending; explicit, up to symmetry, 819200 configurations ending"},
		{"diagrams fail, perhaps where no execution leads", any, auto, false, "bounded, bounded, bounded, refused", "explicit, reduction confluent, up to symmetry, 3200 configurations ending; explicit, up to symmetry, 51200 configurations ending; explicit, reduction confluent, up to symmetry, 51200 configurations ending; explicit, up to symmetry, 819200 configurations ending"},
		{"the bounds of the check end it", any, auto, false, "bounded, bounded, bounded, ended", ""},
		{"the whole system has too little memory: the reduced search forgets nothing", any, explicit, false, "no memory", "explicit, reduction confluent, 400 configurations ending; explicit, reduction confluent, up to symmetry, 6400 configurations ending; explicit, reduction confluent, up to symmetry, 102400 configurations ending; explicit, reduction confluent, up to symmetry, 1638400 configurations ending"},
		{"both have too little: each may forget", any, explicit, false, "no memory, no memory", "explicit, 6400 configurations ending forgets; explicit, reduction confluent, up to symmetry, 6400 configurations ending forgets; explicit, up to symmetry, 102400 configurations ending forgets; explicit, reduction confluent, up to symmetry, 102400 configurations ending forgets"},
		{"there is too little even so, without diagrams", any, explicit, false, "no memory, no memory, no memory at all, no memory at all", ""},
		{"there is too little even so: diagrams without bounds are the last", any, auto, false, "no memory, no memory, no memory at all, bounded, no memory at all", "symbolic last"},
	} {
		var after []string
		if row.after != "" {
			after = strings.Split(row.after, ", ")
		}
		var got []string
		for _, turn := range checker.Turns(row.system, row.options, 100, row.relaxes, after...) {
			got = append(got, turn.String()+turn.Marks())
		}
		if diff := cmp.Diff(row.want, strings.Join(got[:min(len(got), 4)], "; ")); diff != "" {
			t.Errorf("%s, after %q (-want +got)\n%s", row.reason, row.after, diff)
		}
	}
}

// TestPlanEnds says that a plan ends, without bounds too, with a turn within the bounds asked for that may
// forget, and that each turn has a reason.
func TestPlanEnds(t *testing.T) {
	s := specSystem(t, "LCR", 3)
	for _, o := range []checker.Options{{}, {Search: checker.Search{Engine: checker.Auto}}, {Search: checker.Search{Engine: checker.Auto, Large: true}}, {Search: checker.Search{Engine: checker.Symbolic}}, {MaxConfigurations: 5000}} {
		turns := checker.Turns(s, o, 100, true)
		last := turns[len(turns)-1]
		if last.Configurations != o.MaxConfigurations || !strings.Contains(last.Marks(), "forgets") {
			t.Errorf("%v: the last turn is %v%s", o.Search.Engine, last, last.Marks())
		}
		for _, turn := range turns {
			if turn.Reason == "" {
				t.Errorf("%v has no reason", turn)
			}
		}
	}
}

// TestPlanSorted says where a plan has sorted searches.
func TestPlanSorted(t *testing.T) {
	lockstep := func(net *model.Network) error { net.Timing = model.Lockstep; return nil }
	any, rounds := specSystem(t, "LCR", 3), catalogued(t, "hs", "corrected", 3, lockstep)
	auto := checker.Options{Search: checker.Search{Engine: checker.Auto}}
	deep := auto
	deep.MaxDepth = 9
	for _, row := range []struct {
		reason  string
		system  *model.System
		options checker.Options
		after   []string
		want    string
	}{
		{"none in the first round", any, auto, []string{"bounded"}, "explicit, reduction confluent, 400 configurations; explicit, 800 configurations; symbolic, 12800 nodes, 102400 bytes; explicit, reduction confluent, up to symmetry, 3200 configurations"},
		{"from the second on one follows the reduced search", any, auto, []string{"bounded", "bounded", "bounded", "bounded", "bounded"}, "sorted, 6400 nodes, 1638400 bytes; explicit, up to symmetry, 6400 configurations; symbolic, 102400 nodes, 1638400 bytes; explicit, reduction confluent, up to symmetry, 25600 configurations; sorted, 51200 nodes, 26214400 bytes"},
		{"it has decided all that it can", any, auto, []string{"bounded", "bounded", "bounded", "bounded", "bounded", "complete"}, "explicit, up to symmetry, 6400 configurations; symbolic, 102400 nodes, 1638400 bytes; explicit, reduction confluent, up to symmetry, 25600 configurations; explicit, up to symmetry, 51200 configurations"},
		{"the bounds of the check end it", any, auto, []string{"bounded", "bounded", "bounded", "bounded", "bounded", "ended"}, ""},
		{"none before the reduced search of a large system", any, checker.Options{Search: checker.Search{Engine: checker.Auto, Large: true}}, nil, "explicit, reduction confluent, up to symmetry; explicit, reduction confluent, up to symmetry, 400 configurations"},
		{"the system is known to take long", any, checker.Options{Search: checker.Search{Engine: checker.Auto, Large: true, TakesLong: true}}, nil, "sorted, 409600 nodes, 52428800 bytes; explicit, reduction confluent, up to symmetry"},
		{"it is asked for by name", any, checker.Options{Search: checker.Search{Engine: checker.Sorted}}, nil, "sorted"},
		{"only one engine is asked for", any, checker.Options{}, []string{"bounded"}, "explicit, reduction confluent, 400 configurations; explicit, 6400 configurations; explicit, reduction confluent, up to symmetry, 6400 configurations; explicit, up to symmetry, 102400 configurations"},
		{"it does not suit lockstep", rounds, auto, nil, "explicit"},
		{"a bound on depth counts all events", any, deep, nil, "explicit, 400 configurations; symbolic, 12800 nodes, 102400 bytes; explicit, up to symmetry, 6400 configurations; symbolic, 204800 nodes, 1638400 bytes"},
	} {
		var list []string
		for _, turn := range checker.TurnsWithSorted(row.system, row.options, 100, row.after...) {
			list = append(list, turn.String())
		}
		count := min(len(list), strings.Count(row.want, ";")+1)
		if diff := cmp.Diff(row.want, strings.Join(list[:count], "; ")); diff != "" {
			t.Errorf("%s, after %q (-want +got)\n%s", row.reason, row.after, diff)
		}
	}
}
