package contracts_test

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/eip712"
)

func TestFeesOfASettlement(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	for _, test := range []struct {
		name                               string
		received                           int64
		partnerAndFee                      *big.Int
		protocolFee, partnerFee, ownerGets int64
	}{
		{"fixed fee, no surplus", 950, partnerAndFee(false, 100), 0, 9, 941},
		{"fixed fee and surplus", 1100, partnerAndFee(false, 100), 50, 10, 1040},
		{"partner takes surplus", 1100, partnerAndFee(true, 0), 50, 50, 1000},
		{"a fee comes before the surplus", 1100, partnerAndFee(true, 100), 50, 10, 1040},
		{"a fee comes before the surplus, none there", 1000, partnerAndFee(true, 100), 0, 10, 990},
		{"partner takes surplus, none there", 1000, partnerAndFee(true, 0), 0, 0, 1000},
		{"odd surplus", 1101, partnerAndFee(true, 0), 50, 51, 1000},
		{"no partner", 1100, new(big.Int), 50, 0, 1050},
		{"no partner, no surplus", 1000, new(big.Int), 0, 0, 1000},
		{"fee without a partner", 1000, big.NewInt(100), 0, 0, 1000},
		{"fee above the cap", 1000, partnerAndFee(false, 255), 0, 20, 980},
		{"fee at the cap", 1000, partnerAndFee(false, 200), 0, 20, 980},
	} {
		order := c.order(func(o *contracts.DeltaOrder) { o.PartnerAndFee = test.partnerAndFee })
		owner, protocol, partners := c.balance(c.dest, c.owner.addr), c.fees(nobody, c.dest),
			c.fees(partner, c.dest)
		settled := c.direct(order, test.received)
		if settled.OrderHash != c.digest(order, "Order") || settled.Owner != c.owner.addr ||
			settled.Beneficiary != nobody ||
			settled.SrcToken != c.src || settled.DestToken != c.dest {
			t.Errorf("%s: wrong event %+v", test.name, settled)
		}
		for what, pair := range map[string][2]*big.Int{
			"sold":     {settled.SrcAmount, big.NewInt(500)},
			"floor":    {settled.DestAmount, big.NewInt(900)},
			"returned": {settled.ReturnAmount, big.NewInt(test.ownerGets)},
			"protocol": {settled.ProtocolFee, big.NewInt(test.protocolFee)},
			"partner":  {settled.PartnerFee, big.NewInt(test.partnerFee)},
			"owner's growth": {new(big.Int).Sub(c.balance(c.dest, c.owner.addr), owner),
				big.NewInt(test.ownerGets)},
			"protocol's": {new(big.Int).Sub(c.fees(nobody, c.dest), protocol),
				big.NewInt(test.protocolFee)},
			"partner's": {new(big.Int).Sub(c.fees(partner, c.dest), partners),
				big.NewInt(test.partnerFee)},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Errorf("%s: %s is %s, want %s", test.name, what, pair[0], pair[1])
			}
		}
	}
	// Nothing is lost: what the contract holds is what it owes.
	owed := new(big.Int).Add(c.fees(nobody, c.dest), c.fees(partner, c.dest))
	if held := c.balance(c.dest, c.Delta); held.Cmp(owed) != 0 {
		t.Errorf("holds %s, owes %s", held, owed)
	}
}

