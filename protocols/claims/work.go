package claims

// A Work is a text that an algorithm is taken from, or that says something of it.
type Work struct {
	Key     string // how code, pages and output cite it
	Authors string
	Title   string
	Venue   string // where it appeared, or the kind of text
	Year    string // "" where it gives none
	Link    string // "" where none is known
}

// An Addition says from where lines of source.txt come that no document of the catalogue has.
type Addition struct {
	Lines string // as in "3-13, 17-20"
	From  string // keys of works
}
