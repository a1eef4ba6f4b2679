package hashicorpraft_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/real/hashicorpraft"
)

// TestProperties judges two servers.
func TestProperties(t *testing.T) {
	type seen = hashicorpraft.Seen
	for _, c := range []struct {
		reason   string
		a, b     seen
		violated string
	}{
		{"nothing has happened", seen{}, seen{}, ""},
		{"each has led a term", seen{Led: "2 12"}, seen{Led: "3 22"}, ""},
		{"both have led term 12", seen{Led: "2 12"}, seen{Led: "3 12"}, "election-safety"},
		{"both have led term 2, and have one log", seen{Led: "2", Log: "t1:a"}, seen{Led: "2", Log: "t1:a"}, "election-safety"},
		{"one log is longer", seen{Log: "t1:servers(2) t2:noop"}, seen{Log: "t1:servers(2)"}, ""},
		{"logs differ in entries of different terms", seen{Log: "t1:a t2:b"}, seen{Log: "t1:a t3:c"}, ""},
		{"one term and index, another entry", seen{Log: "t1:a t2:b"}, seen{Log: "t1:a t2:c"}, "log-matching"},
		{"one term and index, another entry before", seen{Log: "t1:a t2:b t4:d"}, seen{Log: "t1:a t3:c t4:d"}, "log-matching"},
		{"one has applied less", seen{Applied: "a b"}, seen{Applied: "a"}, ""},
		{"another command", seen{Applied: "a b"}, seen{Applied: "a bc"}, "state-machine-safety"},
	} {
		v := model.View{Status: []model.Status{{Own: c.a}, {Own: c.b}, {Down: true}}}
		for _, p := range hashicorpraft.Properties() {
			if got := !p.Holds(v, nil); got != (p.Name == c.violated) {
				t.Errorf("%s: %s violated: %t", c.reason, p.Name, got)
			}
		}
	}
}
