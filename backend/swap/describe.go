package swap

import (
	"cmp"
	"encoding/json"
	"math"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/router"
)

// gapDigits is the precision of a bound's gap: a ten-thousandth of a basis point.
const gapDigits = 1e4

// description is what a result is written as a price route with.
type description struct {
	*Service
	q    *request
	st   *pools.Snapshot
	snap *router.Snapshot
	book []calldata.Order // what the legs so far leave of the snapshot's venue after the state's
	// where the legs so far leave the stable pools of a purchase whose contracts round once more
	stable map[int]*pool.State
}

// describe writes a result as a price route, but for what depends on method and terms.
func (s *Service) describe(q *request, st *pools.Snapshot, snap *router.Snapshot,
	result *router.Result,
	book []calldata.Order) api.PriceRoute {
	d := description{s, q, st, snap, book, make(map[int]*pool.State)}
	r := s.blank(q, st)
	r.SrcAmount, r.DestAmount = api.AmountOf(&result.SrcAmount), api.AmountOf(&result.DestAmount)
	if q.Side == api.Sell {
		r.SrcAmount = q.Amount // the result is of what arrives after the tax of the first move
		r.DestAmount = q.received(result.DestAmount)
	} else {
		r.DestAmount = q.Amount
		r.SrcAmount = r.SrcAmount.Add(api.NewAmount(q.onTheWayBack()))
	}
	r.BoundPools = result.Pools
	if gap := math.Ceil(result.GapBps*gapDigits) / gapDigits; gap <= api.MostBoundGapBps {
		r.BoundGapBps = &gap
	}
	var shares []int
	for i := range result.Routes {
		r.BestRoute = append(r.BestRoute, d.route(&result.Routes[i]))
		shares = append(shares, result.Routes[i].Share)
	}
	for i, percent := range percents(shares) {
		r.BestRoute[i].Percent = percent
	}
	return r
}

func (d *description) route(found *router.Route) api.SwapRoute {
	var route api.SwapRoute
	for k, h := range found.Hops {
		hop := d.hop(h.Src, h.Dest)
		last := k == len(found.Hops)-1
		if k == 0 {
			hop.SrcToken = d.q.srcToken.Address
		}
		if last {
			hop.DestToken = d.q.destToken.Address
		}
		var shares []int
		for l := range h.Legs {
			shares = append(shares, h.Legs[l].Share)
		}
		for l, percent := range percents(shares) {
			hop.Exchanges = append(hop.Exchanges, d.leg(&h.Legs[l], percent, k == 0, last))
		}
		route.Swaps = append(route.Swaps, hop)
	}
	return route
}

// blank is a route without swaps.
func (s *Service) blank(q *request, st *pools.Snapshot) api.PriceRoute {
	return api.PriceRoute{
		BlockNumber: st.Block.Number, Network: s.cfg.Network.ChainID(),
		SrcToken: q.srcToken.Address, SrcDecimals: q.srcToken.Decimals,
		DestToken: q.destToken.Address, DestDecimals: q.destToken.Decimals, Side: q.Side,
		Version: q.Version, Partner: q.Partner,
		PartnerFee: float64(q.feeBps) / 100, ContractAddress: s.contract(q.Version),
		TokenTransferProxy: s.spender(q.Version),
	}
}

// contract is the swap contract of a version, spender whom users approve for it.
func (s *Service) contract(v api.SwapVersion) common.Address {
	if v == api.Version62 {
		return s.cfg.Contracts.AugustusV6
	}
	return s.cfg.Contracts.AugustusSwapper
}

func (s *Service) spender(v api.SwapVersion) common.Address {
	if v == api.Version62 {
		return s.cfg.Contracts.AugustusV6
	}
	return s.cfg.Contracts.TokenTransferProxy
}

func (s *Service) hop(src, dest common.Address) api.SwapHop {
	return api.SwapHop{SrcToken: src, SrcDecimals: s.token(src).Decimals, DestToken: dest,
		DestDecimals: s.token(dest).Decimals}
}

// leg describes a leg that carries about so many percent of its hop. Where the output of a purchase
// is taxed, what the pool must pay is more than what arrives, and the leg says so.
func (d *description) leg(l *router.Leg, percent int, first, last bool) api.SwapLeg {
	leg := api.SwapLeg{
		Exchange: d.snap.Venues[l.Venue].Exchange, SrcAmount: api.AmountOf(&l.SrcAmount),
		DestAmount: api.AmountOf(&l.DestAmount), Percent: percent,
		PoolAddresses: []common.Address{d.snap.Venues[l.Venue].Address},
	}
	data := d.dataFor(l)
	data.Loss = d.st.Loss(d.snap.Venues[l.Venue].Tokens[l.Out])
	if l.Share != percent*calldata.BpsOfPercent {
		data.Share = l.Share
	}
	if first {
		data.SrcTax = d.q.srcTax
	}
	if last {
		data.DestTax, data.UserTax = d.q.destTax, d.q.destUserTax
	}
	if last && d.q.Side == api.Buy && d.q.destTax > 0 {
		gross := gross(l.DestAmount, uint16(d.q.destTax))
		data.Gross = &gross
	}
	if l.Fallback != nil {
		fallback := d.leg(l.Fallback, percent, first, last)
		data.Fallback = &fallback
	}
	leg.Data = encode(data)
	return leg
}

// dataFor describes where a leg trades: the venue after those of the state is the book.
func (d *description) dataFor(l *router.Leg) calldata.LegData {
	if l.Venue == len(d.st.Venues) {
		paid := api.AmountOf(&l.SrcAmount)
		data := calldata.LegData{Orders: filling(d.book, paid)}
		d.book = behind(d.book, paid)
		return data
	}
	data := d.dataOf(d.st.Venues[l.Venue], l.In, l.Out)
	if p, ok := d.st.Venues[l.Venue].Pool.(*pool.Stable); ok && p.Rounds() &&
		d.q.Side == api.Buy {
		data.Told = d.told(l, p)
	}
	return data
}

