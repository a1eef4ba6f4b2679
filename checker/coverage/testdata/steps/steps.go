// Package steps has each kind of branch; "want" says which the profile calls dead.
package steps

// Step is entered six times, with 1..6.
func Step(a int) int {
	if a > 0 { // want: the condition always holds
		a++
	}
	if a > 9 { // want: no execution enters it
		if a > 10 {
			a = 0
		}
	}
	if a > 4 {
		a++
	} else if a > 90 { // want: no execution enters it
		a--
	} else {
		a += 2
	}
	if a < 90 {
		a++
	} else { // want: no execution enters it
		a--
	}
	switch a {
	case 5:
		return 1
	case 80: // want: no execution enters it
		return consequence(2)
	case 81: // want: no execution enters it
	}
	for range a - 90 { // want: no execution enters it
		a++
	}
	_ = thing{}.field
	_ = thing{field: a}
	f := func() int { // want: no execution enters it
		return 3
	}
	if a == 7 && (a < 90 || helper(a) > 0) {
		return 4
	}
	return last(a, f)
}

// last is entered four times.
func last(a int, f func() int) int {
	if a > 0 {
		return 1
	}
	return f() // want: every execution leaves before it
}

func helper(a int) int { // want: no execution calls it
	return a
}

// consequence is named in a branch that is listed.
func consequence(a int) int { return a }

// thing has a text, whose branches are not listed, and a field with the name of a function.
type thing struct{ field int }

func (x thing) String() string {
	if x.field > 90 {
		return "many"
	}
	return "few"
}

func field() int { return 6 }

func (x thing) a() int { return x.field }

// Unrelated is named by none of them.
func Unrelated() int { return 5 }
