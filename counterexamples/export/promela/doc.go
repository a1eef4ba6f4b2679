// Package promela writes a system as a model in Promela, which SPIN verifies. It knows no search:
// it takes the steps of each process, as tables, and leaves it to SPIN to find the executions.
//
// Each process is a proctype whose labels are its local states. An event of the system is one
// d_step, so a state of SPIN is a configuration.
package promela
