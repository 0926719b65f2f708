package pins_test

import (
	"context"
	"math"
	"math/big"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/client"
	"bourse/backend/networks"
	"bourse/backend/pins"
	"bourse/backend/proof"
	"bourse/backend/server"
)

var (
	accounts = []common.Address{apitest.Address(1), apitest.Address(2)}
	plan     = local.Plan(accounts)
	bad      = common.HexToAddress("0x00000000000000000000000000000000000bad01")
)

// exchange is what a server says.
type exchange struct {
	networks []api.Network
	tokens   []api.Token
	told     api.Amount // what everything trades for
	deltas   []api.DeltaRecord
}

// route is a price as it is told.
func (x *exchange) route(r api.PriceRequest) api.PriceRoute {
	route := api.PriceRoute{Network: r.ChainID, SrcToken: common.HexToAddress(r.Src),
		DestToken: common.HexToAddress(r.Dest), SrcAmount: r.Amount, DestAmount: x.told,
		Side: r.Side, Version: api.Version62}
	if r.Side == api.Buy {
		route.SrcAmount, route.DestAmount = x.told, r.Amount
	}
	return route
}

func describe(t *testing.T, id uint64) *networks.Description {
	t.Helper()
	set, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	return set[id]
}

// honest tells of the local network and of Ethereum as they are.
func honest(t *testing.T) *exchange {
	mainnet := describe(t, 1)
	return &exchange{networks: []api.Network{plan.Network(), mainnet.Network()},
		tokens: append(append([]api.Token{}, plan.Tokens...), mainnet.Listed()...)}
}

func (x *exchange) list(_ context.Context, id uint64) (list []api.Token, err error) {
	for _, t := range x.tokens {
		if t.ChainID == id && t.Kind == api.ERC20 {
			list = append(list, t)
		}
	}
	return list, nil
}

// connect returns the exchange over HTTP, as a console sees it.
func (x *exchange) connect(t *testing.T, known pins.Known,
	nodes map[uint64]*chain.Network) *pins.Service {
	t.Helper()
	f := &apitest.Fake{
		OnNetworks: func(context.Context) ([]api.Network, error) { return x.networks, nil },
		OnTokens:   x.list, OnCollections: x.list,
		OnToken: func(_ context.Context, _ uint64, a common.Address) (api.Token, error) {
			for _, t := range x.tokens {
				if t.Address == a {
					return t, nil
				}
			}
			return x.tokens[0], nil
		},
		OnUserTokens: func(ctx context.Context, id uint64, _ common.Address) (
			out []api.UserToken, err error) {
			list, err := x.list(ctx, id)
			for _, t := range list {
				out = append(out, api.UserToken{Token: t})
			}
			return out, err
		},
		OnUserToken: func(context.Context, uint64, common.Address, common.Address) (api.UserToken,
			error) {
			return api.UserToken{Token: x.tokens[2]}, nil
		},
		OnPrices: func(_ context.Context, r api.PriceRequest) (api.PriceRoute, error) {
			return x.route(r), nil
		},
		OnDeltaQuote: func(_ context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
			return api.DeltaQuote{Delta: &api.DeltaPrice{SrcToken: r.Src, DestToken: r.Dest,
				SrcAmount: r.Amount, DestAmount: x.told, Spender: plan.Contracts.Delta}}, nil
		},
		OnDeltaOrders: func(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
			return x.deltas, nil
		},
		OnPriceUSD: func(context.Context, uint64, common.Address) (api.Price, bool, error) {
			return api.Price{Quote: x.told, Base: api.NewAmount(1)}, true, nil
		},
		OnNonces: func(context.Context, uint64, common.Address) (api.Nonces, error) {
			return api.Nonces{Mined: 24, Next: 27}, nil
		},
		OnMarkets: func(_ context.Context, id uint64) ([]api.Market, error) {
			return []api.Market{{ChainID: id, Base: x.tokens[1], Quote: x.tokens[2]}}, nil
		},
	}
	srv := httptest.NewServer(server.New(f, server.Options{}))
	t.Cleanup(srv.Close)
	c, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return pins.New(c, c.Host(), known, nodes, nil, witness(t, c.Host()))
}

