package catalogue

// An Alternative is another way to read lines of a source, with its outcome. [Trials] has the findings of searches, unless it refers to a reading or is a remark.
type Alternative struct {
	Source string // as [Passage] has it
	Other  string // how else a reader may understand the lines
	Became string // its first words are one of [Outcomes]
}

// Outcomes returns the first words of the possible outcomes of another way to read a line.
func Outcomes() []string {
	return []string{
		"same",     // processes do the same, or nothing that differs is seen
		"reading",  // an option of a reading that begins at another line
		"excluded", // another line of the text says otherwise
		"differs",  // no line says otherwise, and some claim tells
		"remark",   // nothing that a step of an algorithm could do
	}
}

// Alternatives returns, for each document, how else the lines of its algorithms may be
// read. Together with readings and errata they cover every line that is executed.
func Alternatives(key string) []Alternative {
	return map[string][]Alternative{
		"Liu et al.":                 liuAlternatives(),
		"Misra":                      misraAlternatives(),
		"Shirali et al. 2008":        shiraliAlternatives(),
		"Troják":                     trojakAlternatives(),
		"Thomsen and Rasmussen 2023": thomsenAlternatives(),
	}[key]
}

func liuAlternatives() []Alternative {
	return []Alternative{
		{"lcr 11", "the message comes to a processor that has not started", "reading: lcr R1, which is about every message"},
		{"variablespeeds 14-16", "the termination message goes as slowly as identities do", "same in all claims, with more rounds: lines 19-20 of the document describe it for asynchronous rings, without any delay"},
		{"hs 17", "a probe is swallowed only by a processor that has started", "reading: hs R6"},
		{"singh 1, 27-28, 50", "level, step and owner keep their values when the process is captured, or done", "same: a captured process reads neither level nor step, and lines 1 and 54 set owner to 0"},
		{"singh 2, 9, 29, 32, 51-52", "the loops look at the state only after another message", "excluded: lines 160-161 of the document look at it after each message"},
		{"singh 8, 31", "Response is not reset for OWNER, or for a step", "excluded: lines 4 and 31 reset it"},
		{"singh 10-13, 33-38", "cases 15 to 24, and 40 to 46, are under the if above them, as the copy indents them", "excluded: they are cases of lines 11 and 34"},
		{"singh 15-16", "level counts the sender only", "same in all claims, with more messages: those that the sender has captured are asked as well"},
		{"singh 17-18", "only an ACK of this candidate's own OWNER counts", "same: an ACK comes only to the process that it names"},
		{"singh 20-21, 23", "phase 2 of a captured candidate is that of line 53 again", "reading: singh R6"},
		{"singh 39-40, 42-43", "an ACCEPT(2) of an earlier step does not count in this one", "same with E8, which waits for all answers of a step"},
		{"singh 54", "a candidate keeps phase 2 or its owner when it is captured", "reading: singh R6"},
		{"singh 57-58", "a process in phase 2 answers too, so that the other one goes on", "same: it acknowledges no OWNER, so the other one does not begin the second phase by that"},
		{"singh 59-62", "phase becomes 2 whether the process accepts or not", "same: one that does not accept has an owner, so its phase is 2 already"},
		{"singh 63-64", "only the owner is set under the if; ACK is always sent", "excluded: all three are on one line behind then"},
		{"singh 66-75", "the messages end the loop", "excluded: only line 73 does"},
		{"singh 77, 82", "log n is rounded up before its logarithm is taken", "remark: it is the same number for every n (TestRoundedLogarithm)"},
		{"singh 79-81", "ELECTED is sent by every process that hears it", "same in all claims, with more messages; line 81 has it sent by the one that has been elected"},
		{"singh 86", "only the processes behind are asked", "same in all claims, with fewer messages: the proof in singh.md needs one direction; reading R5 has the others"},
		{"singh 82-86", "the text for powers of 2 is for every n, with n/k rounded down", "excluded: line 82 names the changes; read so, ten processes elect two leaders (TestModificationIsNeeded)"},
		{"singh 88-91, 93-95", "the authors' own words on the lines above", "reading: singh R8 and R10 to R15"},
	}
}

