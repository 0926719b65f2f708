package sign

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/wallet/describe"
)

// asked is a transaction that is wanted: how it is asked for, and the wish that it has to meet.
// Only the functions of this file make one, so that no task is without its wish.
type asked struct {
	wish    describe.Wish
	prepare func(context.Context) (api.Transaction, error)
	// settle completes the wish off the loop, before the transaction is asked for, where what is
	// wished for has to be read first; nil has nothing to read.
	settle func(context.Context) (asked, error)
	// left is the least that is paid of a fill of all that is left, once the answer is there:
	// somebody else may have filled a part meanwhile. nil is of anything else.
	left func(context.Context) (api.Amount, error)
}

// ask asks for the transaction. What it answers is compared with the wish that it returns.
func (a asked) ask(ctx context.Context) (api.Transaction, describe.Wish, error) {
	if a.settle != nil {
		settled, err := a.settle(ctx)
		if err != nil {
			return api.Transaction{}, describe.Wish{}, err
		}
		a = settled
	}
	tx, err := a.prepare(ctx)
	if err == nil && a.left != nil {
		if left, err := a.left(ctx); err == nil { // else it stays what was asked for
			a.wish.All = a.wish.All.Min(left)
		}
	}
	return tx, a.wish, err
}

// exactly is an amount of one asset.
func exactly(asset api.Asset, amount api.Amount) []describe.Sum {
	return []describe.Sum{{Asset: asset, Amount: amount}}
}

func fungible(token common.Address) api.Asset { return api.Asset{Address: token} }

// Approve is the task that lets a spender move exactly an amount of a token. It reads the session,
// so call it in Update.
func Approve(s *views.Session, token api.Token, spender common.Address, amount api.Amount) Task {
	return Task{What: "approve " + views.Symbol(token),
		asked: approval(s.Exchange, s.Account.Address, token.Address,
			token.Kind, spender, amount)}
}

// ApproveOrders is the task that lets the order contract move what the account's open orders need
// of an asset, or a collection. It reads the session, so call it in Update.
func ApproveOrders(s *views.Session, token api.Token, asset api.Asset) Task {
	spender, exchange, owner := s.Network.Contracts.AugustusRFQ, s.Exchange, s.Account.Address
	of := func(amount api.Amount) asked {
		return approval(exchange, owner, asset.Address, asset.Kind, spender, amount)
	}
	task := Task{What: "approve " + views.Symbol(token), asked: of(api.NewAmount(1))}
	if asset.Kind == api.ERC20 {
		task.asked.settle = func(ctx context.Context) (asked, error) {
			need, err := views.Claimed(ctx, exchange, owner, asset.Address)
			return of(need), err
		}
	}
	return task
}

func approval(exchange api.Exchange, owner, token common.Address, kind api.AssetKind,
	spender common.Address, amount api.Amount) asked {
	r := api.ApproveRequest{Owner: owner, Token: token, Kind: kind, Spender: spender,
		Amount: amount}
	allows := amount
	if kind != api.ERC20 && !amount.IsZero() { // all of a collection or nothing
		allows = api.MaxAmount
	}
	return asked{
		wish: describe.Wish{Kind: describe.Approve, At: []common.Address{token}, Spender: spender,
			Allows: allows},
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareApprove(ctx, r)
		}}
}

// Take is a fill as it is wanted.
type Take struct {
	Request api.FillRequest
	Pays    describe.Sum // at most
	Least   api.Amount   // of what is paid
	Gets    describe.Sum // at least
	Rate    *api.Price   // at least, what is got for what is paid; nil is any
}

