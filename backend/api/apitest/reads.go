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
	before := must(s.Service.Status(s.ctx, s.ChainID))(s)
	if before.ChainID != s.ChainID || !before.Live || before.Head.Hash == (common.Hash{}) ||
		before.GasPrice.IsZero() {
		s.Errorf("the status is %+v", before)
	}
	s.mine()
	after := must(s.Service.Status(s.ctx, s.ChainID))(s)
	if after.Head.Number <= before.Head.Number || after.Head.Time < before.Head.Time {
		s.Errorf("after a block the head is %+v, before it was %+v", after.Head, before.Head)
	}
}

// unknownNetworks asks every method that names a network for one that is not served.
func unknownNetworks(s *suite) {
	const id = 999_999
	svc, ctx, who, pair := s.Service, s.ctx, s.Accounts[0],
		api.Pair{Base: s.a.Address, Quote: s.b.Address}
	request := s.request(s.order(who, 1))
	request.ChainID = id
	for name, call := range map[string]func() error{
		"Status":     func() error { _, err := svc.Status(ctx, id); return err },
		"Tokens":     func() error { _, err := svc.Tokens(ctx, id); return err },
		"Token":      func() error { _, err := svc.Token(ctx, id, who); return err },
		"UserTokens": func() error { _, err := svc.UserTokens(ctx, id, who); return err },
		"UserToken": func() error {
			_,
				err := svc.UserToken(ctx, id, who, s.a.Address)
			return err
		},
		"Collections": func() error { _, err := svc.Collections(ctx, id); return err },
		"UserNFTs":    func() error { _, err := svc.UserNFTs(ctx, id, who); return err },
		"UserNFT": func() error {
			_, err := svc.UserNFT(ctx, id, who, api.Asset{Kind: api.ERC721, Address: who})
			return err
		},
		"CreateOrder": func() error { _, _, err := svc.CreateOrder(ctx, request); return err },
		"Orders": func() error {
			_, err := svc.Orders(ctx, api.OrderQuery{
				ChainID: id, Type: api.Limit, Maker: &who, Limit: 1})
			return err
		},
		"OrderBook": func() error {
			_, err := svc.OrderBook(ctx, api.BookQuery{ChainID: id, NFT: true})
			return err
		},
		"Book": func() error { _, err := svc.Book(ctx, id, pair, 1); return err },
		"FillableBalance": func() error {
			_, err := svc.FillableBalance(ctx, id, who, nil)
			return err
		},
		"Fills": func() error {
			_, err := svc.Fills(ctx, api.FillQuery{ChainID: id, Limit: 1})
			return err
		},
		"Markets": func() error { _, err := svc.Markets(ctx, id); return err },
		"Trades":  func() error { _, err := svc.Trades(ctx, id, pair, 1); return err },
		"Candles": func() error {
			_, err := svc.Candles(ctx, api.CandleQuery{
				ChainID: id, Pair: pair, Interval: time.Hour, Limit: 1})
			return err
		},
		"PoolDepth": func() error { _, err := svc.PoolDepth(ctx, id, pair); return err },
		"PriceUSD":  func() error { _, _, err := svc.PriceUSD(ctx, id, s.a.Address); return err },
		"PrepareFill": func() error {
			_, err := svc.PrepareFill(ctx,
				api.FillRequest{ChainID: id, Legs: make([]api.FillLeg, 1)})
			return err
		},
		"PrepareCancel": func() error {
			_, err := svc.PrepareCancel(ctx,
				api.CancelRequest{ChainID: id, Hashes: make([]common.Hash, 1)})
			return err
		},
		"PrepareApprove": func() error {
			_, err := svc.PrepareApprove(ctx, api.ApproveRequest{ChainID: id})
			return err
		},
		"PrepareWrap": func() error {
			_, err := svc.PrepareWrap(ctx, api.WrapRequest{ChainID: id})
			return err
		},
		"PrepareTransfer": func() error {
			_, err := svc.PrepareTransfer(ctx, api.TransferRequest{ChainID: id})
			return err
		},
		"PrepareClaim": func() error {
			_, err := svc.PrepareClaim(ctx, api.ClaimRequest{ChainID: id})
			return err
		},
		"PrepareReplacement": func() error {
			_, err := svc.PrepareReplacement(ctx, api.ReplaceRequest{ChainID: id})
			return err
		},
		"Nonces":     func() error { _, err := svc.Nonces(ctx, id, who); return err },
		"IsContract": func() error { _, err := svc.IsContract(ctx, id, who); return err },
		"SendTransaction": func() error {
			_, err := svc.SendTransaction(ctx, id, []byte{1})
			return err
		},
		"Movements": func() error {
			_, err := svc.Movements(ctx, id, who, []common.Hash{{1}})
			return err
		},
		"Receipt": func() error {
			_, err := svc.Receipt(ctx, id, common.Hash{1})
			return err
		},
	} {
		s.refused(name, call(), api.UnsupportedChain)
	}
}

func listedTokens(s *suite) {
	list := must(s.Service.Tokens(s.ctx, s.ChainID))(s)
	if len(list) < 3 || list[0].Address != api.NativeToken || list[0].Symbol != s.network.Symbol {
		s.Fatalf("the listed tokens are %+v; the native coin must come first", list)
	}
	held := must(s.Service.UserTokens(s.ctx, s.ChainID, s.Accounts[1]))(s)
	for _, token := range list {
		if got := must(s.Service.Token(s.ctx, s.ChainID, token.Address))(s); got != token {
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
		if one := must(s.Service.UserToken(
			s.ctx, s.ChainID, s.Accounts[1], token.Address))(s); !reflect.DeepEqual(one, held[i]) {
			s.Errorf("%s alone is %+v, in the list %+v", token.Symbol, one, held[i])
		}
	}
	_, err := s.Service.Token(s.ctx, s.ChainID,
		common.HexToAddress("0x00000000000000000000000000000000000badc0"))
	s.refused("no contract", err, api.UnsupportedToken)
	_, known, err := s.Service.PriceUSD(
		s.ctx, s.ChainID, common.HexToAddress("0x00000000000000000000000000000000000badc0"))
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
	collections := must(s.Service.Collections(s.ctx, s.ChainID))(s)
	held := must(s.Service.UserNFTs(s.ctx, s.ChainID, s.Accounts[0]))(s)
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
		if one := must(s.Service.UserNFT(s.ctx, s.ChainID, s.Accounts[0], n.Asset))(s); one != n {
			s.Errorf("alone it is %+v, in the list %+v", one, n)
		}
		if other := must(s.Service.UserNFT(
			s.ctx, s.ChainID, s.Accounts[1], n.Asset))(s); n.Kind == api.ERC721 &&
			!other.Balance.IsZero() {
			s.Errorf("two accounts hold %+v", n)
		}
	}
	none := api.Asset{Kind: held[0].Kind, Address: held[0].Address, ID: api.MaxAmount}
	if n := must(s.Service.UserNFT(
		s.ctx, s.ChainID, s.Accounts[0], none))(s); !n.Balance.IsZero() || n.Asset != none {
		s.Errorf("a token that was never minted is %+v", n)
	}
	for _, wrong := range []api.Asset{
		{Kind: api.ERC20, Address: s.a.Address}, {Kind: api.ERC721, Address: s.a.Address},
		{Kind: api.ERC721, Address: s.Accounts[0]}} {
		_, err := s.Service.UserNFT(s.ctx, s.ChainID, s.Accounts[0], wrong)
		s.refused("NFT "+wrong.Kind.String(), err, api.UnsupportedToken)
	}
}
