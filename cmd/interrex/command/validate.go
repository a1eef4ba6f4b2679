package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/model"
)

// A validateCommand is one call of validate.
type validateCommand struct {
	choice
	n       int // 0: as many as --ids lists
	ids     arrangement
	changes request // of the network
	options validate.Options
	tick    time.Duration // of times in execution traces, 0: they give none
	json    bool
	object  string // the logs are of its calls; "": they are of an algorithm
	out     string // file, "" for standard output
}

func (k *collection) newValidate() *cobra.Command {
	c := &validateCommand{}
	c.known = k
	cmd := &cobra.Command{
		Use:   "validate ALGORITHM LOG...",
		Short: "Say whether an algorithm could have written the logs of a running system",
		Long: `Validate follows logs through the model. A log has one JSON object in a line: what
one process did upon one input, with its outputs (docs/validate.md). The logs are
valid if some execution of the algorithm has all their lines. If none has, validate
shows the longest prefix that is possible, and the nearest alternative to what follows.

Lines of one process happened in the order in which they stand, over one file or
several. Lines of different processes may have happened in any order, unless
--in-order says that those of one file did in the order of the file. In timing
bounded lines have a time, in ticks since the start.

Exit status: 0 valid, 1 invalid, 2 bad usage or input, 3 cut short.`,
		Example: "  interrex validate ALGORITHM --ids 2,3,1 p0.log p1.log p2.log\n" +
			"  interrex validate ALGORITHM --ids 2,3,1 --in-order all.log",
		Args: func(_ *cobra.Command, args []string) error {
			if c.object != "" && len(args) > 0 {
				return nil
			}
			if len(args) < 2 {
				return fmt.Errorf("validate: %d arguments; allowed: one algorithm, then the logs (- for standard input)", len(args))
			}
			return nil
		},
		ValidArgsFunction: k.completeLog,
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.object != "" {
				return c.runCalls(cmd, args)
			}
			c.algorithm = args[0]
			return c.run(cmd, args[1:])
		},
	}
	c.addFlags(cmd)
	if k.parts.JudgeCalls != nil {
		c.addObject(cmd)
	}
	if k.parts.ReadExectrace != nil {
		cmd.Long += `

A log may also be an execution trace of the Go runtime, or a flight recorder's
snapshot, of a program that logs its lines there (docs/exectrace.md). --tick
makes ticks of its times.`
		c.changes.addTime(cmd, "tick", "in timing bounded, how long a tick is in execution traces, like 10ms: their lines get the ticks since the first line", &c.tick)
	}
	return cmd
}

func (c *validateCommand) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.VarP(&flagValue{kind: "N", read: func(s string) (err error) {
		c.n, err = parseProcesses(s)
		return err
	}}, "processes", "n", "number of processes (default: as many as --ids lists)")
	c.changes.add(cmd, "ids", "identities of p0, p1, ..., like 3,1,2; or worst (n..1)", "IDS", func(s string) (err error) {
		if s == "all" {
			return errors.New(`"all"; the system that wrote a log had one arrangement; allowed: a list like 3,1,2, or worst`)
		}
		c.ids, err = parseArrangement(s)
		return err
	})
	c.addVariant(cmd)
	c.changes.addNetwork(cmd)
	c.changes.addBudgets(cmd)
	c.changes.add(cmd, "down", "processes that are down from the start: a list like 0,2, or none (default: those of its network)", "PROCESSES", func(s string) error {
		down, err := parseDown(s)
		c.changes.change(func(net *model.Network) { net.Down = down })
		return err
	})
	flags.BoolVar(&c.options.InOrder, "in-order", false, "the lines of all processes happened in the order of the one log")
	c.changes.addCount(cmd, "unlogged", "the most events of processes in a row that have no line (default: 0)", func(i int64) error {
		c.options.Unlogged = int(min(i, 1<<30))
		return nil
	})
	c.changes.addCount(cmd, "max-configurations", "stop after so many, each counted with the lines that it explains (default: no bound)", func(i int64) error {
		c.options.MaxConfigurations = i
		return nil
	})
	c.options.MaxMemory = defaultMemory
	c.changes.add(cmd, "max-memory", "memory of the search, like 500MB or 2GiB (default: 6GiB)", "SIZE", func(s string) (err error) {
		c.options.MaxMemory, err = parseMemory(s)
		return err
	})
	c.changes.addTime(cmd, "max-time", "stop after this long, like 90s or 5m (default: no bound)", &c.options.MaxTime)
	flags.BoolVar(&c.json, "json", false, "print one object")
	flags.StringVarP(&c.out, "output", "o", "", "write the result to `FILE` instead of standard output")
}

