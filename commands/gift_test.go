package commands_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/announce"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// gives takes an order of dev1's for another account, as anybody can: dev2 pays.
func (m *market) gives(to common.Address, weth, usdc string) {
	m.Helper()
	giver, on := m.account("dev2"), apitest.On(m.service, api.LocalChainID)
	do := func(from, contract common.Address, data []byte) {
		m.Helper()
		nonces, err := on.Nonces(m.Context(), from)
		if err != nil {
			m.Fatal(err)
		}
		raw, hash, err := m.wallet.SignTransaction(from, api.Transaction{ChainID: api.LocalChainID,
			From: from, To: contract, Data: data, Nonce: nonces.Next, Gas: 500_000,
			GasPrice: api.NewAmount(100_000_000_000)})
		if err != nil {
			m.Fatal(err)
		}
		if _, err := on.SendTransaction(m.Context(), raw); err != nil {
			m.Fatal(err)
		}
		m.until("the transaction", func() bool {
			r, err := on.Receipt(m.Context(), hash)
			return err == nil && r.Block != nil && r.Success
		})
	}
	o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(78), common.Address{}),
		Maker: m.other, MakerAsset: api.Asset{Address: m.tokens["WETH"].Address},
		TakerAsset:  api.Asset{Address: m.tokens["USDC"].Address},
		MakerAmount: m.units(weth, "WETH"), TakerAmount: m.units(usdc, "USDC")}
	most := api.MaxAmount.Big()
	approve := contracts.NewStandardToken().PackApprove(m.contracts.AugustusRFQ, most)
	do(m.other, o.MakerAsset.Address, approve)
	do(giver, o.TakerAsset.Address, approve)
	signature, err := m.wallet.Sign(m.other,
		eip712.OrderTypedData(api.LocalChainID, m.contracts.AugustusRFQ, o))
	if err != nil {
		m.Fatal(err)
	}
	r, _, err := on.CreateOrder(m.Context(),
		api.OrderRequest{Order: o, Type: api.Limit, Signature: signature[:]})
	if err != nil {
		m.Fatal(err)
	}
	do(giver, m.contracts.AugustusRFQ, contracts.NewAugustusRFQ().PackFillOrderWithTarget(
		contracts.AugustusRFQOrder{NonceAndMeta: o.NonceAndMeta.Big(), Expiry: new(big.Int),
			MakerAsset: o.MakerAsset.Address, TakerAsset: o.TakerAsset.Address, Maker: o.Maker,
			MakerAmount: o.MakerAmount.Big(), TakerAmount: o.TakerAmount.Big()}, signature[:], to))
	m.until("the fill", func() bool {
		list, err := on.Fills(m.Context(), api.FillQuery{Order: &r.Hash})
		return err == nil && len(list) == 1
	})
}

// Whom a stranger names as the receiver of a fill is never told that he paid for it: by the list of
// fills, by what is announced, on the account's own node and on the service's word.
func TestAGiftWasNotPaidFor(t *testing.T) {
	here(t)
	m := open(t)
	w := announce.New(announce.Config{Service: m.service, Now: time.Now})
	w.Watch([]common.Address{m.main})
	if list, err := w.Look(t.Context()); err != nil || len(list) > 0 {
		t.Fatal(list, err)
	}
	before := m.held(m.main, "USDC").Balance
	m.gives(m.main, "0.0001", "7777")
	m.equal("what the account has", m.held(m.main, "USDC").Balance, before)
	for _, flags := range [][]string{nil, {"--rpc", "1337=" + m.service.LocalRPC()}} {
		out, err := do(t, m.url, "fills", flags...)
		if err != nil || strings.Contains(out, "gave") || strings.Contains(out, "7,777") ||
			!strings.Contains(out, "got 0.0001") {
			t.Errorf("%s: %v\n%s", flags, err, out)
		}
		out, err = do(t, m.url, "fills", append(flags, "--json")...)
		var told struct {
			Fills []struct{ Payer common.Address }
		}
		if err := errorsOf(err, json.Unmarshal([]byte(out), &told)); err != nil ||
			len(told.Fills) != 1 || told.Fills[0].Payer != m.account("dev2") {
			t.Errorf("%s: %v\n%s", flags, err, out)
		}
	}
	w.All()
	list, err := w.Look(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if a := list[0]; a.Gave != nil || strings.Contains(a.Text, "7777") ||
		!strings.Contains(a.Text, "got 0.0001") {
		t.Errorf("%+v", a)
	}
}
