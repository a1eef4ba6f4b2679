package explore

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Link returns the fragment of the address of the execution of a counterexample file.
func (x *Explorer) Link(ctx context.Context, file []byte) (string, error) {
	answer, err := x.answer(ctx, marshal(Question{Ask: "open", Text: string(file)}), nil)
	if err != nil {
		return "", err
	}
	return answer.(*opened).Link, nil
}

// linkOf returns the fragment of an address that names an instance, an execution, the events
// before its loop, and the position in it:
//
//	#1&algorithm=NAME&n=2&variant=printed&e=0.0.1&at=2
//
// The first word is the version of the form. Values are those that are not usual.
func linkOf(values map[string]string, picks []int, stem *int) string {
	parts := []string{"#1"}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, name+"="+url.QueryEscape(values[name]))
	}
	if len(picks) > 0 {
		list := make([]string, len(picks))
		for i, p := range picks {
			list[i] = strconv.FormatInt(int64(p), 36)
		}
		parts = append(parts, "e="+strings.Join(list, "."))
	}
	if stem != nil {
		parts = append(parts, "loop="+strconv.Itoa(*stem))
	}
	return strings.Join(parts, "&")
}
