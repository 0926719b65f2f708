package traders

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// nftInventory is what the traders need to trade NFTs: one collection of each kind, the coin they
// pay with, and choices of their own, so that the fungible markets go the same way with and without
// it.
type nftInventory struct {
	apes, passes common.Address // ERC721 and ERC1155
	weth, usdc   common.Address
	last         uint64 // the highest id of an ape that was seen with a trader
	rand         *rand.Rand
}

// listing is a kind of NFT order: what the maker gives and wants.
type listing struct{ gives, wants api.AssetKind }

// listings are what trader i has on offer.
func listings(i int) []listing {
	all := []listing{{api.ERC721, api.ERC20}, {api.ERC1155, api.ERC20}, {api.ERC20, api.ERC721}}
	if i%2 == 0 {
		return append(all, listing{api.ERC721, api.ERC1155})
	}
	return append(all, listing{api.ERC20, api.ERC1155})
}

// What NFTs are held to be worth, in 1/1000 WETH, and how long orders for them last.
const (
	apeWorth    = 12_000
	passWorth   = 80 // times the id
	wethUSDC    = 3_000
	nftLifetime = 24 * 3600 // seconds, at least; up to eight times that
	maxPremium  = 115       // percent of what it gets that a trader pays at most
)

func (t *Traders) openInventory(ctx context.Context, tokens []api.Token) error {
	t.nfts = nftInventory{rand: rand.New(rand.NewPCG(t.Seed, 2))}
	collections, err := t.exchange.Collections(ctx)
	for _, c := range append(collections, tokens...) {
		switch {
		case c.Kind == api.ERC721:
			t.nfts.apes = c.Address
		case c.Kind == api.ERC1155:
			t.nfts.passes = c.Address
		case c.Symbol == "WETH":
			t.nfts.weth = c.Address
		case c.Symbol == "USDC":
			t.nfts.usdc = c.Address
		}
	}
	return err
}

// approveNFTs lets the order contract move what a trader has of each collection.
func (t *Traders) approveNFTs(ctx context.Context, a *account) error {
	held, err := t.exchange.UserNFTs(ctx, a.address)
	if err != nil {
		return err
	}
	asked := make(map[common.Address]bool)
	for _, n := range held {
		if n.Approved || asked[n.Address] {
			continue
		}
		asked[n.Address] = true
		tx, err := t.exchange.PrepareApprove(ctx, api.ApproveRequest{
			Owner: a.address, Token: n.Address, Kind: n.Kind, Spender: t.order,
			Amount: api.MaxAmount,
		})
		if err != nil {
			return err
		}
		if err := t.send(ctx, a, tx); err != nil {
			return err
		}
	}
	return nil
}

// missingListings returns signed orders for the listings that trader i has none of at the moment.
func (t *Traders) missingListings(ctx context.Context, i int) ([]api.OrderRequest, error) {
	a := t.accounts[i]
	held, err := t.exchange.UserNFTs(ctx, a.address)
	if err != nil {
		return nil, err
	}
	page, err := t.exchange.Orders(ctx, api.OrderQuery{
		NFT: true, Type: api.Limit, Maker: &a.address, Limit: api.MaxPage,
		OrderBy: api.ByCreatedAt,
	})
	if err != nil {
		return nil, err
	}
	has, offered := make(map[listing]bool), make(map[api.Asset]bool)
	for _, o := range page.Orders {
		if o.State == api.Pending {
			has[listing{o.MakerAsset.Kind, o.TakerAsset.Kind}] = true
			offered[o.MakerAsset] = true
		}
	}
	var free []api.UserNFT
	for _, n := range held {
		if n.Kind == api.ERC721 {
			t.nfts.last = max(t.nfts.last, n.ID.Big().Uint64())
		}
		if !offered[n.Asset] {
			free = append(free, n)
		}
	}
	var list []api.OrderRequest
	for _, w := range listings(i) {
		if has[w] {
			continue
		}
		if o, ok := t.newListing(w, held, &free); ok {
			q, err := t.signNFTOrder(ctx, a, o, common.Address{})
			if err != nil {
				return nil, err
			}
			list = append(list, q)
		}
	}
	return list, nil
}

