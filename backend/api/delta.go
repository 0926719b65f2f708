package api

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Delta takes intents that owners sign and has agents compete to settle them.
type Delta interface {
	// DeltaQuote prices an intent, or falls back to the market where the mode allows it.
	DeltaQuote(ctx context.Context, r DeltaQuoteRequest) (DeltaQuote, error)
	// BuildDelta makes the order that the owner is to sign out of an unchanged price.
	BuildDelta(ctx context.Context, r DeltaBuildRequest) (DeltaToSign, error)
	// SubmitDelta checks and stores a signed order. created is false where the same order was
	// stored already.
	SubmitDelta(ctx context.Context, r DeltaSubmission) (record DeltaRecord, created bool,
		err error)
	// DeltaOrder returns an order by its id or its hash; NotFound if there is none. Of one that is
	// held back, or has ended so, only a call with its secret (WithSecrets) learns what it is, and
	// by its hash nobody else finds it.
	DeltaOrder(ctx context.Context, id string) (DeltaRecord, error)
	// DeltaOrders lists a user's orders, newest first, each as DeltaOrder tells of it.
	DeltaOrders(ctx context.Context, q DeltaQuery) ([]DeltaRecord, error)
	// DeltaAuction tells all that happened to an order: its rounds with every bid, and its events.
	DeltaAuction(ctx context.Context, id string) (DeltaAuction, error)
	// CancelDelta ends orders of one owner by the owner's signature over their ids.
	CancelDelta(ctx context.Context, ids []string, signature []byte) error
	// DeltaTokenSupported tells whether orders may sell or buy a token.
	DeltaTokenSupported(ctx context.Context, token common.Address) (bool, error)
	// DeltaAgents lists the agents that bid on a network: names of those built in, addresses of
	// others.
	DeltaAgents(ctx context.Context) ([]string, error)
	// DeltaPartner tells what a partner charges.
	DeltaPartner(ctx context.Context, partner string) (DeltaPartner, error)
	// DeltaRound returns the round that is open for bids; its Orders are empty while none is.
	DeltaRound(ctx context.Context) (DeltaRound, error)
	// BidDelta takes a sealed bid of a registered agent for the open round.
	BidDelta(ctx context.Context, b DeltaBid) error
}

// DeltaOrder is the intent that the owner of tokens signs for the Delta contract.
type DeltaOrder struct {
	Form        DeltaForm
	Owner       common.Address
	Beneficiary common.Address // zero is the owner
	SrcToken    common.Address
	DestToken   common.Address
	SrcAmount   Amount // sold exactly or, of an order that buys, the most that is spent
	DestAmount  Amount // the least that has to come in or, of an order that buys, bought exactly
	// what was quoted; more than it is surplus. Of an order that buys it is of SrcToken, and what
	// is spent less than it is surplus.
	ExpectedDestAmount Amount
	Deadline           uint64 // UNIX seconds
	Nonce              Amount
	PartnerAndFee      Amount
	Permit             hexutil.Bytes
	Fillable           bool // may be settled in parts: the type FillableOrder

	// of all forms but the first
	Buy      bool          // DestAmount is fixed
	Metadata hexutil.Bytes // nothing reads it
	Bridge   DeltaBridge

	// of sliced orders, whose amounts above are those of all slices
	Slices      uint32
	Interval    uint64 // seconds between two slices at least
	SliceAmount Amount // the least that a slice brings, of one that sells
}

// DeltaStatus is where a Delta order stands.
type DeltaStatus string

// The statuses of a Delta order.
const (
	DeltaNotStarted DeltaStatus = "NOT_STARTED"
	DeltaRunning    DeltaStatus = "RUNNING"
	DeltaExecuting  DeltaStatus = "EXECUTING"
	DeltaCancelling DeltaStatus = "CANCELLING" // its owner cancelled while a settlement is sent
	DeltaExecuted   DeltaStatus = "EXECUTED"
	DeltaSuspended  DeltaStatus = "SUSPENDED"
	DeltaExpired    DeltaStatus = "EXPIRED"
	DeltaCancelled  DeltaStatus = "CANCELLED"
	DeltaFailed     DeltaStatus = "FAILED"
)

// Final tells whether an order with the status is done. A reorganisation can still bring it back.
func (s DeltaStatus) Final() bool {
	return s == DeltaExecuted || s == DeltaExpired || s == DeltaCancelled || s == DeltaFailed
}

