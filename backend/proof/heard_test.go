package proof_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/proof"
)

// What a service tells of rounds stays; that an order was settled by what the chain does not have
// is left out.
func TestHeard(t *testing.T) {
	t.Parallel()
	seen, invented := common.Hash{1}, common.Hash{2}
	told := func(hash *common.Hash, from, to api.DeltaStatus) api.DeltaEvent {
		return api.DeltaEvent{From: from, To: to, TxHash: hash}
	}
	all := func() api.DeltaAuction {
		return api.DeltaAuction{Status: api.DeltaExecuted, Events: []api.DeltaEvent{
			told(nil, "", api.DeltaNotStarted), told(nil, api.DeltaNotStarted, api.DeltaRunning),
			told(&seen, api.DeltaExecuting, api.DeltaRunning),
			told(&invented, api.DeltaExecuting, api.DeltaRunning),
			told(&invented, api.DeltaExecuting, api.DeltaExecuted)}}
	}
	for status, want := range map[api.DeltaStatus]int{api.DeltaRunning: 3, api.DeltaExecuted: 3} {
		a := all()
		proof.Heard(&a, &api.DeltaRecord{Status: status,
			Transactions: []api.DeltaTransaction{{Hash: seen, Status: 1}}})
		if a.Status != status || len(a.Events) != want || a.Events[2].TxHash != &seen {
			t.Errorf("of one that is %s is heard %+v", status, a)
		}
	}
	a := all()
	both := []api.DeltaTransaction{{Hash: seen, Status: 1}, {Hash: invented, Status: 1}}
	proof.Heard(&a, &api.DeltaRecord{Status: api.DeltaExecuted, Transactions: both})
	if len(a.Events) != 5 {
		t.Errorf("what is so is left out: %+v", a)
	}
}
