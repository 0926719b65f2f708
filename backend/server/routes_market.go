package server

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// networkRoutes tell what is served and how fresh it is.
func networkRoutes() []route {
	return []route{
		read("/x/networks", extension, "List the configured networks").
			answers("`{networks: [{chainId, name, symbol, blockTimeNanos, local, contracts, "+
				"explorer}]}`", func(s *Server, c *call) (reply, error) {
				list, err := s.svc.Networks(c.ctx)
				return ok(wire.NetworksReply{Networks: wire.List(list)}, err)
			}),
		read("/x/:chainId/status", extension, "Tell how fresh our knowledge of a network is").
			takes(chainIDParam()).
			answers("`{chainId, head: {number, hash, parent, time}, newest, gasPrice, "+
				"latencyNanos, live, problem, attempt, nodes, "+
				"work: [{what, done, total, unit}]}`: `newest` is the block the node is at, "+
				"`head` the one that is followed, `work` what takes a while",
				func(s *Server, c *call) (reply, error) {
					st, err := c.exchange.Status(c.ctx)
					return ok(st, err)
				}).refuses(api.UnsupportedChain),
		read("/x/:chainId/tokens/:token", extension,
			"Get a token, listed or read from its contract").
			takes(chainIDParam(), path("token", address, "token contract")).
			answers("`{token}`", func(s *Server, c *call) (reply, error) {
				t, err := c.exchange.Token(c.ctx, c.in.address("token"))
				return ok(wire.TokenReply{Token: t}, err)
			}).refuses(api.UnsupportedChain, api.UnsupportedToken),
		read("/x/events", extension, "Stream events (text/event-stream, or a web socket where "+
			"one is asked for): `event` is the topic, `data` the event as JSON, `id` where to "+
			"go on from").
			takes(query("topics", word, "topics separated by commas, of order, fill, block, "+
				"auction, book, trade; without it all"),
				query("network", integer, "of one network alone; its ids are shorter")).
			takes(resumeParams()...).
			answers("events `{topic, chainId, key, block, pair?, order?, fill?, owner?}`, `owner` "+
				"the account of the Delta order of an event of `auction`, with a comment line "+
				"every 15 s; a web socket has messages `{id, event, data}` and pings. A slow "+
				"reader gets only the newest event of each order and key, and every fill. With "+
				"the id of the last event at this node or another one, also after restarts, every "+
				"order that changed since and every fill comes, some maybe again; an event with "+
				"an empty `key` says: read all of that topic and network again",
				(*Server).events).refuses(api.UnsupportedChain),
	}
}

// resumeParams say where a stream that broke goes on.
func resumeParams() []param {
	return []param{
		header("Last-Event-ID", word, "id of the last event that was taken in"),
		query("lastEventId", word, "the same, for who can't set headers"),
	}
}

