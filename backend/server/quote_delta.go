package server

import (
	"strings"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// deltaQuoteRequest reads the parameters of a quote.
func deltaQuoteRequest(in input, mode api.DeltaMode) api.DeltaQuoteRequest {
	r := api.DeltaQuoteRequest{
		Src: in.address("srcToken"), Dest: in.address("destToken"), Amount: in.amount("amount"),
		Side: api.Side(get[string](in, "side")), User: in.address("userAddress"),
		Partner: get[string](in, "partner"), Mode: mode, MaxImpact: opt[float64](in, "maxImpact"),
	}
	for name, to := range map[string]**int{
		"srcDecimals": &r.SrcDecimals, "destDecimals": &r.DestDecimals} {
		if n := opt[uint64](in, name); n != nil {
			decimals := int(*n)
			*to = &decimals
		}
	}
	return r
}

func quoteDelta(s *Server, c *call) (reply, error) {
	mode := api.DeltaMode(strings.ToUpper(get[string](c.in, "mode")))
	return ok(c.exchange.DeltaQuote(c.ctx, deltaQuoteRequest(c.in, mode)))
}

func priceDelta(s *Server, c *call) (reply, error) {
	r := deltaQuoteRequest(c.in, api.ModeDelta)
	r.Second = true
	q, err := c.exchange.DeltaQuote(c.ctx, r)
	if err != nil {
		return reply{}, err
	}
	id := c.in.chainID()
	n, err := s.network(c.ctx, &id)
	return ok(wire.DeltaPriceReply{Price: q.Delta, DeltaAddress: n.Contracts.Delta}, err)
}

func bidDelta(s *Server, c *call) (reply, error) {
	err := c.exchange.BidDelta(c.ctx, api.DeltaBid{
		Round: get[uint64](c.in, "round"), Agent: c.in.address("agent"),
		Orders:   get[[]string](c.in, "orderIds"),
		Calldata: get[[]byte](c.in, "calldata"), Promised: c.in.amount("promised"),
		Signature: get[[]byte](c.in, "signature"),
	})
	return ok(wire.SuccessReply{Success: true}, err)
}
