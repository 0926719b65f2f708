package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// Bits of the version 5 fee word.
const (
	toUser       = 14
	fromSource   = 15
	slippageOnly = 16
	special      = 17
)

// wrapCalls turn native coins into as many wrapped ones.
func (c *swapChain) wrapCalls(amount int64) calls {
	var l calls
	l.add(c.weth, big.NewInt(amount), contracts.NewWrappedNative().PackDeposit())
	return l
}

func (c *swapChain) shares5(token common.Address) shares {
	c.t.Helper()
	f := contracts.NewFeeClaimer()
	credited := func(account common.Address) *big.Int {
		return read(c.chain, c.FeeClaimer, f.PackGetBalance(token, account), f.UnpackGetBalance)
	}
	return shares{credited(c.other.addr), credited(feeWallet), c.holds(token, c.other.addr),
		c.holds(token, feeWallet)}
}

// Every sale turns a million into a million; what the events tell is the gross amount.
func TestV5FeesOfSales(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	p := c.other.addr
	run := func(name string, expected int64, partner common.Address, fee *big.Int, user int64,
		want [4]int64) {
		t.Helper()
		s := sell5(native, c.weth, big.NewInt(1_000_000), big.NewInt(900_000))
		s.expected, s.fee, s.partner = big.NewInt(expected), fee, partner
		before, held := c.shares5(c.weth), c.holds(c.weth, receiver)
		receipt, err := c.exec(c.taker, c.AugustusSwapper, s.from,
			contracts.NewSimpleSwap().PackSimpleSwap(simpleData(s, c.wrapCalls(1_000_000))))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		equal(t, name, new(big.Int).Sub(c.holds(c.weth, receiver), held), user)
		if got := c.shares5(c.weth).since(before); got != want {
			t.Fatalf("%s: partner and protocol credited, partner and protocol paid: "+
				"got %v, want %v", name, got, want)
		}
		e := event(t, receipt, contracts.NewSimpleSwap().UnpackSwappedV3Event)
		if e.Uuid != uuid || e.Partner != partner || e.Initiator != c.taker.addr ||
			e.Beneficiary != receiver || e.SrcToken != native || e.DestToken != c.weth {
			t.Fatalf("%s: event %+v", name, e)
		}
		same(t, "event: fee", e.FeePercent, fee)
		equal(t, "event: source", e.SrcAmount, 1_000_000)
		equal(t, "event: received", e.ReceivedAmount, 1_000_000)
		equal(t, "event: expected", e.ExpectedAmount, expected)
		c.checkSwapperEmpty(name)
	}
	run("no fee", 1_000_000, noAddress, feeWord5(0, toUser), 1_000_000, [4]int64{})
	run("1 %", 1_000_000, p, feeWord5(100, toUser), 990_000, [4]int64{8500, 1500, 0, 0})
	run("1 % of what came, not of what was expected", 900_000, p, feeWord5(100), 990_000,
		[4]int64{8500, 1500, 0, 0})
	run("at most 5 %", 1_000_000, p, feeWord5(900), 950_000, [4]int64{42_500, 7500, 0, 0})
	run("an old word is basis points alone", 1_000_000, p, big.NewInt(200), 980_000,
		[4]int64{17_000, 3000, 0, 0})
	run("a fee without a partner", 1_000_000, noAddress, feeWord5(100), 1_000_000, [4]int64{})
	run("slippage shared", 900_000, p, feeWord5(5000, slippageOnly, special), 900_000,
		[4]int64{50_000, 50_000, 0, 0})
	run("referral", 900_000, p, feeWord5(2500, toUser, slippageOnly), 925_000,
		[4]int64{25_000, 50_000, 0, 0})
	run("slippage without a partner", 900_000, noAddress, feeWord5(0, toUser), 900_000,
		[4]int64{0, 0, 0, 100_000})

	f := contracts.NewFeeClaimer()
	credited := c.shares5(c.weth)
	c.must(c.other, c.FeeClaimer, f.PackWithdrawAllERC20(c.weth, c.other.addr))
	same(t, "withdrawn", c.holds(c.weth, c.other.addr), credited.partnerVault)
	equal(t, "unallocated", read(c.chain, c.FeeClaimer, f.PackGetUnallocatedFees(c.weth),
		f.UnpackGetUnallocatedFees), 0)
	c.refuses(c.other, c.FeeClaimer, f.PackRegisterFee(c.other.addr, c.weth, big.NewInt(1)),
		"FeeClaimer: 1")
}

