package delta_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/delta"
	"bourse/views/viewtest"
	"bourse/wallet"
)

var (
	eth = api.Token{ChainID: 1337, Address: api.NativeToken, Symbol: "ETH", Name: "Ether",
		Decimals: 18}
	weth = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), Symbol: "WETH",
		Name: "Wrapped Ether", Decimals: 18}
	usdc = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"), Symbol: "USDC",
		Name: "USD Coin", Decimals: 6, Permit: "ERC2612"}
	permit2  = common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")
	contract = common.HexToAddress("0x52fa00000000000000000000000000000000912d")
	network  = api.Network{ChainID: 1337, Name: "local", Symbol: "ETH", Local: true,
		Contracts: api.Contracts{Delta: contract, Permit2: permit2, WrappedNative: weth.Address}}
)

const orderID = "3f2c9a51-7d1e-4c55-9b0a-6a1f00e7d10a"

func units(s string, t api.Token) api.Amount {
	a, err := api.ParseUnits(s, t.Decimals)
	if err != nil {
		panic(err)
	}
	return a
}

func price() *api.DeltaPrice {
	return &api.DeltaPrice{SrcToken: usdc.Address, DestToken: weth.Address,
		SrcAmount: units("5000", usdc), DestAmount: units("1.65402", weth),
		DestAmountBeforeFee: units("1.65402", weth), GasCostUSD: "1.99", SrcUSD: "5000.0",
		DestUSD: "4998.4", Partner: "anon", Hmac: "seal"}
}

// service keeps one price, the orders that were submitted and what became of them.
type service struct {
	apitest.Fake
	mu          sync.Mutex
	now         func() time.Time
	price       *api.DeltaPrice
	later       bool // there are orders of the later forms
	fallback    *api.FallbackReason
	quoteFails  error
	named       string  // the partner that was priced last
	charges     float64 // a partner's fee in prices of the first form, in percent
	nobody      bool    // no partner has an address
	held        map[common.Address]api.UserToken
	orders      []api.DeltaRecord // newest first
	secret      common.Hash       // by which those of them that are hidden are read
	auctions    map[string]api.DeltaAuction
	closed      error                  // what comes in place of an auction
	change      func(*api.DeltaToSign) // what a false service makes of an order
	permit      string                 // of USDC, in place of its own
	symbol      string                 // of USDC, in place of its own
	builds      []api.DeltaBuildRequest
	holds       func(*api.DeltaTrigger) *api.DeltaTrigger // what it makes of a trigger
	submissions []api.DeltaSubmission
	lost        error // the answer to a submission
	cancelled   []string
	unheard     error      // what comes instead of the answer to a cancellation
	astray      api.Amount // by how much the nonce is another that a false service uses up
	reads       int        // of single orders
	lists       []api.DeltaQuery
	listFails   error
	ready       chan struct{} // closed once somebody listens
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) DeltaQuote(_ context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.quoteFails != nil {
		return api.DeltaQuote{}, s.quoteFails
	}
	s.named = r.Partner
	route, err := json.Marshal(api.PriceRoute{
		SrcAmount: units("5990", usdc), DestAmount: units("1.65310", weth), GasCostUSD: "1.20"})
	if r.Mode == api.ModeMarket || s.price == nil {
		return api.DeltaQuote{Market: route, FallbackReason: s.fallback}, err
	}
	if s.later && r.Second {
		return api.DeltaQuote{Delta: laterPrice(r)}, nil
	}
	p := *s.price
	p.PartnerFee = s.charges
	return api.DeltaQuote{Delta: &p}, nil
}

// laterPrice is a price of the later forms: WETH costs 3,000 USDC.
func laterPrice(r api.DeltaQuoteRequest) *api.DeltaPrice {
	p := price()
	p.Bridge, p.Side, p.Hmac = &api.DeltaBridge{}, r.Side, ""
	p.SrcAmount, p.DestAmount = r.Amount, r.Amount.MulDiv(units("1", weth), units("3000", usdc))
	if r.Side == api.Buy {
		p.DestAmount, p.SrcAmount = r.Amount, r.Amount.MulDiv(units("3000", usdc), units("1", weth))
	}
	p.DestAmountBeforeFee = p.DestAmount
	return p
}

