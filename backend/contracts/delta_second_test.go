package contracts_test

import (
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

// secondChain is a chain whose settlement contract takes orders of the second form too.
type secondChain struct {
	*deltaChain
	second *contracts.DeltaSecond
}

func newSecondChain(t testing.TB) *secondChain {
	t.Helper()
	c := &secondChain{newDeltaChain(t), contracts.NewDeltaSecond()}
	contracts.DeploySecond(c.chain, c.DeltaAddresses, c.permit2)
	parsed, err := contracts.DeltaSecondMetaData.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	c.abis = append(c.abis, *parsed)
	return c
}

// intent sells 500 for at least 900, expecting 1000; change alters that.
func (c *secondChain) intent(change ...func(o *api.DeltaOrder)) *api.DeltaRecord {
	c.t.Helper()
	c.nonce++
	r := &api.DeltaRecord{Order: api.DeltaOrder{Form: api.SecondForm, Owner: c.owner.addr,
		Beneficiary: c.owner.addr, SrcToken: c.src, DestToken: c.dest,
		SrcAmount: api.NewAmount(500), DestAmount: api.NewAmount(900),
		ExpectedDestAmount: api.NewAmount(1000), Deadline: farFuture,
		Nonce: api.NewAmount(uint64(c.nonce))}}
	for _, f := range change {
		f(&r.Order)
	}
	r.Order.Complete()
	c.sign(r)
	return r
}

// sign signs an order as a wallet does, so that the contract takes it only if both hash it alike.
func (c *secondChain) sign(r *api.DeltaRecord) {
	c.t.Helper()
	r.OrderHash = eip712.DeltaTypedData(uint64(chainID), c.Delta, r.Order).Hash()
	r.Signature = compact(c.owner.sign(c.t, r.OrderHash))
}

// bySwap is the call that settles an order by an executor that has stock to bring: of the
// destination token all, of the source token all but what the agent takes.
func (c *secondChain) bySwap(r *api.DeltaRecord, brings, takes *big.Int) []byte {
	c.t.Helper()
	c.must(c.agent, c.dest, c.token.PackTransfer(c.Executor, brings))
	data := plan(contracts.DeltaExecutorPlan{
		Calls: []contracts.DeltaExecutorCall{{Target: c.src, Value: new(big.Int),
			Data: c.token.PackTransfer(c.agent.addr, takes)}},
		Sweeps: []contracts.DeltaExecutorSweep{{Token: c.dest}, {Token: c.src}}})
	return settlement.SwapSettle(r, data, c.Executor)
}

func (c *secondChain) settled(receipt *types.Receipt) *contracts.DeltaSecondOrderSettled {
	c.t.Helper()
	return event(c.t, receipt, c.second.UnpackOrderSettledEvent)
}

// The functions are those that agents elsewhere call.
func TestSelectorsOfTheSecondForm(t *testing.T) {
	t.Parallel()
	parsed, err := contracts.DeltaSecondMetaData.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"swapSettle": "0x49af9204", "swapSettleBatch": "0x42aee04a", "buySettle": "0x69321fc5",
		"buySettleBatch": "0x9ca262a2", "directSettle": "0x5c40fda5",
		"directSettleBatch": "0xbfbb4901", "swapSettleFillable": "0xa7266629",
		"swapSettleFillableBatch": "0x39333732", "directSettleFillable": "0x57637e61",
		"directSettleFillableBatch": "0x801d0bdd", "swapFilledAmount": "0x9bd333da",
		"directFilledAmount": "0x185089f2", "setPreSignature": "0xeb8fb268",
		"isPreSigned": "0x76ed3d71",
	} {
		if got := hexutil.Encode(parsed.Methods[name].ID); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// What comes above the expected is shared, the floor never, and of what is capped only a hundredth.
func TestFeesOfTheSecondForm(t *testing.T) {
	t.Parallel()
	c := newSecondChain(t)
	flat := eip712.PartnerAndFee(partner, 100, false)
	for _, test := range []struct {
		name                            string
		partnerAndFee                   api.Amount
		expected, received              uint64
		protocol, partners, ownerShould int64
	}{
		{"surplus", api.Amount{}, 1000, 1100, 50, 0, 1050},
		{"capped surplus", api.NewAmount(512), 1000, 1100, 5, 0, 1095},
		{"the floor is no surplus", api.Amount{}, 500, 900, 0, 0, 900},
		{"nor with a cap", api.NewAmount(512), 500, 900, 0, 0, 900},
		{"above a floor above the expected", api.Amount{}, 500, 1000, 50, 0, 950},
		{"flat fee", flat, 1000, 1000, 0, 10, 990},
		{"flat fee and capped surplus", eip712.CapSurplus(flat), 1000, 1100, 5, 10, 1085},
		{"a partner's share of a capped surplus", eip712.CapSurplus(
			eip712.PartnerAndFee(partner, 0, true)), 1000, 1100, 5, 5, 1090},
	} {
		r := c.intent(func(o *api.DeltaOrder) {
			o.PartnerAndFee, o.ExpectedDestAmount = test.partnerAndFee,
				api.NewAmount(test.expected)
		})
		before := c.balance(c.dest, c.owner.addr)
		got := c.settled(c.must(c.agent, c.Delta, c.second.PackDirectSettle(
			settlement.SecondOnChain(r), new(big.Int).SetUint64(test.received))))
		equal(t, test.name+": protocol", got.ProtocolFee, test.protocol)
		equal(t, test.name+": partner", got.PartnerFee, test.partners)
		equal(t, test.name+": owner", new(big.Int).Sub(c.balance(c.dest, c.owner.addr), before),
			test.ownerShould)
		if pays := eip712.DeltaPays(&r.Order, api.NewAmount(test.received),
			api.NewAmount(test.expected).Max(r.Order.DestAmount)); pays.Big().Cmp(
			got.ReturnAmount) != 0 {
			t.Errorf("%s: reckoned to pay %s, the contract pays %s", test.name, pays,
				got.ReturnAmount)
		}
	}
}

// Random orders that buy, settled by random executors: exactly what was signed is bought or more,
// nothing above what may be spent is, fees come off the refund, and the rest is the owner's again.
func TestRandomPurchases(t *testing.T) {
	t.Parallel()
	random, cases := rand.New(rand.NewPCG(seedOf(t), 1)), 200
	if testing.Short() {
		cases = 40
	}
	c := newSecondChain(t)
	c.must(c.deployer, c.src, c.token.PackMint(c.owner.addr, big.NewInt(1e18)))
	c.must(c.deployer, c.dest, c.token.PackMint(c.agent.addr, big.NewInt(1e18)))
	for i := range cases {
		most, expected := uint64(1000+random.IntN(1e9)), uint64(1+random.IntN(1e9))
		wants := uint64(1 + random.IntN(1e9))
		takes := most * uint64(random.IntN(1100)) / 1000
		brings := wants * uint64(990+random.IntN(30)) / 1000
		bps, shares := random.IntN(256)*random.IntN(2), random.IntN(2) == 0
		direct := random.IntN(2) == 0
		if direct {
			brings = wants
		}
		fee := api.Amount{}
		if random.IntN(3) > 0 {
			fee = eip712.PartnerAndFee(partner, uint8(bps), shares)
		}
		capped := random.IntN(2) == 0
		if capped {
			fee = eip712.CapSurplus(fee)
		}
		r := c.intent(func(o *api.DeltaOrder) {
			o.Buy, o.SrcAmount, o.DestAmount = true, api.NewAmount(most), api.NewAmount(wants)
			o.ExpectedDestAmount, o.PartnerAndFee = api.NewAmount(expected), fee
			o.Beneficiary = common.Address{0xbe, byte(i), byte(i >> 8)}
		})
		// by the rules, apart from the contract: of what is saved half, or a flat fee of the spent
		saved := int64(min(expected, most)) - int64(takes)
		saved = max(0, saved)
		if capped {
			saved = min(saved, int64(min(expected, most)/100))
		}
		protocol, partners := saved/2, int64(0)
		if _, flat, takesSurplus := eip712.SplitPartnerAndFee(fee); flat > 0 {
			partners = int64(takes) * int64(min(flat, 200)) / 10_000
		} else if takesSurplus {
			partners = saved - protocol
		}
		good := takes <= most && brings >= wants &&
			int64(takes)+protocol+partners <= int64(most)
		call := c.second.PackDirectSettle(settlement.SecondOnChain(r),
			new(big.Int).SetUint64(takes))
		if !direct {
			call = c.bySwap(r, new(big.Int).SetUint64(brings), new(big.Int).SetUint64(takes))
		}
		owner, fees, shared := c.balance(c.src, c.owner.addr), c.fees(nobody, c.src),
			c.fees(partner, c.src)
		receipt, err := c.exec(c.agent, c.Delta, nil, call)
		if (err == nil) != good {
			t.Fatalf("case %d: %d of %d for %d of %d ends in %v", i, takes, most, brings, wants,
				err)
		}
		paid := new(big.Int).Sub(owner, c.balance(c.src, c.owner.addr))
		if err != nil {
			c.sweep()
			equal(t, "a refused bid takes", paid, 0)
			continue
		}
		got := c.settled(receipt)
		equal(t, "paid", paid, int64(takes)+protocol+partners)
		keeps := settlement.OwnerGets(&r.Order, settlement.Rest(&r.Order, r.Order.SrcAmount),
			api.NewAmount(most-takes))
		equal(t, "reckoned to keep", keeps.Big(), int64(most)-paid.Int64())
		equal(t, "told", got.SrcAmount, paid.Int64())
		equal(t, "bought", c.balance(c.dest, r.Order.Beneficiary), int64(brings))
		equal(t, "protocol", new(big.Int).Sub(c.fees(nobody, c.src), fees), protocol)
		equal(t, "partner", new(big.Int).Sub(c.fees(partner, c.src), shared), partners)
	}
}

// What an order is not is refused by name.
func TestRefusalsOfTheSecondForm(t *testing.T) {
	t.Parallel()
	c := newSecondChain(t)
	direct := func(r *api.DeltaRecord) []byte {
		return c.second.PackDirectSettle(settlement.SecondOnChain(r), big.NewInt(1000))
	}
	buys := c.intent(func(o *api.DeltaOrder) { o.Buy = true })
	onChain := settlement.SecondOnChain(buys)
	c.refuses(c.agent, c.Delta, c.second.PackSwapSettle(onChain, nil, c.Executor, nil),
		"InvalidKind")
	sells := settlement.SecondOnChain(c.intent())
	c.refuses(c.agent, c.Delta, c.second.PackBuySettle(sells, nil, c.Executor, nil), "InvalidKind")
	c.refuses(c.agent, c.Delta, c.second.PackSwapSettle(sells, nil, c.Executor, []byte{1}),
		"BridgingNotSupported")
	c.refuses(c.agent, c.Delta, direct(c.intent(func(o *api.DeltaOrder) {
		o.Bridge.DestinationChainID = 10
	})), "BridgingNotSupported")
	fillable := c.intent(func(o *api.DeltaOrder) { o.Buy, o.Fillable = true, true })
	c.refuses(c.agent, c.Delta, c.second.PackDirectSettleFillable(
		settlement.SecondOnChain(fillable), big.NewInt(10_000), big.NewInt(1000)), "InvalidKind")
	late := c.intent(func(o *api.DeltaOrder) { o.Deadline = 1 })
	c.refuses(c.agent, c.Delta, direct(late), "DeadlineExpired")
	c.refuses(c.owner, c.Delta, direct(c.intent()), "UnauthorizedAgent")
	// a nonce is one for all forms, and giving it up ends any of them
	first := c.order(func(o *contracts.DeltaOrder) { o.Nonce = big.NewInt(999) })
	c.direct(first, 1000)
	c.refuses(c.agent, c.Delta, direct(c.intent(func(o *api.DeltaOrder) {
		o.Nonce = api.NewAmount(999)
	})), "InvalidNonce")
	given := c.intent()
	c.must(c.owner, c.Delta, c.delta.PackInvalidateNonce(given.Order.Nonce.Big()))
	c.refuses(c.agent, c.Delta, direct(given), "InvalidNonce")
}

// An order without a signature is good while its owner says so on chain.
func TestPreSignature(t *testing.T) {
	t.Parallel()
	c := newSecondChain(t)
	r := c.intent()
	r.Signature = nil
	call := c.second.PackDirectSettle(settlement.SecondOnChain(r), big.NewInt(1000))
	c.refuses(c.agent, c.Delta, call, "InvalidSignature")
	c.must(c.agent, c.Delta, c.second.PackSetPreSignature(r.OrderHash, true)) // of somebody else
	c.refuses(c.agent, c.Delta, call, "InvalidSignature")
	c.must(c.owner, c.Delta, c.second.PackSetPreSignature(r.OrderHash, true))
	c.must(c.owner, c.Delta, c.second.PackSetPreSignature(r.OrderHash, false))
	c.refuses(c.agent, c.Delta, call, "InvalidSignature")
	c.must(c.owner, c.Delta, c.second.PackSetPreSignature(r.OrderHash, true))
	if !read(c.chain, c.Delta, c.second.PackIsPreSigned(c.owner.addr, r.OrderHash),
		c.second.UnpackIsPreSigned) {
		t.Error("it is not told to be signed")
	}
	c.must(c.agent, c.Delta, call)
}

// Parts of one order add up, whichever way they are settled.
func TestPartsOfTheSecondForm(t *testing.T) {
	t.Parallel()
	c := newSecondChain(t)
	r := c.intent(func(o *api.DeltaOrder) { o.Fillable = true })
	onChain := settlement.SecondOnChain(r)
	c.must(c.agent, c.Delta, c.second.PackDirectSettleFillable(onChain, big.NewInt(4000),
		big.NewInt(400)))
	equal(t, "filled", read(c.chain, c.Delta, c.second.PackSwapFilledAmount(onChain.Order),
		c.second.UnpackSwapFilledAmount), 200)
	c.refuses(c.agent, c.Delta, c.second.PackDirectSettleFillable(onChain, big.NewInt(6020),
		big.NewInt(1000)), "InvalidFillAmount")
	c.must(c.agent, c.dest, c.token.PackTransfer(c.Executor, big.NewInt(600)))
	receipt := c.must(c.agent, c.Delta, c.second.PackSwapSettleFillable(onChain,
		plan(contracts.DeltaExecutorPlan{Sweeps: []contracts.DeltaExecutorSweep{{Token: c.dest}}}),
		c.Executor, big.NewInt(6000)))
	equal(t, "the rest", c.settled(receipt).ReturnAmount, 600)
	if !c.nonceUsed(r.Order.Nonce.Big()) {
		t.Error("the nonce of an order that is settled whole is not used")
	}
}

// Random schedules: no slice before its time, all of them together the total to the unit, none for
// less than its share or for more than its cap, and the nonce used with the last. What one brings
// above its least or leaves of its most is no surplus: but for a flat fee its owner has it.
func TestSlices(t *testing.T) {
	t.Parallel()
	random, cases := rand.New(rand.NewPCG(seedOf(t), 2)), 32
	if testing.Short() {
		cases = 8
	}
	flat := eip712.PartnerAndFee(partner, 100, false)
	shares := eip712.PartnerAndFee(partner, 0, true)
	c := newSecondChain(t)
	c.must(c.deployer, c.src, c.token.PackMint(c.owner.addr, big.NewInt(1e18)))
	c.must(c.deployer, c.dest, c.token.PackMint(c.agent.addr, big.NewInt(1e18)))
	for i := range cases {
		buys, fee := i%2 == 1, []api.Amount{{}, flat, eip712.CapSurplus(flat), shares}[i/2%4]
		r := c.intent(func(o *api.DeltaOrder) {
			o.Form, o.Slices = api.SlicedForm, uint32(2+random.IntN(5))
			o.Interval, o.PartnerAndFee = uint64(60+random.IntN(600)), fee
			o.SrcAmount = api.NewAmount(uint64(o.Slices) + random.Uint64N(1e6))
			o.SliceAmount = api.NewAmount(1 + random.Uint64N(1e6))
			if buys {
				o.Form, o.DestAmount = api.SlicedBuyForm, api.NewAmount(
					uint64(o.Slices)+random.Uint64N(1e6))
				o.SrcAmount = api.NewAmount(1_000_000 + random.Uint64N(1e9))
			}
		})
		o, start := &r.Order, c.balance(c.src, c.owner.addr)
		bought, spent := c.balance(c.dest, c.owner.addr), new(big.Int)
		received, fees := new(big.Int), new(big.Int)
		for slice := range o.Slices {
			src, dest := o.Slice(slice)
			takes := src.Big()
			if buys {
				takes.Rsh(takes, 1)
			}
			if slice > 0 {
				c.refuses(c.agent, c.Delta, c.bySwap(r, dest.Big(), takes), "SliceNotDue")
				c.advance(time.Duration(o.Interval) * time.Second)
			}
			c.sweep()
			short := dest.Big()
			c.refuses(c.agent, c.Delta, c.bySwap(r, short.Sub(short, big.NewInt(1)), takes),
				"InsufficientReturnAmount")
			c.sweep()
			brings, partners := dest.Big(), new(big.Int)
			brings.Add(brings, big.NewInt(random.Int64N(1000)))
			paid, gets := new(big.Int).Set(takes), new(big.Int).Set(brings)
			if _, bps, _ := eip712.SplitPartnerAndFee(fee); bps > 0 && buys {
				paid.Add(takes, partners.Div(takes, big.NewInt(100)))
			} else if bps > 0 {
				gets.Sub(brings, partners.Div(brings, big.NewInt(100)))
			}
			receipt := c.must(c.agent, c.Delta, c.bySwap(r, brings, takes))
			told := event(t, receipt, c.second.UnpackTWAPSliceSettledEvent)
			if told.Slice != slice || told.NumSlices != o.Slices ||
				told.OrderHash != r.OrderHash || told.SpentAmount.Cmp(paid) != 0 ||
				told.ReturnAmount.Cmp(gets) != 0 || told.ProtocolFee.Sign() != 0 ||
				told.PartnerFee.Cmp(partners) != 0 {
				t.Fatalf("case %d: slice %d is told as %+v", i, slice, told)
			}
			net := settlement.OwnerGets(o, settlement.Rest(o, o.SrcAmount.Sub(
				settlement.Taken(o, slice))), brought(o, src, brings, takes)).Big()
			if want := brought(o, src, gets, paid).Big(); net.Cmp(want) != 0 {
				t.Errorf("case %d: slice %d is reckoned to bring %s, not %s", i, slice, net, want)
			}
			spent.Add(spent, paid)
			received.Add(received, gets)
			fees.Add(fees, partners)
			last := slice == o.Slices-1
			if c.nonceUsed(o.Nonce.Big()) != last {
				t.Errorf("case %d: after slice %d of %d the nonce is used: %v", i, slice, o.Slices,
					!last)
			}
			if !last {
				continue
			}
			if end := c.settled(receipt); end.SrcAmount.Cmp(spent) != 0 ||
				end.DestAmount.Cmp(o.DestAmount.Big()) != 0 ||
				end.ReturnAmount.Cmp(received) != 0 || end.ProtocolFee.Sign() != 0 ||
				end.PartnerFee.Cmp(fees) != 0 {
				t.Errorf("case %d: the end is told as %+v", i, end)
			}
		}
		paid := start.Sub(start, c.balance(c.src, c.owner.addr))
		got := new(big.Int).Sub(c.balance(c.dest, c.owner.addr), bought)
		if got.Cmp(received) != 0 || got.Cmp(eip712.DeltaFloor(*o).Big()) < 0 ||
			paid.Cmp(spent) != 0 || o.SrcAmount.Big().Cmp(paid) < 0 ||
			!buys && paid.Cmp(o.SrcAmount.Big()) != 0 {
			t.Fatalf("case %d: %s came for %s of %s", i, got, paid, o.SrcAmount)
		}
		_, dest := o.Slice(0)
		c.refuses(c.agent, c.Delta, c.bySwap(r, dest.Big(), new(big.Int)), "InvalidNonce")
		c.sweep()
	}
}

// brought is what a slice brings in its order's measure.
func brought(o *api.DeltaOrder, most api.Amount, received, paid *big.Int) api.Amount {
	if o.Buy {
		return most.Sub(api.MustBig(paid))
	}
	return api.MustBig(received)
}

// Slices take the permits that are good for all of them, the first one using what is signed.
func TestPermitsOfSlices(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		permit  func(c *deltaChain) []byte
		refused string
	}{
		"ERC-2612": {func(c *deltaChain) []byte {
			return permit2612(t, c.owner, c.src, "Source", c.Delta, big.NewInt(500), 0, farFuture)
		}, ""},
		"Permit2 allowance": {func(c *deltaChain) []byte {
			return c.allowancePermit(500, farFuture, 0, farFuture)
		}, ""},
		"existing Permit2 allowance": {func(c *deltaChain) []byte {
			c.must(c.owner, c.permit2, contracts.NewPermit2().PackApprove(
				c.src, c.Delta, big.NewInt(500), big.NewInt(farFuture)))
			return []byte{1}
		}, ""},
		"Permit2 transfer": {func(c *deltaChain) []byte {
			return c.transferPermit(300, big.NewInt(250), big.NewInt(farFuture))
		}, "PermitFailed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSecondChain(t)
			c.must(c.owner, c.src, c.token.PackApprove(c.Delta, new(big.Int)))
			c.must(c.owner, c.src, c.token.PackApprove(c.permit2, maxUint256))
			r := c.intent(func(o *api.DeltaOrder) {
				o.Form, o.Slices, o.SliceAmount = api.SlicedForm, 2, api.NewAmount(450)
				o.Permit = test.permit(c.deltaChain)
			})
			call := func() []byte { return c.bySwap(r, big.NewInt(450), big.NewInt(250)) }
			if test.refused != "" {
				c.refuses(c.agent, c.Delta, call(), test.refused)
				return
			}
			c.must(c.agent, c.Delta, call())
			c.must(c.agent, c.Delta, call())
			equal(t, "sold", c.balance(c.src, c.agent.addr), 500)
			c.refuses(c.agent, c.Delta, call(), "InvalidNonce")
		})
	}
}

