package threshold_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/threshold"
)

// TestThresholdsOfAContext says that a check has the thresholds of its context, and that none
// is forgotten in those that it has otherwise.
func TestThresholdsOfAContext(t *testing.T) {
	low := threshold.Thresholds{FirstTurn: 3, FullBut: 2}
	if diff := cmp.Diff(low, threshold.Of(threshold.With(t.Context(), low))); diff != "" {
		t.Errorf("with thresholds (-want +got):\n%s", diff)
	}
	usual := threshold.Of(t.Context())
	if diff := cmp.Diff(threshold.Default(), usual); diff != "" {
		t.Errorf("without thresholds (-want +got):\n%s", diff)
	}
	for i := range reflect.TypeFor[threshold.Thresholds]().NumField() {
		if v := reflect.ValueOf(usual); v.Field(i).IsZero() != (v.Type().Field(i).Name == "FullBut") {
			t.Errorf("%s is %v", v.Type().Field(i).Name, v.Field(i))
		}
	}
}
