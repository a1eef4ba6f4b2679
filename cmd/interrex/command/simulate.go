package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// A simulateCommand is one call of simulate.
type simulateCommand struct {
	choice
	options simulation.Options
	changes request // of the network
	n       int
	rated   bool // --fault-rate is given
	events  bool
	json    bool
	out     string // file, "" for standard output
	log     string // file for the lines of the processes, "" for none
	chart   bool
	picture string // file for a picture of the execution, "" for none
	format  string // of that
}

func (k *collection) newSimulate() *cobra.Command {
	c := &simulateCommand{}
	c.known = k
	cmd := &cobra.Command{
		Use:   "simulate ALGORITHM -n N",
		Short: "Run one random execution, of up to a million processes, and count messages and time",
		Long: `Simulate runs an algorithm once, on the network of its document with identities in
random order, and counts messages and time. A seed gives the same sequence of
events on every machine.

Scheduler timed gives each message a delay: unit (one unit each), uniform (0 to 2),
exponential, or heavy-tailed (of infinite variance), all with a mean of one unit.
In timing bounded a unit is a tick, and a message takes --max-delay (unit) or any time
up to it (uniform).
Scheduler uniform has no time: all enabled events are equally likely.
The others, fifo, lifo, slow, pct, swarm, pos and balanced, inspect all enabled events
and are for at most 64 processes; docs/schedulers.md describes them.

Faults have budgets. Under timed and uniform an enabled fault happens at each event
with probability --fault-rate, until its budget is used; the other schedulers decide.`,
		Args:              oneAlgorithm,
		ValidArgsFunction: k.completeName,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.algorithm = args[0]
			if c.n == 0 {
				return fmt.Errorf("simulate: the number of processes is missing; allowed: -n 1..%d", model.MaxN)
			}
			c.rated = cmd.Flags().Changed("fault-rate")
			if err := c.suits(cmd.Flags()); err != nil {
				return err
			}
			if err := c.suitsPicture(); err != nil {
				return err
			}
			return c.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	c.addFlags(cmd)
	return cmd
}

// suits returns an error if there is a flag that the scheduler would ignore.
func (c *simulateCommand) suits(flags *pflag.FlagSet) error {
	s := c.options.Scheduler
	switch {
	case flags.Changed("delay") && s != simulation.Timed:
		return fmt.Errorf("--delay sets how long a message takes, but scheduler %v has no time; allowed with it: --scheduler %v", s, simulation.Timed)
	case flags.Changed("fault-rate") && s > simulation.Untimed:
		return fmt.Errorf("--fault-rate is the probability of a fault, but scheduler %v decides when one happens; allowed with it: --scheduler %v, %v", s, simulation.Timed, simulation.Untimed)
	}
	return nil
}

// suitsPicture reads the format of the picture, and returns an error if there may be none.
func (c *simulateCommand) suitsPicture() (err error) {
	if c.draws() && c.n > drawnProcesses {
		return fmt.Errorf("a picture has at most %d processes; given: -n %d", drawnProcesses, c.n)
	}
	if c.picture != "" {
		c.format, err = pictureFormat("picture", c.picture, "")
	}
	return err
}

// draws reports whether the execution is drawn.
func (c *simulateCommand) draws() bool { return c.chart || c.picture != "" }

// oneAlgorithm requires the name of an algorithm.
func oneAlgorithm(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s: %d arguments; allowed: one algorithm", cmd.Name(), len(args))
	}
	return nil
}

