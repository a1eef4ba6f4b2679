package page_test

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/protocols/catalogue"
)

func handler() http.Handler {
	return page.Handler(explore.New(catalogue.List(), catalogue.Listing), "lab.example")
}

// serve answers a request.
func serve(r *http.Request) (int, string) {
	w := httptest.NewRecorder()
	handler().ServeHTTP(w, r)
	text, _ := io.ReadAll(w.Result().Body)
	return w.Code, string(text)
}

// TestRequests says who is answered.
func TestRequests(t *testing.T) {
	for _, row := range []struct {
		reason, method, target, host, origin, kind, body string
		status                                           int
		want                                             string
	}{
		{"the page", "GET", "/", "127.0.0.1:7878", "", "", "", 200, "<title>interrex explorer</title>"},
		{"a module", "GET", "/main.js", "localhost:7878", "", "", "", 200, "import"},
		{"IPv6", "GET", "/", "[::1]:7878", "", "", "", 200, "<title>"},
		{"the host that was asked for", "GET", "/", "lab.example:80", "", "", "", 200, "<title>"},
		{"another name of this machine", "GET", "/", "evil.example:7878", "", "", "", 403, "its own address only"},
		{"a page of another site", "POST", "/ask", "127.0.0.1:7878", "http://evil.example", "application/json", `{"ask":"list"}`, 403, "its own address only"},
		{"a form of another site", "POST", "/ask", "127.0.0.1:7878", "", "text/plain", `{"ask":"list"}`, 415, "not application/json"},
		{"a question", "POST", "/ask", "127.0.0.1:7878", "http://127.0.0.1:7878", "application/json", `{"ask":"list"}`, 200, `{"answer":{"algorithms":[`},
		{"a mistake", "POST", "/ask", "127.0.0.1:7878", "", "application/json; charset=utf-8", "{", 200, `{"answer":{"error":`},
		{"too much", "POST", "/ask", "127.0.0.1:7878", "", "application/json", strings.Repeat("x", explore.MaxQuestion+1), 413, "too long"},
		{"a file outside", "GET", "/../page.go", "127.0.0.1:7878", "", "", "", 307, ""},
		{"a file outside, hidden", "GET", "/..%2fpage.go", "127.0.0.1:7878", "", "", "", 404, ""},
	} {
		r := httptest.NewRequest(row.method, row.target, strings.NewReader(row.body))
		r.Host = row.host
		if row.origin != "" {
			r.Header.Set("Origin", row.origin)
		}
		r.Header.Set("Content-Type", row.kind)
		status, text := serve(r)
		if status != row.status || !strings.Contains(text, row.want) {
			t.Errorf("%s: status %d, %.200s; want %d, %q", row.reason, status, text, row.status, row.want)
		}
	}
}

// TestSmall says that the page and its scripts take less than 300 kB.
func TestSmall(t *testing.T) {
	total := 0
	err := fs.WalkDir(page.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.Files(), path)
		total += len(text)
		return err
	})
	if err != nil || total == 0 || total > 300_000 {
		t.Errorf("%d bytes, %v", total, err)
	}
}

// FuzzPath asks for any path: nothing but a file of the page is served.
func FuzzPath(f *testing.F) {
	for _, path := range []string{"/", "/main.js", "/../page.go", "/%2e%2e/page.go", "//etc/passwd", "/files/../../page.go", "/ask", "/style.css/"} {
		f.Add(path)
	}
	files := map[string]bool{}
	err := fs.WalkDir(page.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.Files(), path)
		files[string(text)] = true
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	h := handler()
	f.Fuzz(func(t *testing.T, path string) {
		r, err := http.NewRequest("GET", "http://127.0.0.1:7878/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.Path = path
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == http.StatusOK && !files[w.Body.String()] {
			t.Errorf("%q is served: %.100s", path, w.Body)
		}
	})
}

// TestLinksKnowAllKeys says that a link may have each key of a counterexample file.
func TestLinksKnowAllKeys(t *testing.T) {
	unknown := new(counterexamples.File).Set("?", "")
	_, keys, found := strings.Cut(fmt.Sprint(unknown), "allowed: ")
	if !found || len(keys) < 100 {
		t.Fatalf("an unknown key: %v", unknown)
	}
	_, module := serve(httptest.NewRequest("GET", "http://localhost/link.js", nil))
	for key := range strings.SplitSeq(keys, ", ") {
		if !strings.Contains(module, `"`+key+`"`) {
			t.Errorf("link.js does not know the key %s", key)
		}
	}
}
