package chain

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/tracing"
)

// Simulation is how a transaction would end in a block.
type Simulation struct {
	Logs   []types.Log
	Output []byte // what it returns
	Gas    uint64 // that it needs, before refunds where the node tells it
	Paid   uint64 // that it pays for, refunds taken off; of one that fails where the node tells it
	Err    error  // TransactionFails with the reason where it would fail
}

// simulatedCall is a simulated transaction on the wire.
type simulatedCall struct {
	ReturnData hexutil.Bytes   `json:"returnData"`
	Logs       []types.Log     `json:"logs"`
	GasUsed    hexutil.Uint64  `json:"gasUsed"`
	MaxUsedGas hexutil.Uint64  `json:"maxUsedGas"` // before refunds
	Status     hexutil.Uint64  `json:"status"`
	Error      *simulatedError `json:"error"`
}

type simulatedError struct {
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// simulator runs transactions that nobody has sent.
type simulator struct {
	*nodes
	view *view
	gas  *gas

	simulatedOn atomic.Pointer[Header] // the block on which transactions were simulated last
}

// SimulateBundle runs transactions one after the other in the block that comes after on, as they
// would run if they were sent: their senders pay for them at the fees of now, and contracts see
// what they will see of that block, as far as it can be known. It tells how each would end. One
// that fails, or that its sender can't pay, does not keep the others from being simulated.
func (sim *simulator) SimulateBundle(
	ctx context.Context, on api.BlockRef, calls ...Call) (all []Simulation, err error) {
	ctx, span := tracing.Start(ctx, "simulation")
	span.Number("chain", sim.ChainID())
	span.Number("transactions", uint64(len(calls)))
	defer func() { span.End(err) }()
	s, err := sim.settingAfter(ctx, on)
	if err != nil {
		return nil, err
	}
	fees, err := sim.gas.Fees(ctx)
	if err != nil {
		return nil, err
	}
	s.BaseFee = fees.Base
	calls = slices.Clone(calls)
	for i := range calls {
		if calls[i].MaxFee.IsZero() {
			calls[i].MaxFee, calls[i].Tip = fees.Max, fees.Tip
		}
	}
	return sim.simulatePaid(ctx, s, calls)
}

// setting is the block in which transactions are simulated, as contracts see it.
type setting struct {
	Header // its hash is not known
	// after is the block whose state they run on.
	after api.BlockRef
	// past says that the block was made, so that its base fee is known and need not be worked out.
	past bool
	// codes stand in place of those that accounts have.
	codes map[common.Address][]byte
}

// settingAfter is what can be known of the block after one: it is due at its time, who made the one
// before makes it, and its randomness is anybody's guess.
func (sim *simulator) settingAfter(ctx context.Context, on api.BlockRef) (s setting, err error) {
	s.after = on
	s.Number, s.Time = on.Number+1, max(on.Time+1, sim.NextTime(on))
	if _, err := rand.Read(s.Random[:]); err != nil {
		return s, err
	}
	if on.Hash == (common.Hash{}) {
		return s, nil
	}
	before := sim.simulatedOn.Load()
	if before == nil || before.Hash != on.Hash {
		h, err := sim.view.HeaderByHash(ctx, on.Hash)
		if err != nil {
			return s, err
		}
		before = &h
		sim.simulatedOn.Store(before)
	}
	s.Coinbase, s.GasLimit = before.Coinbase, before.GasLimit
	return s, nil
}

// simulatePaid simulates transactions of which some may not be paid by their senders, or be such
// that no block takes them. One such ends a bundle at the node, so that it is looked for and left
// out.
func (sim *simulator) simulatePaid(ctx context.Context, s setting, calls []Call) ([]Simulation,
	error) {
	all, err := sim.simulateBundle(ctx, s, calls)
	if !Reverted(err) {
		return all, err
	}
	out, good := make([]Simulation, len(calls)), []int{}
	for i, c := range calls {
		_, err := sim.simulateBundle(ctx, s, []Call{c})
		if err != nil && !Reverted(err) {
			return nil, err
		}
		if out[i].Err = transactionFails(err); err == nil {
			good = append(good, i)
		}
	}
	for ; len(good) > 0; good = good[:len(good)-1] { // what those before paid, the last may lack
		var rest []Call
		for _, i := range good {
			rest = append(rest, calls[i])
		}
		some, err := sim.simulateBundle(ctx, s, rest)
		if err == nil {
			for k, i := range good {
				out[i] = some[k]
			}
			return out, nil
		}
		if !Reverted(err) {
			return nil, err
		}
		out[good[len(good)-1]].Err = transactionFails(err)
	}
	return out, nil
}

// errNoSimulation: no node can try transactions one after the other.
var errNoSimulation = errors.New("no node simulates transactions")

// CanSimulate returns nil unless all nodes of the network are known to have no method by which
// SimulateBundle works, else what to do about it. It asks until one is known to have one.
func (sim *simulator) CanSimulate(ctx context.Context) error {
	for _, e := range sim.simulating() {
		if e.simulates.Load() != untried {
			return nil
		}
	}
	s := setting{Header: Header{BlockRef: api.BlockRef{Time: uint64(sim.cfg.Now().Unix())}}}
	_, err := sim.simulateBundle(ctx, s, []Call{{}})
	if errors.Is(err, errNoSimulation) {
		return err
	}
	return nil
}

// How a node simulates transactions, as far as it is known.
const (
	untried int32 = iota
	bySimulation
	byTracing
)

// simulating are the nodes that can be expected to simulate, first the one that answers reads.
// Blocks are named by their hashes, so that it does not matter which one does.
func (n *nodes) simulating() []*endpoint {
	return slices.DeleteFunc(n.answering(), func(e *endpoint) bool { return e == n.relay })
}

func (sim *simulator) simulateBundle(ctx context.Context, s setting, calls []Call) ([]Simulation,
	error) {
	for _, e := range sim.simulating() {
		if e.simulates.Load() != byTracing {
			out, err := sim.simulateOn(ctx, e, s, calls)
			if !lacksMethod(err) {
				return out, sim.simulated(e, bySimulation, err)
			}
		}
		out, err := sim.traceBundle(ctx, e, s, calls)
		if !lacksMethod(err) {
			return out, sim.simulated(e, byTracing, err)
		}
		e.simulates.Store(untried)
	}
	err := api.Errorf(api.ChainUnavailable, "no node of network %d has eth_simulateV1 or "+
		"debug_traceCall, by one of which settlements are tried before they are sent: name one "+
		"that has by --rpc %d=URL", sim.cfg.ChainID, sim.cfg.ChainID)
	err.RetryAfter = asideEvery
	return nil, err.WithCause(errNoSimulation)
}

// simulated notes how a node simulates, unless it failed, and says what failed.
func (sim *simulator) simulated(e *endpoint, way int32, err error) error {
	if err != nil {
		return sim.callError(err)
	}
	e.simulates.Store(way)
	return nil
}

// simulateOn has one node simulate transactions.
func (sim *simulator) simulateOn(ctx context.Context, e *endpoint, s setting,
	calls []Call) ([]Simulation, error) {
	args := make([]any, len(calls))
	for i, c := range calls {
		args[i] = c.args()
	}
	request := map[string]any{"blockStateCalls": []any{map[string]any{
		"blockOverrides": s.overrides(), "stateOverrides": s.diff(), "calls": args,
	}}, "validation": s.after.Hash != (common.Hash{})}
	var blocks []struct{ Calls []simulatedCall }
	err := e.ask(ctx, &blocks, "eth_simulateV1", request, blockParam(s.after.Hash))
	if err != nil {
		return nil, err
	}
	if len(blocks) != 1 || len(blocks[0].Calls) != len(calls) {
		return nil, sim.readError("simulate transactions",
			fmt.Errorf("it answers with %d blocks", len(blocks)))
	}
	out := make([]Simulation, len(calls))
	for i := range out {
		out[i] = sim.simulation(&blocks[0].Calls[i])
	}
	return out, nil
}

// overrides are what a node is told of the block. It works out the base fee of one to come by
// itself.
func (s *setting) overrides() map[string]any {
	o := map[string]any{"time": hexutil.Uint64(s.Time), "prevRandao": s.Random}
	if s.Coinbase != (common.Address{}) {
		o["feeRecipient"] = s.Coinbase
	}
	if s.GasLimit != 0 {
		o["gasLimit"] = hexutil.Uint64(s.GasLimit)
	}
	if s.past && !s.BaseFee.IsZero() {
		o["baseFeePerGas"] = (*hexutil.Big)(s.BaseFee.Big())
	}
	return o
}

// diff is what a node is told of the state that is not so.
func (s *setting) diff() stateDiff {
	d := make(stateDiff)
	for account, code := range s.codes {
		d[account] = &accountDiff{Code: (*hexutil.Bytes)(&code),
			Storage: make(map[common.Hash]common.Hash)}
	}
	return d
}

func (sim *simulator) simulation(r *simulatedCall) Simulation {
	if r.Status == hexutil.Uint64(types.ReceiptStatusSuccessful) {
		return Simulation{Logs: r.Logs, Output: r.ReturnData,
			Gas: uint64(max(r.GasUsed, r.MaxUsedGas)), Paid: uint64(r.GasUsed)}
	}
	data, message := []byte(r.ReturnData), "execution reverted"
	if r.Error != nil {
		message = r.Error.Message
		var text hexutil.Bytes
		if len(data) == 0 && json.Unmarshal(r.Error.Data, &text) == nil {
			data = text
		}
	}
	return Simulation{Paid: uint64(r.GasUsed),
		Err: transactionFails(&Revert{Data: data, Reason: sim.reason(data, message)})}
}

// failureInBlock is why a transaction failed after the others of its block, "" where the node does
// not say.
func (sim *simulator) failureInBlock(ctx context.Context, hash common.Hash, in Header) string {
	before, it, err := sim.upTo(ctx, hash, in, nil)
	if err != nil {
		return ""
	}
	simulations, err := sim.runAgain(ctx, in, append(before, it))
	var revert *Revert
	if err != nil || !errors.As(simulations[len(before)].Err, &revert) {
		return ""
	}
	return revert.Reason + " (after other transactions of its block)"
}

// InPlaceOf simulates transactions where a mined one stood: in its block, after those before it.
// They are made by its sender, and none leaves anything for the next one where it fails.
func (sim *simulator) InPlaceOf(ctx context.Context, hash common.Hash, in Header,
	calls []Call) ([]Simulation, error) {
	before, it, err := sim.upTo(ctx, hash, in, nil)
	if err != nil {
		return nil, err
	}
	all := before
	for _, c := range calls {
		c.From, c.MaxFee = it.From, in.BaseFee
		all = append(all, c)
	}
	simulations, err := sim.runAgain(ctx, in, all)
	if err != nil {
		return nil, err
	}
	return simulations[len(before):], nil
}

// Without simulates a mined transaction where it stood, as if some of those before it had not been
// there.
func (sim *simulator) Without(ctx context.Context, hash common.Hash, in Header,
	those map[common.Hash]bool) (Simulation, error) {
	before, it, err := sim.upTo(ctx, hash, in, those)
	if err != nil {
		return Simulation{}, err
	}
	simulations, err := sim.runAgain(ctx, in, append(before, it))
	if err != nil {
		return Simulation{}, err
	}
	return simulations[len(before)], nil
}

// WithCodes simulates a mined transaction where it stood, after those before it, as if some
// accounts had other codes. It returns how those before it end, too.
func (sim *simulator) WithCodes(ctx context.Context, hash common.Hash, in Header,
	codes map[common.Address][]byte) (before []Simulation, it Simulation, err error) {
	calls, call, err := sim.upTo(ctx, hash, in, nil)
	if err != nil {
		return nil, it, err
	}
	all, err := sim.runAgainWith(ctx, in, append(calls, call), codes)
	if err != nil {
		return nil, it, err
	}
	return all[:len(calls)], all[len(calls)], nil
}

// upTo are the transactions of a block before one of them, without some, and that one, as they were
// sent.
func (sim *simulator) upTo(ctx context.Context, hash common.Hash, in Header,
	without map[common.Hash]bool) (before []Call, it Call, err error) {
	var block struct{ Transactions []*types.Transaction }
	if err := sim.ask(ctx, &block, "eth_getBlockByHash", in.Hash, true); err != nil {
		return nil, it, sim.readError("read a block", err)
	}
	for _, tx := range block.Transactions {
		if tx == nil {
			break // no node of a right mind
		}
		if without[tx.Hash()] {
			continue
		}
		from, err := eip712.Sender(tx)
		if err != nil {
			return nil, it, sim.readError("read a block", err)
		}
		c := Call{From: from, Create: tx.To() == nil, Value: api.MustBig(tx.Value()),
			Data: tx.Data(), Gas: tx.Gas(), MaxFee: api.MustBig(tx.GasFeeCap()),
			Tip: api.MustBig(tx.GasTipCap())}
		if tx.To() != nil {
			c.To = *tx.To()
		}
		if tx.Hash() == hash {
			return before, c, nil
		}
		before = append(before, c)
	}
	return nil, it, sim.readError("read a block",
		fmt.Errorf("block %s does not hold transaction %s", in.Hash, hash))
}

// runAgain simulates transactions in a block that was made.
func (sim *simulator) runAgain(ctx context.Context, in Header, calls []Call) ([]Simulation, error) {
	return sim.runAgainWith(ctx, in, calls, nil)
}

func (sim *simulator) runAgainWith(ctx context.Context, in Header, calls []Call,
	codes map[common.Address][]byte) ([]Simulation, error) {
	return sim.simulateBundle(ctx, setting{Header: in, past: true, codes: codes,
		after: api.BlockRef{Number: in.Number - 1, Hash: in.Parent}}, calls)
}

// Reverted tells whether an error means that a contract refused a call, rather than that the node
// did not answer.
func Reverted(err error) bool {
	var revert *Revert
	return errors.As(err, &revert)
}
