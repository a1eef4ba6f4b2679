package singh_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/singh"
)

// reaction is the step that the process with identity 5, among n, takes in a local state
// upon a message through a port, or upon waking up.
type reaction struct {
	n        int
	fixes    errata.Fixes
	readings errata.Readings
	state    singh.State
	port     model.Port
	message  singh.Message // the zero value: it wakes up
	next     singh.State
	sends    string // port and message, in order
	line     string // the words of the source
	reason   string
}

const (
	fixed = errata.Corrected
	none  = -1
)

func capture(phase, arg int, id model.ID) singh.Message {
	return singh.Message{Kind: singh.Capture, Phase: phase, Arg: arg, ID: id}
}
func accept(phase, arg int) singh.Message {
	return singh.Message{Kind: singh.Accept, Phase: phase, Arg: arg}
}
func named(k singh.Kind, id model.ID) singh.Message { return singh.Message{Kind: k, Arg: none, ID: id} }
func inform(distance int) singh.Message             { return singh.Message{Kind: singh.Inform, Arg: distance} }

func without(these ...int) errata.Fixes { return fixed &^ errata.Fix(these...) }

func capturing(level int) singh.State { return singh.State{Stage: singh.Capturing, Level: level} }
func owning(level, response int) singh.State {
	return singh.State{Stage: singh.Owning, Level: level, Response: response}
}
func contending(step, response int) singh.State {
	return awaiting(1<<(step-1), step, response)
}
func awaiting(wanted, step, response int) singh.State {
	return singh.State{Stage: singh.Contending, Step: step, Response: response, Wanted: wanted}
}
func captured(phase int, owner model.Port) singh.State {
	return singh.State{Stage: singh.Captured, Phase: phase, Owner: owner}
}

var (
	asleep = singh.State{}
	leader = singh.State{Stage: singh.Leader}
	done   = singh.State{Stage: singh.Done, Leader: 7}
	first  = errata.Readings{}
	wakes  = singh.Message{}
)

