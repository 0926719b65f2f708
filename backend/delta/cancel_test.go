package delta_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// cancels is how many orders TestAcknowledgedCancelsStand cancels.
var cancels = flag.Int("cancels", 200, "orders that are cancelled at random moments")

// Orders are cancelled at any moment of their lives, beside rounds and settlements: what was
// acknowledged as cancelled stays so, and what was not is told to be on its way, and is settled.
func TestAcknowledgedCancelsStand(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	random := rand.New(rand.NewPCG(4, 22))
	var acknowledged, refused []string
	const each = 20
	for range *cancels / each {
		moments := [3]chan struct{}{make(chan struct{}), make(chan struct{}), make(chan struct{})}
		var mu sync.Mutex
		var owners sync.WaitGroup
		for i := range each {
			owner := w.users[i%4]
			id := w.submit(w.build(owner, "20", "USDC", "WETH")).ID
			signature := w.cancelling(owner, id)
			moment := moments[random.IntN(3)]
			owners.Go(func() {
				<-moment
				err := apitest.On(w, api.LocalChainID).CancelDelta(t.Context(), []string{id},
					signature)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					acknowledged = append(acknowledged, id)
				case api.TypeOf(err) == api.OrderNotFillable &&
					(strings.Contains(err.Error(), "is being settled") ||
						strings.Contains(err.Error(), "already")):
					refused = append(refused, id)
				default:
					t.Error(err)
				}
			})
		}
		for _, moment := range moments {
			close(moment)
			w.mine()
			if random.IntN(3) > 0 {
				if err := w.Idle(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		owners.Wait()
	}
	for range 8 {
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range acknowledged {
		r, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), id)
		if err != nil || r.Status != api.DeltaCancelled || len(r.Transactions) > 0 {
			t.Errorf("%s was acknowledged as cancelled and is %s: %v", id, r.Status, err)
		}
		w.history(r)
	}
	for _, id := range refused {
		w.history(w.await(id, api.DeltaExecuted))
	}
	t.Logf("%d cancelled, %d settled", len(acknowledged), len(refused))
	if len(acknowledged) < 20 || len(refused) < 20 ||
		len(acknowledged)+len(refused) != *cancels/each*each {
		t.Errorf("%d cancelled, %d settled", len(acknowledged), len(refused))
	}
}
