package server

import (
	"crypto/rand"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/google/uuid"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/wire"
)

// deltaV2Routes are the interface that clients of today speak: the service builds orders of the
// later forms, and tells of orders of all forms in its own words. There are no bridges.
func deltaV2Routes() []route {
	const price, record = "`PriceV2`", "`RecordV2`"
	prices, orders := wire.PrefixV2+"/delta/prices", wire.PrefixV2+"/delta/orders"
	v2 := func(r route) route {
		return r.with(http.StatusUnprocessableEntity, api.UnsupportedChain)
	}
	return []route{
		v2(read(wire.PrefixV2+"/quote", contract, "Price an order, or the market where Delta has "+
			"no price").heavy().takes(quoteV2Params()...).
			takes(query("mode", word, "which price to give, in either case of letters").or(
				"ALL").oneOf("ALL", "DELTA", "MARKET", "all", "delta", "market")).
			answers("`{delta: PriceV2, deltaAddress}`, or `{market: priceRoute, fallbackReason?: "+
				"{errorType, details}}`", quoteV2).refuses(quoteV2Errors()...)),
		v2(read(prices, contract, "Price an order").heavy().takes(quoteV2Params()...).
			takes(query("maxUSDImpact", number, "USD that the order may lose before gas"),
				query("includeAgents", word, "of no effect, as the others below"),
				query("excludeAgents", word, ""), query("includeBridges", word, ""),
				query("excludeBridges", word, ""), query("allowBridgeAndSwap", word, ""),
				query("degenMode", word, "")).
			answers(price+": `{id, side, inputToken: {chainId, address}, outputToken, route: "+
				"{origin: {input: {token, amount, amountUSD}, output}, destination: {input, "+
				"output}, bridge: null, fees: {gas, bridge: []}}, alternatives: [], partner: "+
				"{name, feePercent}, spender}`; amounts are after gas, which is in the native "+
				"coin, and after the partner's fee", priceV2).refuses(quoteV2Errors()...)),
		read(prices+"/bridge-routes", contract, "List ways to other networks: there is none").
			takes(query("bridges", word, "of no effect"),
				query("allowBridgeAndSwap", word, "of no effect")).
			answers("`{routes: []}`", func(*Server, *call) (reply, error) {
				return ok(map[string][]string{"routes": {}}, nil)
			}),
		read(prices+"/bridge-protocols", contract, "List the bridges: there is none").
			answers("`{bridgeProtocols: []}`", func(*Server, *call) (reply, error) {
				return ok(wire.BridgeProtocolsReply{BridgeProtocols: []string{}}, nil)
			}),
		v2(read(prices+"/strategies/:chainId", contract, "List where orders may leave tokens to "+
			"earn: nowhere").takes(chainIDParam()).
			answers("`{}`", func(s *Server, c *call) (reply, error) {
				id := c.in.chainID()
				_, err := s.network(c.ctx, &id)
				return ok(struct{}{}, err)
			}).refuses(api.UnsupportedChain)),
		v2(read(prices+"/is-token-supported", contract,
			"Tell whether Delta orders may sell or buy a token").
			takes(query("token", address, "token contract").need(),
				query("chainId", integer, "network id").need()).
			answers("`{supported}`", func(s *Server, c *call) (reply, error) {
				yes, err := c.exchange.DeltaTokenSupported(c.ctx, c.in.address("token"))
				return ok(wire.SupportedReply{Supported: yes}, err)
			}).refuses(api.UnsupportedChain)),
		post(orders+"/build", contract, "Build the order to sign out of a route").
			takes(buildV2Params()...).
			answers("`{toSign: {domain, types, primaryType, value}, orderHash}`; `types` are that "+
				"of the order and `Bridge`", buildV2).
			refuses(api.UnsupportedChain, api.UnsupportedToken, api.SourceEth, api.OrderExpired,
				api.UnsupportedOrderType, api.InvalidTWAPParams, api.InvalidTWAPBuyParams,
				api.InvalidTWAPSrcAmount, api.InvalidTWAPBuyDestAmount),
		post(orders+"/build/cancellation", contract, "Build what an owner signs to cancel orders").
			takes(body("orderIds", texts, "1 to 100 ids of one owner's orders of one network")).
			answers("`{toSign: {domain, types, value: {orderIds}}, hash}`", cancellationV2).
			refuses(api.NotFound).with(http.StatusBadRequest, api.NotFound),
		post(orders, contract, "Submit a signed order of any form").
			takes(
				query("degenMode", word, "of no effect"),
				body("order", rawObject, "the fields that were signed"),
				body("signature", hexData, "EIP-712 signature by the owner, of 64 or 65 bytes or "+
					"what an ERC-1271 owner accepts; 0x where the owner has signed on chain"),
				body("chainId", integer, "network id"),
				body("type", word, "").optional().oneOf("MARKET", "LIMIT"),
				body("partner", word, "partner identifier").optional().or("anon"),
				body("partiallyFillable", boolean,
					"whether a FillableOrder was signed").optional().or("false"),
				onChainTypeParam(),
				body("referrerAddress", address,
					"refused unless zero: no referrer is paid here").optional(),
				body("includeAgents", texts, "of no effect").optional(),
				body("excludeAgents", texts, "of no effect").optional(),
			).
			answers(record, submitV2).
			refuses(api.UnsupportedChain, api.UnsupportedToken, api.SourceEth,
				api.InvalidSignature, api.OrderExpired, api.OrderNotFillable, api.TooManyOrders,
				api.UnsupportedOrderType),
		read(orders, contract, "List a user's orders, newest first").heavy().
			takes(query("userAddress", address, "owner of the orders").need(),
				query("page", integer, "page to show").or("1").within(1, 1<<20),
				query("limit", integer, "orders a page").or("100").within(1, api.MaxPage),
				query("chainId", word, "network ids, apart by commas; all if left out"),
				query("type", word, "").oneOf("MARKET", "LIMIT"),
				query("status", word, "of these statuses, apart by commas: "+
					strings.Join(wire.StatusWordsV2, ", ")),
				query("onChainOrderType", word, "the type that was signed"), secretParam()).
			answers("`{data: [RecordV2], total, page, limit, hasMore}`", listV2).
			refuses(api.UnsupportedChain, api.UnsupportedOrderType),
		post(orders+"/cancel", contract,
			"Cancel orders by a signature over OrderCancellations(string[] orderIds)").
			takes(body("orderIds", texts, "1 to 100 ids of one owner's orders"),
				body("signature", hexData, "the owner's")).
			answers("`{cancelled: [id], success: true}`: those that were open. One whose "+
				"settlement is on its way is CANCELLING until that is decided", cancelV2).
			refuses(api.NotFound, api.InvalidSignature, api.OrderNotFillable).
			with(http.StatusBadRequest, api.NotFound),
		deltaBalanceRoute(orders), deltaBalanceOfRoute(orders),
		read(orders+"/:orderId", contract, "Get one order").
			takes(path("orderId", word, "its id"), secretParam()).
			answers(record+": `{id, status, stateReason?, side, type, onChainOrderType, input, "+
				"output, owner, beneficiary, orderHash, partner, order, transactions: [{originTx, "+
				"destinationTx: null, filledPercent, spentAmount, receivedAmount}], refunds: [], "+
				"createdAt, updatedAt, expiresAt}`. The side that is fixed is `{chainId, token, "+
				"amount}`, the other `{chainId, token, expectedAmount, minAmount or maxAmount, "+
				"executedAmount}`. An order that is held back is found by its secret alone",
				func(s *Server, c *call) (reply, error) {
					return s.recordV2(c, get[string](c.in, "orderId"))
				}).refuses(api.NotFound),
		read(orders+"/hash/:orderHash", contract, "Get one order by its hash").
			takes(path("orderHash", hash, "what its owner signed"), secretParam()).
			answers(record, func(s *Server, c *call) (reply, error) {
				return s.recordV2(c, get[common.Hash](c.in, "orderHash").Hex())
			}).refuses(api.NotFound),
		v2(read(wire.PrefixV2+"/delta/agents/list/:chainId", contract,
			"List the agents that settle orders").takes(chainIDParam()).
			answers("`[name or address]`", func(s *Server, c *call) (reply, error) {
				list, err := c.exchange.DeltaAgents(c.ctx)
				return ok(wire.List(list), err)
			}).refuses(api.UnsupportedChain)),
	}
}

