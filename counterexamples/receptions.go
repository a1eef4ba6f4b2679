package counterexamples

import "github.com/interrex/interrex/model"

// A Reception is a message that an event delivers.
type Reception struct {
	Link    model.Link
	Message string // its text
	Sent    int    // the event that sent it, from 0; -1: it was in flight before the first event
}

// Receptions returns the messages that each event of x delivers, by event. Only a round delivers
// several. A message is the first one of its link with its text, as in the charts: a queue
// keeps the order, and elsewhere equal messages are interchangeable.
func Receptions(x model.Execution) [][]Reception {
	list := make([][]Reception, len(x.Steps))
	for i, m := range newPicture(x, nil).moments {
		for _, e := range m.entries {
			if f := e.flight; e.mark.text == "" && (f.fate == arrived || f.fate == repeated) {
				list[i] = append(list[i], Reception{f.link, f.text, f.sent})
			}
		}
	}
	return list
}
