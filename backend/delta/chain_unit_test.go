package delta

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// blockOn is one on top of what the orders have taken in.
func blockOn(s *Service, number, time uint64, logs ...*types.Log) chain.Block {
	b := chain.Block{Header: chain.Header{BlockRef: api.BlockRef{Number: number,
		Hash: common.Hash{byte(number)}, Parent: s.recent[0].Hash, Time: time}}}
	for _, l := range logs {
		b.Logs = append(b.Logs, *l)
	}
	return b
}

// execute makes a kept order one whose award's transaction is on its way.
func execute(hash common.Hash) func(*row) {
	return func(r *row) {
		r.Status = executing
		r.Award = &auction.Award{TxHash: hash, Agent: "router", Round: 3,
			Address: sample().Owner}
	}
}

// A settlement in a block is taken in with its transaction as the node tells of it, to the wei, by
// the agent that the award names. It goes when its block leaves the chain, and the order is in
// flight again.
func TestASettlementInABlock(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	var points []string
	s.cfg.Hook = func(p string) { points = append(points, p) }
	order := common.BytesToHash([]byte("the order"))
	receipt := n.mined(t, 0, 2, settledLog(t, order, 100, 77, 0))
	id := s.keep(t, 1, 0, execute(receipt.TxHash), func(r *row) { r.OrderHash = order })
	if err := s.Apply(t.Context(), blockOn(s, 2, 1_800_000_001, receipt.Logs...)); err != nil {
		t.Fatal(err)
	}
	r, err := s.DeltaOrder(t.Context(), id)
	if err != nil || r.Status != executed || len(r.Transactions) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	want := api.DeltaTransaction{ID: entryID(id, receipt.TxHash, 4), Hash: receipt.TxHash,
		BlockNumber: 2, BlockHash: receipt.BlockHash, GasUsed: 21_000, GasPrice: 3, Index: 2,
		Agent: "router", Status: 1, From: sample().Owner, To: deltaContract,
		Spent: api.NewAmount(100), Received: api.NewAmount(77),
		ProtocolFee: api.NewAmount(2), PartnerFee: api.NewAmount(3),
		FilledPercent: 10_000, AuctionID: id}
	if r.Transactions[0] != want {
		t.Errorf("%+v\nwant %+v", r.Transactions[0], want)
	}
	if strings.Join(points, " ") != BeforeReceipt+" "+AfterReceipt {
		t.Errorf("the points were %v", points)
	}
	back := s.recent[1]
	if err := s.Rollback(t.Context(), back); err != nil {
		t.Fatal(err)
	}
	if r, err = s.DeltaOrder(t.Context(), id); err != nil || r.Status != executing ||
		len(r.Transactions) != 0 || s.recent[0] != back {
		t.Errorf("%s with %d transactions at %d, %v", r.Status, len(r.Transactions),
			s.recent[0].Number, err)
	}
	if err := s.Rollback(t.Context(), api.BlockRef{Number: 99}); err == nil ||
		!strings.Contains(err.Error(), "block 99 is not among those followed") {
		t.Error(err)
	}
}

