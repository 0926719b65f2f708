package networks_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/networks"
)

// Pools that everyone knows stand where the factories and init-code hashes of the descriptions put
// them.
func TestKnownPools(t *testing.T) {
	t.Parallel()
	set, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	at := common.HexToAddress
	const (
		wbnb     = "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c"
		busd     = "0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56"
		wftm     = "0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83"
		usdcFTM  = "0x04068DA6C83AFCFA0e13ba15A6696662335D5B75"
		wavax    = "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7"
		usdcAVAX = "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E"
		wpol     = "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270"
		usdcPOL  = "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"
		wethPOL  = "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619"
		wethARB  = "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1"
		usdcARB  = "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8"
		weth     = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
		usdc     = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
		shib     = "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE"
		wxdai    = "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d"
		wethGNO  = "0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1"
		wethBASE = "0x4200000000000000000000000000000000000006"
		usdcBASE = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
		usdcOP   = "0x7F5c764cBc14f9669B88837ca1490cCa17c31607"
		opOP     = "0x4200000000000000000000000000000000000042"
		the      = "0xF4C8E32EaDEC4BFe97E0F595AdD0f4450a863a11"
	)
	proven := make(map[networks.Hash]bool)
	for _, c := range []struct {
		id       uint64
		exchange string
		a, b     string
		fee      uint64
		pool     string
	}{
		{56, "PancakeSwapV2", wbnb, busd, 0, "0x58F876857a02D6762E0101bb5C46A8c1ED44Dc16"},
		{56, "ApeSwap", wbnb, busd, 0, "0x51e6D27FA57373d8d4C256231241053a70Cb1d93"},
		{250, "SpookySwap", wftm, usdcFTM, 0, "0x2b4C76d0dc16BE1C31D4C1DC53bF9B45987Fc75c"},
		{250, "SpiritSwap", wftm, usdcFTM, 0, "0xe7E90f5a767406efF87Fdad7EB07ef407922EC1D"},
		{43114, "TraderJoe", wavax, usdcAVAX, 0, "0xf4003F4efBE8691B60249E6afbD307aBE7758adb"},
		{43114, "PangolinSwap", wavax, usdcAVAX, 0, "0x0e0100Ab771E9288e0Aa97e11557E6654C3a9665"},
		{137, "QuickSwap", wpol, usdcPOL, 0, "0x6e7a5FAFcec6BB1e78bAE2A1F0B612012BF14827"},
		{137, "SushiSwap", wethPOL, usdcPOL, 0, "0x34965ba0ac2451A34a0471F04CCa3F990b8dea27"},
		{42161, "SushiSwap", wethARB, usdcARB, 0, "0x905dfCD5649217c42684f23958568e533C711Aa3"},
		{1, "UniswapV3", weth, usdc, 500, "0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640"},
		{1, "PancakeSwapV2", weth, usdc, 0, "0x2E8135bE71230c6B1B4045696d41C09Db0414226"},
		{1, "ShibaSwap", weth, shib, 0, "0xCF6dAAB95c476106ECa715D48DE4b13287ffDEAa"},
		{100, "HoneySwap", wxdai, wethGNO, 0, "0x7BeA4aF5D425f2d4485bdaD1859c88617dF31a67"},
		{8453, "UniswapV2", wethBASE, usdcBASE, 0, "0x88A43bbDF9D098eEC7bCEda4e2494615dfD9bB9C"},
		{8453, "Aerodrome", wethBASE, usdcBASE, 0, "0xcDAC0d6c6C59727a65F871236188350531885C43"},
		{10, "VelodromeV2", opOP, usdcOP, 0, "0x0df083de449F75691fc5A36477a6f3284C269108"},
		{10, "Velodrome", opOP, usdcOP, 0, "0x47029bc8f5CBe3b464004E87eF9c9419a48018cd"},
		{56, "Thena", the, wbnb, 0, "0x63Db6ba9E512186C2FAaDaCEF342FB4A40dc577c"},
		{250, "Equalizer", wftm, usdcFTM, 0, "0x7547d05dFf1DA6B4A2eBB3f0833aFE3C62ABD9a1"},
	} {
		var found bool
		for _, e := range set[c.id].Exchanges {
			if e.Name != c.exchange {
				continue
			}
			found = true
			if got := poolAt(t, e, at(c.a), at(c.b), c.fee); got != at(c.pool) {
				t.Errorf("%d %s: the pool is at %s, want %s", c.id, c.exchange, got, c.pool)
			}
			proven[e.InitCodeHash] = true
		}
		if !found {
			t.Errorf("%d has no %s", c.id, c.exchange)
		}
	}
	// A wrong hash leaves out a whole exchange, so that one that no known pool proves is left out.
	for id, d := range set {
		for _, e := range d.Exchanges {
			if e.InitCodeHash != (networks.Hash{}) && !proven[e.InitCodeHash] {
				t.Errorf("%d %s: no known pool proves its init-code hash", id, e.Name)
			}
		}
	}
}

// poolAt is where a factory puts the pool of two tokens: of those of the second version the salt is
// of the packed tokens, of Solidly with a byte for the curve, of the third that of the encoded key.
func poolAt(t *testing.T, e networks.Exchange, a, b common.Address, fee uint64) common.Address {
	t.Helper()
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	salt := crypto.Keccak256Hash(a[:], b[:])
	if e.Kind == networks.Solidly { // here of those of different worth
		salt = crypto.Keccak256Hash(a[:], b[:], []byte{0})
	}
	if e.Kind == networks.UniswapV3 {
		pad := common.LeftPadBytes
		salt = crypto.Keccak256Hash(pad(a[:], 32), pad(b[:], 32),
			pad(new(big.Int).SetUint64(fee).Bytes(), 32))
	}
	return crypto.CreateAddress2(common.Address(e.Factory), salt, e.InitCodeHash[:])
}

// Every network has the exchanges that people trade on there: at least three, but for the one that
// is being given up.
func TestExchangesOfEveryNetwork(t *testing.T) {
	t.Parallel()
	set, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	for id, d := range set {
		names := make(map[string]bool)
		for _, e := range d.Exchanges {
			names[e.Name] = true
		}
		if want := map[bool]int{false: 3, true: 2}[id == 1101]; len(names) < want {
			t.Errorf("network %d has %d exchanges, want %d or more", id, len(names), want)
		}
	}
}

// What others list leads from symbols to addresses on every network, and says the same of decimals
// as the descriptions.
func TestTokensThatOthersList(t *testing.T) {
	t.Parallel()
	set, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for id, d := range set {
		known := make(map[common.Address]int)
		for _, token := range networks.Known(id) {
			if _, twice := known[token.Address]; twice || token.ChainID != id ||
				token.Symbol == "" || token.Decimals < 0 || token.Decimals > 36 {
				t.Errorf("network %d: %+v", id, token)
			}
			known[token.Address] = token.Decimals
		}
		for _, token := range d.Tokens {
			if decimals, ok := known[common.Address(token.Address)]; ok &&
				decimals != token.Decimals {
				t.Errorf("network %d: %s has %d decimals, and %d in lists", id, token.Symbol,
					token.Decimals, decimals)
			}
		}
		all += len(known)
	}
	if all != 1264 {
		t.Errorf("%d tokens are known", all)
	}
	twins := 0
	for _, token := range networks.Known(1) {
		if token.Symbol == "LIT" {
			twins++
		}
	}
	if twins != 2 {
		t.Errorf("LIT stands %d times in the table of Ethereum", twins)
	}
}
