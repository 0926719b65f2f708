package proof

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"golang.org/x/sync/errgroup"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
)

// mostAsked is how many orders of a page a node is asked about at a time.
const mostAsked = 8

// Told is what a service tells of Delta orders on one network, held against all that is known here.
type Told struct {
	*Witness
	Server  api.Exchange
	Network api.Network    // as it is known here
	Node    *chain.Network // nil for none
	// Lie is the error for what the service says that is not so; nil for "".
	Lie func(string) error
	// Mine tells whose keys are the user's; nil of nobody.
	Mine func(common.Address) bool
}

// wrong is what the service tells of an order that can't be so, "" where nothing is. A settlement
// that it tells of twice is one.
func (t Told) wrong(r *api.DeltaRecord) string {
	kept := r.Transactions[:0:0]
	for _, tx := range r.Transactions {
		again := func(before api.DeltaTransaction) bool {
			return before.Hash == tx.Hash && before.Status == tx.Status &&
				before.Spent == tx.Spent && before.Received == tx.Received
		}
		if !slices.ContainsFunc(kept, again) {
			kept = append(kept, tx)
		}
	}
	r.Transactions = kept
	contract := t.Network.Contracts.Delta
	return cmp.Or(eip712.DeltaRecordFault(t.Network.ChainID, contract, r), t.Renamed(r))
}

// retriggered says that an order which was signed here is held back by another trigger than it was
// then.
func (t Told) retriggered(r *api.DeltaRecord) string {
	own, ok := t.own(r.ID, r.OrderHash)
	if !ok || r.Trigger == nil || r.NotHeldAs(own.Trigger) == "" {
		return ""
	}
	return "of the Delta order " + r.ID + " with another trigger than it was asked to hold it by"
}

func (t Told) look(ctx context.Context, r *api.DeltaRecord) error {
	t.Look(ctx, t.Node, t.Network.Contracts.Delta, r)
	t.foreign(r)
	t.unheld(r)
	return ctx.Err() // a node that was not asked to the end has denied nothing
}

// BuildDelta asks for the order to sign. One of a nonce that another order has which was signed
// here, or that is used on chain, is refused, unless it was asked for: at most one of two orders of
// a nonce can be settled.
func (t Told) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error) {
	out, err := t.Server.BuildDelta(ctx, r)
	if err != nil || r.Nonce != nil {
		return out, err
	}
	contract := t.Network.Contracts.Delta
	built := api.DeltaRecord{Order: out.Order, User: r.Owner, ChainID: t.Network.ChainID,
		OrderHash: eip712.DeltaTypedData(t.Network.ChainID, contract, out.Order).Hash()}
	built.Order.Owner = r.Owner
	const of = "of the order that it built that its nonce is "
	if other, ok := t.nonceOf(&built); ok {
		return out, t.Lie(fmt.Sprintf(of+"that of your order %#x…%x", other[:2], other[30:]))
	}
	if t.Node != nil {
		t.readNonces(ctx, t.Node, contract, []*api.DeltaRecord{&built})
	}
	if t.nonceUsed(&built) {
		return out, t.Lie(of + "one that is used on chain")
	}
	return out, ctx.Err()
}

// SubmitDelta hands an order on, which is noted before: nobody may ever learn of an answer that is
// lost. What the service refuses is noted too.
func (t Told) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	contract := t.Network.Contracts.Delta
	signed := api.DeltaRecord{Order: r.Order, User: r.Order.Owner, ChainID: t.Network.ChainID,
		OrderHash: eip712.DeltaTypedData(t.Network.ChainID, contract, r.Order).Hash(),
		CreatedAt: t.now().UTC(), UpdatedAt: t.now().UTC(), Status: api.DeltaNotStarted,
		PartiallyFillable: r.Order.Fillable, Type: r.Type, Trigger: r.Trigger, Partner: r.Partner,
		ExpiresAt: time.Unix(int64(min(r.Order.Deadline, math.MaxInt32)), 0).UTC()}
	signed.ID = signed.OrderHash.Hex() // until the service gives it one
	if err := t.sign(signed); err != nil {
		return api.DeltaRecord{}, false, err
	}
	out, created, err := t.Server.SubmitDelta(ctx, r)
	if err != nil {
		if api.Refused(err) {
			_ = t.end(signed.OrderHash) // else it is shown until its deadline
		}
		return out, created, err
	}
	wrong := cmp.Or(eip712.DeltaTakenFault(t.Network.ChainID, contract, r.Order, &out),
		t.wrong(&out))
	if wrong != "" {
		return out, created, t.Lie(wrong)
	}
	if err := t.look(ctx, &out); err != nil {
		return out, created, err
	}
	named := out // the order's times stay this machine's
	named.CreatedAt, named.UpdatedAt = signed.CreatedAt, signed.UpdatedAt
	if out.NotHeldAs(r.Trigger) != "" {
		named.Trigger = r.Trigger // as it was asked for
	}
	return out, created, t.sign(named)
}