// witness keeps nothing on disk.
func witness(t *testing.T, host string) *proof.Witness {
	t.Helper()
	w, err := proof.NewWitness(host, time.Now, "")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func load(t *testing.T) pins.Known {
	t.Helper()
	set, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	return pins.Load(set, nil, accounts)
}

func TestWhatIsKnownHerePasses(t *testing.T) {
	t.Parallel()
	x := honest(t)
	for i := range x.networks {
		x.networks[i].Explorer = "https://far.example"
	}
	s := x.connect(t, load(t), nil)
	list, err := s.Networks(t.Context())
	if err != nil || len(list) != 2 || list[0].ToldBy+list[1].ToldBy != "" {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, n := range list { // its pages are those known here
		if n.ChainID == 1 && n.Explorer != describe(t, 1).Explorer || n.Local && n.Explorer != "" {
			t.Errorf("the explorer of network %d is %q", n.ChainID, n.Explorer)
		}
	}
	for _, id := range []uint64{1, api.LocalChainID} {
		tokens, err := apitest.On(s, id).Tokens(t.Context())
		if err != nil || len(tokens) < 3 {
			t.Fatalf("network %d: %d tokens, %v", id, len(tokens), err)
		}
		for _, token := range tokens {
			if token.ToldBy != "" {
				t.Errorf("%s of network %d is told by %s", token.Symbol, id, token.ToldBy)
			}
		}
	}
}

// A server that says what is known here to be otherwise is refused with both values, by whatever
// answer it says it.
func TestLiesAreRefused(t *testing.T) {
	t.Parallel()
	mainnet := describe(t, 1)
	usdc := common.Address(mainnet.Tokens[1].Address)
	for name, tc := range map[string]struct {
		lie  func(x *exchange)
		want []string
	}{
		"another order contract": {func(x *exchange) { x.networks[0].Contracts.AugustusRFQ = bad },
			[]string{bad.Hex(), plan.Contracts.AugustusRFQ.Hex(), "order contract"}},
		"another spender of Ethereum": {func(x *exchange) {
			x.networks[1].Contracts.TokenTransferProxy = bad
		}, []string{bad.Hex(), common.Address(mainnet.Contracts.TokenTransferProxy).Hex()}},
		"an executor of its own": {func(x *exchange) {
			x.networks[1].Contracts.Executors = map[string]common.Address{"Executor01": bad}
		}, []string{bad.Hex(), "Executor01"}},
		"Ethereum under the name of the local network": {func(x *exchange) {
			x.networks[0].ChainID = 1
		}, []string{`"Local"`, `"Ethereum"`}},
		"Ethereum as the local network": {func(x *exchange) { x.networks[1].Local = true },
			[]string{`"local"`, "reached through nodes"}},
		"a local network of its own": {func(x *exchange) { x.networks[0].ChainID = 31337 },
			[]string{"31337", "1337"}},
		"blocks that never come": {func(x *exchange) { x.networks[0].BlockTime = -1 },
			[]string{"-1ns"}},
		"decimals of the local USDC": {func(x *exchange) { x.tokens[2].Decimals = 8 },
			[]string{"8 decimals", "USDC with 6"}},
		"negative decimals": {func(x *exchange) { x.tokens[2].Decimals = -5 },
			[]string{"-5 decimals"}},
		"endless decimals": {func(x *exchange) { x.tokens[2].Decimals = 1_000_000_000 },
			[]string{"1000000000 decimals"}},
		"another symbol": {func(x *exchange) { x.tokens[2].Symbol = "WETH" },
			[]string{`"WETH"`, `"USDC"`}},
		"decimals of Ethereum's USDC": {func(x *exchange) {
			for i := range x.tokens {
				if x.tokens[i].Address == usdc {
					x.tokens[i].Decimals = 8
				}
			}
		}, []string{"8 decimals", "USDC with 6", usdc.Hex()}},
		"a coin of 6 decimals": {func(x *exchange) { x.tokens[0].Decimals = 6 },
			[]string{"6 decimals", "18"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := honest(t)
			tc.lie(x)
			s := x.connect(t, load(t), nil)
			err := firstError(t, s)
			if err == nil {
				t.Fatal("it passes")
			}
			for _, want := range append(tc.want, s.Host()) {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error lacks %q: %v", want, err)
				}
			}
		})
	}
}

// firstError asks for everything that tells of networks and tokens, and wants the tokens refused by
// each answer or by none.
func firstError(t *testing.T, s *pins.Service) error {
	t.Helper()
	ctx, id := t.Context(), uint64(api.LocalChainID)
	if _, err := s.Networks(ctx); err != nil {
		return err
	}
	if _, err := apitest.On(s, 1).Tokens(ctx); err != nil {
		return err
	}
	if _, err := apitest.On(s, id).Tokens(ctx); err == nil {
		return nil
	}
	token := plan.Tokens[2].Address
	_, err := apitest.On(s, id).Token(ctx, token)
	_, err1 := apitest.On(s, id).UserTokens(ctx, accounts[0])
	_, err2 := apitest.On(s, id).UserToken(ctx, accounts[0], token)
	_, err3 := apitest.On(s, id).Markets(ctx)
	if coin := strings.Contains(err1.Error(), "coin"); !coin &&
		(err == nil || err2 == nil || err3 == nil) {
		t.Errorf("one token: %v; all of an account: %v; one: %v; markets: %v", err, err1, err2,
			err3)
	}
	return err1
}

// ownNode is a node of the local network.
func ownNode(t *testing.T) *chain.Network {
	t.Helper()
	network, err := local.Open(t.Context(), local.Config{Now: time.Now, Accounts: accounts})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { network.Close() })
	node, err := chain.New(t.Context(), network.Client(), chain.Config{
		ChainID: api.LocalChainID, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	return node
}

// What a server says that something trades for is held against the pools that a node of one's own
// has: directly, over the wrapped coin, and both ways. Expectations are the prices that the local
// network begins with (local.Prices), less the fees of its pools.
func TestPricesAreHeldAgainstPools(t *testing.T) {
	t.Parallel()
	x := honest(t)
	x.told = api.NewAmount(1)
	s := x.connect(t, load(t), map[uint64]*chain.Network{api.LocalChainID: ownNode(t)})
	at := func(symbol string) api.Token {
		for _, token := range plan.Tokens {
			if token.Symbol == symbol {
				return token
			}
		}
		t.Fatal(symbol)
		return api.Token{}
	}
	exchange := apitest.On(s, api.LocalChainID)
	for _, c := range []struct {
		src, dest string
		side      api.Side
		amount    float64 // of what is given exactly
		want      float64
	}{
		{"WETH", "USDC", api.Sell, 1, 3020},
		{"ETH", "USDC", api.Sell, 1, 3020},
		{"USDC", "WETH", api.Buy, 1, 3020},
		{"AAVE", "USDC", api.Sell, 10, 924},
		{"USDC", "AAVE", api.Buy, 10, 924},
		{"ETH", "WETH", api.Sell, 2, 2},
	} {
		src, dest := at(c.src), at(c.dest)
		given, other := src, dest
		if c.side == api.Buy {
			given, other = dest, src
		}
		amount := api.MustBig(new(big.Int).Mul(big.NewInt(int64(c.amount)),
			new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(given.Decimals)), nil)))
		route, err := exchange.Prices(t.Context(), api.PriceRequest{ChainID: api.LocalChainID,
			Src: src.Address.Hex(), Dest: dest.Address.Hex(), SrcDecimals: &src.Decimals,
			DestDecimals: &dest.Decimals, Amount: amount, Side: c.side, Version: api.Version62})
		if err != nil {
			t.Fatal(err)
		}
		got := route.Own.Float() / math.Pow10(other.Decimals)
		if !route.Asked || route.ToldBy != s.Host() || math.Abs(got/c.want-1) > 0.02 {
			t.Errorf("%s %v %s for %s: pools make it %v, want about %v (%t, %s)", c.side, c.amount,
				c.src, c.dest, got, c.want, route.Asked, route.ToldBy)
		}
	}
	weth, usdc := at("WETH"), at("USDC")
	q, err := exchange.DeltaQuote(t.Context(), api.DeltaQuoteRequest{ChainID: api.LocalChainID,
		Src: weth.Address, Dest: usdc.Address, Amount: api.NewAmount(1e18)})
	if err != nil || !q.Delta.Asked || math.Abs(q.Delta.Own.Float()/3020e6-1) > 0.02 {
		t.Errorf("of Delta pools make %+v, %v", q.Delta, err)
	}
	for symbol, want := range map[string]float64{"WETH": 3020, "AAVE": 92.4, "WBTC": 64_210,
		"USDC": 1, "DAI": 1} {
		token := at(symbol)
		price, ok, err := exchange.PriceUSD(t.Context(), token.Address)
		if got := price.Float(token.Decimals, 18); err != nil || !ok ||
			math.Abs(got/want-1) > 0.02 {
			t.Errorf("%s is worth %v, %t, %v, want about %v", symbol, got, ok, err, want)
		}
	}
	// without a node the word of the server is all there is
	s = x.connect(t, load(t), nil)
	route, err := apitest.On(s, api.LocalChainID).Prices(t.Context(), api.PriceRequest{
		ChainID: api.LocalChainID, Src: weth.Address.Hex(), Dest: usdc.Address.Hex(),
		Amount: api.NewAmount(1e18), Version: api.Version62})
	if err != nil || route.Asked || !route.Own.IsZero() || route.ToldBy != s.Host() {
		t.Errorf("without a node: %+v, %v", route, err)
	}
}

