package apitest

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

func wrap(s *suite) {
	who, wrapped := s.Accounts[0], s.network.Contracts.WrappedNative
	before, amount := s.balance(who, wrapped), api.NewAmount(12345)
	s.execute(s.exchange.PrepareWrap(
		s.ctx, api.WrapRequest{Owner: who, Amount: amount}))
	if got := s.balance(who, wrapped); got != before.Add(amount) {
		s.Errorf("after wrapping %s the balance is %s, before it was %s", amount, got, before)
	}
	s.execute(s.exchange.PrepareWrap(
		s.ctx, api.WrapRequest{Owner: who, Amount: amount, Unwrap: true}))
	if got := s.balance(who, wrapped); got != before {
		s.Errorf("after unwrapping the balance is %s, want %s", got, before)
	}
	_, err := s.exchange.PrepareWrap(
		s.ctx, api.WrapRequest{Owner: who, Amount: api.MaxAmount, Unwrap: true})
	s.refused("unwrapping more than there is", err, api.TransactionFails)
}

// transfer sends a token and native coin, and wants what cannot be sent refused.
func transfer(s *suite) {
	from, to, amount := s.Accounts[0], s.Accounts[1], api.NewAmount(4321)
	for _, token := range []common.Address{s.a.Address, api.NativeToken} {
		before := s.balance(to, token)
		s.execute(s.exchange.PrepareTransfer(s.ctx, api.TransferRequest{
			Owner: from, To: to, Asset: api.Asset{Address: token}, Amount: amount}))
		if got := s.balance(to, token); got != before.Add(amount) {
			s.Errorf("after %s of %s were sent the receiver has %s, before it had %s", amount,
				token, got, before)
		}
	}
	for name, r := range map[string]api.TransferRequest{
		"to nobody":  {Asset: api.Asset{Address: s.a.Address}, Amount: amount},
		"of nothing": {Asset: api.Asset{Address: s.a.Address}, To: to},
		"of two of one": {Asset: api.Asset{Kind: api.ERC721, Address: s.a.Address}, To: to,
			Amount: amount},
	} {
		r.Owner = from
		_, err := s.exchange.PrepareTransfer(s.ctx, r)
		s.refused("a transfer "+name, err, api.ValidationError)
	}
	_, err := s.exchange.PrepareTransfer(s.ctx, api.TransferRequest{Owner: from,
		To: to, Asset: api.Asset{Address: s.a.Address}, Amount: api.MaxAmount})
	s.refused("sending more than there is", err, api.TransactionFails)
	for a, want := range map[common.Address]bool{to: false, s.a.Address: true} {
		if got := must(s.exchange.IsContract(s.ctx, a))(s); got != want {
			s.Errorf("whether %s is a contract: %t", a, got)
		}
	}
}

func approve(s *suite) {
	who, spender := s.Accounts[3], s.network.Contracts.AugustusRFQ
	for _, amount := range []api.Amount{api.NewAmount(777), {}, api.MaxAmount} {
		s.allow(who, s.b, amount)
		if got := must(s.exchange.UserToken(
			s.ctx, who, s.b.Address))(s).Allowances[spender]; got != amount {
			s.Errorf("the allowance of the order contract is %s, want %s", got, amount)
		}
	}
}

