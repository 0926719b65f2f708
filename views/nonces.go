package views

import (
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// Of all that has one nonce one counts: what may have been sent gives its nonce to the next of its
// kind, until it is known to stand or can't be carried out any more.

// WithNonce finds one with the nonce of a transaction that waits for its block.
func (u *UnderWay) WithNonce(tx api.Transaction) (hash common.Hash, ok bool) {
	e, ok := u.newest(func(e Sent) bool {
		return e.waits(tx.ChainID, tx.From) && e.Nonce == api.NewAmount(tx.Nonce)
	})
	return e.Hash, ok
}

// waits tells whether it is a transaction of an account that waits for its block.
func (e Sent) waits(chainID uint64, account common.Address) bool {
	return e.Kind == SentTransaction && e.ChainID == chainID && e.Account == account && e.Taken &&
		!e.Ended
}

// Gap tells how many transactions must still be sent before one, from which nonce on. Those below
// next need not, nor those that are known here to wait or to be mined.
func (u *UnderWay) Gap(tx api.Transaction, next uint64) (missing, from uint64) {
	waits := make(map[uint64]bool)
	for _, e := range u.List() {
		if nonce, fits := e.Nonce.Uint64(); fits && e.waits(tx.ChainID, tx.From) {
			waits[nonce] = true
		}
	}
	u.mu.Lock()
	next = max(next, u.used[sender{tx.ChainID, tx.From}])
	u.mu.Unlock()
	for waits[next] {
		next++
	}
	if tx.Nonce <= next {
		return 0, next
	}
	missing = tx.Nonce - next
	for nonce := range waits {
		if next < nonce && nonce < tx.Nonce {
			missing--
		}
	}
	return missing, next
}

// Behind is how many transactions of its account are mined before one, where none is missing:
// those that are in blocks, by the count that is told or by what is known here, are not.
func (u *UnderWay) Behind(tx api.Transaction, mined uint64) uint64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	mined = max(mined, u.used[sender{tx.ChainID, tx.From}])
	return tx.Nonce - min(mined, tx.Nonce)
}

// Unknown is the newest signed of a kind by an account of which nobody knows whether the service
// has it; ok is false for none. A transaction in whose place another one waits is none, nor is an
// order whose nonce another one has that stands: that one was wanted, and only one of them counts.
func (u *UnderWay) Unknown(kind SentKind, chainID uint64, account common.Address,
	now time.Time) (e Sent, ok bool) {
	list := u.unknown(kind, chainID, account, now)
	if len(list) == 0 {
		return e, false
	}
	return list[0], true
}

// unknown are all that Unknown is the first of, the newest first.
func (u *UnderWay) unknown(kind SentKind, chainID uint64, account common.Address,
	now time.Time) (list []Sent) {
	all := u.List()
	for _, e := range slices.Backward(all) {
		if e.Kind == kind && e.ChainID == chainID && e.Account == account && !e.Taken &&
			!e.Ended && e.Shared <= uint64(max(0, now.Unix())) &&
			!slices.ContainsFunc(all, func(o Sent) bool {
				return beside(o, e) && o.waits(chainID, account)
			}) {
			list = append(list, e)
		}
	}
	return list
}

// DeltaNonce is the nonce that the account's next Delta order has to have: of one that may have
// been sent, or was refused, since the contract settles one of a nonce. over is asked for each such
// order whether it can't be settled any more, and so has no nonce to give. One whose nonce the
// service alone calls used gives none either: whoever decides on the next is told. ok is false
// where any nonce will do.
func (u *UnderWay) DeltaNonce(chainID uint64, account common.Address, now time.Time,
	over func(Sent) bool) (nonce api.Amount, ok bool) {
	for _, e := range u.unknown(SentDelta, chainID, account, now) {
		if !e.Claimed && !over(e) {
			return e.Nonce, true
		}
	}
	return nonce, false
}

// Replaced tells whether another transaction was signed here since in the place of one, and nobody
// has refused that.
func (u *UnderWay) Replaced(e Sent) bool {
	last, ok := u.newest(func(o Sent) bool {
		return o.Hash == e.Hash || beside(o, e) && !o.Refused && !o.Ended
	})
	return ok && last.Hash != e.Hash
}

