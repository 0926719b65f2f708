package chain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
)

// maxResponse is the largest answer of a node that is read, in bytes: several times the logs of a
// full block.
const maxResponse = 64 << 20

// Dial connects to a node by its http, https, ws or wss address. Nothing is sent before the first
// request over http.
func Dial(ctx context.Context, address string) (*rpc.Client, error) {
	return dial(ctx, address, func(time.Duration) {})
}

// dial connects to a node and tells pause how long it asks to be left alone.
func dial(ctx context.Context, address string, pause func(time.Duration)) (*rpc.Client, error) {
	bounded := &http.Client{Transport: boundedTransport{http.DefaultTransport, pause}}
	client, err := rpc.DialOptions(
		ctx, address, rpc.WithHTTPClient(bounded), rpc.WithWebsocketMessageSizeLimit(maxResponse))
	if err != nil {
		// the address may hold a key
		return nil, fmt.Errorf("connect to the node: %w", withoutURL(err))
	}
	return client, nil
}

// boundedTransport cuts answers off at maxResponse, and tells pause what a node asks for.
type boundedTransport struct {
	next  http.RoundTripper
	pause func(time.Duration)
}

func (t boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err == nil {
		resp.Body = &boundedBody{ReadCloser: resp.Body, left: maxResponse}
		if d := retryAfter(resp); d > 0 {
			t.pause(d)
		}
	}
	return resp, err
}

// retryAfter returns how long a node asks to be left alone, 0 if it does not.
func retryAfter(resp *http.Response) time.Duration {
	asked := resp.Header.Get("Retry-After")
	if asked == "" || resp.StatusCode < http.StatusBadRequest {
		return 0
	}
	if seconds, err := strconv.Atoi(asked); err == nil {
		return time.Duration(seconds) * time.Second
	}
	date, err := http.ParseTime(asked)
	if err != nil {
		return 0
	}
	return time.Until(date)
}

type boundedBody struct {
	io.ReadCloser
	left int
}

var errTooLarge = errors.New("the node's answer is too large")

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errTooLarge
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
