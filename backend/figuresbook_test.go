package backend_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"
)

// chainAccount is what an account comes to by the chain alone: receipts and balances as a node
// tells them, read by nothing of the program.
type chainAccount struct {
	who       common.Address
	rows      []chainRow
	positions map[thing]*chainPosition
	days      map[uint64]*big.Rat // realised, by the day's first second
	gas       *big.Int            // wei
	moved     map[common.Hash][]string
	fills     int // by makers and receivers, of fungible and other orders
}

// thing is an asset: the id of one that can't be replaced by another of its kind.
type thing struct {
	token common.Address
	id    string
}

// chainRow is one trade: what was given and got of one thing each, nil for nothing.
type chainRow struct {
	hash      common.Hash
	at        uint64 // UNIX seconds
	give, get *lot
	gift      bool
	extra     bool     // it has more legs than two
	realised  *big.Rat // nil where nothing of it was bought before
}

type lot struct {
	of thing
	n  *big.Int
}

type chainPosition struct{ amount, cost, realised *big.Rat }

// chainReader reads a chain's blocks by JSON-RPC.
type chainReader struct {
	node                   *rpc.Client
	rfq, delta, weth, usdc common.Address
	swappers               []common.Address
}

type rawBlock struct {
	Number    hexutil.Uint64 `json:"number"`
	Timestamp hexutil.Uint64 `json:"timestamp"`
}

// account goes through all blocks from one on.
func (c chainReader) account(ctx context.Context, who common.Address, from uint64) (*chainAccount,
	error) {
	a := &chainAccount{who: who, positions: map[thing]*chainPosition{},
		days: map[uint64]*big.Rat{}, gas: new(big.Int), moved: map[common.Hash][]string{}}
	var head hexutil.Uint64
	if err := c.node.CallContext(ctx, &head, "eth_blockNumber"); err != nil {
		return nil, err
	}
	for n := from; n <= uint64(head); n++ {
		var block rawBlock
		var receipts []rawReceipt
		at := hexutil.EncodeUint64(n)
		err := c.node.CallContext(ctx, &block, "eth_getBlockByNumber", at, false)
		if err == nil {
			err = c.node.CallContext(ctx, &receipts, "eth_getBlockReceipts", at)
		}
		if err != nil {
			return nil, err
		}
		for i := range receipts {
			if err := c.add(ctx, a, block, &receipts[i]); err != nil {
				return nil, err
			}
		}
	}
	a.book(c.usdc)
	return a, nil
}

// rawReceipt is a receipt as a node tells it.
type rawReceipt struct {
	TransactionHash   common.Hash     `json:"transactionHash"`
	From              common.Address  `json:"from"`
	To                *common.Address `json:"to"`
	Status            hexutil.Uint64  `json:"status"`
	GasUsed           hexutil.Uint64  `json:"gasUsed"`
	EffectiveGasPrice *hexutil.Big    `json:"effectiveGasPrice"`
	Logs              []*types.Log    `json:"logs"`
}

var (
	sigTransfer = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	sigSingle   = crypto.Keccak256Hash(
		[]byte("TransferSingle(address,address,address,uint256,uint256)"))
	sigDeposit    = crypto.Keccak256Hash([]byte("Deposit(address,uint256)"))
	sigWithdrawal = crypto.Keccak256Hash([]byte("Withdrawal(address,uint256)"))
	sigFilled     = crypto.Keccak256Hash([]byte(
		"OrderFilled(bytes32,address,address,uint256,address,address,uint256)"))
	sigFilledNFT = crypto.Keccak256Hash([]byte("OrderFilledNFT(bytes32,address,uint256,uint256," +
		"uint256,address,uint256,uint256,uint256)"))
)

func party(h common.Hash) common.Address { return common.BytesToAddress(h[:]) }

func word(data []byte, i int) *big.Int { return new(big.Int).SetBytes(data[32*i : 32*i+32]) }

func asAddress(data []byte, i int) common.Address {
	return common.BytesToAddress(data[32*i : 32*i+32])
}

// sums are amounts by thing, in the order in which they came up; what went is negative.
type sums struct {
	of    map[thing]*big.Int
	order []thing
}

