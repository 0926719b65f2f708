package auction

import (
	"context"
	"errors"
	"log/slog"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/delta/settlement"
)

// errDown is the failure of whatever a test lets fail.
var errDown = errors.New("down")

// deltaAt is where the settlement contract of the tests stands.
var deltaAt = common.Address{0xde}

// node is a chain of which a test says what it answers.
type node struct {
	failing  map[string]error // by method
	simulate func(chain.Call) chain.Simulation
	together func([]chain.Call) []chain.Simulation
	registry []common.Address
	receipts map[common.Hash]*types.Receipt
	pool     map[common.Hash]*types.Transaction
	sent     [][]byte
	reason   string // of a transaction that failed
	price    uint64 // of gas
	room     uint64
	mined    uint64 // nonce that follows the last mined transaction of whoever is asked about
}

func (n *node) Nonces(context.Context, common.Address) (api.Nonces, error) {
	return api.Nonces{Mined: n.mined}, n.failing["nonces"]
}

func (n *node) GasPrice(context.Context) (api.Amount, error) {
	return api.NewAmount(n.price), n.failing["price"]
}

func (n *node) HeaderByHash(context.Context, common.Hash) (chain.Header, error) {
	return chain.Header{GasLimit: n.room}, n.failing["header"]
}

func (n *node) Call(_ context.Context, _ common.Hash, c chain.Call) ([]byte, error) {
	if err := n.failing["call"]; err != nil {
		return nil, err
	}
	if c.To == (common.Address{0x4e}) {
		abi := contracts.NewPortikusV2().GetABI()
		return abi.Methods["getAgents"].Outputs.Pack(n.registry)
	}
	return make([]byte, 32), nil // an allowance of nothing
}

func (n *node) SimulateBundle(_ context.Context, _ api.BlockRef, calls ...chain.Call) (
	[]chain.Simulation, error) {
	if err := n.failing["simulate"]; err != nil {
		return nil, err
	}
	if len(calls) > 1 {
		if n.together != nil {
			return n.together(calls), n.failing["together"]
		}
		return make([]chain.Simulation, len(calls)), n.failing["together"]
	}
	return []chain.Simulation{n.simulate(calls[0])}, nil
}

func (n *node) RawReceipt(_ context.Context, hash common.Hash) (*types.Receipt, error) {
	return n.receipts[hash], n.failing["receipt"]
}

func (n *node) Transaction(_ context.Context, hash common.Hash) (*types.Transaction, bool, error) {
	return n.pool[hash], true, n.failing["transaction"]
}

func (n *node) Receipt(context.Context, common.Hash) (api.Receipt, error) {
	return api.Receipt{Reason: n.reason}, n.failing["reason"]
}

func (n *node) SendRaw(_ context.Context, raw []byte) (common.Hash, error) {
	n.sent = append(n.sent, raw)
	return common.Hash{}, n.failing["send"]
}

// account signs without a key.
type account struct {
	address common.Address
	failing map[string]error
	nonce   uint64
	sent    []*types.Transaction
	done    []chain.Call
	resets  int
}

func (a *account) Address() common.Address { return a.address }
func (a *account) Reset()                  { a.resets++ }

func (a *account) Prepare(context.Context) (chain.Fees, error) {
	return chain.Fees{}, a.failing["prepare"]
}

func (a *account) Sign(c chain.Call, _ chain.Fees) (*types.Transaction, error) {
	a.nonce++
	return a.transaction(a.nonce, c.Gas, 1, c.Data), a.failing["sign"]
}

func (a *account) transaction(nonce, gas uint64, fee int64, data []byte) *types.Transaction {
	return types.NewTx(&types.DynamicFeeTx{ChainID: big.NewInt(1337), Nonce: nonce, Gas: gas,
		GasFeeCap: big.NewInt(fee), GasTipCap: big.NewInt(fee), To: &deltaAt, Data: data})
}

func (a *account) Send(_ context.Context, tx *types.Transaction) error {
	a.sent = append(a.sent, tx)
	return a.failing["send"]
}

func (a *account) Replace(_ context.Context, old *types.Transaction) (*types.Transaction, error) {
	return a.transaction(old.Nonce(), old.Gas(), 2*old.GasFeeCap().Int64(), old.Data()),
		a.failing["replace"]
}

func (a *account) Void(_ context.Context, old *types.Transaction) (*types.Transaction, error) {
	return a.transaction(old.Nonce(), 21_000, 2*old.GasFeeCap().Int64(), nil), a.failing["void"]
}

func (a *account) Do(_ context.Context, c chain.Call) (common.Hash, error) {
	a.done = append(a.done, c)
	return common.Hash{}, a.failing["do"]
}

// orderBook is the orders of a test: it notes what it is told.
type orderBook struct {
	failing  map[string]error
	position []api.BlockRef
	open     []OpenOrder
	gone     map[string]bool // orders that changed while the round was held
	flying   []InFlight
	changed  map[string]bool
	found    bool // whether a settlement is found in a receipt

	outcome Outcome
	failed  map[string]string // reasons by order
	failTx  map[string]*types.Receipt
	settled []string
	bumped  map[common.Hash]*types.Transaction
	until   uint64
}

