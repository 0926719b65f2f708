package wallet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

// balance is one token of the account.
type balance struct {
	token   api.Token
	asset   api.Asset // the token, or one id of a collection
	amount  api.Amount
	claimed api.Amount
	usd     api.Amount // with 18 decimals
	priced  bool
}

func (b balance) id() string { return b.token.Address.Hex() + b.asset.ID.String() }

// name is what the asset is called: "WETH", "Apes #7".
func (b balance) name() string {
	return views.AssetName(b.token, b.asset)
}

// briefName is the name in five cells, of which the id of an NFT takes what it needs: "Ap…#7".
func (b balance) briefName() string {
	if b.asset.Kind == api.ERC20 {
		return b.name()
	}
	id := "#" + b.asset.ID.String()
	left := 5 - 1 - len(id)
	if left < 1 {
		return id
	}
	return cells.Truncate(views.CollectionWord(b.token, true), left+1) + id
}

// quantity is some of it in words: "5 USDC", "Apes #7", "3 × Passes #2".
func (b balance) quantity(n api.Amount) string {
	switch b.asset.Kind {
	case api.ERC721:
		return b.name()
	case api.ERC1155:
		return n.String() + " × " + b.name()
	}
	return n.Units(b.token.Decimals) + " " + b.name()
}

// short tells whether open orders need more than there is.
func (b balance) short() bool { return b.amount.Less(b.claimed) }

func balancesOf(h holdings, prices views.Prices) []balance {
	rows := make([]balance, 0, len(h.tokens))
	for _, t := range h.tokens {
		b := balance{token: t.Token, asset: api.Asset{Address: t.Address},
			amount: t.Balance, claimed: h.claimed[t.Address].Add(
				views.DeltaClaims(views.DeltaSelling(h.delta, t.Address)))}
		if p, ok := prices[t.Address]; ok && p.Known() {
			b.usd, b.priced = p.QuoteFor(t.Balance, api.Down), true
		}
		rows = append(rows, b)
	}
	for _, n := range h.nfts {
		t := h.collections[n.Address]
		t.Decimals = 0
		rows = append(rows, balance{token: t, asset: n.Asset, amount: n.Balance,
			claimed: h.nftClaims[n.Asset].Min(n.Balance)})
	}
	return rows
}

// totalOf sums what is priced, and says which tokens are not; "" if nothing is.
func totalOf(rows []balance) (total, without string) {
	var sum api.Amount
	var names []string
	priced := false
	for _, b := range rows {
		sum, priced = sum.Add(b.usd), priced || b.priced
		if !b.priced && b.asset.Kind == api.ERC20 && !b.amount.IsZero() {
			names = append(names, views.Symbol(b.token))
		}
	}
	if !priced {
		return "", ""
	}
	return sum.Format(format.USDDecimals, 2, api.Down), strings.Join(names, ", ")
}

// shortOf says which orders are not covered.
func shortOf(rows []balance) string {
	var parts []string
	for _, b := range rows {
		if b.short() {
			parts = append(parts, fmt.Sprintf("%s of your %s %s",
				format.Amount(b.claimed, b.token, api.Up),
				format.Amount(b.amount, b.token, api.Down), b.token.Symbol))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "not covered: open orders need " + strings.Join(parts, ", ")
}

// free is balance less what is claimed, with a true minus where orders claim more.
func (b balance) free() (sign string, a api.Amount, r api.Round) {
	if b.short() {
		return ui.Minus, b.claimed.Sub(b.amount), api.Up
	}
	return "", b.amount.Sub(b.claimed), api.Down
}

// allowance is what one spender may move of one token.
type allowance struct {
	spender common.Address
	token   api.Token
	amount  api.Amount
	held    api.Amount
	needed  api.Amount // by open orders, of the order contract
	orders  int
	permits bool // all of them carry one of their own
}

// collection tells whether it is the approval of a whole collection of NFTs.
func (a allowance) collection() bool { return a.token.Kind != api.ERC20 }

func (a allowance) id() string { return a.spender.Hex() + a.token.Address.Hex() }

// unlimitedFrom is 2^135: no token has as many units, and an unlimited allowance that was partly
// used has more.
var unlimitedFrom = api.AmountFromBytes32([32]byte{15: 0x80})

func (a allowance) unlimited() bool { return !a.amount.Less(unlimitedFrom) }

// risk ranks an allowance and says why: the highest rank first.
func (a allowance) risk() (int, string) {
	switch {
	case a.collection() && a.orders == 0:
		return 3, "! all, unused"
	case a.collection():
		return 2, "! all of it"
	case a.amount.Less(a.needed):
		return 4, "! orders need more"
	case a.unlimited() && a.orders == 0:
		return 3, "! unlimited, unused"
	case a.unlimited():
		return 2, "! unlimited"
	case a.amount.IsZero() && a.permits:
		return 1, "by their permits"
	case a.amount.IsZero() && a.token.Permit != "":
		return 0, "permit or approve"
	case a.amount.IsZero():
		return 0, "none"
	case a.orders == 0 && a.needed.IsZero():
		return 1, "unused"
	}
	return 1, "ok"
}

func (a allowance) usedBy() string {
	if a.orders == 0 {
		return ui.Unknown
	}
	return ui.Counted(a.orders, "order")
}

// allowancesOf lists, riskiest first, what has been allowed, what orders need, and what could be
// allowed of tokens that are there.
func allowancesOf(h holdings, c api.Contracts) []allowance {
	var rows []allowance
	for _, t := range h.tokens {
		if t.Address == api.NativeToken || t.Kind != api.ERC20 {
			continue
		}
		for spender, amount := range t.Allowances {
			a := allowance{spender: spender, token: t.Token, amount: amount, held: t.Balance}
			switch spender {
			case c.AugustusRFQ:
				a.needed, a.orders = h.claimed[t.Address], h.orders[t.Address]
			case c.Delta, c.Permit2:
				a.needed, a.orders = views.DeltaNeeds(c, h.delta, spender, t.Address)
				a.permits = a.orders > 0 && a.needed.IsZero()
			}
			if !a.amount.IsZero() || !a.needed.IsZero() || a.orders > 0 {
				rows = append(rows, a)
			}
		}
	}
	rows = append(rows, collectionsOf(h, c)...)
	slices.SortFunc(rows, func(a, b allowance) int {
		ra, _ := a.risk()
		rb, _ := b.risk()
		return cmp.Or(rb-ra, cmp.Compare(a.token.Symbol, b.token.Symbol), a.spender.Cmp(b.spender))
	})
	return rows
}

// collectionsOf lists the collections of which the order contract may move what the account holds.
func collectionsOf(h holdings, c api.Contracts) []allowance {
	var rows []allowance
	at := map[common.Address]int{}
	for _, n := range slices.Concat(h.nfts, h.unheld) {
		if !n.Approved {
			continue
		}
		i, ok := at[n.Address]
		if !ok {
			i, at[n.Address] = len(rows), len(rows)
			t := h.collections[n.Address]
			t.Address, t.Kind, t.Decimals = n.Address, n.Kind, 0
			rows = append(rows, allowance{spender: c.AugustusRFQ, token: t,
				amount: api.NewAmount(1)})
		}
		rows[i].held = rows[i].held.Add(n.Balance)
		if !h.nftClaims[n.Asset].IsZero() {
			rows[i].orders++
		}
	}
	return rows
}
