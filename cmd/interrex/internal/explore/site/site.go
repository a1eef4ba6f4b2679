// Package site writes the explorer page as a folder of files that any web server can host: the
// same page, with package explore as WebAssembly.
package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
)

// program is the package that is compiled for the browser.
const program = "github.com/interrex/interrex/cmd/interrex/internal/explore/wasm"

// Write writes the site into a folder, which it makes if there is none. It needs the Go command, and a
// current directory within the module of interrex.
func Write(ctx context.Context, dir string, x *explore.Explorer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	if err := copyPage(dir); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	first, err := firstAnswers(ctx, x)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "first.json"), first, 0o644); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	return compile(ctx, dir)
}

// copyPage copies the files of the page, and marks that it is a site.
func copyPage(dir string) error {
	return fs.WalkDir(page.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.Files(), path)
		if err != nil {
			return err
		}
		if path == "index.html" {
			text = bytes.Replace(text, []byte("<head>\n"), []byte("<head>\n<meta name=\"interrex-site\" content=\"1\">\n"), 1)
		}
		return os.WriteFile(filepath.Join(dir, path), text, 0o644)
	})
}

// compile compiles the program of the page, and copies the script of the Go distribution that starts it.
func compile(ctx context.Context, dir string) error {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("site: there is no go command, which compiles the checker for browsers; see https://go.dev/doc/install")
	}
	if err != nil {
		return fmt.Errorf("site: go env GOROOT: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return fmt.Errorf("site: the Go distribution has no script for WebAssembly: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "wasm_exec.js"), script, 0o644); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	out, err := filepath.Abs(filepath.Join(dir, "interrex.wasm"))
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, program)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("site: go build: %.300s; allowed: a current directory within a clone of interrex", bytes.TrimSpace(said))
	}
	return nil
}

// A question has the fields of explore.Question in the order in which the page writes them, so that the
// page finds its answer by the text.
type question struct {
	Ask    string            `json:"ask"`
	Values map[string]string `json:"values"`
	Picks  []int             `json:"picks"`
	Stem   *int              `json:"stem"`
}

// mostEvents is the number of events of the longest execution whose answers are recorded, and mostExecutions bounds
// the number of executions of an instance.
const (
	mostEvents     = 7
	mostExecutions = 300
)

// firstAnswers returns the answers of the level that the page opens with by question: as printed and corrected, so that one can
// play while the program loads.
func firstAnswers(ctx context.Context, x *explore.Explorer) ([]byte, error) {
	answers := map[string]json.RawMessage{}
	ask := func(q any) []byte {
		text := text(q)
		answer := x.Answer(ctx, text, func([]byte) {})
		answers[string(text)] = answer
		return answer
	}
	ask(struct {
		Ask string `json:"ask"`
	}{"list"})
	levels := explore.Levels()
	printed := levels[slices.IndexFunc(levels, func(l explore.Level) bool { return l.Title == explore.First })].Values
	corrected := map[string]string{}
	for name, v := range printed {
		corrected[name] = v
	}
	corrected["variant"] = "corrected"
	for _, values := range []map[string]string{printed, corrected} {
		ask(struct {
			Ask    string            `json:"ask"`
			Values map[string]string `json:"values"`
		}{"algorithm", values})
		if err := record(ask, values); err != nil {
			return nil, err
		}
	}
	return json.Marshal(answers)
}

// record asks for views and charts of executions of an instance, the shortest first.
func record(ask func(any) []byte, values map[string]string) error {
	level := [][]int{{}}
	for asked := 0; len(level) > 0 && len(level[0]) <= mostEvents && asked < mostExecutions; {
		var next [][]int
		for _, picks := range level {
			var seen struct {
				Error   string
				Enabled []json.RawMessage
			}
			asked++
			ask(question{"chart", values, picks, nil})
			if err := json.Unmarshal(ask(question{"view", values, picks, nil}), &seen); err != nil || seen.Error != "" {
				return fmt.Errorf("the first level: %s %w", seen.Error, err)
			}
			for i := range seen.Enabled {
				next = append(next, append(append([]int{}, picks...), i))
			}
		}
		level = next
	}
	return nil
}

// text returns JSON as a browser writes it.
func text(q any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(q); err != nil { // questions are maps, texts and numbers
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}
