package tokenring

import (
	"encoding/binary"
	"slices"

	"github.com/interrex/interrex/model"
)

// Tokens are the tokens that a process has sent on and not forgotten, at most
// one of each kind and starter, in the order of sending. There may be two for
// each process. They are kept in a string, which is short if there are few.
type Tokens string

// Hold returns tokens in a sequence.
func Hold(list ...Held) Tokens {
	var b []byte
	for _, h := range list {
		taken := uint64(0)
		if h.Taken {
			taken = 1
		}
		for _, x := range [...]uint64{uint64(h.Token.Kind), uint64(h.Token.Of), uint64(h.Token.Starter),
			uint64(h.Token.Numbers), uint64(h.Token.Leader), uint64(h.Port), taken} {
			b = binary.AppendUvarint(b, x)
		}
	}
	return Tokens(b)
}

// All returns the tokens.
func (t Tokens) All() []Held {
	var list []Held
	next := func() uint64 {
		x, n := binary.Uvarint([]byte(t))
		t = t[n:]
		return x
	}
	for t != "" {
		list = append(list, Held{Token: Message{Kind: Kind(next()), Of: Kind(next()), Starter: model.ID(next()),
			Numbers: model.IDSet(next()), Leader: model.ID(next())}, Port: model.Port(next()), Taken: next() == 1})
	}
	return list
}

// with returns t with h, in place of a token of the same kind and starter.
func (t Tokens) with(h Held) Tokens {
	return t.without(func(other Held) bool { return other.Token.reply() == h.Token.reply() }) + Hold(h)
}

// without returns t without the tokens that satisfy gone.
func (t Tokens) without(gone func(Held) bool) Tokens {
	return Hold(slices.DeleteFunc(t.All(), gone)...)
}

// untaken returns t without the tokens that were replied to.
func (t Tokens) untaken() Tokens { return t.without(func(h Held) bool { return h.Taken }) }

// waits reports whether t has a token without a reply.
func (t Tokens) waits() bool { return t.untaken() != "" }

// take returns t in which the tokens that satisfy is are taken.
func (t Tokens) take(is func(Held) bool) Tokens {
	list := t.All()
	for i, h := range list {
		list[i].Taken = h.Taken || is(h)
	}
	return Hold(list...)
}

// watched returns the ports behind which a token was taken.
func (t Tokens) watched() model.PortSet {
	var ports model.PortSet
	for _, h := range t.All() {
		if h.Taken {
			ports = ports.With(h.Port)
		}
	}
	return ports
}
