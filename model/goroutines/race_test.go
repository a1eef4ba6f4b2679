//go:build race

package goroutines_test

func init() {
	crashes = append(crashes, crash{"race", "has a data race in goroutines_test.", "the race detector of the child finds it", false, func(e endpoint) {
		n := 0
		go func() { n++ }()
		go func() { n++ }()
	}})
}
