package etcdrafttest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/reproduce"
)

// Named returns the property of that name.
func Named(t testing.TB, name string) func(Instance) properties.Property {
	return func(i Instance) properties.Property {
		t.Helper()
		p, err := i.Property(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// Reproduce returns a shortest execution of the system that violates a property,
// and the property.
func (c Case) Reproduce(t testing.TB, l reproduce.Library, of func(Instance) properties.Property) (reproduce.Execution, properties.Property) {
	t.Helper()
	i := c.On(t, l)
	p := of(i)
	r, err := checker.Check(context.Background(), i.System, checker.Options{Search: checker.Search{Engine: c.Engine}, Properties: []properties.Property{p}})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	if v.Execution == nil {
		t.Fatalf("%s: %s: %v", c.Name, p.Name, v.Result)
	}
	return c.execution(t, l, i, *v.Execution), p
}

// Replay returns the execution of a schedule, and the system.
func (c Case) Replay(t testing.TB, l reproduce.Library, schedule []string) (reproduce.Execution, Instance) {
	t.Helper()
	i := c.On(t, l)
	var lasso model.Lasso
	for _, text := range schedule {
		e, err := model.ParseEvent(text)
		if err != nil {
			t.Fatal(err)
		}
		lasso.Stem = append(lasso.Stem, e)
	}
	x, err := i.System.Replay(lasso)
	if err != nil {
		t.Fatal(err)
	}
	return c.execution(t, l, i, x), i
}

func (c Case) execution(t testing.TB, l reproduce.Library, i Instance, x model.Execution) reproduce.Execution {
	t.Helper()
	moments, err := i.Algorithm.Moments(x)
	if err != nil {
		t.Fatal(err)
	}
	return reproduce.Execution{Library: l, Code: c.Code(t), Moments: moments}
}

// Code returns the code that makes the servers of the case on a library.
func (c Case) Code(t testing.TB) func(etcdraft.Library) realcode.Code {
	return func(l etcdraft.Library) realcode.Code {
		cluster, err := etcdraft.New(l, c.Config)
		if err != nil {
			t.Fatal(err)
		}
		return cluster.Code()
	}
}

// Stored compares with a file of testdata, which it writes first if update is set.
func Stored(t testing.TB, name, got string, update bool) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-stored +written):\n%s", path, diff)
	}
}

// RunAlone runs the sources of tests in a module of their own, each in a directory
// of that name, without the network and without interrex, and returns the output of go test. mod is the file whose versions count; its sums are beside it.
func RunAlone(t testing.TB, mod string, sources map[string]string) string {
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
	files := map[string]string{"go.mod": text, "go.sum": read(strings.TrimSuffix(mod, ".mod") + ".sum")}
	for name, source := range sources {
		files[filepath.Join(name, "reproduced_test.go")] = source
	}
	for name, data := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(data), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-mod=mod", "-count=1", "-v", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=")
	output, _ := cmd.CombinedOutput() // a test that fails is no error here
	return string(output)
}
