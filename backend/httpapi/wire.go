package httpapi

import (
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
)

// The shapes on the wire of resources that the interface leaves to us. Where a type differs from its api twin in tags alone, a conversion
// is all there is, and the compiler sees to it that they stay alike.

type contractsJSON struct {
	AugustusSwapper    common.Address            `json:"augustusSwapper"`
	TokenTransferProxy common.Address            `json:"tokenTransferProxy"`
	AugustusV6         common.Address            `json:"augustusV6"`
	AugustusRFQ        common.Address            `json:"augustusRFQ"`
	Executors          map[string]common.Address `json:"executors,omitempty"`
	Delta              common.Address            `json:"delta"`
	Permit2            common.Address            `json:"permit2"`
	WrappedNative      common.Address            `json:"wrappedNative"`
	Multicall          common.Address            `json:"multicall"`
}

type networkJSON struct {
	ChainID   uint64        `json:"chainId"`
	Name      string        `json:"name"`
	Symbol    string        `json:"symbol"`
	BlockTime time.Duration `json:"blockTimeNanos"`
	Local     bool          `json:"local"`
	Contracts contractsJSON `json:"contracts"`
	Explorer  string        `json:"explorer"`
}

func networkToWire(n api.Network) networkJSON {
	return networkJSON{n.ChainID, n.Name, n.Symbol, n.BlockTime, n.Local, contractsJSON(n.Contracts), n.Explorer}
}

func (n networkJSON) api() api.Network {
	return api.Network{ChainID: n.ChainID, Name: n.Name, Symbol: n.Symbol, BlockTime: n.BlockTime, Local: n.Local,
		Contracts: api.Contracts(n.Contracts), Explorer: n.Explorer}
}

type statusJSON struct {
	ChainID  uint64        `json:"chainId"`
	Head     api.BlockRef  `json:"head"`
	GasPrice api.Amount    `json:"gasPrice"`
	Latency  time.Duration `json:"latencyNanos"`
	Live     bool          `json:"live"`
	Problem  string        `json:"problem"`
	Attempt  int           `json:"attempt"`
}

type marketJSON struct {
	ChainID uint64     `json:"chainId"`
	Base    api.Token  `json:"base"`
	Quote   api.Token  `json:"quote"`
	Last    api.Price  `json:"last"`
	DayAgo  api.Price  `json:"dayAgo"`
	High    api.Price  `json:"high"`
	Low     api.Price  `json:"low"`
	Volume  api.Amount `json:"volume"`
	BestBid api.Price  `json:"bestBid"`
	BestAsk api.Price  `json:"bestAsk"`
	Makers  int        `json:"makers"`
}

type pairJSON struct {
	Base  common.Address `json:"base"`
	Quote common.Address `json:"quote"`
}

type tradeJSON struct {
	ChainID uint64 `json:"chainId"`
	pairJSON
	Side     api.Side    `json:"side"`
	Price    api.Price   `json:"price"`
	Size     api.Amount  `json:"size"`
	Time     uint64      `json:"time"`
	Block    uint64      `json:"block"`
	LogIndex uint        `json:"logIndex"`
	TxHash   common.Hash `json:"transactionHash"`
	Source   string      `json:"source"`
}

func tradeToWire(t api.Trade) tradeJSON {
	return tradeJSON{t.ChainID, pairJSON(t.Pair), t.Side, t.Price, t.Size, t.Time, t.Block, t.LogIndex, t.TxHash, t.Source}
}

func (t tradeJSON) api() api.Trade {
	return api.Trade{ChainID: t.ChainID, Pair: api.Pair(t.pairJSON), Side: t.Side, Price: t.Price, Size: t.Size, Time: t.Time,
		Block: t.Block, LogIndex: t.LogIndex, TxHash: t.TxHash, Source: t.Source}
}

type candleJSON struct {
	Start  uint64     `json:"start"`
	Open   api.Price  `json:"open"`
	High   api.Price  `json:"high"`
	Low    api.Price  `json:"low"`
	Close  api.Price  `json:"close"`
	Volume api.Amount `json:"volume"`
	Trades int        `json:"trades"`
}

type bookOrderJSON struct {
	Hash   common.Hash    `json:"orderHash"`
	Maker  common.Address `json:"maker"`
	Price  api.Price      `json:"price"`
	Size   api.Amount     `json:"size"`
	Expiry uint64         `json:"expiry"`
}

type bookJSON struct {
	ChainID uint64 `json:"chainId"`
	pairJSON
	Block   uint64          `json:"block"`
	Version uint64          `json:"version"`
	Asks    []bookOrderJSON `json:"asks"`
	Bids    []bookOrderJSON `json:"bids"`
}

func bookToWire(b api.Book) bookJSON {
	return bookJSON{b.ChainID, pairJSON{b.Base, b.Quote}, b.Block, b.Version,
		each(b.Asks, bookOrderToWire), each(b.Bids, bookOrderToWire)}
}

func (b bookJSON) api() api.Book {
	return api.Book{ChainID: b.ChainID, Base: b.Base, Quote: b.Quote, Block: b.Block, Version: b.Version,
		Asks: each(b.Asks, bookOrderJSON.api), Bids: each(b.Bids, bookOrderJSON.api)}
}

