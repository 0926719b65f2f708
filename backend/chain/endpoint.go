package chain

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/rpc"
	"golang.org/x/time/rate"

	"bourse/backend/api"
)

// endpoint is one node of a network: how it is reached, how it does, and what was learned of it.
type endpoint struct {
	name     string // of its host: the rest of an address may hold a key
	client   *rpc.Client
	cfg      *Config
	breaker  breaker
	pace     *rate.Limiter // requests a second; nil for a node of our own
	verified atomic.Bool   // whether it last said the right chain id
	latency  atomic.Int64
	answered atomic.Uint64 // requests, to tell whether it lives
	head     atomic.Uint64 // the newest block it told of
	// noOverride is whether it refused to run the reader, so that calls are made one by one.
	noOverride atomic.Bool
	// noHashes is whether it does not take the hash of a block in a request.
	noHashes  atomic.Bool
	simulates atomic.Int32 // how it simulates transactions
	// most is how many requests it takes in a message, span how many blocks in a search of logs.
	most, span atomic.Int64
	heights    *lru.Cache[common.Hash, uint64] // of blocks that were seen
	moved      atomic.Int64                    // when it last told of another block, in ns
	asides     atomic.Int64                    // when it last told what seldom changes, in ns
	doubted    atomic.Bool                     // whether a call failed since it was last tried
	failing    atomic.Bool                     // whether it failed when it was last tried
	tried      atomic.Int64                    // when it last was asked for a call to try it, in ns
	tip        atomic.Pointer[api.Amount]      // what it then suggested above the base fee
	sidelined
}

// maxBatch is how many requests are put into a message to a node that was not seen to refuse it.
const maxBatch = 100

func newEndpoint(name string, client *rpc.Client, cfg *Config) *endpoint {
	e := &endpoint{name: name, client: client, cfg: cfg,
		heights: lru.NewCache[common.Hash, uint64](maxHeights)}
	e.most.Store(maxBatch)
	e.span.Store(maxSpan)
	return e
}

// verify asks for the chain id. A node may have been replaced by one of another network since the
// last time.
func (e *endpoint) verify(ctx context.Context) error {
	var id hexutil.Uint64
	if err := e.send(ctx, &id, "eth_chainId"); err != nil {
		return err
	}
	return e.checkID(uint64(id))
}

func (e *endpoint) checkID(id uint64) error {
	e.verified.Store(id == e.cfg.ChainID)
	if id == e.cfg.ChainID {
		return nil
	}
	err := api.Errorf(api.ChainUnavailable,
		"the node given for network %d serves network %d: give one of network %d", e.cfg.ChainID,
		id, e.cfg.ChainID)
	err.RetryAfter = time.Minute
	return err
}

// ask sends one request as askAll does, and decodes its answer into result.
func (e *endpoint) ask(ctx context.Context, result any, method string, args ...any) error {
	one := []rpc.BatchElem{{Method: method, Args: args, Result: result}}
	if err := e.askAll(ctx, one); err != nil {
		return err
	}
	return one[0].Error
}

func (e *endpoint) send(ctx context.Context, result any, method string, args ...any) error {
	err := e.limited(ctx, 1, runsContracts(method), func(ctx context.Context) error {
		return e.client.CallContext(ctx, result, method, args...)
	})
	e.doubt(method, err)
	return err
}

// doubt notes a call that failed, which can be the contract's doing or the node's: a call that
// nothing can be wrong with tells (calls).
func (e *endpoint) doubt(method string, err error) {
	var refusal rpc.Error
	if err == nil || method != "eth_call" ||
		errors.As(err, &refusal) && refusal.ErrorCode() == codeReverted {
		return
	}
	e.doubted.Store(true)
}

// How often a node is asked for a call that cannot fail: one of our own, one whose calls failed,
// and any other, of which most is asked anyway.
const (
	tryOwn     = 10 * time.Second
	tryDoubted = 5 * time.Second
	tryOthers  = asideEvery
)

// calls finds out, now and then, whether the node runs calls at all: heads alone are of no use.
func (e *endpoint) calls(ctx context.Context) error {
	every := tryOthers
	if e.cfg.Trusted {
		every = tryOwn
	}
	if e.doubted.Load() {
		every = tryDoubted
	}
	now := e.cfg.Now().UnixNano()
	if tried := e.tried.Load(); tried != 0 && now-tried < int64(every) && !e.failing.Load() {
		return nil
	}
	e.tried.Store(now)
	e.doubted.Store(false)
	var result hexutil.Bytes
	nobody := map[string]any{"to": common.Address{}, "gas": hexutil.Uint64(readGas)}
	err := e.ask(ctx, &result, "eth_call", nobody, "latest")
	e.failing.Store(err != nil)
	return err
}

// sendAll sends requests in as few messages as the node takes.
func (e *endpoint) sendAll(ctx context.Context, batch []rpc.BatchElem) error {
	for learned := false; len(batch) > 0; {
		size := min(len(batch), int(e.most.Load()))
		refused, err := e.sendBatch(ctx, batch[:size])
		switch {
		case refused:
			e.most.Store(int64(size / 2))
			learned = true
			continue
		case err != nil:
			if learned {
				e.most.Store(maxBatch) // it was not the number
			}
			return err
		}
		batch = batch[size:]
	}
	return nil
}

