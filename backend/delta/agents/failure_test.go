package agents

import (
	"context"
	"errors"
	"math/big"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

var errDown = errors.New("down")

// patchyPools fail where a test says, by the number of the question.
type patchyPools struct {
	auction.Pricer
	asked *atomic.Int64
	fails int64 // the question that fails; the later ones do too
	with  error
}

func (p patchyPools) Best(ctx context.Context, at api.BlockRef, src, dest common.Address,
	amount api.Amount, _ ...common.Address) (auction.Route, error) {
	if p.asked.Add(1) >= p.fails {
		return auction.Route{}, p.with
	}
	return p.Pricer.Best(ctx, at, src, dest, amount)
}

// blindOracle knows no price.
type blindOracle struct{}

func (blindOracle) PriceUSD(context.Context, common.Address) (api.Price, bool, error) {
	return api.Price{}, false, nil
}

// An agent that can't work out what it would pay, at whatever question, bids nothing on it and says
// why; that there is no route is no failure.
func TestAgentsThatCanNotTellWhatTheyPayDoNotBid(t *testing.T) {
	t.Parallel()
	batch := func() *auction.Batch {
		large, small := sells(1, 0, 1, 1000, two), sells(2, 1, 0, 400, two)
		for _, o := range []*auction.OpenOrder{&large, &small} {
			o.PartiallyFillable, o.Order.Fillable = true, true
		}
		return ringBatch(two, large, small)
	}
	for _, agent := range []auction.Agent{RouterAgent{}, RingAgent{}, BookAgent{}} {
		whole, err := agent.Solve(t.Context(), batch())
		if err != nil {
			t.Fatal(err)
		}
		for question := int64(1); question <= 3; question++ {
			for _, failure := range []error{errDown, api.Errorf(api.NoRoute, "no route")} {
				b, count := batch(), new(atomic.Int64)
				b.Pricer = patchyPools{b.Pricer, count, question, failure}
				bids, err := agent.Solve(t.Context(), b)
				asked := count.Load()
				if len(bids) > len(whole) || asked >= question && question < 3 &&
					len(whole) > 0 && len(bids) == len(whole) && failure == errDown {
					t.Errorf("%s bids %d times of %d without an answer to question %d",
						agent.Name(), len(bids), len(whole), question)
				}
				if want := failure == errDown &&
					asked >= question; errors.Is(err, errDown) != want {
					t.Errorf("%s, question %d: %v", agent.Name(), question, err)
				}
			}
		}
		b := batch()
		b.Oracle = blindOracle{}
		if bids, err := agent.Solve(t.Context(), b); len(bids) > 0 ||
			len(whole) > 0 && api.TypeOf(err) != api.PricingError {
			t.Errorf("%s bids %d times without knowing what gas costs: %v", agent.Name(),
				len(bids), err)
		}
	}
}

// For an order that the pools can't pay whole the router bids the largest part that they pay, and
// nothing where they pay for none.
func TestTheRouterBidsTheLargestPart(t *testing.T) {
	t.Parallel()
	for asks, want := range map[uint64]struct{ low, high uint64 }{
		9_971:  {0, 0},         // the pools' fee alone is more
		9_900:  {1_400, 1_430}, // 30 basis points of fee, 0.5 a whole token
		9_000:  {10_000, 10_000},
		10_500: {0, 0},
	} {
		o := sells(1, 0, 1, 1000, two)
		o.PartiallyFillable, o.Order.Fillable = true, true
		o.Order.DestAmount = units(two[1]).MulDiv(api.NewAmount(1000*asks), api.NewAmount(api.BPS))
		b := ringBatch(two, o)
		b.Pricer = slopingPools{b.Pricer.(flatPools)}
		bids, err := RouterAgent{}.Solve(t.Context(), b)
		if err != nil || (len(bids) == 1) != (want.high > 0) {
			t.Errorf("at %d: %d bids, %v", asks, len(bids), err)
			continue
		}
		if want.high == 0 {
			continue
		}
		values, err := settlement.ABI.GetABI().Methods["swapSettleFillable"].Inputs.Unpack(
			bids[0].Data[4:])
		if err != nil {
			t.Fatal(err)
		}
		if got := values[3].(*big.Int).Uint64(); got < want.low || got > want.high {
			t.Errorf("at %d: %d basis points, want %d to %d", asks, got, want.low, want.high)
		}
	}
}
