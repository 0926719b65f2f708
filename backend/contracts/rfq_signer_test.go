package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
)

func TestContractsSignOrders(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	wallet := contracttest.NewContractWallet()
	walletAddr := c.deploy(&contracttest.ContractWalletMetaData,
		wallet.PackConstructor(c.maker.addr))
	c.must(c.deployer, c.sold, c.token.PackMint(walletAddr, big.NewInt(1_000_000)))
	c.must(c.maker, walletAddr, wallet.PackExecute(
		c.sold, new(big.Int), c.token.PackApprove(c.addr, maxUint256)))

	const owner, always, wrong, reverts, short, long, loops = 0, 1, 2, 3, 4, 5, 6
	for _, test := range []struct {
		name   string
		answer uint8
		forged bool
		valid  bool
	}{
		{"owner's signature", owner, false, true},
		{"forged signature", owner, true, false},
		{"anything goes", always, true, true},
		{"wrong answer", wrong, false, false},
		{"reverts", reverts, false, false},
		{"answer too short", short, false, false},
		{"answer too long", long, false, false},
		{"burns all gas", loops, false, false},
	} {
		c.must(c.deployer, walletAddr, wallet.PackSetAnswer(test.answer))
		order := c.order(func(o *contracts.AugustusRFQOrder) { o.Maker = walletAddr })
		signature := c.signed(order)
		if test.forged {
			signature = garbage()
		}
		fill := c.rfq.PackFillOrder(order, signature)
		if !test.valid {
			c.refuses(c.taker, c.addr, fill, "Invalid Signature")
			continue
		}
		c.must(c.taker, c.addr, fill)
	}
}

// Signatures that were made elsewhere, for the deployed contracts of real networks, are valid for
// this code at their address and on their chain, and for nothing else. Every token is missing
// there, so that a signature that holds is seen by how far the fill gets.
func TestReferenceSignaturesHoldOnTheirChains(t *testing.T) {
	t.Parallel()
	var vectors struct {
		Typehashes           map[string]struct{ Typehash string }
		Published, Generated []orderVector
	}
	readJSON(t, "testdata/vectors.json", &vectors)
	c := newChain(t)
	rfq := contracts.NewAugustusRFQ()
	addr := c.deploy(&contracts.AugustusRFQMetaData, nil)
	for name, got := range map[string][32]byte{
		"Order(AugustusRFQ)": read(
			c, addr, rfq.PackRFQLIMITORDERTYPEHASH(), rfq.UnpackRFQLIMITORDERTYPEHASH),
		"OrderNFT(AugustusRFQ)": read(
			c, addr, rfq.PackRFQLIMITNFTORDERTYPEHASH(), rfq.UnpackRFQLIMITNFTORDERTYPEHASH),
	} {
		if want := vectors.Typehashes[name].Typehash; common.Hash(got).Hex() != want {
			t.Errorf("%s: type hash %x, want %s", name, got, want)
		}
	}
	code, err := c.client.CodeAt(t.Context(), addr, nil)
	if err != nil {
		t.Fatal(err)
	}

	checked := 0
	for _, v := range append(vectors.Published, vectors.Generated...) {
		if v.Domain.Name != "AUGUSTUS RFQ" {
			continue
		}
		for _, signature := range v.signatures() {
			checked++
			if got := v.fillOn(t, code, v.Domain.ChainID, signature); got != v.reached(t) {
				t.Errorf("%s: the fill ends with %q, want %q", v.Label, got, v.reached(t))
			}
			if got := v.fillOn(t, code, v.Domain.ChainID+1, signature); got != "Invalid Signature" {
				t.Errorf("%s: on another chain the fill ends with %q", v.Label, got)
			}
		}
	}
	if checked < 10 {
		t.Fatalf("only %d signatures checked", checked)
	}
}

type orderVector struct {
	Label, PrimaryType string
	Domain             struct {
		Name              string
		ChainID           int64
		VerifyingContract common.Address
	}
	Message struct {
		NonceAndMeta, MakerAssetID, TakerAssetID, MakerAmount, TakerAmount string
		Expiry                                                             int64
		MakerAsset, TakerAsset                                             string
		Maker, Taker                                                       common.Address
	}
	Signature   string
	Signature65 string `json:"signature65"`
	Signature64 string `json:"signature64_eip2098"`
}

func (v orderVector) signatures() [][]byte {
	var all [][]byte
	for _, text := range []string{v.Signature, v.Signature65, v.Signature64} {
		if text != "" {
			all = append(all, common.FromHex(text))
		}
	}
	return all
}

// reached is the error behind the signature check: the maker's asset meets an address without code,
// of which the deployed contract says nothing where the asset is a collection's.
func (v orderVector) reached(t *testing.T) string {
	if v.PrimaryType != "Order" && big256(t, v.Message.MakerAsset).BitLen() > 160 {
		return ""
	}
	return "Address: call to non-contract"
}

func (v orderVector) pack(t *testing.T, signature []byte) []byte {
	rfq, m := contracts.NewAugustusRFQ(), v.Message
	if v.PrimaryType == "Order" {
		return rfq.PackFillOrder(contracts.AugustusRFQOrder{
			NonceAndMeta: big256(t, m.NonceAndMeta), Expiry: big.NewInt(m.Expiry),
			MakerAsset: common.HexToAddress(m.MakerAsset),
			TakerAsset: common.HexToAddress(m.TakerAsset), Maker: m.Maker, Taker: m.Taker,
			MakerAmount: big256(t, m.MakerAmount), TakerAmount: big256(t, m.TakerAmount),
		}, signature)
	}
	return rfq.PackFillOrderNFT(contracts.AugustusRFQOrderNFT{
		NonceAndMeta: big256(t, m.NonceAndMeta), Expiry: big.NewInt(m.Expiry),
		MakerAsset:   big256(t, m.MakerAsset),
		MakerAssetId: big256(t, m.MakerAssetID), TakerAsset: big256(t, m.TakerAsset),
		TakerAssetId: big256(t, m.TakerAssetID),
		Maker:        m.Maker, Taker: m.Taker, MakerAmount: big256(t, m.MakerAmount),
		TakerAmount: big256(t, m.TakerAmount),
	}, signature)
}

// fillOn runs the fill on an empty chain but for the contract's code, and returns the reason why it
// reverts.
func (v orderVector) fillOn(t *testing.T, code []byte, chainID int64, signature []byte) string {
	t.Helper()
	config := *params.MergedTestChainConfig
	config.ChainID = big.NewInt(chainID)
	statedb, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		t.Fatal(err)
	}
	statedb.SetCode(v.Domain.VerifyingContract, code, 0)
	answer, _, err := runtime.Call(
		v.Domain.VerifyingContract, v.pack(t, signature), &runtime.Config{
			ChainConfig: &config, State: statedb, Origin: v.Message.Taker, GasLimit: gasLimit,
			Time:        1,
			BlockNumber: big.NewInt(1),
		})
	if err == nil {
		return "success"
	}
	return revertReason(answer)
}
