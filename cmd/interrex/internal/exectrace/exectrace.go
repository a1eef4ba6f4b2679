// Package exectrace lets the command validate read execution traces of the Go runtime.
package exectrace

import (
	"io"
	"time"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/checker/validate/exectrace"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// AddTo gives a command the reader of execution traces.
func AddTo(p *parts.Parts) { p.ReadExectrace = read }

func read(name string, r io.Reader, tick time.Duration) ([]validate.Line, error) {
	return exectrace.Read(name, r, exectrace.Options{Tick: tick})
}
