package sign_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/views/format"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// asks are tasks of every kind that a screen can state, each with the honest answer.
type ask struct {
	task   sign.Task
	answer api.Transaction
	// words of the calldata that decide about nothing
	free map[int]bool
	// whether another word leaves the account no worse; nil where none does
	better func(word int, before, after *big.Int) bool
}

func (st *stage) asks(t *testing.T) map[string]ask {
	t.Helper()
	me := st.s.Account.Address
	other := common.HexToAddress("0x00000000000000000000000000000000000b0b00")
	c := &st.s.Network.Contracts
	c.AugustusV6, c.FeeVault = common.Address{0x6a}, common.Address{0xfe}
	c.Delta, c.WrappedNative = common.Address{0xde}, weth
	c.Executors = map[string]common.Address{api.OwnExecutor: {0xe1}}
	honest := apitest.Honest{Contracts: *c}
	tx := func(to common.Address, value api.Amount, data []byte) api.Transaction {
		return api.Transaction{ChainID: local.ChainID, From: me, To: to, Value: value, Data: data,
			Nonce: 4, Gas: 60_000, GasPrice: amount2gwei, GasUsed: 46_123}
	}
	token, apes := contracts.NewStandardToken(), common.Address{0xa9}
	some, one := api.NewAmount(5e9), api.NewAmount(1)
	order := st.order()
	order.Maker = other
	record := api.OrderRecord{Order: order, Hash: common.Hash{1},
		FillableBalance: order.MakerAmount}
	route := api.PriceRoute{SrcToken: usdc, DestToken: weth, SrcAmount: some,
		DestAmount: amount("1650000000000000000"), Side: api.Sell, Version: api.Version62}
	build := api.BuildRequest{ChainID: local.ChainID, Terms: api.SwapTerms{User: me, Slippage: 50},
		Route: fmt.Appendf(nil, `{"srcToken":%q,"destToken":%q,"srcAmount":%q,"destAmount":%q,`+
			`"side":"SELL","version":"6.2"}`, usdc.Hex(), weth.Hex(), some, route.DestAmount)}
	swap, err := honest.Swap(build)
	if err != nil {
		t.Fatal(err)
	}
	fill := honest.Fill(api.FillRequest{Taker: me,
		Legs: []api.FillLeg{{Hash: record.Hash, TakerAmount: some}}}, order)
	hashes := []common.Hash{{1}, {2}}
	claimed := []common.Address{usdc, weth}
	return map[string]ask{
		"approve": {sign.Approve(st.s, api.Token{Address: usdc, Symbol: "USDC"}, rfq, some),
			tx(usdc, api.Amount{}, token.PackApprove(rfq, some.Big())), nil, nil},
		"revoke": {sign.Approve(st.s, api.Token{Address: usdc, Symbol: "USDC"}, rfq, api.Amount{}),
			tx(usdc, api.Amount{}, token.PackApprove(rfq, new(big.Int))), nil, nil},
		"approve a collection": {sign.Approve(st.s, api.Token{Address: apes, Kind: api.ERC721}, rfq,
			one), tx(apes, api.Amount{},
			contracts.NewERC721Collection().PackSetApprovalForAll(rfq, true)), nil, nil},
		"cancel": {sign.Cancel(st.s, "cancel", hashes...), honest.Cancel(api.CancelRequest{
			Maker: me, Hashes: hashes}), nil, nil},
		"invalidate": {sign.Invalidate(st.s, api.DeltaRecord{ID: "an id",
			Order: api.DeltaOrder{Owner: me, Nonce: some}}, nil), tx(c.Delta, api.Amount{},
			contracts.NewDelta().PackInvalidateNonce(some.Big())), nil, nil},
		"wrap": {sign.Wrap(st.s, "wrap", some, false),
			tx(weth, some, contracts.NewWrappedNative().PackDeposit()), nil, nil},
		"unwrap": {sign.Wrap(st.s, "unwrap", some, true),
			tx(weth, api.Amount{}, contracts.NewWrappedNative().PackWithdraw(some.Big())), nil,
			nil},
		"send coins": {sign.Send(st.s, "send", api.Asset{Address: api.NativeToken}, other, some),
			tx(other, some, nil), nil, nil},
		"send tokens": {sign.Send(st.s, "send", api.Asset{Address: usdc}, other, some),
			tx(usdc, api.Amount{}, token.PackTransfer(other, some.Big())), nil, nil},
		"send an NFT": {sign.Send(st.s, "send",
			api.Asset{Kind: api.ERC721, Address: apes, ID: some}, other, one), tx(apes,
			api.Amount{},
			contracts.NewERC721Collection().PackSafeTransferFrom(me, other, some.Big())), nil, nil},
		"claim": {sign.Claim(st.s, "claim", c.FeeVault, claimed), tx(c.FeeVault, api.Amount{},
			contracts.NewFeeVault().PackBatchWithdrawAllERC20(claimed, me)), nil, nil},
		// the signature, with its length: the contract refuses another
		"fill": {sign.Fill(st.s, record, some), fill, map[int]bool{11: true, 12: true, 13: true,
			14: true}, nil},
		// the executor may be anybody, who can take no more than is sold; then metadata
		"swap": {sign.Swap(st.s, "swap", build, describe.Wish{Kind: describe.Swap, To: me,
			At: []common.Address{c.AugustusV6}, Selling: true, Quoted: &route.DestAmount,
			Pays: []describe.Sum{{Asset: api.Asset{Address: usdc}, Amount: some}}, Least: some,
			Gets: []describe.Sum{{Asset: api.Asset{Address: weth},
				Amount: amount("1641749999999999999")}}}), swap,
			map[int]bool{0: true, 6: true}, betterSwap},
	}
}