func (*service) Orders(context.Context, api.OrderQuery) (api.OrderPage, error) {
	return api.OrderPage{}, nil
}

func (s *service) BuildDelta(_ context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.builds = append(s.builds, r)
	if r.Terms != nil {
		out := api.DeltaToSign{ChainID: r.ChainID, Contract: contract,
			Order: eip712.DeltaOrderOf(&r)}
		if s.change != nil {
			s.change(&out)
		}
		return out, nil
	}
	var p api.DeltaPrice
	err := json.Unmarshal(r.Price, &p)
	out := api.DeltaToSign{ChainID: r.ChainID, Contract: contract, Order: api.DeltaOrder{
		Owner: r.Owner, Beneficiary: r.Beneficiary, Permit: r.Permit,
		PartnerAndFee: eip712.PartnerAndFee(
			r.PartnerAddress, uint8(r.PartnerFeeBps), r.PartnerTakesSurplus), SrcToken: p.SrcToken,
		DestToken: p.DestToken, SrcAmount: p.SrcAmount, ExpectedDestAmount: p.DestAmountBeforeFee,
		DestAmount: p.DestAmount.MulDiv(
			api.NewAmount(uint64(10_000-*r.Slippage)), api.NewAmount(10_000)), Deadline: r.Deadline,
		Nonce: api.NewAmount(uint64(6 + len(s.builds))), Fillable: r.PartiallyFillable,
	}}
	if s.change != nil {
		s.change(&out)
	}
	return out, err
}

func (s *service) SubmitDelta(
	_ context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.submissions = append(s.submissions, r)
	if s.lost != nil {
		return api.DeltaRecord{}, false, s.lost
	}
	rec := record(orderID, r.Order, s.now())
	rec.Trigger = r.Trigger
	if r.Trigger != nil && !r.Trigger.Trail.IsZero() {
		begun := *r.Trigger
		begun.Trail.From = begun.Worth
		rec.Trigger = &begun
	}
	if s.holds != nil {
		rec.Trigger = s.holds(r.Trigger)
	}
	s.orders = append([]api.DeltaRecord{rec}, s.orders...)
	return rec, true, nil
}

func record(id string, o api.DeltaOrder, at time.Time) api.DeltaRecord {
	return api.DeltaRecord{ID: id, DeltaVersion: "2.0.0", Status: api.DeltaNotStarted,
		User: o.Owner, Order: o, OrderHash: common.HexToHash("0x5ce109aa"),
		ChainID: 1337, PartiallyFillable: o.Fillable, Partner: "anon",
		ExpiresAt: time.Unix(int64(o.Deadline), 0), CreatedAt: at, UpdatedAt: at}
}

func (s *service) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	for _, r := range s.orders {
		if r.ID == id {
			return unlocked(ctx, []api.DeltaRecord{r}, s.secret)[0], nil
		}
	}
	return api.DeltaRecord{}, api.Errorf(api.NotFound, "there is no Delta order %s", id)
}

func (s *service) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists = append(s.lists, q)
	if s.listFails != nil {
		return nil, s.listFails
	}
	var here []api.DeltaRecord
	for _, r := range s.orders {
		if r.ChainID == q.ChainID {
			here = append(here, r)
		}
	}
	from := min(len(here), (q.Page-1)*q.Limit)
	return unlocked(ctx, here[from:min(len(here), from+q.Limit)], s.secret), nil
}

func (s *service) DeltaAuction(_ context.Context, id string) (api.DeltaAuction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.auctions[id], s.closed
}

func (s *service) DeltaPartner(context.Context, uint64, string) (api.DeltaPartner, error) {
	if s.nobody {
		return api.DeltaPartner{PartnerFee: 0.5}, nil
	}
	return api.DeltaPartner{PartnerFee: 0.5, PartnerAddress: contract, TakeSurplus: true}, nil
}

func (s *service) DeltaAgents(context.Context, uint64) ([]string, error) {
	return []string{"book", "ring", "router", "solo"}, nil
}

func (s *service) CancelDelta(_ context.Context, ids []string, signature []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(signature) != 64 {
		return api.Errorf(api.InvalidSignature, "the signature has %d bytes", len(signature))
	}
	s.cancelled = append(s.cancelled, ids...)
	return s.unheard
}

