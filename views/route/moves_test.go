package route_test

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
)

// ran is what a transaction did on the chain, by its logs and the coins that were moved, apart from
// its gas.
type ran struct {
	failed string
	moved  map[holding]*big.Int // by how much each holding changed
	same   map[holding]*big.Int // what somebody paid to himself, as by an order of his own
	rights []right
	logs   []string // all, to be compared
}

type holding struct {
	who   common.Address
	asset api.Asset
}

type right struct {
	token, owner, spender common.Address
	amount                api.Amount
}

var (
	transferLog = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	singleLog   = crypto.Keccak256Hash([]byte(
		"TransferSingle(address,address,address,uint256,uint256)"))
	depositLog     = crypto.Keccak256Hash([]byte("Deposit(address,uint256)"))
	withdrawalLog  = crypto.Keccak256Hash([]byte("Withdrawal(address,uint256)"))
	approvalLog    = crypto.Keccak256Hash([]byte("Approval(address,address,uint256)"))
	approvalAllLog = crypto.Keccak256Hash([]byte("ApprovalForAll(address,address,bool)"))
)

// run has the chain's node carry out a transaction at the head, beside contracts with the given
// code, and leaves the chain as it was.
func (d *desk) run(tx api.Transaction, code map[common.Address][]byte) ran {
	d.t.Helper()
	over := map[common.Address]map[string]hexutil.Bytes{}
	for at, c := range code {
		over[at] = map[string]hexutil.Bytes{"code": c}
	}
	request := map[string]any{"traceTransfers": true, "validation": false,
		"blockStateCalls": []any{map[string]any{"stateOverrides": over, "calls": []any{
			map[string]any{"from": tx.From, "to": tx.To, "value": (*hexutil.Big)(tx.Value.Big()),
				"input": tx.Data, "gas": hexutil.Uint64(8_000_000)}}}}}
	var blocks []struct {
		Calls []struct {
			Status hexutil.Uint64
			Logs   []types.Log
			Error  *struct{ Message string }
		}
	}
	if err := d.node.CallContext(d.t.Context(), &blocks, "eth_simulateV1", request,
		"latest"); err != nil {
		return ran{failed: err.Error()}
	}
	call := blocks[0].Calls[0]
	if call.Status != 1 {
		return ran{failed: "reverted: " + call.Error.Message}
	}
	out := ran{moved: map[holding]*big.Int{}, same: map[holding]*big.Int{}}
	for _, l := range call.Logs {
		out.read(l, d.s.Network.Contracts.WrappedNative)
	}
	return out
}

func (r *ran) move(asset api.Asset, from, to common.Address, amount *big.Int) {
	if from == to {
		add(r.same, holding{to, asset}, amount)
		return
	}
	add(r.moved, holding{from, asset}, new(big.Int).Neg(amount))
	add(r.moved, holding{to, asset}, amount)
}

func add(all map[holding]*big.Int, h holding, by *big.Int) {
	if all[h] == nil {
		all[h] = new(big.Int)
	}
	all[h].Add(all[h], by)
}

func (r *ran) read(l types.Log, wrapped common.Address) {
	r.logs = append(r.logs, fmt.Sprintf("%s %x %x", l.Address, l.Topics, l.Data))
	party := func(i int) common.Address { return common.BytesToAddress(l.Topics[i][12:]) }
	word := func(i int) *big.Int { return new(big.Int).SetBytes(l.Data[32*i : 32*i+32]) }
	none := common.Address{}
	coin := api.Asset{Address: l.Address}
	switch topic, n := l.Topics[0], len(l.Topics); {
	case topic == transferLog && n == 3:
		r.move(coin, party(1), party(2), word(0))
	case topic == transferLog && n == 4:
		r.move(api.Asset{Kind: api.ERC721, Address: l.Address,
			ID: api.MustBig(l.Topics[3].Big())}, party(1), party(2), big.NewInt(1))
	case topic == singleLog:
		r.move(api.Asset{Kind: api.ERC1155, Address: l.Address, ID: api.MustBig(word(0))},
			party(2), party(3), word(1))
	case topic == depositLog && l.Address == wrapped:
		r.move(coin, none, party(1), word(0))
	case topic == withdrawalLog && l.Address == wrapped:
		r.move(coin, party(1), none, word(0))
	case topic == approvalLog && n == 3:
		r.rights = append(r.rights, right{l.Address, party(1), party(2), api.MustBig(word(0))})
	case topic == approvalAllLog && word(0).Sign() == 0:
		r.rights = append(r.rights, right{l.Address, party(1), party(2), api.Amount{}})
	case topic == approvalAllLog || topic == approvalLog:
		r.rights = append(r.rights, right{l.Address, party(1), party(2), api.MaxAmount})
	}
}

// change is by how much an account's holding of an asset changed.
func (r ran) change(who common.Address, asset api.Asset) *big.Int {
	if by := r.moved[holding{who, asset}]; by != nil {
		return by
	}
	return new(big.Int)
}

// terms are what somebody agreed to, as a person would say it: how much of each asset may leave the
// account and how much has to come to somebody. Of all else nothing may leave it.
type terms struct {
	account common.Address
	pays    map[api.Asset]api.Amount // at most
	gets    map[holding]api.Amount   // at least
}

// breach says how what ran breaks the terms, "" where it keeps to them. What ran must give nobody
// a right to the account's tokens that honest did not give.
func (t terms) breach(is, honest ran) string {
	if is.failed != "" || slices.Equal(is.logs, honest.logs) {
		return "" // it does nothing, or the same
	}
	if len(t.pays)+len(t.gets) == 0 {
		return "it does something else"
	}
	for h, by := range is.moved {
		if h.who == t.account && new(big.Int).Neg(by).Cmp(t.pays[h.asset].Big()) > 0 {
			return fmt.Sprintf("%d of %s leave the account", by, h.asset.Address)
		}
	}
	for h, least := range t.gets {
		if by := is.change(h.who, h.asset); by.Cmp(least.Big()) < 0 {
			return fmt.Sprintf("%s gets %d of %s, not %s", h.who, by, h.asset.Address, least)
		}
	}
	for _, r := range is.rights {
		if r.owner == t.account && !slices.ContainsFunc(honest.rights, func(h right) bool {
			return h.token == r.token && h.owner == r.owner && h.spender == r.spender &&
				!h.amount.Less(r.amount)
		}) {
			return fmt.Sprintf("%s may move %s of %s", r.spender, r.amount, r.token)
		}
	}
	return ""
}
