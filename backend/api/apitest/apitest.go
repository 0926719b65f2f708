package apitest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// World is an exchange to test on one of its networks, and what moves that network.
type World struct {
	Service api.Service
	ChainID uint64
	// Accounts are at least four that hold native coin and listed fungible tokens and whose
	// signatures the world can make.
	Accounts []common.Address
	// SignOrder returns the maker's 65-byte signature.
	SignOrder func(o api.Order) ([]byte, error)
	// SignDelta returns the owner's signature of a Delta order, SignCancellation an account's for
	// the end of orders.
	SignDelta        func(o api.DeltaOrder) ([]byte, error)
	SignCancellation func(owner common.Address, ids []string) ([]byte, error)
	// SignTransaction returns the sender's signed transaction in its network encoding.
	SignTransaction func(tx api.Transaction) ([]byte, error)
	// Mine makes a block and returns once the service has taken it in.
	Mine func(ctx context.Context) error
}

// Run proves the service of a world. The world's network is used from then on: orders rest, tokens
// have moved.
func Run(t *testing.T, w World) {
	if len(w.Accounts) < 4 {
		t.Fatalf("the world has %d accounts, 4 are needed", len(w.Accounts))
	}
	for _, part := range []struct {
		name string
		test func(*suite)
	}{
		{"networks", networks},
		{"unknown networks", unknownNetworks},
		{"tokens", listedTokens},
		{"nfts", nfts},
		{"create", create},
		{"create at once", createAtOnce},
		{"refusals", refusals},
		{"lists", lists},
		{"nft orders", nftOrders},
		{"wrap", wrap},
		{"transfer", transfer},
		{"approve", approve},
		{"fill", fill},
		{"p2p", p2p},
		{"cancel", cancel},
		{"swaps", swaps},
		{"delta", deltas},
		{"events", events},
	} {
		t.Run(part.name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
			defer stop()
			s := &suite{T: t, World: w, ctx: ctx}
			s.find()
			part.test(s)
		})
	}
}

// suite is one part's view of the world.
type suite struct {
	*testing.T
	World
	ctx     context.Context
	network api.Network
	// exchange is that on the world's network
	exchange api.Exchange
	a, b     api.Token // two fungible tokens that accounts 0 to 3 hold
}

// find looks up the network and two tokens to trade.
func (s *suite) find() {
	list := must(s.Service.Networks(s.ctx))(s)
	i := slices.IndexFunc(list, func(n api.Network) bool { return n.ChainID == s.ChainID })
	if i < 0 {
		s.Fatalf("network %d is not among %v", s.ChainID, list)
	}
	s.network, s.exchange = list[i], On(s.Service, s.ChainID)
	var held []api.Token
	for _, t := range must(s.exchange.UserTokens(s.ctx, s.Accounts[0]))(s) {
		plain := t.Address != api.NativeToken && t.Address != s.network.Contracts.WrappedNative &&
			t.TransferTax == 0
		if plain && t.Kind == api.ERC20 && !t.Balance.IsZero() {
			held = append(held, t.Token)
		}
	}
	if len(held) < 2 {
		s.Fatalf("account %s holds %d tokens, 2 are needed", s.Accounts[0], len(held))
	}
	s.a, s.b = held[0], held[1]
}

// must fails the test on an error.
func must[T any](v T, err error) func(s *suite) T {
	return func(s *suite) T {
		s.Helper()
		if err != nil {
			s.Fatal(err)
		}
		return v
	}
}

// refused wants an error of a type, with a sentence.
func (s *suite) refused(what string, err error, want api.ErrorType) {
	s.Helper()
	if api.TypeOf(err) != want {
		s.Errorf("%s: the error is %v of type %q, want %s", what, err, api.TypeOf(err), want)
	} else if e := api.AsError(err); e.Details == "" || e.Text == "" {
		s.Errorf("%s: the error says nothing: %+v", what, e)
	}
}

// order returns an unsigned order of the maker for 3000 units of a against 1000 of b.
func (s *suite) order(maker common.Address, nonce uint64) api.Order {
	return api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(nonce), common.Address{}), Maker: maker,
		MakerAsset: api.Asset{Address: s.a.Address}, TakerAsset: api.Asset{Address: s.b.Address},
		MakerAmount: api.NewAmount(3000), TakerAmount: api.NewAmount(1000),
	}
}

// request signs an order for its endpoint.
func (s *suite) request(o api.Order) api.OrderRequest {
	s.Helper()
	return api.OrderRequest{ChainID: s.ChainID, Order: o, Type: o.Type(),
		Signature: must(s.SignOrder(o))(s)}
}

// place creates an order that must be new.
func (s *suite) place(o api.Order) api.OrderRecord {
	s.Helper()
	r, created, err := s.exchange.CreateOrder(s.ctx, s.request(o))
	if err != nil || !created {
		s.Fatalf("create order: created %v, %v", created, err)
	}
	return r
}

// reread returns an order as it stands.
func (s *suite) reread(r api.OrderRecord) api.OrderRecord {
	s.Helper()
	return must(s.exchange.Order(s.ctx, r.Hash, r.NFT))(s)
}

// execute signs, sends and mines a prepared transaction, which must succeed.
func (s *suite) execute(tx api.Transaction, err error) api.Receipt {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
	if tx.ChainID != s.ChainID || tx.Gas == 0 || tx.Gas < tx.GasUsed {
		s.Errorf("the prepared transaction is %+v", tx)
	}
	hash := must(s.exchange.SendTransaction(s.ctx, must(s.SignTransaction(tx))(s)))(s)
	s.mine()
	r := must(s.exchange.Receipt(s.ctx, hash))(s)
	if r.Block == nil || !r.Success || r.Hash != hash {
		s.Fatalf("the receipt is %+v", r)
	}
	return r
}

func (s *suite) mine() {
	s.Helper()
	if err := s.Mine(s.ctx); err != nil {
		s.Fatal(err)
	}
}

// allow lets the order contract move an account's token.
func (s *suite) allow(owner common.Address, token api.Token, amount api.Amount) {
	s.Helper()
	s.execute(s.exchange.PrepareApprove(s.ctx, api.ApproveRequest{
		Owner: owner, Token: token.Address,
		Spender: s.network.Contracts.AugustusRFQ, Amount: amount,
	}))
}

// balance returns what an account holds.
func (s *suite) balance(account, token common.Address) api.Amount {
	s.Helper()
	return must(s.exchange.UserToken(s.ctx, account, token))(s).Balance
}
