package explore

import (
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// A view is the picture that the page shows of the end of an execution.
type view struct {
	Values     map[string]string `json:"values"`  // of the instance, all
	Differs    map[string]string `json:"differs"` // those that are not usual
	Title      string            `json:"title"`
	Topology   string            `json:"topology"`
	Processes  []process         `json:"processes"`
	Links      []link            `json:"links"`
	Channels   []channel         `json:"channels"`
	Enabled    []event           `json:"enabled"`
	Disabled   []event           `json:"disabled"`
	Events     []event           `json:"events"` // of the execution
	Last       *step             `json:"last"`
	Properties []judged          `json:"properties"`
	Budgets    []budget          `json:"budgets"`
	Terminal   bool              `json:"terminal"`
	Loops      bool              `json:"loops"`
	Returns    int               `json:"returns"` // the number of events after which the configuration was the same; -1: never
}

// A chart is the space-time diagram of an execution. The page asks for it once it shows the view,
// since it takes as long as that.
type chart struct {
	Chart string `json:"chart"` // SVG
	List  string `json:"list"`  // the same in words, for those who hear it
}

type process struct {
	ID      int      `json:"id"` // 0: none
	Program string   `json:"program,omitempty"`
	Local   string   `json:"local"`
	Status  []string `json:"status"`
	Role    string   `json:"role"`
	Down    bool     `json:"down"`
	Failed  string   `json:"failed,omitempty"`
	Clocks  []string `json:"clocks,omitempty"`
	Changed bool     `json:"changed"` // by the last step
}

type link struct {
	From int  `json:"from"`
	To   int  `json:"to"`
	Cut  bool `json:"cut,omitempty"`
}

type channel struct {
	From     int      `json:"from"` // -1: any process
	To       int      `json:"to"`
	Link     int      `json:"link"` // -1: all to the process
	Messages []string `json:"messages"`
	Ticks    []int    `json:"ticks,omitempty"` // or rounds, until they have arrived
	Queue    bool     `json:"queue"`
}

type event struct {
	Text       string `json:"text"`
	Kind       string `json:"kind"`
	Process    int    `json:"process"` // -1: all
	From       int    `json:"from"`    // the other process of a message, a suspicion or a cut; -1: none
	Message    string `json:"message,omitempty"`
	Name       string `json:"name,omitempty"`
	Fault      bool   `json:"fault,omitempty"`
	Obligatory bool   `json:"obligatory,omitempty"`
	Why        string `json:"why,omitempty"` // it is not enabled
}

// A step is the last event with its effects.
type step struct {
	Event event  `json:"event"`
	Sends []sent `json:"sends"`
	Code  []int  `json:"code"` // the lines of the code that it has executed, as far as that is certain
}

type sent struct {
	Link    int    `json:"link"`
	Message string `json:"message"`
	Lost    bool   `json:"lost,omitempty"`
}

type judged struct {
	Name      string `json:"name"`
	Statement string `json:"statement"`
	Liveness  bool   `json:"liveness"`
	Decided   int    `json:"decided"` // the number of events after which the execution refutes (or witnesses) it; -1: it does not
	Witness   bool   `json:"witness,omitempty"`
	Summary   string `json:"summary,omitempty"`
}

type budget struct {
	Name string `json:"name"`
	Left int    `json:"left"` // -1: without end
	Of   int    `json:"of"`
	Only string `json:"only,omitempty"` // the victims that the fault may strike; absent: everything
}

func (x *Explorer) view(q Question) (any, error) {
	w, err := x.walk(q)
	if err != nil {
		return nil, err
	}
	judged, err := w.judge()
	if err != nil {
		return nil, err
	}
	s, run := w.system, w.execution
	c := run.Last()
	v := view{
		Values: w.file.Values(), Differs: w.differs(), Title: w.file.Instance.Title(), Topology: s.Network().Topology.String(),
		Links: links(s, c), Channels: channels(s, c), Processes: w.processes(), Events: []event{}, Enabled: []event{}, Disabled: []event{},
		Properties: judged, Budgets: budgets(s, c), Terminal: s.Terminal(c), Loops: run.Loops(), Returns: w.returns(),
	}
	for _, y := range s.Successors(c) {
		v.Enabled = append(v.Enabled, eventOf(s, y))
	}
	for _, d := range s.Semantics().Disabled(c) {
		e := eventOf(s, model.Successor{Event: d.Event})
		e.Why = d.Obstacle
		v.Disabled = append(v.Disabled, e)
	}
	for _, y := range run.Steps {
		v.Events = append(v.Events, eventOf(s, y))
	}
	if v.Last = w.last(); v.Last != nil {
		v.Last.Code = x.executed(w)
	}
	return v, nil
}

func (x *Explorer) chart(q Question) (any, error) {
	w, err := x.walk(q)
	if err != nil {
		return nil, err
	}
	return chart{string(counterexamples.SVG(w.execution, w.file.Instance.Title())), counterexamples.List(w.execution, 100)}, nil
}

// last returns the last event with its effects; nil: there is none.
func (w *walk) last() *step {
	n := len(w.execution.Steps)
	if n == 0 {
		return nil
	}
	y := w.execution.Steps[n-1]
	last := &step{Event: eventOf(w.system, y), Sends: []sent{}}
	for _, m := range y.Sends {
		last.Sends = append(last.Sends, sent{m.Link, m.Message, m.Lost})
	}
	return last
}

// returns returns after how many events the last configuration was met before.
func (w *walk) returns() int {
	n := len(w.execution.Steps)
	key := w.execution.Last().Key()
	for i := n - 1; i >= 0; i-- {
		if w.execution.At(i).Key() == key {
			return i
		}
	}
	return -1
}

func eventOf(s *model.System, y model.Successor) event {
	e := s.Semantics().Named(y.Event)
	from := -1
	switch k := e.StepKind(); {
	case k.IsOfMessage() || k == model.Suspect:
		from = s.Peer(e.Process, e.Port)
	case k == model.Cut:
		from = e.Peer
	}
	return event{Text: e.String(), Kind: e.Kind.String(), Process: e.Process, From: from, Message: e.Message, Name: e.Name,
		Fault: e.Kind.IsFault() || e.Within || e.Kind == model.Suspect && !y.Obligatory, Obligatory: y.Obligatory}
}

func (w *walk) processes() []process {
	s, n := w.system, len(w.execution.Steps)
	c := w.execution.Last()
	list := make([]process, s.Network().N)
	for p := range list {
		status := s.Status(c, p)
		list[p] = process{Program: s.Semantics().Program(p), Local: s.Semantics().LocalText(c, p), Status: status.Words(), Role: status.Role.String(), Down: c.Down[p]}
		if ids := s.Network().IDs; ids != nil {
			list[p].ID = int(ids[p])
		}
		if c.Failures != nil {
			list[p].Failed = c.Failures[p]
		}
		if c.Clocks != nil {
			for _, k := range c.Clocks[p] {
				list[p].Clocks = append(list[p].Clocks, clockText(s, p, k))
			}
		}
		if n > 0 {
			before := w.execution.At(n - 1)
			list[p].Changed = s.Semantics().LocalText(before, p) != list[p].Local || before.Down[p] != c.Down[p]
		}
	}
	return list
}

func clockText(s *model.System, p int, k model.Clock) string {
	e := s.Semantics().Named(model.Event{Process: p, Kind: k.Kind, Timer: k.Timer, Port: k.Port})
	return e.String() + " in " + k.Span.String()
}

func links(s *model.System, c model.Configuration) []link {
	list := []link{}
	for i, l := range s.Links() {
		list = append(list, link{l.From, l.To, c.Severed(i)})
	}
	return list
}

func channels(s *model.System, c model.Configuration) []channel {
	list := []channel{}
	for ch, of := range s.Semantics().Channels() {
		if len(c.Channels[ch]) == 0 {
			continue
		}
		x := channel{From: -1, To: of.To, Link: of.Link, Queue: s.Network().Order.Queued()}
		if of.Link >= 0 {
			x.From = s.Links()[of.Link].From
		}
		for _, m := range c.Channels[ch] {
			x.Messages = append(x.Messages, m.Text())
			if time, ok := s.Semantics().Within(m); ok {
				x.Ticks = append(x.Ticks, time)
			}
		}
		list = append(list, x)
	}
	return list
}

func budgets(s *model.System, c model.Configuration) []budget {
	all, left := s.Network().Faults, c.Left
	list := []budget{}
	rest, only := left.Budgets(), map[string]string{}
	for fault, text := range s.Network().Victims.Texts() {
		only[fault] = text
	}
	for i, b := range all.Budgets() {
		if *b.Count == 0 {
			continue
		}
		x := budget{b.Name, *rest[i].Count, *b.Count, only[b.Name]}
		if *b.Count == model.Unbounded {
			x.Left, x.Of = -1, -1
		}
		list = append(list, x)
	}
	return list
}

// judge judges the watched properties along the execution.
func (w *walk) judge() ([]judged, error) {
	list, err := w.properties(w.watched())
	if err != nil {
		return nil, err
	}
	run := w.execution
	path := stepwise.PathFrom(w.system, run.Start)
	j := properties.NewJudge(path, list...)
	for _, y := range run.Steps {
		path.Extend(y)
		j.Step()
	}
	if run.Loops() {
		j.Loop(run.Stem, w.file.Fairness, func() model.Execution { return run })
	}
	verdicts := make([]judged, len(list))
	for i, p := range list {
		verdicts[i] = judged{Name: p.Name, Statement: p.Statement, Liveness: p.Form.IsLiveness(), Decided: -1, Witness: p.Form == properties.Reachable}
		lasso, decided := j.Decided(i)
		if !decided {
			continue
		}
		verdicts[i].Decided = lasso.Len()
		if shown, err := p.Prefix(run); err == nil {
			verdicts[i].Summary = counterexamples.Summary(shown, p)
		}
	}
	return verdicts, nil
}
