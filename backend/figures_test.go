package backend_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/views"
	gains "bourse/views/ledger"
)

// journalOf knows of every transaction that an account has sent, as a console that sent them does.
type journalOf map[common.Address][]views.GasPaid

func (journalOf) Swaps(common.Address, uint64) []views.Swapped     { return nil }
func (j journalOf) Gas(a common.Address, _ uint64) []views.GasPaid { return j[a] }
func (journalOf) Lost(common.Hash, string)                         {}

// books is what three accounts come to by the chain alone: what a transaction that has filled an
// order took from an account and brought it, by the Transfer logs of its receipt. It shares nothing
// with the program.
type books struct {
	amount, cost, realised map[common.Address]*big.Rat
	trades, gifts          map[common.Address]int
}

func (b *books) of(m map[common.Address]*big.Rat, a common.Address) *big.Rat {
	if m[a] == nil {
		m[a] = new(big.Rat)
	}
	return m[a]
}

// add takes in a receipt, for the account that sent the transaction and for makers.
func (b *books) add(who common.Address, from common.Address, logs []*types.Log, rfq, weth,
	usdc common.Address) {
	transfer := crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	net := map[common.Address]*big.Int{weth: new(big.Int), usdc: new(big.Int)}
	filled, mine, named := false, from == who, false
	for _, l := range logs {
		if l.Address == rfq && len(l.Topics) == 4 {
			filled = true
			mine = mine || common.BytesToAddress(l.Topics[2][:]) == who
			named = named || common.BytesToAddress(l.Topics[3][:]) == who
		}
		if n := net[l.Address]; n != nil && l.Topics[0] == transfer && len(l.Topics) == 3 {
			v := new(big.Int).SetBytes(l.Data)
			if common.BytesToAddress(l.Topics[2][:]) == who {
				n.Add(n, v)
			}
			if common.BytesToAddress(l.Topics[1][:]) == who {
				n.Sub(n, v)
			}
		}
	}
	if !filled || net[weth].Sign() == 0 && net[usdc].Sign() == 0 {
		return
	}
	if !mine {
		if named {
			b.gifts[who]++
		}
		return
	}
	b.trades[who]++
	ether, usd := new(big.Rat).SetInt(net[weth]), new(big.Rat).SetFrac(net[usdc], big.NewInt(1e6))
	amount, cost := b.of(b.amount, who), b.of(b.cost, who)
	switch {
	case ether.Sign() > 0 && usd.Sign() < 0:
		amount.Add(amount, ether)
		cost.Sub(cost, usd)
	case ether.Sign() < 0 && usd.Sign() > 0:
		sold := new(big.Rat).Neg(ether)
		matched := sold
		if matched.Cmp(amount) > 0 {
			matched = new(big.Rat).Set(amount)
		}
		if matched.Sign() == 0 {
			return
		}
		part := new(big.Rat).Mul(cost, new(big.Rat).Quo(matched, amount))
		gain := new(big.Rat).Mul(usd, new(big.Rat).Quo(matched, sold))
		b.of(b.realised, who).Add(b.of(b.realised, who), gain.Sub(gain, part))
		cost.Sub(cost, part)
		amount.Sub(amount, matched)
	}
}

