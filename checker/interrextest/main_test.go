package interrextest

import (
	"flag"
	"os"
	"testing"
)

// TestMain gives the random schedules a seed, unless -rapid.seed does: no test depends on
// chance. Nor does one depend on time, which is short where a machine is slow: with -short
// the default budget is a second, so the tests set Config.Time.
func TestMain(m *testing.M) {
	flag.Parse()
	if seed := flag.Lookup("rapid.seed"); seed.Value.String() == seed.DefValue {
		if err := seed.Value.Set("1"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
