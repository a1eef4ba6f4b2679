package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"github.com/interrex/interrex/protocols/catalogue"
)

func (k *collection) newList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the algorithms of the catalogue, with source, errata and claims",
		Args:  nothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, err := openOutput("", cmd.OutOrStdout())
			if err != nil {
				return err
			}
			for i, e := range k.entries() {
				switch {
				case asJSON:
					err = json.NewEncoder(out).Encode(newEntryJSON(e))
				default:
					writeEntry(out, e, i)
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

// nothing rejects arguments.
func nothing(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s: argument %q; allowed: none", cmd.Name(), args[0])
	}
	return nil
}

// textWidth is the width of prose.
const textWidth = 80

// writeEntry writes the entry of an algorithm.
func writeEntry(w io.Writer, e catalogue.Entry, index int) {
	if index > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s\n", paragraph(strings.TrimSuffix(e.Name+": "+e.Title, ": "), ""))
	line := func(what, of string) {
		if of != "" {
			fmt.Fprintf(w, "  %-10s%s\n", what, strings.TrimLeft(paragraph(of, "            "), " "))
		}
	}
	line("source", e.Source)
	var errata, readings []string
	for _, erratum := range e.Errata {
		errata = append(errata, fmt.Sprintf("%s (breaks %s)", erratum.ID, erratum.Shows()))
	}
	for _, reading := range e.Readings {
		readings = append(readings, fmt.Sprintf("%s=a..%s", reading.ID, catalogue.OptionName(len(reading.Options)-1)))
	}
	line("errata", strings.Join(errata, ", "))
	line("readings", strings.Join(readings, ", "))
	line("claims", strings.Join(claimTexts(e), ", "))
}

// claimTexts names the claims about the corrected algorithm on the network
// of its document, and counts the others.
func claimTexts(e catalogue.Entry) []string {
	var texts []string
	others := 0
	for _, c := range e.Claims {
		switch condition := c.Condition(); {
		case condition != "" && condition != "corrected":
			others++
		case c.Fails:
			texts = append(texts, fmt.Sprintf("not %s (n=%v)", c.Property, sizes{c.From, c.To}))
		default:
			texts = append(texts, fmt.Sprintf("%s (n=%v)", c.Property, sizes{c.From, c.To}))
		}
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

func newEntryJSON(e catalogue.Entry) entryJSON {
	o := entryJSON{Algorithm: e.Name, Title: e.Title, Source: e.Source, Elects: e.Extreme.String(),
		Errata: []erratumJSON{}, Readings: []readingJSON{}, Claims: []claimJSON{}}
	for _, x := range e.Errata {
		needs := ""
		if x.Needs != 0 {
			needs = e.VariantText(catalogue.Variant{Fixes: x.Needs})
		}
		o.Errata = append(o.Errata, erratumJSON{x.ID, x.Line, x.Printed, x.Corrected, x.Breaks, x.Faults.String(), needs})
	}
	for _, r := range e.Readings {
		o.Readings = append(o.Readings, readingJSON(r))
	}
	for _, c := range e.Claims {
		o.Claims = append(o.Claims, claimJSON{c.Property, c.Condition(), c.From, c.To, c.Fairness.Under(c.On(e.Network(max(c.From, 2))).Timing).String(), !c.Fails, c.Reason})
	}
	return o
}