// What comes in of a token counts once, also where an order buys the token that it sells: fees that
// the contract keeps for others are not paid out to whoever signs such an order.
func TestPurchaseOfWhatIsSold(t *testing.T) {
	t.Parallel()
	c := newSecondChain(t)
	flat := eip712.PartnerAndFee(partner, 100, false)
	c.must(c.agent, c.Delta, c.second.PackDirectSettle(settlement.SecondOnChain(c.intent(
		func(o *api.DeltaOrder) { o.PartnerAndFee = flat })), big.NewInt(1000)))
	kept := c.fees(partner, c.dest)
	equal(t, "fees", kept, 10)
	c.mint(c.dest, c.owner.addr, 10)
	c.must(c.owner, c.dest, c.token.PackApprove(c.Delta, maxUint256))
	for _, form := range []api.DeltaForm{api.SecondForm, api.SlicedBuyForm} {
		r := c.intent(func(o *api.DeltaOrder) {
			o.Form, o.Buy, o.SrcToken, o.Slices = form, true, c.dest, 1
			o.SrcAmount, o.DestAmount = api.NewAmount(10), api.NewAmount(10)
			o.ExpectedDestAmount = api.Amount{}
		})
		data := plan(contracts.DeltaExecutorPlan{
			Sweeps: []contracts.DeltaExecutorSweep{{Token: c.dest}}})
		c.refuses(c.agent, c.Delta, settlement.SwapSettle(r, data, c.Executor),
			"InsufficientReturnAmount")
	}
	equal(t, "what is there for the partner", c.balance(c.dest, c.Delta), kept.Int64())
}

