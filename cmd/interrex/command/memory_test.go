package command

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/protocols/claims"
)

// TestNearlyFullMemory says that a run tells once, before its memory is full, of which search it is, and the use of the memory.
func TestNearlyFullMemory(t *testing.T) {
	c := &checkCommand{}
	groups, err := c.groupsOf(lcrWith(t, claims.Claim{Property: "uniqueness", From: 2, To: 2}))
	if err != nil {
		t.Fatal(err)
	}
	sets, err := newSearch(&c.request).plan(t.Context(), &c.request, groups)
	if err != nil {
		t.Fatal(err)
	}
	var i *instance
	for i = range sets[0].instances {
		break
	}
	var b strings.Builder
	held := int64(0)
	m := newMemoryWatch(&b, checker.Options{MaxMemory: 1000})
	m.held = func() int64 { return held }
	for _, row := range []struct {
		held, searched int64
		says           bool
		reason         string
	}{
		{790, 600, false, "a fifth is free"},
		{900, 400, false, "much of it is garbage"},
		{800, 500, true, "a fifth is free, and a search has half"},
		{990, 900, false, "it was said"},
	} {
		b.Reset()
		held = row.held
		m.see(i, checker.Progress{Bytes: row.searched, Tables: 300, Visited: 150, Levels: 50})
		if says := b.Len() > 0; says != row.says {
			t.Errorf("%s: %q", row.reason, b.String())
		}
		if row.says && !strings.HasPrefix(b.String(), "interrex: lcr, corrected, n=2, ids 2,1, async fifo: memory is nearly full: 800B of 1kB: tables 300B, visited 150B, levels 50B; ") {
			t.Errorf("it says %q", b.String())
		}
	}
	m = newMemoryWatch(&b, checker.Options{MaxMemory: 1000, Disk: t.TempDir()})
	m.held = func() int64 { return 990 }
	for _, row := range []struct {
		tables int64
		says   bool
		reason string
	}{
		{400, false, "all but the tables goes to files"},
		{600, true, "tables do not"},
	} {
		b.Reset()
		m.see(i, checker.Progress{Bytes: 900, Tables: row.tables})
		if says := b.Len() > 0; says != row.says || strings.Contains(b.String(), "--disk") {
			t.Errorf("with files, %s: %q", row.reason, b.String())
		}
	}
	for _, none := range []*memoryWatch{nil, newMemoryWatch(&b, checker.Options{})} {
		b.Reset()
		if none.see(i, checker.Progress{Bytes: 1 << 50}); b.Len() > 0 {
			t.Errorf("without a bound it says %q", b.String())
		}
	}
}
