package ens_test

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/ens"
)

// The nodes of EIP-137.
func TestNamehash(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":        "0x0000000000000000000000000000000000000000000000000000000000000000",
		"eth":     "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae",
		"foo.eth": "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f",
	} {
		if got := ens.Namehash(name); got.Hex() != want {
			t.Errorf("%q is %s, not %s", name, got, want)
		}
	}
}

// Examples of ENSIP-15: what looks like another name is that name, or none.
func TestNormalize(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Nick.ETH": "nick.eth", "foo.eth": "foo.eth", "RaFFY🚴‍♂️.eTh": "raffy🚴‍♂.eth",
	} {
		if got, err := ens.Normalize(name); err != nil || got != want {
			t.Errorf("%q is %q (%v), not %q", name, got, err, want)
		}
	}
	for _, name := range []string{"a b.eth", "vıtalık..eth", "xn--abc\u200d.eth", "аpple.eth"} {
		if got, err := ens.Normalize(name); err == nil {
			t.Errorf("%q is the name %q", name, got)
		}
	}
}

// book is the code of a registry and resolver of any names: called with a question of 36 bytes it
// answers with the words that it was given for it; what is longer gives them.
var book = common.FromHex("0x" +
	"60246000600037" + "6024600020" + // the key is the question's hash
	"36602410" + "603e57" + // longer: set
	"8054" + "6000" + // n = words of the answer, i = 0
	"5b" + "81811015" + "603457" + // at 0x17: while i < n
	"82810160010154" + "8160051b60400152" + "600101" + "601756" + // word i to memory
	"5b" + "60051b602017" + "6040f3" + // at 0x34: return, a word at least
	"5b" + "6024360360051c" + "808255" + "6000" + // at 0x3e: n = words given, i = 0
	"5b" + "81811015" + "606857" + // at 0x4b: while i < n
	"8060051b60240135" + "838201600101" + "55" + "600101" + "604b56" + // word i to its place
	"5b00") // at 0x68

// world is a chain with a registry.
type world struct {
	*testing.T
	chain    *local.Chain
	client   *ethclient.Client
	registry common.Address
	names    ens.Book
	nonce    uint64
}