func (c *simulateCommand) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.VarP(&flagValue{kind: "N", read: func(s string) (err error) {
		c.n, err = parseProcesses(s)
		return err
	}}, "processes", "n", "number of processes")
	flags.Var(seed(&c.options.Seed), "seed", "seed of all random choices")
	flags.Var(&flagValue{text: "timed", kind: "SCHEDULER", read: func(s string) (err error) {
		c.options.Scheduler, err = simulation.ParseScheduler(s)
		return err
	}}, "scheduler", "chooses the next event: timed, uniform, fifo, lifo, slow, pct, swarm, pos, balanced")
	flags.Var(&flagValue{text: "unit", kind: "DELAY", read: func(s string) (err error) {
		c.options.Delay, err = simulation.ParseDelay(s)
		return err
	}}, "delay", "how long a message takes: unit, uniform, exponential, heavy-tailed")
	flags.Var(wakeRate(&c.options.Asleep), "wake-rate", "share of the processes that wake by themselves, at least one")
	c.options.Limit = -1
	flags.Var(&flagValue{kind: "K", read: func(s string) (err error) {
		c.options.Limit, err = parseCount(s)
		return err
	}}, "max-events", "stop after this many events; 0: no bound (default: 100 n^2 and at least a million under timed and uniform, else 10000)")
	c.addNetwork(cmd)
	c.addVariant(cmd)
	flags.BoolVar(&c.events, "events", false, "also print each event when it happens, one per line")
	flags.BoolVar(&c.json, "json", false, "print one object; with --events, first one for each event")
	flags.StringVarP(&c.out, "output", "o", "", "write the result to `FILE` instead of standard output")
	flags.BoolVar(&c.chart, "chart", false, "also draw the execution, as text")
	flags.StringVar(&c.picture, "picture", "", "draw the execution into `FILE`, as its ending says: "+chartEndings())
	cmd.MarkFlagsMutuallyExclusive("chart", "json")
	flags.StringVar(&c.log, "log", "", "write to `FILE` what the processes would log, for the command validate")
}

// addNetwork declares the flags that change the network of the document.
func (c *simulateCommand) addNetwork(cmd *cobra.Command) {
	c.changes.addNetwork(cmd)
	c.changes.addBudgets(cmd)
	c.options.FaultRate = 100
	cmd.Flags().Var(share("0.1", &c.options.FaultRate), "fault-rate", "probability that an enabled fault happens, at each event")
}

// wakeRate returns a flag for the share of processes that wake. It sets asleep to
// the number of a thousand that do not.
func wakeRate(asleep *int) *flagValue {
	awake := 0
	f := share("1", &awake)
	read := f.read
	f.read = func(s string) error {
		err := read(s)
		*asleep = 1000 - awake
		return err
	}
	return f
}

// share returns a flag for a share, counted in thousandths.
func share(text string, to *int) *flagValue {
	return &flagValue{text: text, kind: "SHARE", read: func(s string) error {
		x, err := strconv.ParseFloat(s, 64)
		thousandths := math.Round(x * 1000)
		if err != nil || !(x >= 0 && x <= 1) || math.Abs(x*1000-thousandths) > 1e-6 {
			return fmt.Errorf("%q; allowed: 0 to 1, in thousandths", s)
		}
		*to = int(thousandths)
		return nil
	}}
}

// parseProcesses reads a number of processes.
func parseProcesses(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > model.MaxN {
		return 0, fmt.Errorf("%q; allowed: a number within 1..%d", s, model.MaxN)
	}
	return n, nil
}

func (c *simulateCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	if err := c.resolve(); err != nil {
		return err
	}
	system, err := c.on(c.changes.changed(c.entry.Network(c.n)), c.n)
	if err != nil {
		return err
	}
	out, err := openOutput(c.out, stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	if c.options.Limit < 0 {
		c.options.Limit = c.limit()
	}
	var drawn kept
	c.options.Record = c.recorder(out, &drawn)
	net := system.network(c.options.Seed)
	log, err := c.openLog(system, net)
	if err != nil {
		return err
	}
	defer log.discard()
	result, err := simulate(ctx, system.System, net, c.options)
	if failed := (*failedRun)(nil); errors.As(err, &failed) {
		return c.failed(ctx, failed, out, stderr)
	}
	if err == nil {
		err = c.remark(stderr)
	}
	if err == nil && c.draws() {
		err = c.draw(out, &drawn, system.System, net, result)
	}
	if err == nil {
		err = c.write(out, net, result)
	}
	if err == nil {
		err = log.commit()
	}
	if err == nil {
		err = out.commit()
	}
	if err != nil {
		return err
	}
	switch {
	case result.Cut && ctx.Err() != nil:
		fmt.Fprintf(stderr, "interrex: interrupted after %s\n", plural(int(result.Events), "event", "events"))
		return incomplete
	case result.Cut:
		fmt.Fprintf(stderr, "interrex: stopped after %d events, before the execution ended: it may never end, or need a greater --max-events\n", result.Events)
		return incomplete
	}
	return nil
}

// remark writes a line for each flag about faults that changes nothing.
func (c *simulateCommand) remark(stderr io.Writer) error {
	if err := c.changes.remarkUpTo(stderr, c.entry, c.variant, c.n); err != nil {
		return err
	}
	if c.rated && c.changes.changed(c.entry.Network(c.n)).Faults == (model.Faults{}) {
		fmt.Fprintf(stderr, "interrex: --fault-rate changes nothing: no fault has a budget, like --loss 1\n")
	}
	return nil
}

// failed reports that a property is violated, and draws the execution.
func (c *simulateCommand) failed(ctx context.Context, f *failedRun, out *output, stderr io.Writer) error {
	if !c.json {
		f.write(ctx, out)
	}
	if err := out.commit(); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "interrex: %v\n", f)
	return refuted
}

