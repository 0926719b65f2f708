package backend

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
)

func (s *sim) user() common.Address { return s.users[s.r.IntN(len(s.users))] }

// another is a user but one.
func (s *sim) another(than common.Address) common.Address {
	who := s.user()
	for who == than {
		who = s.user()
	}
	return who
}

// pair chooses what is sold for what, and how much of it: 1 to 2,000 dollars' worth.
func (s *sim) pair() (sell, buy api.Token, amount, worth api.Amount) {
	dollars := map[string]float64{"USDC": 1, "WETH": 3000, "DAI": 1, "WBTC": 60_000}
	i := s.r.IntN(len(s.tokens))
	sell, buy = s.tokens[i], s.tokens[(i+1+s.r.IntN(len(s.tokens)-1))%len(s.tokens)]
	usd := 1 + s.r.Float64()*2000
	parse := func(t api.Token, usd float64) api.Amount {
		a, err := api.ParseUnits(fmt.Sprintf("%.6f", usd/dollars[t.Symbol]), t.Decimals)
		if err != nil {
			panic(err)
		}
		return a
	}
	return sell, buy, parse(sell, usd), parse(buy, usd*(0.9+s.r.Float64()/5))
}

// post signs and posts a limit order; where it is acknowledged it must never be lost.
func (s *sim) post() error {
	sell, buy, gives, takes := s.pair()
	return s.sign(api.Order{Maker: s.user(), MakerAsset: api.Asset{Address: sell.Address},
		TakerAsset: api.Asset{Address: buy.Address}, MakerAmount: gives, TakerAmount: takes})
}

// offer signs and posts an offer of an NFT of the maker's, or a bid for anybody's.
func (s *sim) offer() error {
	asset, maker, n := s.nfts[s.r.IntN(len(s.nfts))], s.user(), api.NewAmount(1)
	h, err := apitest.On(s, api.LocalChainID).UserNFT(context.Background(), maker, asset)
	if err != nil {
		return err
	}
	if asset.Kind == api.ERC1155 {
		n = api.NewAmount(uint64(1 + s.r.IntN(5)))
	}
	_, buy, _, worth := s.pair()
	o := api.Order{NFT: true, Maker: maker, MakerAsset: asset, MakerAmount: n,
		TakerAsset: api.Asset{Address: buy.Address}, TakerAmount: worth}
	if h.Balance.Less(n) {
		o.MakerAsset, o.TakerAsset = o.TakerAsset, o.MakerAsset
		o.MakerAmount, o.TakerAmount = o.TakerAmount, o.MakerAmount
	}
	return s.sign(o)
}

// sign completes, signs and posts an order, which is for one other user or for all.
func (s *sim) sign(o api.Order) error {
	s.nonce++
	if s.r.IntN(3) == 0 {
		o.Taker = s.another(o.Maker)
	}
	o.NonceAndMeta = api.PackNonce(api.NewAmount(s.nonce), o.Taker)
	if s.r.IntN(4) == 0 {
		o.Expiry = s.local.Head().Time + uint64(1+s.r.IntN(20))
	}
	signature, err := s.wallet.Sign(o.Maker, eip712.OrderTypedData(api.LocalChainID,
		s.nets[0].Contracts.AugustusRFQ, o))
	if err != nil {
		return err
	}
	r := api.OrderRequest{ChainID: api.LocalChainID, Order: o, Type: o.Type(),
		Signature: signature.Bytes(), FillOrKill: !o.NFT && s.r.IntN(5) == 0}
	record, created, err := apitest.On(s, api.LocalChainID).CreateOrder(context.Background(), r)
	if err != nil {
		return err
	}
	if !created {
		return fmt.Errorf("order %s was there before it was posted", record.Hash)
	}
	s.orders[record.Hash] = r
	return nil
}

// anOrder chooses one that was acknowledged, rather one that was open at the last look.
func (s *sim) anOrder() (common.Hash, bool) {
	if len(s.orders) == 0 {
		return common.Hash{}, false
	}
	list := slices.SortedFunc(maps.Keys(s.orders), common.Hash.Cmp)
	for range 4 {
		hash := list[s.r.IntN(len(list))]
		if at := s.states[hash.Hex()]; api.OrderState(at).Open() || at == "" {
			return hash, true
		}
	}
	return list[s.r.IntN(len(list))], true
}

// fill has another user pay an order, or a part of it.
func (s *sim) fill() error {
	hash, ok := s.anOrder()
	if !ok {
		return errNothing
	}
	o := s.orders[hash].Order
	taker := s.another(o.Maker)
	stranger := o.Taker != (common.Address{}) && o.Taker != taker
	if stranger && s.r.IntN(4) > 0 {
		taker, stranger = o.Taker, false
	}
	leg := api.FillLeg{Hash: hash}
	if s.r.IntN(2) == 0 {
		leg.TakerAmount = o.TakerAmount.MulDiv(api.NewAmount(uint64(1+s.r.IntN(9))),
			api.NewAmount(10))
	}
	tx, err := apitest.On(s, api.LocalChainID).PrepareFill(context.Background(), api.FillRequest{
		Taker: taker, Legs: []api.FillLeg{leg}})
	if stranger && err == nil {
		return fmt.Errorf("order %s is for %s, and %s may fill it", hash, o.Taker, taker)
	}
	return s.send(tx, err)
}