// What begins the reason of an order that is held back, and what stands in it before what is
// missing to settle it.
const (
	HeldBack  = "held back"
	HeldLacks = "; it could not be settled now: "
)

// PurseWaits stands in the reason of an order that could be settled, but for what the agents may
// still lose by settlements that fail: what is spent of that, and when it is back, follows.
const PurseWaits = "; it waits for the agents' purse: "

// DeltaRecord is a Delta order with what became of it.
type DeltaRecord struct {
	ID           string         `json:"id"` // UUID
	DeltaVersion string         `json:"deltaVersion"`
	Status       DeltaStatus    `json:"status"`
	Reason       string         `json:"statusReason,omitempty"` // of the status, in words
	User         common.Address `json:"user"`
	Order        DeltaOrder     `json:"order"`
	OrderHash    common.Hash    `json:"orderHash"`
	// 64 bytes of EIP-2098, or what an ERC-1271 owner accepts
	Signature         hexutil.Bytes      `json:"signature"`
	ChainID           uint64             `json:"chainId"`
	PartiallyFillable bool               `json:"partiallyFillable"`
	Partner           string             `json:"partner"`
	FilledAmount      Amount             `json:"filledAmount"` // of srcAmount
	ExpiresAt         time.Time          `json:"expiresAt"`
	CreatedAt         time.Time          `json:"createdAt"`
	UpdatedAt         time.Time          `json:"updatedAt"`
	Transactions      []DeltaTransaction `json:"transactions"`
	// Trigger is what the order waits for, nil once it is met; until then the signature is not
	// told.
	Trigger *DeltaTrigger `json:"trigger,omitempty"`
	// Held is the trigger that held the order back, as it stood when that ended: of a trail, with
	// the Worth to which it had risen by then. nil of other orders, and while Trigger holds it.
	Held *DeltaHeld `json:"held,omitempty"`
	// Type and OnChainOrderType are told of orders of all forms but the first: MARKET or LIMIT, and
	// the type that was signed.
	Type             string `json:"type,omitempty"`
	OnChainOrderType string `json:"onChainOrderType,omitempty"`
	*Unbridged
	// Hidden says that the order is held back, or has ended so, and that the call that reads it did
	// not bring its secret: of Order there is the owner alone.
	Hidden bool `json:"hidden,omitempty"`
	// Promised says that the order's end is the word of the service alone: whoever has the
	// signature can settle it. No service tells it.
	Promised bool `json:"-"`
	// Unsigned says that no signature of the owner is known: the service may have made the order
	// up.
	Unsigned bool `json:"-"`
	// Unshown says that the order was signed here, and that the service does not tell of it, whose
	// host is UnshownBy. No service tells it.
	Unshown   bool   `json:"-"`
	UnshownBy string `json:"-"`
	// Proven says that the status is that of a node of one's own, whatever the service tells. No
	// service tells it.
	Proven bool `json:"-"`
	// Unheld is what the order was to be held back by when it was signed here, where the service
	// tells that it was not held back by that. No service tells it.
	Unheld *DeltaTrigger `json:"-"`
	// Seen is what a node of one's own makes of the level of Trigger, nil where no other service
	// tells it. No service tells it.
	Seen *DeltaSeen `json:"-"`
}

// DeltaSeen is what a node of one's own makes of the level at which an order is told to be let go.
type DeltaSeen struct {
	ToldBy string // the host whose word the level of a trail is where Worth is zero
	// Worth is what all that the order sells is worth now by the pools, zero where no node tells.
	Worth Amount
	// Past is what it was worth when the node saw it below the level of a stop that waits still,
	// Ago blocks ago, zero where it did not.
	Past Amount
	Ago  uint64
}

// Denies tells whether the node speaks against what is told of a trigger.
func (s *DeltaSeen) Denies(t *DeltaTrigger) bool {
	return s != nil && t != nil && (!s.Past.IsZero() || !s.Believable(*t))
}

// Believable tells whether the market can have drawn a trail to the level of a trigger: by the word
// of a service alone that is nobody's knowledge.
func (s *DeltaSeen) Believable(t DeltaTrigger) bool {
	const above = 200 // basis points that one market may differ from another
	return s == nil || s.Worth.IsZero() || t.Trail.IsZero() ||
		!s.Worth.BPS(BPS+above).Less(t.Worth)
}

