package command

import (
	"encoding/json"
	"io"

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
	N    float64 `json:"n"`
	Mean float64 `json:"mean"`
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

// writeJSON writes the growth of a measure.
func (s *sweepResult) writeJSON(w io.Writer, m claims.Measure) error {
	o := growthJSON{
		Algorithm: s.algorithm, Variant: s.entry.VariantText(s.variant), Readings: s.entry.ReadingsText(s.variant.Readings),
		Delay: s.options.Delay.String(), WakeRate: s.wakeRate(), MaxEvents: s.options.Limit, Repeats: s.repeats,
		Measure: m.String(), Fits: []fitJSON{},
	}
	c := s.curve(m)
	for _, p := range c.points {
		o.Averages = append(o.Averages, averageJSON{p.X, p.Y})
	}
	for _, f := range c.fits {
		fitted := fitJSON{Factors: f.a, FactorMargins: f.margins, Constant: f.b, ConstantMargin: f.marginB, R2: f.r2}
		for _, t := range f.shape {
			fitted.Shape = append(fitted.Shape, t.name)
		}
		o.Fits = append(o.Fits, fitted)
	}
	return json.NewEncoder(w).Encode(o)
}