func (c *validateCommand) run(cmd *cobra.Command, paths []string) error {
	s, err := c.system()
	if err != nil {
		return err
	}
	lines, err := c.read(cmd.InOrStdin(), paths)
	if err != nil {
		return err
	}
	if err := c.changes.remarkUpTo(cmd.ErrOrStderr(), c.entry, c.variant, c.n); err != nil {
		return err
	}
	out, err := openOutput(c.out, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.discard()
	show, done := newLogProgress(cmd.ErrOrStderr())
	c.options.Progress = show
	r, err := validate.Log(cmd.Context(), s, lines, c.options)
	done()
	if err != nil {
		return err
	}
	if c.json {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false) // texts of messages are as in the log
		err = encoder.Encode(newValidatedJSON(r, s))
	} else {
		_, err = io.WriteString(out, r.Text()+downText(s.Network().Down))
	}
	if err == nil {
		err = out.commit()
	}
	if err != nil {
		return err
	}
	switch r.Verdict {
	case validate.Invalid:
		return refuted
	case validate.Unknown:
		fmt.Fprintf(cmd.ErrOrStderr(), "interrex: cut short: %s; whether the log is valid is not known\n", r.Stopped)
		return incomplete
	}
	return nil
}

// system returns the system that is to have written the logs.
func (c *validateCommand) system() (*model.System, error) {
	if err := c.resolve(); err != nil {
		return nil, err
	}
	e, v, listed := c.entry, c.variant, c.ids.list
	switch {
	case c.n == 0 && listed == nil:
		return nil, errors.New("validate: how many processes? allowed: -n N, or --ids with an identity for each, like 3,1,2")
	case c.n > 0 && listed != nil && len(listed) != c.n:
		return nil, fmt.Errorf("--ids lists %d identities, but -n is %d; allowed: -n %d", len(listed), c.n, len(listed))
	}
	c.n = max(c.n, len(listed))
	net := c.changes.changed(e.Network(c.n))
	if err := hasSize(e, net, c.n); err != nil {
		return nil, err
	}
	if c.ids.mode == worstArrangement {
		listed = descendingIDs(net.N)
	}
	if net.IDs = listed; listed != nil {
		return e.New(v, net)
	}
	s, err := e.New(v, net)
	if err == nil {
		return s, nil
	}
	net.IDs = descendingIDs(net.N)
	if _, other := e.New(v, net); other == nil {
		return nil, fmt.Errorf("%w; allowed: --ids with that of p0, of p1, ..., like 3,1,2", err)
	}
	return nil, err
}

// downText says who is down from the start, "" if nobody is.
func downText(down []int) string {
	if len(down) == 0 {
		return ""
	}
	var names []string
	for _, p := range down {
		names = append(names, fmt.Sprintf("p%d", p))
	}
	who, last := names[0]+" is", len(names)-1
	if last > 0 {
		who = strings.Join(names[:last], ", ") + " and " + names[last] + " are"
	}
	return who + " down from the start; --down says who is\n"
}

// newLogProgress returns two functions: show shows on one line of a terminal how far a log has
// been followed, and done removes the line.
func newLogProgress(w io.Writer) (show func(validate.Progress), done func()) {
	if terminalWidth(w) == 0 {
		return nil, func() {}
	}
	show = func(p validate.Progress) {
		line := fmt.Sprintf("%d of %s, %s configurations, %sB", p.Explained, plural(p.Lines, "line", "lines"), parts.Short(float64(p.Configurations)), parts.Short(float64(p.Bytes)))
		fmt.Fprint(w, clearLine+text.Trim(line, max(terminalWidth(w)-1, 20)))
	}
	return show, func() { fmt.Fprint(w, clearLine) }
}

// read reads the logs.
func (c *validateCommand) read(stdin io.Reader, paths []string) ([]validate.Line, error) {
	if c.options.InOrder && len(paths) > 1 {
		return nil, fmt.Errorf("--in-order: %d logs have no common order; allowed: one log", len(paths))
	}
	var all []validate.Line
	err := eachLog(stdin, paths, func(name string, r io.Reader) error {
		lines, err := c.parseLog(name, r)
		all = append(all, lines...)
		return err
	})
	return all, err
}

// parseLog reads JSON lines, or an execution trace.
func (c *validateCommand) parseLog(name string, r io.Reader) ([]validate.Line, error) {
	in := bufio.NewReader(r)
	switch head, _ := in.Peek(len(validate.ExectraceHead)); { // Read meets the error of Peek again
	case string(head) != validate.ExectraceHead:
		return validate.Read(name, in)
	case c.known.parts.ReadExectrace == nil:
		return nil, fmt.Errorf("%s: an execution trace, which this program does not read; allowed: logs in JSON, or command.With(exectrace.Part()).Main in place of command.Main (docs/exectrace.md)", name)
	}
	return c.known.parts.ReadExectrace(name, in, c.tick)
}