func TestCandidateFollowsTheText(t *testing.T) {
	check(t, []reaction{
		{8, 0, first, asleep, 0, wakes, owning(0, 0), "2 OWNER(5) 4 OWNER(5) 6 OWNER(5)",
			"3: if level <= n/k", "E1: 0 <= 4 at once"},
		{8, fixed, first, asleep, 0, wakes, capturing(0), "2 CAPTURE(1,0,5)",
			"6: send CAPTURE(1, level, j) to j[(level+1) * k]", "k = 2"},
		{8, 0, first, capturing(1), 2, capture(1, 1, 7), captured(1, 0), "2 ACCEPT(1)",
			"14: send ACCEPT(level); become captured", "(1, 5) < (1, 7); E2: one argument"},
		{8, fixed, first, capturing(1), 2, capture(1, 1, 7), captured(1, 0), "2 ACCEPT(1,1)",
			"14: send ACCEPT(level); become captured", "E2: the phase is said"},
		{8, fixed, first, capturing(1), 2, capture(1, 1, 3), capturing(1), "",
			"13: if (level, j) < (l, i)", "(1, 5) > (1, 3): nothing"},
		{8, fixed, first, capturing(1), 2, capture(1, 0, 7), capturing(1), "",
			"13: if (level, j) < (l, i)", "(1, 5) > (0, 7): the level comes first"},
		{8, fixed, first, capturing(0), 2, accept(1, 1), capturing(2), "6 CAPTURE(1,2,5)",
			"16: level becomes level + l + 1", "those that it had captured are skipped"},
		{8, fixed, first, capturing(2), 6, accept(1, 0), owning(3, 0), "2 OWNER(5) 4 OWNER(5) 6 OWNER(5)",
			"4: send OWNER(j) to all of R_j", "E1: 3 >= 4 - 1"},
		{8, fixed, first, capturing(0), 2, accept(1, none), capturing(0), "",
			"15: ACCEPT(1, l)", "ACCEPT(1) is another message"},
		{8, fixed, first, owning(3, 1), 2, named(singh.Ack, 5), owning(3, 2), "",
			"18: Response becomes Response + 1", "two of three"},
		{8, fixed, first, owning(3, 2), 2, named(singh.Ack, 5), contending(1, 0), "1 CAPTURE(2,1,5)",
			"19: if Response = n/k - 1 then phase becomes 2", "three of three"},
		{8, 0, first, owning(3, 1), 1, capture(2, 1, 3), captured(2, 0), "1 ACCEPT(2,3)",
			"22: send ACCEPT(2, i)", "whatever the identity; E4: two arguments"},
		{8, fixed, first, owning(3, 1), 1, capture(2, 1, 3), captured(2, 0), "1 ACCEPT(2)",
			"22: send ACCEPT(2, i)", "E4: as line 42 takes it"},
		{8, 0, first, owning(3, 1), 1, named(singh.Elected, 7), captured(1, 0), "",
			"24: become captured", "E5: it goes on waiting"},
		{8, fixed, first, owning(3, 1), 1, named(singh.Elected, 7), done, "",
			"24: become captured", "E5: it is done"},
		{16, fixed, first, contending(2, 0), 3, capture(1, 2, 7), contending(2, 0), "",
			"36: nothing", "the first phase is over"},
		{16, fixed, first, contending(2, 0), 3, capture(2, 2, 7), captured(2, 0), "3 ACCEPT(2)",
			"39: send ACCEPT(2) over e; become captured", "(2, 7) > (2, 5)"},
		{16, fixed, first, contending(2, 0), 3, capture(2, 1, 7), contending(2, 0), "",
			"38: if (l, i) > (step, j)", "(1, 7) < (2, 5)"},
		{16, fixed, first, contending(2, 0), 3, inform(8), contending(2, 0), "11 CAPTURE(2,2,5)",
			"41: send CAPTURE(2, step, j) to j[e + x]", "3 + 8"},
		{16, fixed, first, contending(1, 0), 2, accept(2, none), contending(2, 0), "1 CAPTURE(2,2,5) 3 CAPTURE(2,2,5)",
			"45: step becomes step + 1", "2^0 answers"},
		{16, 0, first, contending(1, 0), 2, accept(2, none), contending(2, 0), "1 CAPTURE(2,2,5)",
			"30: up to j[(2^(step-1) - 1) * k/2^step]", "E6: one process, line 44 wants two answers"},
		{16, fixed, first, contending(2, 0), 1, accept(2, none), contending(2, 1), "",
			"44: if Response = 2^(step-1)", "E9: one of two: it waits"},
		{16, without(singh.Indent), first, contending(2, 0), 1, accept(2, none), contending(2, 0), "1 CAPTURE(2,2,5) 3 CAPTURE(2,2,5)",
			"46: else Received becomes true", "E9: it asks again"},
		{16, without(singh.Announce), first, contending(2, 1), 1, accept(2, none), leader, "",
			"46: elected becomes true", "E10: step = log(k) + 1 = 3, and nobody is told"},
		{2, fixed, first, contending(1, 0), 1, accept(2, none), leader, "1 ELECTED(5)",
			"81: announces that with ELECTED", "E10"},
		{2, without(singh.Lonely), first, asleep, 0, wakes, owning(0, 0), "",
			"19: if Response = n/k - 1", "E3: it waits for no ACK"},
		{2, fixed, first, asleep, 0, wakes, contending(1, 0), "1 CAPTURE(2,1,5)",
			"19: if Response = n/k - 1", "E3: 0 = 1 - 1"},
		{8, fixed, first, leader, 3, capture(2, 1, 7), leader, "", "46: elected becomes true", "its program has ended"},
	})
}

