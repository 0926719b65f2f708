package backend_test

import (
	"encoding/json"
	"strings"
	"testing"

	"bourse/backend/api"
)

// A partner has earned at the contracts of both versions, takes out what each holds, and gets it to
// the unit; nobody else has anything there.
func TestPartnersClaimFees(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	partner := d.s.wallet.List()[1].Address
	usdc := d.token("USDC")
	for _, version := range []string{"5", "6.2"} {
		a := d.good("version", version, "partnerAddress", api.Lower(partner), "partnerFeeBps",
			"100")
		d.run(api.Transaction{ChainID: api.LocalChainID, From: d.user, To: a.TxParams.To,
			Value: a.TxParams.Value, Data: a.TxParams.Data, Gas: 2_000_000,
			GasPrice: api.NewAmount(100e9), Nonce: d.nonce()}, nil)
	}
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, contract := range map[string]string{
		"version 5":   api.Lower(nets[0].Contracts.FeeClaimer),
		"version 6.2": api.Lower(nets[0].Contracts.FeeVault)} {
		var told struct {
			Token struct{ Fees map[string]api.Amount }
		}
		path := "/users/tokens/1337/" + api.Lower(partner) + "/USDC"
		if err := json.Unmarshal(d.call(200, "GET", path, nil), &told); err != nil {
			t.Fatal(err)
		}
		fee := told.Token.Fees[contract]
		if fee.IsZero() {
			t.Fatalf("%s: the partner has earned %v", name, told.Token.Fees)
		}
		claim := map[string]any{"owner": partner, "contract": contract}
		before := d.holds(partner, usdc)
		var tx api.Transaction
		if err := json.Unmarshal(d.call(200, "POST", "/x/1337/prepare/claim", claim),
			&tx); err != nil {
			t.Fatal(err)
		}
		hash := d.run(tx, nil).Hex()
		var moved struct {
			Movements []struct {
				To    string
				Moves []api.Move
			}
		}
		path = "/x/1337/movements/" + api.Lower(partner) + "?hashes=" + hash
		if err := json.Unmarshal(d.call(200, "GET", path, nil), &moved); err != nil {
			t.Fatal(err)
		}
		if m := moved.Movements[0]; m.To != contract || len(m.Moves) != 1 || !m.Moves[0].In ||
			m.Moves[0].Amount != fee {
			t.Errorf("%s: it is told to have moved %+v", name, m)
		}
		if got := d.holds(partner, usdc).Sub(before); got != fee {
			t.Errorf("%s: claiming brought %s, earned was %s", name, got, fee)
		}
		for _, owner := range []any{partner, d.user} {
			claim["owner"] = owner
			again := d.call(400, "POST", "/x/1337/prepare/claim", claim)
			if !strings.Contains(string(again), "holds no fees") {
				t.Errorf("%s: claimed by %s again: %s", name, owner, again)
			}
		}
	}
}