func quoteV2Errors() []api.ErrorType {
	return append(quoteErrors(), api.UnsupportedOrderType)
}

func quoteV2Params() []param {
	return []param{
		query("chainId", integer, "network id").need(),
		query("srcToken", address, "token to sell").need(),
		query("destToken", address, "token to buy").need(),
		query("amount", amount, "raw units: of srcToken, or of destToken where side is BUY").need(),
		query("srcDecimals", integer, "checked against the token's").need().within(0, 255),
		query("destDecimals", integer, "checked against the token's").need().within(0, 255),
		query("side", word, "").or("SELL").oneOf("SELL", "BUY"),
		query("destChainId", integer, "the same network, if given: no bridge is offered here"),
		query("userAddress", address, "who asks"),
		query("beneficiary", address, "who receives; changes no price"),
		query("partner", word, "partner identifier").or("anon"),
		query("partnerFeeBps", integer, "the partner's flat fee; what the partner charges if "+
			"left out").within(0, eip712.MaxPartnerBps),
		query("maxImpact", number, "percent of value that the order may lose before gas, 15 if "+
			"left out; above 100 nothing is refused"),
	}
}

// priceOf asks for a price of the second form.
func (s *Server) quoteSecond(c *call, mode api.DeltaMode) (api.DeltaQuote, api.Network, error) {
	id := c.in.chainID()
	if dest := opt[uint64](c.in, "destChainId"); dest != nil && *dest != id {
		return api.DeltaQuote{}, api.Network{}, api.Errorf(api.NoRoute,
			"No route: no bridge is offered here, ask for tokens of one network")
	}
	if err := checkPartnerName(c); err != nil {
		return api.DeltaQuote{}, api.Network{}, err
	}
	n, err := s.network(c.ctx, &id)
	if err != nil {
		return api.DeltaQuote{}, n, err
	}
	r := deltaQuoteRequest(c.in, mode)
	r.Second = true
	if bps := opt[uint64](c.in, "partnerFeeBps"); bps != nil {
		fee := int(*bps)
		r.PartnerFeeBps = &fee
	}
	q, err := c.exchange.DeltaQuote(c.ctx, r)
	return q, n, err
}