// recorder returns a function that prints each event when it happens, or keeps it for a
// picture; nil if nobody asks for events.
func (c *simulateCommand) recorder(w io.Writer, drawn *kept) func(model.Event) {
	print := func(model.Event) {}
	switch encoder := json.NewEncoder(w); {
	case c.events && c.json:
		print = func(e model.Event) { encoder.Encode(eventJSON{e.String()}) } // w keeps an error
	case c.events:
		print = func(e model.Event) { fmt.Fprintln(w, e) }
	case !c.draws():
		return nil
	}
	return func(e model.Event) {
		print(e)
		drawn.add(e)
	}
}

// draw draws the execution, which is replayed before, for the terminal and into a file.
func (c *simulateCommand) draw(out *output, drawn *kept, s *model.System, net model.Network, r simulation.Result) error {
	if net.Wake.All && c.options.Asleep > 0 {
		return fmt.Errorf("%s: all processes wake at the start, also in a picture; allowed with it: --wake-rate 1", c.algorithm)
	}
	x, err := drawn.execution(s, net, r)
	if err != nil {
		return fmt.Errorf("%s: %w", c.algorithm, err)
	}
	p := &picture{title: fmt.Sprintf("%s, seed %d", instanceOf(c.entry, c.variant, net).Title(), c.options.Seed), x: x}
	if c.chart {
		width := terminalWidth(out)
		p.write(out, width)
		writeLegend(out, width, x)
		fmt.Fprintln(out)
	}
	if c.picture == "" {
		return nil
	}
	return p.writeFile(c.picture, c.format)
}

// eventJSON is the line that `simulate --events --json` prints for each event.
type eventJSON struct {
	Event string `json:"event"`
}

// limit returns the default number of events after which an execution is
// stopped.
func (c *simulateCommand) limit() int64 {
	if c.options.Scheduler > simulation.Untimed { // it keeps the whole execution
		return 10_000
	}
	return endsWithin(c.n)
}

// endsWithin returns a number of events that is greater than that of any execution
// that ends.
func endsWithin(n int) int64 { return max(1_000_000, 100*int64(n)*int64(n)) }

// simulatedJSON is the line that `simulate --json` prints at the end.
type simulatedJSON struct {
	Algorithm string     `json:"algorithm"`
	Variant   string     `json:"variant"`
	Readings  string     `json:"readings,omitempty"` // absent: the default of each
	Limits    string     `json:"limits,omitempty"`   // of the instance, as in "terms=2", or the parameters of a protocol of one's own
	N         int        `json:"n"`
	IDs       []model.ID `json:"ids,omitempty"` // with --log, of p0, p1, ...
	Seed      string     `json:"seed"`
	Scheduler string     `json:"scheduler"`
	Delay     string     `json:"delay,omitempty"`
	Order     string     `json:"order"`
	Timing    string     `json:"timing"`
	InTurn    bool       `json:"timersInTurn,omitempty"` // timing bounded: timers run out in turn
	Capacity  string     `json:"capacity,omitempty"`     // of each channel, as in "drop=2"
	Wake      string     `json:"wake"`
	Faults    string     `json:"faults"`            // budgets
	Victims   string     `json:"victims,omitempty"` // the victims of faults, as in "crash-of=0,2"; absent: everything
	WakeRate  float64    `json:"wakeRate"`
	Events    string     `json:"events"`
	Messages  string     `json:"messages"`
	Time      float64    `json:"time,omitempty"` // units
	Leaders   int        `json:"leaders"`
	Leader    int        `json:"leader,omitempty"` // identity
	Decided   int        `json:"decided"`
	Halted    int        `json:"halted"`
	Down      int        `json:"down,omitempty"`
	Bounded   int        `json:"bounded,omitempty"` // a bound of the instance stopped them
	Sequence  string     `json:"sequence"`
	Complete  bool       `json:"complete"`
}

