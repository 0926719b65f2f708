package api

import (
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// MostMovements is of how many transactions the movements can be asked for at once.
const MostMovements = 50

// Movements are what a transaction has moved to and from an account, by the logs of its receipt.
type Movements struct {
	Hash    common.Hash    `json:"transactionHash"`
	Block   *BlockRef      `json:"block"` // nil: it is not mined
	Index   uint           `json:"index"` // in its block
	Sender  common.Address `json:"from"`
	To      common.Address `json:"to"` // the contract that was called, or the account that was paid
	Success bool           `json:"success"`
	Fee     Amount         `json:"fee"`    // wei that its sender paid for gas
	Filled  bool           `json:"filled"` // whether an order was filled by it
	// Moves are in the order of the logs. That a wrapped coin is wrapped or unwrapped is one too.
	Moves []Move `json:"moves"`
	// Coin is what the account, where it is the sender, had more of the network's coin after the
	// transaction, or less, beside the fee; nil where the node can't tell: it keeps no state of
	// that age, or the account sent more than one transaction in that block.
	Coin *CoinMove `json:"coin"`
	// ToldBy is who alone says so, where no node of one's own was asked.
	ToldBy string `json:"-"`
}

// Traded are the sums of tokens and of the coin that went out and came in, less what came back;
// both are nil where something else moved too.
func (m *Movements) Traded() (out, in map[common.Address]Amount) {
	moves := slices.Clone(m.Moves)
	if m.Coin != nil {
		moves = append(moves, Move{Token: NativeToken, Amount: m.Coin.Amount, In: m.Coin.In})
	}
	out, in = make(map[common.Address]Amount), make(map[common.Address]Amount)
	for _, v := range moves {
		to, from := out, in
		if v.In {
			to, from = in, out
		}
		if v.Kind != ERC20 {
			return nil, nil
		}
		back := from[v.Token].Min(v.Amount)
		from[v.Token], to[v.Token] = from[v.Token].Sub(back), to[v.Token].Add(v.Amount.Sub(back))
	}
	none := func(_ common.Address, n Amount) bool { return n.IsZero() }
	maps.DeleteFunc(out, none)
	maps.DeleteFunc(in, none)
	return out, in
}

// Move is one movement of an asset to or from an account.
type Move struct {
	Token    common.Address `json:"token"`
	Kind     AssetKind      `json:"type"`
	ID       Amount         `json:"tokenId"`
	Amount   Amount         `json:"amount"` // raw units
	In       bool           `json:"in"`     // to the account
	LogIndex uint           `json:"logIndex"`
}

// Asset is what was moved.
func (m Move) Asset() Asset { return Asset{Kind: m.Kind, Address: m.Token, ID: m.ID} }

// CoinMove is how much of the network's coin came or went.
type CoinMove struct {
	Amount Amount `json:"amount"` // wei
	In     bool   `json:"in"`
}
