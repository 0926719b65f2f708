package delta

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/swap/seal"
)

// waxSeal takes what is called good, and fails with what else it is told.
type waxSeal struct{ err error }

func (w waxSeal) Sign(any) (string, error) { return "sealed", w.err }
func (w waxSeal) Check([]byte) error       { return w.err }

// sealedPrice is a quote of 1000 for 100,003 before fees.
const sealedPrice = `{"srcToken":"0x0100000000000000000000000000000000000000",` +
	`"destToken":"0x0200000000000000000000000000000000000000","srcAmount":"1000",` +
	`"destAmount":"99000","destAmountBeforeFee":"100003"}`

// An order to sign expects what was quoted before fees and accepts what its partner's fee and the
// slippage leave of it, each rounded down once; deadline and nonce are the caller's or chosen.
func TestBuiltOrders(t *testing.T) {
	t.Parallel()
	s, n := keeperOn(t)
	s.cfg.Seal = waxSeal{}
	none, half, whole, nonce := 0, 50, 10_000, api.NewAmount(42)
	partner := common.Address{0x9a}
	for name, c := range map[string]struct {
		change   func(*api.DeltaBuildRequest)
		least    uint64
		deadline uint64
		nonce    api.Amount
	}{
		"as it comes": {func(*api.DeltaBuildRequest) {}, 99_002, 1_800_003_600,
			api.NewAmount(0x0102030405060708)}, // 100,003 less 1 %
		"all is slippage": {func(r *api.DeltaBuildRequest) { r.Slippage = &whole }, 1,
			1_800_003_600, api.NewAmount(0x0102030405060708)},
		"without slippage": {func(r *api.DeltaBuildRequest) { r.Slippage = &none }, 100_003,
			1_800_003_600, api.NewAmount(0x0102030405060708)},
		"with a partner": {func(r *api.DeltaBuildRequest) {
			r.Slippage, r.PartnerAddress, r.PartnerFeeBps = &half, partner, 150
			r.Nonce, r.Deadline = &nonce, 1_800_000_060
		}, 99_502, 1_800_000_060, nonce}, // 100,003 less 0.5 %: the fee comes off what is brought
	} {
		r := api.DeltaBuildRequest{ChainID: 1337, Owner: sample().Owner,
			Price: json.RawMessage(sealedPrice)}
		c.change(&r)
		built, err := s.BuildDelta(t.Context(), r)
		o := built.Order
		if err != nil || o.ExpectedDestAmount != api.NewAmount(100_003) ||
			o.DestAmount != api.NewAmount(c.least) || o.Deadline != c.deadline ||
			o.Nonce != c.nonce || o.SrcAmount != api.NewAmount(1000) ||
			built.Contract != deltaContract {
			t.Errorf("%s: %+v, %v; want at least %d by %d", name, o, err, c.least, c.deadline)
		}
	}
	n.head.Time += 50 // the network's time is ahead of the clock: it decides
	built, err := s.BuildDelta(t.Context(), api.DeltaBuildRequest{Owner: sample().Owner,
		Price: json.RawMessage(sealedPrice)})
	if err != nil || built.Order.Deadline != 1_800_003_650 {
		t.Errorf("deadline %d, %v", built.Order.Deadline, err)
	}
}

