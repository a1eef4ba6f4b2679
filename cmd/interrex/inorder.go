package main

import "sync/atomic"

// inOrder calls do for 0..count-1, several at once, and use with what each
// returned, in that order, until use fails. Then no further call is begun, and
// those that go on are not waited for.
func inOrder[T any](atOnce, count int, do func(i int) T, use func(i int, result T) error) error {
	var failed atomic.Bool
	results := make([]chan T, count)
	for i := range results {
		results[i] = make(chan T, 1)
	}
	var next atomic.Int64
	for range min(atOnce, count) {
		go func() {
			for i := int(next.Add(1)) - 1; i < count && !failed.Load(); i = int(next.Add(1)) - 1 {
				results[i] <- do(i)
			}
		}()
	}
	for i, result := range results {
		if err := use(i, <-result); err != nil {
			failed.Store(true)
			return err
		}
	}
	return nil
}
