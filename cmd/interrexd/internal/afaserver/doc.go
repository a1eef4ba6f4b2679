// Package afaserver is the server of document 003 (Troják, section IV), written
// anew from the text as ordinary Go: a structure that implements the calls of the
// service, a connection to the right neighbour, and goroutines.
//
// Once its program is started, [Server.Run] sends a Ping to itself around the ring,
// which waits until the neighbour is ready. When the Ping is back the server is a
// candidate and sends its identity. A termination message ends Run, and whoever
// called it shuts the server down (IV.D).
//
// The election is that of the text, as printed or with the errata of package afa.
// The text does not say how a server calls its neighbour; [Calls] lists three ways,
// which differ in the order that a link keeps. The document's structure has a
// sync.Once: here a server that a message has woken does not start again when its
// Ping is back (R7=a of package afa).
package afaserver