func (s *service) UserTokens(context.Context, uint64, common.Address) ([]api.UserToken, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.held)), nil
}

func (s *service) UserToken(_ context.Context, _ uint64, _, token common.Address) (api.UserToken,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.held[token]
	if len(s.Sent()) > 0 {
		h.Allowances = map[common.Address]api.Amount{contract: h.Balance, permit2: h.Balance}
	}
	return h, nil
}

func (s *service) PrepareWrap(_ context.Context, r api.WrapRequest) (api.Transaction, error) {
	return api.Transaction{From: r.Owner, To: weth.Address, Value: r.Amount,
		Data: contracts.NewWrappedNative().PackDeposit(),
		Gas:  60_000, GasPrice: api.NewAmount(2e9), GasUsed: 46_000}, nil
}

// PrepareInvalidation answers for another nonce where the service is false.
func (s *service) PrepareInvalidation(_ context.Context, r api.InvalidateRequest) (api.Transaction,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return api.Transaction{From: r.Owner, To: contract,
		Data: contracts.NewDelta().PackInvalidateNonce(r.Nonce.Add(s.astray).Big()),
		Gas:  60_000, GasPrice: api.NewAmount(2e9), GasUsed: 46_000}, nil
}

func (s *service) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	events := s.Bus.Subscribe(ctx, topics...)
	if len(topics) == 1 && topics[0] == api.TopicAuction {
		close(s.ready)
	}
	return events
}

// set changes what the service answers.
func (s *service) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// permits changes what the service tells of permits of USDC.
func (s *service) permits(change func(*api.Permits)) { change(s.held[usdc.Address].Permits) }

func world() *service {
	s := &service{price: price(), auctions: map[string]api.DeltaAuction{},
		ready: make(chan struct{})}
	own := eip712.Domain{Name: "USD Coin", Version: "2", ChainID: 1337, Contract: usdc.Address}
	s.held = map[common.Address]api.UserToken{
		usdc.Address: {Token: usdc, Balance: units("12480.55", usdc),
			Allowances: map[common.Address]api.Amount{contract: units("9000", usdc)},
			Permits: &api.Permits{Name: "USD Coin", Version: "2", Separator: own.Separator(),
				Nonce: api.NewAmount(3), Permit2: api.Permit2Allowance{Nonce: 6}}},
		weth.Address: {Token: weth, Balance: units("31.4", weth)},
		eth.Address:  {Token: eth, Balance: units("4.2183", eth)},
	}
	return s
}

type stage struct {
	*uitest.Kit
	s       *views.Session
	service *service
	number  uint64
	markets *viewtest.Beside
	swap    *viewtest.Beside
}