func TestCapturedFollowsTheText(t *testing.T) {
	check(t, []reaction{
		{8, 0, first, asleep, 3, capture(1, 0, 3), captured(1, 0), "3 ACCEPT(1,0)",
			"54: become captured, with owner 0, phase 1", "it has not woken up and never will"},
		{8, 0, first, captured(2, 0), 3, capture(1, 0, 3), captured(2, 0), "",
			"58: if phase = 1", "phase = 2"},
		{8, 0, first, captured(1, 0), 3, capture(2, 1, 3), captured(2, 0), "3 ACCEPT(2)",
			"61: send ACCEPT(2) over j[e]; phase becomes 2", "phase = 1"},
		{8, 0, first, captured(2, 0), 3, capture(2, 1, 3), captured(2, 0), "3 ACCEPT(2)",
			"60: if phase = 1 or owner = 0", "owner = 0"},
		{8, 0, first, captured(2, 4), 3, capture(2, 1, 3), captured(2, 4), "3 INFORM(4)",
			"62: else send INFORM(owner) over j[e]", "it has an owner"},
		{8, fixed, first, captured(1, 0), 4, named(singh.Owner, 7), captured(2, 4), "4 ACK(7)",
			"65: owner becomes Cycle.index(i), phase becomes 2; send ACK(i)", "E11: the distance to the sender"},
		{8, 0, first, captured(1, 0), 4, named(singh.Owner, 4), captured(2, 3), "4 ACK(4)",
			"65: owner becomes Cycle.index(i)", "E11: the list is 8, 7, 6, 4, 3, 2, 1, 5"},
		{8, fixed, first, captured(2, 0), 4, named(singh.Owner, 7), captured(2, 0), "",
			"64: if phase = 1", "the second phase has come here first"},
		{8, fixed, first, captured(2, 4), 4, named(singh.Elected, 7), done, "", "73: done becomes true", "it is told"},
		{8, fixed, first, captured(1, 0), 4, accept(1, 0), captured(1, 0), "", "67: nothing", "it wants nobody any more"},
		{8, fixed, first, captured(1, 0), 4, inform(4), captured(1, 0), "", "75: nothing", "it wants nobody any more"},
		{8, fixed, first, done, 3, capture(1, 0, 3), done, "", "51: while not done", "its program has ended"},
	})
}