// What is not known for certain of a settlement changes nothing: the block is taken in when the
// node answers, or not at all once it has left the chain.
func TestBlocksThatCantBeTakenIn(t *testing.T) {
	t.Parallel()
	order := common.BytesToHash([]byte("the order"))
	for name, c := range map[string]struct {
		spoil func(*Service, *node, *types.Receipt, *chain.Block)
		text  string
	}{
		"no receipts": {func(_ *Service, n *node, _ *types.Receipt, _ *chain.Block) {
			n.fails["receipt"] = true
		}, "read receipts"},
		"the receipt has left": {func(_ *Service, n *node, r *types.Receipt, _ *chain.Block) {
			delete(n.receipts, r.TxHash)
		}, errGone.Error()},
		"no transactions": {func(_ *Service, n *node, _ *types.Receipt, _ *chain.Block) {
			n.fails["transaction"] = true
		}, "read a transaction"},
		"the transaction has left": {func(_ *Service, n *node, r *types.Receipt, _ *chain.Block) {
			delete(n.txs, r.TxHash)
		}, errGone.Error()},
		"a log cut short": {func(_ *Service, _ *node, _ *types.Receipt, b *chain.Block) {
			b.Logs[0].Data = b.Logs[0].Data[:40]
		}, "settlement in log 4"},
		"a nonce cut short": {func(_ *Service, _ *node, _ *types.Receipt, b *chain.Block) {
			event := settlement.ABI.GetABI().Events["NonceInvalidated"].ID
			b.Logs = append(b.Logs, types.Log{Address: deltaContract,
				Topics: []common.Hash{event, {11: 1}}})
		}, "nonce given up"},
		"another parent": {func(_ *Service, _ *node, _ *types.Receipt, b *chain.Block) {
			b.Parent = common.Hash{0xbb}
		}, "does not follow"},
		"the store is closed": {func(s *Service, _ *node, _ *types.Receipt, _ *chain.Block) {
			s.cfg.Store.Close()
		}, "try again later"},
	} {
		s, n := keeperOn(t)
		receipt := n.mined(t, 0, 2, settledLog(t, order, 100, 77, 0))
		id := s.keep(t, 1, 0, execute(receipt.TxHash), func(r *row) { r.OrderHash = order })
		b := blockOn(s, 2, 1_800_000_001, receipt.Logs...)
		c.spoil(s, n, receipt, &b)
		if err := s.Apply(t.Context(), b); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %q", name, err, c.text)
		}
		if s.rows[id].Status != executing || s.recent[0].Number != 1 {
			t.Errorf("%s: the order is %s at block %d", name, s.rows[id].Status,
				s.recent[0].Number)
		}
	}
}

// A block ends the orders whose nonce their owners gave up and those whose deadline has passed,
// telling what their last round came to; not those with a transaction in flight, nor others'.
func TestBlocksEndOrders(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	late := func(r *row) { r.Order.Deadline = 1_800_000_000 }
	gaveUp, other := s.keep(t, 9, 1), s.keep(t, 8, 1)
	kept, passed := s.keep(t, 9, 2), s.keep(t, 1, 3, late)
	flying := s.keep(t, 1, 4, late, execute(common.Hash{1}))
	s.last[passed] = lastRound{entry: api.DeltaRoundEntry{Outcome: "no bid was good enough"}}
	event := settlement.ABI.GetABI().Events["NonceInvalidated"]
	data, err := event.Inputs.NonIndexed().Pack(big.NewInt(1))
	if err != nil {
		t.Fatal(err)
	}
	owner := common.BytesToHash(common.Address{9}.Bytes())
	given := &types.Log{Address: deltaContract, Topics: []common.Hash{event.ID, owner}, Data: data,
		TxHash: common.Hash{0x17}}
	if err := s.Apply(t.Context(), blockOn(s, 2, 1_800_000_001, given)); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]api.DeltaStatus{gaveUp: cancelled, other: running,
		kept: running, passed: expired, flying: executing} {
		if got := s.status(t, id); got != want {
			t.Errorf("order %s is %s, want %s", id, got, want)
		}
	}
	a, err := s.DeltaAuction(t.Context(), gaveUp)
	if err != nil || len(a.Events) != 1 || a.Events[0].TxHash == nil ||
		*a.Events[0].TxHash != given.TxHash {
		t.Errorf("%+v, %v", a.Events, err)
	}
	r, err := s.DeltaOrder(t.Context(), passed)
	if err != nil || !strings.HasSuffix(r.Reason, "said: no bid was good enough") ||
		!strings.Contains(r.Reason, "block 2") {
		t.Errorf("%q, %v", r.Reason, err)
	}
}

