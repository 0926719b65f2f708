package api

import "github.com/ethereum/go-ethereum/common"

// OrderBy names what a list is sorted by, newest first.
type OrderBy string

// The orders of a list.
const (
	ByCreatedAt OrderBy = "createdAt"
	ByUpdatedAt OrderBy = "updatedAt"
	ByExpiry    OrderBy = "expiry"
)

// Limits of a list page.
const (
	DefaultPage = 100
	MaxPage     = 1000
)

// OrderQuery asks for a page of orders of one type by maker or by taker; exactly one of Maker and
// Taker is set.
type OrderQuery struct {
	ChainID uint64
	NFT     bool
	Type    OrderType
	Maker   *common.Address
	// Taker matches the intended taker of P2P orders (in either place the interface knows) and the
	// taker field of LIMIT orders.
	Taker             *common.Address
	Limit             int // 1 … MaxPage
	Offset            int
	OrderBy           OrderBy
	HideSmallBalances bool // leaves out orders of which 99.99 % or more is filled
}

// OrderPage is one page of a list.
type OrderPage struct {
	Limit   int           `json:"limit"`
	Offset  int           `json:"offset"`
	Total   int           `json:"total"`
	HasMore bool          `json:"hasMore"`
	Orders  []OrderRecord `json:"orders"`
}

// BookQuery asks for the open LIMIT orders that can be filled now. Nil assets and kinds match all;
// fungible books need both addresses.
type BookQuery struct {
	NFT            bool
	MakerAsset     *common.Address
	TakerAsset     *common.Address
	MakerAssetKind *AssetKind
	TakerAssetKind *AssetKind
	Limit          int // 0 is MaxPage
	Offset         int
	// Whole takes the whole book in place of a page, best price first, in parts of at most MaxPage
	// orders: those that were in the book when it was asked for and still are. The page then only
	// counts them; an error of Whole ends the book.
	Whole func([]OrderRecord) error
}

// Book is both sides of a pair at one block, best price first on each side. Only orders that can be
// filled now are in it.
type Book struct {
	ChainID uint64         `json:"chainId"`
	Base    common.Address `json:"base"`
	Quote   common.Address `json:"quote"`
	Block   uint64         `json:"block"`
	// grows with every change, so that a reader can skip what it has drawn
	Version uint64      `json:"version"`
	Asks    []BookOrder `json:"asks"`
	Bids    []BookOrder `json:"bids"`
}

// BookOrder is one resting order as depth: price as signed, size as far as the maker can pay now.
type BookOrder struct {
	Hash   common.Hash    `json:"orderHash"`
	Maker  common.Address `json:"maker"`
	Price  Price          `json:"price"` // quote per base, whichever side it is on
	Size   Amount         `json:"size"`  // base units that can be filled now
	Expiry uint64         `json:"expiry"`
}

// PoolDepth is what the pools that hold both tokens of a pair trade at a block, best price first on
// each side. It shows where the market stands: what a swap brings is for a price route to say.
type PoolDepth struct {
	ChainID uint64         `json:"chainId"`
	Base    common.Address `json:"base"`
	Quote   common.Address `json:"quote"`
	Block   uint64         `json:"block"`
	Asks    []PoolLevel    `json:"asks"`
	Bids    []PoolLevel    `json:"bids"`
}

// PoolLevel is what pools trade between the level before and this one.
type PoolLevel struct {
	Price Price  `json:"price"` // quote per base that the last unit is traded at, with fees
	Size  Amount `json:"size"`  // base units, of which what follows 15 digits is not known
}

// Fill is one fill of an order, from the contract's event.
type Fill struct {
	ChainID   uint64         `json:"chainId"`
	OrderHash common.Hash    `json:"orderHash"`
	Maker     common.Address `json:"maker"`
	Taker     common.Address `json:"taker"` // who received the maker asset, paid for or given
	// Payer is who paid the taker asset: the sender of the transaction. It is zero where a contract
	// did, other than Augustus, or where that is not known.
	Payer       common.Address `json:"payer"`
	MakerAsset  Asset          `json:"makerAsset"`
	TakerAsset  Asset          `json:"takerAsset"`
	MakerAmount Amount         `json:"makerAmount"`
	TakerAmount Amount         `json:"takerAmount"`
	Block       BlockRef       `json:"block"`
	TxHash      common.Hash    `json:"transactionHash"`
	LogIndex    uint           `json:"logIndex"`
	// ToldBy is who alone says so, where no node of one's own does.
	ToldBy string `json:"-"`
}

// Given tells whether an account got what a fill brought without having paid for it, as far as is
// known: anybody can fill an order for anybody.
func (f Fill) Given(to common.Address) bool { return f.Maker != to && f.Payer != to }

// FillQuery asks for fills, newest first: of one order, or of one account on either side, or of
// all.
type FillQuery struct {
	ChainID uint64
	Order   *common.Hash
	Account *common.Address
	Before  *FillMark // only those before it; nil is from the newest on
	Limit   int       // 0 is MaxPage
}

// FillMark is where a fill is on the chain.
type FillMark struct {
	Block    uint64
	LogIndex uint
}

// After tells whether a mark is behind another one.
func (m FillMark) After(o FillMark) bool {
	return m.Block > o.Block || m.Block == o.Block && m.LogIndex > o.LogIndex
}

// Mark is where the fill is.
func (f Fill) Mark() FillMark { return FillMark{f.Block.Number, f.LogIndex} }
