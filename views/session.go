package views

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// The screens, in the order of their tabs.
const (
	Markets  ui.ScreenID = "markets"
	Order    ui.ScreenID = "order"
	Orders   ui.ScreenID = "orders"
	Swap     ui.ScreenID = "swap"
	Delta    ui.ScreenID = "delta"
	NFT      ui.ScreenID = "nft"
	Wallet   ui.ScreenID = "wallet"
	Activity ui.ScreenID = "activity"

	Positions ui.ScreenID = "positions"
)

// Session is what one console shares among its screens. It is changed in Update only; commands,
// which run elsewhere, capture the values they need before they start.
type Session struct {
	Context context.Context // ends with the console
	*ui.Env
	Service api.Service
	Wallet  *wallet.Wallet
	Network api.Network
	// Exchange is that of the network
	Exchange api.Exchange
	// Networks are all that the service has, in their order
	Networks    []api.Network
	AllNetworks bool           // lists show what is on all of them
	Account     wallet.Account // the chosen one
	Market      api.Market     // the chosen pair
	Prices      Prices         // the newest known prices in USD
	GasPrice    api.Amount     // of the network, in wei; zero is not known
	// Doubts are the contracts of the network that are not proven, and why.
	Doubts map[common.Address]string
	// NFTsToldBy is who alone says that an account holds no more NFTs than are listed.
	NFTsToldBy string

	Past    Past      // what the gains of accounts were made of
	Random  io.Reader // for nonces; nil is crypto/rand
	Journal Journal   // what was sent from here; nil is not known
	// UnderWay are the transactions that wait for their blocks
	UnderWay UnderWay
	// Secrets are those by which held Delta orders are read
	Secrets Secrets
	// Tray is what agents have prepared for a person to carry out
	Tray Tray
	// Listed are the orders of the list that was told last, where lists have numbers
	Listed []string
	// Read is what had to be read when something was signed last
	Read []string
	// Resting is how long an order rests before it is signed, where nothing else was chosen: Rests
	Resting time.Duration
	// AlertPrices are the prices at which something rings, by pair, for the charts
	AlertPrices map[api.Pair][]api.Price
	// Names are those of name services, read by the person's own nodes
	Names       *Names
	Preferences *Preferences // what screens keep from one session to the next; nil keeps nothing

	shapes  map[api.Pair]format.Pair
	markets map[string]api.Market // by their two tokens
	tokens  []api.Token
	byAddr  map[common.Address]api.Token
	added   addedTokens
	book    addressBook

	elsewhere map[uint64]*Session // see On
	flow      *Flow               // see Flow
}

// Events hands the events of the session's network to tell, which sends what the asker makes of
// them; of one name only the newest is delivered.
func (s *Session) Events(tell func(e api.Event, send func(name string, m tea.Msg)),
	topics ...api.Topic) {
	service, chain := s.Service, s.Network.ChainID
	s.Listen(func(ctx context.Context, send func(string, tea.Msg)) {
		for e := range service.Subscribe(ctx, topics...) {
			if e.ChainID == chain {
				tell(e, send)
			}
		}
	})
}

// Prices are USD per whole token, with 18 decimals in the quote.
type Prices map[common.Address]api.Price

// WrapCoin gives the wrapped coin the price of the coin, one for one as its contract does: a
// service that tells two has one of them wrong.
func (p Prices) WrapCoin(wrapped common.Address) {
	if coin := p[api.NativeToken]; coin.Known() {
		p[wrapped] = coin
	}
}

