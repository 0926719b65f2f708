package local

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/ethereum/go-ethereum/rpc"
)

// simulations is the part of the JSON-RPC that reckons for whoever asks. One request takes
// up to a second of a core, so that those from outside wait for each other: whoever sends many
// leaves the others of the machine's cores to the exchange.
type simulations struct {
	// the node's own methods, whose arguments have types that it keeps to itself
	node  map[string]reflect.Value
	slots slots
	// receipts are read and encoded one after the other, and those that are large are on their way
	// to so many clients at most
	receipts, large slots
}

// maxSimulations is how many requests from outside are run at the same time.
const maxSimulations = 1

// accessListTime is how long an access list may be looked for: every round is a simulation, and a
// contract that does otherwise whenever the list is another one makes them endless.
const accessListTime = 2 * time.Second

// newSimulations finds the methods of the node that take long.
func newSimulations(apis []rpc.API) (*simulations, error) {
	s := &simulations{make(map[string]reflect.Value), make(slots, maxSimulations),
		make(slots, 1), make(slots, maxLarge)}
	for _, name := range []string{"Call", "EstimateGas", "CreateAccessList", "SimulateV1",
		"FeeHistory", "GetProof", "GetStorageValues", "GetBlockReceipts",
		"GetTransactionReceipt"} {
		for _, a := range apis {
			method := reflect.ValueOf(a.Service).MethodByName(name)
			if a.Namespace == "eth" && method.IsValid() {
				s.node[name] = method
			}
		}
		if _, found := s.node[name]; !found {
			return nil, errors.New("the node has no method " + name)
		}
	}
	return s, nil
}

// Call serves eth_call.
func (s *simulations) Call(ctx context.Context, tx json.RawMessage,
	block, state, header *json.RawMessage) (any, error) {
	return s.run(ctx, "Call", &tx, block, state, header)
}

// EstimateGas serves eth_estimateGas.
func (s *simulations) EstimateGas(ctx context.Context, tx json.RawMessage,
	block, state, header *json.RawMessage) (any, error) {
	return s.run(ctx, "EstimateGas", &tx, block, state, header)
}

// CreateAccessList serves eth_createAccessList.
func (s *simulations) CreateAccessList(ctx context.Context, tx json.RawMessage,
	block, state *json.RawMessage) (any, error) {
	done, err := s.slots.take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, accessListTime)
	defer cancel()
	list, err := s.answer(ctx, "CreateAccessList", &tx, block, state)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no access list was found within %s: the call reads other slots "+
			"whenever its list is another one", accessListTime)
	}
	return list, err
}

// SimulateV1 serves eth_simulateV1.
func (s *simulations) SimulateV1(ctx context.Context, calls json.RawMessage,
	block *json.RawMessage) (any, error) {
	return s.run(ctx, "SimulateV1", &calls, block)
}

// FeeHistory serves eth_feeHistory, which reads a thousand blocks with their receipts.
func (s *simulations) FeeHistory(ctx context.Context, blocks, last json.RawMessage,
	percentiles *json.RawMessage) (any, error) {
	return s.run(ctx, "FeeHistory", &blocks, &last, percentiles)
}

// GetProof serves eth_getProof, of up to 1,024 slots.
func (s *simulations) GetProof(ctx context.Context, account, slots json.RawMessage,
	block *json.RawMessage) (any, error) {
	return s.run(ctx, "GetProof", &account, &slots, block)
}

// GetStorageValues serves eth_getStorageValues, of up to 1,024 slots.
func (s *simulations) GetStorageValues(ctx context.Context, slots json.RawMessage,
	block *json.RawMessage) (any, error) {
	return s.run(ctx, "GetStorageValues", &slots, block)
}

// GetBlockReceipts serves eth_getBlockReceipts.
func (s *simulations) GetBlockReceipts(ctx context.Context, block json.RawMessage) (any, error) {
	return s.encoded(ctx, "GetBlockReceipts", &block)
}

// GetTransactionReceipt serves eth_getTransactionReceipt.
func (s *simulations) GetTransactionReceipt(ctx context.Context, hash json.RawMessage) (any,
	error) {
	return s.encoded(ctx, "GetTransactionReceipt", &hash)
}

const (
	// largeAnswer is from how many bytes on an answer is large, maxLarge how many of these may be
	// on their way: anybody can write a receipt of ten megabytes, and ask for it without reading.
	largeAnswer = 256 << 10
	maxLarge    = 4
)

// encoded is what a method of the node answers, for one from outside as it is sent: what it is
// encoded from takes several times as much. A place of those for large answers is held until the
// answer is sent, or given up.
func (s *simulations) encoded(ctx context.Context, name string, args ...*json.RawMessage) (any,
	error) {
	if !outside(ctx) {
		return s.answer(ctx, name, args...)
	}
	done, err := s.receipts.take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	answer, err := s.answer(ctx, name, args...)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil || len(text) < largeAnswer {
		return json.RawMessage(text), err
	}
	select {
	case s.large <- struct{}{}:
		context.AfterFunc(ctx, func() { <-s.large })
		return json.RawMessage(text), nil
	default:
		return nil, fmt.Errorf("the answer has %d bytes, and %d as large are on their way: ask "+
			"again when they are", len(text), maxLarge)
	}
}

// invalidArgument is answered as the node does for arguments that it can't read.
type invalidArgument struct{ error }

// ErrorCode is that of JSON-RPC for invalid parameters.
func (invalidArgument) ErrorCode() int { return -32602 }

// run calls a method of the node once it is this request's turn.
func (s *simulations) run(ctx context.Context, name string, args ...*json.RawMessage) (any, error) {
	done, err := s.slots.take(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return s.answer(ctx, name, args...)
}

// answer is what the node's method answers.
func (s *simulations) answer(ctx context.Context, name string,
	args ...*json.RawMessage) (any, error) {
	method := s.node[name]
	in := []reflect.Value{reflect.ValueOf(ctx)}
	for i, arg := range args {
		value := reflect.New(method.Type().In(i + 1))
		if arg != nil {
			if err := json.Unmarshal(*arg, value.Interface()); err != nil {
				return nil, invalidArgument{err}
			}
		}
		in = append(in, value.Elem())
	}
	out := method.Call(in)
	err, _ := out[1].Interface().(error)
	return out[0].Interface(), err
}

// slots are how many requests from outside are answered at the same time. The program's own wait
// for nobody.
type slots chan struct{}

// take waits for a slot, which done gives back.
func (s slots) take(ctx context.Context) (done func(), err error) {
	if !outside(ctx) {
		return func() {}, nil
	}
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// outside tells whether a request comes from outside of the program.
func outside(ctx context.Context) bool {
	t := rpc.PeerInfoFromContext(ctx).Transport
	return t == "http" || t == "ws"
}