func (o *orderBook) Position() (api.BlockRef, bool) {
	if len(o.position) == 0 {
		return api.BlockRef{}, false
	}
	return o.position[0], true
}

func (o *orderBook) RefreshFunding(context.Context, api.BlockRef) error {
	return o.failing["funding"]
}

func (o *orderBook) Snapshot(api.BlockRef) (uint64, []OpenOrder) { return 7, o.open }

func (*orderBook) Record(common.Address) Record { return Record{Settled: 100} }

func (o *orderBook) Conclude(_ *Batch, decide func(Held) (Outcome, error)) (err error) {
	o.outcome, err = decide(Held{Position: o.position,
		Running: func(id string) bool { return !o.gone[id] }})
	return errors.Join(err, o.failing["store"])
}

func (o *orderBook) InFlight() []InFlight         { return o.flying }
func (o *orderBook) Changed(order *InFlight) bool { return o.changed[order.ID] }

func (o *orderBook) Fail(_ context.Context, order *InFlight, _ api.BlockRef, reason string,
	receipt *types.Receipt) error {
	o.failed[order.ID], o.failTx[order.ID] = reason, receipt
	return o.failing["fail"]
}

func (o *orderBook) Settled(_ context.Context, order *InFlight, _ *types.Receipt) (bool, error) {
	o.settled = append(o.settled, order.ID)
	return o.found, o.failing["settled"]
}

func (o *orderBook) Bumped(old common.Hash, tx *types.Transaction, _ api.BlockRef,
	until uint64) error {
	o.bumped[old], o.until = tx, until
	return o.failing["bumped"]
}

// scripted bids what a test says.
type scripted struct {
	name string
	bids []Bid
	err  error
}

func (s scripted) Name() string                                 { return s.name }
func (s scripted) Solve(context.Context, *Batch) ([]Bid, error) { return s.bids, s.err }

// fixedPools pay a fixed price for everything, or have no route.
type fixedPools struct{ pays uint64 }

func (p fixedPools) Best(context.Context, api.BlockRef, common.Address, common.Address,
	api.Amount, ...common.Address) (Route, error) {
	if p.pays == 0 {
		return Route{}, api.Errorf(api.NoRoute, "no route")
	}
	return Route{Received: api.NewAmount(p.pays)}, nil
}

// stage is an auctioneer between a node, orders and one built-in agent.
type stage struct {
	*Auctioneer
	node   *node
	orders *orderBook
	agent  *account
	hooks  []string
}

func newStage(agents ...Agent) *stage {
	s := &stage{
		node: &node{failing: make(map[string]error), room: 30_000_000, mined: 4,
			receipts: make(map[common.Hash]*types.Receipt),
			pool:     make(map[common.Hash]*types.Transaction)},
		orders: &orderBook{failing: make(map[string]error), failed: make(map[string]string),
			failTx:   make(map[string]*types.Receipt),
			bumped:   make(map[common.Hash]*types.Transaction),
			position: []api.BlockRef{{Number: 10, Hash: common.Hash{10}, Time: 1000}},
			gone:     make(map[string]bool), changed: make(map[string]bool)},
		agent: &account{address: common.Address{0xa9}, failing: make(map[string]error)},
	}
	s.node.simulate = func(chain.Call) chain.Simulation { return chain.Simulation{} }
	cfg := Config{Node: s.node, Orders: s.orders, Tokens: rawTokens{},
		Market: Market{ChainID: 1337, Oracle: oneDollar{}, Pricer: fixedPools{},
			Contracts: contracts.DeltaAddresses{Delta: deltaAt, Registry: common.Address{0x4e}}},
		Now:    func() time.Time { return time.Unix(1_800_000_000, 0) },
		Wait:   func(context.Context, time.Duration) {},
		Logger: slog.New(slog.DiscardHandler),
		Hook:   func(point string) { s.hooks = append(s.hooks, point) }}
	for _, a := range agents {
		cfg.Agents = append(cfg.Agents, BuiltinAgent{Agent: a, Sender: s.agent})
	}
	s.Auctioneer = New(cfg)
	return s
}

// settles is a simulation in which the contract tells of orders settled for amounts.
func settles(gas uint64, fills map[*OpenOrder]uint64) chain.Simulation {
	out := chain.Simulation{Gas: gas}
	for o, received := range fills {
		out.Logs = append(out.Logs, settledLog(o, received))
	}
	return out
}

func settledLog(o *OpenOrder, received uint64) types.Log {
	event := settlement.ABI.GetABI().Events["OrderSettled"]
	data, err := event.Inputs.NonIndexed().Pack(o.Order.SrcToken, o.Order.DestToken,
		o.Order.SrcAmount.Big(), o.Order.DestAmount.Big(), settlement.Big(received),
		new(big.Int), new(big.Int))
	if err != nil {
		panic(err)
	}
	return types.Log{Address: deltaAt, Data: data, Topics: []common.Hash{event.ID,
		common.BytesToHash(o.Order.Owner[:]), common.BytesToHash(o.Order.Beneficiary[:]),
		o.OrderHash}}
}

// hold holds a round and returns what it came to.
func (s *stage) hold(t *testing.T) Outcome {
	t.Helper()
	if err := s.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s.orders.outcome
}
