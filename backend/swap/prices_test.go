package swap

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pools"
	"bourse/backend/tokens"
)

// What pools tell no price of is valued by the network's oracle; without either nothing is.
func TestOracleValuesWhatPoolsDoNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	blind := w.poolsCfg
	blind.USD = nil
	cfg := w.swap.cfg
	cfg.Pools = pools.Open(blind)
	cfg.Oracle = fixed{
		w.tokens["USDC"].Address: {Quote: api.NewAmount(1e18), Base: api.NewAmount(1e6)},
		w.tokens["DAI"].Address:  {Quote: api.NewAmount(5e17), Base: api.NewAmount(1e18)},
	}
	s := Open(cfg)
	head, err := w.net.Head(t.Context())
	if err == nil {
		err = cfg.Pools.Resync(t.Context(), head)
	}
	if err != nil {
		t.Fatal(err)
	}
	q := api.PriceRequest{Src: "USDC", Dest: "DAI", Amount: api.NewAmount(1_000e6)}
	if _, err = s.Prices(t.Context(), q); err != nil {
		t.Errorf("of all pools the route's count, not what is told elsewhere: %v", err)
	}
	q.ExcludeExchanges = []string{api.CurveV1}
	_, err = s.Prices(t.Context(), q)
	refused(t, "half of the value", err, api.PriceImpactTooHigh, "% of its value")
	q.MaxImpact = new(100.0)
	r, err := s.Prices(t.Context(), q)
	if err != nil || *r.SrcUSD != "1000.0000000000" || r.GasCostUSD != "0.0000000000" {
		t.Errorf("valued %v, gas %s, %v", r.SrcUSD, r.GasCostUSD, err)
	}
	q.Dest = "LINK"
	_, err = s.Prices(t.Context(), q)
	refused(t, "what nobody knows", err, api.BadUsdPrice, "LINK")
}

// fixed is an oracle of prices.
type fixed map[common.Address]api.Price

func (f fixed) PriceUSD(_ context.Context, token common.Address) (api.Price, bool, error) {
	p, ok := f[token]
	return p, ok, nil
}

