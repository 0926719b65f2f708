package orders

import (
	"context"
	"errors"
	"maps"
	"slices"

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

// orderKey names an order to the contract.
type orderKey struct {
	maker common.Address
	hash  common.Hash
}

// chainState reads what statuses follow from, at one block. What the exchange's own contracts and
// the tokens it lists say is read apart from what strangers' contracts say, so that nobody waits
// for a contract that somebody else brought along.
type chainState struct {
	net      *chain.Network
	contract common.Address                  // the order contract
	listed   func(token common.Address) bool // nil lists none
	own      lane
	foreign  lane
}

// readings are what was read at a block.
type readings struct {
	// remaining() as the contract gives it: 0 untouched, 1 filled or cancelled, n+1 for n left
	remaining map[orderKey]api.Amount
	funds     map[holdingKey]funds
	// holdings of which nothing is known, since their contract costs too much to be read for now
	unread map[holdingKey]*chain.Quarantined
	// holdings whose contract gave no answer, which counts as nothing held
	mute map[holdingKey]bool
	// what simulations said of the orders that need them; an order that is missing was not asked
	checks map[uint32]checks
	// orders of whose remaining() no majority of the network's nodes says otherwise
	attested map[orderKey]bool
	// payers are who paid in the transactions that filled orders, as far as is known
	payers map[common.Hash]common.Address
}

func newReadings() readings {
	return readings{remaining: make(map[orderKey]api.Amount), funds: make(map[holdingKey]funds),
		unread: make(map[holdingKey]*chain.Quarantined), mute: make(map[holdingKey]bool),
		checks: make(map[uint32]checks), attested: make(map[orderKey]bool)}
}

// questions are what is asked of the chain together.
type questions struct {
	orders   []orderKey
	holdings []holdingKey
	checks   []checkCall
}

func (q *questions) empty() bool { return len(q.orders)+len(q.holdings)+len(q.checks) == 0 }

// readFacts asks for orders, holdings and checks at a block.
func (c *chainState) readFacts(ctx context.Context, block common.Hash, q questions) (readings,
	error) {
	f := newReadings()
	if q.empty() {
		return f, nil
	}
	var own, foreign []holdingKey
	for _, k := range q.holdings {
		if c.isListed(k.asset.Address) {
			own = append(own, k)
		} else {
			foreign = append(foreign, k)
		}
	}
	if len(foreign)+len(q.checks) == 0 {
		return f, c.readLane(ctx, &c.own, block, questions{q.orders, own, nil}, &f)
	}
	type part struct {
		readings
		err error
	}
	strangers := make(chan part, 1)
	go func() {
		f := newReadings()
		err := c.readLane(ctx, &c.foreign, block, questions{nil, foreign, q.checks}, &f)
		strangers <- part{f, err}
	}()
	err := c.readLane(ctx, &c.own, block, questions{q.orders, own, nil}, &f)
	theirs := <-strangers
	f.add(theirs.readings)
	return f, errors.Join(err, theirs.err)
}

func (c *chainState) isListed(token common.Address) bool {
	return c.listed != nil && c.listed(token)
}

// add takes in what was read at the same block.
func (f *readings) add(more readings) {
	maps.Copy(f.remaining, more.remaining)
	maps.Copy(f.funds, more.funds)
	maps.Copy(f.unread, more.unread)
	maps.Copy(f.mute, more.mute)
	maps.Copy(f.checks, more.checks)
}

func (c *chainState) readLane(ctx context.Context, l *lane, block common.Hash, q questions,
	f *readings) error {
	var calls []chain.Call
	for _, o := range q.orders {
		calls = append(calls, call(c.contract, selRemaining, word(o.maker), o.hash))
	}
	for _, k := range q.holdings {
		calls = append(calls, c.fundsCalls(k)...)
	}
	for _, k := range q.checks {
		calls = append(calls, k.call)
	}
	if len(calls) == 0 {
		return nil
	}
	results, err := l.share(ctx, c.net, block, calls)
	if err != nil {
		return err
	}
	for i, o := range q.orders {
		if r := results[i]; !r.OK || len(r.Data) != 32 {
			return api.Errorf(api.ChainUnavailable,
				"the order contract at %s does not answer: is it deployed on network %d?",
				c.contract, c.net.ChainID())
		}
		f.remaining[o] = results[i].Word(0)
	}
	results = results[len(q.orders):]
	for _, k := range q.holdings {
		n := len(c.fundsCalls(k))
		if q := quarantined(results[:n]); q != nil {
			f.unread[k] = q
		} else {
			f.funds[k] = c.fundsOf(k, results[:n])
			if slices.ContainsFunc(results[:n], func(r chain.Result) bool { return !r.OK }) {
				f.mute[k] = true
			}
		}
		results = results[n:]
	}
	for i, k := range q.checks {
		if results[i].Err == nil {
			f.checks[k.id] = k.answered(f.checks[k.id], results[i])
		}
	}
	return nil
}

// quarantined returns why calls were not made, nil if all of them were.
func quarantined(results []chain.Result) *chain.Quarantined {
	for _, r := range results {
		if r.Err != nil {
			return r.Err
		}
	}
	return nil
}

// fundsCalls are the questions that tell a holding's funds.
func (c *chainState) fundsCalls(k holdingKey) []chain.Call {
	token, owner, spender, id := k.asset.Address, word(k.owner), word(c.contract),
		k.asset.ID.Bytes32()
	switch k.asset.Kind {
	case api.ERC721:
		return []chain.Call{call(token, selOwnerOf, id),
			call(token, selApprovedForA, owner, spender), call(token, selGetApproved, id)}
	case api.ERC1155:
		return []chain.Call{call(token, selBalanceOfID, owner, id),
			call(token, selApprovedForA, owner, spender)}
	default:
		return []chain.Call{call(token, selBalanceOf, owner),
			call(token, selAllowance, owner, spender)}
	}
}

// fundsOf reads what a maker has. A call that failed or returned too little says nothing, which
// counts as nothing held: no order could be filled by it either.
func (c *chainState) fundsOf(k holdingKey, r []chain.Result) (f funds) {
	switch k.asset.Kind {
	case api.ERC721:
		if r[0].Word(0) == api.AmountFromBytes32(word(k.owner)) {
			f.balance = api.NewAmount(1)
		}
		if !r[1].Word(0).IsZero() || r[2].Word(0) == api.AmountFromBytes32(word(c.contract)) {
			f.allowance = api.MaxAmount
		}
	case api.ERC1155:
		f.balance = r[0].Word(0)
		if !r[1].Word(0).IsZero() {
			f.allowance = api.MaxAmount
		}
	default:
		f.balance, f.allowance = r[0].Word(0), r[1].Word(0)
	}
	return f
}
