package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

const (
	permitType = "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 " +
		"deadline)"
	daiPermitType = "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool " +
		"allowed)"
)

// encode lays out static values of the ABI in words.
func encode(t testing.TB, values ...any) []byte {
	t.Helper()
	var words []byte
	for _, value := range values {
		switch v := value.(type) {
		case common.Address:
			words = append(words, common.LeftPadBytes(v[:], 32)...)
		case *big.Int:
			words = append(words, math.U256Bytes(new(big.Int).Set(v))...)
		case bool:
			word := make([]byte, 32)
			if v {
				word[31] = 1
			}
			words = append(words, word...)
		case byte:
			words = append(words, common.LeftPadBytes([]byte{v}, 32)...)
		case []byte:
			words = append(words, common.LeftPadBytes(v, 32)...)
		default:
			t.Fatalf("can not encode %T", value)
		}
	}
	return words
}

func tokenDomain(name string, token common.Address) apitypes.TypedDataDomain {
	return apitypes.TypedDataDomain{
		Name: name, Version: "1", ChainId: math.NewHexOrDecimal256(chainID),
		VerifyingContract: token.Hex()}
}

// permit2612 is the 224 bytes of a signed ERC-2612 permit.
func permit2612(t testing.TB, owner account, token common.Address, name string,
	spender common.Address, value *big.Int, nonce, deadline int64) []byte {
	t.Helper()
	s := owner.sign(t, digest(t, tokenDomain(name, token), permitType, map[string]any{
		"owner": owner.addr.Hex(), "spender": spender.Hex(), "value": value,
		"nonce": big.NewInt(nonce), "deadline": big.NewInt(deadline),
	}))
	return encode(t, owner.addr, spender, value, big.NewInt(deadline), s[64], s[:32], s[32:64])
}

// permitDAI is the 256 bytes of a signed permit in the style of DAI.
func permitDAI(t testing.TB, holder account, token common.Address, name string,
	spender common.Address, allowed bool, nonce, expiry int64) []byte {
	t.Helper()
	s := holder.sign(t, digest(t, tokenDomain(name, token), daiPermitType, map[string]any{
		"holder": holder.addr.Hex(), "spender": spender.Hex(), "nonce": big.NewInt(nonce),
		"expiry": big.NewInt(expiry), "allowed": allowed,
	}))
	return encode(t, holder.addr, spender, big.NewInt(nonce), big.NewInt(expiry), allowed, s[64],
		s[:32], s[32:64])
}
