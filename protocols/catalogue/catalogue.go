// Package catalogue has the claims about each algorithm of package protocols, in the
// terms of package claims. Each algorithm has one file here, and one line in [List].
package catalogue

import "github.com/interrex/interrex/protocols/claims"

// List returns the algorithms of the catalogue, in a fixed order.
func List() []Listed {
	return []Listed{
		{Name: "lcr", Entry: lcrEntry},
		{Name: "hs", Entry: hsEntry},
		{Name: "franklin", Entry: franklinEntry},
		{Name: "dkr", Entry: dkrEntry},
		{Name: "peterson", Entry: petersonEntry},
		{Name: "timeslice", Entry: timesliceEntry},
		{Name: "variablespeeds", Entry: variablespeedsEntry},
		{Name: "awe", Entry: aweEntry},
		{Name: "afa", Entry: afaEntry},
		{Name: "anonymous", Entry: anonymousEntry},
		{Name: "sun", Entry: sunEntry},
		{Name: "divided", Entry: dividedEntry},
		{Name: "divided-sun", Entry: dividedSunEntry},
		{Name: "itairodeh", Entry: itairodehEntry},
		{Name: "bully", Entry: bullyEntry},
		{Name: "bully-reply", Entry: bullyReplyEntry},
		{Name: "tokenring", Entry: tokenringEntry},
		{Name: "bully-original", Entry: bullyOriginalEntry},
		{Name: "bully-improved", Entry: bullyImprovedEntry},
		{Name: "raft", Entry: raftEntry},
		{Name: "paxos", Entry: paxosEntry},
		{Name: "invitation", Entry: invitationEntry},
		{Name: "singh", Entry: singhEntry},
	}
}

// All returns the entries of all algorithms, in the order of [List].
func All() []Entry { return claims.Entries(List()) }

// ByName returns the entry of that name, and makes no other. The error lists the names.
func ByName(name string) (Entry, error) { return claims.Find(List(), name) }
