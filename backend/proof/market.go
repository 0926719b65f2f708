package proof

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/networks"
)

// collections are asked for the standard that they are said to be of (EIP-165).
func (p *prover) collections() []check {
	nfts := contracts.NewERC721Collection()
	var list []check
	for i, c := range p.d.Collections {
		id, name := [4]byte{0x80, 0xac, 0x58, 0xcd}, "ERC-721"
		if c.Kind == networks.ERC1155 {
			id, name = [4]byte{0xd9, 0xb6, 0x7a, 0x26}, "ERC-1155"
		}
		list = append(list, check{place: place{c.Symbol, common.Address(c.Address), "",
			fmt.Sprintf("collections.%d.kind", i)},
			call: nfts.PackSupportsInterface(id), right: is([]byte{1}),
			says: "it is no collection of " + name})
	}
	return list
}

// tokens asks every token for its decimals, by which amounts are shown and signed, and for its
// symbol.
func (p *prover) tokens() error {
	token := contracts.NewStandardToken()
	calls := make([]chain.Call, 0, 2*len(p.d.Tokens))
	for _, t := range p.d.Tokens {
		calls = append(calls, chain.Call{To: common.Address(t.Address), Data: token.PackSymbol()},
			chain.Call{To: common.Address(t.Address), Data: token.PackDecimals()})
	}
	answers, err := p.net.BatchCall(p.ctx, p.block, calls)
	if err != nil {
		return err
	}
	says := make(map[string]string, len(answers)) // of itself, by the description's symbol
	for i, t := range p.d.Tokens {
		symbol, err := token.UnpackSymbol(answers[2*i].Data)
		if err != nil {
			symbol = string(bytes.TrimRight(answers[2*i].Data, "\x00")) // of older tokens
		}
		says[t.Symbol] = symbol
		at := place{"token " + t.Symbol, common.Address(t.Address), "",
			fmt.Sprintf("tokens.%d.decimals", i)}
		decimals, err := token.UnpackDecimals(answers[2*i+1].Data)
		switch {
		case answers[2*i+1].Err != nil:
			p.find(Unread, at, "%s at %s was not read: %v", at.name, at.at, answers[2*i+1].Err)
		case err != nil:
			p.deny(at, "it does not tell its decimals")
		case int(decimals) != t.Decimals:
			p.find(Wrong, at, "%s at %s has %d decimals, not %d as described", at.name, at.at,
				decimals, t.Decimals)
		}
	}
	p.symbols(says)
	return nil
}

// symbols finds tokens that were exchanged for each other: one that calls itself what another of
// the description is called, which does not call itself so. Other differences are no more than
// told, since bridged tokens keep the name of what they stand for.
func (p *prover) symbols(says map[string]string) {
	for i, t := range p.d.Tokens {
		at := place{"token " + t.Symbol, common.Address(t.Address), "",
			fmt.Sprintf("tokens.%d.symbol", i)}
		own := says[t.Symbol]
		other, listed := says[own]
		switch {
		case own == "" || strings.EqualFold(own, t.Symbol):
		case listed && !strings.EqualFold(other, own):
			p.deny(at, "it calls itself "+own)
		case !listed:
			p.find(Note, at, "%s at %s calls itself %q", at.name, at.at, own)
		}
	}
}

// finders ask every exchange what its pools are found by, and pools that no factory lists who they
// are. A contract that answers no question of its kind is none of it.
func (p *prover) finders() error {
	type asked struct {
		place
		says string
		from int // of its calls
	}
	var list []asked
	var calls []chain.Call
	ask := func(at place, says string, questions ...[]byte) {
		if there, known := p.stands[at.at]; at.at == (common.Address{}) || known && !there {
			return
		}
		list = append(list, asked{at, says, len(calls)})
		for _, q := range questions {
			calls = append(calls, chain.Call{To: at.at, Data: q})
		}
	}
	for i, e := range p.d.Exchanges {
		ask(place{e.Name, common.Address(e.Factory), "", fmt.Sprintf("exchanges.%d.factory", i)},
			"it finds no pools", finding[e.Kind]...)
		for k, at := range e.Pools {
			if questions := listed[e.Kind]; len(questions) > 0 {
				ask(place{"pool of " + e.Name, common.Address(at), "",
					fmt.Sprintf("exchanges.%d.pools.%d", i, k)},
					"it does not answer as pools of its kind do", questions...)
			}
		}
	}
	answers, err := p.net.BatchCall(p.ctx, p.block, calls)
	if err != nil {
		return err
	}
	for i, l := range list {
		end := len(calls)
		if i+1 < len(list) {
			end = list[i+1].from
		}
		if !slices.ContainsFunc(answers[l.from:end], func(r chain.Result) bool {
			return r.Err != nil || r.OK && len(r.Data) >= 32
		}) {
			p.deny(l.place, l.says)
		}
	}
	return nil
}

