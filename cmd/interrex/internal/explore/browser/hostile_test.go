package browser

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// TestHostileLinks opens links that are malformed, too long or full of markup: nothing of them runs, and one line
// names the fault, or the first level is shown.
func TestHostileLinks(t *testing.T) {
	b := open(t, server(t), 1440, 1000)
	for _, hostile := range []string{
		"#", "#2&algorithm=lcr", "#1&algorithm=lcr&e=0.9zzz", "#1&algorithm=%", "#1&e=0", "#1&algorithm=lcr&loop=5",
		"#1&algorithm=<img src=x onerror=hacked()>", "#1&algorithm=lcr&variant=<script>hacked=1</script>", "#1&algorithm=lcr&n=999999999", "#1&algorithm=lcr&__proto__=1",
		"#1&algorithm=lcr&level=99", "#1&algorithm=lcr&level=-1", "#1&algorithm=lcr&e=" + strings.Repeat("0.", 50_000),
		"#1&algorithm=../../etc/passwd", "#1&algorithm=lcr&n=1e9", "#1&algorithm=lcr&graph=" + strings.Repeat("1;", 20_000), "#1&algorithm=lcr&ids=" + strings.Repeat("9", 400),
		"#1&algorithm=lcr&property=javascript:hacked=1", "#1&algorithm=lcr&order=<svg/onload=hacked=1>", "#1&algorithm=lcr&faults=loss=99999999999999999999", "#1&algorithm=lcr&at=1e308&e=0",
	} {
		var ran bool
		text, err := json.Marshal(hostile)
		if err != nil {
			t.Fatal(err)
		}
		b.script(fmt.Sprintf(`globalThis.hacked = undefined; location.hash = %s; await new Promise((r) => setTimeout(r, 60));
			return globalThis.hacked !== undefined || document.querySelector("#trouble img, #trouble script, #trouble svg") !== null;`, text), &ran)
		if ran {
			t.Errorf("%.60s runs", hostile)
		}
	}
	b.alive()
}

// alive says that the page still answers.
func (b *tab) alive() {
	b.t.Helper()
	var again string
	b.script(`await visit("#1&algorithm=lcr&n=2&property=irrevocability&variant=printed"); return $("stage").textContent;`, &again)
	if !strings.Contains(again, "p0") {
		b.t.Errorf("the page shows %q", again)
	}
}

// TestAnyLink decodes 20,000 random fragments: none throws, and each state that one has is that of its own link again.
func TestAnyLink(t *testing.T) {
	b := open(t, server(t), 1440, 1000)
	var wrong string
	b.script(`
const { decode, encode } = await import("./link.js");
let seed = 7;
const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
const pieces = ["#1", "&", "=", "algorithm=lcr", "n=2", "e=0.1", "e=", "loop=0", "at=1", "level=2", "variant=%2BE1", "%", "%zz", "__proto__=x", "constructor=1", "<b>", "\u0000", "é", "😀", ".", "zz", "-1", "1e9", "ids=2,1", "faults=loss%3D1", "+", "#"];
for (let i = 0; i < 20000; i++) {
  let fragment = random(4) ? "#1&algorithm=lcr" : "";
  for (let k = random(8); k > 0; k--) fragment += (random(2) ? "&" : "") + pieces[random(pieces.length)];
  let state;
  try { state = decode(fragment); } catch (error) { return fragment + " throws " + error; }
  if (state === null) continue;
  const again = decode(encode(state));
  const all = (x) => JSON.stringify([Object.entries(x.values).sort(), x.picks, x.at, x.stem, x.level]);
  if (all(again) !== all(state)) return fragment + ": " + JSON.stringify(state) + " becomes " + JSON.stringify(again);
  if (Object.getPrototypeOf(state.values) !== Object.prototype) return fragment + " changes a prototype";
}
return "";`, &wrong)
	if wrong != "" {
		t.Error(wrong)
	}
}