// Messages between screens and from the program.
type (
	// AccountChanged says that Session.Account is another account, or its lock changed.
	AccountChanged struct{}
	// MarketChanged says that Session.Market is another pair.
	MarketChanged struct{}
	// AskAlert asks for a price at which to ring on the chosen pair; Price is what is proposed.
	AskAlert struct{ Price string }
	// PricesChanged says that Session.Prices has newer prices.
	PricesChanged struct{}
	// BlockSeen says that the console has taken in a new block: Session.Env.Header names it.
	BlockSeen struct{ Block uint64 }
	// NewOrder opens the order form with what was chosen elsewhere. A zero price or amount stays as
	// it is; an amount is never filled in silently.
	NewOrder struct {
		Pair  api.Pair
		Side  api.Side
		Price api.Price
		Size  api.Amount       // base units that were typed elsewhere
		From  *api.OrderRecord // to start a new order from this one
		P2P   bool             // for one taker, who is asked for
		Life  time.Duration    // until it ends; 0 is the usual, below 0 never
	}
	// NewSale fills the form of a swap or a Delta order with what was typed elsewhere.
	NewSale struct {
		Src, Dest api.Token
		Amount    string
		Buy       bool          // Amount is of Dest, bought exactly
		Slices    uint32        // of a Delta order in slices, Every so often; 0 is none
		Every     time.Duration // one of those that the form offers
		Slippage  *int          // in basis points; nil is the usual
		// Bound is the least in all or, of a purchase, the most, by Delta; nil is none
		Bound   *api.Amount
		Trigger *TypedTrigger // of a Delta order that waits for a price
	}
	// TypedTrigger is when an order is sold, and for how little, by prices of one piece as they
	// were typed.
	TypedTrigger struct {
		Profit, Trail bool
		At, Least     string // At is the distance of a trail, with a % where it is one
		OrAt, OrLeast string // of a take profit that excludes the stop
		// Life is how long it waits, one of DeltaLives; 0 is the usual
		Life time.Duration
	}
	// NewNFTOrder opens the NFT form to give an asset, for another where one is named; amounts are
	// as they were typed.
	NewNFTOrder struct {
		Give, Get             api.Asset
		GiveAmount, GetAmount string
	}
	// SendAsset opens the dialog that sends an asset of the account's; what is empty is asked for.
	SendAsset struct {
		Asset  api.Asset
		Amount string // as it is typed
		To     string
	}
	// ContactsChanged says that the address book is another one.
	ContactsChanged struct{}
	// LotsChanged says that there are other lots of what was got elsewhere.
	LotsChanged struct{}
	// TypedLot enters a lot, imports a file of them, or else shows those that there are.
	TypedLot struct {
		Enter  *Lot
		Import string
	}
	// TakeOrder takes an order by its hash: all of it, or for what is paid as it was typed, of the
	// token that was named with it.
	TakeOrder struct {
		Hash  common.Hash
		Pay   string
		Token common.Address
	}
	// CancelAll asks to cancel all open orders of the network.
	CancelAll struct{}
	// InvalidateOrder asks to use up the nonce of a Delta order on chain.
	InvalidateOrder struct{ ID string }
	// ShowOrder selects an order on the orders screen.
	ShowOrder struct{ Hash common.Hash }
	// Placed says that the account has placed an order.
	Placed struct{ Hash common.Hash }
	// Signed says that an account's key has signed something, whatever became of it.
	Signed struct {
		Account wallet.Account
		Title   string // of what was signed
		Hash    common.Hash
		ChainID uint64
		Nonce   *uint64          // of a transaction
		Tx      *api.Transaction // which it is
		Act     describe.Act
	}
	// Told is something that Activity keeps for later sessions.
	Told struct {
		Component string // of the program: orders, swap, …
		Text      string
		Level     ui.Level // Bad where it did not go as it was meant, Warn where one has to act
	}
	// FindInBook puts the cursor of the book on an order of the chosen pair, once it is there.
	FindInBook struct{ Hash common.Hash }
	// SweepBook begins to take what a side of the chosen book offers up to a price, of which
	// Size base units are proposed.
	SweepBook struct {
		Bids  bool // whether bids are taken, by selling
		Size  api.Amount
		Worst api.Price
	}
)

// nonceBits is the size of the random nonces that clients sign: what every JSON reader holds
// exactly.
const nonceBits = 53

// Nonce draws a random nonce for an order.
func (s *Session) Nonce() (api.Amount, error) {
	source := s.Random
	if source == nil {
		source = rand.Reader
	}
	var b [8]byte
	if _, err := io.ReadFull(source, b[:]); err != nil {
		return api.Amount{}, fmt.Errorf("no randomness for a nonce: %w", err)
	}
	return api.NewAmount(binary.BigEndian.Uint64(b[:]) >> (64 - nonceBits)), nil
}

// SetTokens replaces the token list: the listed tokens and collections.
func (s *Session) SetTokens(list []api.Token) {
	list = setApart(list, nil, false)
	slices.SortStableFunc(list, KnownFirst)
	s.tokens = list
	s.byAddr = make(map[common.Address]api.Token, len(list))
	for _, t := range list {
		s.byAddr[t.Address] = t
	}
}

// SetMarkets tells which markets there are, and so how their pairs are quoted; Choose turns pairs
// as they have them. It returns them with their tokens called as the session calls them.
func (s *Session) SetMarkets(list []api.Market) []api.Market {
	list = slices.Clone(list)
	if s.markets == nil {
		s.markets = make(map[string]api.Market, len(list))
	}
	for i := range list {
		m := &list[i]
		m.Base, m.Quote = s.Called(m.Base), s.Called(m.Quote)
		s.markets[api.PairKey(m.Base.Address, m.Quote.Address)] = *m
	}
	return list
}