// newListing makes up an order of a kind by who holds some NFTs, with something of free to give if
// it gives one; ok is false where nothing is left.
func (t *Traders) newListing(w listing, held []api.UserNFT, free *[]api.UserNFT) (o api.Order,
	ok bool) {
	r := t.nfts.rand
	o.MakerAsset, o.MakerAmount = api.Asset{Address: t.nfts.weth}, api.NewAmount(1)
	percent := 78 + r.Uint64N(18) // of a bid
	if w.gives != api.ERC20 {
		if o.MakerAsset, o.MakerAmount, ok = takeFree(w.gives, free, r); !ok {
			return o, false
		}
		percent = 96 + r.Uint64N(30)
	}
	o.TakerAsset, o.TakerAmount = api.Asset{Address: t.nfts.weth}, api.NewAmount(1)
	switch w.wants {
	case api.ERC721:
		o.TakerAsset = t.unheldApe(held)
	case api.ERC1155:
		o.TakerAsset = api.Asset{Kind: api.ERC1155, Address: t.nfts.passes,
			ID: api.NewAmount(1 + r.Uint64N(3))}
		o.TakerAmount = api.NewAmount(2 + r.Uint64N(4))
	}
	if w.wants == api.ERC20 {
		o.TakerAmount = t.price(o.MakerAsset, o.MakerAmount, percent)
	}
	if w.gives == api.ERC20 {
		o.MakerAmount = t.price(o.TakerAsset, o.TakerAmount, percent)
	}
	return o, true
}

// unheldApe is an ape that is not among those held, as long as there is one.
func (t *Traders) unheldApe(held []api.UserNFT) api.Asset {
	n := max(1, t.nfts.last)
	from := t.nfts.rand.Uint64N(n)
	for i := range n {
		a := api.Asset{Kind: api.ERC721, Address: t.nfts.apes, ID: api.NewAmount(1 + (from+i)%n)}
		if !slices.ContainsFunc(held, func(h api.UserNFT) bool { return h.Asset == a }) {
			return a
		}
	}
	return api.Asset{Kind: api.ERC721, Address: t.nfts.apes, ID: api.NewAmount(n + 1)}
}

// takeFree takes a token of a kind out of those that are free, and how many of it to offer.
func takeFree(kind api.AssetKind, free *[]api.UserNFT, r *rand.Rand) (api.Asset, api.Amount, bool) {
	for _, i := range r.Perm(len(*free)) {
		n := (*free)[i]
		if n.Kind != kind || n.Balance.IsZero() {
			continue
		}
		*free = append((*free)[:i:i], (*free)[i+1:]...)
		return n.Asset, n.Balance.Min(api.NewAmount(3 + r.Uint64N(8))), true
	}
	return api.Asset{}, api.Amount{}, false
}

// price is a percentage of what NFTs are worth, the same round price for each of them.
func (t *Traders) price(a api.Asset, n api.Amount, percent uint64) api.Amount {
	each := t.worth(a, api.NewAmount(1)).MulDiv(api.NewAmount(percent), api.NewAmount(100))
	milli := pow10(15)
	return each.MulDiv(api.NewAmount(1), milli).MulDiv(milli, api.NewAmount(1)).MulDiv(
		n, api.NewAmount(1))
}

// worth is what some of an asset is worth in wei of WETH; 0 is not known.
func (t *Traders) worth(a api.Asset, n api.Amount) api.Amount {
	milli := func(each uint64) api.Amount {
		return n.MulDiv(pow10(15), api.NewAmount(1)).MulDiv(api.NewAmount(each), api.NewAmount(1))
	}
	switch {
	case a.Address == t.nfts.weth:
		return n
	case a.Address == t.nfts.usdc:
		return n.MulDiv(pow10(12), api.NewAmount(wethUSDC))
	case a.Address == t.nfts.apes:
		return milli(apeWorth)
	case a.Address == t.nfts.passes:
		return milli(passWorth * min(a.ID.Big().Uint64(), 1_000))
	}
	return api.Amount{}
}

