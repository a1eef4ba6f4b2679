package whole

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// costs has a line for each group and n that is costly: algorithm, variant, condition, n, and the seconds of one instance. A test of pages
// holds it against docs/sizes.
//
//go:embed costs.txt
var costs string

var byGroup = sync.OnceValue(func() map[string]float64 {
	all := map[string]float64{}
	for line := range strings.Lines(costs) {
		at := strings.LastIndex(line, " | ")
		seconds, err := strconv.ParseFloat(strings.TrimSpace(line[at+3:]), 64)
		if err != nil { // the file is embedded
			panic(err)
		}
		all[line[:at]] = seconds
	}
	return all
})

// cost returns the measured seconds of one instance.
func cost(algorithm, variant, condition string, n int) float64 {
	return byGroup()[strings.Join([]string{algorithm, variant, condition, strconv.Itoa(n)}, " | ")]
}
