// Package independent checks the checker against docs/semantics.md: an explorer
// written from that page alone, without a look at package model or at the
// engines, searches random systems, and must find what they find.
//
// It is to be read beside the page, section by section; each file names those
// that it follows. The algorithms are data: program_test.go runs them for
// interrex, everything else runs them from their tables.
package independent
