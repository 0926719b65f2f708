package proof_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/networks"
	"bourse/backend/proof"
)

// bed is a chain with everything on it, and a right description of it.
func bed(t *testing.T) (*chain.Network, *networks.Description) {
	t.Helper()
	c, err := local.Open(t.Context(), local.Config{Dir: t.TempDir(), Now: time.Now,
		RPCAddr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	n, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{c.RPCURL()}},
		chain.Config{ChainID: api.LocalChainID, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	at := c.Deployment()
	d := &networks.Description{ID: api.LocalChainID, Name: "Bed", Symbol: "ETH",
		BlockTime: networks.Duration(time.Second),
		Base:      []string{"WETH", "USDC", "USDT", "DAI", "WBTC"},
		Contracts: networks.Contracts{
			AugustusRFQ:        networks.Address(at.Contracts.AugustusRFQ),
			AugustusSwapper:    networks.Address(at.Contracts.AugustusSwapper),
			TokenTransferProxy: networks.Address(at.Contracts.TokenTransferProxy),
			AugustusV6:         networks.Address(at.Contracts.AugustusV6),
			Delta:              networks.Address(at.Contracts.Delta),
			Permit2:            networks.Address(at.Contracts.Permit2),
			WrappedNative:      networks.Address(at.Contracts.WrappedNative),
			FeeClaimer:         networks.Address(at.Swap.FeeClaimer),
			FeeVault:           networks.Address(at.Swap.FeeVault),
			Executor:           networks.Address(at.Swap.Executor),
		},
		Exchanges: []networks.Exchange{
			{Name: "two", Kind: networks.UniswapV2, FeeBPS: contracts.UniswapV2Fee,
				Factory: networks.Address(at.Swap.UniswapV2Factory),
				Router:  networks.Address(at.Swap.UniswapV2Router)},
			{Name: "fork", Kind: networks.UniswapV2, FeeBPS: contracts.UniswapV2ForkFee,
				Factory: networks.Address(at.Swap.UniswapV2ForkFactory),
				Router:  networks.Address(at.Swap.UniswapV2ForkRouter)},
			{Name: "three", Kind: networks.UniswapV3, Fees: []uint64{100, 500, 3000, 10_000},
				Factory: networks.Address(at.Swap.UniswapV3Factory),
				Router:  networks.Address(at.Swap.UniswapV3Router)},
			{Name: "vault", Kind: networks.BalancerV2,
				Vault: networks.Address(at.Swap.BalancerVault)},
			{Name: "stable", Kind: networks.Curve,
				Factory: networks.Address(at.Swap.StableSwapFactory)},
			{Name: api.MakerPSM, Kind: networks.Stability,
				Pools: []networks.Address{networks.Address(at.Swap.StabilityModule)}},
		},
		Collections: networks.CollectionsOf(at.Collections, at.NFTs),
	}
	for _, id := range at.Weighted {
		d.Exchanges[3].Pools = append(d.Exchanges[3].Pools, networks.Address(id[:20]))
	}
	for _, token := range at.Tokens {
		if token.Address != api.NativeToken {
			d.Tokens = append(d.Tokens, networks.Token{Symbol: token.Symbol,
				Decimals: token.Decimals, Address: networks.Address(token.Address)})
		}
	}
	return n, d
}

// stands tells whether a line of a description is the one that a finding is about.
func stands(line string, f proof.Finding, says string) bool {
	key, _, _ := strings.Cut(strings.TrimSpace(line), " = ")
	switch {
	case strings.Contains(says, "calls itself"):
		return key == "symbol"
	case strings.Contains(says, "decimals"):
		return key == "decimals"
	case strings.Contains(says, "quotes are not"):
		return key == "fee_bps"
	case strings.Contains(says, "with a fee of"):
		return key == "fees"
	case strings.Contains(says, "init_code_hash"):
		return key == "init_code_hash"
	case strings.Contains(says, "it is no collection"):
		return key == "kind"
	}
	return strings.Contains(line, f.At.Hex())
}

// A right description has nothing against it. Of a wrong one the contract is named that is not what
// the description says, whichever two addresses were exchanged and whatever was put in one's place.
//
// The line that is named has the contract's address, or the detail that is wrong.
func TestFindings(t *testing.T) {
	n, right := bed(t)
	of := func(d *networks.Description) []proof.Finding {
		t.Helper()
		found, err := proof.Of(t.Context(), n, common.Hash{}, d)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := of(right); len(found) > 0 {
		t.Fatalf("of the right description it says %v", found)
	}
	wrong, dir := 0, filepath.Join(t.TempDir(), "networks")
	deny := func(what, want string, change func(*networks.Description)) {
		t.Helper()
		d := *right
		d.Tokens, d.Exchanges = slices.Clone(right.Tokens), slices.Clone(right.Exchanges)
		d.Collections = slices.Clone(right.Collections)
		change(&d)
		wrong++
		file, err := d.Write(dir)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		set, err := networks.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		found := of(set[d.ID])
		i := slices.IndexFunc(found, func(f proof.Finding) bool {
			return strings.Contains(f.Says, want)
		})
		if i < 0 {
			t.Errorf("%s: %v; want %q", what, found, want)
			return
		}
		line, says, _ := strings.Cut(strings.TrimPrefix(found[i].Says, file+":"), ": ")
		n, err := strconv.Atoi(line)
		if err != nil || !strings.HasPrefix(found[i].Says, file) {
			t.Errorf("%s: %q names no line", what, found[i].Says)
			return
		}
		if named := strings.Split(string(text), "\n")[n-1]; !stands(named, found[i], says) {
			t.Errorf("%s: line %d, %q, is named for %q", what, n, named, says)
		}
	}
	type contract = struct {
		name string
		at   func(*networks.Contracts) *networks.Address
	}
	all := []contract{
		{"AugustusRFQ", func(c *networks.Contracts) *networks.Address { return &c.AugustusRFQ }},
		{"Augustus 5", func(c *networks.Contracts) *networks.Address { return &c.AugustusSwapper }},
		{"token transfer proxy", func(c *networks.Contracts) *networks.Address {
			return &c.TokenTransferProxy
		}},
		{"Augustus 6.2", func(c *networks.Contracts) *networks.Address { return &c.AugustusV6 }},
		{"Delta", func(c *networks.Contracts) *networks.Address { return &c.Delta }},
		{"Permit2", func(c *networks.Contracts) *networks.Address { return &c.Permit2 }},
		{"wrapped ETH", func(c *networks.Contracts) *networks.Address { return &c.WrappedNative }},
		{"fee claimer", func(c *networks.Contracts) *networks.Address { return &c.FeeClaimer }},
		{"Augustus 6.2", func(c *networks.Contracts) *networks.Address { return &c.FeeVault }},
	}
	const isNot = " is not that contract: "
	for i, a := range all {
		for _, b := range all[:i] {
			deny("exchanged "+a.name+" and "+b.name, isNot, func(d *networks.Description) {
				x, y := a.at(&d.Contracts), b.at(&d.Contracts)
				*x, *y = *y, *x
			})
		}
		for _, token := range right.Tokens[:2] {
			if token.Address == right.Contracts.WrappedNative && a.name == "wrapped ETH" {
				continue
			}
			deny(a.name+" is "+token.Symbol, isNot, func(d *networks.Description) {
				*a.at(&d.Contracts) = token.Address
			})
		}
	}
	nobody := networks.Address(common.HexToAddress("0x00000000000000000000000000000000000000A1"))
	deny("no order contract", "AugustusRFQ is missing: ", func(d *networks.Description) {
		d.Contracts.AugustusRFQ = nobody
	})
	index := func(symbol string) int {
		return slices.IndexFunc(right.Tokens, func(t networks.Token) bool {
			return t.Symbol == symbol
		})
	}
	deny("exchanged symbols", "token USDC at ", func(d *networks.Description) {
		a, b := index("USDC"), index("USDT")
		d.Tokens[a].Symbol, d.Tokens[b].Symbol = "USDT", "USDC"
	})
	deny("exchanged factories", "router of two at ", func(d *networks.Description) {
		x := d.Exchanges
		x[0].Factory, x[1].Factory = x[1].Factory, x[0].Factory
	})
	for _, fee := range []uint64{3, 25, 31, 100} {
		deny(fmt.Sprint("a fee of ", fee), "are not those of a fee of",
			func(d *networks.Description) { d.Exchanges[0].FeeBPS = fee })
	}
	deny("V2 is V3", "three at ", func(d *networks.Description) {
		d.Exchanges[2].Factory = d.Exchanges[0].Factory
	})
	deny("V3 is V2", "it finds no pools", func(d *networks.Description) {
		d.Exchanges[0].Factory, d.Exchanges[0].Router = d.Exchanges[2].Factory, networks.Address{}
	})
	usdc := right.Tokens[index("USDC")].Address
	for _, kind := range []networks.ExchangeKind{networks.UniswapV2, networks.UniswapV3,
		networks.PancakeV3, networks.Slipstream, networks.SolidlyV3, networks.Solidly,
		networks.AlgebraV1, networks.AlgebraIntegral, networks.Curve, networks.CurveCrypto,
		networks.UniswapV4, networks.InfinityCL} {
		deny("a token that finds pools as "+string(kind), "odd at "+common.Address(usdc).Hex()+
			" is not that contract: it finds no pools", func(d *networks.Description) {
			d.Exchanges = append(d.Exchanges, networks.Exchange{Name: "odd", Kind: kind,
				Factory: usdc, FeeBPS: 30, Fees: []uint64{500}, TickSpacings: []int{10},
				Vault: usdc})
		})
	}
	for kind, name := range map[networks.ExchangeKind]string{networks.Curve: "odd",
		networks.CurveCrypto: "odd", networks.ERC4626: "odd", networks.Stability: api.MakerPSM,
		networks.Wrapper: api.WstETH} {
		deny("a token as a pool of "+string(kind), "pool of "+name+" at ",
			func(d *networks.Description) {
				d.Exchanges = append(d.Exchanges, networks.Exchange{Name: name, Kind: kind,
					Pools: []networks.Address{usdc}})
			})
	}
	for _, symbol := range []string{"WETH", "USDC", "DAI"} {
		deny("other decimals of "+symbol, "token "+symbol+" at ", func(d *networks.Description) {
			d.Tokens[index(symbol)].Decimals++
		})
		deny("another symbol than "+symbol, "calls itself \""+symbol+"\"",
			func(d *networks.Description) {
				d.Base, d.Tokens[index(symbol)].Symbol = nil, "PEPE"
			})
	}
	deny("a token that is none", "it does not tell its decimals", func(d *networks.Description) {
		d.Tokens[index("DAI")].Address = d.Contracts.AugustusRFQ
	})
	deny("a fee of V3 that is none", "no pools with a fee of 777", func(d *networks.Description) {
		d.Exchanges[2].Fees = []uint64{500, 777}
	})
	deny("a hash of other code", "does not stand where init_code_hash says",
		func(d *networks.Description) { d.Exchanges[0].InitCodeHash[0] = 1 })
	deny("the vault is a token", "its wrapped coin is another one", func(d *networks.Description) {
		d.Exchanges[3].Vault = d.Tokens[index("USDC")].Address
	})
	deny("a pool of the vault is a token", "it has no id", func(d *networks.Description) {
		d.Exchanges[3].Pools = []networks.Address{d.Tokens[index("USDC")].Address}
	})
	for i := range right.Collections {
		deny("the other standard", "it is no collection of", func(d *networks.Description) {
			c := &d.Collections[i]
			if c.Kind == networks.ERC721 {
				c.Kind = networks.ERC1155
			} else {
				c.Kind = networks.ERC721
			}
		})
	}
	if wrong < 90 {
		t.Errorf("%d wrong descriptions", wrong)
	}
}
