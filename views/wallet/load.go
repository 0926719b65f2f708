package wallet

import (
	"context"
	"maps"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// holdings is all that is known of one account.
type holdings struct {
	account common.Address
	tokens  []api.UserToken
	nfts    []api.UserNFT
	unheld  []api.UserNFT // of collections of which nothing is held: whether they are approved
	// what open orders may take of NFTs
	nftClaims   map[api.Asset]api.Amount
	collections map[common.Address]api.Token  // that are listed
	claimed     map[common.Address]api.Amount // by open orders
	orders      map[common.Address]int        // open orders that sell a token
	delta       []api.DeltaRecord             // that are open
}

type (
	// changed says that something on the network may have changed the account.
	changed struct{}
	loaded  struct {
		epoch    uint64
		holdings holdings
		err      error
	}
)

const (
	loadTime  = 10 * time.Second
	loadPause = 3 * time.Second // between two questions, however much happens
)

// funds are what the chosen account holds and has promised, which the panes share.
type funds struct {
	s        *views.Session
	feed     views.Poller
	holdings holdings // as last loaded
}

func newFunds(s *views.Session) *funds {
	f := &funds{s: s}
	f.feed = views.Poller{Pause: loadPause, Ask: f.ask}
	return f
}

// known tells whether they are those of the chosen account.
func (f *funds) known() bool { return f.holdings.account == f.s.Account.Address }

// listen tells the screen about blocks, orders and fills as they come.
func (f *funds) listen() {
	f.s.Events(func(_ api.Event, send func(string, tea.Msg)) { send("wallet", changed{}) },
		api.TopicBlock, api.TopicOrder, api.TopicFill)
}

// ask asks for everything about the chosen account.
func (f *funds) ask(epoch uint64) tea.Cmd {
	exchange, account := f.s.Exchange, f.s.Account.Address
	collections := map[common.Address]api.Token{}
	for _, t := range f.s.Tokens() {
		if t.Kind != api.ERC20 {
			collections[t.Address] = t
		}
	}
	added := slices.Clone(f.s.AddedTokens())
	return ui.Call(f.s.Context, loadTime, func(ctx context.Context) tea.Msg {
		h, err := read(ctx, exchange, account, added, collections)
		h.collections = collections
		return loaded{epoch, h, err}
	})
}

// read gathers holdings. It runs off the loop.
func read(ctx context.Context, exchange api.Exchange, account common.Address,
	added []api.Token, collections map[common.Address]api.Token) (h holdings, err error) {
	h = holdings{account: account, orders: map[common.Address]int{},
		nftClaims: map[api.Asset]api.Amount{}}
	if h.tokens, err = exchange.UserTokens(ctx, account); err != nil {
		return h, err
	}
	slices.SortStableFunc(h.tokens, func(a, b api.UserToken) int {
		return views.KnownFirst(a.Token, b.Token)
	})
	for _, token := range added {
		if i := slices.IndexFunc(h.tokens, func(t api.UserToken) bool {
			return t.Address == token.Address
		}); i >= 0 { // it was traded
			h.tokens[i].Token = token
			continue
		}
		t, err := exchange.UserToken(ctx, account, token.Address)
		if err != nil {
			return h, err
		}
		t.Token = token // as it was when it was added
		h.tokens = append(h.tokens, t)
	}
	if h.nfts, err = exchange.UserNFTs(ctx, account); err != nil {
		return h, err
	}
	if err := h.readUnheld(ctx, exchange, collections); err != nil {
		return h, err
	}
	if h.claimed, err = exchange.FillableBalance(ctx, account, nil); err != nil {
		return h, err
	}
	if h.claimed = maps.Clone(h.claimed); h.claimed == nil {
		h.claimed = map[common.Address]api.Amount{}
	}
	if err := h.readOrders(ctx, exchange); err != nil {
		return h, err
	}
	h.delta, err = views.OpenDelta(ctx, exchange, account)
	return h, err
}

// readUnheld looks whether collections are approved of which the account holds nothing: what it
// gets of them could be moved at once.
func (h *holdings) readUnheld(ctx context.Context, exchange api.Exchange,
	collections map[common.Address]api.Token) error {
	for address, t := range collections {
		if slices.ContainsFunc(h.nfts, func(n api.UserNFT) bool { return n.Address == address }) {
			continue
		}
		// nobody has a token of the last id, so that the answer is about the collection alone
		n, err := exchange.UserNFT(ctx, h.account,
			api.Asset{Kind: t.Kind, Address: address, ID: api.MaxAmount})
		if err != nil {
			return err
		}
		n.Balance = api.Amount{}
		h.unheld = append(h.unheld, n)
	}
	slices.SortFunc(h.unheld, func(a, b api.UserNFT) int { return a.Address.Cmp(b.Address) })
	return nil
}

// readOrders counts what the account's open orders sell.
func (h *holdings) readOrders(ctx context.Context, exchange api.Exchange) error {
	for _, nft := range []bool{false, true} {
		open, err := views.OpenOrders(ctx, exchange, h.account, nft)
		if err != nil {
			return err
		}
		for _, o := range open {
			if o.MakerAsset.Kind != api.ERC20 {
				h.nftClaims[o.MakerAsset] = h.nftClaims[o.MakerAsset].Add(o.FillableBalance)
				continue
			}
			token := o.MakerAsset.Address
			h.orders[token]++
			if nft { // a bid for NFTs, which the service's sum leaves out
				h.claimed[token] = h.claimed[token].Add(o.FillableBalance)
			}
		}
	}
	return nil
}
