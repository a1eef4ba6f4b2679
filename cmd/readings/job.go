package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/interrex/interrex/cmd/internal/cputime"
	"github.com/interrex/interrex/cmd/readings/explain"
	"github.com/interrex/interrex/cmd/readings/judge"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A job judges rows of algorithms.
type job struct {
	dir           string
	seconds       string // a file: with -verify, the seconds of the rows
	changes       int
	strength      int
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

// judge judges the rows of these algorithms that are not stored, those with the fewest changes of all first.
func (j *job) judge(ctx context.Context, entries []catalogue.Entry) error {
	tables, err := j.tables(entries)
	if err != nil {
		return err
	}
	for changes := range j.changes + 1 {
		for _, t := range tables {
			wanted := slices.DeleteFunc(product.Rows(t.Entry), func(r product.Row) bool {
				return t.Strength(r) >= j.strength || r.Condition.Changes(product.Assumed(t.Entry)) != changes
			})
			if err := j.append(ctx, t, wanted); err != nil {
				return err
			}
		}
	}
	for _, t := range tables {
		fmt.Fprintf(j.out, "%s: %d rows\n", t.Entry.Name, len(t.Rows()))
	}
	return nil
}

// reduce judges rows with more fixes, until no cause of these algorithms takes away a fix too many.
func (j *job) reduce(ctx context.Context, entries []catalogue.Entry) error {
	tables, err := j.tables(entries)
	if err != nil {
		return err
	}
	for _, t := range tables {
		for parts := explain.Parts(t, explain.Of(t)); len(parts) > 0; parts = explain.Parts(t, explain.Of(t)) {
			if err := j.append(ctx, t, parts[:1]); err != nil {
				return err
			}
		}
		fmt.Fprintf(j.out, "%s: %d rows\n", t.Entry.Name, len(t.Rows()))
	}
	return nil
}

func (j *job) tables(entries []catalogue.Entry) ([]*product.Table, error) {
	var tables []*product.Table
	for _, e := range entries {
		t, err := j.table(e)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// append judges rows, and appends them to the table and its file.
func (j *job) append(ctx context.Context, t *product.Table, rows []product.Row) error {
	file, err := os.OpenFile(j.path(t.Entry), os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	for _, r := range rows {
		started := time.Now()
		outcomes, err := row(ctx, t, r, j.strength)
		if err != nil {
			return err
		}
		if _, err := file.WriteString(t.Add(r, outcomes)); err != nil {
			return err
		}
		fmt.Fprintf(j.progress, "%s: %v in %v\n", t.Entry.Name, r, time.Since(started).Round(time.Millisecond))
	}
	return nil
}

// A stored is a row that has been judged.
type stored struct {
	table *product.Table
	row   product.Row
}

// verify judges the stored rows of these algorithms again, and reports whether the outcomes are the same. Their
// order differs from day to day, so that rows that a time limit leaves out are judged on other days.
func (j *job) verify(ctx context.Context, entries []catalogue.Entry) (same bool, err error) {
	tables, err := j.tables(entries)
	if err != nil {
		return false, err
	}
	var rows []stored
	for _, t := range tables {
		for _, r := range t.Rows() {
			rows = append(rows, stored{t, r})
		}
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().Unix()/(24*3600)), 0))
	random.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	same = true
	took := map[string]cost{}
	for _, s := range rows {
		before := cputime.Used()
		alike, failed := j.again(ctx, s)
		if err = failed; err != nil {
			break
		}
		c := took[s.table.Entry.Name]
		took[s.table.Entry.Name] = cost{c.rows + 1, c.seconds + (cputime.Used() - before).Seconds()}
		same = same && alike
	}
	done := 0
	for _, c := range took {
		done += c.rows
	}
	fmt.Fprintf(j.out, "%d of %d rows judged again\n", done, len(rows))
	return same, errors.Join(err, j.store(took))
}

// A cost is the time that rows of an algorithm took.
type cost struct {
	rows    int
	seconds float64 // of processors
}

// store writes the costs of rows to the file of -seconds, and leaves its lines about other algorithms.
func (j *job) store(took map[string]cost) error {
	if j.seconds == "" {
		return nil
	}
	text, err := os.ReadFile(j.seconds)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := slices.DeleteFunc(slices.Collect(strings.Lines(string(text))), func(line string) bool {
		name, _, _ := strings.Cut(line, " ")
		return took[name].rows > 0
	})
	for name, c := range took {
		lines = append(lines, fmt.Sprintf("%s %d %.2f\n", name, c.rows, c.seconds))
	}
	slices.Sort(lines)
	return os.WriteFile(j.seconds, []byte(strings.Join(lines, "")), 0o644)
}

// again judges a row again, and writes the outcomes that differ.
func (j *job) again(ctx context.Context, s stored) (same bool, err error) {
	strength := s.table.Strength(s.row)
	outcomes, err := row(ctx, s.table, s.row, strength)
	if err != nil {
		return false, err
	}
	same = true
	i, e := 0, s.table.Entry
	for options := range product.Combinations(e, strength) {
		if before, _ := s.table.At(s.row, options); before.String() != outcomes[i].String() {
			fmt.Fprintf(j.out, "%s %v %s: stored %v, judged %v\n", e.Name, s.row, e.ReadingsText(options), before, outcomes[i])
			same = false
		}
		i++
	}
	return same, nil
}

// row judges the cells of a row under the limit of its table.
func row(ctx context.Context, t *product.Table, r product.Row, strength int) ([]product.Outcome, error) {
	j, err := judge.New(t.Entry, r, t.Limit)
	if err != nil {
		return nil, err
	}
	return j.All(ctx, strength)
}
