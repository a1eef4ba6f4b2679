// Package awe is "All-Way-Around": leader election on a ring, where every
// identity travels all the way around and the least one is elected. The
// document, Troják, names it as the algorithm that As Far As Possible
// improves on, and says that it broadcasts each process's identity. The rest
// of the election is the textbook's "All the Way" (Santoro 2007). The document
// prints no algorithm, so there are no errata, but there are readings, and
// mutants that some property catches. A number at the end of a line of
// code is the line of source.txt.
//
// An observer sees Won or Lost, and a process that has halted and knows the
// leader, once it has seen all identities; there is no termination message.
//
// The claims of the catalogue compare the readings. Under R1=a a process stops
// when its own identity comes back; it has seen all identities only if links keep
// the order. If it knows n (R1=b) or the number of links travelled (R1=c), it has
// seen all under any order. If a process does not start when a message wakes it
// (R2=b), there are two leaders under R1=a, and none under R1=b.
//
// Oddities that do no harm:
//   - Every process decides by itself, so the leader has nothing to announce:
//     n^2 messages are all there are, under any schedule.
//   - The document lets an algorithm of As Far As Possible begin with a
//     preparation phase; here it would change nothing but delay.
//   - With one process the ring is a loop, and the process receives its own
//     identity.
//   - Only R1=b reads n: under R1=a and R1=c the algorithm is uniform.
package awe