// After a past that is unknown, settlements are kept that are still where they were seen, and those
// that are gone or in another block are undone; deadlines count.
func TestResync(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	settledAs := func(r *types.Receipt) func(*row) {
		return func(o *row) {
			o.Status, o.Block, o.FilledAmount = executed, 2, api.NewAmount(100)
			o.Transactions = []api.DeltaTransaction{{ID: entryID(o.ID, r.TxHash, 0), Hash: r.TxHash,
				BlockHash: r.BlockHash, BlockNumber: 2, Status: 1, Spent: api.NewAmount(100)}}
		}
	}
	stays := s.keep(t, 1, 0, settledAs(n.mined(t, 0, 2)))
	lost := n.mined(t, 1, 2)
	gone := s.keep(t, 1, 1, settledAs(lost))
	elsewhere := *n.mined(t, 2, 2)
	moved := s.keep(t, 1, 2, settledAs(&elsewhere))
	late := s.keep(t, 1, 3, func(r *row) { r.Order.Deadline = 1_800_000_000 })
	delete(n.receipts, lost.TxHash)
	n.receipts[elsewhere.TxHash].BlockHash = common.Hash{0xee}
	at := chain.Header{BlockRef: api.BlockRef{Number: 5, Hash: common.Hash{5},
		Time: 1_800_000_009}}
	n.fails["receipt"] = true
	if err := s.Resync(t.Context(), at); api.TypeOf(err) != api.ChainUnavailable ||
		s.status(t, gone) != executed || s.recent[0].Number != 1 {
		t.Errorf("without the node: %v, %s", err, s.status(t, gone))
	}
	n.fails["receipt"] = false
	if err := s.Resync(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]api.DeltaStatus{stays: executed, gone: running,
		moved: running, late: expired} {
		if got := s.status(t, id); got != want {
			t.Errorf("order %s is %s, want %s", id, got, want)
		}
	}
	r, err := s.DeltaOrder(t.Context(), gone)
	if err != nil || !r.FilledAmount.IsZero() || len(r.Transactions) != 0 ||
		!strings.HasPrefix(r.Reason, "REORGED") || s.recent[0] != at.BlockRef {
		t.Errorf("%+v, %v", r, err)
	}
	s.cfg.Store.Close()
	wants(t, "closed", s.Resync(t.Context(), at), api.StoreUnavailable, "try again later")
	if err := s.Rollback(t.Context(), at.BlockRef); api.TypeOf(err) != api.StoreUnavailable {
		t.Error(err)
	}
}

// The transaction of an award that ended otherwise than by its block's log is looked at alone: it
// settled the order, or it failed it with its own receipt, or nothing is known.
func TestReceiptsOfAwards(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	l, order := ledger{s}, common.BytesToHash([]byte("the order"))
	receipt := n.mined(t, 0, 2, settledLog(t, order, 60, 50, 60))
	reverted := n.mined(t, 1, 2)
	reverted.Status = 0
	id := s.keep(t, 1, 0, execute(receipt.TxHash), func(r *row) {
		r.OrderHash, r.Order.SrcAmount = order, api.NewAmount(100_000)
	})
	o := l.InFlight()[0]
	if found, err := l.Settled(t.Context(), &o, reverted); found || err != nil {
		t.Errorf("a transaction without a settlement: found %t, %v", found, err)
	}
	stranger := o
	stranger.ID = "another"
	if found, err := l.Settled(t.Context(), &stranger, receipt); found || err != nil {
		t.Errorf("another's settlement: found %t, %v", found, err)
	}
	n.fails["transaction"] = true
	if found, err := l.Settled(t.Context(), &o, receipt); found ||
		api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("without the node: found %t, %v", found, err)
	}
	if err := l.Fail(t.Context(), &o, s.recent[0], "reverted", reverted); api.TypeOf(err) !=
		api.ChainUnavailable || s.rows[id].Status != executing {
		t.Errorf("without the node: %v, %s", err, s.rows[id].Status)
	}
	n.fails["transaction"] = false
	short := *receipt
	short.Logs = []*types.Log{{Address: deltaContract, Topics: receipt.Logs[0].Topics}}
	if found, err := l.Settled(t.Context(), &o, &short); found || err == nil {
		t.Errorf("a log cut short: found %t, %v", found, err)
	}
	if found, err := l.Settled(t.Context(), &o, receipt); !found || err != nil {
		t.Fatalf("found %t, %v", found, err)
	}
	r, err := s.DeltaOrder(t.Context(), id)
	if err != nil || r.Status != running || r.FilledAmount != api.NewAmount(60) ||
		len(r.Transactions) != 1 || r.Transactions[0].FilledPercent != 6 {
		t.Fatalf("%+v, %v", r, err)
	}
	if !l.Changed(&o) {
		t.Error("the order is as it was")
	}
	// another is awarded and reverts: what that cost is in the record
	id = s.keep(t, 2, 0, execute(reverted.TxHash))
	o = l.InFlight()[0]
	if err := l.Fail(t.Context(), &o, s.recent[0], "REVERTED: no", reverted); err != nil {
		t.Fatal(err)
	}
	r, err = s.DeltaOrder(t.Context(), id)
	if err != nil || r.Status != running || r.Reason != "REVERTED: no" ||
		len(r.Transactions) != 1 ||
		r.Transactions[0].Status != 0 || r.Transactions[0].GasUsed != 21_000 ||
		!r.FilledAmount.IsZero() {
		t.Errorf("%+v, %v", r, err)
	}
}

