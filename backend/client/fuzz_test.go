package client_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
)

// reply answers every request alike.
type reply struct {
	status int
	body   []byte
}

func (r reply) RoundTrip(req *http.Request) (*http.Response, error) {
	json := http.Header{"Content-Type": {"application/json"}}
	return &http.Response{StatusCode: r.status, Header: json, Request: req,
		Body: io.NopCloser(bytes.NewReader(r.body))}, nil
}

// asking is every method of a client that reads an answer; what it returns is shown somewhere.
var asking = []func(context.Context, api.Exchange) (any, error){
	func(ctx context.Context, e api.Exchange) (any, error) { return e.Status(ctx) },
	func(ctx context.Context, e api.Exchange) (any, error) { return e.Tokens(ctx) },
	func(ctx context.Context, e api.Exchange) (any, error) { return e.Token(ctx, owner) },
	func(ctx context.Context, e api.Exchange) (any, error) { return e.UserTokens(ctx, owner) },
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.UserToken(ctx, owner, owner)
	},
	func(ctx context.Context, e api.Exchange) (any, error) { return e.Collections(ctx) },
	func(ctx context.Context, e api.Exchange) (any, error) { return e.UserNFTs(ctx, owner) },
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.UserNFT(ctx, owner, api.Asset{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		r, _, err := e.CreateOrder(ctx, api.OrderRequest{})
		return r, err
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Order(ctx, common.Hash{}, true)
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Orders(ctx, api.OrderQuery{Maker: &owner})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.OrderBook(ctx, api.BookQuery{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Book(ctx, api.Pair{}, 1)
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.FillableBalance(ctx, owner, nil)
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Fills(ctx, api.FillQuery{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) { return e.Markets(ctx) },
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Trades(ctx, api.Pair{}, 1)
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Candles(ctx, api.CandleQuery{Interval: time.Hour})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.PoolDepth(ctx, api.Pair{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		p, _, err := e.PriceUSD(ctx, owner)
		return p.Format(18, 6, 2, api.Up), err
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.PrepareFill(ctx, api.FillRequest{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.SendTransaction(ctx, nil)
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Receipt(ctx, common.Hash{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.Prices(ctx, api.PriceRequest{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		_, tx, err := e.Swap(ctx, api.SwapRequest{})
		return tx, err
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.BuildTransaction(ctx, api.BuildRequest{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) { return e.Exchanges(ctx, "") },
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.DeltaQuote(ctx, api.DeltaQuoteRequest{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		t, err := e.BuildDelta(ctx, api.DeltaBuildRequest{})
		return t, err
	},
	func(ctx context.Context, e api.Exchange) (any, error) {
		r, _, err := e.SubmitDelta(ctx, api.DeltaSubmission{})
		return r, err
	},
	func(ctx context.Context, e api.Exchange) (any, error) { return e.DeltaOrder(ctx, "") },
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.DeltaOrders(ctx, api.DeltaQuery{})
	},
	func(ctx context.Context, e api.Exchange) (any, error) { return e.DeltaAuction(ctx, "") },
	func(ctx context.Context, e api.Exchange) (any, error) { return e.DeltaAgents(ctx) },
	func(ctx context.Context, e api.Exchange) (any, error) { return e.DeltaRound(ctx) },
	func(ctx context.Context, e api.Exchange) (any, error) {
		return e.DeltaPartner(ctx, "")
	},
}

var owner = common.Address{1}

// FuzzReply: no answer of a server crashes a client or leaves it waiting; what cannot be read is
// an error with a sentence. The first byte chooses what is asked, the second the status.
func FuzzReply(f *testing.F) {
	for i := range asking {
		for _, body := range []string{`{}`, `null`, `[]`, `{"order":{"expiry":"x"}}`,
			`{"tokens":[{"decimals":-5},{"decimals":1000000000}]}`,
			`{"toSign":{"domain":{},"types":{},"value":{}},"orderHash":"0x"}`,
			`{"price":{"quote":"1","base":"0"}}`, `{"orders":[null],"fills":[null]}`} {
			f.Add(byte(i), byte(0), []byte(body))
		}
		f.Add(byte(i), byte(1), []byte(`{"errorType":"X","details":"\u001b[2J"}`))
	}
	f.Add(byte(len(asking)+1), byte(0), []byte(`{"networks":[null]}`))
	f.Add(byte(len(asking)), byte(0), []byte("event: order\ndata: {\"topic\":\"order\"}\n\n"))
	f.Fuzz(func(t *testing.T, kind, status byte, body []byte) {
		code := []int{200, 400, 201, 500, 429, 302, 999}[int(status)%7]
		c, err := client.New("http://localhost", reply{code, body})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		switch n := int(kind) % (len(asking) + 2); {
		case n < len(asking):
			_, err = asking[n](ctx, apitest.On(c, 1))
		case n > len(asking):
			_, err = c.Networks(ctx)
		default:
			events := c.Subscribe(ctx)
			cancel()
			for range events {
			}
		}
		if err != nil && err.Error() == "" {
			t.Error("an error without a sentence")
		}
		if ctx.Err() == context.DeadlineExceeded {
			t.Error("it hangs")
		}
	})
}