// Orders that could not be signed or settled are not built, and the reason names the field.
func TestOrdersThatAreNotBuilt(t *testing.T) {
	t.Parallel()
	bps := func(n int) *int { return &n }
	for name, c := range map[string]struct {
		change func(*api.DeltaBuildRequest)
		world  func(*Service, *node)
		kind   api.ErrorType
		text   string
	}{
		"no owner": {change: func(r *api.DeltaBuildRequest) { r.Owner = common.Address{} },
			kind: api.ValidationError, text: "owner must not be"},
		"more than all is slippage": {change: func(r *api.DeltaBuildRequest) {
			r.Slippage = bps(10_001)
		}, kind: api.ValidationError, text: "got 10001"},
		"a fee for nobody": {change: func(r *api.DeltaBuildRequest) { r.PartnerFeeBps = 100 },
			kind: api.ValidationError, text: "partnerAddress is missing: partnerFeeBps"},
		"a share for nobody": {change: func(r *api.DeltaBuildRequest) {
			r.PartnerTakesSurplus = true
		}, kind: api.ValidationError, text: "partnerAddress is missing: partnerTakesSurplus"},
		"slippage below nothing": {change: func(r *api.DeltaBuildRequest) { r.Slippage = bps(-1) },
			kind: api.ValidationError, text: "got -1"},
		"a dear partner": {change: func(r *api.DeltaBuildRequest) { r.PartnerFeeBps = 256 },
			kind: api.ValidationError, text: "partnerFeeBps must be at most"},
		"a paid partner": {change: func(r *api.DeltaBuildRequest) { r.PartnerFeeBps = -1 },
			kind: api.ValidationError, text: "partnerFeeBps must be at most"},
		"a permit of 7 bytes": {change: func(r *api.DeltaBuildRequest) {
			r.Permit = make([]byte, 7)
		},
			kind: api.ValidationError, text: "permit has 7 bytes"},
		"a permit of a wrong byte": {change: func(r *api.DeltaBuildRequest) {
			r.Permit = []byte{2}
		}, kind: api.ValidationError, text: "permit of one byte must be 0x01"},
		"one transfer for parts": {change: func(r *api.DeltaBuildRequest) {
			r.Permit, r.PartiallyFillable = make([]byte, 96), true
		}, kind: api.ValidationError, text: "permit of 96 bytes"},
		"an old quote": {world: func(s *Service, _ *node) {
			s.cfg.Seal = waxSeal{seal.ErrStale}
		}, kind: api.RateChanged, text: "ask for a new quote"},
		"a changed quote": {world: func(s *Service, _ *node) { s.cfg.Seal = waxSeal{errNode} },
			kind: api.InvalidHmac, text: "as it came"},
		"a market's quote": {change: func(r *api.DeltaBuildRequest) { r.Price = []byte(" null") },
			kind: api.ValidationError, text: "price is missing"},
		"no quote": {change: func(r *api.DeltaBuildRequest) { r.Price = []byte(`"1000"`) },
			kind: api.ValidationError, text: "price is not the delta object"},
		"an empty quote": {change: func(r *api.DeltaBuildRequest) { r.Price = []byte(`{}`) },
			kind: api.ValidationError, text: "price is not the delta object"},
		"too late": {change: func(r *api.DeltaBuildRequest) { r.Deadline = 1_799_999_999 },
			kind: api.ValidationError, text: "deadline has passed"},
		"too far": {change: func(r *api.DeltaBuildRequest) {
			r.Deadline = 1_800_000_001 + maxLife
		},
			kind: api.ValidationError, text: "within 366 days"},
		"the node is gone": {world: func(_ *Service, n *node) { n.fails["head"] = true },
			kind: api.ChainUnavailable, text: "newest block"},
	} {
		s, n := keeperOn(t)
		s.cfg.Seal = waxSeal{}
		r := api.DeltaBuildRequest{Owner: sample().Owner, Price: json.RawMessage(sealedPrice)}
		if c.change != nil {
			c.change(&r)
		}
		if c.world != nil {
			c.world(s, n)
		}
		built, err := s.BuildDelta(t.Context(), r)
		wants(t, name, err, c.kind, c.text)
		if !built.Order.SrcAmount.IsZero() {
			t.Errorf("%s: built %+v", name, built)
		}
	}
	s, _ := keeperOn(t)
	s.cfg.Seal, s.cfg.Random = waxSeal{}, exhausted{}
	if _, err := s.BuildDelta(t.Context(), api.DeltaBuildRequest{Owner: sample().Owner,
		Price: json.RawMessage(sealedPrice)}); !errors.Is(err, errNode) {
		t.Errorf("without randomness: %v", err)
	}
}

// poolsAt is a pricer that gives a fixed rate, or fails.
type poolsAt struct {
	received uint64
	err      error
}

func (p poolsAt) Best(context.Context, api.BlockRef, common.Address, common.Address,
	api.Amount, ...common.Address) (auction.Route, error) {
	return auction.Route{Received: api.NewAmount(p.received), Gas: 100_000}, p.err
}

// dollars is an oracle to which a unit of every token costs a dollar.
type dollars struct{}

func (dollars) PriceUSD(context.Context, common.Address) (api.Price, bool, error) {
	return api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}, true, nil
}

