// Package pages writes the generated pages of docs/, as Markdown: errata,
// assumptions, bibliography and a page for each algorithm from the catalogue,
// code and counterexamples; quantities, beyond and experiments from what the
// command has measured.
package pages
