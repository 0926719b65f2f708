package pins

import (
	"context"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/networks"
)

// What a service says that something trades for is held against the pools of the network, read by a
// node of one's own at the exchanges that are known here: pools of two tokens, sold directly or
// over the wrapped coin or a dollar. A route of the service may go elsewhere and split, so that it
// is no worse than the best of these; what they make is reckoned low where that is not exact.

const (
	// leastDepth is what a pool must hold of what it pays to count, in USD, and thinPool the part
	// of the deepest one's: anybody can set the price of a pool with little in it.
	leastDepth = 10_000
	thinPool   = 1.0 / 4
	// ownTime is for how long an answer waits for the node.
	ownTime = 3 * time.Second
	// worthAge is for how long what a token is worth stands: screens ask for all at every block.
	worthAge = 15 * time.Second
)

// venues are where the pools of a network are found.
type venues struct {
	factories []factory
	wrapped   common.Address
	dollars   []common.Address // best first
}

// factory names the pool of two tokens.
type factory struct {
	at   common.Address
	fee  float64
	tier uint64 // of concentrated pools, in millionths; 0 where there is one pool of a pair
}

// dollarsOf are the tokens of these symbols.
func dollarsOf(symbols []string, tokens []api.Token) (list []common.Address) {
	for _, symbol := range symbols {
		for _, t := range tokens {
			if t.Symbol == symbol && t.Kind == api.ERC20 {
				list = append(list, t.Address)
			}
		}
	}
	return list
}

// described are the venues of a described network.
func described(d *networks.Description) venues {
	v := venues{wrapped: common.Address(d.Contracts.WrappedNative),
		dollars: dollarsOf(d.USD, d.Listed())}
	for _, e := range d.Exchanges {
		switch e.Kind {
		case networks.UniswapV2:
			v.factories = append(v.factories, factory{common.Address(e.Factory),
				float64(e.FeeBPS) / 1e4, 0})
		case networks.UniswapV3, networks.PancakeV3:
			v.add(common.Address(e.Factory), e.Fees)
		}
	}
	return v
}

// add adds a factory of concentrated pools.
func (v *venues) add(at common.Address, tiers []uint64) {
	for _, tier := range tiers {
		v.factories = append(v.factories, factory{at, float64(tier) / 1e6, tier})
	}
}

// planned are the venues of the local network.
func planned(d *local.Deployment) venues {
	v := venues{wrapped: d.Contracts.WrappedNative,
		dollars: dollarsOf([]string{"USDC", "USDT", "DAI"}, d.Tokens),
		factories: []factory{{d.Swap.UniswapV2Factory, contracts.UniswapV2Fee / 1e4, 0},
			{d.Swap.UniswapV2ForkFactory, contracts.UniswapV2ForkFee / 1e4, 0}}}
	v.add(d.Swap.UniswapV3Factory, []uint64{100, 500, 3000, 10_000})
	return v
}

// two are tokens of a pool, the lower address first.
type two struct{ a, b common.Address }

func twoOf(a, b common.Address) two {
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	return two{a, b}
}

// listing is a pool that a factory names.
type listing struct {
	factory
	pool common.Address
}

// reserves are what a pool has of its tokens, or acts as if it had near its price.
type reserves struct{ a, b, fee float64 }

// depths are the pools of pairs as a node read them.
type depths map[two][]reserves

// readPools asks a node for the pools of pairs, and what is in them after a block: the zero hash is
// the newest.
func (s *Service) readPools(ctx context.Context, node *chain.Network, chainID uint64, v venues,
	pairs []two, block common.Hash) (depths, error) {
	listed, err := s.listed(ctx, node, chainID, v, pairs)
	if err != nil {
		return nil, err
	}
	v2, v3, token := contracts.NewUniswapV2Pair(), contracts.NewUniswapV3Pool(),
		contracts.NewStandardToken()
	var calls []chain.Call
	for _, pair := range pairs {
		for _, l := range listed[pair] {
			if l.tier == 0 {
				calls = append(calls, chain.Call{To: l.pool, Data: v2.PackGetReserves()})
				continue
			}
			calls = append(calls, chain.Call{To: l.pool, Data: v3.PackSlot0()},
				chain.Call{To: l.pool, Data: v3.PackLiquidity()},
				chain.Call{To: pair.a, Data: token.PackBalanceOf(l.pool)},
				chain.Call{To: pair.b, Data: token.PackBalanceOf(l.pool)})
		}
	}
	answers, err := node.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	found := make(depths)
	for _, pair := range pairs {
		for _, l := range listed[pair] {
			r, n := product(answers), 1
			if l.tier != 0 {
				r, n = concentrated(answers), 4
			}
			answers = answers[n:]
			if r.fee = l.fee; r.a > 0 && r.b > 0 {
				found[pair] = append(found[pair], r)
			}
		}
	}
	return found, nil
}

