package proof

import (
	"bytes"
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"golang.org/x/sync/errgroup"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// CreateOrder hands an order of the book on, which is noted before, as SubmitDelta does.
func (t Told) CreateOrder(ctx context.Context, r api.OrderRequest) (o api.OrderRecord,
	created bool, err error) {
	now := t.now().Unix()
	signed := api.OrderRecord{Order: r.Order, ChainID: t.Network.ChainID, Signature: r.Signature,
		Hash: eip712.HashOrder(t.Network.ChainID, t.Network.Contracts.AugustusRFQ,
			&r.Order),
		PermitMakerAsset: r.PermitMakerAsset, FillOrKill: r.FillOrKill, State: api.Pending,
		CreatedAt: now, UpdatedAt: now, FillableBalance: r.Order.MakerAmount}
	if err := t.signBook(&signed); err != nil {
		return o, false, err
	}
	o, created, err = t.Server.CreateOrder(ctx, r)
	if api.Refused(err) {
		_ = t.end(signed.Hash) // else it is shown until its end
	}
	if err != nil {
		return o, created, err
	}
	return o, created, t.bearOut(ctx, []*api.OrderRecord{&o})
}

// Order reads an order of the book. One that was signed here is told as it was then where the
// service does not show it.
func (t Told) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	o, err := t.Server.Order(ctx, hash, nft)
	if err == nil {
		return o, t.bearOut(ctx, []*api.OrderRecord{&o})
	}
	own, signed := t.signedBook(hash)
	if !signed || own.NFT != nft || api.TypeOf(err) != api.NotFound {
		return o, err
	}
	if stands, failed := t.unshown(ctx, &own, err); failed != nil || !stands {
		return own, failed
	}
	return own, nil
}

