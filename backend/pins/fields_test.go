package pins_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// change gives a value another one of its type.
func change(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case reflect.Array:
		v.Set(reflect.ValueOf(bad))
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]common.Address{api.OwnExecutor: bad}))
	default:
		t.Fatalf("no other %s is known: add one", v.Type())
	}
}

// fields are the places of the single values of a struct, whatever fields it has.
func fields(typ reflect.Type, prefix []int) (all [][]int) {
	for i := range typ.NumField() {
		at := append(prefix[:len(prefix):len(prefix)], i)
		if f := typ.Field(i).Type; f.Kind() == reflect.Struct {
			all = append(all, fields(f, at)...)
			continue
		}
		all = append(all, at)
	}
	return all
}

// Every field of a network that a server tells otherwise than it is known is refused, of the local
// one as of Ethereum, but those that nothing is signed by.
func TestEveryFieldOfANetworkIsPinned(t *testing.T) {
	t.Parallel()
	free := map[string]bool{"ChainID": true, "BlockTime": true, "Explorer": true, "ToldBy": true}
	for _, at := range fields(reflect.TypeFor[api.Network](), nil) {
		name := reflect.TypeFor[api.Network]().FieldByIndex(at).Name
		for i := range 2 {
			x := honest(t)
			change(t, reflect.ValueOf(&x.networks[i]).Elem().FieldByIndex(at))
			list, err := x.connect(t, load(t), nil).Networks(t.Context())
			switch {
			case name == "ChainID" && i == 1: // Ethereum as a stranger
				if err != nil || list[1].ToldBy == "" {
					t.Errorf("a network that is not known: %+v, %v", list, err)
				}
			case !free[name] && err == nil:
				t.Errorf("%s of network %d is believed", name, x.networks[i].ChainID)
			case free[name] && name != "ChainID" && err != nil:
				t.Errorf("%s of network %d: %v", name, x.networks[i].ChainID, err)
			}
		}
	}
}

// Whatever a server tells of a token that is known here, it is refused or what is known counts.
func TestEveryFieldOfATokenIsPinned(t *testing.T) {
	t.Parallel()
	refused := map[string]bool{"ChainID": true, "Symbol": true, "Decimals": true, "Kind": true}
	for _, at := range fields(reflect.TypeFor[api.Token](), nil) {
		name := reflect.TypeFor[api.Token]().FieldByIndex(at).Name
		if name == "Address" {
			continue // which is another token then
		}
		for i := range plan.Tokens {
			x := honest(t)
			honestOne := x.tokens[i]
			change(t, reflect.ValueOf(&x.tokens[i]).Elem().FieldByIndex(at))
			s := x.connect(t, load(t), nil)
			got, err := apitest.On(s, api.LocalChainID).Token(t.Context(), honestOne.Address)
			if refused[name] {
				if err == nil {
					t.Errorf("%s of %s is believed", name, honestOne.Symbol)
				}
				continue
			}
			// of a token that is known without a tax or a permit nobody says that it has none
			unknown := name == "TransferTax" && honestOne.TransferTax == 0 ||
				name == "Permit" && honestOne.Permit == "" ||
				name == "Name" && honestOne.Kind == api.ERC20
			same := reflect.ValueOf(got).FieldByIndex(at).Equal(
				reflect.ValueOf(honestOne).FieldByIndex(at))
			if err != nil || !same && !unknown {
				t.Errorf("%s of %s: %+v, %v", name, honestOne.Symbol, got, err)
			}
		}
	}
}

// An answer about another token than was asked for is refused, be it a known one.
func TestAnswersAreOfWhatWasAsked(t *testing.T) {
	t.Parallel()
	x := honest(t)
	s := x.connect(t, load(t), nil)
	ctx, asked := t.Context(), plan.Tokens[2].Address
	if _, err := apitest.On(s, api.LocalChainID).Token(ctx, asked); err != nil {
		t.Fatal(err)
	}
	for i := range x.tokens {
		if x.tokens[i].Address == asked { // the answer will be the first of all
			x.tokens = append(x.tokens[:i:i], x.tokens[i+1:]...)
			break
		}
	}
	_, err := apitest.On(s, api.LocalChainID).Token(ctx, asked)
	_, err2 := apitest.On(s, api.LocalChainID).UserToken(ctx, accounts[0], asked)
	for _, err := range []error{err, err2} {
		if err == nil || !strings.Contains(err.Error(), asked.Hex()) {
			t.Errorf("another token: %v", err)
		}
	}
}

// A network may be told to be run at another pace.
func TestPaceIsTheServers(t *testing.T) {
	t.Parallel()
	x := honest(t)
	x.networks[0].BlockTime = time.Minute
	list, err := x.connect(t, load(t), nil).Networks(t.Context())
	if err != nil || list[0].BlockTime != time.Minute {
		t.Errorf("%+v, %v", list, err)
	}
}
