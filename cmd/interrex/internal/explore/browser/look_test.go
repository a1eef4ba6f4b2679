package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// widths are the windows in which pages are looked at.
var widths = []struct {
	name          string
	width, height int
}{{"desktop", 1440, 1000}, {"tablet", 900, 1100}, {"phone", 390, 844}}

// dark makes the page dark or light.
func (b *tab) dark(is bool) {
	b.t.Helper()
	scheme := "light"
	if is {
		scheme = "dark"
	}
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// TestFits says that the page is as wide as its window, row of levels included, and takes pictures of it in the
// light, in the dark, and as colour-blind people see it.
func TestFits(t *testing.T) {
	for _, size := range widths {
		t.Run(size.name, func(t *testing.T) {
			b := open(t, server(t), size.width, size.height)
			b.script(`await visit("#1&algorithm=lcr&n=2&property=irrevocability&variant=%2BE1,%2BE2&level=1&e=0.1.0.0.0.0"); return 0;`, new(int))
			var wide, levels int
			b.script(`return document.documentElement.scrollWidth - innerWidth;`, &wide)
			b.script(`return $("levels").scrollWidth - $("levels").clientWidth;`, &levels)
			if wide > 0 {
				t.Errorf("the page is %d pixels wider than the window", wide)
			}
			if levels > 0 && size.name != "phone" { // there one scrolls the row
				t.Errorf("the row of levels is %d pixels too wide", levels)
			}
			b.picture(size.name + "-light")
			b.dark(true)
			b.picture(size.name + "-dark")
			b.dark(false)
			for _, kind := range []emulation.SetEmulatedVisionDeficiencyType{emulation.SetEmulatedVisionDeficiencyTypeDeuteranopia, emulation.SetEmulatedVisionDeficiencyTypeAchromatopsia} {
				b.do(emulation.SetEmulatedVisionDeficiency(kind))
				b.picture(size.name + "-" + string(kind))
			}
		})
	}
}

// TestContrast says that texts of each colour can be read on each ground: 4.5 to 1 or more (WCAG 2.2, 1.4.3).
func TestContrast(t *testing.T) {
	b := open(t, server(t), 1440, 1000)
	for _, is := range []bool{false, true} {
		b.dark(is)
		var low []string
		b.script(`
const style = getComputedStyle(document.documentElement);
const light = (name) => {
  const probe = document.createElement("i");
  probe.style.color = style.getPropertyValue(name);
  document.body.append(probe);
  const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g).map((x) => Number(x) / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  probe.remove();
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const low = [];
const grounds = { "--ink": ["--paper", "--panel", "--blue-soft", "--red-soft", "--orange-soft", "--green-soft", "--thin"], "--note": ["--paper", "--panel", "--blue-soft", "--red-soft"],
  "--blue": ["--paper", "--panel", "--blue-soft"], "--red": ["--paper", "--panel", "--red-soft"], "--green": ["--paper", "--panel", "--blue-soft"], "--orange": ["--orange-soft", "--panel"], "--paper": ["--blue"] };
for (const [ink, list] of Object.entries(grounds)) for (const ground of list) {
  const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 4.5) low.push(ink + " on " + ground + ": " + ratio.toFixed(2));
}
return low;`, &low)
		if len(low) > 0 {
			t.Errorf("dark %v: %s", is, strings.Join(low, "; "))
		}
	}
}

// TestHeard says that a screen reader finds its way: each control and picture has a name, the page has one heading of the
// first rank and its landmarks, and an event is announced.
func TestHeard(t *testing.T) {
	b := open(t, server(t), 1440, 1000)
	b.script(`await press(document.querySelector(".event")); return 0;`, new(int))
	var tree struct {
		Nodes []heard `json:"nodes"`
	}
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, accessibility.CommandGetFullAXTree, nil, &tree)
	}))
	found := map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		role, name := fmt.Sprint(n.Role.Value), strings.TrimSpace(fmt.Sprint(n.Name.Value))
		found[role]++
		switch role {
		case "button", "link", "combobox", "checkbox", "textbox", "spinbutton", "image", "region", "navigation":
			if name == "" || name == "<nil>" {
				t.Errorf("a %s has no name (element %v)", role, n.Backend)
			}
		}
		if role == "heading" && n.is("level", "1") {
			found["first heading"]++
		}
	}
	for role, want := range map[string]int{"first heading": 1, "main": 1, "banner": 1, "navigation": 1, "contentinfo": 1} {
		if found[role] != want {
			t.Errorf("%d of %s, want %d", found[role], role, want)
		}
	}
	var said string
	b.script(`return $("changes").getAttribute("aria-live") + ": " + $("changes").textContent;`, &said)
	if !strings.HasPrefix(said, "polite: p0 wakes") || !strings.Contains(said, "Text: lines 1, 9") {
		t.Errorf("an event is announced as %q", said)
	}
}

// heard has the properties of an element that a screen reader finds. The driver's own type does not know all that Chromium says.
type heard struct {
	Ignored    bool      `json:"ignored"`
	Role       heardText `json:"role"`
	Name       heardText `json:"name"`
	Properties []struct {
		Name  string    `json:"name"`
		Value heardText `json:"value"`
	} `json:"properties"`
	Backend int `json:"backendDOMNodeId"`
}

type heardText struct {
	Value any `json:"value"`
}

func (n heard) is(property, value string) bool {
	for _, p := range n.Properties {
		if p.Name == property && fmt.Sprint(p.Value.Value) == value {
			return true
		}
	}
	return false
}

// TestKeys plays the first level by the keyboard alone.
func TestKeys(t *testing.T) {
	b := open(t, server(t), 1440, 1000)
	var said string
	b.script(`
const key = async (name) => { const before = shown(); document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })); await until(() => shown() !== before); };
await key("1"); await key("2"); await key("ArrowLeft"); await key("Home"); await key("End"); await key("ArrowLeft"); await key("ArrowRight");
return $("position").textContent;`, &said)
	if said != "2 of 2" {
		t.Errorf("the position is %q, want 2 of 2", said)
	}
}
