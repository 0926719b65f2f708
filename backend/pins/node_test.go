package pins_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/eip712"
	"bourse/backend/pins"
	"bourse/backend/proof"
	"bourse/wallet"
)

// liar is a service that alters what it says.
type liar struct {
	api.Service
	tokens func([]api.UserToken)
	nfts   func([]api.UserNFT) []api.UserNFT
	fills  func([]api.Fill) []api.Fill
	orders func([]api.OrderRecord)
	adds   []api.OrderRecord // to those for a taker
	head   func(*api.BlockRef)
	makes  func(*api.Transaction)
	// doubles what pairs were traded for
	doubles bool
	keeps   bool // what it is to hand on
	waits   bool // it says so of every transaction
	// refuses what it is handed, since the chain would not take it
	refuses bool
}

func (l *liar) Exchange(id uint64) (api.Exchange, error) {
	x, err := l.Service.Exchange(id)
	return lying{x, l}, err
}

type lying struct {
	api.Exchange
	l *liar
}

func (x lying) UserTokens(ctx context.Context, a common.Address) ([]api.UserToken, error) {
	list, err := x.Exchange.UserTokens(ctx, a)
	x.l.tokens(list)
	return list, err
}

func (x lying) UserNFTs(ctx context.Context, a common.Address) ([]api.UserNFT, error) {
	list, err := x.Exchange.UserNFTs(ctx, a)
	return x.l.nfts(list), err
}

func (x lying) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	list, err := x.Exchange.Fills(ctx, q)
	return x.l.fills(list), err
}

func (x lying) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	page, err := x.Exchange.Orders(ctx, q)
	x.l.orders(page.Orders)
	for _, o := range x.l.adds {
		if q.Taker != nil && o.Type() == q.Type && !q.NFT {
			page.Orders = append(page.Orders, o)
			page.Total++
		}
	}
	return page, err
}

func (x lying) Order(ctx context.Context, h common.Hash, nft bool) (api.OrderRecord, error) {
	for _, o := range x.l.adds {
		if o.Hash == h {
			return o, nil
		}
	}
	return x.Exchange.Order(ctx, h, nft)
}

func (x lying) Status(ctx context.Context) (api.NetworkStatus, error) {
	status, err := x.Exchange.Status(ctx)
	if x.l.head != nil {
		x.l.head(&status.Head)
	}
	return status, err
}

func (x lying) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	list, err := x.Exchange.Candles(ctx, q)
	for i := range list {
		if x.l.doubles {
			list[i].Close.Quote = list[i].Close.Quote.Add(list[i].Close.Quote)
		}
	}
	return list, err
}

func (x lying) PrepareTransfer(ctx context.Context, r api.TransferRequest) (api.Transaction,
	error) {
	tx, err := x.Exchange.PrepareTransfer(ctx, r)
	if x.l.makes != nil {
		x.l.makes(&tx)
	}
	return tx, err
}

func (x lying) SendTransaction(ctx context.Context, raw []byte) (common.Hash, error) {
	if x.l.refuses {
		return common.Hash{}, api.Errorf(api.TransactionFails, "the transaction would fail")
	}
	if x.l.keeps {
		return crypto.Keccak256Hash(raw), nil
	}
	return x.Exchange.SendTransaction(ctx, raw)
}

func (x lying) Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error) {
	if x.l.waits {
		return api.Receipt{Hash: hash, Waits: true}, nil
	}
	return x.Exchange.Receipt(ctx, hash)
}

// traders are two accounts of a real exchange, one of which has filled half of the other's order.
type traders struct {
	*testing.T
	b      *backend.Backend
	keys   *wallet.Wallet
	on     api.Exchange
	placed api.OrderRecord
}

