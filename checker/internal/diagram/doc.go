// Package diagram holds sets of configurations as multi-valued decision
// diagrams: a level for each local state and each channel, a node for each
// different set of what can follow. It knows nothing of systems: values are
// numbers, and what an event does to them is given as an [Event].
//
// Reachable sets are found by saturation (Ciardo, Luettgen and Siminiceanu
// 2001), with the values of each level found on the way (Ciardo, Marmorstein
// and Siminiceanu 2006). What a set leads to, or is reached from, within another
// set is found by saturation that stays in that (Zhao and Ciardo 2009), over
// events as tables: a [Relation] can be read in both directions.
package diagram
