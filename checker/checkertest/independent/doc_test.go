// Package independent checks the checker against docs/semantics.md. Its explorer was
// written from that page alone, independently of package model and the engines. It
// searches random systems and must find the same as the engines.
//
// Read it beside the page, section by section: each file names the sections that it
// follows. The algorithms are data: program_test.go runs them for interrex, the other
// files run them from their tables.
package independent