// Every purchase spends a million of 1,100,000; a fee from the source token comes out of the rest.
func TestV5FeesOfPurchases(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	p := c.other.addr
	run := func(name string, expected int64, partner common.Address, fee *big.Int, spent,
		user int64, inSource, inDest [4]int64) {
		t.Helper()
		s := sell5(native, c.weth, big.NewInt(1_100_000), big.NewInt(1_000_000))
		s.expected, s.fee, s.partner = big.NewInt(expected), fee, partner
		source, dest, held := c.shares5(native), c.shares5(c.weth), c.holds(c.weth, receiver)
		data := contracts.NewSimpleSwap().PackSimpleBuy(simpleData(s, c.wrapCalls(1_000_000)))
		equal(t, name+": spent", c.trade(c.AugustusSwapper, s.from, data, native, c.taker.addr),
			-spent)
		equal(t, name+": bought", new(big.Int).Sub(c.holds(c.weth, receiver), held), user)
		if got := c.shares5(native).since(source); got != inSource {
			t.Fatalf("%s: shares of the source token: got %v, want %v", name, got, inSource)
		}
		if got := c.shares5(c.weth).since(dest); got != inDest {
			t.Fatalf("%s: shares of the destination token: got %v, want %v", name, got, inDest)
		}
		c.checkSwapperEmpty(name)
	}
	run("no fee", 1_000_000, noAddress, feeWord5(0, toUser), 1_000_000, 1_000_000, [4]int64{},
		[4]int64{})
	run("1 % of the source token", 1_000_000, p, feeWord5(100, toUser, fromSource), 1_010_000,
		1_000_000, [4]int64{8500, 1500, 0, 0}, [4]int64{})
	run("1 % of what was bought", 1_000_000, p, feeWord5(100, toUser), 1_000_000, 990_000,
		[4]int64{}, [4]int64{8500, 1500, 0, 0})
	run("slippage shared", 1_050_000, p, feeWord5(5000, slippageOnly, special), 1_050_000,
		1_000_000, [4]int64{25_000, 25_000, 0, 0}, [4]int64{})
	run("slippage without a partner", 1_050_000, noAddress, feeWord5(0, toUser), 1_050_000,
		1_000_000, [4]int64{0, 0, 0, 50_000}, [4]int64{})
}