func quoteV2(s *Server, c *call) (reply, error) {
	mode := api.DeltaMode(strings.ToUpper(get[string](c.in, "mode")))
	q, n, err := s.quoteSecond(c, mode)
	if err != nil {
		return reply{}, err
	}
	out := wire.QuoteV2{Market: q.Market, FallbackReason: q.FallbackReason}
	if q.Delta != nil {
		price, err := s.priceV2Of(n, q.Delta)
		if err != nil {
			return reply{}, err
		}
		out.Delta, out.DeltaAddress = &price, &n.Contracts.Delta
	}
	return jsonReply(http.StatusOK, out)
}

func priceV2(s *Server, c *call) (reply, error) {
	q, n, err := s.quoteSecond(c, api.ModeDelta)
	if err != nil {
		return reply{}, err
	}
	if most := opt[float64](c.in, "maxUSDImpact"); most != nil {
		in, _ := strconv.ParseFloat(q.Delta.SrcUSD, 64)
		out, _ := strconv.ParseFloat(q.Delta.DestUSD, 64)
		gas, _ := strconv.ParseFloat(q.Delta.GasCostUSD, 64)
		if lost := in - out - gas; lost > *most {
			return reply{}, api.Errorf(api.PriceImpactTooHigh, "the trade loses %.2f USD of its "+
				"value, more than the %.2f that maxUSDImpact allows", lost, *most)
		}
	}
	return ok(s.priceV2Of(n, q.Delta))
}

func (s *Server) priceV2Of(n api.Network, p *api.DeltaPrice) (wire.PriceV2, error) {
	from := s.opts.Rand
	if from == nil {
		from = rand.Reader
	}
	id, err := uuid.NewRandomFromReader(from)
	return wire.PriceV2Of(id.String(), n.ChainID, n.Contracts.Delta, p), err
}