// answers makes the service answer every question with one transaction.
func (s *service) answers(tx func() api.Transaction) {
	s.OnPrepareApprove = func(context.Context, api.ApproveRequest) (api.Transaction, error) {
		return tx(), nil
	}
	s.OnPrepareCancel = func(context.Context, api.CancelRequest) (api.Transaction, error) {
		return tx(), nil
	}
	s.OnPrepareInvalidation = func(context.Context, api.InvalidateRequest) (api.Transaction,
		error) {
		return tx(), nil
	}
	s.OnPrepareWrap = func(context.Context, api.WrapRequest) (api.Transaction, error) {
		return tx(), nil
	}
	s.OnPrepareTransfer = func(context.Context, api.TransferRequest) (api.Transaction, error) {
		return tx(), nil
	}
	s.OnPrepareClaim = func(context.Context, api.ClaimRequest) (api.Transaction, error) {
		return tx(), nil
	}
	s.OnPrepareFill = func(context.Context, api.FillRequest) (api.Transaction, error) {
		return tx(), nil
	}
	s.OnPrepareSwap = func(context.Context, api.BuildRequest) (api.Transaction, error) {
		return tx(), nil
	}
}

// signable tells whether a prepared transaction can be signed, and the word that it asks for.
func signable(st *stage, a ask, tx api.Transaction) (why, word string) {
	st.service.answers(func() api.Transaction { return tx })
	got, wish, err := sign.Ask(context.Background(), a.task)
	if err != nil {
		return err.Error(), ""
	}
	known := sign.Known(st.s)
	d := describe.Transaction(got, known).Against(wish, got, known)
	return d.Blocked(), d.Word()
}