func open(t *testing.T) *world {
	t.Helper()
	c, err := local.Open(t.Context(), local.Config{Dir: t.TempDir(), Now: time.Now,
		RPCAddr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	dialled, err := chain.Dial(t.Context(), c.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(dialled.Close)
	node, err := chain.New(t.Context(), dialled, chain.Config{Trusted: true, Timeout: time.Minute,
		ChainID: api.LocalChainID, Contracts: c.Deployment().Contracts,
		BlockTime: 40 * time.Millisecond, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, chain: c, client: ethclient.NewClient(dialled)}
	w.nonce, err = w.client.NonceAt(t.Context(), crypto.PubkeyToAddress(
		local.House{}.Trader(0).PublicKey), nil)
	if err != nil {
		t.Fatal(err)
	}
	create := append(common.FromHex("0x606a80600b6000396000f3"), book...)
	w.registry = *w.send(nil, create)
	w.names = ens.Book{Registry: w.registry, Call: func(ctx context.Context, to common.Address,
		data []byte) ([]byte, error) {
		answer, err := node.Call(ctx, common.Hash{}, chain.Call{To: to, Data: data})
		if revert := (*chain.Revert)(nil); errors.As(err, &revert) {
			err = ens.Refusal(revert.Data, err)
		}
		return answer, err
	}}
	return w
}

// send sends a transaction, which the next block takes in; a contract that it makes is returned.
func (w *world) send(to *common.Address, data []byte) *common.Address {
	w.Helper()
	tx, err := types.SignNewTx(local.House{}.Trader(0), types.LatestSignerForChainID(
		big.NewInt(api.LocalChainID)), &types.LegacyTx{
		Nonce: w.nonce, To: to, Gas: 1_000_000, GasPrice: api.NewAmount(100e9).Big(), Data: data})
	if err == nil {
		err = w.client.SendTransaction(w.Context(), tx)
	}
	if err != nil {
		w.Fatal(err)
	}
	w.nonce++
	if _, err := w.chain.Mine(w.Context()); err != nil {
		w.Fatal(err)
	}
	r, err := w.client.TransactionReceipt(w.Context(), tx.Hash())
	if err != nil || r.Status != 1 {
		w.Fatalf("%s failed: %v", tx.Hash(), err)
	}
	return &r.ContractAddress
}

// set gives the answer to a question about a name.
func (w *world) set(question, name string, words ...[]byte) {
	w.Helper()
	node := ens.Namehash(name)
	data := append(crypto.Keccak256([]byte(question))[:4], node[:]...)
	for _, x := range words {
		data = append(data, common.LeftPadBytes(x, 32)...)
	}
	w.send(&w.registry, data)
}

// call sets what an address calls itself.
func (w *world) call(a common.Address, name string) {
	reverse := strings.ToLower(a.Hex()[2:]) + ".addr.reverse"
	w.set("resolver(bytes32)", reverse, w.registry[:])
	w.set("name(bytes32)", reverse, []byte{32}, []byte{byte(len(name))},
		common.RightPadBytes([]byte(name), 32))
}

// TestNamesOfAChain asks a chain with a registry, whose code is assembled here, by a node.
func TestNamesOfAChain(t *testing.T) {
	t.Parallel()
	w, ctx := open(t), t.Context()
	alice, mallory := common.Address{0xa1, 0x1c, 0xe0}, common.Address{0x3a, 0x11}
	w.set("resolver(bytes32)", "alice.eth", w.registry[:])
	w.set("addr(bytes32)", "alice.eth", alice[:])
	w.call(alice, "alice.eth")
	w.call(mallory, "alice.eth") // which leads to somebody else
	odd := common.Address{0x0d, 0xd0}
	w.set("resolver(bytes32)", "Alice.eth", w.registry[:])
	w.set("addr(bytes32)", "Alice.eth", odd[:])
	w.call(odd, "Alice.eth") // which nobody can type

	for _, name := range []string{"alice.eth", "Alice.ETH"} {
		if a, err := w.names.Address(ctx, name); err != nil || a != alice {
			t.Errorf("%s is %s (%v)", name, a, err)
		}
	}
	if _, err := w.names.Address(ctx, "bob.eth"); !errors.Is(err, ens.ErrNoName) {
		t.Errorf("a name of nobody: %v", err)
	}
	if _, err := w.names.Address(ctx, "a b.eth"); err == nil {
		t.Error("a name that is none has an address")
	}
	for a, want := range map[common.Address]string{alice: "alice.eth", mallory: "", odd: "",
		{0xbb}: ""} {
		if name, err := w.names.Name(ctx, a); err != nil || name != want {
			t.Errorf("%s calls itself %q (%v), not %q", a, name, err, want)
		}
	}
	w.set("addr(bytes32)", "alice.eth", mallory[:])
	if a, err := w.names.Address(ctx, "alice.eth"); err != nil || a != mallory {
		t.Errorf("after it has moved alice.eth is %s (%v)", a, err)
	}
	// a resolver that reverts with OffchainLookup, and one that reverts with nothing
	elsewhere := w.send(nil, common.FromHex("0x601080600b6000396000f3"+
		"63556f183060e01b60005260046000fd"))
	w.set("resolver(bytes32)", "carol.eth", elsewhere[:])
	if _, err := w.names.Address(ctx, "carol.eth"); !errors.Is(err, ens.ErrElsewhere) {
		t.Errorf("a name that a server answers for: %v", err)
	}
	silent := w.send(nil, common.FromHex("0x600580600b6000396000f3"+"60006000fd"))
	w.set("resolver(bytes32)", "dave.eth", silent[:])
	if _, err := w.names.Address(ctx, "dave.eth"); err == nil || errors.Is(err, ens.ErrElsewhere) {
		t.Errorf("a name whose resolver refuses: %v", err)
	}
	nowhere := w.names
	nowhere.Registry = ens.Registry
	if _, err := nowhere.Address(ctx, "alice.eth"); !errors.Is(err, ens.ErrNoRegistry) {
		t.Errorf("a chain without a registry: %v", err)
	}
}

// FuzzAnswers: whatever a resolver answers, nothing panics and no address is made up.
func FuzzAnswers(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0xff}, 96), true)
	f.Fuzz(func(t *testing.T, answer []byte, reverse bool) {
		b := ens.Book{Registry: ens.Registry, Call: func(_ context.Context, to common.Address,
			_ []byte) ([]byte, error) {
			if to == ens.Registry {
				return common.LeftPadBytes([]byte{7}, 32), nil
			}
			return answer, nil
		}}
		if reverse {
			if name, _ := b.Name(t.Context(), common.Address{1}); name != "" {
				t.Errorf("it is called %q, which does not lead to it", name)
			}
			return
		}
		a, err := b.Address(t.Context(), "foo.eth")
		if err == nil && (a == (common.Address{}) || !bytes.Equal(answer[12:32], a[:])) {
			t.Errorf("%x is %s", answer, a)
		}
	})
}
