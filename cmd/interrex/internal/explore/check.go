package explore

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// A CheckQuestion has the bounds of a check.
type CheckQuestion struct {
	Properties []string `json:"properties"` // nil: those of the algorithm
	All        bool     `json:"all"`        // check all arrangements of the identities
	Whole      bool     `json:"whole"`      // count every configuration: no reduction
	Most       int64    `json:"most"`       // configurations; 0: maxConfigurations
}

// The bounds of a check of the page.
const (
	maxConfigurations = 5_000_000
	maxTime           = 2 * time.Minute
)

// A progress says how far a check has come.
type progressed struct {
	Configurations int64   `json:"configurations"`
	Depth          int     `json:"depth"`
	Seconds        float64 `json:"seconds"`
	Arrangements   int     `json:"arrangements"`
}

// A report has the counts and the verdicts of a check.
type report struct {
	Configurations int64     `json:"configurations"`
	Events         int64     `json:"events"`
	Reduced        bool      `json:"reduced"`
	Complete       bool      `json:"complete"`
	Arrangements   int       `json:"arrangements"`
	Seconds        float64   `json:"seconds"`
	Verdicts       []verdict `json:"verdicts"`
}

type verdict struct {
	Name      string  `json:"name"`
	Statement string  `json:"statement"`
	Result    string  `json:"result"`
	Note      string  `json:"note,omitempty"`
	Shown     *opened `json:"shown,omitempty"` // the execution of a violated property, or the witness
	Length    int     `json:"length,omitempty"`
}

// check searches the executions of the instance, of each arrangement if all are asked for. A
// property that one of them violates is violated, and the first shows it.
func (x *Explorer) check(ctx context.Context, q Question, progress func([]byte)) (any, error) {
	i, err := x.instance(q.Values)
	if err != nil {
		return nil, err
	}
	arrangements, err := i.arrangements(q.Check.All)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	began := time.Now()
	r := report{Complete: true}
	for ids := range arrangements {
		if err := i.arranged(ids); err != nil {
			return nil, err
		}
		one, err := i.checkOne(ctx, q.Check, func(p checker.Progress) {
			progress(marshal(progressed{r.Configurations + p.Configurations, p.Depth, time.Since(began).Seconds(), r.Arrangements}))
		})
		if err != nil {
			return nil, err
		}
		r.add(one)
	}
	r.Seconds = time.Since(began).Seconds()
	return r, nil
}

// arrangements returns those that are checked: that of the instance, or all.
func (i *instance) arrangements(all bool) (iter.Seq[[]model.ID], error) {
	net := i.file.Instance.Network
	if !all || net.IDs == nil {
		return slices.Values([][]model.ID{net.IDs}), nil
	}
	return model.Arrangements(net)
}

// arranged gives the processes these identities.
func (i *instance) arranged(ids []model.ID) error {
	i.file.Instance.Network.IDs = ids
	return i.resolve()
}

func (i *instance) checkOne(ctx context.Context, q CheckQuestion, progress func(checker.Progress)) (report, error) {
	wanted := q.Properties
	if wanted == nil {
		wanted = i.watched()
	}
	list, err := i.properties(wanted)
	if err != nil {
		return report{}, err
	}
	o := checker.Options{Properties: list, Fairness: i.file.Fairness, Search: checker.Search{Engine: checker.Explicit}, Progress: progress, MaxConfigurations: maxConfigurations}
	if q.Most > 0 {
		o.MaxConfigurations = min(q.Most, maxConfigurations)
	}
	if q.Whole {
		o.Search.Reduce = checker.NoReduction
	}
	found, err := checker.Check(ctx, i.system, o)
	if err != nil {
		return report{}, err
	}
	r := report{Configurations: found.Configurations, Events: found.Events, Reduced: found.Reduced(), Complete: !found.CutShort(), Arrangements: 1}
	for _, v := range found.Verdicts {
		w := verdict{Name: v.Property.Name, Statement: v.Property.Statement, Result: v.Result.String(), Note: v.Note()}
		if v.Execution != nil {
			l := v.Execution.Lasso()
			i.file.Property = v.Property.Name
			if w.Shown, err = i.opened(l, nil); err != nil {
				return r, err
			}
			w.Length = l.Len()
		}
		r.Verdicts = append(r.Verdicts, w)
	}
	return r, nil
}

// add adds the report of another arrangement.
func (r *report) add(one report) {
	r.Configurations += one.Configurations
	r.Events += one.Events
	r.Reduced = r.Reduced || one.Reduced
	r.Complete = r.Complete && one.Complete
	r.Arrangements++
	for _, v := range one.Verdicts {
		k := slices.IndexFunc(r.Verdicts, func(w verdict) bool { return w.Name == v.Name })
		switch {
		case k < 0:
			r.Verdicts = append(r.Verdicts, v)
		case worse(v.Result, r.Verdicts[k].Result):
			r.Verdicts[k] = v
		}
	}
}

// worse reports whether the result of one arrangement decides more than that of others: a violation
// decides all, and a property that holds for some is not known if it is unknown for one.
func worse(a, b string) bool {
	rank := []string{checker.Vacuous.String(), checker.Holds.String(), checker.Unknown.String(), checker.Violated.String()}
	return slices.Index(rank, a) > slices.Index(rank, b)
}