func buildV2Params() []param {
	return []param{
		body("side", word, "SELL, or BUY for a TWAPBuyOrder, if left out").optional().
			oneOf("SELL", "BUY"),
		body("route", rawObject, "the route of a price; for slices that of one"),
		body("owner", address, "who signs"),
		body("beneficiary", address, "who receives; the owner if left out").optional(),
		body("deadline", integer, "UNIX seconds; if left out ten minutes after now or, for "+
			"slices, after they can all be settled").optional().within(1, 0),
		body("nonce", amount, "chosen if left out").optional().byNumber(),
		body("permit", hexData, "").optional().or("0x"),
		body("slippage", integer, "basis points below what is expected, or above what is spent; "+
			"if left out 100, none for slices").optional().within(0, api.BPS),
		body("limitAmount", amount, "in place of what slippage leaves, and expected too: the "+
			"least that comes in, of a slice of a TWAPOrder, or the most that is spent").optional(),
		body("metadata", hexData, "at most 1 KiB").optional().or("0x"),
		body("partiallyFillable", boolean, "").optional().or("false"),
		body("partner", word, "whose address and fee are taken where it is known here and "+
			"partnerAddress is left out").optional(),
		body("partnerAddress", address, "none if left out").optional(),
		body("partnerFeeBps", integer, "0 if left out").optional().within(0,
			eip712.MaxPartnerBps),
		body("partnerTakesSurplus", boolean, "").optional().or("false"),
		body("capSurplus", boolean, "whether no more than a hundredth of what is expected counts "+
			"as surplus").optional().or("true"),
		body("orderType", word, "Order, TWAPOrder or TWAPBuyOrder; ExternalOrder and "+
			"ProductiveOrder are refused").optional().or(api.DeltaTypeOrder),
		body("interval", integer, "seconds between slices, at least 60").optional(),
		body("numSlices", integer, "at least 2").optional().within(0, math.MaxUint32),
		body("totalSrcAmount", amount, "of a TWAPOrder").optional(),
		body("totalDestAmount", amount, "of a TWAPBuyOrder").optional(),
		body("maxSrcAmount", amount, "of a TWAPBuyOrder, raised by slippage").optional(),
	}
}

// mostPartner bounds a partner's name, in bytes: it is kept with every order.
const mostPartner = 100

func checkPartnerName(c *call) error {
	if n := len(get[string](c.in, "partner")); n > mostPartner {
		return api.Invalid(api.FieldError{Field: "partner", Reason: "has " + strconv.Itoa(n) +
			" bytes, of at most " + strconv.Itoa(mostPartner)})
	}
	return nil
}

// checkTypeWord refuses a type that no order of this interface has. One that is known and not
// settled here is refused as such.
func checkTypeWord(c *call) error {
	switch said := get[string](c.in, "onChainOrderType"); said {
	case "", api.DeltaTypeOrder, "FillableOrder", api.DeltaTypeTWAP, api.DeltaTypeTWAPBuy:
		return nil
	case "ExternalOrder", "ProductiveOrder":
		return api.Errorf(api.UnsupportedOrderType, "orders of the type %s are not settled here",
			said)
	default:
		return api.Invalid(api.FieldError{Field: "onChainOrderType", Reason: "must be Order, " +
			"FillableOrder, TWAPOrder or TWAPBuyOrder, got " + quote(said)})
	}
}

