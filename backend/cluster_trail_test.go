package backend_test

import (
	"encoding/json"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/store/facts/etcd/etcdtest"
)

// send signs a transaction that was prepared and makes a block of it.
func (s *session) send(t *testing.T, tx api.Transaction, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	raw, _, err := s.wallet.SignTransaction(tx.From, tx)
	if err == nil {
		_, err = apitest.On(s, api.LocalChainID).SendTransaction(t.Context(), raw)
	}
	if err == nil {
		_, err = s.Mine(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// swap trades an amount over the pools, whatever it does to their prices.
func (s *session) swap(t *testing.T, account, src, dest common.Address, amount api.Amount) {
	t.Helper()
	exchange := apitest.On(s, api.LocalChainID)
	route, err := exchange.Prices(t.Context(), api.PriceRequest{Src: api.Lower(src),
		Dest: api.Lower(dest), Amount: amount, Side: api.Sell, Version: api.Version62,
		MaxImpact: new(101.0)})
	if err != nil {
		t.Fatal(err)
	}
	if src != api.NativeToken {
		tx, err := exchange.PrepareApprove(t.Context(), api.ApproveRequest{Owner: account,
			Token: src, Spender: route.TokenTransferProxy, Amount: api.MaxAmount})
		s.send(t, tx, err)
	}
	text, err := json.Marshal(route)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := exchange.PrepareSwap(t.Context(), api.BuildRequest{Route: text,
		Src: api.Lower(src), Dest: api.Lower(dest), SrcAmount: &amount, HasSlippage: true,
		Terms: api.SwapTerms{User: account, Slippage: 500}})
	s.send(t, tx, err)
}

// ether is whole units of a token of 18 decimals.
func ether(n uint64) api.Amount {
	return api.NewAmount(n).MulDiv(api.NewAmount(1e18), api.NewAmount(1))
}

// TestATrailRisesOnOverHandOvers has the lead go from node to node while a trailing stop waits:
// whoever leads goes on from the level that both tell, which never falls, and the order is let go
// and settled once.
func TestATrailRisesOnOverHandOvers(t *testing.T) {
	t.Parallel()
	p := newShared(t, etcdtest.Options{Size: 1})
	s := &session{p.nodes[0], openWallet(t)}
	secret := common.Hash{31: 1}
	ctx := api.WithSecrets(t.Context(), secret)
	nets, err := s.Networks(ctx)
	if err != nil {
		t.Fatal(err)
	}
	sub := s.signedDelta(t, p.nodes[1]) // sells USDC for WETH
	sub.Order.DestAmount = sub.Order.DestAmount.MulDiv(api.NewAmount(1), api.NewAmount(2))
	signature, err := s.wallet.Sign(sub.Order.Owner, eip712.DeltaTypedData(api.LocalChainID,
		nets[0].Contracts.Delta, sub.Order))
	if err != nil {
		t.Fatal(err)
	}
	sub.Signature, sub.Secret = signature.Compact(), secret
	sub.Trigger = &api.DeltaTrigger{Below: true, Trail: api.DeltaTrail{Bps: 20}}
	var r api.DeltaRecord
	eventually(t, "node 1 takes it", func() bool { // which may be a block behind
		r, _, err = apitest.On(p.nodes[1], api.LocalChainID).SubmitDelta(ctx, sub)
		if err != nil && api.TypeOf(err) != api.ChainUnavailable {
			t.Fatal(err)
		}
		return err == nil
	})
	level := func(node int) float64 {
		t.Helper()
		r, err := apitest.On(p.nodes[node], api.LocalChainID).DeltaOrder(ctx, r.ID)
		if err != nil || r.Trigger == nil {
			t.Fatalf("node %d tells %+v, %v", node, r, err)
		}
		return r.Trigger.Worth.Float()
	}
	mine := func() {
		t.Helper()
		if _, err := s.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "both nodes hold it", func() bool {
		_, err := apitest.On(p.nodes[0], api.LocalChainID).DeltaOrder(ctx, r.ID)
		return err == nil
	})
	trader := s.wallet.List()[1].Address
	usdc := sub.Order.SrcToken
	stands := level(0)
	for range 2 {
		// ether gets cheaper, so the order's USDC buy more of it
		s.swap(t, trader, api.NativeToken, usdc, ether(150))
		eventually(t, "both nodes tell of a higher level", func() bool {
			mine()
			return level(0) > stands*1.002 && level(0) == level(1)
		})
		stands = level(0)
		p.depose()
	}
	for range 6 { // whoever leads from here on looks at it anew
		mine()
	}
	if level(0) < stands || level(1) < stands {
		t.Errorf("it stood at %f, and is at %f and %f after another node leads", stands, level(0),
			level(1))
	}
	s.swap(t, trader, usdc, api.NativeToken, api.NewAmount(400_000_000_000))
	eventually(t, "a settlement", func() bool {
		mine()
		now, err := apitest.On(p.nodes[1], api.LocalChainID).DeltaOrder(ctx, r.ID)
		return err == nil && now.Status == api.DeltaExecuted
	})
	p.settledOnce(r.ID)
}