func misraAlternatives() []Alternative {
	return []Alternative{
		{"lcr 1-3, 5, 7-8", "j is compared with the greatest identity that has passed, not with the own one", "same in all claims: with fifo no lesser identity comes behind a greater one that its own process has stopped; in a bag there are fewer messages"},
		{"hs 2-4, 19", "the two probes are sent in two steps", "same: the two links are independent, and a step between them can be moved"},
		{"hs 5, 8, 10", "left and right are the other way round", "same: the algorithm is its own mirror image (TestMirror)"},
		{"hs 9, 17", "the last processor of a neighbourhood answers the probe of its own", "same in all claims, with more messages: line 6 comes first, and without it the greatest processor begins one more phase"},
		{"hs 11-13", "a reply ends at the first processor that has lost", "excluded: line 12 sends it on"},
		{"hs 14", "a reply of an earlier phase from the other side is enough", "same in all claims, with more messages: the text needs both replies of a phase, which each winner then begins once"},
		{"anonymous 1-5", "processors may choose at random", "excluded: the same state machine makes the same transition; itairodeh adds randomness"},
	}
}

func trojakAlternatives() []Alternative {
	return []Alternative{
		{"awe 1", "the ID is sent both ways", "excluded: line 11 counts n links for each ID"},
		{"afa 1", "the neighbours' UIDs are known", "same: no line uses them"},
		{"afa 1", "the UID may be 0, which is a natural number", "remark: in the model 0 says that there is no identity; identities are only compared, so that each may be one less"},
		{"afa 4, 6", "the state becomes C after the message is handled", "excluded: line 10 makes it D; a process that becomes C again takes a second copy of a lesser UID for its own"},
		{"afa 7-9", "its own UID is sent on instead of the smaller ID", "excluded: line 9 sends the least identity known"},
		{"afa 12-13", "known IDs are those of the neighbours", "excluded: line 7 begins with the own UID; an ID that is known before it has come is not sent on"},
		{"afa 16-17", "TM goes the other way round", "same: it passes all processes either way"},
		{"afa 21-22", "EM waits for processes that are not started, as PING does", "same: when a PING is back all are started"},
		{"afa 23-24", "\"can start\" leaves it open", "excluded: nothing else would start it"},
		{"afa 26", "the caller is told before TM is forwarded, and its program shuts down then", "excluded: line 25 forwards it; the next process would not be told"},
	}
}

