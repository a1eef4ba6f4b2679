package catalogue

// Figures returns the printed numbers of all algorithms that are not formulas of
// n.
func Figures() []Figure {
	var list []Figure
	for _, e := range All() {
		list = append(list, e.Figures...)
	}
	return list
}

// The documents that print them.
const (
	shirali = "Shirali et al. 2008"
	thomsen = "Thomsen and Rasmussen 2023"
)

// The example of Table 2 of Shirali et al.
const (
	tableProcesses = 64
	tableFanOut    = 4
)

// schemeOf2n is the 2n of sections 2.1 and 3 of Shirali et al.
var schemeOf2n = linear(2, 0)
