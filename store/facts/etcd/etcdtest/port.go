package etcdtest

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// reserve finds a free port of this machine for a process that is yet to listen at it. On Linux it
// stays bound, without listening, until keep is closed: then nobody who asks for any free port is
// given it, and a process that names it may listen, and listen again after it was killed.
func reserve() (port int, keep *os.File, err error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return 0, nil, os.NewSyscallError("socket", err)
	}
	keep = os.NewFile(uintptr(fd), "port")
	at, err := bind(fd)
	if err != nil || runtime.GOOS != "linux" {
		keep.Close()
	}
	return at, keep, err
}

func bind(fd int) (port int, err error) {
	err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	if err != nil {
		return 0, os.NewSyscallError("setsockopt", err)
	}
	err = syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	if err != nil {
		return 0, os.NewSyscallError("bind", err)
	}
	at, err := syscall.Getsockname(fd)
	if err != nil {
		return 0, os.NewSyscallError("getsockname", err)
	}
	here, ok := at.(*syscall.SockaddrInet4)
	if !ok {
		return 0, fmt.Errorf("a socket is bound at %v", at)
	}
	return here.Port, nil
}