func TestV5Refusals(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	simple, multi := contracts.NewSimpleSwap(), contracts.NewMultiPath()
	amount := big.NewInt(1_000_000)
	pack := func(change func(*contracts.UtilsSimpleData)) []byte {
		data := simpleData(sell5(native, c.weth, amount, amount), c.wrapCalls(1_000_000))
		change(&data)
		return simple.PackSimpleSwap(data)
	}
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) { d.Deadline = big.NewInt(1) }),
		"Deadline breached")
	c.refuses5(big.NewInt(5), pack(func(*contracts.UtilsSimpleData) {}), "Incorrect msg.value")
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) { d.ToAmount = new(big.Int) }),
		"toAmount is too low")
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) {
		d.ToAmount = big.NewInt(
			1_000_001)
	}), "Received amount of tokens are less then expected")
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) {
		d.StartIndexes = d.StartIndexes[:1]
	}), "Start indexes must be 1 greater then number of callees")
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) { d.Values = nil }),
		"callees and values must have same length")
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) {
		d.ExchangeData = []byte{
			1, 2, 3, 4}
	}), "External call failed")
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) {
		d.Callees = []common.Address{
			c.TokenTransferProxy}
	}), "Can not call TokenTransferProxy Contract")
	steal := func(d *contracts.UtilsSimpleData) {
		d.Callees = []common.Address{c.usdc}
		d.ExchangeData = c.erc20.PackTransferFrom(c.maker.addr, c.taker.addr, big.NewInt(1))
		d.StartIndexes = []*big.Int{new(big.Int), big.NewInt(int64(len(d.ExchangeData)))}
	}
	c.refuses5(amount, pack(steal), "transferFrom not allowed for externalCall")
	c.refuses5(amount, pack(func(d *contracts.UtilsSimpleData) {
		steal(d)
		d.Callees = []common.Address{c.addr}
	}), "unrecognized AugustusRFQ method selector")

	s := sell5(c.weth, c.usdc, amount, amount)
	hop := c.hop5(c.usdc, route(onUniswapV2, noAddress, 10_000,
		c.pairPayload(c.forkWord(c.pair, c.weth, 30))))
	strange := hop
	strange.Adapters = []contracts.UtilsAdapter{hop.Adapters[0]}
	strange.Adapters[0].Adapter = c.Executor
	c.refuses5(nil, multi.PackMultiSwap(sellData(s, strange)), "Exchange not whitelisted")
	hop = c.hop5(c.usdc, route(99, noAddress, 10_000, []byte{}))
	c.refuses5(nil, multi.PackMultiSwap(sellData(s, hop)), "Call to adapter failed")
	s.to = new(big.Int)
	c.refuses5(nil, multi.PackMultiSwap(sellData(s, hop)), "To amount can not be 0")
	c.refuses5(nil, []byte{1, 2, 3, 4}, "Router not found")
}

func TestV5Administration(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	a := contracts.NewAugustusSwapper()
	admin := common.Hash{}
	routers := [32]byte(common.HexToHash(
		"0x7a05a596cb0ce7fdea8a1e1ec73be300bdb35097c944ce1897202f7a13122eb2"))
	if got := read(c.chain, c.AugustusSwapper, a.PackROUTERROLE(),
		a.UnpackROUTERROLE); got != routers {
		t.Fatalf("router role %x", got)
	}
	c.refuses5(nil, a.PackGrantRole(admin, c.taker.addr),
		"AccessControl: sender must be an admin to grant")
	c.refuses5(nil, a.PackSetFeeWallet(c.taker.addr), "caller is not the admin")
	c.refuses5(nil, a.PackTransferTokens(native, c.taker.addr, new(big.Int)),
		"caller is not the admin")
	c.refuses(c.deployer, c.AugustusSwapper, a.PackSetImplementation([4]byte{1}, c.Executor),
		"Router is not whitelisted")

	event(t, c.must(c.deployer, c.AugustusSwapper, a.PackGrantRole(admin, c.taker.addr)),
		a.UnpackRoleGrantedEvent)
	equal(t, "admins", read(c.chain, c.AugustusSwapper, a.PackGetRoleMemberCount(admin),
		a.UnpackGetRoleMemberCount), 2)
	event(t, c.must(c.taker, c.AugustusSwapper, a.PackRevokeRole(admin, c.deployer.addr)),
		a.UnpackRoleRevokedEvent)
	if got := read(c.chain, c.AugustusSwapper, a.PackGetRoleMember(admin, new(big.Int)),
		a.UnpackGetRoleMember); got != c.taker.addr {
		t.Fatalf("admin %s", got)
	}
	c.must(c.taker, c.AugustusSwapper, a.PackSetFeeWallet(c.other.addr))
	if got := read(c.chain, c.AugustusSwapper, a.PackGetFeeWallet(),
		a.UnpackGetFeeWallet); got != c.other.addr {
		t.Fatalf("fee wallet %s", got)
	}
	if got := read(c.chain, c.AugustusSwapper, a.PackGetTokenTransferProxy(),
		a.UnpackGetTokenTransferProxy); got != c.TokenTransferProxy {
		t.Fatalf("proxy %s, want %s", got, c.TokenTransferProxy)
	}
	proxy := contracts.NewTokenTransferProxy()
	c.refuses(c.taker, c.TokenTransferProxy,
		proxy.PackTransferFrom(c.usdc, c.maker.addr, c.taker.addr, big.NewInt(1)),
		"Ownable: caller is not the owner")
}
