// Package calls lets the command validate judge logs of the calls of shared objects.
package calls

import (
	"context"
	"io"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/checker/validate/calls"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// AddTo gives a command the judge of logs of calls.
func AddTo(p *parts.Parts) { p.Objects, p.JudgeCalls = calls.Objects(), judge }

func judge(ctx context.Context, object string, logs parts.Logs) (verdict validate.Verdict, lines int, text []string, err error) {
	var all []calls.Line
	if err := logs(func(name string, r io.Reader) error {
		lines, err := calls.Read(name, r)
		all = append(all, lines...)
		return err
	}); err != nil {
		return validate.Unknown, 0, nil, err
	}
	verdict, text, err = calls.Judge(ctx, object, all)
	return verdict, len(all), text, err
}
