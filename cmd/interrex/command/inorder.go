package command

import "iter"

// lookahead is the number of tasks that may have begun after one that has not ended.
const lookahead = 1024

// inOrder calls do for each task, several at once, and use with each result, in the
// order of the tasks, until use fails. Then it begins no further call, and does not
// wait for those that are running. Tasks are made when they are
// needed, and not kept.
func inOrder[T, R any](atOnce int, tasks iter.Seq[T], do func(T) R, use func(T, R) error) error {
	type turn struct {
		task   T
		result chan R
	}
	begun, toDo := make(chan turn, lookahead), make(chan turn)
	failed := make(chan struct{})
	go func() {
		defer close(begun)
		defer close(toDo)
		for task := range tasks {
			t := turn{task, make(chan R, 1)}
			for _, to := range []chan<- turn{begun, toDo} {
				select {
				case to <- t:
				case <-failed:
					return
				}
			}
		}
	}()
	for range atOnce {
		go func() {
			for t := range toDo {
				t.result <- do(t.task)
			}
		}()
	}
	for t := range begun {
		if err := use(t.task, <-t.result); err != nil {
			close(failed)
			return err
		}
	}
	return nil
}
