package grammar

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

// Sentence is what was read: one of the types of this file.
type Sentence interface {
	// Title says what it does, with each number as it was typed.
	Title() string
}

// Limit is an order that rests in the book until somebody takes it.
type Limit struct {
	Side        api.Side
	Base, Quote api.Token
	Size        api.Amount    // base units
	Price       api.Price     // quote per base; not known where none is said
	Life        time.Duration // until it expires; 0 is a day, Endless is never
	Amount, At  string        // size and price as they were typed
}

// Endless is the life of an order that never expires.
const Endless = time.Duration(-1)

// Title implements Sentence.
func (l Limit) Title() string {
	text := map[api.Side]string{api.Buy: "Buy ", api.Sell: "Sell "}[l.Side] + l.Amount + " " +
		views.Symbol(l.Base)
	if l.At != "" {
		text += " @ " + l.At + " " + views.Symbol(l.Quote)
	}
	return text + " on " + views.Symbol(l.Base) + "/" + views.Symbol(l.Quote)
}

// Sale sells exactly an amount of one token for another: at once along a route, or by a Delta order
// that agents compete to settle.
type Sale struct {
	Delta     bool
	Src, Dest api.Token
	Value     api.Amount  // of Src, in raw units; of Dest where that is bought exactly
	Slippage  *int        // basis points from the quote; nil is the usual
	Least     *api.Amount // of Dest in raw units; nil is what the slippage leaves
	Amount    string      // as it was typed

	// of Delta orders
	Buy    bool        // Value is bought exactly
	Most   *api.Amount // of Src, that a purchase spends at most; nil is what the slippage leaves
	Slices uint32      // in which it trades, Every so often; 0 is all at once
	Every  time.Duration
}

// Title implements Sentence.
func (s Sale) Title() string {
	what := "Swap "
	if s.Delta {
		what = "Delta order "
	}
	text := what + s.Amount + " " + views.Symbol(s.Src) + " for " + views.Symbol(s.Dest)
	if s.Buy {
		text = what + "that buys " + s.Amount + " " + views.Symbol(s.Dest) + " with " +
			views.Symbol(s.Src)
	}
	if s.Slices > 0 {
		text += fmt.Sprintf(", in %d slices every %s", s.Slices, views.SliceText(s.Every))
	}
	return text
}

// Stop is a Delta order that waits: for the price to fall, or with Profit to rise.
type Stop struct {
	Profit    bool
	Src, Dest api.Token
	Value     api.Amount // of Src, in raw units
	// of Dest for all that is sold: the worth at which it is sold, and the least it may bring
	Worth, Least api.Amount
	Life         time.Duration // as in Limit; 0 is a week
	Amount       string        // as it was typed, like the prices of one piece
	Piece        views.Piece   // how these are told
	// At is the price at which it is sold, Bound the worst that is accepted: the least that a piece
	// brings, or the most that it costs
	At, Bound string
	// Trail has a stop follow the best price, by a distance that At names; its Worth is then told
	// by the market.
	Trail api.DeltaTrail
	Or    *Stop // a take profit that excludes the stop
}

// Title implements Sentence.
func (s Stop) Title() string {
	unit, bound := " "+s.Piece.Unit(), s.such(", at least ", ", at most ")+s.Bound
	sells := ": sell " + s.Amount + " " + views.Symbol(s.Src) + " for " + views.Symbol(s.Dest)
	switch {
	case s.Trail.Bps != 0:
		return "Trailing stop by " + s.At + sells + bound + unit
	case !s.Trail.IsZero(): // a sum, which is not to be taken for a share
		return "Trailing stop by " + s.At + unit + sells + bound
	}
	what := "Stop"
	if s.Profit {
		what = "Take profit"
	}
	text := what + sells + " at " + s.At + unit + bound
	if s.Or != nil {
		text += ", or at " + s.Or.At + s.such(", at least ", ", at most ") + s.Or.Bound
	}
	return text
}

// Send sends an amount of a token to somebody.
type Send struct {
	Token  api.Token
	Value  api.Amount
	To     common.Address
	Amount string // as it was typed, like the name
	Name   string
	Short  string // of the address
}

// Title implements Sentence.
func (s Send) Title() string {
	return "Send " + s.Amount + " " + views.Symbol(s.Token) + " to " + s.Name + " " + s.Short
}

// Cancel ends open orders of the account: those that are named, or all of the book.
type Cancel struct {
	All    bool
	Orders []common.Hash
	Delta  []string // ids of Delta orders
	Short  []string // beginnings of hashes and ids, which Whole looks up
}

// Title implements Sentence.
func (c Cancel) Title() string {
	if c.All {
		return "Cancel all open orders"
	}
	var names []string
	for _, h := range c.Orders {
		names = append(names, h.Hex())
	}
	return "Cancel order " + strings.Join(slices.Concat(names, c.Delta, c.Short), ", ")
}

// Invalidate uses up the nonce of a Delta order on chain, so that nobody can settle it.
type Invalidate struct {
	ID    string
	Short string // its beginning, which Whole looks up; "" where ID is it
}

// Title implements Sentence.
func (i Invalidate) Title() string {
	return "Invalidate the nonce of Delta order " + i.ID + i.Short
}

// Fill takes an order, for as much as is paid of what its maker wants, or all that is left.
type Fill struct {
	Order common.Hash
	Short string         // its beginning, which Whole looks up; "" where Order is it
	Pay   string         // as it was typed; "" is all
	Token common.Address // that was named with it; zero is whatever the order wants
}

