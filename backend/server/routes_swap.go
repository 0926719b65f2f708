package server

import (
	"encoding/json"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// swapRoutes price swaps and build their transactions.
func swapRoutes() []route {
	shape := "blockNumber, network, srcToken, srcDecimals, srcAmount, destToken, destDecimals, " +
		"destAmount, bestRoute: [{percent, swaps: [{srcToken, " +
		"srcDecimals, destToken, destDecimals, swapExchanges: [{exchange, srcAmount, destAmount, " +
		"percent, poolAddresses, data}]}]}], others?, gasCostUSD, " +
		"gasCost, side, version, contractAddress, tokenTransferProxy, contractMethod, " +
		"partnerFee, srcUSD, destUSD, partner, maxImpactReached, boundGapBps?, " +
		"boundPools?, hmac"
	params := "{from, to, value, data, gasPrice or maxFeePerGas and maxPriorityFeePerGas, gas?, " +
		"chainId}"
	failures := []api.ErrorType{
		api.UnsupportedChain, api.UnsupportedToken, api.NoRoute, api.PricingError, api.BadUsdPrice,
		api.PriceImpactTooHigh,
	}
	building := []api.ErrorType{api.UnsupportedChain, api.UnsupportedToken, api.RateChanged,
		api.OrderNotFillable, api.TransactionFails}
	return []route{
		read("/prices", contract, "Price a swap").heavy().takes(priceParams()...).takes(
			partnerParams(inQuery)...).
			takes(query("userAddress", address, "user's account")).
			answers("`{priceRoute: {"+shape+"}}`", prices).refuses(failures...),
		read("/swap", contract, "Price a swap and build its transaction, without gas and without "+
			"checking allowance or balance").heavy().
			takes(priceParams()...).takes(partnerParams(inQuery)...).takes(
			query("userAddress", address, "user's account; without it from is the zero address "+
				"and whoever sends the transaction is the user"),
			query("receiver", address, "who receives; the user if left out"),
			query("slippage", integer, "basis points that less may arrive (SELL) or more be "+
				"spent (BUY)").within(0, api.BPS),
			query("destAmount", amount, "least to get of a SELL, in place of slippage"),
			query("srcAmount", amount, "most to spend of a BUY, in place of slippage"),
			query("permit", hexData, "permit of the source token for the spender"),
			query("deadline", integer, "UNIX seconds until which the transaction is valid "+
				"(version 5), later than the newest block").within(1, 0),
		).answers("`{priceRoute, txParams: "+params+"}`", swap).refuses(failures...),
		post("/transactions/:chainId", contract,
			"Build the transaction of a price route, of limit orders, or of both").
			takes(chainIDParam()).takes(transactionParams()...).
			answers("`"+params+"`", transactions).refuses(building...),
		post("/x/:chainId/prepare/swap", extension,
			"The same, completed for whoever signs it").heavy().
			takes(chainIDParam()).takes(transactionParams()...).
			answers("`{chainId, from, to, value, data, nonce, gas, gasPrice, block, gasUsed}`, "+
				"simulated and unsigned", func(s *Server, c *call) (reply, error) {
				r, err := buildRequest(c.in)
				if err != nil {
					return reply{}, err
				}
				return ok(c.exchange.PrepareSwap(c.ctx, r))
			}).refuses(building...),
		read("/adapters/list", contract, "Names of exchanges").takes(
			networkParam(), chainParam(), versionParam()).
			answers("`[name]`", func(s *Server, c *call) (reply, error) {
				exchange, err := s.exchange(c)
				if err != nil {
					return reply{}, err
				}
				list, err := exchange.Exchanges(c.ctx, version(c.in))
				return ok(wire.List(list), err)
			}).refuses(api.UnsupportedChain),
	}
}

// A network has two names where it is not in the path: clients of both are out there.
func networkParam() param {
	return query("network", integer, "network id; without it 1")
}

func chainParam() param {
	return query("chainId", integer, "network id, as newer clients call it; counts before network")
}

// network is the network that a request names by either name, nil if it names none.
func (in input) network() *uint64 {
	if id := opt[uint64](in, "chainId"); id != nil {
		return id
	}
	return opt[uint64](in, "network")
}

// exchange is that on the network that a request names by either name; on mainnet for none.
func (s *Server) exchange(c *call) (api.Exchange, error) {
	n, err := s.network(c.ctx, c.in.network())
	if err != nil {
		return nil, err
	}
	return s.svc.Exchange(n.ChainID)
}

func versionParam() param {
	return query("version", word, "protocol version").or(string(api.Version5)).oneOf(
		string(api.Version5), string(api.Version62)).byNumber()
}

func version(in input) api.SwapVersion { return api.SwapVersion(get[string](in, "version")) }

// priceParams are what a route follows from.
func priceParams() []param {
	list := "separated by commas"
	bps := "basis points"
	return []param{
		query("srcToken", word, "address or listed symbol").needUnless("route"),
		query("srcDecimals", integer, "checked; read from the token if left out").within(0, 255),
		query("destToken", word, "address or listed symbol").needUnless("route"),
		query("destDecimals", integer, "checked; read from the token if left out").within(0, 255),
		query("amount", amount, "of srcToken for SELL, of destToken for BUY, in raw units").need(),
		query("side", word, "SELL or BUY").or(string(api.Sell)).oneOf(
			string(api.Sell), string(api.Buy)),
		networkParam(), chainParam(), versionParam(),
		query("otherExchangePrices", boolean, "fills others with what single exchanges offer").or(
			"false"),
		query("includeDEXS", word, "only these exchanges, "+list),
		query("excludeDEXS", word, "not these exchanges, "+list),
		query("excludeRFQ", boolean, "no limit orders; /swap never uses them").or("false"),
		query("excludePools", word, "not the pools at these addresses, or whose ids "+
			"begin with them where one contract holds many, "+list),
		query("includeContractMethods", word, "only these contract methods, "+list),
		query("excludeContractMethods", word, "not these contract methods, "+list),
		query("excludeContractMethodsWithoutFeeModel", boolean,
			"leaves out contract methods that take no fees").or("false"),
		query("route", word, "2 to 4 tokens separated by dashes: the only ones the swap may pass"),
		query("maxImpact", number, "percent of value that the swap may lose, 15 if left out; "+
			"above 100 nothing is refused"),
		query("maxUSDImpact", number, "the same in USD; no limit if left out"),
		query("excludePricingMethods", word,
			"not routes found in these ways, "+list+": megapath, multipath, simplepath"),
		query("ignoreBadUsdPrice", boolean, "prices without knowing the value in USD").or("false"),
		query("srcTokenTransferFee", integer,
			bps+" that the source token keeps of every transfer; known of listed tokens").within(
			0, 9999),
		query("destTokenTransferFee", integer, "the same of the destination token").within(0, 9999),
		query("srcTokenDexTransferFee", integer,
			bps+" that the source token keeps of transfers into and out of exchanges").within(
			0, 9999),
		query("destTokenDexTransferFee", integer, "the same of the destination token").within(
			0, 9999),
	}
}

// partnerParams say who is paid what.
func partnerParams(at place) []param {
	list := []param{
		query("partner", word, "name of the partner"),
		query("partnerAddress", address, "who may claim fees or surplus"),
		query("partnerFeeBps", integer,
			"basis points for partnerAddress; at most 500 with version 5, 200 with 6.2").within(
			0, 500),
		query("takeSurplus", boolean, "the partner takes part of what is better than quoted").or(
			"false"),
		query("isSurplusToUser", boolean, "the user gets the partner's part (6.2)").or("false"),
		query("isDirectFeeTransfer", boolean,
			"fees are sent at once, not registered to be claimed (6.2)").or("false"),
		query("isCapSurplus", boolean, "caps surplus at 1 % (6.2)").or("true"),
	}
	for i := range list {
		list[i].in = at
	}
	return list
}

func transactionParams() []param {
	asset := "an address; in an NFT order packed: address + type · 2^160"
	order := []param{
		body("maker", address, ""), body("taker", address, ""), body("nonceAndMeta", amount, ""),
		body("expiry", integer, ""),
		body("makerAsset", word, asset), body("takerAsset", word, asset),
		body("makerAmount", amount, ""), body("takerAmount", amount, ""),
		body("signature", hexData, ""), body("permitMakerAsset", hexData, "").optional(),
		body("makerAssetId", amount, "NFT orders only").optional(),
		body("takerAssetId", amount, "NFT orders only").optional(),
	}
	list := []param{
		query("gasPrice", amount, "wei; the network's if left out"),
		query("ignoreChecks", boolean,
			"checks neither balance nor allowance and does not simulate").or("false"),
		query("ignoreGasEstimate", boolean, "does not simulate, so answers no gas").or("false"),
		query("ignoreAllowance", boolean, "does not check the allowance").or("false"),
		query("onlyParams", boolean,
			"answers the call alone, without checks and the price of gas").or("false"),
		query("eip1559", boolean, "answers maxFeePerGas and maxPriorityFeePerGas").or("false"),
		query("maxFeePerGas", amount, "wei; implies eip1559"),
		query("maxPriorityFeePerGas", amount, "wei; implies eip1559"),
		body("priceRoute", rawObject, "a price route as it came, at most 30 s old").optional(),
		body("orders", objects, "limit orders to fill; with a priceRoute that buys what they "+
			"take, it pays for them").of(order...).optional(),
		body("srcToken", word, "must be the route's").optional(),
		body("srcDecimals", integer, "must be the route's").optional().within(0, 255),
		body("destToken", word, "must be the route's").optional(),
		body("destDecimals", integer, "must be the route's").optional().within(0, 255),
		body("srcAmount", amount, "SELL: the route's. BUY: the most to spend, or "+
			"slippage").optional(),
		body("destAmount", amount, "BUY: the route's. SELL: the least to get, or "+
			"slippage").optional(),
		body("slippage", integer, "basis points").optional().within(0, api.BPS),
		body("userAddress", address, "who calls the contract: the account that signs, or the "+
			"contract that it calls"),
		body("receiver", address, "who receives; the user if left out").optional(),
		body("permit", hexData, "permit of the source token for the spender").optional(),
		body("deadline", integer, "UNIX seconds until which the transaction is valid (version "+
			"5), later than the newest block").optional().within(1, 0),
	}
	return append(list, partnerParams(inBody)...)
}

func names(in input, name, separator string) []string {
	text := get[string](in, name)
	if text == "" {
		return nil
	}
	return strings.Split(text, separator)
}

// addressesIn reads addresses separated by commas.
func addressesIn(in input, name string) ([]common.Address, error) {
	var list []common.Address
	for _, text := range names(in, name, ",") {
		a, err := api.ParseAddress(text)
		if err != nil {
			return nil, api.Invalid(api.FieldError{Field: name, Reason: err.Error()})
		}
		list = append(list, a)
	}
	return list, nil
}

func small(in input, name string) *int {
	n := opt[uint64](in, name)
	if n == nil {
		return nil
	}
	v := int(*n)
	return &v
}

// priceRequest reads the parameters of a price.
func priceRequest(in input) (api.PriceRequest, error) {
	pools, err := addressesIn(in, "excludePools")
	excluded := names(in, "excludeDEXS", ",")
	if get[bool](in, "excludeRFQ") {
		excluded = append(excluded, api.LimitOrders)
	}
	return api.PriceRequest{
		Src: get[string](in, "srcToken"), Dest: get[string](in, "destToken"),
		SrcDecimals: small(in, "srcDecimals"), DestDecimals: small(in, "destDecimals"),
		Amount: in.amount("amount"),
		Side:   api.Side(get[string](in, "side")), Version: version(in),
		User:             in.address("userAddress"),
		IncludeExchanges: names(in, "includeDEXS", ","), ExcludeExchanges: excluded,
		ExcludePools:    pools,
		IncludeMethods:  names(in, "includeContractMethods", ","),
		ExcludeMethods:  names(in, "excludeContractMethods", ","),
		NoDirectMethods: get[bool](in, "excludeContractMethodsWithoutFeeModel"),
		Route:           names(in, "route", "-"),
		OtherPrices:     get[bool](in, "otherExchangePrices"),
		SrcTax:          small(in, "srcTokenTransferFee"),
		DestTax:         small(in, "destTokenTransferFee"),
		SrcDexTax:       small(in, "srcTokenDexTransferFee"),
		DestDexTax:      small(in, "destTokenDexTransferFee"),
		Partner:         get[string](in, "partner"), PartnerAddress: in.address("partnerAddress"),
		PartnerFeeBps: in.integer("partnerFeeBps"),
		TakeSurplus:   get[bool](in, "takeSurplus"), MaxImpact: opt[float64](in, "maxImpact"),
		MaxUSDImpact:      opt[float64](in, "maxUSDImpact"),
		ExcludePricing:    names(in, "excludePricingMethods", ","),
		IgnoreBadUSDPrice: get[bool](in, "ignoreBadUsdPrice"),
	}, err
}

// terms reads what prices and transactions have in common.
func terms(in input) api.SwapTerms {
	return api.SwapTerms{
		User: in.address("userAddress"), Receiver: in.address("receiver"),
		Slippage: in.integer("slippage"), Deadline: get[uint64](in, "deadline"),
		Permit: get[[]byte](in, "permit"), Partner: get[string](in, "partner"),
		PartnerAddress: in.address("partnerAddress"),
		PartnerFeeBps:  in.integer("partnerFeeBps"), TakeSurplus: get[bool](in, "takeSurplus"),
		SurplusToUser:   get[bool](in, "isSurplusToUser"),
		DirectFees:      get[bool](in, "isDirectFeeTransfer"),
		UncappedSurplus: !get[bool](in, "isCapSurplus"),
	}
}

func prices(s *Server, c *call) (reply, error) {
	exchange, err := s.exchange(c)
	if err != nil {
		return reply{}, err
	}
	r, err := priceRequest(c.in)
	if err != nil {
		return reply{}, err
	}
	p, err := exchange.Prices(c.ctx, r)
	return ok(wire.PricesReply{PriceRoute: p}, err)
}

func swap(s *Server, c *call) (reply, error) {
	exchange, err := s.exchange(c)
	if err != nil {
		return reply{}, err
	}
	price, err := priceRequest(c.in)
	if err != nil {
		return reply{}, err
	}
	r := api.SwapRequest{Price: price, Terms: terms(c.in)}
	limit := "destAmount"
	if price.Side == api.Buy {
		limit = "srcAmount"
	}
	r.Limit = opt[api.Amount](c.in, limit)
	if r.Limit != nil && opt[uint64](c.in, "slippage") != nil {
		e := api.Invalid(api.FieldError{
			Field: "slippage", Reason: "and " + limit + " cannot both be given"})
		e.Text = "Cannot specify both slippage and " + limit
		return reply{}, e
	}
	p, tx, err := exchange.Swap(c.ctx, r)
	return ok(wire.SwapReply{PriceRoute: p, TxParams: tx}, err)
}

func transactions(s *Server, c *call) (reply, error) {
	r, err := buildRequest(c.in)
	if err != nil {
		return reply{}, err
	}
	return ok(c.exchange.BuildTransaction(c.ctx, r))
}

func buildRequest(in input) (api.BuildRequest, error) {
	r := api.BuildRequest{
		Terms: terms(in), Src: get[string](in, "srcToken"),
		Dest:        get[string](in, "destToken"),
		SrcDecimals: small(in, "srcDecimals"), DestDecimals: small(in, "destDecimals"),
		SrcAmount:   opt[api.Amount](in, "srcAmount"),
		DestAmount:  opt[api.Amount](in, "destAmount"),
		HasSlippage: opt[uint64](in, "slippage") != nil,
		Route:       get[json.RawMessage](in, "priceRoute"),
	}
	t := &r.Terms
	t.OnlyParams = get[bool](in, "onlyParams")
	t.GasPrice, t.DynamicFee = opt[api.Amount](in, "gasPrice"), get[bool](in, "eip1559")
	t.MaxFee, t.Tip = opt[api.Amount](in, "maxFeePerGas"),
		opt[api.Amount](in, "maxPriorityFeePerGas")
	t.IgnoreChecks, t.IgnoreGas, t.IgnoreAllowance = get[bool](in, "ignoreChecks"),
		get[bool](in, "ignoreGasEstimate"), get[bool](in, "ignoreAllowance")
	for _, o := range get[[]input](in, "orders") {
		order, err := signedOrder(o)
		if err != nil {
			return r, err
		}
		r.Orders = append(r.Orders, order)
	}
	return r, nil
}

// signedOrder reads an order; one whose assets have ids is for an NFT.
func signedOrder(in input) (api.SignedOrder, error) {
	o := api.SignedOrder{
		Order: api.Order{
			NonceAndMeta: in.amount("nonceAndMeta"), Expiry: get[uint64](in, "expiry"),
			Maker: in.address("maker"), Taker: in.address("taker"),
			MakerAmount: in.amount("makerAmount"), TakerAmount: in.amount("takerAmount"),
			NFT: opt[api.Amount](in, "makerAssetId") != nil ||
				opt[api.Amount](in, "takerAssetId") != nil,
		},
		Signature:        get[[]byte](in, "signature"),
		PermitMakerAsset: get[[]byte](in, "permitMakerAsset"),
	}
	f := new(faults)
	o.Order.MakerAsset, o.Order.TakerAsset = assetOf(in, "makerAsset", o.Order.NFT, f),
		assetOf(in, "takerAsset", o.Order.NFT, f)
	return o, f.err()
}

func assetOf(in input, name string, nft bool, f *faults) (a api.Asset) {
	text := get[string](in, name)
	var err error
	if !nft {
		a.Address, err = api.ParseAddress(text)
	} else {
		var packed api.Amount
		if packed, err = api.ParseAmount(text); err == nil {
			a, err = api.UnpackAsset(packed, in.amount(name+"Id"))
		}
	}
	if err != nil {
		f.add("orders."+name, err.Error())
	}
	return a
}
