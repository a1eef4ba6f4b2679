package etcdrafttest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/model/realcode/etcdraft"
	"github.com/interrex/interrex/model/realcode/etcdraft/reproduce"
	"github.com/interrex/interrex/properties"
)

// Reproduce returns a shortest execution of the system that violates p.
func (c Case) Reproduce(t testing.TB, l reproduce.Library, p properties.Property) reproduce.Execution {
	t.Helper()
	s, a := c.System(t, l)
	r, err := checker.Check(context.Background(), s, checker.Options{Engine: c.Engine, Properties: []properties.Property{p}})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	if v.Execution == nil {
		t.Fatalf("%s: %s: %v", c.Name, p.Name, v.Result)
	}
	moments, err := a.Moments(*v.Execution)
	if err != nil {
		t.Fatal(err)
	}
	code := func(l etcdraft.Library) realcode.Code { return etcdraft.Code(l, c.Options) }
	return reproduce.Execution{Library: l, Code: code, Moments: moments}
}

// Property returns the property of that name.
func Property(t testing.TB, name string) properties.Property {
	t.Helper()
	for _, p := range etcdraft.Properties() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no property %q", name)
	return properties.Property{}
}

// RunAlone runs the source of a test in a module of its own, without the network
// and without interrex, and returns what go test says. mod is the file whose
// versions count; its sums are beside it.
func RunAlone(t testing.TB, source, mod string) string {
	t.Helper()
	read := func(path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	text := "module reproduced\n"
	for line := range strings.Lines(read(mod)) {
		if !strings.Contains(line, "interrex") {
			text += line
		}
	}
	dir := t.TempDir()
	for name, data := range map[string]string{
		"go.mod": text, "go.sum": read(strings.TrimSuffix(mod, ".mod") + ".sum"), "reproduced_test.go": source,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-mod=mod", "-count=1", "-v", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=")
	output, _ := cmd.CombinedOutput() // a test that fails is no error here
	return string(output)
}
