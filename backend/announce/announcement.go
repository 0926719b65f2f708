package announce

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/clean"
)

// Kind is what an announcement tells of.
type Kind string

// The kinds of announcements.
const (
	Fill    Kind = "fill"    // a limit, P2P or NFT order was taken
	Offer   Kind = "offer"   // somebody made an order for the account alone
	Expiry  Kind = "expired" // an order ended unfilled, or in part
	Trigger Kind = "fired"   // an order that was held back is let go
	Settled Kind = "settled" // a Delta order, or a part of it
	Failure Kind = "failed"  // a Delta order cannot be settled any more
	Unshown Kind = "unshown" // a Delta order signed here is not shown by the service
	Revert  Kind = "revert"  // a transaction of the account's failed on chain
	// of makers who are watched alone
	Placed    Kind = "placed"    // an order that can be taken
	Cancelled Kind = "cancelled" // an order that can be taken no more
)

// Announcement tells an account of something that happened to what it has signed, or was made for
// it. The same happening has the same ID whoever tells of it and however often.
type Announcement struct {
	ID      string         `json:"id"`
	Kind    Kind           `json:"kind"`
	Time    time.Time      `json:"time"` // when it happened
	ChainID uint64         `json:"chainId"`
	Account common.Address `json:"account"`
	// Watched says that the account is somebody else's, whose doings are watched.
	Watched bool `json:"watched,omitempty"`
	// Order is the hash of an order or the id of a Delta order; "" of a transaction.
	Order string `json:"order,omitempty"`
	Delta bool   `json:"delta,omitempty"`
	NFT   bool   `json:"nft,omitempty"`
	// Maker says that the account has made the order that was filled, not taken it.
	Maker       bool            `json:"maker,omitempty"`
	Other       *common.Address `json:"counterparty,omitempty"`
	Transaction *common.Hash    `json:"transactionHash,omitempty"`
	// Stands is the order that goes on without this one, which was signed beside it: one cancels
	// the other.
	Stands *Beside `json:"stands,omitempty"`
	// Fills is how many fills of an order in one block it sums up, the last of which is in
	// Transaction; 0 of a single one.
	Fills int `json:"fills,omitempty"`
	// ToldBy is whose word alone a fill is, that an offer was signed, or that there is no Delta
	// order; "" of what is proven.
	ToldBy string `json:"-"`
	// Elsewhere says that another program has sent the transaction, as SentElsewhere was told.
	Elsewhere bool   `json:"-"`
	Block     uint64 `json:"block,omitempty"`
	// Gave and Got are of the account's side: what was traded, or would be by an offer or by the
	// order that has expired. Nothing was given, as far as is known, for a fill that somebody else
	// made for the account.
	Gave *Sum `json:"gave,omitempty"`
	Got  *Sum `json:"got,omitempty"`
	// Bought says that Got was the exact one of a settlement.
	Bought bool   `json:"bought,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Held is what held a Delta order back that was let go, and Of how much of what it sells is
	// worth Held.Worth.
	Held *api.DeltaHeld `json:"held,omitempty"`
	Of   *api.Amount    `json:"of,omitempty"`
	// Unheld is what a Delta order should have been held back by, and was not; Of as there.
	Unheld *api.DeltaTrigger `json:"unheld,omitempty"`
	// Denied says that the price of a settlement is none at which Held lets an order go.
	Denied bool `json:"-"`
	// Ended is the order that is cancelled because this one is let go: one cancels the other.
	Ended *Ended `json:"ended,omitempty"`
	// Text says it in words, for who knows nothing of tokens.
	Text string `json:"text"`
}

// Ended is an order that ended with another one.
type Ended struct {
	Order string `json:"order"`
	Name  string `json:"name"` // what it was: "take profit"
}

// Beside is an order that stands, by what it and the one that was signed beside it are.
type Beside struct {
	Order string `json:"order"`
	Name  string `json:"name"`  // "stop"
	Other string `json:"other"` // "take profit"
}

// Lost says that a Delta order is not shown by the service.
func (a *Announcement) Lost(order string) string {
	if s := a.Stands; s != nil {
		return "the " + s.Other + " of the pair never arrived at " + clean.Text(a.ToldBy) +
			" (as far as it shows): the " + s.Name + " stands alone"
	}
	return "Delta order " + order + ", signed " + a.Time.UTC().Format("Jan 2 15:04") +
		" UTC, is not shown by " + clean.Text(a.ToldBy)
}

// Sum is so much of an asset, in raw units.
type Sum struct {
	Kind   api.AssetKind  `json:"type"`
	Token  common.Address `json:"token"`
	ID     api.Amount     `json:"tokenId"`
	Amount api.Amount     `json:"amount"`
}

// SumOf is so much of an asset.
func SumOf(a api.Asset, n api.Amount) *Sum {
	return &Sum{Kind: a.Kind, Token: a.Address, ID: a.ID, Amount: n}
}

// Asset is what there is so much of.
func (s Sum) Asset() api.Asset { return api.Asset{Kind: s.Kind, Address: s.Token, ID: s.ID} }
