package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckWord reports why s is not one word, as the names and messages in
// counterexample files must be: it is empty, is not UTF-8, or has white space or
// a character that a terminal does not show. The error does not quote s.
func CheckWord(s string) error {
	switch {
	case s == "":
		return errors.New("is empty; allowed: one word")
	case !utf8.ValidString(s):
		return errors.New("is not UTF-8; allowed: one word")
	case strings.ContainsFunc(s, unicode.IsSpace):
		return errors.New("has white space; allowed: one word")
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }):
		return errors.New("has a character that cannot be printed; allowed: one word")
	}
	return nil
}

func name(names []string, i int, what string) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s(%d)", what, i)
}

func parseName(names []string, s, what string) (int, error) {
	for i, name := range names {
		if name == s {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q; allowed: %s", what, s, strings.Join(names, ", "))
}

// joinNames names the values of a list; "none" if it is empty.
func joinNames[T fmt.Stringer](list []T) string {
	if len(list) == 0 {
		return "none"
	}
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = v.String()
	}
	return strings.Join(parts, ", ")
}

func joinInts(list []int) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = strconv.Itoa(v)
	}
	return strings.Join(parts, ",")
}
