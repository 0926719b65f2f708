package server

import (
	"fmt"
	"net/http"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// family is one of the two kinds of orders, which share every endpoint: /ft and /nft.
type family struct {
	prefix string
	nft    bool
	record string // its record's name in the interface
}

var (
	fungible    = family{wire.OrderPrefix(false), false, "LimitOrder"}
	nonFungible = family{wire.OrderPrefix(true), true, "NFTOrder"}
)

// orderTypes are the two types of orders.
var orderTypes = [...]api.OrderType{api.Limit, api.P2P}

func orderRoutes(f family) []route {
	var table []route
	for _, t := range orderTypes {
		for _, side := range []string{"maker", "taker"} {
			table = append(table, f.listRoute(t, side))
		}
	}
	for _, t := range orderTypes {
		table = append(table, f.createRoute(t))
	}
	table = append(table, f.bookRoute(), f.recordRoute())
	if !f.nft {
		table = append(table, balanceRoutes()...)
	}
	return table
}

func (f family) listRoute(typ api.OrderType, side string) route {
	return read(f.prefix+wire.OrderSegment(typ)+"/:chainId/"+side+"/:address", contract,
		"List "+string(typ)+" orders by "+side).
		takes(
			chainIDParam(),
			path("address", address, side+" to match"),
			query("limit", integer, "maximum count of orders").or("100").within(1, api.MaxPage),
			query("offset", integer, "orders to pass over").or("0").within(0, 1<<31),
			query("orderBy", word, "what the list is sorted by, newest first").
				or(string(api.ByCreatedAt)).oneOf(
				string(api.ByCreatedAt), string(api.ByUpdatedAt), string(api.ByExpiry)),
			query("hideSmallBalances", boolean,
				"leaves out orders of which 99.99 % or more is filled").or("false"),
		).
		answers("`{limit, offset, total, hasMore, orders: ["+f.record+"]}`",
			func(s *Server, c *call) (reply, error) {
				q := api.OrderQuery{
					NFT: f.nft, Type: typ,
					Limit: c.in.integer("limit"), Offset: c.in.integer("offset"),
					OrderBy:           api.OrderBy(get[string](c.in, "orderBy")),
					HideSmallBalances: get[bool](c.in, "hideSmallBalances"),
				}
				if side == "maker" {
					q.Maker = c.in.maybe("address")
				} else {
					q.Taker = c.in.maybe("address")
				}
				page, err := c.exchange.Orders(c.ctx, q)
				if err != nil {
					return reply{}, err
				}
				return ordersReply(page.Orders,
					`{"limit":%d,"offset":%d,"total":%d,"hasMore":%t,"orders":`, page.Limit,
					page.Offset, page.Total, page.HasMore)
			}).
		refuses(api.UnsupportedChain)
}

func (f family) createRoute(typ api.OrderType) route {
	r := post(f.prefix+wire.OrderSegment(typ)+"/:chainId", contract,
		"Create a "+string(typ)+" order").
		takes(chainIDParam()).
		takes(f.orderParams()...).
		answers("201, or 200 where the same order was stored already: `{order: "+f.record+"}`",
			func(s *Server, c *call) (reply, error) {
				return s.createOrder(c, f, typ)
			})
	return r.refuses(api.UnsupportedChain, api.InvalidSignature, api.OrderExpired,
		api.OrderNotFillable, api.TooManyOrders, api.UnsupportedToken)
}

// orderParams are the fields of an order in a body.
func (f family) orderParams() []param {
	asset, note := address, ""
	if f.nft {
		asset, note = amount, ", packed: address + type · 2^160"
	}
	list := []param{
		body("maker", address, "who signs and sells"),
		body("taker", address, "zero address for an open order; see the interface for P2P and "+
			"NFT orders"),
		body("nonceAndMeta", amount, "nonce · 2^160 + intended taker"),
		body("expiry", integer, "UNIX seconds; 0 = never"),
		body("makerAsset", asset, "what the maker sells"+note),
		body("takerAsset", asset, "what the maker buys"+note),
		body("makerAmount", amount, "raw units"),
		body("takerAmount", amount, "raw units"),
		body("signature", hexData, "EIP-712 signature by the maker: 65 bytes, 64 bytes "+
			"(EIP-2098), or what an ERC-1271 maker accepts"),
		body("permitMakerAsset", hexData, "permit of the maker asset: 224 or 256 bytes").optional(),
	}
	if f.nft {
		return append(list, body("makerAssetId", amount, "token id; 0 for ERC20"),
			body("takerAssetId", amount, "token id; 0 for ERC20"))
	}
	return append(list, body("isFillOrKill", boolean,
		"whether only the whole order counts as swappable").optional().or("false"))
}

// order reads the order that a body's fields make.
func (f family) order(in input) (api.Order, error) {
	o := api.Order{
		NFT: f.nft, NonceAndMeta: in.amount("nonceAndMeta"), Expiry: get[uint64](in, "expiry"),
		Maker: in.address("maker"), Taker: in.address("taker"),
		MakerAmount: in.amount("makerAmount"), TakerAmount: in.amount("takerAmount"),
	}
	if !f.nft {
		o.MakerAsset.Address, o.TakerAsset.Address = in.address("makerAsset"),
			in.address("takerAsset")
		return o, nil
	}
	var faulty faults
	unpack := func(name string) api.Asset {
		a, err := api.UnpackAsset(in.amount(name), in.amount(name+"Id"))
		if err != nil {
			faulty.add(name, err.Error())
		}
		return a
	}
	o.MakerAsset, o.TakerAsset = unpack("makerAsset"), unpack("takerAsset")
	return o, faulty.err()
}

func (s *Server) createOrder(c *call, f family, typ api.OrderType) (reply, error) {
	o, err := f.order(c.in)
	if err != nil {
		return reply{}, err
	}
	r := api.OrderRequest{
		Order: o, Type: typ,
		Signature:        get[[]byte](c.in, "signature"),
		PermitMakerAsset: get[[]byte](c.in, "permitMakerAsset"),
	}
	if !f.nft {
		r.FillOrKill = get[bool](c.in, "isFillOrKill")
	}
	record, created, err := c.exchange.CreateOrder(c.ctx, r)
	if err != nil {
		return reply{}, err
	}
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	b := append(make([]byte, 0, recordBytes), `{"order":`...)
	return reply{status: status, body: append(record.AppendCreated(b), '}')}, nil
}

// recordBytes is room for a record as JSON.
const recordBytes = 1152

// ordersReply answers with an object whose last member is a list of orders.
func ordersReply(orders []api.OrderRecord, head string, args ...any) (reply, error) {
	b := append(fmt.Appendf(make([]byte, 0, 128+recordBytes*len(orders)), head, args...), '[')
	for i := range orders {
		if i > 0 {
			b = append(b, ',')
		}
		b = orders[i].AppendJSON(b)
	}
	return reply{status: http.StatusOK, body: append(b, "]}"...)}, nil
}

func (f family) bookRoute() route {
	r := read(f.prefix+"/orders/:chainId/orderbook", contract,
		"List open LIMIT orders that can be filled, best price for the taker first").
		takes(chainIDParam(), query("makerAsset", address, "token on sale"),
			query("takerAsset", address, "token asked for"))
	if f.nft {
		kinds := "0 = ERC20, 1 = ERC1155, 2 = ERC721"
		r = r.takes(query("makerAssetType", integer, kinds).within(0, uint64(api.ERC721)),
			query("takerAssetType", integer, kinds).within(0, uint64(api.ERC721)))
	} else {
		r.params[1], r.params[2] = r.params[1].need(), r.params[2].need()
	}
	return r.takes(
		query("limit", integer, "maximum count of orders; the whole book if left out").within(1,
			api.MaxPage),
		query("offset", integer, "orders to pass over; needs `limit`").or("0").within(0, 1<<31),
	).answers("`{success: true, orders: ["+f.record+"]}`, the whole book; with `limit` a page, "+
		"which also has `limit`, `offset`, `total` and `hasMore`", func(s *Server,
		c *call) (reply, error) {
		q := api.BookQuery{
			NFT: f.nft, MakerAsset: c.in.maybe("makerAsset"),
			TakerAsset: c.in.maybe("takerAsset"),
			Limit:      c.in.integer("limit"), Offset: c.in.integer("offset"),
		}
		if f.nft {
			q.MakerAssetKind, q.TakerAssetKind = kindOf(c.in, "makerAssetType"),
				kindOf(c.in, "takerAssetType")
		}
		if q.Limit == 0 {
			return s.wholeBook(c, q)
		}
		page, err := c.exchange.OrderBook(c.ctx, q)
		if err != nil {
			return reply{}, err
		}
		return ordersReply(page.Orders, `{"success":true,"limit":%d,"offset":%d,"total":%d,`+
			`"hasMore":%t,"orders":`, page.Limit, page.Offset, page.Total, page.HasMore)
	}).refuses(api.UnsupportedChain)
}

// wholeBook answers with a book of any length, part after part. An answer that can't be finished is
// cut off, so that nobody takes it for the whole.
func (s *Server) wholeBook(c *call, q api.BookQuery) (reply, error) {
	if q.Offset > 0 {
		return reply{}, api.Invalid(api.FieldError{Field: "offset", Reason: "needs a limit"})
	}
	first := q
	first.Limit = 1
	if _, err := c.exchange.OrderBook(c.ctx, first); err != nil {
		return reply{}, err
	}
	return reply{status: http.StatusOK, stream: func() {
		c.headers(reply{status: http.StatusOK, stream: func() {}})
		s.clusterHeaders(c, c.w.Header())
		send, head := s.streamWriter(c.w), `{"success":true,"orders":[`
		q.Whole = func(orders []api.OrderRecord) error {
			b := make([]byte, 0, len(head)+recordBytes*len(orders))
			for i := range orders {
				b = append(b, head...)
				b, head = orders[i].AppendJSON(b), ","
			}
			return send(string(b))
		}
		_, err := c.exchange.OrderBook(c.r.Context(), q)
		if err == nil && head != "," {
			err = send(head)
		}
		if err == nil {
			err = send("]}")
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}}, nil
}

func kindOf(in input, name string) *api.AssetKind {
	n := opt[uint64](in, name)
	if n == nil {
		return nil
	}
	k := api.AssetKind(*n)
	return &k
}

func (f family) recordRoute() route {
	return read(f.prefix+"/order/:orderHash", contract, "Get one order").
		takes(path("orderHash", hash, "hash that identifies the order")).
		answers("`"+f.record+"`; one that is SUSPENDED says why in `stateReason`, and of one "+
			"that is open `swappableBalance` is what can be had of it now",
			func(s *Server, c *call) (reply, error) {
				return ok(anywhere(c.ctx, s, func(e api.Exchange) (api.OrderRecord, error) {
					return e.Order(c.ctx, get[common.Hash](c.in, "orderHash"), f.nft)
				}))
			}).
		refuses(api.NotFound)
}

// balanceRoutes sum the open orders of a maker: over all tokens, and for one.
func balanceRoutes() []route {
	maker := path("maker", address, "maker of the orders")
	all := read("/ft/fillablebalance/:chainId/:maker", contract,
		"Sum what a maker's open orders may still take, by token").
		takes(chainIDParam(), maker)
	one := read("/ft/fillablebalance/:chainId/:maker/:token", contract, "The same for one token").
		takes(chainIDParam(), maker, path("token", address, "token to sum"))
	shape := "`{<token>: <decimal string>}`"
	return []route{
		all.answers(shape, func(s *Server, c *call) (reply, error) {
			return ok(c.exchange.FillableBalance(c.ctx, c.in.address("maker"), nil))
		}).refuses(api.UnsupportedChain),
		one.answers(shape, func(s *Server, c *call) (reply, error) {
			return ok(c.exchange.FillableBalance(c.ctx, c.in.address("maker"), c.in.maybe("token")))
		}).refuses(api.UnsupportedChain),
	}
}
