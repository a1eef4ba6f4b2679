// Package certificate checks the assumptions of a reduced search of a system: which deliveries it took at
// once, which processes it took alone, which messages it received before others, and which names of
// processes it took for the same. A [Certificate] is a list of these, as values of the algorithm. The
// package shares no code with the search. It imports model, and knows a system by [model.System.Successors]
// only.
//
// A delivery that was taken at once is the persistent set of one event. So in each configuration in
// which its entry counts, and after each sequence of other events from there, it must commute with each
// event that may be next: both are possible in the other order, lead to the same
// configuration and the same state of the monitor, and send the same. The exceptions are those of the proof. A crash of the
// receiver, or within one of its steps, discards the message: then the delivery must have done nothing else that
// lasts. Where the message is lost or duplicated the delivery must do nothing. A tick may be impossible after the
// delivery, if it would change nothing then. A message that is sent and absorbed by its like, with order
// set, may be received after it. And the delivery must change nothing that the properties see.
//
// The proof needs this only where the reduced search takes the delivery. It is true wherever the entry
// counts, because the search derives the events that may come before a delivery from those that may
// come anywhere. So the configurations of the reduced search need not be known, and configurations of
// random walks can be looked at as well as all.
//
// Of a closed process each event must commute with each event of the others, after which it must
// have the same events. A renamed configuration must enable the events of the original, which
// lead to the renamed configurations, and look the same to the properties.
//
// A message that is received early must commute, as if it were the first one in the inbox, with the inputs that its
// receiver gets before, and enable nothing else; where a delivery is taken that sends such messages, their receptions
// are taken as parts of it. This is true only where the search received the message early: elsewhere something may be
// in front of it that the search always received before.
//
// So the reduced search is done again from the certificate alone: all of it if it is small, otherwise on random
// walks. Cycles are found in it if it is small. Up to renamings it is not done beyond a configuration in which it had
// a choice: the choice depends on the configuration that stands for others, which the certificate does not name. Nor
// are cycles found then.
//
// A sorted search takes the transitions of all processes in one order. [CheckSorted] compares that order with what each transition needs, and
// the events of the system with the transitions.
package certificate
