package chain_test

import (
	"bytes"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// deployCode puts raw code on the chain.
func deployCode(t testing.TB, c *local.Chain, n *chain.Network, key, code string) common.Address {
	t.Helper()
	owner := crypto.ToECDSAUnsafe(crypto.Keccak256([]byte(key)))
	from := crypto.PubkeyToAddress(owner.PublicKey)
	funds := chain.NewSender(n, local.House{}.Trader(7))
	if _, err := funds.Do(t.Context(),
		chain.Call{To: from, Value: api.NewAmount(params.Ether)}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	body := common.FromHex(code)
	id := big.NewInt(api.LocalChainID)
	raw, err := types.MustSignNewTx(owner, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Gas: 200_000, GasFeeCap: big.NewInt(100 * params.GWei),
		GasTipCap: big.NewInt(1),
		// PUSH1 length, DUP1, PUSH1 9, PUSH0, CODECOPY, PUSH0, RETURN, then the code
		Data: append([]byte{0x60, byte(len(body)), 0x80, 0x60, 9, 0x5f, 0x39, 0x5f, 0xf3}, body...),
	}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.SendRaw(t.Context(), raw); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	at := crypto.CreateAddress(from, 0)
	if got, err := n.Code(t.Context(), common.Hash{}, at); err != nil || !bytes.Equal(got, body) {
		t.Fatalf("code at %s is %x, %v", at, got, err)
	}
	return at
}

// A batch gives for each call what the call alone gives, at the block asked for, whatever the
// others do.
func TestBatchCall(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	// JUMPDEST, PUSH0, JUMP: loops until the gas is gone
	burner := deployCode(t, c, n, "burner", "5b5f56")
	refuser := deployCode(t, c, n, "refuser", "6001600c60003960016000fd00") // reverts with one byte
	token, link := contracts.NewStandardToken(), tokenOf(t, c, "LINK")
	var calls []chain.Call
	for i := range 1100 { // three chunks
		calls = append(calls, chain.Call{To: link, Data: token.PackBalanceOf(payee(i % payees))})
	}
	calls[3] = chain.Call{To: burner}
	// hashes 256 KiB and returns a word of them: more gas than a call gets among others
	calls[5] = chain.Call{To: deployCode(t, c, n, "costly", "620400005f205060205ff3")}
	calls[601] = chain.Call{To: refuser}
	// nobody there
	calls[602] = chain.Call{To: payee(0), Data: []byte{1}}
	// the reader has none
	calls[603] = chain.Call{To: link, Data: token.PackTransfer(payee(0), big.NewInt(1))}
	// the user has
	calls[604] = chain.Call{From: user(), To: link,
		Data: token.PackTransfer(payee(0), big.NewInt(1))}
	// not enough
	calls[605] = chain.Call{To: link, Data: token.PackBalanceOf(payee(1)), Gas: 500}
	// a precompile
	calls[1099] = chain.Call{To: common.Address{5},
		Data: []byte("modular exponentiation of nonsense")}
	before := c.Head()
	head := payAndMine(t, c, n, 3, 1)
	for _, block := range []api.BlockRef{before, head} {
		var m api.Meter
		results, err := n.BatchCall(chain.Metered(t.Context(), &m, "reading"), block.Hash, calls)
		if err != nil {
			t.Fatal(err)
		}
		if want := (api.Progress{What: "reading", Done: 1100, Total: 1100,
			Unit: "calls"}); m.Progress() != want {
			t.Errorf("the batch told %+v", m.Progress())
		}
		for i := range calls {
			if i%100 > 5 && i < 1095 {
				continue // most are alike
			}
			alone, err := n.Call(t.Context(), block.Hash, gasFor(calls[i]))
			if got := results[i]; got.OK != (err == nil) || got.OK &&
				!bytes.Equal(got.Data, alone) {
				t.Errorf("block %d, call %d: %v %x, alone %x %v", block.Number, i, got.OK, got.Data,
					alone, err)
			}
		}
		paid, err := token.UnpackBalanceOf(results[1].Data)
		if want := int64(6 * (block.Number - before.Number) / 3); err != nil ||
			paid.Int64() != want {
			t.Errorf("payee 1 holds %s at block %d, want %d", paid, block.Number, want)
		}
	}
}

func gasFor(c chain.Call) chain.Call {
	if c.Gas == 0 {
		c.Gas = 3_000_000
	}
	return c
}

// A batch that holds a contract which burns all gas asks the node for little more than what honest
// reads need.
func TestBatchCallIsBounded(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n := connect(t, c, client)
	burner := deployCode(t, c, n, "burner", "5b5f56")
	gas := countGas(t, p)
	results, err := n.BatchCall(t.Context(), common.Hash{},
		[]chain.Call{{To: burner}, {To: tokenOf(t, c, "LINK"),
			Data: contracts.NewStandardToken().PackDecimals()}})
	if err != nil || results[0].OK || !results[1].OK {
		t.Errorf("%+v, %v", results, err)
	}
	if most := uint64(10_000_000); gas.Load() == 0 || gas.Load() > most {
		t.Errorf("the reads may burn %d gas, want at most %d", gas.Load(), most)
	}
}

func TestBatchCallWithoutReader(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n, err := chain.New(t.Context(), c.Client(),
		chain.Config{ChainID: api.LocalChainID, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	calls := make([]chain.Call, 250)
	for i := range calls {
		calls[i] = chain.Call{To: tokenOf(t, c, "LINK"),
			Data: contracts.NewStandardToken().PackSymbol()}
	}
	results, err := n.BatchCall(t.Context(), common.Hash{}, calls)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if s, err := contracts.NewStandardToken().UnpackSymbol(r.Data); err != nil || !r.OK ||
			s != "LINK" {
			t.Fatalf("call %d: %q %v", i, s, err)
		}
	}
}

// Reads at a block that is not there are the node's fault, not the call's.
func TestUnknownBlock(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	nowhere := common.Hash{1}
	for name, read := range map[string]func() error{
		"header": func() error { _, err := n.HeaderByHash(t.Context(), nowhere); return err },
		"height": func() error { _, err := n.HeaderByNumber(t.Context(), 1e9); return err },
		"call": func() error {
			_, err := n.Call(
				t.Context(), nowhere, chain.Call{To: user()})
			return err
		},
		"batch": func() error {
			_, err := n.BatchCall(
				t.Context(), nowhere, make([]chain.Call, 2))
			return err
		},
		"balance": func() error { _, err := n.Balance(t.Context(), nowhere, user()); return err },
	} {
		if err := read(); api.TypeOf(err) != api.ChainUnavailable {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Custom errors and panics are told by name; what strangers put into their words is shown only
// where it is plain.
func TestRevertWords(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	known, err := abi.JSON(bytes.NewReader(
		[]byte(`[{"type":"error","name":"TooLittle","inputs":[{"name":"got","type":"uint256"},{"name":"want","type":"uint256"}]}]`)))
	if err != nil {
		t.Fatal(err)
	}
	n, err := chain.New(t.Context(), c.Client(),
		chain.Config{ChainID: api.LocalChainID, Now: time.Now, ABIs: []*abi.ABI{&known}})
	if err != nil {
		t.Fatal(err)
	}
	// Reverts with what it is called with: CALLDATASIZE, PUSH0, PUSH0, CALLDATACOPY, CALLDATASIZE,
	// PUSH0, REVERT.
	echo := deployCode(t, c, n, "echo", "365f5f37365ffd")
	text, err := abi.NewType("string", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	words := func(s string) []byte {
		packed, err := abi.Arguments{{Type: text}}.Pack(s)
		if err != nil {
			t.Fatal(err)
		}
		return append([]byte{0x08, 0xc3, 0x79, 0xa0}, packed...)
	}
	e := known.Errors["TooLittle"]
	for name, tc := range map[string]struct {
		data []byte
		want string
	}{
		"words":   {words("not today"), "not today"},
		"escapes": {words("\x1b[31mred\x07\u202e"), "[31mred"},
		"long": {words(string(bytes.Repeat([]byte("a"), 5000))),
			string(bytes.Repeat([]byte("a"), 200)) + "…"},
		"panic": {append([]byte{0x4e, 0x48, 0x7b, 0x71},
			common.LeftPadBytes([]byte{0x11}, 32)...), "arithmetic underflow or overflow"},
		"custom": {append(e.ID.Bytes()[:4:4],
			append(common.LeftPadBytes([]byte{1}, 32), common.LeftPadBytes([]byte{2}, 32)...)...),
			"TooLittle (got 1, want 2)"},
		"custom, torn": {e.ID.Bytes()[:4:4], "TooLittle"},
		"unknown":      {[]byte{1, 2, 3, 4, 5}, "the contract refused with error 0x01020304"},
		"torn words": {[]byte{0x08, 0xc3, 0x79, 0xa0, 1},
			"the contract refused with error 0x08c379a0"},
	} {
		if _, err := n.Call(t.Context(), common.Hash{},
			chain.Call{To: echo, Data: tc.data}); err == nil || err.Error() != tc.want {
			t.Errorf("%s: %q, want %q", name, fmt.Sprint(err), tc.want)
		}
	}
}
