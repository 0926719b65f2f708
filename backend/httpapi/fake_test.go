package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// fake is a service that remembers what it was asked and answers with values in which every field is set.
type fake struct {
	api.Bus
	api.Delta
	mu      sync.Mutex
	asked   []any
	answer  any
	created bool
	err     error
	panics  bool
}

func answered[T any](f *fake, args ...any) (T, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.panics {
		panic("secret state of the process")
	}
	f.asked = args
	var v T
	if f.err == nil {
		fill(reflect.ValueOf(&v).Elem(), 3)
	}
	f.answer = v
	return v, f.err
}

// question returns what the service was last asked.
func (f *fake) question() []any {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked
}

func (f *fake) Networks(context.Context) ([]api.Network, error) {
	return answered[[]api.Network](f)
}
func (f *fake) Status(_ context.Context, id uint64) (api.NetworkStatus, error) {
	return answered[api.NetworkStatus](f, id)
}
func (f *fake) Tokens(_ context.Context, id uint64) ([]api.Token, error) {
	return answered[[]api.Token](f, id)
}
func (f *fake) Token(_ context.Context, id uint64, token common.Address) (api.Token, error) {
	return answered[api.Token](f, id, token)
}
func (f *fake) UserTokens(_ context.Context, id uint64, account common.Address) ([]api.UserToken, error) {
	return answered[[]api.UserToken](f, id, account)
}
func (f *fake) UserToken(_ context.Context, id uint64, account, token common.Address) (api.UserToken, error) {
	return answered[api.UserToken](f, id, account, token)
}
func (f *fake) Collections(_ context.Context, id uint64) ([]api.Token, error) {
	return answered[[]api.Token](f, id)
}
func (f *fake) UserNFTs(_ context.Context, id uint64, account common.Address) ([]api.UserNFT, error) {
	return answered[[]api.UserNFT](f, id, account)
}
func (f *fake) UserNFT(_ context.Context, id uint64, account common.Address, asset api.Asset) (api.UserNFT, error) {
	return answered[api.UserNFT](f, id, account, asset)
}
func (f *fake) CreateOrder(_ context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	v, err := answered[api.OrderRecord](f, r)
	if err == nil {
		v = recordOf(r)
	}
	f.answer = v
	return v, f.created, err
}
func (f *fake) Order(_ context.Context, h common.Hash, nft bool) (api.OrderRecord, error) {
	return answered[api.OrderRecord](f, h, nft)
}
func (f *fake) Orders(_ context.Context, q api.OrderQuery) (api.OrderPage, error) {
	return answered[api.OrderPage](f, q)
}
func (f *fake) OrderBook(_ context.Context, q api.BookQuery) ([]api.OrderRecord, error) {
	return answered[[]api.OrderRecord](f, q)
}
func (f *fake) Book(_ context.Context, id uint64, pair api.Pair, depth int) (api.Book, error) {
	return answered[api.Book](f, id, pair, depth)
}
func (f *fake) FillableBalance(_ context.Context, id uint64, maker common.Address, token *common.Address) (map[common.Address]api.Amount, error) {
	return answered[map[common.Address]api.Amount](f, id, maker, token)
}
func (f *fake) Fills(_ context.Context, q api.FillQuery) ([]api.Fill, error) {
	return answered[[]api.Fill](f, q)
}
func (f *fake) Markets(_ context.Context, id uint64) ([]api.Market, error) {
	return answered[[]api.Market](f, id)
}
func (f *fake) Trades(_ context.Context, id uint64, pair api.Pair, limit int) ([]api.Trade, error) {
	return answered[[]api.Trade](f, id, pair, limit)
}
func (f *fake) Candles(_ context.Context, q api.CandleQuery) ([]api.Candle, error) {
	return answered[[]api.Candle](f, q)
}
func (f *fake) PriceUSD(_ context.Context, id uint64, token common.Address) (api.Price, bool, error) {
	p, err := answered[api.Price](f, id, token)
	return p, err == nil, err
}
func (f *fake) PrepareFill(_ context.Context, r api.FillRequest) (api.Transaction, error) {
	return answered[api.Transaction](f, r)
}
func (f *fake) PrepareCancel(_ context.Context, r api.CancelRequest) (api.Transaction, error) {
	return answered[api.Transaction](f, r)
}
func (f *fake) PrepareApprove(_ context.Context, r api.ApproveRequest) (api.Transaction, error) {
	return answered[api.Transaction](f, r)
}
func (f *fake) PrepareWrap(_ context.Context, r api.WrapRequest) (api.Transaction, error) {
	return answered[api.Transaction](f, r)
}
func (f *fake) Prices(_ context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	return answered[api.PriceRoute](f, r)
}
func (f *fake) Swap(_ context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams, error) {
	p, err := answered[api.TxParams](f, r)
	return api.PriceRoute{}, p, err
}
func (f *fake) BuildTransaction(_ context.Context, r api.BuildRequest) (api.TxParams, error) {
	return answered[api.TxParams](f, r)
}
func (f *fake) PrepareSwap(_ context.Context, r api.BuildRequest) (api.Transaction, error) {
	return answered[api.Transaction](f, r)
}
func (f *fake) Exchanges(_ context.Context, id uint64, version api.SwapVersion) ([]string, error) {
	return answered[[]string](f, id, version)
}
func (f *fake) SendTransaction(_ context.Context, id uint64, raw []byte) (common.Hash, error) {
	return answered[common.Hash](f, id, raw)
}
func (f *fake) Receipt(_ context.Context, id uint64, h common.Hash) (api.Receipt, error) {
	return answered[api.Receipt](f, id, h)
}

