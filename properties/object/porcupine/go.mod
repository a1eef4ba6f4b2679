module github.com/interrex/interrex/properties/object/porcupine

go 1.26.0

replace github.com/interrex/interrex => ../../..

require (
	github.com/anishathalye/porcupine v1.3.1
	github.com/interrex/interrex v0.0.0-00010101000000-000000000000
)
