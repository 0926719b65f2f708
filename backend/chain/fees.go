package chain

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// Fees are what to offer for a gas, in wei.
type Fees struct {
	// Base is the base fee of the newest block; where the network has none it is 0, and Max is a
	// price without parts.
	Base api.Amount
	Tip  api.Amount // for whoever makes the block
	Fast api.Amount // the tip of the dearest tenth of the newest blocks that are full
	Max  api.Amount // base fee and tip together at most: twice the base fee and the tip
}

// atMost returns the most to offer with a tip: base fees rise by an eighth a block at most, so that
// twice the present one holds for six full blocks.
func (f Fees) atMost(tip api.Amount) api.Amount { return f.Base.Add(f.Base).Add(tip) }

// gas is what is paid for it.
type gas struct {
	*nodes
	view *view

	mu    sync.Mutex
	at    common.Hash // the block that known is of
	known tips
}

type tips struct{ usual, fast api.Amount }

// What tips are learned from.
const (
	feeBlocks       = 20
	usualPercentile = 50
	fastPercentile  = 90
	// full is how much of a block's gas is used where a tip decides who is in it: in one with room
	// whoever pays the least is taken, so that what others paid there asks nobody for more.
	full = 0.9
	// contested is how many of the newest blocks are full where tips rise from block to block:
	// there a median of older ones is never enough. mostRise bounds what is offered then, in
	// medians.
	contested, mostRise = 5, 4
)

// GasPrice returns what the node suggested to pay a gas when the head was last polled, in wei.
func (g *gas) GasPrice(ctx context.Context) (api.Amount, error) {
	if price, ok := g.view.price(); ok {
		return price, nil
	}
	_, err := g.view.Head(ctx)
	price, _ := g.view.price()
	return price, err
}

// Fees returns what to offer for a gas as of the last poll of the head. The tip is what half of
// the gas of the newest blocks paid at most, those with room left counting for the least, but no
// less than the node suggests, nor than the network's own least tip. While blocks are full one
// after the other, it is an eighth above what half of the newest one paid, as far as a few times
// that median. Who wants others to pay more has to fill all blocks for it.
func (g *gas) Fees(ctx context.Context) (Fees, error) {
	price, err := g.GasPrice(ctx)
	if err != nil {
		return Fees{}, err
	}
	base, head := g.view.newest()
	g.mu.Lock()
	known, have := g.known, g.at == head
	g.mu.Unlock()
	if base.IsZero() {
		var wei hexutil.Big // the one of the poll can be old
		if err = g.ask(ctx, &wei, "eth_gasPrice"); err == nil {
			price, err = api.AmountFromBig(wei.ToInt())
		}
		if err != nil {
			return Fees{}, g.readError("tell its gas price", err)
		}
		return Fees{Tip: price, Fast: price, Max: price}, nil
	}
	if !have {
		if known, err = g.node().tips(ctx, price.Sub(base), g.cfg.MinTip); err != nil {
			return Fees{}, g.readError("tell what others pay for gas", err)
		}
		g.mu.Lock()
		g.known, g.at = known, head
		g.mu.Unlock()
	}
	f := Fees{Base: base, Tip: known.usual, Fast: known.fast}
	f.Max = f.atMost(f.Tip)
	return f, nil
}

// tips asks for tips of at least least; suggested counts where the node can't tell them.
func (e *endpoint) tips(ctx context.Context, suggested, least api.Amount) (tips, error) {
	var (
		history struct {
			Reward       [][]*hexutil.Big `json:"reward"`
			GasUsedRatio []float64        `json:"gasUsedRatio"`
		}
		own hexutil.Big
	)
	batch := []rpc.BatchElem{
		{Method: "eth_feeHistory", Result: &history, Args: []any{hexutil.Uint64(feeBlocks),
			"latest", []int{usualPercentile, fastPercentile}}},
		{Method: "eth_maxPriorityFeePerGas", Result: &own},
	}
	if err := e.askAll(ctx, batch); err != nil {
		return tips{}, err
	}
	floor := suggested
	if batch[1].Error == nil {
		if a, err := api.AmountFromBig(own.ToInt()); err == nil {
			floor = a
		}
	}
	floor = floor.Max(least)
	var refusal rpc.Error
	if err := batch[0].Error; err != nil {
		if errors.As(err, &refusal) && !wantsFewer(refusal) {
			return tips{floor, floor}, nil // it has no such method
		}
		return tips{}, err
	}
	var usual, fast []api.Amount
	for i, r := range history.Reward {
		if len(r) != 2 || r[0] == nil || r[1] == nil {
			continue
		}
		if i < len(history.GasUsedRatio) && history.GasUsedRatio[i] < full {
			usual, fast = append(usual, floor), append(fast, floor)
			continue
		}
		low, err1 := api.AmountFromBig(r[0].ToInt())
		high, err2 := api.AmountFromBig(r[1].ToInt())
		if err := errors.Join(err1, err2); err != nil {
			return tips{}, err
		}
		usual, fast = append(usual, low), append(fast, high)
	}
	newest := tips{last(usual), last(fast)}
	t := tips{floor.Max(median(usual)), floor.Max(median(fast))}
	if ratios := history.GasUsedRatio; len(ratios) >= contested && len(usual) == len(ratios) &&
		slices.Min(ratios[len(ratios)-contested:]) >= full {
		t.usual = t.usual.Max(raised(newest.usual, api.Amount{}).Min(times(t.usual, mostRise)))
		t.fast = t.fast.Max(raised(newest.fast, api.Amount{}).Min(times(t.fast, mostRise)))
	}
	t.fast = t.fast.Max(t.usual)
	return t, nil
}

func last(list []api.Amount) api.Amount {
	if len(list) == 0 {
		return api.Amount{}
	}
	return list[len(list)-1]
}

func times(a api.Amount, n uint64) api.Amount {
	return a.MulDiv(api.NewAmount(n), api.NewAmount(1))
}

func median(list []api.Amount) api.Amount {
	if len(list) == 0 {
		return api.Amount{}
	}
	slices.SortFunc(list, api.Amount.Cmp)
	return list[len(list)/2]
}

// raised returns a price for a transaction that takes another's place: what is offered now, but at
// least an eighth above what the other offered. Nodes ask for a tenth.
func raised(before, now api.Amount) api.Amount {
	return now.Max(before.MulDivUp(api.NewAmount(9), api.NewAmount(8)).Add(api.NewAmount(1)))
}
