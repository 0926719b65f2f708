package networks

import (
	"fmt"
	"regexp"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// Address is an address with the right capitals (EIP-55), so that a slip of a finger is noticed.
type Address common.Address

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *Address) UnmarshalText(text []byte) error {
	s := string(text)
	if !common.IsHexAddress(s) || len(s) != 42 {
		return fmt.Errorf("%q is not an address", s)
	}
	address := common.HexToAddress(s)
	if address.Hex() != s {
		return fmt.Errorf("the checksum of address %s is wrong: as %s it would be right, if that "+
			"is the one", s, address.Hex())
	}
	*a = Address(address)
	return nil
}

// MarshalText implements encoding.TextMarshaler; the zero address is no text.
func (a Address) MarshalText() ([]byte, error) {
	if a == (Address{}) {
		return nil, nil
	}
	return []byte(common.Address(a).Hex()), nil
}

// Hash is 32 bytes in hex.
type Hash common.Hash

var hashForm = regexp.MustCompile(`^0x[0-9a-fA-F]{64}$`)

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	if !hashForm.Match(text) {
		return fmt.Errorf("%q is not a hash of 32 bytes in hex", text)
	}
	*h = Hash(common.HexToHash(string(text)))
	return nil
}

// MarshalText implements encoding.TextMarshaler; the zero hash is no text.
func (h Hash) MarshalText() ([]byte, error) {
	if h == (Hash{}) {
		return nil, nil
	}
	return []byte(common.Hash(h).Hex()), nil
}

// Duration is a time such as "250ms".
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := time.ParseDuration(string(text))
	if err != nil || t <= 0 {
		return fmt.Errorf(`%q is not a time such as "12s" or "250ms"`, text)
	}
	*d = Duration(t)
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// ExchangeKind is how pools of an exchange work.
type ExchangeKind string

// Kinds of exchanges.
const (
	UniswapV2  ExchangeKind = "uniswap-v2"
	UniswapV3  ExchangeKind = "uniswap-v3"
	Slipstream ExchangeKind = "slipstream" // concentrated pools that tell their fees themselves
	PancakeV3  ExchangeKind = "pancake-v3"
	SolidlyV3  ExchangeKind = "solidly-v3" // concentrated pools whose fee stands beside the price
	AlgebraV1  ExchangeKind = "algebra-v1" // one pool a pair, of a fee that an oracle sets
	BalancerV2 ExchangeKind = "balancer-v2"
	Curve      ExchangeKind = "curve"
	Stability  ExchangeKind = "stability" // peg stability modules, which are its pools
	ERC4626    ExchangeKind = "erc4626"   // vaults of one exchange, which are its pools
	// AlgebraIntegral is what came after AlgebraV1, with a plugin for each pool.
	AlgebraIntegral ExchangeKind = "algebra-integral"
	// UniswapV4 and InfinityCL are managers that hold concentrated pools.
	UniswapV4  ExchangeKind = "uniswap-v4"
	InfinityCL ExchangeKind = "infinity-cl"

	// Solidly are pairs on xy and on x³y + xy³ that tell what they pay.
	Solidly ExchangeKind = "solidly"

	// LiquidityBook are Trader Joe's pairs of bins, of one price each.
	LiquidityBook ExchangeKind = "lb"

	// CurveCrypto are Curve's pools of two or three coins whose prices differ.
	CurveCrypto ExchangeKind = "curve-crypto"

	Wrapper ExchangeKind = "wrapper" // of rebasing tokens, as wstETH, which are its pools
)

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *ExchangeKind) UnmarshalText(text []byte) error {
	return oneOf(k, text, UniswapV2, UniswapV3, Slipstream, PancakeV3, SolidlyV3, AlgebraV1,
		AlgebraIntegral, UniswapV4, InfinityCL, Solidly, LiquidityBook, CurveCrypto, BalancerV2,
		Curve, Stability, Wrapper, ERC4626)
}

// held tells whether a manager, which stands as the factory, holds the exchange's pools.
func (k ExchangeKind) held() bool { return k == UniswapV4 || k == InfinityCL }

// curve tells whether it is Curve's, whose factories do not list all pools.
func (k ExchangeKind) curve() bool { return k == Curve || k == CurveCrypto }

// named tells whether the description names all pools of such an exchange.
func (k ExchangeKind) named() bool { return k == Stability || k == Wrapper || k == ERC4626 }

// Finality is how a network tells which blocks stay.
type Finality string

// Finalities: by the tag "finalized" of its nodes, or by depth alone.
const (
	ByTag   Finality = "finalized"
	ByDepth Finality = "depth"
)

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Finality) UnmarshalText(text []byte) error { return oneOf(f, text, ByTag, ByDepth) }

// L1Fee is how a rollup charges for the chain below it.
type L1Fee string

// Models: the gas price oracle of the OP stack, or within the gas that is estimated.
const (
	OptimismFee L1Fee = "optimism"
	IncludedFee L1Fee = "included"
)

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *L1Fee) UnmarshalText(text []byte) error { return oneOf(f, text, OptimismFee, IncludedFee) }

func oneOf[T ~string](to *T, text []byte, known ...T) error {
	for _, k := range known {
		if string(text) == string(k) {
			*to = k
			return nil
		}
	}
	return fmt.Errorf("%q is none of %q", text, known)
}