// How far an account is tells a node of one's own, else the server, whose word it is then.
func TestNonces(t *testing.T) {
	t.Parallel()
	x := honest(t)
	for _, own := range []bool{true, false} {
		nodes := map[uint64]*chain.Network{}
		if own {
			nodes[api.LocalChainID] = ownNode(t)
		}
		s := x.connect(t, load(t), nodes)
		want := api.Nonces{Mined: 24, Next: 27, ToldBy: s.Host()}
		if own {
			want = api.Nonces{}
		}
		got, err := apitest.On(s, api.LocalChainID).Nonces(t.Context(), accounts[0])
		if err != nil || got != want {
			t.Errorf("own node %t: %+v, %v, want %+v", own, got, err, want)
		}
	}
}

// What is not known here is told by the server's host, until a node of the network says the same; a
// node that says otherwise wins.
func TestStrangersAreToldByTheirHost(t *testing.T) {
	t.Parallel()
	x := honest(t)
	x.networks = x.networks[:1]
	x.networks[0].Local = false
	s := x.connect(t, pins.Known{}, nil)
	list, err := s.Networks(t.Context())
	if err != nil || list[0].ToldBy != s.Host() {
		t.Fatalf("%+v, %v", list, err)
	}
	tokens, err := apitest.On(s, api.LocalChainID).Tokens(t.Context())
	if err != nil || tokens[0].ToldBy != "" || tokens[2].ToldBy != s.Host() {
		t.Fatalf("%+v, %v", tokens, err)
	}

	node := ownNode(t)
	x.tokens = append(x.tokens, api.Token{ChainID: api.LocalChainID, Address: bad, Symbol: "NO"})
	s = x.connect(t, pins.Known{}, map[uint64]*chain.Network{api.LocalChainID: node})
	for range 2 { // from the node, then from memory
		tokens, err = apitest.On(s, api.LocalChainID).Tokens(t.Context())
		if err != nil || tokens[2].Symbol != "USDC" || tokens[2].ToldBy != "" ||
			tokens[len(tokens)-1].ToldBy != s.Host() {
			t.Fatalf("%+v, %v", tokens, err)
		}
	}
	x.tokens[2].Decimals = 8
	_, err = apitest.On(s, api.LocalChainID).Tokens(t.Context())
	if err == nil || !strings.Contains(err.Error(), "8 decimals") ||
		!strings.Contains(err.Error(), "node says 6") {
		t.Errorf("a node that disagrees: %v", err)
	}
}
