package delta_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// The rights, as the form offers them.
var rightNames = []string{"approve exactly, then sign", "sign the token's permit",
	"Permit2, this order only", "Permit2, an allowance", "Permit2, as allowed before",
	"use what is allowed"}

// choosing is a stage with five thousand USDC to sell and the nth right chosen, counted from 0.
func choosing(t testing.TB, s *service, n int) *stage {
	t.Helper()
	st := quoted(t, s)
	st.Press("shift+tab", "shift+tab", "shift+tab", "shift+tab")
	for range rightNames {
		if strings.Contains(st.Frame(), "( "+rightNames[n]+" )") {
			break
		}
		st.Press("right")
	}
	st.settle()
	st.Shows("( " + rightNames[n] + " )")
	return st
}

// TestThePermitIsProposed: a token that has one needs no approval, where its allowance does not
// cover the order already.
func TestThePermitIsProposed(t *testing.T) {
	t.Parallel()
	s := world()
	s.allow(contract, "0")
	st := quoted(t, s)
	st.Shows("( sign the token's permit )", "a permit is signed first, without gas")
	st.Press("enter")
	st.settle()
	st.Shows("SIGN typed data · Token permit", "1 of 2")
	st.signed()
	st.Shows("SIGN typed data · Delta order", "2 of 2")
	st.Press("S", "enter")
	st.settle()
	if len(s.submissions) != 1 || len(s.submissions[0].Order.Permit) != 224 {
		t.Fatalf("submitted %+v:\n%s", s.submissions, st.Frame())
	}
	s = world()
	s.allow(contract, "0")
	st = quoted(t, s)
	st.when(1) // an order that waits leaves the allowances of others alone
	st.Shows("( approve exactly, then sign )")
	s = world()
	s.allow(contract, "5000")
	st = quoted(t, s)
	st.Shows("( approve exactly, then sign )", "allowance covers it")
	s = world()
	s.allow(contract, "0")
	s.permits(func(p *api.Permits) { p.Version = "1" }) // it would not count
	quoted(t, s).Shows("( approve exactly, then sign )", "allowance is approved first, exactly")
}

// signed presses Sign in the dialog that is open, and waits for what comes then.
func (st *stage) signed() {
	st.T.Helper()
	st.Press("S", "enter")
	st.settle()
}

// allow sets what the account allows a spender to move of USDC.
func (s *service) allow(spender common.Address, amount string) {
	h := s.held[usdc.Address]
	h.Allowances = map[common.Address]api.Amount{spender: units(amount, usdc)}
	s.held[usdc.Address] = h
}

func TestPermitsAreSignedIntoTheOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		right   int
		prepare func(*service)
		shows   []string // of the permit's dialog
		length  int
		words   string // of the order's dialog
	}{
		{"the token's own", 1, func(*service) {},
			[]string{"Token permit", "1 of 2", "(Delta contract)", "5,000.00 USDC",
				"USD Coin version 2", "Nonce           3"}, 224,
			"the token's own permit (ERC-2612) in the order, of 5,000.00 USDC"},
		{"in the style of DAI", 1, func(s *service) {
			s.permit = "DAI"
		}, []string{"Token permit (DAI style)", "UNLIMITED USDC", `Type "unlimited" to go on`}, 256,
			"a permit in the style of DAI in the order, without a limit"},
		{"a transfer by Permit2", 2, func(s *service) { s.allow(permit2, "5000") },
			[]string{"Permit2 transfer", "How often       once", "5,000.00 USDC"}, 96,
			"a Permit2 transfer in the order"},
		{"an allowance at Permit2", 3, func(s *service) { s.allow(permit2, "5000") },
			[]string{"Permit2 allowance", "Allowance ends", "5,000.00 USDC"}, 192,
			"a Permit2 allowance in the order, of 5,000.00 USDC"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := world()
			c.prepare(s)
			st := choosing(t, s, c.right)
			st.Shows("✓ quote fresh")
			st.Press("enter")
			st.settle()
			st.Shows(append(c.shows, "SIGN typed data",
				"it goes into the order that is signed next")...)
			if c.length == 256 {
				st.Press("S")
				st.Type("unlimited")
				st.Press("enter", "enter")
				st.settle()
			} else {
				st.signed()
			}
			st.Shows("SIGN typed data · Delta order", "2 of 2",
				"it is what you typed and were quoted", "the permit is signed")
			st.Shows(strings.Fields(c.words)...)
			st.signed()
			if len(s.submissions) != 1 || len(s.submissions[0].Order.Permit) != c.length {
				t.Fatalf("submitted %+v:\n%s", s.submissions, st.Frame())
			}
			o := s.submissions[0].Order
			if got := s.builds[0].Permit; string(got) != string(o.Permit) ||
				s.builds[0].Deadline != o.Deadline {
				t.Fatalf("the order carries %x until %d, asked for was %x until %d", o.Permit,
					o.Deadline, got, s.builds[0].Deadline)
			}
			st.verify(t, o, c.length)
		})
	}
}

