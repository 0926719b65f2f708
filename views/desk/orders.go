package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/sign"
)

// crossWord is what is typed for an order that would trade at once: taking the other is cheaper for
// its maker than waiting to be taken by whoever sees it first.
const crossWord = "cross"

// until is when an order ends, in UNIX seconds: 0 is never.
func (d *Desk) until(life, usual time.Duration) uint64 {
	switch life {
	case grammar.Endless:
		return 0
	case 0:
		life = usual
	}
	return uint64(d.s.Env.Now().Add(life).Unix())
}

// limit places an order, over an approval where one is needed.
func (d *Desk) limit(ctx context.Context, x grammar.Limit) (Result, error) {
	spec, pays, token, err := d.placing(ctx, x)
	if err != nil {
		return Result{}, err
	}
	if err := d.by.Foresee(sign.Foresee(d.s, spec)); err != nil {
		return Result{}, err
	}
	if err := d.allow(ctx, token, d.s.Network.Contracts.AugustusRFQ, pays); err != nil {
		return Result{}, err
	}
	return d.place(ctx, spec, x.Title())
}

// placing is what to sign for an order of the book, and what it pays of which token.
func (d *Desk) placing(ctx context.Context, x grammar.Limit) (spec sign.Spec, pays api.Amount,
	token api.Token, err error) {
	if !x.Price.Known() {
		return spec, pays, token, priceless
	}
	if x.Base.Address == api.NativeToken || x.Quote.Address == api.NativeToken {
		return spec, pays, token, &Misread{Why: "orders are in tokens, not in the coin: wrap it"}
	}
	token, other := x.Base, x.Quote
	pays, gets := x.Size, x.Price.QuoteFor(x.Size, api.Down)
	if x.Side == api.Buy {
		token, other = x.Quote, x.Base
		pays, gets = x.Price.QuoteFor(x.Size, api.Up), x.Size
	}
	if pays.IsZero() || gets.IsZero() {
		return spec, pays, token, &Misread{Why: "at this price so little comes to nothing"}
	}
	have, err := d.held(ctx, token.Address)
	if err != nil {
		return spec, pays, token, err
	}
	d.price(ctx, token.Address)
	checks := []ui.Check{d.covers(have.Balance, pays, token)}
	if err := bad(checks[0]); err != nil {
		return spec, pays, token, err
	}
	book, err := d.s.Exchange.Book(ctx,
		api.Pair{Base: x.Base.Address, Quote: x.Quote.Address}, bookDepth)
	if err != nil {
		return spec, pays, token, err
	}
	d.s.PairFormat(bookMarket(x.Base, x.Quote, book)) // as which its price is worded
	d.price(ctx, x.Base.Address, x.Quote.Address)
	more, word := d.besideBook(book, x)
	order := api.Order{Expiry: d.until(x.Life, 24*time.Hour), Maker: d.s.Account.Address,
		MakerAsset: api.Asset{Address: token.Address}, MakerAmount: pays,
		TakerAsset: api.Asset{Address: other.Address}, TakerAmount: gets}
	spec, err = d.orderSpec(order)
	spec.Checks, spec.Word = append(checks, more...), word
	return spec, pays, token, err
}

// bookDepth is how many orders of a side are looked through for the first that is worth taking.
const bookDepth = 400

// besideBook compares an order with the best of the book, and with what its tokens are worth.
func (d *Desk) besideBook(book api.Book, x grammar.Limit) (checks []ui.Check, word string) {
	book, _, _ = d.s.WorthTaking(book)
	var bid, ask api.Price
	if len(book.Bids) > 0 {
		bid = book.Bids[0].Price
	}
	if len(book.Asks) > 0 {
		ask = book.Asks[0].Price
	}
	pair := api.Pair{Base: x.Base.Address, Quote: x.Quote.Address}
	check, worth, word := d.s.MakingChecks(pair, x.Price, d.s.Yardstick(pair, bid, ask),
		x.Side == api.Sell, views.Symbol(x.Base)+"/"+views.Symbol(x.Quote))
	checks = append([]ui.Check{check}, worth...)
	meets := func(b api.BookOrder) {
		checks = append(checks, ui.Check{Level: ui.Warn, Text: "would trade at once: fill " +
			b.Hash.Hex() + " takes that order instead"})
		if word == "" {
			word = crossWord
		}
	}
	switch {
	case x.Side == api.Buy && ask.Known() && x.Price.Cmp(ask) >= 0:
		meets(book.Asks[0])
	case x.Side == api.Sell && bid.Known() && x.Price.Cmp(bid) <= 0:
		meets(book.Bids[0])
	}
	return checks, word
}

