package validate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// A teller begins with 1, 2 or 3, and tells that number when an operation is invoked.
type teller struct{}

func (teller) Init(model.Self) int                      { return 1 }
func (teller) Inits(model.Self) []int                   { return []int{1, 2, 3} }
func (teller) Ready(model.Self, int) model.Spontaneous  { return model.Spontaneous{Operations: 2} }
func (teller) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (teller) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Invoke {
		p.Send(0, s+10*int(in.Operation))
	}
	return s
}

// TestLogsFromEveryStart tests that a log is valid if some start explains it, and
// otherwise which start explains most of it.
func TestLogsFromEveryStart(t *testing.T) {
	s, err := model.New(teller{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	tells := func(operation int, number string) validate.Line {
		return validate.Line{Event: "invoke", Operation: &operation, Sends: []validate.Send{{Message: number}}}
	}
	for _, test := range []struct {
		reason    string
		lines     []validate.Line
		verdict   validate.Verdict
		explained int
		start     []int
	}{
		{"the last start", []validate.Line{tells(0, "3"), tells(1, "13")}, validate.Valid, 2, []int{2}},
		{"the first", []validate.Line{tells(0, "1")}, validate.Valid, 1, []int{0}},
		{"the second explains most", []validate.Line{tells(1, "12"), tells(0, "2"), tells(0, "3")}, validate.Invalid, 2, []int{1}},
		{"another operation", []validate.Line{tells(0, "12")}, validate.Invalid, 0, []int{0}},
	} {
		r, err := validate.Log(t.Context(), s, test.lines, validate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]any{test.verdict, test.explained, test.start}, []any{r.Verdict, r.Explained, r.Start}); diff != "" {
			t.Errorf("%s: verdict, explained, start (-want +got):\n%s", test.reason, diff)
		}
	}
}