// listed are the pools that factories name, which stay what they are.
func (s *Service) listed(ctx context.Context, node *chain.Network, chainID uint64, v venues,
	pairs []two) (map[two][]listing, error) {
	known := make(map[two][]listing, len(pairs))
	var ask []two
	var calls []chain.Call
	for _, pair := range pairs {
		if list, ok := s.pools.Get(poolKey{chainID, pair}); ok {
			known[pair] = list
			continue
		}
		ask = append(ask, pair)
		for _, f := range v.factories {
			data := contracts.NewUniswapV2Factory().PackGetPair(pair.a, pair.b)
			if f.tier != 0 {
				data = contracts.NewUniswapV3Factory().PackGetPool(pair.a, pair.b,
					new(big.Int).SetUint64(f.tier))
			}
			calls = append(calls, chain.Call{To: f.at, Data: data})
		}
	}
	if len(calls) == 0 {
		return known, nil
	}
	answers, err := node.BatchCall(ctx, common.Hash{}, calls)
	if err != nil {
		return nil, err
	}
	for i, pair := range ask {
		read := true
		for k, f := range v.factories {
			answer := answers[i*len(v.factories)+k]
			read = read && answer.Err == nil
			if at := common.BytesToAddress(answer.Data); answer.OK && at != (common.Address{}) {
				known[pair] = append(known[pair], listing{f, at})
			}
		}
		if read {
			s.pools.Add(poolKey{chainID, pair}, known[pair])
		}
	}
	return known, nil
}

// poolKey tells pairs of networks apart.
type poolKey struct {
	chainID uint64
	two
}

// product is what a constant-product pool has.
func product(answers []chain.Result) reserves {
	return reserves{a: answers[0].Word(0).Float(), b: answers[0].Word(1).Float()}
}

// concentrated is what a concentrated pool pays like as long as the price stays in its range, and
// no more than if all it holds were spread over all prices: beyond the range there may be less.
func concentrated(answers []chain.Result) reserves {
	root := answers[0].Word(0).Float() / math.Exp2(96)
	near, a, b := answers[1].Word(0).Float(), answers[2].Word(0).Float(), answers[3].Word(0).Float()
	if root <= 0 {
		return reserves{}
	}
	rate := root * root // of b for a
	b = min(b, a*rate, near*root)
	return reserves{a: b / rate, b: b}
}

// turned are the pools of a pair as they sell one token for the other: a is what comes in.
func (d depths) turned(from, to common.Address) []reserves {
	pair := twoOf(from, to)
	list := append([]reserves(nil), d[pair]...)
	for i, r := range list {
		if pair.a != from {
			list[i] = reserves{r.b, r.a, r.fee}
		}
	}
	return list
}

// deepest is the pool with most in it; that of nothing is empty.
func deepest(list []reserves) (best reserves) {
	for _, r := range list {
		if r.a*r.b > best.a*best.b {
			best = r
		}
	}
	return best
}

// sell is what an amount brings, or, buying, what is to be given for it.
func (r reserves) sell(amount float64, buying bool) float64 {
	if buying {
		if amount >= r.b {
			return math.Inf(1)
		}
		return r.a * amount / (r.b - amount) / (1 - r.fee)
	}
	in := amount * (1 - r.fee)
	return r.b * in / (r.a + in)
}

// best is what the best of a pair's pools that are not thin makes of an amount, and what it holds
// of what it pays.
func (d depths) best(from, to common.Address, amount float64, buying bool) (makes, holds float64) {
	list := d.turned(from, to)
	most := deepest(list)
	for _, r := range list {
		if math.Sqrt(r.a*r.b) < thinPool*math.Sqrt(most.a*most.b) {
			continue
		}
		if n := r.sell(amount, buying); holds == 0 || n > makes != buying {
			makes, holds = n, r.b
		}
	}
	return makes, holds
}

// worth is what one unit of a token is worth in USD, by the deepest pool with a dollar or the
// wrapped coin; 0 is not known.
func (d depths) worth(v venues, units map[common.Address]float64, token common.Address) float64 {
	if unit, ok := units[token]; ok {
		return 1 / unit
	}
	through := v.dollars
	if token != v.wrapped {
		through = append([]common.Address{v.wrapped}, v.dollars...)
	}
	price, depth := 0.0, 0.0
	for _, m := range through {
		r := deepest(d.turned(token, m))
		if r.a == 0 {
			continue
		}
		of := d.worth(v, units, m)
		if r.b*of > depth {
			price, depth = r.b*of/r.a, r.b*of
		}
	}
	if depth < leastDepth {
		return 0
	}
	return price
}