// TestHostileFiles drops files with markup, without form and without end on the page: nothing of them runs, and one
// line names the fault.
func TestHostileFiles(t *testing.T) {
	const head = "interrex counterexample 1\n\n"
	b := open(t, server(t), 1440, 1000)
	for _, hostile := range []string{
		"", "\x00\x01\x02", "hello", "<script>hacked=1</script>", strings.Repeat("x", 3<<20), head + strings.Repeat("event\n", 200_000),
		head + "algorithm: <img/src=x/onerror=hacked=1>\nn: 2\n", head + "algorithm: lcr\nvariant: <script>hacked=1</script>\n", head + "algorithm: ../../../etc/passwd\n", head + "algorithm: lcr\nn: 999999999999\n",
		head + "algorithm: lcr\nn: 2\nproperty: <svg/onload=hacked=1>\n",
	} {
		text, err := json.Marshal(hostile)
		if err != nil {
			t.Fatal(err)
		}
		var said string
		b.script(fmt.Sprintf(`
globalThis.hacked = undefined;
$("trouble").hidden = true;
const files = new DataTransfer();
files.items.add(new File([%s], "<img src=x onerror=hacked=1>.txt"));
dispatchEvent(new DragEvent("drop", { dataTransfer: files }));
await until(() => !$("trouble").hidden);
await new Promise((r) => setTimeout(r, 30));
return (globalThis.hacked !== undefined || document.querySelector("#trouble *") !== null ? "it runs: " : "") + $("trouble").textContent;`, text), &said)
		if strings.HasPrefix(said, "it runs") || said == "" || strings.Contains(said, "\n") || len(said) > 500 {
			t.Errorf("%.60q: the page says %.300q", hostile, said)
		}
	}
	b.alive()
}

// hostile is an algorithm all of whose names are markup.
type hostile struct{}

const markup = `<img/src=x/onerror=hacked=1>`

type (
	state   struct{ Awake bool }
	message string
)

func (s state) String() string   { return fmt.Sprint("<script>hacked=1</script>", s.Awake) }
func (m message) String() string { return string(m) }

func (hostile) Name() string          { return markup }
func (hostile) Init(model.Self) state { return state{} }

func (hostile) Ready(_ model.Self, s state) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}

func (hostile) Step(p *model.Process[message], s state, in model.Input[message]) state {
	if in.Kind == model.Wake {
		p.Send(0, markup)
	}
	return state{Awake: true}
}

func (hostile) Observe(model.Self, state) model.Status {
	return model.Status{Own: `"><script>hacked=1</script>`}
}

// TestHostileNames explores an algorithm whose name, messages, states and statuses are markup: it is shown as text.
func TestHostileNames(t *testing.T) {
	e := claims.Entry{Name: markup, Title: markup,
		Network: func(n int) model.Network { return model.Network{Topology: model.Ring, N: n} },
		New:     func(_ claims.Variant, net model.Network) (*model.System, error) { return model.New(hostile{}, net) }}
	x := explore.New([]claims.Listed{{Name: markup, Entry: func() claims.Entry { return e }}}, nil)
	s := httptest.NewServer(page.Handler(x))
	t.Cleanup(s.Close)
	b := open(t, s.URL+"/", 1440, 1000)
	var ran bool
	var seen string
	b.script(`
for (let i = 0; i < 3 && document.querySelector(".event"); i++) await press(document.querySelector(".event"));
await new Promise((r) => setTimeout(r, 200));
return globalThis.hacked !== undefined || [...document.querySelectorAll("img, script")].some((e) => e.id !== "chart" && !e.src.endsWith("main.js"));`, &ran)
	b.script(`return document.body.textContent;`, &seen)
	if ran || !strings.Contains(seen, markup) || !strings.Contains(seen, "<script>hacked=1</script>true") {
		t.Errorf("markup runs: %v; the page shows %.1000q", ran, seen)
	}
}
