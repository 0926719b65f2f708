package activity

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/format"
)

// Record returns a service that notes everything it is asked to change, and how that went.
func Record(s api.Service, l *Log) api.Service { return &recorder{s, l} }

type recorder struct {
	api.Service
	log *Log
}

// Exchange implements api.Service.
func (r *recorder) Exchange(chainID uint64) (api.Exchange, error) {
	exchange, err := r.Service.Exchange(chainID)
	return &recording{exchange, r.log, chainID}, err
}

// recording notes what is asked of the exchange on one network.
type recording struct {
	api.Exchange
	log     *Log
	chainID uint64
}

// noted runs a call and makes an entry of how it went; done is what the entry says on success.
func noted[R any](r *recording, component, call string, request any,
	do func() (R, error), done func(R) string) (R, error) {
	begun := r.log.now()
	answer, err := do()
	e := Entry{Level: Info, Component: component, ChainID: r.chainID, Took: r.log.now().Sub(begun),
		Request: r.request(request), Kept: sends[call]}
	if err != nil {
		fail(&e, call, err)
		if call == "create order" && r.log.saidAlready(&e) {
			return answer, err // the very same order is posted until there is an answer
		}
	} else {
		e.Text, e.Response = done(answer), plain(answer)
	}
	r.log.Add(e)
	return answer, err
}

// sends are the calls that hand on what was signed: they outlive the session.
var sends = map[string]bool{"create order": true, "submit order": true, "cancel orders": true,
	"send transaction": true}

func fail(e *Entry, call string, err error) {
	a := api.AsError(err)
	e.Level, e.ErrorType, e.What = Error, string(a.Type), a.Details
	e.Text = fmt.Sprintf("%s  %s  %s", call, a.Type, a.Details)
	e.Do = advice[a.Type]
	e.Response = plain(a)
}

// advice says what to do about an error, where its own sentence does not.
var advice = map[api.ErrorType]string{
	api.ChainUnavailable: "Nothing has changed. Wait until the header shows a fresh block, then " +
		"try again.",
	api.StoreUnavailable: "Nothing has changed. See to the disk of the service, then try again.",
	api.RateLimited:      "Wait a moment and try again.",
	api.InternalError:    "Try again; if it stays, look for the request in the log file.",
	api.OrderNotFillable: "Look at the book again: the order changed, or you cannot pay for it.",
	api.OrderExpired:     "Make a new order with a later expiry.",
	api.InvalidSignature: "Sign again, with the account that makes the order and on this network.",
	api.TooManyOrders:    "Cancel orders you no longer need.",
	api.InvalidHmac:      "Fetch a fresh quote; nothing was signed.",
	api.RateChanged:      "Fetch a fresh price; nothing was sent.",
}

// plain writes a value as JSON without signatures.
func plain(v any) string {
	fields, err := stripped(v)
	if err != nil {
		return err.Error()
	}
	return written(fields)
}

// stripped is a value as JSON has it, without signatures.
func stripped(v any) (fields any, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber() // integers keep all their digits
	if err := d.Decode(&fields); err != nil {
		return nil, err
	}
	strip(fields)
	return fields, nil
}

func written(fields any) string {
	b, err := json.Marshal(fields)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// request writes what was asked, with the network that it was asked of.
func (r *recording) request(v any) string {
	fields, err := stripped(v)
	if err != nil {
		return err.Error()
	}
	if request, ok := fields.(map[string]any); ok && request["chainId"] == nil {
		request["ChainID"] = r.chainID
	}
	return written(fields)
}

// secret names the fields that could be used by whoever reads them, in any letter case.
var secret = []string{"signature", "permit", "permitMakerAsset", "raw"}

func strip(value any) {
	switch v := value.(type) {
	case []any:
		for _, inner := range v {
			strip(inner)
		}
	case map[string]any:
		for name, inner := range v {
			if slices.ContainsFunc(secret,
				func(s string) bool { return strings.EqualFold(s, name) }) {
				v[name] = "…"
				continue
			}
			strip(inner)
		}
	}
}

func (r *recording) CreateOrder(
	ctx context.Context, q api.OrderRequest) (record api.OrderRecord, created bool, err error) {
	record, err = noted(r, "orders", "create order", q, func() (api.OrderRecord, error) {
		record, created, err = r.Exchange.CreateOrder(ctx, q)
		return record, err
	}, func(o api.OrderRecord) string {
		return fmt.Sprintf("order %s accepted  state=%s", format.Hash(o.Hash), o.State)
	})
	return record, created, err
}

func (r *recording) PrepareFill(ctx context.Context, q api.FillRequest) (api.Transaction, error) {
	return noted(r, "book", "prepare fill", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareFill(ctx, q) },
		simulated("fill"))
}

func (r *recording) PrepareCancel(
	ctx context.Context, q api.CancelRequest) (api.Transaction, error) {
	return noted(r, "book", "prepare cancellation", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareCancel(ctx, q) },
		simulated("cancellation"))
}

func (r *recording) PrepareApprove(
	ctx context.Context, q api.ApproveRequest) (api.Transaction, error) {
	return noted(r, "wallet", "prepare approval", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareApprove(ctx, q) },
		simulated("approval"))
}

