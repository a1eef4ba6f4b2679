package catalogue_test

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// An entry of the catalogue gives a system for each variant and network.
func ExampleEntry() {
	lcr, err := catalogue.ByName("lcr")
	if err != nil {
		fmt.Println(err)
		return
	}
	printed, err := lcr.ParseVariant("printed")
	if err != nil {
		fmt.Println(err)
		return
	}
	net := lcr.Network(3)
	net.IDs = []model.ID{3, 1, 2}
	s, err := lcr.New(printed, net)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name(), "on", s.Network().N, "processes;", lcr.Errata[0].ID, "breaks", lcr.Errata[0].Breaks)
	// Output: lcr on 3 processes; E1 breaks halted
}
