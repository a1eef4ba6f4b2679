package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSamplesSurvive says that wherever writing a file of samples was cut
// short, what is whole in it is kept, and measuring the rest gives the file
// that would have been.
func TestSamplesSurvive(t *testing.T) {
	const conditions = "lcr corrected, delay unit"
	all := []sample{{2, 1, 5, 3, 4}, {2, 2, 5, 3, 4}, {300, 1, 2200, 30, 600.125037}, {300, 2, 2100, 29, 599.5}}
	var asMeasured [][]sample
	complete := func(path string) int {
		t.Helper()
		f, err := openSamples(path, conditions)
		if err != nil {
			t.Fatal(err)
		}
		defer f.close()
		added := 0
		for _, s := range all {
			if !f.has(s.n, s.seed) {
				if err := f.add(s); err != nil {
					t.Fatal(err)
				}
				added++
			}
		}
		samples := f.of([]int{2, 300}, 1, 2)
		if asMeasured == nil {
			asMeasured = samples
		}
		if diff := cmp.Diff(asMeasured, samples, cmp.AllowUnexported(sample{})); diff != "" {
			t.Errorf("what is read (+) is not what was measured (-):\n%s", diff)
		}
		return added
	}
	path := filepath.Join(t.TempDir(), "whole.csv")
	complete(path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut <= len(whole); cut++ {
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if added := complete(path); cut == len(whole) && added != 0 {
			t.Errorf("%d of a whole file were measured again", added)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(whole), string(got)); diff != "" {
			t.Fatalf("cut after %d bytes and completed (-want +got):\n%s", cut, diff)
		}
	}
}
