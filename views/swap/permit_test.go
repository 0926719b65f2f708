package swap_test

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/views"
	"bourse/views/viewtest"
)

// permitted is a stage that sells ten of a WETH that has a permit and is not approved.
func permitted(t *testing.T, s *service) *stage {
	t.Helper()
	own := eip712.Domain{Name: "Wrapped Ether", Version: "1", ChainID: 1337, Contract: weth.Address}
	h := s.held[weth.Address]
	h.Allowances = nil
	h.Permits = &api.Permits{Name: "Wrapped Ether", Version: "1", Separator: own.Separator(),
		Nonce: api.NewAmount(5)}
	s.held[weth.Address] = h
	s.OnOrders = func(context.Context, api.OrderQuery) (api.OrderPage, error) {
		return api.OrderPage{}, nil
	}
	s.OnDeltaOrders = func(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
		return nil, nil
	}
	st := newStage(t, s)
	ether := weth
	ether.Permit = "ERC2612"
	st.s.SetTokens([]api.Token{eth, ether, usdc, dai})
	st.s.Market = api.Market{ChainID: 1337, Base: ether, Quote: usdc}
	st.Send(views.MarketChanged{})
	st.Type("10")
	st.settle()
	return st
}

// TestTheAllowanceIsSignedIntoTheSwap: no approval is sent; the transaction, simulated with the
// permit in it, carries the right of the route's spender to what the swap takes.
func TestTheAllowanceIsSignedIntoTheSwap(t *testing.T) {
	t.Parallel()
	s := world()
	st := permitted(t, s)
	st.Shows("a approve  p permit")
	s.set(func() { s.unapproved = true })
	st.Press("r")
	st.settle()
	st.Press("p")
	st.settle()
	st.Shows("SIGN typed data · Token permit", "1 of 2", "10.0000 WETH", "Valid until",
		"it goes into the swap that is signed next")
	st.Press("S", "enter")
	st.settle()
	st.Shows("2 of 2", "the permit that you signed covers it")
	st.Hides("it would fail")
	permit := s.built[len(s.built)-1].Terms.Permit
	if len(permit) != 224 || common.BytesToAddress(permit[32:64]) != v6 {
		t.Fatalf("simulated with the permit %x:\n%s", permit, st.Frame())
	}
	data := eip712.Permit{Token: eip712.Domain{Name: "Wrapped Ether", Version: "1", ChainID: 1337,
		Contract: weth.Address}, Owner: st.s.Account.Address, Spender: v6,
		Value: units("10", weth), Nonce: api.NewAmount(5),
		Deadline: api.AmountFromBytes32([32]byte(permit[96:128]))}
	if err := eip712.Verify(data.TypedData().Hash(), append(append([]byte{}, permit[160:]...),
		permit[159]), st.s.Account.Address); err != nil {
		t.Errorf("the permit %x: %v", permit, err)
	}
	viewtest.Job(st.Kit, st.s, "the swap", 2, "S", "enter")
	if len(s.Sent()) != 1 || len(s.Approvals()) != 0 {
		t.Errorf("sent %d, approved %d:\n%s", len(s.Sent()), len(s.Approvals()), st.Frame())
	}
}

// TestAPermitIsForWhatItWasSigned: a larger amount needs another one.
func TestAPermitIsForWhatItWasSigned(t *testing.T) {
	t.Parallel()
	s := world()
	st := permitted(t, s)
	st.Press("p")
	st.settle()
	st.Press("S", "enter")
	st.settle()
	st.Press("esc")
	st.settle()
	st.Shows("the permit that you signed covers it")
	s.set(func() { s.route.SrcAmount = units("11", weth) })
	st.Press("ctrl+u")
	st.Type("11")
	st.settle()
	st.Shows("a approve  p permit")
	if p := s.built[len(s.built)-1].Terms.Permit; len(p) != 0 {
		t.Errorf("simulated with the permit %x", p)
	}
}
