package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/route"
	"bourse/views/sign"
)

// depth is how many orders of a side are told.
const depth = 10

// listed is a line about an order, with its number where lists have them: a hash is much to hear.
func (d *Desk) listed(order, line string) string {
	if !d.numbered {
		return line
	}
	d.s.Listed = append(d.s.Listed, order)
	return fmt.Sprintf("%d: %s", len(d.s.Listed), line)
}

// look answers a question.
func (d *Desk) look(ctx context.Context, x grammar.Look) (Result, error) {
	if slices.Contains([]grammar.Subject{grammar.Book, grammar.Orders, grammar.Auctions}, x.At) {
		d.s.Listed = nil
	}
	switch x.At {
	case grammar.Book:
		return d.book(ctx, x)
	case grammar.Quote:
		return d.quote(ctx, x.Sale)
	case grammar.Orders:
		return d.orders(ctx)
	case grammar.Fills:
		return d.fills(ctx)
	case grammar.Auctions:
		return d.auctions(ctx)
	case grammar.Balances:
		return d.balances(ctx)
	case grammar.NFTs:
		return d.nfts(ctx)
	case grammar.Prices:
		return d.prices(ctx)
	case grammar.Waiting:
		return d.prepared(), nil
	case grammar.Gains:
		return d.gains(ctx)
	case grammar.Lots:
		return d.lots(ctx)
	case grammar.Alerts:
		return d.alerts(), nil
	}
	return d.status(ctx)
}

func (d *Desk) book(ctx context.Context, x grammar.Look) (Result, error) {
	pair := api.Pair{Base: x.Base.Address, Quote: x.Quote.Address}
	whole, err := d.s.Exchange.Book(ctx, pair, depth)
	if err != nil {
		return Result{}, err
	}
	d.price(ctx, x.Quote.Address)
	told := struct {
		api.Book
		Dust *dust `json:"dust,omitempty"`
	}{}
	var asks, bids int
	told.Book, asks, bids = d.s.WorthTaking(whole)
	if asks+bids > 0 {
		told.Dust = &dust{whole.Asks[:asks], whole.Bids[:bids]}
	}
	shape := d.s.PairFormat(bookMarket(x.Base, x.Quote, told.Book))
	name := views.Symbol(x.Base) + "/" + views.Symbol(x.Quote)
	lines := []string{fmt.Sprintf("book of %s: %d to buy from, %d to sell to", name,
		len(told.Asks), len(told.Bids))}
	if len(told.Asks) > 0 && len(told.Bids) > 0 &&
		told.Bids[0].Price.Cmp(told.Asks[0].Price) >= 0 {
		lines = append(lines, fmt.Sprintf("crossed: %s %s are paid for what stands for sale at %s",
			shape.OrderPrice(told.Bids[0].Price, true), shape.Quote,
			shape.OrderPrice(told.Asks[0].Price, false)))
	}
	add := func(what string, list []api.BookOrder, bid bool) {
		for _, o := range list {
			lines = append(lines, d.listed(o.Hash.Hex(), fmt.Sprintf("%s %s %s at %s %s, order %s",
				what, shape.Size(o.Size, api.Down), shape.Base, shape.OrderPrice(o.Price, bid),
				shape.Quote, o.Hash.Hex())))
		}
	}
	add("for sale:", told.Asks, false)
	add("wanted:", told.Bids, true)
	add("not worth its gas: for sale:", whole.Asks[:asks], false)
	add("not worth its gas: wanted:", whole.Bids[:bids], true)
	return Result{lines, told}, nil
}

// dust are the orders of a book that stand before the first one which is worth the gas of a fill.
type dust struct {
	Asks []api.BookOrder `json:"asks"`
	Bids []api.BookOrder `json:"bids"`
}

// bookMarket is what a book tells of the prices of its pair.
func bookMarket(base, quote api.Token, book api.Book) api.Market {
	m := api.Market{Base: base, Quote: quote}
	if len(book.Bids) > 0 {
		m.Last = book.Bids[0].Price
	} else if len(book.Asks) > 0 {
		m.Last = book.Asks[0].Price
	}
	return m
}