// makes is what the pools make of an amount; 0 where none is deep enough.
func (d depths) makes(v venues, units map[common.Address]float64, src, dest common.Address,
	amount float64, buying bool) (best float64) {
	type offer struct{ makes, depth float64 }
	var offers []offer
	most := 0.0
	add := func(makes, depth float64) {
		if depth >= leastDepth && makes > 0 && !math.IsInf(makes, 0) {
			offers, most = append(offers, offer{makes, depth}), max(most, depth)
		}
	}
	to := d.worth(v, units, dest)
	n, holds := d.best(src, dest, amount, buying)
	add(n, holds*to)
	for _, m := range append([]common.Address{v.wrapped}, v.dollars...) {
		if m == src || m == dest {
			continue
		}
		a, b := two{src, m}, two{m, dest}
		if buying {
			a, b = b, a
		}
		half, first := d.best(a.a, a.b, amount, buying)
		whole, second := d.best(b.a, b.b, half, buying)
		add(whole, min(first*d.worth(v, units, a.b), second*d.worth(v, units, b.b)))
	}
	for _, o := range offers {
		if o.depth >= thinPool*most && (best == 0 || o.makes > best != buying) {
			best = o.makes
		}
	}
	return best
}

// pairsOf are those that tell what two tokens trade for.
func (v venues) pairsOf(src, dest common.Address) (list []two) {
	seen := make(map[two]bool)
	add := func(a, b common.Address) {
		if pair := twoOf(a, b); a != b && !seen[pair] {
			seen[pair] = true
			list = append(list, pair)
		}
	}
	add(src, dest)
	for _, m := range append([]common.Address{v.wrapped}, v.dollars...) {
		add(src, m)
		add(m, dest)
		add(v.wrapped, m)
	}
	return list
}

// own is what the pools of the network make of an amount by a node of one's own, of what is sold
// or, buying, of what is bought; asked is whether there is one. It is zero where they tell nothing.
func (s *exchange) own(ctx context.Context, src, dest common.Address, amount api.Amount,
	side api.Side) (own api.Amount, asked bool) {
	node, known := s.pins.nodes[s.chainID], s.pins.known[s.chainID]
	if node == nil {
		return own, false
	}
	if known == nil || len(known.venues.factories) == 0 {
		return own, true
	}
	v := known.venues
	// a route moves what it sells to its pools by a contract, and what it buys back the same way
	taken := math.Pow((1-known.tax(src))*(1-known.tax(dest)), 2)
	if src, dest = v.traded(src), v.traded(dest); src == dest {
		return amount, true
	}
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	d, err := s.pins.readPools(ctx, node, s.chainID, v, v.pairsOf(src, dest),
		common.Hash{})
	if err != nil {
		return own, true
	}
	buying := side == api.Buy
	n := d.makes(v, known.units(), src, dest, amount.Float(), buying) * taken
	if buying {
		n /= taken * taken
	}
	own, _ = amountOf(n) // what no amount can be, pools do not tell
	return own, true
}

// amountOf is a number of raw units, rounded down.
func amountOf(n float64) (api.Amount, error) {
	whole, _ := big.NewFloat(n).Int(nil)
	return api.AmountFromBig(whole)
}

// priceOf is the price of a token of which a raw unit is worth so many of another; not known where
// no amount can tell it.
func priceOf(ratio float64) api.Price {
	const fine = 1e27 // small prices of tokens with few decimals have digits left
	quote, err := amountOf(ratio * fine)
	base, failed := amountOf(fine)
	if err != nil || failed != nil {
		return api.Price{}
	}
	return api.Price{Quote: quote, Base: base}
}

// traded is the token by which pools trade one: the wrapped coin for the coin.
func (v venues) traded(token common.Address) common.Address {
	if token == api.NativeToken {
		return v.wrapped
	}
	return token
}

// tax is what a token keeps of what is moved, as a part.
func (n *network) tax(token common.Address) float64 {
	return float64(n.tokens[token].TransferTax) / 1e4
}

// units are how many units of each dollar are one.
func (n *network) units() map[common.Address]float64 {
	units := make(map[common.Address]float64, len(n.venues.dollars))
	for _, at := range n.venues.dollars {
		units[at] = math.Pow10(n.tokens[at].Decimals)
	}
	return units
}

// A dollar that is known here is worth one where it is told to be worth less than leastDollar or
// more than mostDollar: gains and the loss limit count in dollars.
const leastDollar, mostDollar = 0.9, 1.1

