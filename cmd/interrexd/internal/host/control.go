package host

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/linkpb"
	"github.com/interrex/interrex/model"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// control is the service Control of a process.
type control struct {
	linkpb.UnimplementedControlServer
	process *runner.Process
	manual  bool
}

func (c *control) Take(ctx context.Context, in *linkpb.Input) (*linkpb.Taken, error) {
	if err := c.allowed(); err != nil {
		return nil, err
	}
	kind, err := kindNamed(in.Kind)
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	input := runner.Input{Kind: kind, Port: model.Port(in.Port), Timer: uint8(in.Timer), Operation: int(in.Operation), Choices: ints(in.Choices)}
	if err := c.process.Take(ctx, input); err != nil {
		return nil, status.Error(codes.FailedPrecondition, err.Error())
	}
	return c.Report(ctx, nil)
}

func (c *control) Prescribe(_ context.Context, in *linkpb.Choices) (*linkpb.Receipt, error) {
	if err := c.allowed(); err != nil {
		return nil, err
	}
	c.process.Prescribe(ints(in.Choices))
	return &linkpb.Receipt{}, nil
}

func (c *control) Report(context.Context, *linkpb.ReportRequest) (*linkpb.Taken, error) {
	steps, sent := c.process.Counts()
	return &linkpb.Taken{Steps: uint64(steps), Sent: uint64(sent), Status: StatusText(c.process.Status())}, nil
}

// allowed reports that nobody may order this process to do anything.
func (c *control) allowed() error {
	if !c.manual {
		return status.Error(codes.PermissionDenied, "this process takes inputs by itself; allowed: a process with --manual")
	}
	return nil
}

// StatusText returns a status as JSON, as in a log.
func StatusText(s model.Status) string {
	text, err := json.Marshal(validate.StatusOf(s))
	if err != nil {
		return err.Error() // the protocol's own value cannot be written
	}
	return string(text)
}

func kindNamed(name string) (model.Kind, error) {
	for _, k := range []model.Kind{model.Wake, model.Timeout, model.Idle, model.Suspect, model.Invoke} {
		if k.String() == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("%q; allowed: wake, timeout, idle, suspect, invoke", name)
}

// ints returns a list of numbers, nil if there is none.
func ints(list []uint32) []int {
	var numbers []int
	for _, x := range list {
		numbers = append(numbers, int(x))
	}
	return numbers
}
