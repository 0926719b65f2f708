package views

import (
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// Sent is something that a key of this console has signed to be handed on: from before the first
// attempt to do so until it is known what has become of it.
type Sent struct {
	What    string         `json:"what"`
	Kind    SentKind       `json:"kind"`
	Account common.Address `json:"account"`
	ChainID uint64         `json:"chainId"`
	Hash    common.Hash    `json:"hash"`
	Nonce   api.Amount     `json:"nonce"`            // of a transaction, or in an order
	Expiry  uint64         `json:"expiry,omitempty"` // of an order, UNIX seconds; 0 is never
	Act     common.Hash    `json:"act"`              // the same for all that do the same
	At      time.Time      `json:"at"`
	Taken   bool           `json:"taken,omitempty"`   // the service has it
	Doubted bool           `json:"doubted,omitempty"` // it was unknown for a while whether it has
	Refused bool           `json:"refused,omitempty"` // the service has said that it has it not
	Ended   bool           `json:"ended,omitempty"`
	// Claimed is that a service has said that its nonce is used by something else, which nothing
	// that was signed here bears out.
	Claimed bool `json:"claimed,omitempty"`
	// Shared is until when an order can be settled that the service has and that has the nonce of
	// this one, UNIX seconds: one of them counts.
	Shared uint64 `json:"shared,omitempty"`

	// Raw is a signed transaction, to be handed on once more, until it has come to its end.
	Raw hexutil.Bytes `json:"raw,omitempty"`

	Tx *api.Transaction `json:"-"` // of this session

	does common.Hash // what a transaction does; see TransactionAct
}

// Does compares what two transactions that were signed here do; ok is false where that is not
// known. Nothing is done by one that only uses its nonce up.
func (e Sent) Does(o Sent) (same, nothing, ok bool) {
	nothing = e.does == TransactionAct(api.Transaction{ChainID: e.ChainID, From: e.Account,
		To: e.Account})
	return e.does == o.does, nothing, e.does != common.Hash{} && o.does != common.Hash{}
}

// transaction is what was signed, as far as that is kept.
func (e Sent) transaction() (tx api.Transaction, ok bool) {
	if e.Tx != nil {
		return *e.Tx, true
	}
	signed := new(types.Transaction)
	if signed.UnmarshalBinary(e.Raw) != nil || signed.Hash() != e.Hash || signed.To() == nil {
		return tx, false
	}
	return api.Transaction{ChainID: e.ChainID, From: e.Account, To: *signed.To(),
		Value: api.MustBig(signed.Value()), Data: signed.Data(), Nonce: signed.Nonce(),
		Gas: signed.Gas(), GasPrice: api.MustBig(signed.GasFeeCap()),
		Tip: api.MustBig(signed.GasTipCap())}, true
}

// read takes in what a transaction does.
func (e *Sent) read() {
	if tx, ok := e.transaction(); ok && e.Kind == SentTransaction {
		e.does = TransactionAct(tx)
	}
}

// mostL1 is by how much what a rollup charges for the chain below may be more than was foreseen: no
// signature bounds it.
const mostL1 = 10

// MaxFee is the most that a transaction of this session can have paid for gas, in wei; 0 is not
// known.
func (e Sent) MaxFee() api.Amount {
	if e.Tx == nil {
		return api.Amount{}
	}
	more := e.Tx.L1Fee.MulDiv(api.NewAmount(mostL1-1), api.NewAmount(1))
	return e.Tx.MaxFee().Add(more)
}

// SentKind is what was signed.
type SentKind string

// What is handed on.
const (
	SentTransaction SentKind = "transaction"
	SentOrder       SentKind = "order"
	SentNFTOrder    SentKind = "nft order"
	SentDelta       SentKind = "delta order"
)

// sentKinds are how orders are kept.
var sentKinds = map[eip712.DeedKind]SentKind{eip712.OrderDeed: SentOrder,
	eip712.NFTOrderDeed: SentNFTOrder, eip712.DeltaDeed: SentDelta}

// SentOrderOf is how an order is kept that is handed on; ok is false of what is none. chosen is
// what was wanted of it beside what its deed tells.
func SentOrderOf(data eip712.TypedData, chosen string) (e Sent, ok bool) {
	d, err := data.Deed()
	e.ChainID = data.Domain.ChainID
	if e.Kind = sentKinds[d.Kind]; err != nil || e.Kind == "" {
		return e, false
	}
	e.Nonce, e.Expiry, e.Act = d.Nonce, d.Expiry, d.Wish
	if chosen != "" {
		e.Act = crypto.Keccak256Hash(d.Wish[:], []byte(chosen))
	}
	return e, true
}

// Name names it in messages.
func (k SentKind) Name() string {
	switch k {
	case SentTransaction:
		return "transaction"
	case SentDelta:
		return "Delta order"
	}
	return "order"
}

// TransactionAct tells transactions that do the same.
func TransactionAct(tx api.Transaction) common.Hash {
	value := tx.Value.Bytes32()
	return crypto.Keccak256Hash(fmt.Appendf(nil, "%d %s %s %x %x", tx.ChainID, tx.From, tx.To,
		value, tx.Data))
}