// An order that waits for another price keeps the rise that it waits for: of 1,000 today and a rise
// of a tenth its owner receives 1,100, where one that expects today's price leaves 50 to the
// protocol. What comes above all that it was made for is shared as ever.
func TestAnOrderThatWaitsKeepsItsRise(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	for _, test := range []struct {
		name                             string
		expected                         api.Amount
		received, ownerGets, protocolFee int64
	}{
		{"today's", api.NewAmount(1000), 1100, 1050, 50},
		{"take profit at 1,100", eip712.ExpectedLater(api.NewAmount(1000), api.NewAmount(900),
			api.NewAmount(1100)), 1100, 1100, 0},
		{"later in a series", eip712.ExpectedLater(api.NewAmount(1000), api.NewAmount(990)),
			1100, 1100, 0},
		{"stop at 900, the price back above", eip712.ExpectedLater(api.NewAmount(1000),
			api.NewAmount(850), api.NewAmount(900)), 1100, 1100, 0},
		{"thrice", eip712.ExpectedLater(api.NewAmount(1000)), 3000, 2500, 500},
	} {
		order := c.order(func(o *contracts.DeltaOrder) {
			o.ExpectedDestAmount = test.expected.Big()
		})
		before := c.balance(c.dest, c.owner.addr)
		settled := c.direct(order, test.received)
		got := new(big.Int).Sub(c.balance(c.dest, c.owner.addr), before)
		if got.Int64() != test.ownerGets || settled.ProtocolFee.Int64() != test.protocolFee {
			t.Errorf("%s: the owner receives %s, the protocol %s; want %d and %d", test.name, got,
				settled.ProtocolFee, test.ownerGets, test.protocolFee)
		}
	}
}

func TestSwapSettlement(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	receiver := common.Address{19: 77}
	order := c.order(func(o *contracts.DeltaOrder) { o.Beneficiary = receiver })
	receipt := c.must(c.agent, c.Delta,
		c.delta.PackSwapSettle(c.signed(order), c.stocked(1000), c.Executor))
	if settled := event(t, receipt,
		c.delta.UnpackOrderSettledEvent); settled.Beneficiary != receiver ||
		settled.ReturnAmount.Int64() != 1000 {
		t.Errorf("wrong event %+v", settled)
	}
	equal(t, "beneficiary", c.balance(c.dest, receiver), 1000)
	equal(t, "agent was swept the source", c.balance(c.src, c.agent.addr), 500)

	a, b := c.order(), c.order()
	more := c.stocked(950)
	c.must(c.agent, c.Delta, c.delta.PackSwapSettleBatch(
		[]contracts.DeltaOrderWithSig{c.signed(a)}, [][]byte{more}, c.Executor))
	equal(t, "owner", c.balance(c.dest, c.owner.addr), 950)
	// The executor brings all it has to the first order of a batch, so the second gets nothing, and
	// the batch is one.
	brought := c.stocked(2000)
	a = c.order()
	c.refuses(c.agent, c.Delta, c.delta.PackSwapSettleBatch(
		[]contracts.DeltaOrderWithSig{c.signed(a), c.signed(b)}, [][]byte{brought, brought},
		c.Executor), "InsufficientReturnAmount")
	if c.nonceUsed(a.Nonce) {
		t.Error("a reverted batch used a nonce")
	}
}

// The book agent's way: the executor fills a limit order with what it was given.
func TestExecutorFillsALimitOrder(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	book := &rfqChain{chain: c.chain, rfq: contracts.NewAugustusRFQ(), token: c.token, sold: c.dest,
		paid: c.src}
	book.addr = c.deploy(&contracts.AugustusRFQMetaData, nil)
	c.mint(c.dest, c.maker.addr, 5000)
	c.must(c.maker, c.dest, c.token.PackApprove(book.addr, maxUint256))
	limit := book.order(func(o *contracts.AugustusRFQOrder) {
		o.MakerAmount,
			o.TakerAmount = big.NewInt(2000), big.NewInt(1000)
	})

	fill := func(amount int64) []byte {
		return plan(contracts.DeltaExecutorPlan{
			Approvals: []contracts.DeltaExecutorApproval{
				{Token: c.src, Spender: book.addr, Amount: big.NewInt(amount)}},
			Calls: []contracts.DeltaExecutorCall{
				{Target: book.addr, Value: new(big.Int),
					Data: book.rfq.PackPartialFillOrder(
						limit, book.signed(limit), big.NewInt(amount))}},
			Sweeps: []contracts.DeltaExecutorSweep{
				{Token: c.dest}, {Token: c.src, To: c.agent.addr}},
		})
	}
	order := c.order(func(o *contracts.DeltaOrder) { o.Beneficiary = c.other.addr })
	c.refuses(c.agent, c.Delta, c.delta.PackSwapSettle(c.signed(order), fill(501), c.Executor),
		"ERC20: transfer amount exceeds balance")
	c.must(c.agent, c.Delta, c.delta.PackSwapSettle(c.signed(order), fill(500), c.Executor))
	equal(t, "beneficiary", c.balance(c.dest, c.other.addr), 1000)
	equal(t, "executor keeps nothing", c.balance(c.dest, c.Executor), 0)

	silent := plan(contracts.DeltaExecutorPlan{
		Calls: []contracts.DeltaExecutorCall{
			{Target: c.Executor, Value: new(big.Int), Data: []byte{1, 2, 3, 4}}}})
	c.refuses(c.agent, c.Delta, c.delta.PackSwapSettle(c.signed(c.order()), silent, c.Executor),
		"ExecutionFailed")
}

