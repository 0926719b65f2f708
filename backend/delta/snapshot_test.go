package delta

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/auction"
)

// A round takes a bounded number of an owner's orders, and all of them have their turn. The first
// order of every owner comes before anybody's second.
func TestARoundTakesSoManyOrdersOfAnOwner(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	const many = 3*maxOwnerOrders - 1
	for n := range many {
		s.keep(t, 1, n)
	}
	honest := s.keep(t, 2, 0)
	seen := make(map[string]int)
	for block := uint64(1); block <= 3; block++ {
		at := api.BlockRef{Number: block, Hash: common.Hash{byte(block)}}
		round, orders := ledger{s}.Snapshot(at)
		if round != block || len(orders) != maxOwnerOrders+1 {
			t.Fatalf("round %d takes %d orders", round, len(orders))
		}
		if orders[0].ID != honest && orders[1].ID != honest {
			t.Error("an owner's only order comes behind another's many")
		}
		for _, o := range orders {
			seen[o.ID]++
			s.last[o.ID] = lastRound{block: at.Hash, entry: api.DeltaRoundEntry{Block: at}}
		}
	}
	if len(seen) != many+1 {
		t.Errorf("%d of %d orders had their turn in three rounds", len(seen), many+1)
	}
	_, orders := ledger{s}.Snapshot(api.BlockRef{Number: 3, Hash: common.Hash{3}})
	for _, o := range orders {
		if s.last[o.ID].block == (common.Hash{3}) {
			t.Errorf("order %s has a second round on one block", o.ID)
		}
	}
}

// The orders of a round are those that their owner can pay all together.
func TestARoundTakesWhatAnOwnerCanPay(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	for n := range 10 {
		s.funded[s.keep(t, 1, n)] = funds{amount: api.NewAmount(350)}
	}
	other := s.keep(t, 1, 10, func(r *row) { r.Order.SrcToken = common.Address{9} })
	s.funded[other] = funds{amount: api.NewAmount(99)} // it sells 100
	unread := s.keep(t, 2, 0)
	s.unread(unread)
	_, orders := ledger{s}.Snapshot(api.BlockRef{Number: 1, Hash: common.Hash{1}})
	if len(orders) != 3 {
		t.Errorf("%d orders of 100 are offered by an owner of 350", len(orders))
	}
}

// What an owner has in flight is not offered twice.
func TestARoundLeavesWhatIsInFlight(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	s.keep(t, 1, 0, func(r *row) { r.Status, r.Award = executing, new(auction.Award) })
	s.keep(t, 1, 1)
	free := s.keep(t, 1, 2, func(r *row) { r.Order.SrcToken = common.Address{9} })
	_, orders := ledger{s}.Snapshot(api.BlockRef{Number: 1, Hash: common.Hash{1}})
	if len(orders) != 1 || orders[0].ID != free {
		t.Errorf("%d orders are offered", len(orders))
	}
}

// An owner that is a contract has a round on the block on which it accepted its signature, and
// after rounds in which all bids reverted it waits for 2, 4, 8 … blocks.
func TestContractsWaitAfterRoundsThatFailed(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	id := s.keep(t, 1, 0, func(r *row) { r.ByContract = true })
	offered := func(block uint64) int {
		_, orders := ledger{s}.Snapshot(api.BlockRef{Number: block, Hash: common.Hash{byte(block)}})
		return len(orders)
	}
	if offered(1) != 0 {
		t.Error("it is offered before it was asked")
	}
	s.signed[id] = signature{block: common.Hash{1}}
	if offered(1) != 1 || offered(2) != 0 {
		t.Error("it is not offered on the block on which it was asked alone")
	}
	block := uint64(1)
	for _, pause := range []uint64{2, 4, 8, 16} {
		at := api.BlockRef{Number: block, Hash: common.Hash{byte(block)}}
		s.missRound(id, at)
		if list := s.askable(
			api.BlockRef{Number: block + pause - 1, Hash: common.Hash{1}}); len(list) != 0 {
			t.Errorf("asked again %d blocks after a round that failed", pause-1)
		}
		block += pause
		if list := s.askable(api.BlockRef{Number: block, Hash: common.Hash{1}}); len(list) != 1 {
			t.Errorf("not asked %d blocks after a round that failed", pause)
		}
	}
	for range 20 {
		s.missRound(id, api.BlockRef{Number: block})
	}
	if g := s.signed[id]; g.wait != block+1<<maxMissedRounds {
		t.Errorf("it waits for %d blocks at most", g.wait-block)
	}
}

