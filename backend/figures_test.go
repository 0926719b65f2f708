package backend_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/eip712"
	"bourse/backend/server"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	gains "bourse/views/ledger"
	"bourse/views/positions"
	"bourse/views/viewtest"
)

// journalOf knows of every transaction that an account has sent, and which were swaps, as a console
// that sent them does.
type journalOf struct {
	sent  map[common.Address][]views.GasPaid
	swaps map[common.Address][]views.Swapped
}

func (j journalOf) Swaps(a common.Address, _ uint64) []views.Swapped { return j.swaps[a] }
func (j journalOf) Gas(a common.Address, _ uint64) []views.GasPaid   { return j.sent[a] }
func (journalOf) Lost(common.Hash, string)                           {}
func (journalOf) Tell(views.Told)                                    {}

// acts is a session of random acts of several accounts.
type acts struct {
	*fair
	r       *rand.Rand
	node    *rpc.Client
	usdc    api.Asset
	passed  *atomic.Int64 // of the clock, in nanoseconds
	journal journalOf
	done    map[string]int
	last    int // who has sent the newest block's transaction
}

// actors is how many accounts act.
const actors = 5

// TestFiguresAreTheChains has accounts and strangers act at random: orders taken in part, several
// at once, for somebody else, between two, swaps with the coin and with its token, Delta orders,
// NFTs sold and bid for, gifts, dust at absurd prices in the name of another, orders cancelled and
// expired, transactions that fail, blocks that leave the chain, days that pass. At the end what
// every account's movements, fills, positions, days, gas and files say equals an account made of
// raw receipts. BOURSE_FIGURES is how many acts, BOURSE_SEED the first choice.
func TestFiguresAreTheChains(t *testing.T) {
	t.Parallel()
	sequential(t)
	n, seed := 60, uint64(1)
	if more, err := strconv.Atoi(os.Getenv("BOURSE_FIGURES")); err == nil {
		n = more
	}
	if s, err := strconv.ParseUint(os.Getenv("BOURSE_SEED"), 10, 64); err == nil {
		seed = s
	}
	var passed atomic.Int64
	now := func() time.Time { return time.Unix(1_800_000_000, passed.Load()) }
	s := &session{runBackend(t, backend.Config{Dir: t.TempDir(), Now: now, Seed: seed,
		Manual: true, LocalRPC: "127.0.0.1:0", Accounts: developmentAccounts(t)}), openWallet(t)}
	srv := httptest.NewServer(server.New(s, server.Options{}))
	t.Cleanup(srv.Close)
	remote, err := client.New(srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := &acts{fair: &fair{T: t, s: s, svc: s}, r: rand.New(rand.NewPCG(seed, 1)),
		passed: &passed, done: map[string]int{}, journal: journalOf{
			map[common.Address][]views.GasPaid{}, map[common.Address][]views.Swapped{}}}
	begin := a.open()
	for range n {
		a.act()
	}
	t.Logf("seed %d: %v", seed, a.done)
	c := chainReader{node: a.node, rfq: a.rfq, delta: a.swap.Delta, weth: a.weth.Address,
		usdc: a.usdc.Address, swappers: []common.Address{a.swap.AugustusV6,
			a.swap.AugustusSwapper}}
	for i := range actors {
		want, err := c.account(t.Context(), a.who[i], begin)
		if err != nil {
			t.Fatal(err)
		}
		a.compare(i, remote, want)
	}
	list, err := apitest.On(s, api.LocalChainID).Markets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range list {
		if k.Base.Address == a.weth.Address && k.Quote.Address == a.usdc.Address {
			if high := k.High.Float(18, 6); high > 4000 {
				t.Errorf("dust has made %f the highest price", high)
			}
		}
	}
}

// open lets contracts move what accounts have, and tells the first block that counts.
func (a *acts) open() (begin uint64) {
	nets, err := a.s.Networks(a.Context())
	if err != nil {
		a.Fatal(err)
	}
	a.swap = nets[0].Contracts
	a.rfq, a.weth = a.swap.AugustusRFQ, api.Asset{Address: a.swap.WrappedNative}
	tokens, err := apitest.On(a.s, api.LocalChainID).Tokens(a.Context())
	if err != nil {
		a.Fatal(err)
	}
	for _, token := range tokens {
		if token.Symbol == "USDC" {
			a.usdc.Address = token.Address
		}
	}
	for _, account := range a.s.wallet.List() {
		a.fair.who = append(a.fair.who, account.Address)
	}
	if a.node, err = rpc.Dial(a.s.LocalRPC()); err != nil {
		a.Fatal(err)
	}
	a.Cleanup(a.node.Close)
	a.mine() // the first block with the clock's time
	for i := range actors {
		for _, token := range []api.Asset{a.weth, a.usdc} {
			for _, spender := range []common.Address{a.rfq, a.swap.AugustusV6, a.swap.Delta} {
				a.approve(i, token, spender, api.MaxAmount)
			}
		}
		for _, nft := range []api.Asset{a.ape(i, 1), a.pass(1)} {
			a.approve(i, nft, a.rfq, one)
		}
	}
	return a.s.Local().Head().Number + 1
}

// do signs, sends and mines a transaction.
func (a *acts) do(who int, tx api.Transaction, err error) common.Hash {
	a.Helper()
	if err != nil {
		a.Fatal(err)
	}
	hash := a.relay(who, tx)
	a.mine()
	a.last = who
	return hash
}

func (a *acts) relay(who int, tx api.Transaction) common.Hash {
	a.Helper()
	raw, hash, err := a.s.wallet.SignTransaction(tx.From, tx)
	if err == nil {
		_, err = apitest.On(a.s, api.LocalChainID).SendTransaction(a.Context(), raw)
	}
	if err != nil {
		a.Fatal(err)
	}
	from := a.fair.who[who]
	a.journal.sent[from] = append(a.journal.sent[from], views.GasPaid{Hash: hash})
	return hash
}

// two are two different accounts.
func (a *acts) two() (x, y int) {
	x = a.r.IntN(actors)
	return x, (x + 1 + a.r.IntN(actors-1)) % actors
}

// pair is some ether and what it is worth, more or less.
func (a *acts) pair() (ether, usd api.Amount) {
	ether = api.NewAmount(1e15 + a.r.Uint64N(1e16))
	return ether, ether.MulDiv(api.NewAmount(2900+a.r.Uint64N(200)), api.NewAmount(1e12))
}

// offered posts an order that sells ether or buys it.
func (a *acts) offered(maker int, sells bool, change ...func(*api.Order)) api.OrderRecord {
	a.Helper()
	ether, usd := a.pair()
	change = append([]func(*api.Order){func(o *api.Order) { o.NFT = false }}, change...)
	if sells {
		return a.post(maker, a.weth, ether, a.usdc, usd, change...)
	}
	return a.post(maker, a.usdc, usd, a.weth, ether, change...)
}

func (a *acts) fill(taker int, r api.FillRequest) (api.Transaction, error) {
	r.Taker = a.fair.who[taker]
	return apitest.On(a.s, api.LocalChainID).PrepareFill(a.Context(), r)
}

// act does one thing.
func (a *acts) act() {
	a.Helper()
	kinds := []struct {
		name string
		run  func()
	}{
		{"fill", a.partly}, {"fill", a.partly}, {"dust", a.dust}, {"sweep", a.sweep},
		{"between two", a.between}, {"for another", a.away}, {"send", a.gift},
		{"swap", a.trade}, {"swap", a.trade}, {"wrap", a.wrap}, {"Delta", a.intent},
		{"NFT", a.collect}, {"cancel", a.cancel}, {"expired", a.expire},
		{"reverted", a.reverted}, {"reorganisation", a.reorganise}, {"hours", a.wait},
	}
	k := kinds[a.r.IntN(len(kinds))]
	a.done[k.name]++
	k.run()
}

func (a *acts) partly() {
	maker, taker := a.two()
	o := a.offered(maker, a.r.IntN(2) == 0)
	leg := api.FillLeg{Hash: o.Hash}
	if a.r.IntN(2) == 0 {
		leg.TakerAmount = o.TakerAmount.MulDiv(api.NewAmount(1+a.r.Uint64N(9)),
			api.NewAmount(10))
	}
	tx, err := a.fill(taker, api.FillRequest{Legs: []api.FillLeg{leg}})
	a.do(taker, tx, err)
}

// dust is next to nothing at an absurd price, mostly in the name of somebody else.
func (a *acts) dust() {
	maker, taker := a.two()
	o := a.post(maker, a.weth, api.NewAmount(1e9), a.usdc, api.NewAmount(100e6),
		func(o *api.Order) { o.NFT = false })
	r := api.FillRequest{Legs: []api.FillLeg{{Hash: o.Hash}}}
	if other := a.r.IntN(actors); other != maker {
		r.Target = a.fair.who[other]
	}
	tx, err := a.fill(taker, r)
	a.do(taker, tx, err)
}

func (a *acts) sweep() {
	maker, taker := a.two()
	second := (taker + 1) % actors
	sells := a.r.IntN(2) == 0
	r := api.FillRequest{Legs: []api.FillLeg{{Hash: a.offered(maker, sells).Hash},
		{Hash: a.offered(second, sells).Hash}}}
	tx, err := a.fill(taker, r)
	a.do(taker, tx, err)
}

func (a *acts) between() {
	maker, taker := a.two()
	o := a.offered(maker, a.r.IntN(2) == 0, a.to(taker))
	stranger := (taker + 1) % actors
	if tx, err := a.fill(stranger, api.FillRequest{
		Legs: []api.FillLeg{{Hash: o.Hash}}}); err == nil && stranger != maker {
		a.Errorf("an order for another can be filled: %+v", tx)
	}
	tx, err := a.fill(taker, api.FillRequest{Legs: []api.FillLeg{{Hash: o.Hash}}})
	a.do(taker, tx, err)
}

// away pays cash for what another gets: what ether was worth no log tells.
func (a *acts) away() {
	maker, taker := a.two()
	o := a.offered(maker, true)
	r := api.FillRequest{Legs: []api.FillLeg{{Hash: o.Hash}}}
	if other := (taker + 1) % actors; other != maker {
		r.Target = a.fair.who[other]
	}
	tx, err := a.fill(taker, r)
	a.do(taker, tx, err)
}

func (a *acts) gift() {
	from, to := a.two()
	asset, n := a.weth, api.NewAmount(1+a.r.Uint64N(1e12))
	switch a.r.IntN(3) {
	case 0:
		asset, n = a.usdc, api.NewAmount(1+a.r.Uint64N(1e6))
	case 1:
		asset = api.Asset{Address: api.NativeToken}
	}
	tx, err := apitest.On(a.s, api.LocalChainID).PrepareTransfer(a.Context(), api.TransferRequest{
		Owner: a.fair.who[from], Asset: asset, To: a.fair.who[to], Amount: n})
	a.do(from, tx, err)
}

// trade swaps over the pools, or over what rests in the book; some for somebody else.
func (a *acts) trade() {
	who, other := a.two()
	src, dest := []common.Address{a.weth.Address, api.NativeToken}[a.r.IntN(2)], a.usdc.Address
	amount, usd := a.pair()
	if a.r.IntN(2) == 0 {
		src, dest, amount = dest, src, usd
	}
	terms := api.SwapTerms{User: a.fair.who[who], Slippage: 500}
	away := src == a.usdc.Address && a.r.IntN(4) == 0
	if away {
		terms.Receiver = a.fair.who[other]
	}
	route, err := apitest.On(a.s, api.LocalChainID).Prices(a.Context(), api.PriceRequest{
		Src: api.Lower(src), Dest: api.Lower(dest), Amount: amount, Side: api.Sell,
		Version: api.Version62, NoDirectMethods: away})
	if err != nil {
		a.Fatal(err)
	}
	text, err := json.Marshal(route)
	if err != nil {
		a.Fatal(err)
	}
	tx, err := apitest.On(a.s, api.LocalChainID).PrepareSwap(a.Context(), api.BuildRequest{
		Route: text, Src: api.Lower(src), Dest: api.Lower(dest), SrcAmount: &amount,
		HasSlippage: true, Terms: terms})
	hash := a.do(who, tx, err)
	a.journal.swaps[terms.User] = append(a.journal.swaps[terms.User], views.Swapped{
		Account: terms.User, ChainID: api.LocalChainID, Hash: hash, Src: src, Dest: dest,
		Away: away})
}

func (a *acts) wrap() {
	who := a.r.IntN(actors)
	tx, err := apitest.On(a.s, api.LocalChainID).PrepareWrap(a.Context(), api.WrapRequest{
		Owner: a.fair.who[who], Amount: api.NewAmount(1 + a.r.Uint64N(1e16)),
		Unwrap: a.r.IntN(2) == 0})
	a.do(who, tx, err)
}

// intent has agents settle a Delta order, at once or in parts.
func (a *acts) intent() {
	who := a.r.IntN(actors)
	src, dest := a.weth.Address, a.usdc.Address
	amount, usd := a.pair()
	amount, usd = amount.MulDiv(api.NewAmount(100), one), usd.MulDiv(api.NewAmount(100), one)
	if a.r.IntN(2) == 0 {
		src, dest, amount = dest, src, usd
	}
	var q api.DeltaQuote
	var err error
	eventually(a.T, "a Delta price", func() bool {
		q, err = apitest.On(a.s, api.LocalChainID).DeltaQuote(a.Context(), api.DeltaQuoteRequest{
			Src: src, Dest: dest, Amount: amount, Mode: api.ModeDelta})
		return err == nil
	})
	price, err := json.Marshal(q.Delta)
	if err != nil {
		a.Fatal(err)
	}
	built, err := apitest.On(a.s, api.LocalChainID).BuildDelta(a.Context(), api.DeltaBuildRequest{
		Price: price, Owner: a.fair.who[who], PartiallyFillable: a.r.IntN(3) == 0})
	if err != nil {
		a.Fatal(err)
	}
	signature, err := a.s.wallet.Sign(a.fair.who[who],
		eip712.DeltaTypedData(api.LocalChainID, a.swap.Delta, built.Order))
	if err != nil {
		a.Fatal(err)
	}
	r, _, err := apitest.On(a.s, api.LocalChainID).SubmitDelta(a.Context(), api.DeltaSubmission{
		Order: built.Order, Signature: signature.Compact()})
	if err != nil {
		a.Fatal(err)
	}
	a.s.settled(a.T, r.ID)
}

// collect sells an Ape or some Passes for cash, by an offer of its owner or by a bid.
func (a *acts) collect() {
	seller, buyer := a.two()
	nft, n := a.pass(1+a.r.Uint64N(3)), one
	if a.r.IntN(2) == 0 {
		nft = a.ape(a.r.IntN(actors), 1+a.r.IntN(3))
	}
	has := func(who int) bool {
		h, err := apitest.On(a.s, api.LocalChainID).UserNFT(a.Context(), a.fair.who[who], nft)
		return err == nil && !h.Balance.IsZero()
	}
	for i := 0; !has(seller); i++ {
		if i == actors {
			return
		}
		seller, buyer = (seller+1)%actors, seller
	}
	usd := api.NewAmount(1e6 + a.r.Uint64N(1e9))
	var o api.OrderRecord
	if a.r.IntN(2) == 0 {
		o = a.post(seller, nft, n, a.usdc, usd)
	} else {
		o = a.post(buyer, a.usdc, usd, nft, n)
		buyer = seller
	}
	tx, err := a.fill(buyer, api.FillRequest{Legs: []api.FillLeg{{Hash: o.Hash}}})
	a.do(buyer, tx, err)
}

func (a *acts) cancel() {
	maker := a.r.IntN(actors)
	o := a.offered(maker, true)
	tx, err := apitest.On(a.s, api.LocalChainID).PrepareCancel(a.Context(), api.CancelRequest{
		Maker: a.fair.who[maker], Hashes: []common.Hash{o.Hash}})
	a.do(maker, tx, err)
}

func (a *acts) expire() {
	maker, taker := a.two()
	o := a.offered(maker, true, func(o *api.Order) { o.Expiry = a.s.Local().Head().Time + 2 })
	for range 3 {
		a.mine()
	}
	if _, err := a.fill(taker, api.FillRequest{Legs: []api.FillLeg{{Hash: o.Hash}}}); err == nil {
		a.Error("an expired order can be filled")
	}
}

// reverted has two fill one order in one block: one of them fails and pays its gas.
func (a *acts) reverted() {
	maker, x := a.two()
	y := (x + 1) % actors
	if y == maker {
		y = (y + 1) % actors
	}
	o := a.offered(maker, true)
	for _, who := range []int{x, y} {
		tx, err := a.fill(who, api.FillRequest{Legs: []api.FillLeg{{Hash: o.Hash}}})
		if err != nil {
			a.Fatal(err)
		}
		a.relay(who, tx)
	}
	a.mine()
}

// reorganise takes the newest block off the chain; what was in it is mined again, or gone.
func (a *acts) reorganise() {
	if err := a.s.Local().Fork(a.Context(), a.s.Local().Head().Parent); err != nil {
		a.Fatal(err)
	}
	if a.r.IntN(2) == 0 {
		if err := a.s.Local().DropPending(); err != nil {
			a.Fatal(err)
		}
	}
	a.mine()
	a.mine()
}

func (a *acts) wait() {
	a.passed.Add(int64(time.Duration(1+a.r.IntN(20)) * time.Hour))
	a.mine()
}

// compare holds what the exchange and the console say of an account against the chain.
func (a *acts) compare(i int, svc *client.Client, want *chainAccount) {
	who := a.fair.who[i]
	fail := func(format string, args ...any) {
		a.Helper()
		a.Errorf("account %d: "+format, append([]any{i}, args...)...)
	}
	for part := range slices.Chunk(a.hashes(), api.MostMovements) {
		list, err := apitest.On(svc, api.LocalChainID).Movements(a.Context(), who, part)
		if err != nil {
			a.Fatal(err)
		}
		for _, m := range list {
			var got []string
			for _, move := range m.Moves {
				id := ""
				if move.Kind != api.ERC20 {
					id = move.ID.String()
				}
				got = append(got, fmt.Sprintf("%s %s %s %v %d", move.Token, id, move.Amount,
					move.In, move.LogIndex))
			}
			if !slices.Equal(got, want.moved[m.Hash]) {
				fail("%s moved %v, by its receipt %v", m.Hash, got, want.moved[m.Hash])
			}
		}
	}
	fills, err := apitest.On(svc, api.LocalChainID).Fills(a.Context(), api.FillQuery{
		Account: &who, Limit: api.MaxPage})
	if err != nil || len(fills) != want.fills {
		fail("%d fills, %v; the chain has %d", len(fills), err, want.fills)
	}
	nets, err := svc.Networks(a.Context())
	if err != nil {
		a.Fatal(err)
	}
	exchange, err := svc.Exchange(nets[0].ChainID)
	if err != nil {
		a.Fatal(err)
	}
	book, err := gains.Read(a.Context(), exchange, nets[0], who,
		views.Kept{Journal: a.journal, Past: new(views.Past)}, nil)
	if err != nil {
		a.Fatal(err)
	}
	gas := new(big.Int)
	for _, e := range book.Book.Events {
		if e.Kind == gains.Gas {
			gas.Add(gas, e.Give.Amount.Big())
		}
	}
	if gas.Cmp(want.gas) != 0 {
		fail("paid %s wei for gas, by receipts %s", gas, want.gas)
	}
	for _, p := range book.Book.Positions {
		of := thing{token: p.Asset.Address}
		if p.Asset.Kind != api.ERC20 {
			of.id = p.Asset.ID.String()
		}
		w := want.position(of)
		if p.Amount.Cmp(w.amount) != 0 || p.Cost.Cmp(w.cost) != 0 ||
			p.Realised.Cmp(w.realised) != 0 {
			fail("holds %s of %v at %s, realised %s; the chain says %s, %s, %s",
				p.Amount.FloatString(0), of, p.Cost.FloatString(6), p.Realised.FloatString(6),
				w.amount.FloatString(0), w.cost.FloatString(6), w.realised.FloatString(6))
		}
	}
	if n := len(want.positions); len(book.Book.Positions) < n {
		fail("%d positions, the chain has %d", len(book.Book.Positions), n)
	}
	for _, d := range book.Book.Days {
		if w := want.days[d.Start]; w != nil && d.Realised.Cmp(w) != 0 ||
			w == nil && d.Realised.Sign() != 0 {
			fail("day %d has realised %s, not as the chain says", d.Start,
				d.Realised.FloatString(6))
		}
	}
	a.compareFiles(i, svc, nets[0], want)
}

// hashes are all transactions that were sent.
func (a *acts) hashes() (all []common.Hash) {
	for i := range actors {
		for _, g := range a.journal.sent[a.fair.who[i]] {
			all = append(all, g.Hash)
		}
	}
	return all
}

// compareFiles has the screen of gains write its files, and reads them as anybody would.
func (a *acts) compareFiles(i int, svc *client.Client, net api.Network, want *chainAccount) {
	tokens, err := apitest.On(svc, api.LocalChainID).Tokens(a.Context())
	if err != nil {
		a.Fatal(err)
	}
	session := viewtest.Session(a.T, svc, net, tokens...)
	session.Account = a.s.wallet.List()[i]
	session.Journal, session.Prices = a.journal, views.Prices{}
	for _, token := range tokens {
		if p, ok, err := apitest.On(svc, api.LocalChainID).PriceUSD(a.Context(),
			token.Address); ok &&
			err == nil {
			session.Prices[token.Address] = p
		}
	}
	k := uitest.New(a.T, session.Env, ui.Tab{Screen: positions.New(session), Title: "P&L",
		Short: "P&L", Number: 9})
	viewtest.Fresh(k, session, a.s.Local().Head().Number)
	k.Press("T", "tab", "tab", "e")
	var rows []string
	for _, r := range a.file(session, "trades-and-gains") {
		if r["kind"] == "gas" {
			continue
		}
		rows = append(rows, fmt.Sprintf("%s %s %s %s %s", r["transaction"], r["time"],
			r["gave amount"], r["got amount"], r["realised USD"]))
	}
	var wanted []string
	for _, r := range want.rows {
		if r.extra {
			a.Errorf("account %d: %s moves more than one thing each way", i, r.hash)
		}
		realised := ""
		if r.realised != nil {
			realised = r.realised.FloatString(18)
		}
		wanted = append(wanted, fmt.Sprintf("%s %s %s %s %s", r.hash,
			time.Unix(int64(r.at), 0).UTC().Format(time.RFC3339), a.units(r.give, tokens),
			a.units(r.get, tokens), realised))
	}
	slices.Sort(rows)
	slices.Sort(wanted)
	if !slices.Equal(rows, wanted) {
		a.Errorf("account %d: the tax file has\n%s\nby receipts it is\n%s", i,
			strings.Join(rows, "\n"), strings.Join(wanted, "\n"))
	}
	days := map[string]string{}
	for _, r := range a.file(session, "days") {
		days[r["day"]] = r["realised $"]
	}
	for start, sum := range want.days {
		day := time.Unix(int64(start), 0).UTC().Format(time.DateOnly)
		if got := days[day]; got != sum.FloatString(18) {
			a.Errorf("account %d: the file of days says %s of %s, the chain %s", i, got, day,
				sum.FloatString(18))
		}
	}
}

// units writes an amount as a person would, in whole tokens.
func (a *acts) units(l *lot, tokens []api.Token) string {
	if l == nil {
		return ""
	}
	decimals := 0
	for _, t := range tokens {
		if t.Address == l.of.token && l.of.id == "" {
			decimals = t.Decimals
		}
	}
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	text := new(big.Rat).SetFrac(l.n, one).FloatString(decimals)
	if decimals > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// file reads a file that the console has written, by the titles of its columns.
func (a *acts) file(s *views.Session, name string) (rows []map[string]string) {
	a.Helper()
	found, err := filepath.Glob(filepath.Join(s.Env.ExportDir, name+"-*.csv"))
	if err != nil || len(found) != 1 {
		a.Fatalf("%s: %v, %v", name, found, err)
	}
	f, err := os.Open(found[0])
	if err != nil {
		a.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		a.Fatal(err)
	}
	for _, r := range all[1:] {
		row := map[string]string{}
		for i, title := range all[0] {
			row[title] = r[i]
		}
		rows = append(rows, row)
	}
	return rows
}
