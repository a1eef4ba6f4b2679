//go:build js && wasm

// Command wasm answers the questions of a static explorer page, in a worker of the browser: it
// sets the function interrexAnswer(question, progress, done), which calls done with the answer.
package main

import (
	"context"
	"syscall/js"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/protocols/catalogue"
)

func main() {
	x := explore.New(catalogue.List(), catalogue.Listing)
	js.Global().Set("interrexAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, progress, done := args[0].String(), args[1], args[2]
		go func() {
			answer := x.Answer(context.Background(), []byte(question), func(text []byte) { progress.Invoke(string(text)) })
			done.Invoke(string(answer))
		}()
		return nil
	}))
	js.Global().Call("interrexReady")
	select {} // the worker ends the program
}