// orderSpec is what to sign for an order of this account.
func (d *Desk) orderSpec(order api.Order) (sign.Spec, error) {
	nonce, err := d.s.Nonce()
	if err != nil {
		return sign.Spec{}, err
	}
	order.NonceAndMeta = api.PackNonce(nonce, common.Address{})
	order = d.s.SameOrder(order)
	exchange, chain := d.s.Exchange, d.s.Network.ChainID
	data := eip712.OrderTypedData(chain, d.s.Network.Contracts.AugustusRFQ, order)
	return sign.Spec{Data: &data, Submit: func(ctx context.Context, signed sign.Signed) (any,
		error) {
		record, _, err := exchange.CreateOrder(ctx, api.OrderRequest{Order: order,
			Type: order.Type(), Signature: signed.Signature[:]})
		return record, err
	}}, nil
}

// place signs an order and tells where it rests.
func (d *Desk) place(ctx context.Context, spec sign.Spec, title string) (Result, error) {
	signed, err := d.hand(ctx, title, spec)
	if err != nil {
		return Result{}, err
	}
	record, _ := signed.Result.(api.OrderRecord)
	return Result{[]string{fmt.Sprintf("order %s is accepted and waits for a taker",
		signed.Hash.Hex())}, record}, nil
}

// nft places an order with an NFT on one side.
func (d *Desk) nft(ctx context.Context, x grammar.NFT) (Result, error) {
	spec, err := d.placingNFT(ctx, x)
	if err != nil {
		return Result{}, err
	}
	if err := d.by.Foresee(sign.Foresee(d.s, spec)); err != nil {
		return Result{}, err
	}
	if x.Bid {
		if err := d.allow(ctx, x.Token, d.s.Network.Contracts.AugustusRFQ, x.Value); err != nil {
			return Result{}, err
		}
		return d.place(ctx, spec, x.Title())
	}
	held, err := d.s.Exchange.UserNFT(ctx, d.s.Account.Address, x.Item)
	if err != nil {
		return Result{}, err
	}
	if !held.Approved {
		collection, _ := d.s.Token(x.Item.Address)
		task := sign.ApproveOrders(d.s, collection, x.Item)
		task.Step, task.Steps = 1, 2
		if _, err := d.run(ctx, task); err != nil {
			return Result{}, err
		}
		if err := d.refresh(ctx); err != nil {
			return Result{}, err
		}
	}
	return d.place(ctx, spec, x.Title())
}

