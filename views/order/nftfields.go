package order

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
)

// nftSide is the fields of one asset: what is given, or what is got.
type nftSide struct{ kind, token, id, count *form.Field }

func newNFTSide(id, label string, kinds ...api.AssetKind) nftSide {
	s := nftSide{
		kind: &form.Field{ID: id + "Kind", Label: label, Kind: form.ChoiceField},
		token: &form.Field{ID: id + "Token", Label: " contract", Kind: form.TextField, Width: 26,
			Input: ui.Input{Hint: "name, symbol or 0x…"}},
		id: &form.Field{ID: id + "ID", Label: " token id", Kind: form.NumberField, Width: 26,
			Input: ui.Number()},
		count: &form.Field{ID: id + "Count", Label: " amount", Kind: form.NumberField, Width: 26,
			Input: ui.Number()},
	}
	for _, k := range kinds {
		s.kind.Choices = append(s.kind.Choices, k.String())
	}
	return s
}

func (s nftSide) fields() []*form.Field { return []*form.Field{s.kind, s.token, s.id, s.count} }

// assetKind is the chosen kind.
func (s nftSide) assetKind() api.AssetKind {
	for _, k := range []api.AssetKind{api.ERC1155, api.ERC721} {
		if s.kind.Value() == k.String() {
			return k
		}
	}
	return api.ERC20
}

// shape shows the fields that the kind needs.
func (s nftSide) shape() {
	k := s.assetKind()
	s.id.Hidden, s.count.Hidden = k == api.ERC20, k == api.ERC721
}

// set puts an asset and an amount in.
func (s nftSide) set(a api.Asset, token api.Token, amount string) {
	s.kind.Choose(a.Kind.String())
	s.token.Input.Set("")
	s.id.Input.Set("")
	if a.Address != (common.Address{}) {
		s.token.Input.Fill(a.Address.Hex())
		if token.Name != "" || token.Symbol != "" {
			s.token.Input.Fill(nameOf(token))
		}
		if a.Kind != api.ERC20 {
			s.id.Input.Fill(a.ID.String())
		}
	}
	s.count.Input.Fill(amount)
}

// half is one side of the order as far as it is typed.
type half struct {
	asset  api.Asset
	token  api.Token
	listed bool
	amount api.Amount
	whole  bool // nothing is missing
}

// read reads a side, and marks the field that is wrong.
func (n *nftForm) read(s nftSide) (h half) {
	h.asset.Kind = s.assetKind()
	var ok [3]bool
	h.asset.Address, ok[0] = n.readToken(s)
	h.token, h.listed = n.tokenOf(h.asset)
	if ok[0] {
		ok[0] = s.token.Problem == ""
	}
	ok[1] = h.asset.Kind == api.ERC20
	if !ok[1] {
		h.asset.ID, ok[1] = readWhole(s.id, "")
	}
	switch h.asset.Kind {
	case api.ERC721:
		h.amount, ok[2] = api.NewAmount(1), true
	case api.ERC1155:
		h.amount, ok[2] = readWhole(s.count, "must be above zero")
	default:
		h.amount, ok[2] = readUnits(s.count, h.token, h.listed ||
			n.told[h.asset.Address] != api.Token{})
	}
	h.whole = ok[0] && ok[1] && ok[2]
	return h
}

// readToken reads a contract: a listed one by its name or symbol, any by its address. It must be of
// the kind that is chosen.
func (n *nftForm) readToken(s nftSide) (common.Address, bool) {
	text := strings.TrimSpace(s.token.Value())
	s.token.Problem, s.token.Suffix = "", ""
	if text == "" {
		return common.Address{}, false
	}
	t, ok := n.s.FindToken(text)
	for _, c := range n.s.Tokens() {
		if !ok && c.Kind != api.ERC20 && strings.EqualFold(c.Name, text) {
			t, ok = c, true
		}
	}
	if !ok {
		a, err := api.ParseAddress(text)
		if err != nil {
			s.token.Problem = "not listed, and as an address it " + err.Error()
			return common.Address{}, false
		}
		s.token.Suffix = "! not listed"
		if t, ok = n.told[a]; !ok {
			return a, true // its kind is not known yet
		}
		s.token.Suffix = "! not listed “" + cells.Truncate(cells.Clean(nameOf(t)), 16) + "”"
		t.Address = a
	}
	switch {
	case t.Address == api.NativeToken:
		s.token.Problem = "orders trade the wrapped coin"
	case t.Kind != s.assetKind():
		s.token.Problem = "is " + t.Kind.String() + ", not " + s.kind.Value()
	case s.token.Suffix == "":
		s.token.Suffix = "✓ " + cells.Clean(nameOf(t))
		if t.ToldBy != "" {
			s.token.Suffix = cells.Clean(nameOf(t) + ", told by " + t.ToldBy)
		}
	}
	return t.Address, true
}

// tokenOf is what is known of an asset's contract.
func (n *nftForm) tokenOf(a api.Asset) (t api.Token, listed bool) {
	if t, listed = n.s.Token(a.Address); listed {
		return t, true
	}
	if told, ok := n.told[a.Address]; ok {
		return told, false
	}
	t.Kind = a.Kind
	return t, false
}

func readWhole(f *form.Field, zero string) (api.Amount, bool) {
	f.Problem = ""
	if f.Value() == "" {
		return api.Amount{}, false
	}
	n, err := api.ParseAmount(f.Value())
	switch {
	case err != nil:
		f.Problem = "type a whole number below 2^256"
	case n.IsZero():
		f.Problem = zero
	}
	return n, f.Problem == ""
}

func readUnits(f *form.Field, t api.Token, known bool) (api.Amount, bool) {
	f.Problem = ""
	if f.Value() == "" || !known {
		return api.Amount{}, false
	}
	n, err := api.ParseUnits(f.Value(), t.Decimals)
	switch {
	case err != nil:
		f.Problem = err.Error()
	case n.IsZero():
		f.Problem = "must be above zero"
	}
	return n, f.Problem == ""
}

// nameOf is what a collection or token is called on the screen.
func nameOf(t api.Token) string {
	if t.Kind != api.ERC20 && t.Name != "" {
		return t.Name
	}
	return t.Symbol
}

// words are a side in a sentence: "Apes #4172", "4 × Passes #12", "12.5 WETH".
func (h half) words() string {
	t := h.token
	if !h.listed {
		t.Name = format.Address(h.asset.Address)
		t.Symbol = t.Name
	}
	switch h.asset.Kind {
	case api.ERC721:
		return views.AssetName(t, h.asset)
	case api.ERC1155:
		return h.amount.String() + " × " + views.AssetName(t, h.asset)
	}
	return h.amount.Units(t.Decimals) + " " + views.Symbol(t)
}

// packed is how the order names the asset.
func (h half) packed() string {
	return fmt.Sprintf("%d<<160 | %s  (%s)", h.asset.Kind, format.Address(h.asset.Address),
		h.asset.Kind)
}
