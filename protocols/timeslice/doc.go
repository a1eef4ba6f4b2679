// Package timeslice is leader election with n messages on a synchronous
// unidirectional ring. Time is divided into phases of n rounds, one for each
// possible identity; the first phase whose identity some process has is an
// election. Misra says that there are such algorithms and prints none. This is
// the non-uniform one of Attiya and Welch (2004, section 3.4.1), Lynch's
// TimeSlice (1996, section 3.5.1). So there are no errata, but there are
// conditions, and mutants that some property catches. A number at the end of a
// line of code is the line of source.txt.
//
// An observer sees Won or Lost once a process has elected itself or an identity
// has come. The process has then halted and knows the leader.
//
// The conditions, and the effects of their absence:
//   - All processes start in the same round. Otherwise phases of different
//     processes may coincide, and there are two leaders; the claims of the
//     catalogue say so.
//   - They know n, or an upper bound. Phases of n-1 rounds are enough, because
//     an identity that comes in the first round of a phase prevents it; shorter
//     ones are not (see the mutants).
//   - Nothing is lost and no process crashes: the algorithm draws conclusions
//     from silence.
//   - The number of rounds is n times the least identity, so either identities
//     are small or time does not matter.
//
// Oddities that do no harm:
//   - Attiya and Welch number phases from 0, for identities that may be 0. Ours
//     are positive, and so are phases.
//   - A process that has not started but receives an identity loses like any
//     other.
//   - The leader ignores every identity that comes. It can only be its own.
package timeslice