func TestSettlementsThatAreRefused(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	direct := func(signed contracts.DeltaOrderWithSig, amount int64) []byte {
		return c.delta.PackDirectSettle(signed, big.NewInt(amount))
	}
	order := c.order()
	signed := c.signed(order)
	with := func(signature []byte) contracts.DeltaOrderWithSig {
		return contracts.DeltaOrderWithSig{Order: order, Signature: signature}
	}
	full := c.owner.sign(t, c.digest(order, "Order"))
	highS := append([]byte(nil), signed.Signature...)
	for i := 33; i < 64; i++ {
		highS[i] = 0xff
	}
	highS[32] |= 0x7f
	c.refuses(c.other, c.Delta, direct(signed, 1000), "UnauthorizedAgent")
	c.refuses(c.agent, c.Delta, direct(with(full), 1000), "InvalidSignature") // 65 bytes
	c.refuses(c.agent, c.Delta, direct(with(nil), 1000), "InvalidSignature")
	c.refuses(c.agent, c.Delta, direct(with(highS), 1000), "InvalidSignature")
	c.refuses(c.agent, c.Delta, direct(
		with(compact(c.agent.sign(t, c.digest(order, "Order")))), 1000), "InvalidSigner")
	c.refuses(c.agent, c.Delta, direct(c.fillable(order), 1000), "InvalidSigner")
	c.refuses(c.agent, c.Delta, c.delta.PackDirectSettleFillable(
		signed, big.NewInt(10_000), big.NewInt(1000)), "InvalidSigner")
	c.refuses(c.agent, c.Delta, direct(signed, 899), "InsufficientReturnAmount")
	c.refuses(c.agent, c.Delta, c.delta.PackSwapSettle(signed, c.stocked(899), c.Executor),
		"InsufficientReturnAmount")
	c.refuses(c.agent, c.Delta, c.delta.PackSwapSettle(signed, nil, c.Delta), "ModuleNotFound")
	c.refuses(c.agent, c.Delta, c.delta.PackDirectSettle(
		c.signed(c.order(func(o *contracts.DeltaOrder) {
			o.Deadline = new(big.Int).SetUint64(
				c.now() - 1)
		})), big.NewInt(1000)), "DeadlineExpired")
	c.refuses(c.agent, c.Delta, direct(
		c.signed(c.order(func(o *contracts.DeltaOrder) { o.SrcAmount = big.NewInt(1_000_001) })),
		1000), "TransferFromFailed")

	// The floor is compared with what comes in: the partner's fee is at the owner's expense.
	charged := c.signed(c.order(func(
		o *contracts.DeltaOrder) {
		o.PartnerAndFee = partnerAndFee(false, 100)
	}))
	c.refuses(c.agent, c.Delta, direct(charged, 899), "InsufficientReturnAmount")
	before := c.balance(c.dest, c.owner.addr)
	c.must(c.agent, c.Delta, direct(charged, 900))
	equal(t, "less than signed", new(big.Int).Sub(c.balance(c.dest, c.owner.addr), before), 891)

	c.must(c.agent, c.Delta, direct(signed, 900))
	c.refuses(c.agent, c.Delta, direct(signed, 900), "InvalidNonce")
	c.refuses(c.agent, c.Delta, direct(
		c.signed(c.order(func(o *contracts.DeltaOrder) { o.Nonce = order.Nonce })), 1000),
		"InvalidNonce")

	last := c.order(func(o *contracts.DeltaOrder) {
		o.Deadline = new(big.Int).SetUint64(
			c.now() + 50)
	})
	c.advance(50 * time.Second)
	if _, err := c.call(c.agent, c.Delta, nil, direct(c.signed(last), 1000)); err != nil {
		t.Errorf("a settlement in the last second is refused: %v", err)
	}
	c.advance(time.Second)
	c.refuses(c.agent, c.Delta, direct(c.signed(last), 1000), "DeadlineExpired")
}

