package order

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
)

// service is what this screen needs of api.Service.
type service interface {
	UserToken(ctx context.Context, chainID uint64, account, token common.Address) (api.UserToken, error)
	FillableBalance(ctx context.Context, chainID uint64, maker common.Address, token *common.Address) (map[common.Address]api.Amount, error)
	Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book, error)
	CreateOrder(ctx context.Context, r api.OrderRequest) (record api.OrderRecord, created bool, err error)
	Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event
}

// funds are what the account has of the token it pays with.
type funds struct {
	account common.Address
	token   common.Address
	balance api.Amount
	allowed api.Amount // of the order contract
	claimed api.Amount // by open orders
	native  api.Amount // for gas
	known   bool
}

// free is what open orders leave.
func (f funds) free() api.Amount { return f.balance.Sub(f.claimed) }

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

func (o *Screen) service() service { return o.s.Service }

// listen turns the service's events into what to read again.
func (o *Screen) listen() ui.Cmd {
	service, chain := o.service(), o.s.Network.ChainID
	return ui.Stream(func(ctx context.Context, send func(ui.Posted)) {
		for e := range service.Subscribe(ctx, api.TopicBook, api.TopicOrder, api.TopicFill, api.TopicBlock) {
			if e.ChainID != chain {
				continue
			}
			if e.Topic == api.TopicBook {
				send(ui.Posted{Topic: "book", Msg: changed{book: true}})
				continue
			}
			send(ui.Posted{Topic: "funds", Msg: changed{}})
		}
	})
}

func (o *Screen) newFeeds() {
	o.bookFeed = &views.Feed{Pause: 100 * time.Millisecond, Ask: func(epoch uint64) ui.Cmd {
		service, chain, pair := o.service(), o.s.Network.ChainID, o.s.Pair()
		return ui.Call(o.s.Context, readTime, func(ctx context.Context) ui.Msg {
			book, err := service.Book(ctx, chain, pair, bookDepth)
			return gotBook{epoch, pair, book, err}
		})
	}}
	o.fundsFeed = &views.Feed{Pause: 300 * time.Millisecond, Ask: func(epoch uint64) ui.Cmd {
		service, chain := o.service(), o.s.Network.ChainID
		f := funds{account: o.s.Account.Address, token: o.payToken().Address}
		spender := o.s.Network.Contracts.AugustusRFQ
		return ui.Call(o.s.Context, readTime, func(ctx context.Context) ui.Msg {
			f, err := readFunds(ctx, service, chain, spender, f)
			return gotFunds{epoch, f, err}
		})
	}}
}

// readFunds runs off the loop.
func readFunds(ctx context.Context, s service, chain uint64, spender common.Address, f funds) (funds, error) {
	held, err := s.UserToken(ctx, chain, f.account, f.token)
	if err != nil {
		return f, err
	}
	claimed, err := s.FillableBalance(ctx, chain, f.account, &f.token)
	if err != nil {
		return f, err
	}
	native, err := s.UserToken(ctx, chain, f.account, api.NativeToken)
	f.balance, f.allowed, f.claimed, f.native, f.known = held.Balance, held.Allowances[spender], claimed[f.token], native.Balance, err == nil
	return f, err
}

// wantFunds and wantBook read again, once there is a pair.
func (o *Screen) wantFunds() ui.Cmd {
	if o.noPair() {
		return nil
	}
	return o.fundsFeed.Want(o.s.Env.Now())
}

func (o *Screen) wantBook() ui.Cmd {
	if o.noPair() {
		return nil
	}
	return o.bookFeed.Want(o.s.Env.Now())
}

// heard takes what the service and the clock say; used tells whether the message was one of theirs.
func (o *Screen) heard(m ui.Msg) (cmd ui.Cmd, used bool) {
	for _, f := range []*views.Feed{o.bookFeed, o.fundsFeed} {
		if cmd, ok := f.Due(m, o.s.Env.Now()); ok {
			return cmd, true
		}
	}
	switch m := m.(type) {
	case changed:
		if m.book {
			return o.wantBook(), true
		}
		return o.wantFunds(), true
	case sign.Mined, ui.Refresh:
		return ui.Batch(o.wantBook(), o.wantFunds()), true
	case beat:
		return ui.Batch(o.wantBook(), o.wantFunds(), ui.After(beatTime, beat{})), true
	case gotFunds:
		return o.onFunds(m), true
	case gotBook:
		return o.onBook(m), true
	}
	return nil, false
}

func (o *Screen) onFunds(m gotFunds) ui.Cmd {
	fresh, again := o.fundsFeed.Done(m.epoch, o.s.Env.Now())
	if !fresh {
		return again
	}
	o.fundsErr = ""
	if m.err != nil {
		o.fundsErr = api.AsError(m.err).Details
	} else {
		o.funds = m.funds
	}
	o.recheck()
	return again
}

func (o *Screen) onBook(m gotBook) ui.Cmd {
	fresh, again := o.bookFeed.Done(m.epoch, o.s.Env.Now())
	if !fresh {
		return again
	}
	o.bookState.Loading, o.bookState.Err, o.bookState.Retry = false, "", beatTime
	if m.err != nil {
		o.bookState.Err = api.AsError(m.err).Details
	} else {
		o.book, o.bookAt = m.book, o.s.Env.Now()
		mine := func(b api.BookOrder) bool { return b.Maker == o.s.Account.Address }
		shape := o.market().shape
		o.asks = shape.GroupBook(m.book.Asks, true, 1, mine)
		o.bids = shape.GroupBook(m.book.Bids, false, 1, mine)
	}
	o.recheck()
	return again
}