func (r *recording) PrepareWrap(ctx context.Context, q api.WrapRequest) (api.Transaction, error) {
	return noted(r, "wallet", "prepare wrapping", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareWrap(ctx, q) },
		simulated("wrapping"))
}

func (r *recording) PrepareReplacement(
	ctx context.Context, q api.ReplaceRequest) (api.Transaction, error) {
	return noted(r, "chain", "prepare replacement", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareReplacement(ctx, q) },
		simulated("replacement"))
}

func (r *recording) PrepareTransfer(
	ctx context.Context, q api.TransferRequest) (api.Transaction, error) {
	return noted(r, "wallet", "prepare transfer", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareTransfer(ctx, q) },
		simulated("transfer"))
}

func (r *recording) PrepareInvalidation(
	ctx context.Context, q api.InvalidateRequest) (api.Transaction, error) {
	return noted(r, "delta", "prepare invalidation", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareInvalidation(ctx, q) },
		simulated("invalidation"))
}

func (r *recording) PrepareClaim(ctx context.Context, q api.ClaimRequest) (api.Transaction, error) {
	return noted(r, "wallet", "prepare claim", q,
		func() (api.Transaction, error) { return r.Exchange.PrepareClaim(ctx, q) },
		simulated("claim"))
}

// Prices notes the quotes that a review asks for; those that only keep a screen fresh are not worth
// an entry.
func (r *recording) Prices(ctx context.Context, q api.PriceRequest) (api.PriceRoute, error) {
	ask := func() (api.PriceRoute, error) { return r.Exchange.Prices(ctx, q) }
	if !views.IsUserInitiated(ctx) {
		return ask()
	}
	return noted(r, "swap", "quote", q, ask, func(p api.PriceRoute) string {
		return fmt.Sprintf("quote on block %d: %s for %s by %s", p.BlockNumber,
			p.SrcAmount.Units(p.SrcDecimals), p.DestAmount.Units(p.DestDecimals), p.ContractMethod)
	})
}

// PrepareSwap notes the swaps that are to be signed.
func (r *recording) PrepareSwap(ctx context.Context, q api.BuildRequest) (api.Transaction, error) {
	ask := func() (api.Transaction, error) { return r.Exchange.PrepareSwap(ctx, q) }
	if !views.IsUserInitiated(ctx) {
		return ask()
	}
	return noted(r, "swap", "prepare swap", q, ask, simulated("swap"))
}

func (r *recording) BuildDelta(
	ctx context.Context, q api.DeltaBuildRequest) (api.DeltaToSign, error) {
	return noted(r, "delta", "build order", q,
		func() (api.DeltaToSign, error) { return r.Exchange.BuildDelta(ctx, q) },
		func(api.DeltaToSign) string { return "order built from its quote" })
}

func (r *recording) SubmitDelta(
	ctx context.Context, q api.DeltaSubmission) (record api.DeltaRecord, created bool, err error) {
	record, err = noted(r, "delta", "submit order", q, func() (api.DeltaRecord, error) {
		record, created, err = r.Exchange.SubmitDelta(ctx, q)
		return record, err
	}, func(d api.DeltaRecord) string {
		return fmt.Sprintf("submitted %s  status=%s", d.ID, d.Status)
	})
	return record, created, err
}

func (r *recording) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	_, err := noted(r, "delta", "cancel orders", ids,
		func() (any, error) { return nil, r.Exchange.CancelDelta(ctx, ids, signature) },
		func(any) string {
			return "the service accepted the cancellation of " + strings.Join(ids, ", ")
		})
	return err
}

func simulated(what string) func(api.Transaction) string {
	return func(t api.Transaction) string {
		return fmt.Sprintf("%s simulated on block %d%s: gas %d", what, t.Block,
			api.ByWord(t.ToldBy), t.GasUsed)
	}
}

func (r *recording) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	request := map[string]any{"chainId": r.chainID, "bytes": len(raw)}
	return noted(r, "chain", "send transaction", request,
		func() (common.Hash, error) { return r.Exchange.SendTransaction(ctx, raw) },
		func(h common.Hash) string { return "transaction " + format.Hash(h) + " sent" })
}

// Receipt notes how transactions ended; questions about those on their way are not worth an entry.
func (r *recording) Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error) {
	receipt, err := r.Exchange.Receipt(ctx, hash)
	if err != nil || receipt.Block == nil {
		return receipt, err
	}
	e := Entry{Level: Info, Component: "chain", ChainID: r.chainID, Kept: true,
		Receipt: &receipt, Text: fmt.Sprintf("transaction %s done in block %d%s: gas %d",
			format.Hash(hash), receipt.Block.Number, receipt.ByWord(), receipt.GasUsed)}
	if !receipt.Success {
		e.Level, e.What, e.Do = Error, "The contract refused it: "+receipt.Reason,
			"Only its gas was paid. Look at what changed since it was simulated, then try again."
		e.Text = fmt.Sprintf("transaction %s reverted in block %d%s: %s", format.Hash(hash),
			receipt.Block.Number, receipt.ByWord(), receipt.Reason)
	}
	e.Response = plain(receipt)
	r.log.Add(e)
	return receipt, nil
}
