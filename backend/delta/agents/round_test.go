package agents

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
	"bourse/backend/swap/pool"
)

// deltaAt is where the settlement contract of the tests stands.
var deltaAt = common.Address{0xde}

// wholePart is all of an order in basis points.
const wholePart = 10_000

// ledgerNode is a chain on which a drawn market's pools stand and settlements do what the contract
// does: what has to come in comes in, by agents' tokens or by routes through the pools, or the
// settlement fails.
type ledgerNode struct {
	auction.Node // what rounds do not ask for
	market       *drawnMarket
	orders       []auction.OpenOrder
}

func (n *ledgerNode) GasPrice(context.Context) (api.Amount, error) {
	return api.NewAmount(1e9), nil
}

func (n *ledgerNode) HeaderByHash(context.Context, common.Hash) (chain.Header, error) {
	return chain.Header{GasLimit: 60_000_000}, nil
}

func (n *ledgerNode) Call(context.Context, common.Hash, chain.Call) ([]byte, error) {
	return contracts.NewPortikusV2().GetABI().Methods["getAgents"].Outputs.Pack([]common.Address{})
}

func (n *ledgerNode) SimulateBundle(_ context.Context, _ api.BlockRef, calls ...chain.Call) (
	out []chain.Simulation, err error) {
	states := make(map[int]*pool.State)
	for _, c := range calls {
		s, err := n.settle(c, states)
		if err != nil {
			s = chain.Simulation{Err: err}
		}
		s.Paid = s.Gas * 3 / 4
		out = append(out, s)
	}
	return out, nil
}

func (n *ledgerNode) settle(c chain.Call, states map[int]*pool.State) (s chain.Simulation,
	err error) {
	delta := settlement.ABI.GetABI()
	method, err := delta.MethodById(c.Data)
	if err != nil {
		return s, err
	}
	values, err := method.Inputs.Unpack(c.Data[4:])
	if err != nil {
		return s, err
	}
	fillable := strings.Contains(method.Name, "Fillable")
	switch method.Name {
	case "directSettleBatch", "directSettleFillableBatch":
		pays := values[len(values)-1].([]*big.Int)
		for i, o := range *abi.ConvertType(values[0],
			new([]contracts.DeltaOrderWithSig)).(*[]contracts.DeltaOrderWithSig) {
			s.Gas += auction.DirectGas
			percent := big.NewInt(wholePart)
			if fillable {
				percent = values[1].([]*big.Int)[i]
			}
			s.Logs = append(s.Logs, n.event(&o, pays[i], percent))
		}
	case "swapSettle", "swapSettleFillable":
		o := abi.ConvertType(values[0],
			new(contracts.DeltaOrderWithSig)).(*contracts.DeltaOrderWithSig)
		got, gas, err := n.route(values[1].([]byte), states)
		if err != nil {
			return s, err
		}
		s.Gas = auction.SettleGas + gas
		percent := big.NewInt(wholePart)
		if fillable {
			percent = values[3].(*big.Int)
		}
		s.Logs = append(s.Logs, n.event(o, got, percent))
	default:
		return s, errors.New("the chain does not know " + method.Name)
	}
	return s, nil
}

