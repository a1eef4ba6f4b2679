package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := start(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "planted:", err)
		os.Exit(status(err))
	}
}

// errSurvivors says that the tests missed faults.
var errSurvivors = errors.New("the tests miss faults")

// errUsage says that the command line is wrong; the flag package has said why.
var errUsage = errors.New("see -help")

// status returns the exit status: 1 for survivors, and 2 if it is not known whether there
// are any.
func status(err error) int {
	if errors.Is(err, errSurvivors) {
		return 1
	}
	return 2
}

// A request holds the arguments of the command line.
type request struct {
	pkg, fault    string
	tests         string
	sample, jobs  int
	nightly, list bool
	limit         time.Duration
}

func start(ctx context.Context, args []string, out io.Writer) error {
	var q request
	flags := flag.NewFlagSet("planted", flag.ContinueOnError)
	flags.StringVar(&q.pkg, "package", "", "only faults of the packages whose `path` ends so")
	flags.StringVar(&q.fault, "fault", "", "only the faults of this `name`")
	flags.StringVar(&q.tests, "run", "", "only tests that match this `pattern`, as in go test")
	flags.IntVar(&q.sample, "sample", 0, "only `n` faults, others for each commit, of packages that are not slow")
	flags.IntVar(&q.jobs, "jobs", runtime.GOMAXPROCS(0), "how many faults to try at the same time")
	flags.BoolVar(&q.nightly, "nightly", false, "try all tests, those of the packages above too")
	flags.BoolVar(&q.list, "list", false, "print the faults and try none")
	flags.DurationVar(&q.limit, "limit", 2*time.Minute, "how long the tests of a package may take")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return errUsage
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case q.jobs < 1 || q.sample < 0 || q.limit <= 0:
		return errors.New("-jobs and -limit must be positive, -sample must not be negative")
	}
	from, err := fs.Sub(planted, "faults")
	if err != nil {
		return err
	}
	suites, err := loadFaults(from)
	if err != nil {
		return err
	}
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	return q.run(ctx, root, suites, out)
}

// moduleRoot returns the folder of the module.
func moduleRoot(ctx context.Context) (string, error) {
	text, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	return filepath.Dir(strings.TrimSpace(string(text))), err
}

// run tries the faults that are asked for, and prints the table.
func (q *request) run(ctx context.Context, root string, suites []*suite, out io.Writer) error {
	faults, err := q.choose(ctx, root, suites)
	if err != nil {
		return err
	}
	if q.list {
		for _, f := range faults {
			fmt.Fprintf(out, "%v\n\t%s\n", f, f.reason)
		}
		return nil
	}
	r := &runner{root, q.limit, q.tests, q.nightly}
	outcomes, err := r.tryAll(ctx, faults, q.jobs, out)
	printTable(out, suites, outcomes)
	if err != nil {
		return err
	}
	for _, o := range outcomes {
		if !o.killed {
			return errSurvivors
		}
	}
	return nil
}

// choose returns the faults that are asked for.
func (q *request) choose(ctx context.Context, root string, suites []*suite) ([]*fault, error) {
	var list []*fault
	for _, s := range suites {
		for _, f := range s.faults {
			if (q.pkg == "" || strings.HasSuffix("/"+s.pkg, "/"+q.pkg)) && (f.name == q.fault || q.fault == "") && !(s.slow && q.sample > 0) {
				list = append(list, f)
			}
		}
	}
	switch {
	case len(list) == 0:
		return nil, fmt.Errorf("no package %q has a fault %q; see -list", q.pkg, q.fault)
	case q.sample == 0:
		return list, nil
	}
	head := exec.CommandContext(ctx, "git", "rev-parse", "HEAD")
	head.Dir = root
	commit, err := head.Output()
	if err != nil {
		return nil, fmt.Errorf("-sample: git rev-parse HEAD: %w", err)
	}
	return draw(list, string(commit), q.sample), nil
}

// draw returns n of the faults, or all if there are fewer: others for other seeds.
func draw(list []*fault, seed string, n int) []*fault {
	rank := func(f *fault) string {
		sum := sha256.Sum256([]byte(seed + f.String()))
		return string(sum[:])
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b *fault) int { return strings.Compare(rank(a), rank(b)) })
	return list[:min(n, len(list))]
}

// tryAll tries faults, some at the same time, and says how each went. An error names those that
// cannot be tried, or says that ctx has ended.
func (r *runner) tryAll(ctx context.Context, faults []*fault, jobs int, out io.Writer) (map[*fault]outcome, error) {
	var (
		mu       sync.Mutex
		workers  sync.WaitGroup
		next     = make(chan *fault)
		outcomes = map[*fault]outcome{}
		errs     []error
	)
	try := func(f *fault) {
		began := time.Now()
		o, err := r.try(ctx, f)
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			errs = append(errs, err)
			return
		}
		outcomes[f] = o
		fmt.Fprintf(out, "%d/%d %v: %v (%.1f s)\n", len(outcomes), len(faults), f, o, time.Since(began).Seconds())
	}
	for range jobs {
		workers.Go(func() {
			for f := range next {
				try(f)
			}
		})
	}
	for _, f := range faults {
		select {
		case next <- f:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	return outcomes, errors.Join(append(errs, ctx.Err())...)
}
