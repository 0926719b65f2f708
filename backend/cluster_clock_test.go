package backend_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/store/facts/etcd/etcdtest"
)

// TestAClockThatIsAheadDatesNothing posts an order at a node whose clock is ahead: it is dated by
// that of the exchange, at all nodes.
func TestAClockThatIsAheadDatesNothing(t *testing.T) {
	t.Parallel()
	const ahead = 75 * time.Second
	p := newHost(t, etcdtest.Options{Size: 1}, "127.0.0.1:0")
	cfg := p.elsewhere()
	cfg.Now = func() time.Time { return time.Now().Add(ahead) }
	p.start(cfg)
	eventually(t, "the node knows that it is ahead", func() bool {
		return p.nodes[1].Log().Ahead() < -ahead/2
	})
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	before := time.Now()
	status, text, h := p.post(1, signedOrder(key, rand.New(rand.NewPCG(7, 5)), p.contract))
	var answer struct {
		Order struct {
			OrderHash string
			CreatedAt int64
		}
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status/100 != 2 {
		t.Fatal(status, text, err)
	}
	off := time.Unix(answer.Order.CreatedAt, 0).Sub(before)
	if off > time.Since(before)+2*time.Second || off < -5*time.Second {
		t.Errorf("the order is dated %s ahead", off)
	}
	var same struct{ CreatedAt int64 }
	_, text, _ = p.get(0, "/ft/order/"+answer.Order.OrderHash, h.Get("X-Revision"))
	if err := json.Unmarshal([]byte(text), &same); err != nil ||
		same.CreatedAt != answer.Order.CreatedAt {
		t.Errorf("the other node: %s %v", text, err)
	}
}
