package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/interrex/interrex/cmd/readings/judge"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A job judges rows of algorithms.
type job struct {
	dir           string
	changes       int
	limit         int64
	out, progress io.Writer
}

func (j *job) path(e catalogue.Entry) string { return filepath.Join(j.dir, e.Name+".txt") }

// table returns the stored table of e. Without a file it begins one.
func (j *job) table(e catalogue.Entry) (*product.Table, error) {
	file, err := os.Open(j.path(e))
	if errors.Is(err, fs.ErrNotExist) {
		t := product.New(e, j.limit)
		return t, os.WriteFile(j.path(e), []byte(t.Header()), 0o644)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return product.Read(e, file)
}

// judge judges the rows of e that are not stored.
func (j *job) judge(ctx context.Context, e catalogue.Entry) error {
	t, err := j.table(e)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(j.path(e), os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	started, rows := time.Now(), j.rows(e)
	for i, r := range rows {
		if t.Has(r) {
			continue
		}
		outcomes, err := row(ctx, t, r)
		if err != nil {
			return err
		}
		if _, err := file.WriteString(t.Add(r, outcomes)); err != nil {
			return err
		}
		fmt.Fprintf(j.progress, "%s: row %d of %d after %v: %v\n", e.Name, i+1, len(rows), time.Since(started).Round(time.Second), r)
	}
	fmt.Fprintf(j.out, "%s: %d rows of %d cells\n", e.Name, len(rows), product.Count(e))
	return nil
}

// rows returns the rows that are wanted.
func (j *job) rows(e catalogue.Entry) []product.Row {
	var rows []product.Row
	for _, r := range product.Rows(e) {
		if r.Condition.Changes(product.Assumed(e)) <= j.changes {
			rows = append(rows, r)
		}
	}
	return rows
}

// verify judges the stored rows of e again, and reports whether the outcomes are the same.
func (j *job) verify(ctx context.Context, e catalogue.Entry) (same bool, err error) {
	t, err := j.table(e)
	if err != nil {
		return false, err
	}
	same = true
	for _, r := range t.Rows() {
		outcomes, err := row(ctx, t, r)
		if err != nil {
			return false, err
		}
		i := 0
		for options := range product.Combinations(e) {
			if stored, _ := t.At(r, options); stored.String() != outcomes[i].String() {
				fmt.Fprintf(j.out, "%s %v %s: stored %v, judged %v\n", e.Name, r, e.ReadingsText(options), stored, outcomes[i])
				same = false
			}
			i++
		}
	}
	fmt.Fprintf(j.out, "%s: %d rows judged again\n", e.Name, len(t.Rows()))
	return same, nil
}

// row judges the cells of a row under the limit of its table.
func row(ctx context.Context, t *product.Table, r product.Row) ([]product.Outcome, error) {
	j, err := judge.New(t.Entry, r, t.Limit)
	if err != nil {
		return nil, err
	}
	return j.All(ctx)
}
