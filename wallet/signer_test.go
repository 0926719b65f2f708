package wallet_test

import (
	"crypto/ecdsa"
	"errors"
	"math/big"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend/api"
	"bourse/wallet"
)

// clef is a signer elsewhere, with go-ethereum's own types for what it is asked. Faults are what it
// does other than asked.
type clef struct {
	key    *ecdsa.PrivateKey
	denies bool
	change func(*apitypes.SendTxArgs)
	other  *ecdsa.PrivateKey // signs in place of key
	bare   bool              // answers with the bytes of a transaction alone
}

func (c *clef) address() common.Address { return crypto.PubkeyToAddress(c.key.PublicKey) }

func (c *clef) signing() *ecdsa.PrivateKey {
	if c.other != nil {
		return c.other
	}
	return c.key
}

var errDenied = errors.New("request denied")

// List answers account_list.
func (c *clef) List() ([]common.Address, error) {
	if c.denies {
		return nil, errDenied
	}
	return []common.Address{c.address()}, nil
}

// SignTypedData answers account_signTypedData.
func (c *clef) SignTypedData(a common.MixedcaseAddress, data apitypes.TypedData) (hexutil.Bytes,
	error) {
	if c.denies || a.Address() != c.address() {
		return nil, errDenied
	}
	hash, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		return nil, err
	}
	signature, err := crypto.Sign(hash, c.signing())
	if err == nil {
		signature[64] += 27
	}
	return signature, err
}

// SignTransaction answers account_signTransaction.
func (c *clef) SignTransaction(args apitypes.SendTxArgs) (any, error) {
	if c.denies || args.From.Address() != c.address() {
		return nil, errDenied
	}
	if c.change != nil {
		c.change(&args)
	}
	tx, err := args.ToTransaction()
	if err != nil {
		return nil, err
	}
	signed, err := types.SignTx(tx, types.LatestSignerForChainID((*big.Int)(args.ChainID)),
		c.signing())
	if err != nil {
		return nil, err
	}
	raw, err := signed.MarshalBinary()
	if c.bare {
		return hexutil.Bytes(raw), err
	}
	return map[string]any{"raw": hexutil.Bytes(raw), "tx": signed}, err
}

// ethSigner has the same by the names of other signers.
type ethSigner struct{ clef *clef }

func (e *ethSigner) Accounts() ([]common.Address, error) { return e.clef.List() }

func (e *ethSigner) SignTypedData_v4(a common.MixedcaseAddress, //nolint:revive // its name
	data apitypes.TypedData) (hexutil.Bytes, error) {
	return e.clef.SignTypedData(a, data)
}

func (e *ethSigner) SignTransaction(args apitypes.SendTxArgs) (any, error) {
	return e.clef.SignTransaction(args)
}

// serveSigner serves one over HTTP.
func serveSigner(t *testing.T, namespace string, service any) string {
	t.Helper()
	server := rpc.NewServer()
	if err := server.RegisterName(namespace, service); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	return web.URL + "/secret"
}

// What a signer elsewhere signs is what the account's own key would sign, to the byte, for either
// kind of signer; both forms of transactions are known.
func TestSignerElsewhere(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	c := &clef{key: crypto.ToECDSAUnsafe(common.FromHex(strings.Repeat("01", 32)))}
	o.Folder = t.TempDir()
	here := open(t, o)
	own := must(here.ImportKey("own", secret(strings.Repeat("01", 32)), secret(password)))(t)
	if err := here.Unlock(own.Address, secret(password)); err != nil {
		t.Fatal(err)
	}
	for namespace, service := range map[string]any{"account": c, "eth": &ethSigner{c}} {
		c.bare = namespace == "eth"
		o.Folder = t.TempDir()
		w := open(t, o)
		must(w.Watch("treasury", c.address()))(t)
		added := must(w.Attach(t.Context(), serveSigner(t, namespace, service)))(t)
		a, err := w.Find("treasury")
		if err != nil || len(added) != 1 || a != added[0] || a.Kind != wallet.External || !a.Open {
			t.Fatalf("%s: attached %+v, found %+v, %v", namespace, added, a, err)
		}
		want := must(here.Sign(a.Address, someData))(t)
		if got, err := w.Sign(a.Address, someData); err != nil || got != want {
			t.Errorf("%s: typed data %x, %v, want %x", namespace, got, err, want)
		}
		tx := api.Transaction{ChainID: 10, From: a.Address, To: common.Address{0xaa},
			Value: api.NewAmount(5), Data: []byte{1, 2, 3}, Nonce: 7, Gas: 50_000,
			GasPrice: api.NewAmount(2e9)}
		for _, base := range []uint64{0, 9e8} {
			tx.BaseFee, tx.Tip = api.NewAmount(base), api.NewAmount(base/9)
			want, hash, err := here.SignTransaction(a.Address, tx)
			if err != nil {
				t.Fatal(err)
			}
			got, sent, err := w.SignTransaction(a.Address, tx)
			if err != nil || string(got) != string(want) || sent != hash {
				t.Errorf("%s: transaction %x, %v, want %x", namespace, got, err, want)
			}
		}
		_, err = w.ExportKey(a.Address, secret(password))
		mustRefuse(t, err, wallet.BadInput, "a signer elsewhere holds")
	}
}