// verify rebuilds the permit that an order carries as the contract does, and checks who signed it.
func (st *stage) verify(t *testing.T, o api.DeltaOrder, length int) {
	t.Helper()
	word := func(i int) api.Amount {
		return api.AmountFromBytes32([32]byte(o.Permit[32*i : 32*i+32]))
	}
	until := api.NewAmount(o.Deadline)
	own := eip712.Domain{Name: "USD Coin", Version: "2", ChainID: 1337, Contract: usdc.Address}
	var data eip712.TypedData
	var signature []byte
	switch length {
	case 224:
		data = eip712.Permit{Token: own, Owner: o.Owner, Spender: contract, Value: o.SrcAmount,
			Nonce: api.NewAmount(3), Deadline: until}.TypedData()
	case 256:
		data = eip712.DAIPermit{Token: own, Holder: o.Owner, Spender: contract,
			Nonce: api.NewAmount(3), Expiry: until, Allowed: true}.TypedData()
	case 96:
		data = eip712.Permit2Transfer{
			Token: usdc.Address, Amount: o.SrcAmount, Spender: contract, Nonce: word(0),
			Deadline: until}.TypedData(1337, permit2)
	case 192:
		data = eip712.Permit2Allowance{
			Token: usdc.Address, Amount: o.SrcAmount, Expiration: o.Deadline, Nonce: 6,
			Spender: contract, SigDeadline: until}.TypedData(1337, permit2)
	}
	if signature = o.Permit[length-64:]; length >= 224 { // v, r, s
		v := o.Permit[length-65]
		signature = append(append([]byte{}, signature...), v)
	}
	if err := eip712.Verify(data.Hash(), signature, o.Owner); err != nil {
		t.Errorf("the permit does not verify: %v", err)
	}
}

func TestPermit2IsApprovedFirst(t *testing.T) {
	t.Parallel()
	s := world()
	st := choosing(t, s, 2)
	st.Shows("Permit2 is approved, then a permit")
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND transaction", "(Permit2)", "5,000.00 USDC")
	st.signed()
	st.settle()
	st.Shows("SIGN typed data · Permit2 transfer")
	st.Press("esc") // leaves everything
	st.settle()
	st.settle()
	st.Hides("SIGN")
}

// waitingPermit has an order wait that carries a permit.
func waitingPermit(s *service) {
	s.orders = past(1)
	o := &s.orders[0]
	o.Status, o.Transactions, o.FilledAmount = api.DeltaRunning, nil, api.Amount{}
	o.Order.Permit, o.Order.Deadline = make([]byte, 224), uint64(noon.AddDate(1, 0, 0).Unix())
}

func TestWhatPermitsCanNotDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		right   int
		prepare func(*service)
		text    string
	}{
		"another domain": {1, func(
			s *service) {
			s.permits(func(p *api.Permits) { p.Version = "1" })
		}, "the permit of USDC is not as its contract says"},
		"no allowance given": {4, func(s *service) { s.allow(permit2, "5000") },
			"Permit2 lets Delta move 0.00 only"},
		"an allowance that ends": {4, func(s *service) {
			s.allow(permit2, "5000")
			s.permits(func(p *api.Permits) {
				p.Permit2.Amount,
					p.Permit2.Expiration = api.MaxAmount, 1
			})
		}, "the allowance at Permit2 ends before the deadline"},
		"a rival": {1, waitingPermit, "an open order's permit is still to be used"},
		"an allowance that it would end": {0, func(s *service) {
			s.allow(contract, "10000")
			waitingPermit(s)
		}, "an open order's permit is still to be used"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := world()
			c.prepare(s)
			st := choosing(t, s, c.right)
			st.Shows(c.text)
			st.Press("enter")
			st.settle()
			st.Hides("SIGN")
		})
	}
}

func TestPartsNeedAnotherPermit(t *testing.T) {
	t.Parallel()
	st := choosing(t, world(), 2)
	for range 3 {
		st.Press("shift+tab")
	}
	st.Press("right")
	st.settle()
	st.Shows("that permit is good for the whole only")
}

func TestAllowanceAtPermit2IsUsed(t *testing.T) {
	t.Parallel()
	s := world()
	s.allow(permit2, "5000")
	s.permits(func(p *api.Permits) {
		p.Permit2.Amount, p.Permit2.Expiration = units("5000", usdc),
			uint64(noon.AddDate(1, 0, 0).Unix())
	})
	st := choosing(t, s, 4)
	st.Press("enter")
	st.settle()
	st.Shows("SIGN typed data · Delta order", "the allowance you have given Permit2")
	st.signed()
	if o := s.submissions[0].Order; len(o.Permit) != 1 || o.Permit[0] != 1 {
		t.Fatalf("the permit is %x", o.Permit)
	}
}