// PriceUSD implements api.Exchange. What the pools of a node of one's own say counts where the
// service is off by as much as a price is marked for.
func (s *exchange) PriceUSD(ctx context.Context, token common.Address) (price api.Price, ok bool,
	err error) {
	price, ok, err = s.Exchange.PriceUSD(ctx, token)
	node, known := s.pins.nodes[s.chainID], s.pins.known[s.chainID]
	if known == nil {
		return price, ok, err
	}
	const usdDecimals = 18
	t, listed := known.tokens[token]
	if unit, dollar := known.units()[token]; dollar { // pools of dollars do not tell its worth
		if told := price.Float(t.Decimals, usdDecimals); ok && err == nil &&
			(told < leastDollar || told > mostDollar) {
			one := api.MustBig(new(big.Int).Exp(big.NewInt(10), big.NewInt(usdDecimals), nil))
			return api.Price{Quote: one, Base: api.NewAmount(uint64(unit))}, true, nil
		}
		return price, ok, err
	}
	if node == nil || len(known.venues.factories) == 0 || !listed || t.Kind != api.ERC20 {
		return price, ok, err
	}
	own := s.worth(ctx, known.venues.traded(token)) * math.Pow10(t.Decimals)
	told := 0.0
	if ok {
		told = price.Float(t.Decimals, usdDecimals)
	}
	const marked = 0.01
	if own == 0 || math.Abs(told-own) < marked*own {
		return price, ok, err
	}
	quote, failed := amountOf(own * math.Pow10(usdDecimals))
	if failed != nil {
		return price, ok, err
	}
	return api.Price{Quote: quote, Base: api.MustBig(new(big.Int).Exp(big.NewInt(10),
		big.NewInt(int64(t.Decimals)), nil))}, true, nil
}

// worth is what a unit of a token is worth in USD by the pools, as they were a moment ago; 0 is not
// known.
func (s *exchange) worth(ctx context.Context, token common.Address) float64 {
	return s.worths(ctx, token)[token]
}

// worths are worth of tokens, without those of which it is not known. A node that does not answer
// is not asked again for as long as an answer stands.
func (s *exchange) worths(ctx context.Context, tokens ...common.Address) (
	usd map[common.Address]float64) {
	usd = make(map[common.Address]float64, len(tokens))
	node, known := s.pins.nodes[s.chainID], s.pins.known[s.chainID]
	if node == nil || known == nil || len(known.venues.factories) == 0 {
		return usd
	}
	v, units, now := known.venues, known.units(), s.pins.now()
	var stale []common.Address
	var pairs []two
	for _, token := range tokens {
		w, ok := s.pins.worths.Get(place{s.chainID, token})
		if ok && now.Sub(w.at) < worthAge {
			usd[token] = w.usd
			continue
		}
		stale = append(stale, token)
		for _, pair := range v.pairsOf(token, v.wrapped) {
			if !slices.Contains(pairs, pair) {
				pairs = append(pairs, pair)
			}
		}
	}
	if len(stale) == 0 {
		return usd
	}
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	d, err := s.pins.readPools(ctx, node, s.chainID, v, pairs, common.Hash{})
	if err != nil && ctx.Err() == context.Canceled {
		return usd // nobody waits for it
	}
	for _, token := range stale {
		usd[token] = d.worth(v, units, token)
		s.pins.worths.Add(place{s.chainID, token}, worth{usd[token], now})
	}
	return usd
}

// rate is what a unit of one token is worth in units of another by the pools; 0 is not known.
func (s *exchange) rate(ctx context.Context, of, in common.Address) float64 {
	known := s.pins.known[s.chainID]
	if known == nil {
		return 0
	}
	of, in = known.venues.traded(of), known.venues.traded(in)
	usd := s.worths(ctx, of, in)
	if usd[in] == 0 {
		return 0
	}
	return usd[of] / usd[in]
}

// worth is what a token was worth at a time.
type worth struct {
	usd float64
	at  time.Time
}

// Prices implements api.Exchange: the service's route, with what a node of one's own makes of it.
func (s *exchange) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	type answer struct {
		own   api.Amount
		asked bool
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		if isAddress(r.Src) && isAddress(r.Dest) {
			a.own, a.asked = s.own(ctx, common.HexToAddress(r.Src), common.HexToAddress(r.Dest),
				r.Amount, r.Side)
		}
		done <- a
	}()
	route, err := s.Exchange.Prices(ctx, r)
	a := <-done
	route.ToldBy, route.Own, route.Asked = s.pins.host, a.own, a.asked
	return route, err
}

func isAddress(text string) bool {
	return strings.HasPrefix(text, "0x") && common.IsHexAddress(text)
}
