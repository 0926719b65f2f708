package contracts_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/contracts"
)

// Bits of the version 6.2 fee word.
const (
	userSurplus = 90 + iota
	directTransfer
	capSurplus
	skipBlacklist
	referral
	takeSurplus
)

// feeWord6 is partner << 96 | flags | basis points.
func feeWord6(partner common.Address, bps int64, flags ...int) *big.Int {
	word := new(big.Int).Lsh(new(big.Int).SetBytes(partner[:]), 96)
	word.Add(word, big.NewInt(bps))
	for _, bit := range flags {
		word.SetBit(word, bit, 1)
	}
	return word
}

// feeWord5 is version 1 << 248 | flags | basis points.
func feeWord5(bps int64, flags ...int) *big.Int {
	word := new(big.Int).Lsh(big.NewInt(1), 248)
	word.Add(word, big.NewInt(bps))
	for _, bit := range flags {
		word.SetBit(word, bit, 1)
	}
	return word
}

// pools2 packs a path for the version 6.2 constant-product methods.
func pools2(path ...common.Address) []byte {
	var packed []byte
	for i := range len(path) - 1 {
		a, b, direction := path[i], path[i+1], byte(1)
		if less(b, a) {
			a, b, direction = b, a, 0
		}
		packed = slices.Concat(packed, a[:], b[:], make([]byte, 23), []byte{direction})
	}
	return packed
}

// hop3 is the three words of a concentrated pool in a version 6.2 path.
func hop3(tokenIn, tokenOut common.Address, fee int64) []byte {
	a, b, direction := tokenIn, tokenOut, byte(0x80)
	if less(b, a) {
		a, b, direction = b, a, 0
	}
	first := common.LeftPadBytes(a[:], 32)
	first[0] |= direction
	return slices.Concat(first, common.LeftPadBytes(b[:], 32),
		common.LeftPadBytes(big.NewInt(fee).Bytes(), 32))
}

// forkWord is a pool of the version 5 constant-product methods.
func (c *swapChain) forkWord(pair, tokenIn common.Address, feeBps int64) *big.Int {
	c.t.Helper()
	p := contracts.NewUniswapV2Pair()
	token1In := tokenIn != read(c.chain, pair, p.PackToken0(), p.UnpackToken0)
	return forkWord(pair, feeBps, token1In)
}

func forkWord(pair common.Address, feeBps int64, token1In bool) *big.Int {
	word := new(big.Int).Lsh(big.NewInt(10_000-feeBps), 161)
	if token1In {
		word.SetBit(word, 160, 1)
	}
	return word.Add(word, new(big.Int).SetBytes(pair[:]))
}

// curveWord is the curveData of version 6.2: approve is always set.
func curveWord(pool common.Address, wrap, swapType int64) *big.Int {
	word := new(big.Int).SetBytes(pool[:])
	word.SetBit(word, 160, 1)
	word.Add(word, new(big.Int).Lsh(big.NewInt(wrap), 161))
	return word.Add(word, new(big.Int).Lsh(big.NewInt(swapType), 163))
}

func TestPackingsAreThoseOfTheVectors(t *testing.T) {
	t.Parallel()
	var vectors struct {
		Packing struct {
			V62PartnerAndFee []struct {
				Partner common.Address
				FeeBps  int64
				Flags   []string
				Value   string
			}
			V5FeePercent []struct {
				FeeBps                int64
				TakeSurplus, Referrer bool
				Side, Value           string
			}
			V62UniV2Pools []struct {
				Path  []common.Address
				Value hexutil.Bytes
			}
			V62UniV3Pools []struct {
				Path  []common.Address
				Fee   int64
				Value hexutil.Bytes
			}
			V5UniV2ForkPools []struct {
				Pool        common.Address
				FeeBps      int64
				SrcIsToken0 bool
				Value       string
			}
		}
	}
	readJSON(t, "testdata/vectors.json", &vectors)
	p := vectors.Packing
	bits := map[string]int{"capSurplus(92)": capSurplus, "takeSurplus(95)": takeSurplus,
		"directTransfer(91)": directTransfer}
	for _, v := range p.V62PartnerAndFee {
		var flags []int
		for _, flag := range v.Flags {
			flags = append(flags, bits[flag])
		}
		same(t, "partnerAndFee", feeWord6(v.Partner, v.FeeBps, flags...), big256(t, v.Value))
	}
	for _, v := range p.V5FeePercent {
		word := feeWord5(v.FeeBps, 14)
		switch {
		case v.Referrer:
			word = feeWord5(2500, 14, 16)
		case v.TakeSurplus:
			word = feeWord5(5000, 16, 17)
		case v.Side == "BUY" && v.FeeBps > 0:
			word = feeWord5(v.FeeBps, 14, 15)
		}
		same(t, "feePercent", word, big256(t, v.Value))
	}
	for _, v := range p.V62UniV2Pools {
		if got := pools2(v.Path...); !slices.Equal(got, v.Value) {
			t.Errorf("pools of %v: got %x, want %x", v.Path, got, v.Value)
		}
	}
	for _, v := range p.V62UniV3Pools {
		if got := hop3(v.Path[0], v.Path[1], v.Fee); !slices.Equal(got, v.Value) {
			t.Errorf("pools of %v: got %x, want %x", v.Path, got, v.Value)
		}
	}
	for _, v := range p.V5UniV2ForkPools {
		same(t, "fork pool", forkWord(v.Pool, v.FeeBps, !v.SrcIsToken0), big256(t, v.Value))
	}
}