// fill takes half an order and then the rest, and wants every view of it to follow.
func fill(s *suite) {
	maker, taker := s.Accounts[0], s.Accounts[1]
	s.allow(maker, s.a, api.MaxAmount)
	s.allow(taker, s.b, api.MaxAmount)
	r := s.place(s.order(maker, 50))
	s.mine()
	pair := api.Pair{Base: s.a.Address, Quote: s.b.Address}
	if book := must(s.exchange.Book(s.ctx, pair, 0))(s); !asks(
		book, r.Hash, api.NewAmount(3000)) {
		s.Errorf("the book does not have the order: %+v", book)
	}
	q := api.BookQuery{MakerAsset: &s.a.Address, TakerAsset: &s.b.Address}
	if !contains(must(s.exchange.OrderBook(s.ctx, q))(s).Orders, r.Hash) {
		s.Error("the order book does not list the order")
	}
	got, paid := s.balance(taker, s.a.Address), s.balance(taker, s.b.Address)
	sum := must(s.exchange.FillableBalance(s.ctx, maker, &s.a.Address))(s)[s.a.Address]

	half := s.take(taker, r.Hash, api.NewAmount(500))
	s.wantFilled(r, api.Pending, 1500, half)
	if now := must(s.exchange.FillableBalance(
		s.ctx, maker, nil))(s)[s.a.Address]; now.Add(api.NewAmount(1500)) != sum {
		s.Errorf("the maker's fillable balance is %s, before half of the order it was %s", now, sum)
	}
	rest := s.take(taker, r.Hash, api.Amount{})
	s.wantFilled(r, api.Fulfilled, 0, rest)
	if now := s.balance(taker, s.a.Address); now != got.Add(api.NewAmount(3000)) {
		s.Errorf("the taker has %s, before it was %s", now, got)
	}
	if now := s.balance(taker, s.b.Address); now.Add(api.NewAmount(1000)) != paid {
		s.Errorf("the taker paid from %s to %s", paid, now)
	}
	_, err := s.exchange.PrepareFill(
		s.ctx, api.FillRequest{Taker: taker,
			Legs: []api.FillLeg{{Hash: r.Hash}}})
	s.refused("a filled order", err, api.OrderNotFillable)
	_, err = s.exchange.PrepareFill(
		s.ctx, api.FillRequest{Taker: taker,
			Legs: []api.FillLeg{{Hash: common.Hash{9}}}})
	s.refused("an unknown order", err, api.NotFound)
	s.wantFills(r, half, rest)
	s.wantTrade(rest, 1500, 500)
	worth := s.order(maker, 51)
	worth.MakerAmount, worth.TakerAmount = api.NewAmount(3_000_000), api.NewAmount(2_000_000)
	whole := s.take(taker, s.place(worth).Hash, api.Amount{})
	s.wantLast(s.wantTrade(whole, 3_000_000, 2_000_000))
}

func asks(b api.Book, hash common.Hash, size api.Amount) bool {
	for _, o := range b.Asks {
		if o.Hash == hash {
			return o.Size == size
		}
	}
	return false
}

func (s *suite) take(taker common.Address, hash common.Hash, pay api.Amount) common.Hash {
	s.Helper()
	return s.execute(s.exchange.PrepareFill(s.ctx, api.FillRequest{
		Taker: taker, Legs: []api.FillLeg{{Hash: hash, TakerAmount: pay}},
	})).Hash
}

func (s *suite) wantFilled(r api.OrderRecord, state api.OrderState, fillable uint64,
	tx common.Hash) {
	s.Helper()
	now := s.reread(r)
	if now.State != state || now.FillableBalance != api.NewAmount(fillable) ||
		now.TransactionHash == nil || *now.TransactionHash != tx {
		s.Errorf("the order is %+v, want %s with %d left by %s", now, state, fillable, tx)
	}
}

// wantFills wants the two fills of an order, newest first, from every side.
func (s *suite) wantFills(r api.OrderRecord, first, second common.Hash) {
	s.Helper()
	for _, q := range []api.FillQuery{
		{Order: &r.Hash}, {Order: &r.Hash, Account: &s.Accounts[1]},
		{Account: &s.Accounts[0], Limit: 2}, {Limit: 2}} {
		q.ChainID = s.ChainID
		fills := must(s.exchange.Fills(s.ctx, q))(s)
		if len(fills) != 2 || fills[0].TxHash != second || fills[1].TxHash != first ||
			fills[0].OrderHash != r.Hash ||
			fills[1].TakerAmount != api.NewAmount(500) || fills[0].MakerAsset != r.MakerAsset {
			s.Errorf("the fills are %+v", fills)
		}
	}
}

