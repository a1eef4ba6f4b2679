package model

// A Tracer is told of a step while it is taken. Its functions run on the stack of the algorithm, so
// they can find out by runtime.Callers which line is being executed.
type Tracer struct {
	Begin func() // of the next outcome of the step, in the order of [Semantics.Step]
	Call  func() // of a method of [Process] or [Self]
}

// Trace is Step that tells t.
func (x Semantics) Trace(p int, local any, in Input[any], t Tracer) []Outcome {
	k := x.sys.selves[p].k
	traced := &knower{grants: k.grants, id: k.id, n: k.n, label: k.label, lay: k.lay, process: k.process, tracer: &t}
	return x.sys.alg.step(Self{traced}, local, in)
}

// call tells the tracer, if there is one, that the algorithm calls a method.
func (k *knower) call() {
	if k.tracer != nil {
		k.tracer.Call()
	}
}