// All parts of an order bring no less than was signed, in units of a coarse token too. A share of
// what is too much for 256 bits can't be reckoned.
func TestPartsBringWhatWasSigned(t *testing.T) {
	t.Parallel()
	c := newSecondChain(t)
	part := func(r *api.DeltaRecord, percent, amount int64) []byte {
		return c.second.PackDirectSettleFillable(settlement.SecondOnChain(r), big.NewInt(percent),
			big.NewInt(amount))
	}
	r := c.intent(func(o *api.DeltaOrder) {
		o.Fillable, o.DestAmount, o.ExpectedDestAmount = true, api.NewAmount(3), api.NewAmount(3)
	})
	for range 2 {
		p := settlement.PartOf(&r.Order, 5000)
		c.refuses(c.agent, c.Delta, part(r, 5000, p.MinOut.Big().Int64()-1),
			"InsufficientReturnAmount")
		c.must(c.agent, c.Delta, part(r, 5000, p.MinOut.Big().Int64()))
	}
	if got := c.balance(c.dest, c.owner.addr); got.Cmp(r.Order.DestAmount.Big()) < 0 {
		t.Errorf("its owner got %s of %s", got, r.Order.DestAmount)
	}
	huge := c.intent(func(o *api.DeltaOrder) {
		o.Fillable, o.ExpectedDestAmount = true, api.MaxAmount
	})
	if _, err := c.exec(c.agent, c.Delta, nil, part(huge, 10_000, 1000)); err == nil {
		t.Error("what the service refuses is settled")
	}
}