// recordOf is what a service makes of a request.
func recordOf(r api.OrderRequest) api.OrderRecord {
	rec := api.OrderRecord{Order: r.Order, ChainID: r.ChainID, Hash: common.HexToHash("0x77"), Signature: r.Signature,
		PermitMakerAsset: r.PermitMakerAsset, FillOrKill: r.FillOrKill, State: api.Pending, CreatedAt: 5, FillableBalance: r.Order.MakerAmount}
	if !r.Order.NFT {
		rec.UpdatedAt, rec.MakerBalance, rec.SwappableBalance = 6, r.Order.MakerAmount, r.Order.MakerAmount
	}
	return rec
}

// fill sets every field of a value to something other than zero, different from field to field.
func fill(v reflect.Value, n int) int {
	switch x := v.Addr().Interface().(type) {
	case *api.Amount:
		*x = api.NewAmount(uint64(1_000_000 + n))
		return n + 1
	case *api.AssetKind:
		*x = api.ERC721
		return n + 1
	case *api.OrderRecord:
		*x = recordOf(fungibleRequest())
		x.CreatedAt = int64(n)
		return n + 1
	case *json.RawMessage:
		*x = json.RawMessage(fmt.Sprintf(`{"n":%d}`, n))
		return n + 1
	case *time.Duration:
		*x = time.Duration(n) * time.Millisecond
		return n + 1
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			n = fill(v.Field(i), n)
		}
	case reflect.Array:
		for i := range v.Len() {
			n = fill(v.Index(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		n = fill(v.Index(1), fill(v.Index(0), n))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		n = fill(value, fill(key, n))
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		n = fill(v.Elem(), n)
	default:
		fillBasic(v, n)
	}
	return n + 1
}

func fillBasic(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("text <" + string(rune('a'+n%26)) + ">")
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint, reflect.Uint8, reflect.Uint64:
		v.SetUint(uint64(n % 250))
	}
}

func addr(n byte) common.Address { return common.BytesToAddress([]byte{0xab, n}) }

func fungibleRequest() api.OrderRequest {
	return api.OrderRequest{
		ChainID: 1337, Type: api.Limit, Signature: make([]byte, 64), PermitMakerAsset: []byte{1, 2}, FillOrKill: true,
		Order: api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(7), common.Address{}), Expiry: 9, Maker: addr(1), Taker: addr(2),
			MakerAsset: api.Asset{Address: addr(3)}, TakerAsset: api.Asset{Address: addr(4)},
			MakerAmount: api.NewAmount(10), TakerAmount: api.MaxAmount},
	}
}

func nonFungibleRequest() api.OrderRequest {
	r := fungibleRequest()
	r.Type, r.FillOrKill, r.Order.NFT = api.P2P, false, true
	r.Order.NonceAndMeta = api.PackNonce(api.NewAmount(7), addr(9))
	r.Order.MakerAsset = api.Asset{Kind: api.ERC721, Address: addr(3), ID: api.MaxAmount}
	r.Order.TakerAsset = api.Asset{Kind: api.ERC1155, Address: addr(4), ID: api.NewAmount(8)}
	return r
}

func background(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
