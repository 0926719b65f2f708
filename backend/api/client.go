package api

import (
	"context"
	"net/netip"
)

type clientKey struct{}

// WithClient says on whose behalf a call is made: the address of a client, by which what is rare is
// shared out.
func WithClient(ctx context.Context, client netip.Addr) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// ClientOf returns the client of a call, the zero address for one that comes from this process.
func ClientOf(ctx context.Context) netip.Addr {
	client, _ := ctx.Value(clientKey{}).(netip.Addr)
	return client
}

// Networks are those that a client's address belongs to, the widest first, and the address itself,
// an IPv6 client's /64, at last: whoever has one of these may have all that is in it.
func Networks(client netip.Addr) (list [3]netip.Prefix) {
	bits := [...]int{32, 48, 64}
	if client.Is4() {
		bits = [...]int{16, 24, 32}
	}
	for i := range list {
		list[i], _ = client.Prefix(bits[i])
	}
	return list
}
