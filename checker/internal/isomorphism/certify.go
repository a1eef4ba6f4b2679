package isomorphism

import (
	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/model"
)

// To returns the candidate's system.
func (x *Isomorphism) To() *model.System { return x.to.System }

// Certificate returns the maps of local states and messages, in values.
func (x *Isomorphism) Certificate() (c certificate.Isomorphism) {
	from, to := x.tables, x.to.Tables
	for p, m := range x.locals {
		values := map[any]any{}
		for l, y := range m.all() {
			values[from.Value(p, l)] = to.Value(p, y)
		}
		c.Locals = append(c.Locals, values)
	}
	for _, m := range x.messages {
		values := map[any]any{}
		for l, y := range m.all() {
			values[from.MessageValue(l)] = to.MessageValue(y)
		}
		c.Messages = append(c.Messages, values)
	}
	return c
}
