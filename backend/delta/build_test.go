package delta_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// An order with a partner expects what was quoted before its fee, and accepts slippage below what
// the fee leaves: the contract finds the surplus before it takes the fee and checks the floor
// after. So the protocol gets nothing of what is only the partner's.
func TestOrdersWithPartners(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	partner := common.HexToAddress("0x9a57ee0000000000000000000000000000000003")
	slippage := 50
	for name, c := range map[string]struct {
		partner common.Address
		bps     int
		takes   bool
		left    uint64 // basis points of the quote that the fee leaves
	}{
		"no partner":            {left: 10_000},
		"flat fee":              {partner: partner, bps: 150, left: 9_850},
		"share of the surplus":  {partner: partner, takes: true, left: 10_000},
		"both: the share alone": {partner: partner, bps: 150, takes: true, left: 10_000},
	} {
		bps := func(a api.Amount, n uint64) api.Amount {
			return a.MulDiv(api.NewAmount(n), api.NewAmount(10_000))
		}
		quoted := w.quote("1000", "USDC", "WETH")
		o := w.build(w.users[0], "1000", "USDC", "WETH", func(r *api.DeltaBuildRequest) {
			r.Slippage, r.PartnerAddress, r.PartnerFeeBps, r.PartnerTakesSurplus = &slippage,
				c.partner, c.bps, c.takes
		})
		want := bps(quoted.DestAmountBeforeFee, 9_950)
		if o.ExpectedDestAmount != quoted.DestAmountBeforeFee || o.DestAmount != want {
			t.Errorf("%s: it expects %s and accepts %s, want %s and %s", name, o.ExpectedDestAmount,
				o.DestAmount, quoted.DestAmountBeforeFee, want)
		}
		tx := w.await(w.submit(o).ID, api.DeltaExecuted).Transactions[0]
		if most := bps(o.ExpectedDestAmount, 5); most.Less(tx.ProtocolFee) {
			t.Errorf("%s: the protocol took %s of %s that were expected", name, tx.ProtocolFee,
				o.ExpectedDestAmount)
		}
		gross := tx.Received.Add(tx.ProtocolFee).Add(tx.PartnerFee)
		share := bps(gross.Sub(tx.ProtocolFee), 10_000-c.left)
		if c.takes {
			share = gross.Sub(o.ExpectedDestAmount).Sub(tx.ProtocolFee)
		}
		if tx.PartnerFee != share || tx.Received.Less(eip712.DeltaFloor(o)) ||
			eip712.DeltaFloor(o).Less(bps(quoted.DestAmountBeforeFee, c.left*995/1000)) {
			t.Errorf("%s: of %s the partner got %s, want %s; the owner %s", name, gross,
				tx.PartnerFee, share, tx.Received)
		}
	}
}
