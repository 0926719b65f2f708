package solver

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// The kinds of liquidity.
const (
	constantProduct       = "constantProduct"
	weightedProduct       = "weightedProduct"
	stable                = "stable"
	concentratedLiquidity = "concentratedLiquidity"
	limitOrder            = "limitOrder"
)

// unusable is liquidity that is well-formed and not traded: its arithmetic is not known to the
// unit. It is left out.
type unusable struct{ error }

func leftOut(format string, args ...any) error {
	return unusable{fmt.Errorf(format, args...)}
}

// market makes a snapshot of an auction's liquidity. Venues are in the order of the liquidity that
// they are made of, whose places list has. What is malformed is an error; what is merely not known
// here is left out, and so is what contradicts itself.
func market(a *Auction) (s *router.Snapshot, list []int, err error) {
	var venues []router.Venue
	seen := make(map[common.Address]bool)
	for i := range a.Liquidity {
		v, err := venue(&a.Liquidity[i])
		var unknown unusable
		if errors.As(err, &unknown) {
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("liquidity %q: %w", a.Liquidity[i].ID, err)
		}
		venues, list = append(venues, v), append(list, i)
		for _, t := range v.Tokens {
			seen[t] = true
		}
	}
	for i := range a.Orders {
		seen[a.Orders[i].SellToken], seen[a.Orders[i].BuyToken] = true, true
	}
	var tokens []router.Token
	for _, t := range slices.SortedFunc(maps.Keys(seen), common.Address.Cmp) {
		tokens = append(tokens, router.Token{Address: t})
	}
	s, err = router.NewSnapshot(0, tokens, venues)
	return s, list, err
}

// venue makes a pool of liquidity.
func venue(l *Liquidity) (v router.Venue, err error) {
	v = router.Venue{Exchange: l.Kind, Address: l.Address}
	switch l.Kind {
	case constantProduct:
		v.Pool, v.Tokens, err = l.product()
	case weightedProduct:
		v.Pool, v.Tokens, err = l.weighted()
	case stable:
		v.Pool, v.Tokens, err = l.stablePool()
	case concentratedLiquidity:
		v.Pool, v.Tokens, err = l.concentrated()
	case limitOrder:
		v.Pool, v.Tokens, err = l.order()
	default:
		err = leftOut("kind %q is not known", l.Kind)
	}
	return v, err
}

// reserves are a pool's tokens, in ascending order of their addresses. A pool's own token, which
// stable pools list among theirs, is left out: who holds it has all the others.
func (l *Liquidity) reserves() (tokens []common.Address, list []reserve, err error) {
	var named map[common.Address]reserve
	if err := json.Unmarshal(l.Tokens, &named); err != nil {
		return nil, nil, fmt.Errorf("tokens: %w", err)
	}
	delete(named, l.Address)
	for _, t := range slices.SortedFunc(maps.Keys(named), common.Address.Cmp) {
		tokens, list = append(tokens, t), append(list, named[t])
	}
	if len(list) < 2 {
		return nil, nil, fmt.Errorf("%d tokens, and a pool has two or more", len(list))
	}
	return tokens, list, nil
}

func (l *Liquidity) product() (pool.Pool, []common.Address, error) {
	tokens, list, err := l.reserves()
	if err != nil {
		return nil, nil, err
	}
	fee, ok := l.Fee.scaled(6)
	switch {
	case len(list) != 2:
		return nil, nil, fmt.Errorf("%d tokens, and it has two", len(list))
	case !ok || !fee.IsUint64() || fee.Uint64() >= 1e6:
		return nil, nil, leftOut("its fee is none in parts per million")
	}
	p, err := pool.NewProduct(*list[0].Balance.U256(), *list[1].Balance.U256(),
		uint32(fee.Uint64()))
	return p, tokens, known(err)
}

// known takes it that a pool whose figures are refused can't be traded with.
func known(err error) error {
	if err != nil {
		return unusable{err}
	}
	return nil
}

func (l *Liquidity) weighted() (pool.Pool, []common.Address, error) {
	tokens, list, err := l.reserves()
	if err != nil {
		return nil, nil, err
	}
	var balances, weights []uint256.Int
	var decimals []int
	for i := range list {
		r := &list[i]
		weight, whole := r.Weight.scaled(18)
		scale, ok := r.scale(0)
		digits, power := powerOfTen(&scale)
		if !whole || !ok || !power || digits > 18 {
			return nil, nil, leftOut("weight or scaling factor of %s", tokens[i])
		}
		balances, weights = append(balances, *r.Balance.U256()), append(weights, weight)
		decimals = append(decimals, 18-digits)
	}
	fee, ok := l.Fee.scaled(18)
	if !ok {
		return nil, nil, leftOut("its fee has more than 18 places")
	}
	make := pool.NewWeighted
	switch l.Version {
	case "", "v0":
		make = pool.NewFirstWeighted
	case "v3Plus":
	default:
		return nil, nil, leftOut("version %q", l.Version)
	}
	p, err := make(balances, weights, decimals, fee)
	return p, tokens, known(err)
}

