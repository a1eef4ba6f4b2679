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
//   - Lines 8-10 do nothing where send_coordinator is what makes a process
//     COORDINATOR (line 18); with R1=b they do. All claims hold of both.
//   - That send_coordinator makes the process COORDINATOR is printed nowhere
//     but in the diagram. Else line 18 would repeat itself at every tick.
//   - "One of four states" (line 36), of which five are named, and a state
//     ELECTION in the list of 3.1 that is no state of the program.
//   - A process that has dropped out counts further OKs: with E2 nobody looks
//     at them.
//   - With E1 one greatest process is watched, not all that have answered. If a
//     lesser one crashes the greatest goes on; and all that it has answered
//     watch it.
//   - A process takes whoever announces itself for the coordinator, of a lower
//     identity too. With R3=a only greater ones announce themselves to it, and
//     with R3=b lesser ones do so only once it is down, if nothing is late.
//   - The test of the document (Listing 4) leaves out process N-2 where it
//     looks for NORMAL. It is in NORMAL like the others: "decided" says so.
package bullyoriginal
