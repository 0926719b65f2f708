package agents

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/delta/auction"
	"bourse/backend/swap"
)

// genericMethod is the swap method whose calldata carries the executor's program for a route of any
// shape.
const genericMethod = "swapExactAmountIn"

// SwapPricer finds routes by the swap service and has the swap contracts' own executor perform
// them, without the swap contract in between.
type SwapPricer struct {
	ChainID  uint64
	Swaps    *swap.Service
	Executor common.Address // of the Delta contracts: who holds what is sold
}

// Best implements auction.Pricer.
func (p SwapPricer) Best(ctx context.Context, at api.BlockRef, src, dest common.Address,
	amount api.Amount, without ...common.Address) (auction.Route, error) {
	price, call, margin, err := p.Swaps.RouteAt(ctx, api.PriceRequest{
		ChainID: p.ChainID, Src: api.Lower(src), Dest: api.Lower(dest), Amount: amount,
		Side: api.Sell, Version: api.Version62,
		IncludeMethods: []string{genericMethod}, ExcludeExchanges: []string{api.LimitOrders},
		ExcludePools: without,
	}, api.SwapTerms{User: p.Executor}, at.Number)
	if err != nil {
		return auction.Route{}, err
	}
	gas, err := strconv.ParseUint(price.GasCost, 10, 64)
	if err != nil {
		return auction.Route{}, fmt.Errorf("gas of a price route: %w", err)
	}
	executor, program, err := programOf(call.Data)
	if err != nil {
		return auction.Route{}, err
	}
	run := slices.Concat(make([]byte, 4), program, word(amount),
		common.LeftPadBytes(p.Executor[:], 32))
	return auction.Route{Received: price.DestAmount, Gas: gas, Margin: margin,
		Calls: []contracts.DeltaExecutorCall{give(src, executor, amount),
			{Target: executor, Value: new(big.Int), Data: run}}}, nil
}

// OnePoolGas is what a route of one pool costs beside what its pool and the transfers do, by the
// executor as by the best route.
func (p SwapPricer) OnePoolGas() uint64 {
	return p.Swaps.MethodGas(api.Version62, api.Sell, genericMethod, 1)
}

func word(a api.Amount) []byte { b := a.Bytes32(); return b[:] }

// programOf takes the executor and its program out of a swap's calldata.
func programOf(calldata []byte) (common.Address, []byte, error) {
	generic := contracts.NewAugustusV6Generic().GetABI()
	values, err := generic.Methods[genericMethod].Inputs.Unpack(calldata[min(4, len(calldata)):])
	if err != nil || len(values) != 5 {
		return common.Address{}, nil, fmt.Errorf(
			"the calldata is not of %s: %w", genericMethod, err)
	}
	return values[0].(common.Address), values[4].([]byte), nil
}
