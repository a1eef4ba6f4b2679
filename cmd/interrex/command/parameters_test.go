package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// passing sends a token a number of hops along a ring, and who gets it last wins.
type passing struct{ hops int }

func (passing) Init(model.Self) int { return -1 }
func (passing) Ready(_ model.Self, hops int) model.Spontaneous {
	return model.Spontaneous{Wake: hops < 0}
}

func (passing) Observe(_ model.Self, hops int) model.Status {
	if hops == 0 {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

func (a passing) Step(p *model.Process[int], _ int, in model.Input[int]) int {
	left := a.hops
	if in.Kind == model.Receive {
		left = in.Msg
	}
	if left > 0 {
		p.Send(0, left-1)
	}
	return left
}

// relays returns a protocol with two parameters.
func relays() Protocol {
	return Protocol{Name: "relay", Title: "a token goes round",
		Parameters: []Parameter{{"hops", "how often the token is passed on", 2, 0, 5}, {"starters", "how many may send one", 1, 1, 2}},
		With: func(v Values) Protocol {
			p := Of(passing{v["hops"]}, func(n int) model.Network {
				starters := make([]int, v["starters"])
				for i := range starters {
					starters[i] = i
				}
				return model.Network{Topology: model.UnidirectionalRing, N: n, Wake: model.WakeSet{Only: starters}}
			}, properties.MessagesAtMost(v["hops"]*v["starters"]), properties.Uniqueness())
			p.From, p.To = 2, 3
			return p
		}}
}

// TestParameters runs commands for a protocol with parameters.
func TestParameters(t *testing.T) {
	t.Chdir(t.TempDir())
	k, err := collect("mine", []Protocol{relays(), Of(flood{}, identified)})
	if err != nil {
		t.Fatal(err)
	}
	const file = "found/relay-own-starters2-uniqueness-n2-async-fifo-weak-wake0_1.txt"
	for _, row := range []struct {
		args   string
		want   status
		shows  string
		reason string
	}{
		{"list", ok, "  set       hops=0..5, how often the token is passed on (2)\n", "what may be set, and the default"},
		{"check --help", ok, "--set NAME=VALUE", "the flag is among the others"},
		{"check relay", ok, "hops=2 starters=1", "the table has the defaults"},
		{"check relay --set hops=5,starters=2 --property messages<=10", ok, "hops=5 starters=2", "a property depends on them"},
		{"check relay --set hops=5 --set starters=2 --property messages<=10", ok, "hops=5 starters=2", "the flag may be repeated"},
		{"check relay --set hops=0 -n 2", ok, "hops=0 starters=1", "0 is a value"},
		{"check relay --set starters=2 --counterexamples found", refuted, "starters=2", "two may win"},
		{"replay " + file, ok, "hops=2,starters=2", "the file has its parameters"},
		{"replay " + file + " --set starters=2", ok, "hops=2,starters=2", "the same"},
		{"replay " + file + " --set hops=3", usage, "the file has hops=2,starters=2, and with --set it is hops=3,starters=1; allowed: no --set", "others"},
		{"minimise " + file, ok, "limits: hops=2,starters=2", "and keeps them"},
		{"chart " + file, ok, "o wake", "drawn"},
		{"measure relay --exact -n 3 --set hops=4", ok, "hops=4", "extremes"},
		{"measure relay --sizes 3 --set hops=4", ok, "hops=4", "averages"},
		{"simulate relay -n 9 --set hops=5", ok, "relay own hops=5 starters=1, n=9", "one execution"},
		{"check relay --set hips=1", usage, `unknown parameter "hips"; allowed: hops=0 to hops=5, starters=1 to starters=2`, "a typing error"},
		{"check relay --set hops=6", usage, `relay: "hops=6"; allowed: hops=0 to hops=5`, "too great"},
		{"check relay --set hops=few", usage, `relay: "hops=few"; allowed: hops=0 to hops=5`, "no number"},
		{"check relay --set hops", usage, `relay: "hops"; allowed: hops=0 to hops=5`, "no value"},
		{"check relay --set hops=1,hops=2", usage, `parameter hops occurs twice in "hops=1,hops=2"`, "twice"},
		{"check relay --set hops=1 --set hops=1", usage, `parameter hops occurs twice`, "twice, in two flags"},
		{"check relay", ok, "hops=2 starters=1", "nothing is left of the runs before"},
	} {
		var out bytes.Buffer
		got := k.run(t.Context(), strings.Fields(row.args), &out, &out)
		if got != int(row.want) || !strings.Contains(out.String(), row.shows) {
			t.Errorf("mine %s (%s): exit status %d, want %d and %q in\n%s", row.args, row.reason, got, row.want, row.shows, out.String())
		}
		if row.want == usage && strings.Count(out.String(), "\n") != 1 {
			t.Errorf("mine %s: more than one line: %q", row.args, out.String())
		}
	}
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, bad := range []string{"hops=9,starters=2", "hops=2,starters=2,hips=1"} {
		damaged := strings.Replace(string(text), "hops=2,starters=2", bad, 1)
		if err := os.WriteFile("damaged.txt", []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		out.Reset()
		if got := k.run(t.Context(), []string{"replay", "damaged.txt"}, &out, &out); got != int(usage) || !strings.Contains(out.String(), "the parameters of the file: ") {
			t.Errorf("%s: exit status %d: %s", bad, got, out.String())
		}
	}
	out.Reset()
	k.run(t.Context(), []string{"check", "relay", "-n", "2", "--set", "hops=3", "--json"}, &out, &out)
	var one struct{ Limits string }
	if err := json.NewDecoder(&out).Decode(&one); err != nil || one.Limits != "hops=3,starters=1" {
		t.Errorf("JSON has the limits %q, %v", one.Limits, err)
	}
}

// TestParametersThatMeanNothing says which protocols with parameters are refused.
func TestParametersThatMeanNothing(t *testing.T) {
	with := func(list ...Parameter) Protocol { p := relays(); p.Parameters = list; return p }
	bare := relays()
	bare.With = nil
	wrong := relays()
	wrong.With = func(Values) Protocol { return Protocol{} }
	for _, row := range []struct {
		protocol     Protocol
		want, reason string
	}{
		{bare, "it has Parameters or With, and not the other one", "nobody makes the protocol"},
		{with(), "it has Parameters or With, and not the other one", "nothing is to be set"},
		{with(Parameter{Name: "two words"}), "the name of its parameter has white space", "the name stands in files"},
		{with(Parameter{Name: "a=b"}), `parameter "a=b" has a comma or an equals sign`, "--set would not find it"},
		{with(Parameter{Name: "a"}, Parameter{Name: "a"}), `two parameters are named "a"`, "one could not be set"},
		{with(Parameter{Name: "a", Default: 3, Greatest: 2}), "parameter a has Default 3, Least 0 and Greatest 2", "the default is not allowed"},
		{wrong, "no Network", "the protocol that With returns has none"},
	} {
		if _, err := collect("mine", []Protocol{row.protocol}); err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", row.reason, err, row.want)
		}
	}
}
