package model

// A Listener is told of a step while it is taken. Its functions run on the stack of the algorithm, so
// they can find out by runtime.Callers which line is being executed.
type Listener struct {
	Begin func() // of the next outcome of the step, in the order of [Semantics.Step]
	Call  func() // of a method of [Process] or [Self]
}

// StepHeard is Step that tells l.
func (x Semantics) StepHeard(p int, local any, in Input[any], l Listener) []Outcome {
	k := x.sys.selves[p].k
	heard := &knower{grants: k.grants, id: k.id, n: k.n, label: k.label, lay: k.lay, process: k.process, listener: &l}
	return x.sys.alg.step(Self{heard}, local, in)
}

// call tells the listener, if there is one, that the algorithm calls a method.
func (k *knower) call() {
	if k.listener != nil {
		k.listener.Call()
	}
}
