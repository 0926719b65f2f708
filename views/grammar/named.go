package grammar

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// named is how orders are named: by hashes, ids of Delta orders, and beginnings of either.
type named struct {
	orders []common.Hash
	delta  []string
	short  []string
}

const (
	shortest   = 6  // digits of a beginning
	idLength   = 36 // of a Delta order
	hashLength = 66
	hexDigits  = "0123456789abcdef"
)

// order reads what names an order: also the number under which it was listed last, where lists have
// numbers.
func (r reader) order(n *named, text string) (why string) {
	number, err := strconv.Atoi(text)
	if err == nil && len(text) < shortest {
		if number < 1 || number > len(r.s.Listed) {
			return text + " is no number of the list that was told last"
		}
		text = r.s.Listed[number-1]
	}
	text = strings.ToLower(text)
	h, whole := hash(text)
	switch {
	case whole:
		n.orders = append(n.orders, h)
	case deltaID(text):
		n.delta = append(n.delta, text)
	case isBeginning(text):
		n.short = append(n.short, text)
	default:
		return text + " is no order: 0x and 64 digits, the id of a Delta order, or at least the " +
			"first 6 digits of either"
	}
	return ""
}

// isBeginning tells whether a text can be the beginning of a hash or of an id.
func isBeginning(text string) bool {
	digits, isHash := strings.CutPrefix(text, "0x")
	most := hashLength - 2
	if !isHash {
		digits, most = strings.ReplaceAll(text, "-", ""), idLength-4
	}
	return len(digits) >= shortest && len(digits) < most && strings.Trim(digits, hexDigits) == ""
}

// begins is the one of some texts that has a beginning; what is what they are called.
func begins(short, what string, all []string) (text string, err error) {
	var fit []string
	for _, t := range all {
		if strings.HasPrefix(t, short) && !slices.Contains(fit, t) {
			fit = append(fit, t)
		}
	}
	switch len(fit) {
	case 0:
		return "", Unclear(what + " begins with " + short + ": name it whole")
	case 1:
		return fit[0], nil
	}
	return "", Unclear(fmt.Sprintf("%s begins several, name more of it: %s", short,
		strings.Join(fit, " ")))
}

// Unclear says that the beginning of a hash means nothing, or several things.
type Unclear string

func (u Unclear) Error() string { return string(u) }

// Short tells whether a sentence names orders by beginnings, which Whole looks up.
func Short(s Sentence) bool {
	switch x := s.(type) {
	case Fill:
		return x.Short != ""
	case Cancel:
		return len(x.Short) > 0
	case Invalidate:
		return x.Short != ""
	}
	return false
}

// Whole returns what makes a sentence one that names orders whole, among those that an account sees
// on the network in front. It is called on the loop; what it returns runs off it.
func Whole(s *views.Session, sentence Sentence) func(context.Context) (Sentence, error) {
	exchange, account := s.Exchange, s.Account.Address
	return func(ctx context.Context) (Sentence, error) {
		switch x := sentence.(type) {
		case Fill:
			offered, err := offers(ctx, exchange, account)
			if err != nil {
				return nil, err
			}
			text, err := begins(x.Short, nothingOpen, offered)
			x.Order, x.Short = common.HexToHash(text), ""
			return x, err
		case Cancel:
			return wholeCancel(ctx, x, exchange, account)
		case Invalidate:
			signed, err := api.AllDelta(ctx, exchange, api.DeltaQuery{User: account}, nil)
			if err != nil {
				return nil, err
			}
			return wholeInvalidate(x, signed)
		}
		return sentence, nil
	}
}

// wholeInvalidate names an order by its id; a final one's nonce may be free as well.
func wholeInvalidate(x Invalidate, signed []api.DeltaRecord) (Sentence, error) {
	ids := make(map[string]string) // by what may name them
	for _, o := range signed {
		ids[o.ID] = o.ID
		if !o.Hidden {
			hash := o.OrderHash.Hex()
			ids[hash], ids[strings.TrimPrefix(hash, "0x")] = o.ID, o.ID
		}
	}
	what := "none of your Delta orders"
	if strings.HasPrefix(x.Short, "0x") {
		what = "cancel ends an order of the book; " + what
	}
	name, err := begins(x.Short, what, slices.Collect(maps.Keys(ids)))
	return Invalidate{ID: ids[name]}, err
}

const nothingOpen = "nothing that is open"

func wholeCancel(ctx context.Context, x Cancel, exchange api.Exchange, account common.Address) (
	Sentence, error) {
	open, err := mine(ctx, exchange, account)
	if err != nil {
		return nil, err
	}
	n := named{orders: slices.Clone(x.Orders), delta: slices.Clone(x.Delta)}
	for _, short := range x.Short {
		text, err := begins(short, nothingOpen, open)
		if err != nil {
			return nil, err
		}
		if h, ok := hash(text); ok {
			n.orders = append(n.orders, h)
		} else {
			n.delta = append(n.delta, text)
		}
	}
	if len(n.orders) > 0 && len(n.delta) > 0 {
		return nil, Unclear(cancelledApart)
	}
	return Cancel{Orders: n.orders, Delta: n.delta}, nil
}

// mine are the hashes and ids of the open orders of an account.
func mine(ctx context.Context, exchange api.Exchange, account common.Address) (all []string,
	err error) {
	for _, nft := range []bool{false, true} {
		list, err := views.OpenOrders(ctx, exchange, account, nft)
		if err != nil {
			return nil, err
		}
		for _, o := range list {
			all = append(all, o.Hash.Hex())
		}
	}
	list, err := views.OpenDelta(ctx, exchange, account)
	for _, o := range list {
		all = append(all, o.ID)
	}
	return all, err
}

// offers are the hashes of the orders that an account can take: of every book, and to it alone.
func offers(ctx context.Context, exchange api.Exchange, account common.Address) (all []string,
	err error) {
	of := func(o *api.OrderRecord) bool { return o.State.Open() && o.Maker != account }
	add := func(list []api.OrderRecord) error {
		for _, o := range list {
			if of(&o) {
				all = append(all, o.Hash.Hex())
			}
		}
		return nil
	}
	for _, nft := range []bool{false, true} {
		list, err := api.AllOrders(ctx, exchange, api.OrderQuery{NFT: nft, Type: api.P2P,
			Taker: &account, OrderBy: api.ByCreatedAt}, of)
		if err != nil {
			return nil, err
		}
		_ = add(list)
	}
	if _, err := exchange.OrderBook(ctx, api.BookQuery{NFT: true, Whole: add}); err != nil {
		return nil, err
	}
	markets, err := exchange.Markets(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range markets {
		book, err := exchange.Book(ctx, api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, 0)
		if err != nil {
			return nil, err
		}
		for _, o := range append(slices.Clone(book.Asks), book.Bids...) {
			all = append(all, o.Hash.Hex())
		}
	}
	return all, nil
}
