//go:build !unix

package wallet

// NoCoreDumps has nothing to do where processes leave no core files.
func NoCoreDumps() error { return nil }
