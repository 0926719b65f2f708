package server

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// transactionRoutes prepare transactions for a wallet elsewhere to sign, and relay what it signed.
func transactionRoutes() []route {
	shape := "`{chainId, from, to, value, data, nonce, gas, gasPrice, tip, baseFee, l1Fee, " +
		"block, gasUsed, delegate}`, simulated and unsigned: with a base fee above 0 it is one " +
		"of EIP-1559 that pays at most gasPrice a gas and tip of it; delegate is left out where " +
		"the sender has none"
	prepare := func(what, summary string, h handler, params ...param) route {
		return post("/x/:chainId/prepare/"+what, extension, summary).heavy().
			takes(chainIDParam()).takes(params...).answers(shape, h).
			refuses(api.UnsupportedChain, api.TransactionFails)
	}
	return []route{
		prepare("fill", "Prepare the transaction that fills orders of one pair", prepareFill,
			body("taker", address, "who pays and signs"),
			body("target", address, "who receives; the taker if left out").optional(),
			body("legs", objects, "the orders").of(
				body("orderHash", hash, "order to fill"),
				body("takerAmount", amount, "what to pay; left out or 0 fills all that is "+
					"left").optional(),
			),
			body("side", word, "fills total over the orders in turn, passing over those that can "+
				"not be filled: BUY gets total of what the makers give, SELL pays total of what "+
				"they take; left out fills every order as it says, or none").optional().oneOf(
				string(api.Buy), string(api.Sell)),
			body("total", amount, "raw units, with side").optional(),
		).refuses(api.NotFound, api.OrderNotFillable, api.OrderExpired),
		prepare("cancel", "Prepare the transaction that cancels orders", prepareCancel,
			body("maker", address, "who made them and signs"),
			body("orderHashes", hashes, "the orders"),
		).refuses(api.NotFound, api.OrderNotFillable),
		prepare("approve", "Prepare the transaction that lets a spender move a token",
			prepareApprove,
			body("owner", address, "who holds the token and signs"),
			body("token", address, "token contract"),
			body("type", integer, "0 = ERC20, 1 = ERC1155, 2 = ERC721").optional().or("0").within(
				0, uint64(api.ERC721)),
			body("spender", address, "who may move it"),
			body("amount", amount, "raw units; for an NFT collection any amount above 0 approves "+
				"all of it, 0 revokes"),
		).refuses(api.UnsupportedToken),
		prepare("wrap", "Prepare the transaction that wraps native coin, or unwraps it",
			prepareWrap,
			body("owner", address, "who holds the coin and signs"),
			body("amount", amount, "wei"),
			body("unwrap", boolean, "true turns the wrapped token back into the "+
				"coin").optional().or("false"),
		),
		prepare("transfer", "Prepare the transaction that sends a token, an NFT or native coin",
			prepareTransfer,
			body("owner", address, "who holds it and signs"),
			body("to", address, "who receives it"),
			body("token", address, "token contract; 0xeeee…eeee is the native coin"),
			body("type", integer, "0 = ERC20, 1 = ERC1155, 2 = ERC721").optional().or("0").within(
				0, uint64(api.ERC721)),
			body("tokenId", amount, "of an NFT").optional().or("0"),
			body("amount", amount, "raw units; 1 of an ERC721 token"),
		).refuses(api.UnsupportedToken),
		prepare("invalidate", "Prepare the transaction that uses up a nonce of Delta orders: none "+
			"that has it can be settled then, whoever holds its signature", prepareInvalidation,
			body("owner", address, "who signed the orders, and signs this"),
			body("nonce", amount, "of the orders"),
		).refuses(api.OrderNotFillable),
		prepare("claim", "Prepare the transaction that takes out what a partner has earned, of "+
			"all listed tokens", prepareClaim,
			body("owner", address, "who earned it, signs, and gets it"),
			body("contract", address, "FeeVault or FeeClaimer of /adapters/contracts"),
		),
		prepare("replacement", "Prepare the transaction that speeds up or cancels one that waits",
			prepareReplacement,
			body("transactionHash", hash, "the one that waits"),
			body("cancel", boolean, "true does nothing in its place, false the same for higher "+
				"fees").optional().or("false"),
		),
		read("/x/:chainId/nonces/:address", extension,
			"Tell how far an account's transactions are").
			takes(chainIDParam(), path("address", address, "account")).
			answers("`{mined, next}`: the nonce after those in blocks, and after those that wait",
				func(s *Server, c *call) (reply, error) {
					return ok(c.exchange.Nonces(c.ctx, c.in.address("address")))
				}).refuses(api.UnsupportedChain),
		read("/x/:chainId/contracts/:address", extension,
			"Tell whether there is code at an address").
			takes(chainIDParam(), path("address", address, "account or contract")).
			answers("`{contract}`", func(s *Server, c *call) (reply, error) {
				yes, err := c.exchange.IsContract(c.ctx, c.in.address("address"))
				return ok(wire.ContractReply{Contract: yes}, err)
			}).refuses(api.UnsupportedChain),
		post("/x/:chainId/transactions", extension, "Relay a signed transaction").
			takes(chainIDParam(), body("raw", hexData,
				"signed transaction in its network encoding")).
			answers("`{transactionHash}` once the node has accepted it. The local network has it "+
				"on disk by then: a start after a crash sends it again",
				func(s *Server, c *call) (reply, error) {
					h, err := c.exchange.SendTransaction(c.ctx, get[[]byte](c.in, "raw"))
					return ok(wire.HashReply{Hash: h}, err)
				}).refuses(api.UnsupportedChain, api.TransactionFails),
		read("/x/:chainId/movements/:address", extension,
			"Tell what transactions have moved to and from an account").
			takes(chainIDParam(), path("address", address, "account"),
				query("hashes", word, "transaction hashes with commas between, at most 50, and "+
					"of those that moved more than 20,000 times together fewer").need()).
			answers("`{movements: [{transactionHash, block or null, index, from, to, success, "+
				"fee, filled, moves: [{token, type, tokenId, amount, in, logIndex}], coin: "+
				"{amount, in} or null}]}` in the order asked for. `moves` are what the logs of "+
				"the receipt say of the account, raw units, `in` those that came; `type` is 0 "+
				"ERC20, 1 ERC1155, 2 ERC721; `fee` is the wei paid for gas, `filled` whether an "+
				"order was filled. `coin` is what the sender has more or less of the network's "+
				"coin beside the fee, null where the node can't tell", movements).
			refuses(api.UnsupportedChain, api.ChainUnavailable),
		read("/x/:chainId/transactions/:hash", extension, "Tell how a transaction stands").
			takes(chainIDParam(), path("hash", hash, "transaction hash")).
			answers("`{transactionHash, waits, block or null, success, reason, gasUsed, "+
				"gasPrice}`: block is the one that it is in; without one, waits says that a node "+
				"holds it. What neither block nor node holds is lost if the account's mined "+
				"nonce (above) is past its own, since another took its place; otherwise the same "+
				"bytes may be sent again: they are mined once at most",
				func(s *Server, c *call) (reply, error) {
					r, err := c.exchange.Receipt(c.ctx, get[common.Hash](c.in, "hash"))
					return ok(r, err)
				}).refuses(api.UnsupportedChain),
	}
}

