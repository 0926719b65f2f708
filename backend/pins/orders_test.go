package pins_test

import (
	"context"
	"crypto/ecdsa"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/backend/pins"
)

func key(t *testing.T) *ecdsa.PrivateKey {
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// What is told of an order is what its hash says, in every list and of every network: another
// amount, asset, end or party is refused, and an order of the user that is not signed by the user.
func TestOrdersAreWhatTheirHashSays(t *testing.T) {
	t.Parallel()
	stranger := plan.Network()
	stranger.ChainID, stranger.Local = 4242, false
	key, thief := key(t), key(t)
	own := crypto.PubkeyToAddress(key.PublicKey)
	for _, n := range []api.Network{plan.Network(), stranger} {
		honest := api.OrderRecord{ChainID: n.ChainID, Order: api.Order{
			NonceAndMeta: api.NewAmount(7), Expiry: 1_900_000_000, Maker: own,
			MakerAsset:  api.Asset{Address: plan.Tokens[2].Address},
			TakerAsset:  api.Asset{Address: plan.Tokens[3].Address},
			MakerAmount: api.NewAmount(2e18), TakerAmount: api.NewAmount(6_200e6)}}
		signed := func(o api.OrderRecord, by *ecdsa.PrivateKey) api.OrderRecord {
			o.Hash = eip712.HashOrder(n.ChainID, n.Contracts.AugustusRFQ, &o.Order)
			s, err := crypto.Sign(o.Hash[:], by)
			if err != nil {
				t.Fatal(err)
			}
			o.Signature = append(s[:64:64], s[64]+27)
			return o
		}
		honest = signed(honest, key)
		told := honest
		f := &apitest.Fake{
			OnNetworks: func(context.Context) ([]api.Network, error) {
				return []api.Network{n}, nil
			},
			OnOrders: func(context.Context, api.OrderQuery) (api.OrderPage, error) {
				return api.OrderPage{Orders: []api.OrderRecord{told}}, nil
			},
			OnOrderBook: func(context.Context, api.BookQuery) (api.OrderPage, error) {
				return api.OrderPage{Orders: []api.OrderRecord{told}}, nil
			},
			OnOrder: func(context.Context, common.Hash, bool) (api.OrderRecord, error) {
				return told, nil
			},
			OnCreateOrder: func(context.Context, api.OrderRequest) (api.OrderRecord, bool, error) {
				return told, true, nil
			},
		}
		s := pins.New(f, "far.example", load(t), nil,
			func(a common.Address) bool { return a == own }, witness(t, "far.example"))
		ask := map[string]func() error{
			"list": func() error {
				_, err := apitest.On(s, n.ChainID).Orders(t.Context(), api.OrderQuery{})
				return err
			},
			"book": func() error {
				_, err := apitest.On(s, n.ChainID).OrderBook(t.Context(), api.BookQuery{})
				return err
			},
			"record": func() error {
				_, err := apitest.On(s, n.ChainID).Order(t.Context(), honest.Hash, false)
				return err
			},
			"post": func() error {
				_, _, err := apitest.On(s, n.ChainID).CreateOrder(t.Context(), api.OrderRequest{
					Order: honest.Order})
				return err
			},
		}
		lies := map[string]func(*api.OrderRecord){
			"":         func(*api.OrderRecord) {},
			"price":    func(o *api.OrderRecord) { o.TakerAmount = api.NewAmount(6_138e6) },
			"size":     func(o *api.OrderRecord) { o.MakerAmount = api.NewAmount(1e18) },
			"end":      func(o *api.OrderRecord) { o.Expiry++ },
			"asset":    func(o *api.OrderRecord) { o.MakerAsset = o.TakerAsset },
			"maker":    func(o *api.OrderRecord) { o.Maker = accounts[1] },
			"network":  func(o *api.OrderRecord) { o.ChainID++ },
			"nothing":  func(o *api.OrderRecord) { *o = api.OrderRecord{} },
			"no order": func(o *api.OrderRecord) { o.Hash = common.Hash{} },
			"signature": func(o *api.OrderRecord) {
				o.Signature = signed(*o, thief).Signature
			},
			"no signature": func(o *api.OrderRecord) { o.Signature = nil },
			"order": func(o *api.OrderRecord) { // which the user never made
				o.TakerAmount = api.NewAmount(2)
				*o = signed(*o, thief)
			},
		}
		told = honest // a contract of somebody else may have signed in a way of its own
		told.Maker, told.Signature = accounts[1], make([]byte, 200)
		told.Hash = eip712.HashOrder(n.ChainID, n.Contracts.AugustusRFQ, &told.Order)
		if err := ask["list"](); err != nil {
			t.Errorf("network %d: an order of a contract: %v", n.ChainID, err)
		}
		for lie, tell := range lies {
			told = honest
			tell(&told)
			for what, f := range ask {
				switch err := f(); {
				case lie == "" && err != nil:
					t.Errorf("network %d, %s: the honest answer: %v", n.ChainID, what, err)
				case lie != "" && (err == nil || !strings.Contains(err.Error(), "far.example")):
					t.Errorf("network %d, %s: another %s is believed: %v", n.ChainID, what, lie,
						err)
				}
			}
		}
	}
}