// marketRoutes show books, trades and prices.
func marketRoutes() []route {
	return []route{
		read("/x/:chainId/markets", extension, "List the pairs of a network, most traded first").
			takes(chainIDParam()).
			answers("`{markets: [{chainId, base, quote, last, dayAgo, high, low, volume, "+
				"bestBid, bestAsk, makers, bidDepth, askDepth}]}`",
				func(s *Server, c *call) (reply, error) {
					list, err := c.exchange.Markets(c.ctx)
					return ok(wire.MarketsReply{Markets: wire.List(list)}, err)
				}).refuses(api.UnsupportedChain),
		read("/x/:chainId/book/:base/:quote", extension,
			"Show both sides of a pair's book, best price first").
			takes(pairParams()...).
			takes(query("depth", integer, "orders of each side; 0 = all").or("0").within(0, 1<<20)).
			answers("`{chainId, base, quote, block, version, asks: [{orderHash, maker, price, "+
				"size, expiry}], bids}`", func(s *Server, c *call) (reply, error) {
				b, err := c.exchange.Book(c.ctx, pairOf(c.in), c.in.integer("depth"))
				b.Asks, b.Bids = wire.List(b.Asks), wire.List(b.Bids)
				return ok(b, err)
			}).refuses(api.UnsupportedChain, api.UnsupportedToken),
		read("/x/:chainId/book/:base/:quote/events", extension,
			"Stream a book (text/event-stream, or a web socket where one is asked for): an event "+
				"`snapshot`, then a `change` for each difference").
			takes(pairParams()...).
			takes(query("depth", integer, "orders of each side, the best ones").or("100").
				within(1, api.MaxPage)).
			takes(resumeParams()...).
			answers("events: `snapshot` `{chainId, base, quote, block, version, asks, bids, "+
				"number, checksum}` and `change` `{number, block, asks, bids, gone, checksum}`. "+
				"Each number is one more than that before; orders of `asks` and `bids` are new, "+
				"or take the place of those of their hash, and the hashes `gone` leave. "+
				"`checksum` is the CRC-32 (IEEE) of a line `orderHash size` for each order of the "+
				"book then, asks first, each side sorted by hash. A stream that goes on from the "+
				"id of the last event has the changes since, or begins with a snapshot again",
				(*Server).bookEvents).refuses(api.UnsupportedChain, api.UnsupportedToken),
		read("/x/:chainId/trades/:base/:quote", extension,
			"List the last trades of a pair, newest first").
			takes(pairParams()...).
			takes(limitParam()).
			answers("`{trades: [{chainId, base, quote, side, price, size, time, block, logIndex, "+
				"transactionHash, source, aside}]}`: `aside` is true of one that is in no price "+
				"and no candle, as too small or too far off; such are a quarter of the list at "+
				"most",
				func(s *Server, c *call) (reply, error) {
					list, err := c.exchange.Trades(c.ctx, pairOf(c.in),
						c.in.integer("limit"))
					return ok(wire.TradesReply{Trades: wire.List(list)}, err)
				}).refuses(api.UnsupportedChain, api.UnsupportedToken),
		read("/x/:chainId/candles/:base/:quote", extension, "List candles of a pair, oldest first").
			takes(pairParams()...).
			takes(
				query("interval", integer, "seconds").need().within(1, 366*24*3600),
				query("until", integer, "UNIX seconds inside the last interval; 0 = the head's "+
					"time").or("0"),
				limitParam(),
			).
			answers("`{candles: [{start, open, high, low, close, volume, trades}]}`", candles).
			refuses(api.UnsupportedChain, api.UnsupportedToken),
		read("/x/:chainId/depth/:base/:quote", extension,
			"Show what the pools between two tokens trade near their prices, best first").
			takes(pairParams()...).
			answers("`{chainId, base, quote, block, asks: [{price, size}], bids}`, at 0.01 to "+
				"10 % of the best price: `price` as quote and base units, fees included, `size` "+
				"in base units between the level before and this",
				func(s *Server, c *call) (reply, error) {
					d, err := c.exchange.PoolDepth(c.ctx, pairOf(c.in))
					d.Asks, d.Bids = wire.List(d.Asks), wire.List(d.Bids)
					return ok(d, err)
				}).refuses(api.UnsupportedChain, api.ChainUnavailable),
		read("/x/:chainId/fills", extension, "List fills, newest first").
			takes(chainIDParam(), query("orderHash", hash, "of one order"),
				query("account", address, "of one account, as maker or taker"),
				query("beforeBlock", integer, "only those before a fill: its block"),
				query("beforeLog", integer, "and its log index").or("0"),
				limitParam().or("1000")).
			answers("`{fills: [{chainId, orderHash, maker, taker, payer, makerAsset…, "+
				"takerAsset…, makerAmount, takerAmount, block, transactionHash, logIndex}]}`",
				fills).
			refuses(api.UnsupportedChain),
		read("/x/:chainId/usd/:token", extension,
			"Price one whole token in USD, as `quote` (18 decimals) for `base`").
			takes(chainIDParam(), path("token", address, "token contract")).
			answers("`{price: {quote, base} or null}`", func(s *Server, c *call) (reply, error) {
				p, known, err := c.exchange.PriceUSD(c.ctx, c.in.address("token"))
				if !known {
					return ok(wire.PriceReply{}, err)
				}
				return ok(wire.PriceReply{Price: &p}, err)
			}).refuses(api.UnsupportedChain, api.UnsupportedToken),
	}
}

func candles(s *Server, c *call) (reply, error) {
	list, err := c.exchange.Candles(c.ctx, api.CandleQuery{
		Pair: pairOf(c.in), Until: get[uint64](c.in, "until"),
		Limit:    c.in.integer("limit"),
		Interval: time.Duration(get[uint64](c.in, "interval")) * time.Second,
	})
	return ok(wire.CandlesReply{Candles: wire.List(list)}, err)
}

func fills(s *Server, c *call) (reply, error) {
	q := api.FillQuery{
		Order:   opt[common.Hash](c.in, "orderHash"),
		Account: c.in.maybe("account"), Limit: c.in.integer("limit"),
	}
	if block := opt[uint64](c.in, "beforeBlock"); block != nil {
		q.Before = &api.FillMark{Block: *block, LogIndex: uint(get[uint64](c.in, "beforeLog"))}
	}
	list, err := c.exchange.Fills(c.ctx, q)
	return ok(wire.FillsReply{Fills: wire.Each(list, wire.FillOf)}, err)
}