// Named tells whether the service has given the order an id: until it has, its hash stands there.
func (r DeltaRecord) Named() bool { return r.ID != r.OrderHash.Hex() }

// NotShown tells whether nobody but who has signed the order tells of it: the service may never
// have had it. An end of it is the chain's or the clock's word.
func (r DeltaRecord) NotShown() bool { return r.Unshown && !r.Status.Final() }

// Lacks is what is missing to settle an order that is held back, empty where nothing is.
func (r DeltaRecord) Lacks() string { return lacks(r.Reason) }

func lacks(reason string) string {
	_, what, _ := strings.Cut(reason, HeldLacks)
	return what
}

// Unbridged are the fields that clients of today look for in a record of any form but the first;
// they are null, since nothing here has a bridge, a referrer or agents of its own choice.
type Unbridged struct {
	BridgeMetadata  *struct{} `json:"bridgeMetadata"`
	BridgeStatus    *struct{} `json:"bridgeStatus"`
	ReferrerAddress *struct{} `json:"referrerAddress"`
	IncludeAgents   *struct{} `json:"includeAgents"`
	ExcludeAgents   *struct{} `json:"excludeAgents"`
}

// UnmarshalJSON reads a record and tells the order whether it may be settled in parts.
func (r *DeltaRecord) UnmarshalJSON(b []byte) error {
	type plain DeltaRecord
	err := json.Unmarshal(b, (*plain)(r))
	r.Order.Fillable = r.PartiallyFillable
	return err
}

// DeltaTransaction is a settlement of all or a part of an order.
type DeltaTransaction struct {
	ID           string         `json:"id"` // UUID
	Hash         common.Hash    `json:"hash"`
	BlockNumber  uint64         `json:"blockNumber"`
	BlockHash    common.Hash    `json:"blockHash"`
	GasUsed      uint64         `json:"gasUsed"`
	GasPrice     uint64         `json:"gasPrice"` // wei
	BlobGasUsed  uint64         `json:"blobGasUsed"`
	BlobGasPrice uint64         `json:"blobGasPrice"`
	Index        uint           `json:"index"`  // in its block
	Status       uint64         `json:"status"` // 1 settled, 0 reverted
	From         common.Address `json:"from"`
	To           common.Address `json:"to"`
	Received     Amount         `json:"receivedAmount"`
	Spent        Amount         `json:"spentAmount"`
	// of the order by this transaction, in basis points: 10000 is all at once
	FilledPercent uint64 `json:"filledPercent"`
	ProtocolFee   Amount `json:"protocolFee"`
	PartnerFee    Amount `json:"partnerFee"`
	Agent         string `json:"agent"`
	AuctionID     string `json:"auctionId"` // the order's id
}

// DeltaQuery asks for a page of a user's orders.
type DeltaQuery struct {
	User    common.Address
	ChainID uint64 // 0 is all networks
	Page    int    // from 1
	Limit   int    // 1 … MaxPage
	// Open leaves out orders that are done. Who can't tell them without reading all lists them too.
	Open bool
}

// DeltaSubmission is a signed order.
type DeltaSubmission struct {
	ChainID   uint64
	Order     DeltaOrder
	Signature []byte
	Partner   string
	Type      string        // MARKET, which is meant where it is empty, or LIMIT
	Trigger   *DeltaTrigger // holds the order back; nil auctions it at once
	// Secret is what an order that is held back can be read with until it is released; the zero
	// hash is none, so that nobody can.
	Secret common.Hash `json:"-"`
}

// DeltaTrigger holds an order back from the auctions until all that it names is met. The service
// watches it as long as it runs.
type DeltaTrigger struct {
	// NotBefore is a time of the network in UNIX seconds; 0 is any.
	NotBefore uint64 `json:"notBefore,omitempty"`
	// Worth is what all that the order sells would bring, in raw units of the token it buys: what
	// the best way for that amount pays, less gas and flat fee where it waits for a rise; zero is
	// any. It must be so at the newest block and at three of the last five.
	Worth Amount `json:"worth"`
	// Below says that the order waits for its worth to fall to Worth, as a stop does; else it waits
	// for the worth to rise to it.
	Below bool `json:"below,omitempty"`
	// Trail has the Worth of a stop rise with the market. Submitted without a Worth, it begins its
	// distance below what the order would bring.
	Trail DeltaTrail `json:"trail,omitzero"`
}

