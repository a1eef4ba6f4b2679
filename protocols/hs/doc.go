// Package hs is the algorithm of Hirschberg and Sinclair: leader election on a
// bidirectional ring with O(n log n) messages, from Misra (Algorithm 5 and the
// prose around it). A number at the end of a line of code is the line of
// source.txt.
//
// An observer sees Won once a process has terminated as the leader and Lost
// once it has lost. A process that has terminated knows the leader. In the
// printed variant only the leader decides.
//
// Oddities that do no harm, so no errata:
//   - The leader reaches line 6 twice, because both of its probes come back. As
//     printed it terminates again, which changes nothing. Whether it sends a
//     second termination message is the reading R5; no claim distinguishes its
//     options.
//   - A probe may be meant for more hops than there are processes (2^k >= n).
//     It never travels past its own sender, where line 6 applies before the
//     hops are looked at.
//   - Line 14 needs a memory of replies that the text does not declare. One
//     count per side is enough, of the phases answered: a probe of phase k+1 is
//     sent only after both replies of phase k.
//   - With two processes both neighbours are the same process, but on two
//     channels. With one process both neighbours are the process itself, and
//     both of its first probes come back. The prose of phase 0 has no case for
//     a process's own probe, so there a lone process would answer itself; the
//     code does not.
//   - A sleeping process compares identities like any other: with or without
//     the errata, two leaders are impossible.
//   - A process that has let a greater identity pass still answers and counts
//     replies, and may start another phase that it cannot win.
//   - The leader does not win its last phase: its probes come back and are not
//     answered. That is line 6, not the remark of line 18.
//   - E1 is an erratum only under the reading R1=a, and only if some process
//     does not start by itself; the claims of the catalogue say both.
//   - It makes no difference whether a probe travels to the left or to the
//     right: the algorithm is its own mirror image and all arrangements are
//     checked.
package hs
