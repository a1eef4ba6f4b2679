package replay_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/interrex/interrex/cmd/interrexd/internal/replay"
	"github.com/interrex/interrex/counterexamples"
)

// stored is where the counterexamples are.
const stored = "../../../../counterexamples"

// TestStoredCounterexamples replays stored counterexamples over gRPC, and compares the
// statuses at the end with those of the model: one of each algorithm, or with
// INTERREX_LONG=1 all of them.
func TestStoredCounterexamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(stored, "*", "*.txt"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	replayed, refused := map[string]int{}, map[string]int{}
	for _, name := range files {
		algorithm := filepath.Base(filepath.Dir(name))
		if os.Getenv("INTERREX_LONG") == "" && replayed[algorithm] > 0 {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := counterexamples.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		result, err := replay.File(context.Background(), file, replay.Options{Logs: t.TempDir(), Memory: true})
		switch {
		case errors.Is(err, replay.ErrRefused):
			refused[fmt.Sprint(err)]++
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case !slices.Equal(result.Got, result.Want):
			t.Errorf("%s: %v", name, replay.Differences(result.Got, result.Want))
		default:
			replayed[algorithm]++
		}
	}
	t.Logf("replayed %v, refused %v", replayed, refused)
	if len(replayed) < 15 {
		t.Errorf("counterexamples of %d algorithms were replayed, want 15 or more", len(replayed))
	}
}
