package backend_test

import (
	"encoding/json"
	"slices"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
)

// What the service tells of a token is enough to sign every kind of permit, and an order that
// carries it settles without an allowance.
func TestPermitsAreSignedFromWhatIsTold(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	nets, err := d.s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := nets[0].Contracts
	var left api.Amount // of the allowance at Permit2 that was signed
	deadline := func(r api.DeltaBuildRequest) api.Amount { return api.NewAmount(r.Deadline) }
	for _, c := range []struct {
		name, token string
		permit      func(u api.UserToken, own eip712.Domain, r api.DeltaBuildRequest,
			amount api.Amount) []byte
	}{
		{"its own", "USDC", func(u api.UserToken, own eip712.Domain, r api.DeltaBuildRequest,
			amount api.Amount) []byte {
			p := eip712.Permit{Token: own, Owner: r.Owner, Spender: at.Delta, Value: amount,
				Nonce: u.Permits.Nonce, Deadline: deadline(r)}
			return p.Encode(d.sign(p.TypedData()))
		}},
		{"its own again", "USDC", func(
			u api.UserToken, own eip712.Domain, r api.DeltaBuildRequest, amount api.Amount) []byte {
			if u.Permits.Nonce != api.NewAmount(1) {
				t.Errorf("the nonce is %s after one permit", u.Permits.Nonce)
			}
			p := eip712.Permit{Token: own, Owner: r.Owner, Spender: at.Delta, Value: amount,
				Nonce: u.Permits.Nonce, Deadline: deadline(r)}
			return p.Encode(d.sign(p.TypedData()))
		}},
		{"in the style of DAI", "DAI",
			func(u api.UserToken, own eip712.Domain, r api.DeltaBuildRequest, _ api.Amount) []byte {
				p := eip712.DAIPermit{Token: own, Holder: r.Owner, Spender: at.Delta,
					Nonce: u.Permits.Nonce, Expiry: deadline(r), Allowed: true}
				return p.Encode(d.sign(p.TypedData()))
			}},
		{"a transfer by Permit2", "WBTC",
			func(_ api.UserToken, _ eip712.Domain, r api.DeltaBuildRequest,
				amount api.Amount) []byte {
				p := eip712.Permit2Transfer{Token: d.token("WBTC"), Amount: amount,
					Spender: at.Delta,
					Nonce:   api.NewAmount(77), Deadline: deadline(r)}
				return p.Encode(d.sign(p.TypedData(api.LocalChainID, at.Permit2)))
			}},
		{"an allowance by Permit2", "WBTC",
			func(u api.UserToken, _ eip712.Domain, r api.DeltaBuildRequest,
				amount api.Amount) []byte {
				left = amount
				p := eip712.Permit2Allowance{Token: d.token("WBTC"), Amount: amount.Add(amount),
					Expiration: r.Deadline, Nonce: u.Permits.Permit2.Nonce,
					Spender: at.Delta, SigDeadline: deadline(r)}
				return p.Encode(d.sign(p.TypedData(api.LocalChainID, at.Permit2)))
			}},
		{"the allowance at Permit2", "WBTC",
			func(u api.UserToken, _ eip712.Domain, _ api.DeltaBuildRequest, _ api.Amount) []byte {
				if p := u.Permits.Permit2; p.Amount != left || p.Nonce != 1 || p.Expiration == 0 {
					t.Errorf("the allowance at Permit2 is %+v, want %s of it", p, left)
				}
				return []byte{1}
			}},
	} {
		d.approve(d.user, d.token("WBTC"), at.Permit2)
		held, err := apitest.On(d.s, api.LocalChainID).UserToken(t.Context(), d.user,
			d.token(c.token))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if held.Permits == nil || (held.Permits.Name == "") != (held.Permit == "") ||
			!held.Allowances[at.Delta].IsZero() && c.token != "DAI" {
			t.Fatalf("%s: %s has permits %+v and allows %v", c.name, c.token, held.Permits,
				held.Allowances)
		}
		own := eip712.Domain{Name: held.Permits.Name, Version: held.Permits.Version,
			ChainID: api.LocalChainID, Contract: held.Address}
		if held.Permit != "" && own.Separator() != held.Permits.Separator {
			t.Errorf("%s: %s calls its domain %+v, which is not what it hashes to", c.name,
				c.token, own)
		}
		price, request := d.intent(c.token)
		request.Permit = c.permit(held, own, request, price.SrcAmount)
		built, err := apitest.On(d.s, api.LocalChainID).BuildDelta(t.Context(), request)
		if err != nil {
			t.Fatal(c.name, err)
		}
		signature := d.sign(eip712.DeltaTypedData(api.LocalChainID, at.Delta, built.Order))
		record, _, err := apitest.On(d.s, api.LocalChainID).SubmitDelta(
			t.Context(), api.DeltaSubmission{
				Order: built.Order, Signature: signature.Compact()})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if r := d.s.settled(t, record.ID); len(r.Transactions) != 1 ||
			r.Transactions[0].Spent != price.SrcAmount {
			t.Errorf("%s: settled by %+v", c.name, r.Transactions)
		}
	}
	list, err := apitest.On(d.s, api.LocalChainID).UserTokens(t.Context(), d.user)
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(list,
		func(u api.UserToken) bool {
			return u.Address ==
				api.NativeToken
		}); list[i].Permits != nil {
		t.Errorf("the native coin has permits: %+v", list[i].Permits)
	}
}

func (d *door) sign(data eip712.TypedData) eip712.Signature {
	d.Helper()
	s, err := d.s.wallet.Sign(d.user, data)
	if err != nil {
		d.Fatal(err)
	}
	return s
}

// intent prices the sale of a hundredth of what the user holds of a token.
func (d *door) intent(symbol string) (api.DeltaPrice, api.DeltaBuildRequest) {
	d.Helper()
	token, dest := d.token(symbol), d.token("WETH")
	amount := d.holds(d.user, token).MulDiv(api.NewAmount(1), api.NewAmount(100))
	q, err := apitest.On(d.s, api.LocalChainID).DeltaQuote(d.Context(),
		api.DeltaQuoteRequest{Src: token, Dest: dest, Amount: amount,
			Mode: api.ModeDelta})
	if err != nil {
		d.Fatal(err)
	}
	raw, err := json.Marshal(q.Delta)
	if err != nil {
		d.Fatal(err)
	}
	nets, err := apitest.On(d.s, api.LocalChainID).Status(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	return *q.Delta, api.DeltaBuildRequest{
		ChainID: api.LocalChainID, Price: raw, Owner: d.user, Deadline: nets.Head.Time + 3600}
}
