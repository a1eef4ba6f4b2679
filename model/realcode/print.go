package realcode

// NewFingerprinter returns one that leaves out the fields that leaveOut lists as [Code].LeaveOut does. The clock is virtual: a time of day
// is its nanoseconds since 1970.
func NewFingerprinter(leaveOut []string) *Fingerprinter {
	f := newFingerprinter(leaveOut, NilDiffers)
	f.virtual = true
	return f
}
