package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A tab is a tab of the browser that collects the messages of its console.
type tab struct {
	context.Context
	t    *testing.T
	mu   sync.Mutex
	said []string
}

// open opens an address in a new browser. Once the test ends, an error on the console fails it.
func open(t *testing.T, address string, width, height int) *tab {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium is installed: .ci/install does so")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-ipc-flooding-protection", true), // walks change the address faster than people do
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WindowSize(width, height), chromedp.WSURLReadTimeout(2*time.Minute))
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	b := &tab{Context: ctx, t: t}
	chromedp.ListenTarget(ctx, b.hear)
	b.do(log.Enable(), chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(address), chromedp.WaitReady("body[data-shown]"))
	t.Cleanup(func() {
		for _, line := range b.said {
			t.Errorf("the console says %s", line)
		}
	})
	return b
}

func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
			b.said = append(b.said, e.Entry.Text)
		}
	}
}

func (b *tab) do(list ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b, list...); err != nil {
		b.t.Fatal(err)
	}
}

// script runs the body of an asynchronous function in the page and reads its result.
func (b *tab) script(body string, result any) {
	b.t.Helper()
	wait := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	b.do(chromedp.Evaluate("(async () => {"+helpers+body+"})()", result, wait))
}

// helpers are functions for the scripts of tests.
const helpers = `
const $ = (id) => document.getElementById(id);
const until = async (is) => { for (let i = 0; i < 6000 && !is(); i++) await new Promise((r) => setTimeout(r, 5)); if (!is()) throw new Error("it does not happen: " + is); };
const shown = () => document.body.dataset.shown;
const look = () => $("stage").textContent + "|" + $("enabled").textContent + "|" + $("properties").textContent;
const press = (button) => new Promise((done, fail) => {
  const before = shown();
  const late = setTimeout(() => fail(new Error("nothing happens after " + button.textContent)), 30000);
  const watch = new MutationObserver(() => { if (shown() !== before) { watch.disconnect(); clearTimeout(late); done(); } });
  watch.observe(document.body, { attributeFilter: ["data-shown"] });
  button.click();
});
const visit = async (link) => { if (shown() === link) return; location.hash = link; await until(() => shown() === link || !$("trouble").hidden); };
`

func server(t *testing.T) string {
	s := httptest.NewServer(page.Handler(explore.New(catalogue.List(), catalogue.Listing)))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// link returns the link of a counterexample file.
func link(t *testing.T, x *explore.Explorer, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var opened struct{ Link, Error string }
	answer(t, x, explore.Question{Ask: "open", Text: string(text)}, &opened)
	if opened.Error != "" {
		t.Fatalf("%s: %s", path, opened.Error)
	}
	return opened.Link
}

func answer(t *testing.T, x *explore.Explorer, q explore.Question, to any) {
	t.Helper()
	question, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(x.Answer(t.Context(), question, func([]byte) {}), to); err != nil {
		t.Fatal(err)
	}
}

// TestStoredPlay opens each stored counterexample by its link: the page shows that its property is violated.
func TestStoredPlay(t *testing.T) {
	paths, err := filepath.Glob("../../../../../counterexamples/*/*.txt")
	if err != nil || len(paths) < 300 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	x := explore.New(catalogue.List(), catalogue.Listing)
	b := open(t, server(t), 1440, 1000)
	for k, path := range paths {
		if strings.Contains(path, "testdata") || testing.Short() && k%20 != 0 {
			continue
		}
		var said string
		b.script(fmt.Sprintf(`await visit(%q.replaceAll("%%2C", ",")); return $("trouble").hidden ? $("task").textContent : "error: " + $("trouble").textContent;`, link(t, x, path)), &said)
		if !strings.Contains(said, " is violated.") {
			t.Errorf("%s: the page says %q", path, said)
		}
	}
}

// TestUndo takes random events and undoes them: each state looks as it did, and so does redo.
func TestUndo(t *testing.T) {
	walks := 100
	switch {
	case os.Getenv("INTERREX_LONG") != "":
		walks = 1000
	case testing.Short():
		walks = 20
	}
	b := open(t, server(t), 1440, 1000)
	b.do(network.Disable()) // the driver hears of every request otherwise
	var wrong string
	b.script(fmt.Sprintf(`
document.documentElement.style.display = "none"; // painting is much of the work, and no walk needs it
let seed = 1;
const random = (n) => { seed = (seed * 48271) %% 2147483647; return seed %% n; };
for (let walk = 0; walk < %d; walk++) {
  await visit("#1&algorithm=lcr&n=" + (2 + random(2)) + "&property=irrevocability&variant=printed");
  const looks = [look()];
  for (let i = 1 + random(8); i > 0 && document.querySelector(".event"); i--) {
    const buttons = document.querySelectorAll(".event");
    await press(buttons[random(buttons.length)]);
    looks.push(look());
  }
  const events = looks.length - 1;
  for (let i = events; i > 0; i--) {
    await press($("undo"));
    if (look() !== looks[i - 1]) return "walk " + walk + ": undo to " + (i - 1) + ": " + look() + " instead of " + looks[i - 1];
  }
  await press($("end"));
  if (look() !== looks[events]) return "walk " + walk + ": the end is another one";
}
return "";`, walks), &wrong)
	if wrong != "" {
		t.Error(wrong)
	}
}

// TestLevel plays the first level by clicks: the leader is demoted, the line is marked, and with the fix all is
// well after the same events.
func TestLevel(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"desktop", 1440, 1000}, {"phone", 390, 844}} {
		t.Run(size.name, func(t *testing.T) {
			b := open(t, server(t), size.width, size.height)
			var lost, fixed, found string
			var guilty, wide int
			b.script(`for (const e of ["wake p0", "receive p1:1 ELECT(2)", "receive p0:1 ELECT(1)", "receive p0:1 ELECT(2)", "receive p1:1 TERM(2)", "receive p0:1 TERM(2)"])
				await press(document.querySelector('[data-event="' + e + '"]'));
				return $("task").textContent;`, &lost)
			b.script(`return document.querySelector(".guilty").value;`, &guilty)
			b.script(`return document.documentElement.scrollWidth - innerWidth;`, &wide)
			b.script(`await until(() => /^ *6 .*TERM\(2\)/m.test($("list").textContent) && $("chart").naturalWidth > 0);`, nil) // the chart follows
			b.picture(size.name + "-lost")
			b.script(`await press($("fix")); return $("task").textContent;`, &fixed)
			b.picture(size.name + "-fixed")
			b.script(`await press([...document.querySelectorAll("#task button")].find((x) => x.textContent.startsWith("Back"))); await press($("find")); return $("task").textContent;`, &found)
			if !strings.Contains(lost, "irrevocability is violated") || guilty != 12 {
				t.Errorf("six clicks: %q, line %d", lost, guilty)
			}
			if !strings.Contains(fixed, "All is well") {
				t.Errorf("with the fix: %q", fixed)
			}
			if !strings.Contains(found, "irrevocability is violated") {
				t.Errorf("the checker: %q", found)
			}
			if wide > 0 {
				t.Errorf("the page is %d pixels wider than the window", wide)
			}
		})
	}
}

// picture stores a screenshot in the folder that INTERREX_PICTURES names.
func (b *tab) picture(name string) {
	folder := os.Getenv("INTERREX_PICTURES")
	if folder == "" {
		return
	}
	var png []byte
	b.do(chromedp.FullScreenshot(&png, 100))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
