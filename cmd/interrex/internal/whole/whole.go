// Package whole puts the command interrex together.
package whole

import (
	"context"

	"github.com/interrex/interrex/cmd/interrex/internal/calls"
	"github.com/interrex/interrex/cmd/interrex/internal/coverage"
	"github.com/interrex/interrex/cmd/interrex/internal/exectrace"
	"github.com/interrex/interrex/cmd/interrex/internal/experiments"
	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/site"
	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/counterexamples/export/promela"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// Parts returns the parts of the command interrex: the catalogue, with evaluations, pages, and the explorer.
func Parts() parts.Parts {
	p := parts.Parts{
		List: catalogue.List(), Listing: catalogue.Listing, Cost: cost,
		OfErratum:       counterexamples.OfErratum,
		WritePromela:    promela.Write,
		Experiments:     report,
		WriteQuantities: pages.WriteQuantities, WriteLowerBound: pages.WriteLowerBound,
	}
	experiments.AddTo(&p)
	exectrace.AddTo(&p)
	calls.AddTo(&p)
	coverage.AddTo(&p)
	page.AddTo(&p)
	p.WriteSite = writeSite
	return p
}

func report(all []*parts.Series) ([]parts.Figure, string) { return experiments.Page(all, pages.Table) }

func writeSite(ctx context.Context, list []claims.Listed, listing parts.Listing, folder string) error {
	return site.Write(ctx, folder, explore.New(list, listing))
}
