package model_test

import (
	"os"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
)

// TestEachObstacleIsShown says that the scenario of disabled events has every obstacle.
func TestEachObstacleIsShown(t *testing.T) {
	text, err := os.ReadFile("testdata/disabled.txt")
	if err != nil {
		t.Fatal(err)
	}
	for o := model.IllFormed; o <= model.IsWhole; o++ {
		if !strings.Contains(string(text), ": "+o.String()+"\n") {
			t.Errorf("no event of the scenario is disabled because %v", o)
		}
	}
	if got := (model.IsWhole + 1).String(); got != "obstacle(19)" {
		t.Errorf("an obstacle that does not exist is called %q", got)
	}
}