// quote tells what the two ways of selling would bring.
func (d *Desk) quote(ctx context.Context, x grammar.Sale) (Result, error) {
	out := struct {
		Swap  *api.PriceRoute `json:"swap,omitempty"`
		Delta *api.DeltaPrice `json:"delta,omitempty"`
	}{}
	var lines []string
	w, err := d.quoteSwap(ctx, x)
	if err == nil {
		out.Swap = &w.offer.Route
		line := fmt.Sprintf("a swap brings %s %s, at least %s with a slippage of %s",
			format.Fine(w.offer.Out(), x.Dest, api.Down), views.Symbol(x.Dest),
			format.Fine(w.offer.Least(), x.Dest, api.Down), api.Percent(usualSlippage))
		lines = append(lines, line, d.restsOn(views.RouteTold(&w.offer.Route, x.Src, x.Dest)))
	}
	if x.Src.Address != api.NativeToken && d.s.Network.Contracts.Delta != (api.Contracts{}).Delta {
		p, deltaErr := d.quoteDelta(ctx, x.Src, x.Dest, x.Value)
		if deltaErr == nil {
			out.Delta = p
			lines = append(lines, fmt.Sprintf("a Delta order can expect %s %s, gas included",
				format.Fine(p.DestAmount, x.Dest, api.Down), views.Symbol(x.Dest)),
				d.restsOn(views.DeltaTold(p, x.Src, x.Dest)))
		}
	}
	if len(lines) == 0 {
		return Result{}, err
	}
	if len(lines) == 4 && lines[1] == lines[3] { // it is said of both
		lines[1] = ""
	}
	return Result{slices.DeleteFunc(lines, func(l string) bool { return l == "" }), out}, nil
}

// restsOn says on whose word a price is quoted, and what the user's own node makes of it; "" of one
// that is made here.
func (d *Desk) restsOn(p views.Quoted) string {
	c, _, says := d.s.AgainstOwn(p, views.ImpactStop)
	if !says && !p.Own.IsZero() {
		c = ui.Check{Level: ui.OK, Text: fmt.Sprintf("pools by your own node bring %s %s",
			format.Fine(p.Own, p.Dest, api.Down), views.Symbol(p.Dest))}
	} else if !says {
		return ""
	}
	return checkWord(c.Level) + ": " + c.Text
}

// words are an order in a line.
func (d *Desk) words(r api.OrderRecord) string {
	give, _ := d.s.Token(r.MakerAsset.Address)
	get, _ := d.s.Token(r.TakerAsset.Address)
	amount := func(a api.Amount, asset api.Asset, t api.Token, round api.Round) string {
		if asset.Kind != api.ERC20 {
			return a.String() + " x " + views.AssetName(t, asset)
		}
		return format.Fine(a, t, round) + " " + views.Symbol(t)
	}
	state := string(r.State)
	if r.Unshown {
		state = "NOT SHOWN"
	}
	text := fmt.Sprintf("%s %s gives %s for %s", state, r.Hash.Hex(),
		amount(r.MakerAmount, r.MakerAsset, give, api.Up),
		amount(r.TakerAmount, r.TakerAsset, get, api.Down))
	if r.FillableBalance != r.MakerAmount {
		text += ", " + amount(r.FillableBalance, r.MakerAsset, give, api.Down) + " of it left"
	}
	if r.State == api.Pending && !r.Unshown && r.SwappableBalance.Less(r.FillableBalance) {
		text += ", " + amount(r.SwappableBalance, r.MakerAsset, give, api.Down) +
			" of it can be had now"
	}
	if r.Expiry > 0 {
		text += ", until " + format.Stamp(time.Unix(int64(r.Expiry), 0))
	}
	if r.StateReason != "" {
		text += ": " + cells.Clean(d.s.Reason(r))
	}
	if by := sign.ByWord(r); by != "" {
		text += "; " + cells.Clean(by)
	}
	return text
}

// toldOrder is an order as it is told; of one that is not shown its state is that of when it was
// signed, which is said beside it.
type toldOrder struct{ api.OrderRecord }

// MarshalJSON implements json.Marshaler.
func (o toldOrder) MarshalJSON() ([]byte, error) {
	text := o.AppendJSON(nil)
	if o.Unshown {
		text = append(text[:len(text)-1], `,"unshown":true}`...)
	}
	return text, nil
}

func (d *Desk) orders(ctx context.Context) (Result, error) {
	list, err := d.open(ctx)
	if err != nil {
		return Result{}, err
	}
	orders := make([]toldOrder, 0, len(list))
	for _, r := range list {
		orders = append(orders, toldOrder{r})
	}
	out := Result{[]string{ui.Counted(len(list), "open order")}, struct {
		Orders []toldOrder `json:"orders"`
	}{orders}}
	for _, r := range list {
		out.Lines = append(out.Lines, d.listed(r.Hash.Hex(), d.words(r)))
	}
	out.Lines = append(out.Lines, d.invented(ctx)...)
	return out, nil
}

