package counterexamples

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// luminance returns the relative luminance of a colour, as WCAG 2 defines it.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	rgb, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil || len(colour) != 7 {
		t.Fatalf("%q is not a colour as in #1f2328", colour)
	}
	sum := 0.0
	for i, share := range []float64{0.0722, 0.7152, 0.2126} {
		c := float64(rgb>>(8*i)&0xff) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += share * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrast(t *testing.T) {
	if got := contrast(t, "#ffffff", "#000000"); math.Abs(got-21) > 1e-9 {
		t.Fatalf("white on black: %v, want 21", got)
	}
	pairs := 0
	for _, p := range paints() {
		for _, ground := range p.grounds {
			pairs++
			g := named(ground)
			for _, scheme := range [][3]string{{"day", p.day, g.day}, {"night", p.night, g.night}} {
				if got := contrast(t, scheme[1], scheme[2]); got < 4.5 {
					t.Errorf("%s on %s by %s: %.2f, want 4.5", p.name, ground, scheme[0], got)
				}
			}
		}
	}
	if pairs < 20 {
		t.Errorf("only %d pairs of colours are compared", pairs)
	}
}

// TestPicturesHaveNoOtherColour holds that the contrast of everything in a picture has been
// computed: a colour that is not a ground or a help for the eye has grounds, and there is no
// colour beside the palette.
func TestPicturesHaveNoOtherColour(t *testing.T) {
	used := map[string]bool{}
	for _, path := range goldenPictures(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		drawn := regexp.MustCompile(`(?s)<style>.*?</style>`).ReplaceAllString(string(text), "")
		if other := regexp.MustCompile(`(fill|stroke)="[^n][^"]*"|#[0-9a-fA-F]{3,6}\b`).FindString(drawn); other != "" {
			t.Errorf("%s: %s is not of the palette", path, other)
		}
		for _, m := range regexp.MustCompile(`\b[fs]-([a-z-]+)`).FindAllStringSubmatch(drawn, -1) {
			used[m[1]] = true
		}
	}
	helps := map[string]bool{"paper": true, "panel": true, "loop": true, "label": true, "thin": true, "edge": true}
	for _, p := range paints() {
		if (p.grounds == nil) != helps[p.name] {
			t.Errorf("%s: the grounds on which it has to be read: %q", p.name, p.grounds)
		}
		if !used[p.name] {
			t.Errorf("%s is in no picture", p.name)
		}
		delete(used, p.name)
	}
	for name := range used {
		t.Errorf("%s is in a picture and not in the palette", name)
	}
}

// goldenPictures returns the paths of all stored pictures.
func goldenPictures(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "charts", "*.svg"))
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d pictures, %v", len(paths), err)
	}
	return paths
}
