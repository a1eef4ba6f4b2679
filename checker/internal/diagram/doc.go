// Package diagram holds sets of configurations as multi-valued decision
// diagrams. A diagram has a level for each local state and each channel. Each node
// stands for a set of configurations of the levels from its own down. The package is
// independent of systems: values are numbers, and an [Event] maps them to other values.
//
// [Reach] computes reachable sets by saturation (Ciardo, Luettgen and Siminiceanu
// 2001) and discovers the values of each level during the search (Ciardo, Marmorstein
// and Siminiceanu 2006). [Closure] computes reachability within a set, forwards or
// backwards, by constrained saturation (Zhao and Ciardo 2009). Its events are tables,
// which can be read in both directions; see [Relation].
package diagram