// finding are questions to what finds a kind's pools, of which one is answered: for the pool of two
// tokens, for how many there are, or for a word of a manager's storage.
var finding = map[networks.ExchangeKind][][]byte{
	networks.UniswapV2:  {selector("getPair(address,address)", nil, nil)},
	networks.UniswapV3:  {selector("getPool(address,address,uint24)", nil, nil, nil)},
	networks.PancakeV3:  {selector("getPool(address,address,uint24)", nil, nil, nil)},
	networks.Slipstream: {selector("getPool(address,address,int24)", nil, nil, nil)},
	networks.SolidlyV3:  {selector("getPool(address,address,int24)", nil, nil, nil)},
	networks.Solidly: {selector("getPair(address,address,bool)", nil, nil, nil),
		selector("getPool(address,address,bool)", nil, nil, nil)},
	networks.AlgebraV1:       {selector("poolByPair(address,address)", nil, nil)},
	networks.AlgebraIntegral: {selector("poolByPair(address,address)", nil, nil)},
	networks.Curve:           {selector("pool_count()")},
	networks.CurveCrypto:     {selector("pool_count()")},
	networks.UniswapV4:       {selector("extsload(bytes32)", nil)},
	networks.InfinityCL:      {selector("extsload(bytes32)", nil)},
}

// listed are questions to pools that no factory lists.
var listed = map[networks.ExchangeKind][][]byte{
	networks.Curve:       {selector("A()")},
	networks.CurveCrypto: {selector("A()")},
	networks.ERC4626:     {selector("asset()")},
	networks.Stability:   {selector("gem()")},
	networks.Wrapper:     {selector("stETH()")},
}

// exchange asks what finds an exchange's pools.
func (p *prover) exchange(i int, e networks.Exchange) []check {
	part := fmt.Sprintf("exchanges.%d.", i)
	factory := place{e.Name, common.Address(e.Factory), "", part + "factory"}
	router := place{"router of " + e.Name, common.Address(e.Router), "", part + "router"}
	ofFactory := check{place: router, call: contracts.NewUniswapV2Router().PackFactory(),
		right: is(factory.at.Bytes()), says: fmt.Sprintf("it is not of the factory %s", factory.at)}
	var list []check
	switch e.Kind {
	case networks.UniswapV2:
		list = append(list, ofFactory)
	case networks.UniswapV3:
		list = append(list, ofFactory)
		for _, fee := range e.Fees {
			factory.part = part + "fees"
			list = append(list, check{place: factory,
				call: contracts.NewUniswapV3Factory().PackFeeAmountTickSpacing(
					new(big.Int).SetUint64(fee)),
				right: some, detail: true,
				says: fmt.Sprintf("it has no pools with a fee of %d millionths", fee)})
		}
	case networks.Slipstream:
		for _, spacing := range e.TickSpacings {
			factory.part = part + "tick_spacings"
			list = append(list, check{place: factory,
				call:  selector("tickSpacingToFee(int24)", big.NewInt(int64(spacing)).Bytes()),
				right: some, detail: true,
				says: fmt.Sprintf("it has no pools with a tick spacing of %d", spacing)})
		}
	case networks.BalancerV2:
		vault := place{e.Name, common.Address(e.Vault), "", part + "vault"}
		list = append(list, check{place: vault, call: contracts.NewBalancerVault().PackWETH(),
			right: is(common.Address(p.d.Contracts.WrappedNative).Bytes()),
			says:  "its wrapped coin is another one"})
		for k, pool := range e.Pools {
			list = append(list, check{place: place{"pool of " + e.Name, common.Address(pool), "",
				fmt.Sprint(part, "pools.", k)},
				call: selector("getPoolId()"), right: some, says: "it has no id in the vault"})
		}
	}
	return list
}

// pair is a pool of two tokens that a factory names.
type pair struct {
	exchange networks.Exchange
	part     string // of the description
	a, b     common.Address
	fee      uint64 // of V3
	at       common.Address
}

// pools looks at the pools that factories name for the base tokens: each names its factory, stands
// where the hash of its code says, and takes the fee that is described.
func (p *prover) pools() error {
	var list []pair
	var calls []chain.Call
	for i, e := range p.d.Exchanges {
		part := fmt.Sprintf("exchanges.%d.", i)
		if !p.stands[common.Address(e.Factory)] {
			continue
		}
		for _, two := range p.base() {
			switch e.Kind {
			case networks.UniswapV2:
				list = append(list, pair{exchange: e, part: part, a: two[0], b: two[1]})
				calls = append(calls, chain.Call{To: common.Address(e.Factory),
					Data: contracts.NewUniswapV2Factory().PackGetPair(two[0], two[1])})
			case networks.UniswapV3:
				for _, fee := range e.Fees {
					list = append(list, pair{exchange: e, part: part, a: two[0],
						b: two[1], fee: fee})
					calls = append(calls, chain.Call{To: common.Address(e.Factory),
						Data: contracts.NewUniswapV3Factory().PackGetPool(two[0], two[1],
							new(big.Int).SetUint64(fee))})
				}
			}
		}
	}
	answers, err := p.net.BatchCall(p.ctx, p.block, calls)
	if err != nil {
		return err
	}
	var checks []check
	var stand []pair
	for i, answer := range answers {
		l := list[i]
		if !answer.OK || len(answer.Data) != 32 {
			continue // which finders has told
		}
		if l.at = common.BytesToAddress(answer.Data); l.at != (common.Address{}) {
			checks = append(checks, p.pool(l)...)
			stand = append(stand, l)
		}
	}
	if err := p.ask(checks); err != nil {
		return err
	}
	return p.fees(stand)
}

