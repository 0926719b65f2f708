package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// wrapSale turns native coins into as many wrapped ones: a trade whose result is known beforehand.
func (c *swapChain) wrapSale(amount int64) sale6 {
	p := contracts.NewProgram(false)
	c.wrapStep(p, contracts.AmountIn)
	p.Give(c.weth)
	s := sale6{name: "wrap", src: native, dest: c.weth, amount: big.NewInt(amount),
		quote: big.NewInt(amount)}
	s.pack = c.generic(s, p)
	return s
}

func (c *swapChain) wrapPurchase(amount, max int64) purchase6 {
	s := purchase6{name: "wrap", src: native, dest: c.weth, amount: big.NewInt(amount),
		cost: big.NewInt(amount), max: big.NewInt(max)}
	return c.genericPurchase(s, func(p *contracts.Program) {
		c.wrapStep(p, contracts.AmountOut)
		p.Give(native)
		p.Give(c.weth)
	})
}

// shares is where fees of a token are: credited in the vault, or paid.
type shares struct{ partnerVault, protocolVault, partnerPaid, protocolPaid *big.Int }

func (c *swapChain) shares(token common.Address) shares {
	c.t.Helper()
	v := contracts.NewFeeVault()
	credited := func(account common.Address) *big.Int {
		return read(c.chain, c.FeeVault, v.PackGetBalance(token, account), v.UnpackGetBalance)
	}
	return shares{credited(c.other.addr), credited(feeWallet), c.holds(token, c.other.addr),
		c.holds(token, feeWallet)}
}

func (s shares) since(before shares) [4]int64 {
	return [4]int64{
		new(big.Int).Sub(s.partnerVault, before.partnerVault).Int64(),
		new(big.Int).Sub(s.protocolVault, before.protocolVault).Int64(),
		new(big.Int).Sub(s.partnerPaid, before.partnerPaid).Int64(),
		new(big.Int).Sub(s.protocolPaid, before.protocolPaid).Int64(),
	}
}

// Every case receives 1,000,001: a million from the trade and a wei that lay on the contract, which
// stays there.
func TestV6FeesOfSales(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	p := c.other.addr
	run := func(name string, quoted int64, fee *big.Int, user int64, want [4]int64) {
		t.Helper()
		s := c.wrapSale(1_000_000)
		before := c.shares(c.weth)
		terms := sale6Terms{toAmount: big.NewInt(900_000), quoted: big.NewInt(quoted), fee: fee,
			beneficiary: receiver}
		equal(t, name, c.trade(c.AugustusV6, s.amount, s.pack(terms), c.weth, receiver), user)
		if got := c.shares(c.weth).since(before); got != want {
			t.Fatalf("%s: partner and protocol in the vault, partner and protocol paid: got %v, "+
				"want %v", name, got, want)
		}
	}
	run("first: the wei is left", 1_000_000, feeWord6(noAddress, 0), 999_999, [4]int64{})
	run("no fee", 1_000_000, feeWord6(noAddress, 0), 1_000_000, [4]int64{})
	run("1 %", 1_000_000, feeWord6(p, 100), 990_000, [4]int64{8500, 1500, 0, 0})
	run("1 % paid directly", 1_000_000, feeWord6(p, 100, directTransfer), 990_000,
		[4]int64{0, 0, 8500, 1500})
	run("at most 2 %", 1_000_000, feeWord6(p, 255), 980_000, [4]int64{17_000, 3000, 0, 0})
	run("0.25 % of all, surplus too", 950_000, feeWord6(p, 25), 997_500, [4]int64{2125, 375, 0, 0})
	run("1 % of quoted and capped surplus", 950_000, feeWord6(p, 100, capSurplus), 990_405,
		[4]int64{8155, 1440, 0, 0})
	run("1 % of less than quoted", 2_000_000, feeWord6(p, 100), 990_000, [4]int64{8500, 1500, 0, 0})
	run("referral", 950_000, feeWord6(p, 0, referral, capSurplus), 992_875,
		[4]int64{2375, 4750, 0, 0})
	run("referral without surplus", 1_000_000, feeWord6(p, 0, referral, capSurplus), 1_000_000,
		[4]int64{})
	run("surplus shared", 950_000, feeWord6(p, 0, takeSurplus), 949_999,
		[4]int64{25_001, 25_000, 0, 0})
	run("capped surplus shared", 950_000, feeWord6(p, 0, takeSurplus, capSurplus), 990_500,
		[4]int64{4750, 4750, 0, 0})
	run("the partner's half is the user's", 950_000,
		feeWord6(p, 0, takeSurplus, userSurplus, capSurplus), 995_250, [4]int64{0, 0, 0, 4750})
	run("no partner", 950_000, feeWord6(noAddress, 0, capSurplus), 990_500, [4]int64{0, 0, 0, 9500})
	run("no partner, no cap", 950_000, feeWord6(noAddress, 0), 949_999, [4]int64{0, 0, 0, 50_001})
	run("a partner that wants nothing", 950_000, feeWord6(p, 0, capSurplus), 990_500,
		[4]int64{0, 0, 0, 9500})
	run("11 wei are no surplus", 999_990, feeWord6(noAddress, 0), 1_000_000, [4]int64{})
	run("12 wei are", 999_989, feeWord6(noAddress, 0), 999_988, [4]int64{0, 0, 0, 12})

	c.must(c.deployer, c.AugustusV6,
		contracts.NewAugustusV6Admin().PackSetBlacklistedToken(c.weth, true))
	run("listed token", 950_000, feeWord6(p, 100), 1_000_000, [4]int64{})
	run("listed token, no partner", 950_000, feeWord6(noAddress, 0), 1_000_000, [4]int64{})
	run("listed token, list ignored", 1_000_000, feeWord6(p, 100, skipBlacklist), 990_000,
		[4]int64{8500, 1500, 0, 0})
	c.checkWithdrawal()
}

