package chain

import (
	"context"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// view is what the chain says, as its nodes tell it.
type view struct {
	*nodes
	costs   *costs   // of what is read of strangers
	clients *clients // that have something run
	latest  latest
}

// latest is what the last poll of the head told.
type latest struct {
	sync.Mutex
	head  common.Hash
	base  api.Amount // the base fee there
	price api.Amount // wei a gas that the node suggests, tip included
	known bool
}

// Head asks for the newest block.
func (v *view) Head(ctx context.Context) (Header, error) {
	h, price, err := v.headOf(ctx, v.node())
	if err != nil {
		return Header{}, err
	}
	v.latest.Lock()
	v.latest.head, v.latest.base, v.latest.price, v.latest.known = h.Hash, h.BaseFee, price, true
	v.latest.Unlock()
	return h, nil
}

// newest is the head as of the last poll, and the base fee there.
func (v *view) newest() (base api.Amount, head common.Hash) {
	v.latest.Lock()
	defer v.latest.Unlock()
	return v.latest.base, v.latest.head
}

// price is what the node suggested to pay a gas when the head was last polled, if it was.
func (v *view) price() (api.Amount, bool) {
	v.latest.Lock()
	defer v.latest.Unlock()
	return v.latest.price, v.latest.known
}
