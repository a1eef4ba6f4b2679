package command

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/properties"
)

// answer runs a command line in the folder of the test, and returns its exit status and its output, with times as 0.
func answer(t *testing.T, k *collection, line string) (status int, out string) {
	t.Helper()
	var b strings.Builder
	status = k.run(t.Context(), strings.Fields(line), &b, &b)
	return status, steadied(b.String())
}

// costs are the times of turns.
var costs = regexp.MustCompile(`expanded, [0-9.]+[mµn]?s`)

// steadied returns a text with times and bytes as 0.
func steadied(text string) string {
	text = costs.ReplaceAllString(text, "expanded, 0s")
	return unsteady.ReplaceAllStringFunc(text, func(s string) string {
		if name, _, isField := strings.Cut(s, ":"); isField {
			return name + ":0"
		}
		return "0.00s"
	})
}

// merged runs a command line in so many shards and returns the exit status and the output of their merge.
func merged(t *testing.T, k *collection, line string, shards int) (status int, out string) {
	t.Helper()
	merge := "merge"
	for i := shards; i > 0; i-- {
		file := fmt.Sprintf("part-%d-of-%d", i, shards)
		os.Remove(file)
		if status, out := answer(t, k, fmt.Sprintf("%s --shard %d/%d -o %s", line, i, shards, file)); status != int(ok) {
			t.Fatalf("%s: shard %d of %d: exit status %d\n%s", line, i, shards, status, out)
		}
		merge += " " + file
	}
	return answer(t, k, merge)
}

// TestShardsAreMerged says that the report of all shards is that of one run to the letter, but for times. With INTERREX_LONG the
// whole catalogue is among the requests.
func TestShardsAreMerged(t *testing.T) {
	t.Chdir(t.TempDir())
	type request struct {
		line   string
		shards []int
	}
	requests := []request{
		{"check lcr --variant printed -n 2..3", []int{1, 3}},
		{"check singh -n 2 --property elected --explain", []int{4}},
		{"check hs -n 2 --json --audit", []int{2}},
		{"check invitation --beyond 1 --max-configurations 300 --workers 1", []int{3}},
		{"check bully-original -n 2..3 --crash 1", []int{2}},
	}
	requests = append(requests, []request{
		{"measure lcr --sizes 2..9 --repeats 3", []int{1, 4}},
		{"measure hs lcr --sizes 3,5 --repeats 2 --seed 7 --json", []int{3}},
		{"measure lcr hs --exact -n 2..3", []int{1, 3}},
		{"measure lcr --exact -n 2..3 --json --max-configurations 12 --workers 1", []int{2}},
		{"measure lcr --exact -n 3 --chart", []int{2}},
	}...)
	switch {
	case testing.Short():
		requests = []request{requests[0], requests[5], requests[7]}
	case checkertest.Long():
		requests = append(requests, request{"check -n 2..3 --workers 1 --long", []int{3}})
		for _, line := range []string{"check -n 2 --workers 1", "check -n 2 --workers 1 --long", "check -n 2 --workers 1 --json", "check -n 2 --workers 1 --symmetry --audit", "check lcr franklin --report -n 2..4"} {
			requests = append(requests, request{line, []int{1, 2, 3, 4, 5, 6, 7}})
		}
	}
	for _, r := range requests {
		want, text := answer(t, ours(), r.line)
		for _, n := range r.shards {
			if got, out := merged(t, ours(), r.line, n); got != want || out != text {
				t.Errorf("%s: exit status %d, in %d shards %d:\n%s", r.line, want, n, got, firstDifference(text, out))
			}
		}
	}
}

