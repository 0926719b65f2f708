package order

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/sign"
)

// funds are what the account has of the token it pays with.
type funds struct {
	account common.Address
	token   common.Address
	balance api.Amount
	allowed api.Amount // of the order contract
	claimed api.Amount // by open orders
	permits *api.Permits
	native  api.Amount // for gas
	known   bool
}

// free is what open orders leave.
func (f funds) free() api.Amount { return f.balance.Sub(f.claimed) }

// needed is the allowance with which an order that pays so much and the open ones can be filled.
func (f funds) needed(pay api.Amount) api.Amount { return pay.Add(f.claimed) }

// covers tells whether what is known of balance and allowance, or a permit that an order carries,
// lets the order be filled. A record that was just made does not tell: the service looks at the
// funds at the next block.
func (f funds) covers(pay api.Amount, permit []byte) bool {
	return f.known && !f.balance.Less(pay) && (!f.allowed.Less(pay) || len(permit) > 0)
}

const (
	readTime  = 5 * time.Second
	beatTime  = 5 * time.Second
	bookDepth = 400
)

type (
	// changed says that the book, or what the account has, is to be read again.
	changed struct{ book bool }
	beat    struct{}
	// gotFunds and gotBook are what was read.
	gotFunds struct {
		epoch uint64
		funds funds
		err   error
	}
	gotBook struct {
		epoch uint64
		pair  api.Pair
		book  api.Book
		err   error
	}
)

// facts are what the form is checked against: what the account has of the token it pays with, and
// the book of the pair.
type facts struct {
	s       *views.Session
	pays    func() api.Token
	changed func() // something else is known

	pair      api.Pair // what the facts are about
	funds     funds
	fundsErr  string
	book      api.Book
	bookAt    time.Time
	asks      []book.Level
	bids      []book.Level
	bookState ui.State

	bookFeed, fundsFeed *views.Poller
}

// turn forgets what was known of another pair.
func (f *facts) turn() {
	f.pair = f.s.Pair()
	f.book, f.asks, f.bids = api.Book{}, nil, nil
	f.bookState = ui.State{What: "the book", Loading: true,
		Empty: "No orders yet: this one would be the first."}
	f.bookFeed.Drop()
	f.forgetFunds()
}

// forgetFunds drops what was known of another account or token.
func (f *facts) forgetFunds() {
	f.funds = funds{}
	f.fundsFeed.Drop()
}

// listen turns the service's events into what to read again.
func (f *facts) listen() {
	f.s.Events(func(e api.Event, send func(string, tea.Msg)) {
		if e.Topic == api.TopicBook {
			send("book", changed{book: true})
			return
		}
		send("funds", changed{})
	}, api.TopicBook, api.TopicOrder, api.TopicFill, api.TopicBlock)
}

func (f *facts) newFeeds() {
	f.bookFeed = &views.Poller{Pause: 100 * time.Millisecond, Ask: func(epoch uint64) tea.Cmd {
		exchange, pair := f.s.Exchange, f.s.Pair()
		return ui.Call(f.s.Context, readTime, func(ctx context.Context) tea.Msg {
			book, err := exchange.Book(ctx, pair, bookDepth)
			return gotBook{epoch, pair, book, err}
		})
	}}
	f.fundsFeed = &views.Poller{Pause: 300 * time.Millisecond, Ask: func(epoch uint64) tea.Cmd {
		exchange := f.s.Exchange
		have := funds{account: f.s.Account.Address, token: f.pays().Address}
		spender := f.s.Network.Contracts.AugustusRFQ
		return ui.Call(f.s.Context, readTime, func(ctx context.Context) tea.Msg {
			have, err := readFunds(ctx, exchange, spender, have)
			return gotFunds{epoch, have, err}
		})
	}}
}

// readFunds runs off the loop.
func readFunds(ctx context.Context, exchange api.Exchange, spender common.Address,
	f funds) (funds, error) {
	held, err := exchange.UserToken(ctx, f.account, f.token)
	if err != nil {
		return f, err
	}
	claimed, err := views.Claimed(ctx, exchange, f.account, f.token)
	if err != nil {
		return f, err
	}
	native, err := exchange.UserToken(ctx, f.account, api.NativeToken)
	f.balance, f.allowed, f.permits = held.Balance, held.Allowances[spender], held.Permits
	f.claimed, f.native, f.known = claimed, native.Balance, err == nil
	return f, err
}

// wantFunds and wantBook read again, once there is a pair.
func (f *facts) wantFunds() tea.Cmd {
	if f.s.Pair() == (api.Pair{}) {
		return nil
	}
	return f.fundsFeed.Want(f.s.Env)
}

func (f *facts) wantBook() tea.Cmd {
	if f.s.Pair() == (api.Pair{}) {
		return nil
	}
	return f.bookFeed.Want(f.s.Env)
}

// heard takes what the service and the clock say; used tells whether the message was one of theirs.
func (f *facts) heard(m tea.Msg) (cmd tea.Cmd, used bool) {
	for _, p := range []*views.Poller{f.bookFeed, f.fundsFeed} {
		if cmd, ok := p.Due(m, f.s.Env); ok {
			return cmd, true
		}
	}
	switch m := m.(type) {
	case changed:
		if m.book {
			return f.wantBook(), true
		}
		return f.wantFunds(), true
	case sign.Mined, ui.Refresh:
		return tea.Batch(f.wantBook(), f.wantFunds()), true
	case beat:
		return tea.Batch(f.wantBook(), f.wantFunds(), f.s.After(beatTime, beat{})), true
	case gotFunds:
		return f.onFunds(m), true
	case gotBook:
		return f.onBook(m), true
	}
	return nil, false
}

func (f *facts) onFunds(m gotFunds) tea.Cmd {
	fresh, again := f.fundsFeed.Done(m.epoch, f.s.Env)
	if !fresh {
		return again
	}
	f.fundsErr = ""
	if m.err != nil {
		f.fundsErr = api.AsError(m.err).Details
	} else {
		f.funds = m.funds
	}
	f.changed()
	return again
}

func (f *facts) onBook(m gotBook) tea.Cmd {
	fresh, again := f.bookFeed.Done(m.epoch, f.s.Env)
	if !fresh {
		return again
	}
	f.bookState.Loading, f.bookState.Err, f.bookState.Retry = false, "", beatTime
	if m.err != nil {
		f.bookState.Err = api.AsError(m.err).Details
	} else {
		m.book, _, _ = f.s.WorthTaking(m.book)
		f.book, f.bookAt = m.book, f.s.Env.Now()
		mine := func(b api.BookOrder) bool { return b.Maker == f.s.Account.Address }
		shape := f.s.PairFormat(f.s.Market)
		f.asks = book.Group(shape, m.book.Asks, true, 1, mine)
		f.bids = book.Group(shape, m.book.Bids, false, 1, mine)
	}
	f.changed()
	return again
}
