package pins_test

import (
	"crypto/ecdsa"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/eip712"
	"bourse/backend/pins"
)

// accepts and denies are contracts whose isValidSignature says yes to everything, and reverts.
var (
	accepts = common.FromHex("600f8060095f395ff3" + "631626ba7e60e01b5f5260205ff300")
	denies  = common.FromHex("60058060095f395ff3" + "5f5ffd0000")
)

// deploy makes a contract.
func (w *traders) deploy(by *ecdsa.PrivateKey, code []byte) common.Address {
	w.Helper()
	from := crypto.PubkeyToAddress(by.PublicKey)
	counts, err := w.on.Nonces(w.Context(), from)
	if err != nil {
		w.Fatal(err)
	}
	tx := types.MustSignNewTx(by, types.LatestSignerForChainID(big.NewInt(api.LocalChainID)),
		&types.LegacyTx{Nonce: counts.Next, Gas: 500_000, GasPrice: big.NewInt(10_000_000_000),
			Data: code})
	raw, err := tx.MarshalBinary()
	if err == nil {
		_, err = w.on.SendTransaction(w.Context(), raw)
	}
	if err == nil {
		_, err = w.b.Mine(w.Context())
	}
	if err != nil {
		w.Fatal(err)
	}
	r, err := w.on.Receipt(w.Context(), tx.Hash())
	if err != nil || !r.Success {
		w.Fatalf("a contract is not there: %+v, %v", r, err)
	}
	return crypto.CreateAddress(from, counts.Next)
}

// offer is an order for the second account alone, of a maker, signed by whatever key.
func (w *traders) offer(maker common.Address, nonce uint64, by *ecdsa.PrivateKey) api.OrderRecord {
	w.Helper()
	o := api.OrderRecord{ChainID: api.LocalChainID, Order: w.placed.Order, State: api.Pending}
	taker := w.keys.List()[1].Address
	o.Maker, o.Taker, o.NonceAndMeta = maker, taker, api.PackNonce(api.NewAmount(nonce), taker)
	o.TakerAmount = api.NewAmount(333e6)
	o.FillableBalance, o.MakerBalance, o.SwappableBalance = o.MakerAmount, o.MakerAmount,
		o.MakerAmount
	o.Hash = eip712.HashOrder(api.LocalChainID, w.contracts().AugustusRFQ, &o.Order)
	s, err := crypto.Sign(o.Hash[:], by)
	if err != nil {
		w.Fatal(err)
	}
	o.Signature = append(s[:64:64], s[64]+27)
	return o
}

// An offer that its maker has not signed is none: it is left out of lists, which the status says,
// and refused where it is asked for, and the others stay. A maker may be a contract: what that says
// is told by a node of one's own; without one the offer says whose word it is.
func TestOffersAreSignedByTheirMakers(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	_, taker := w.trade(100)
	trader, thief := w.b.House().Trader(0), key(t)
	maker := crypto.PubkeyToAddress(trader.PublicKey)
	good, forged := w.offer(maker, 1, trader), w.offer(maker, 2, thief)
	wallet := w.offer(w.deploy(trader, accepts), 3, thief)
	unwilling := w.offer(w.deploy(trader, denies), 4, thief)
	l := &liar{Service: w.b, orders: func([]api.OrderRecord) {},
		adds: []api.OrderRecord{forged, good, wallet, unwilling}}
	node, _ := w.b.Chain(api.LocalChainID)
	type seen struct {
		state api.OrderState
		by    string
	}
	for _, c := range []struct {
		name  string
		nodes map[uint64]*chain.Network
		want  map[common.Hash]seen
	}{
		{"by an own node", map[uint64]*chain.Network{api.LocalChainID: node},
			map[common.Hash]seen{good.Hash: {api.Pending, ""}, wallet.Hash: {api.Pending, ""},
				unwilling.Hash: {api.Suspended, ""}}},
		{"without a node", nil, map[common.Hash]seen{good.Hash: {api.Pending, ""},
			wallet.Hash: {api.Pending, "there"}, unwilling.Hash: {api.Pending, "there"},
			forged.Hash: {api.Pending, "there"}}},
	} {
		on := apitest.On(pins.New(l, "there", load(t), c.nodes, nil, witness(t, "there")),
			api.LocalChainID)
		page, err := on.Orders(t.Context(), api.OrderQuery{ChainID: api.LocalChainID,
			Type: api.P2P, Taker: &taker, Limit: api.MaxPage})
		if err != nil || len(page.Orders) != len(c.want) || page.Total != len(c.want) {
			t.Errorf("%s: %d of %d orders, %v", c.name, len(page.Orders), page.Total, err)
		}
		for _, o := range page.Orders {
			if got := (seen{o.State, o.ToldBy}); got != c.want[o.Hash] {
				t.Errorf("%s: of %s it is said %+v, not %+v", c.name, o.Hash, got, c.want[o.Hash])
			}
		}
		status, err := on.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, refused := on.Order(t.Context(), forged.Hash, false)
		if c.nodes == nil {
			if status.Invented != "" || refused != nil {
				t.Errorf("%s: %q, %v", c.name, status.Invented, refused)
			}
			continue
		}
		for _, part := range []string{"there", forged.Hash.Hex(), maker.Hex(), "not signed"} {
			if !strings.Contains(status.Invented, part) {
				t.Errorf("%s: it lacks %s: %s", c.name, part, status.Invented)
			}
			if refused == nil || !strings.Contains(refused.Error(), part) {
				t.Errorf("%s: a refusal lacks %s: %v", c.name, part, refused)
			}
		}
	}
}