// The swap contracts' reference interfaces, entry by entry. Version 5 lacks the methods of a
// foreign exchange protocol that no network here has.
func TestSwapContractsAnswerTheReferenceABIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reference string
		meta      []*bind.MetaData
		missing   []string
	}{
		{
			"augustus_v6_2.json",
			[]*bind.MetaData{
				&contracts.AugustusV6MetaData, &contracts.AugustusV6GenericMetaData,
				&contracts.AugustusV6UniswapV2MetaData,
				&contracts.AugustusV6UniswapV3MetaData, &contracts.AugustusV6CurveMetaData,
				&contracts.AugustusV6BalancerV2MetaData,
				&contracts.AugustusV6RFQMetaData, &contracts.AugustusV6MakerPSMMetaData,
			}, nil,
		},
		{
			"augustus_v5_swapper.json",
			[]*bind.MetaData{
				&contracts.AugustusSwapperMetaData, &contracts.SimpleSwapMetaData,
				&contracts.ProtectedSimpleSwapMetaData,
				&contracts.SimpleSwapNFTMetaData, &contracts.MultiPathMetaData,
				&contracts.ProtectedMultiPathMetaData,
				&contracts.DirectSwapMetaData, &contracts.UniswapV2ForkRouterMetaData,
				&contracts.AugustusRFQRouterMetaData,
			},
			[]string{
				"function erc20Proxy()",
				"function swapOnZeroXv2(address,address,uint256,uint256,address,bytes)",
				"function " +
					"swapOnZeroXv2WithPermit(address,address,uint256,uint256,address,bytes,bytes)",
				"function swapOnZeroXv4(address,address,uint256,uint256,address,bytes)",
				"function " +
					"swapOnZeroXv4WithPermit(address,address,uint256,uint256,address,bytes,bytes)",
			},
		},
		{"token_transfer_proxy_v5.json",
			[]*bind.MetaData{&contracts.TokenTransferProxyMetaData}, nil},
		{"fee_claimer_v5.json", []*bind.MetaData{&contracts.FeeClaimerMetaData}, nil},
	} {
		t.Run(c.reference, func(t *testing.T) {
			var reference json.RawMessage
			readJSON(t, "testdata/"+c.reference, &reference)
			got := map[string]string{}
			for _, meta := range c.meta {
				for signature, description := range describe(t, meta.ABI) {
					got[signature] = description
				}
			}
			var missing []string
			for signature, description := range describe(t, string(reference)) {
				if got[signature] == "" {
					missing = append(missing, signature)
				} else if got[signature] != description {
					t.Errorf("%s:\n got %q\nwant %q", signature, got[signature], description)
				}
			}
			slices.Sort(missing)
			if !slices.Equal(missing, c.missing) {
				t.Errorf("missing: %q", missing)
			}
		})
	}
}

// Calldata of the vectors decodes by the contracts' ABI and packs again to the same bytes.
func TestSwapCalldataIsThatOfTheVectors(t *testing.T) {
	t.Parallel()
	var vectors struct {
		Calldata []struct {
			Contract, Function, Data string
			Args                     json.RawMessage
		}
	}
	readJSON(t, "testdata/vectors.json", &vectors)
	metas := map[string][]*bind.MetaData{
		"AugustusV6.2": {&contracts.AugustusV6GenericMetaData,
			&contracts.AugustusV6UniswapV3MetaData, &contracts.AugustusV6RFQMetaData},
		"AugustusV5": {&contracts.SimpleSwapMetaData, &contracts.MultiPathMetaData},
	}
	checked := 0
	for _, v := range vectors.Calldata {
		for _, meta := range metas[v.Contract] {
			parsed := parseABI(t, meta.ABI)
			method, ok := parsed.Methods[v.Function]
			if !ok {
				continue
			}
			checked++
			data := common.FromHex(v.Data)
			arguments, err := method.Inputs.Unpack(data[4:])
			if err != nil {
				t.Fatalf("%s: %v", v.Function, err)
			}
			packed, err := parsed.Pack(v.Function, arguments...)
			if err != nil || !slices.Equal(packed, data) {
				t.Errorf("%s: packed again it is %x (%v)", v.Function, packed, err)
			}
		}
	}
	if checked != 5 {
		t.Fatalf("%d vectors of the swap contracts, want 5", checked)
	}
}
