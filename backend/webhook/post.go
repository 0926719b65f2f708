package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// The headers of a request.
const (
	HeaderID        = "X-Bourse-Id"        // of the announcement
	HeaderSignature = "X-Bourse-Signature" // see Sign
)

const (
	postTime = 10 * time.Second // for one try, the answer included
	maxReply = 4 << 10          // bytes of an answer that are read
)

// Sign returns the signature of a body: sha256= and the HMAC-SHA256 of it in hex.
func Sign(key, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// newClient follows no redirection: what is signed for one address is sent to no other.
func newClient() *http.Client {
	return &http.Client{Timeout: postTime,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}
}

// post tries once. Only an answer of 2xx that comes in time says that it was taken.
func (o *Outbox) post(ctx context.Context, l letter) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.cfg.URL, bytes.NewReader(l.Body))
	if err != nil {
		return hostOnly(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "bourse")
	req.Header.Set(HeaderID, l.ID)
	req.Header.Set(HeaderSignature, Sign(o.key, l.Body))
	res, err := o.cfg.Client.Do(req)
	if err != nil {
		return hostOnly(err)
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(res.Body, maxReply))
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return fmt.Errorf("it answered %d", res.StatusCode)
	}
	if err != nil {
		return fmt.Errorf("its answer broke off: %w", hostOnly(err))
	}
	return nil
}

// hostOnly leaves the address out of an error: it may hold a password.
func hostOnly(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