// An order of a key whose bids all revert waits as well, and no longer than at first once a bid for
// it won.
func TestOrdersWaitAfterRoundsThatReverted(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	id := s.keep(t, 1, 0)
	offered := func(block uint64) bool {
		_, orders := ledger{s}.Snapshot(api.BlockRef{Number: block, Hash: common.Hash{byte(block)}})
		return len(orders) == 1
	}
	block := uint64(1)
	for _, pause := range []uint64{2, 4, 8, 2} {
		if pause == 2 {
			s.wonRound(id)
		}
		s.missRound(id, api.BlockRef{Number: block})
		if offered(block+pause-1) || !offered(block+pause) {
			t.Errorf("it does not wait for %d blocks after a round that reverted", pause)
		}
		block += pause
	}
}

// Of orders of one nonce a round has one: which of them is settled ends the others.
func TestARoundHasOneOrderOfANonce(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	twin := func(r *row) { r.Order.Nonce, r.Order.SrcToken = api.NewAmount(7), common.Address{9} }
	first := s.keep(t, 1, 7)
	s.keep(t, 1, 8, twin)
	s.keep(t, 2, 7) // another owner's
	offered := func() (ids []string) {
		_, orders := ledger{s}.Snapshot(api.BlockRef{Number: 1, Hash: common.Hash{1}})
		for _, o := range orders {
			if o.User == (common.Address{1}) {
				ids = append(ids, o.ID)
			}
		}
		return ids
	}
	if ids := offered(); len(ids) != 1 {
		t.Errorf("%d orders of one nonce are offered at once", len(ids))
	}
	s.rows[first].Status = executing
	if ids := offered(); len(ids) != 0 {
		t.Errorf("%d orders are offered while one of their nonce is in flight", len(ids))
	}
}

// A round asks contracts for so much gas in sum, the cheap ones before those that need more, and
// each owner again only when the others had their turn.
func TestSignaturesShareABudget(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	const cheap = roundSignatureGas / cheapSignatureGas
	var costly []string
	for n := range cheap + 10 {
		s.keep(t, byte(n), n, func(r *row) { r.ByContract = true })
	}
	for n := range 10 {
		id := s.keep(t, 200, n, func(r *row) { r.ByContract = true })
		s.signed[id] = signature{gas: signatureGas}
		costly = append(costly, id)
	}
	asked := make(map[string]int)
	for block := uint64(1); block <= 2; block++ {
		list := s.askable(api.BlockRef{Number: block, Hash: common.Hash{1}})
		gas := uint64(0)
		for _, r := range list {
			gas += s.signed[r.ID].need()
			asked[r.ID]++
			g := s.signed[r.ID]
			g.asked = block
			s.signed[r.ID] = g
		}
		if gas > roundSignatureGas || len(list) < cheap {
			t.Errorf("round %d asks %d contracts for %d gas", block, len(list), gas)
		}
	}
	for _, id := range costly {
		if asked[id] > 0 {
			t.Error("a costly owner is asked while cheap ones wait")
		}
	}
	if len(asked) != cheap+10 {
		t.Errorf("%d of %d cheap owners had their turn", len(asked), cheap+10)
	}
}

// TestLateOrdersAreLeftAlone: what could not be mined by the deadline is in no round.
func TestLateOrdersAreLeftAlone(t *testing.T) {
	t.Parallel()
	s := &Service{recent: []api.BlockRef{{Number: 8, Time: 112}, {Number: 7, Time: 100}}}
	for deadline, want := range map[uint64]bool{135: false, 136: true, 1000: true} {
		r := &row{DeltaRecord: api.DeltaRecord{Order: api.DeltaOrder{Deadline: deadline}}}
		if got := s.inTime(r, s.recent[0]); got != want {
			t.Errorf("blocks come every 12 s, a deadline in %d s: %t", deadline-112, got)
		}
	}
}