func TestModification(t *testing.T) {
	surrounded := func(level, response int) singh.State {
		return singh.State{Stage: singh.Surrounded, Level: level, Response: response}
	}
	check(t, []reaction{
		{9, fixed, first, capturing(1), 8, accept(1, 0), surrounded(2, 0), "5 CAPTURE(1,2,5) 1 CAPTURE(1,2,5)",
			"83: sends CAPTURE at once to all j with i in R_j", "k = 4; the distances 4 and 8 from them"},
		{9, fixed, first, surrounded(2, 1), 1, accept(1, 2), owning(2, 0), "4 OWNER(5) 8 OWNER(5)",
			"84: having captured these", "whatever they had captured"},
		{9, fixed, errata.Readings{singh.When: 1}, capturing(1), 8, accept(1, 0), owning(2, 0), "4 OWNER(5) 8 OWNER(5)",
			"84: having captured these", "R3=b: OWNER comes first"},
		{9, fixed, errata.Readings{singh.When: 1}, surrounded(2, 1), 1, accept(1, 0), awaiting(2, 1, 0), "2 CAPTURE(2,1,5) 7 CAPTURE(2,1,5)",
			"84: i can enter the second phase", "R3=b"},
		{9, fixed, errata.Readings{singh.Receivers: 1}, surrounded(2, 1), 1, accept(1, 0), owning(2, 0), "4 OWNER(5) 8 OWNER(5) 5 OWNER(5) 1 OWNER(5)",
			"4: send OWNER(j) to all of R_j", "R4=b"},
		{9, fixed, errata.Readings{singh.Receivers: 2}, owning(2, 1), 4, named(singh.Ack, 5), awaiting(2, 1, 0), "2 CAPTURE(2,1,5) 7 CAPTURE(2,1,5)",
			"19: if Response = n/k - 1", "R4=c: two of four"},
		{9, fixed, errata.Readings{singh.Ends: 1}, asleep, 0, wakes, capturing(0), "4 CAPTURE(1,0,5)",
			"78: R_i is i[0], i[k], i[2k], ..., i[n-k]", "R2=b: up to 5 = n - k"},
		{9, fixed, errata.Readings{singh.Ends: 1}, capturing(0), 4, accept(1, 0), surrounded(1, 0), "5 CAPTURE(1,1,5)",
			"78: R_i is i[0], i[k], i[2k], ..., i[n-k]", "R2=b: that is all"},
		{6, fixed, first, capturing(1), 4, accept(1, 0), owning(2, 0), "2 OWNER(5) 4 OWNER(5)",
			"83: sends CAPTURE at once to all j with i in R_j", "k divides n: they are captured already"},
		{9, fixed, first, awaiting(2, 1, 1), 7, accept(2, none), awaiting(2, 2, 0), "3 CAPTURE(2,2,5) 6 CAPTURE(2,2,5)",
			"85, 86: at distances that are multiples of k/2^l", "E12: not those at 1 and 8, which are captured"},
		{9, without(singh.Own), first, awaiting(2, 1, 1), 7, accept(2, none), awaiting(4, 2, 0),
			"1 CAPTURE(2,2,5) 3 CAPTURE(2,2,5) 6 CAPTURE(2,2,5) 8 CAPTURE(2,2,5)",
			"85, 86: at distances that are multiples of k/2^l", "E12: all"},
		{9, fixed, errata.Readings{singh.Multiples: 1}, awaiting(2, 1, 1), 7, accept(2, none), awaiting(4, 2, 0),
			"2 CAPTURE(2,2,5) 3 CAPTURE(2,2,5) 6 CAPTURE(2,2,5) 7 CAPTURE(2,2,5)",
			"85, 86: at distances that are multiples of k/2^l", "R5=b: 2 and 7 again"},
		{9, fixed, errata.Readings{singh.Multiples: 2}, owning(2, 1), 4, named(singh.Ack, 5), awaiting(4, 1, 0),
			"2 CAPTURE(2,1,5) 3 CAPTURE(2,1,5) 6 CAPTURE(2,1,5) 7 CAPTURE(2,1,5)",
			"85, 86: at distances that are multiples of k/2^l", "R5=c: also 6 and its mirror image 3"},
		{9, fixed, first, awaiting(2, 1, 0), 2, accept(2, none), awaiting(2, 1, 1), "",
			"44: if Response = 2^(step-1)", "E8: two have been asked"},
		{9, without(singh.Count), first, contending(1, 0), 2, accept(2, none), contending(2, 0), "3 CAPTURE(2,2,5) 6 CAPTURE(2,2,5)",
			"44: if Response = 2^(step-1)", "E8: 2^0 answers"},
		{9, fixed, first, awaiting(2, 2, 0), 6, inform(4), awaiting(2, 2, 0), "1 CAPTURE(2,2,5)",
			"41: to j[e + x]", "E7: 6 + 4 mod 9"},
		{3, fixed, first, owning(1, 0), 2, named(singh.Ack, 5), leader, "1 ELECTED(5) 2 ELECTED(5)",
			"85: in step l", "E8: both others are captured, there is nobody to ask"},
		{3, without(singh.Count), first, owning(1, 0), 2, named(singh.Ack, 5), contending(1, 0), "",
			"85: in step l", "E8: nobody will answer"},
	})
}