// told is what a stable pool says that it would pay for what a leg sends. A pool is a leg's once in
// a route at most, so that the legs of all routes are in the order in which they change it.
func (d *description) told(l *router.Leg, p *pool.Stable) *api.Amount {
	state := d.stable[l.Venue]
	if state == nil {
		state = new(pool.State)
		p.Init(state)
		d.stable[l.Venue] = state
	}
	told, ok := p.Told(state, l.In, l.Out, l.SrcAmount)
	if _, err := p.ExactIn(state, l.In, l.Out, l.SrcAmount); !ok || err != nil {
		return nil
	}
	amount := api.AmountOf(&told)
	return &amount
}

// dataOf describes a leg on a pool.
func (s *Service) dataOf(l *pools.State, in, out int) calldata.LegData {
	direction := in == 0
	if l.Key != nil {
		data := calldata.LegData{Fee: l.Fee, Direction: &direction, PoolID: &l.ID,
			Spacing: l.Key.Spacing, CoinIn: l.PaysCoin(in), CoinOut: l.PaysCoin(out)}
		if l.Vault != (common.Address{}) {
			data.Vault = &l.Vault
		}
		return data
	}
	switch l.Kind {
	case pool.KindProduct, pool.KindConcentrated:
		data := calldata.LegData{Factory: &l.Factory, Fee: l.Fee, Direction: &direction}
		if l.Router != (common.Address{}) {
			data.Router = &l.Router
		}
		return data
	case pool.KindStable, pool.KindCrypto:
		return calldata.LegData{I: &in, J: &out, CoinIn: l.PaysCoin(in), CoinOut: l.PaysCoin(out)}
	case pool.KindWrapper, pool.KindVault, pool.KindSolidly, pool.KindBins:
		return calldata.LegData{Direction: &direction}
	}
	return calldata.LegData{Vault: &l.Factory, PoolID: &l.ID}
}

// percents rounds shares, in basis points of a whole, to percents that add up to 100, none of them
// less than one.
func percents(shares []int) []int {
	list, left := make([]int, len(shares)), 100
	for i, share := range shares {
		list[i] = max(share/calldata.BpsOfPercent, 1)
		left -= list[i]
	}
	step := cmp.Compare(left, 0)
	for ; left != 0; left -= step {
		most, by := 0, math.MinInt // the one that is furthest below its share, or above
		for i := range list {
			off := (shares[i] - list[i]*calldata.BpsOfPercent) * step
			if off > by && list[i]+step > 0 {
				most, by = i, off
			}
		}
		list[most] += step
	}
	return list
}

// received is what of an amount the receiver gets at least.
func (q *request) received(amount uint256.Int) api.Amount {
	net := pool.AfterTax(amount, uint16(q.destUserTax))
	var way uint256.Int
	if _, under := net.SubOverflow(&net, way.SetUint64(q.onTheWay())); under {
		net.Clear()
	}
	return api.AmountOf(&net)
}

// onTheWay is how many units rounding may take of the destination token between the executor and
// the receiver: by both transfers, and a unit that the swap contract keeps, which counts since the
// next amount is rounded.
func (q *request) onTheWay() uint64 {
	if q.destLoss == 0 {
		return 0
	}
	return 2*q.destLoss + 1
}

// onTheWayBack is how many units of the source token rounding may take of what a purchase gives
// back: by the transfer to the executor and the two back, and a unit that the swap contract keeps.
func (q *request) onTheWayBack() uint64 {
	if q.srcLoss == 0 {
		return 0
	}
	return 3*q.srcLoss + 1
}

func gross(net uint256.Int, tax uint16) api.Amount {
	sent, _ := pool.BeforeTax(net, tax)
	return api.AmountOf(&sent)
}

// encode writes data of ours, which always encodes.
func encode(data calldata.LegData) json.RawMessage {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return text
}

// others writes what single exchanges offer.
func (s *Service) others(q *request, list []router.Other) []api.OtherPrice {
	out := make([]api.OtherPrice, len(list))
	for i, o := range list {
		out[i] = api.OtherPrice{Exchange: o.Exchange, DestAmount: q.Amount,
			SrcAmount: api.AmountOf(&o.Leg.SrcAmount).Add(api.NewAmount(q.onTheWayBack()))}
		if q.Side == api.Sell {
			out[i].SrcAmount, out[i].DestAmount = q.Amount, q.received(o.Leg.DestAmount)
		}
	}
	return out
}

// wrapping is the route that wraps or unwraps the native coin.
func (s *Service) wrapping(q *request, st *pools.Snapshot) api.PriceRoute {
	r := s.blank(q, st)
	r.SrcAmount, r.DestAmount = q.Amount, q.Amount
	hop := api.SwapHop{
		SrcToken: q.srcToken.Address, SrcDecimals: q.srcToken.Decimals,
		DestToken: q.destToken.Address, DestDecimals: q.destToken.Decimals,
		Exchanges: []api.SwapLeg{{
			Exchange: api.WrappedCoin, SrcAmount: q.Amount, DestAmount: q.Amount, Percent: 100,
			PoolAddresses: []common.Address{s.wrapped}, Data: encode(calldata.LegData{}),
		}},
	}
	r.BestRoute = []api.SwapRoute{{Percent: 100, Swaps: []api.SwapHop{hop}}}
	if q.OtherPrices {
		r.Others = []api.OtherPrice{{Exchange: api.WrappedCoin, SrcAmount: q.Amount,
			DestAmount: q.Amount}}
	}
	return r
}