func (n *sums) add(t thing, amount *big.Int, sign int64) {
	if n.of == nil {
		n.of = map[thing]*big.Int{}
	}
	if n.of[t] == nil {
		n.of[t] = new(big.Int)
		n.order = append(n.order, t)
	}
	n.of[t].Add(n.of[t], new(big.Int).Mul(amount, big.NewInt(sign)))
}

// add takes in one transaction.
func (c chainReader) add(ctx context.Context, a *chainAccount, b rawBlock,
	r *rawReceipt) error {
	fee := new(big.Int).SetUint64(uint64(r.GasUsed))
	fee.Mul(fee, r.EffectiveGasPrice.ToInt())
	if r.From == a.who {
		a.gas.Add(a.gas, fee)
	}
	if r.Status != 1 {
		return nil
	}
	var all sums
	var rows []chainRow
	filled, named, owner := false, false, false
	for _, l := range r.Logs {
		c.move(a, r, &all, l)
		if l.Address == c.delta && len(l.Topics) >= 3 && party(l.Topics[1]) == a.who {
			owner = true
		}
		if l.Address != c.rfq || l.Topics[0] != sigFilled && l.Topics[0] != sigFilledNFT {
			continue
		}
		filled = true
		maker, taker := party(l.Topics[2]), party(l.Topics[3])
		named = named || taker == a.who
		if maker == a.who || taker == a.who {
			a.fills++
		}
		if maker == a.who && r.From != a.who {
			row := c.fill(l)
			rows = append(rows, row)
			all.add(row.give.of, row.give.n, 1) // what is left is of something else
			all.add(row.get.of, row.get.n, -1)
		}
	}
	switch {
	case r.From == a.who:
		if !filled && (r.To == nil || !slices.Contains(c.swappers, *r.To)) {
			return nil
		}
		coin, err := c.coin(ctx, a.who, b)
		if err != nil {
			return err
		}
		if coin != nil {
			all.add(thing{token: c.weth}, coin.Add(coin, fee), 1)
		}
		if row := all.row(); coin != nil || row.give != nil {
			rows = append(rows, row)
		}
	case owner:
		rows = append(rows, all.row())
	case named:
		if row := all.row(); row.get != nil && row.give == nil {
			row.gift = true
			rows = append(rows, row)
		}
	}
	for _, row := range rows {
		row.hash, row.at = r.TransactionHash, uint64(b.Timestamp)
		a.take(row)
	}
	return nil
}

// move notes what a log says has moved to or from the account.
func (c chainReader) move(a *chainAccount, r *rawReceipt, all *sums, l *types.Log) {
	var from, to common.Address
	of, n := thing{token: l.Address}, big.NewInt(1)
	switch topic := l.Topics[0]; {
	case topic == sigTransfer && len(l.Topics) == 4:
		from, to, of.id = party(l.Topics[1]), party(l.Topics[2]), l.Topics[3].Big().String()
	case topic == sigTransfer:
		from, to, n = party(l.Topics[1]), party(l.Topics[2]), word(l.Data, 0)
	case topic == sigSingle:
		from, to, of.id = party(l.Topics[2]), party(l.Topics[3]), word(l.Data, 0).String()
		n = word(l.Data, 1)
	case topic == sigDeposit && l.Address == c.weth:
		to, n = party(l.Topics[1]), word(l.Data, 0)
	case topic == sigWithdrawal && l.Address == c.weth:
		from, n = party(l.Topics[1]), word(l.Data, 0)
	default:
		return
	}
	if from == to || from != a.who && to != a.who {
		return
	}
	sign := int64(1)
	if from == a.who {
		sign = -1
	}
	all.add(of, n, sign)
	a.moved[r.TransactionHash] = append(a.moved[r.TransactionHash],
		fmt.Sprintf("%s %s %s %v %d", of.token, of.id, n, sign > 0, l.Index))
}

// fill reads what a maker gave and got.
func (c chainReader) fill(l *types.Log) chainRow {
	if l.Topics[0] == sigFilled {
		return chainRow{give: &lot{thing{token: asAddress(l.Data, 0)}, word(l.Data, 1)},
			get: &lot{thing{token: asAddress(l.Data, 2)}, word(l.Data, 3)}}
	}
	side := func(i int) *lot { // above the address stands the kind: 0 is fungible
		of := thing{token: asAddress(l.Data, i)}
		if kind := new(big.Int).Rsh(word(l.Data, i), 160); kind.Sign() != 0 {
			of.id = word(l.Data, i+1).String()
		}
		return &lot{of, word(l.Data, i+2)}
	}
	return chainRow{give: side(0), get: side(3)}
}

