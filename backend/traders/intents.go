package traders

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// intents are the Delta orders of the traders. They come in waves: one order alone, two that want
// the opposite of each other, or three in a circle, so that agents can settle some of them against
// each other. The choices are their own, so that the markets go the same way with and without them.
type intents struct {
	contract common.Address
	rand     *rand.Rand
	waves    int // so far
	pause    int // steps until the next one
	wave     []intent
	answered answers
}

// intent is an order to be placed.
type intent struct {
	owner     *account
	src, dest *asset
	amount    api.Amount
	fillable  bool
}

// How the traders place Delta orders.
const (
	pauseLeast   = 9     // steps between two waves
	pauseMore    = 9     // at most this many more
	intentLeast  = 1_000 // dollars
	intentSizes  = 6     // each twice the one before
	intentLife   = 600   // seconds at least; up to four times that
	fillableOf   = 4     // one wave in this many may be filled in parts
	intentDigits = 3     // of an amount are not 0
)

// waveSizes are how many orders go round in the waves that follow each other.
func waveSizes() []int { return []int{2, 1, 3, 2, 1} }

// popular are the tokens that Delta orders are about, those sought more named more often.
func popular() []string {
	return []string{"WETH", "WETH", "WETH", "USDC", "USDC", "USDC", "WBTC", "WBTC", "DAI", "USDT",
		"LINK", "UNI", "stETH", "AAVE"}
}

func (t *Traders) openIntents() {
	t.intents.rand = rand.New(rand.NewPCG(t.Seed, 3))
	t.intents.pause, t.intents.answered = pauseLeast, make(answers)
}

// placeIntents plans the next wave when its time has come, has its owners approve what they sell,
// and places it once they have.
func (t *Traders) placeIntents(ctx context.Context) error {
	w := &t.intents
	if len(w.wave) == 0 {
		if w.pause > 0 {
			w.pause--
			return nil
		}
		w.pause = pauseLeast + w.rand.IntN(pauseMore)
		w.wave = t.plan()
	}
	ready, err := t.prepare(ctx, w.wave)
	if err != nil || !ready {
		return err
	}
	wave := w.wave
	w.wave = nil
	return t.submit(ctx, wave)
}

// plan makes up a wave: orders of about the same worth that lead from token to token and back to
// the first.
func (t *Traders) plan() []intent {
	w := &t.intents
	n := waveSizes()[w.waves%len(waveSizes())]
	w.waves++
	owners, tokens := w.rand.Perm(len(t.accounts)), t.circle(max(n, 2))
	if len(tokens) < n || len(owners) < n {
		return nil
	}
	dollars := uint64(intentLeast) << w.rand.IntN(intentSizes)
	fillable := w.rand.IntN(fillableOf) == 0
	wave := make([]intent, n)
	for i := range wave {
		src := tokens[i]
		micros := api.NewAmount(dollars * whole / 100 * (90 + w.rand.Uint64N(21)))
		wave[i] = intent{t.accounts[owners[i]], src, tokens[(i+1)%len(tokens)],
			round(src.amount(micros)), fillable}
	}
	return wave
}

// circle chooses n different tokens.
func (t *Traders) circle(n int) (chosen []*asset) {
	names := popular()
	taken := make(map[*asset]bool)
	for _, i := range t.intents.rand.Perm(len(names)) {
		for _, a := range t.assets {
			if a.Symbol == names[i] && !taken[a] && len(chosen) < n {
				taken[a] = true
				chosen = append(chosen, a)
			}
		}
	}
	return chosen
}

// round leaves the first digits of an amount, as people do.
func round(n api.Amount) api.Amount {
	unit := pow10(max(0, len(n.String())-intentDigits))
	return n.MulDiv(api.NewAmount(1), unit).MulDiv(unit, api.NewAmount(1))
}

// prepare tells whether all owners of a wave are ready to place it.
func (t *Traders) prepare(ctx context.Context, wave []intent) (ready bool, err error) {
	ready = true
	for _, o := range wave {
		busy, err := t.busy(ctx, o.owner)
		if err != nil {
			return false, err
		}
		if busy {
			ready = false
			continue
		}
		allowed, err := t.allow(ctx, o.owner, o.src.Address, t.intents.contract, o.amount)
		if err != nil {
			return false, err
		}
		ready = ready && allowed
	}
	return ready, nil
}

// submit signs all orders of a wave and only then hands them in, so that they meet in one round.
func (t *Traders) submit(ctx context.Context, wave []intent) error {
	status, err := t.exchange.Status(ctx)
	if err != nil {
		return err
	}
	var errs []error
	var signed []api.DeltaSubmission
	for _, o := range wave {
		s, err := t.signIntent(ctx, o, status.Head.Time)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		signed = append(signed, s)
	}
	for _, s := range signed {
		_, _, err := t.exchange.SubmitDelta(ctx, s)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// signIntent goes the way of every owner: quote, build, sign.
func (t *Traders) signIntent(ctx context.Context, o intent, now uint64) (api.DeltaSubmission,
	error) {
	q, err := t.exchange.DeltaQuote(ctx, api.DeltaQuoteRequest{
		Src: o.src.Address, Dest: o.dest.Address, Amount: o.amount,
		User: o.owner.address, Mode: api.ModeDelta,
	})
	if err != nil {
		return api.DeltaSubmission{}, err
	}
	price, err := json.Marshal(q.Delta)
	if err != nil {
		return api.DeltaSubmission{}, err
	}
	slippage, nonce := 50+50*t.intents.rand.IntN(2), api.NewAmount(t.intents.rand.Uint64()>>11)
	built, err := t.exchange.BuildDelta(ctx, api.DeltaBuildRequest{
		Price: price, Owner: o.owner.address, Slippage: &slippage,
		Nonce: &nonce, PartiallyFillable: o.fillable,
		Deadline: now + intentLife + t.intents.rand.Uint64N(3*intentLife),
	})
	if err != nil {
		return api.DeltaSubmission{}, err
	}
	hash := eip712.DeltaTypedData(t.ChainID, built.Contract, built.Order).Hash()
	signature, err := crypto.Sign(hash[:], o.owner.key)
	if err != nil {
		return api.DeltaSubmission{}, err
	}
	signature[64] += 27
	return api.DeltaSubmission{Order: built.Order, Signature: signature}, nil
}
