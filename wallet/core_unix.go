//go:build unix

package wallet

import "syscall"

// NoCoreDumps keeps the memory of this process, and with it the unlocked keys, out of core files.
func NoCoreDumps() error { return syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) }