// DeltaOrder reads an order by its id or its hash. One that was signed here is told as it was then
// where the service does not tell of it, or tells what is not so; and as the chain has it once that
// has settled it, whatever becomes of the service.
func (t Told) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	r, err := t.Server.DeltaOrder(ctx, id)
	denied := api.TypeOf(err) == api.NotFound
	if err == nil {
		wrong := cmp.Or(eip712.DeltaAskedFault(id, &r), t.wrong(&r), t.retriggered(&r))
		if wrong == "" {
			return r, t.look(ctx, &r)
		}
		err, denied = t.Lie(wrong), true
	}
	own, ok := t.own(id, common.HexToHash(id))
	if !ok || ctx.Err() != nil {
		return r, err
	}
	failed := t.asSigned(ctx, &own, err)
	ended := own.Proven && own.Status.Final()
	if ended || denied && own.Named() { // else the service may never have had it
		return own, failed
	}
	return r, err
}

// asSigned makes of an order that was signed here what can be said of it while the service does not
// tell of it, and why it does not.
func (t Told) asSigned(ctx context.Context, own *api.DeltaRecord, why error) error {
	eip712.DeltaReason(own, "signed here, and not shown by "+t.host+"; "+api.AsError(why).Details)
	own.Promised, own.Unshown, own.UnshownBy = true, true, t.host
	err := t.look(ctx, own)
	if own.Proven && own.Status.Final() { // by the chain
		own.Promised = false
	}
	return err
}

// DeltaOrders reads a page of a user's orders. A row that can't be so refuses the page, unless it
// is about an order that was signed here, which stands in its place. Of a first page that is
// refused those stay that were signed here and can still be settled.
func (t Told) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	q.ChainID = t.Network.ChainID
	list, lie, err := t.page(ctx, q)
	if lie == nil || err != nil || q.Page > 1 {
		return list, cmp.Or(err, lie)
	}
	t.mu.Lock()
	own := t.signed.open(q, uint64(t.now().Unix()))
	t.mu.Unlock()
	for i := range own {
		if err := t.asSigned(ctx, &own[i], lie); err != nil {
			return nil, err
		}
	}
	if len(own) == 0 {
		return nil, lie
	}
	return own, nil
}

// page reads a page of a user's orders; lie is why it is refused.
func (t Told) page(ctx context.Context, q api.DeltaQuery) (page []api.DeltaRecord, lie, err error) {
	list, err := t.Server.DeltaOrders(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	last := len(list) < q.Limit
	replaced := make(map[int]string) // by the order that was signed here, and its id
	seen := make(map[common.Hash]bool)
	var read []*api.DeltaRecord
	for i := range list {
		r := &list[i]
		wrong := cmp.Or(eip712.DeltaOwnerFault(q.User, r), t.wrong(r), t.retriggered(r))
		if wrong == "" && !r.Hidden && seen[r.OrderHash] {
			wrong = fmt.Sprintf("twice of the Delta order %s", r.OrderHash)
		}
		seen[r.OrderHash] = true
		if wrong == "" {
			read = append(read, r)
			continue
		}
		own, ok := t.own(r.ID, r.OrderHash)
		if !ok {
			return nil, t.Lie(wrong), nil
		}
		replaced[i] = own.ID
	}
	if t.Node != nil {
		t.readNonces(ctx, t.Node, t.Network.Contracts.Delta, read)
	}
	group, asking := errgroup.WithContext(ctx)
	group.SetLimit(mostAsked)
	for i := range list {
		group.Go(func() (err error) {
			if id, ok := replaced[i]; ok {
				list[i], err = t.DeltaOrder(asking, id)
				return err
			}
			return t.look(asking, &list[i])
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	kept := list[:0:0]
	clear(seen)
	for _, r := range list {
		if r.Hidden || !seen[r.OrderHash] {
			kept = append(kept, r)
		}
		seen[r.OrderHash] = true
	}
	page, err = t.complete(ctx, kept, q, t.DeltaOrder, t.asSigned)
	if err == nil && last {
		page, err = t.leftOut(ctx, page, q)
	}
	return page, nil, err
}
