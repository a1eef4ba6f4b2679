package browser

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/site"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestSite plays the first level on a static site before the program has loaded, and compares the counts of ten
// searches in the browser with those of the same searches here.
func TestSite(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the catalogue for browsers")
	}
	folder := t.TempDir()
	x := explore.New(catalogue.List(), catalogue.Listing)
	if err := site.Write(t.Context(), folder, x); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(s.Close)
	b := open(t, s.URL+"/", 1440, 1000)
	var clicked string
	b.script(`await press(document.querySelector(".event")); return $("position").textContent;`, &clicked)
	if clicked != "1 of 1" {
		t.Errorf("after a click: %q", clicked)
	}
	b.timings()
	for _, values := range []map[string]string{
		{"algorithm": "lcr", "n": "5"}, {"algorithm": "lcr", "n": "10"}, {"algorithm": "lcr", "n": "4", "variant": "printed", "faults": "loss=1"},
		{"algorithm": "hs", "n": "4"}, {"algorithm": "bully", "n": "3"}, {"algorithm": "bully", "n": "3", "timing": "async"},
		{"algorithm": "raft", "n": "3", "variant": "printed"}, {"algorithm": "paxos", "n": "3"}, {"algorithm": "franklin", "n": "4"}, {"algorithm": "itairodeh", "n": "3"},
	} {
		q := explore.Question{Ask: "check", Values: values, Check: explore.CheckQuestion{Properties: []string{"uniqueness"}, Whole: true, Most: 200_000}}
		var here, there struct {
			Error                  string
			Configurations, Events int64
			Verdicts               []struct{ Name, Result string }
		}
		answer(t, x, q, &here)
		text, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		b.script(fmt.Sprintf(`const { ask } = await import("./ask.js"); return ask(%s);`, text), &there)
		if fmt.Sprint(here) != fmt.Sprint(there) || here.Error != "" || here.Configurations == 0 {
			t.Errorf("%v: here %v, in the browser %v", values, here, there)
		}
	}
}

// timings logs how long it takes in the page until the first click is possible, how long after a click the page has
// another state, and how long a search of LCR with ten processes takes.
func (b *tab) timings() {
	b.t.Helper()
	var said []string
	b.script(`
const { ask } = await import("./ask.js");
const said = ["first click possible after " + Math.round(performance.getEntriesByName("shown")[0].startTime) + " ms"];
await ask({ ask: "list" });
for (const [algorithm, n] of [["lcr", 2], ["lcr", 6], ["hs", 6], ["raft", 5], ["bully", 6]]) {
  await visit("#1&algorithm=" + algorithm + "&n=" + n);
  const times = [];
  for (let i = 0; i < 12 && document.querySelector(".event"); i++) {
    await new Promise((done) => setTimeout(done, 150)); // nobody clicks again before the last click is painted
    const start = performance.now();
    await press(document.querySelector(".event"));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  said.push(algorithm + "(" + n + "): a click takes " + times[0].toFixed(1) + " to " + times[times.length >> 1].toFixed(1) + " ms (least, median of " + times.length + ")");
}
const start = performance.now();
const r = await ask({ ask: "check", values: { algorithm: "lcr", n: "10" }, check: { properties: ["uniqueness"], whole: true, most: 200000 } });
said.push("LCR(10), " + r.configurations + " configurations: " + Math.round(performance.now() - start) + " ms");
return said;`, &said)
	for _, line := range said {
		b.t.Log(line)
	}
}