// Title implements Sentence.
func (f Fill) Title() string {
	text := "Fill order " + f.Order.Hex()
	if f.Short != "" {
		text = "Fill order " + f.Short
	}
	if f.Pay != "" {
		text += ", paying " + f.Pay
	}
	return text
}

// Purpose is what an allowance is for.
type Purpose string

// The purposes, each with a contract of its own.
const (
	ForOrders Purpose = "orders"
	ForSwaps  Purpose = "swaps"
	ForDelta  Purpose = "delta"
)

// Spender is the contract that moves tokens for a purpose.
func (p Purpose) Spender(c api.Contracts) common.Address {
	return map[Purpose]common.Address{
		ForOrders: c.AugustusRFQ, ForSwaps: c.AugustusV6, ForDelta: c.Delta}[p]
}

// Approve lets a contract move exactly an amount of a token; an amount of zero takes that back.
type Approve struct {
	Token  api.Token
	Value  api.Amount
	For    Purpose
	Amount string // as it was typed; "" revokes
}

// Title implements Sentence.
func (a Approve) Title() string {
	if a.Amount == "" {
		return "Revoke the allowance of " + views.Symbol(a.Token) + " for " + string(a.For)
	}
	return "Approve " + a.Amount + " " + views.Symbol(a.Token) + " for " + string(a.For)
}

// Wrap turns the network's coin into its wrapped token, or back.
type Wrap struct {
	Back   bool
	Value  api.Amount
	Coin   string // what it is called
	Amount string // as it was typed
}

// Title implements Sentence.
func (w Wrap) Title() string {
	if w.Back {
		return "Unwrap " + w.Amount + " W" + w.Coin
	}
	return "Wrap " + w.Amount + " " + w.Coin
}

// Replace takes the place of a transaction that waits for its block: the same for a higher fee, or
// nothing.
type Replace struct {
	Hash   common.Hash
	Cancel bool
}

// Title implements Sentence.
func (r Replace) Title() string {
	if r.Cancel {
		return "Cancel transaction " + r.Hash.Hex()
	}
	return "Speed up transaction " + r.Hash.Hex()
}

// NFT is an order that gives an NFT for tokens, or tokens for an NFT.
type NFT struct {
	Bid         bool // tokens are given
	Item        api.Asset
	Count       api.Amount
	Token       api.Token
	Value       api.Amount // of Token, for all
	Name, Price string     // as typed
}

// Title implements Sentence.
func (n NFT) Title() string {
	if n.Bid {
		return fmt.Sprintf("Bid %s %s for %s", n.Price, views.Symbol(n.Token), n.Name)
	}
	return fmt.Sprintf("Offer %s for %s %s", n.Name, n.Price, views.Symbol(n.Token))
}

// Carry carries out what was prepared for a person.
type Carry struct {
	views.Prepared
	Sentence Sentence
}

// Setting is something that bounds or delays what is signed.
type Setting string

// The settings, by the verbs that change them.
const (
	Cap  Setting = "cap"  // what an order may pay before a word is wanted
	Undo Setting = "undo" // for how long an order can be taken back
	Loss Setting = "loss" // what a day may lose before trading stops
)

// Set changes a setting, or asks for it.
type Set struct {
	What Setting
	To   string // as it was typed; "" asks
}

// Title implements Sentence.
func (s Set) Title() string {
	switch s.What {
	case Loss:
		limit, _ := views.ReadLossLimit(s.To)
		if limit.IsZero() {
			return "No loss limit"
		}
		return "Stop once a day has lost " + limit.String()
	case Cap:
		most, _ := views.ReadOrderCap(s.To)
		if most.IsZero() {
			return "No cap for an order"
		}
		return "Cap of " + format.Worth(most, api.Down) + " for each order"
	}
	long, _ := views.ReadRest(s.To)
	if long == 0 {
		return "No undo of orders"
	}
	return fmt.Sprintf("Orders can be taken back for %d s", int(long/time.Second))
}

// Title implements Sentence.
func (c Carry) Title() string { return c.Sentence.Title() }

// Drop forgets what was prepared.
type Drop struct{ views.Prepared }

// Title implements Sentence.
func (d Drop) Title() string { return "Drop what was prepared: " + cells.Clean(d.Sentence) }

// Subject is what a question is about.
type Subject string

// The subjects.
const (
	Orders   Subject = "orders"
	Fills    Subject = "fills"
	Book     Subject = "book"
	Quote    Subject = "quote"
	Balances Subject = "balances"
	Prices   Subject = "prices"
	Auctions Subject = "auctions"
	NFTs     Subject = "nfts"
	Status   Subject = "status"
	Waiting  Subject = "prepared"
	Gains    Subject = "pnl"
	Alerts   Subject = "alerts"
	Lots     Subject = "lots"
)

// Look is a question: nothing is signed for it.
type Look struct {
	At          Subject
	Base, Quote api.Token // of Book
	Sale        Sale      // of Quote
}

// Title implements Sentence.
func (l Look) Title() string {
	switch l.At {
	case Book:
		return "Book of " + views.Symbol(l.Base) + "/" + views.Symbol(l.Quote)
	case Quote:
		return "Quote for " + l.Sale.Amount + " " + views.Symbol(l.Sale.Src) + " in " +
			views.Symbol(l.Sale.Dest)
	}
	return strings.ToUpper(string(l.At[:1])) + string(l.At[1:])
}
