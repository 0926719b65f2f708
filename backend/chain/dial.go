package chain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/ethereum/go-ethereum/rpc"
)

// maxResponse is the largest answer of a node that is read, in bytes: several times the logs of a full block.
const maxResponse = 64 << 20

// Dial connects to a node by its http, https, ws or wss address. Nothing is sent before the first request over http.
func Dial(ctx context.Context, address string) (*rpc.Client, error) {
	bounded := &http.Client{Transport: boundedTransport{http.DefaultTransport}}
	client, err := rpc.DialOptions(ctx, address, rpc.WithHTTPClient(bounded), rpc.WithWebsocketMessageSizeLimit(maxResponse))
	if err != nil {
		return nil, fmt.Errorf("connect to the node: %w", withoutURL(err)) // the address may hold a key
	}
	return client, nil
}

// boundedTransport cuts answers off at maxResponse.
type boundedTransport struct{ next http.RoundTripper }

func (t boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err == nil {
		resp.Body = &boundedBody{ReadCloser: resp.Body, left: maxResponse}
	}
	return resp, err
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
