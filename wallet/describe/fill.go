package describe

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// orderCalls are the methods of the order contract that move or release anything.
func orderCalls() map[string]describeCall {
	return map[string]describeCall{
		"fillOrder":                           fillOne(fungible, false, false),
		"fillOrderWithTarget":                 fillOne(fungible, false, true),
		"partialFillOrder":                    fillOne(fungible, true, false),
		"partialFillOrderWithTarget":          fillOne(fungible, true, true),
		"partialFillOrderWithTargetPermit":    fillOne(fungible, true, true),
		"batchFillOrderWithTarget":            fillBatch(fungibleLegs),
		"tryBatchFillOrderTakerAmount":        tryBatch(false),
		"tryBatchFillOrderMakerAmount":        tryBatch(true),
		"fillOrderNFT":                        fillOne(nft, false, false),
		"fillOrderWithTargetNFT":              fillOne(nft, false, true),
		"partialFillOrderNFT":                 fillOne(nft, true, false),
		"partialFillOrderWithTargetNFT":       fillOne(nft, true, true),
		"partialFillOrderWithTargetPermitNFT": fillOne(nft, true, true),
		"batchFillOrderWithTargetNFT":         fillBatch(nftLegs),
		"cancelOrder":                         cancelOne,
		"cancelOrders":                        cancelMany,
	}
}

// leg is one order of a fill and how much of its taker amount is paid.
type leg struct {
	order  api.Order // with the coin where it is wrapped or unwrapped on the way
	pay    api.Amount
	signed api.Order // as its maker has signed it
}

func newLeg(o api.Order, pay *big.Int) leg {
	return leg{order: o, pay: api.MustBig(pay), signed: o}
}

// gets returns what the leg brings: ⌊makerAmount·pay/takerAmount⌋, as the contract computes it.
func (l leg) gets() api.Amount { return l.pay.MulDiv(l.order.MakerAmount, l.order.TakerAmount) }

func fungible(arg any) api.Order {
	o := convert[contracts.AugustusRFQOrder](arg)
	return api.Order{
		NonceAndMeta: api.MustBig(o.NonceAndMeta), Expiry: expiryOf(o.Expiry), Maker: o.Maker,
		Taker:      o.Taker,
		MakerAsset: api.Asset{Address: o.MakerAsset}, TakerAsset: api.Asset{Address: o.TakerAsset},
		MakerAmount: api.MustBig(o.MakerAmount), TakerAmount: api.MustBig(o.TakerAmount),
	}
}

func nft(arg any) api.Order {
	o := convert[contracts.AugustusRFQOrderNFT](arg)
	return api.Order{
		NFT: true, NonceAndMeta: api.MustBig(o.NonceAndMeta), Expiry: expiryOf(o.Expiry),
		Maker: o.Maker, Taker: o.Taker,
		MakerAsset:  unpack(api.MustBig(o.MakerAsset), api.MustBig(o.MakerAssetId)),
		TakerAsset:  unpack(api.MustBig(o.TakerAsset), api.MustBig(o.TakerAssetId)),
		MakerAmount: api.MustBig(o.MakerAmount), TakerAmount: api.MustBig(o.TakerAmount),
	}
}

// expiryOf reads an expiry; one beyond 64 bits is as good as never.
func expiryOf(b *big.Int) uint64 {
	if !b.IsUint64() {
		return 0
	}
	return b.Uint64()
}

func fungibleLegs(arg any) []leg {
	var legs []leg
	for _, i := range convert[[]contracts.AugustusRFQOrderInfo](arg) {
		legs = append(legs, newLeg(fungible(i.Order), i.TakerTokenFillAmount))
	}
	return legs
}

func nftLegs(arg any) []leg {
	var legs []leg
	for _, i := range convert[[]contracts.AugustusRFQOrderNFTInfo](arg) {
		legs = append(legs, newLeg(nft(i.Order), i.TakerTokenFillAmount))
	}
	return legs
}

// fillOne describes the methods that fill one order: (order, signature[, amount][, target]…).
func fillOne(order func(any) api.Order, partial, target bool) describeCall {
	return func(d *describer, c call) {
		o := order(c.args[0])
		l := leg{order: o, pay: o.TakerAmount, signed: o}
		next := 2
		if partial {
			l.pay = c.amount(next)
			next++
		}
		to := d.known.Signer
		if target {
			to = c.address(next)
		}
		d.Title = "Fill an order"
		d.legs([]leg{l}, to, d.known.Signer)
		if !partial || l.pay == l.order.TakerAmount {
			d.add("How much", "all of the order; it fails if any of it is gone")
		}
	}
}

