package explore

import (
	_ "embed"
	"encoding/json"
)

// A Level is a question to the player of the page: an instance, and a property to break. Mended is
// the same question after the remedy that Learnt names.
type Level struct {
	Title  string            `json:"title"`
	Task   string            `json:"task"`
	Hint   string            `json:"hint"`
	Learnt string            `json:"learnt"` // once it is broken
	Values map[string]string `json:"values"`
	Mended map[string]string `json:"mended"` // an instance in which the property holds
}

// First is the level that the page opens with: it needs nothing but a ring of two.
const First = "Demote the leader"

//go:embed levels.json
var levels []byte

// Levels returns the levels of the page in the order of the course (docs/course.md). Each property is
// violated, and holds of the mended instance: a test lets the checker say so.
func Levels() []Level {
	var list []Level
	if err := json.Unmarshal(levels, &list); err != nil { // the file is embedded
		panic(err)
	}
	return list
}
