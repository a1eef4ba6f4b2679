package parts

import (
	"fmt"
	"math"
	"strconv"
)

// Number writes a number with four digits.
func Number(x float64) string { return Digits(x, 4) }

// Digits writes a number with this many significant digits. A number close to 0
// is a rounding error.
func Digits(x float64, many int) string {
	if math.Abs(x) < 1e-9 {
		return "0"
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', many, 64), 64)
	if err != nil {
		panic(err) // it has just been written
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// Short writes a number with about three digits.
func Short(x float64) string {
	for _, unit := range []string{"", "k", "M", "G"} {
		switch {
		case x >= 1000:
			x /= 1000
		case unit == "":
			return fmt.Sprintf("%.0f", x)
		default:
			return fmt.Sprintf("%.3g%s", x, unit)
		}
	}
	return fmt.Sprintf("%.3gT", x)
}
