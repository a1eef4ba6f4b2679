package pages

import (
	"fmt"
	"io"
	"strings"

	"github.com/interrex/interrex/protocols/catalogue"
)

// WriteBibliography writes the page docs/bibliography.md.
func WriteBibliography(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`# Bibliography

Generated from the tables in ` + "`protocols/catalogue/documents.go`" + `. Do not edit; update with

` + "```sh\ngo test ./cmd/interrex/internal/pages -run TestBibliographyPage -update\n```" + `

Code, pages and output cite a document by its key and its own section, listing or line. Numbered lines are those
of the file ` + "`source.txt`" + ` beside the code of each algorithm.

## The five documents

| key | document | file |
| --- | --- | --- |
`)
	for _, d := range catalogue.Documents() {
		row(&b, d.Key, reference(d.Work), "`"+d.File+"`")
	}
	b.WriteString("\n## Works that they refer to, or that complete them\n\n| key | work |\n| --- | --- |\n")
	for _, d := range catalogue.Works() {
		row(&b, d.Key, reference(d))
	}
	b.WriteString("\nThe references of the vocabulary are listed in [vocabulary.md](vocabulary.md#references).\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// reference returns authors, title, venue, year and link.
func reference(d catalogue.Work) string {
	text := fmt.Sprintf("%s. *%s*. %s", d.Authors, d.Title, d.Venue)
	if d.Year != "" && !strings.HasSuffix(d.Venue, d.Year) {
		text += ", " + d.Year
	}
	if d.Link != "" {
		text += fmt.Sprintf(". [%s](%s)", strings.TrimPrefix(d.Link, "https://"), d.Link)
	}
	return text + "."
}