// placingNFT is what to sign for an order with an NFT.
func (d *Desk) placingNFT(ctx context.Context, x grammar.NFT) (spec sign.Spec, err error) {
	tokens := api.Asset{Address: x.Token.Address}
	order := api.Order{NFT: true, Expiry: d.until(0, 24*time.Hour), Maker: d.s.Account.Address,
		MakerAsset: x.Item, MakerAmount: x.Count, TakerAsset: tokens, TakerAmount: x.Value}
	var check ui.Check
	d.price(ctx, x.Token.Address)
	if x.Bid {
		order.MakerAsset, order.TakerAsset = tokens, x.Item
		order.MakerAmount, order.TakerAmount = x.Value, x.Count
		have, err := d.held(ctx, x.Token.Address)
		if err != nil {
			return spec, err
		}
		check = d.covers(have.Balance, x.Value, x.Token)
	} else {
		have, err := d.s.Exchange.UserNFT(ctx, d.s.Account.Address, x.Item)
		if err != nil {
			return spec, err
		}
		check = ui.Check{Level: ui.OK, Text: "you hold " + x.Name}
		if have.Balance.Less(x.Count) {
			check = ui.Check{Level: ui.Bad, Text: "you hold " + have.Balance.String() + " of " +
				x.Name}
		}
	}
	if err := bad(check); err != nil {
		return spec, err
	}
	market, err := d.nftMarket(ctx, x.Item.Address)
	if err != nil {
		return spec, err
	}
	owns, err := d.s.Exchange.UserNFTs(ctx, d.s.Account.Address)
	if err != nil {
		return spec, err
	}
	spec, err = d.orderSpec(order)
	checks, word := market.CheckMaking(d.s, views.NFTMaking{Order: order, Owns: owns})
	spec.Checks, spec.Word = append([]ui.Check{check}, checks...), word
	return spec, err
}

// nftMarket reads what the book says of a collection, and what the coins are worth that it says
// that in.
func (d *Desk) nftMarket(ctx context.Context, collection common.Address) (m views.NFTMarket,
	err error) {
	if m, err = views.ReadNFTMarket(ctx, d.s.Exchange, collection); err != nil {
		return m, err
	}
	var coins []common.Address
	add := func(a api.Asset) {
		_, listed := d.s.Token(a.Address)
		if listed && a.Kind == api.ERC20 && !slices.Contains(coins, a.Address) {
			coins = append(coins, a.Address)
		}
	}
	for _, r := range m.Offers {
		add(r.TakerAsset)
	}
	for _, r := range m.Bids {
		add(r.MakerAsset)
	}
	d.price(ctx, coins...)
	return m, nil
}

// order reads an order of either kind.
func (d *Desk) order(ctx context.Context, hash common.Hash) (api.OrderRecord, error) {
	r, err := d.s.FindOrder(hash)(ctx)
	if err == nil && r.ChainID != d.s.Network.ChainID {
		return r, api.Errorf(api.ValidationError, "order %s is on %s, not on %s",
			format.Hash(hash), d.s.NetworkName(r.ChainID), d.s.NetworkName(d.s.Network.ChainID))
	}
	return r, err
}

// fillGas is more than filling one order takes.
const fillGas = 400_000

// fill takes an order, over an approval where one is needed.
func (d *Desk) fill(ctx context.Context, x grammar.Fill) (Result, error) {
	r, pays, err := d.taken(ctx, x)
	if err != nil {
		return Result{}, err
	}
	task, err := d.filling(ctx, r, x, pays)
	if err != nil {
		return Result{}, err
	}
	if err := d.by.Foresee(sign.ForeseeTask(d.s, task, fillGas)); err != nil {
		return Result{}, err
	}
	asset := r.TakerAsset
	token, _ := d.s.Token(asset.Address)
	spender := d.s.Network.Contracts.FillSpender(r.Taker)
	if asset.Kind == api.ERC20 {
		if err := d.allow(ctx, token, spender, pays); err != nil {
			return Result{}, err
		}
	} else {
		held, err := d.s.Exchange.UserNFT(ctx, d.s.Account.Address, asset)
		if err != nil {
			return Result{}, err
		}
		if !held.Approved {
			token.Kind, token.Address = asset.Kind, asset.Address
			task := sign.Approve(d.s, token, spender, api.NewAmount(1))
			task.Step, task.Steps = 1, 2
			if _, err := d.run(ctx, task); err != nil {
				return Result{}, err
			}
		}
	}
	if task, err = d.filling(ctx, r, x, pays); err != nil { // the book may have moved
		return Result{}, err
	}
	return d.run(ctx, task)
}

