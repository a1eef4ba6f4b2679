package realcode

// Fingerprint returns a text of everything that is reachable from v, unexported
// fields included, but for the fields that leaveOut lists as [Code].LeaveOut does.
// Equal texts mean equal contents. A time of day is its nanoseconds since 1970, so
// that it needs a virtual clock. An error names the part that has no fingerprint.
func Fingerprint(v any, leaveOut []string) (string, error) {
	f := newFingerprinter(leaveOut, NilDiffers)
	f.virtual = true
	return f.of(v)
}
