// Package pages writes the generated pages of docs/, as Markdown: errata,
// assumptions and bibliography from the catalogue alone, quantities, beyond and
// experiments from what the command has measured.
package pages
