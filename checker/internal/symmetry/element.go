package symmetry

import (
	"encoding/binary"
	"slices"
)

// Element is a renaming of a group, composed of generators.
type Element struct {
	Image   []int // the new name of each process
	Inverse []int // the old name of each process
	Word    []int // the generators, in the order in which they are applied
}

// generate returns the group that some renamings generate, the identity first, and those that
// it uses. One that would make the group too large, or that is composed of others, is left out.
func generate(n int, candidates [][]int, most int) (generators [][]int, elements []Element) {
	elements = compose(n, nil, most)
	for _, image := range candidates {
		switch isElement := slices.ContainsFunc(elements, func(e Element) bool { return slices.Equal(e.Image, image) }); {
		case isElement && isExchange(image):
			generators = append(generators, image)
		case !isElement:
			if more := compose(n, append(slices.Clip(generators), image), most); more != nil {
				elements, generators = more, append(generators, image)
			}
		}
	}
	return generators, compose(n, generators, most)
}

// within returns the exchanges of so many processes that they do not make a group too large:
// those that can be exchanged with each other, from the first one on.
func within(n int, exchanges [][]int, most int) [][]int {
	class := make([]int, n)
	for p := range class {
		class[p] = p
	}
	for _, image := range exchanges {
		for p, q := range image {
			if q > p {
				class[q] = class[p]
			}
		}
	}
	order, size, in := 1, make([]int, n), make([]bool, n)
	for p, c := range class {
		if order*(size[c]+1) <= most {
			size[c]++
			order *= size[c]
			in[p] = true
		}
	}
	return slices.DeleteFunc(exchanges, func(image []int) bool {
		return slices.ContainsFunc(image, func(p int) bool { return image[p] != p && !in[p] })
	})
}

// isExchange reports whether a renaming exchanges two processes. All exchanges of a group are
// among its generators, so that words are short.
func isExchange(image []int) bool {
	moved := 0
	for p, q := range image {
		if p != q {
			moved++
		}
	}
	return moved == 2
}

// compose returns the elements composed of the generators, by the length of their words. It returns
// nil if they are more than most.
func compose(n int, generators [][]int, most int) []Element {
	key := func(image []int) string {
		var text []byte
		for _, p := range image {
			text = binary.AppendUvarint(text, uint64(p))
		}
		return string(text)
	}
	to := make([]int, n)
	for p := range to {
		to[p] = p
	}
	list, listed := []Element{newElement(to, nil)}, map[string]bool{key(to): true}
	for i := 0; i < len(list); i++ {
		for k, image := range generators {
			for p, q := range list[i].Image {
				to[p] = image[q]
			}
			if listed[key(to)] {
				continue
			}
			if len(list) == most {
				return nil
			}
			listed[key(to)] = true
			list = append(list, newElement(to, append(slices.Clip(list[i].Word), k)))
		}
	}
	return list
}

func newElement(image []int, word []int) Element {
	e := Element{Image: slices.Clone(image), Inverse: make([]int, len(image)), Word: word}
	for p, q := range image {
		e.Inverse[q] = p
	}
	return e
}
