package protocols

import (
	"math/big"
	"slices"
)

// A Sample is what a document reports of numbers of messages at one n.
type Sample struct {
	N                         int
	Min, Max, Median, Average int
}

// AFASamples returns Table 1 of Troják: the number of election
// messages (EM) that As Far As Possible has sent on rings of n processes.
func AFASamples() []Sample {
	return []Sample{
		{10, 15, 39, 25, 24}, {11, 18, 41, 29, 28}, {12, 22, 47, 32, 32}, {13, 21, 44, 33, 32}, {14, 22, 51, 37, 36},
		{15, 24, 54, 38, 37}, {16, 25, 65, 42, 41}, {17, 27, 64, 44, 43}, {18, 30, 68, 47, 47}, {19, 28, 74, 48, 48},
		{20, 28, 71, 53, 52}, {21, 31, 82, 52, 52}, {22, 32, 87, 58, 57}, {23, 39, 89, 57, 57}, {24, 35, 101, 59, 60},
		{25, 33, 98, 63, 63}, {26, 27, 102, 67, 67}, {27, 34, 101, 66, 66}, {28, 39, 108, 71, 71}, {29, 47, 106, 72, 72},
	}
}

// ElectionMessages returns how many arrangements of n identities around a ring
// make As Far As Possible send exactly i election messages, by i, if all n
// processes start: then the schedule does not matter. There are (n-1)! in all.
//
// The least identity travels n links, and any other to the next lesser one. So
// cut the ring at the least identity, and the rest at its own least, and so on.
func ElectionMessages(n int) []*big.Int {
	// of[m] counts the arrangements of m identities in a row that ends at a
	// lesser one, by how many links they travel together.
	of := [][]*big.Int{{big.NewInt(1)}}
	for m := 1; m < n; m++ {
		sum := numbers(m*(m+1)/2 + 1)
		for before := range m { // so many stand before the least of the m
			ways := new(big.Int).Binomial(int64(m-1), int64(before))
			for i, a := range of[before] {
				for j, b := range of[m-1-before] {
					product := new(big.Int).Mul(a, b)
					at := i + j + m - before // which travels to the end of the row
					sum[at].Add(sum[at], product.Mul(product, ways))
				}
			}
		}
		of = append(of, sum)
	}
	return slices.Concat(numbers(n), of[n-1])
}

// numbers returns k zeros.
func numbers(k int) []*big.Int {
	list := make([]*big.Int, k)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}

// Exact returns the least and the greatest number that some arrangement has,
// the median and the average, of what [ElectionMessages] returns.
func Exact(counts []*big.Int) (least, greatest, median int, average float64) {
	total, weighted := new(big.Int), new(big.Int)
	least = -1
	for i, count := range counts {
		if count.Sign() == 0 {
			continue
		}
		if least < 0 {
			least = i
		}
		greatest = i
		total.Add(total, count)
		weighted.Add(weighted, new(big.Int).Mul(count, big.NewInt(int64(i))))
	}
	seen := new(big.Int)
	for i, count := range counts {
		seen.Add(seen, count)
		if twice := new(big.Int).Lsh(seen, 1); twice.Cmp(total) >= 0 {
			median = i
			break
		}
	}
	average, _ = new(big.Rat).SetFrac(weighted, total).Float64()
	return least, greatest, median, average
}
