package chain

import (
	"encoding/hex"
	"errors"
	"strings"

	"github.com/ethereum/go-ethereum/rpc"
)

// JSON-RPC error codes.
const (
	codeReverted      = 3      // a call was reverted; the error carries its data
	codeLimitExceeded = -32005 // the node wants fewer requests
	codeTooMany       = 429    // the same, as HTTP says it
	codeNoMethod      = -32601
)

// verdict tells whether a refusal is what the EVM made of a call, rather than a failure of the
// node, and returns what the call reverted with. Nodes and what stands in front of them say of
// themselves whatever they like under whatever code, so only what is known to come from the EVM
// counts: the code of reverts, data, and the words that nodes begin a revert with. Every call has a
// gas limit of ours, so that running out of gas is the call's own doing.
func verdict(refusal rpc.Error) (data []byte, ok bool) {
	if wantsFewer(refusal) {
		return nil, false
	}
	data, _ = revertData(refusal)
	if refusal.ErrorCode() == codeReverted || len(data) > 0 {
		return data, true
	}
	words := strings.ToLower(refusal.Error())
	return nil, begins(words, revertWords()) ||
		begins(strings.TrimPrefix(words, "err: "), haltWords())
}

// lacksMethod tells whether a node says that it has no such method, or not for us; some say so only
// in the body of an HTTP error.
func lacksMethod(err error) bool {
	words := []string{"method", "eth_simulatev1", "debug_trace"}
	var refusal rpc.Error
	var status rpc.HTTPError
	switch {
	case errors.As(err, &refusal):
		return refusal.ErrorCode() == codeNoMethod || mentions(refusal, words)
	case errors.As(err, &status):
		return containsAny(strings.ToLower(string(status.Body)), words)
	}
	return false
}

// wantsFewer tells whether a node asks for fewer requests.
func wantsFewer(refusal rpc.Error) bool {
	code := refusal.ErrorCode()
	return code == codeLimitExceeded || code == codeTooMany
}

func begins(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// revertWords are what nodes begin with where a contract reverted without data.
func revertWords() []string {
	return []string{"execution reverted", "vm exception", "reverted"}
}

// haltWords are what nodes say where the EVM stopped a call, or its sender can't pay for it: the
// errors of go-ethereum's core and vm packages, which others repeat, and those of revm.
func haltWords() []string {
	return []string{
		"out of gas", "gas uint64 overflow", "gas required exceeds allowance",
		"intrinsic gas too low", "insufficient gas for floor data gas cost",
		"contract creation code storage out of gas",
		"invalid opcode", "invalid jump destination", "stack underflow", "stack overflow",
		"stack limit reached",
		"write protection", "return data out of bounds", "max call depth exceeded",
		"max code size exceeded", "max initcode size exceeded", "contract address collision",
		"invalid code: must not begin with 0xef", "nonce uint64 overflow",
		"insufficient balance for transfer", "insufficient funds for transfer",
		"insufficient funds for gas * price + value", "evm error",
	}
}

// knownTxWords are what nodes say of a transaction that they have already.
func knownTxWords() []string { return []string{"already known", "already imported"} }

// refusedTxWords are what nodes say of a transaction that they will never take, or not as it is:
// the errors of go-ethereum's transaction pool and state transition, which others repeat. All else
// is about the node.
func refusedTxWords() []string {
	return []string{
		"nonce too low", "nonce too high", "nonce has max value", "underpriced",
		"insufficient funds", "intrinsic gas", "floor data gas", "exceeds block gas limit",
		"gas limit too high", "exceeds maximum", "gas required exceeds", "gas limit reached",
		"max fee per gas less than block base fee", "higher than max fee per gas",
		"tip above fee cap", "fee cap", "invalid sender", "invalid signature",
		"invalid transaction", "invalid chain id", "oversized data", "negative value",
		"max initcode size exceeded", "sender not an eoa", "transaction type not supported",
		"only replay-protected", "gapped-nonce", "in-flight transaction limit",
		"tx type not supported", "transaction gas limit", "already reserved", "below minimum",
		"account limit exceeded", "blob", "sidecar", "eip-7702", "empty to",
	}
}

func mentions(refusal rpc.Error, words []string) bool {
	if wantsFewer(refusal) {
		return false
	}
	return containsAny(strings.ToLower(refusal.Error()), words)
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// revertData returns the bytes a revert carries, which nodes put into the error's data as hex, some
// inside an object.
func revertData(refusal error) ([]byte, bool) {
	var d rpc.DataError
	if !errors.As(refusal, &d) {
		return nil, false
	}
	data := d.ErrorData()
	if object, ok := data.(map[string]any); ok {
		data = object["data"]
	}
	s, _ := data.(string)
	digits, ok := strings.CutPrefix(strings.TrimPrefix(s, "Reverted "), "0x")
	if !ok {
		return nil, false // words, not bytes
	}
	raw, err := hex.DecodeString(digits)
	return raw, err == nil
}