// Fill is the task that takes an order, for as much as is paid: for zero all of it that is left. It
// reads the session, so call it in Update.
func Fill(s *views.Session, o api.OrderRecord, pay api.Amount) Task {
	most := pay
	if pay.IsZero() {
		most = o.TakerAmountFor(o.FillableBalance)
	}
	task := FillAll(s, "take order "+format.Hash(o.Hash), Take{
		Request: api.FillRequest{Taker: s.Account.Address,
			Legs: []api.FillLeg{{Hash: o.Hash, TakerAmount: pay}}},
		Pays: describe.Sum{Asset: o.TakerAsset, Amount: most}, Least: pay,
		Gets: describe.Sum{Asset: o.MakerAsset},
		Rate: &api.Price{Quote: o.MakerAmount, Base: o.TakerAmount},
	})
	// what was on the screen, not what a service says that its hash is
	task.asked.wish.Orders = []common.Hash{eip712.HashOrder(s.Network.ChainID,
		s.Network.Contracts.AugustusRFQ, &o.Order)}
	task.Checks = SignedChecks(o)
	if pay.IsZero() {
		exchange := s.Exchange
		task.asked.wish.All = o.PayFor(o.SwappableBalance)
		task.asked.left = func(ctx context.Context) (api.Amount, error) {
			now, err := exchange.Order(ctx, o.Hash, o.NFT)
			return o.PayFor(now.SwappableBalance), err
		}
	}
	return task
}

// lessChecks say that less of an order is left than when all of it was asked for. It reads the
// session.
func lessChecks(s *views.Session, asked, wish describe.Wish) []ui.Check {
	if !wish.All.Less(asked.All) || len(wish.Pays) != 1 {
		return nil
	}
	asset := wish.Pays[0].Asset
	token, _ := s.Token(asset.Address)
	pays := func(a api.Amount) string {
		if asset.Kind != api.ERC20 {
			return amount(a, asset, token, api.Up)
		}
		return format.Full(a, token) + " " + views.Symbol(token)
	}
	return []ui.Check{{Level: ui.Warn, Text: "less of the order is left than when it was asked " +
		"for: all of it is " + pays(wish.All) + ", it was " + pays(asked.All)}}
}

// ByWord says who alone tells that an order's maker has signed it, "" where that is known.
func ByWord(o api.OrderRecord) string {
	if o.ToldBy == "" {
		return ""
	}
	return o.ToldBy + " alone says that its maker signed it: the key of " +
		format.Address(o.Maker) + " did not"
}

// SignedChecks warn of an order whose signature is somebody's word.
func SignedChecks(o api.OrderRecord) []ui.Check {
	if o.ToldBy == "" {
		return nil
	}
	return []ui.Check{{Level: ui.Warn, Text: cells.Clean(ByWord(o))}}
}

// FillAll is the task that takes orders. It reads the session, so call it in Update.
func FillAll(s *views.Session, what string, t Take) Task {
	exchange, c := s.Exchange, s.Network.Contracts
	wish := describe.Wish{Kind: describe.Fill, To: s.Account.Address,
		Pays: []describe.Sum{t.Pays}, Least: t.Least, Gets: []describe.Sum{t.Gets}, Rate: t.Rate,
		At: []common.Address{c.AugustusRFQ, c.AugustusSwapper, c.AugustusV6}}
	for _, l := range t.Request.Legs {
		wish.Orders = append(wish.Orders, l.Hash)
	}
	return Task{What: what, asked: asked{wish: wish,
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareFill(ctx, t.Request)
		}}}
}

// Cancel is the task that cancels orders of the account. It reads the session, so call it in
// Update.
func Cancel(s *views.Session, what string, hashes ...common.Hash) Task {
	exchange := s.Exchange
	r := api.CancelRequest{Maker: s.Account.Address, Hashes: hashes}
	return Task{What: what, asked: asked{
		wish: describe.Wish{Kind: describe.Cancel, Orders: hashes,
			At: []common.Address{s.Network.Contracts.AugustusRFQ}},
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareCancel(ctx, r)
		}}}
}

// Ends are the checks of a signature that ends Delta orders of the network at hand: which they are,
// since what is signed has their numbers alone.
func Ends(s *views.Session, list ...api.DeltaRecord) (checks []ui.Check) {
	for _, r := range list {
		checks = append(checks, ui.Check{Text: "ends the Delta order " + r.ID},
			ui.Check{Text: "which " + s.DeltaText(r)})
	}
	return checks
}