// DeltaHeld is a trigger that holds its order no more.
type DeltaHeld struct {
	DeltaTrigger
	// Fired says that it was met; else the order ended before.
	Fired bool `json:"fired"`
}

// NotHeldAs says how what a service tells of an order that it took is not what it was asked to hold
// it back by, "" where it is that. A trail may have begun since, and a trigger may have been met.
// No signature has a trigger, so that the service's word is all that there is.
func (r *DeltaRecord) NotHeldAs(asked *DeltaTrigger) string {
	told := r.Trigger
	if told == nil && r.Held != nil {
		told = &r.Held.DeltaTrigger
	}
	switch {
	case asked == nil && r.Trigger == nil:
		return ""
	case asked == nil:
		return "the service holds the order back, which was to be auctioned at once"
	case told == nil:
		return "the service does not hold the order back: it can be settled now"
	}
	same := *told
	if !asked.Trail.IsZero() {
		if fault := told.misTrails(asked); fault != "" {
			return fault
		}
		same.Worth, same.Trail.From = asked.Worth, asked.Trail.From
	}
	if same != *asked {
		return "the service holds the order back by another trigger than it was asked to"
	}
	return ""
}

// misTrails says how a trail that a service tells of can't come from the one that was asked for: it
// begins at the worth asked for, if one was, and from there it only rises.
func (t *DeltaTrigger) misTrails(asked *DeltaTrigger) string {
	from := asked.Trail.From
	if from.IsZero() {
		from = asked.Worth
	}
	switch {
	case !from.IsZero() && t.Trail.From != from:
		return "the service has the trail begin elsewhere than it was asked to"
	case t.Worth.Less(t.Trail.From), t.Worth.Less(asked.Worth):
		return "the service has the trail fall back, which only rises"
	}
	return ""
}

// DeniedBy compares the price of a settlement with the level of a trigger that is told to have let
// its order go, which sells of in all: worth is what all of it would bring at that price, zero
// where that is a price at which the trigger lets go, as far as it may move until a settlement.
func (t DeltaTrigger) DeniedBy(of, spent, received Amount) (worth Amount) {
	const moves = 100 // basis points
	if t.Worth.IsZero() || spent.IsZero() {
		return worth
	}
	worth = received.MulDiv(of, spent)
	if t.Below && t.Worth.BPS(BPS+moves).Less(worth) ||
		!t.Below && worth.Less(t.Worth.BPS(BPS-moves)) {
		return worth
	}
	return Amount{}
}

// Denied is DeniedBy of the first settlement of an order and what held the order back, which is
// told with it. The prices of later ones say nothing of when the order was let go.
func (r *DeltaRecord) Denied() (t DeltaTrigger, worth Amount) {
	switch {
	case r.Hidden || r.Unheld != nil:
		return t, worth
	case r.Trigger != nil:
		t = *r.Trigger
	case r.Held != nil:
		t = r.Held.DeltaTrigger
	}
	for _, tx := range r.Transactions {
		if tx.Status == 1 {
			return t, t.DeniedBy(r.Order.SrcAmount, tx.Spent, tx.Received)
		}
	}
	return t, worth
}

// Name is what an order is called that a trigger holds back.
func (t DeltaTrigger) Name() string {
	switch {
	case t.Worth.IsZero() && t.Trail.IsZero():
		return "order for later"
	case !t.Trail.IsZero():
		return "trailing stop"
	case t.Below:
		return "stop"
	}
	return "take profit"
}

// Met tells whether a trigger lets its order go at a time of the network and a worth.
func (t DeltaTrigger) Met(now uint64, worth Amount) bool {
	switch {
	case now < t.NotBefore:
		return false
	case t.Worth.IsZero():
		return true
	case t.Below:
		return !t.Worth.Less(worth)
	}
	return !worth.Less(t.Worth)
}