// signNFTOrder signs an order of a trader, for one taker if one is named.
func (t *Traders) signNFTOrder(ctx context.Context, a *account, o api.Order,
	taker common.Address) (api.OrderRequest, error) {
	status, err := t.exchange.Status(ctx)
	if err != nil {
		return api.OrderRequest{}, err
	}
	r := t.nfts.rand
	o.NFT, o.Maker, o.Taker = true, a.address, taker
	o.NonceAndMeta = api.PackNonce(api.NewAmount(r.Uint64()>>11), taker)
	o.Expiry = status.Head.Time + nftLifetime + r.Uint64N(7*nftLifetime)
	signature, err := a.signOrder(t.ChainID, t.order, &o)
	return api.OrderRequest{Order: o, Type: o.Type(), Signature: signature}, err
}

// userOffer makes the first of the user's accounts an offer of its own, once.
func (t *Traders) userOffer(ctx context.Context) ([]api.OrderRequest, error) {
	if len(t.Users) == 0 || len(t.accounts) == 0 {
		return nil, nil
	}
	a := t.accounts[0]
	page, err := t.exchange.Orders(ctx, api.OrderQuery{
		NFT: true, Type: api.P2P, Maker: &a.address, Limit: 1,
		OrderBy: api.ByCreatedAt,
	})
	if err != nil || page.Total > 0 {
		return nil, err
	}
	held, err := t.exchange.UserNFTs(ctx, a.address)
	for _, n := range held {
		if n.Kind == api.ERC721 {
			o := api.Order{MakerAsset: n.Asset, MakerAmount: n.Balance,
				TakerAsset:  api.Asset{Address: t.nfts.weth},
				TakerAmount: t.price(n.Asset, n.Balance, 90)}
			q, err := t.signNFTOrder(ctx, a, o, t.Users[0])
			return []api.OrderRequest{q}, err
		}
	}
	return nil, err
}

// listNFTs lists every trader's NFTs.
func (t *Traders) listNFTs(ctx context.Context) error {
	var list []api.OrderRequest
	for i := range t.accounts {
		more, err := t.missingListings(ctx, i)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	offer, err := t.userOffer(ctx)
	return errors.Join(err, t.post(ctx, append(list, offer...)))
}

// tradeNFT lets one trader bring out what it lacks, or take an order of anybody's that is worth its
// price.
func (t *Traders) tradeNFT(ctx context.Context) error {
	i := t.nfts.rand.IntN(len(t.accounts))
	if t.nfts.rand.IntN(2) == 0 {
		list, err := t.missingListings(ctx, i)
		return errors.Join(err, t.post(ctx, list))
	}
	a := t.accounts[i]
	page, err := t.exchange.OrderBook(ctx, api.BookQuery{NFT: true})
	book := page.Orders
	if busy, wrong := t.busy(ctx, a); err != nil || wrong != nil || busy || len(book) == 0 {
		return errors.Join(err, wrong)
	}
	o := book[t.nfts.rand.IntN(len(book))]
	least := t.worth(o.TakerAsset, o.TakerAmount).MulDiv(
		api.NewAmount(100), api.NewAmount(maxPremium))
	if gets := t.worth(o.MakerAsset, o.MakerAmount); o.Maker == a.address || least.IsZero() ||
		gets.Less(least) {
		return nil
	}
	leg := api.FillLeg{Hash: o.Hash}
	if o.MakerAsset.Kind == api.ERC1155 && o.TakerAsset.Kind == api.ERC20 {
		leg.TakerAmount = o.TakerAmountFor(api.NewAmount(1 + t.nfts.rand.Uint64N(2)))
	}
	tx, err := t.exchange.PrepareFill(
		ctx, api.FillRequest{Taker: a.address, Legs: []api.FillLeg{leg}})
	if api.TypeOf(err) == api.OrderNotFillable {
		return nil // it has not what is wanted
	}
	if err != nil {
		return err
	}
	return t.send(ctx, a, tx)
}