func buildV2(s *Server, c *call) (reply, error) {
	if err := checkPartnerName(c); err != nil {
		return reply{}, err
	}
	terms := api.DeltaTerms{Type: get[string](c.in, "orderType"), Side: api.Sell,
		Limit: opt[api.Amount](c.in, "limitAmount"), NoCap: !get[bool](c.in, "capSurplus"),
		Metadata: get[[]byte](c.in, "metadata"), Interval: get[uint64](c.in, "interval"),
		Slices: uint32(get[uint64](c.in, "numSlices"))}
	if terms.Total = c.in.amount("totalSrcAmount"); terms.Type == api.DeltaTypeTWAPBuy {
		terms.Side, terms.Total, terms.Most = api.Buy, c.in.amount("totalDestAmount"),
			c.in.amount("maxSrcAmount")
	}
	if side := opt[string](c.in, "side"); side != nil {
		if api.Side(*side) != terms.Side && terms.Type != api.DeltaTypeOrder {
			return reply{}, api.Invalid(api.FieldError{Field: "side",
				Reason: "of a " + terms.Type + " is " + string(terms.Side)})
		}
		terms.Side = api.Side(*side)
	}
	chainID, err := readRoute(get[json.RawMessage](c.in, "route"), &terms)
	if err != nil {
		return reply{}, err
	}
	exchange, err := s.svc.Exchange(chainID)
	if err != nil {
		return reply{}, err
	}
	r := api.DeltaBuildRequest{Owner: c.in.address("owner"),
		Beneficiary: c.in.address("beneficiary"), Deadline: get[uint64](c.in, "deadline"),
		Nonce: opt[api.Amount](c.in, "nonce"), Permit: get[[]byte](c.in, "permit"),
		PartiallyFillable: get[bool](c.in, "partiallyFillable"),
		Partner:           get[string](c.in, "partner"),
		PartnerAddress:    c.in.address("partnerAddress"),
		PartnerFeeBps:     c.in.integer("partnerFeeBps"), Terms: &terms,
		PartnerTakesSurplus: get[bool](c.in, "partnerTakesSurplus")}
	if bps := opt[uint64](c.in, "slippage"); bps != nil {
		slippage := int(*bps)
		r.Slippage = &slippage
	}
	built, err := exchange.BuildDelta(c.ctx, r)
	return ok(wire.BuiltV2{ToSign: built, OrderHash: eip712.DeltaTypedData(built.ChainID,
		built.Contract, built.Order).Hash()}, err)
}

// nested reads the members of an object within a body.
func nested(raw json.RawMessage, at string, f *faults, params ...param) input {
	in := newInput(params)
	part := new(faults)
	if err := decodeBody(raw, in, part); err != nil && len(raw) > 0 {
		part.add("", err.Error())
	}
	in.complete("", part)
	for _, fault := range part.list {
		f.add(strings.TrimSuffix(at+"."+fault.Field, "."), fault.Reason)
	}
	return in
}

// readRoute reads the amounts and tokens of a route of one network, and its network.
func readRoute(raw json.RawMessage, t *api.DeltaTerms) (chainID uint64, err error) {
	f := new(faults)
	route := nested(raw, "route", f, body("origin", rawObject, ""),
		body("destination", rawObject, "").optional(), body("bridge", rawObject, "").optional())
	if f.err() == nil && len(get[json.RawMessage](route, "bridge")) > 0 {
		f.add("route.bridge", "must be null: no bridge is offered here")
	}
	if err := f.err(); err != nil {
		return 0, err
	}
	in, out := readSwap(route, "origin", f)
	if f.err() == nil && len(get[json.RawMessage](route, "destination")) > 0 {
		_, dest := readSwap(route, "destination", f)
		if f.err() == nil && (dest.token != out.token || dest.amount != out.amount) {
			f.add("route.destination", "must be what origin brings: no bridge is offered here")
		}
	}
	if f.err() == nil && in.chain != out.chain {
		f.add("route.origin.output.token.chainId", "must be that of the input: no bridge is "+
			"offered here")
	}
	for name, leg := range map[string]leg{"input": in, "output": out} {
		if f.err() == nil && leg.amount.IsZero() {
			f.add("route.origin."+name+".amount", "must not be 0")
		}
	}
	t.Src, t.Dest, t.Input, t.Output = in.token, out.token, in.amount, out.amount
	return in.chain, f.err()
}

// leg is so much of a token of a network.
type leg struct {
	chain  uint64
	token  common.Address
	amount api.Amount
}

func readSwap(route input, name string, f *faults) (in, out leg) {
	at := "route." + name
	swap := nested(get[json.RawMessage](route, name), at, f, body("input", rawObject, ""),
		body("output", rawObject, ""))
	legs := []*leg{&in, &out}
	for i, side := range []string{"input", "output"} {
		place := at + "." + side
		raw := get[json.RawMessage](swap, side)
		if len(raw) == 0 {
			continue
		}
		part := nested(raw, place, f, body("token", rawObject, ""), body("amount", amount, ""))
		text := get[json.RawMessage](part, "token")
		if len(text) == 0 {
			continue
		}
		token := nested(text, place+".token", f, body("chainId", integer, ""),
			body("address", address, ""))
		*legs[i] = leg{token.chainID(), token.address("address"), part.amount("amount")}
	}
	return in, out
}

