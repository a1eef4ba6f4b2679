package interrextest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// fileName returns a name as files may have it.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.=", r) {
			return r
		}
		return '_'
	}, name)
}

// path returns the file of a property.
func (k *check) path(property string) string {
	return filepath.Join(k.Dir, fileName(property)+".txt")
}

// store writes a counterexample file and says where.
func (k *check) store(f *counterexamples.File) string {
	data := f.Format()
	if _, err := counterexamples.Parse(data); err != nil {
		return fmt.Sprintf("; not stored: %v", err)
	}
	path := k.path(f.Property)
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, data, 0o666)
	}
	if err != nil {
		return fmt.Sprintf("; not stored: %v", err)
	}
	return "; stored in " + path
}

// replayStored replays the stored counterexamples of the properties, fails the
// test with those that still are, and returns the other properties.
func (k *check) replayStored(list []properties.Property) []properties.Property {
	k.t.Helper()
	return slices.DeleteFunc(slices.Clone(list), func(p properties.Property) bool {
		k.t.Helper()
		path := k.path(p.Name)
		data, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return false
		}
		x, err := k.replay(p, data)
		if err != nil {
			k.t.Logf("%s: the stored counterexample %s shows no violation any more: %v", p.Name, path, err)
			return false
		}
		k.t.Errorf("%s: still violated by %s, stored in %s\n%s", p.Name, lengthText(x), path, counterexamples.Chart(x))
		return true
	})
}

// replay reports as an error why a file does not refute p on the system.
func (k *check) replay(p properties.Property, data []byte) (model.Execution, error) {
	f, err := counterexamples.Parse(data)
	if err != nil {
		return model.Execution{}, err
	}
	ours := *f
	ours.Instance.Network = *k.system.Network()
	if !bytes.Equal(ours.Format(), f.Format()) {
		return model.Execution{}, fmt.Errorf("it is about another network")
	}
	x, err := k.system.Replay(f.Schedule)
	if err != nil {
		return x, err
	}
	return x, p.Judge(x, f.Fairness)
}
