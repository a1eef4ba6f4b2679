package counterexamples

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Values returns the values of the keys of f, by name, as [File.Format] writes them. It has
// no key whose line is left out.
func (f *File) Values() map[string]string {
	values := map[string]string{}
	for _, k := range keys() {
		if v := k.format(f); v != "" {
			values[k.name] = v
		}
	}
	return values
}

// Set sets the value of a key, as [Parse] reads it. Only [File.Check] sees whether it agrees with
// the other values. The value "" is that of a key whose line is left out.
func (f *File) Set(name, value string) error {
	for _, k := range keys() {
		if k.name != name {
			continue
		}
		if value == "" && !k.needed {
			f.leaveOut(name)
			return nil
		}
		if err := k.parse(f, value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	return fmt.Errorf("unknown key %q; allowed: %s", clip(name), keyNames(keys()))
}

// leaveOut gives the key of that name the value with which its line is left out.
func (f *File) leaveOut(name string) {
	net := &f.Instance.Network
	switch name {
	case "readings":
		f.Instance.Readings = ""
	case "limits":
		f.Instance.Limits = ""
	case "graph":
		net.Graph = nil
	case "labels":
		net.Labels = nil
	case "grants":
		net.Grants = 0
	case "delay":
		net.Delay = 0
	case "timers":
		net.TimersInTurn = false
	case "capacity":
		net.Capacity = model.Capacity{}
	case "down":
		net.Down = nil
	case "start":
		net.Start = nil
	case "victims":
		net.Victims = model.Victims{}
	}
}