// sendBatch sends one message. refused tells that it held too many requests for the node.
func (e *endpoint) sendBatch(ctx context.Context, batch []rpc.BatchElem) (refused bool, err error) {
	if len(batch) == 1 {
		b := &batch[0]
		err := e.send(ctx, b.Result, b.Method, b.Args...)
		var refusal rpc.Error
		if errors.As(err, &refusal) {
			b.Error, err = err, nil
		}
		return false, err
	}
	foreign := slices.ContainsFunc(batch,
		func(b rpc.BatchElem) bool { return runsContracts(b.Method) })
	err = e.limited(ctx, len(batch), foreign, func(ctx context.Context) error {
		err := e.client.BatchCallContext(ctx, batch)
		if refused = refusesBatch(err, batch); refused {
			return nil
		}
		return err
	})
	for i := range batch {
		e.doubt(batch[i].Method, cmp.Or(err, batch[i].Error))
	}
	return refused, err
}

// JSON-RPC error codes of nodes that want fewer requests in a message.
const (
	codeInvalidRequest = -32600
	codeBatchTooLarge  = -32014
)

// refusesBatch tells whether a node took no message with many requests: by its status, by a single
// error in place of the answers, or by the same error in the place of each.
func refusesBatch(err error, batch []rpc.BatchElem) bool {
	var status rpc.HTTPError
	var single *json.UnmarshalTypeError
	if errors.As(err, &status) {
		return status.StatusCode == http.StatusRequestEntityTooLarge ||
			status.StatusCode == http.StatusBadRequest || saysBatch(string(status.Body))
	}
	if errors.As(err, &single) || err != nil && saysBatch(err.Error()) {
		return true
	}
	return err == nil && !slices.ContainsFunc(batch, func(b rpc.BatchElem) bool {
		var refusal rpc.Error
		return !errors.As(b.Error, &refusal) || refusal.ErrorCode() != codeInvalidRequest &&
			refusal.ErrorCode() != codeBatchTooLarge && !saysBatch(refusal.Error())
	})
}

func saysBatch(s string) bool { return strings.Contains(strings.ToLower(s), "batch") }

// runsContracts tells whether a request runs code that a stranger can have written, and so says by
// its slowness nothing of the node.
func runsContracts(method string) bool {
	return method == "eth_call" || method == "eth_estimateGas" || method == "eth_simulateV1" ||
		method == "debug_traceCall"
}

// limited runs a message of some requests within the time limit and the node's pace, and keeps
// count of failures for the breaker. Answers that are JSON-RPC errors are not failures of the node,
// nor is the slowness of foreign code, or what a client asked that took too long or was too large
// while the node answered others.
func (e *endpoint) limited(ctx context.Context, requests int, foreign bool,
	message func(context.Context) error) error {
	if err := e.breaker.allow(e.cfg.Now()); err != nil {
		return err
	}
	limit, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	if e.pace != nil {
		if err := e.pace.WaitN(limit, min(requests, e.pace.Burst())); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return errTooBusy // the pace is ours and says nothing about the node
		}
	}
	answered := e.answered.Load()
	err := message(limit)
	for disturbed(err) && limit.Err() == nil {
		err = message(limit)
	}
	if cause := gaveUp(ctx); cause != nil {
		return cause // which says nothing about the node
	}
	var refusal rpc.Error
	if err == nil || errors.As(err, &refusal) && !wantsFewer(refusal) {
		e.answered.Add(1)
		e.breaker.succeed()
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errTooLarge) {
		lives := api.ClientOf(ctx).IsValid() && e.answered.Load() != answered
		if foreign || lives {
			return err
		}
	}
	e.slowDown(err)
	e.breaker.fail(e.cfg.Now(), err)
	return err
}

// gaveUp is why a caller does not wait any longer, nil if it does. A connection can tell that the
// caller's deadline has passed before the context does.
func gaveUp(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// disturbed tells whether a request failed because the client connected anew, as it does to a node
// in this process or behind a web socket when another caller gives up while its request is written.
// The node may have carried the request out; all that are made are reads, or transactions, which
// count once however often they are sent.
func disturbed(err error) bool { return err != nil && err.Error() == "client reconnected" }

var errTooBusy = errors.New("more requests are waiting than the node's rate lets through")

// minPace is as far down as the number of requests a second is learned.
const minPace = 0.5

// slowDown halves the pace of a node that wants fewer requests.
func (e *endpoint) slowDown(err error) {
	var status rpc.HTTPError
	var refusal rpc.Error
	if e.pace == nil || !(errors.As(err, &status) &&
		status.StatusCode == http.StatusTooManyRequests ||
		errors.As(err, &refusal) && wantsFewer(refusal)) {
		return
	}
	e.pace.SetLimit(max(minPace, e.pace.Limit()/2))
}