func TestOtherReadings(t *testing.T) {
	fresh := captured(2, 0)
	fresh.Fresh = true
	check(t, []reaction{
		{4, fixed, errata.Readings{singh.Self: 1}, capturing(0), 2, accept(1, 0), owning(1, 0), "0 OWNER(5) 2 OWNER(5)",
			"4: send OWNER(j) to all of R_j", "R1=b: R_j has j in it"},
		{4, fixed, errata.Readings{singh.Self: 1}, owning(1, 0), 0, named(singh.Owner, 5), owning(1, 0), "",
			"11: case by case", "R1=b: a candidate has no case for OWNER"},
		{4, fixed, errata.Readings{singh.Self: 2}, owning(1, 0), 0, named(singh.Owner, 5), owning(1, 0), "0 ACK(5)",
			"11: case by case", "R1=c: it acknowledges itself"},
		{4, fixed, errata.Readings{singh.First: 1}, owning(1, 0), 1, capture(2, 1, 3), fresh, "1 ACCEPT(2)",
			"21: become captured, in phase 2", "R6=b"},
		{4, fixed, errata.Readings{singh.First: 1}, fresh, 2, capture(1, 0, 3), captured(1, 0), "2 ACCEPT(1,0)",
			"54: with owner 0, phase 1", "R6=b: phase 2 is forgotten"},
		{16, 0, errata.Readings{singh.Empty: 1}, owning(3, 2), 4, named(singh.Ack, 5), contending(1, 0), "2 CAPTURE(2,1,5)",
			"30: j[k/2^step], ..., j[(2^(step-1) - 1) * k/2^step]", "R7=b: j[2], ..., j[0]"},
		{16, 0, first, owning(3, 2), 4, named(singh.Ack, 5), contending(1, 0), "",
			"30: j[k/2^step], ..., j[(2^(step-1) - 1) * k/2^step]", "R7=a: nobody"},
		{16, fixed, first, awaiting(1, 1, 0), 2, accept(2, none), awaiting(2, 2, 0), "1 CAPTURE(2,2,5) 3 CAPTURE(2,2,5)",
			"30: j[k/2^step], ..., j[(2^(step-1) - 1) * k/2^step]", "R9=a: the odd multiples of 1"},
		{16, fixed, errata.Readings{singh.Between: 1}, awaiting(1, 1, 0), 2, accept(2, none), awaiting(3, 2, 0),
			"1 CAPTURE(2,2,5) 2 CAPTURE(2,2,5) 3 CAPTURE(2,2,5)",
			"30: j[k/2^step], ..., j[(2^(step-1) - 1) * k/2^step]", "R9=b: 2 again"},
		{16, fixed, errata.Readings{singh.Between: 2}, owning(3, 2), 4, named(singh.Ack, 5), awaiting(4, 1, 0),
			"2 CAPTURE(2,1,5) 6 CAPTURE(2,1,5) 10 CAPTURE(2,1,5) 14 CAPTURE(2,1,5)",
			"30: j[k/2^step], ..., j[(2^(step-1) - 1) * k/2^step]", "R9=c: beyond k = 4, but not its own subring (E12)"},
	})
}

