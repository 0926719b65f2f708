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
	"bourse/backend/client"
)

// reply answers every request alike.
type reply struct {
	status int
	body   []byte
}

func (r reply) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: r.status, Header: http.Header{}, Request: req,
		Body: io.NopCloser(bytes.NewReader(r.body))}, nil
}

// asking is every method of a client that reads an answer; what it returns is shown somewhere.
var asking = []func(context.Context, *client.Client) (any, error){
	func(ctx context.Context, c *client.Client) (any, error) { return c.Networks(ctx) },
	func(ctx context.Context, c *client.Client) (any, error) { return c.Status(ctx, 1) },
	func(ctx context.Context, c *client.Client) (any, error) { return c.Tokens(ctx, 1) },
	func(ctx context.Context, c *client.Client) (any, error) { return c.Token(ctx, 1, owner) },
	func(ctx context.Context, c *client.Client) (any, error) { return c.UserTokens(ctx, 1, owner) },
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.UserToken(ctx, 1, owner, owner)
	},
	func(ctx context.Context, c *client.Client) (any, error) { return c.Collections(ctx, 1) },
	func(ctx context.Context, c *client.Client) (any, error) { return c.UserNFTs(ctx, 1, owner) },
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.UserNFT(ctx, 1, owner, api.Asset{})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		r, _, err := c.CreateOrder(ctx, api.OrderRequest{})
		return r, err
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Order(ctx, common.Hash{}, true)
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Orders(ctx, api.OrderQuery{Maker: &owner})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.OrderBook(ctx, api.BookQuery{})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Book(ctx, 1, api.Pair{}, 1)
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.FillableBalance(ctx, 1, owner, nil)
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Fills(ctx, api.FillQuery{})
	},
	func(ctx context.Context, c *client.Client) (any, error) { return c.Markets(ctx, 1) },
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Trades(ctx, 1, api.Pair{}, 1)
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Candles(ctx, api.CandleQuery{Interval: time.Hour})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.PoolDepth(ctx, 1, api.Pair{})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		p, _, err := c.PriceUSD(ctx, 1, owner)
		return p.Format(18, 6, 2, api.Up), err
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.PrepareFill(ctx, api.FillRequest{})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.SendTransaction(ctx, 1, nil)
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Receipt(ctx, 1, common.Hash{})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.Prices(ctx, api.PriceRequest{})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		_, tx, err := c.Swap(ctx, api.SwapRequest{})
		return tx, err
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.BuildTransaction(ctx, api.BuildRequest{})
	},
	func(ctx context.Context, c *client.Client) (any, error) { return c.Exchanges(ctx, 1, "") },
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.DeltaQuote(ctx, api.DeltaQuoteRequest{})
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		t, err := c.BuildDelta(ctx, api.DeltaBuildRequest{})
		return t, err
	},
	func(ctx context.Context, c *client.Client) (any, error) {
		r, _, err := c.SubmitDelta(ctx, api.DeltaSubmission{})
		return r, err
	},
	func(ctx context.Context, c *client.Client) (any, error) { return c.DeltaOrder(ctx, "") },
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.DeltaOrders(ctx, api.DeltaQuery{})
	},
	func(ctx context.Context, c *client.Client) (any, error) { return c.DeltaAuction(ctx, "") },
	func(ctx context.Context, c *client.Client) (any, error) { return c.DeltaAgents(ctx, 1) },
	func(ctx context.Context, c *client.Client) (any, error) { return c.DeltaRound(ctx, 1) },
	func(ctx context.Context, c *client.Client) (any, error) {
		return c.DeltaPartner(ctx, 1, "")
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
	f.Add(byte(len(asking)), byte(0), []byte("event: order\ndata: {\"topic\":\"order\"}\n\n"))
	f.Fuzz(func(t *testing.T, kind, status byte, body []byte) {
		code := []int{200, 400, 201, 500, 429, 302, 999}[int(status)%7]
		c, err := client.New("http://localhost", reply{code, body})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if n := int(kind) % (len(asking) + 1); n < len(asking) {
			if _, err = asking[n](ctx, c); err != nil && err.Error() == "" {
				t.Error("an error without a sentence")
			}
		} else {
			events := c.Subscribe(ctx)
			cancel()
			for range events {
			}
		}
		if ctx.Err() == context.DeadlineExceeded {
			t.Error("it hangs")
		}
	})
}