// fees holds the fee of a V2 exchange against what its own router promises for a thousandth of a
// pool: out = in·(10⁴−fee)·y / (x·10⁴ + in·(10⁴−fee)), rounded down, with the fee in hundredths
// of a per cent (getAmountOut of UniswapV2Library). Forks keep the formula and choose the fee.
func (p *prover) fees(pairs []pair) error {
	v2, router := contracts.NewUniswapV2Pair(), contracts.NewUniswapV2Router()
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(l pair) bool {
		return l.exchange.Kind != networks.UniswapV2 || l.exchange.Router == networks.Address{}
	})
	calls := make([]chain.Call, len(pairs))
	for i, l := range pairs {
		calls[i] = chain.Call{To: l.at, Data: v2.PackGetReserves()}
	}
	answers, err := p.net.BatchCall(p.ctx, p.block, calls)
	if err != nil {
		return err
	}
	var checks []check
	for i, l := range pairs {
		r, err := v2.UnpackGetReserves(answers[i].Data)
		if err != nil || r.Arg0.Cmp(big.NewInt(1e6)) < 0 || r.Arg1.Cmp(big.NewInt(1e6)) < 0 {
			continue // with next to nothing in it every fee gives the same
		}
		in := new(big.Int).Div(r.Arg0, big.NewInt(1000))
		kept := new(big.Int).Mul(in, big.NewInt(int64(api.BPS-l.exchange.FeeBPS)))
		out := new(big.Int).Mul(r.Arg0, big.NewInt(api.BPS))
		out.Div(new(big.Int).Mul(kept, r.Arg1), out.Add(out, kept))
		right := func(answer []byte) bool {
			got, err := router.UnpackGetAmountsOut(answer)
			return err == nil && len(got) == 2 && got[1].Cmp(out) == 0
		}
		at := place{"router of " + l.exchange.Name, common.Address(l.exchange.Router), "",
			l.part + "fee_bps"}
		checks = append(checks, check{place: at, right: right,
			call: router.PackGetAmountsOut(in, []common.Address{l.a, l.b}),
			says: fmt.Sprintf("its quotes are not those of a fee of %d hundredths of a per cent",
				l.exchange.FeeBPS)})
	}
	return p.ask(checks)
}

// base are the pairs of base tokens, the lower address first.
func (p *prover) base() (pairs [][2]common.Address) {
	var list []common.Address
	for _, symbol := range p.d.Base {
		for _, t := range p.d.Tokens {
			if t.Symbol == symbol {
				list = append(list, common.Address(t.Address))
			}
		}
	}
	for i, a := range list {
		for _, b := range list[:i] {
			if a.Cmp(b) > 0 {
				a, b = b, a
			}
			pairs = append(pairs, [2]common.Address{a, b})
		}
	}
	return pairs
}

// pool asks one pool who it is.
func (p *prover) pool(l pair) []check {
	factory := common.Address(l.exchange.Factory)
	at := place{l.exchange.Name, factory, "", l.part + "init_code_hash"}
	salt := crypto.Keccak256Hash(l.a.Bytes(), l.b.Bytes())
	if l.exchange.Kind == networks.UniswapV3 {
		salt = crypto.Keccak256Hash(common.LeftPadBytes(l.a.Bytes(), 32),
			common.LeftPadBytes(l.b.Bytes(), 32),
			common.LeftPadBytes(new(big.Int).SetUint64(l.fee).Bytes(), 32))
	}
	hash := common.Hash(l.exchange.InitCodeHash)
	if hash != (common.Hash{}) && crypto.CreateAddress2(factory, salt, hash.Bytes()) != l.at {
		p.deny(at, fmt.Sprintf("its pool %s does not stand where init_code_hash says", l.at))
	}
	return []check{{place: place{"pool of " + l.exchange.Name, l.at, "", l.part + "factory"},
		call: contracts.NewUniswapV2Pair().PackFactory(), right: is(factory.Bytes()),
		says: fmt.Sprintf("it is not of the factory %s", factory)}}
}