// Enter goes to a network. What was known of the tokens, pairs and prices of another one is
// forgotten.
func (s *Session) Enter(l Learned) {
	s.ToldBy = l.Network.ToldBy
	s.settle(l)
}

// settle makes a session one of a network.
func (s *Session) settle(l Learned) {
	s.Network, s.Exchange = l.Network, l.Exchange
	s.Prices, s.Market = Prices{}, api.Market{}
	s.shapes, s.markets, s.added = nil, nil, addedTokens{}
	s.SetTokens(l.Tokens)
	if markets := s.SetMarkets(l.Markets); len(markets) > 0 {
		s.Market = markets[0]
	}
}

// NetworkOf returns one of the session's networks; one that is not among them has only its id.
func (s *Session) NetworkOf(chainID uint64) api.Network {
	for _, n := range s.Networks {
		if n.ChainID == chainID {
			return n
		}
	}
	return api.Network{ChainID: chainID}
}

// IsBase tells whether of two assets it is the first whose price is told in the other: as the
// pair's market has it, and an NFT rather than a token. Of a pair without a market what is given
// counts as the base.
func (s *Session) IsBase(a, given api.Asset) bool {
	if a.Kind != api.ERC20 || given.Kind != api.ERC20 {
		return a.Kind != api.ERC20
	}
	if s.Pair() == (api.Pair{Base: a.Address, Quote: given.Address}) {
		return true
	}
	m, ok := s.markets[api.PairKey(a.Address, given.Address)]
	return ok && m.Base.Address == a.Address
}

// Tokens are the listed tokens, the native coin first.
func (s *Session) Tokens() []api.Token { return s.tokens }

// Token returns a listed token, else one that the user has added, else one made of its short
// address with no decimals; ok tells whether it is listed.
func (s *Session) Token(a common.Address) (token api.Token, ok bool) {
	if t, ok := s.byAddr[a]; ok {
		return t, true
	}
	for _, t := range s.AddedTokens() {
		if t.Address == a {
			return t, false
		}
	}
	return api.Token{ChainID: s.Network.ChainID, Address: a, Symbol: s.ShortAddress(a),
		Name: a.Hex()}, false
}

// FindToken returns a token, a listed one first, by symbol, in any letter case, or by address.
func (s *Session) FindToken(text string) (api.Token, bool) {
	text = strings.TrimSpace(text)
	for _, t := range s.tokens {
		if strings.EqualFold(t.Symbol, text) || strings.EqualFold(t.Address.Hex(), text) {
			return t, true
		}
	}
	for _, t := range s.AddedTokens() {
		if strings.EqualFold(t.Symbol, text) || strings.EqualFold(t.Address.Hex(), text) {
			return t, true
		}
	}
	return api.Token{}, false
}

// Pair is the chosen pair.
func (s *Session) Pair() api.Pair {
	return api.Pair{Base: s.Market.Base.Address, Quote: s.Market.Quote.Address}
}

// Choose makes two tokens the chosen pair, turned as their market has it, and tells every screen.
// Call it in Update. The pair says nothing of what is to be sold: that travels as NewSale.
func (s *Session) Choose(a, b api.Token) {
	m, ok := s.markets[api.PairKey(a.Address, b.Address)]
	switch {
	case ok:
	case s.Pair() == (api.Pair{Base: b.Address, Quote: a.Address}):
		m = s.Market
	default:
		m = api.Market{ChainID: s.Network.ChainID, Base: a, Quote: b}
	}
	s.Market = m
	s.Broadcast(MarketChanged{})
}

// TradeAs makes an account the session's, and tells every screen. Call it in Update.
func (s *Session) TradeAs(a wallet.Account) {
	if a.Address == s.Account.Address {
		return
	}
	s.Account = a
	s.Broadcast(AccountChanged{})
	s.Toast(ui.OK, "trading as "+a.Name)
}

// MaySign tells why the chosen account cannot act at present, "" when it can (perhaps after its
// password).
func (s *Session) MaySign() string {
	if reason := s.Env.Blocked(); reason != "" {
		return reason
	}
	if err := s.Account.CanSign(s.Network.ChainID); err != nil {
		return err.Error()
	}
	return ""
}

// ContractName returns what a contract of the network is called, "" for one that is not known.
func (s *Session) ContractName(a common.Address) string {
	return cells.Clean(s.Network.Contracts.Name(a))
}
