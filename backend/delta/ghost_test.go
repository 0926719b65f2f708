package delta_test

import (
	"encoding/json"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
)

// ghost is a limit order far above the market that its maker, an account, takes back in front of
// whoever would fill it and gives again behind.
type ghost struct {
	*rug
	order api.OrderRecord
}

func (a *attack) newGhost(part float64) *ghost {
	a.Helper()
	o := a.limit(a.who, 90_000, "USDC", api.NewAmount(uint64(a.fair*2*part*1e6)), "WETH",
		a.amount("2", "WETH"))
	a.settleBlocks(1)
	return &ghost{&rug{attack: a}, o}
}

func (g *ghost) flip() {
	p := contracts.NewStandardToken()
	g.call(g.usdc, p.PackApprove(g.contracts.AugustusRFQ, api.Amount{}.Big()), 130)
	g.call(g.usdc, p.PackApprove(g.contracts.AugustusRFQ, api.MaxAmount.Big()), 80)
}

// TestAMakerWhoTakesBackCostsOneRevert: no order is settled through it again once a settlement that
// counted on it failed, and it is in no quote for some time, but stays in the book.
func TestAMakerWhoTakesBackCostsOneRevert(t *testing.T) {
	a := newAttack(t)
	t.Parallel()
	victim := a.users[1]
	fair := a.quote("1", "WETH", "USDC").DestAmount.Float()
	g := a.newGhost(1.012)
	id := a.submit(a.build(victim, "1", "WETH", "USDC", func(r *api.DeltaBuildRequest) {
		slippage := 500
		r.Slippage = &slippage
	})).ID
	flips := 0
	for range 30 {
		r, _ := a.failures(id)
		if r.Status.Final() {
			break
		}
		if r.Status == api.DeltaExecuting {
			g.flip()
			flips++
		}
		a.settleBlocks(1)
	}
	r, failed := a.failures(id)
	if r.Status != api.DeltaExecuted || len(failed) != 1 {
		t.Errorf("after %d flips the order is %s, and failed in %v: %s", flips, r.Status, failed,
			r.Reason)
	}
	if state, why := a.stateOf(g.order); state != api.Pending {
		t.Errorf("the limit order is %s: %s", state, why)
	}
	for what, brings := range map[string]api.Amount{
		"Delta": a.quote("1", "WETH", "USDC").DestAmount,
		"swaps": a.route("1", "WETH", "USDC").DestAmount,
	} {
		if fair*1.002 < brings.Float() {
			t.Errorf("%s count on what its maker takes back: %s", what, brings.Units(6))
		}
	}
}

// TestAMakerWhoTakesBackStopsOneSwap: who asks what became of his swap spares the others.
func TestAMakerWhoTakesBackStopsOneSwap(t *testing.T) {
	a := newAttack(t)
	t.Parallel()
	victim := a.users[1]
	a.approve(victim, "WETH", a.contracts.AugustusV6)
	g := a.newGhost(1.012)
	failed := 0
	for range 5 {
		sells := a.amount("1", "WETH")
		text, err := json.Marshal(a.routeOf(sells, "WETH", "USDC"))
		if err != nil {
			t.Fatal(err)
		}
		hash := a.send(apitest.On(a, api.LocalChainID).PrepareSwap(t.Context(),
			api.BuildRequest{Route: text, Src: api.Lower(a.weth), Dest: api.Lower(a.usdc),
				SrcAmount: &sells, HasSlippage: true,
				Terms: api.SwapTerms{User: victim, Slippage: 100}}))
		g.flip()
		a.settleBlocks(1)
		receipt, err := apitest.On(a, api.LocalChainID).Receipt(t.Context(), hash)
		if err != nil || receipt.Block == nil {
			t.Fatal(receipt, err)
		}
		if !receipt.Success {
			failed++
			for range 20 { // it is looked at meanwhile
				a.settleBlocks(1)
				if a.route("1", "WETH", "USDC").DestAmount.Float()/1e6 < a.fair*1.002 {
					break
				}
			}
		}
	}
	if failed != 1 {
		t.Errorf("%d of 5 swaps failed", failed)
	}
}