func fillBatch(legs func(any) []leg) describeCall {
	return func(d *describer, c call) {
		all := legs(c.args[0])
		d.Title = fmt.Sprintf("Fill %d orders", len(all))
		d.legs(all, c.address(1), d.known.Signer)
		d.add("How much", "each order in full of what is stated; if one fails, all fail")
	}
}

// legs says what a fill pays and gets in all, from whom, and where it goes; by is the address that
// the order contract is called by.
func (d *describer) legs(legs []leg, to, by common.Address) {
	d.fills(legs)
	paid, got := totals(legs, func(
		l leg) (api.Asset, api.Amount) {
		return l.order.TakerAsset, l.pay
	}),
		totals(legs, func(l leg) (api.Asset, api.Amount) { return l.order.MakerAsset, l.gets() })
	for _, t := range paid {
		d.give("Pay exactly", t.amount, t.asset)
	}
	for _, t := range got {
		d.get("Get exactly", t.amount, t.asset)
	}
	if len(paid) == 1 && len(got) == 1 {
		d.exchange(paid[0].amount, paid[0].asset, got[0].amount, got[0].asset)
	}
	if len(legs) > 1 {
		d.parts(legs)
	}
	d.target(to)
	d.makers(legs, by)
	for _, l := range legs {
		if l.gets().IsZero() || l.pay.IsZero() {
			d.check(Block, "a part so small gets nothing: the contract refuses it")
		}
	}
}

// fills notes which orders a call fills.
func (d *describer) fills(legs []leg) {
	d.Act.Kind = Fill
	for _, l := range legs {
		d.Act.Orders = append(d.Act.Orders, l.hash(d.known))
		d.Act.Prices = append(d.Act.Prices, l.signed.Price())
	}
}

// hash is what the order is called by everywhere.
func (l leg) hash(k Context) common.Hash {
	return eip712.OrderTypedData(k.ChainID, k.Network.Contracts.AugustusRFQ, l.signed).Hash()
}

type total struct {
	asset  api.Asset
	amount api.Amount
}

// totals adds up one side of the legs by asset, in the order the assets come.
func totals(legs []leg, side func(leg) (api.Asset, api.Amount)) []total {
	var sums []total
	for _, l := range legs {
		asset, amount := side(l)
		i := slices.IndexFunc(sums, func(t total) bool { return t.asset == asset })
		if i < 0 {
			sums = append(sums, total{asset, amount})
			continue
		}
		sums[i].amount = sums[i].amount.Add(amount)
	}
	return sums
}

// target says who receives what a fill buys. The order contract reads no address as the caller's: a
// zero target loses it.
func (d *describer) target(to common.Address) {
	if to == d.known.Signer {
		d.yourself("To")
		return
	}
	d.receiver("To", to)
}

// makers says whose orders they are and checks that they can be filled at this time: directly by
// the signer, or by a swap contract, which fills orders meant for somebody only for that one.
func (d *describer) makers(legs []leg, by common.Address) {
	var seen []common.Address
	for i, l := range legs {
		o, name := l.order, "the order"
		if len(legs) > 1 {
			name = fmt.Sprintf("order %d", i+1)
		}
		if !slices.Contains(seen, o.Maker) {
			seen = append(seen, o.Maker)
		}
		if over, by := d.known.expired(o.Expiry); over && o.Expiry != 0 {
			d.check(Block, name+" has expired"+by)
		}
		if o.Taker != (common.Address{}) && o.Taker != by {
			d.check(Block, name+" is for "+d.party(o.Taker)+" only")
		}
		if meta := o.TakerFromMeta(); by != d.known.Signer && meta != (common.Address{}) &&
			meta != d.known.Signer {
			d.check(Block, name+" is meant for "+d.party(meta)+" only")
		}
		if o.Maker == d.known.Signer {
			d.check(Warn, name+" is your own")
		}
	}
	const most = 3 // more are told with their orders, among the fields
	if len(seen) > most {
		d.add("From", fmt.Sprintf("%d makers: each with its order below", len(seen)))
		return
	}
	for _, maker := range seen {
		d.add("From", d.party(maker))
	}
}