// some is a list that is never null in a document.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// sentFill is a fill as the HTTP interface sends it: it names assets as an NFT order record does.
type sentFill struct {
	api.Fill
	MakerAsset     common.Address `json:"makerAsset"`
	MakerAssetType api.AssetKind  `json:"makerAssetType"`
	MakerAssetID   api.Amount     `json:"makerAssetId"`
	TakerAsset     common.Address `json:"takerAsset"`
	TakerAssetType api.AssetKind  `json:"takerAssetType"`
	TakerAssetID   api.Amount     `json:"takerAssetId"`
}

func sent(f api.Fill) sentFill {
	return sentFill{f, f.MakerAsset.Address, f.MakerAsset.Kind, f.MakerAsset.ID,
		f.TakerAsset.Address, f.TakerAsset.Kind, f.TakerAsset.ID}
}

// Traded is what the account has traded, in the ways in which it can.
type Traded struct {
	Fills    []sentFill        `json:"fills"`
	Swaps    []views.Swapped   `json:"swaps"`
	Auctions []api.DeltaRecord `json:"auctions"` // settled, wholly or in part
}

// trade is a line about something that was traded, in a block.
type trade struct {
	block uint64
	line  string
}

// fills tells what orders have traded, swaps that were made here, and settled auctions, the newest
// first.
func (d *Desk) fills(ctx context.Context) (Result, error) {
	account := d.s.Account.Address
	list, err := api.AllFills(ctx, d.s.Exchange, api.FillQuery{Account: &account})
	if err != nil {
		return Result{}, err
	}
	out := Traded{Swaps: d.log.Swaps(account, d.s.Network.ChainID)}
	for _, f := range list {
		out.Fills = append(out.Fills, sent(f))
	}
	if d.s.Network.Contracts.Delta != (common.Address{}) {
		auctions, err := d.deltas(ctx)
		if err != nil {
			return Result{}, err
		}
		for _, r := range auctions {
			if len(r.Transactions) > 0 {
				out.Auctions = append(out.Auctions, r)
			}
		}
	}
	trades := d.tradeLines(out)
	slices.SortStableFunc(trades, func(a, b trade) int { return cmp.Compare(b.block, a.block) })
	lines := []string{ui.Counted(len(trades), "trade")}
	for _, t := range trades {
		lines = append(lines, t.line)
	}
	return Result{append(lines, d.invented(ctx)...), out}, nil
}

// invented says that the service told of orders and fills that are none.
func (d *Desk) invented(ctx context.Context) []string {
	status, err := d.s.Exchange.Status(ctx)
	if err != nil || status.Invented == "" {
		return nil
	}
	return []string{checkWord(ui.Bad) + ": " + cells.Clean(status.Invented)}
}

func (d *Desk) tradeLines(of Traded) (trades []trade) {
	side := func(a api.Amount, asset api.Asset, r api.Round) string {
		t, _ := d.s.Token(asset.Address)
		if asset.Kind != api.ERC20 {
			return a.String() + " x " + views.AssetName(t, asset)
		}
		return format.Fine(a, t, r) + " " + views.Symbol(t)
	}
	add := func(block uint64, gave, got api.Amount, gaveAsset, gotAsset api.Asset, by string) {
		trades = append(trades, trade{block, fmt.Sprintf("gave %s for %s in block %d, %s",
			side(gave, gaveAsset, api.Up), side(got, gotAsset, api.Down), block, by)})
	}
	for _, sent := range of.Fills {
		f := sent.Fill
		by := "order " + f.OrderHash.Hex()
		if f.Given(d.s.Account.Address) {
			trades = append(trades, trade{f.Block.Number, fmt.Sprintf(
				"got %s in block %d, %s, which somebody else filled",
				side(f.MakerAmount, f.MakerAsset, api.Down), f.Block.Number, by)})
		} else if f.Maker == d.s.Account.Address {
			add(f.Block.Number, f.MakerAmount, f.TakerAmount, f.MakerAsset, f.TakerAsset, by)
		} else {
			add(f.Block.Number, f.TakerAmount, f.MakerAmount, f.TakerAsset, f.MakerAsset, by)
		}
	}
	for _, w := range of.Swaps {
		add(w.Block.Number, w.Spent, w.Got, api.Asset{Address: w.Src}, api.Asset{Address: w.Dest},
			"swap "+w.Hash.Hex())
	}
	for _, r := range of.Auctions {
		for _, t := range r.Transactions {
			if t.Status == 1 { // settled, not reverted
				by := "Delta order " + r.ID
				if held := d.s.HeldText(r); held != "" {
					by += ", " + held
				}
				add(t.BlockNumber, t.Spent, t.Received, api.Asset{Address: r.Order.SrcToken},
					api.Asset{Address: r.Order.DestToken}, by)
			}
		}
	}
	return trades
}

