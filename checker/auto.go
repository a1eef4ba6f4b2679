package checker

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/symbolic"
)

// The first bounds of Auto, and by how much they grow.
const (
	autoConfigurations = 1 << 18
	autoEffort         = 1 << 23  // nodes of diagrams made, the same ones again included
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
	configurations, effort, memory := int64(autoConfigurations), int64(autoEffort), int64(autoMemory)
	for asked.MaxConfigurations == 0 || configurations < asked.MaxConfigurations {
		k.bound(configurations, 0)
		k.reset()
		err := k.explicit()
		full := k.report.Stopped == k.limits.memory.reason()
		if err != nil || !full && !k.stoppedBy(fmt.Sprintf("max-configurations %d", configurations)) {
			return err
		}
		if asked.MaxMemory > 0 {
			memory = min(memory, asked.MaxMemory)
		}
		if full { // it is the last turn
			effort, memory = 0, 0
		}
		report, verdicts := k.report, k.verdicts
		k.bound(asked.MaxConfigurations, memory)
		k.made, k.effort = 0, effort
		if err := k.diagrams(); err != nil || k.decided() {
			return err
		}
		k.limits.again()
		if why := k.limits.reached(); full || why != "" { // what was found is what there is
			k.report, k.verdicts = report, verdicts
			k.cutShort(cmp.Or(why, report.Stopped))
			return nil
		}
		if k.report.Complete || k.report.Stopped != effortSpent && memory == asked.MaxMemory {
			break // another turn would not decide more
		}
		configurations, effort, memory = autoGrowth*configurations, autoGrowth*effort, autoGrowth*memory
	}
	k.bound(asked.MaxConfigurations, 0)
	k.reset()
	return k.explicit()
}

// Why a turn of the symbolic engine ends that takes too long, or too much.
const (
	effortSpent = "the effort of its turn"
	shareSpent  = "the memory of its turn"
)

// bound sets bounds of the searches that follow: of configurations, and of the
// bytes of diagrams (0: none).
func (k *check) bound(configurations, share int64) {
	k.share = share
	for _, o := range []*Options{&k.options, &k.limits.options} {
		o.MaxConfigurations = configurations
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