// A server that lies gets no signature: every word of every prepared call is altered, the contract,
// the value and the account with it, and what differs is blocked. BOURSE_LIES says how many
// alterations are drawn; each night 10,000.
func TestLiesAreNotSigned(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	asks := st.asks(t)
	for name, a := range asks {
		if why, _ := signable(st, a, a.answer); why != "" {
			t.Errorf("%s: the honest answer is blocked: %s", name, why)
		}
	}
	lies := 600
	if n, err := strconv.Atoi(os.Getenv("BOURSE_LIES")); err == nil {
		lies = n
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < lies; {
		for name, a := range asks {
			i++
			tx, free := lie(random, a)
			if why, word := signable(st, a, tx); why == "" && word != "unknown" && !free {
				t.Fatalf("%s: signed without a word (%q):\n%s\nfor\n%s", name, word, tx.Data,
					a.answer.Data)
			}
		}
	}
}

// lie alters one thing of an answer, and tells whether that decides about nothing.
func lie(random *rand.Rand, a ask) (tx api.Transaction, free bool) {
	tx = a.answer
	thief := common.HexToAddress("0x00000000000000000000000000000000000bad01")
	words := (len(tx.Data) - 4) / 32
	if words < 1 || random.IntN(10) == 0 {
		switch random.IntN(3) {
		case 0:
			tx.To = thief
		case 1:
			tx.Value = tx.Value.Add(api.NewAmount(1 + random.Uint64N(1e18)))
		default:
			tx.From = thief
		}
		return tx, false
	}
	tx.Data = append([]byte(nil), tx.Data...)
	n := random.IntN(words)
	word := tx.Data[4+32*n : 36+32*n]
	before := string(word)
	switch random.IntN(6) {
	case 0:
		clear(word)
	case 1:
		copy(word, common.LeftPadBytes(thief[:], 32))
	case 2:
		copy(word, common.LeftPadBytes(weth[:], 32))
	case 3:
		binary.BigEndian.PutUint64(word[24:], binary.BigEndian.Uint64(word[24:])+1)
	case 4:
		binary.BigEndian.PutUint64(word[24:], binary.BigEndian.Uint64(word[24:])-1)
	default:
		for i := range word {
			word[i] = byte(random.Uint32())
		}
	}
	return tx, string(word) == before || a.free[n] || a.better != nil && a.better(n,
		new(big.Int).SetBytes([]byte(before)), new(big.Int).SetBytes(word))
}

// betterSwap tells whether another word leaves the account no worse: more is got at least, a better
// price is counted from more, or a fee is of nobody.
func betterSwap(n int, before, after *big.Int) bool {
	const least, quoted, fee, capped, partner = 4, 5, 8, 92, 96
	switch n {
	case least, quoted:
		return after.Cmp(before) > 0
	case fee:
		return new(big.Int).Rsh(after, partner).Sign() == 0 && after.Bit(capped) == 1
	}
	return false
}

// Who wants all of an order gets no less than what it had left, unless somebody has filled a part
// meanwhile, which is said; and the fill goes to the contract that its method is known of.
func TestAllOfAnOrderIsNoPartOfIt(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.asks(t) // sets the contracts
	order := st.order()
	order.Maker = common.HexToAddress("0x00000000000000000000000000000000000b0b00")
	record := api.OrderRecord{Order: order, Hash: eip712.HashOrder(local.ChainID, rfq, &order),
		State: api.Pending, FillableBalance: order.MakerAmount,
		SwappableBalance: order.MakerAmount}
	half := amount("3018000000") // of 6036.000001
	c := st.s.Network.Contracts
	fill := func(pays api.Amount) api.Transaction {
		return apitest.Honest{Contracts: c}.Fill(api.FillRequest{Taker: st.s.Account.Address,
			Legs: []api.FillLeg{{Hash: record.Hash, TakerAmount: pays}}}, order)
	}
	elsewhere := fill(order.TakerAmount)
	elsewhere.To = c.AugustusV6
	for name, tc := range map[string]struct {
		tx   api.Transaction
		left string // of what it gives, when the answer is there
		says []string
		sent int
	}{
		"all": {fill(order.TakerAmount), "2000000000000000000", nil, 1},
		"half": {fill(half), "2000000000000000000", []string{"it is not what was asked for",
			"it pays 3,018.00 USDC only, not 6,036.000001 USDC"}, 0},
		"half is left": {fill(half), "1000000000000000000", []string{"less of the order is left " +
			"than when it was asked for: all of it is 3,018 USDC, it was 6,036.000001"}, 1},
		"less than is left": {fill(amount("1")), "1000000000000000000",
			[]string{"it pays 0.000001 USDC only, not 3,018.00"}, 0},
		"another contract": {elsewhere, "2000000000000000000",
			[]string{"what is called is", "not the contract of its method"}, 0},
	} {
		st := newStage(t)
		st.s.Network.Contracts = c
		tc.tx.ChainID = local.ChainID
		st.service.answers(func() api.Transaction { return tc.tx })
		st.service.OnOrder = func(context.Context, common.Hash, bool) (api.OrderRecord,
			error) {
			r := record
			r.FillableBalance, r.SwappableBalance = amount(tc.left), amount(tc.left)
			return r, nil
		}
		st.do(func() tea.Cmd {
			sign.Run(st.s, sign.Fill(st.s, record, api.Amount{}))
			return nil
		})
		st.Press("f")
		frame := strings.Join(strings.Fields(strings.NewReplacer("┃", " ").
			Replace(st.Frame())), " ")
		for _, text := range tc.says {
			if !strings.Contains(frame, text) {
				t.Errorf("%s: it is not said that %q:\n%s", name, text, st.Frame())
			}
		}
		st.Press("S", "enter")
		if len(st.service.sent) != tc.sent {
			t.Errorf("%s: sent %d, want %d:\n%s", name, len(st.service.sent), tc.sent, st.Frame())
		}
	}
}

// The dialog says what differs, with both values, and does not sign.
func TestWhatDiffersIsSaid(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	a := st.asks(t)["approve"]
	lied := a.answer
	lied.Data = contracts.NewStandardToken().PackApprove(rfq, big.NewInt(6e9))
	st.service.answers(func() api.Transaction { return lied })
	st.do(func() tea.Cmd {
		sign.Run(st.s, a.task)
		return nil
	})
	st.Shows("it is not what was asked for", "what it allows is 6000000000, not 5000000000")
	st.Press("S", "enter", "enter")
	if len(st.service.sent) != 0 {
		t.Error("it is sent")
	}
}

// A nonce that leaves a gap, and a fee out of proportion, ask for a word.
func TestGapsAndFeesAskForAWord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*api.Transaction)
		known  bool // what a coin is worth
		says   string
	}{
		{func(tx *api.Transaction) { tx.Nonce = 81 }, true, "its nonce 81 leaves a gap: it " +
			"waits until 77 others are sent from nonce 4 on"},
		{func(tx *api.Transaction) { tx.GasPrice = api.NewAmount(16e12) }, true,
			"the fee may be $2,880.00 for moving $5.00"},
		{func(tx *api.Transaction) { tx.GasPrice = api.NewAmount(16e12) }, false,
			"the fee may be 0.960000 ETH, and what that is worth is not known"},
	} {
		st := newStage(t)
		st.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
			return api.Nonces{Mined: 4, Next: 4}, nil
		}
		price := func(usd string, decimals int) api.Price {
			p, err := api.ParsePrice(usd, decimals, format.USDDecimals)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		st.s.Prices = map[common.Address]api.Price{api.NativeToken: price("3000", 18),
			usdc: price("1", 6)}
		if !c.known {
			delete(st.s.Prices, api.NativeToken)
		}
		other := common.HexToAddress("0x00000000000000000000000000000000000b0b00")
		five := api.NewAmount(5e6)
		tx := api.Transaction{ChainID: local.ChainID, From: st.s.Account.Address, To: usdc,
			Nonce: 4,
			Gas:   60_000, GasPrice: amount2gwei,
			Data: contracts.NewStandardToken().PackTransfer(other, five.Big())}
		c.change(&tx)
		st.service.answers(func() api.Transaction { return tx })
		st.do(func() tea.Cmd {
			sign.Run(st.s, sign.Send(st.s, "send", api.Asset{Address: usdc}, other, five))
			return nil
		})
		st.Press("f")
		st.Shows(c.says)
	}
}