// TestWhatTheAuthorsReport is about the readings that section 3 of the document suggests.
func TestWhatTheAuthorsReport(t *testing.T) {
	fresh := captured(1, 0)
	fresh.Fresh = true
	check(t, []reaction{
		{4, without(singh.Distance), first, captured(1, 0), 2, named(singh.Owner, 3), captured(2, 2), "2 ACK(3)",
			"65: owner becomes Cycle.index(i)", "R10=a: Cycle is 5, 4, 3, 2"},
		{4, without(singh.Distance), errata.Readings{singh.Place: 1}, captured(1, 0), 2, named(singh.Owner, 3), captured(2, 1), "2 ACK(3)",
			"65: owner becomes Cycle.index(i)", "R10=b: Cycle is 4, 3, 2, 5"},
		{4, without(singh.Distance), errata.Readings{singh.Place: 2}, captured(1, 0), 2, named(singh.Owner, 3), captured(2, 3), "2 ACK(3)",
			"65: owner becomes Cycle.index(i)", "R10=c: Cycle is 2, 5, 4, 3"},
		{4, without(singh.Distance), errata.Readings{singh.Place: 3}, captured(1, 0), 2, named(singh.Owner, 4), captured(2, 4), "2 ACK(4)",
			"90: in the paper owner becomes i", "R10=d"},
		{4, without(singh.Distance), errata.Readings{singh.Place: 4}, captured(1, 0), 2, named(singh.Owner, 3), captured(2, 2), "2 ACK(3)",
			"90: in the paper owner becomes i", "R10=e: the port to 3 is 2"},
		{16, without(singh.Announce), errata.Readings{singh.Beside: 1}, contending(2, 0), 1, accept(2, none), leader, "",
			"88: the paper indents line 45 less", "R11=b: one of two answers ends the last step"},
		{8, fixed, errata.Readings{singh.Inside: 1}, asleep, 3, capture(1, 0, 3), captured(1, 0), "3 ACCEPT(1,0)",
			"89: the paper indents lines 56-75 more", "R12=b: the first message"},
		{8, fixed, errata.Readings{singh.Inside: 1}, captured(1, 0), 3, capture(2, 1, 3), captured(1, 0), "",
			"89: the paper indents lines 56-75 more", "R12=b: the second message"},
		{8, fixed, errata.Readings{singh.Inside: 1, singh.First: 1}, fresh, 3, capture(2, 1, 3), captured(2, 0), "3 ACCEPT(2)",
			"89: the paper indents lines 56-75 more", "R6=b: the first one since it was captured"},
		{8, fixed, errata.Readings{singh.Whole: 1}, capturing(2), 6, accept(1, 0), capturing(3), "0 CAPTURE(1,3,5)",
			"91: CAPTURE goes to the sender too", "R13=b: three others are captured"},
		{8, fixed, errata.Readings{singh.Whole: 1}, capturing(3), 0, capture(1, 3, 5), capturing(3), "",
			"13: if (level, j) < (l, i)", "R13=b: (3, 5) is not less than itself"},
		{2, without(singh.Lonely), errata.Readings{singh.Self: 2}, owning(0, 0), 0, named(singh.Ack, 5), owning(0, 1), "",
			"19: if Response = n/k - 1", "R14=a: 1 is not 0"},
		{2, without(singh.Lonely), errata.Readings{singh.Self: 2, singh.Equal: 1}, owning(0, 0), 0, named(singh.Ack, 5), contending(1, 0), "1 CAPTURE(2,1,5)",
			"95: all conditions on Response became >=", "R14=b: 1 >= 0"},
		{8, fixed, errata.Readings{singh.Equal: 1}, owning(3, 1), 2, named(singh.Ack, 5), owning(3, 2), "",
			"95: all conditions on Response became >=", "R14=b: two of three"},
		{9, fixed, errata.Readings{singh.Tail: 1}, capturing(1), 8, accept(1, 0), capturing(2), "5 CAPTURE(1,2,5)",
			"92: all j of line 83 at the end of the list", "R16=a: the list is 4, 8, 5, 1"},
		{9, fixed, errata.Readings{singh.Tail: 1, singh.Backwards: 1}, capturing(1), 8, accept(1, 0), capturing(2), "1 CAPTURE(1,2,5)",
			"92: all j of line 83 at the end of the list", "R16=b: the list is 4, 8, 1, 5"},
		{9, fixed, errata.Readings{singh.Tail: 1}, capturing(0), 4, accept(1, 2), capturing(3), "1 CAPTURE(1,3,5)",
			"92: skipped those that follow in the list", "R15=b: 8 and 5"},
		{9, fixed, errata.Readings{singh.Tail: 2}, capturing(0), 4, accept(1, 2), capturing(2), "5 CAPTURE(1,2,5)",
			"93: does not skip those at the end", "R15=c: 8 only"},
		{9, fixed, errata.Readings{singh.Tail: 2}, capturing(2), 5, accept(1, 1), owning(4, 0), "4 OWNER(5) 8 OWNER(5)",
			"93: does not skip those at the end", "R15=c: 5 is no process of its subring, and 1 is skipped"},
	})
}

func check(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		name := fmt.Sprintf("n=%d %v upon %v: %s", row.n, row.state, row.message, row.reason)
		next, sends := react(t, row)
		if diff := cmp.Diff(row.next, next); diff != "" {
			t.Errorf("%s\nline %s\nlocal state (-want +got):\n%s", name, row.line, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nline %s\nsends (-want +got):\n%s", name, row.line, diff)
		}
	}
}

