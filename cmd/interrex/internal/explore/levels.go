package explore

import (
	_ "embed"
	"encoding/json"
)

// A Level is a question to the player of the page: an instance, and a property to break.
type Level struct {
	Title  string            `json:"title"`
	Task   string            `json:"task"`
	Hint   string            `json:"hint"`
	Learnt string            `json:"learnt"` // once it is broken
	Values map[string]string `json:"values"`
}

//go:embed levels.json
var levels []byte

// Levels returns the levels of the page, the easiest first. Each property is violated: a test
// lets the checker say so.
func Levels() []Level {
	var list []Level
	if err := json.Unmarshal(levels, &list); err != nil { // the file is embedded
		panic(err)
	}
	return list
}
