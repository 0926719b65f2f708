package orders

import (
	"context"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// replacing is a signed order that takes the place of another one.
type replacing struct {
	old     row
	request api.OrderRequest
	posted  bool // it does not wait for the cancellation
}

// waitingOrder is a signed order that waits for the cancellation of the one whose place it takes,
// as it is kept in the data folder from before that cancellation is sent.
type waitingOrder struct {
	Old     common.Hash      `json:"old"`
	NFT     bool             `json:"nft,omitempty"`
	Filled  api.Amount       `json:"filled"` // of the old maker amount, when the new one was signed
	Cancel  common.Hash      `json:"cancellation"`
	Request api.OrderRequest `json:"request"`
}

// replaced is what became of one: it waits on where neither done nor err is set.
type replaced struct {
	waiting waitingOrder
	done    bool
	unread  bool // what became of the old order could not be read
	old     api.OrderRecord
	filled  api.Amount // of the old order since; the new one is not posted then
	record  api.OrderRecord
	sent    views.Sent // the new order, once it was handed on
	err     error
}

// replacer leads the replacement of an order to its end.
type replacer struct {
	s       *views.Session
	own     *ownOrders
	reveal  func(common.Hash)
	waiting []waitingOrder // for the cancellation of the orders whose place they take
	posting bool           // one of them is being looked at
	// one that was posted without an answer is not posted again before a time, after pauses that
	// grow
	postAt    time.Time
	postPause *backoff.ExponentialBackOff
	// told is what was told last of one, and unsure what was last told not to be known
	told   replacementNote
	unsure unsure
}

func newReplacer(s *views.Session, own *ownOrders, reveal func(common.Hash)) *replacer {
	p := &replacer{s: s, own: own, reveal: reveal}
	p.postPause = &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2,
		MaxInterval: time.Minute}
	p.postPause.Reset()
	return p
}

// sign has the new order signed, and then the cancellation of the old one.
func (p *replacer) sign(old row, order api.Order, now bool, checks []ui.Check,
	word string) {
	exchange, chain := p.s.Exchange, p.s.Network.ChainID
	data := eip712.OrderTypedData(chain, p.s.Network.Contracts.AugustusRFQ, order)
	request := api.OrderRequest{ChainID: chain, Order: order, Type: order.Type(),
		FillOrKill: old.FillOrKill}
	spec := sign.Spec{Data: &data, Step: 1, Steps: 2, Checks: checks, Word: word,
		Ended: p.own.ended(old),
		Done: func(signed sign.Signed) tea.Cmd {
			request.Signature = signed.Signature[:]
			p.cancel(replacing{old, request, now})
			return nil
		},
		Edit: ui.Asking(func() { p.replace(old) }),
	}
	if now {
		spec.Submit = func(ctx context.Context, signed sign.Signed) (any, error) {
			r := request
			r.Signature = signed.Signature[:]
			record, _, err := exchange.CreateOrder(ctx, r)
			return record, err
		}
	}
	sign.Open(p.s, spec)
}

// cancel has the old order's cancellation signed.
func (p *replacer) cancel(r replacing) {
	note := "the new order is signed; it is posted once the old one is cancelled"
	if r.posted {
		note = "the new order is posted; until the old one is cancelled, both can fill"
	}
	task := sign.Cancel(p.s, "cancel order "+format.Hash(r.old.Hash), r.old.Hash)
	task.For, task.Step, task.Steps = r, 2, 2
	task.Checks, task.Ended = []ui.Check{{Text: "cancels " + r.old.words()}}, p.own.ended(r.old)
	if !r.posted {
		kept, others := p.s.Preferences, slices.Clone(p.waiting)
		task.Before = func(hash common.Hash) error {
			return kept.Keep(waitingName, waitingText(append(others, r.waits(hash))))
		}
		task.Refused = func() error { return kept.Keep(waitingName, waitingText(others)) }
	}
	p.s.Toast(ui.Warn, note)
	sign.Run(p.s, task)
}

func (r replacing) waits(cancel common.Hash) waitingOrder {
	return waitingOrder{Old: r.old.Hash, NFT: r.old.NFT, Filled: r.old.filled, Cancel: cancel,
		Request: r.request}
}
