package pins_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
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

// What is told of an order is what its hash says, in every list and of every network: one of
// another amount, asset, end or party is refused, and one of the user that is not signed by the
// user. Lists leave it out, and it is said who told of it.
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
			OnFills: func(context.Context, api.FillQuery) ([]api.Fill, error) { return nil, nil },
			OnStatus: func(context.Context, uint64) (api.NetworkStatus, error) {
				return api.NetworkStatus{}, nil
			},
			OnCreateOrder: func(context.Context, api.OrderRequest) (api.OrderRecord, bool, error) {
				return told, true, nil
			},
		}
		// of a list: what was left out of it
		sifted := func(s *pins.Service, page api.OrderPage, err error) error {
			status, failed := apitest.On(s, n.ChainID).Status(t.Context())
			if err = errors.Join(err, failed); err != nil || len(page.Orders) > 0 {
				return err
			}
			return errors.New(status.Invented)
		}
		var s *pins.Service
		ask := map[string]func() error{
			"list": func() error {
				page, err := apitest.On(s, n.ChainID).Orders(t.Context(), api.OrderQuery{})
				return sifted(s, page, err)
			},
			"book": func() error {
				page, err := apitest.On(s, n.ChainID).OrderBook(t.Context(), api.BookQuery{})
				return sifted(s, page, err)
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
		fresh := func() *pins.Service {
			return pins.New(f, "far.example", load(t), nil,
				func(a common.Address) bool { return a == own }, witness(t, "far.example"))
		}
		s = fresh()
		told = honest // a contract of somebody else may have signed in a way of its own
		told.Maker, told.Signature = accounts[1], make([]byte, 200)
		told.Hash = eip712.HashOrder(n.ChainID, n.Contracts.AugustusRFQ, &told.Order)
		if err := ask["list"](); err != nil {
			t.Errorf("network %d: an order of a contract: %v", n.ChainID, err)
		}
		for lie, tell := range lies {
			told = honest
			tell(&told)
			for what, ask := range ask {
				s = fresh()
				switch err := ask(); {
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

// TestFillsAreWhatWasSigned: a fill of an order of the user that its terms rule out is refused by
// name; what they allow, and what others made, is told.
func TestFillsAreWhatWasSigned(t *testing.T) {
	t.Parallel()
	n, key := plan.Network(), key(t)
	order := api.OrderRecord{ChainID: n.ChainID, Order: api.Order{
		NonceAndMeta: api.NewAmount(7), Maker: crypto.PubkeyToAddress(key.PublicKey),
		MakerAsset:  api.Asset{Address: plan.Tokens[2].Address},
		TakerAsset:  api.Asset{Address: plan.Tokens[3].Address},
		MakerAmount: api.NewAmount(3e18), TakerAmount: api.NewAmount(10_000_001)}}
	order.Hash = eip712.HashOrder(n.ChainID, n.Contracts.AugustusRFQ, &order.Order)
	sig, err := crypto.Sign(order.Hash[:], key)
	if err != nil {
		t.Fatal(err)
	}
	order.Signature = append(sig[:64:64], sig[64]+27)
	var told api.Fill
	f := &apitest.Fake{
		OnNetworks: func(context.Context) ([]api.Network, error) { return []api.Network{n}, nil },
		OnOrders: func(context.Context, api.OrderQuery) (api.OrderPage, error) {
			return api.OrderPage{Orders: []api.OrderRecord{order}}, nil
		},
		OnFills: func(context.Context, api.FillQuery) ([]api.Fill, error) {
			return []api.Fill{told}, nil
		},
	}
	s := apitest.On(pins.New(f, "far.example", load(t), nil,
		func(a common.Address) bool { return a == order.Maker }, witness(t, "far.example")),
		n.ChainID)
	if _, err := s.Orders(t.Context(), api.OrderQuery{}); err != nil {
		t.Fatal(err)
	}
	// a third of it for a third of the price, which the contract rounds for the maker
	honest := api.Fill{OrderHash: order.Hash, Maker: order.Maker, MakerAsset: order.MakerAsset,
		TakerAsset: order.TakerAsset, MakerAmount: api.NewAmount(999999800000019999),
		TakerAmount: api.NewAmount(3_333_333)}
	for name, c := range map[string]struct {
		change func(*api.Fill)
		ok     bool
	}{
		"as it was":      {func(*api.Fill) {}, true},
		"a better price": {func(f *api.Fill) { f.TakerAmount = api.NewAmount(4e6) }, true},
		"of somebody else": {func(f *api.Fill) {
			f.OrderHash, f.MakerAsset = common.Hash{1}, f.TakerAsset
		}, true},
		"too little":      {func(f *api.Fill) { f.TakerAmount = api.NewAmount(3_333_332) }, false},
		"another asset":   {func(f *api.Fill) { f.MakerAsset.Address[3]++ }, false},
		"another payment": {func(f *api.Fill) { f.TakerAsset.Address[3]++ }, false},
		"another maker":   {func(f *api.Fill) { f.Maker[3]++ }, false},
		"more than all": {func(f *api.Fill) {
			f.MakerAmount, f.TakerAmount = api.NewAmount(4e18), api.NewAmount(20_000_000)
		}, false},
	} {
		told = honest
		c.change(&told)
		list, err := s.Fills(t.Context(), api.FillQuery{})
		if (err == nil) != c.ok || c.ok && len(list) != 1 {
			t.Errorf("%s: %d fills, %v", name, len(list), err)
		}
		if err != nil && !strings.Contains(err.Error(), "rules out") {
			t.Errorf("%s: it is not named: %v", name, err)
		}
	}
}
