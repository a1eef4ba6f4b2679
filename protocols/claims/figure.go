package claims

// A Figure is a number that a document prints, compared with the value that its
// own formula or a count of its own steps gives.
type Figure struct {
	Source  string // document
	What    string
	Printed int
	Count   string     // how it is counted, in words
	Value   func() int // the same in numbers
	Remark  string     // why it differs, or its omissions; or ""
}

// Agrees reports whether the printed number is right.
func (f Figure) Agrees() bool { return f.Printed == f.Value() }
