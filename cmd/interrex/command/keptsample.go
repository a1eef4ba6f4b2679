package command

import (
	"fmt"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// A keptSample is the result of a simulation of a sweep as it is kept.
type keptSample struct {
	place
	Title  string // for people
	Sample string // as in a file of samples
}

// A samplesKept keeps the samples of one sweep as lines of a shard. It has those that are kept, and those that other
// shards measure.
type samplesKept struct {
	kept   *keeper
	sweep  *sweep
	others map[sampleKey]bool
}

func (k *samplesKept) place(of sampleKey) place {
	return place{k.sweep.number, of.n, int(of.seed - k.sweep.options.Seed)}
}

func (k *samplesKept) has(n int, seed uint64) bool {
	key := sampleKey{n, seed}
	return k.others[key] || k.kept.has(k.place(key))
}

func (k *samplesKept) add(s parts.Sample) error {
	return k.kept.keep(k.place(sampleKey{s.N, s.Seed}), keptSample{k.place(sampleKey{s.N, s.Seed}), k.sweep.name, s.String()})
}

// keysOf returns the keys of all samples of a sweep, in order.
func (s *sweep) keys() []sampleKey {
	var list []sampleKey
	for _, n := range s.sizes {
		for r := range s.repeats {
			list = append(list, sampleKey{n, s.options.Seed + uint64(r)})
		}
	}
	return list
}

// fill adds to a file the samples of a sweep that are kept, which are all.
func (s *sweep) fill(file *sampleFile) error {
	for _, key := range s.keys() {
		if file.has(key.n, key.seed) {
			continue
		}
		k := &samplesKept{kept: s.kept, sweep: s}
		var read keptSample
		found, err := s.kept.find(k.place(key), &read)
		if err != nil {
			return err
		}
		sample, ok := parts.ParseSample(read.Sample)
		if !found || !ok {
			return missing(fmt.Sprintf("%s, n = %d, seed %d", s.name, key.n, key.seed))
		}
		if err := file.add(sample); err != nil {
			return err
		}
	}
	return nil
}