// TestShardsOfOwnProtocols says that a command of one's own has shards too, and takes none of another program's.
func TestShardsOfOwnProtocols(t *testing.T) {
	t.Chdir(t.TempDir())
	k, err := collect("mine", []Protocol{Of(flood{}, identified, calm(), properties.Uniqueness()), Of(raw{}, identified, properties.Uniqueness())})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"check -n 2..3 --workers 1", "measure flood --exact -n 2..3"} {
		want, text := answer(t, k, line)
		if got, out := merged(t, k, line, 2); got != want || out != text {
			t.Errorf("%s: exit status %d, not %d:\n%s", line, got, want, firstDifference(text, out))
		}
	}
	if got, out := answer(t, ours(), "merge part-1-of-2 part-2-of-2"); got != int(usage) || !strings.Contains(out, `unknown algorithm "flood"`) {
		t.Errorf("exit status %d, %q", got, out)
	}
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d:\n-%s\n+%s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// TestEachUnitIsInOneShard says that the shards of random requests have each set of instances once, with all sets of a group
// together where that is needed, and that no shard is left empty while another has two units.
func TestEachUnitIsInOneShard(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	names := ours().names()
	for range 12 {
		c, _ := ours().checkCommand()
		c.algorithms = []string{names[random.IntN(len(names))], names[random.IntN(len(names))]}
		c.sizes = sizes{2, 2 + random.IntN(2)}
		groups, err := c.groups()
		if err != nil {
			t.Fatal(err)
		}
		list, err := newSearch(&c.request).plan(t.Context(), &c.request, groups)
		if err != nil {
			t.Fatal(err)
		}
		wholeGroups := random.IntN(2) == 0
		c.shard.of = 1 + random.IntN(7)
		times, shardOf, counts := map[*instanceSet]int{}, map[*group]int{}, map[int]int{}
		for c.shard.number = 1; c.shard.number <= c.shard.of; c.shard.number++ {
			mine := c.ofShard(list, wholeGroups)
			counts[len(mine)]++
			for _, b := range mine {
				times[b]++
				if other := shardOf[b.group]; wholeGroups && other != 0 && other != c.shard.number {
					t.Errorf("%v: group %s is in shards %d and %d", c.algorithms, b.group.entry.Name, other, c.shard.number)
				}
				shardOf[b.group] = c.shard.number
			}
		}
		for _, b := range list {
			if times[b] != 1 {
				t.Errorf("%v: %s, n = %d is in %d shards of %d", c.algorithms, b.group.entry.Name, b.network.N, times[b], c.shard.of)
			}
		}
		if len(list) >= c.shard.of && !wholeGroups && counts[0] > 0 {
			t.Errorf("%v: %d sets, and an empty shard of %d", c.algorithms, len(list), c.shard.of)
		}
	}
}

// TestMeasuredCostsAreKnown says that shards are dealt by measured costs: that the groups of the catalogue are named as in the
// measurements, and that a set costs as much as all of its instances.
func TestMeasuredCostsAreKnown(t *testing.T) {
	k := ours()
	c, _ := k.checkCommand()
	groups, err := c.groups()
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, g := range groups {
		all := g.sizes()
		for n := all.from; n <= all.to; n++ {
			b := &instanceSet{group: g, network: g.network(n), count: 3}
			each := k.parts.Cost(g.entry.Name, g.variantText(), g.condition(g.rows[0].sizes.from).String(), n)
			if each > 0 {
				known++
			}
			if got := k.costOf(b); each > 0 && got != 3*each || got <= 0 {
				t.Errorf("%s, n = %d: cost %v, measured %v", g.entry.Name, n, got, each)
			}
		}
	}
	if known < 150 {
		t.Errorf("%d measured costs are of groups of the catalogue; want 150 at least", known)
	}
}

