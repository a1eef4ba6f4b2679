// Package awe is "All-Way-Around": leader election on a ring, where every
// identity travels all the way around and the least one is elected. The
// document, Troják, names it as what As Far As Possible
// improves on and says that it broadcasts each process's identity; how an
// election comes of that is the textbook's "All the Way" (Santoro 2007). So
// there is nothing printed to correct and there are no errata, but readings,
// and mutants that some property catches. A number at the end of a line of
// code is the line of source.txt.
//
// An observer sees Won or Lost, and a process that has halted and knows the
// leader, once it has seen all identities; there is no termination message.
//
// What the claims of the catalogue say of the readings: that its own identity
// is back tells a process that it has seen all (R1=a) only where links keep the
// order; knowing n (R1=b) or the number of links travelled (R1=c) tells it
// anyway. A process that does not start when it is woken (R2=b) leads to two
// leaders under R1=a, and to none under R1=b.
//
// What is odd but harmless:
//   - Every process decides by itself, so the leader has nothing to announce:
//     n^2 messages are all there are, whatever the schedule.
//   - The document lets an algorithm of As Far As Possible begin with a
//     preparation phase; here it would change nothing but delay.
//   - With one process the ring is a loop, and the process receives its own
//     identity.
//   - Only R1=b reads n: under R1=a and R1=c the algorithm is uniform.
package awe
