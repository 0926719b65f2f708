package contracts_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"bourse/backend/contracts"
)

// seedOf is a random seed, or the one that repeats a failure.
func seedOf(t *testing.T) uint64 {
	t.Helper()
	const name = "BOURSE_TEST_SEED"
	seed := rand.Uint64()
	if text := os.Getenv(name); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("repeat with %s=%d", name, seed)
	return seed
}

// split is how a settlement's amount is divided, worked out apart from the contract.
func split(amount, expected *big.Int, hasPartner, takes bool, bps int64) (owner, protocol,
	partner *big.Int) {
	surplus := new(big.Int).Sub(amount, expected)
	if surplus.Sign() < 0 {
		surplus.SetInt64(0)
	}
	protocol, partner = new(big.Int).Rsh(surplus, 1), new(big.Int)
	switch {
	case hasPartner && takes && bps == 0:
		partner.Sub(surplus, protocol)
	case hasPartner:
		partner.Sub(amount, protocol)
		partner.Mul(partner, big.NewInt(min(bps, 200))).Div(partner, big.NewInt(10_000))
	}
	owner = new(big.Int).Sub(amount, protocol)
	return owner.Sub(owner, partner), protocol, partner
}

// Random orders are settled by random bids, directly and by an executor. A bid that brings less
// than the owner signed for is refused whole; any other pays owner, protocol and partner to the
// wei, and nothing appears or vanishes.
func TestRandomBidsPayWhatTheyMust(t *testing.T) {
	t.Parallel()
	random, cases := rand.New(rand.NewPCG(seedOf(t), 0)), 300
	if testing.Short() {
		cases = 60
	}
	c := newDeltaChain(t)
	size := func() *big.Int { // up to 2^90, all lengths alike
		n := new(big.Int).Lsh(big.NewInt(1), uint(1+random.IntN(90)))
		return n.Add(n, new(big.Int).SetUint64(random.Uint64N(1<<(1+random.IntN(40)))))
	}
	plenty := new(big.Int).Lsh(big.NewInt(1), 120)
	c.must(c.deployer, c.src, c.token.PackMint(c.owner.addr, plenty))
	c.must(c.deployer, c.dest, c.token.PackMint(c.agent.addr, plenty))
	refused := 0
	for i := range cases {
		takes, bps, hasPartner := random.IntN(2) == 0, int64(random.IntN(256)), random.IntN(3) > 0
		bps *= int64(random.IntN(2))
		o := c.order(func(o *contracts.DeltaOrder) {
			o.SrcAmount, o.DestAmount = size(), size()
			o.ExpectedDestAmount = new(big.Int).Add(
				o.DestAmount, new(big.Int).Rsh(o.DestAmount, uint(random.IntN(8))))
			if hasPartner {
				o.PartnerAndFee = partnerAndFee(takes, bps)
			}
		})
		bid := new(big.Int).Mul(o.DestAmount, big.NewInt(int64(950+random.IntN(400))))
		bid.Div(bid, big.NewInt(1000))
		owner, protocol, share := split(bid, o.ExpectedDestAmount, hasPartner, takes, bps)
		call := c.delta.PackDirectSettle(c.signed(o), bid)
		if random.IntN(2) == 0 { // the executor has it already
			c.must(c.agent, c.dest, c.token.PackTransfer(c.Executor, bid))
			call = c.delta.PackSwapSettle(c.signed(o), plan(contracts.DeltaExecutorPlan{
				Sweeps: []contracts.DeltaExecutorSweep{
					{Token: c.dest}, {Token: c.src, To: c.agent.addr}},
			}), c.Executor)
		}
		before := c.holdings()
		_, err := c.exec(c.agent, c.Delta, nil, call)
		after := c.holdings()
		if fails := bid.Cmp(o.DestAmount) < 0; fails != (err != nil) {
			t.Fatalf("case %d: a bid of %s for at least %s ends in %v", i, bid, o.DestAmount, err)
		}
		if err != nil {
			refused++
			if c.sweep(); !unchanged(before, after) {
				t.Fatalf("case %d: a refused bid moved %v to %v", i, before, after)
			}
			continue
		}
		equalBig(t, i, "the owner's gain", diff(after, before, 0), owner)
		equalBig(t, i, "the owner's cost", diff(before, after, 1), o.SrcAmount)
		equalBig(t, i, "the agent's gain", diff(after, before, 3), o.SrcAmount)
		equalBig(t, i, "what the contract keeps", diff(after, before, 4),
			new(big.Int).Add(protocol, share))
		equalBig(t, i, "the protocol's fee", diff(after, before, 6), protocol)
		equalBig(t, i, "the partner's fee", diff(after, before, 7), share)
		equalBig(t, i, "the sum", diff(sum(after), sum(before), 0), new(big.Int))
	}
	if refused == 0 || refused == cases {
		t.Errorf("%d of %d bids were refused", refused, cases)
	}
}

// holdings are: the owner's of dest and src, the agent's of both, the contract's of dest, the
// executor's of dest; then the fees owed to the protocol and to the partner.
func (c *deltaChain) holdings() []*big.Int {
	c.t.Helper()
	return []*big.Int{
		c.balance(c.dest, c.owner.addr), c.balance(c.src, c.owner.addr),
		c.balance(c.dest, c.agent.addr), c.balance(c.src, c.agent.addr),
		c.balance(c.dest, c.Delta), c.balance(c.dest, c.Executor), c.fees(nobody, c.dest),
		c.fees(partner, c.dest),
	}
}

// sweep takes back what a refused bid left with the executor.
func (c *deltaChain) sweep() {
	c.t.Helper()
	c.must(c.agent, c.Executor, contracts.NewDeltaExecutor().PackExecutePlan(
		contracts.DeltaExecutorPlan{
			Sweeps: []contracts.DeltaExecutorSweep{{Token: c.dest, To: c.agent.addr}},
		}))
}

// sum is of all balances, not of the fees, which are in the contract's.
func sum(holdings []*big.Int) []*big.Int {
	total := new(big.Int)
	for _, h := range holdings[:6] {
		total.Add(total, h)
	}
	return []*big.Int{total}
}

func diff(a, b []*big.Int, i int) *big.Int { return new(big.Int).Sub(a[i], b[i]) }

func unchanged(a, b []*big.Int) bool {
	for i := range a {
		if a[i].Cmp(b[i]) != 0 {
			return false
		}
	}
	return true
}

func equalBig(t *testing.T, i int, what string, got, want *big.Int) {
	t.Helper()
	if got.Cmp(want) != 0 {
		t.Errorf("case %d: %s is %s, want %s", i, what, got, want)
	}
}