// checkWithdrawal: the partner takes out exactly what it was credited, once.
func (c *swapChain) checkWithdrawal() {
	c.t.Helper()
	v := contracts.NewFeeVault()
	credited := c.shares(c.weth)
	c.must(c.other, c.FeeVault, v.PackWithdrawAllERC20(c.weth, c.other.addr))
	after := c.shares(c.weth)
	same(c.t, "withdrawn", new(big.Int).Sub(after.partnerPaid, credited.partnerPaid),
		credited.partnerVault)
	same(c.t, "left in the vault", c.holds(c.weth, c.FeeVault), after.protocolVault)
	c.refuses(c.other, c.FeeVault, v.PackWithdrawSomeERC20(c.weth, big.NewInt(1), c.other.addr),
		"not enough fees")
	c.refuses(c.other, c.FeeVault, v.PackRegisterFees(contracts.IFeeVaultFeeRegistration{
		Addresses: []common.Address{c.other.addr}, Token: c.weth, Fees: []*big.Int{big.NewInt(1)},
	}), "UnauthorizedCaller")
}

// Every case buys a million for a million of 1,100,000 native coins; fees come out of what is left.
func TestV6FeesOfPurchases(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	p := c.other.addr
	run := func(name string, quoted int64, fee *big.Int, spent int64, want [4]int64) {
		t.Helper()
		s := c.wrapPurchase(1_000_000, 1_100_000)
		before := c.shares(native)
		terms := sale6Terms{toAmount: s.amount, quoted: big.NewInt(quoted), fee: fee,
			beneficiary: receiver}
		equal(t, name, c.trade(c.AugustusV6, s.max, s.pack(terms), native, c.taker.addr), -spent)
		if got := c.shares(native).since(before); got != want {
			t.Fatalf("%s: partner and protocol in the vault, partner and protocol paid: got %v, "+
				"want %v", name, got, want)
		}
	}
	run("first: a wei is left", 1_000_000, feeWord6(noAddress, 0), 1_000_001, [4]int64{})
	run("no fee", 1_000_000, feeWord6(noAddress, 0), 1_000_000, [4]int64{})
	run("1 %", 1_000_000, feeWord6(p, 100), 1_010_000, [4]int64{8500, 1500, 0, 0})
	run("1 % of what was spent", 1_100_000, feeWord6(p, 100, capSurplus), 1_010_000,
		[4]int64{8500, 1500, 0, 0})
	run("1 % of quoted, when more was spent", 900_000, feeWord6(p, 100, capSurplus), 1_009_000,
		[4]int64{7650, 1350, 0, 0})
	run("surplus shared", 1_050_000, feeWord6(p, 0, takeSurplus), 1_050_000,
		[4]int64{25_000, 25_000, 0, 0})
	run("surplus shared directly", 1_050_000,
		feeWord6(p, 0, takeSurplus, capSurplus, directTransfer), 1_010_500,
		[4]int64{0, 0, 5250, 5250})
	run("referral", 1_050_000, feeWord6(p, 0, referral), 1_037_500, [4]int64{12_500, 25_000, 0, 0})
	run("no partner", 1_050_000, feeWord6(noAddress, 0, capSurplus), 1_010_500,
		[4]int64{0, 0, 0, 10_500})

	short := c.wrapPurchase(1_000_000, 1_005_000)
	terms := sale6Terms{toAmount: short.amount, quoted: short.amount, fee: feeWord6(p, 100)}
	if _, err := c.exec(c.taker, c.AugustusV6, short.max, short.pack(terms)); err == nil ||
		err.Error() != "InsufficientBalanceToPayFees" {
		t.Fatalf("a fee above what is left: %v", err)
	}
	terms.quoted = big.NewInt(1_005_001)
	if _, err := c.exec(c.taker, c.AugustusV6, short.max, short.pack(terms)); err == nil ||
		err.Error() != "InvalidQuotedAmount" {
		t.Fatalf("quoted above the maximum: %v", err)
	}
}