func shiraliAlternatives() []Alternative {
	return []Alternative{
		{"bully 2-3, 7-8, 10", "ELECTION goes to the process itself, as j >= i has it", "excluded: line 2 says bigger; a mutant asks itself and never wins"},
		{"bully 9", "a process that knows the coordinator sends OK and holds no election", "excluded: line 9 makes no exception"},
		{"bully 11", "the greatest of all, not of those that are up", "reading: this is erratum E1"},
		{"bully-reply 2, 6-9", "P[j] is another process than P[i], one that is asked", "excluded: line 4 says that P[i] chooses; lines 6-9 repeat lines 2-5 with another letter"},
		{"tokenring 1, 3-4", "no reply is noticed by the network, not by a timer", "excluded: line 4 supposes that the process is down; one that has come back without the token is not, and gives no reply"},
		{"tokenring 4", "each token that waits for a reply has a timer of its own", "differs: here a process has one timer for its tokens, which runs out for all that wait"},
		{"tokenring 12", "the number of the sender is the biggest number in the message", "excluded: line 11 speaks of the one that has sent it"},
		{"tokenring 13", "a process with a smaller number forwards the token without adding its own", "excluded: line 7 is about each process; the number counts if the greater ones crash"},
		{"sun 4, 9", "the number is that of the message, not of the sender", "same with R5=b, and E1 is no erratum then: M-coordinator has the biggest number of the informer's subring"},
		{"sun 6-7", "the message is forwarded only if the number is bigger", "excluded: it would end at the first smaller process, and line 10 expects it"},
		{"sun 10-14", "M-coordinator does not wait for the end of the subring", "excluded: line 12 waits; the informer, which does not, is erratum E1"},
		{"sun 18", "the informer kills its own message too, when it is back", "excluded: line 9 sends M-coordinator then"},
		{"sun 20", "an informer passes on the number of another whose message it has killed", "same: M-coordinator collects it (doc.go)"},
		{"sun 22-24, 26", "a subring ends before the next end point, not at it", "excluded: line 10 kills the message at a P_m"},
		{"divided 2-4", "a point that divides stops the original algorithm", "same: it kills each message that comes to it (line 10), and whichever ends first names the same process"},
		{"divided 5-7", "each crash message makes the informer ask again", "excluded: there are more messages than the one to each point that line 6 sends, and no other claim tells"},
		{"divided 5-7", "each crash message makes the informer ask again, and it counts all replies (R3=b)", "excluded: line 8 divides between points, and two replies of one point make it the only D_i"},
		{"divided 10", "a point that divides passes on the tokens of the original ring algorithm, which may go on if the informer dies", "excluded: the line says election, whoever has sent it; no claim tells but for the number of messages"},
		{"divided 12-13", "the best is that of most points", "excluded: numbers are compared, as in line 4"},
		{"divided 15-16", "a point of a subring that is down is an informer that is down", "same: its subring is not divided, and no message passes it on the ring"},
		{"divided 18", "a smaller process takes the sender's number for its own", "excluded: the line lets the message go round, and its own too"},
		{"divided-sun 1-7, 9, 12-13", "as divided and sun", "reading: divided R1 to R3 and sun R1 to R7, judged there"},
	}
}

func thomsenAlternatives() []Alternative {
	return []Alternative{
		{"bully-original 1-6, 21-22", "a message that comes during a tick is lost", "excluded: it is put into the queue"},
		{"bully-original 8, 10, 18", "send_coordinator leaves the state, and the messages are sent once", "excluded: line 26 has the process in state COORDINATOR"},
		{"bully-original 11-14, 16-17, 19-20, 25", "the process waits for the whole time even after an OK", "same: line 14 looks at the OKs at every tick, but no claim depends on when; R4 is about the end of the time"},
		{"bully-original 24, 28", "the greater processes start without being asked", "reading: bully-original R5"},
		{"bully-original 29", "OK counts in state WAITING_FOR_OK only", "same with E2, which forgets the others; the handler asks for no state"},
		{"bully-original 27, 30", "I_AM_COORDINATOR counts in state WAITING_FOR_COORDINATOR only", "excluded: the handler asks for no state"},
		{"bully-original 30", "a process in state COORDINATOR takes no other one for the coordinator, as it can only go to DEAD (line 35)", "excluded: line 30 makes the state NORMAL in any state"},
		{"bully-original 32, 34", "a process starts with the greatest for its coordinator", "reading: bully-original R5, before there has been any coordinator"},
		{"bully-improved 1-3, 15-19", "a message that comes during a tick is lost", "excluded: line 15 takes each message out of the inbox"},
		{"bully-improved 5-12", "the process that is told is COORDINATOR at once", "same in all claims, with fewer rounds: line 28 is a crosscheck, and finds the same process"},
		{"bully-improved 23-24, 27-28, 31", "a process that is told twice crosschecks once", "reading: bully-improved R2 and R4"},
		{"raft 1", "only a follower realises that the leader is down", "same: nobody else waits for one"},
		{"raft 1, 10", "as printed, a process that votes before it has realised that there is no leader realises it afterwards", "same in all claims: each process still stands once at most"},
		{"raft 2, 8", "as printed, a vote does not start the timeout of the voter anew", "same in all claims: line 26, which is of the paper, starts it anew"},
		{"raft 7", "\"another candidate\" is another than itself: a vote for itself is no hindrance", "excluded: line 17 has one candidate in a term, and line 5 makes it itself"},
		{"raft 3-6", "the vote for itself needs a message", "excluded: line 6 sends to the other processes"},
	}
}
