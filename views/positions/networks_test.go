package positions_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/viewtest"
)

var (
	opx   = api.Token{ChainID: 10, Address: weth.Address, Symbol: "OPX", Decimals: 8}
	usdx  = api.Token{ChainID: 10, Address: common.Address{0x0c}, Symbol: "USDX", Decimals: 6}
	there = api.Network{ChainID: 10, Name: "Optimism", Symbol: "ETH",
		Contracts: api.Contracts{WrappedNative: common.Address{0x42}}}
)

// two is the service of an account that has also traded on another network: 10 OPX, which are
// worth 11 each, for 100 USDX.
type two struct {
	*service
	gone error // why the other network does not answer
}

func (x *two) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func (x *two) Tokens(_ context.Context, chain uint64) ([]api.Token, error) {
	return []api.Token{opx, usdx}, x.gone
}

func (x *two) Collections(context.Context, uint64) ([]api.Token, error) { return nil, nil }

func (x *two) Status(ctx context.Context, chain uint64) (api.NetworkStatus, error) {
	s, err := x.service.Status(ctx, chain)
	if chain == 10 {
		s.Head.Time -= 3600 // it is an hour behind
		err = x.gone
	}
	return s, err
}

func (x *two) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	if q.ChainID == 10 {
		return nil, x.gone
	}
	return x.service.DeltaOrders(ctx, q)
}

func (x *two) UserTokens(ctx context.Context, chain uint64, a common.Address) ([]api.UserToken,
	error) {
	if chain == 10 {
		return []api.UserToken{{Token: opx, Balance: units("10", opx)}}, x.gone
	}
	return x.service.UserTokens(ctx, chain, a)
}

func (x *two) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	if q.ChainID != 10 {
		return x.service.Fills(ctx, q)
	}
	return []api.Fill{{Maker: other, Taker: me, MakerAsset: api.Asset{Address: opx.Address},
		TakerAsset: api.Asset{Address: usdx.Address}, MakerAmount: units("10", opx),
		TakerAmount: units("100", usdx), Block: at(28*time.Hour, 7)}}, x.gone
}

func (x *two) Movements(ctx context.Context, chain uint64, account common.Address,
	hashes []common.Hash) ([]api.Movements, error) {
	if chain != 10 {
		return x.service.Movements(ctx, chain, account, hashes)
	}
	fills, err := x.Fills(ctx, api.FillQuery{ChainID: 10})
	return viewtest.Traded{Fills: fills, Swaps: journal{}.Swaps(account, 1337),
		Gas: journal{}.Gas(account, 1337)}.Movements(account, hashes), err
}

func (x *two) Markets(ctx context.Context, chain uint64) ([]api.Market, error) {
	if chain != 10 {
		return x.service.Markets(ctx, chain)
	}
	return []api.Market{{ChainID: 10, Base: opx, Quote: usdx, Last: tens("11")}}, x.gone
}

// tens is a price of OPX.
func tens(s string) api.Price {
	return api.Price{Quote: units(s, usdx), Base: units("1", opx)}
}

func (x *two) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	if q.ChainID != 10 {
		return x.service.Candles(ctx, q)
	}
	now := uint64(uitest.Start.Unix())
	return []api.Candle{{Start: now - now%3600 - 3600, Close: tens("11")}}, nil
}

func (x *two) PriceUSD(_ context.Context, chain uint64, token common.Address) (p api.Price, ok bool,
	err error) {
	switch {
	case chain != 10:
		panic("the prices of the network in front are known")
	case token == opx.Address:
		return api.Price{Quote: units("11", weth), Base: units("1", opx)}, true, nil
	case token == usdx.Address:
		return api.Price{Quote: api.NewAmount(1e18), Base: api.NewAmount(1e6)}, true, nil
	}
	return p, false, nil
}

// here is a journal of what was sent on the local network.
type here struct{ journal }

func (j here) Swaps(a common.Address, chain uint64) []views.Swapped {
	if chain != 1337 {
		return nil
	}
	return j.journal.Swaps(a, chain)
}

func (j here) Gas(a common.Address, chain uint64) []views.GasPaid {
	if chain != 1337 {
		return nil
	}
	return j.journal.Gas(a, chain)
}

// Gains of all networks are summed up in USD, each position in the token of its own network; one
// that does not answer is in no sum, and is named.
func TestGainsOfAllNetworks(t *testing.T) {
	x := &two{service: trader()}
	k, session := newStage(t, x.service)
	session.Service, session.Journal = x, here{}
	session.Networks = []api.Network{local, there}
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("realised +100.00 · open +60.00", "9,060.00")
	k.Hides("OPX", "all networks")
	k.Press("N")
	k.Advance(time.Second)
	k.Shows("realised +100.00 · open +70.00", "on all networks", "OPX", "10.0000", "110.00",
		"+10.00", "Optimism", "WETH", "9,060.00", "network")
	k.Goldens("networks")
	k.Press("T")
	files, err := filepath.Glob(filepath.Join(session.Env.ExportDir, "trades-and-gains-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 6 ||
		!strings.Contains(lines[2], "taker,USDX,100,OPX,10,100.000000000000000000,") ||
		!strings.HasSuffix(lines[2], ",Optimism,,,,,") ||
		!strings.HasSuffix(lines[3], ",local,,,,,") {
		t.Errorf("the file holds\n%s", text)
	}
	x.gone = api.Errorf(api.ChainUnavailable, "its node is gone")
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("open +60.00", "USD without Optimism",
		"Optimism does not answer: what is there is in no sum")
	k.Hides("OPX")
	x.gone, x.service.fails = nil, x.gone // the one in front
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("open +10.00", "USD without local", "OPX",
		"local does not answer: what is there is in no sum")
	k.Hides("could not read")
	x.gone = x.service.fails // none at all
	k.Press("r")
	k.Advance(11 * time.Second)
	k.Shows("could not read positions: its node is gone")
	x.gone, x.service.fails = nil, nil
	k.Press("N")
	k.Advance(11 * time.Second)
	k.Hides("Optimism")
}