// identities returns n identities, of which the first is 5
// and the others descend.
func identities(n int) []model.ID {
	ids := []model.ID{5}
	for id := model.ID(max(n, 5)); len(ids) < n; id-- {
		if id != 5 {
			ids = append(ids, id)
		}
	}
	return ids
}

// react returns the local state and the sends that follow.
func react(t *testing.T, row reaction) (singh.State, string) {
	t.Helper()
	net := model.Network{Topology: model.Complete, N: row.n, IDs: identities(row.n)}
	s, err := model.New(singh.Algorithm{Fixes: row.fixes, Readings: row.readings}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Repeat = true
	in := compiled.Input{Kind: model.Wake, Msg: -1}
	if row.message != wakes {
		in = compiled.Input{Kind: model.Receive, Port: row.port, Msg: tables.Message(row.message)}
	}
	outcomes := tables.Step(0, tables.Local(0, row.state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", row.state, row.message, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, fmt.Sprint(sent.Port, " ", tables.MessageText(sent.Msg)))
	}
	return tables.Value(0, outcomes[0].Next).(singh.State), strings.Join(sends, " ")
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{capture(1, 0, 5), "CAPTURE(1,0,5)", "phase, level, identity"},
		{accept(1, 0), "ACCEPT(1,0)", "phase, level"},
		{accept(0, none), "ACCEPT(0)", "as printed in line 14: level 0"},
		{accept(2, none), "ACCEPT(2)", "phase"},
		{singh.Message{Kind: singh.Accept, Phase: 2, Arg: none, ID: 5}, "ACCEPT(2,5)", "as printed in line 22"},
		{named(singh.Owner, 5), "OWNER(5)", "identity"},
		{inform(4), "INFORM(4)", "distance"},
		{asleep, "asleep", "at the start"},
		{owning(3, 1), "owning,level=3,response=1", "first phase"},
		{captured(2, 4), "captured,phase=2,owner=4", "captured and owned"},
		{done, "done,leader=7", "at the end"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	s, err := model.New(singh.Algorithm{}, model.Network{Topology: model.Complete, N: 8, IDs: identities(8)})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	for _, row := range []struct {
		state  singh.State
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{asleep, model.Spontaneous{Wake: true}, model.Status{}, "it may wake up"},
		{capturing(0), model.Spontaneous{}, model.Status{Role: model.Candidate}, "it may still win"},
		{contending(1, 0), model.Spontaneous{}, model.Status{Role: model.Candidate}, "it may still win"},
		{captured(1, 0), model.Spontaneous{}, model.Status{Role: model.Lost}, "it cannot win any more"},
		{done, model.Spontaneous{}, model.Status{Role: model.Lost, Leader: 7, Halted: true}, "it has been told"},
		{leader, model.Spontaneous{}, model.Status{Role: model.Won, Leader: 5, Halted: true}, "it leads"},
	} {
		l := tables.Local(0, row.state)
		if diff := cmp.Diff(row.ready, tables.Ready(0, l)); diff != "" {
			t.Errorf("%v: reacts to (-want +got): %s\n%s", row.state, row.reason, diff)
		}
		if diff := cmp.Diff(row.status, tables.Status(0, l)); diff != "" {
			t.Errorf("%v: status (-want +got): %s\n%s", row.state, row.reason, diff)
		}
	}
}

func TestNeedsSenseOfDirection(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		says   string
		reason string
	}{
		{model.Network{Topology: model.CompleteByID, N: 2, IDs: []model.ID{2, 1}},
			"singh: topology complete-by-id; allowed: complete", "ports are distances"},
		{model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}},
			"n = 1; allowed: n >= 2", "log log 1 does not exist"},
		{model.Network{Topology: model.Complete, N: 2}, "the processes are anonymous", "anonymous processes"},
	} {
		_, err := model.New(singh.Algorithm{}, row.net)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("got error %v, want one with %q: %s", err, row.says, row.reason)
		}
	}
}