// DoneThough is the newest that an account signed of one's kind, where that was refused and was
// found to be there all the same; ok is false where it was not.
func (u *UnderWay) DoneThough(of Sent) (e Sent, ok bool) {
	e, ok = u.newest(func(e Sent) bool {
		return e.Kind == of.Kind && e.ChainID == of.ChainID && e.Account == of.Account
	})
	return e, ok && e.Refused && e.Doubted && (e.Taken || e.Ended)
}

// Did finds what did the same as something with a nonce, and may have been done: it waits, or it
// was doubted not long ago, or it was refused and yet its nonce is used, by nothing that is known.
func (u *UnderWay) Did(act common.Hash, nonce api.Amount, now time.Time) (e Sent, ok bool) {
	all := u.List()
	return newest(all, func(e Sent) bool {
		return e.Act == act && (!e.Refused || e.Doubted || passed(all, e, nonce)) &&
			(!e.Ended || now.Sub(e.At) < recalled)
	})
}

// passed tells whether a transaction that was refused may have been mined all the same, since the
// account's next nonce is beyond its own and no other of all is known to have that.
func passed(all []Sent, e Sent, next api.Amount) bool {
	return e.Kind == SentTransaction && !e.Ended && e.Nonce.Less(next) &&
		!slices.ContainsFunc(all, func(o Sent) bool {
			return beside(o, e) && !o.Refused
		})
}

// beside tells whether one of two has the other's nonce.
func beside(a, b Sent) bool {
	return a.Kind == b.Kind && a.ChainID == b.ChainID && a.Account == b.Account &&
		a.Nonce == b.Nonce && a.Hash != b.Hash
}

// Beside lists the other transactions that were signed here with the nonce of one, and those that
// have come to their end.
func (u *UnderWay) Beside(e Sent) (list []Sent) {
	u.mu.Lock()
	gone := slices.Clone(u.gone)
	u.mu.Unlock()
	for _, o := range slices.Concat(gone, u.List()) {
		if beside(o, e) {
			list = append(list, o)
		}
	}
	return list
}

// Tried tells whether the nonce of a transaction was tried once more, and refused.
func (u *UnderWay) Tried(e Sent) bool {
	return e.Refused || slices.ContainsFunc(u.Beside(e), func(o Sent) bool { return o.Refused })
}

func (u *UnderWay) newest(is func(Sent) bool) (Sent, bool) { return newest(u.List(), is) }

func newest(all []Sent, is func(Sent) bool) (Sent, bool) {
	for _, e := range slices.Backward(all) {
		if is(e) {
			return e, true
		}
	}
	return Sent{}, false
}

// Waiting counts the transactions of a network that wait for their blocks.
func (u *UnderWay) Waiting(chainID uint64) (n int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, e := range u.list {
		if e.Kind == SentTransaction && e.ChainID == chainID && !e.Ended {
			n++
		}
	}
	return n
}

// SameOrder is an order as it was signed before, where that one may have been posted already: with
// its nonce and its end it is the same order, which no book holds twice.
func (s *Session) SameOrder(o api.Order) api.Order {
	data := eip712.OrderTypedData(s.Network.ChainID, s.Network.Contracts.AugustusRFQ, o)
	is, _ := SentOrderOf(data, "")
	e, ok := s.UnderWay.newest(func(e Sent) bool {
		return e.Kind == is.Kind && !e.Taken && !e.Ended && e.Act == is.Act
	})
	// an end that was chosen anew is another wish
	const slack = time.Minute
	moved := time.Duration(o.Expiry-e.Expiry) * time.Second
	switch since := s.Env.Now().Sub(e.At); {
	case !ok || (o.Expiry == 0) != (e.Expiry == 0),
		o.Expiry < e.Expiry || moved > since+slack,
		e.Expiry > 0 && e.Expiry <= uint64(s.Env.Now().Unix()):
		return o
	}
	o.NonceAndMeta, o.Expiry = api.PackNonce(e.Nonce, o.TakerFromMeta()), e.Expiry
	return o
}