// taken reads the order that is to be filled and what is paid for it.
func (d *Desk) taken(ctx context.Context, x grammar.Fill) (r api.OrderRecord, pays api.Amount,
	err error) {
	if r, err = d.order(ctx, x.Order); err != nil {
		return r, pays, err
	}
	if !r.State.Open() {
		return r, pays, api.Errorf(api.OrderNotFillable, "order %s is %s", format.Hash(r.Hash),
			r.State)
	}
	token, _ := d.s.Token(r.TakerAsset.Address)
	decimals := token.Decimals
	if r.TakerAsset.Kind != api.ERC20 {
		decimals = 0
	}
	if x.Token != (common.Address{}) && x.Token != r.TakerAsset.Address {
		return r, pays, &Misread{Why: "the order wants " + views.AssetName(token, r.TakerAsset)}
	}
	most := r.PayFor(r.SwappableBalance)
	if pays = most; x.Pay != "" {
		if pays, err = api.ParseUnits(x.Pay, decimals); err != nil || pays.IsZero() {
			return r, pays, &Misread{Usage: "fill 0xORDER pay 100",
				Why: "what is paid must be an amount above zero of what the maker wants"}
		}
		if err := d.buys(r, pays, most, token); err != nil {
			return r, pays, err
		}
	}
	d.price(ctx, r.TakerAsset.Address, r.MakerAsset.Address)
	if r.TakerAsset.Kind != api.ERC20 {
		return r, pays, nil
	}
	have, err := d.held(ctx, r.TakerAsset.Address)
	if err != nil {
		return r, pays, err
	}
	return r, pays, bad(d.covers(have.Balance, pays, token))
}

// buys refuses a payment that gets nothing, more than can be had, or a part of what is sold whole:
// in the taker's token, of which the service knows raw units only.
func (d *Desk) buys(r api.OrderRecord, pays, most api.Amount, token api.Token) error {
	gives, _ := d.s.Token(r.MakerAsset.Address)
	cost := func(a api.Amount) string {
		if r.TakerAsset.Kind != api.ERC20 {
			return a.String() + " x " + views.AssetName(token, r.TakerAsset)
		}
		return format.Full(a, token) + " " + views.Symbol(token)
	}
	got := r.Gets(pays)
	switch whole := r.PayFor(got); {
	case r.SwappableBalance.IsZero(): // the service says why
		return nil
	case got.IsZero():
		return api.Errorf(api.OrderNotFillable, "%s buys less than one unit of what the order "+
			"gives: pay more", cost(pays))
	case most.Less(pays) && r.MakerAsset.Kind == api.ERC20:
		return api.Errorf(api.OrderNotFillable, "the order takes %s at most now", cost(most))
	case most.Less(pays):
		return api.Errorf(api.OrderNotFillable, "of %s, %s can be had now: pay %s at most",
			views.AssetName(gives, r.MakerAsset), r.SwappableBalance, cost(most))
	case r.MakerAsset.Kind == api.ERC1155 && whole.Less(pays):
		return api.Errorf(api.OrderNotFillable, "%s buys %s x %s, which cost %s: pay that",
			cost(pays), got, views.AssetName(gives, r.MakerAsset), cost(whole))
	}
	return nil
}

// filling is the task that takes an order.
func (d *Desk) filling(ctx context.Context, r api.OrderRecord, x grammar.Fill,
	pays api.Amount) (task sign.Task, err error) {
	asked := pays
	if x.Pay == "" {
		asked = api.Amount{} // all that is left when it is mined
	}
	task = sign.Fill(d.s, r, asked)
	if r.TakerAsset.Kind == api.ERC20 {
		token, _ := d.s.Token(r.TakerAsset.Address)
		task.Review = sign.AllIn(d.s, token, pays)
	}
	if r.NFT {
		collection := r.MakerAsset
		if collection.Kind == api.ERC20 {
			collection = r.TakerAsset
		}
		market, err := d.nftMarket(ctx, collection.Address)
		checks, word, _ := market.CheckTaking(d.s, r)
		task.Checks, task.Word = append(task.Checks, checks...), word
		return task, err
	}
	maker, _ := d.s.Token(r.MakerAsset.Address)
	taker, _ := d.s.Token(r.TakerAsset.Address)
	m := api.Market{ChainID: r.ChainID, Base: taker, Quote: maker}
	if d.s.IsBase(r.MakerAsset, r.TakerAsset) {
		m.Base, m.Quote = maker, taker
	}
	task.Outcome = sign.Filled(d.s, m, r.Hash)
	checks, word := d.besideMiddle(ctx, r, m)
	task.Checks, task.Word = append(task.Checks, checks...), word
	return task, nil
}

