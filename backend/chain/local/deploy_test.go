package local_test

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// reader calls contracts of a chain.
type reader struct {
	t   *testing.T
	net *chain.Network
}

func newReader(t *testing.T, c *local.Chain) reader {
	t.Helper()
	n, err := chain.New(t.Context(), c.Client(), chain.Config{
		ChainID: api.LocalChainID, Contracts: c.Deployment().Contracts, BlockTime: time.Second,
		Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return reader{t, n}
}

// read calls a contract and unpacks what it returns.
func read[T any](r reader, to common.Address, data []byte, unpack func([]byte) (T, error)) T {
	r.t.Helper()
	out, err := r.net.Call(r.t.Context(), common.Hash{}, chain.Call{To: to, Data: data})
	if err != nil {
		r.t.Fatal(err)
	}
	v, err := unpack(out)
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

// The listed tokens are what their contracts say, and everyone holds what the network promises.
func TestTokens(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	r, d, erc20 := newReader(t, c), c.Deployment(), contracts.NewStandardToken()
	want := []string{"ETH", "WETH", "USDC", "USDT", "DAI", "WBTC", "LINK", "UNI", "stETH", "TAX",
		"AAVE", "rETH", "FRAX", "CRV"}
	if len(d.Tokens) != len(want) || d.Tokens[0].Address != api.NativeToken {
		t.Fatalf("tokens %v", d.Tokens)
	}
	trader := crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey)
	agent := crypto.PubkeyToAddress(local.House{}.Agent(0).PublicKey)
	for i, token := range d.Tokens {
		if token.Symbol != want[i] || token.ChainID != api.LocalChainID || token.Kind != api.ERC20 {
			t.Errorf("token %d is %+v, want %s", i, token, want[i])
		}
		if i == 0 {
			continue
		}
		if s := read(r, token.Address, erc20.PackSymbol(), erc20.UnpackSymbol); s != token.Symbol {
			t.Errorf("%s calls itself %s", token.Symbol, s)
		}
		if s := read(r, token.Address, erc20.PackName(), erc20.UnpackName); s != token.Name {
			t.Errorf("%s is named %s, listed as %s", token.Symbol, s, token.Name)
		}
		if n := read(r, token.Address, erc20.PackDecimals(), erc20.UnpackDecimals); int(
			n) != token.Decimals {
			t.Errorf("%s has %d decimals, listed with %d", token.Symbol, n, token.Decimals)
		}
		held := func(a common.Address) *big.Int {
			return read(r, token.Address, erc20.PackBalanceOf(a), erc20.UnpackBalanceOf)
		}
		for _, a := range append(users()[:5], trader, agent) {
			if held(a).Cmp(new(big.Int).Exp(
				big.NewInt(10), big.NewInt(int64(token.Decimals)), nil)) < 0 {
				t.Errorf("%s holds %s units of %s", a, held(a), token.Symbol)
			}
		}
		if held(users()[5]).Sign() != 0 {
			t.Errorf("the sixth account holds %s", token.Symbol)
		}
	}
}

// Permits and taxes are as listed.
func TestTokenKinds(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	r := newReader(t, c)
	permits := map[string]string{"DAI": "DAI"}
	for _, symbol := range []string{
		"USDC", "WBTC", "LINK", "UNI", "stETH", "AAVE", "rETH", "FRAX", "CRV"} {
		permits[symbol] = "ERC2612"
	}
	for _, token := range c.Deployment().Tokens {
		if token.Permit != permits[token.Symbol] {
			t.Errorf("%s is listed with permit %q", token.Symbol, token.Permit)
		}
		if taxed := token.Symbol == "TAX"; (token.TransferTax == 100) != taxed {
			t.Errorf("%s is listed with tax %d", token.Symbol, token.TransferTax)
		}
		if token.Permit != "" {
			standard, dai := contracts.NewStandardToken(), contracts.NewDaiStyleToken()
			hash := read(r, token.Address, standard.PackPERMITTYPEHASH(),
				standard.UnpackPERMITTYPEHASH)
			isDai := hash == crypto.Keccak256Hash(
				[]byte("Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool "+
					"allowed)"))
			if isDai != (token.Permit == "DAI") {
				t.Errorf("%s has type hash %x", token.Symbol, hash)
			}
			read(r, token.Address, dai.PackDOMAINSEPARATOR(), dai.UnpackDOMAINSEPARATOR)
		}
		if token.Symbol == "TAX" {
			tax := contracts.NewTaxToken()
			if bps := read(r, token.Address, tax.PackTaxBps(),
				tax.UnpackTaxBps); bps.Int64() != int64(token.TransferTax) {
				t.Errorf("TAX takes %s basis points", bps)
			}
		}
	}
}

func TestCollections(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	r, collections := newReader(t, c), c.Deployment().Collections
	if len(collections) != 2 || collections[0].Kind != api.ERC721 ||
		collections[1].Kind != api.ERC1155 {
		t.Fatalf("collections %+v", collections)
	}
	apes, passes := contracts.NewERC721Collection(), contracts.NewERC1155Collection()
	for i, account := range users()[:5] {
		id := big.NewInt(int64(3*i + 1))
		if owner := read(r, collections[0].Address, apes.PackOwnerOf(id),
			apes.UnpackOwnerOf); owner != account {
			t.Errorf("Ape %s belongs to %s, want account %d", id, owner, i)
		}
		for pass := range int64(3) {
			n := read(r, collections[1].Address, passes.PackBalanceOf(account, big.NewInt(pass+1)),
				passes.UnpackBalanceOf)
			if n.Int64() != 10 {
				t.Errorf("account %d holds %s of pass %d", i, n, pass+1)
			}
		}
	}
}

func TestContracts(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{})
	r, d := newReader(t, c), c.Deployment().Contracts
	rfq := contracts.NewAugustusRFQ()
	if v := read(r, d.AugustusRFQ, rfq.PackFILLEDORDER(), rfq.UnpackFILLEDORDER); v.Int64() != 1 {
		t.Errorf("AugustusRFQ at %s answers %s", d.AugustusRFQ, v)
	}
	multi := contracts.NewMulticall3()
	if v := read(r, d.Multicall, multi.PackGetBlockNumber(),
		multi.UnpackGetBlockNumber); v.Uint64() != c.Head().Number {
		t.Errorf("Multicall3 at %s says block %s", d.Multicall, v)
	}
	swapper := contracts.NewAugustusSwapper()
	proxy := read(r, d.AugustusSwapper, swapper.PackGetTokenTransferProxy(),
		swapper.UnpackGetTokenTransferProxy)
	if proxy != d.TokenTransferProxy {
		t.Errorf("AugustusSwapper at %s uses the proxy %s, listed is %s", d.AugustusSwapper, proxy,
			d.TokenTransferProxy)
	}
	for name, at := range map[string]common.Address{
		"AugustusV6": d.AugustusV6, "Executor1": d.Executors["Executor1"]} {
		if code, err := r.net.Code(t.Context(), common.Hash{}, at); err != nil || len(code) == 0 {
			t.Errorf("%s at %s has %d bytes of code, %v", name, at, len(code), err)
		}
	}
	if d.WrappedNative != c.Deployment().Tokens[1].Address {
		t.Errorf("the wrapped coin is at %s", d.WrappedNative)
	}
}
