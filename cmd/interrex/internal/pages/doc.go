// Package pages writes the generated pages of docs/ as Markdown. Errata,
// assumptions, bibliography and a page for each algorithm come from the
// catalogue, the code and the counterexamples. Quantities, beyond and experiments
// come from measurements of the command.
package pages