// Nothing that differs from what was shown is used, and a refusal is told in the signer's words
// without its address.
func TestSignerElsewhereIsChecked(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	o.Development = false
	key, _ := newKey(t)
	stranger, _ := newKey(t)
	c := &clef{key: key}
	w := open(t, o)
	address := serveSigner(t, "account", c)
	c.denies = true
	_, err := w.Attach(t.Context(), address)
	mustRefuse(t, err, wallet.SignerFailed, "request denied")
	c.denies = false
	a := must(w.Attach(t.Context(), address))(t)[0]
	tx := api.Transaction{ChainID: 1, From: a.Address, To: common.Address{0xaa}, Nonce: 7,
		Gas: 50_000, GasPrice: api.NewAmount(2e9), BaseFee: api.NewAmount(1), Data: []byte{1}}
	for says, fault := range map[string]clef{
		"request denied":       {denies: true},
		"is not signed by":     {other: stranger},
		"changed the nonce":    {change: func(a *apitypes.SendTxArgs) { a.Nonce++ }},
		"changed the gas":      {change: func(a *apitypes.SendTxArgs) { a.Gas++ }},
		"changed the receiver": {change: func(a *apitypes.SendTxArgs) { a.To = &a.From }},
		"changed the value": {change: func(a *apitypes.SendTxArgs) {
			a.Value = hexutil.Big(*big.NewInt(1))
		}},
		"changed the fees": {change: func(a *apitypes.SendTxArgs) {
			a.MaxFeePerGas = (*hexutil.Big)(big.NewInt(3e9))
		}},
		"changed the data": {change: func(a *apitypes.SendTxArgs) { a.Data = &hexutil.Bytes{2} }},
		"changed the network": {change: func(a *apitypes.SendTxArgs) {
			a.ChainID = (*hexutil.Big)(big.NewInt(5))
		}},
	} {
		fault.key = key
		*c = fault
		_, _, err := w.SignTransaction(a.Address, tx)
		mustRefuse(t, err, wallet.SignerFailed, says)
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("its address is told: %v", err)
		}
	}
	*c = clef{key: key, other: stranger}
	_, err = w.Sign(a.Address, someData)
	mustRefuse(t, err, wallet.SignerFailed, "of another account")
	*c = clef{key: key, denies: true}
	_, err = w.Sign(a.Address, someData)
	mustRefuse(t, err, wallet.SignerFailed, "request denied")
	_, err = w.Attach(t.Context(), "clef.ipc")
	mustRefuse(t, err, wallet.BadInput, "URL")
	_, err = w.Attach(t.Context(), "http://127.0.0.1:1/secret")
	mustRefuse(t, err, wallet.SignerFailed, "connection refused")
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("its address is told: %v", err)
	}
}

// TestTwoSignersOnOneHost: their accounts have names that differ, whichever came first, and each is
// found by its own; what both could be called is refused with both.
func TestTwoSignersOnOneHost(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	w := open(t, o)
	var added []wallet.Account
	for i, digits := range []string{"04", "05"} {
		key, err := crypto.HexToECDSA(strings.Repeat(digits, 32))
		if err != nil {
			t.Fatal(err)
		}
		added = append(added, must(w.Attach(t.Context(),
			serveSigner(t, "account", &clef{key: key})))(t)...)
		if i == 0 && (added[0].Name != "127.0.0.1-1" ||
			must(w.Find("127.0.0.1-1"))(t).Address != added[0].Address) {
			t.Errorf("the only one of its host is called %s", added[0].Name)
		}
	}
	if len(added) != 2 {
		t.Fatalf("attached %+v", added)
	}
	added[0] = must(w.Account(added[0].Address))(t)
	if added[0].Name == added[1].Name || added[0].Name == "127.0.0.1-1" ||
		added[1].Name == "127.0.0.1-1" {
		t.Errorf("they are called %s and %s", added[0].Name, added[1].Name)
	}
	_, both := w.Find("127.0.0.1-1")
	for _, a := range added {
		mustRefuse(t, both, wallet.BadInput, a.Address.Hex())
	}
	for _, a := range added {
		if found := must(w.Find(a.Name))(t); found.Address != a.Address {
			t.Errorf("%s is %s", a.Name, found.Address)
		}
	}
	other := must(w.Watch("other", common.Address{1}))(t)
	_, err := w.Rename(other.Address, added[1].Name)
	mustRefuse(t, err, wallet.Taken, "an account of a signer")
	_, err = w.Watch(added[0].Name, common.Address{2})
	mustRefuse(t, err, wallet.Taken, "an account of a signer")
}