// Orders reads a page of orders of the book. To the first page of a maker's orders those are added
// that were signed here, have not ended, and are left out.
func (t Told) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	q.ChainID = t.Network.ChainID
	page, err := t.Server.Orders(ctx, q)
	if err != nil {
		return page, err
	}
	var told []*api.OrderRecord
	for i := range page.Orders {
		told = append(told, &page.Orders[i])
	}
	if err := t.bearOut(ctx, told); err != nil || q.Maker == nil || q.Offset > 0 {
		return page, err
	}
	t.mu.Lock()
	err = t.signed.read()
	own := t.signed.book(q, uint64(t.now().Unix()))
	t.mu.Unlock()
	if err != nil {
		return page, err
	}
	own = slices.DeleteFunc(own, func(o api.OrderRecord) bool {
		return slices.ContainsFunc(page.Orders, func(r api.OrderRecord) bool {
			return r.Hash == o.Hash
		})
	})
	added := make([]bool, len(own))
	group, asking := errgroup.WithContext(ctx)
	group.SetLimit(mostAsked)
	for i := range own {
		group.Go(func() (err error) {
			why := error(api.Errorf(api.NotFound, "it is not among the newest"))
			if !page.HasMore { // else there may be thousands
				var r api.OrderRecord
				if r, why = t.Server.Order(asking, own[i].Hash, q.NFT); why == nil {
					own[i], added[i] = r, true
					return t.bearOut(asking, []*api.OrderRecord{&own[i]})
				}
			}
			added[i], err = t.unshown(asking, &own[i], why)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return page, err
	}
	missing := own[:0:0]
	for i := range own {
		if added[i] {
			missing = append(missing, own[i])
		}
	}
	page.Orders, page.Total = append(missing, page.Orders...), page.Total+len(missing)
	return page, nil
}

// unshown makes of an order that was signed here what can be said of it while the service does not
// show it; stands is false once it can't be filled any more.
func (t Told) unshown(ctx context.Context, own *api.OrderRecord, why error) (stands bool,
	err error) {
	left, _, err := t.remains(ctx, []*api.OrderRecord{own}, unusedAge)
	if err != nil {
		return false, err
	}
	if left[own.Hash].IsZero() {
		t.over(own)
		own.FillableBalance, own.Unshown, own.Promised = api.Amount{}, true, t.Node == nil
		own.StateReason = "nothing is left of it by your node, and " + t.host + " does not show it"
		if own.Promised {
			own.StateReason = "nothing is left of it by the word of " + t.host +
				" alone, which does not show it"
		}
		return false, nil
	}
	own.FillableBalance, own.Unshown = left[own.Hash], true
	own.StateReason = "signed here, and not shown by " + t.host + " (" + api.AsError(why).Details +
		"): whoever has the signature can fill it " + until(own)
	return true, nil
}

// bearOut marks the orders of the user whose end is the word of the service alone, and takes from
// those that it calls open what by their contract is gone; one whose time is up has ended. What can
// happen comes first in a reason: a line may have no room for more.
func (t Told) bearOut(ctx context.Context, list []*api.OrderRecord) error {
	var ended, open []*api.OrderRecord
	at, by := t.clock(ctx, t.Node)
	now := uint64(at.Unix())
	called := make(map[*api.OrderRecord]api.OrderState)
	for _, r := range list {
		signed, own := t.signedBook(r.Hash)
		if own && r.State.Open() {
			if err := t.takenAllTheSame(&signed); err != nil {
				return err
			}
		}
		own = own || t.Mine != nil && t.Mine(r.Maker)
		switch {
		case own && r.State.Open():
			open, called[r] = append(open, r), r.State
		case own && (r.Expiry == 0 || now < r.Expiry):
			ended = append(ended, r)
		}
	}
	if err := t.leave(ctx, open); err != nil {
		return err
	}
	for _, r := range open {
		if end := ending(r.Expiry); r.Expiry > 0 && r.State.Open() && at.After(end.Add(lateFill)) {
			r.State, r.StateReason = api.Expired, t.tooLong(end, by, string(called[r]))
		}
	}
	left, _, err := t.remains(ctx, ended, unusedAge)
	if err != nil {
		return err
	}
	for _, r := range ended {
		if n := left[r.Hash]; !n.IsZero() {
			said := ""
			if r.StateReason != "" {
				said = "; it says: " + r.StateReason
			}
			r.Promised, r.FillableBalance = true, n
			r.StateReason = "whoever has the signature can fill it " + until(r) + ": its end is " +
				"the word of " + t.host + " alone, unless it is cancelled on chain" + said
		}
	}
	return nil
}

// takenAllTheSame notes once more an order that was signed here and refused, which the service
// shows as open: it may hide it later.
func (t Told) takenAllTheSame(signed *api.OrderRecord) error {
	t.mu.Lock()
	seen, known := t.Witness.left[signed.Hash]
	t.mu.Unlock()
	if known && seen.left.IsZero() {
		return nil // it has ended
	}
	return t.signBook(signed)
}

// until is how long the signature of an order is good.
func until(r *api.OrderRecord) string {
	if r.Expiry == 0 {
		return "for good"
	}
	return "until " + ending(r.Expiry).Format(minutes)
}

// cancelGas is more than the cancellation of one of several orders takes.
const cancelGas = 30_000

// PrepareCancel prepares the cancellation of orders. Where the service does not, because it shows
// one not or calls it ended that stands by what is known here, the call is made here: the contract
// cancels every order of the sender. Nonce and fees are those of another transaction of the sender,
// one that takes an allowance back.
func (t Told) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction, error) {
	tx, err := t.Server.PrepareCancel(ctx, r)
	if !api.Refused(err) || !slices.ContainsFunc(r.Hashes, t.standsHere) {
		return tx, err
	}
	rfq, c := contracts.NewAugustusRFQ(), t.Network.Contracts
	tx, failed := t.Server.PrepareApprove(ctx, api.ApproveRequest{Owner: r.Maker,
		Token: c.WrappedNative, Spender: c.AugustusRFQ})
	if failed != nil {
		return tx, err
	}
	hashes := make([][32]byte, len(r.Hashes))
	for i, h := range r.Hashes {
		hashes[i] = h
	}
	tx.To, tx.Data = c.AugustusRFQ, rfq.PackCancelOrders(hashes)
	if len(hashes) == 1 {
		tx.Data = rfq.PackCancelOrder(hashes[0])
	}
	tx.Gas += cancelGas * uint64(len(hashes))
	return tx, nil
}

