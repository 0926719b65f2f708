package eip712_test

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

const (
	noon = 1_795_262_400 // 2026-11-21 12:00:00 UTC
	hour = noon + 3600
)

func TestPermitsAreEncodedAsContractsDecodeThem(t *testing.T) {
	t.Parallel()
	key, owner := newKey(t)
	spender, usdc := common.Address{0x51}, common.Address{0xe0}
	signed := func(data eip712.TypedData) eip712.Signature {
		s, err := eip712.ParseSignature(sign(t, key, data.Hash()))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	parts := func(s eip712.Signature) (v uint8, r, ss [32]byte) {
		return s[64], [32]byte(s[:32]),
			[32]byte(s[32:64])
	}

	// The tokens' own permit functions take exactly these words, after the selector.
	p := eip712.Permit{Owner: owner, Spender: spender, Value: api.MaxAmount,
		Nonce: api.NewAmount(3), Deadline: api.NewAmount(hour)}
	s := signed(p.TypedData())
	v, r, ss := parts(s)
	want := contracts.NewStandardToken().PackPermit(
		owner, spender, api.MaxAmount.Big(), big.NewInt(hour), v, r, ss)
	if got := p.Encode(s); len(got) != 224 || !bytes.Equal(got, want[4:]) {
		t.Errorf("ERC-2612: %x, want %x", got, want[4:])
	}
	d := eip712.DAIPermit{Holder: owner, Spender: spender, Nonce: api.NewAmount(3),
		Expiry: api.NewAmount(hour), Allowed: true}
	s = signed(d.TypedData())
	v, r, ss = parts(s)
	want = contracts.NewDaiStyleToken().PackPermit(
		owner, spender, big.NewInt(3), big.NewInt(hour), true, v, r, ss)
	if got := d.Encode(s); len(got) != 256 || !bytes.Equal(got, want[4:]) {
		t.Errorf("DAI: %x, want %x", got, want[4:])
	}

	transfer := eip712.Permit2Transfer{
		Token: usdc, Amount: api.NewAmount(7), Spender: spender, Nonce: api.NewAmount(9),
		Deadline: api.NewAmount(hour)}
	data := transfer.TypedData(1337, common.Address{0x22})
	got := transfer.Encode(signed(data))
	if len(got) != 96 || new(big.Int).SetBytes(got[:32]).Uint64() != 9 ||
		eip712.Verify(data.Hash(), got[32:], owner) != nil {
		t.Errorf("Permit2 transfer: %x", got)
	}
	allowance := eip712.Permit2Allowance{
		Token: usdc, Amount: api.NewAmount(7), Expiration: hour, Nonce: 2, Spender: spender,
		SigDeadline: api.NewAmount(noon)}
	data = allowance.TypedData(1337, common.Address{0x22})
	got = allowance.Encode(signed(data))
	if len(got) != 192 || eip712.Verify(data.Hash(), got[128:], owner) != nil {
		t.Fatalf("Permit2 allowance: %x", got)
	}
	for i, want := range []uint64{7, hour, 2, noon} {
		if word := new(big.Int).SetBytes(got[32*i : 32*i+32]).Uint64(); word != want {
			t.Errorf("Permit2 allowance, word %d: %d, want %d", i, word, want)
		}
	}
}
