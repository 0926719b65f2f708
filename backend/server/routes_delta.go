package server

import (
	"context"
	"encoding/json"
	"math"
	"net/http"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// deltaRoutes quote, build, take and show Delta orders, and let agents elsewhere bid.
func deltaRoutes() []route {
	record := "AuctionRecord"
	table := []route{
		read("/quote", contract, "Price an intent, or the market where Delta has no "+
			"price").heavy().takes(quoteParams()...).
			takes(query("mode", word, "which price to give, in either case of letters").or(
				"ALL").oneOf("ALL", "DELTA", "MARKET", "all", "delta", "market")).
			answers("`{delta: DeltaPrice}`, or `{market: priceRoute, fallbackReason?: "+
				"{errorType, details}}`", quoteDelta).refuses(quoteErrors()...),
		read("/delta/prices", contract,
			"Price an intent of either form; BUY is of the second").heavy().takes(quoteParams()...).
			answers("`{price: DeltaPrice, deltaAddress}`", priceDelta).refuses(quoteErrors()...),
		read("/delta/prices/is-token-supported", contract,
			"Tell whether Delta orders may sell or buy a token").
			takes(query("token", address, "token contract").need(),
				query("chainId", integer, "network id").need()).
			answers("`{supported}`", func(s *Server, c *call) (reply, error) {
				yes, err := c.exchange.DeltaTokenSupported(c.ctx, c.in.address("token"))
				return ok(wire.SupportedReply{Supported: yes}, err)
			}).refuses(api.UnsupportedChain),
		read("/delta/prices/bridge-info", contract,
			"List what can be bought on other networks: nothing, since there is no bridge").
			answers("`{supportedTokens: {}}`", func(*Server, *call) (reply, error) {
				return ok(wire.BridgeInfoReply{SupportedTokens: map[string][]string{}}, nil)
			}),
		read("/delta/prices/bridge-protocols", contract, "List the bridges: there is none").
			answers("`{bridgeProtocols: []}`", func(*Server, *call) (reply, error) {
				return ok(wire.BridgeProtocolsReply{BridgeProtocols: []string{}}, nil)
			}),
		read("/prices/partnerfee/:chainId", contract, "Tell what a partner charges").
			takes(chainIDParam(), query("partner", word, "partner identifier").need()).
			answers("`{partnerFee, partnerAddress, takeSurplus}`",
				func(s *Server, c *call) (reply, error) {
					return ok(c.exchange.DeltaPartner(c.ctx, get[string](c.in, "partner")))
				}).refuses(api.UnsupportedChain),
		read("/delta/agents/list/:chainId", contract,
			"List the agents that settle Delta orders").takes(chainIDParam()).
			answers("`[name or address]`", func(s *Server, c *call) (reply, error) {
				list, err := c.exchange.DeltaAgents(c.ctx)
				return ok(wire.List(list), err)
			}).refuses(api.UnsupportedChain),
	}
	for _, prefix := range []string{"/delta/orders", "/orders"} {
		table = append(table,
			post(prefix+"/build", contract,
				"Build the order to sign out of a Delta price; the parameters may come in body "+
					"or query").withoutBody().
				takes(buildParams()...).answers("`{toSign: {domain, types, primaryType, value}}`. "+
				"`types` has one type, which `primaryType` names: `Order`, or with "+
				"`partiallyFillable` `FillableOrder`, of the same eleven fields. Sign that type: "+
				"`signTypedData({domain, types, primaryType, message: value})`. `types.Order` is "+
				"not there beside `FillableOrder`, since libraries that find the primary type by "+
				"themselves refuse a type that nothing uses", buildDelta).
				refuses(api.UnsupportedChain, api.UnsupportedToken, api.InvalidHmac),
			post(prefix, contract, "Submit a signed Delta order").
				takes(
					body("order", rawObject, "the fields that were signed: eleven, fourteen with "+
						"kind and bridge, or those of a TWAPOrder or TWAPBuyOrder"),
					body("signature", hexData, "EIP-712 signature by the owner: 64 bytes "+
						"(EIP-2098), 65 bytes, or what an ERC-1271 owner accepts, which may have "+
						"100 open orders, other owners 1,000"),
					body("chainId", integer, "network id"),
					body("partner", word, "partner identifier").optional(),
					body("partiallyFillable", boolean,
						"whether a FillableOrder was signed").optional().or("false"),
					body("type", word, "MARKET or LIMIT, of orders of more than eleven "+
						"fields").optional().oneOf("MARKET", "LIMIT"),
					onChainTypeParam(),
					body("secret", hash, "ours: what an order with a trigger can be read with "+
						"until it is released, 32 random bytes; without it nobody can").optional(),
					body("trigger", rawObject, "ours: holds the order back until a time "+
						"(`notBefore`, UNIX seconds) and until what it sells is worth an amount "+
						"(`worth`, raw units of destToken; `below` true waits for it to fall), by "+
						"what this very order would bring: at the newest block and at three of "+
						"the last five; this service watches it while it runs. With "+
						"`trail` a stop's `worth` rises with the market and never falls: "+
						"`{bps}` or `{price}` (raw units of the other token for one whole "+
						"piece) below the best, `buys` true where the piece is of "+
						"destToken. When one order is let go, those held back with its "+
						"nonce are cancelled").optional(),
				).answers("201, or 200 where the same order was stored already: `"+record+"`",
				submitDelta).
				refuses(api.UnsupportedChain, api.UnsupportedToken, api.SourceEth,
					api.InvalidSignature, api.OrderExpired, api.OrderNotFillable,
					api.TooManyOrders),
			read(prefix, contract, "List a user's Delta orders, newest first").
				takes(
					query("userAddress", address, "owner of the orders").need(),
					query("chainId", integer, "network id; all networks if left out").or("0"),
					query("page", integer, "page to show").or("1").within(1, 1<<20),
					query("limit", integer, "orders a page").or("100").within(1, api.MaxPage),
					query("status", word, "of these statuses, apart by commas; ACTIVE are those "+
						"that are not done, INACTIVE those that are"),
					query("type", word, "MARKET or LIMIT").oneOf("MARKET", "LIMIT"),
					query("onChainOrderType", word, "the type that was signed"),
					secretParam(),
				).answers("`["+record+"]`", listDelta).refuses(api.UnsupportedChain),
			read(prefix+"/:orderId", contract, "Get one Delta order").takes(
				path("orderId", word, "auction id"), secretParam()).
				answers("`"+record+"`", func(s *Server, c *call) (reply, error) {
					return ok(s.deltaOrder(c.withSecrets(), get[string](c.in, "orderId")))
				}).refuses(api.NotFound),
		)
	}
	return append(table,
		read("/delta/orders/hash/:orderHash", contract, "Get one Delta order by its hash").takes(
			path("orderHash", hash, "what its owner signed"), secretParam()).
			answers("`"+record+"`", func(s *Server, c *call) (reply, error) {
				return ok(s.deltaOrder(c.withSecrets(),
					get[common.Hash](c.in, "orderHash").Hex()))
			}).refuses(api.NotFound),
		deltaBalanceRoute("/delta/orders"), deltaBalanceOfRoute("/delta/orders"),
		read("/delta/orders/:orderId/auction", contract,
			"Tell all that happened to a Delta order").
			takes(path("orderId", word, "auction id"), secretParam()).
			answers("`{id, status, rounds: [{round, block, pool?, reference?, bound?, floor, "+
				"surplus?: {captured, bound}, bids: [{agent, address, promised, received, spent, "+
				"gas, gasEstimate?, gasCharged?, gasTrades?, rebate, rank?, reason?, orders, "+
				"won?}], winner?, outcome, repeats?, time}], "+
				"events: [{orderId, seq, round?, from?, to, reason, block, agent?, "+
				"transactionHash?, time}]}`",
				func(s *Server, c *call) (reply, error) {
					id, ctx := get[string](c.in, "orderId"), c.withSecrets()
					return ok(anywhere(ctx, s, func(e api.Exchange) (api.DeltaAuction, error) {
						return e.DeltaAuction(ctx, id)
					}))
				}).refuses(api.NotFound),
		post("/delta/orders/cancel", contract,
			"Cancel Delta orders by a signature over OrderCancellations(string[] orderIds)").
			takes(body("orderIds", texts, "1 to 100 ids of one owner's orders"),
				body("signature", hexData, "the owner's")).
			answers("`{success: true}`", func(s *Server, c *call) (reply, error) {
				err := s.cancelDelta(c.ctx, get[[]string](c.in, "orderIds"),
					get[[]byte](c.in, "signature"))
				return ok(wire.SuccessReply{Success: true}, err)
			}).refuses(api.NotFound, api.InvalidSignature, api.OrderNotFillable),
		read("/x/:chainId/delta/round", extension, "Show agents the open round").takes(
			chainIDParam()).
			answers("`{chainId, round, block, closesAt, orders: [{id, order, partiallyFillable, "+
				"signature, orderHash, filledAmount}], awards: [{orderId, round, agent, "+
				"untilBlock}]}`",
				func(s *Server, c *call) (reply,
					error) {
					return ok(c.exchange.DeltaRound(c.ctx))
				}).refuses(api.UnsupportedChain),
		post("/x/:chainId/delta/bids", extension,
			"Take an agent's sealed bid for the open round").takes(
			chainIDParam(), body("round", integer, "the open round"),
			body("agent", address, "registered on the contract"),
			body("orderIds", texts, "orders that the calldata settles"),
			body("calldata", hexData, "of the Delta contract"),
			body("promised", amount, "what the first order's owner gets"),
			body("signature", hexData, "the agent's over keccak256(\"bourse bid\" ‖ chainId ‖ "+
				"round ‖ keccak256(calldata)), numbers in 8 bytes"),
		).answers("`{success: true}`", bidDelta).refuses(
			api.UnsupportedChain, api.InvalidSignature, api.OrderExpired, api.TooManyOrders),
	)
}

// secretParam lets the owner of orders that are held back read them.
func secretParam() param {
	return header(wire.SecretHeader, hashes, "ours: secrets of orders that are held back, apart "+
		"by commas, at most 16. Without its secret such an order, or one that ended so, has "+
		"`hidden: true`, its owner and its status, and nothing of what it is")
}

// withSecrets is the call's context with the secrets that it brings.
func (c *call) withSecrets() context.Context {
	return api.WithSecrets(c.ctx, get[[]common.Hash](c.in, wire.SecretHeader)...)
}

func listDelta(s *Server, c *call) (reply, error) {
	filter, err := deltaFilterOf(c.in, wire.StatusMeans)
	if err != nil {
		return reply{}, err
	}
	id := c.in.chainID()
	if filter.filtered || id == 0 {
		var chains []uint64
		if id != 0 {
			chains = []uint64{id}
		}
		if !filter.filtered {
			filter.match = func(*api.DeltaRecord) bool { return true }
		}
		list, _, err := s.deltaOrders(c, chains, filter)
		return ok(wire.List(list), err)
	}
	q := api.DeltaQuery{User: c.in.address("userAddress"), Page: c.in.integer("page"),
		Limit: c.in.integer("limit")}
	exchange, err := s.svc.Exchange(id)
	if err != nil {
		return reply{}, err
	}
	list, err := exchange.DeltaOrders(c.withSecrets(), q)
	return ok(wire.List(list), err)
}

func quoteErrors() []api.ErrorType {
	return []api.ErrorType{
		api.UnsupportedChain, api.UnsupportedToken, api.SourceEth, api.UnsupportedSide,
		api.PricingError, api.GasCostExceedsTradeAmount, api.NoRoute, api.PriceImpactTooHigh,
	}
}

func quoteParams() []param {
	return []param{
		query("srcToken", address, "token to sell").need(),
		query("srcDecimals", integer, "checked against the token's").within(0, 255),
		query("destToken", address, "token to buy").need(),
		query("destDecimals", integer, "checked against the token's").within(0, 255),
		query("amount", amount, "of srcToken, raw units").need(),
		query("side", word,
			"BUY is of orders of the second form: /quote refuses it").or("SELL").
			oneOf("SELL", "BUY"),
		query("chainId", integer, "network id").need(),
		query("userAddress", address, "who asks"),
		query("partner", word, "partner identifier"),
		query("maxImpact", number, "percent of value that the order may lose before gas, 15 if "+
			"left out; above 100 nothing is refused"),
	}
}

// buildParams are those of a body, and the same in the query.
func buildParams() []param {
	var list []param
	for _, in := range []place{inBody, inQuery} {
		p := func(name string, k kind, notes string) param {
			return param{name: name, in: in, kind: k, notes: notes}
		}
		price := p("price", rawObject, "the delta object of a quote, unchanged")
		if in == inQuery {
			price = p("price", word, "the same as JSON")
		}
		list = append(list, price,
			p("chainId", integer, "network id"),
			p("owner", address, "who signs"),
			p("beneficiary", address, "who receives; the owner if left out"),
			p("slippage", integer,
				"whole basis points below the quote before fees; 100 if left out").within(
				0, api.BPS),
			p("deadline", integer, "UNIX seconds, at most 366 days ahead of the network's time, "+
				"since the price is of today; in an hour if left out").within(1, 0),
			p("nonce", amount, "chosen if left out"),
			p("permit", hexData, "0x if left out"),
			p("partiallyFillable", boolean, "false if left out"),
			p("partnerAddress", address, "none if left out"),
			p("partnerFeeBps", integer, "0 if left out; none if partnerTakesSurplus; needs "+
				"partnerAddress").within(0, 200),
			p("partnerTakesSurplus", boolean, "false if left out; true needs partnerAddress"),
		)
	}
	return list
}

// either returns a parameter from the body or else from the query; nil where neither gives it.
func either[T any](in input, name string) *T {
	for _, at := range []place{inBody, inQuery} {
		if v, ok := in.values[in.index(at, name)].(T); ok {
			return &v
		}
	}
	return nil
}

func orZero[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

func buildDelta(s *Server, c *call) (reply, error) {
	f := new(faults)
	for _, name := range []string{"chainId", "owner", "price"} {
		if c.in.values[c.in.index(inBody, name)] == nil &&
			c.in.values[c.in.index(inQuery, name)] == nil {
			f.add(name, "is required")
		}
	}
	if err := f.err(); err != nil {
		return reply{}, err
	}
	r := api.DeltaBuildRequest{
		Owner:               orZero(either[common.Address](c.in, "owner")),
		Beneficiary:         orZero(either[common.Address](c.in, "beneficiary")),
		Deadline:            orZero(either[uint64](c.in, "deadline")),
		Nonce:               either[api.Amount](c.in, "nonce"),
		Permit:              orZero(either[[]byte](c.in, "permit")),
		PartiallyFillable:   orZero(either[bool](c.in, "partiallyFillable")),
		PartnerAddress:      orZero(either[common.Address](c.in, "partnerAddress")),
		PartnerFeeBps:       int(orZero(either[uint64](c.in, "partnerFeeBps"))),
		PartnerTakesSurplus: orZero(either[bool](c.in, "partnerTakesSurplus")),
	}
	if price := either[json.RawMessage](c.in, "price"); price != nil {
		r.Price = *price
	} else {
		r.Price = json.RawMessage(orZero(either[string](c.in, "price")))
	}
	if slippage := either[uint64](c.in, "slippage"); slippage != nil {
		bps := int(*slippage)
		r.Slippage = &bps
	}
	exchange, err := s.svc.Exchange(orZero(either[uint64](c.in, "chainId")))
	if err != nil {
		return reply{}, err
	}
	built, err := exchange.BuildDelta(c.ctx, r)
	return ok(wire.ToSignReply{ToSign: built}, err)
}

// deltaOrderParams are the fields of a signed order of a form.
func deltaOrderParams(form api.DeltaForm) []param {
	list := []param{
		body("owner", address, ""), body("beneficiary", address, ""), body("srcToken", address, ""),
		body("destToken", address, ""), body("deadline", integer, ""),
		body("nonce", amount, ""), body("partnerAndFee", amount, ""), body("permit", hexData, ""),
	}
	switch form {
	case api.FirstForm:
		return append(list, body("srcAmount", amount, ""), body("destAmount", amount, ""),
			body("expectedDestAmount", amount, ""))
	case api.SecondForm:
		list = append(list, body("srcAmount", amount, ""), body("destAmount", amount, ""),
			body("expectedAmount", amount, ""), body("kind", integer, "").within(0, 1))
	case api.SlicedForm:
		list = append(list, body("destAmountPerSlice", amount, ""),
			body("totalSrcAmount", amount, ""))
	case api.SlicedBuyForm:
		list = append(list, body("totalDestAmount", amount, ""), body("maxSrcAmount", amount, ""))
	}
	if form.Sliced() {
		list = append(list, body("interval", integer, ""),
			body("numSlices", integer, "").within(0, math.MaxUint32))
	}
	return append(list, body("metadata", hexData, ""), body("bridge", rawObject, ""))
}

// formOf tells the form of an order by the fields that are there.
func formOf(raw json.RawMessage) (form api.DeltaForm, err error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return form, nil // which the fields themselves are refused for
	}
	has := func(name string) bool { return fields[name] != nil }
	fault := func(reason string) error {
		return api.Invalid(api.FieldError{Field: "order", Reason: reason})
	}
	sells, buys := has("totalSrcAmount") || has("destAmountPerSlice"),
		has("totalDestAmount") || has("maxSrcAmount")
	sliced := has("numSlices") || sells || buys
	switch {
	case has("handler") || has("strategy"):
		return form, fault("is an ExternalOrder or ProductiveOrder, which are not settled here")
	case has("expectedDestAmount") && (has("kind") || has("expectedAmount") || sliced),
		has("kind") && sliced, sells && buys:
		return form, fault("has fields of two forms: send those that were signed alone")
	case has("numSlices") && has("totalDestAmount"):
		return api.SlicedBuyForm, nil
	case has("numSlices") || has("totalSrcAmount"):
		return api.SlicedForm, nil
	case has("expectedAmount") || has("kind") || has("bridge"):
		return api.SecondForm, nil
	}
	return form, nil
}

// readDeltaOrder reads a signed order of any form.
func readDeltaOrder(raw json.RawMessage) (o api.DeltaOrder, err error) {
	form, err := formOf(raw)
	if err != nil {
		return o, err
	}
	in, f := newInput(deltaOrderParams(form)), new(faults)
	if err := decodeBody(raw, in, f); err != nil {
		f.add("", err.Error())
	}
	in.complete("", f)
	for i := range f.list {
		f.list[i].Field = "order." + f.list[i].Field
	}
	if err := f.err(); err != nil {
		return o, err
	}
	o = api.DeltaOrder{
		Form: form, Owner: in.address("owner"), Beneficiary: in.address("beneficiary"),
		SrcToken: in.address("srcToken"), DestToken: in.address("destToken"),
		Deadline: get[uint64](in, "deadline"), Nonce: in.amount("nonce"),
		PartnerAndFee: in.amount("partnerAndFee"), Permit: get[[]byte](in, "permit"),
	}
	switch form {
	case api.FirstForm, api.SecondForm:
		o.SrcAmount, o.DestAmount = in.amount("srcAmount"), in.amount("destAmount")
		if form == api.FirstForm {
			o.ExpectedDestAmount = in.amount("expectedDestAmount")
			return o, nil
		}
		o.ExpectedDestAmount, o.Buy = in.amount("expectedAmount"), get[uint64](in, "kind") == 1
	case api.SlicedForm:
		o.SrcAmount, o.SliceAmount = in.amount("totalSrcAmount"), in.amount("destAmountPerSlice")
	case api.SlicedBuyForm:
		o.SrcAmount, o.DestAmount = in.amount("maxSrcAmount"), in.amount("totalDestAmount")
	}
	if form.Sliced() {
		o.Interval, o.Slices = get[uint64](in, "interval"), uint32(get[uint64](in, "numSlices"))
	}
	o.Metadata = get[[]byte](in, "metadata")
	if err := json.Unmarshal(get[json.RawMessage](in, "bridge"), &o.Bridge); err != nil {
		return o, api.Invalid(api.FieldError{Field: "order.bridge", Reason: "must have " +
			"protocolSelector, destinationChainId, outputToken, scalingFactor and protocolData"})
	}
	if form == api.SecondForm || o.Slices > 0 {
		o.Complete()
	}
	return o, nil
}

func submitDelta(s *Server, c *call) (reply, error) {
	trigger, err := readTrigger(get[json.RawMessage](c.in, "trigger"))
	if err != nil {
		return reply{}, err
	}
	record, created, err := s.submit(c, trigger, get[common.Hash](c.in, "secret"))
	if err != nil {
		return reply{}, err
	}
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	return jsonReply(status, record)
}

// submit takes the signed order of a request.
func (s *Server) submit(c *call, trigger *api.DeltaTrigger, secret common.Hash) (
	record api.DeltaRecord, created bool, err error) {
	order, err := readDeltaOrder(get[json.RawMessage](c.in, "order"))
	if err != nil {
		return record, false, err
	}
	order.Fillable = get[bool](c.in, "partiallyFillable") && !order.Form.Sliced()
	if err := checkOnChainType(get[string](c.in, "onChainOrderType"), &order); err != nil {
		return record, false, err
	}
	return c.exchange.SubmitDelta(c.ctx, api.DeltaSubmission{
		Signature: get[[]byte](c.in, "signature"), Partner: get[string](c.in, "partner"),
		Type: get[string](c.in, "type"), Order: order, Trigger: trigger, Secret: secret,
	})
}

func onChainTypeParam() param {
	return body("onChainOrderType", word, "the type that was signed, where a client says it: it "+
		"must be that of the order's fields").optional()
}

// checkOnChainType refuses an order that is said to be of another type than its fields are. What
// may be settled in parts may be called an Order too.
func checkOnChainType(said string, o *api.DeltaOrder) error {
	is := o.TypeName()
	if said == "" || said == is || said == api.DeltaTypeOrder && o.Form == api.SecondForm ||
		o.Form == api.FirstForm {
		return nil
	}
	return api.Invalid(api.FieldError{Field: "onChainOrderType",
		Reason: "is " + quote(said) + ", the fields are of " + is})
}

// readTrigger reads what holds an order back, nil where nothing is given.
func readTrigger(raw json.RawMessage) (*api.DeltaTrigger, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	in, f := newInput([]param{
		body("notBefore", integer, "").optional().or("0"), body("worth", amount, "").optional(),
		body("below", boolean, "").optional().or("false"),
		body("trail", rawObject, "").optional()}), new(faults)
	readInside(raw, in, f, "trigger.")
	t := api.DeltaTrigger{NotBefore: get[uint64](in, "notBefore"), Worth: in.amount("worth"),
		Below: get[bool](in, "below")}
	if trail := get[json.RawMessage](in, "trail"); len(trail) > 0 {
		in := newInput([]param{body("bps", integer, "").optional().or("0"),
			body("price", amount, "").optional(),
			body("buys", boolean, "").optional().or("false")})
		readInside(trail, in, f, "trigger.trail.")
		t.Trail = api.DeltaTrail{Bps: get[uint64](in, "bps"), Price: in.amount("price"),
			Buys: get[bool](in, "buys")}
		if t.Trail.IsZero() {
			f.add("trigger.trail", "names no distance: give bps or price")
		}
	}
	return &t, f.err()
}

// readInside reads an object that stands in a field, whose faults are named after it.
func readInside(raw json.RawMessage, in input, f *faults, field string) {
	before := len(f.list)
	if err := decodeBody(raw, in, f); err != nil {
		f.add("", err.Error())
	}
	in.complete("", f)
	for i := before; i < len(f.list); i++ {
		f.list[i].Field = field + f.list[i].Field
	}
}
