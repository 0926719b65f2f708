package apitest

import (
	"reflect"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

func create(s *suite) {
	maker := s.Accounts[0]
	request := s.request(s.order(maker, 10))
	request.FillOrKill = true
	r, created, err := s.exchange.CreateOrder(s.ctx, request)
	if err != nil || !created {
		s.Fatalf("created %v, %v", created, err)
	}
	if r.Order != request.Order || r.ChainID != s.ChainID || r.State != api.Pending ||
		!r.FillOrKill || r.TransactionHash != nil ||
		r.FillableBalance != request.Order.MakerAmount ||
		!reflect.DeepEqual(r.Signature, request.Signature) || r.CreatedAt == 0 {
		s.Errorf("the record is %+v", r)
	}
	again, created, err := s.exchange.CreateOrder(s.ctx, request)
	if err != nil || created || again.Hash != r.Hash || again.CreatedAt != r.CreatedAt ||
		again.FillOrKill != r.FillOrKill {
		s.Errorf("the second time created %v, %v: %+v", created, err, again)
	}
	if got := s.reread(r); got.Order != r.Order || got.Hash != r.Hash ||
		got.FillOrKill != r.FillOrKill {
		s.Errorf("the order is read as %+v", got)
	}
	_, err = s.exchange.Order(s.ctx, r.Hash, true)
	s.refused("as an NFT order", err, api.NotFound)
	_, err = s.exchange.Order(s.ctx, common.Hash{1}, false)
	s.refused("unknown hash", err, api.NotFound)
}

// createAtOnce posts one order many times at the same moment: it is created once.
func createAtOnce(s *suite) {
	request := s.request(s.order(s.Accounts[0], 11))
	var wg sync.WaitGroup
	news := make(chan bool, 16)
	for range cap(news) {
		wg.Go(func() {
			_, created, err := s.exchange.CreateOrder(s.ctx, request)
			if err != nil {
				s.Error(err)
			}
			news <- created
		})
	}
	wg.Wait()
	close(news)
	count := 0
	for created := range news {
		if created {
			count++
		}
	}
	if count != 1 {
		s.Errorf("the order was created %d times", count)
	}
}

// refusals signs orders that must not be taken.
func refusals(s *suite) {
	maker := s.Accounts[0]
	for name, tc := range map[string]struct {
		change func(o *api.Order)
		want   api.ErrorType
	}{
		"zero maker amount": {func(o *api.Order) { o.MakerAmount = api.Amount{} },
			api.ValidationError},
		"zero taker amount": {func(o *api.Order) { o.TakerAmount = api.Amount{} },
			api.ValidationError},
		"equal assets": {func(o *api.Order) { o.TakerAsset = o.MakerAsset },
			api.ValidationError},
		"the native coin": {func(o *api.Order) { o.TakerAsset.Address = api.NativeToken },
			api.ValidationError},
		"expired": {func(o *api.Order) { o.Expiry = 1 }, api.OrderExpired},
		"ERC721 amount of 2": {func(o *api.Order) {
			o.NFT, o.MakerAsset.Kind, o.MakerAmount = true,
				api.ERC721, api.NewAmount(2)
		}, api.ValidationError},
		"for someone, wrongly": {func(o *api.Order) {
			o.NonceAndMeta, o.Taker = api.PackNonce(api.NewAmount(1), s.Accounts[1]), s.Accounts[2]
		}, api.ValidationError},
	} {
		o := s.order(maker, 20)
		tc.change(&o)
		_, _, err := s.exchange.CreateOrder(s.ctx, s.request(o))
		s.refused(name, err, tc.want)
	}
	for name, change := range map[string]func(r *api.OrderRequest){
		"changed after signing": func(
			r *api.OrderRequest) {
			r.Order.TakerAmount = api.NewAmount(1)
		},
		"another's signature": func(r *api.OrderRequest) { r.Order.Maker = s.Accounts[1] },
		"damaged signature":   func(r *api.OrderRequest) { r.Signature[5] ^= 1 },
		"short signature":     func(r *api.OrderRequest) { r.Signature = r.Signature[:40] },
	} {
		r := s.request(s.order(maker, 21))
		change(&r)
		_, _, err := s.exchange.CreateOrder(s.ctx, r)
		s.refused(name, err, api.InvalidSignature)
	}
	for name, change := range map[string]func(r *api.OrderRequest){
		"LIMIT posted as P2P": func(r *api.OrderRequest) { r.Type = api.P2P },
		"no signature":        func(r *api.OrderRequest) { r.Signature = nil },
		"odd permit":          func(r *api.OrderRequest) { r.PermitMakerAsset = make([]byte, 225) },
	} {
		r := s.request(s.order(maker, 22))
		change(&r)
		_, _, err := s.exchange.CreateOrder(s.ctx, r)
		s.refused(name, err, api.ValidationError)
	}
	_, err := s.exchange.SendTransaction(s.ctx, []byte{1, 2, 3})
	s.refused("a transaction of garbage", err, api.TransactionFails)
}

// lists pages through a maker's orders in every order.
func lists(s *suite) {
	maker, taker := s.Accounts[3], s.Accounts[1]
	const count = 7
	want := make(map[common.Hash]bool)
	for i := range uint64(count) {
		o := s.order(maker, 30+i)
		o.Taker, o.Expiry = taker, 4_000_000_000-i
		want[s.place(o).Hash] = true
	}
	base := api.OrderQuery{ChainID: s.ChainID, Type: api.Limit, Maker: &maker, Limit: 3}
	for _, by := range []api.OrderBy{api.ByCreatedAt, api.ByUpdatedAt, api.ByExpiry, ""} {
		q := base
		q.OrderBy = by
		got := s.pages(q, count)
		for h := range want {
			if !got[h] {
				s.Errorf("by %q order %s is missing", by, h)
			}
		}
	}
	q := base
	q.Maker, q.Taker = nil, &taker
	s.pages(q, count)
	q.Type = api.P2P
	s.pages(q, 0)
	for _, limit := range []int{0, -1, api.MaxPage + 1} {
		q := base
		q.Limit = limit
		_, err := s.exchange.Orders(s.ctx, q)
		s.refused("a page of no size", err, api.ValidationError)
	}
	_, err := s.exchange.Orders(s.ctx, api.OrderQuery{Type: api.Limit, Limit: 1})
	s.refused("orders of nobody", err, api.ValidationError)
}

// pages reads all pages and returns the hashes seen. No order may come twice, and the order of the
// list must hold across pages.
func (s *suite) pages(q api.OrderQuery, total int) map[common.Hash]bool {
	s.Helper()
	seen := make(map[common.Hash]bool)
	var last uint64 = 1<<64 - 1
	for more := true; more; q.Offset += q.Limit {
		page := must(s.exchange.Orders(s.ctx, q))(s)
		if page.Total != total || page.Limit != q.Limit || page.Offset != q.Offset ||
			page.Orders == nil {
			s.Fatalf("the page is %+v, want a total of %d", page, total)
		}
		for _, r := range page.Orders {
			if key := sortKey(r, q.OrderBy); key > last {
				s.Errorf("by %q %d comes after %d", q.OrderBy, key, last)
			} else {
				last = key
			}
			if seen[r.Hash] {
				s.Errorf("order %s comes twice", r.Hash)
			}
			seen[r.Hash] = true
		}
		more = page.HasMore
	}
	if len(seen) != total {
		s.Errorf("%d orders on all pages, want %d", len(seen), total)
	}
	return seen
}

func sortKey(r api.OrderRecord, by api.OrderBy) uint64 {
	switch by {
	case api.ByExpiry:
		return r.Expiry
	case api.ByUpdatedAt:
		return uint64(r.UpdatedAt)
	}
	return uint64(r.CreatedAt)
}

// nftOrders keeps orders of the NFT kind apart from fungible ones, even for the same assets.
func nftOrders(s *suite) {
	maker := s.Accounts[2]
	s.allow(maker, s.a, api.MaxAmount)
	o := s.order(maker, 40)
	o.NFT = true
	r := s.place(o)
	if r.Order != o {
		s.Errorf("the record is of %+v, want %+v", r.Order, o)
	}
	s.mine()
	if got := s.reread(r); got.Order != o || got.State != api.Pending {
		s.Errorf("the order is read as %+v", got)
	}
	_, err := s.exchange.Order(s.ctx, r.Hash, false)
	s.refused("as a fungible order", err, api.NotFound)
	erc20, erc721 := api.ERC20, api.ERC721
	for _, tc := range []struct {
		q    api.BookQuery
		want bool
	}{
		{api.BookQuery{}, true},
		{api.BookQuery{MakerAsset: &s.a.Address, TakerAssetKind: &erc20}, true},
		{api.BookQuery{MakerAsset: &s.b.Address}, false},
		{api.BookQuery{MakerAssetKind: &erc20, TakerAssetKind: &erc721}, false},
	} {
		tc.q.NFT = true
		if got := contains(must(s.exchange.OrderBook(s.ctx, tc.q))(s).Orders,
			r.Hash); got != tc.want {
			s.Errorf("the book for %+v has the order: %v, want %v", tc.q, got, tc.want)
		}
	}
	q := api.OrderQuery{ChainID: s.ChainID, NFT: true, Type: api.Limit, Maker: &maker, Limit: 5}
	if page := must(s.exchange.Orders(s.ctx, q))(s); !contains(page.Orders, r.Hash) {
		s.Errorf("the maker's NFT orders are %+v", page)
	}
}

func contains(list []api.OrderRecord, hash common.Hash) bool {
	for _, r := range list {
		if r.Hash == hash {
			return true
		}
	}
	return false
}
