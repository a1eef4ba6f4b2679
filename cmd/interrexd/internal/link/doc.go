// Package link is the transport of package runner over gRPC.
//
// A process has one sender for each link. It sends one message at a time and waits
// until the receiver has taken it, so a link is fifo. On the wire Link, messages are
// numbered and a call that fails is repeated: each message is received once, unless
// one of both processes crashes. Every process draws an incarnation when it starts.
// A message is for one incarnation of its receiver: messages sent before the sender
// has heard of a new one are lost, like messages in flight to a process that
// crashes. On the wire of document 003, messages of afa have no number and a call that
// fails is not repeated.
package link
