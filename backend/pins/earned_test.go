package pins_test

import (
	"maps"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/networks"
	"bourse/backend/pins"
)

// known is what is known of the traders' network.
func (w *traders) known() pins.Known {
	w.Helper()
	set, err := networks.Load("")
	if err != nil {
		w.Fatal(err)
	}
	var accounts []common.Address
	for _, a := range w.keys.List() {
		accounts = append(accounts, a.Address)
	}
	return pins.Load(set, nil, accounts)
}

// With a node of one's own what a partner has earned, and what a permit has to say, are the node's
// word: more is not shown as owed, nothing is hidden, and no permit is signed for another nonce.
func TestAnOwnNodeTellsFeesAndPermits(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	partner := w.keys.List()[0].Address
	w.swap(api.PriceRequest{Amount: api.NewAmount(1e18), PartnerAddress: partner,
		PartnerFeeBps: 100})
	node, _ := w.b.Chain(api.LocalChainID)
	is, err := w.on.UserTokens(t.Context(), partner)
	if err != nil {
		t.Fatal(err)
	}
	earned, permits := 0, 0
	for _, token := range is {
		earned += len(token.Fees)
		if token.Permits != nil {
			permits++
		}
	}
	if earned != 1 || permits == 0 {
		t.Fatalf("%d fees are owed and %d tokens have permits, so that nothing is shown by this",
			earned, permits)
	}
	known, c := w.known(), w.contracts()
	more := func(list []api.UserToken) {
		for i := range list {
			list[i].Fees = map[common.Address]api.Amount{c.FeeVault: api.NewAmount(5e18),
				c.FeeClaimer: api.NewAmount(7e18)}
			if p := list[i].Permits; p != nil && p.Name != "" {
				list[i].Permits = &api.Permits{Name: p.Name, Version: p.Version,
					Separator: common.Hash{1}, Nonce: api.NewAmount(5),
					Permit2: api.Permit2Allowance{Amount: api.MaxAmount, Nonce: 7}}
			}
		}
	}
	hidden := func(list []api.UserToken) {
		for i := range list {
			list[i].Fees = nil
		}
	}
	for name, lie := range map[string]func([]api.UserToken){"more": more, "hidden": hidden} {
		own := apitest.On(pins.New(&liar{Service: w.b, tokens: lie}, "there", known,
			map[uint64]*chain.Network{api.LocalChainID: node}, nil, witness(t, "there")),
			api.LocalChainID)
		says, err := own.UserTokens(t.Context(), partner)
		if err != nil {
			t.Fatal(err)
		}
		for i := range is {
			if !maps.Equal(says[i].Fees, is[i].Fees) {
				t.Errorf("%s: of %s %v is owed, told %v", name, is[i].Symbol, is[i].Fees,
					says[i].Fees)
			}
			if !reflect.DeepEqual(says[i].Permits, is[i].Permits) {
				t.Errorf("%s: permits of %s are %+v, told %+v", name, is[i].Symbol, is[i].Permits,
					says[i].Permits)
			}
		}
	}
}