// coin is how much more of the chain's coin an account has after a block. Where it has sent two
// transactions in that no balance tells what moved with which, and nothing counts.
func (c chainReader) coin(ctx context.Context, who common.Address, b rawBlock) (*big.Int, error) {
	var before, after hexutil.Big
	var first, last hexutil.Uint64
	err := c.node.CallContext(ctx, &after, "eth_getBalance", who, b.Number)
	for at, to := range map[hexutil.Uint64]*hexutil.Uint64{b.Number - 1: &first,
		b.Number: &last} {
		if err == nil {
			err = c.node.CallContext(ctx, to, "eth_getTransactionCount", who, at)
		}
	}
	if err == nil {
		err = c.node.CallContext(ctx, &before, "eth_getBalance", who, b.Number-1)
	}
	if err == nil && last != first+1 {
		return nil, nil
	}
	return new(big.Int).Sub(after.ToInt(), before.ToInt()), err
}

// row is what went and what came, of one thing each.
func (n *sums) row() (r chainRow) {
	for _, of := range n.order {
		switch amount := n.of[of]; amount.Sign() {
		case 1:
			r.extra = r.extra || r.get != nil
			r.get = &lot{of, amount}
		case -1:
			r.extra = r.extra || r.give != nil
			r.give = &lot{of, new(big.Int).Neg(amount)}
		}
	}
	return r
}

// take adds a row.
func (a *chainAccount) take(r chainRow) {
	if r.give == nil && r.get == nil {
		return
	}
	i := slices.IndexFunc(a.rows, func(o chainRow) bool {
		return o.hash == r.hash && o.gift == r.gift && sameThing(o.give, r.give) &&
			sameThing(o.get, r.get)
	})
	if i >= 0 { // one row for what is alike in one transaction
		r.give, r.get = sumOf(a.rows[i].give, r.give), sumOf(a.rows[i].get, r.get)
		a.rows[i].give, a.rows[i].get = r.give, r.get
		return
	}
	a.rows = append(a.rows, r)
}

func sameThing(a, b *lot) bool {
	return (a == nil) == (b == nil) && (a == nil || a.of == b.of)
}

func sumOf(a, b *lot) *lot {
	if a == nil {
		return nil
	}
	return &lot{a.of, new(big.Int).Add(a.n, b.n)}
}

// book books the rows at average cost. What was paid or got in dollars is the worth of a trade.
func (a *chainAccount) book(usdc common.Address) {
	cash := thing{token: usdc}
	for i := range a.rows {
		r := &a.rows[i]
		day := r.at - r.at%86400
		if a.days[day] == nil {
			a.days[day] = new(big.Rat)
		}
		switch {
		case r.gift:
		case r.give != nil && r.get != nil && r.give.of == cash:
			p := a.position(r.get.of)
			p.amount.Add(p.amount, new(big.Rat).SetInt(r.get.n))
			p.cost.Add(p.cost, dollars(r.give.n))
		case r.give != nil && r.get != nil && r.get.of == cash:
			p, n := a.position(r.give.of), new(big.Rat).SetInt(r.give.n)
			had := new(big.Rat).Set(p.amount)
			if had.Cmp(n) > 0 {
				had.Set(n)
			}
			if had.Sign() == 0 {
				continue
			}
			cost := new(big.Rat).Mul(p.cost, new(big.Rat).Quo(had, p.amount))
			r.realised = new(big.Rat).Mul(dollars(r.get.n), new(big.Rat).Quo(had, n))
			r.realised.Sub(r.realised, cost)
			p.amount.Sub(p.amount, had)
			p.cost.Sub(p.cost, cost)
			p.realised.Add(p.realised, r.realised)
			a.days[day].Add(a.days[day], r.realised)
		}
	}
}

func dollars(n *big.Int) *big.Rat { return new(big.Rat).SetFrac(n, big.NewInt(1e6)) }

func (a *chainAccount) position(of thing) *chainPosition {
	if a.positions[of] == nil {
		a.positions[of] = &chainPosition{new(big.Rat), new(big.Rat), new(big.Rat)}
	}
	return a.positions[of]
}
