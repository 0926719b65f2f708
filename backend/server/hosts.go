package server

import (
	"net"
	"net/netip"
	"slices"
	"strings"

	"bourse/backend/api"
)

// hostCheck lists the names a server answers to. A page whose name was rebound to a loopback
// address by its DNS would otherwise be "same origin" with a server that only this machine should
// reach. nil answers to every name.
type hostCheck []string

// hostsFor returns the check for a listener: on a loopback address its own names and the
// operator's. A server that others may reach has no more to fear from a rebound name than from its
// own.
func hostsFor(addr net.Addr, extra []string) hostCheck {
	if tcp, ok := addr.(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		return nil
	}
	names := hostCheck{"localhost"}
	for _, h := range extra {
		names = append(names, strings.ToLower(strings.TrimSuffix(h, ".")))
	}
	return names
}

func (h hostCheck) check(host string) error {
	if h == nil {
		return nil
	}
	name := host
	if n, _, err := net.SplitHostPort(host); err == nil {
		name = n
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if ip, err := netip.ParseAddr(name); err == nil && ip.IsLoopback() {
		return nil
	}
	if slices.Contains(h, name) {
		return nil
	}
	return api.Errorf(hostNotServed,
		"the Host %s is not one this server answers to; use localhost or a name its operator "+
			"configured", quote(host))
}
