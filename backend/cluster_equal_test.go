package backend_test

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/store/facts/etcd/etcdtest"
)

// firstKey is that of the first development account.
const firstKey = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

// TestNodesTellAlikeWhatTheChainDidToOrders posts orders at three nodes while blocks come in which
// they are filled, cancelled and over: all nodes tell the same of each to the letter, also sorted
// by when that was, and so does a node that comes afterwards.
func TestNodesTellAlikeWhatTheChainDidToOrders(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	p.start(p.elsewhere())
	key, err := crypto.HexToECDSA(firstKey)
	if err != nil {
		t.Fatal(err)
	}
	m := &maker{p, &session{p.nodes[0], openWallet(t)}, key,
		crypto.PubkeyToAddress(key.PublicKey), rand.New(rand.NewPCG(33, 1)),
		make(map[string]common.Address)}
	tokens, err := m.on().Tokens(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		m.tokens[token.Symbol] = token.Address
	}
	m.send(t, m.approval(m.wallet.List()[1].Address, "WETH", api.MaxAmount), nil)
	m.allow(api.MaxAmount)
	m.together()
	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	var posted []common.Hash
	var posting sync.WaitGroup
	posting.Go(func() {
		random := rand.New(rand.NewPCG(33, 2))
		for n := 0; ctx.Err() == nil && n < 150; n++ {
			body, hash := m.order(random)
			if status, text, _ := p.post(n%len(p.nodes), body); status/100 != 2 {
				if !strings.Contains(text, "ChainUnavailable") {
					t.Errorf("%d %s", status, text)
				}
				continue
			}
			mu.Lock()
			posted = append(posted, hash)
			mu.Unlock()
		}
	})
	for n := 0; n < 15; n++ {
		mu.Lock()
		list := posted
		mu.Unlock()
		m.together()
		switch {
		case len(list) <= n:
			if _, err := m.Mine(t.Context()); err != nil { // time passes meanwhile
				t.Fatal(err)
			}
			n--
		case n%3 == 0:
			m.cancel(list[m.random.IntN(len(list))])
		default:
			m.fill(list[m.random.IntN(len(list))])
		}
	}
	cancel()
	posting.Wait()
	states := p.states("/ft/orders/1337/maker/" + api.Lower(m.address) + "?limit=1000")
	t.Logf("%v", states)
	for _, want := range []string{"PENDING", "PENDING later", "CANCELLED later", "EXPIRED later"} {
		if states[want] == 0 {
			t.Errorf("no order is %s", want)
		}
	}
	p.start(p.elsewhere())
	at := "/ft/orders/1337/maker/" + api.Lower(m.address)
	for _, how := range []string{"", "&orderBy=updatedAt"} {
		p.differ(at + "?limit=1000" + how)
	}
}

// states is what a node tells of orders: how many of them are in each state, and changed later than
// they were made.
func (p *sharedExchange) states(path string) map[string]int {
	p.Helper()
	_, text, _ := p.get(0, path, "")
	var page struct {
		Orders []struct {
			State                string
			CreatedAt, UpdatedAt int64
		}
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		p.Fatal(err)
	}
	n := make(map[string]int)
	for _, o := range page.Orders {
		if o.UpdatedAt > o.CreatedAt {
			o.State += " later"
		}
		n[o.State]++
	}
	return n
}

// differ counts orders that nodes tell otherwise than the first one.
func (p *sharedExchange) differ(path string) {
	p.Helper()
	revision := p.level()
	_, first, _ := p.get(0, path, revision)
	for node := 1; node < len(p.urls); node++ {
		var other string
		for limit := time.Now().Add(5 * time.Second); time.Now().Before(limit); {
			var status int
			if status, other, _ = p.get(node, path, revision); status == http.StatusOK &&
				other == first {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		a, b := strings.Split(first, `},{`), strings.Split(other, `},{`)
		n := 0
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				if n++; n <= 3 {
					p.Logf("node 0: …%s\nnode %d: …%s", a[i], node, b[i])
				}
			}
		}
		if first != other {
			p.Errorf("%s: %d of %d and %d orders differ at node %d", path, n, len(a), len(b), node)
		}
	}
}

// maker posts orders that its account really holds.
type maker struct {
	*sharedExchange
	*session
	key     *ecdsa.PrivateKey
	address common.Address
	random  *rand.Rand
	tokens  map[string]common.Address
}

func (m *maker) order(random *rand.Rand) (body string, hash common.Hash) {
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(random.Uint64()>>11), common.Address{}),
		Maker:        m.address,
		MakerAsset:   api.Asset{Address: m.tokens["USDC"]},
		TakerAsset:   api.Asset{Address: m.tokens["WETH"]},
		MakerAmount:  api.NewAmount(2_000_000), TakerAmount: api.NewAmount(1_000_000),
	}
	if random.IntN(4) == 0 {
		o.Expiry = uint64(time.Now().Add(3 * time.Second).Unix())
	}
	return orderBody(m.key, &o, m.contract), eip712.HashOrder(api.LocalChainID, m.contract, &o)
}

// together waits until all nodes are at one block: one that takes several at a time tells of its
// maker's funds what it found after the last of them.
func (m *maker) together() {
	m.Helper()
	eventually(m.T, "all are at one block", func() bool {
		var first api.BlockRef
		for i := range m.nodes {
			st, err := apitest.On(m.nodes[i], api.LocalChainID).Status(m.Context())
			if i == 0 {
				first = st.Head
			}
			if err != nil || st.Head != first {
				return false
			}
		}
		return true
	})
}

func (m *maker) on() api.Exchange { return apitest.On(m.nodes[0], api.LocalChainID) }

func (m *maker) approval(owner common.Address, token string, amount api.Amount) api.Transaction {
	m.Helper()
	tx, err := m.on().PrepareApprove(m.Context(), api.ApproveRequest{Owner: owner,
		Token: m.tokens[token], Spender: m.contract, Amount: amount})
	if err != nil {
		m.Fatal(err)
	}
	return tx
}

// allow gives the order contract what it may take of the maker.
func (m *maker) allow(amount api.Amount) {
	m.Helper()
	m.send(m.T, m.approval(m.address, "USDC", amount), nil)
}

// cancel cancels an order that may be over already.
func (m *maker) cancel(hash common.Hash) {
	m.Helper()
	tx, err := m.on().PrepareCancel(m.Context(), api.CancelRequest{Maker: m.address,
		Hashes: []common.Hash{hash}})
	if err == nil {
		m.send(m.T, tx, err)
	}
}

// fill fills half of an order, if it can be.
func (m *maker) fill(hash common.Hash) {
	m.Helper()
	tx, err := m.on().PrepareFill(m.Context(), api.FillRequest{Taker: m.wallet.List()[1].Address,
		Legs: []api.FillLeg{{Hash: hash, TakerAmount: api.NewAmount(500_000)}}})
	if err == nil {
		m.send(m.T, tx, err)
	}
}
