package backend_test

import (
	"context"
	"math/big"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/backend/server"
)

// fair is an exchange on which accounts trade NFTs by their own signatures: through the embedded
// service, or over HTTP.
type fair struct {
	*testing.T
	s     *session
	svc   api.Service
	who   []common.Address // 0 to 4 hold three Apes and ten of three Passes each
	rfq   common.Address
	swap  api.Contracts
	weth  api.Asset
	nonce uint64
}

var one = api.NewAmount(1)

// TestNFTs trades on one exchange through each door, one trade after the other.
func TestNFTs(t *testing.T) {
	t.Parallel()
	for _, door := range []string{"embedded", "over HTTP"} {
		t.Run(door, func(t *testing.T) {
			t.Parallel()
			s := newSession(t, t.TempDir(), 1)
			f := &fair{T: t, s: s, svc: s}
			if door != "embedded" {
				srv := httptest.NewServer(server.New(s, server.Options{}))
				t.Cleanup(srv.Close)
				c, err := client.New(srv.URL, nil)
				if err != nil {
					t.Fatal(err)
				}
				f.svc = c
			}
			nets, err := f.svc.Networks(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			f.swap = nets[0].Contracts
			f.rfq, f.weth = f.swap.AugustusRFQ, api.Asset{Address: f.swap.WrappedNative}
			for _, a := range s.wallet.List() {
				f.who = append(f.who, a.Address)
			}
			for _, part := range []struct {
				name string
				run  func(f *fair)
			}{
				{"sold to anyone", soldToAnyone}, {"some of several", someOfSeveral},
				{"for another NFT", forAnother}, {"bid accepted", bidAccepted},
				{"through the swap contract", throughSwapContract}, {"refusals", nftRefusals},
				{"sold elsewhere", soldElsewhere},
			} {
				t.Run(part.name, func(t *testing.T) {
					on := *f
					on.T = t
					part.run(&on)
					f.nonce = on.nonce
				})
			}
		})
	}
}

// ape is the n-th Ape of an account, counted from 1; pass is a kind of Pass.
func (f *fair) ape(account, n int) api.Asset { return f.nft(api.ERC721, uint64(3*account+n)) }

func (f *fair) pass(id uint64) api.Asset { return f.nft(api.ERC1155, id) }

func (f *fair) nft(kind api.AssetKind, id uint64) api.Asset {
	f.Helper()
	list, err := apitest.On(f.svc, api.LocalChainID).Collections(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	i := slices.IndexFunc(list, func(c api.Token) bool { return c.Kind == kind })
	return api.Asset{Kind: kind, Address: list[i].Address, ID: api.NewAmount(id)}
}

// milli is an amount of WETH in thousandths.
func milli(n uint64) api.Amount {
	return api.MustBig(new(big.Int).Mul(new(big.Int).SetUint64(n), big.NewInt(1e15)))
}

// order signs and posts; taker nil is anyone.
func (f *fair) order(maker int, gives api.Asset, n api.Amount, asks api.Asset, m api.Amount,
	change ...func(*api.Order)) (api.OrderRecord, error) {
	f.Helper()
	f.nonce++
	o := api.Order{NFT: true, NonceAndMeta: api.PackNonce(api.NewAmount(f.nonce), common.Address{}),
		Maker:      f.who[maker],
		MakerAsset: gives, TakerAsset: asks, MakerAmount: n, TakerAmount: m}
	for _, c := range change {
		c(&o)
	}
	signature, err := f.s.wallet.Sign(o.Maker, eip712.OrderTypedData(api.LocalChainID, f.rfq, o))
	if err != nil {
		f.Fatal(err)
	}
	r, _, err := apitest.On(f.svc, api.LocalChainID).CreateOrder(
		f.Context(), api.OrderRequest{
			Order: o, Type: o.Type(), Signature: signature.Bytes()})
	return r, err
}

func (f *fair) post(maker int, gives api.Asset, n api.Amount, asks api.Asset, m api.Amount,
	change ...func(*api.Order)) api.OrderRecord {
	f.Helper()
	r, err := f.order(maker, gives, n, asks, m, change...)
	if err != nil {
		f.Fatal(err)
	}
	return r
}

// to names one taker; through names a swap contract that carries the fill.
func (f *fair) to(account int) func(*api.Order) {
	return func(o *api.Order) {
		o.Taker = f.who[account]
		o.NonceAndMeta = api.PackNonce(api.NewAmount(f.nonce), o.Taker)
	}
}

func (f *fair) through(swapper common.Address) func(*api.Order) {
	return func(o *api.Order) { o.Taker = swapper }
}

// send signs a prepared transaction, relays it and mines it, which must succeed.
func (f *fair) send(tx api.Transaction, err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
	raw, hash, err := f.s.wallet.SignTransaction(tx.From, tx)
	if err != nil {
		f.Fatal(err)
	}
	if _, err := apitest.On(f.svc, api.LocalChainID).SendTransaction(f.Context(), raw); err != nil {
		f.Fatal(err)
	}
	f.mine()
	if r, err := apitest.On(f.svc, api.LocalChainID).Receipt(f.Context(),
		hash); err != nil || !r.Success {
		f.Fatalf("%+v, %v", r, err)
	}
}

func (f *fair) mine() {
	f.Helper()
	if _, err := f.s.Mine(f.Context()); err != nil {
		f.Fatal(err)
	}
}

// approve lets a contract move an account's asset; amount zero takes it back.
func (f *fair) approve(account int, a api.Asset, spender common.Address, amount api.Amount) {
	f.Helper()
	f.send(apitest.On(f.svc, api.LocalChainID).PrepareApprove(f.Context(), api.ApproveRequest{
		Owner: f.who[account], Token: a.Address, Kind: a.Kind,
		Spender: spender, Amount: amount,
	}))
}

func (f *fair) take(account int, r api.OrderRecord, pay api.Amount) (api.Transaction, error) {
	return apitest.On(f.svc, api.LocalChainID).PrepareFill(f.Context(),
		api.FillRequest{Taker: f.who[account],
			Legs: []api.FillLeg{{Hash: r.Hash, TakerAmount: pay}}})
}

// refused wants a fill to be refused in words that hold some text.
func (f *fair) refused(what string, account int, r api.OrderRecord, pay api.Amount, says string) {
	f.Helper()
	_, err := f.take(account, r, pay)
	if api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(api.AsError(err).Details, says) {
		f.Errorf("%s: the fill is refused with %v, want %q", what, err, says)
	}
}

func (f *fair) holds(account int, a api.Asset, want uint64) {
	f.Helper()
	n, err := apitest.On(f.svc, api.LocalChainID).UserNFT(f.Context(), f.who[account], a)
	if err != nil || n.Balance != api.NewAmount(want) {
		f.Errorf("account %d holds %s of %+v, %v; want %d", account, n.Balance, a, err, want)
	}
}

func (f *fair) coins(account int) api.Amount {
	f.Helper()
	t, err := apitest.On(f.svc, api.LocalChainID).UserToken(f.Context(), f.who[account],
		f.weth.Address)
	if err != nil {
		f.Fatal(err)
	}
	return t.Balance
}

func (f *fair) is(r api.OrderRecord, state api.OrderState) api.OrderRecord {
	f.Helper()
	got, err := apitest.On(f.svc, api.LocalChainID).Order(f.Context(), r.Hash, true)
	if err != nil || got.State != state {
		f.Errorf("the order is %s, %v, want %s", got.State, err, state)
	}
	return got
}

func soldToAnyone(f *fair) {
	ape, price := f.ape(0, 1), milli(2_000)
	r := f.post(0, ape, one, f.weth, price)
	f.mine()
	f.is(r, api.Suspended)
	f.refused("not approved by the maker", 1, r, api.Amount{},
		"its maker's balance or allowance does not cover it")
	f.approve(0, ape, f.rfq, one)
	f.is(r, api.Pending)
	f.refused("not approved by the taker", 1, r, api.Amount{}, "approve it first")
	f.refused("a taker without coins", 9, r, api.Amount{}, "would pay")
	f.approve(1, f.weth, f.rfq, price)
	f.refused("too much", 1, r, milli(2_001), "pay at most")
	f.refused("too little", 1, r, milli(1_999), "buys less than one unit")
	before := f.coins(0)
	f.send(f.take(1, r, api.Amount{}))
	f.holds(1, ape, 1)
	f.holds(0, ape, 0)
	if got := f.coins(0).Sub(before); got != price {
		f.Errorf("the maker got %s, want %s", got, price)
	}
	if done := f.is(r, api.Fulfilled); done.TransactionHash == nil {
		f.Error("the order names no transaction")
	}
	f.refused("twice", 1, r, api.Amount{}, "is filled already")
}

func someOfSeveral(f *fair) {
	pass := f.pass(1)
	f.approve(2, pass, f.rfq, one)
	f.approve(1, f.weth, f.rfq, api.MaxAmount)
	r := f.post(2, pass, api.NewAmount(10), f.weth, milli(1_000))
	f.refused("a unit and a part", 1, r, milli(199), "1 whole units, which cost "+
		milli(100).String())
	f.send(f.take(1, r, milli(400)))
	f.holds(1, pass, 14)
	f.holds(2, pass, 6)
	if left := f.is(r, api.Pending).FillableBalance; left != api.NewAmount(6) {
		f.Errorf("%s are left", left)
	}
	f.refused("more than is left", 1, r, milli(700), "can give 6 units now")
	more := f.post(2, pass, api.NewAmount(11), f.weth, milli(1_100))
	if had := f.is(more, api.Pending); had.SwappableBalance != api.NewAmount(6) ||
		had.FillableBalance != api.NewAmount(11) {
		f.Errorf("of 11, %s can be had of a maker who holds 6, and %s are open",
			had.SwappableBalance, had.FillableBalance)
	}
	f.refused("a part beyond what can be had", 1, more, milli(650), "6 units now: pay at most "+
		milli(600).String())
	f.refused("one that is not there", 1, more, milli(700), "can give 6 units now")
	f.send(apitest.On(f.svc, api.LocalChainID).PrepareCancel(f.Context(),
		api.CancelRequest{Maker: f.who[2],
			Hashes: []common.Hash{r.Hash}}))
	f.is(r, api.Cancelled)
	f.refused("cancelled", 1, r, milli(100), "was cancelled")
}

func forAnother(f *fair) {
	gives, asks := f.ape(3, 1), f.ape(4, 1)
	f.approve(3, gives, f.rfq, one)
	r := f.post(3, gives, one, asks, one, f.to(4))
	page, err := apitest.On(f.svc, api.LocalChainID).Orders(f.Context(),
		api.OrderQuery{NFT: true, Type: api.P2P, Taker: &f.who[4],
			Limit: 10, OrderBy: api.ByCreatedAt})
	if err != nil || page.Total != 1 || page.Orders[0].Hash != r.Hash ||
		page.Orders[0].MakerAsset != gives || page.Orders[0].TakerAsset != asks {
		f.Fatalf("the taker's list is %+v, %v", page, err)
	}
	book, err := apitest.On(f.svc, api.LocalChainID).OrderBook(f.Context(),
		api.BookQuery{NFT: true})
	if err != nil || slices.ContainsFunc(
		book.Orders, func(o api.OrderRecord) bool { return o.Hash == r.Hash }) {
		f.Errorf("the book has it too: %v", err)
	}
	f.refused("stranger", 1, r, api.Amount{}, "only: fill it from that account")
	f.refused("taker's approval", 4, r, api.Amount{}, "approve it first")
	f.approve(4, asks, f.rfq, one)
	f.send(f.take(4, r, api.Amount{}))
	f.holds(4, gives, 1)
	f.holds(3, asks, 1)
}

func bidAccepted(f *fair) {
	ape, price := f.ape(1, 1), milli(3_000)
	f.approve(0, f.weth, f.rfq, price)
	r := f.post(0, f.weth, price, ape, one)
	f.refused("not owned", 2, r, api.Amount{}, "holds 0 units")
	f.approve(1, ape, f.rfq, one)
	before := f.coins(1)
	f.send(f.take(1, r, api.Amount{}))
	f.holds(0, ape, 1)
	if got := f.coins(1).Sub(before); got != price {
		f.Errorf("the seller got %s", got)
	}
}

func throughSwapContract(f *fair) {
	ape, price := f.ape(0, 2), milli(1_000)
	f.approve(0, ape, f.rfq, one)
	r := f.post(0, ape, one, f.weth, price, f.through(f.swap.AugustusSwapper))
	f.refused("approved to nobody", 1, r, api.Amount{}, "approve it first")
	f.approve(1, f.weth, f.swap.TokenTransferProxy, price)
	f.send(f.take(1, r, api.Amount{}))
	f.holds(1, ape, 1)
	f.is(r, api.Fulfilled)
}

func nftRefusals(f *fair) {
	ape, pass := f.ape(0, 3), f.pass(3)
	f.approve(0, ape, f.rfq, one)
	f.approve(0, pass, f.rfq, one)
	f.approve(1, f.weth, f.rfq, api.MaxAmount)
	as := func(a api.Asset, kind api.AssetKind) api.Asset { a.Kind = kind; return a }
	for what, c := range map[string]struct {
		gives api.Asset
		n     api.Amount
		asks  api.Asset
		m     api.Amount
		field string
	}{
		"two of an ERC721":        {ape, api.NewAmount(2), f.weth, one, "makerAmount"},
		"two of an ERC721 wanted": {f.weth, one, ape, api.NewAmount(2), "takerAmount"},
		"none":                    {pass, api.Amount{}, f.weth, one, "makerAmount"},
		"for itself":              {ape, one, ape, one, "takerAsset"},
		"ERC20 with an id":        {as(ape, api.ERC20), one, f.weth, one, "makerAssetId"},
	} {
		_, err := f.order(0, c.gives, c.n, c.asks, c.m)
		named := slices.ContainsFunc(api.AsError(err).Fields,
			func(e api.FieldError) bool { return e.Field == c.field && e.Reason != "" })
		if api.TypeOf(err) != api.ValidationError || !named {
			f.Errorf("%s is refused with %v, want field %s", what, err, c.field)
		}
	}
	for what, c := range map[string]struct {
		gives, asks api.Asset
		fungible    bool
		field       string
	}{
		"ERC721 as ERC1155":  {as(ape, api.ERC1155), f.weth, false, "makerAsset"},
		"ERC1155 as ERC721":  {as(pass, api.ERC721), f.weth, false, "makerAsset"},
		"ERC20 as ERC721":    {as(f.weth, api.ERC721), pass, false, "makerAsset"},
		"an id of Apes paid": {f.weth, api.Asset{Address: ape.Address}, true, "takerAsset"},
		"an id of Apes sold": {api.Asset{Address: ape.Address}, f.weth, true, "makerAsset"},
	} {
		_, err := f.order(0, c.gives, one, c.asks, one,
			func(o *api.Order) { o.NFT = !c.fungible })
		named := slices.ContainsFunc(api.AsError(err).Fields,
			func(e api.FieldError) bool { return e.Field == c.field && e.Reason != "" })
		if api.TypeOf(err) != api.ValidationError || !named {
			f.Errorf("%s is answered with %v, want field %s", what, err, c.field)
		}
	}
	for what, gives := range map[string]api.Asset{"not owned": f.ape(1, 2)} {
		r := f.post(0, gives, one, f.weth, milli(1))
		f.mine()
		f.is(r, api.Suspended)
		f.refused(what, 1, r, api.Amount{}, "can't be filled now")
	}
}

func soldElsewhere(f *fair) {
	ape, pass := f.ape(2, 1), f.pass(2)
	f.approve(2, ape, f.rfq, one)
	f.approve(2, pass, f.rfq, one)
	sale := f.post(2, ape, one, f.weth, milli(2_000))
	some := f.post(2, pass, api.NewAmount(10), f.weth, milli(1_000))
	f.mine()
	f.is(sale, api.Pending)
	f.move(2, 5, ape, 1)
	f.is(sale, api.Suspended)
	f.move(5, 2, ape, 1)
	f.is(sale, api.Pending)
	f.move(2, 5, pass, 10)
	f.is(some, api.Suspended)
	f.move(5, 2, pass, 4) // something of it can be filled again
	f.is(some, api.Pending)
	f.approve(2, ape, f.rfq, api.Amount{})
	f.is(sale, api.Suspended)
	f.approve(2, ape, f.rfq, one)
	f.is(sale, api.Pending)
}

// move sends tokens from one account to another outside the exchange, with a transaction that
// another program would make.
func (f *fair) move(from, to int, a api.Asset, n int64) {
	f.Helper()
	data := contracts.NewERC721Collection().PackTransferFrom(f.who[from], f.who[to], a.ID.Big())
	if a.Kind == api.ERC1155 {
		data = contracts.NewERC1155Collection().PackSafeTransferFrom(
			f.who[from], f.who[to], a.ID.Big(), big.NewInt(n), nil)
	}
	tx, err := apitest.On(f.svc, api.LocalChainID).PrepareApprove(
		f.Context(), api.ApproveRequest{
			Owner: f.who[from], Token: a.Address, Kind: a.Kind,
			Spender: f.rfq})
	tx.Data, tx.Gas = data, 200_000
	f.send(tx, err)
}

func TestNFTsSurviveARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	var before []api.UserNFT
	t.Run("before", func(t *testing.T) {
		s := newSession(t, dir, 1)
		f := &fair{T: t, s: s, svc: s}
		for _, a := range s.wallet.List() {
			f.who = append(f.who, a.Address)
		}
		f.move(0, 1, f.ape(0, 1), 1)
		var err error
		if before, err = apitest.On(s, api.LocalChainID).UserNFTs(ctx, f.who[1]); err != nil ||
			len(before) != 3+1+3 {
			t.Fatalf("account 1 holds %+v, %v", before, err)
		}
	})
	s := newSession(t, dir, 1)
	after, err := apitest.On(s, api.LocalChainID).UserNFTs(ctx, s.wallet.List()[1].Address)
	if err != nil || !slices.Equal(after, before) {
		t.Errorf("after a restart it holds %+v, %v; before %+v", after, err, before)
	}
}