// route goes the route of a plan on the pools as they are, and returns what the plan gives the
// contract of what it brings.
func (n *ledgerNode) route(data []byte, states map[int]*pool.State) (gives *big.Int, gas uint64,
	err error) {
	inputs := contracts.NewDeltaExecutor().GetABI().Methods["executePlan"].Inputs
	values, err := inputs.Unpack(data)
	if err != nil {
		return nil, 0, err
	}
	plan := abi.ConvertType(values[0],
		new(contracts.DeltaExecutorPlan)).(*contracts.DeltaExecutorPlan)
	r := n.market.routes[binary.BigEndian.Uint64(plan.Calls[0].Data)]
	brings := new(big.Int)
	for _, way := range r.Routes {
		amount := way.SrcAmount
		for _, hop := range way.Hops {
			sum := new(uint256.Int)
			left := amount
			for i, leg := range hop.Legs {
				part := leg.SrcAmount
				if i == len(hop.Legs)-1 || left.Lt(&part) {
					part = left
				}
				left.Sub(&left, &part)
				v := &n.market.Venues[leg.Venue]
				if states[leg.Venue] == nil {
					states[leg.Venue] = new(pool.State)
					v.Pool.Init(states[leg.Venue])
				}
				q, err := v.Pool.ExactIn(states[leg.Venue], leg.In, leg.Out, part)
				if err != nil {
					return nil, 0, err
				}
				sum.Add(sum, &q.Out)
			}
			amount = *sum
		}
		brings.Add(brings, amount.ToBig())
	}
	last := plan.Calls[len(plan.Calls)-1]
	if gives = last.Value; gives.Sign() == 0 { // tokens, not coins
		to, err := erc20ABI.GetABI().Methods["transfer"].Inputs.Unpack(last.Data[4:])
		if err != nil {
			return nil, 0, err
		}
		gives = to[1].(*big.Int)
	}
	if brings.Cmp(gives) < 0 {
		return nil, 0, errors.New("the route brings less than is given")
	}
	return gives, r.Gas, nil
}

// event is the contract's word that so many basis points of an order were settled for an amount.
func (n *ledgerNode) event(o *contracts.DeltaOrderWithSig, amount, percent *big.Int) types.Log {
	at := slices.IndexFunc(n.orders, func(x auction.OpenOrder) bool {
		return x.Order.Owner == o.Order.Owner
	})
	name, values := "OrderSettled", []any{o.Order.SrcToken, o.Order.DestToken,
		o.Order.SrcAmount, o.Order.DestAmount, amount, new(big.Int), new(big.Int)}
	if percent.Int64() < wholePart {
		sold := new(big.Int).Mul(o.Order.SrcAmount, percent)
		name, values = "OrderPartiallyFilled", append(values, sold.Div(sold, big.NewInt(wholePart)))
	}
	event := settlement.ABI.GetABI().Events[name]
	data, err := event.Inputs.NonIndexed().Pack(values...)
	if err != nil {
		panic(err)
	}
	return types.Log{Address: deltaAt, Data: data, Topics: []common.Hash{event.ID,
		common.BytesToHash(o.Order.Owner[:]), {}, n.orders[at].OrderHash}}
}

// roundOrders are the orders of one round, and what it came to.
type roundOrders struct {
	auction.Orders // what rounds do not ask for
	open           []auction.OpenOrder
	out            auction.Outcome
}

var roundBlock = api.BlockRef{Number: 10, Hash: common.Hash{10}}

func (o *roundOrders) Position() (api.BlockRef, bool) { return roundBlock, true }

func (o *roundOrders) RefreshFunding(context.Context, api.BlockRef) error { return nil }

func (o *roundOrders) InFlight() []auction.InFlight { return nil }

func (o *roundOrders) Record(common.Address) auction.Record {
	return auction.Record{Settled: 100}
}

func (o *roundOrders) Snapshot(api.BlockRef) (uint64, []auction.OpenOrder) { return 1, o.open }

func (o *roundOrders) Conclude(_ *auction.Batch,
	decide func(auction.Held) (auction.Outcome, error)) (err error) {
	o.out, err = decide(auction.Held{Position: []api.BlockRef{roundBlock},
		Running: func(string) bool { return true }})
	return err
}

// unsigned is the account of an agent that signs without a key.
type unsigned struct {
	auction.Sender // what rounds do not ask for
	address        common.Address
}

func (u unsigned) Address() common.Address { return u.address }

func (unsigned) Prepare(context.Context) (chain.Fees, error) { return chain.Fees{}, nil }

func (u unsigned) Sign(c chain.Call, _ chain.Fees) (*types.Transaction, error) {
	return types.NewTx(&types.DynamicFeeTx{Gas: c.Gas, To: &c.To, Data: c.Data}), nil
}

func (unsigned) Send(context.Context, *types.Transaction) error { return nil }

type rawTokens struct{}

func (rawTokens) List() []api.Token                                    { return nil }
func (rawTokens) AmountText(a api.Amount, token common.Address) string { return a.String() }

