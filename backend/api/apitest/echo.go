package apitest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Echo is a Fake of which every function remembers what it was asked and answers with values in
// which every field is set. A created order is answered with RecordOf its request.
type Echo struct {
	Fake
	Created bool  // what CreateOrder and SubmitDelta say of an order
	Err     error // instead of answers
	Panics  bool  // instead of answers

	mu             sync.Mutex
	asked, answers []any
}

// NewEcho returns an Echo that answers without error.
func NewEcho() *Echo {
	e := new(Echo)
	fields := reflect.ValueOf(&e.Fake).Elem()
	for i := range fields.NumField() {
		name, field := fields.Type().Field(i).Name, fields.Field(i)
		if strings.HasPrefix(name, "On") {
			field.Set(reflect.MakeFunc(field.Type(), func(args []reflect.Value) []reflect.Value {
				return e.echo(name, field.Type(), args[1:])
			}))
		}
	}
	return e
}

// Question returns the arguments of the last call, without its context.
func (e *Echo) Question() []any {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked
}

// Answers returns the values that the last call answered, without its error.
func (e *Echo) Answers() []any {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.answers
}

func (e *Echo) echo(name string, method reflect.Type, args []reflect.Value) []reflect.Value {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.Panics {
		panic("secret state of the process")
	}
	e.asked, e.answers = nil, nil
	for _, a := range args {
		e.asked = append(e.asked, a.Interface())
	}
	out := make([]reflect.Value, method.NumOut())
	for i := range out {
		out[i] = reflect.New(method.Out(i)).Elem()
	}
	if e.Err != nil {
		out[len(out)-1].Set(reflect.ValueOf(e.Err))
	} else {
		e.answerTo(name, out[:len(out)-1])
	}
	for _, v := range out[:len(out)-1] {
		e.answers = append(e.answers, v.Interface())
	}
	return out
}

// answerTo sets the values of an answer without error.
func (e *Echo) answerTo(name string, out []reflect.Value) {
	switch name {
	case "OnCreateOrder":
		out[0].Set(reflect.ValueOf(RecordOf(e.asked[0].(api.OrderRequest))))
		out[1].SetBool(e.Created)
	case "OnSubmitDelta":
		setAll(out[0], 3)
		out[1].SetBool(e.Created)
	case "OnSwap":
		setAll(out[1], 3) // a route is sealed: only pricing can make one
	default:
		for _, v := range out {
			setAll(v, 3)
		}
	}
}

// Address returns the nth of some addresses.
func Address(n byte) common.Address { return common.BytesToAddress([]byte{0xab, n}) }

// FungibleRequest returns a limit order in which every field is set.
func FungibleRequest() api.OrderRequest {
	return api.OrderRequest{
		ChainID: 1337, Type: api.Limit, Signature: make([]byte, 64), PermitMakerAsset: []byte{1, 2},
		FillOrKill: true,
		Order: api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(7), common.Address{}), Expiry: 9,
			Maker: Address(1), Taker: Address(2),
			MakerAsset: api.Asset{Address: Address(3)}, TakerAsset: api.Asset{Address: Address(4)},
			MakerAmount: api.NewAmount(10), TakerAmount: api.MaxAmount},
	}
}

// NonFungibleRequest returns a P2P order of NFTs in which every field is set.
func NonFungibleRequest() api.OrderRequest {
	r := FungibleRequest()
	r.Type, r.FillOrKill, r.Order.NFT = api.P2P, false, true
	r.Order.NonceAndMeta = api.PackNonce(api.NewAmount(7), Address(9))
	r.Order.MakerAsset = api.Asset{Kind: api.ERC721, Address: Address(3), ID: api.MaxAmount}
	r.Order.TakerAsset = api.Asset{Kind: api.ERC1155, Address: Address(4), ID: api.NewAmount(8)}
	return r
}

// RecordOf returns what a service makes of a request.
func RecordOf(r api.OrderRequest) api.OrderRecord {
	rec := api.OrderRecord{Order: r.Order, ChainID: r.ChainID, Hash: common.HexToHash("0x77"),
		Signature:        r.Signature,
		PermitMakerAsset: r.PermitMakerAsset, FillOrKill: r.FillOrKill, State: api.Pending,
		CreatedAt: 5, FillableBalance: r.Order.MakerAmount, MakerBalance: r.Order.MakerAmount,
		SwappableBalance: r.Order.MakerAmount}
	if !r.Order.NFT {
		rec.UpdatedAt = 6
	}
	return rec
}

// setAll sets every field of a value to something other than zero, different from field to field.
func setAll(v reflect.Value, n int) int {
	switch x := v.Addr().Interface().(type) {
	case *api.Amount:
		*x = api.NewAmount(uint64(1_000_000 + n))
		return n + 1
	case *api.AssetKind:
		*x = api.ERC721
		return n + 1
	case *api.OrderRecord:
		*x = RecordOf(FungibleRequest())
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
			if !ofTheConsole[v.Type().Field(i).Name] {
				n = setAll(v.Field(i), n)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			n = setAll(v.Index(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		n = setAll(v.Index(1), setAll(v.Index(0), n))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		n = setAll(value, setAll(key, n))
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		n = setAll(v.Elem(), n)
	default:
		setBasic(v, n)
	}
	return n + 1
}

func setBasic(v reflect.Value, n int) {
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

// ofTheConsole are what no service says of itself: consoles hold its answers against others.
var ofTheConsole = map[string]bool{"ToldBy": true, "Asked": true, "Own": true}
