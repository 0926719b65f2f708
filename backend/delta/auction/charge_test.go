package auction

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// paying is a bid of an agent that packs it anew for other gas: "best" becomes "best for less", and
// pays a tenth of the gas that is not charged more.
func paying(o *OpenOrder, data string, amount, estimate uint64) Bid {
	bid := says(o, data, amount)
	bid.Gas = estimate
	bid.Charge = func(_ context.Context, gas uint64, _ []types.Log) (*Bid, error) {
		more := says(o, data+" for less", amount+(estimate-gas)/10)
		more.Gas, more.Agent = gas, bid.Agent
		return &more, nil
	}
	return bid
}

// A winner charges what its simulation pays for and a fortieth, at most the estimate, and its owner
// gets the difference. Where the bid that is packed so fails, pays less than its agent says or
// keeps another one from settling, the winner is sent as it was bid; where it uses other gas than
// before it is packed once more.
func TestWinnersChargeWhatTheyUse(t *testing.T) {
	t.Parallel()
	a, b := openOrder("a", 1, 2), openOrder("b", 2, 1)
	uses := func(paid uint64, o *OpenOrder, received uint64) chain.Simulation {
		s := settles(paid, map[*OpenOrder]uint64{o: received})
		s.Paid = paid
		return s
	}
	down := chain.Simulation{Err: errDown}
	for name, c := range map[string]struct {
		first  uint64             // gas that the bid pays for
		anew   []chain.Simulation // of the bid as it is packed then, one after the other
		other  chain.Simulation   // of another winner while that is so
		data   string
		charge uint64
		rebate uint64
	}{
		"less": {80_000, []chain.Simulation{uses(80_000, a, 2700)}, uses(1, b, 500),
			"best for less", 82_000, 1800},
		"about the estimate": {96_000, nil, uses(1, b, 500), "best", 100_000, 0},
		"above the estimate": {120_000, nil, uses(1, b, 500), "best", 100_000, 0},
		"more once packed": {80_000, []chain.Simulation{uses(84_000, a, 2700),
			uses(84_000, a, 2290)}, uses(1, b, 500), "best for less", 86_100, 1390},
		"ever more": {80_000, []chain.Simulation{uses(84_000, a, 2700), uses(90_000, a, 2290),
			down}, uses(1, b, 500), "best", 100_000, 0},
		"fails": {80_000, []chain.Simulation{down, down}, uses(1, b, 500), "best", 100_000, 0},
		"pays less than it says": {80_000, []chain.Simulation{uses(80_000, a, 2699)},
			uses(1, b, 500), "best", 100_000, 0},
		"keeps another from settling": {80_000, []chain.Simulation{uses(80_000, a, 2700)}, down,
			"best", 100_000, 0},
	} {
		s := newStage(scripted{name: "agent", bids: []Bid{says(b, "other", 500),
			paying(a, "best", 900, 100_000)}})
		s.orders.open = []OpenOrder{*a, *b}
		anew := c.anew
		s.node.together = func(calls []chain.Call) (out []chain.Simulation) {
			packed := false
			for _, call := range calls {
				packed = packed || string(call.Data) == "best for less"
			}
			for _, call := range calls {
				switch string(call.Data) {
				case "best":
					out = append(out, uses(c.first, a, 900))
				case "best for less":
					out, anew = append(out, anew[0]), anew[1:]
				default:
					if out = append(out, uses(1, b, 500)); packed {
						out[len(out)-1] = c.other
					}
				}
			}
			return out
		}
		out := s.hold(t)
		bid := out.Entries["a"].Bids[0]
		var sent string
		for _, tx := range s.agent.sent {
			if tx.Hash() == out.Awards["a"].TxHash {
				sent = string(tx.Data())
			}
		}
		if sent != c.data || bid.Charged != c.charge || bid.Estimate != 100_000 ||
			bid.Received != api.NewAmount(900) || bid.Rebate != api.NewAmount(c.rebate) ||
			out.Awards["a"].Received != api.NewAmount(900+c.rebate) ||
			!out.Entries["b"].Bids[0].Won {
			t.Errorf("%s: %q is sent for %s, the bid is %+v", name, sent, out.Awards["a"].Received,
				bid)
		}
	}
}

// Settlements are sent in the order in which they were simulated, which is that of what they gain
// where they settle several orders.
func TestWinnersAreSentAsTheyWereSimulated(t *testing.T) {
	t.Parallel()
	a, b, c := openOrder("a", 1, 2), openOrder("b", 2, 1), openOrder("c", 1, 3)
	both := says(a, "both", 900)
	both.Orders, both.Fills["b"] = []string{"a", "b"}, says(b, "", 900).Fills["b"]
	s := newStage(scripted{name: "agent", bids: []Bid{says(c, "one", 500), both}})
	s.orders.open = []OpenOrder{*a, *b, *c}
	var simulated, sent []string
	s.node.together = func(calls []chain.Call) (out []chain.Simulation) {
		gives := map[string]chain.Simulation{
			"both": settles(1, map[*OpenOrder]uint64{a: 900, b: 900}),
			"one":  settles(1, map[*OpenOrder]uint64{c: 500})}
		simulated = nil
		for _, call := range calls {
			simulated = append(simulated, string(call.Data))
			out = append(out, gives[string(call.Data)])
		}
		return out
	}
	s.hold(t)
	for _, tx := range s.agent.sent {
		sent = append(sent, string(tx.Data()))
	}
	if len(sent) != 2 || sent[0] != "both" || simulated[0] != sent[0] || simulated[1] != sent[1] {
		t.Errorf("simulated %q, sent %q", simulated, sent)
	}
}
