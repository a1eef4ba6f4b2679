package interrextest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// fileName returns a name without the characters that files cannot have.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.=", r) {
			return r
		}
		return '_'
	}, name)
}

// path returns file number i, from 1, of a property. Several calls in one test may
// find violations of one property, and each keeps its own file.
func (k *check) path(property string, i int) string {
	name := fileName(property)
	if i > 1 {
		name += fmt.Sprintf("-%d", i)
	}
	return filepath.Join(k.Dir, name+".txt")
}

// store writes a counterexample file, unless an equal one exists. It returns where the
// file is and how to see it again. It overwrites no other file.
func (k *check) store(f *counterexamples.File) string {
	data := f.Format()
	if err := f.Check(); err != nil {
		return fmt.Sprintf("; not stored: %v", err)
	}
	path, err := k.write(f.Property, data)
	if err != nil {
		return fmt.Sprintf("; not stored: %v", err)
	}
	return fmt.Sprintf("; stored in %s\n    replay it: interrextest.Replay(t, system, %q, property)", path, filepath.ToSlash(path))
}

// write writes the file of a property under the first name that is free, and
// returns its path.
func (k *check) write(property string, data []byte) (string, error) {
	if err := os.MkdirAll(k.Dir, 0o777); err != nil {
		return "", err
	}
	for i := 1; ; i++ {
		path := k.path(property, i)
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, data) {
			return path, nil
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = file.Write(data)
		return path, errors.Join(err, file.Close())
	}
}

// replayStored replays the stored counterexamples of the properties. It fails the test
// for the properties that are still violated, and returns the others.
func (k *check) replayStored(list []properties.Property) []properties.Property {
	k.t.Helper()
	var open []properties.Property
	for _, p := range list {
		if !k.stillViolated(p) {
			open = append(open, p)
		}
	}
	return open
}

// stillViolated reports whether a stored file still violates p, and fails the test
// with the first that does.
func (k *check) stillViolated(p properties.Property) bool {
	k.t.Helper()
	for i := 1; ; i++ {
		path := k.path(p.Name, i)
		data, err := os.ReadFile(path)
		if err != nil {
			if !os.IsNotExist(err) {
				k.t.Errorf("%s: a stored counterexample cannot be read: %v", p.Name, err)
			}
			return false
		}
		x, err := k.replay(p, data)
		if err == nil {
			k.failed = true
			k.t.Errorf("%s: still violated by %s%s, stored in %s\n%s", p.Name, lengthText(x), illFormed(x), path, drawn(p, x))
			return true
		}
		k.t.Logf("%s: the stored counterexample %s %v", p.Name, path, err)
	}
}

// replay returns an error, a predicate to the file, if that does not refute p on the system.
func (k *check) replay(p properties.Property, data []byte) (model.Execution, error) {
	f, err := counterexamples.Parse(data)
	if err != nil {
		return model.Execution{}, fmt.Errorf("is not replayed: %w", err)
	}
	if !about(f, k.system) {
		return model.Execution{}, errors.New("is not replayed: it is about another network")
	}
	x, err := f.Run(k.system)
	if err == nil {
		err = judged(p, x, k.Fairness)
	}
	if err != nil {
		return x, fmt.Errorf("shows no violation any more: %w", err)
	}
	return x, nil
}

// about reports whether the network of a file is that of s.
func about(f *counterexamples.File, s *model.System) bool {
	ours := *f
	ours.Instance.Network = *s.Network()
	return bytes.Equal(ours.Format(), f.Format())
}