// TestFiguresAreTheChains has accounts and strangers trade at random: orders taken in part, dust at
// absurd prices in the name of another, gifts, orders filled for somebody else, transfers. Average,
// position and realised gain of each equal an account made of the receipts alone, and no dust has
// moved the last price. BOURSE_FIGURES is how many acts, BOURSE_SEED the first choice.
func TestFiguresAreTheChains(t *testing.T) {
	t.Parallel()
	acts, seed := 40, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("BOURSE_FIGURES")); err == nil {
		acts = n
	}
	if n, err := strconv.ParseUint(os.Getenv("BOURSE_SEED"), 10, 64); err == nil {
		seed = n
	}
	r := rand.New(rand.NewPCG(seed, 1))
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	s := &session{runBackend(t, backend.Config{Dir: t.TempDir(), Now: now, Seed: 1, Manual: true,
		LocalRPC: "127.0.0.1:0", Accounts: developmentAccounts(t)}), openWallet(t)}
	f := &fair{T: t, s: s, svc: s}
	nets, err := s.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.swap = nets[0].Contracts
	f.rfq, f.weth = f.swap.AugustusRFQ, api.Asset{Address: f.swap.WrappedNative}
	tokens, err := s.Tokens(t.Context(), api.LocalChainID)
	if err != nil {
		t.Fatal(err)
	}
	var usdc api.Asset
	for _, token := range tokens {
		if token.Symbol == "USDC" {
			usdc.Address = token.Address
		}
	}
	for _, a := range s.wallet.List() {
		f.who = append(f.who, a.Address)
	}
	node, err := rpc.Dial(s.LocalRPC())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	b := books{map[common.Address]*big.Rat{}, map[common.Address]*big.Rat{},
		map[common.Address]*big.Rat{}, map[common.Address]int{}, map[common.Address]int{}}
	journal := journalOf{}
	do := func(from int, tx api.Transaction, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		raw, hash, err := s.wallet.SignTransaction(tx.From, tx)
		if err == nil {
			_, err = s.SendTransaction(t.Context(), api.LocalChainID, raw)
		}
		if err != nil {
			t.Fatal(err)
		}
		f.mine()
		var receipt *types.Receipt
		if err := node.CallContext(t.Context(), &receipt, "eth_getTransactionReceipt",
			hash); err != nil || receipt == nil || receipt.Status != 1 {
			t.Fatal(receipt, err)
		}
		journal[f.who[from]] = append(journal[f.who[from]], views.GasPaid{Hash: hash})
		for i := range 4 {
			b.add(f.who[i], f.who[from], receipt.Logs, f.rfq, f.weth.Address, usdc.Address)
		}
	}
	for i := range 4 {
		f.approve(i, f.weth, f.rfq, api.MaxAmount)
		f.approve(i, usdc, f.rfq, api.MaxAmount)
	}
	for range acts {
		maker, taker := r.IntN(4), r.IntN(4)
		other := r.IntN(4)
		gives, asks := f.weth, usdc
		ether := api.NewAmount(1e15 + r.Uint64N(1e16))
		usd := ether.MulDiv(api.NewAmount(2900+r.Uint64N(200)), api.NewAmount(1e12))
		n, m := ether, usd
		if dust := r.IntN(4) == 0; dust { // at an absurd price
			n, m = api.NewAmount(1e9), api.NewAmount(100e6)
		} else if r.IntN(2) == 0 {
			gives, asks, n, m = usdc, f.weth, usd, ether
		}
		if r.IntN(10) == 0 {
			tx, err := s.PrepareTransfer(t.Context(), api.TransferRequest{
				ChainID: api.LocalChainID, Owner: f.who[maker], Asset: f.weth,
				To: f.who[(maker+1)%4], Amount: ether})
			do(maker, tx, err)
			continue
		}
		if maker == taker {
			taker = (maker + 1) % 4
		}
		o := f.post(maker, gives, n, asks, m, func(o *api.Order) { o.NFT = false })
		f.mine()
		fill := api.FillRequest{ChainID: api.LocalChainID, Taker: f.who[taker],
			Legs: []api.FillLeg{{Hash: o.Hash}}}
		// what is paid is cash: a sale to somebody else is worth the market, which no log tells
		if r.IntN(3) == 0 && other != maker && asks == usdc {
			fill.Target = f.who[other]
		}
		if r.IntN(2) == 0 && m == usd {
			fill.Legs[0].TakerAmount = m.MulDiv(api.NewAmount(1), api.NewAmount(2))
		}
		tx, err := s.PrepareFill(t.Context(), fill)
		do(taker, tx, err)
	}
	for i := range 4 {
		who := f.who[i]
		past := new(views.Past)
		a, err := gains.ReadElsewhere(t.Context(), s, nets[0], who, journal, past)
		if err != nil {
			t.Fatal(err)
		}
		trades, gifts := 0, 0
		for _, e := range a.Book.Events {
			switch e.Kind {
			case gains.Gas:
			case gains.Gift:
				gifts++
			default:
				trades++
			}
		}
		p := a.PositionIn(f.weth.Address)
		t.Logf("account %d: %d trades, %d gifts, realised %s", i, trades, gifts,
			p.Realised.FloatString(4))
		if trades != b.trades[who] || gifts != b.gifts[who] {
			t.Errorf("account %d: %d trades and %d gifts, the chain has %d and %d", i, trades,
				gifts, b.trades[who], b.gifts[who])
		}
		if p.Amount.Cmp(b.of(b.amount, who)) != 0 || p.Cost.Cmp(b.of(b.cost, who)) != 0 ||
			p.Realised.Cmp(b.of(b.realised, who)) != 0 {
			t.Errorf("account %d: holds %s at %s, realised %s; the chain says %s, %s, %s", i,
				p.Amount.FloatString(0), p.Cost.FloatString(6), p.Realised.FloatString(6),
				b.of(b.amount, who).FloatString(0), b.of(b.cost, who).FloatString(6),
				b.of(b.realised, who).FloatString(6))
		}
	}
	list, err := s.Markets(t.Context(), api.LocalChainID)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range list {
		if k.Base.Address == f.weth.Address && k.Quote.Address == usdc.Address {
			if high := k.High.Float(18, 6); high > 4000 {
				t.Errorf("dust has made %f the highest price", high)
			}
		}
	}
}