func submitV2(s *Server, c *call) (reply, error) {
	if c.in.address("referrerAddress") != (common.Address{}) {
		return reply{}, api.Invalid(api.FieldError{Field: "referrerAddress",
			Reason: "must be left out: no referrer is paid here"})
	}
	for _, check := range []func(*call) error{checkPartnerName, checkTypeWord} {
		if err := check(c); err != nil {
			return reply{}, err
		}
	}
	record, _, err := s.submit(c, nil, common.Hash{})
	return ok(wire.RecordV2Of(&record), err)
}

func listV2(s *Server, c *call) (reply, error) {
	if err := checkTypeWord(c); err != nil {
		return reply{}, err
	}
	chains, err := chainList(c.in, "chainId")
	if err != nil {
		return reply{}, err
	}
	filter, err := deltaFilterOf(c.in, func(word string) ([]api.DeltaStatus, bool) {
		return wire.StatusV2(word).Means()
	})
	if err != nil {
		return reply{}, err
	}
	filter.counted = true
	list, total, err := s.deltaOrders(c, chains, filter)
	page, limit := c.in.integer("page"), c.in.integer("limit")
	return ok(wire.RecordsV2{Data: wire.Each(list, func(r api.DeltaRecord) wire.RecordV2 {
		return wire.RecordV2Of(&r)
	}), Total: total, Page: page, Limit: limit, HasMore: page*limit < total}, err)
}

func (s *Server) recordV2(c *call, id string) (reply, error) {
	r, err := s.deltaOrder(c.withSecrets(), id)
	if err == nil && r.Hidden {
		err = api.Errorf(api.NotFound, "there is no Delta order %s that may be read", quote(id))
	}
	return ok(wire.RecordV2Of(&r), err)
}

// openOrders are those of some ids that are not done, and the network that all are of.
func (s *Server) openOrders(c *call, ids []string) (open []string, chainID uint64, err error) {
	f := new(faults)
	const most = 100
	if len(ids) == 0 || len(ids) > most {
		f.add("orderIds", "must name 1 to "+strconv.Itoa(most)+" orders, names "+
			strconv.Itoa(len(ids)))
		return nil, 0, f.err()
	}
	for i, id := range ids {
		at := "orderIds[" + strconv.Itoa(i) + "]"
		if _, err := uuid.Parse(id); err != nil || len(id) != 36 {
			f.add(at, "must be the id of an order, got "+quote(id))
		} else if slices.Contains(ids[:i], id) {
			f.add(at, "is named twice")
		}
	}
	if err := f.err(); err != nil {
		return nil, 0, err
	}
	owner := common.Address{}
	for i, id := range ids {
		r, err := s.deltaOrder(c.ctx, id)
		if api.TypeOf(err) == api.NotFound {
			return nil, 0, api.Errorf(api.NotFound,
				"Orders are not found: there is no order %s", id)
		}
		if err != nil {
			return nil, 0, err
		}
		if i > 0 && (r.User != owner || r.ChainID != chainID) {
			return nil, 0, api.Invalid(api.FieldError{Field: "orderIds",
				Reason: "All orders must belong to the same user and chain"})
		}
		if owner, chainID = r.User, r.ChainID; !r.Status.Final() {
			open = append(open, id)
		}
	}
	return open, chainID, nil
}

func cancellationV2(s *Server, c *call) (reply, error) {
	ids := get[[]string](c.in, "orderIds")
	_, chainID, err := s.openOrders(c, ids)
	if err != nil {
		return reply{}, err
	}
	n, err := s.network(c.ctx, &chainID)
	if err != nil {
		return reply{}, err
	}
	return ok(wire.CancellationV2Of(chainID, n.Contracts.Delta, ids), nil)
}

func cancelV2(s *Server, c *call) (reply, error) {
	ids := get[[]string](c.in, "orderIds")
	open, _, err := s.openOrders(c, ids)
	if err == nil {
		err = s.cancelDelta(c.ctx, ids, get[[]byte](c.in, "signature"))
	}
	return ok(wire.CancelledV2{Cancelled: wire.List(open), Success: true}, err)
}
