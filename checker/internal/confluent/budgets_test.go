package confluent_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
)

// TestBudgetsOfEachFault says that each fault of the model has a kind of its own, and its name. Divisions and traitors have none, as
// the reduction refuses a system that has them.
func TestBudgetsOfEachFault(t *testing.T) {
	kinds := map[string]confluent.Budgets{"crash": confluent.Crash, "restart": confluent.Restart, "loss": confluent.Loss,
		"dup": confluent.Dup, "cut": confluent.Cut, "suspect": confluent.Suspect, "divide": 0, "traitor": 0, "forge": 0}
	for i, b := range new(model.Faults).Budgets() {
		var left model.Faults
		*left.Budgets()[i].Count = 1
		want, known := kinds[b.Name]
		if got := confluent.BudgetsOf(left); got != want || !known {
			t.Errorf("%s: kind %b, want %b", b.Name, got, want)
		}
	}
}
