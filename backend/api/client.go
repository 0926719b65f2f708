package api

import "context"

type clientKey struct{}

// WithClient says on whose behalf a call is made: the address of a client, by which what is rare is
// shared out.
func WithClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// ClientOf returns the client of a call, "" for one that comes from this process.
func ClientOf(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}
