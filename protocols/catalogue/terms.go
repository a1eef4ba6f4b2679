package catalogue

import "github.com/interrex/interrex/protocols/claims"

// The terms of package claims, in which the files of the algorithms are written.
type (
	Addition   = claims.Addition
	Claim      = claims.Claim
	Count      = claims.Count
	Curve      = claims.Curve
	Entry      = claims.Entry
	Figure     = claims.Figure
	Formula    = claims.Formula
	Layout     = claims.Layout
	Limit      = claims.Limit
	Listed     = claims.Listed
	Measure    = claims.Measure
	Measured   = claims.Measured
	Quantity   = claims.Quantity
	Sample     = claims.Sample
	Samples    = claims.Samples
	Start      = claims.Start
	Supplement = claims.Supplement
	Sweep      = claims.Sweep
	Variant    = claims.Variant
	Work       = claims.Work
)

// Its constants.
const (
	NoLarger       = claims.NoLarger
	LeastIs        = claims.LeastIs
	GreatestIs     = claims.GreatestIs
	AlwaysIs       = claims.AlwaysIs
	GreatestAtMost = claims.GreatestAtMost
	AverageIs      = claims.AverageIs
	Messages       = claims.Messages
	Busiest        = claims.Busiest
	Time           = claims.Time
	AnyStart       = claims.AnyStart
	AllAwake       = claims.AllAwake
	OneAwake       = claims.OneAwake
)
