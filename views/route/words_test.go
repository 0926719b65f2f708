package route_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// TestWordsAreWhatTheChainDoes draws calls of every method that is ever prepared. What the chain
// carries out moves what the words say: no more leaves the account, no less comes to whom they
// name, and nobody else gets a right; where a bound is raised as far as the chain takes it, they
// hold to the unit. BOURSE_WORDS says how many calls are drawn.
func TestWordsAreWhatTheChainDoes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	draws := 600
	if n, err := strconv.Atoi(os.Getenv("BOURSE_WORDS")); err == nil {
		draws = n
	}
	d := newDesk(t)
	d.give()
	asks := d.everything()
	calls := make([]api.Transaction, len(asks))
	for i, a := range asks {
		if why := d.refused(a); why != "" {
			t.Fatalf("%s: %s", a.name, why)
		}
		calls[i] = d.proxy.answered()
	}
	random, known := rand.New(rand.NewPCG(uint64(draws), 3)), sign.Known(d.s)
	done := make([]int, len(asks))
	for n := range draws + len(asks) {
		i := n % len(asks)
		tx := calls[i]
		if n >= len(asks) { // as it is at first
			tx.Data = bytes.Clone(tx.Data)
			d.draw(random, asks[i], &tx)
		}
		words := describe.Transaction(tx, known)
		if words.Blocked() != "" || words.Word() == "unknown" || bad[tx.To] != nil {
			continue // it is said that nobody knows
		}
		is := d.run(tx, bad)
		if is.failed != "" {
			continue
		}
		done[i]++
		if why := said(words.Act, tx.From, is); why != "" {
			t.Errorf("%s: %s:\n%s\n%+v", asks[i].name, why, tx.Data, words.Act)
		}
	}
	for i, a := range asks {
		for n := range max(0, len(calls[i].Data)-4) / 32 {
			tx := calls[i]
			tx.Data = bytes.Clone(tx.Data)
			d.utmost(&tx, n, known)
			act := describe.Transaction(tx, known).Act
			if why := said(act, tx.From, d.run(tx, nil)); why != "" {
				t.Errorf("%s, word %d at its utmost: %s", a.name, n, why)
			}
		}
	}
	all := 0
	for i, n := range done {
		if all += n; n == 0 {
			t.Errorf("%s: no call is carried out", asks[i].name)
		}
	}
	t.Logf("%d calls drawn, %d carried out as their words say", draws+len(asks), all)
}

// draw makes another call of the same method out of one: other tokens throughout, other amounts,
// or any other word.
func (d *desk) draw(random *rand.Rand, a ask, tx *api.Transaction) {
	words := (len(tx.Data) - 4) / 32
	if words < 1 || random.IntN(3) == 0 {
		d.lie(random, a, tx)
		return
	}
	if random.IntN(2) == 0 {
		list := []common.Address{d.at("USDC"), d.at("WETH"), d.at("DAI"), api.NativeToken,
			d.at("USDT")}
		from, to := list[random.IntN(len(list))], list[random.IntN(len(list))]
		tx.Data = bytes.ReplaceAll(tx.Data, from[:], to[:])
		return
	}
	n := random.IntN(words)
	word := tx.Data[4+32*n : 36+32*n]
	is := new(big.Int).SetBytes(word)
	switch random.IntN(3) {
	case 0: // some per cent more or less
		is.Div(is.Mul(is, big.NewInt(90+random.Int64N(20))), big.NewInt(100))
	case 1: // a flag of a packed word
		bit := random.IntN(256)
		is.SetBit(is, bit, 1-is.Bit(bit))
	default:
		is.SetUint64(random.Uint64N(1 << random.IntN(64)))
	}
	if is.BitLen() <= 256 {
		is.FillBytes(word)
	}
}

// utmost raises the n-th word, where it says what is got at least, as far as the chain goes on
// carrying out the call: what that brings is then just what the words say.
func (d *desk) utmost(tx *api.Transaction, n int, known describe.Context) {
	word := tx.Data[4+32*n : 36+32*n]
	low, one := new(big.Int).SetBytes(word), big.NewInt(1)
	act := func(n *big.Int) describe.Act {
		n.FillBytes(word)
		return describe.Transaction(*tx, known).Act
	}
	if low.BitLen() == 0 || low.BitLen() > 128 {
		return
	}
	high := new(big.Int).Add(low, one)
	other, is := act(high), act(low)
	if other.Kind != is.Kind || len(is.Gets) != 1 || len(other.Gets) != 1 ||
		other.Gets[0].Asset != is.Gets[0].Asset || other.Gets[0] == is.Gets[0] ||
		!slices.Equal(is.Orders, other.Orders) {
		return
	}
	high.Lsh(low, 1)
	fails := func(n *big.Int) bool {
		n.FillBytes(word)
		return d.run(*tx, nil).failed != ""
	}
	for fails(high) && new(big.Int).Sub(high, low).Cmp(one) > 0 {
		middle := new(big.Int).Add(low, high)
		if middle.Rsh(middle, 1); fails(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	low.FillBytes(word)
}

// said says how what a call did is not what its words say, "" where it is.
func said(act describe.Act, me common.Address, is ran) string {
	pays, gets := map[api.Asset]api.Amount{}, map[api.Asset]api.Amount{}
	for _, s := range act.Pays {
		pays[s.Asset] = pays[s.Asset].Add(s.Amount)
	}
	for _, s := range act.Gets {
		gets[s.Asset] = gets[s.Asset].Add(s.Amount)
	}
	for h, by := range is.moved {
		if h.who == me && new(big.Int).Neg(by).Cmp(pays[h.asset].Big()) > 0 {
			return fmt.Sprintf("%d of %s leave the account, said are %s", by, h.asset.Address,
				pays[h.asset])
		}
	}
	to := act.To
	if act.Kind == describe.Wrap || act.Kind == describe.Unwrap {
		to = me
	}
	for asset, least := range gets {
		by := is.change(to, asset)
		if own := is.same[holding{to, asset}]; own != nil {
			by = new(big.Int).Add(by, own)
		}
		if by.Cmp(least.Big()) < 0 {
			return fmt.Sprintf("%s gets %d of %s, said are %s", to, by, asset.Address, least)
		}
	}
	for asset, n := range pays {
		by := is.change(to, asset)
		if act.Kind == describe.Send && to != me && by.Cmp(n.Big()) != 0 {
			return fmt.Sprintf("%s gets %d of %s, said are %s", to, by, asset.Address, n)
		}
	}
	for _, r := range is.rights {
		if r.owner == me && (r.spender != act.Spender || act.Allows.Less(r.amount)) {
			return fmt.Sprintf("%s may move %s of %s", r.spender, r.amount, r.token)
		}
	}
	return ""
}
