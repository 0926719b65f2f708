package nft

import (
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// row is an order as the chosen account sees it.
type row struct {
	api.OrderRecord
	gives, asks side
	account     common.Address
	name        func(common.Address) string // what an address is called, in short
	to          common.Address              // the one taker it names; zero is anyone
}

// side is one asset of an order with what its contract says of itself.
type side struct {
	api.Asset
	token  api.Token
	listed bool
}

// nameWidth keeps a contract's own words from pushing the id, which matters, out of its cell.
const nameWidth = 16

// name is a collection or token as it may be shown. An unlisted one can call itself whatever it
// likes, so it goes by its address.
func (s side) name() string {
	if !s.listed {
		return format.Address(s.Address)
	}
	return s.says()
}

// says is what the contract calls itself.
func (s side) says() string {
	name := s.token.Name
	if s.Kind == api.ERC20 || name == "" {
		name = s.token.Symbol
	}
	return strings.TrimSpace(cells.Truncate(cells.Clean(name), nameWidth))
}

// claim is what an unlisted contract calls itself, to be shown after what is certain.
func (s side) claim() string {
	if says := s.says(); !s.listed && says != "" && says != s.name() {
		return " “" + says + "”"
	}
	return ""
}

// wrong tells of a contract that is not of the kind that the order takes it for: a fill would fail,
// or move something else.
func (s side) wrong() string {
	if s.token.Kind == s.Kind {
		return ""
	}
	return "the order takes the contract " + format.Address(s.Address) + " for " +
		s.Kind.String() + ", but it is " + s.token.Kind.String()
}

// id is the token's id, in the middle of which digits are left out where it is long.
func (s side) id() string {
	id := s.ID.String()
	if len(id) > 12 {
		id = id[:6] + "…" + id[len(id)-5:]
	}
	return "#" + id
}

// amount writes some of the asset: "12.5000 WETH", "Apes #4172", "Passes #12 ×4".
func (s side) amount(n api.Amount, r api.Round) string {
	switch s.Kind {
	case api.ERC20:
		const most = 8 // what has more zeros after the point is written as less than that
		places := max(format.AmountPlaces(s.token), format.ScaledPlaces(n, s.token))
		if places > most {
			places, r = most, api.Down
		}
		return format.Digits(n, s.token.Decimals, places, r) + " " + s.name()
	case api.ERC721:
		return s.name() + " " + s.id()
	}
	return s.name() + " " + s.id() + " ×" + ui.Thousands(n.String())
}

func (r row) key() string { return r.Hash.Hex() }

func (r row) mine() bool { return r.Maker == r.account }

// left is what is on offer, in maker units: of an order that can be taken, what its maker can give
// now.
func (r row) left() api.Amount {
	if r.State == api.Pending {
		return r.SwappableBalance
	}
	return r.FillableBalance
}

// cost is what all that is on offer costs, in taker units.
func (r row) cost() api.Amount { return r.PayFor(r.left()) }

// asset names what the maker gives.
func (r row) asset() string {
	if r.gives.Kind == api.ERC20 {
		return r.gives.amount(r.left(), api.Down)
	}
	return r.gives.name() + " " + r.gives.id() + r.gives.claim()
}

// kind tells of which kind that is, and how many; of a bid for several, what it pays for each.
func (r row) kind() string {
	if r.gives.Kind == api.ERC20 && r.asks.Kind == api.ERC1155 {
		each, t := api.Price{Quote: r.MakerAmount, Base: r.TakerAmount}, r.gives.token
		return format.Each(each, t, api.Down) + " ea"
	}
	if r.gives.Kind == api.ERC1155 {
		return r.gives.Kind.String() + " ×" + ui.Thousands(r.left().String())
	}
	return r.gives.Kind.String()
}

// price is what one of the maker's tokens costs.
func (r row) price() api.Price { return r.Price() }

// asking is what the taker pays: for each token where there are several, else in all.
func (r row) asking() string {
	if r.gives.Kind == api.ERC1155 && r.asks.Kind == api.ERC20 {
		t := r.asks.token
		return format.Each(r.price(), t, api.Up) + " " +
			r.asks.name() + " ea"
	}
	return r.asks.amount(r.cost(), api.Up)
}

// taker is who may take it.
func (r row) taker() string {
	switch a := r.to; a {
	case common.Address{}:
		return "anyone"
	case r.account:
		return "you"
	default:
		return r.name(a)
	}
}

func (r row) maker() string {
	if r.mine() {
		return r.name(r.Maker) + " ◆"
	}
	return r.name(r.Maker)
}

func (r row) expires() time.Time {
	if r.Expiry == 0 {
		return time.Time{}
	}
	return time.Unix(int64(min(r.Expiry, 1<<50)), 0) // beyond that no calendar reaches
}

// state is where the order stands; one whose time is up is expired, whether the service has noticed
// or not.
func (r row) state(now time.Time) api.OrderState {
	if r.State.Open() && r.Expiry != 0 && !now.Before(r.expires().Add(time.Second)) {
		return api.Expired
	}
	return r.State
}

func (r row) expiry(now time.Time) string {
	if r.state(now) == api.Expired {
		return "expired"
	}
	return api.Until(now, r.expires())
}

// flag marks orders that nobody can fill now.
func (r row) flag(now time.Time) string {
	if r.state(now) != api.Pending || r.Unshown {
		return "!"
	}
	return ""
}

// parts tells whether less than all of the order can be taken.
func (r row) parts() bool {
	one := api.NewAmount(1)
	return r.gives.Kind != api.ERC721 && r.asks.Kind != api.ERC721 && one.Less(r.left()) &&
		!r.FillOrKill
}

// deal is the order in words: "Apes #4172 for 12.5000 WETH".
func (r row) deal() string {
	return r.gives.amount(r.left(), api.Down) + " for " +
		r.asks.amount(r.cost(), api.Up)
}
