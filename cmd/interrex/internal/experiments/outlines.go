package experiments

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
)

// An outliner draws the texts of an SVG as the outlines of their letters, so
// that the picture is the same if the font is missing. Plots reserve the
// width of a text in their own font. Each letter is defined once, which takes a
// tenth of the embedded font.
type outliner struct {
	font    *sfnt.Font
	buf     sfnt.Buffer
	defined map[sfnt.GlyphIndex]string // paths
}

// svgText matches a text as vgsvg writes it: its position, style, size and
// content.
var svgText = regexp.MustCompile(`<text x="(\S+)" y="(\S+)" transform="scale\(1, -1\)"\s+style="(\S[^"]*?)font-size:([0-9.]+)px([^"]*)">([^<]*)</text>`)

// outlined returns an SVG of vgsvg with outlines instead of texts. It
// fails if a text is not in the font of plots, or has a letter that the
// font lacks.
func outlined(svg string) (string, error) {
	face := plotfont.DefaultCache.Lookup(plot.DefaultFont, 0)
	o := outliner{font: face.Face, defined: map[sfnt.GlyphIndex]string{}}
	var failed error
	svg = svgText.ReplaceAllStringFunc(svg, func(element string) string {
		group, err := o.text(svgText.FindStringSubmatch(element))
		if err != nil && failed == nil {
			failed = err
		}
		return group
	})
	if failed == nil && strings.Contains(svg, "<text") {
		failed = fmt.Errorf("a text of the picture was not converted to outlines")
	}
	if failed != nil {
		return "", failed
	}
	head := strings.Index(svg, "<g")
	return svg[:head] + o.defs() + svg[head:], nil
}

// text returns the group of the letters of a matched text.
func (o *outliner) text(match []string) (string, error) {
	x, y, style, rest, text := match[1], match[2], match[3], match[5], html.UnescapeString(match[6])
	if !strings.HasPrefix(style, "font-family:Liberation Serif;font-variant:normal;font-weight:normal;font-style:normal;") {
		return "", fmt.Errorf("the text %q has another style than plots have: %s", text, style)
	}
	size, err := strconv.ParseFloat(match[4], 64)
	if err != nil {
		return "", fmt.Errorf("the text %q has no size: %w", text, err)
	}
	var b strings.Builder
	if rest != "" {
		rest = fmt.Sprintf(` style="%s"`, strings.TrimPrefix(rest, ";"))
	}
	fmt.Fprintf(&b, `<g transform="scale(1, -1) translate(%s,%s) scale(%.5g)"%s aria-label="%s">`,
		x, y, size/float64(o.font.UnitsPerEm()), rest, html.EscapeString(text))
	at, before := 0, sfnt.GlyphIndex(0)
	for i, r := range text {
		glyph, err := o.glyph(r)
		if err != nil {
			return "", fmt.Errorf("cannot draw %q: %w", text, err)
		}
		if kern, err := o.font.Kern(&o.buf, before, glyph, o.ppem(), font.HintingNone); i > 0 && err == nil {
			at += int(kern)
		}
		if o.defined[glyph] != "" {
			fmt.Fprintf(&b, `<use xlink:href="#g%d" x="%d"/>`, glyph, at)
		}
		advance, err := o.font.GlyphAdvance(&o.buf, glyph, o.ppem(), font.HintingNone)
		if err != nil {
			return "", fmt.Errorf("cannot draw %q: %w", text, err)
		}
		at, before = at+int(advance), glyph
	}
	return b.String() + "</g>", nil
}

// ppem returns the size at which the coordinates of letters are the units of the
// font, which are integers.
func (o *outliner) ppem() fixed.Int26_6 { return fixed.Int26_6(o.font.UnitsPerEm()) }

// glyph returns the glyph of a letter and defines it.
func (o *outliner) glyph(r rune) (sfnt.GlyphIndex, error) {
	glyph, err := o.font.GlyphIndex(&o.buf, r)
	if err == nil && glyph == 0 {
		err = fmt.Errorf("the font has no %q", r)
	}
	if err != nil {
		return 0, err
	}
	if _, ok := o.defined[glyph]; !ok {
		segments, err := o.font.LoadGlyph(&o.buf, glyph, o.ppem(), nil)
		if err != nil {
			return 0, err
		}
		o.defined[glyph] = outline(segments)
	}
	return glyph, nil
}

// outline writes the path of a glyph.
func outline(segments sfnt.Segments) string {
	var b strings.Builder
	at := fixed.Point26_6{}
	for _, s := range segments {
		points := [...]int{1, 1, 2, 3}[s.Op]
		b.WriteByte("mlqc"[s.Op])
		for i, p := range s.Args[:points] {
			if i > 0 {
				b.WriteByte(' ')
			}
			way := p.Sub(at)
			fmt.Fprintf(&b, "%d %d", way.X, way.Y)
		}
		at = s.Args[points-1]
	}
	return strings.ReplaceAll(b.String(), " -", "-")
}

// defs defines the glyphs, in the order of the font.
func (o *outliner) defs() string {
	var glyphs []sfnt.GlyphIndex
	for glyph, path := range o.defined {
		if path != "" {
			glyphs = append(glyphs, glyph)
		}
	}
	slices.Sort(glyphs)
	var b strings.Builder
	b.WriteString("<defs>\n")
	for _, glyph := range glyphs {
		fmt.Fprintf(&b, `<path id="g%d" d="%s"/>`+"\n", glyph, o.defined[glyph])
	}
	return b.String() + "</defs>\n"
}
