package ledger

import (
	"cmp"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// Sources are what tells how an account has traded. Fills, settlements and the journal say which
// transactions are trades; what those have moved is said by their receipts alone.
type Sources struct {
	Account common.Address
	Native  common.Address   // of wrapped coin, as which the coin counts
	FeesAt  []common.Address // contracts that keep what partners have earned
	Fills   []api.Fill
	Delta   []api.DeltaRecord
	Swaps   []views.Swapped
	Gas     []views.GasPaid
	Moved   map[common.Hash]api.Movements // by every transaction of the others
}

// settled is the status of a settlement that was carried out.
const settled = 1

// Hashes are the transactions whose movements Gather needs, each once.
func (s Sources) Hashes() (out []common.Hash) {
	for _, f := range s.Fills {
		out = append(out, f.TxHash)
	}
	for _, d := range s.Delta {
		for _, t := range d.Transactions {
			out = append(out, t.Hash)
		}
	}
	for _, w := range s.Swaps {
		out = append(out, w.Hash)
	}
	for _, g := range s.Gas {
		out = append(out, g.Hash)
	}
	slices.SortFunc(out, common.Hash.Cmp)
	return slices.Compact(out)
}

// Gather makes events of what was traded: those of a transaction stand together. missing counts
// transactions of which the chain knows nothing.
func Gather(s Sources) (out []Event, missing int) {
	claims := s.claims()
	swapped := map[common.Hash]*views.Swapped{}
	for i, w := range s.Swaps {
		swapped[w.Hash] = &s.Swaps[i]
	}
	for _, hash := range s.Hashes() {
		m := s.Moved[hash]
		if m.Block == nil {
			if len(claims[hash]) > 0 || swapped[hash] != nil {
				missing++
			}
			continue
		}
		t := transaction{m, s, swapped[hash], claims[hash]}
		var events []Event
		if why := s.denies(m); why != "" {
			out = append(out, Event{Kind: Refused, Why: why, Hash: hash, Block: *m.Block,
				Index: m.Index, ToldBy: m.ToldBy})
			continue
		}
		switch {
		case !m.Success:
		case m.Sender == s.Account && m.To != (common.Address{}) && slices.Contains(s.FeesAt, m.To):
			events = t.earned()
		case m.Sender == s.Account:
			events = t.sent()
		default:
			events = t.received()
		}
		if m.Sender == s.Account && !m.Fee.IsZero() {
			events = append(events, Event{Kind: Gas, Give: s.leg(api.NativeToken, m.Fee)})
		}
		for _, e := range events {
			e.Hash, e.Block, e.Index, e.ToldBy = hash, *m.Block, m.Index, m.ToldBy
			out = append(out, e)
		}
	}
	return out, missing
}

// leg counts the coin as what it is wrapped to.
func (s Sources) leg(token common.Address, n api.Amount) Leg {
	coin := token == api.NativeToken
	if coin {
		token = s.Native
	}
	return Leg{api.Asset{Address: token}, n, coin}
}

// claim is what a fill or a settlement says that a transaction was for the account.
type claim struct {
	kind      string
	give, get Leg
	order     uint // in the transaction
	buys      bool // for an exact amount: it gives the most at first, and what is left comes back
}

// settledLast puts a settlement behind the fills of its transaction, out of which it was made.
const settledLast = math.MaxUint32

// claims are those of every transaction, in the order of the chain.
func (s Sources) claims() map[common.Hash][]claim {
	out := map[common.Hash][]claim{}
	for _, f := range s.Fills {
		if f.Maker == f.Taker {
			continue // nothing has changed hands
		}
		c := claim{kind: "maker", give: Leg{Asset: f.MakerAsset, Amount: f.MakerAmount},
			get:   Leg{Asset: f.TakerAsset, Amount: f.TakerAmount},
			order: f.LogIndex}
		if f.Maker != s.Account {
			c.kind, c.give, c.get = "taker", c.get, c.give
		}
		out[f.TxHash] = append(out[f.TxHash], c)
	}
	for _, d := range s.Delta {
		away := d.Order.Beneficiary != common.Address{} && d.Order.Beneficiary != s.Account
		for i, t := range d.Transactions {
			if t.Status != settled {
				continue
			}
			c := claim{kind: "Delta", give: s.leg(d.Order.SrcToken, t.Spent),
				get:   s.leg(d.Order.DestToken, t.Received),
				order: settledLast + uint(i), buys: d.Order.Buy}
			if away { // somebody else has got it
				c.get = Leg{}
			}
			out[t.Hash] = append(out[t.Hash], c)
		}
	}
	for hash := range out {
		slices.SortStableFunc(out[hash],
			func(a, b claim) int { return cmp.Compare(a.order, b.order) })
	}
	return out
}

// transaction is one that has succeeded.
type transaction struct {
	api.Movements
	s      Sources
	swap   *views.Swapped // nil: the journal knows of none
	claims []claim
}

// received are the events of a transaction that somebody else has sent. The account can have paid
// for its own orders alone: what a stranger takes for it as a taker is a gift, whatever his tokens
// say that it has paid.
func (t transaction) received() []Event {
	var in, out sums
	for _, m := range t.Moves {
		if m.In {
			in.add(m.Asset(), m.Amount)
		} else {
			out.add(m.Asset(), m.Amount)
		}
	}
	var signed, given []claim
	for _, c := range t.claims {
		if c.kind == "taker" {
			c.kind, c.give = Gift, Leg{}
			given = append(given, c)
			continue
		}
		signed = append(signed, c)
	}
	returned(signed, &out, &in)
	events := claimed(signed, &out, &in)
	return append(events, claimed(given, &out, &in)...)
}

// returned takes off what purchases gave back: the most that they may spend goes out, and what they
// did not spend comes back. No more of an asset is taken off than went out beyond what all claims
// gave and came in beyond what they got, so that a present in the same transaction is no return.
func returned(claims []claim, out, in *sums) {
	var gave, got sums
	for _, c := range claims {
		gave.leg(c.give)
		got.leg(c.get)
	}
	for _, c := range claims {
		a := c.give.Asset
		more := out.of[a].amount.Sub(gave.of[a].amount)
		back := more.Min(in.of[a].amount.Sub(got.of[a].amount))
		if c.buys && !back.IsZero() {
			out.take(a, back)
			in.take(a, back)
		}
	}
}

// sent are the events of a transaction of the account itself: what it has less afterwards, and what
// more.
func (t transaction) sent() []Event {
	var net sums
	for _, m := range t.Moves {
		net.move(m.Asset(), m.Amount, m.In)
	}
	coin := api.Asset{Address: t.s.Native}
	wrapped := net.of[coin] // before the coin is counted
	switch w := t.swap; {
	case t.Coin != nil:
		net.move(coin, t.Coin.Amount, t.Coin.In)
	case w != nil && w.Src == api.NativeToken:
		net.move(coin, w.Spent, false)
	case w != nil && w.Dest == api.NativeToken && !w.Away:
		net.move(coin, w.Got, true)
	}
	out, in := net.split()
	var events []Event
	if len(out.assets) != 1 || len(in.assets) != 1 {
		events = claimed(t.claims, &out, &in)
	}
	rest := t.rest(&out, &in)
	for i := range rest {
		for _, l := range []*Leg{&rest[i].Give, &rest[i].Get} {
			l.Coin = l.Asset == coin && wrapped.amount.IsZero() && !l.Amount.IsZero()
		}
	}
	return append(events, rest...)
}

// earned are the events of a transaction of the account itself that has taken out what it earned as
// a partner.
func (t transaction) earned() (events []Event) {
	var net sums
	for _, m := range t.Moves {
		net.move(m.Asset(), m.Amount, m.In)
	}
	_, in := net.split()
	legs := in.legs()
	if t.Coin != nil && t.Coin.In && !t.Coin.Amount.IsZero() {
		legs = append(legs, t.s.leg(api.NativeToken, t.Coin.Amount))
	}
	for _, l := range legs {
		events = append(events, Event{Kind: Fees, Get: l})
	}
	return events
}

// rest are the events of what no claim explains.
func (t transaction) rest(out, in *sums) (events []Event) {
	kind := "swap"
	if t.swap == nil && len(t.claims) > 0 {
		kind = t.claims[0].kind
	} else if t.swap == nil && t.Filled {
		kind = "taker"
	}
	gives, gets := out.legs(), in.legs()
	switch {
	case len(gives) == 0 || len(gets) == 0 && t.swap == nil && !t.Filled:
		return nil // something was sent away, taken out or came by itself
	case t.swap != nil: // what was meant to be traded stands together
		first(gives, t.s.leg(t.swap.Src, api.Amount{}).Asset)
		first(gets, t.s.leg(t.swap.Dest, api.Amount{}).Asset)
	}
	for i := range max(len(gives), len(gets)) {
		e := Event{Kind: kind}
		if i < len(gives) {
			e.Give = gives[i]
		}
		if i < len(gets) {
			e.Get = gets[i]
		}
		events = append(events, e)
	}
	return events
}

// first puts the leg of an asset in front.
func first(legs []Leg, a api.Asset) {
	slices.SortStableFunc(legs, func(x, y Leg) int {
		return cmp.Compare(other(x.Asset, a), other(y.Asset, a))
	})
}

func other(x, a api.Asset) int {
	if x == a {
		return 0
	}
	return 1
}

// claimed makes events of claims as far as what went and came bears them out, and takes that off:
// one event for all claims of a kind on the same two assets. Where the sums differ from what was
// claimed, as with a token that taxes its transfers, each claim has its share.
func claimed(claims []claim, out, in *sums) (events []Event) {
	var gave, got sums
	for _, c := range claims {
		gave.leg(c.give)
		got.leg(c.get)
	}
	wentOut, cameIn := out.clone(), in.clone()
	for _, c := range claims {
		e := Event{Kind: c.kind, Give: share(c.give, &gave, &wentOut),
			Get: share(c.get, &got, &cameIn)}
		out.take(e.Give.Asset, e.Give.Amount)
		in.take(e.Get.Asset, e.Get.Amount)
		switch {
		case e.Give.Amount.IsZero() && e.Get.Amount.IsZero():
			continue
		case e.Give.Amount.IsZero():
			e.Kind = Gift
		}
		i := slices.IndexFunc(events, func(o Event) bool {
			return o.Kind == e.Kind && o.Give.Asset == e.Give.Asset && o.Get.Asset == e.Get.Asset
		})
		if i < 0 {
			events = append(events, e)
			continue
		}
		events[i].Give.Amount = events[i].Give.Amount.Add(e.Give.Amount)
		events[i].Get.Amount = events[i].Get.Amount.Add(e.Get.Amount)
	}
	return events
}

// share is a leg's part of what has moved in all. No log tells of coin that came.
func share(l Leg, claimed, moved *sums) Leg {
	if l.Coin || l.Amount.IsZero() {
		return l
	}
	l.Amount = l.Amount.MulDiv(moved.of[l.Asset].amount, claimed.of[l.Asset].amount)
	if l.Amount.IsZero() {
		return Leg{}
	}
	return l
}

// sums are amounts of assets, in the order in which they came up.
type sums struct {
	assets []api.Asset
	of     map[api.Asset]sum
}

// sum is an amount; in says of a net one that more came than went.
type sum struct {
	amount api.Amount
	in     bool
}

func (s *sums) put(a api.Asset, n sum) {
	if s.of == nil {
		s.of = map[api.Asset]sum{}
	}
	if _, ok := s.of[a]; !ok {
		s.assets = append(s.assets, a)
	}
	s.of[a] = n
}

func (s *sums) add(a api.Asset, n api.Amount) {
	if !n.IsZero() {
		s.put(a, sum{amount: s.of[a].amount.Add(n)})
	}
}

// leg adds a leg that logs tell of.
func (s *sums) leg(l Leg) {
	if !l.Coin {
		s.add(l.Asset, l.Amount)
	}
}

// move adds what came and takes off what went.
func (s *sums) move(a api.Asset, n api.Amount, in bool) {
	switch was := s.of[a]; {
	case n.IsZero():
	case was.in == in || was.amount.IsZero():
		s.put(a, sum{was.amount.Add(n), in})
	case was.amount.Less(n):
		s.put(a, sum{n.Sub(was.amount), in})
	default:
		s.put(a, sum{was.amount.Sub(n), was.in})
	}
}

func (s *sums) take(a api.Asset, n api.Amount) {
	if was, ok := s.of[a]; ok {
		s.put(a, sum{amount: was.amount.Sub(n.Min(was.amount))})
	}
}

func (s *sums) clone() (out sums) {
	for _, a := range s.assets {
		out.put(a, s.of[a])
	}
	return out
}

// split parts net sums into what went and what came.
func (s *sums) split() (out, in sums) {
	for _, a := range s.assets {
		if n := s.of[a]; n.in {
			in.add(a, n.amount)
		} else {
			out.add(a, n.amount)
		}
	}
	return out, in
}

// legs are those sums that are not zero.
func (s *sums) legs() (out []Leg) {
	for _, a := range s.assets {
		if n := s.of[a].amount; !n.IsZero() {
			out = append(out, Leg{Asset: a, Amount: n})
		}
	}
	return out
}