// TestRunsGoOn says that a run that was killed after any byte of its kept file goes on from there: its report is that of a
// run that was not, and so is the file, but for times.
func TestRunsGoOn(t *testing.T) {
	t.Chdir(t.TempDir())
	cuts := 3
	requests := []string{"check lcr dkr --variant printed -n 2..3 --workers 1"}
	if !testing.Short() {
		requests = append(requests, "check sun -n 4 --variant corrected --property elected --workers 1", "check lcr --json -n 3 --workers 1", "measure lcr --exact -n 2..4 --chart", "measure lcr --exact -n 2..4 --max-configurations 30 --workers 1")
	}
	if checkertest.Long() {
		requests = append(requests, "check -n 2 --workers 1", "check -n 2 --workers 1 --long", "check divided -n 3..4 --workers 1")
		cuts = 40
	}
	random := rand.New(rand.NewPCG(5, 6))
	for _, line := range requests {
		want, text := answer(t, ours(), line)
		os.Remove("kept")
		if got, out := answer(t, ours(), line+" --resume kept"); got != want || out != text {
			t.Fatalf("%s: with --resume exit status %d, not %d:\n%s", line, got, want, firstDifference(text, out))
		}
		whole, err := os.ReadFile("kept")
		if err != nil {
			t.Fatal(err)
		}
		for range cuts {
			at := random.IntN(len(whole) + 1)
			if err := os.WriteFile("kept", whole[:at], 0o644); err != nil {
				t.Fatal(err)
			}
			got, out := answer(t, ours(), line+" --resume kept")
			again, err := os.ReadFile("kept")
			if got != want || out != text || err != nil || strings.Count(string(again), "\n") != strings.Count(string(whole), "\n") {
				t.Errorf("%s: killed after %d bytes: exit status %d, not %d, error %v:\n%s", line, at, got, want, err, firstDifference(text, out))
			}
			if merged, out := answer(t, ours(), "merge kept"); merged != want || out != text {
				t.Errorf("%s: merged: exit status %d, not %d:\n%s", line, merged, want, firstDifference(text, out))
			}
		}
	}
}

// TestKilledRunsGoOn kills runs at random moments, again and again, until one ends: its report is that of a run that was not.
func TestKilledRunsGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Chdir(t.TempDir())
	interrex, err := exec.LookPath("interrex") // of TestMain
	if err != nil {
		t.Fatal(err)
	}
	const resume, shard = " --resume kept", " --shard 1/1 -o kept"
	lines := []string{"check lcr dkr -n 2..4 --workers 1" + resume, "measure lcr --sizes 2..40" + shard}
	runs := 1
	if checkertest.Long() {
		runs = 20
		lines = append(lines, "check lcr dkr hs -n 2..4 --workers 1"+shard, "measure --exact lcr dkr -n 2..6"+resume, "measure --exact lcr dkr -n 2..6"+shard)
	}
	random := rand.New(rand.NewPCG(7, 8))
	for _, line := range lines {
		for run := range runs {
			began := time.Now()
			want, text := answer(t, ours(), strings.TrimSuffix(strings.TrimSuffix(line, resume), shard))
			whole := time.Since(began)
			os.Remove("kept")
			killed := 0
			for ; ; killed++ {
				cmd := exec.Command(interrex, strings.Fields(line)...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				timer := time.AfterFunc(time.Duration(killed+1)*time.Duration(random.Int64N(int64(whole/2+100*time.Millisecond))), func() { cmd.Process.Kill() })
				cmd.Wait()
				if timer.Stop() && cmd.ProcessState.ExitCode() >= 0 {
					break
				}
			}
			if got, out := answer(t, ours(), "merge kept"); got != want || out != text {
				t.Errorf("%s, run %d: killed %d times: exit status %d, not %d:\n%s", line, run, killed, got, want, firstDifference(text, out))
			}
			t.Logf("%s: killed %d times", line, killed)
		}
	}
}

