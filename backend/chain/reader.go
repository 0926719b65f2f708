package chain

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/contracts"
)

// The reader is a contract that makes many calls under limits (contracts/src/util/Reader.sol, which
// says how its input and output are laid out). It stands nowhere: a node runs it at an address that
// is nobody's, by a code override.
var (
	readerAddress = common.HexToAddress("0x000000000000000000000000000000626f757273")
	readerCode    = contracts.Runtime(&contracts.ReaderMetaData)

	// PoolLens is where contracts/src/util/PoolLens.sol can be called in a batch, which says how. A
	// node that can't override code answers without data there.
	PoolLens = common.HexToAddress("0x000000000000000000000000000000626f757274")
	lensCode = contracts.Runtime(&contracts.PoolLensMetaData)
)

// errNoOverride: the node does not run code that is not on its chain.
var errNoOverride = errors.New("the node can't override code")

// readRequest is the input of one run of the reader.
type readRequest struct {
	data  []byte
	calls int
	room  int    // for answers
	gas   uint64 // that its calls may use at most
	lens  bool   // whether PoolLens is among what is called
}

// newReadRequest returns a request without calls. One for a single call can let it change state,
// as an eth_call does.
func newReadRequest(mayWrite bool) *readRequest {
	r := &readRequest{data: make([]byte, 32)}
	if mayWrite {
		r.data[0] = 1
	}
	binary.BigEndian.PutUint64(r.data[24:32], batchOutput)
	return r
}

// add adds a call, unless the request is full. The first call always fits. Most calls use a
// fraction of their gas, so it is not what fills a request: the reader ends where it runs out.
func (r *readRequest) add(c *Call, gas uint64) bool {
	most := c.Most
	if most == 0 {
		most = maxAnswer
	}
	most = min(most, batchOutput-64)
	if r.calls > 0 && (r.calls >= batchCalls || len(r.data)+len(c.Data) > batchBytes) {
		return false
	}
	r.data = binary.BigEndian.AppendUint32(r.data, uint32(gas))
	r.data = binary.BigEndian.AppendUint32(r.data, uint32(most))
	r.data = append(r.data, c.To[:]...)
	r.data = binary.BigEndian.AppendUint32(r.data, uint32(len(c.Data)))
	r.data = append(r.data, c.Data...)
	r.calls, r.room, r.gas = r.calls+1, r.room+most, r.gas+gas
	r.lens = r.lens || c.To == PoolLens
	return true
}

// args are those of the eth_call that runs the reader.
func (r *readRequest) args(block common.Hash) []any {
	// 40 gas a byte is the floor of what calldata costs (EIP-7623); an eth_call must offer it. The
	// reader wants some to spare before each call.
	gas := 21_000 + 40*uint64(len(r.data)) + 200_000 + min(r.gas+r.gas/16, batchGas)
	call := Call{To: readerAddress, Data: r.data, Gas: gas}
	override := map[common.Address]any{
		readerAddress: map[string]any{"code": hexutil.Bytes(readerCode)}}
	if r.lens {
		override[PoolLens] = map[string]any{"code": hexutil.Bytes(lensCode)}
	}
	return []any{call.args(), blockParam(block), override}
}

// readAnswer is how a call ended in the reader.
type readAnswer struct {
	ok   bool
	gas  uint64 // used
	data []byte // the first bytes of what it returned, as many as were asked for
}

const answerHeader = 9

// parse reads the answers to the calls that were made: all of them or the first ones.
func (r *readRequest) parse(out []byte) ([]readAnswer, error) {
	var answers []readAnswer
	for len(out) > 0 {
		if len(out) < answerHeader || len(answers) == r.calls {
			return nil, fmt.Errorf("the reader's answer to %d calls has %d bytes too many",
				r.calls, len(out))
		}
		a := readAnswer{ok: out[0] == 1, gas: uint64(binary.BigEndian.Uint32(out[1:]))}
		length := int(binary.BigEndian.Uint32(out[5:]))
		if out = out[answerHeader:]; length > len(out) {
			return nil, errors.New("the reader's answer is cut short")
		}
		a.data, out = out[:length:length], out[length:]
		answers = append(answers, a)
	}
	if len(answers) == 0 {
		return nil, errNoOverride // nobody stands at the reader's address
	}
	return answers, nil
}

// read runs a request and returns the answers to its first calls, at least one.
func (v *view) read(ctx context.Context, block common.Hash, request *readRequest) ([]readAnswer,
	error) {
	var out hexutil.Bytes
	if err := v.ask(ctx, &out, "eth_call", request.args(block)...); err != nil {
		return nil, v.readFailed(err)
	}
	return v.parsed(request, out)
}

// readEach runs requests of one call each, in one message.
func (v *view) readEach(ctx context.Context, block common.Hash,
	requests []*readRequest) ([]readAnswer, error) {
	if len(requests) == 0 {
		return nil, nil
	}
	elems, out := make([]rpc.BatchElem, len(requests)), make([]hexutil.Bytes, len(requests))
	for i, request := range requests {
		elems[i] = rpc.BatchElem{Method: "eth_call", Args: request.args(block), Result: &out[i]}
	}
	if err := v.askAll(ctx, elems); err != nil {
		return nil, v.readFailed(err)
	}
	answers := make([]readAnswer, len(requests))
	for i, request := range requests {
		if err := elems[i].Error; err != nil {
			return nil, v.readFailed(err)
		}
		all, err := v.parsed(request, out[i])
		if err != nil {
			return nil, err
		}
		answers[i] = all[0]
	}
	return answers, nil
}

func (v *view) parsed(request *readRequest, out []byte) ([]readAnswer, error) {
	answers, err := request.parse(out)
	if err != nil && !errors.Is(err, errNoOverride) {
		return nil, v.readError("read a batch", err)
	}
	return answers, err
}

// codeInvalidParams is how a node answers that takes no third parameter.
const codeInvalidParams = -32602

// readFailed tells a node that can't override code from one that fails. The reader itself never
// fails, so no refusal is a verdict on a call.
func (v *view) readFailed(err error) error {
	var refusal rpc.Error
	if errors.As(err, &refusal) && refusal.ErrorCode() == codeInvalidParams {
		return errNoOverride
	}
	return v.readError("read a batch", err)
}
