package proof_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/eip712"
	"bourse/backend/networks"
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

// A settlement that is told twice is one, and settlements that took more than an order sells are
// refused, whether it is said to be executed or to go on. What a purchase brings may be a bit more
// than it buys.
func TestSettlementsAreOfTheOrder(t *testing.T) {
	t.Parallel()
	o := api.DeltaOrder{Owner: common.Address{1}, Buy: true, SrcAmount: api.NewAmount(3200),
		DestAmount: api.NewAmount(500), Deadline: 1 << 40, Nonce: api.NewAmount(7)}
	n := api.Network{ChainID: api.LocalChainID, Contracts: api.Contracts{Delta: common.Address{2}}}
	half := func(n byte, spent, received uint64) api.DeltaTransaction {
		return api.DeltaTransaction{Hash: common.Hash{n}, Status: 1,
			Spent: api.NewAmount(spent), Received: api.NewAmount(received)}
	}
	type txs = []api.DeltaTransaction
	const runs, done, sold = api.DeltaRunning, api.DeltaExecuted, "more than its 3200"
	for name, c := range map[string]struct {
		status api.DeltaStatus
		of     txs
		want   int
		says   string
	}{
		"once":                     {done, txs{half(1, 1500, 500)}, 1, ""},
		"in parts":                 {done, txs{half(1, 750, 250), half(2, 750, 250)}, 2, ""},
		"the same twice":           {done, txs{half(1, 1500, 500), half(1, 1500, 500)}, 1, ""},
		"a bit more":               {done, txs{half(1, 1500, 501)}, 1, ""},
		"another beside it":        {done, txs{half(1, 1700, 500), half(2, 1700, 500)}, 0, sold},
		"too much, and it goes on": {runs, txs{half(1, 3201, 500)}, 0, sold},
	} {
		w, err := proof.NewWitness("there", time.Now, "")
		if err != nil {
			t.Fatal(err)
		}
		r := api.DeltaRecord{ID: "an id", ChainID: n.ChainID, User: o.Owner, Order: o,
			Status: c.status, Transactions: c.of,
			OrderHash: eip712.DeltaTypedData(n.ChainID, n.Contracts.Delta, o).Hash()}
		f := &apitest.Fake{OnDeltaOrder: func(context.Context, string) (api.DeltaRecord, error) {
			return r, nil
		}}
		told := proof.Told{Witness: w, Server: apitest.On(f, n.ChainID), Network: n,
			Lie: func(says string) error { return errors.New(says) }}
		got, err := told.DeltaOrder(t.Context(), r.ID)
		if c.says == "" && (err != nil || len(got.Transactions) != c.want) ||
			c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %d settlements, %v", name, len(got.Transactions), err)
		}
	}
}

// clockOf is a node with the time of its newest block.
func clockOf(t *testing.T) (node *chain.Network, d *networks.Description, at time.Time) {
	t.Helper()
	node, d = bed(t)
	head, err := node.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return node, d, time.Unix(int64(head.Time), 0)
}

// A Delta order whose deadline is over has expired, whatever the service calls it: by the time of a
// node's newest block or, without one, by this machine's clock. By that it also is not over yet.
func TestTimeEndsDeltaOrders(t *testing.T) {
	t.Parallel()
	node, d, chain := clockOf(t)
	const alone = "its end is the word of there alone"
	const runs, expired = api.DeltaRunning, api.DeltaExpired
	for name, c := range map[string]struct {
		node   bool
		status api.DeltaStatus
		ends   int // minutes after the chain's time
		ahead  int // this machine's clock, of it
		is     api.DeltaStatus
		says   string
	}{
		"runs":                     {false, runs, 0, -60, runs, ""},
		"may be seen late":         {false, runs, 0, 1, runs, ""},
		"runs too long":            {false, runs, 0, 60, expired, late},
		"has not begun":            {false, api.DeltaNotStarted, 0, 60, expired, late},
		"expired too early":        {false, expired, 60, 0, expired, alone},
		"expired":                  {false, expired, 0, 60, expired, ""},
		"too early, a wrong clock": {true, expired, 60, 180, expired, alone},
		"runs, a wrong clock":      {true, runs, 60, 180, runs, ""},
		"too long, a wrong clock":  {true, runs, -60, -180, expired, byNode + "RUNNING"},
	} {
		minutes := func(n int) time.Time { return chain.Add(time.Duration(n) * time.Minute) }
		w, err := proof.NewWitness("there", func() time.Time { return minutes(c.ahead) }, "")
		if err != nil {
			t.Fatal(err)
		}
		r := api.DeltaRecord{ChainID: api.LocalChainID, Status: c.status, Order: api.DeltaOrder{
			Owner: common.Address{1}, Deadline: uint64(minutes(c.ends).Unix())}}
		of := node
		if !c.node {
			of = nil
		}
		w.Look(t.Context(), of, common.Address(d.Contracts.Delta), &r)
		if r.Status != c.is || !strings.Contains(r.Reason, c.says) ||
			(c.says == "") != (r.Reason == "") || r.Proven != strings.HasPrefix(c.says, byNode) {
			t.Errorf("%s: it is %s, %q", name, r.Status, r.Reason)
		}
	}
}
