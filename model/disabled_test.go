package model_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestEachObstacleIsShown says that the scenario of disabled events has every obstacle.
func TestEachObstacleIsShown(t *testing.T) {
	text, err := os.ReadFile("testdata/disabled.txt")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("obstacle.go")
	if err != nil {
		t.Fatal(err)
	}
	obstacles := regexp.MustCompile(`(?m)^\t(\w+) +obstacle = "(.+)"`).FindAllStringSubmatch(string(source), -1)
	if len(obstacles) != 25 {
		t.Errorf("obstacle.go has %d obstacles, want 25", len(obstacles))
	}
	for _, o := range obstacles {
		if !strings.Contains(string(text), ": "+o[2]+"\n") {
			t.Errorf("no event of the scenario is disabled by %s: %s", o[1], o[2])
		}
	}
}
