package swap

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// A token that only others list is found by its symbol and traded as its own contract describes
// it: neither a symbol that two have nor wrong decimals are believed.
func TestTokensThatOthersList(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(_ *world, d *local.Deployment) {
		d.Tokens = slices.DeleteFunc(slices.Clone(d.Tokens),
			func(t api.Token) bool { return t.Symbol == "LINK" || t.Symbol == "UNI" })
	})
	tokens := w.chain.Deployment().Tokens
	at := func(symbol string) common.Address {
		i := slices.IndexFunc(tokens, func(t api.Token) bool { return t.Symbol == symbol })
		return tokens[i].Address
	}
	ask := func(name string) (api.PriceRoute, error) {
		return w.swap.Prices(t.Context(), api.PriceRequest{Src: name, Dest: "USDC",
			Side: api.Sell, Amount: units(3, 18), Version: api.Version62, User: w.user})
	}
	if _, err := ask("LINK"); api.TypeOf(err) != api.ValidationError {
		t.Fatalf("what nobody lists: %v", err)
	}
	w.swap.cfg.Tokens.Know([]api.Token{{Symbol: "LINK", Decimals: 18, Address: at("LINK")},
		{Symbol: "UNI", Decimals: 6, Address: at("UNI")},
		{Symbol: "Twin", Decimals: 18, Address: at("LINK")},
		{Symbol: "twin", Decimals: 18, Address: at("UNI")}})
	r, err := ask("link")
	if err != nil || r.SrcToken != at("LINK") || r.SrcDecimals != 18 || r.DestAmount.IsZero() {
		t.Errorf("by its symbol: %+v, %v", r, err)
	}
	if _, err := ask("UNI"); api.TypeOf(err) != api.UnsupportedToken ||
		!strings.Contains(err.Error(), "18 decimals, and 6 in lists") {
		t.Errorf("with other decimals: %v", err)
	}
	link := at("LINK").Hex()
	if _, err := ask("TWIN"); api.TypeOf(err) != api.ValidationError ||
		!strings.Contains(err.Error(), link[:6]+"…"+link[38:]) ||
		!strings.Contains(err.Error(), "stands for 2 tokens") {
		t.Errorf("of a symbol that two have: %v", err)
	}
	if _, err := ask(link); err != nil {
		t.Errorf("by its address: %v", err)
	}
}