// TestWhoIsNearIsLookedAt has a crowd with much behind stops far below the market: one with little
// whose level is near has its turn all the same.
func TestWhoIsNearIsLookedAt(t *testing.T) {
	t.Parallel()
	held := func(id string, owner byte, usd float64, level, worth uint64) *heldOrder {
		return &heldOrder{id: id,
			order: api.DeltaOrder{Owner: common.Address{owner, byte(len(id))}},
			usd:   usd, since: 95, looks: looks{{block: 95, worth: api.NewAmount(worth)}},
			DeltaTrigger: api.DeltaTrigger{Worth: api.NewAmount(level), Below: true}}
	}
	var list []*heldOrder
	for i := range 320 {
		h := held(fmt.Sprint("far ", i), 1, 1500, 1000, 2000)
		h.order.Owner = common.BigToAddress(big.NewInt(int64(1000 + i)))
		list = append(list, h)
	}
	list = append(list, held("near", 2, 300, 1000, 1001))
	if !slices.ContainsFunc(due(list, 100), func(h *heldOrder) bool { return h.id == "near" }) {
		t.Error("a small stop near its level waits behind large ones far from theirs")
	}
}

// TestWhoIsPassedIsLookedAt has owners of millions near whose levels the market stays, and one of
// little whose stop the market has fallen through since it was looked at: that one is looked at in
// each block until it is let go, and the others have their turns too.
func TestWhoIsPassedIsLookedAt(t *testing.T) {
	t.Parallel()
	const block = 100
	sold := api.NewAmount(1000)
	held := func(owner int64, usd, fair float64, t api.DeltaTrigger, then look) *heldOrder {
		return &heldOrder{id: fmt.Sprint(owner), usd: usd, fair: fair, since: then.block,
			order: api.DeltaOrder{Owner: common.BigToAddress(big.NewInt(owner)), SrcAmount: sold},
			looks: looks{then}, DeltaTrigger: t}
	}
	list := func() (list []*heldOrder) {
		for i := range int64(320) {
			list = append(list, held(1+i, 4e6, 2.59, api.DeltaTrigger{Worth: api.NewAmount(2598)},
				look{block: block - 10, worth: api.NewAmount(3010), fair: 3.02}))
		}
		return append(list, held(1000, 3000, 2.59,
			api.DeltaTrigger{Worth: api.NewAmount(2963), Below: true},
			look{block: block - 1, worth: api.NewAmount(3018), fair: 3.02}))
	}
	looked := due(list(), block)
	if !slices.ContainsFunc(looked, func(h *heldOrder) bool { return h.id == "1000" }) {
		t.Error("a stop that the market has passed waits behind what is near")
	}
	if len(looked) != looksABlock {
		t.Errorf("%d of %d looks are taken", len(looked), looksABlock)
	}
	// as the market was, nothing is passed, and the rich come first
	calm := list()
	for _, h := range calm {
		h.fair = 3.02
	}
	if slices.ContainsFunc(due(calm, block), func(h *heldOrder) bool { return h.id == "1000" }) {
		t.Error("a stop that nothing is near of is looked at in every block")
	}
}

