// Package protocols holds the algorithms, each in a folder of its own: the Go
// code, which imports only model, and beside it the numbered lines of the
// source, source.txt. This package gives the text of both, and of the mutants of an algorithm, limits.txt. Package catalogue
// has the claims about each algorithm.
package protocols

import (
	"embed"
	"io/fs"
)

// files is never changed.
//
//go:embed */*.go */source.txt */limits.txt
var files embed.FS

// Files returns the files of the algorithms, a folder for each.
func Files() fs.FS { return files }
