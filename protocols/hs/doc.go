// Package hs is the algorithm of Hirschberg and Sinclair: leader election on a
// bidirectional ring with O(n log n) messages, from Misra
// (Algorithm 5 and the prose around it). A number at the end of a line of code
// is the line of source.txt.
//
// An observer sees Won once a process has terminated as the leader, Lost once
// it has lost; the leader is known to whoever has terminated. As printed only
// the leader decides anything.
//
// What is odd but harmless, and so no erratum:
//   - Line 6 comes twice to the leader, for both of its probes come back. As
//     printed it terminates again, which changes nothing; whether it sends a
//     second termination message is the reading R5, and no claim tells its
//     options apart.
//   - A probe may be meant for more hops than there are processes (2^k >= n).
//     It never gets farther than its own sender, where line 6 comes before the
//     hops are looked at.
//   - Line 14 needs a memory of replies that the text does not declare. Per
//     side, the number of phases answered is enough: a probe of phase k+1 is
//     sent only after both replies of phase k.
//   - With two processes both neighbours are the same process, but on two
//     channels; with one, both are the process itself, and both of its first
//     probes come back. In the prose of phase 0, which has no case for one's
//     own probe, a lone process would answer itself; the code does not.
//   - A sleeping process compares identities like any other: errata or no, two
//     leaders are impossible.
//   - A process that has let a greater identity pass still answers and counts
//     replies, and may start another phase that it cannot win.
//   - The leader is no winner of its last phase: its probes come back and are
//     not answered. That is line 6, not the remark of line 18.
//   - E1 is an erratum under the reading R1=a only, and where not all processes
//     start by themselves; the claims of the catalogue say both.
//   - Around the ring to the left or to the right makes no difference: the
//     algorithm is its own mirror image and all arrangements are checked.
package hs
