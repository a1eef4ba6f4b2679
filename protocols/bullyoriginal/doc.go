// Package bullyoriginal is the bully algorithm of Garcia-Molina as a student
// report implements it in Python: election of the greatest process that is up
// in a complete network, from Thomsen and Rasmussen 2023 (Listing 1 and the prose
// around it). A number at the end of a line of code is the line of
// source.txt.
//
// The program runs in a thread per process, with one queue per process: order
// inbox. A second without a message is Idle. THRESHOLD is a timer; the program
// looks at it when the next second passes without a message. A crash event
// kills the process. If a coordinator does not respond, the network
// suspects it. Orders and timings are the network's as well: the
// document assumes those of Garcia-Molina, so timely.
//
// An observer sees Won in COORDINATOR, Candidate in WAITING_FOR_OK, and Lost,
// with the leader, in NORMAL once there has been a coordinator.
//
// Oddities that do no harm, so no errata:
//   - Lines 8-10 have no effect if send_coordinator makes the process COORDINATOR
//     (line 18); with R1=b they have. All claims hold for both.
//   - Only the diagram says that send_coordinator makes the process COORDINATOR.
//     Otherwise line 18 would repeat itself at every tick.
//   - Line 36 says "one of four states", but five are named, and ELECTION in the
//     list of 3.1 is no state of the program.
//   - A process that has dropped out counts further OKs: with E2 it never looks
//     at them. Step forgets values that no line looks at: so no count is greater than 1.
//   - With E1 a process watches only the greatest process that has answered, not
//     all of them. If a lesser one crashes the greatest goes on, and all that it
//     has answered watch it.
//   - A process takes every sender of an announcement for the coordinator, even
//     one with a lower identity. With R3=a only greater ones announce themselves
//     to it, and with R3=b lesser ones do so only once it is down, if nothing is
//     late.
//   - The test of the document (Listing 4) omits process N-2 when it looks for
//     NORMAL. That process is in NORMAL like the others: "decided" says so.
package bullyoriginal