// scale is a reserve's scaling factor, 1 where none is told, times 10^places.
func (r *reserve) scale(places int) (u uint256.Int, ok bool) {
	if r.ScalingFactor == nil {
		r.ScalingFactor = new(Decimal)
		r.ScalingFactor.SetInt64(1)
	}
	return r.ScalingFactor.scaled(places)
}

// powerOfTen is which power of ten a number is.
func powerOfTen(u *uint256.Int) (digits int, ok bool) {
	text := u.Dec()
	for _, c := range text[1:] {
		if c != '0' {
			return 0, false
		}
	}
	return len(text) - 1, text[0] == '1'
}

func (l *Liquidity) stablePool() (pool.Pool, []common.Address, error) {
	tokens, list, err := l.reserves()
	if err != nil {
		return nil, nil, err
	}
	var p pool.ComposableParams
	for i := range list {
		rate, ok := list[i].scale(18)
		if !ok {
			return nil, nil, leftOut("scaling factor of %s", tokens[i])
		}
		p.Balances = append(p.Balances, *list[i].Balance.U256())
		p.Rates = append(p.Rates, rate)
	}
	amplifier, ok := l.Amplification.scaled(3)
	fee, whole := l.Fee.scaled(18)
	if !ok || !whole || !amplifier.IsUint64() {
		return nil, nil, leftOut("amplification or fee has too many places")
	}
	p.Amplifier, p.Fee = amplifier.Uint64(), fee
	made, err := pool.NewComposable(p)
	return made, tokens, known(err)
}

// spacings are the distances of ticks by the fee in parts per million, as the factory of Uniswap V3
// has them. They say where a swap stops, and so where it rounds.
var spacings = map[uint64]int{100: 1, 500: 10, 3000: 60, 10_000: 200}

func (l *Liquidity) concentrated() (pool.Pool, []common.Address, error) {
	var tokens []common.Address
	if err := json.Unmarshal(l.Tokens, &tokens); err != nil {
		return nil, nil, fmt.Errorf("tokens: %w", err)
	}
	if len(tokens) != 2 || tokens[0].Cmp(tokens[1]) == 0 {
		return nil, nil, errors.New("tokens: it has two")
	}
	slices.SortFunc(tokens, common.Address.Cmp)
	fee, ok := l.Fee.scaled(6)
	spacing := spacings[fee.Uint64()]
	if !ok || spacing == 0 {
		return nil, nil, leftOut("its fee is none of the factory's")
	}
	ticks, err := l.ticks()
	if err != nil {
		return nil, nil, err
	}
	made, err := pool.NewTicks(ticks, spacing, uint32(fee.Uint64()))
	if err != nil {
		return nil, nil, known(err)
	}
	p, err := pool.NewConcentrated(made, *l.SqrtPrice.U256(), l.Tick, *l.Active.U256())
	return p, tokens, known(err)
}

// ticks are the initialised ticks, ascending.
func (l *Liquidity) ticks() ([]pool.Tick, error) {
	var ticks []pool.Tick
	for index, net := range l.LiquidityNet {
		at, err := strconv.Atoi(index)
		if err != nil {
			return nil, fmt.Errorf("liquidityNet: %q is no tick", index)
		}
		amount, ok := new(big.Int).SetString(net, 10)
		if !ok || amount.BitLen() > 127 {
			return nil, fmt.Errorf("liquidityNet: %.40q at tick %d is no liquidity", net, at)
		}
		var t pool.Tick
		t.Index = at
		t.Net.SetFromBig(amount) // two's complement
		if !t.Net.IsZero() {
			ticks = append(ticks, t)
		}
	}
	slices.SortFunc(ticks, func(a, b pool.Tick) int { return a.Index - b.Index })
	return ticks, nil
}

func (l *Liquidity) order() (pool.Pool, []common.Address, error) {
	if !l.TakerFee.IsZero() {
		return nil, nil, leftOut("a fee of the taker comes on top")
	}
	if l.MakerToken == l.TakerToken {
		return nil, nil, errors.New("it gives what it takes")
	}
	p, err := pool.NewOrders([]pool.Order{{Maker: *l.MakerAmount.U256(),
		Taker: *l.TakerAmount.U256(), Most: *l.TakerAmount.U256()}})
	return p, []common.Address{l.TakerToken, l.MakerToken}, known(err)
}