// TestMergedSweepsWriteTheSameFiles says that merge writes the samples and figures that one run writes, and that the same command
// goes on from the file that a killed one has kept.
func TestMergedSweepsWriteTheSameFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "measure lcr --sizes 2..5 --repeats 2 --name runs"
	for _, folder := range []string{"one", "merged"} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	want, text := answer(t, ours(), line+" -o one")
	answer(t, ours(), line+" --shard 1/2 -o a")
	answer(t, ours(), line+" --shard 2/2 -o b")
	whole, err := os.ReadFile("b")
	if err == nil {
		err = os.WriteFile("b", whole[:2*len(whole)/3], 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	answer(t, ours(), line+" --shard 2/2 -o b")
	if again, err := os.ReadFile("b"); err != nil || string(again) != string(whole) {
		t.Errorf("error %v; a part that was killed goes on as\n%s\nnot\n%s", err, again, whole)
	}
	if got, out := answer(t, ours(), "merge a b -o merged"); got != want || out != text {
		t.Errorf("exit status %d, not %d:\n%s", got, want, firstDifference(text, out))
	}
	files, err := filepath.Glob("one/*")
	if err != nil || len(files) != 7 {
		t.Fatalf("files %v, error %v", files, err)
	}
	for _, name := range files {
		one, err1 := os.ReadFile(name)
		other, err2 := os.ReadFile(filepath.Join("merged", filepath.Base(name)))
		if err1 != nil || err2 != nil || string(one) != string(other) {
			t.Errorf("%s differs, errors %v, %v", name, err1, err2)
		}
	}
}

// TestInterruptedRunsGoOn says that an interrupt leaves the known results, and that a search that it cut short is repeated.
func TestInterruptedRunsGoOn(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "check lcr -n 2..3"
	want, text := answer(t, ours(), line)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, with := range []string{" --shard 1/1 -o part", " --resume kept"} {
		var b strings.Builder
		if got := ours().run(ctx, strings.Fields(line+with), &b, &b); got != int(incomplete) || !strings.Contains(b.String(), "interrex: cut short: interrupted; 0 of ") {
			t.Errorf("%s: exit status %d\n%s", with, got, b.String())
		}
	}
	answer(t, ours(), line+" --shard 1/1 -o part")
	for _, again := range []string{"merge part", line + " --resume kept", "merge kept"} {
		if got, out := answer(t, ours(), again); got != want || out != text {
			t.Errorf("%s: exit status %d, not %d:\n%s", again, got, want, firstDifference(text, out))
		}
	}
}

// TestFilesThatDoNotFit says which files are refused, each in one line.
func TestFilesThatDoNotFit(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := 1; i <= 3; i++ {
		answer(t, ours(), fmt.Sprintf("check lcr -n 2 --shard %d/3 -o p%d", i, i))
	}
	answer(t, ours(), "check lcr -n 3 --shard 3/3 -o other")
	answer(t, ours(), "measure lcr --sizes 2..3 --shard 1/1 -o sweep")
	answer(t, ours(), "check lcr -n 2 --shard 2/4 -o fourth")
	change := func(from, to string, edit func([]byte) []byte) {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, edit(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	change("p1", "flipped", func(b []byte) []byte { b[len(b)/2] ^= 4; return b })
	change("p1", "cut", func(b []byte) []byte { return b[:len(b)-3] })
	change("p1", "empty", func(b []byte) []byte { return nil })
	change("p1", "foreign", func(b []byte) []byte { return []byte("n,seed\n") })
	for _, row := range []struct{ line, want string }{
		{"merge p1 p3", "shard 2 of 3 missing; allowed: the files of all"},
		{"merge p2", "shards 1, 3 of 3 missing"},
		{"merge p1 p2 p3 p2", "p2 and p2 are both shard 2 of 3"},
		{"merge p1 p2 other", "other: it is of another request: with --processes=3, not with --processes=2 as p1"},
		{"merge p1 p2 fourth", "fourth: it is of 4 shards, not of 3"},
		{"merge flipped p2 p3", "flipped: line "},
		{"merge cut p2 p3", "cut: shard 1 of 3 is not finished: it has "},
		{"merge empty p2 p3", "empty: it has no whole line"},
		{"merge foreign", `foreign: line 1: "n,seed" is not the head of results`},
		{"merge nothing", "cannot read nothing: "},
		{"merge", "merge: no file"},
		{"check lcr -n 2 --shard 0/3", `--shard: "0/3"; allowed: i/N`},
		{"check lcr -n 2 --shard 4/3", `--shard: "4/3"; allowed: i/N`},
		{"check lcr -n 2 --shard 2", `--shard: "2"; allowed: i/N`},
		{"check lcr -n 2 --shard 1/2 --resume x", "[resume shard] were all set"},
		{"check lcr -n 2 --shard 1/2 --counterexamples d", "--counterexamples with --shard"},
		{"measure lcr --exact -n 2 --shard 1/2 --executions d", "--executions with --shard"},
		{"measure lcr --sizes 2..3 --resume x", "--resume needs --exact"},
		{"merge p1 p2 p3 sweep", "sweep: it is of another request: with measure --sizes=2..3, not with check --processes=2 as p1"},
		{"merge sweep --counterexamples d", "--counterexamples: the files are of measure"},
		{"check lcr -n 2 --resume x -o x", "--resume and -o name the same file"},
		{"check lcr -n 2 --shard 2/3 -o p1", "p1: it is shard 1 of 3, not 2"},
		{"check lcr -n 3 --shard 1/3 -o p1", "p1: it is of another request: with --processes=2, not with --processes=3"},
		{"check lcr -n 2 --resume p1", "p1: it is of 3 shards, not of 1"},
		{"check lcr -n 2 --resume foreign", `foreign: line 1: "n,seed" is not the head`},
		{"check lcr -n 2 --resume flipped", "flipped: line "},
		{"check lcr -n 2 --resume .", "cannot write .: is a directory"},
	} {
		got, out := answer(t, ours(), row.line)
		if got != int(usage) || !strings.HasPrefix(out, "interrex: ") || !strings.Contains(out, row.want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: exit status %d, %q; want %d, %q", row.line, got, out, usage, row.want)
		}
	}
	if got, out := answer(t, ours(), "check lcr -n 2 --shard 1/3 -o cut"); got != int(ok) || out != "" {
		t.Errorf("a file that was cut: exit status %d, %q", got, out)
	}
	if got, out := answer(t, ours(), "merge p3 cut p2 --counterexamples found -o table"); got != int(ok) || out != "" {
		t.Errorf("merge: exit status %d, %q", got, out)
	}
	if found, err := filepath.Glob("found/lcr-printed-*.txt"); err != nil || len(found) == 0 {
		t.Errorf("counterexamples %v, error %v", found, err)
	}
}

// TestOtherBuildsAreRefused says that nothing is taken from another program.
func TestOtherBuildsAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	real := fingerprint
	t.Cleanup(func() { fingerprint = real })
	answer(t, ours(), "check lcr -n 2 --shard 1/1 -o part")
	fingerprint = func() (string, error) { return "another", nil }
	for _, line := range []string{"merge part", "check lcr -n 2 --shard 1/1 -o part"} {
		if got, out := answer(t, ours(), line); got != int(usage) || !strings.Contains(out, "another build of v") || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: exit status %d, %q", line, got, out)
		}
	}
}

// TestRequestsAreTheSame says which command lines ask for the same results.
func TestRequestsAreTheSame(t *testing.T) {
	for _, row := range []struct {
		a, b string
		same bool
	}{
		{"lcr dkr -n 2", "--processes 2 dkr lcr dkr", true},
		{"lcr --max-time 3s -o x", "lcr --resume y", true},
		{"lcr --shard 1/3", "lcr --shard 2/3", true},
		{"lcr --crash 1 --wake all", "lcr --wake all --crash 1", true},
		{"lcr --property elected --property known", "lcr --property known", false},
		{"lcr", "lcr --json", false},
		{"lcr -n 2", "lcr -n 3", false},
	} {
		lines := [2][]string{}
		for i, text := range []string{row.a, row.b} {
			c, cmd := ours().checkCommand()
			if err := cmd.ParseFlags(strings.Fields(text)); err != nil {
				t.Fatal(err)
			}
			c.setLine(cmd, cmd.Flags().Args())
			lines[i] = c.line
		}
		if same := strings.Join(lines[0], " ") == strings.Join(lines[1], " "); same != row.same {
			t.Errorf("%s: %v, %s: %v; the same: %t, want %t", row.a, lines[0], row.b, lines[1], same, row.same)
		}
	}
}
