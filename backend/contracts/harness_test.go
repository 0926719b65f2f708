package contracts_test

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/ethclient/simulated"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"
)

const (
	chainID  = 1337       // of every simulated backend
	gasLimit = 10_000_000 // of every transaction here; none comes near
)

// account is a funded key. Accounts are the same in every run.
type account struct {
	key  *ecdsa.PrivateKey
	addr common.Address
}

func newAccount(seed byte) account {
	key, err := crypto.ToECDSA(common.LeftPadBytes([]byte{seed}, 32))
	if err != nil {
		panic(err)
	}
	return account{key: key, addr: crypto.PubkeyToAddress(key.PublicKey)}
}

// sign returns the 65-byte signature with v 27 or 28.
func (a account) sign(t testing.TB, digest common.Hash) []byte {
	t.Helper()
	signature, err := crypto.Sign(digest[:], a.key)
	if err != nil {
		t.Fatal(err)
	}
	signature[64] += 27
	return signature
}

// compact is the 64-byte form of EIP-2098: the parity of v becomes the top bit of s.
func compact(signature []byte) []byte {
	short := slices.Clone(signature[:64])
	short[32] |= (signature[64] - 27) << 7
	return short
}

// chain is a simulated network on which every transaction has a block of its own.
type chain struct {
	t                             testing.TB
	backend                       *simulated.Backend
	client                        simulated.Client
	deployer, maker, taker, other account
	abis                          []abi.ABI // of what was deployed, to name custom errors
}

func newChain(t testing.TB) *chain {
	t.Helper()
	c := &chain{t: t, deployer: newAccount(1), maker: newAccount(2), taker: newAccount(3),
		other: newAccount(4)}
	alloc := types.GenesisAlloc{}
	for _, a := range []account{c.deployer, c.maker, c.taker, c.other} {
		alloc[a.addr] = types.Account{Balance: units(1000, 18)}
	}
	c.backend = simulated.NewBackend(
		alloc, simulated.WithBlockGasLimit(30_000_000), simulated.WithCallGasLimit(gasLimit),
		withOsaka)
	c.client = c.backend.Client()
	t.Cleanup(func() { c.backend.Close() })
	return c
}

// withOsaka has the rules of the local network and of mainnet: what comes after is not final, and
// costs other amounts of gas.
func withOsaka(_ *node.Config, conf *ethconfig.Config) {
	config := *conf.Genesis.Config // a copy: the library shares one
	config.BogotaTime = nil
	conf.Genesis.Config = &config
}