// A round is concluded with the disk or not at all, and only for orders that it knows.
func TestRoundsThatCantBeKept(t *testing.T) {
	t.Parallel()
	s, _ := keeperOn(t)
	l, id := ledger{s}, s.keep(t, 1, 0)
	b := &auction.Batch{Round: 1, Block: s.recent[0], Orders: []auction.OpenOrder{
		{DeltaRecord: api.DeltaRecord{ID: id}}}}
	award := auction.Award{Agent: "router", TxHash: common.Hash{3}, Received: api.NewAmount(8)}
	good := auction.Outcome{Awards: map[string]auction.Award{id: award},
		Entries: map[string]api.DeltaRoundEntry{id: {Winner: "router"}}}
	undecided := func(auction.Held) (auction.Outcome, error) { return good, errNode }
	if err := l.Conclude(b, undecided); !errors.Is(err, errNode) || s.rows[id].Status != running {
		t.Errorf("undecided: %v, %s", err, s.rows[id].Status)
	}
	decided := func(h auction.Held) (auction.Outcome, error) {
		if !h.Running(id) || h.Running("another") {
			t.Error("the wrong orders are running")
		}
		return good, nil
	}
	unknown := &auction.Batch{Round: 1, Block: s.recent[0], Orders: []auction.OpenOrder{
		{DeltaRecord: api.DeltaRecord{ID: "another"}}}}
	good.Awards["another"] = award
	if err := l.Conclude(unknown, decided); err == nil || s.rows[id].Status != running {
		t.Errorf("an order that is not kept: %v", err)
	}
	delete(good.Awards, "another")
	if err := l.Conclude(b, decided); err != nil || s.rows[id].Status != executing ||
		s.rows[id].Award.Received != api.NewAmount(8) {
		t.Fatalf("%v, %s", err, s.rows[id].Status)
	}
	if s.rows[id].Reason != "round 1 won by router: the owner gets 8" {
		t.Error(s.rows[id].Reason)
	}
	again := func(auction.Held) (auction.Outcome, error) { return good, nil }
	if err := l.Conclude(b, again); err == nil || s.rows[id].Seq != 1 {
		t.Error("an order was awarded twice")
	}
	s.cfg.Store.Close()
	o := l.InFlight()[0]
	wants(t, "closed", l.Fail(t.Context(), &o, s.recent[0], "late", nil), api.StoreUnavailable,
		"try again later")
	tx := types.NewTx(&types.DynamicFeeTx{})
	wants(t, "closed", l.Bumped(award.TxHash, tx, s.recent[0], 9), api.StoreUnavailable,
		"try again later")
	if r := s.rows[id]; r.Status != executing || r.Award.TxHash != award.TxHash {
		t.Errorf("%s, sent as %s", r.Status, r.Award.TxHash)
	}
	s.recent = nil
	if _, ok := l.Position(); ok {
		t.Error("there is a position before the chain was followed")
	}
}