func (c *simulateCommand) write(w io.Writer, net model.Network, r simulation.Result) error {
	x := simulatedJSON{
		Algorithm: c.algorithm, Variant: c.entry.VariantText(c.variant), N: c.n,
		Readings: c.entry.ReadingsText(c.variant.Readings), Limits: c.entry.InstanceLimits(c.variant, net),
		Order: net.Order.String(), Timing: net.Timing.String(), InTurn: net.TimersInTurn, Capacity: capacityText(net), Wake: net.Wake.String(), Faults: net.Faults.String(), Victims: net.Victims.String(),
		Seed: fmt.Sprint(c.options.Seed), Scheduler: c.options.Scheduler.String(), WakeRate: float64(1000-c.options.Asleep) / 1000,
		Events: fmt.Sprint(r.Events), Messages: fmt.Sprint(r.Messages), Time: r.Time.Units(),
		Sequence: fmt.Sprintf("%016x", r.Sequence), Complete: !r.Cut,
	}
	if c.options.Scheduler == simulation.Timed {
		x.Delay = c.options.Delay.String()
	}
	if c.log != "" {
		x.IDs = net.IDs
	}
	x.count(net, r)
	if c.json {
		return json.NewEncoder(w).Encode(x)
	}
	x.write(w, c.entry.Network(c.n))
	return nil
}

// write writes the object of --json as text. It omits the usual properties of the
func (x *simulatedJSON) write(w io.Writer, usual model.Network) {
	fmt.Fprintf(w, "%s, n=%d, seed %s, scheduler %s", joinedWords(x.Algorithm, x.Variant, x.Readings, strings.ReplaceAll(x.Limits, ",", " ")), x.N, x.Seed, x.Scheduler)
	if x.Delay != "" {
		fmt.Fprintf(w, ", delay %s", x.Delay)
	}
	for _, part := range []struct{ name, text, usual string }{
		{"order", x.Order, usual.Order.String()},
		{"timing", x.Timing, usual.Timing.String()},
		{"timers", timersText(x.InTurn), timersText(usual.TimersInTurn)},
		{"capacity", x.Capacity, capacityText(usual)},
		{"wake", x.Wake, usual.Wake.String()},
		{"faults", x.Faults, usual.Faults.String()},
		{"only", x.Victims, usual.Victims.String()},
	} {
		if part.text != part.usual {
			fmt.Fprintf(w, ", %s %s", part.name, part.text)
		}
	}
	fmt.Fprintf(w, ", wake rate %g\n", x.WakeRate)
	if x.IDs != nil {
		fmt.Fprintf(w, "ids       %s\n", idText(x.IDs))
	}
	fmt.Fprintf(w, "events    %s\nmessages  %s\n", x.Events, x.Messages)
	if x.Delay != "" {
		fmt.Fprintf(w, "time      %.3f\n", x.Time)
	}
	fmt.Fprintf(w, "leaders   %d", x.Leaders)
	if x.Leader != 0 {
		fmt.Fprintf(w, " (identity %d)", x.Leader)
	}
	fmt.Fprintf(w, "\ndecided   %d\nhalted    %d\n", x.Decided, x.Halted)
	if x.Down > 0 {
		fmt.Fprintf(w, "down      %d\n", x.Down)
	}
	if x.Bounded > 0 {
		fmt.Fprintf(w, "bounded   %d (stopped by a bound of the instance, its last term for instance: without it they go on)\n", x.Bounded)
	}
	fmt.Fprintf(w, "sequence  %s\n", x.Sequence)
}

// count counts the processes by their final status.
func (x *simulatedJSON) count(net model.Network, r simulation.Result) {
	for p, s := range r.Status {
		switch s.Role {
		case model.Won:
			if x.Leaders++; net.IDs != nil {
				x.Leader = int(net.IDs[p])
			}
			x.Decided++
		case model.Lost:
			x.Decided++
		}
		if s.Halted {
			x.Halted++
		}
		if s.Down {
			x.Down++
		}
		if s.Bounded {
			x.Bounded++
		}
	}
	if x.Leaders != 1 {
		x.Leader = 0
	}
}
