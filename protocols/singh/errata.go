package singh

import "github.com/interrex/interrex/model"

// The errata, by the constant that names the fix.
const (
	Last     = iota // E1
	Complete        // E2
	Shape           // E3
	Lonely          // E4
	Shape2          // E5
	Told            // E6
	Range           // E7
	Modulo          // E8
	Count           // E9
	Indent          // E10
	Announce        // E11
	Distance        // E12
	Own             // E13
	Nobody          // E14
)

// Errata lists where the printed algorithm does not do what is claimed of it.
var Errata = []model.Erratum{
	Last:     {ID: "E1", Line: 3, Breaks: "elected"},
	Complete: {ID: "E2", Line: 13, Breaks: "elected"},
	Shape:    {ID: "E3", Line: 14, Breaks: "elected"},
	Lonely:   {ID: "E4", Line: 19, Breaks: "elected"},
	Shape2:   {ID: "E5", Line: 22, Breaks: "elected"},
	Told:     {ID: "E6", Line: 24, Breaks: "halted", Needs: model.Fix(Announce)},
	Range:    {ID: "E7", Line: 30, Breaks: "elected"},
	Modulo:   {ID: "E8", Line: 41, Breaks: "well-formed"},
	Count:    {ID: "E9", Line: 44, Breaks: "uniqueness"},
	Indent:   {ID: "E10", Line: 46, Breaks: "elected"},
	Announce: {ID: "E11", Line: 46, Breaks: "decided"},
	Distance: {ID: "E12", Line: 65, Breaks: "elected"},
	Own:      {ID: "E13", Line: 85, Breaks: "elected"},
	Nobody:   {ID: "E14", Line: 85, Breaks: "elected", Needs: model.Fix(Own)},
}

// The readings, by their index in [model.Readings].
const (
	Self      = iota // R1
	Ends             // R2
	When             // R3
	Receivers        // R4
	Multiples        // R5
	First            // R6
	Empty            // R7
)

// The second options of readings.
const (
	up   = 0 // R2
	down = 1
)

// Readings lists what the printed text leaves open.
var Readings = []model.Reading{
	Self:      {ID: "R1", Line: 4, Options: []string{"", ""}},
	Ends:      {ID: "R2", Line: 78, Options: []string{"", ""}},
	When:      {ID: "R3", Line: 84, Options: []string{"", ""}},
	Receivers: {ID: "R4", Line: 4, Options: []string{"", ""}},
	Multiples: {ID: "R5", Line: 85, Options: []string{"", ""}},
	First:     {ID: "R6", Line: 53, Options: []string{"", ""}},
	Empty:     {ID: "R7", Line: 30, Options: []string{"", ""}},
}