// DeltaBuildRequest asks for the order to sign.
type DeltaBuildRequest struct {
	ChainID             uint64
	Price               json.RawMessage // as the quote gave it
	Owner               common.Address
	Beneficiary         common.Address
	Slippage            *int    // basis points; nil is 100
	Deadline            uint64  // UNIX seconds; 0 is an hour from the head
	Nonce               *Amount // nil is chosen
	Permit              []byte
	PartiallyFillable   bool
	PartnerAddress      common.Address
	PartnerFeeBps       int
	PartnerTakesSurplus bool

	// Terms make an order of a later form, of these instead of Price; the partner's name beside
	// them stands for its address and fee where no address is given.
	Terms   *DeltaTerms
	Partner string
}

// DeltaToSign is an order with the domain it is to be signed in.
type DeltaToSign struct {
	ChainID  uint64
	Contract common.Address
	Order    DeltaOrder
}

// DeltaMode says which prices a quote may give.
type DeltaMode string

// The modes.
const (
	ModeAll    DeltaMode = "ALL"
	ModeDelta  DeltaMode = "DELTA"
	ModeMarket DeltaMode = "MARKET"
)

// DeltaQuoteRequest asks for a price.
type DeltaQuoteRequest struct {
	ChainID      uint64
	Src, Dest    common.Address
	SrcDecimals  *int // checked against the token's where given
	DestDecimals *int
	Amount       Amount
	Side         Side // empty is Sell
	User         common.Address
	Partner      string
	Mode         DeltaMode // empty is ModeAll
	// percent of the value that may be lost; nil is DefaultMaxImpact, above 100 nothing is refused
	MaxImpact *float64
	// Second asks for a price that orders of the second form are made of, which may buy.
	Second bool
	// PartnerFeeBps is the partner's flat fee; nil is what the partner of that name charges.
	PartnerFeeBps *int
}

// DeltaQuote holds one of the two prices.
type DeltaQuote struct {
	Delta          *DeltaPrice     `json:"delta,omitempty"`
	Market         json.RawMessage `json:"market,omitempty"` // a price route of version 6.2
	FallbackReason *FallbackReason `json:"fallbackReason,omitempty"`
}

// FallbackReason is why a quote has no Delta price.
type FallbackReason struct {
	ErrorType ErrorType `json:"errorType"`
	Details   string    `json:"details"`
}

// DeltaPrice is what an intent can expect. DestAmount is after gas and the partner's fee, the
// amounts before fee after gas alone.
type DeltaPrice struct {
	SrcToken            common.Address `json:"srcToken"`
	DestToken           common.Address `json:"destToken"`
	SrcAmount           Amount         `json:"srcAmount"`
	DestAmount          Amount         `json:"destAmount"`
	DestAmountBeforeFee Amount         `json:"destAmountBeforeFee"`
	GasCostUSD          string         `json:"gasCostUSD"`
	GasCost             string         `json:"gasCost"` // units of gas
	GasCostBeforeFee    string         `json:"gasCostBeforeFee"`
	GasCostUSDBeforeFee string         `json:"gasCostUSDBeforeFee"`
	SrcUSD              string         `json:"srcUSD"`
	DestUSD             string         `json:"destUSD"`
	DestUSDBeforeFee    string         `json:"destUSDBeforeFee"`
	Partner             string         `json:"partner"`
	PartnerFee          float64        `json:"partnerFee"` // percent
	// Bridge and Side are there in prices that orders of the second form are made of. Of a price
	// that buys, SrcAmount is what is spent with gas and fees.
	Bridge *DeltaBridge `json:"bridge,omitempty"`
	Side   Side         `json:"side,omitempty"`
	Hmac   string       `json:"hmac"`
	// GasWei is what its gas costs in the native coin.
	GasWei Amount `json:"-"`
	// Spender is the contract that takes what is sold, as a server tells it; zero if it does not.
	Spender common.Address `json:"-"`
	// ToldBy is the host whose word the price is, "" where that is this process. Asked is whether a
	// node of the user's own was asked for another, and Own what the pools of the network make of
	// it by that: what comes in, or what a purchase takes; zero where they tell nothing.
	ToldBy string `json:"-"`
	Asked  bool   `json:"-"`
	Own    Amount `json:"-"`
}

// DeltaPartner is what a partner charges.
type DeltaPartner struct {
	PartnerFee     float64        `json:"partnerFee"` // percent
	PartnerAddress common.Address `json:"partnerAddress"`
	TakeSurplus    bool           `json:"takeSurplus"`
}
