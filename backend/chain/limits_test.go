package chain

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// What runs a stranger's code has a limit of gas: that of a transaction where it has a sender, that
// of a read otherwise, and the caller's own where it sets one.
func TestReadsAreLimited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		call Call
		want uint64
	}{
		{Call{}, 3_000_000}, {Call{From: common.Address{1}}, 16_777_216}, {Call{Gas: 7}, 7},
		{Call{From: common.Address{1}, Gas: 9}, 9},
	} {
		if got := c.call.limited().Gas; got != c.want {
			t.Errorf("%+v gets %d gas, want %d", c.call, got, c.want)
		}
	}
}

// The exchange's own contracts are read whatever they cost; a stranger's is left alone after a few
// costly calls.
func TestOwnContractsAreNeverLeftAlone(t *testing.T) {
	t.Parallel()
	own, stranger := common.Address{1}, common.Address{2}
	costs, now := newCosts(api.Contracts{AugustusRFQ: own}), time.Unix(1_800_000_000, 0)
	for i := range byte(maxCostly) {
		for _, to := range []common.Address{own, stranger} {
			costs.took(&Call{To: to, Data: []byte{i}}, readAnswer{gas: costlyGas}, now)
		}
	}
	if q := costs.quarantined(&Call{To: own}, now); q != nil {
		t.Errorf("the exchange's own contract: %v", q)
	}
	q := costs.quarantined(&Call{To: stranger}, now)
	if q == nil || q.Until.Sub(now) != firstQuarantine || q.Contract != stranger {
		t.Errorf("a stranger's: %v", q)
	}
	now = now.Add(firstQuarantine)
	if q := costs.quarantined(&Call{To: stranger}, now); q != nil {
		t.Errorf("after its time: %v", q)
	}
	for i := range byte(maxCostly) { // it has learned nothing
		costs.took(&Call{To: stranger, Data: []byte{i, i}}, readAnswer{gas: costlyGas}, now)
	}
	if q := costs.quarantined(&Call{To: stranger}, now); q == nil ||
		q.Until.Sub(now) != 2*firstQuarantine {
		t.Errorf("the second time: %v", q)
	}
}

// A transaction that was relayed counts for its sender's next nonce until the node counts it, and
// for a moment only.
func TestPendingNonces(t *testing.T) {
	t.Parallel()
	var p pendingNonces
	from, now := common.Address{1}, time.Unix(1_800_000_000, 0)
	p.next = map[common.Address]pendingNonce{from: {next: 8, at: now}}
	for _, c := range []struct {
		after      time.Duration
		node, want uint64
	}{{0, 7, 8}, {pendingFor, 7, 8}, {time.Second, 9, 9}, {pendingFor + 1, 7, 7}} {
		if got := p.after(from, c.node, now.Add(c.after)); got != c.want {
			t.Errorf("%v later the node says %d, the next nonce is %d, want %d", c.after, c.node,
				got, c.want)
		}
	}
	p.note(types.NewTx(&types.LegacyTx{}), now) // without a signature it is nobody's
	if len(p.next) != 0 {
		t.Errorf("kept %v", p.next)
	}
}
