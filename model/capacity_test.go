package model_test

import (
	"testing"

	"github.com/interrex/interrex/model"
)

func TestParseCapacity(t *testing.T) {
	for text, want := range map[string]model.Capacity{
		"none":     {},
		"drop=1":   {Places: 1},
		"block=2":  {Places: 2, Full: model.Block},
		"drop=255": {Places: 255},
	} {
		if got, err := model.ParseCapacity(text); err != nil || got != want || got.String() != text {
			t.Errorf("%q is read as %v, error %v", text, got, err)
		}
	}
	for _, text := range []string{"", "2", "drop", "drop=0", "drop=256", "block=-1", "lose=2", "drop=2=2", "drop=unbounded"} {
		const allowed = "; allowed: none, or drop=K or block=K with K in 1..255"
		if got, err := model.ParseCapacity(text); err == nil || err.Error() != "capacity \""+text+"\""+allowed {
			t.Errorf("%q is read as %v, error %v", text, got, err)
		}
	}
}

func TestCapacitiesThatDoNotExist(t *testing.T) {
	for _, row := range []struct {
		reason string
		net    model.Network
		want   string
	}{
		{"too many places", model.Network{Capacity: model.Capacity{Places: 256}}, "capacity: 256 places; allowed: 1..255, 0 for any number"},
		{"too few", model.Network{Capacity: model.Capacity{Places: -1}}, "capacity: -1 places; allowed: 1..255, 0 for any number"},
		{"no such way", model.Network{Capacity: model.Capacity{Places: 1, Full: 2}}, "capacity: full 2 does not exist; allowed: drop, block"},
		{"nothing is ever full", model.Network{Capacity: model.Capacity{Full: model.Block}}, "capacity: block without places; allowed: 1..255 places"},
		{"time would stand still", model.Network{Timing: model.Bounded, Capacity: model.Capacity{Places: 2, Full: model.Block}},
			"capacity block=2 needs timing async, not bounded: time would stand still for events that wait; allowed: drop=2"},
	} {
		row.net.N = 2
		if _, err := model.New(puppet{}, row.net); err == nil || err.Error() != "puppet: "+row.want {
			t.Errorf("%s: got %v, want %s", row.reason, err, row.want)
		}
	}
}