func newStage(t testing.TB, service *service) *stage {
	t.Helper()
	env, clock := uitest.NewEnv()
	service.now = clock.Now
	w, err := wallet.Open(wallet.Options{
		Folder: t.TempDir(), Scrypt: wallet.Scrypt{N: 2, P: 1}, Now: clock.Now, Random: rand.Reader,
		Development: true})
	if err != nil {
		t.Fatal(err)
	}
	account, err := w.Find("main")
	if err != nil {
		t.Fatal(err)
	}
	for i := range service.orders {
		service.orders[i].User, service.orders[i].Order.Owner = account.Address, account.Address
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	st := &stage{service: service, number: 1233}
	st.s = &views.Session{Context: ctx, Env: env, Service: service, Wallet: w,
		Exchange: apitest.On(service, network.ChainID), Network: network,
		Account: account,
		Market:  api.Market{ChainID: 1337, Base: weth, Quote: usdc}}
	dollar := usdc
	if service.permit != "" {
		dollar.Permit = service.permit
	}
	if service.symbol != "" {
		dollar.Symbol, dollar.Name = service.symbol, service.symbol
	}
	st.s.Market.Quote = dollar
	st.s.SetTokens([]api.Token{eth, weth, dollar})
	st.markets = &viewtest.Beside{Name: views.Markets}
	st.swap = &viewtest.Beside{Name: views.Swap}
	st.Kit = uitest.New(t, env, ui.Tab{Screen: st.markets, Title: "Markets", Short: "Mkt"},
		ui.Tab{Screen: delta.New(st.s), Title: "Delta", Short: "Delta"},
		ui.Tab{Screen: st.swap, Title: "Swap", Short: "Swap"})
	st.header()
	st.Press("2")
	return st
}

// header makes the newest block fresh.
func (st *stage) header() {
	st.Send(ui.Header{Mode: "LOCAL", Chain: "local", ChainShort: "loc", ChainID: 1337,
		Account: st.s.Account.Name,
		Address: st.s.Account.Address.Hex(), Block: st.number, BlockAt: st.Clock.Now(),
		BlockTime: time.Second, Conn: ui.Live})
}

// settle lets typing pause, answers come and the grace period of a dialog pass.
func (st *stage) settle() {
	st.Advance(2 * time.Second)
	st.header()
}

// quoted is a stage with five thousand USDC to sell.
func quoted(t testing.TB, service *service) *stage {
	t.Helper()
	st := newStage(t, service)
	st.Type("5000")
	st.Advance(200 * time.Millisecond)
	return st
}

// submitted is a stage whose order was signed and sent.
func submitted(t testing.TB, service *service) *stage {
	t.Helper()
	st := quoted(t, service)
	st.Press("enter")
	st.settle()
	st.Shows("SIGN typed data", "Sell exactly", "5,000.00 USDC",
		"it is what you typed and were quoted")
	st.Press("S", "enter")
	return st
}

// auction tells of an auction that has run, with bids.
func (st *stage) auction(status api.DeltaStatus, change func(*api.DeltaRecord, *api.DeltaAuction)) {
	at := st.Clock.Now()
	st.service.set(func() {
		r := &st.service.orders[0]
		r.Status, r.UpdatedAt = status, at
		a := api.DeltaAuction{ID: r.ID, Status: status,
			Rounds: []api.DeltaRoundEntry{round(r.CreatedAt.Add(time.Second))},
			Events: []api.DeltaEvent{
				{Order: r.ID, Seq: 1, To: api.DeltaNotStarted, Reason: "submitted", Block: 1233,
					Time: r.CreatedAt},
				{Order: r.ID, Seq: 2, Round: 1, From: api.DeltaNotStarted, To: api.DeltaRunning,
					Reason: "covered by the allowance", Block: 1234,
					Time: r.CreatedAt.Add(time.Second)},
			}}
		change(r, &a)
		st.service.auctions[r.ID] = a
	})
	st.Advance(5 * time.Second) // a poll
	st.header()
}

func round(at time.Time) api.DeltaRoundEntry {
	bid := func(agent, received string, rank int, reason string) api.DeltaBidRecord {
		return api.DeltaBidRecord{Agent: agent, Received: units(received, weth),
			Spent: units("5000", usdc), Gas: 214_880, Rank: rank, Reason: reason, Orders: 1}
	}
	won := bid("book", "1.6541", 1, "")
	won.Won, won.Estimate, won.Charged, won.Rebate = true, 315_000, 220_252, units("0.0001", weth)
	return api.DeltaRoundEntry{Round: 1, Block: api.BlockRef{Number: 1234},
		Floor: units("1.6374798", weth), Pool: new(units("1.6512", weth)),
		Reference: new(units("1.6529", weth)), Bound: new(units("1.65495", weth)),
		Winner: "book", Outcome: "won by book", Time: at,
		Bids: []api.DeltaBidRecord{won, bid("router", "1.65380", 2, ""),
			bid("ring", "1.6", 0, "below the floor")}}
}

func executed(r *api.DeltaRecord, a *api.DeltaAuction) {
	hash := common.HexToHash("0x8f1e77b2")
	r.FilledAmount, r.Reason = r.Order.SrcAmount, "settled whole"
	r.Transactions = []api.DeltaTransaction{
		{ID: "t", Hash: hash, BlockNumber: 1235, GasUsed: 214_880, GasPrice: 11_900_000_000,
			Status: 1,
			Spent:  r.Order.SrcAmount, Received: units("1.6542", weth), FilledPercent: 10_000,
			Agent: "book", ProtocolFee: units("0.0001", weth)}}
	a.Events = append(a.Events, api.DeltaEvent{
		Order: r.ID, Seq: 3, Round: 1, From: api.DeltaRunning, To: api.DeltaExecuted,
		Reason: "settled whole",
		Agent:  "book", TxHash: &hash, Time: r.CreatedAt.Add(3 * time.Second)})
}