// market returns the market of the two tokens, whichever of them is its base.
func (s *suite) market() api.Market {
	s.Helper()
	for _, m := range must(s.exchange.Markets(s.ctx))(s) {
		base, quote := m.Base.Address, m.Quote.Address
		if base == s.a.Address && quote == s.b.Address || base == s.b.Address &&
			quote == s.a.Address {
			return m
		}
	}
	s.Fatal("the two tokens that were traded are no market")
	return api.Market{}
}

// wantTrade wants a fill of so many units of a for so many of b to be the newest trade of its pair.
func (s *suite) wantTrade(tx common.Hash, a, b uint64) api.Trade {
	s.Helper()
	m := s.market()
	pair, size, side := api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, api.NewAmount(a),
		api.Buy
	if pair.Base == s.b.Address {
		size, side = api.NewAmount(b), api.Sell
	}
	trades := must(s.exchange.Trades(s.ctx, pair, 5))(s)
	if len(trades) == 0 || trades[0].TxHash != tx || trades[0].Size != size ||
		trades[0].Side != side || trades[0].Pair != pair {
		s.Fatalf("the trades are %+v", trades)
	}
	return trades[0]
}

// wantLast wants a trade that is worth something to be the last of its market and in its last
// candle.
func (s *suite) wantLast(trade api.Trade) {
	s.Helper()
	candles := must(s.exchange.Candles(s.ctx, api.CandleQuery{
		Pair: trade.Pair, Interval: time.Hour, Limit: 3}))(s)
	if len(candles) == 0 || candles[len(candles)-1].Trades == 0 ||
		candles[len(candles)-1].Close.Cmp(trade.Price) != 0 {
		s.Errorf("the candles are %+v, the last trade is %+v", candles, trade)
	}
	if m := s.market(); !m.Last.Known() || m.Last.Cmp(trade.Price) != 0 {
		s.Errorf("the market is %+v, the last trade is %+v", m, trade)
	}
}

// p2p places orders for one taker in both shapes and wants nobody else to fill them.
func p2p(s *suite) {
	maker, taker := s.Accounts[0], s.Accounts[1]
	o := s.order(maker, 60)
	o.NonceAndMeta, o.Taker = api.PackNonce(api.NewAmount(60), taker), taker
	direct := s.place(o)
	if o.Taker = s.network.Contracts.AugustusSwapper; o.Taker != (common.Address{}) {
		s.place(o)
	}
	s.mine()
	other := api.FillRequest{Taker: s.Accounts[2],
		Legs: []api.FillLeg{{Hash: direct.Hash}}}
	_, err := s.exchange.PrepareFill(s.ctx, other)
	s.refused("someone else", err, api.OrderNotFillable)
	q := api.OrderQuery{ChainID: s.ChainID, Type: api.P2P, Taker: &taker, Limit: 10}
	if page := must(s.exchange.Orders(s.ctx, q))(s); !contains(page.Orders, direct.Hash) {
		s.Errorf("the taker's P2P orders are %+v", page)
	}
	s.wantFilled(direct, api.Fulfilled, 0, s.take(taker, direct.Hash, api.Amount{}))
}

func cancel(s *suite) {
	maker := s.Accounts[0]
	one, two := s.place(s.order(maker, 70)), s.place(s.order(maker, 71))
	request := api.CancelRequest{Maker: maker,
		Hashes: []common.Hash{one.Hash, two.Hash}}
	stranger := request
	stranger.Maker = s.Accounts[1]
	_, err := s.exchange.PrepareCancel(s.ctx, stranger)
	s.refused("another's orders", err, api.ValidationError)
	tx := s.execute(s.exchange.PrepareCancel(s.ctx, request)).Hash
	for _, r := range []api.OrderRecord{one, two} {
		now := s.reread(r)
		if now.State != api.Cancelled || now.TransactionHash == nil || *now.TransactionHash != tx {
			s.Errorf("the order is %+v, want it cancelled by %s", now, tx)
		}
	}
	_, err = s.exchange.PrepareCancel(s.ctx, request)
	s.refused("cancelled orders", err, api.OrderNotFillable)
}