func TestNativeCoinIsBought(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	receiver := common.Address{19: 78}
	order := func() contracts.DeltaOrderWithSig {
		return c.signed(c.order(func(o *contracts.DeltaOrder) {
			o.DestToken,
				o.Beneficiary = nativeCoin, receiver
		}))
	}
	held := func(a common.Address) int64 {
		balance, err := c.client.BalanceAt(t.Context(), a, nil)
		if err != nil {
			t.Fatal(err)
		}
		return balance.Int64()
	}
	settle := c.delta.PackDirectSettle(order(), big.NewInt(1100))
	if _, err := c.exec(c.agent, c.Delta, big.NewInt(1099), settle); err == nil ||
		err.Error() != "InsufficientMsgValue" {
		t.Errorf("too little coin: %v", err)
	}
	if _, err := c.exec(c.agent, c.Delta, big.NewInt(1101), settle); err == nil ||
		err.Error() != "InsufficientMsgValue" {
		t.Errorf("too much coin: %v", err)
	}
	if _, err := c.exec(c.agent, c.Delta, big.NewInt(1100), settle); err != nil {
		t.Fatal(err)
	}
	if held(receiver) != 1050 || held(c.Delta) != 50 {
		t.Errorf("paid %d, kept %d", held(receiver), held(c.Delta))
	}
	batch := []contracts.DeltaOrderWithSig{order(), order()}
	amounts := []*big.Int{big.NewInt(1000), big.NewInt(1000)}
	if _, err := c.exec(c.agent, c.Delta, big.NewInt(1999),
		c.delta.PackDirectSettleBatch(batch, amounts)); err == nil ||
		err.Error() != "InsufficientMsgValue" {
		t.Errorf("coin counted twice: %v", err)
	}
	if _, err := c.exec(c.agent, c.Delta, big.NewInt(2000),
		c.delta.PackDirectSettleBatch(batch, amounts)); err != nil {
		t.Fatal(err)
	}

	// By an executor that unwraps.
	native := contracts.NewWrappedNative()
	weth := c.deploy(&contracts.WrappedNativeMetaData, native.PackConstructor("Wrapped", "WETH"))
	if _, err := c.exec(c.agent, weth, big.NewInt(1000), native.PackDeposit()); err != nil {
		t.Fatal(err)
	}
	c.must(c.agent, weth, native.PackTransfer(c.Executor, big.NewInt(1000)))
	unwrap := plan(contracts.DeltaExecutorPlan{
		Calls: []contracts.DeltaExecutorCall{
			{Target: weth, Value: new(big.Int), Data: native.PackWithdraw(big.NewInt(1000))}},
		Sweeps: []contracts.DeltaExecutorSweep{{Token: nativeCoin}},
	})
	c.must(c.agent, c.Delta, c.delta.PackSwapSettle(order(), unwrap, c.Executor))
	if held(receiver) != 4050 || held(c.Delta) != 50 {
		t.Errorf("paid %d, kept %d", held(receiver), held(c.Delta))
	}
	c.must(c.other, c.Delta, c.delta.PackWithdrawAllProtocolFees(nativeCoin, receiver))
	if held(receiver) != 4100 {
		t.Errorf("the fee arrived as %d", held(receiver)-4050)
	}
}

