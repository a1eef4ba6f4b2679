package counterexamples_test

import (
	"os"
	"testing"

	"github.com/interrex/interrex/counterexamples"
)

func TestSVGShow(t *testing.T) {
	os.MkdirAll("/tmp/svgs", 0o777)
	for _, e := range examples(t) {
		os.WriteFile("/tmp/svgs/"+e.name+".svg", counterexamples.SVG(e.x, e.name+", n = 3 & more"), 0o666)
	}
}
