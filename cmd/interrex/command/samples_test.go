package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// TestSamplesSurvive says that wherever writing a file of samples was cut
// short, the whole samples in it are kept, and measuring the rest gives the
// file of an uninterrupted run.
func TestSamplesSurvive(t *testing.T) {
	const conditions = "lcr corrected, delay unit"
	all := []parts.Sample{{N: 2, Seed: 1, Messages: 5, Busiest: 3, Time: 4}, {N: 2, Seed: 2, Messages: 5, Busiest: 3, Time: 4}, {N: 300, Seed: 1, Messages: 2200, Busiest: 30, Time: 600.125037}, {N: 300, Seed: 2, Messages: 2100, Busiest: 29, Time: 599.5}}
	var asMeasured [][]parts.Sample
	complete := func(path string) int {
		t.Helper()
		f, err := openSamples(path, conditions)
		if err != nil {
			t.Fatal(err)
		}
		defer f.close()
		added := 0
		for _, s := range all {
			if !f.has(s.N, s.Seed) {
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
		if diff := cmp.Diff(asMeasured, samples, cmp.AllowUnexported(parts.Sample{})); diff != "" {
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

// TestAlteredSamples says that a file that no sweep has written is refused in
// one line, and left as it is.
func TestAlteredSamples(t *testing.T) {
	const conditions = "lcr corrected, delay unit"
	const header = "# " + conditions + "\n" + sampleColumns + "\n"
	path := filepath.Join(t.TempDir(), "x.csv")
	for _, test := range []struct{ text, want, reason string }{
		{header + "2,1,5,3,NaN\n", "malformed row", "no number"},
		{header + "2,1,5,3,+Inf\n", "malformed row", "no end"},
		{header + "2,1,5,3,-Inf\n", "malformed row", "no beginning"},
		{header + "2,1,5,3,-4.000\n", "malformed row", "time goes forward"},
		{header + "2,1,-5,3,4.000\n", "malformed row", "fewer than no messages"},
		{header + "2,1,5,-3,4.000\n", "malformed row", "fewer than none received"},
		{header + "2,1,5,6,4.000\n", "malformed row", "more received than sent"},
		{header + "0,1,0,0,0.000\n", "malformed row", "no processes"},
		{header + "-2,1,5,3,4.000\n", "malformed row", "fewer than no processes"},
		{header + "99999999,1,5,3,4.000\n", "malformed row", "more processes than a network has"},
		{header + "2,-1,5,3,4.000\n", "malformed row", "a seed is not negative"},
		{header + "2,1,5,3,4.000000000\n", "malformed row", "not as it is written"},
		{header + "2,1,5,3,4.000\r\n", "malformed row", "lines end otherwise"},
		{header + "2,1,5,3,4.000\n2,2,5,3,4.000\n2,1,5,3,4.000\n", "two rows of n = 2, seed 1", "the same twice"},
		{header + "2,1,5,3,4.000\n2,1,6,3,4.000\n", "two rows of n = 2, seed 1", "two results of one simulation"},
		{header + "2,1,5,3,4.000\n\n", "malformed row", "an empty line"},
		{header + "2,1,5,3,4.000\nnotes of mine", "malformed row", "a last line that is no row cut short"},
		{"notes of mine", "has other content", "not of samples at all"},
		{strings.ReplaceAll(header, "\n", "\r\n"), "has other content", "lines of the header end otherwise"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			f, err := openSamples(path, conditions)
			if err == nil {
				f.close()
				t.Fatal("it is accepted")
			}
			if text := err.Error(); !strings.Contains(text, test.want) || strings.Contains(text, "\n") || !strings.HasPrefix(text, path) {
				t.Errorf("error %q, want %q", text, test.want)
			}
			if got := readText(t, path); got != test.text {
				t.Errorf("the file is now %q", got)
			}
		})
	}
}

// TestSamplesHaveOneWriter says that a second run is refused while the first
// one writes, and not after that.
func TestSamplesHaveOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.csv")
	first, err := openSamples(path, "lcr")
	if err != nil {
		t.Fatal(err)
	}
	if second, err := openSamples(path, "lcr"); err == nil || !strings.HasSuffix(err.Error(), "x.csv: another run is writing to it") {
		second.close()
		t.Errorf("a second writer: error %v", err)
	}
	first.close()
	third, err := openSamples(path, "lcr")
	if err != nil {
		t.Fatal(err)
	}
	third.close()
}