// hold holds a round of all agents, and some others, for a batch's orders.
func (m *drawnMarket) hold(t testing.TB, b *auction.Batch, others ...auction.Agent,
) auction.Outcome {
	t.Helper()
	orders := &roundOrders{open: b.Orders}
	var agents []auction.BuiltinAgent
	for i, a := range append([]auction.Agent{RouterAgent{}, RingAgent{}, BatchAgent{}},
		others...) {
		_, joins := a.(BatchAgent)
		agents = append(agents, auction.BuiltinAgent{Agent: withAccount(a, byte(i+1)),
			Joins: joins, Sender: unsigned{address: common.Address{byte(i + 1)}}})
	}
	a := auction.New(auction.Config{Market: b.Market, Orders: orders, Agents: agents,
		Node: &ledgerNode{market: m, orders: b.Orders}, Tokens: rawTokens{}, SolveTime: time.Hour,
		Now: func() time.Time { return time.Unix(1_800_000_000, 0) }, Logger: slog.New(
			slog.DiscardHandler)})
	if err := a.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	return orders.out
}

func withAccount(a auction.Agent, n byte) auction.Agent {
	at := common.Address{n}
	switch a.(type) {
	case RouterAgent:
		return RouterAgent{Account: at}
	case RingAgent:
		return RingAgent{Account: at}
	case BatchAgent:
		return BatchAgent{Account: at}
	}
	return a
}

// checkBound compares the bound of an order with its best route, which is no more, and with what
// the batch agent pays it, who adds no tokens of its own.
func checkBound(t *testing.T, seed uint64, id string, e api.DeltaRoundEntry) {
	t.Helper()
	if e.Bound == nil || e.Reference != nil && e.Floor.Less(*e.Reference) &&
		e.Bound.Less(*e.Reference) {
		t.Errorf("seed %d, order %s: the bound is %v, the best route pays %v", seed, id, e.Bound,
			e.Reference)
		return
	}
	for _, b := range e.Bids {
		if b.Agent == (BatchAgent{}).Name() && b.Rank > 0 && e.Bound.Less(b.Received) {
			t.Errorf("seed %d, order %s: %s is paid above the bound %s", seed, id, b.Received,
				e.Bound)
		}
	}
}

// Over seeded rounds, all agents together capture nearly all of the surplus that any settlement
// from pools and orders could. It is more than all where a route goes through pools by which an
// agent replaces the tokens that it paid.
func TestRoundsComeCloseToTheBound(t *testing.T) {
	t.Parallel()
	var shares []float64
	for _, seed := range seedsOf(0, 7, 14, 21, 28, 35, 42, 49) {
		shares = append(shares, roundShare(t, seed, onlyProducts))
	}
	checkShares(t, shares, 0.99, 0.95)
}

// So they do with pools of all kinds, where bids that win by themselves can exclude each other by
// what they use up of the pools.
func TestRoundsComeCloseToTheBoundOfAllKinds(t *testing.T) {
	t.Parallel()
	var shares []float64
	for _, seed := range seedsOf(7, 26, 35) {
		shares = append(shares, roundShare(t, seed, allKinds))
	}
	checkShares(t, shares, 0.99, 0.95)
}

// roundShare is what a round for a drawn market's batch captures of its surplus.
func roundShare(t *testing.T, seed uint64, kinds []poolKind) float64 {
	t.Helper()
	m := drawMarket(t, seed, kinds...)
	n := 2 + int(seed*98/49)
	b := m.batch(t, n)
	out := m.hold(t, b)
	e := out.Entries[b.Orders[0].ID]
	if e.Surplus == nil {
		t.Fatalf("seed %d: the round has no surplus: %+v", seed, e)
	}
	won := make(map[string]int)
	for id, e := range out.Entries {
		won[e.Winner]++
		checkBound(t, seed, id, e)
	}
	share := e.Surplus.Captured.Float() / e.Surplus.Bound.Float()
	t.Logf("seed %d: %d orders, %v, %.2f %% of %g ether", seed, n, won, 100*share,
		e.Surplus.Bound.Float()/1e18)
	return share
}
