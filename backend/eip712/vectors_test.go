package eip712_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

type vectors struct {
	Typehashes map[string]struct{ EncodeType, Typehash string }
	Published  []vector
	Generated  []vector
	Packing    struct {
		NonceAndMeta []struct {
			Nonce, Value api.Amount
			Taker        common.Address
		}
		NFTAsset []struct {
			Address common.Address
			Type    api.AssetKind
			Value   api.Amount
		}
		DeltaPartnerAndFee []struct {
			Partner      common.Address
			FeeBps       uint8
			TakesSurplus bool
			Value        api.Amount
		}
	}
	SignerPrivateKey string
}

type vector struct {
	Label, PrimaryType string
	Domain             struct {
		Name, Version     string
		ChainID           uint64
		VerifyingContract common.Address
	}
	Message         map[string]any
	DomainSeparator common.Hash
	Hash            common.Hash
	Signer          common.Address
	Signature       hexutil.Bytes
	Signature65     hexutil.Bytes
	Signature64     hexutil.Bytes `json:"signature64_eip2098"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	raw, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v vector) amount(t *testing.T, key string) api.Amount {
	t.Helper()
	s, ok := v.Message[key].(string)
	if !ok {
		s = v.Message[key].(json.Number).String()
	}
	a, err := api.ParseAmount(s)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return a
}

func (v vector) address(key string) common.Address {
	return common.HexToAddress(v.Message[key].(string))
}

func (v vector) asset(t *testing.T, side string) api.Asset {
	if v.PrimaryType == "Order" {
		return api.Asset{Address: v.address(side)}
	}
	a, err := api.UnpackAsset(v.amount(t, side), v.amount(t, side+"Id"))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (v vector) order(t *testing.T) api.Order {
	expiry, _ := v.amount(t, "expiry").Uint64()
	return api.Order{
		NFT: v.PrimaryType == "OrderNFT", NonceAndMeta: v.amount(t, "nonceAndMeta"), Expiry: expiry,
		MakerAsset: v.asset(t, "makerAsset"), TakerAsset: v.asset(t, "takerAsset"),
		Maker: v.address("maker"), Taker: v.address("taker"),
		MakerAmount: v.amount(t, "makerAmount"), TakerAmount: v.amount(t, "takerAmount"),
	}
}

func (v vector) typedData(t *testing.T) eip712.TypedData {
	if v.Domain.Name == "AUGUSTUS RFQ" {
		return eip712.OrderTypedData(v.Domain.ChainID, v.Domain.VerifyingContract, v.order(t))
	}
	deadline, _ := v.amount(t, "deadline").Uint64()
	return eip712.DeltaTypedData(v.Domain.ChainID, v.Domain.VerifyingContract, api.DeltaOrder{
		Owner: v.address("owner"), Beneficiary: v.address("beneficiary"),
		SrcToken: v.address("srcToken"), DestToken: v.address("destToken"),
		SrcAmount: v.amount(t, "srcAmount"), DestAmount: v.amount(t, "destAmount"),
		ExpectedDestAmount: v.amount(t, "expectedDestAmount"),
		Deadline:           deadline, Nonce: v.amount(t, "nonce"),
		PartnerAndFee: v.amount(t, "partnerAndFee"),
		Permit:        hexutil.MustDecode(v.Message["permit"].(string)),
		Fillable:      v.PrimaryType == "FillableOrder",
	})
}

func TestVectorsOfSignedOrders(t *testing.T) {
	t.Parallel()
	all := readVectors(t)
	key, err := crypto.HexToECDSA(strings.TrimPrefix(strings.Fields(all.SignerPrivateKey)[0], "0x"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(all.Published, all.Generated...) {
		t.Run(v.Label, func(t *testing.T) {
			data := v.typedData(t)
			if got := data.Domain.Separator(); got != v.DomainSeparator {
				t.Errorf("domain separator %s, want %s", got, v.DomainSeparator)
			}
			if got := data.Hash(); got != v.Hash {
				t.Errorf("hash %s, want %s", got, v.Hash)
			}
			if v.Domain.Name == "AUGUSTUS RFQ" {
				o := v.order(t)
				if got := eip712.HashOrder(v.Domain.ChainID, v.Domain.VerifyingContract,
					&o); got != v.Hash {
					t.Errorf("fast hash %s, want %s", got, v.Hash)
				}
			}
			for _, sig := range [][]byte{v.Signature, v.Signature65, v.Signature64} {
				if sig == nil {
					continue
				}
				if err := eip712.Verify(v.Hash, sig, v.Signer); err != nil {
					t.Errorf("Verify(%x): %v", sig, err)
				}
			}
			if v.Signature65 == nil {
				return
			}
			s, err := eip712.ParseSignature(v.Signature64)
			if err != nil || string(s.Bytes()) != string(v.Signature65) ||
				string(s.Compact()) != string(v.Signature64) {
				t.Errorf("64 → 65 → 64 bytes: %x, %v", s, err)
			}
			raw, err := crypto.Sign(v.Hash[:], key)
			if raw[64] += 27; err != nil || string(raw) != string(v.Signature65) {
				t.Errorf("signing gives %x, want %x", raw, v.Signature65)
			}
		})
	}
}

func TestVectorsOfTypeHashes(t *testing.T) {
	t.Parallel()
	for name, v := range readVectors(t).Typehashes {
		if got := crypto.Keccak256Hash([]byte(v.EncodeType)).Hex(); got != v.Typehash {
			t.Errorf("%s: %s, want %s", name, got, v.Typehash)
		}
	}
}

func TestVectorsOfPacking(t *testing.T) {
	t.Parallel()
	p := readVectors(t).Packing
	for _, v := range p.NonceAndMeta {
		if got := api.PackNonce(v.Nonce, v.Taker); got != v.Value {
			t.Errorf("nonceAndMeta %s, want %s", got, v.Value)
		}
	}
	for _, v := range p.NFTAsset {
		if got := (api.Asset{Kind: v.Type, Address: v.Address}).Pack(); got != v.Value {
			t.Errorf("asset %s, want %s", got, v.Value)
		}
	}
	for _, v := range p.DeltaPartnerAndFee {
		if got := eip712.PartnerAndFee(v.Partner, v.FeeBps, v.TakesSurplus); got != v.Value {
			t.Errorf("partnerAndFee %s, want %s", got, v.Value)
		}
		partner, bps, takes := eip712.SplitPartnerAndFee(v.Value)
		if partner != v.Partner || bps != v.FeeBps || takes != v.TakesSurplus {
			t.Errorf("split %s gives %s, %d, %v", v.Value, partner, bps, takes)
		}
	}
}
