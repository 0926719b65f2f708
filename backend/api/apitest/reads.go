package apitest

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

func networks(s *suite) {
	if s.network.Name == "" || s.network.Symbol == "" || s.network.BlockTime <= 0 ||
		s.network.Contracts.AugustusRFQ == (common.Address{}) {
		s.Errorf("the network is %+v", s.network)
	}
	before := must(s.exchange.Status(s.ctx))(s)
	if before.ChainID != s.ChainID || !before.Live || before.Head.Hash == (common.Hash{}) ||
		before.GasPrice.IsZero() {
		s.Errorf("the status is %+v", before)
	}
	s.mine()
	after := must(s.exchange.Status(s.ctx))(s)
	if after.Head.Number <= before.Head.Number || after.Head.Time < before.Head.Time {
		s.Errorf("after a block the head is %+v, before it was %+v", after.Head, before.Head)
	}
}

// unknownNetworks asks every method that names a network for one that is not served.
func unknownNetworks(s *suite) {
	const id = 999_999
	exchange, err := s.Service.Exchange(id)
	if err != nil { // who knows its networks says so at once, another one when it is asked
		s.refused("Exchange", err, api.UnsupportedChain)
		return
	}
	ctx, who, pair := s.ctx, s.Accounts[0], api.Pair{Base: s.a.Address, Quote: s.b.Address}
	request := s.request(s.order(who, 1))
	for name, call := range map[string]func() error{
		"Status":     func() error { _, err := exchange.Status(ctx); return err },
		"Tokens":     func() error { _, err := exchange.Tokens(ctx); return err },
		"Token":      func() error { _, err := exchange.Token(ctx, who); return err },
		"UserTokens": func() error { _, err := exchange.UserTokens(ctx, who); return err },
		"UserToken": func() error {
			_, err := exchange.UserToken(ctx, who, s.a.Address)
			return err
		},
		"Collections": func() error { _, err := exchange.Collections(ctx); return err },
		"UserNFTs":    func() error { _, err := exchange.UserNFTs(ctx, who); return err },
		"UserNFT": func() error {
			_, err := exchange.UserNFT(ctx, who, api.Asset{Kind: api.ERC721, Address: who})
			return err
		},
		"CreateOrder": func() error {
			_, _, err := exchange.CreateOrder(ctx, request)
			return err
		},
		"Orders": func() error {
			_, err := exchange.Orders(ctx, api.OrderQuery{
				Type: api.Limit, Maker: &who, Limit: 1})
			return err
		},
		"OrderBook": func() error {
			_, err := exchange.OrderBook(ctx, api.BookQuery{NFT: true})
			return err
		},
		"Book": func() error { _, err := exchange.Book(ctx, pair, 1); return err },
		"FillableBalance": func() error {
			_, err := exchange.FillableBalance(ctx, who, nil)
			return err
		},
		"Fills": func() error {
			_, err := exchange.Fills(ctx, api.FillQuery{Limit: 1})
			return err
		},
		"Markets": func() error { _, err := exchange.Markets(ctx); return err },
		"Trades":  func() error { _, err := exchange.Trades(ctx, pair, 1); return err },
		"Candles": func() error {
			_, err := exchange.Candles(ctx, api.CandleQuery{
				Pair: pair, Interval: time.Hour, Limit: 1})
			return err
		},
		"PoolDepth": func() error { _, err := exchange.PoolDepth(ctx, pair); return err },
		"PriceUSD": func() error {
			_, _, err := exchange.PriceUSD(ctx, s.a.Address)
			return err
		},
		"PrepareFill": func() error {
			_, err := exchange.PrepareFill(ctx,
				api.FillRequest{Legs: make([]api.FillLeg, 1)})
			return err
		},
		"PrepareCancel": func() error {
			_, err := exchange.PrepareCancel(ctx,
				api.CancelRequest{Hashes: make([]common.Hash, 1)})
			return err
		},
		"PrepareApprove": func() error {
			_, err := exchange.PrepareApprove(ctx, api.ApproveRequest{})
			return err
		},
		"PrepareWrap": func() error {
			_, err := exchange.PrepareWrap(ctx, api.WrapRequest{})
			return err
		},
		"PrepareTransfer": func() error {
			_, err := exchange.PrepareTransfer(ctx, api.TransferRequest{})
			return err
		},
		"PrepareClaim": func() error {
			_, err := exchange.PrepareClaim(ctx, api.ClaimRequest{})
			return err
		},
		"PrepareInvalidation": func() error {
			_, err := exchange.PrepareInvalidation(ctx, api.InvalidateRequest{})
			return err
		},
		"PrepareReplacement": func() error {
			_, err := exchange.PrepareReplacement(ctx, api.ReplaceRequest{})
			return err
		},
		"Nonces":     func() error { _, err := exchange.Nonces(ctx, who); return err },
		"IsContract": func() error { _, err := exchange.IsContract(ctx, who); return err },
		"SendTransaction": func() error {
			_, err := exchange.SendTransaction(ctx, []byte{1})
			return err
		},
		"Movements": func() error {
			_, err := exchange.Movements(ctx, who, []common.Hash{{1}})
			return err
		},
		"Receipt": func() error {
			_, err := exchange.Receipt(ctx, common.Hash{1})
			return err
		},
	} {
		s.refused(name, call(), api.UnsupportedChain)
	}
}

