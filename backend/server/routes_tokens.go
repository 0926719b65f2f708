package server

import (
	"context"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/wire"
)

func tokenRoutes() []route {
	account := path("address", address, "account that holds the tokens")
	return []route{
		read("/tokens/:chainId", contract, "List the tokens of a network, the native coin first").
			takes(chainIDParam()).
			answers("`{tokens: [{network, address, symbol, name, decimals, type, transferTax?, "+
				"permit?}]}`", func(s *Server, c *call) (reply, error) {
				list, err := c.exchange.Tokens(c.ctx)
				return ok(wire.TokensReply{Tokens: wire.List(list)}, err)
			}).refuses(api.UnsupportedChain),
		read("/users/tokens/:chainId/:address", contract,
			"List the tokens with an account's balances and allowances").
			takes(chainIDParam(), account).
			answers("`{tokens: [{…token, balance, allowance, allowances: {<spender>: amount}, "+
				"permits?: {name?, version?, separator, nonce, permit2: {amount, expiration, "+
				"nonce}}, fees?: {<contract>: amount}}]}`: fees are what a partner has earned "+
				"and not taken out", func(s *Server, c *call) (reply, error) {
				list, err := c.exchange.UserTokens(c.ctx, c.in.address("address"))
				return ok(wire.UserTokensReply{Tokens: wire.List(list)}, err)
			}).refuses(api.UnsupportedChain),
		read("/users/tokens/:chainId/:address/:token", contract,
			"The same for one token, listed or not").
			takes(chainIDParam(), account, path("token", word, "address or listed symbol")).
			answers("`{token: {…token, balance, allowance, allowances, permits?, fees?}}`",
				func(s *Server, c *call) (reply, error) {
					token, err := s.tokenOf(c)
					if err != nil {
						return reply{}, err
					}
					t, err := c.exchange.UserToken(c.ctx, c.in.address("address"), token)
					return ok(wire.UserTokenReply{Token: t}, err)
				}).refuses(api.UnsupportedChain, api.UnsupportedToken),
		read("/adapters/contracts", contract, "Addresses that clients sign for and send to").
			takes(
				networkParam(), chainParam(),
				query("version", word, "protocol version; 6.2 names its one contract as swapper "+
					"and as spender").or("5").oneOf("5", "6.2"),
			).
			answers("`{AugustusSwapper, TokenTransferProxy, AugustusRFQ, Executors: "+
				"{Executor1…}, ParaswapDelta?, FeeClaimer?, FeeVault?}`: partners take out "+
				"fees of version 5 at FeeClaimer, of 6.2 at FeeVault",
				func(s *Server, c *call) (reply, error) {
					n, err := s.network(c.ctx, c.in.network())
					return ok(contractsOf(n, get[string](c.in, "version")), err)
				}).refuses(api.UnsupportedChain),
	}
}

// tokenOf returns the address of the token that a request names by address or by listed symbol.
func (s *Server) tokenOf(c *call) (common.Address, error) {
	text := get[string](c.in, "token")
	token, err := api.ParseAddress(text)
	if err == nil {
		return token, nil
	}
	if strings.HasPrefix(text, "0x") {
		return token, api.Invalid(api.FieldError{Field: "token", Reason: err.Error()})
	}
	list, err := c.exchange.Tokens(c.ctx)
	for _, t := range list {
		if strings.EqualFold(t.Symbol, text) {
			return t.Address, nil
		}
	}
	if err == nil {
		err = api.Invalid(api.FieldError{
			Field: "token", Reason: quote(text) + " is no listed symbol: give the token's address"})
	}
	return token, err
}

// mainnet is the network that requests mean when they name none.
const mainnet = 1

// network returns a configured network; for nil, mainnet.
func (s *Server) network(ctx context.Context, id *uint64) (api.Network, error) {
	list, err := s.svc.Networks(ctx)
	if err != nil {
		return api.Network{}, err
	}
	want := uint64(mainnet)
	if id != nil {
		want = *id
	}
	for _, n := range list {
		if n.ChainID == want {
			return n, nil
		}
	}
	ids := make([]uint64, len(list))
	for i, n := range list {
		ids[i] = n.ChainID
	}
	return api.Network{}, api.NotConfigured(want, ids)
}

// adapterContracts are the addresses under the names that clients know.
type adapterContracts struct {
	AugustusSwapper    common.Address
	TokenTransferProxy common.Address
	AugustusRFQ        common.Address
	Executors          map[string]common.Address
	ParaswapDelta      *common.Address `json:",omitempty"`
	FeeClaimer         common.Address  `json:",omitzero"`
	FeeVault           common.Address  `json:",omitzero"`
}

func contractsOf(n api.Network, version string) adapterContracts {
	a := adapterContracts{
		AugustusSwapper:    n.Contracts.AugustusSwapper,
		TokenTransferProxy: n.Contracts.TokenTransferProxy,
		AugustusRFQ:        n.Contracts.AugustusRFQ, Executors: n.Contracts.Executors,
		FeeClaimer: n.Contracts.FeeClaimer, FeeVault: n.Contracts.FeeVault,
	}
	if version == "6.2" {
		a.AugustusSwapper, a.TokenTransferProxy = n.Contracts.AugustusV6, n.Contracts.AugustusV6
	}
	if a.Executors == nil {
		a.Executors = map[string]common.Address{}
	}
	if n.Contracts.Delta != (common.Address{}) {
		a.ParaswapDelta = &n.Contracts.Delta
	}
	return a
}
