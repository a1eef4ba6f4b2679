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
	seen := map[string]bool{}
	for _, page := range pages(t) {
		for _, command := range quoted(t, page) {
			if seen[command] {
				continue
			}
			seen[command] = true
			t.Run(command, func(t *testing.T) {
				if args, ok := strings.CutPrefix(command, "go run ./cmd/interrex "); ok {
					checkSubcommand(t, interrex, strings.Fields(args))
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

func checkSubcommand(t *testing.T, interrex string, args []string) {
	t.Helper()
	help, err := exec.Command(interrex, args[0], "--help").CombinedOutput()
	if err != nil {
		t.Fatalf("interrex %s --help: %v\n%s", args[0], err, help)
	}
	words := strings.Fields(string(help))
	if !slices.Contains(words, args[0]) {
		t.Errorf("interrex has no command %s:\n%s", args[0], help)
	}
	for _, arg := range args[1:] {
		flag, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(flag, "-") && !slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, ",") == flag }) {
			t.Errorf("interrex %s has no flag %s:\n%s", args[0], flag, help)
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