func listedTokens(s *suite) {
	list := must(s.exchange.Tokens(s.ctx))(s)
	if len(list) < 3 || list[0].Address != api.NativeToken || list[0].Symbol != s.network.Symbol {
		s.Fatalf("the listed tokens are %+v; the native coin must come first", list)
	}
	held := must(s.exchange.UserTokens(s.ctx, s.Accounts[1]))(s)
	for _, token := range list {
		if got := must(s.exchange.Token(s.ctx, token.Address))(s); got != token {
			s.Errorf("token %s is %+v, listed as %+v", token.Symbol, got, token)
		}
		if token.Kind != api.ERC20 {
			continue
		}
		i := slices.IndexFunc(held, func(u api.UserToken) bool {
			return u.Address == token.Address
		})
		if i < 0 {
			s.Errorf("%s is not among the account's tokens", token.Symbol)
			continue
		}
		if one := must(s.exchange.UserToken(
			s.ctx, s.Accounts[1], token.Address))(s); !reflect.DeepEqual(one, held[i]) {
			s.Errorf("%s alone is %+v, in the list %+v", token.Symbol, one, held[i])
		}
	}
	_, err := s.exchange.Token(s.ctx,
		common.HexToAddress("0x00000000000000000000000000000000000badc0"))
	s.refused("no contract", err, api.UnsupportedToken)
	_, known, err := s.exchange.PriceUSD(
		s.ctx, common.HexToAddress("0x00000000000000000000000000000000000badc0"))
	if known || err != nil && api.TypeOf(err) != api.UnsupportedToken {
		s.Errorf("what is no token has a price (%v), or %v", known, err)
	}
}

// events wants an order's life on the bus, and the channel to close with its context.
func events(s *suite) {
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	orders, all := s.Service.Subscribe(ctx, api.TopicOrder), s.Service.Subscribe(ctx)
	r := s.place(s.order(s.Accounts[2], 900))
	s.mine()
	if e := s.await(orders, func(e api.Event) bool {
		return e.Order != nil && e.Order.Hash == r.Hash
	}); e.ChainID != s.ChainID || e.Key == "" {
		s.Errorf("the order's event is %+v", e)
	}
	s.await(all, func(e api.Event) bool { return e.Order != nil && e.Order.Hash == r.Hash })
	if e := s.await(all, func(e api.Event) bool {
		return e.Topic == api.TopicBlock
	}); e.Block == 0 || e.ChainID != s.ChainID {
		s.Errorf("the block's event is %+v", e)
	}
	stop()
	for range orders {
		continue
	}
	for range all {
		continue
	}
}

// await returns the first event that is wanted.
func (s *suite) await(events <-chan api.Event, wanted func(api.Event) bool) api.Event {
	s.Helper()
	for {
		select {
		case e, open := <-events:
			if !open {
				s.Fatal("the channel closed before the event came")
			}
			if wanted(e) {
				return e
			}
		case <-s.ctx.Done():
			s.Fatal("the event did not come")
		}
	}
}

// nfts wants every token of the listed collections that an account holds to be told, alone as in
// the list.
func nfts(s *suite) {
	collections := must(s.exchange.Collections(s.ctx))(s)
	held := must(s.exchange.UserNFTs(s.ctx, s.Accounts[0]))(s)
	if len(collections) == 0 || len(held) == 0 {
		s.Fatalf("there are %d collections, and %s holds %d of their tokens", len(collections),
			s.Accounts[0], len(held))
	}
	for _, n := range held {
		listed := slices.ContainsFunc(
			collections, func(c api.Token) bool {
				return c.Address == n.Address && c.Kind == n.Kind
			})
		if !listed || n.Balance.IsZero() || n.Kind == api.ERC721 && n.Balance != api.NewAmount(1) {
			s.Errorf("the list holds %+v", n)
		}
		if one := must(s.exchange.UserNFT(s.ctx, s.Accounts[0], n.Asset))(s); one != n {
			s.Errorf("alone it is %+v, in the list %+v", one, n)
		}
		if other := must(s.exchange.UserNFT(
			s.ctx, s.Accounts[1], n.Asset))(s); n.Kind == api.ERC721 &&
			!other.Balance.IsZero() {
			s.Errorf("two accounts hold %+v", n)
		}
	}
	none := api.Asset{Kind: held[0].Kind, Address: held[0].Address, ID: api.MaxAmount}
	if n := must(s.exchange.UserNFT(
		s.ctx, s.Accounts[0], none))(s); !n.Balance.IsZero() || n.Asset != none {
		s.Errorf("a token that was never minted is %+v", n)
	}
	for _, wrong := range []api.Asset{
		{Kind: api.ERC20, Address: s.a.Address}, {Kind: api.ERC721, Address: s.a.Address},
		{Kind: api.ERC721, Address: s.Accounts[0]}} {
		_, err := s.exchange.UserNFT(s.ctx, s.Accounts[0], wrong)
		s.refused("NFT "+wrong.Kind.String(), err, api.UnsupportedToken)
	}
}
