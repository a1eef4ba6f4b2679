package checker

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/symbolic"
)

// The first bounds of Auto, and by how much they grow.
const (
	autoConfigurations = 1 << 18
	autoMemory         = 64 << 20 // bytes of diagrams
	autoGrowth         = 16
)

// auto is the rule of [Auto]: the engines take turns, each from the start with
// bounds that grow, until one of them decides. So it never takes much longer than a
// few times what the better one needs.
func (k *check) auto() error {
	asked := k.options
	if symbolic.Why(k.system) != "" {
		return k.explicit()
	}
	configurations, memory := int64(autoConfigurations), int64(autoMemory)
	for ; ; configurations, memory = autoGrowth*configurations, autoGrowth*memory {
		if asked.MaxConfigurations > 0 && asked.MaxConfigurations <= configurations {
			break
		}
		k.bound(configurations, asked.MaxMemory)
		k.reset()
		if err := k.explicit(); err != nil || !k.stoppedBy(fmt.Sprintf("max-configurations %d", configurations)) {
			return err
		}
		report, verdicts := k.report, k.verdicts
		last := asked.MaxMemory > 0 && asked.MaxMemory <= memory
		if last {
			memory = asked.MaxMemory
		}
		k.bound(asked.MaxConfigurations, memory)
		if err := k.diagrams(); err != nil {
			return err
		}
		if k.decided() {
			return nil
		}
		if why := k.limits.reached(0); why != "" { // nothing more can be done: what was found is what there is
			k.report, k.verdicts = report, verdicts
			k.cutShort(why)
			return nil
		}
		if last || k.report.Complete { // more memory would not help
			break
		}
	}
	k.bound(asked.MaxConfigurations, asked.MaxMemory)
	k.reset()
	return k.explicit()
}

// bound sets bounds of the searches that follow.
func (k *check) bound(configurations, memory int64) {
	for _, o := range []*Options{&k.options, &k.limits.options} {
		o.MaxConfigurations, o.MaxMemory = configurations, memory
	}
}

// stoppedBy reports whether a search was cut short by that bound.
func (k *check) stoppedBy(bound string) bool {
	return k.report.Stopped == bound ||
		slices.ContainsFunc(k.verdicts, func(v Verdict) bool { return v.Result == Unknown && v.Note == bound })
}

// decided reports whether a complete search decided every property.
func (k *check) decided() bool {
	return k.report.Complete && !slices.ContainsFunc(k.verdicts, func(v Verdict) bool { return v.Result == Unknown })
}
