package catalogue

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/protocols/claims"
)

// A Document is a text whose algorithms the catalogue implements.
type Document struct {
	claims.Work
	File  string // the copy that the line numbers of passages are those of
	Lines int    // of the copy
}

// Documents returns the five documents of the catalogue.
func Documents() []Document {
	return []Document{
		{Work: Work{Key: "Liu et al.", Authors: "Peixin Liu, Guanda Li, Yiran Huang",
			Title: "Implementation of Leader Election Algorithm Using Sense of Direction",
			Venue: "Report of a course project; its references were retrieved in April 2019"},
			File: "000_aebd55fdb9fe6467.txt", Lines: 240},
		{Work: Work{Key: "Misra", Authors: "Rajiv Misra",
			Title: "Leader Election in Rings (Classical Distributed Algorithms)",
			Venue: "Lecture slides, Indian Institute of Technology Patna"},
			File: "001_b756f6c4c7d179c3.txt", Lines: 314},
		{Work: Work{Key: "Shirali et al. 2008", Authors: "Mina Shirali, Abolfazl Haghighat Toroghi, Mehdi Vojdani",
			Title: "Leader election algorithms: History and novel schemes",
			Venue: "Third International Conference on Convergence and Hybrid Information Technology (ICCIT), Busan",
			Year:  "2008", Link: "https://doi.org/10.1109/ICCIT.2008.57"},
			File: "002_2aa853b613e7e66a.txt", Lines: 292},
		{Work: Work{Key: "Troják", Authors: "Jan Troják",
			Title: "As-Far-As-Possible LE Algorithm Implementation",
			Venue: "Protocol of an assignment, subject NI-DSV, Czech Technical University in Prague"},
			File: "003_99ce44efaf4ebe32.txt", Lines: 214},
		{Work: Work{Key: "Thomsen and Rasmussen 2023", Authors: "Andreas Kaag Thomsen, Buster Salomon Rasmussen",
			Title: "P1 Leader Election",
			Venue: "Project report in distributed systems, Aarhus Universitet, 8 November 2023",
			Year:  "2023"},
			File: "004_2dbeba599072bf0a.txt", Lines: 354},
	}
}

// Works returns the works that the documents refer to, and those of entries, from which the
// catalogue completes an algorithm that a document only names; by key.
func Works() []Work {
	works := referred()
	for _, e := range All() {
		works = append(works, e.Works...)
	}
	slices.SortStableFunc(works, func(a, b Work) int { return cmp.Compare(a.Key, b.Key) })
	return works
}

// referred returns the works that documents refer to, and those that several entries are completed from.
func referred() []Work {
	return []Work{
		{Key: "Attiya and Welch 2004", Authors: "Hagit Attiya, Jennifer Welch", Title: "Distributed Computing: Fundamentals, Simulations, and Advanced Topics", Venue: "2nd edition, Wiley", Year: "2004"},
		{Key: "Burns 1980", Authors: "James E. Burns", Title: "A Formal Model for Message Passing Systems", Venue: "Technical report 91, Indiana University", Year: "1980"},
		{Key: "Chang and Roberts 1979", Authors: "Ernest Chang, Rosemary Roberts", Title: "An Improved Algorithm for Decentralized Extrema-Finding in Circular Configurations of Processes", Venue: "Communications of the ACM 22(5), 281-283", Year: "1979", Link: "https://doi.org/10.1145/359104.359108"},
		{Key: "Frederickson and Lynch 1987", Authors: "Greg N. Frederickson, Nancy A. Lynch", Title: "Electing a Leader in a Synchronous Ring", Venue: "Journal of the ACM 34(1), 98-115", Year: "1987"},
		{Key: "Garcia-Molina 1982", Authors: "Hector Garcia-Molina", Title: "Elections in a Distributed Computing System", Venue: "IEEE Transactions on Computers C-31(1), 48-59", Year: "1982", Link: "https://doi.org/10.1109/TC.1982.1675885"},
		{Key: "Lynch 1996", Authors: "Nancy A. Lynch", Title: "Distributed Algorithms", Venue: "Morgan Kaufmann", Year: "1996"},
		{Key: "Santoro 2007", Authors: "Nicola Santoro", Title: "Design and Analysis of Distributed Algorithms", Venue: "Wiley", Year: "2007"},
		{Key: "Singh 1997", Authors: "Gurdip Singh", Title: "Efficient leader election using sense of direction", Venue: "Distributed Computing 10, 159-165", Year: "1997"},
	}
}