// tryBatch describes the methods that fill an amount over several orders, leaving out those that
// fail. Which ones will is not known beforehand, so the words state the worst case.
func tryBatch(byMaker bool) describeCall {
	return func(d *describer, c call) {
		legs, amount := fungibleLegs(c.args[0]), c.amount(1)
		d.Title = fmt.Sprintf("Fill from %d orders", len(legs))
		if len(legs) == 0 {
			d.check(Block, "it names no order")
			return
		}
		d.fills(legs)
		pair := legs[0].order
		pays, gets := dearestFirst(legs, amount, byMaker)
		if byMaker {
			d.give("Pay at most", pays, pair.TakerAsset)
			d.get("Get exactly", gets, pair.MakerAsset)
		} else {
			d.give("Pay exactly", pays, pair.TakerAsset)
			d.get("Get at least", gets, pair.MakerAsset)
		}
		x := d.exchange(pays, pair.TakerAsset, gets, pair.MakerAsset)
		x.AtWorst = true
		x.InTurn.Pays, x.InTurn.Gets, _ = inTurn(legs, amount, byMaker)
		d.target(c.address(2))
		d.makers(legs, d.known.Signer)
		if amount.IsZero() || slices.ContainsFunc(legs, func(l leg) bool {
			return l.order.MakerAmount.IsZero() || l.order.TakerAmount.IsZero()
		}) {
			d.check(Block, "an amount is zero: the contract refuses it")
		}
		d.add("How", "orders that fail are left out; if the rest does not cover the amount, all "+
			"fails")
		d.onePair(legs)
		d.parts(legs)
	}
}

// inTurn is what filling an amount over orders costs and brings where each is taken for as much as
// it may be, and what is left of the amount. byMaker tells which side the amount is of.
func inTurn(legs []leg, amount api.Amount, byMaker bool) (pays, gets, left api.Amount) {
	other := api.Amount{}
	left = amount
	for _, l := range legs {
		size := l.pay
		if byMaker {
			size = l.gets()
		}
		size = size.Min(left)
		other, left = other.Add(l.other(size, byMaker)), left.Sub(size)
	}
	if byMaker {
		return other, amount, left
	}
	return amount, other, left
}

// other is what a part of an order costs or brings, a size of the other side.
func (l leg) other(size api.Amount, byMaker bool) api.Amount {
	if byMaker {
		return l.order.Price().QuoteFor(size, api.Up)
	}
	return l.order.Price().BaseFor(size, api.Down)
}

// dearestFirst is inTurn where the best orders fail: the dearest are taken first, and every order
// rounds by one unit.
func dearestFirst(legs []leg, amount api.Amount, byMaker bool) (pays, gets api.Amount) {
	dearest := slices.SortedStableFunc(slices.Values(legs), func(a, b leg) int {
		return b.order.Price().Cmp(a.order.Price())
	})
	pays, gets, left := inTurn(dearest, amount, byMaker)
	rounding := api.NewAmount(uint64(len(legs)))
	if left.IsZero() && byMaker {
		return pays.Add(rounding), gets
	}
	if left.IsZero() {
		return pays, gets.Sub(gets.Min(rounding))
	}
	// it would fail: the dearest alone is the least favourable thing to say
	other := dearest[0].other(amount, byMaker)
	if byMaker {
		return other.Add(rounding), amount
	}
	return amount, other.Sub(other.Min(rounding))
}

// parts lists what each order may give, among the fields.
func (d *describer) parts(legs []leg) {
	lines := make([]Line, len(legs))
	for i, l := range legs {
		lines[i] = Line{Label: fmt.Sprintf("order %d", i+1),
			Value: fmt.Sprintf("at most %s for %s",
				d.known.quantity(l.gets(), l.order.MakerAsset, api.Down),
				d.known.quantity(l.pay, l.order.TakerAsset, api.Up)),
			Note: "of " + d.party(l.order.Maker)}
	}
	d.Fields = append(lines, d.Fields...)
}

func cancelOne(d *describer, c call) {
	cancel(d, [][32]byte{c.args[0].([32]byte)})
}

func cancelMany(d *describer, c call) { cancel(d, c.args[0].([][32]byte)) }

func cancel(d *describer, hashes [][32]byte) {
	d.Act.Kind = Cancel
	title, them := fmt.Sprintf("Cancel %d orders", len(hashes)), "them"
	if len(hashes) == 1 {
		title, them = "Cancel an order", "it"
	}
	d.Title = title
	for _, h := range hashes {
		d.Act.Orders = append(d.Act.Orders, h)
		d.add("Cancel", "order "+common.Hash(h).Hex())
	}
	d.add("Effect", "nobody can fill "+them+" any more; nothing is paid but gas")
}