// A quote names what is wrong with the question, and says where prices, pools or node are missing;
// where Delta alone was not asked for, the swap's price comes with the reason.
func TestQuotesThatAreNotGiven(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*api.DeltaQuoteRequest)
		world  func(*Service, *node)
		kind   api.ErrorType
		text   string
		market bool // comes in its place
	}{
		"a mode of nobody": {change: func(r *api.DeltaQuoteRequest) { r.Mode = "SLOW" },
			kind: api.ValidationError, text: "mode must be"},
		"a side of nobody": {change: func(r *api.DeltaQuoteRequest) { r.Side = "KEEP" },
			kind: api.ValidationError, text: "side must be"},
		"nothing": {change: func(r *api.DeltaQuoteRequest) { r.Amount = zeroAmount },
			kind: api.ValidationError, text: "amount must not"},
		"one token": {change: func(r *api.DeltaQuoteRequest) { r.Dest = r.Src },
			kind: api.ValidationError, text: "must differ"},
		"other decimals": {change: func(r *api.DeltaQuoteRequest) { r.SrcDecimals = new(int(6)) },
			kind: api.ValidationError, text: "srcDecimals is 6"},
		"to buy": {change: func(r *api.DeltaQuoteRequest) { r.Side = api.Buy },
			kind: api.UnsupportedSide, text: "amount to sell", market: true},
		"the native coin": {change: func(r *api.DeltaQuoteRequest) { r.Src = api.NativeToken },
			kind: api.SourceEth, text: "wrap it first", market: true},
		"a token that taxes": {change: func(r *api.DeltaQuoteRequest) { r.Dest = taxed },
			kind: api.UnsupportedToken, text: api.Lower(taxed), market: true},
		"before the chain was followed": {world: func(s *Service, _ *node) { s.recent = nil },
			kind: api.ChainUnavailable, text: "not followed yet", market: true},
		"the node is gone": {world: func(_ *Service, n *node) { n.fails["head"] = true },
			kind: api.ChainUnavailable, text: "newest block", market: true},
		"no price": {world: func(s *Service, _ *node) { s.cfg.Oracle = priceless{} },
			kind: api.PricingError, text: "has no USD price", market: true},
		"no pools": {world: func(s *Service, _ *node) {
			s.cfg.Pricer = poolsAt{err: api.Errorf(api.NoRoute, "no pools")}
		}, kind: api.NoRoute, text: "no pools", market: true},
		"a loss that nobody can mean": {change: func(r *api.DeltaQuoteRequest) {
			r.MaxImpact = new(-1.0)
		}, kind: api.ValidationError, text: "at least 0"},
		"a great loss": {change: func(r *api.DeltaQuoteRequest) { r.Amount = api.NewAmount(1.3e6) },
			kind: api.PriceImpactTooHigh, text: "lose 23.08% of its value, more than 15%",
			market: true},
		"gas eats it": {world: func(s *Service, _ *node) { s.cfg.Pricer = poolsAt{} },
			kind: api.GasCostExceedsTradeAmount, text: "trade more", market: true},
	} {
		s, n := keeperOn(t)
		s.cfg.Tokens, s.cfg.Seal = pickyTokens{}, waxSeal{}
		s.cfg.Pricer, s.cfg.Oracle = poolsAt{received: 1_000_000}, dollars{}
		s.cfg.Market = func(context.Context, api.DeltaQuoteRequest) (json.RawMessage, error) {
			return json.RawMessage(`{"market":true}`), nil
		}
		r := api.DeltaQuoteRequest{Src: common.Address{1}, Dest: common.Address{2},
			Amount: api.NewAmount(1000), Mode: api.ModeDelta}
		if c.change != nil {
			c.change(&r)
		}
		if c.world != nil {
			c.world(s, n)
		}
		_, err := s.DeltaQuote(t.Context(), r)
		wants(t, name, err, c.kind, c.text)
		if r.Mode == api.ModeDelta {
			r.Mode = api.ModeAll
		}
		q, err := s.DeltaQuote(t.Context(), r)
		if instead := err == nil && q.Delta == nil && q.FallbackReason.ErrorType == c.kind &&
			string(q.Market) == `{"market":true}`; instead != c.market {
			t.Errorf("%s: %+v, %v", name, q, err)
		}
	}
	s, _ := keeperOn(t)
	s.cfg.Seal, s.cfg.Pricer, s.cfg.Oracle = waxSeal{}, poolsAt{received: 1_000_000}, dollars{}
	r := api.DeltaQuoteRequest{Src: common.Address{1}, Dest: common.Address{2},
		Amount: api.NewAmount(1000)}
	q, err := s.DeltaQuote(t.Context(), r)
	if err != nil || q.Delta == nil ||
		q.Delta.DestAmount != api.NewAmount(900_000-auction.SettleGas) || // a unit for each gas
		q.Delta.Partner != "anon" || q.Delta.Hmac != "sealed" {
		t.Errorf("%+v, %v", q.Delta, err)
	}
	r.Amount, r.MaxImpact = api.NewAmount(1.3e6), new(24.0)
	if q, err := s.DeltaQuote(t.Context(), r); err != nil || q.Delta == nil {
		t.Errorf("a loss that is allowed: %+v, %v", q, err)
	}
	r.Amount, r.MaxImpact = api.NewAmount(1000), nil
	s.cfg.Seal = waxSeal{errNode}
	if _, err := s.DeltaQuote(t.Context(), r); !errors.Is(err, errNode) {
		t.Errorf("without a seal: %v", err)
	}
}

// priceless is an oracle that knows no price.
type priceless struct{}

func (priceless) PriceUSD(context.Context, common.Address) (api.Price, bool, error) {
	return api.Price{}, false, nil
}