func movements(s *Server, c *call) (reply, error) {
	var list []common.Hash
	for text := range strings.SplitSeq(get[string](c.in, "hashes"), ",") {
		h, err := api.ParseHash(text)
		if err != nil {
			return reply{}, api.Invalid(api.FieldError{Field: "hashes", Reason: err.Error()})
		}
		list = append(list, h)
	}
	all, err := c.exchange.Movements(c.ctx, c.in.address("address"), list)
	for i := range all {
		all[i].Moves = wire.List(all[i].Moves)
	}
	return ok(wire.MovementsReply{Movements: wire.List(all)}, err)
}

func prepareFill(s *Server, c *call) (reply, error) {
	r := api.FillRequest{Taker: c.in.address("taker"),
		Target: c.in.address("target"), Side: api.Side(get[string](c.in, "side")),
		Total: c.in.amount("total")}
	for _, leg := range get[[]input](c.in, "legs") {
		r.Legs = append(r.Legs, api.FillLeg{
			Hash: get[common.Hash](leg, "orderHash"), TakerAmount: leg.amount("takerAmount")})
	}
	return ok(c.exchange.PrepareFill(c.ctx, r))
}

func prepareCancel(s *Server, c *call) (reply, error) {
	return ok(c.exchange.PrepareCancel(c.ctx, api.CancelRequest{
		Maker:  c.in.address("maker"),
		Hashes: get[[]common.Hash](c.in, "orderHashes"),
	}))
}

func prepareApprove(s *Server, c *call) (reply, error) {
	return ok(c.exchange.PrepareApprove(c.ctx, api.ApproveRequest{
		Owner: c.in.address("owner"), Token: c.in.address("token"),
		Kind: api.AssetKind(get[uint64](c.in, "type")), Spender: c.in.address("spender"),
		Amount: c.in.amount("amount"),
	}))
}

func prepareWrap(s *Server, c *call) (reply, error) {
	return ok(c.exchange.PrepareWrap(c.ctx, api.WrapRequest{
		Owner: c.in.address("owner"), Amount: c.in.amount("amount"),
		Unwrap: get[bool](c.in, "unwrap"),
	}))
}

func prepareTransfer(s *Server, c *call) (reply, error) {
	return ok(c.exchange.PrepareTransfer(c.ctx, api.TransferRequest{
		Owner: c.in.address("owner"), To: c.in.address("to"),
		Asset: api.Asset{Kind: api.AssetKind(get[uint64](c.in, "type")),
			Address: c.in.address("token"), ID: c.in.amount("tokenId")},
		Amount: c.in.amount("amount"),
	}))
}

func prepareInvalidation(s *Server, c *call) (reply, error) {
	return ok(c.exchange.PrepareInvalidation(c.ctx, api.InvalidateRequest{
		Owner: c.in.address("owner"), Nonce: c.in.amount("nonce")}))
}

func prepareClaim(s *Server, c *call) (reply, error) {
	return ok(c.exchange.PrepareClaim(c.ctx, api.ClaimRequest{
		Owner: c.in.address("owner"), Contract: c.in.address("contract")}))
}

func prepareReplacement(s *Server, c *call) (reply, error) {
	return ok(c.exchange.PrepareReplacement(c.ctx, api.ReplaceRequest{
		Hash: get[common.Hash](c.in, "transactionHash"), Cancel: get[bool](c.in, "cancel")}))
}
