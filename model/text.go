package model

import (
	"strconv"

	"github.com/interrex/interrex/model/values"
)

// messageText returns the text of a message in events, charts and files: that of
// [values.Text], in quotation marks unless it is one word.
func messageText(v any) string {
	s := values.Text(v)
	if CheckWord(s) != nil || s[0] == '"' {
		return strconv.Quote(s)
	}
	return s
}

// MessageText returns the text that a message has in events if its String method
// returns s: s itself, or in quotation marks if it is not one word. It returns a text
// in quotation marks unchanged.
func MessageText(s string) string {
	if plain, err := strconv.Unquote(s); err == nil && s[0] == '"' && strconv.Quote(plain) == s || CheckWord(s) == nil {
		return s
	}
	return strconv.Quote(s)
}
