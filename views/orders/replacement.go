package orders

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// replacing is a signed order that waits for the cancellation of the one whose place it takes. It
// is kept in memory only: where the console ends before, it is not posted.
type replacing struct {
	old     row
	request api.OrderRequest
	posted  bool // it did not wait
}

// replaced is what became of it.
type replaced struct {
	old    common.Hash
	record api.OrderRecord
	err    error
}

// replacer leads the replacement of an order to its end.
type replacer struct{ o *Screen }

// sign has the new order signed, and then the cancellation of the old one.
func (p replacer) sign(old row, order api.Order, now bool, checks []ui.Check,
	word string) tea.Cmd {
	o := p.o
	service, chain := o.service(), o.s.Network.ChainID
	data := eip712.OrderTypedData(chain, o.s.Network.Contracts.AugustusRFQ, order)
	request := api.OrderRequest{ChainID: chain, Order: order, Type: order.Type(),
		FillOrKill: old.FillOrKill}
	spec := sign.Spec{Data: &data, Step: 1, Steps: 2, Checks: checks, Word: word,
		Done: func(signed sign.Signed) tea.Cmd {
			request.Signature = signed.Signature[:]
			return p.cancel(replacing{old, request, now})
		},
		Edit: func() tea.Cmd { return o.replace(old) },
	}
	if now {
		spec.Submit = func(ctx context.Context, signed sign.Signed) (any, error) {
			r := request
			r.Signature = signed.Signature[:]
			record, _, err := service.CreateOrder(ctx, r)
			return record, err
		}
	}
	return sign.Open(o.s, spec)
}

// cancel has the old order's cancellation signed.
func (p replacer) cancel(r replacing) tea.Cmd {
	o := p.o
	service := o.service()
	q := api.CancelRequest{ChainID: o.s.Network.ChainID, Maker: r.old.Maker,
		Hashes: []common.Hash{r.old.Hash}}
	note := "the new order is signed; it is posted once the old one is cancelled"
	if r.posted {
		note = "the new order is posted; until the old one is cancelled, both can fill"
	}
	return tea.Batch(o.s.Toast(ui.Warn, note), sign.Run(o.s, sign.Task{
		What: "cancel order " + format.Hash(r.old.Hash), For: r, Step: 2, Steps: 2, Armed: true,
		Checks: []ui.Check{{Text: "cancels " + r.old.words()}},
		Prepare: func(ctx context.Context) (api.Transaction, error) {
			return service.PrepareCancel(ctx, q)
		}}))
}

// onCancelled posts the order that has waited for the cancellation.
func (p replacer) onCancelled(m sign.Mined) tea.Cmd {
	o := p.o
	r, ok := m.For.(replacing)
	if !ok || r.posted {
		return nil
	}
	if !m.Receipt.Success {
		return o.s.Toast(ui.Bad, "the cancellation failed: the new order is not posted")
	}
	service := o.service()
	return ui.Call(o.s.Context, postTime, func(ctx context.Context) tea.Msg {
		out := replaced{old: r.old.Hash}
		if out.err = cancelledUnfilled(ctx, service, r.old); out.err == nil {
			out.record, _, out.err = service.CreateOrder(ctx, r.request)
		}
		return out
	})
}

const postTime = 30 * time.Second

// cancelledUnfilled waits until the service knows that an order is cancelled, and refuses where
// somebody has filled more of it in between: the new order was signed for what was left then.
func cancelledUnfilled(ctx context.Context, s service, old row) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	told := s.Subscribe(ctx, api.TopicOrder, api.TopicFill, api.TopicBlock)
	for {
		now, err := s.Order(ctx, old.Hash, old.NFT)
		if err != nil {
			return err
		}
		if !now.State.Open() {
			return filledSince(ctx, s, old)
		}
		select {
		case _, ok := <-told:
			if ok {
				continue
			}
		case <-ctx.Done():
		}
		return api.Errorf(api.ChainUnavailable,
			"the service does not say that the old order is cancelled")
	}
}

// filledSince refuses where an order has more fills than when it was looked at.
func filledSince(ctx context.Context, s service, old row) error {
	fills, err := s.Fills(ctx, api.FillQuery{ChainID: old.ChainID, Order: &old.Hash,
		Limit: mostFills})
	if err != nil {
		return err
	}
	var filled api.Amount
	for _, f := range fills {
		filled = filled.Add(f.MakerAmount)
	}
	if old.filled.Less(filled) {
		return api.Errorf(api.OrderNotFillable,
			"%s %s of the old order were filled before it was cancelled",
			old.size(old.base(filled.Sub(old.filled))), views.Symbol(old.market.Base))
	}
	return nil
}

func (p replacer) onReplaced(m replaced) tea.Cmd {
	o := p.o
	if m.err != nil {
		return tea.Batch(o.feed.Want(o.s.Env), o.s.Toast(ui.Bad, fmt.Sprintf(
			"order %s is cancelled, and the new one is NOT posted: %s; c copies it",
			format.Hash(m.old), api.AsError(m.err).Details)))
	}
	where := "it is in the book"
	if m.record.State == api.Suspended {
		where = "it is SUSPENDED: balance or allowance does not cover it yet"
	} else if m.record.Type() == api.P2P {
		where = "it is for " + format.Address(m.record.TakerFromMeta())
	}
	o.reveal(m.record.Hash)
	return tea.Batch(o.feed.Want(o.s.Env), o.s.Toast(ui.OK, fmt.Sprintf(
		"order %s is replaced by %s: %s", format.Hash(m.old), format.Hash(m.record.Hash), where)))
}
