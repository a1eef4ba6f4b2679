package checkertest

import "regexp"

// Unplaced returns a text without the lines, "file.go:12: ", at which an algorithm panicked: they
// move with every edit.
func Unplaced(text string) string {
	return regexp.MustCompile(`panics: \w+\.go:\d+: `).ReplaceAllString(text, "panics: ")
}
