package orders

import (
	"context"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// Selectors of the calls that statuses follow from.
var (
	selRemaining    = [4]byte{0x0b, 0x57, 0xf0, 0x91} // remaining(address,bytes32)
	selBalanceOf    = [4]byte{0x70, 0xa0, 0x82, 0x31} // balanceOf(address)
	selAllowance    = [4]byte{0xdd, 0x62, 0xed, 0x3e} // allowance(address,address)
	selOwnerOf      = [4]byte{0x63, 0x52, 0x21, 0x1e} // ownerOf(uint256)
	selGetApproved  = [4]byte{0x08, 0x18, 0x12, 0xfc} // getApproved(uint256)
	selBalanceOfID  = [4]byte{0x00, 0xfd, 0xd5, 0x8e} // balanceOf(address,uint256)
	selApprovedForA = [4]byte{0xe9, 0x85, 0xe9, 0xc5} // isApprovedForAll(address,address)
)

func call(to common.Address, selector [4]byte, words ...[32]byte) chain.Call {
	data := make([]byte, 4, 4+32*len(words))
	copy(data, selector[:])
	for _, w := range words {
		data = append(data, w[:]...)
	}
	return chain.Call{To: to, Data: data}
}

func word(a common.Address) (w [32]byte) {
	copy(w[12:], a[:])
	return w
}

// answer returns the first word of a call's result. A call that failed or returned less says nothing, which counts as nothing held: no order
// could be filled by it either.
func answer(r chain.Result) api.Amount {
	if !r.OK || len(r.Data) < 32 {
		return api.Amount{}
	}
	return api.AmountFromBytes32([32]byte(r.Data[:32]))
}

// orderKey names an order to the contract.
type orderKey struct {
	maker common.Address
	hash  common.Hash
}

// chainState reads what statuses follow from, at one block. Readers that come while a request is under way share the next one, so that a
// thousand new orders a second cost the node a few calls.
type chainState struct {
	net      *chain.Network
	contract common.Address // the order contract

	mu      sync.Mutex
	waiting []*ask
	busy    bool
}

// ask is one reader's calls.
type ask struct {
	block   common.Hash
	calls   []chain.Call
	results []chain.Result
	err     error
	done    chan struct{}
}

// facts are what was read at a block.
type facts struct {
	left  map[orderKey]api.Amount // remaining() as the contract gives it: 0 untouched, 1 filled or cancelled, n+1 for n left
	funds map[holdingKey]funds
}

// read asks for orders and holdings at a block.
func (c *chainState) read(ctx context.Context, block common.Hash, orders []orderKey, keys []holdingKey) (facts, error) {
	f := facts{left: make(map[orderKey]api.Amount, len(orders)), funds: make(map[holdingKey]funds, len(keys))}
	var calls []chain.Call
	for _, o := range orders {
		calls = append(calls, call(c.contract, selRemaining, word(o.maker), o.hash))
	}
	for _, k := range keys {
		calls = append(calls, c.fundsCalls(k)...)
	}
	if len(calls) == 0 {
		return f, nil
	}
	results, err := c.share(ctx, block, calls)
	if err != nil {
		return f, err
	}
	for i, o := range orders {
		if r := results[i]; !r.OK || len(r.Data) != 32 {
			return f, api.Errorf(api.ChainUnavailable, "the order contract at %s does not answer: is it deployed on network %d?", c.contract, c.net.ChainID())
		}
		f.left[o] = answer(results[i])
	}
	results = results[len(orders):]
	for _, k := range keys {
		n := len(c.fundsCalls(k))
		f.funds[k] = c.fundsOf(k, results[:n])
		results = results[n:]
	}
	return f, nil
}

// fundsCalls are the questions that tell a holding's funds.
func (c *chainState) fundsCalls(k holdingKey) []chain.Call {
	token, owner, spender, id := k.asset.Address, word(k.owner), word(c.contract), k.asset.ID.Bytes32()
	switch k.asset.Kind {
	case api.ERC721:
		return []chain.Call{call(token, selOwnerOf, id), call(token, selApprovedForA, owner, spender), call(token, selGetApproved, id)}
	case api.ERC1155:
		return []chain.Call{call(token, selBalanceOfID, owner, id), call(token, selApprovedForA, owner, spender)}
	default:
		return []chain.Call{call(token, selBalanceOf, owner), call(token, selAllowance, owner, spender)}
	}
}

func (c *chainState) fundsOf(k holdingKey, r []chain.Result) (f funds) {
	switch k.asset.Kind {
	case api.ERC721:
		if answer(r[0]) == api.AmountFromBytes32(word(k.owner)) {
			f.balance = api.NewAmount(1)
		}
		if !answer(r[1]).IsZero() || answer(r[2]) == api.AmountFromBytes32(word(c.contract)) {
			f.allowance = api.MaxAmount
		}
	case api.ERC1155:
		f.balance = answer(r[0])
		if !answer(r[1]).IsZero() {
			f.allowance = api.MaxAmount
		}
	default:
		f.balance, f.allowance = answer(r[0]), answer(r[1])
	}
	return f
}

// share makes calls together with those of other readers.
func (c *chainState) share(ctx context.Context, block common.Hash, calls []chain.Call) ([]chain.Result, error) {
	a := &ask{block: block, calls: calls, done: make(chan struct{})}
	c.mu.Lock()
	c.waiting = append(c.waiting, a)
	lead := !c.busy
	c.busy = true
	c.mu.Unlock()
	if lead {
		go c.drain(context.WithoutCancel(ctx)) // ends when nobody waits; the network limits each request in time
	}
	select {
	case <-a.done:
		return a.results, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *chainState) drain(ctx context.Context) {
	for {
		c.mu.Lock()
		asks := c.waiting
		c.waiting = nil
		if c.busy = len(asks) > 0; !c.busy {
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		blocks := make(map[common.Hash][]*ask)
		for _, a := range asks {
			blocks[a.block] = append(blocks[a.block], a)
		}
		for block, together := range blocks {
			c.fetch(ctx, block, together)
		}
	}
}

func (c *chainState) fetch(ctx context.Context, block common.Hash, asks []*ask) {
	var calls []chain.Call
	for _, a := range asks {
		calls = append(calls, a.calls...)
	}
	results, err := c.net.BatchCall(ctx, block, calls)
	for _, a := range asks {
		if a.err = err; err == nil {
			a.results, results = results[:len(a.calls)], results[len(a.calls):]
		}
		close(a.done)
	}
}