// An owner may have so many open orders, and more once some are done.
func TestOpenOrdersOfAnOwnerAreLimited(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	s.cfg.Random = counting{}
	submit := func(n uint64) error {
		_, _, err := s.insert(t.Context(), api.DeltaSubmission{Order: api.DeltaOrder{
			Owner: common.Address{1}, Nonce: api.NewAmount(n)}},
			common.BytesToHash([]byte{byte(n)}), false, api.BlockRef{Number: 1})
		return err
	}
	for n := range uint64(5) {
		if err := submit(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := submit(5); api.TypeOf(err) != api.TooManyOrders {
		t.Errorf("the sixth of five: %v", err)
	}
	if err := s.checkOpen(common.Address{1}, false); api.TypeOf(err) != api.TooManyOrders {
		t.Errorf("asked before: %v", err)
	}
	if err := s.checkOpen(common.Address{2}, false); err != nil {
		t.Errorf("another owner: %v", err)
	}
	for id := range s.rows {
		if err := s.update(func(c *change) error {
			r, err := c.order(id)
			if err != nil {
				return err
			}
			return c.move(r, move{on: cancelledByOwner, reason: "test"})
		}); err != nil {
			t.Fatal(err)
		}
		break
	}
	if err := submit(6); err != nil {
		t.Errorf("after one is done: %v", err)
	}
}

// counting is random enough for ids.
type counting struct{}

var counted byte

func (counting) Read(b []byte) (int, error) {
	counted++
	b[0] = counted
	return len(b), nil
}

// A round takes so many orders in all, those that never had one before the others.
func TestARoundTakesSoManyOrders(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	for n := range maxRoundOrders + 20 {
		id := s.keep(t, byte(n), n, func(r *row) {
			r.User = common.Address{byte(n), byte(n >> 8)}
			r.Order.Owner = r.User
		})
		s.last[id] = lastRound{block: common.Hash{1}, entry: api.DeltaRoundEntry{
			Block: api.BlockRef{Number: 1}}}
	}
	fresh := s.keep(t, 1, 1000)
	_, orders := ledger{s}.Snapshot(api.BlockRef{Number: 2, Hash: common.Hash{2}})
	if len(orders) != maxRoundOrders || orders[0].ID != fresh {
		t.Errorf("a round of %d orders, the fresh one is not the first", len(orders))
	}
}

// TestEveryOwnersFirstComesFirst has an owner of much with hundreds of stops near the market: the
// only one of an owner of little, no nearer, has its turn in the same block.
func TestEveryOwnersFirstComesFirst(t *testing.T) {
	t.Parallel()
	var list []*heldOrder
	for i := range 320 {
		owner, usd := byte(1), 4e6
		if i == 160 {
			owner, usd = 2, 300
		}
		list = append(list, &heldOrder{id: fmt.Sprint(i), usd: usd, since: 95,
			order: api.DeltaOrder{Owner: common.Address{owner}},
			looks: looks{{block: 95, worth: api.NewAmount(1010)}},
			DeltaTrigger: api.DeltaTrigger{
				Worth: api.NewAmount(1000), Below: true}})
	}
	if !slices.ContainsFunc(due(list, 100), func(h *heldOrder) bool { return h.id == "160" }) {
		t.Error("an owner's only stop waits behind hundreds of another's")
	}
}

// Among hundreds of contracts with orders that nobody settles, one that comes to the market is
// asked on the next block, and each of the others has its turn.
func TestAFreshContractIsAskedBeforeThoseThatNobodySettles(t *testing.T) {
	t.Parallel()
	s := keeper(t)
	const owners, each, perBlock = 500, 3, roundSignatureGas / cheapSignatureGas
	accepts := chain.Result{OK: true,
		Data: common.RightPadBytes([]byte{0x16, 0x26, 0xba, 0x7e}, 32)}
	contract := func(owner, nonce int) string {
		return s.keep(t, 1, nonce, func(r *row) {
			r.User = common.Address{1, byte(owner), byte(owner >> 8)}
			r.Order.Owner, r.ByContract = r.User, true
			r.OrderHash = common.Hash{byte(nonce), byte(nonce >> 8), byte(owner)}
		})
	}
	block := uint64(0)
	asked := make(map[common.Address]int)
	ask := func() (ids []string) {
		t.Helper()
		block++
		at := api.BlockRef{Number: block, Hash: common.Hash{byte(block), 7}}
		list := s.askable(at)
		if len(list) != perBlock {
			t.Fatalf("block %d asks %d orders", block, len(list))
		}
		answers := make([]chain.Result, len(list))
		for i := range list {
			answers[i] = accepts
			asked[list[i].User]++
			ids = append(ids, list[i].ID)
		}
		if err := s.judgeSignatures(at, list, answers); err != nil {
			t.Fatal(err)
		}
		return ids
	}
	for n := range owners * each {
		contract(n%owners, n)
	}
	for range (owners + perBlock - 1) / perBlock {
		ask()
	}
	if len(asked) != owners {
		t.Errorf("%d of %d owners were asked", len(asked), owners)
	}
	for n := range 5 {
		fresh := contract(owners+n, owners*each+n)
		if ids := ask(); ids[0] != fresh {
			t.Errorf("the fresh order is not asked first")
		}
	}
}
