// Package explore answers the questions of the explorer page: which events a configuration
// enables and why it does not enable others, which steps an execution has, and which verdicts a
// check finds. Questions and answers are JSON. The package imports neither a server nor a browser, so
// the command and the page's own WebAssembly answer alike.
//
// A question names its instance by the keys of a counterexample file, and an execution by
// picks: the index of each event in the list that the configuration before it enables
// (model.System.Successors). So a link holds an execution in few characters.
package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// An Explorer answers questions about the algorithms of a list. Several goroutines may use
// it at the same time.
type Explorer struct {
	list    []claims.Listed
	listing parts.Listing

	mu   sync.Mutex
	last *walk // of the last question: the next one is about an execution that is longer by an event
	seen *code // of the last question that needed code
}

// New returns the explorer of these algorithms. Without a listing it shows no code.
func New(list []claims.Listed, listing parts.Listing) *Explorer {
	return &Explorer{list: list, listing: listing}
}

// MaxQuestion is the size of the longest question, in bytes.
const MaxQuestion = 2 << 20

// A Question is a question of the page.
type Question struct {
	Ask    string            `json:"ask"`    // list, algorithm, view, chart, open, check, download
	Values map[string]string `json:"values"` // the instance: keys of a counterexample file
	Picks  []int             `json:"picks"`  // the execution
	Stem   *int              `json:"stem"`   // the number of events before the loop; absent: there is none
	Text   string            `json:"text"`   // open: a counterexample file
	Check  CheckQuestion     `json:"check"`  // check: its bounds
	Format string            `json:"format"` // download: file, svg, mermaid, ascii
}

// Answer answers a question. It calls progress now and then during a check. If there is no
// answer, the object has only the field "error", one line.
func (x *Explorer) Answer(ctx context.Context, question []byte, progress func([]byte)) []byte {
	answer, err := x.answer(ctx, question, progress)
	if err != nil {
		answer = map[string]string{"error": err.Error()}
	}
	return marshal(answer)
}

func marshal(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil { // answers have no value that JSON lacks
		panic(err)
	}
	return text
}

func (x *Explorer) answer(ctx context.Context, question []byte, progress func([]byte)) (answer any, err error) {
	defer func() { // a question of a stranger must not end the server
		if r := recover(); r != nil {
			answer, err = nil, fmt.Errorf("the question cannot be answered: %v", r)
		}
	}()
	if len(question) > MaxQuestion {
		return nil, fmt.Errorf("a question of %d bytes; allowed: %d", len(question), MaxQuestion)
	}
	var q Question
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, fmt.Errorf("malformed question: %w", err)
	}
	switch q.Ask {
	case "list":
		return x.catalogue(), nil
	case "algorithm":
		return x.algorithm(q)
	case "view":
		return x.view(q)
	case "chart":
		return x.chart(q)
	case "open":
		return x.open(q)
	case "check":
		return x.check(ctx, q, progress)
	case "download":
		return x.download(q)
	}
	return nil, errors.New("unknown question; allowed: list, algorithm, view, chart, open, check, download")
}
