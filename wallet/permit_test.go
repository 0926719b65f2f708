package wallet_test

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/wallet"
)

func TestPermitsAreEncodedAsContractsDecodeThem(t *testing.T) {
	t.Parallel()
	key, owner := newKey(t)
	spender := common.Address{0x51}
	signed := func(data wallet.TypedData) wallet.Signature {
		s, err := wallet.ParseSignature(sign(t, key, data.Hash()))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	parts := func(s wallet.Signature) (v uint8, r, ss [32]byte) { return s[64], [32]byte(s[:32]), [32]byte(s[32:64]) }

	// The tokens' own permit functions take exactly these words, after the selector.
	p := wallet.Permit{Owner: owner, Spender: spender, Value: api.MaxAmount, Nonce: api.NewAmount(3), Deadline: api.NewAmount(oneHr)}
	s := signed(p.TypedData())
	v, r, ss := parts(s)
	want := contracts.NewStandardToken().PackPermit(owner, spender, api.MaxAmount.Big(), big.NewInt(oneHr), v, r, ss)
	if got := p.Encode(s); len(got) != 224 || !bytes.Equal(got, want[4:]) {
		t.Errorf("ERC-2612: %x, want %x", got, want[4:])
	}
	d := wallet.DAIPermit{Holder: owner, Spender: spender, Nonce: api.NewAmount(3), Expiry: api.NewAmount(oneHr), Allowed: true}
	s = signed(d.TypedData())
	v, r, ss = parts(s)
	want = contracts.NewDaiStyleToken().PackPermit(owner, spender, big.NewInt(3), big.NewInt(oneHr), true, v, r, ss)
	if got := d.Encode(s); len(got) != 256 || !bytes.Equal(got, want[4:]) {
		t.Errorf("DAI: %x, want %x", got, want[4:])
	}

	transfer := wallet.Permit2Transfer{Token: usdc, Amount: api.NewAmount(7), Spender: spender, Nonce: api.NewAmount(9), Deadline: api.NewAmount(oneHr)}
	data := transfer.TypedData(1337, common.Address{0x22})
	got := transfer.Encode(signed(data))
	if len(got) != 96 || new(big.Int).SetBytes(got[:32]).Uint64() != 9 || wallet.Verify(data.Hash(), got[32:], owner) != nil {
		t.Errorf("Permit2 transfer: %x", got)
	}
	allowance := wallet.Permit2Allowance{Token: usdc, Amount: api.NewAmount(7), Expiration: oneHr, Nonce: 2, Spender: spender, SigDeadline: api.NewAmount(noon)}
	data = allowance.TypedData(1337, common.Address{0x22})
	got = allowance.Encode(signed(data))
	if len(got) != 192 || wallet.Verify(data.Hash(), got[128:], owner) != nil {
		t.Fatalf("Permit2 allowance: %x", got)
	}
	for i, want := range []uint64{7, 2, oneHr, noon} {
		if word := new(big.Int).SetBytes(got[32*i : 32*i+32]).Uint64(); word != want {
			t.Errorf("Permit2 allowance, word %d: %d, want %d", i, word, want)
		}
	}
}
