package counterexamples_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// TestVictimsAreStored says that a file keeps the victims of faults, in one way only.
func TestVictimsAreStored(t *testing.T) {
	f, err := counterexamples.Parse([]byte(sound(t, "election")))
	if err != nil {
		t.Fatal(err)
	}
	f.Instance.Network.Faults = model.Faults{Crash: 1, Loss: 1}
	want := model.Victims{Crash: []int{0, 2}, Loss: model.Messages{Names: []string{"TOKEN"}, On: []model.Route{{From: 0, To: 1}}}}
	f.Instance.Network.Victims = want
	text := string(f.Format())
	again, err := counterexamples.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, again.Instance.Network.Victims); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	const line = "\nvictims: crash-of=0,2 loss-of=TOKEN,0-1\n"
	if !strings.Contains(text, line) || !strings.Contains(f.Title(), " crash-of=0,2 loss-of=TOKEN,0-1: ") {
		t.Errorf("%s\n%s", f.Title(), text)
	}
	for _, other := range []string{"crash-of=0,2 loss-of=0-1,TOKEN", "loss-of=TOKEN,0-1 crash-of=0,2", "crash-of=0,x"} {
		if _, err := counterexamples.Parse([]byte(strings.Replace(text, line, "\nvictims: "+other+"\n", 1))); err == nil {
			t.Errorf("a file with victims: %s is read", other)
		}
	}
	if err := again.Set("victims", ""); err != nil || !again.Instance.Network.Victims.All() {
		t.Errorf("%v, %v", err, again.Instance.Network.Victims)
	}
}
