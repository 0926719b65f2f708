package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/wire"
)

// Limits of a client, against a server that answers too much or too late.
const (
	maxReply       = 16 << 20 // of what is read, such as a list
	maxAnswer      = 1 << 20  // of what is posted
	maxEvent       = 1 << 20
	maxHeader      = 16 << 10
	requestTimeLim = 30 * time.Second
)

// Client is the service of a remote server. It keeps connections open and may be used by many
// goroutines.
type Client struct {
	// Now tells by what time a server has been silent; it may be set before the first subscription.
	Now func() time.Time

	base     string
	host     string
	http     *http.Client
	hearings hearings
	stream   stream
}

var _ api.Service = (*Client)(nil)

// New returns a client of the server at a base URL such as http://127.0.0.1:8080. Nothing is
// sent yet. A nil transport is a plain one.
func New(base string, transport http.RoundTripper) (*Client, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("%s is no server address: give one such as http://127.0.0.1:8080",
			strconv.Quote(base))
	}
	if u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("the server address %s must hold no user, query or fragment",
			strconv.Quote(u.Redacted()))
	}
	if transport == nil {
		transport = &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
			MaxIdleConnsPerHost:    64,
			IdleConnTimeout:        time.Minute,
			TLSHandshakeTimeout:    5 * time.Second,
			ResponseHeaderTimeout:  requestTimeLim,
			MaxResponseHeaderBytes: maxHeader,
		}
	}
	return &Client{
		Now: time.Now, base: strings.TrimSuffix(u.String(), "/"), host: u.Host,
		http: &http.Client{
			Transport: transport,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}, nil
}

// Host names the server, with its port, as people know it.
func (c *Client) Host() string { return c.host }

// Close drops idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// fetch reads a resource into out.
func (c *Client) fetch(ctx context.Context, out any, query url.Values, format string,
	args ...any) error {
	target := c.base + fmt.Sprintf(format, args...)
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	_, err := c.do(ctx, http.MethodGet, target, nil, out)
	return err
}

// post sends a body and reads the answer into out. It returns the answer's status.
func (c *Client) post(ctx context.Context, body, out any, format string, args ...any) (int, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return 0, fmt.Errorf("encode the request: %w", err)
	}
	return c.do(ctx, http.MethodPost, c.base+fmt.Sprintf(format, args...), b, out)
}

func (c *Client) do(ctx context.Context, method, target string, body []byte, out any) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeLim)
	defer cancel()
	res, err := c.send(ctx, method, target, body)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	most := maxReply
	if method == http.MethodPost {
		most = maxAnswer
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, int64(most)+1))
	if err != nil {
		return 0, c.unreachable(ctx, err)
	}
	if len(b) > most {
		return 0, api.Errorf(api.ChainUnavailable,
			"the answer of %s is larger than %d MiB; ask for a smaller page", c.base, most>>20)
	}
	if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusCreated {
		e := errorFromReply(res.StatusCode, res.Header, b)
		if e.Type == api.InternalError { // which says of itself nothing that helps
			e.Details = fmt.Sprintf("%s failed over %s %s: %s", c.base, method,
				res.Request.URL.Path, e.Details)
		}
		return 0, e
	}
	is := res.Header.Get("Content-Type")
	if media, _, err := mime.ParseMediaType(is); err != nil || media != "application/json" {
		return 0, api.Errorf(api.ChainUnavailable,
			"%s answered %.100q, not application/json: check that its address is a bourse server's",
			c.base, is)
	}
	if err := json.Unmarshal(b, out); err != nil {
		return 0, api.Errorf(api.ChainUnavailable,
			"%s answered something that is not of this interface: check that its address is a "+
				"bourse server's (%.400s)", c.base, err).WithCause(err)
	}
	return res.StatusCode, nil
}

func (c *Client) send(ctx context.Context, method, target string, body []byte) (*http.Response,
	error) {
	req, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, secret := range api.SecretsOf(ctx) {
		req.Header.Add(wire.SecretHeader, secret.Hex())
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	return res, nil
}

// unreachable says why no answer came. The caller's own cancellation stays recognisable.
func (c *Client) unreachable(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil {
		return api.AsError(cause)
	}
	var inner *url.Error
	if errors.As(err, &inner) {
		err = inner.Err
	}
	e := api.Errorf(api.ChainUnavailable,
		"no answer from %s: %s; check the address and that the server runs", c.base, err)
	e.RetryAfter = time.Second
	return e.WithCause(err)
}