// A gas limit below what the simulation used can't be signed, one far above it is said, and a gas
// price far above the network's asks for a word, whatever is moved.
func TestGasThatCannotBeIsNotSigned(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*api.Transaction)
		word   string
		says   []string
	}{
		{func(tx *api.Transaction) { tx.Gas = 30_000 }, "", []string{"CANNOT BE SIGNED",
			"its gas limit of 30,000 is less than the 46,123 that its simulation used"}},
		{func(tx *api.Transaction) { tx.Gas, tx.GasUsed = 20_000, 20_000 }, "", []string{
			"CANNOT BE SIGNED", "its gas limit of 20,000 is less than any transaction takes"}},
		{func(tx *api.Transaction) { tx.Gas = 1_000_000 }, "", []string{
			"! its gas limit of 1,000,000 is more than twice the 46,123 that its simulation used"}},
		{func(tx *api.Transaction) { tx.GasPrice = api.NewAmount(200e9) }, "fee", []string{
			"it pays up to 200.00 gwei for gas, and the network takes 1.00 gwei"}},
		// as where blocks are cheap: both are 0.01 gwei, rounded up
		{func(tx *api.Transaction) {
			tx.GasPrice, tx.BaseFee = api.NewAmount(4_000_000), api.NewAmount(6_000_000)
		}, "waits", []string{"it pays 0.004 gwei for gas at most, and the base fee is 0.006 gwei"}},
	} {
		for _, width := range []int{80, 120} {
			st := newStage(t)
			st.Resize(width, 36)
			usd := func(text string, decimals int) api.Price {
				p, err := api.ParsePrice(text, decimals, format.USDDecimals)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			st.s.Prices = map[common.Address]api.Price{api.NativeToken: usd("3000", 18),
				usdc: usd("1", 6)}
			st.s.GasPrice = api.NewAmount(1e9)
			tx := st.approve(big.NewInt(3000e6))
			c.change(&tx)
			st.service.answers(func() api.Transaction { return tx })
			st.do(func() tea.Cmd {
				sign.Run(st.s, st.approving(3000e6, func() (api.Transaction, error) {
					return tx, nil
				}))
				return nil
			})
			frame := strings.Join(strings.Fields(strings.NewReplacer("┃", " ").
				Replace(st.Frame())), " ")
			for _, text := range c.says {
				if !strings.Contains(frame, text) {
					t.Errorf("at %d it is not said that %q:\n%s", width, text, st.Frame())
				}
			}
			if want := `Type "` + c.word + `"`; c.word != "" && !strings.Contains(frame, want) {
				t.Errorf("at %d the word %s is not asked for:\n%s", width, c.word, st.Frame())
			}
		}
	}
}
