package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// quoted returns the commands of the shell blocks of a page, without what
// follows a comment sign.
func quoted(t *testing.T, page string) []string {
	t.Helper()
	var list []string
	for _, b := range blocks(t, page) {
		if b.language != "sh" {
			continue
		}
		for line := range strings.Lines(b.text) {
			line, _, _ = strings.Cut(line, "#")
			for _, command := range strings.Split(line, "&&") {
				if command = strings.TrimSpace(command); command != "" {
					list = append(list, command)
				}
			}
		}
	}
	return list
}

// TestCommands says that the commands that the pages quote exist: packages,
// scripts, and the command's own subcommands and flags.
func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	interrex := filepath.Join(t.TempDir(), "interrex")
	goCommand(t, root, "build", "-o", interrex, "./cmd/interrex")
	seen, helps := map[string]bool{}, map[string][]string{}
	for _, page := range pages(t) {
		for _, command := range quoted(t, page) {
			if seen[command] {
				continue
			}
			seen[command] = true
			t.Run(command, func(t *testing.T) {
				if args, ok := strings.CutPrefix(command, "go run ./cmd/interrex "); ok {
					words := strings.Fields(args)
					if helps[words[0]] == nil {
						helps[words[0]] = help(t, interrex, words[0])
					}
					checkFlags(t, words[0], words[1:], helps[words[0]])
					return
				}
				checkArguments(t, command)
			})
		}
	}
	if !seen["go run ./cmd/interrex check"] || !seen["go test ./..."] {
		t.Error("no page quotes the two set-up commands")
	}
}

// help returns the words of the help text of a subcommand.
func help(t *testing.T, interrex, name string) []string {
	t.Helper()
	text, err := exec.Command(interrex, name, "--help").CombinedOutput()
	if err != nil {
		t.Fatalf("interrex %s --help: %v\n%s", name, err, text)
	}
	words := strings.Fields(string(text))
	if !slices.Contains(words, name) {
		t.Errorf("interrex has no command %s:\n%s", name, text)
	}
	return words
}

// checkFlags checks that the help text of a subcommand has the flags of args.
func checkFlags(t *testing.T, name string, args, help []string) {
	t.Helper()
	for _, arg := range args {
		flag, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(flag, "-") && !slices.ContainsFunc(help, func(w string) bool { return strings.Trim(w, ",") == flag }) {
			t.Errorf("interrex %s has no flag %s; its help has the words %q", name, flag, help)
		}
	}
}

// checkArguments checks that the files and packages that a command names exist.
func checkArguments(t *testing.T, command string) {
	t.Helper()
	for _, word := range strings.Fields(command) {
		name := strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/...")
		isPath := strings.HasPrefix(word, "./") || strings.HasPrefix(word, "docs/") || strings.HasPrefix(word, ".ci/")
		if !isPath || name == "..." {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Errorf("%q names %s, which does not exist", command, word)
		}
	}
}
