package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	worse, err := guard()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "guard:", err)
		os.Exit(2)
	case worse:
		os.Exit(1)
	}
}

// guard compares the two commands, writes the table, and reports whether some ratio is above its limit.
func guard() (worse bool, err error) {
	flags := flag.NewFlagSet("guard", flag.ContinueOnError)
	base := flags.String("base", "", "the `commit` to compare with (default: see go doc ./cmd/guard)")
	all := flags.Bool("all", false, "also measure what takes minutes")
	list := figures()
	flags.Func("accept", "the greatest `NAME=RATIO` of a figure, instead of its limit; may be repeated", func(s string) error { return accept(list, s) })
	if err := flags.Parse(os.Args[1:]); err != nil {
		return false, err
	}
	if flags.NArg() > 0 {
		return false, fmt.Errorf("unexpected argument %q; allowed: flags only", flags.Arg(0))
	}
	if *base == "" {
		if *base, err = defaultBase(); err != nil {
			return false, err
		}
	}
	if *base == "" {
		fmt.Println("guard: nothing to compare with: no commit here is a day older than HEAD")
		return false, nil
	}
	dir, err := os.MkdirTemp("", "guard")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	baseCommand, headCommand, err := build(dir, *base)
	if err != nil {
		return false, err
	}
	fmt.Printf("%-28s %14s %14s %7s\n", "", *base, "here", "ratio")
	for _, f := range list {
		if f.large && !*all {
			continue
		}
		r, err := compare(f, baseCommand, headCommand)
		if err != nil {
			return false, err
		}
		r.write(os.Stdout)
		worse = worse || r.isWorse()
	}
	return worse, nil
}

// accept sets the limit of a figure, from NAME=RATIO.
func accept(list []figure, s string) error {
	name, value, _ := strings.Cut(s, "=")
	limit, err := strconv.ParseFloat(value, 64)
	if err != nil || !(limit > 0) {
		return fmt.Errorf("ratio %q; allowed: a number above 0", value)
	}
	var names []string
	for i := range list {
		if list[i].name == name {
			list[i].limit = limit
			return nil
		}
		names = append(names, list[i].name)
	}
	return fmt.Errorf("no figure is called %q; allowed: %s", name, strings.Join(names, "; "))
}

// defaultBase returns the commit that HEAD is compared with, "" if there is none.
func defaultBase() (string, error) {
	head, err := git("rev-parse", "--short=9", "HEAD")
	if err != nil {
		return "", err
	}
	if common, err := git("merge-base", "HEAD", "origin/main"); err == nil {
		if common, err = git("rev-parse", "--short=9", common); err == nil && common != head {
			return common, nil
		}
	}
	when, err := git("log", "-1", "--format=%ct")
	if err != nil {
		return "", err
	}
	seconds, err := strconv.ParseInt(when, 10, 64)
	if err != nil {
		return "", err
	}
	return git("rev-list", "-1", "--abbrev-commit", fmt.Sprintf("--before=%d", seconds-24*60*60), "HEAD")
}

// build builds the commands of base and of the work tree that guard runs in.
func build(dir, base string) (baseCommand, headCommand string, err error) {
	tree := filepath.Join(dir, "tree")
	if _, err := git("worktree", "add", "--detach", tree, base); err != nil {
		return "", "", err
	}
	defer git("worktree", "remove", "--force", tree)
	top, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return "", "", err
	}
	baseCommand, headCommand = filepath.Join(dir, "base"), filepath.Join(dir, "head")
	for source, command := range map[string]string{tree: baseCommand, top: headCommand} {
		c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", command, "./cmd/interrex")
		c.Dir = source
		if out, err := c.CombinedOutput(); err != nil {
			return "", "", fmt.Errorf("go build: %w: %s", err, firstLine(string(out)))
		}
	}
	return baseCommand, headCommand, nil
}

// git returns the output of a git command, without the last newline.
func git(args ...string) (string, error) {
	c := exec.Command("git", args...)
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, firstLine(errs.String()))
	}
	return strings.TrimSpace(string(out)), nil
}
