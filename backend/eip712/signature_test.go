package eip712_test

import (
	"bytes"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

func newKey(t *testing.T) (*ecdsa.PrivateKey, common.Address) {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key, crypto.PubkeyToAddress(key.PublicKey)
}

// sign returns r ‖ s ‖ v with v 27 or 28.
func sign(t interface{ Fatal(...any) }, key *ecdsa.PrivateKey, hash common.Hash) []byte {
	sig, err := crypto.Sign(hash[:], key)
	if err != nil {
		t.Fatal(err)
	}
	sig[64] += 27
	return sig
}

// highTwin returns the malleable twin: the same signature with s mirrored into the upper half and v
// flipped.
func highTwin(sig []byte) []byte {
	twin := bytes.Clone(sig)
	s := new(big.Int).SetBytes(sig[32:64])
	s.Sub(crypto.S256().Params().N, s).FillBytes(twin[32:64])
	twin[64] = 27 + 28 - sig[64]
	return twin
}

func with(sig []byte, change func(sig []byte)) []byte {
	b := bytes.Clone(sig)
	change(b)
	return b
}

func TestVerifyJudgesEveryForm(t *testing.T) {
	t.Parallel()
	key, maker := newKey(t)
	_, stranger := newKey(t)
	o := api.Order{Maker: maker, MakerAsset: api.Asset{Address: common.Address{1}},
		TakerAsset:  api.Asset{Address: common.Address{2}},
		MakerAmount: api.NewAmount(10), TakerAmount: api.NewAmount(20)}
	contract := common.Address{0xaa}
	hash := eip712.HashOrder(1337, contract, &o)
	good := sign(t, key, hash)
	parsed, err := eip712.ParseSignature(good)
	if err != nil {
		t.Fatal(err)
	}
	n := crypto.S256().Params().N
	asNFT := o
	asNFT.NFT = true
	delta := eip712.DeltaTypedData(
		1337, contract, api.DeltaOrder{
			Owner: maker, SrcAmount: o.MakerAmount, DestAmount: o.TakerAmount})

	for name, c := range map[string]struct {
		sig    []byte
		hash   common.Hash
		signer common.Address
		want   string // part of the error, "" accepts
	}{
		"65 bytes":       {good, hash, maker, ""},
		"64 bytes":       {parsed.Compact(), hash, maker, ""},
		"malleable twin": {highTwin(good), hash, maker, "high s"},
		"empty":          {nil, hash, maker, "has 0"},
		"63 bytes":       {good[:63], hash, maker, "has 63"},
		"66 bytes":       {append(bytes.Clone(good), 0), hash, maker, "has 66"},
		"v 0": {with(good, func(b []byte) { b[64] = 0 }), hash, maker,
			"v = 27 or 28"},
		"v 1": {with(good, func(b []byte) { b[64] = 1 }), hash, maker,
			"v = 27 or 28"},
		"v 29": {with(good, func(b []byte) { b[64] = 29 }), hash, maker,
			"v = 27 or 28"},
		"v 35": {with(good, func(b []byte) { b[64] = 35 }), hash, maker,
			"v = 27 or 28"},
		"v of chain 1337": {with(good, func(b []byte) { b[64] = (35 + 2*1337) & 0xff }), hash,
			maker, "v = 27 or 28"},
		"other v": {with(good, func(b []byte) { b[64] = 55 - b[64] }), hash, maker,
			"not by this account"},
		"r 0": {with(good, func(b []byte) { clear(b[:32]) }), hash, maker,
			"zero or beyond"},
		"s 0": {with(good, func(b []byte) { clear(b[32:64]) }), hash, maker,
			"zero or beyond"},
		"r = N": {with(good, func(b []byte) { n.FillBytes(b[:32]) }), hash, maker,
			"zero or beyond"},
		"s = N": {with(good, func(b []byte) { n.FillBytes(b[32:64]) }), hash, maker,
			"zero or beyond"},
		"r off the curve": {with(good, func(b []byte) { clear(b[:32]); b[31] = 5 }), hash,
			maker, "no account"},
		"zero address": {good, hash, common.Address{}, "not by this account"},
		"stranger":     {good, hash, stranger, "not by this account"},
		"other chain": {good, eip712.HashOrder(1, contract, &o), maker,
			"not by this account"},
		"other contract": {good, eip712.HashOrder(1337, common.Address{0xbb}, &o), maker,
			"not by this account"},
		"as an NFT order": {good, eip712.HashOrder(1337, contract, &asNFT), maker,
			"not by this account"},
		"as a Delta order": {good, delta.Hash(), maker, "not by this account"},
		"personal_sign": {sign(t, key, common.BytesToHash(accounts.TextHash(hash[:]))), hash,
			maker, "not by this account"},
		"struct hash only": {sign(t, key, crypto.Keccak256Hash(hash[:])), hash, maker,
			"not by this account"},
		"changed order field": {good, eip712.HashOrder(1337, contract, &api.Order{Maker: maker}),
			maker, "not by this account"},
	} {
		err := eip712.Verify(c.hash, c.sig, c.signer)
		if (c.want == "") != (err == nil) || err != nil &&
			!bytes.Contains([]byte(err.Error()), []byte(c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	// In 64 bytes the top bit of a high s reads as the parity, which makes it another signature
	// altogether.
	if eip712.Verify(hash, highTwin(good)[:64], maker) == nil {
		t.Error("the malleable twin is accepted in 64 bytes")
	}
	if err := eip712.Verify(hash, good, stranger); !errors.Is(err, eip712.ErrNotSigner) {
		t.Errorf("a stranger's signature gives %v", err)
	}
}

func TestSignatureFormsRoundTrip(t *testing.T) {
	t.Parallel()
	key, maker := newKey(t)
	rapid.Check(t, func(t *rapid.T) {
		hash := common.BytesToHash(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hash"))
		sig := sign(t, key, hash)
		long, err := eip712.ParseSignature(sig)
		if err != nil {
			t.Fatal(err)
		}
		short, err := eip712.ParseSignature(long.Compact())
		if err != nil || short != long || !bytes.Equal(long.Bytes(), sig) {
			t.Fatalf("%x becomes %x, %v", sig, short, err)
		}
		if who, err := eip712.Recover(hash, short); err != nil || who != maker {
			t.Fatalf("recovered %s, %v", who, err)
		}
		if eip712.Verify(hash, highTwin(sig), maker) == nil {
			t.Fatal("the malleable twin is accepted")
		}
	})
}

// FuzzVerify: no bytes make Verify panic, and what it accepts is canonical.
func FuzzVerify(f *testing.F) {
	f.Add(make([]byte, 65))
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, sig []byte) {
		hash := crypto.Keccak256Hash(sig)
		s, err := eip712.ParseSignature(sig)
		if err != nil {
			return
		}
		if s[32] >= 0x80 || s[64] != 27 && s[64] != 28 {
			t.Fatalf("%x is not canonical", s)
		}
		if who, err := eip712.Recover(hash, s); err == nil && eip712.Verify(hash, sig, who) != nil {
			t.Fatalf("%x verifies for nobody", sig)
		}
	})
}

func TestERC1271Helpers(t *testing.T) {
	t.Parallel()
	bytes32, _ := abi.NewType("bytes32", "", nil)
	dynamic, _ := abi.NewType("bytes", "", nil)
	method := abi.NewMethod("isValidSignature", "isValidSignature", abi.Function, "view", false,
		false,
		abi.Arguments{{Type: bytes32}, {Type: dynamic}}, nil)
	hash := crypto.Keccak256Hash([]byte("order"))
	for _, n := range []int{0, 1, 31, 32, 33, 64, 65, 96, 1000} {
		sig := bytes.Repeat([]byte{7}, n)
		args, err := method.Inputs.Pack([32]byte(hash), sig)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := eip712.ERC1271Call(hash, sig),
			append(method.ID, args...); !bytes.Equal(got, want) {
			t.Errorf("%d bytes: %x, want %x", n, got, want)
		}
	}
	yes := append([]byte{0x16, 0x26, 0xba, 0x7e}, make([]byte, 28)...)
	for _, c := range []struct {
		answer []byte
		want   bool
	}{{yes, true}, {yes[:31], false}, {nil, false}, {make([]byte, 32), false},
		{bytes.Repeat([]byte{0xff}, 32), false},
		{with(yes, func(b []byte) { b[31] = 1 }), false}} {
		if got := eip712.ERC1271Accepts(c.answer); got != c.want {
			t.Errorf("%x: %v", c.answer, got)
		}
	}
}
