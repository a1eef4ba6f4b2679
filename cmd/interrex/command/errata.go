package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/protocols/claims"
)

func (k *collection) newErrata() *cobra.Command {
	return &cobra.Command{
		Use:   "errata [ALGORITHM...]",
		Short: "Show where the printed texts violate their claims",
		Long: `Errata shows each departure from a printed text: the printed and the corrected
text, and the property that the printed text violates; and each place that has
several interpretations. Lines are those of protocols/<name>/source.txt.`,
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
				if i > 0 {
					fmt.Fprintln(out)
				}
				writeErrata(out, e)
			}
			return out.commit()
		},
	}
}

// writeErrata writes the errata and readings of an algorithm.
func writeErrata(w io.Writer, e claims.Entry) {
	fmt.Fprintf(w, "%s\n%s\n", paragraph(e.Name+": "+e.Title, ""), paragraph("source: "+e.Source, ""))
	item := func(label, of string) {
		fmt.Fprintf(w, "    %-11s%s\n", label, strings.TrimLeft(paragraph(of, strings.Repeat(" ", 15)), " "))
	}
	for _, x := range e.Errata {
		needs := ""
		if x.Needs != 0 {
			needs = ", needs " + strings.ReplaceAll(e.VariantText(claims.Variant{Fixes: x.Needs}), "+", "")
		}
		fmt.Fprintf(w, "\n%s%s: breaks %s%s\n", x.ID, lineText(x.Line), x.Shows(), needs)
		item("printed", x.Printed)
		item("corrected", x.Corrected)
	}
	for _, r := range e.Readings {
		fmt.Fprintf(w, "\n%s\n", paragraph(r.ID+lineText(r.Line)+": "+r.Question, ""))
		for i, option := range r.Options {
			item(r.ID+"="+claims.OptionName(i), option)
		}
	}
}

func lineText(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(", line %d", line)
}
