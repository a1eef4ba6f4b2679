package compiled_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// shy defers the message 7 on port 1 in local state 0.
type shy struct{}

func (shy) Init(model.Self) int                                       { return 0 }
func (shy) Ready(model.Self, int) model.Spontaneous                   { return model.Spontaneous{} }
func (shy) Observe(model.Self, int) model.Status                      { return model.Status{} }
func (shy) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return s }
func (shy) Defers(_ model.Self, s int, q model.Port, m int) bool      { return s == 0 && q == 1 && m == 7 }

// TestDeferred says that a deferral depends on local state, port and message, and is
// kept for each of them.
func TestDeferred(t *testing.T) {
	s, err := model.New(shy{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	for round := range 2 { // the second time from the table
		before := tables.Bytes()
		for _, row := range []struct {
			reason  string
			local   int
			port    model.Port
			message int
			want    bool
		}{
			{"another port", 0, 0, 7, false},
			{"that one", 0, 1, 7, true},
			{"another message", 0, 1, 8, false},
			{"another local state", 1, 1, 7, false},
		} {
			if got := tables.Deferred(0, tables.Local(0, row.local), row.port, tables.Message(row.message)); got != row.want {
				t.Errorf("%s: deferred %t, want %t", row.reason, got, row.want)
			}
		}
		if round == 1 && tables.Bytes() != before {
			t.Errorf("the table grows by %d bytes for what it has", tables.Bytes()-before)
		}
	}
	if !tables.Defers() {
		t.Error("the algorithm may defer messages, but the tables say that it does not")
	}
}
