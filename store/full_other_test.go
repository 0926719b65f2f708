//go:build !unix

package store

// childFillsDisk and childHasNoRoom need a limit on the size of files, which only unix has.
func childFillsDisk(string) {}
func childHasNoRoom(string) {}
