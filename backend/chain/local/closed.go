package local

import (
	"context"
	"encoding/json"
	"errors"
)

// closed takes the place of the node's methods that sign, that send by a way of their own, which
// would take what the intake does not and keep nothing on disk, or that work out a transaction
// outside the turns of simulations. The node keeps no key: nobody loses by it.
type closed struct{}

var errClosed = errors.New("this network signs nothing: sign the transaction, send it by " +
	"eth_sendRawTransaction and ask for its receipt; eth_estimateGas says what it takes")

// SendRawTransactionSync refuses eth_sendRawTransactionSync.
func (closed) SendRawTransactionSync(context.Context, json.RawMessage, *uint64) (any, error) {
	return nil, errClosed
}

// SendTransaction refuses eth_sendTransaction.
func (closed) SendTransaction(context.Context, json.RawMessage) (any, error) {
	return nil, errClosed
}

// SignTransaction refuses eth_signTransaction.
func (closed) SignTransaction(context.Context, json.RawMessage) (any, error) {
	return nil, errClosed
}

// FillTransaction refuses eth_fillTransaction.
func (closed) FillTransaction(context.Context, json.RawMessage) (any, error) {
	return nil, errClosed
}

// Resend refuses eth_resend.
func (closed) Resend(context.Context, json.RawMessage, *string, *string) (any, error) {
	return nil, errClosed
}

// Sign refuses eth_sign.
func (closed) Sign(context.Context, json.RawMessage, json.RawMessage) (any, error) {
	return nil, errClosed
}
