package order_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views/viewtest"
)

// permitted lets USDC have a permit as its contract says, whose next nonce is 3.
func permitted(s *service, kind string) *service {
	h := s.held[usdc.Address]
	h.Allowances = nil
	own := eip712.Domain{Name: "USD Coin", Version: "2", ChainID: 1337, Contract: usdc.Address}
	h.Permits = &api.Permits{Name: "USD Coin", Version: "2", Separator: own.Separator(),
		Nonce: api.NewAmount(3)}
	s.held[usdc.Address], s.permit = h, kind
	s.OnDeltaOrders = func(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
		return nil, nil
	}
	return s
}

// What a letter does is not offered while the focused field takes it as text.
func TestLettersThatAreTextAreNotOffered(t *testing.T) {
	st := newStage(t, permitted(rich(world()), "ERC2612"))
	st.private()
	st.Shows("▸Taker", "! allowance 0.00 <")
	st.Hides("a approve", "p permit", "p sign permit")
	st.Press("shift+tab", "shift+tab")
	st.Shows("▸Expiry", "a approve  p permit")
}

// TestTheAllowanceIsSignedIntoTheOrder: nothing is sent; the order carries the permit as the order
// contract reads it, for this order and the open ones, until the order ends.
func TestTheAllowanceIsSignedIntoTheOrder(t *testing.T) {
	service := permitted(rich(world()), "ERC2612")
	st := newStage(t, service)
	st.fill("900", "3018")
	st.Shows("a approve  p permit")
	viewtest.Job(st.Kit, st.s, "permit and order", 5, "p", "S", "enter", "S", "enter")
	if len(service.created) != 1 || len(service.Approvals()) != 0 {
		t.Fatalf("created %+v, approved %+v:\n%s", service.created, service.Approvals(),
			st.Frame())
	}
	r := service.created[0]
	own := eip712.Domain{Name: "USD Coin", Version: "2", ChainID: 1337, Contract: usdc.Address}
	data := eip712.Permit{Token: own, Owner: me, Spender: rfq,
		Value: units("900", usdc).Add(service.claimed[usdc.Address]), Nonce: api.NewAmount(3),
		Deadline: api.NewAmount(r.Order.Expiry)}
	if len(r.PermitMakerAsset) != 224 {
		t.Fatalf("the order carries %x", r.PermitMakerAsset)
	}
	signature := append(append([]byte{}, r.PermitMakerAsset[160:]...), r.PermitMakerAsset[159])
	if err := eip712.Verify(data.TypedData().Hash(), signature, me); err != nil {
		t.Errorf("the permit %x: %v", r.PermitMakerAsset, err)
	}
	if note := st.Root.Note(); note.Level != ui.OK {
		t.Errorf("the message row says %+v", note)
	}
}

func TestWhatAPermitLetsMoveIsShown(t *testing.T) {
	service := permitted(rich(world()), "ERC2612")
	st := newStage(t, service)
	st.fill("900", "3018")
	st.Press("p")
	st.settle()
	st.Shows("SIGN typed data · Token permit", "1 of 2", "order contract", "May move up to",
		"Valid until", "(in 24", "it goes into the order that is signed next")
	st.Press("esc")
	dollar := usdc
	dollar.Permit = "DAI"
	st.s.SetTokens([]api.Token{weth, dollar, uni})
	st.s.Market.Quote = dollar
	st.Press("p")
	st.settle()
	st.Shows("UNLIMITED USDC", `Type "unlimited" to go on`)
}

// TestNoPermitWithANonceInUse: an open order holds a permit of the nonce that the next would have,
// or a Delta order that is older than many others does.
func TestNoPermitWithANonceInUse(t *testing.T) {
	for _, older := range []bool{false, true} {
		service := permitted(rich(world()), "ERC2612")
		st := newStage(t, service)
		st.fill("900", "3018")
		viewtest.Job(st.Kit, st.s, "permit and order", 5, "p", "S", "enter", "S", "enter")
		if older {
			service.set(func() { delta(service, service.created[0].PermitMakerAsset) })
		}
		st.Press("2")
		st.fill("700", "3018")
		st.Press("p")
		st.settle()
		st.Shows("a permit of USDC of the same nonce: approve exactly")
		if st.Advance(time.Second); len(service.created) > 1 {
			t.Errorf("created %+v", service.created)
		}
	}
}

// delta moves a permit from the orders to a Delta order behind more than a page of them.
func delta(s *service, permit []byte) {
	s.created = nil
	list := make([]api.DeltaRecord, 1100, 1101)
	for i := range list {
		list[i] = api.DeltaRecord{ID: fmt.Sprint(i), Status: api.DeltaExecuted}
	}
	list = append(list, api.DeltaRecord{ID: "open", Status: api.DeltaNotStarted,
		Order: api.DeltaOrder{SrcToken: usdc.Address, Permit: permit}})
	s.OnDeltaOrders = func(_ context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
		from := min(len(list), (q.Page-1)*q.Limit)
		return list[from:min(len(list), from+q.Limit)], nil
	}
}

// TestAnApprovalNamesThePermitThatCutsIt: an order carries a permit of less, of 900 and what open
// ones needed, which anybody may hand in.
func TestAnApprovalNamesThePermitThatCutsIt(t *testing.T) {
	service := permitted(world(), "ERC2612")
	st := newStage(t, service)
	st.fill("900", "3018")
	viewtest.Job(st.Kit, st.s, "permit and order", 5, "p", "S", "enter", "S", "enter")
	st.Press("2")
	st.fill("6036", "3018")
	st.Press("a")
	st.settle()
	st.Shows("! whoever hands in the permit that order 0x", "carries sets this to 3,918.73 USDC")
	st.Press("esc")
	service.set(func() { // it is used
		known := service.held[usdc.Address].Permits
		known.Nonce = known.Nonce.Add(api.NewAmount(1))
	})
	st.Press("a")
	st.settle()
	st.Hides("whoever hands in the permit")
}

// TestAPermitOfAnotherContractIsNotOffered: what would be signed is not what the token reads.
func TestAPermitOfAnotherContractIsNotOffered(t *testing.T) {
	service := permitted(rich(world()), "ERC2612")
	service.held[usdc.Address].Permits.Separator = common.Hash{1}
	st := newStage(t, service)
	st.fill("900", "3018")
	st.Hides("p permit")
	st.Press("p")
	if note := st.Root.Note(); note.Level == ui.OK || len(st.Root.Note().Text) == 0 {
		t.Errorf("the message row says %+v", note)
	}
}
