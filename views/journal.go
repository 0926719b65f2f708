package views

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Journal tells what was sent with the keys of this console, in this session and in those before
// it, as far as the chain itself does not tell whose it was.
type Journal interface {
	// Swaps are the swaps of an account on a network, oldest first.
	Swaps(account common.Address, chainID uint64) []Swapped
	// Gas is what the transactions of an account on a network have cost, oldest first.
	Gas(account common.Address, chainID uint64) []GasPaid
	// Lost notes why a transaction that was sent never will be mined. It may be called from
	// everywhere.
	Lost(hash common.Hash, why string)
	// Tell keeps something that happened. It may be called from everywhere.
	Tell(Told)
}

// Settled says that a Delta order which a screen follows is settled, whether or not an event has
// told so.
type Settled struct {
	ChainID uint64
	ID      string
}

// Kept is what a console keeps of an account's trades beside the chain.
type Kept struct {
	Journal     Journal      // nil is not known
	Preferences *Preferences // which have the lots that were entered
	Past        *Past
}

// Kept is that of the session. What it has may be used from everywhere.
func (s *Session) Kept() Kept { return Kept{s.Journal, s.Preferences, &s.Past} }

// Swapped says what a swap that was signed here has brought: amounts in raw units, by the balances
// before and after it.
type Swapped struct {
	Account common.Address `json:"account"`
	ChainID uint64         `json:"chainId"`
	Hash    common.Hash    `json:"transactionHash"`
	Block   api.BlockRef   `json:"block"`
	Src     common.Address `json:"srcToken"`
	Dest    common.Address `json:"destToken"`
	Spent   api.Amount     `json:"spent"`
	Got     api.Amount     `json:"got"`
	Away    bool           `json:"away"` // what was got went to another account
	// ToldBy is whose word alone the amounts are, "" of a node of one's own. Refused says that they
	// are what was promised, since what was told cannot be.
	ToldBy  string `json:"toldBy,omitempty"`
	Refused bool   `json:"refused,omitempty"`
}

// ByWord adds whose word alone it is, "" of one's own node.
func (w *Swapped) ByWord() string {
	if w.Refused {
		return " as promised: what " + w.ToldBy + " alone told is not believed"
	}
	return api.ByWord(w.ToldBy)
}

// GasPaid is what a transaction has cost in raw units of the network's coin.
type GasPaid struct {
	Hash  common.Hash
	Block api.BlockRef
	Cost  api.Amount
	Most  api.Amount // that was signed for; 0 is not known
}
