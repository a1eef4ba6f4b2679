package checkertest

import "os"

// Long reports whether the environment variable INTERREX_LONG is set. Tests then
// take the large systems and the many seeds that the nightly workflow takes.
func Long() bool { return os.Getenv("INTERREX_LONG") != "" }
