package command

import "net"

// checkSSH looks at what is to be served over ssh, and names the loopback address where an address
// names no other: whoever listens to everybody says so.
func (o *Options) checkSSH() error {
	if o.SSH == "" {
		if o.Desk != "" {
			return Usagef("--desk names who comes by ssh: give the address with --ssh ADDR")
		}
		return nil
	}
	host, port, err := net.SplitHostPort(o.SSH)
	switch {
	case err != nil || port == "":
		return Usagef("--ssh takes an address with a port, such as 127.0.0.1:2222, not %q", o.SSH)
	case o.Backend != "":
		return Usagef("--ssh serves the exchange of this process: it does not go with --backend")
	case o.Desk == "" && !o.Demo:
		return Usagef("--ssh lets in visitors with --demo, or the people of --desk FILE: name one")
	case o.Desk == "" && o.nodes.noLocal:
		return Usagef("visitors trade on the local network: --ssh does not go with --no-local " +
			"unless there is a --desk")
	}
	if host == "" {
		o.SSH = net.JoinHostPort("127.0.0.1", port)
	}
	return nil
}
