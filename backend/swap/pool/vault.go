package pool

import (
	"errors"

	"github.com/holiman/uint256"
)

// What a deposit or a redemption takes of a vault that keeps its assets itself, and of one that
// keeps them at Aave.
const (
	gasVault  = 70_000
	gasByAave = 230_000
)

// ErrVault is of figures that no vault has whose arithmetic is known.
var ErrVault = errors.New("the vault is not one whose arithmetic is known")

// VaultParams are the figures of a vault. So many shares are worth so many assets: that is the
// whole rate, of which the vault may take any multiple.
type VaultParams struct {
	Shares, Assets uint256.Int
	// Dear is Assets as deposits count it, where shares are dearer by the time of a swap than they
	// are now. It is at least Assets.
	Dear uint256.Int
	// Supply is how many shares there are, and MostIn how many assets can be deposited.
	Supply, MostIn uint256.Int
	OneWay         bool // shares are not redeemed, or not at once
	ByAave         bool // it keeps its assets at Aave, which takes more gas
}

// Vault turns a token (position 0) into shares of what a vault holds of it (position 1) and back,
// at the same price for any amount, as ERC-4626 has it: amounts that are paid out are rounded down.
type Vault struct {
	p VaultParams
	level
	gas uint64
}

// NewVault makes a vault. One without shares is none: who is first in may make its price.
func NewVault(p VaultParams) (*Vault, error) {
	for _, v := range []*uint256.Int{&p.Shares, &p.Assets, &p.Dear, &p.Supply} {
		if v.IsZero() || v.BitLen() > 128 {
			return nil, ErrVault
		}
	}
	if p.Dear.Lt(&p.Assets) {
		return nil, ErrVault
	}
	if p.MostIn.BitLen() > 128 {
		p.MostIn.Lsh(uint256.NewInt(1), 128)
	}
	v := &Vault{p: p, gas: gasVault}
	if p.ByAave {
		v.gas = gasByAave
	}
	supply := toFloat(&p.Supply)
	v.depth = [2]float64{supply * toFloat(&p.Assets) / toFloat(&p.Shares), supply}
	v.most = [2]float64{toFloat(&p.MostIn), supply}
	if p.OneWay {
		v.most[1] = 0
	}
	return v, nil
}

// Kind is KindVault.
func (v *Vault) Kind() Kind { return KindVault }

// Coins is 2: the token and the shares.
func (v *Vault) Coins() int { return 2 }

// Init implements Pool. A state is what can be put in of both.
func (v *Vault) Init(s *State) {
	s.v[0], s.v[1], s.v[2] = v.p.MostIn, v.p.Supply, v.p.Assets
	if v.p.OneWay {
		s.v[1].Clear()
	}
}

// ExactIn is deposit, or redeem.
func (v *Vault) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	switch err := checkPair(in, out, 2); {
	case err != nil:
		return Quote{}, err
	case amount.IsZero():
		return Quote{}, ErrZero
	case amount.Gt(&s.v[in]):
		return Quote{}, ErrLiquidity
	}
	q := Quote{In: amount, Gas: v.gas}
	q.Out = v.Pays(in, amount)
	if q.Out.IsZero() {
		return Quote{}, ErrZero
	}
	s.v[in].Sub(&s.v[in], &amount)
	s.v[out].Add(&s.v[out], &q.Out)
	if v.p.OneWay {
		s.v[1].Clear()
	}
	return q, nil
}

// ExactOut deposits, or redeems, what the vault says by previewMint and previewWithdraw that it
// takes to be paid so much. It may pay some units more.
func (v *Vault) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	switch err := checkPair(in, out, 2); {
	case err != nil:
		return Quote{}, err
	case amount.IsZero():
		return Quote{}, ErrZero
	case amount.BitLen() > 128:
		return Quote{}, ErrLiquidity
	}
	pays := v.Takes(in, amount)
	if pays.BitLen() > 128 {
		return Quote{}, ErrLiquidity
	}
	return v.ExactIn(s, in, out, pays)
}

// Pays is what the vault pays for an amount below 2^128 of the token at a position: previewDeposit
// and previewRedeem.
func (v *Vault) Pays(in int, amount uint256.Int) uint256.Int {
	from, to := v.rate(in)
	out, _ := mulDiv(&amount, to, from)
	return out
}

// Takes is of how much of the token at a position the vault says that it pays so much of the other:
// previewMint and previewWithdraw.
func (v *Vault) Takes(in int, amount uint256.Int) uint256.Int {
	from, to := v.rate(in)
	pays, _ := mulDivUp(&amount, from, to)
	return pays
}

// rate is how many units of what is put in are worth how many of what is paid.
func (v *Vault) rate(in int) (from, to *uint256.Int) {
	if in == 0 {
		return &v.p.Dear, &v.p.Shares
	}
	return &v.p.Shares, &v.p.Assets
}

// Arbitrage implements Pool.
func (v *Vault) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	v.arbitrage(price, v.gas, a)
}

// Feeless implements Pool. There is no fee.
func (v *Vault) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	v.Arbitrage(price, a)
	return 1, 1
}