// Invalidate is the task that uses up the nonce of a Delta order of the account, and names that of
// the known ones which ends with it. It reads the session, so call it in Update.
func Invalidate(s *views.Session, r api.DeltaRecord, known []api.DeltaRecord) Task {
	exchange, owner := s.Exchange, s.Account.Address
	asks := api.InvalidateRequest{Owner: owner, Nonce: r.Order.Nonce}
	checks := Ends(s, r)
	if twin := views.GoingTwin(r, known); twin != "" {
		checks = append(checks, ui.Check{Level: ui.Warn,
			Text: "ends too, by the same nonce: the " + twin})
	}
	if !r.FilledAmount.IsZero() {
		checks = append(checks, ui.Check{Text: "what is settled of it stays settled"})
	}
	what := "invalidate the nonce of Delta order " + format.ID(r.ID)
	return Task{What: what, Checks: checks, asked: asked{
		wish: describe.Wish{Kind: describe.CancelDelta, Nonces: []api.Amount{r.Order.Nonce},
			At: []common.Address{s.Network.Contracts.Delta}},
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareInvalidation(ctx, asks)
		}}}
}

// Wrap is the task that turns the coin into its wrapped token, or back. It reads the session, so
// call it in Update.
func Wrap(s *views.Session, what string, amount api.Amount, unwrap bool) Task {
	exchange, wrapped := s.Exchange, s.Network.Contracts.WrappedNative
	r := api.WrapRequest{Owner: s.Account.Address, Amount: amount, Unwrap: unwrap}
	wish := describe.Wish{Kind: describe.Wrap, At: []common.Address{wrapped}, Least: amount,
		Pays: exactly(fungible(api.NativeToken), amount), Gets: exactly(fungible(wrapped), amount)}
	if unwrap {
		wish.Kind, wish.Pays, wish.Gets = describe.Unwrap, wish.Gets, wish.Pays
	}
	return Task{What: what, asked: asked{wish: wish,
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareWrap(ctx, r)
		}}}
}

// Send is the task that sends an asset to somebody. It reads the session, so call it in Update.
func Send(s *views.Session, what string, asset api.Asset, to common.Address,
	amount api.Amount) Task {
	exchange := s.Exchange
	r := api.TransferRequest{Owner: s.Account.Address, Asset: asset, To: to, Amount: amount}
	at := asset.Address
	if at == api.NativeToken {
		at = to
	}
	return Task{What: what, asked: asked{
		wish: describe.Wish{Kind: describe.Send, At: []common.Address{at}, To: to,
			Pays: exactly(asset, amount), Least: amount},
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareTransfer(ctx, r)
		}}}
}

// Claim is the task that takes out what the account has earned of tokens as a partner. It reads the
// session, so call it in Update.
func Claim(s *views.Session, what string, contract common.Address,
	tokens []common.Address) Task {
	exchange := s.Exchange
	r := api.ClaimRequest{Owner: s.Account.Address, Contract: contract}
	return Task{What: what, asked: asked{
		wish: describe.Wish{Kind: describe.Claim, At: []common.Address{contract},
			To: s.Account.Address, Tokens: tokens},
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareClaim(ctx, r)
		}}}
}

// Swap is the task that trades along a route, for a wish that was read off the form and the quote.
// It reads the session, so call it in Update.
func Swap(s *views.Session, what string, r api.BuildRequest, wish describe.Wish) Task {
	exchange := s.Exchange
	return Task{What: what, asked: asked{wish: wish,
		prepare: func(ctx context.Context) (api.Transaction, error) {
			return exchange.PrepareSwap(views.UserInitiated(ctx), r)
		}}}
}

// replacement asks for what takes the place of a transaction with a nonce. What that did is known
// where this console has sent it.
func replacement(s *views.Session, hash common.Hash, nonce uint64, cancel bool) asked {
	exchange := s.Exchange
	r := api.ReplaceRequest{Hash: hash, Cancel: cancel}
	wish := describe.Wish{Kind: describe.Again, Nonce: &nonce}
	old, known := s.UnderWay.Of(hash)
	if known {
		wish.Same = &old
	}
	if cancel {
		wish = describe.Wish{Kind: describe.Nothing, Nonce: &nonce,
			At: []common.Address{s.Account.Address}}
	}
	return asked{wish: wish, prepare: func(ctx context.Context) (api.Transaction, error) {
		tx, err := exchange.PrepareReplacement(ctx, r)
		if known && api.TypeOf(err) == api.TransactionFails {
			err = api.Errorf(api.TransactionFails, "%s; it is handed on again until it is mined "+
				"or its nonce is used", api.AsError(err).Details)
		}
		return tx, err
	}}
}
