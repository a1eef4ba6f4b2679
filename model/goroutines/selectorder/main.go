// Command selectorder makes the choices of select repeatable in bubbles of testing/synctest,
// and so in searches of package goroutines: it writes a copy of runtime/select.go in which a
// select with several ready cases chooses by the virtual time, and prints the name of a file
// for the flag -overlay of go test.
//
//	go test -overlay "$(go run github.com/interrex/interrex/model/goroutines/selectorder DIR)" ./...
//
// The standard library is compiled anew once. The file belongs to one release of Go.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: selectorder DIR")
		os.Exit(2)
	}
	name, err := overlay(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "selectorder:", err)
		os.Exit(1)
	}
	fmt.Println(name)
}

// The line of runtime/select.go that draws the place of a case, and the lines that follow it.
// A bubble gives every input a time of its own, so choices differ from input to input.
const (
	draws  = "\t\tj := cheaprandn(uint32(norder + 1))\n"
	chosen = `		if b := gp.bubble; b != nil {
			x := (uint64(b.now) + uint64(norder)) * 0x9e3779b97f4a7c15
			j = uint32((x^x>>29)*0xbf58476d1ce4e5b9>>33) % uint32(norder+1)
		}
`
)

var errOther = errors.New("runtime/select.go draws the order of cases elsewhere; allowed: a release of Go like go1.26")

// changed returns the source of select with choices by the virtual time.
func changed(source []byte) ([]byte, error) {
	if bytes.Count(source, []byte(draws)) != 1 {
		return nil, errOther
	}
	return bytes.Replace(source, []byte(draws), []byte(draws+chosen), 1), nil
}

// overlay writes the changed source and the overlay into a directory, and returns the name
// of the overlay.
func overlay(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	original := filepath.Join(strings.TrimSpace(string(root)), "src", "runtime", "select.go")
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	source, err = changed(source)
	if err != nil {
		return "", fmt.Errorf("%s: %w", runtime.Version(), err)
	}
	replacement, name := filepath.Join(dir, "select.go"), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {original: replacement}})
	if err != nil {
		return "", err
	}
	return name, errors.Join(os.WriteFile(replacement, source, 0o666), os.WriteFile(name, text, 0o666))
}
