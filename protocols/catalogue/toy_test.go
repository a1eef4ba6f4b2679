package catalogue_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
)

// TestAlgorithmIsAddedByFolderFileAndLine adds an algorithm as CONTRIBUTING.md
// says: a folder, a file and a line. The command then checks its claims, and the
// tests of this package hold it to account.
func TestAlgorithmIsAddedByFolderFileAndLine(t *testing.T) {
	if !checkertest.Long() {
		t.Skip("builds the command and this test again: INTERREX_LONG is not set")
	}
	overlay := toyOverlay(t)
	out := goCommand(t, "run", "-overlay", overlay, "../../cmd/interrex", "check", "toy")
	if !strings.Contains(out, "2 claims: 2 confirmed") {
		t.Errorf("check toy prints\n%s", out)
	}
	out = goCommand(t, "test", "-vet=off", "-overlay", overlay, "-short", "-v", ".",
		"-run", "TestCatalogueConforms/^toy$|TestReferenceConfirmsClaims/^toy$|TestEveryLineOfTheSource|TestEveryCitation|TestSourcesCite")
	for _, passed := range []string{"--- PASS: TestCatalogueConforms/toy", "--- PASS: TestReferenceConfirmsClaims/toy/n=2/", "--- PASS: TestEveryLineOfTheSource"} {
		if !strings.Contains(out, passed) {
			t.Errorf("the output lacks %q:\n%s", passed, out)
		}
	}
}

// toyOverlay writes the added files, and returns the file that says so to the go
// command.
func toyOverlay(t *testing.T) string {
	t.Helper()
	const line = "\t\t{Name: \"lcr\", Entry: lcrEntry},\n"
	list, err := os.ReadFile("catalogue.go")
	if err != nil || strings.Count(string(list), line) != 1 {
		t.Fatalf("catalogue.go has no single line %q: %v", line, err)
	}
	dir := t.TempDir()
	longer := filepath.Join(dir, "catalogue.go")
	if err := os.WriteFile(longer, []byte(strings.Replace(string(list), line, line+"\t\t{Name: \"toy\", Entry: toyEntry},\n", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{absolute(t, "catalogue.go"): longer}
	for added, from := range map[string]string{"../toy/toy.go": "toy.go", "../toy/source.txt": "source.txt", "toy.go": "entry.go"} {
		replace[absolute(t, added)] = absolute(t, filepath.Join("testdata", "toy", from))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// goCommand runs the go command here and returns its output.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
