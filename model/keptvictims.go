package model

import "slices"

// keeps reports whether a renaming of processes maps the victims of each kind of fault to
// themselves.
func (v Victims) keeps(image []int) bool {
	for _, l := range v.lists() {
		if l.processes != nil {
			for _, p := range *l.processes {
				if !slices.Contains(*l.processes, image[p]) {
					return false
				}
			}
		}
		if l.routes != nil {
			for _, r := range *l.routes {
				if !slices.Contains(*l.routes, Route{image[r.From], image[r.To]}) {
					return false
				}
			}
		}
		if l.groups != nil {
			for _, group := range *l.groups {
				if !hasDivision(*l.groups, renamedGroup(group, image), len(image)) {
					return false
				}
			}
		}
	}
	return true
}

// alike reports whether each fault of processes may strike both p and a, or neither.
func (v Victims) alike(p, a int) bool {
	for _, l := range v.lists() {
		if l.processes != nil && slices.Contains(*l.processes, p) != slices.Contains(*l.processes, a) {
			return false
		}
	}
	return true
}

// ofLinks reports whether some fault may strike some links only.
func (v Victims) ofLinks() bool {
	return v.Loss.On != nil || v.Dup.On != nil || v.Cut != nil || v.Divide != nil || v.Forge.On != nil
}
