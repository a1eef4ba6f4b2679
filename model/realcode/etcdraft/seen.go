package etcdraft

import "github.com/interrex/interrex/model"

// A status has no place for a log, so the Leader of a status is a number that
// holds one: the leader that is known, the log and the applied entries. A Leader
// is at most 2^62, so logs have at most six entries, and terms are at most 3.

const (
	maxLog     = 6
	entryBits  = 4 // two of the term and two of the data
	lengthBits = 3
)

func pack(s State, applied []Entry) model.ID {
	number := int64(s.Lead)
	for _, list := range [][]Entry{s.Log, applied} {
		if len(list) > maxLog {
			panic("etcdraft: a log has more than six entries; allow fewer by MaxLog and MaxTerm")
		}
		number = number<<lengthBits | int64(len(list))
		for i := range maxLog {
			number <<= entryBits
			if i < len(list) {
				number |= int64(list[i].code())
			}
		}
	}
	return model.ID(number)
}

// code is different for different entries.
func (e Entry) code() int {
	if e.Term > 3 || len(e.Data) > 1 || e.Data > "c" {
		panic("etcdraft: an entry has a term above 3 or other data than a, b, c")
	}
	code := e.Term << 2
	if e.Data != "" {
		code |= int(e.Data[0]-'a') + 1
	}
	return code
}

// Codes is a log, each entry a number that is different for different entries.
type Codes string

// Seen returns the leader that a status names, the log and what was applied.
func Seen(s model.Status) (lead int, log, applied Codes) {
	number := int64(s.Leader)
	lists := [2]Codes{}
	for i := 1; i >= 0; i-- {
		var codes [maxLog]byte
		for j := maxLog - 1; j >= 0; j-- {
			codes[j] = byte(number & (1<<entryBits - 1))
			number >>= entryBits
		}
		lists[i] = Codes(codes[:number&(1<<lengthBits-1)])
		number >>= lengthBits
	}
	return int(number), lists[0], lists[1]
}
