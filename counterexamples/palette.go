package counterexamples

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// A paint is a colour of pictures, by day and by night: which of them is shown, the
// reader's system says (prefers-color-scheme). Elements name it by their class: f-ink
// fills with it, s-ink draws lines of it.
type paint struct {
	name       string
	day, night string
	grounds    []string // those on which it has to be read, by name
}

// paints returns all colours.
func paints() []paint {
	page, name, badge := []string{"paper", "loop"}, []string{"paper", "loop", "panel"}, []string{"paper", "loop", "label"}
	return []paint{
		{"paper", "#ffffff", "#0d1117", nil},
		{"panel", "#f6f8fa", "#161b22", nil},
		{"loop", "#eef7ff", "#10233a", nil},
		{"label", "#ffffff", "#0d1117", nil}, // of texts on badges, and around labels
		{"thin", "#eaeef2", "#21262d", nil},  // a help for the eye
		{"edge", "#d0d7de", "#30363d", nil},  // around panels
		{"ink", "#1f2328", "#e6edf3", name},
		{"note", "#57606a", "#9ea7b3", page},
		{"time", "#636c76", "#9198a1", page},
		{"arrow", "#0860c4", "#58a6ff", page},
		{"flying", "#636c76", "#9198a1", page},
		{"lost", "#c11f2b", "#ff7b72", page},
		{"down", "#c11f2b", "#ff7b72", badge},
		{"won", "#18702f", "#3fb950", badge},
		{"role-lost", "#6639ba", "#b392f0", badge},
		{"candidate", "#8a5a00", "#d29922", badge},
		{"undecided", "#636c76", "#8f98a2", badge},
	}
}

// colour returns the name of the paint of a status.
func colour(st model.Status) string {
	switch {
	case st.Failed || st.Down:
		return "down"
	case st.Role == model.Won:
		return "won"
	case st.Role == model.Lost:
		return "role-lost"
	case st.Role == model.Candidate:
		return "candidate"
	}
	return "undecided"
}

// fill and stroke return the attribute of an element that is filled with a paint, or
// drawn in it.
func fill(name string) string   { return fmt.Sprintf(`class="f-%s"`, name) }
func stroke(name string) string { return fmt.Sprintf(`class="s-%s"`, name) }

// styleSheet returns the style element of a picture.
func styleSheet() string {
	rules := func(of func(paint) string) string {
		var b strings.Builder
		for _, p := range paints() {
			fmt.Fprintf(&b, ".f-%s{fill:%s}.s-%[1]s{stroke:%[2]s}", p.name, of(p))
		}
		return b.String() + fmt.Sprintf(".label{fill:%s;stroke:%s}", of(named("ink")), of(named("label")))
	}
	return "<style>.label{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}\n" +
		rules(func(p paint) string { return p.day }) + "\n@media (prefers-color-scheme:dark){" +
		rules(func(p paint) string { return p.night }) + "}</style>\n"
}

// named returns the paint of that name.
func named(name string) paint {
	for _, p := range paints() {
		if p.name == name {
			return p
		}
	}
	panic(fmt.Sprintf("counterexamples: there is no paint %q", name))
}
