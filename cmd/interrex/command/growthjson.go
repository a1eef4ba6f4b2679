package command

import (
	"encoding/json"
	"io"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// growthJSON is the line that `measure --json` prints for one measure of a sweep:
// its growth with n.
type growthJSON struct {
	Algorithm string        `json:"algorithm"`
	Variant   string        `json:"variant"`
	Readings  string        `json:"readings"`
	Delay     string        `json:"delay"`
	WakeRate  float64       `json:"wakeRate"`
	MaxEvents int64         `json:"maxEvents"` // 0: no bound
	Repeats   int           `json:"repeats"`
	Measure   string        `json:"measure"`
	Averages  []averageJSON `json:"averages"`
	Fits      []fitJSON     `json:"fits"`
}

// averageJSON is part of growthJSON: the average at one n.
type averageJSON struct {
	N      int     `json:"n"`
	Limits string  `json:"limits"` // of the instances with n processes, as in "rounds=2"; "" if they have none
	Mean   float64 `json:"mean"`
}

// fitJSON is part of growthJSON: one fit. Margins are half of the 95 % confidence
// intervals.
type fitJSON struct {
	Shape          []string  `json:"shape"` // its summands
	Factors        []float64 `json:"factors"`
	FactorMargins  []float64 `json:"factorMargins"`
	Constant       float64   `json:"constant"`
	ConstantMargin float64   `json:"constantMargin"`
	R2             float64   `json:"r2"`
}

// writeGrowthJSON writes the growth of a measure.
func writeGrowthJSON(w io.Writer, s *parts.Series, m claims.Measure, fits []parts.Fit) error {
	o := growthJSON{
		Algorithm: s.Entry.Name, Variant: s.Entry.VariantText(s.Variant), Readings: s.Entry.ReadingsText(s.Variant.Readings),
		Delay: s.Options.Delay.String(), WakeRate: s.WakeRate(), MaxEvents: s.Options.Limit, Repeats: s.Repeats,
		Measure: m.String(), Fits: []fitJSON{},
	}
	for _, p := range averages(s, m) {
		o.Averages = append(o.Averages, averageJSON{p.n, s.LimitsAt(p.n), p.mean})
	}
	for _, f := range fits {
		o.Fits = append(o.Fits, fitJSON(f))
	}
	return json.NewEncoder(w).Encode(o)
}