// standsHere tells whether an order of the user was not seen to end.
func (w *Witness) standsHere(hash common.Hash) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen, known := w.left[hash]
	if known {
		return !seen.left.IsZero()
	}
	return w.signed.stands(hash)
}

// Sends notes which orders a transaction cancels that was signed here, before it is handed on. One
// that can't be noted is only missed later.
func (t Told) Sends(raw []byte) {
	tx := new(types.Transaction)
	if tx.UnmarshalBinary(raw) != nil || tx.To() == nil ||
		*tx.To() != t.Network.Contracts.AugustusRFQ {
		return
	}
	by, err := eip712.Sender(tx)
	if err != nil {
		return
	}
	if e := (entry{Cancels: cancels(tx.Data()), By: tx.Hash(), Maker: by}); len(e.Cancels) > 0 {
		t.mu.Lock()
		defer t.mu.Unlock()
		_ = t.note(e)
	}
}

// cancels are the orders that a call of the order contract cancels.
func cancels(call []byte) (list []common.Hash) {
	rfq := contracts.NewAugustusRFQ()
	if len(call) < 4 {
		return nil
	}
	words := call[4:]
	switch {
	case bytes.HasPrefix(rfq.PackCancelOrder([32]byte{}), call[:4]):
	case bytes.HasPrefix(rfq.PackCancelOrders(nil), call[:4]) && len(words) > 64:
		words = words[64:] // where the list is, and how long
	default:
		return nil
	}
	for word := range slices.Chunk(words, 32) {
		list = append(list, common.BytesToHash(word))
	}
	return list
}

// signBook notes an order of the book that was signed here.
func (w *Witness) signBook(r *api.OrderRecord) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.signed.read(); err != nil {
		return err
	}
	if w.signed.stands(r.Hash) {
		return nil
	}
	return w.note(entry{Book: r})
}

// signedBook is an order of the book that was signed here.
func (w *Witness) signedBook(hash common.Hash) (r api.OrderRecord, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range slices.Backward(w.signed.entries) {
		if e.Book != nil && e.Book.Hash == hash {
			return *e.Book, true
		}
	}
	return r, false
}

// stands tells whether the newest entry about an order of the book is the order.
func (j *journal) stands(hash common.Hash) bool {
	for _, e := range slices.Backward(j.entries) {
		if e.Ended == hash {
			return false
		}
		if e.Book != nil && e.Book.Hash == hash {
			return true
		}
	}
	return false
}

// book are the orders that a query is about and that can be filled at a time, in UNIX seconds, the
// newest first.
func (j *journal) book(q api.OrderQuery, now uint64) (list []api.OrderRecord) {
	over := make(map[common.Hash]bool) // and those that are in the list, by their newest entry
	for _, e := range slices.Backward(j.entries) {
		over[e.Ended] = true
		if r := e.Book; r != nil && r.ChainID == q.ChainID && r.Maker == *q.Maker &&
			r.NFT == q.NFT && (q.Type == "" || r.Type() == q.Type) &&
			(r.Expiry == 0 || now < r.Expiry) && !over[r.Hash] {
			over[r.Hash] = true
			list = append(list, *r)
		}
	}
	return list
}

// cancelledBy are the transactions that were signed here to cancel an order of the book.
func (j *journal) cancelledBy(r *api.OrderRecord) (list []common.Hash) {
	for _, e := range j.entries {
		if e.Maker == r.Maker && slices.Contains(e.Cancels, r.Hash) {
			list = append(list, e.By)
		}
	}
	return list
}
