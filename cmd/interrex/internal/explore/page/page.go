// Package page serves the explorer page: its files, and the answers of package explore.
package page

import (
	"bytes"
	"embed"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
)

//go:embed files
var embedded embed.FS

// Files returns the files of the page.
func Files() fs.FS {
	files, err := fs.Sub(embedded, "files")
	if err != nil { // the folder is embedded
		panic(err)
	}
	return files
}

// policy lets the page load its own files only, and run no script of a name or a message.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler serves the page, and answers questions that are posted to /ask. The hosts are the names
// by which the server may be asked: a page of another site that has its name resolved to this
// machine is refused.
func Handler(x *explore.Explorer, hosts ...string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(Files()))
	mux.HandleFunc("POST /ask", func(w http.ResponseWriter, r *http.Request) { answer(w, r, x) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !allowed(r.Host, hosts) || !sameOrigin(r) {
			http.Error(w, "this page is for its own address only", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-cache")
		mux.ServeHTTP(w, r)
	})
}

// allowed reports whether a host, with or without a port, is loopback or one of a list.
func allowed(host string, hosts []string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	if ip := net.ParseIP(name); name == "localhost" || ip != nil && ip.IsLoopback() {
		return true
	}
	for _, h := range hosts {
		if h == name {
			return true
		}
	}
	return false
}

// sameOrigin reports whether a request comes from the page itself, or from no page.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

// answer writes lines: {"progress":...} now and then, and {"answer":...}.
func answer(w http.ResponseWriter, r *http.Request, x *explore.Explorer) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "the question is not application/json", http.StatusUnsupportedMediaType)
		return
	}
	question, err := io.ReadAll(http.MaxBytesReader(w, r.Body, explore.MaxQuestion))
	if err != nil {
		http.Error(w, "the question is too long", http.StatusRequestEntityTooLarge)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	flush := http.NewResponseController(w)
	line := func(kind string, text []byte) {
		_, _ = w.Write(bytes.Join([][]byte{[]byte(`{"` + kind + `":`), text, []byte("}\n")}, nil)) // whoever has left gets nothing
		_ = flush.Flush()
	}
	line("answer", x.Answer(r.Context(), question, func(p []byte) { line("progress", p) }))
}