// besideMiddle compares the price of an order that is taken with the middle of the book.
func (d *Desk) besideMiddle(ctx context.Context, r api.OrderRecord, m api.Market) (
	checks []ui.Check, word string) {
	book, err := d.s.Exchange.Book(ctx,
		api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, bookDepth)
	book, _, _ = d.s.WorthTaking(book)
	var mid api.Price
	ok := err == nil && len(book.Asks) > 0 && len(book.Bids) > 0
	if ok {
		mid, ok = views.Mid(book.Bids[0].Price, book.Asks[0].Price)
	}
	price := api.Price{Quote: r.TakerAmount, Base: r.MakerAmount}
	selling := r.TakerAsset.Address == m.Base.Address
	if selling {
		price = api.Price{Quote: r.MakerAmount, Base: r.TakerAmount}
	}
	d.price(ctx, m.Base.Address, m.Quote.Address)
	return d.s.TakingChecks(api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, "price", price,
		mid, ok, selling, views.PairName(m))
}

// Cancelled is what came of cancelling all, as a document.
type Cancelled struct {
	Sent
	GoOn []string `json:"goOn"` // ids of the Delta orders that are open still
}

// cancel ends orders: those of the book by a transaction, Delta orders by a signature.
func (d *Desk) cancel(ctx context.Context, x grammar.Cancel) (Result, error) {
	if len(x.Delta) > 0 {
		return d.cancelDelta(ctx, x.Delta)
	}
	if x.All {
		return d.cancelAll(ctx)
	}
	done, err := d.run(ctx, d.cancelling(x.Orders))
	if api.Refused(err) {
		err = cmp.Or(d.ofDelta(ctx, x.Orders), err)
	}
	return done, err
}

// ofDelta is the error where one of some hashes is that of a Delta order, which a transaction can't
// cancel.
func (d *Desk) ofDelta(ctx context.Context, hashes []common.Hash) error {
	known, _ := d.deltas(ctx)
	for _, r := range known {
		switch {
		case !slices.Contains(hashes, r.OrderHash):
		case r.Named():
			return api.Errorf(api.OrderNotFillable, "%s is a Delta order: `cancel %s` ends it by "+
				"the service's word, and `invalidate %[2]s` on chain", r.OrderHash, r.ID)
		default:
			return api.Errorf(api.OrderNotFillable, "%s is a Delta order that the service does "+
				"not show: `invalidate %[1]s` ends it on chain", r.OrderHash)
		}
	}
	return nil
}

// cancelAll ends the orders of the book, and says which Delta orders go on: they are ended by
// another signature, and who leaves may have wanted a stop to stay.
func (d *Desk) cancelAll(ctx context.Context) (Result, error) {
	goOn, words, err := d.goOn(ctx)
	if err != nil {
		return Result{}, err
	}
	open, err := d.open(ctx)
	if err != nil {
		return Result{}, err
	}
	var hashes []common.Hash
	for _, r := range open {
		hashes = append(hashes, r.Hash)
	}
	var lines []string
	if words != "" {
		lines = []string{words}
	}
	if len(hashes) == 0 {
		return Result{append([]string{"no order is open in the book"}, lines...), map[string]any{
			"cancelled": []string{}, "goOn": goOn}}, nil
	}
	task := d.cancelling(hashes)
	if words != "" {
		task.Checks = append(task.Checks, ui.Check{Level: ui.Warn, Text: words})
	}
	done, err := d.run(ctx, task)
	if err != nil {
		return done, err
	}
	return Result{append(done.Lines, lines...), Cancelled{done.Data.(Sent), goOn}}, nil
}

