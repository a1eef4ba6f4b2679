package model

import (
	"fmt"
	"strconv"
	"strings"
)

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

func joinNames[T fmt.Stringer](list []T) string {
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
