package docs_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// span is a command in the running text of a page, which may go on in the next line.
var span = regexp.MustCompile("`((?:go run|go test|go -C|interrex) [^`]*)`")

// quoted returns the commands of the shell blocks of a page, without
// comments, and those in its running text.
func quoted(t *testing.T, page string) []string {
	t.Helper()
	var list []string
	for _, m := range span.FindAllStringSubmatch(read(t, page), -1) {
		list = append(list, strings.Join(strings.Fields(m[1]), " "))
	}
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
// scripts, tests, and the command's own subcommands and flags.
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
				if words := strings.Fields(strings.TrimPrefix(command, "go run ./cmd/")); words[0] == "interrex" {
					words = words[1:]
					if helps[words[0]] == nil {
						helps[words[0]] = help(t, interrex, words[0])
					}
					checkFlags(t, words[0], words[1:], helps[words[0]])
				}
				checkArguments(t, command)
				checkNames(t, command)
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
	text, err := exec.Command(interrex, name, "--help").CombinedOutput() // of the root, if name is a flag
	if err != nil {
		t.Fatalf("interrex %s --help: %v\n%s", name, err, text)
	}
	words := strings.Fields(string(text))
	if !strings.HasPrefix(name, "-") && !slices.Contains(words, name) {
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

// folder returns where a command runs: the folder of go -C, else the repository.
func folder(command string) string {
	words := strings.Fields(command)
	if i := slices.Index(words, "-C"); i >= 0 && i+1 < len(words) {
		return words[i+1]
	}
	return "."
}

// checkArguments checks that the files and packages that a command names exist.
func checkArguments(t *testing.T, command string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, folder(command))); err != nil {
		t.Errorf("%q runs in %s, which does not exist", command, folder(command))
	}
	for _, word := range strings.Fields(command) {
		name := strings.TrimSuffix(strings.TrimPrefix(word, "./"), "/...")
		isPath := slices.ContainsFunc([]string{"./", "docs/", ".ci/", "counterexamples/"}, func(prefix string) bool { return strings.HasPrefix(word, prefix) })
		if !isPath || name == "..." {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, folder(command), name)); err != nil {
			t.Errorf("%q names %s, which does not exist", command, word)
		}
	}
}

var (
	selection = regexp.MustCompile(`-(run|bench|fuzz)[ =]'?([\w(][^ '/]*)`)
	function  = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)\(`)
)

// checkNames checks that a go test command selects a function of the packages that
// it names.
func checkNames(t *testing.T, command string) {
	t.Helper()
	if !strings.Contains(command, " ./") {
		return // it is for another folder
	}
	var names []string
	for _, file := range files(t, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
		here, err := filepath.Rel(folder(command), path.Dir(file))
		if err == nil && slices.Contains(strings.Fields(command), "./"+filepath.ToSlash(here)) {
			for _, m := range function.FindAllStringSubmatch(read(t, file), -1) {
				names = append(names, m[1])
			}
		}
	}
	for _, m := range selection.FindAllStringSubmatch(command, -1) {
		kind := map[string]string{"run": "Test", "bench": "Benchmark", "fuzz": "Fuzz"}[m[1]]
		pattern := regexp.MustCompile(m[2])
		if !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, kind) && pattern.MatchString(name) }) {
			t.Errorf("%q selects nothing: -%s %s", command, m[1], m[2])
		}
	}
}