// cancel has an order's maker cancel it on chain.
func (s *sim) cancel() error {
	hash, ok := s.anOrder()
	if !ok {
		return errNothing
	}
	return s.send(apitest.On(s, api.LocalChainID).PrepareCancel(context.Background(),
		api.CancelRequest{
			Maker:  s.orders[hash].Order.Maker,
			Hashes: []common.Hash{hash}}))
}

// swap has somebody who is not among the users trade on the pools, so that their prices move.
func (s *sim) swap() error {
	sell, buy, amount, _ := s.pair()
	amount = amount.MulDiv(api.NewAmount(uint64(1+s.r.IntN(40))), api.NewAmount(1))
	ctx, who := context.Background(), s.wallet.List()[4].Address
	c := s.nets[0].Contracts
	h, err := apitest.On(s, api.LocalChainID).UserToken(ctx, who, sell.Address)
	if err != nil {
		return err
	}
	if h.Allowances[c.AugustusV6].Less(amount) {
		return s.send(apitest.On(s, api.LocalChainID).PrepareApprove(ctx, api.ApproveRequest{
			Owner: who, Token: sell.Address, Spender: c.AugustusV6, Amount: api.MaxAmount}))
	}
	route, err := apitest.On(s, api.LocalChainID).Prices(ctx, api.PriceRequest{
		Src: api.Lower(sell.Address), Dest: api.Lower(buy.Address), Amount: amount,
		Side: api.Sell, Version: api.Version62})
	if err != nil {
		return err
	}
	text, err := json.Marshal(route)
	if err != nil {
		return err
	}
	return s.send(apitest.On(s, api.LocalChainID).PrepareSwap(ctx, api.BuildRequest{Route: text,
		Src: api.Lower(sell.Address), Dest: api.Lower(buy.Address), SrcAmount: &amount,
		HasSlippage: true, Terms: api.SwapTerms{User: who, Slippage: 500}}))
}

// deltaOrder quotes, builds, signs and submits a Delta order.
func (s *sim) deltaOrder() error {
	sell, buy, amount, _ := s.pair()
	ctx, c := context.Background(), s.nets[0].Contracts
	q, err := apitest.On(s, api.LocalChainID).DeltaQuote(ctx,
		api.DeltaQuoteRequest{Src: sell.Address,
			Dest: buy.Address, Amount: amount, Mode: api.ModeDelta})
	if err != nil {
		return err
	}
	price, err := json.Marshal(q.Delta)
	if err != nil {
		return err
	}
	built, err := apitest.On(s, api.LocalChainID).BuildDelta(ctx,
		api.DeltaBuildRequest{Price: price,
			Owner: s.user(), PartiallyFillable: s.r.IntN(4) == 0})
	if err != nil {
		return err
	}
	signature, err := s.wallet.Sign(built.Order.Owner,
		eip712.DeltaTypedData(api.LocalChainID, c.Delta, built.Order))
	if err != nil {
		return err
	}
	trigger, err := s.trigger(built.Order)
	if err != nil {
		return err
	}
	r := api.DeltaSubmission{ChainID: api.LocalChainID, Order: built.Order,
		Signature: signature.Bytes(), Trigger: trigger, Secret: simSecret}
	record, created, err := apitest.On(s, api.LocalChainID).SubmitDelta(ctx, r)
	if err != nil {
		return err
	}
	if !created {
		return fmt.Errorf("Delta order %s was there before it was submitted", record.ID)
	}
	s.deltas[record.ID] = r
	return nil
}

// simSecret reads the orders of simulations while they are held back.
var simSecret = common.Hash{1}

// trigger makes some orders wait for a time, or for a price that the pools reach when others trade.
func (s *sim) trigger(o api.DeltaOrder) (*api.DeltaTrigger, error) {
	switch s.r.IntN(6) {
	case 0:
		return &api.DeltaTrigger{NotBefore: s.local.Head().Time + uint64(1+s.r.IntN(20))}, nil
	case 1, 2:
		var prices [2]api.Price
		for i, token := range []common.Address{o.SrcToken, o.DestToken} {
			p, ok, err := apitest.On(s, api.LocalChainID).PriceUSD(context.Background(), token)
			if err != nil || !ok {
				return nil, err
			}
			prices[i] = p
		}
		worth := prices[1].BaseFor(prices[0].QuoteFor(o.SrcAmount, api.Down), api.Down)
		bps, below := uint64(s.r.IntN(20)), s.r.IntN(2) == 0
		if below {
			bps = -bps
		}
		return &api.DeltaTrigger{Below: below,
			Worth: worth.MulDiv(api.NewAmount(10_000+bps), api.NewAmount(10_000))}, nil
	}
	return nil, nil
}

// cancelDelta has an owner cancel a Delta order by signature.
func (s *sim) cancelDelta() error {
	if len(s.deltas) == 0 {
		return errNothing
	}
	list := slices.Sorted(maps.Keys(s.deltas))
	ids := []string{list[s.r.IntN(len(list))]}
	owner := s.deltas[ids[0]].Order.Owner
	signature, err := s.wallet.Sign(owner, eip712.CancellationsTypedData(api.LocalChainID,
		s.nets[0].Contracts.Delta, ids))
	if err != nil {
		return err
	}
	err = apitest.On(s, api.LocalChainID).CancelDelta(context.Background(), ids, signature.Bytes())
	if err == nil {
		s.states["cancelled "+ids[0]] = "by its owner"
	}
	return err
}
