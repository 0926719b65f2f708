package pools

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// What vaults are asked (ERC-4626), and what only those over Aave's deposits answer.
var (
	vaultAsset      = selector("asset()")
	vaultAssets     = selector("totalAssets()")
	vaultSupply     = selector("totalSupply()")
	vaultMost       = selector("maxDeposit(address)")
	vaultWorth      = selector("convertToAssets(uint256)")
	vaultOfAave     = selector("aToken()")
	previewDeposit  = selector("previewDeposit(uint256)")
	previewRedeem   = selector("previewRedeem(uint256)")
	previewMint     = selector("previewMint(uint256)")
	previewWithdraw = selector("previewWithdraw(uint256)")
)

// Answers of a vault to vaultCalls, before those about samples.
const (
	figureSupply = iota
	figureAssets
	figureMost
	figureWorth
	figureAave
	vaultFigures
)

const (
	// maxOffset is how many digits more shares have than assets at most, by the vault's own count.
	maxOffset = 18
	// vaultAhead is for how many seconds at most what a vault earned since it was read last is
	// counted once more for its deposits, which bring less as shares rise.
	vaultAhead = 30
	// vaultDust is which part of its assets a vault must earn in that time for it to count.
	vaultDust = 10_000_000_000
)

// ray is in what Maker and Aave count the worth of a share.
var ray = new(big.Int).Exp(big.NewInt(10), big.NewInt(27), nil)

// findVaults lists an exchange's vaults, but those that do not tell what they hold.
func (t *Tracker) findVaults(ctx context.Context, block common.Hash, e *Exchange) (infos []*Info,
	err error) {
	calls := make([]chain.Call, len(e.Pools))
	for i, at := range e.Pools {
		calls[i] = chain.Call{To: at, Data: vaultAsset}
	}
	told, err := t.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	for i, at := range e.Pools {
		if answers(told[i]) {
			p := e.info(at, common.BytesToAddress(told[i].Data[:32]), at)
			p.OneWay = e.OneWay
			infos = append(infos, p)
		}
	}
	return infos, nil
}

// vaultSamples are three amounts of a token of a vault, by its position.
func (p *Info) vaultSamples(position int) (list []*big.Int) {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p.Decimals[position])), nil)
	for _, size := range []int64{1_000_003, 1_234_567_891, 987_654_321_987} { // millionths
		v := new(big.Int).Mul(unit, big.NewInt(size))
		v.Add(v.Div(v, big.NewInt(1_000_000)), big.NewInt(7))
		list = append(list, v)
	}
	return list
}

// vaultCalls read a vault: its shares and assets, what it takes, what a share is worth, and what it
// says of samples.
func (p *Info) vaultCalls() []chain.Call {
	ask := func(function []byte, arguments ...*big.Int) chain.Call {
		data := slices.Clone(function)
		for _, v := range arguments {
			data = append(data, common.BigToHash(v).Bytes()...)
		}
		return chain.Call{To: p.Address, Data: data}
	}
	calls := []chain.Call{ask(vaultSupply), ask(vaultAssets),
		ask(vaultMost, new(big.Int).SetBytes(p.Address[:])), ask(vaultWorth, ray), ask(vaultOfAave)}
	assets, shares := p.vaultSamples(0), p.vaultSamples(1)
	for i := range assets {
		calls = append(calls, ask(previewDeposit, assets[i]), ask(previewMint, shares[i]))
		if !p.OneWay {
			calls = append(calls, ask(previewRedeem, shares[i]), ask(previewWithdraw, assets[i]))
		}
	}
	return calls
}

// vault makes a vault of the answers of vaultCalls, as it trades at a time: by the rate that
// explains what it says of all samples.
func (l *State) vault(r []chain.Result, at uint64) (pool.Pool, error) {
	for i, a := range r {
		if i != figureAave && i != figureWorth && i != figureAssets && !answers(a) {
			return nil, pool.ErrVault
		}
	}
	params := pool.VaultParams{Supply: firstWord(r[figureSupply]), OneWay: l.OneWay,
		MostIn: firstWord(r[figureMost]), ByAave: answers(r[figureAave])}
	if params.Supply.IsZero() || params.MostIn.IsZero() && l.OneWay {
		return nil, pool.ErrVault
	}
	rates := make([][2]uint256.Int, 0, maxOffset+3)
	if answers(r[figureAssets]) {
		assets := firstWord(r[figureAssets])
		rates = append(rates, [2]uint256.Int{params.Supply, assets})
		assets.AddUint64(&assets, 1)
		for offset, more := 0, uint256.NewInt(1); offset <= maxOffset; offset++ {
			var shares uint256.Int
			shares.Add(&params.Supply, more)
			rates = append(rates, [2]uint256.Int{shares, assets})
			more.Mul(more, uint256.NewInt(10))
		}
	}
	if answers(r[figureWorth]) {
		rates = append(rates, [2]uint256.Int{*uint256.MustFromBig(ray), firstWord(r[figureWorth])})
	}
	for _, rate := range rates {
		params.Shares, params.Assets, params.Dear = rate[0], rate[1], rate[1]
		p, err := pool.NewVault(params)
		if err != nil || !l.explains(p, r[vaultFigures:]) {
			continue
		}
		params.Dear = l.dear(&params, at)
		return pool.NewVault(params)
	}
	return nil, pool.ErrVault
}

// explains tells whether a vault of this rate says of samples what was said.
func (l *State) explains(p *pool.Vault, said []chain.Result) bool {
	assets, shares := l.vaultSamples(0), l.vaultSamples(1)
	for i := range assets {
		wants := []uint256.Int{p.Pays(0, word(assets[i])), p.Takes(0, word(shares[i]))}
		if !l.OneWay {
			wants = append(wants, p.Pays(1, word(shares[i])), p.Takes(1, word(assets[i])))
		}
		for k, want := range wants {
			if firstWord(said[i*len(wants)+k]) != want {
				return false
			}
		}
	}
	return true
}

// earned is what a vault's shares were worth at a time.
type earned struct {
	at             uint64
	shares, assets uint256.Int
}

// dear is how many assets deposits pay for the rate's shares: what they are worth, and as much
// more as they will be worth soon if they go on rising as they did since they were read last.
func (l *State) dear(p *pool.VaultParams, at uint64) uint256.Int {
	before := l.earned
	l.earned = earned{at, p.Shares, p.Assets}
	dear := p.Assets
	if before.at == 0 || before.at >= at {
		return dear
	}
	var was, more uint256.Int
	if _, overflow := was.MulDivOverflow(&before.assets, &p.Shares, &before.shares); overflow ||
		!was.Lt(&p.Assets) {
		return dear
	}
	more.Sub(&p.Assets, &was)
	if passed := at - before.at; passed > vaultAhead {
		more.MulDivOverflow(&more, uint256.NewInt(vaultAhead), uint256.NewInt(passed))
	}
	if dust := new(uint256.Int).Mul(&more, uint256.NewInt(vaultDust)); dust.Lt(&p.Assets) {
		return dear // which others' deposits left by rounding
	}
	return *dear.Add(&dear, more.AddUint64(&more, 1))
}