func bookOrderToWire(o api.BookOrder) bookOrderJSON { return bookOrderJSON(o) }
func (o bookOrderJSON) api() api.BookOrder          { return api.BookOrder(o) }
func statusToWire(s api.NetworkStatus) statusJSON   { return statusJSON(s) }
func marketToWire(m api.Market) marketJSON          { return marketJSON(m) }
func (m marketJSON) api() api.Market                { return api.Market(m) }
func candleToWire(c api.Candle) candleJSON          { return candleJSON(c) }
func (c candleJSON) api() api.Candle                { return api.Candle(c) }
func receiptToWire(r api.Receipt) receiptJSON       { return receiptJSON(r) }

// fillJSON names assets as an NFT order record does.
type fillJSON struct {
	ChainID        uint64         `json:"chainId"`
	OrderHash      common.Hash    `json:"orderHash"`
	Maker          common.Address `json:"maker"`
	Taker          common.Address `json:"taker"`
	MakerAsset     common.Address `json:"makerAsset"`
	MakerAssetType api.AssetKind  `json:"makerAssetType"`
	MakerAssetID   api.Amount     `json:"makerAssetId"`
	TakerAsset     common.Address `json:"takerAsset"`
	TakerAssetType api.AssetKind  `json:"takerAssetType"`
	TakerAssetID   api.Amount     `json:"takerAssetId"`
	MakerAmount    api.Amount     `json:"makerAmount"`
	TakerAmount    api.Amount     `json:"takerAmount"`
	Block          api.BlockRef   `json:"block"`
	TxHash         common.Hash    `json:"transactionHash"`
	LogIndex       uint           `json:"logIndex"`
}

func fillToWire(f api.Fill) fillJSON {
	return fillJSON{f.ChainID, f.OrderHash, f.Maker, f.Taker,
		f.MakerAsset.Address, f.MakerAsset.Kind, f.MakerAsset.ID, f.TakerAsset.Address, f.TakerAsset.Kind, f.TakerAsset.ID,
		f.MakerAmount, f.TakerAmount, f.Block, f.TxHash, f.LogIndex}
}

func (f fillJSON) api() api.Fill {
	return api.Fill{ChainID: f.ChainID, OrderHash: f.OrderHash, Maker: f.Maker, Taker: f.Taker,
		MakerAsset:  api.Asset{Kind: f.MakerAssetType, Address: f.MakerAsset, ID: f.MakerAssetID},
		TakerAsset:  api.Asset{Kind: f.TakerAssetType, Address: f.TakerAsset, ID: f.TakerAssetID},
		MakerAmount: f.MakerAmount, TakerAmount: f.TakerAmount, Block: f.Block, TxHash: f.TxHash, LogIndex: f.LogIndex}
}

type transactionJSON struct {
	ChainID  uint64         `json:"chainId"`
	From     common.Address `json:"from"`
	To       common.Address `json:"to"`
	Value    api.Amount     `json:"value"`
	Data     hexutil.Bytes  `json:"data"`
	Nonce    uint64         `json:"nonce"`
	Gas      uint64         `json:"gas"`
	GasPrice api.Amount     `json:"gasPrice"`
	Block    uint64         `json:"block"`
	GasUsed  uint64         `json:"gasUsed"`
}

func transactionToWire(t api.Transaction) transactionJSON {
	return transactionJSON{t.ChainID, t.From, t.To, t.Value, t.Data, t.Nonce, t.Gas, t.GasPrice, t.Block, t.GasUsed}
}

func (t transactionJSON) api() api.Transaction {
	return api.Transaction{ChainID: t.ChainID, From: t.From, To: t.To, Value: t.Value, Data: t.Data, Nonce: t.Nonce, Gas: t.Gas,
		GasPrice: t.GasPrice, Block: t.Block, GasUsed: t.GasUsed}
}

type receiptJSON struct {
	Hash     common.Hash   `json:"transactionHash"`
	Block    *api.BlockRef `json:"block"`
	Success  bool          `json:"success"`
	Reason   string        `json:"reason"`
	GasUsed  uint64        `json:"gasUsed"`
	GasPrice api.Amount    `json:"gasPrice"`
}

type eventJSON struct {
	Topic   api.Topic        `json:"topic"`
	ChainID uint64           `json:"chainId"`
	Key     string           `json:"key"`
	Pair    *pairJSON        `json:"pair,omitempty"`
	Block   uint64           `json:"block"`
	Order   *api.OrderRecord `json:"order,omitempty"`
	Fill    *fillJSON        `json:"fill,omitempty"`
}

func eventToWire(e api.Event) eventJSON {
	w := eventJSON{Topic: e.Topic, ChainID: e.ChainID, Key: e.Key, Block: e.Block, Order: e.Order}
	if e.Pair != (api.Pair{}) {
		p := pairJSON(e.Pair)
		w.Pair = &p
	}
	if e.Fill != nil {
		f := fillToWire(*e.Fill)
		w.Fill = &f
	}
	return w
}

func (w eventJSON) api() api.Event {
	e := api.Event{Topic: w.Topic, ChainID: w.ChainID, Key: w.Key, Block: w.Block, Order: w.Order}
	if w.Pair != nil {
		e.Pair = api.Pair(*w.Pair)
	}
	if w.Fill != nil {
		f := w.Fill.api()
		e.Fill = &f
	}
	return e
}

// each converts a list; the result is never nil, so that an empty list is [] on the wire.
func each[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = convert(v)
	}
	return out
}

// some returns the list, or an empty one for nil.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