// costs learns what gas costs in the tokens of the orders that are open.
func (d *Desk) costs(ctx context.Context, list []api.DeltaRecord) {
	var tokens []common.Address
	for _, r := range list {
		if !r.Hidden && !r.Status.Final() {
			tokens = append(tokens, r.Order.SrcToken, r.Order.DestToken)
		}
	}
	if status, err := d.s.Exchange.Status(ctx); err == nil && len(tokens) > 0 {
		d.s.GasPrice = status.GasPrice
		slices.SortFunc(tokens, common.Address.Cmp)
		d.price(ctx, slices.Compact(tokens)...)
	}
}

// toldDelta is a Delta order as it is told, with a status only where somebody told one.
type toldDelta struct {
	api.DeltaRecord
	Status    string `json:"status"`
	UnshownBy string `json:"unshownBy,omitempty"`
}

func asKnown(r api.DeltaRecord) toldDelta {
	a := toldDelta{DeltaRecord: r, Status: string(r.Status)}
	if r.NotShown() {
		a.Status, a.UnshownBy = "NOT_SHOWN", r.UnshownBy
	}
	return a
}

func (d *Desk) auctions(ctx context.Context) (Result, error) {
	list, err := d.deltas(ctx)
	if err != nil {
		return Result{}, err
	}
	d.costs(ctx, list)
	orders := make([]toldDelta, 0, len(list))
	for _, r := range list {
		orders = append(orders, asKnown(r))
	}
	out := Result{[]string{ui.Counted(len(list), "Delta order")}, struct {
		Orders []toldDelta `json:"orders"`
	}{orders}}
	for _, r := range list {
		if r.Hidden {
			out.Lines = append(out.Lines, d.listed(r.ID, fmt.Sprintf("%s %s is held back: its "+
				"secret is not here, the console reads it by a signature", r.Status, r.ID)))
			continue
		}
		src, _ := d.s.Token(r.Order.SrcToken)
		dest, _ := d.s.Token(r.Order.DestToken)
		status := strings.ToUpper(views.DeltaStatus(r))
		line := fmt.Sprintf("%s %s sells %s %s for at least %s %s", status, r.ID,
			format.Fine(r.Order.SrcAmount, src, api.Up), views.Symbol(src),
			format.Fine(r.Order.DestAmount, dest, api.Down), views.Symbol(dest))
		if r.Order.Buy {
			line = fmt.Sprintf("%s %s buys %s %s for at most %s %s", status, r.ID,
				format.Fine(r.Order.DestAmount, dest, api.Down), views.Symbol(dest),
				format.Fine(r.Order.SrcAmount, src, api.Up), views.Symbol(src))
		}
		if brought := d.s.BroughtText(r); brought != "" {
			line += "; " + brought
		}
		if held := d.s.HeldText(r); held != "" {
			line += "; " + held
		}
		if r.Promised || r.Unsigned || r.Reason != "" && !r.Status.Final() {
			line += "; " + cells.Clean(r.Reason)
		}
		if twin := views.OneOfTwo(r, list); twin != "" {
			line += "; " + twin
		}
		if at, unit := d.s.ExecutesAt(r); unit != "" && !r.Status.Final() {
			line += "; executes at " + at + " " + unit
		}
		out.Lines = append(out.Lines, d.listed(r.ID, line))
	}
	return out, nil
}