// A route found for a caller in this process is the one that is priced, and its call performs it.
func TestRoutesAtABlock(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := api.PriceRequest{Src: "WETH", Dest: "USDC", Amount: api.NewAmount(1e18),
		Version: api.Version62}
	priced, err := w.swap.Prices(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	route, call, _, err := w.swap.RouteAt(t.Context(), q, api.SwapTerms{User: w.user},
		priced.BlockNumber)
	if err != nil || route.DestAmount != priced.DestAmount || call.From != w.user {
		t.Fatalf("route %+v, call %+v, %v", route, call, err)
	}
	before := w.holds(w.tokens["USDC"].Address, w.user)
	receipt := w.do(chain.Call{From: call.From, To: call.To, Data: call.Data, Gas: 2_000_000})
	got := new(big.Int).Sub(w.holds(w.tokens["USDC"].Address, w.user), before)
	if receipt.Status != 1 || got.Cmp(calldata.MinOut(route.DestAmount, 1, nil)) < 0 {
		t.Errorf("got %s of %s", got, route.DestAmount)
	}
	_, _, _, err = w.swap.RouteAt(t.Context(), q, api.SwapTerms{User: w.user}, 1<<40)
	refused(t, "at an unknown block", err, api.RateChanged, "not one of the last")
	q.Src = "NOPE"
	_, _, _, err = w.swap.RouteAt(t.Context(), q, api.SwapTerms{User: w.user}, route.BlockNumber)
	refused(t, "of an unknown token", err, api.ValidationError, "NOPE")
}

// A token that is not listed is traded over its pools from when somebody names it.
func TestUnlistedTokensAreTraded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	token, weth, e18 := w.unlisted(), w.tokens["WETH"].Address, big.NewInt(1e18)
	known := len(w.pools.Newest().Pools)
	q := api.PriceRequest{Src: "USDC", Dest: api.Lower(token), Amount: api.NewAmount(100e6),
		Version: api.Version62}
	_, err := w.swap.Prices(t.Context(), q)
	refused(t, "without a pool", err, api.NoRoute, "no routes found")
	at := w.swap.cfg.Contracts.UniswapV2Router
	for _, a := range []common.Address{token, weth} {
		w.send(chain.Call{To: a, Data: erc20ABI.PackApprove(at, maxUint()), Gas: 100_000})
	}
	w.do(chain.Call{To: at, Gas: 5_000_000, Data: router2ABI.PackAddLiquidity(token, weth,
		new(big.Int).Mul(big.NewInt(5_000), e18), new(big.Int).Mul(big.NewInt(20), e18), w.user)})
	for range 20 { // until it is looked for again
		w.mine()
	}
	base := w.chain.Head()
	w.mine()
	route, err := w.swap.Prices(t.Context(), q)
	if err != nil || len(w.pools.Newest().Pools) != known+1 || route.DestUSD == nil ||
		route.DestDecimals != 18 {
		t.Fatalf("with a pool: %+v, %v", route, err)
	}
	asked := api.SwapRequest{Price: q, Terms: api.SwapTerms{User: w.user}}
	for range 2 { // its pool is followed
		route, p, err := w.swap.swap(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		w.checkDelivery("an unlisted token", asked, route, p)
	}
	// A reorganisation leads back to before it was named.
	if err := w.chain.Fork(t.Context(), base.Hash); err != nil {
		t.Fatal(err)
	}
	if err := w.chain.DropPending(); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		w.clock.Add(1)
		if _, err := w.chain.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.sync()
	if route, err := w.swap.Prices(t.Context(), q); err != nil {
		t.Errorf("after a reorganisation: %+v, %v", route, err)
	}
}

// unlisted makes a token that no list names, of which the user has plenty.
func (w *world) unlisted() common.Address {
	w.Helper()
	nonce, err := w.net.Nonce(w.Context(), w.user)
	if err != nil {
		w.Fatal(err)
	}
	abi := contracts.NewStandardToken()
	w.create(append(common.FromHex(contracts.StandardTokenMetaData.Bin),
		abi.PackConstructor("Unlisted", "NEW", 18, w.user)...))
	w.mine()
	token := crypto.CreateAddress(w.user, nonce)
	w.do(chain.Call{To: token, Gas: 200_000, Data: abi.PackMint(w.user,
		new(big.Int).Mul(big.NewInt(1e6), big.NewInt(1e18)))})
	return token
}

// A token that nobody lists is bought and sold in a trial before it is traded: what it keeps of
// transfers is accounted for, and one that cannot be sold again is refused by name, each time
// without another question to the node. So is one that a list of others names.
func TestUnlistedTokensAreTried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	weth, e18 := w.tokens["WETH"].Address, big.NewInt(1e18)
	at := w.swap.cfg.Contracts.UniswapV2Router
	w.send(chain.Call{To: weth, Data: erc20ABI.PackApprove(at, maxUint()), Gas: 100_000})
	pooled := func(minter int, code []byte) common.Address {
		nonce, err := w.net.Nonce(t.Context(), w.user)
		if err != nil {
			t.Fatal(err)
		}
		w.create(code)
		w.mine()
		token := crypto.CreateAddress(w.user, nonce)
		if _, err := chain.NewSender(w.net, local.House{}.Trader(minter)).Do(t.Context(),
			chain.Call{To: token, Gas: 200_000, Data: contracts.NewStandardToken().PackMint(w.user,
				new(big.Int).Mul(big.NewInt(1e6), e18))}); err != nil {
			t.Fatal(err)
		}
		w.sender.Reset()
		for _, spender := range []common.Address{at, w.swap.cfg.Contracts.AugustusV6} {
			w.do(chain.Call{To: token, Data: erc20ABI.PackApprove(spender, maxUint()),
				Gas: 100_000})
		}
		w.do(chain.Call{To: at, Gas: 5_000_000, Data: router2ABI.PackAddLiquidity(token, weth,
			new(big.Int).Mul(big.NewInt(5_000), e18), new(big.Int).Mul(big.NewInt(20), e18),
			w.user)})
		return token
	}
	taxed := pooled(1, append(common.FromHex(contracts.TaxTokenMetaData.Bin),
		contracts.NewTaxToken().PackConstructor("Toll", "TOLL", 18, trader(1), big.NewInt(250))...))
	for _, r := range []api.PriceRequest{
		{Src: api.Lower(taxed), Dest: "USDC", Amount: api.NewAmount(1e18)},
		{Src: "USDC", Dest: api.Lower(taxed), Amount: api.NewAmount(50e6)},
	} {
		r.Version = api.Version62
		asked := api.SwapRequest{Price: r, Terms: api.SwapTerms{User: w.user}}
		route, p, err := w.swap.swap(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		w.checkDelivery("a taxed token", asked, route, p)
	}
	trap := pooled(0, append(common.FromHex(contracttest.TrapTokenMetaData.Bin),
		contracttest.NewTrapToken().PackConstructor(w.user)...))
	for range 2 {
		_, err := w.swap.Prices(t.Context(), api.PriceRequest{Src: "USDC", Dest: api.Lower(trap),
			Amount: api.NewAmount(50e6), Version: api.Version62})
		refused(t, "a trap", err, api.NoRoute, "TRAP cannot be sold")
	}

	// The same of tokens that a list names which is not the network's own.
	cfg := w.poolsCfg
	cfg.Background = true
	cfg.Tokens = tokens.New(w.net, append(w.poolsCfg.Tokens.List(),
		api.Token{Address: taxed, Symbol: "TOLL", Decimals: 18},
		api.Token{Address: trap, Symbol: "TRAP", Decimals: 18}), nil, nil)
	tracker := pools.Open(cfg)
	head, err := w.net.Head(t.Context())
	if err == nil {
		err = tracker.Resync(t.Context(), head)
	}
	if err == nil {
		_, err = tracker.Learn(t.Context(), taxed)
	}
	if err != nil {
		t.Fatal(err)
	}
	if toll, _ := cfg.Tokens.Listed(taxed); toll.TransferTax != 250 ||
		!tracker.Newest().Search.Taxed(taxed) {
		t.Errorf("a listed token that keeps 250 bps of transfers: %+v", toll)
	}
	for range 2 {
		_, err := tracker.Learn(t.Context(), trap)
		refused(t, "a listed trap", err, api.NoRoute, "TRAP cannot be sold")
	}
	for _, p := range tracker.Newest().Pools {
		if slices.Contains(p.Tokens, trap) {
			t.Errorf("a trap is traded on %s", p.Exchange)
		}
	}
}
