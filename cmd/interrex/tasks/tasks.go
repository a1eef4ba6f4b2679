// Package tasks divides requests to the command interrex into tasks, which several processes of one program do. cmd/interrexd has a
// queue of them (docs/large.md).
package tasks

import (
	"context"
	"io"

	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/whole"
)

// Divide divides a request about the catalogue. Its arguments are the word check, algorithms, and flags of interrex check.
// stderr gets warnings while a task is done.
func Divide(ctx context.Context, args []string, stderr io.Writer) (*command.Tasks, error) {
	return command.Divide(ctx, whole.Parts(), args, stderr)
}

// Share divides the search of a request about one instance into so many parts.
func Share(ctx context.Context, args []string, parts int, stderr io.Writer) (*command.SharedSearch, error) {
	return command.Share(ctx, whole.Parts(), args, parts, stderr)
}

// ShareOf returns the search that the line of a shared search is of; it reports false for any other line.
func ShareOf(ctx context.Context, line []string, stderr io.Writer) (*command.SharedSearch, bool, error) {
	return command.ShareOf(ctx, whole.Parts(), line, stderr)
}

// Measure divides a request about the catalogue into so many shards. Its arguments are the word measure, algorithms, and flags of interrex measure.
func Measure(args []string, shards int, stderr io.Writer) (*command.Measurements, error) {
	return command.DivideMeasure(whole.Parts(), args, shards, stderr)
}

// MeasurementsOf returns the measurements that a line is of; it reports false for any other line.
func MeasurementsOf(line []string, stderr io.Writer) (*command.Measurements, bool, error) {
	return command.MeasurementsOf(whole.Parts(), line, stderr)
}
