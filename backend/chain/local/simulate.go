package local

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/ethereum/go-ethereum/rpc"
)

// simulations is the part of the JSON-RPC that runs contracts for whoever asks. One request takes
// up to a second of a core, so that those from outside wait for each other: whoever sends many
// leaves the others of the machine's cores to the exchange.
type simulations struct {
	node  reflect.Value // the node's own, whose arguments have types that it keeps to itself
	slots slots
}

// maxSimulations is how many requests from outside are run at the same time.
const maxSimulations = 1

// newSimulations finds the service of the node that simulates.
func newSimulations(apis []rpc.API) (*simulations, error) {
	for _, a := range apis {
		service := reflect.ValueOf(a.Service)
		if a.Namespace == "eth" && service.MethodByName("EstimateGas").IsValid() {
			return &simulations{service, make(slots, maxSimulations)}, nil
		}
	}
	return nil, errors.New("the node can't simulate")
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
	return s.run(ctx, "CreateAccessList", &tx, block, state)
}

// SimulateV1 serves eth_simulateV1.
func (s *simulations) SimulateV1(ctx context.Context, calls json.RawMessage,
	block *json.RawMessage) (any, error) {
	return s.run(ctx, "SimulateV1", &calls, block)
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
	method := s.node.MethodByName(name)
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
	err, _ = out[1].Interface().(error)
	return out[0].Interface(), err
}

// slots are how many requests from outside are answered at the same time. The program's own wait
// for nobody.
type slots chan struct{}

// take waits for a slot, which done gives back.
func (s slots) take(ctx context.Context) (done func(), err error) {
	if t := rpc.PeerInfoFromContext(ctx).Transport; t != "http" && t != "ws" {
		return func() {}, nil
	}
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
