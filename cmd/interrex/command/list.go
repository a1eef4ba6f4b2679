package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

func (k *collection) newList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [ALGORITHM...]",
		Short: "List the algorithms of the catalogue, with source, errata and claims",
		Long: `List shows source, errata, readings and claims of each algorithm. Of algorithms that
are named it shows what each reading asks, and the claims under all conditions.`,
		Example:           "  interrex list",
		ValidArgsFunction: k.completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			entries, err := k.named(args)
			if err != nil {
				return err
			}
			out, err := openOutput("", cmd.OutOrStdout())
			if err != nil {
				return err
			}
			for i, e := range entries {
				switch {
				case asJSON:
					err = json.NewEncoder(out).Encode(newEntryJSON(e))
				default:
					writeEntry(out, e, i, len(args) > 0)
				}
				if err != nil {
					break
				}
			}
			return out.commit()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one object per line and algorithm")
	return cmd
}

// textWidth is the width of prose.
const textWidth = 80

// writeEntry writes the entry of an algorithm: whole, or an overview of it.
func writeEntry(w io.Writer, e claims.Entry, index int, whole bool) {
	if index > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s\n", paragraph(strings.TrimSuffix(e.Name+": "+e.Title, ": "), ""))
	line := func(heading, of string) {
		if of != "" {
			fmt.Fprintf(w, "  %-10s%s\n", heading, strings.TrimLeft(paragraph(of, "            "), " "))
		}
	}
	lines := func(heading string, of []string) {
		for _, text := range of {
			line(heading, text)
			heading = ""
		}
	}
	line("source", e.Source)
	var errata, readings, questions []string
	for _, erratum := range e.Errata {
		errata = append(errata, fmt.Sprintf("%s (breaks %s)", erratum.ID, erratum.Shows()))
	}
	for _, reading := range e.Readings {
		readings = append(readings, fmt.Sprintf("%s=a..%s", reading.ID, claims.OptionName(len(reading.Options)-1)))
		questions = append(questions, question(reading))
	}
	var limits []string
	for _, l := range e.Limits {
		limits = append(limits, fmt.Sprintf("%s=1..%d, %s", l.Name, l.Greatest, l.Meaning))
	}
	line("errata", strings.Join(errata, ", "))
	lines("limits", limits)
	lines("set", e.Parameters.Meanings)
	if whole {
		lines("readings", questions)
		lines("claims", claimsByCondition(e))
		return
	}
	line("readings", strings.Join(readings, ", "))
	line("claims", strings.Join(claimTexts(e), ", "))
}

// question returns the question of a reading, with the options.
func question(r errata.Reading) string {
	text := fmt.Sprintf("%s, line %d: %s", r.ID, r.Line, r.Question)
	for i, option := range r.Options {
		text += fmt.Sprintf(" %s: %s;", claims.OptionName(i), strings.TrimSuffix(option, "."))
	}
	return strings.TrimSuffix(text, ";")
}

// claimsByCondition returns the claims of each condition, those for the same sizes together,
// in the order of the catalogue.
func claimsByCondition(e claims.Entry) []string {
	var heads []string
	names := map[string][]string{}
	for _, c := range e.Claims {
		head := fmt.Sprintf("%s, n=%v: ", cmp.Or(c.Condition(), "corrected"), sizes{c.From, c.To})
		if names[head] == nil {
			heads = append(heads, head)
		}
		names[head] = append(names[head], claimName(c))
	}
	for i, head := range heads {
		heads[i] = head + strings.Join(names[head], ", ")
	}
	return heads
}

// claimName names the property of a claim, and says whether it fails.
func claimName(c claims.Claim) string {
	if c.Fails {
		return "not " + c.Property
	}
	return c.Property
}

// claimTexts names the claims about the corrected algorithm on the network
// of its document, and counts the others.
func claimTexts(e claims.Entry) []string {
	var texts []string
	others := 0
	for _, c := range e.Claims {
		if condition := c.Condition(); condition != "" && condition != "corrected" {
			others++
			continue
		}
		texts = append(texts, fmt.Sprintf("%s (n=%v)", claimName(c), sizes{c.From, c.To}))
	}
	if others > 0 {
		texts = append(texts, fmt.Sprintf("and %d under other conditions", others))
	}
	return texts
}

// paragraph breaks a text into lines that begin with indent.
func paragraph(s, indent string) string {
	lines := strings.Split(text.WrapSoft(s, textWidth-len(indent)), "\n")
	for i, line := range lines {
		lines[i] = indent + strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}

// entryJSON is the line that `list --json` prints for one algorithm.
type entryJSON struct {
	Algorithm string        `json:"algorithm"`
	Title     string        `json:"title"`
	Source    string        `json:"source"`
	Elects    string        `json:"elects"` // which identity
	Errata    []erratumJSON `json:"errata"`
	Readings  []readingJSON `json:"readings"`
	Limits    []limitJSON   `json:"limits"`
	Claims    []claimJSON   `json:"claims"`
}

// erratumJSON is part of entryJSON: one erratum.
type erratumJSON struct {
	ID        string `json:"id"`
	Line      int    `json:"line"`
	Printed   string `json:"printed"`
	Corrected string `json:"corrected"`
	Breaks    string `json:"breaks"`
	Faults    string `json:"faults"` // the faults that it needs to show
	Needs     string `json:"needs"`  // "" or the variant of the fixes that it needs
}

// readingJSON is part of entryJSON: one reading with its options.
type readingJSON struct {
	ID       string   `json:"id"`
	Line     int      `json:"line"`
	Question string   `json:"question"`
	Options  []string `json:"options"` // named a, b, ...; the first is the default
}

// limitJSON is part of entryJSON: one limit of its instances.
type limitJSON struct {
	Name     string `json:"name"`
	Meaning  string `json:"meaning"`
	Greatest int    `json:"greatest"` // that may be chosen; the least is 1
}

// claimJSON is part of entryJSON: one claim.
type claimJSON struct {
	Property  string `json:"property"`
	Condition string `json:"condition"` // "" for the corrected variant on the network of the document
	From      int    `json:"from"`      // number of processes
	To        int    `json:"to"`
	Fairness  string `json:"fairness"`
	Holds     bool   `json:"holds"`
	Reason    string `json:"reason"`
}

func newEntryJSON(e claims.Entry) entryJSON {
	o := entryJSON{Algorithm: e.Name, Title: e.Title, Source: e.Source, Elects: e.Extreme.String(),
		Errata: []erratumJSON{}, Readings: []readingJSON{}, Limits: []limitJSON{}, Claims: []claimJSON{}}
	for _, x := range e.Errata {
		needs := ""
		if x.Needs != 0 {
			needs = e.VariantText(claims.Variant{Fixes: x.Needs})
		}
		o.Errata = append(o.Errata, erratumJSON{x.ID, x.Line, x.Printed, x.Corrected, x.Breaks, x.Faults.String(), needs})
	}
	for _, r := range e.Readings {
		o.Readings = append(o.Readings, readingJSON(r))
	}
	for _, l := range e.Limits {
		o.Limits = append(o.Limits, limitJSON{l.Name, l.Meaning, l.Greatest})
	}
	for _, c := range e.Claims {
		o.Claims = append(o.Claims, claimJSON{c.Property, c.Condition(), c.From, c.To, c.Fairness.Under(c.On(e.Network(max(c.From, 2))).Timing).String(), !c.Fails, c.Reason})
	}
	return o
}
