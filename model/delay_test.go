package model_test

import (
	"testing"

	"github.com/interrex/interrex/model"
)

// TestKeysTellAges says that two configurations in lockstep differ if a message in them may wait
// for longer, or waits.
func TestKeysTellAges(t *testing.T) {
	key := func(e model.Envelope) string {
		return model.Configuration{Channels: [][]model.Envelope{{e}}}.Key()
	}
	keys := map[string]model.Envelope{}
	for _, e := range []model.Envelope{
		{Msg: "A"}, {Msg: "A", Ticks: 1}, {Msg: "A", Ticks: 2}, {Msg: "A", Waits: true}, {Msg: "A", Ticks: 1, Waits: true},
	} {
		if other, ok := keys[key(e)]; ok {
			t.Errorf("%+v and %+v have one key", e, other)
		}
		keys[key(e)] = e
	}
}