func newTraders(t *testing.T) *traders {
	t.Helper()
	keys, err := wallet.Open(wallet.Options{Folder: t.TempDir(), Now: time.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	var all []common.Address
	for _, a := range keys.List() {
		all = append(all, a.Address)
	}
	b, err := backend.Open(t.Context(), backend.Config{Dir: t.TempDir(), Now: time.Now, Seed: 1,
		Accounts: all, Manual: true, LocalRPC: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-ended
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &traders{t, b, keys, apitest.On(b, api.LocalChainID), api.OrderRecord{}}
}

func (w *traders) run(tx api.Transaction, err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
	raw, hash, err := w.keys.SignTransaction(tx.From, tx)
	if err == nil {
		_, err = w.on.SendTransaction(w.Context(), raw)
	}
	if err == nil {
		_, err = w.b.Mine(w.Context())
	}
	if err != nil {
		w.Fatal(err)
	}
	if r, err := w.on.Receipt(w.Context(), hash); err != nil || !r.Success {
		w.Fatalf("receipt %+v, %v", r, err)
	}
}

// trade has the first account sell a WETH for 3,000 USDC, of which the second buys some.
func (w *traders) trade(thousandths uint64) (maker, taker common.Address) {
	w.Helper()
	tokens := make(map[string]api.Token)
	list, err := w.on.Tokens(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	for _, t := range list {
		tokens[t.Symbol] = t
	}
	networks, err := w.b.Networks(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	rfq := networks[0].Contracts.AugustusRFQ
	maker, taker = w.keys.List()[0].Address, w.keys.List()[1].Address
	o := api.Order{Maker: maker, NonceAndMeta: api.PackNonce(api.NewAmount(7), common.Address{}),
		MakerAsset: api.Asset{Address: tokens["WETH"].Address}, MakerAmount: api.NewAmount(1e18),
		TakerAsset: api.Asset{Address: tokens["USDC"].Address}, TakerAmount: api.NewAmount(3000e6)}
	for owner, token := range map[common.Address]api.Asset{maker: o.MakerAsset,
		taker: o.TakerAsset} {
		w.run(w.on.PrepareApprove(w.Context(), api.ApproveRequest{
			Owner: owner, Token: token.Address, Spender: rfq, Amount: api.MaxAmount}))
	}
	signature, err := w.keys.Sign(maker, eip712.OrderTypedData(api.LocalChainID, rfq, o))
	if err != nil {
		w.Fatal(err)
	}
	w.placed, _, err = w.on.CreateOrder(w.Context(), api.OrderRequest{ChainID: api.LocalChainID,
		Order: o, Type: o.Type(), Signature: signature.Bytes()})
	if err != nil {
		w.Fatal(err)
	}
	w.run(w.on.PrepareFill(w.Context(), api.FillRequest{Taker: taker,
		Legs: []api.FillLeg{{Hash: w.placed.Hash, TakerAmount: api.NewAmount(thousandths * 3e6)}}}))
	return maker, taker
}

// With a node of one's own what an account holds, has allowed and has filled is the node's word,
// and what is left of its orders; without one it is the service's.
func TestAnOwnNodeTellsWhatIsOnes(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	maker, taker := w.trade(400)
	node, _ := w.b.Chain(api.LocalChainID)
	l := &liar{Service: w.b, tokens: func(list []api.UserToken) {
		for i := range list {
			list[i].Balance = list[i].Balance.MulDiv(api.NewAmount(3), api.NewAmount(1))
			list[i].Allowance, list[i].Allowances = api.Amount{}, nil
		}
	}, nfts: func(list []api.UserNFT) []api.UserNFT {
		for i := range list {
			list[i].Approved = !list[i].Approved
		}
		return list
	}, fills: func(list []api.Fill) []api.Fill { return nil },
		orders: func(list []api.OrderRecord) {
			for i := range list {
				list[i].FillableBalance = list[i].MakerAmount
			}
		}}
	mine := func(a common.Address) bool { return a == maker }
	own := apitest.On(pins.New(l, "there", load(t),
		map[uint64]*chain.Network{api.LocalChainID: node}, mine, witness(t, "there")),
		api.LocalChainID)
	their := apitest.On(pins.New(l, "there", load(t), nil, mine, witness(t, "there")),
		api.LocalChainID)

	is, err := w.on.UserTokens(t.Context(), maker)
	if err != nil {
		t.Fatal(err)
	}
	says, err := own.UserTokens(t.Context(), maker)
	if err != nil {
		t.Fatal(err)
	}
	allowed := false
	for i := range is {
		allowed = allowed || is[i].Allowances[w.contracts().AugustusRFQ] == api.MaxAmount
		if says[i].Balance != is[i].Balance || is[i].Address != api.NativeToken &&
			says[i].Allowance != is[i].Allowance {
			t.Errorf("%s: told of %s and %s, there are %s and %s", is[i].Symbol, says[i].Balance,
				says[i].Allowance, is[i].Balance, is[i].Allowance)
		}
		for spender, amount := range is[i].Allowances {
			if says[i].Allowances[spender] != amount {
				t.Errorf("%s: %s may move %s, told %s", is[i].Symbol, spender, amount,
					says[i].Allowances[spender])
			}
		}
	}
	if !allowed {
		t.Error("nothing is allowed, so that nothing is shown by this")
	}
	if told, err := their.UserTokens(t.Context(), maker); err != nil ||
		told[1].Balance == is[1].Balance {
		t.Errorf("without a node it is not the service's word: %v", err)
	}
	nfts, err := w.on.UserNFTs(t.Context(), maker)
	if err != nil || len(nfts) == 0 {
		t.Fatal(len(nfts), err)
	}
	if told, err := own.UserNFTs(t.Context(), maker); err != nil || !slices.Equal(told, nfts) {
		t.Errorf("NFTs: %v, %v", told, err)
	}

	for _, party := range []common.Address{maker, taker} {
		q := api.FillQuery{ChainID: api.LocalChainID, Account: &party}
		filled, err := w.on.Fills(t.Context(), q)
		if err != nil || len(filled) != 1 {
			t.Fatalf("%d fills, %v", len(filled), err)
		}
		if party == maker { // who pays a maker is nothing to him, and the node is not asked
			filled[0].Payer = common.Address{}
		}
		if told, err := own.Fills(t.Context(), q); err != nil || !slices.Equal(told, filled) {
			t.Errorf("a hidden fill: %+v instead of %+v, %v", told, filled, err)
		}
		before := filled[0].Mark()
		q.Before = &before
		if told, err := own.Fills(t.Context(), q); err != nil || len(told) != 0 {
			t.Errorf("on the page after it: %+v, %v", told, err)
		}
	}
	invented := func(change func(*api.Fill)) {
		l.fills = func(list []api.Fill) []api.Fill {
			if len(list) == 0 { // of the page after the last
				return list
			}
			f := list[0]
			f.OrderHash = common.Hash{7} // else what was signed rules it out
			change(&f)
			return append(list, f)
		}
		q := api.FillQuery{ChainID: api.LocalChainID, Account: &taker}
		is, err := w.on.Fills(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int{api.MaxPage, len(is) + 1} { // of a page that is full, too
			q.Limit = limit
			list, err := own.Fills(t.Context(), q)
			if err != nil || !slices.Equal(list, is) {
				t.Errorf("beside an invented fill: %+v, %v", list, err)
			}
		}
	}
	if status, err := own.Status(t.Context()); err != nil || status.Invented != "" {
		t.Errorf("it is said that it invents: %q, %v", status.Invented, err)
	}
	invented(func(f *api.Fill) {})
	for range 13 {
		if _, err := w.b.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	invented(func(f *api.Fill) { f.TxHash = common.Hash{8} })
	if status, err := own.Status(t.Context()); err != nil ||
		!strings.Contains(status.Invented, "there tells of fills that the chain has not") {
		t.Errorf("that it invents is said so: %q, %v", status.Invented, err)
	}

	page, err := own.Orders(t.Context(), api.OrderQuery{ChainID: api.LocalChainID, Maker: &maker,
		Type: api.Limit, Limit: api.MaxPage})
	if left := api.NewAmount(6e17); err != nil || len(page.Orders) != 1 ||
		page.Orders[0].FillableBalance != left {
		t.Errorf("what is left of an order: %+v, %v", page.Orders, err)
	}
}

func (w *traders) contracts() api.Contracts {
	w.Helper()
	list, err := w.b.Networks(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return list[0].Contracts
}

// handing is a node of one's own beside a service that hands nothing on; its clock is the test's.
func handing(t *testing.T, l liar) (w *traders, own api.Exchange, clock *time.Time) {
	t.Helper()
	w = newTraders(t)
	node, _ := w.b.Chain(api.LocalChainID)
	now := time.Now()
	at, err := proof.NewWitness("there", func() time.Time { return now }, "")
	if err != nil {
		t.Fatal(err)
	}
	l.Service = w.b
	own = apitest.On(pins.New(&l, "there", load(t),
		map[uint64]*chain.Network{api.LocalChainID: node}, nil, at), api.LocalChainID)
	return w, own, &now
}

// transfer is a payment of the first account, prepared by an exchange and signed.
func (w *traders) transfer(by api.Exchange, to common.Address) (raw []byte, hash common.Hash) {
	w.Helper()
	from := w.keys.List()[0].Address
	tx, err := by.PrepareTransfer(w.Context(), api.TransferRequest{Owner: from, To: to,
		Asset: api.Asset{Address: api.NativeToken}, Amount: api.NewAmount(5)})
	if err == nil {
		raw, hash, err = w.keys.SignTransaction(from, tx)
	}
	if err != nil {
		w.Fatal(err)
	}
	return raw, hash
}

// A service that keeps what it is to hand on keeps it for minutes: then the own node has it too.
func TestWhatAServiceKeepsTheNodeHandsOn(t *testing.T) {
	t.Parallel()
	w, own, clock := handing(t, liar{keeps: true})
	raw, hash := w.transfer(own, common.Address{0xaa})
	for _, c := range []struct {
		after time.Duration
		mined bool
	}{{0, false}, {time.Minute, false}, {3 * time.Minute, true}} {
		*clock = clock.Add(c.after)
		if sent, err := own.SendTransaction(t.Context(), raw); err != nil || sent != hash {
			t.Fatalf("sent as %s, %v", sent, err)
		}
		if _, err := w.b.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
		r, err := w.on.Receipt(t.Context(), hash)
		if mined := err == nil && r.Block != nil; mined != c.mined {
			t.Errorf("after %s: mined %v, %v", c.after, mined, err)
		}
	}
}

// What the service has refused is done: nothing hands it on minutes later, when the chain would
// take it, since whoever signed it was told that nothing comes of it.
func TestWhatAServiceRefusesIsHandedOnByNobody(t *testing.T) {
	t.Parallel()
	w, own, clock := handing(t, liar{refuses: true})
	raw, hash := w.transfer(own, common.Address{0xaa})
	if _, err := own.SendTransaction(t.Context(), raw); api.TypeOf(err) != api.TransactionFails {
		t.Fatalf("a refusal is told as %v", err)
	}
	*clock = clock.Add(3 * time.Minute)
	if r, err := own.Receipt(t.Context(), hash); err == nil && (r.Waits || r.Block != nil) {
		t.Errorf("what was refused: %+v", r)
	}
	if _, err := w.b.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := w.on.Receipt(t.Context(), hash); err == nil && r.Block != nil {
		t.Error("what was refused is mined")
	}
}

// TestWhatAServiceSaysThatWaitsTheNodeHandsOn: a service may keep a transaction and say for ever
// that it waits. It is said when the own node has not seen it, which gets it after minutes; what
// was cancelled meanwhile it does not get, but the cancellation.
func TestWhatAServiceSaysThatWaitsTheNodeHandsOn(t *testing.T) {
	t.Parallel()
	w, own, clock := handing(t, liar{keeps: true, waits: true})
	send := func(to common.Address) common.Hash {
		raw, hash := w.transfer(own, to)
		if sent, err := own.SendTransaction(t.Context(), raw); err != nil || sent != hash {
			t.Fatalf("sent as %s, %v", sent, err)
		}
		return hash
	}
	first := send(common.Address{0xaa})
	*clock = clock.Add(time.Minute)
	instead := send(common.Address{0xbb})
	for _, c := range []struct {
		after         time.Duration
		unseen, mined bool
	}{{0, false, false}, {time.Minute, true, false}, {2 * time.Minute, false, true}} {
		*clock = clock.Add(c.after)
		for hash, unseen := range map[common.Hash]bool{first: false, instead: c.unseen} {
			r, err := own.Receipt(t.Context(), hash)
			if err != nil || !r.Waits || r.Block != nil || r.Unseen != unseen {
				t.Fatalf("after %s: of %s it is told %+v, %v", c.after, hash, r, err)
			}
		}
		if _, err := w.b.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
		r, err := own.Receipt(t.Context(), instead)
		if mined := err == nil && r.Block != nil && r.ToldBy == ""; mined != c.mined {
			t.Errorf("after %s: mined %v, %v", c.after, mined, err)
		}
		if r, err := w.on.Receipt(t.Context(), first); err == nil && r.Block != nil {
			t.Errorf("after %s what was replaced is mined", c.after)
		}
	}
}

// Without a node, fills are marked as the word of the service.
func TestFillsWithoutANodeAreTheServicesWord(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	maker, _ := w.trade(400)
	node, _ := w.b.Chain(api.LocalChainID)
	for by, nodes := range map[string]map[uint64]*chain.Network{
		"there": nil, "": {api.LocalChainID: node}} {
		on := apitest.On(pins.New(w.b, "there", load(t), nodes, nil, witness(t, "there")),
			api.LocalChainID)
		list, err := on.Fills(t.Context(), api.FillQuery{ChainID: api.LocalChainID,
			Account: &maker})
		if err != nil || len(list) != 1 || list[0].ToldBy != by {
			t.Errorf("told by %q: %+v, %v", by, list, err)
		}
	}
}
