package command

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestExploreServes runs the command until its context ends: it prints an address that a browser can
// open, with the execution of the file, and the page is there.
func TestExploreServes(t *testing.T) {
	for _, row := range []struct{ arg, fragment string }{
		{"raft", "#1&algorithm=raft"},
		{"../../../counterexamples/lcr/E3-irrevocability.txt", "#1&algorithm=lcr&n=2&property=irrevocability&variant=%2BE1%2C%2BE2&e=0.1.0.0.0.0"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		r, w := io.Pipe()
		done := make(chan int)
		go func() {
			done <- ours().run(ctx, []string{"explore", row.arg, "--listen", "127.0.0.1:0"}, w, io.Discard)
		}()
		line, err := bufio.NewReader(r).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		address, fragment, _ := strings.Cut(strings.TrimSpace(line), "/#")
		if "#"+fragment != row.fragment {
			t.Errorf("%s: #%s, want %s", row.arg, fragment, row.fragment)
		}
		response, err := http.Get(address + "/")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if !strings.Contains(string(text), "interrex explorer") {
			t.Errorf("%s serves %.100s", address, text)
		}
		cancel()
		if status := <-done; status != int(ok) {
			t.Errorf("%s: status %d after an interrupt", row.arg, status)
		}
	}
}