// Two opposite orders against each other: the agent stands between them with tokens of its own and
// ends with what it began with.
func TestRingOfTwoOrders(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	counterparty := c.other
	c.mint(c.dest, counterparty.addr, 1000)
	c.must(counterparty, c.dest, c.token.PackApprove(c.Delta, maxUint256))
	c.must(c.agent, c.src, c.token.PackApprove(c.Delta, maxUint256))
	buy := c.order(func(o *contracts.DeltaOrder) {
		o.Owner, o.SrcToken, o.DestToken = counterparty.addr, c.dest, c.src
		o.SrcAmount, o.DestAmount, o.ExpectedDestAmount = big.NewInt(1000), big.NewInt(450),
			big.NewInt(500)
	})
	signedBuy := contracts.DeltaOrderWithSig{
		Order: buy, Signature: compact(counterparty.sign(t, c.digest(buy, "Order")))}
	c.must(c.agent, c.Delta, c.delta.PackDirectSettleBatch(
		[]contracts.DeltaOrderWithSig{c.signed(c.order()), signedBuy},
		[]*big.Int{big.NewInt(1000), big.NewInt(500)}))
	equal(t, "owner", c.balance(c.dest, c.owner.addr), 1000)
	equal(t, "counterparty", c.balance(c.src, counterparty.addr), 500)
	equal(t, "agent's tokens", c.balance(c.dest, c.agent.addr), 1_000_000)
	equal(t, "agent's source", c.balance(c.src, c.agent.addr), 0)
}

func TestReentrantAgentIsRefused(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	registry := contracts.NewPortikusV2()
	c.must(c.deployer, c.Registry, registry.PackRegisterAgent([]common.Address{c.Executor}))
	inner := c.delta.PackDirectSettle(c.signed(c.order()), new(big.Int))
	again := plan(contracts.DeltaExecutorPlan{
		Calls: []contracts.DeltaExecutorCall{{Target: c.Delta, Value: new(big.Int), Data: inner}}})
	c.refuses(c.agent, c.Delta, c.delta.PackSwapSettle(c.signed(c.order()), again, c.Executor),
		"ReentrancyGuardReentrantCall")
}

func TestContractOwnersSettle(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	wallet := contracttest.NewContractWallet()
	addr := c.deploy(&contracttest.ContractWalletMetaData, wallet.PackConstructor(c.owner.addr))
	c.mint(c.src, addr, 1000)
	c.must(c.owner, addr, wallet.PackExecute(
		c.src, new(big.Int), c.token.PackApprove(c.Delta, maxUint256)))
	order := c.order(func(o *contracts.DeltaOrder) { o.Owner = addr })
	const bare = "execution reverted: "
	for answer, reason := range map[uint8]string{ // every way to refuse; its own reason bubbles up
		2: "InvalidSignature", 3: "ContractWallet: refused", 4: bare, 6: bare,
	} {
		c.must(c.deployer, addr, wallet.PackSetAnswer(answer))
		c.refuses(c.agent, c.Delta, c.delta.PackDirectSettle(c.signed(order), big.NewInt(1000)),
			reason)
	}
	c.must(c.deployer, addr, wallet.PackSetAnswer(0))
	// a contract takes any form that it understands
	full := c.owner.sign(t, c.digest(order, "Order"))
	c.must(c.agent, c.Delta, c.delta.PackDirectSettle(
		contracts.DeltaOrderWithSig{Order: order, Signature: full}, big.NewInt(1000)))
	equal(t, "wallet", c.balance(c.dest, addr), 1000)
}

// An owner that delegates to code (EIP-7702) is asked as a contract is: what its key signed is
// nothing to the settlement contract.
func TestDelegatedOwnersAreAskedAsContracts(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	wallet := contracttest.NewContractWallet()
	code := c.deploy(&contracttest.ContractWalletMetaData, wallet.PackConstructor(c.owner.addr))
	before, after := c.signed(c.order()), c.signed(c.order())
	c.must(c.agent, c.Delta, c.delta.PackDirectSettle(before, big.NewInt(1000)))
	c.delegate(c.owner, code)
	for answer, reason := range map[uint8]string{
		2: "InvalidSignature", 3: "ContractWallet: refused",
	} {
		c.must(c.deployer, c.owner.addr, wallet.PackSetAnswer(answer))
		c.refuses(c.agent, c.Delta, c.delta.PackDirectSettle(after, big.NewInt(1000)), reason)
	}
	c.must(c.deployer, c.owner.addr, wallet.PackSetAnswer(0))
	c.must(c.agent, c.Delta, c.delta.PackDirectSettle(after, big.NewInt(1000)))
	equal(t, "owner", c.balance(c.dest, c.owner.addr), 2000)
}
