package chain

import (
	"encoding/hex"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// JSON-RPC error codes.
const (
	codeReverted      = 3      // a call was reverted; the error carries its data
	codeLimitExceeded = -32005 // the node wants fewer requests
)

// withoutURL drops a node's address, which may hold a key, from an error.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// nodeFault tells whether a refusal to make a call is about the node (it lacks the block, or wants fewer or other requests) rather than about
// the call.
func nodeFault(refusal rpc.Error) bool {
	if _, ok := revertData(refusal); ok || refusal.ErrorCode() == codeReverted {
		return false
	}
	if code := refusal.ErrorCode(); code == codeLimitExceeded || code >= -32700 && code <= -32600 {
		return true
	}
	s := strings.ToLower(refusal.Error())
	return slices.ContainsFunc(nodeFaults(), func(hint string) bool { return strings.Contains(s, hint) })
}

// nodeFaults are parts of what nodes say of themselves; there is no common code for it.
func nodeFaults() []string {
	return []string{
		"header not found", "header for hash not found", "unknown block", "block not found", "not canonical", "missing trie node", "state not available",
		"historical state", "pruned", "limit exceeded", "rate limit", "too many requests", "timeout", "timed out",
	}
}

// revertData returns the bytes a revert carries, which nodes put into the error's data as hex, some inside an object.
func revertData(refusal error) ([]byte, bool) {
	var d rpc.DataError
	if !errors.As(refusal, &d) {
		return nil, false
	}
	data := d.ErrorData()
	if object, ok := data.(map[string]any); ok {
		data = object["data"]
	}
	s, ok := data.(string)
	if !ok {
		return nil, false
	}
	raw, err := hex.DecodeString(strings.TrimPrefix(strings.TrimPrefix(s, "Reverted "), "0x"))
	return raw, err == nil
}

// Breaker settings: after failLimit failures in a row requests fail at once for a while that doubles up to maxPause.
const (
	failLimit  = 5
	firstPause = time.Second
	maxPause   = 30 * time.Second
)

// breaker keeps a node that does not answer from holding up everyone who asks.
type breaker struct {
	mu       sync.Mutex
	failures int
	until    time.Time
	cause    error
}

func (b *breaker) allow(now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if wait := b.until.Sub(now); wait > 0 {
		e := api.Errorf(api.ChainUnavailable, "the node failed %d times in a row and is left alone: try again in %s", b.failures, wait.Round(time.Second))
		e.RetryAfter = wait
		return e.Because(b.cause)
	}
	return nil
}

func (b *breaker) succeed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures, b.until, b.cause = 0, time.Time{}, nil
}

func (b *breaker) fail(now time.Time, cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures++
	b.cause = withoutURL(cause)
	if over := b.failures - failLimit; over >= 0 {
		b.until = now.Add(min(maxPause, firstPause<<min(over, 10)))
	}
}

func (b *breaker) wait(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.until.Sub(now))
}