func (d *Desk) balances(ctx context.Context) (Result, error) {
	list, err := d.s.Exchange.UserTokens(ctx, d.s.Account.Address)
	if err != nil {
		return Result{}, err
	}
	out := Result{[]string{"balances of " + cells.Clean(d.s.Account.Name) + " " +
		d.s.Account.Address.Hex()}, struct {
		Account string          `json:"account"`
		Tokens  []api.UserToken `json:"tokens"`
	}{d.s.Account.Address.Hex(), some(list)}}
	for _, t := range list {
		if !t.Balance.IsZero() {
			token, listed := d.s.Token(t.Address)
			if !listed { // it is called by its address, whatever it calls itself
				token.Decimals = t.Decimals
			}
			line := format.Fine(t.Balance, token, api.Down) + " " + views.Symbol(token)
			if t.ToldBy != "" {
				line += ", told by " + cells.Clean(t.ToldBy)
			}
			out.Lines = append(out.Lines, line)
		}
	}
	return out, nil
}

// NFT is one that the account holds.
type NFT struct {
	Address  common.Address `json:"address"`
	Type     api.AssetKind  `json:"type"`
	ID       api.Amount     `json:"id"`
	Balance  api.Amount     `json:"balance"`
	Approved bool           `json:"approved"`
}

func (d *Desk) nfts(ctx context.Context) (Result, error) {
	list, err := d.s.Exchange.UserNFTs(ctx, d.s.Account.Address)
	if err != nil {
		return Result{}, err
	}
	told := []NFT{}
	out := Result{Lines: []string{ui.Counted(len(list), "NFT")}}
	for _, n := range list {
		told = append(told, NFT{n.Address, n.Kind, n.ID, n.Balance, n.Approved})
		t, _ := d.s.Token(n.Address)
		out.Lines = append(out.Lines, n.Balance.String()+" x "+views.AssetName(t, n.Asset))
	}
	if status, err := d.s.Exchange.Status(ctx); err == nil && status.NFTsToldBy != "" {
		out.Lines = append(out.Lines, checkWord(ui.Warn)+": the list is "+
			cells.Clean(status.NFTsToldBy)+"'s word: your node can't tell all ids")
	}
	out.Data = struct {
		NFTs []NFT `json:"nfts"`
	}{told}
	return out, nil
}

func (d *Desk) prices(ctx context.Context) (Result, error) {
	list, err := d.s.Exchange.Markets(ctx)
	if err != nil {
		return Result{}, err
	}
	out := Result{[]string{ui.Counted(len(list), "pair")}, struct {
		Markets []api.Market `json:"markets"`
	}{some(list)}}
	for _, m := range list {
		shape := d.s.PairFormat(m)
		line := shape.Base + "/" + shape.Quote
		if m.Last.Known() {
			line += " last " + shape.Price(m.Last)
		}
		if m.BestBid.Known() {
			line += ", bid " + shape.OrderPrice(m.BestBid, true)
		}
		if m.BestAsk.Known() {
			line += ", ask " + shape.OrderPrice(m.BestAsk, false)
		}
		out.Lines = append(out.Lines, line)
	}
	return out, nil
}

func (d *Desk) status(ctx context.Context) (Result, error) {
	status, err := d.s.Exchange.Status(ctx)
	if err != nil {
		return Result{}, err
	}
	state := "live"
	if !status.Live {
		state = "not live"
		if status.Problem != "" {
			state += ": " + cells.Clean(status.Problem)
		}
	}
	return Result{[]string{fmt.Sprintf("%s (%d), block %d, %s; acting as %s %s",
		d.s.NetworkName(status.ChainID), status.ChainID, status.Head.Number, state,
		cells.Clean(d.s.Account.Name), d.s.Account.Address.Hex())}, status}, nil
}

// keepSwap keeps for the gains of the account what a swap has brought.
func (d *Desk) keepSwap(r api.Receipt, x grammar.Sale, b route.Brought, ok bool) {
	swapped := views.Swapped{Account: d.s.Account.Address, ChainID: d.s.Network.ChainID,
		Hash: r.Hash, Block: *r.Block, Src: x.Src.Address, Dest: x.Dest.Address, Spent: b.Spent,
		Got: b.Got, ToldBy: b.ToldBy, Refused: !ok}
	d.log.Add(activity.Entry{Level: activity.Filled, Component: "swap", Kept: true,
		Swap: &swapped, Text: fmt.Sprintf("swapped  %s %s for %s %s%s  %s  block %d", x.Amount,
			views.Symbol(x.Src), format.Fine(b.Got, x.Dest, api.Down), views.Symbol(x.Dest),
			cells.Clean(swapped.ByWord()), format.Hash(r.Hash), r.Block.Number)})
}

// Document writes a result as one JSON document.
func (r Result) Document() ([]byte, error) { return json.MarshalIndent(r.Data, "", "  ") }
