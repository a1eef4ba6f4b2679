// Package cputime measures processor time, and says which task used it.
package cputime

import (
	"sync"
	"time"
)

// A Meter shares out the processor time of the process among tasks. Whenever a task begins or
// ends, the tasks that ran have equal shares of the time used since the last such moment. So the times of all tasks add up to the time that the process used while one ran,
// the garbage collector's included.
type Meter struct {
	mu      sync.Mutex
	used    func() time.Duration // that the process has used so far
	last    time.Duration        // used when the last task began or ended
	sum     time.Duration        // of the tasks that have ended
	running map[*Task]bool
}

// A Task is a part of the work of the process, from [Meter.Begin] to [Task.End].
type Task struct {
	meter *Meter
	time  time.Duration
}

// NewMeter returns a meter that has measured nothing.
func NewMeter() *Meter { return newMeter(Used) }

func newMeter(used func() time.Duration) *Meter {
	return &Meter{used: used, last: used(), running: map[*Task]bool{}}
}

// Begin begins a task.
func (m *Meter) Begin() *Task {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share()
	t := &Task{meter: m}
	m.running[t] = true
	return t
}

// End ends a task and returns the processor time that it used.
func (t *Task) End() time.Duration {
	m := t.meter
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share()
	delete(m.running, t)
	m.sum += t.time
	return t.time
}

// Sum returns the time of all tasks that have ended.
func (m *Meter) Sum() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sum
}

// share shares out the time since it was called last. The remainder is for the next time.
func (m *Meter) share() {
	now := m.used()
	tasks := time.Duration(len(m.running))
	if tasks == 0 {
		m.last = now
		return
	}
	each := (now - m.last) / tasks
	for t := range m.running {
		t.time += each
	}
	m.last += each * tasks
}