// delegate has an account run the code of a contract (EIP-7702).
func (c *chain) delegate(from account, code common.Address) {
	c.t.Helper()
	ctx := context.Background()
	nonce, err := c.client.NonceAt(ctx, from.addr, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	auth, err := types.SignSetCode(from.key, types.SetCodeAuthorization{
		ChainID: *uint256.NewInt(chainID), Address: code, Nonce: nonce + 1})
	if err != nil {
		c.t.Fatal(err)
	}
	c.send(from, &types.SetCodeTx{ChainID: uint256.NewInt(chainID), Nonce: nonce, To: from.addr,
		Gas: gasLimit, GasTipCap: uint256.NewInt(params.GWei),
		GasFeeCap: uint256.NewInt(10 * params.GWei), AuthList: []types.SetCodeAuthorization{auth}})
}

// deploy puts a contract on the chain; arguments are what its PackConstructor returned.
func (c *chain) deploy(meta *bind.MetaData, arguments []byte) common.Address {
	c.t.Helper()
	parsed, err := meta.ParseABI()
	if err != nil {
		c.t.Fatal(err)
	}
	c.abis = append(c.abis, *parsed)
	receipt := c.transact(c.deployer, nil, nil, append(common.FromHex(meta.Bin), arguments...))
	if receipt.Status != types.ReceiptStatusSuccessful {
		c.t.Fatalf("deploying %s failed", meta.ID)
	}
	return receipt.ContractAddress
}

// transact mines a transaction and returns its receipt, whether or not it succeeded.
func (c *chain) transact(from account, to *common.Address, value *big.Int,
	data []byte) *types.Receipt {
	c.t.Helper()
	ctx := context.Background()
	head, err := c.client.HeaderByNumber(ctx, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	nonce, err := c.client.NonceAt(ctx, from.addr, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.send(from, &types.DynamicFeeTx{
		ChainID: big.NewInt(chainID), Nonce: nonce, To: to, Value: value, Data: data,
		Gas:       gasLimit,
		GasTipCap: big.NewInt(params.GWei),
		GasFeeCap: new(big.Int).Add(head.BaseFee,
			new(big.Int).Add(head.BaseFee, big.NewInt(params.GWei))),
	})
}

func (c *chain) send(from account, data types.TxData) *types.Receipt {
	c.t.Helper()
	ctx := context.Background()
	tx := types.MustSignNewTx(from.key, types.LatestSignerForChainID(big.NewInt(chainID)), data)
	if err := c.client.SendTransaction(ctx, tx); err != nil {
		c.t.Fatal(err)
	}
	c.backend.Commit()
	receipt, err := c.client.TransactionReceipt(ctx, tx.Hash())
	if err != nil {
		c.t.Fatal(err)
	}
	return receipt
}

// exec makes a call as a transaction if it would succeed, and else returns the reason why it would
// not: the revert string, or the custom error's name, or the panic's words.
func (c *chain) exec(from account, to common.Address, value *big.Int, data []byte) (*types.Receipt,
	error) {
	c.t.Helper()
	if _, err := c.call(from, to, value, data); err != nil {
		return nil, err
	}
	receipt := c.transact(from, &to, value, data)
	if receipt.Status != types.ReceiptStatusSuccessful {
		c.t.Fatalf("transaction reverted after its simulation succeeded")
	}
	return receipt, nil
}

// must is exec of a call that has to succeed.
func (c *chain) must(from account, to common.Address, data []byte) *types.Receipt {
	c.t.Helper()
	receipt, err := c.exec(from, to, nil, data)
	if err != nil {
		c.t.Fatalf("unexpected revert: %v", err)
	}
	return receipt
}

// refuses demands that the call reverts for this reason.
func (c *chain) refuses(from account, to common.Address, data []byte, reason string) {
	c.t.Helper()
	if _, err := c.exec(from, to, nil, data); err == nil || err.Error() != reason {
		c.t.Fatalf("want revert %q, got %v", reason, err)
	}
}

func (c *chain) call(from account, to common.Address, value *big.Int, data []byte) ([]byte, error) {
	answer, err := c.client.CallContract(
		context.Background(), ethereum.CallMsg{
			From: from.addr, To: &to, Value: value, Data: data, Gas: gasLimit}, nil)
	return answer, c.reason(err)
}

func (c *chain) reason(err error) error {
	var dataError rpc.DataError
	if err == nil || !errors.As(err, &dataError) {
		return err
	}
	text, _ := dataError.ErrorData().(string)
	data := common.FromHex(text)
	if reason, unpackErr := abi.UnpackRevert(data); unpackErr == nil {
		return errors.New(reason)
	}
	for _, parsed := range c.abis {
		for name, custom := range parsed.Errors {
			if len(data) >= 4 && [4]byte(data) == [4]byte(custom.ID[:4]) {
				return errors.New(name)
			}
		}
	}
	return fmt.Errorf("%w: %x", err, data)
}

func (c *chain) now() uint64 {
	c.t.Helper()
	head, err := c.client.HeaderByNumber(context.Background(), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return head.Time
}

// advance mines an empty block that much later.
func (c *chain) advance(d time.Duration) {
	c.t.Helper()
	err := c.backend.AdjustTime(d)
	for range 20 { // the pool may take a moment to see that the last block took everything
		if err == nil {
			break
		}
		c.backend.Commit()
		err = c.backend.AdjustTime(d)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// read calls a view function and unpacks its answer.
func read[T any](c *chain, to common.Address, data []byte, unpack func([]byte) (T, error)) T {
	c.t.Helper()
	answer, err := c.call(c.deployer, to, nil, data)
	if err != nil {
		c.t.Fatal(err)
	}
	value, err := unpack(answer)
	if err != nil {
		c.t.Fatal(err)
	}
	return value
}

// event finds the one log of a receipt that unpacks as this event.
func event[T any](t testing.TB, receipt *types.Receipt, unpack func(*types.Log) (*T, error)) *T {
	t.Helper()
	var found *T
	for _, log := range receipt.Logs {
		if e, err := unpack(log); err == nil {
			if found != nil {
				t.Fatal("the event was emitted twice")
			}
			found = e
		}
	}
	if found == nil {
		t.Fatal("the event was not emitted")
	}
	return found
}

// digest hashes typed data with go-ethereum's generic implementation: an oracle independent of the
// contracts.
func digest(t testing.TB, domain apitypes.TypedDataDomain, encodeType string,
	message map[string]any) common.Hash {
	t.Helper()
	name, rest, ok := strings.Cut(strings.TrimSuffix(encodeType, ")"), "(")
	if !ok {
		t.Fatalf("bad type %q", encodeType)
	}
	var fields []apitypes.Type
	for field := range strings.SplitSeq(rest, ",") {
		kind, label, _ := strings.Cut(field, " ")
		fields = append(fields, apitypes.Type{Name: label, Type: kind})
	}
	return typedDigest(t, apitypes.TypedData{
		Types: apitypes.Types{name: fields}, PrimaryType: name, Domain: domain, Message: message,
	})
}

func typedDigest(t testing.TB, data apitypes.TypedData) common.Hash {
	t.Helper()
	fields := []apitypes.Type{{Name: "name", Type: "string"}}
	if data.Domain.Version != "" {
		fields = append(fields, apitypes.Type{Name: "version", Type: "string"})
	}
	fields = append(fields, apitypes.Type{Name: "chainId", Type: "uint256"},
		apitypes.Type{Name: "verifyingContract", Type: "address"})
	data.Types["EIP712Domain"] = fields
	hash, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		t.Fatal(err)
	}
	return common.BytesToHash(hash)
}

// units is n with decimals zeros behind it.
func units(n int64, decimals int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(n),
		new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals), nil))
}

func big256(t testing.TB, text string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		t.Fatalf("not an integer: %q", text)
	}
	return n
}

func equal(t testing.TB, what string, got *big.Int, want int64) {
	t.Helper()
	if got.Cmp(big.NewInt(want)) != 0 {
		t.Fatalf("%s: got %s, want %d", what, got, want)
	}
}

func readJSON(t testing.TB, path string, into any) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// revertReason is the text that a reverted call carries, or its bytes when there is none.
func revertReason(answer []byte) string {
	reason, err := abi.UnpackRevert(answer)
	if err != nil {
		return fmt.Sprintf("%x", answer)
	}
	return reason
}
