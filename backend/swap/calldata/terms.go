package calldata

import (
	"crypto/sha256"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/pool"
)

// Terms are what a transaction adds to its plan.
type Terms struct {
	// From is what is spent (at most) and To what is got (at least), in raw units; Quoted is the
	// figure that surplus is counted from.
	From, To, Quoted *big.Int
	Fee              *big.Int // the word of the version
	Partner          common.Address
	Receiver         common.Address // zero is the sender
	Permit           []byte
	UUID             [16]byte
	Deadline         *big.Int // version 5
}

// TermsOf works out the amounts and words of the transaction of a route. limit is the least to get
// (Sell) or the most to spend (Buy) before fees; nil takes it from the slippage. deadline is in
// UNIX seconds.
//
// Routes and limits say what the receiver gets, the contract counts what arrives there before: more
// where the token keeps a part of the move between.
func TermsOf(p *Plan, r *api.PriceRoute, t *api.SwapTerms, limit *api.Amount,
	deadline uint64) *Terms {
	arrives := r.DestAmount
	if p.userTax > 0 && r.Side == api.Sell {
		arrives = p.arrives
		if limit != nil {
			limit = new(beforeTax(*limit, p.userTax))
		}
	} else if p.userTax > 0 {
		arrives = beforeTax(arrives, p.userTax)
	}
	if p.loss > 0 { // of the transfer to the receiver, and a unit that the contract keeps
		more := api.NewAmount(p.loss + 1)
		arrives = arrives.Add(more)
		if limit != nil && r.Side == api.Sell {
			limit = new(limit.Add(more))
		}
	}
	x := &Terms{From: r.SrcAmount.Big(), To: arrives.Big(), Permit: t.Permit,
		Quoted: arrives.Big(), UUID: uuidOf(r)}
	if x.Permit == nil {
		x.Permit = []byte{}
	}
	if t.Receiver != t.User {
		x.Receiver = t.Receiver
	}
	_, feeBps, _ := FeeOf(t)
	if r.Side == api.Sell {
		x.To = MinOut(arrives, t.Slippage, limit)
		if limit == nil && r.Version == api.Version62 && isNative(p.Dest) &&
			x.To.Cmp(x.Quoted) == 0 && x.To.Cmp(big.NewInt(1)) > 0 {
			x.To.Sub(x.To, big.NewInt(1)) // which the contract keeps of coins before it compares
		}
	} else {
		x.Quoted = r.SrcAmount.Big()
		x.From = MaxIn(r.SrcAmount, t.Slippage, feeBps, limit)
	}
	if r.Version == api.Version62 {
		x.Fee = FeeWord6(t)
		return x
	}
	x.Fee, x.Partner = FeeWord5(t, r.Side)
	x.Deadline = new(big.Int).SetUint64(deadline)
	return x
}

// beforeTax is what must be sent so that an amount arrives of a token that keeps basis points of
// it.
func beforeTax(amount api.Amount, bps uint16) api.Amount {
	sent, _ := pool.BeforeTax(*amount.U256(), bps)
	return api.AmountOf(&sent)
}

// MinOut is what must be got: the quote less slippage in basis points, but something.
func MinOut(quoted api.Amount, slippage int, limit *api.Amount) *big.Int {
	amount := quoted.BPS(uint64(api.BPS - slippage))
	if limit != nil {
		amount = *limit
	}
	if amount.IsZero() {
		amount = api.NewAmount(1)
	}
	return amount.Big()
}

// MaxIn is what may be spent: the quote and slippage, and the fee, which is taken from what is left
// of it, both in basis points.
func MaxIn(quoted api.Amount, slippage, feeBps int, limit *api.Amount) *big.Int {
	amount := quoted.BPSUp(uint64(api.BPS + slippage))
	if limit != nil {
		amount = *limit
	}
	return amount.Add(amount.BPSUp(uint64(feeBps))).Big()
}

// uuidOf names the swap of a route in its transaction.
func uuidOf(r *api.PriceRoute) [16]byte {
	sum := sha256.Sum256([]byte(r.Hmac))
	return [16]byte(sum[:16])
}

// metadata of version 6.2: uuid ‖ block.
func (t *Terms) metadata(block uint64) (word [32]byte) {
	copy(word[:16], t.UUID[:])
	new(big.Int).SetUint64(block).FillBytes(word[16:])
	return word
}