// goOn are the account's open Delta orders, which cancelling all leaves, and how that is said.
func (d *Desk) goOn(ctx context.Context) (ids []string, words string, err error) {
	ids = []string{}
	if d.s.Network.Contracts.Delta == (common.Address{}) {
		return ids, "", nil
	}
	open, err := views.OpenDelta(ctx, d.s.Exchange, d.s.Account.Address)
	if err != nil {
		return ids, "", err
	}
	for _, r := range open {
		ids = append(ids, r.ID)
	}
	if len(ids) == 0 {
		return ids, "", nil
	}
	return ids, fmt.Sprintf("not cancelled: %s, with what waits for a price; this ends them: "+
		"cancel %s", ui.Counted(len(ids), "Delta order"), strings.Join(ids, " ")), nil
}

// cancelling is the task that cancels orders.
func (d *Desk) cancelling(hashes []common.Hash) sign.Task {
	what := "cancel order " + format.Hash(hashes[0])
	if len(hashes) > 1 {
		what = fmt.Sprintf("cancel %d orders", len(hashes))
	}
	return sign.Cancel(d.s, what, hashes...)
}

// open are the account's open orders of both kinds.
func (d *Desk) open(ctx context.Context) ([]api.OrderRecord, error) {
	account := d.s.Account.Address
	open, err := views.OpenOrders(ctx, d.s.Exchange, account, false)
	if err != nil {
		return nil, err
	}
	nft, err := views.OpenOrders(ctx, d.s.Exchange, account, true)
	return append(open, nft...), err
}

func (d *Desk) cancelDelta(ctx context.Context, ids []string) (Result, error) {
	known, _ := d.deltas(ctx) // whoever decides is told which they are, as far as that is known
	known = slices.DeleteFunc(known, func(r api.DeltaRecord) bool {
		return !slices.Contains(ids, r.ID)
	})
	spec := d.cancellingDelta(ids)
	spec.Checks = sign.Ends(d.s, known...)
	if _, err := d.hand(ctx, "a cancellation", spec); err != nil {
		return Result{}, err
	}
	lines := []string{"the cancellation is accepted: by the service's word; invalidate makes it " +
		"certain on chain, for gas"}
	known, _ = d.deltas(ctx) // what goes on is told beside it
	for _, id := range ids { // which says what the service's word leaves open
		if r, err := d.s.Exchange.DeltaOrder(ctx, id); err == nil && r.Status.Final() {
			lines = append(lines, fmt.Sprintf("Delta order %s is %s, %s", id, r.Status,
				cells.Clean(r.Reason)))
			if twin := views.GoingTwin(r, known); twin != "" {
				lines = append(lines, "it goes on: the "+twin)
			}
		}
	}
	return Result{lines, map[string]any{"cancelled": ids}}, nil
}

// invalidate uses up the nonce of a Delta order on chain.
func (d *Desk) invalidate(ctx context.Context, x grammar.Invalidate) (Result, error) {
	r, known, err := views.OwnDelta(ctx, d.s.Exchange, d.s.Account.Address, x.ID)
	if err != nil {
		return Result{}, err
	}
	if why := d.s.WhyNotInvalidate(r, d.s.Env.Now()); why != "" {
		return Result{}, api.Errorf(api.OrderNotFillable, "Delta order %s: %s", x.ID, why)
	}
	return d.run(ctx, sign.Invalidate(d.s, r, known))
}

func (d *Desk) cancellingDelta(ids []string) sign.Spec {
	data := eip712.CancellationsTypedData(d.s.Network.ChainID, d.s.Network.Contracts.Delta, ids)
	exchange := d.s.Exchange
	return sign.Spec{Data: &data, Submit: func(ctx context.Context, signed sign.Signed) (any,
		error) {
		return nil, exchange.CancelDelta(ctx, ids, signed.Signature.Compact())
	}}
}
