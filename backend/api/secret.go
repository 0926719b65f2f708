package api

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
)

type secretsKey struct{}

// WithSecrets lets a call read the orders that were submitted with one of some secrets while they
// are held back.
func WithSecrets(ctx context.Context, secrets ...common.Hash) context.Context {
	if len(secrets) == 0 {
		return ctx
	}
	return context.WithValue(ctx, secretsKey{}, secrets)
}

// SecretsOf returns the secrets that a call brings.
func SecretsOf(ctx context.Context) []common.Hash {
	list, _ := ctx.Value(secretsKey{}).([]common.Hash)
	return list
}
