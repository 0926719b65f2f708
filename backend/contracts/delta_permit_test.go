package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend/contracts"
)

func permit2Domain(permit2 common.Address) apitypes.TypedDataDomain {
	return apitypes.TypedDataDomain{
		Name: "Permit2", ChainId: math.NewHexOrDecimal256(chainID),
		VerifyingContract: permit2.Hex()}
}

var (
	tokenPermissions = []apitypes.Type{
		{Name: "token", Type: "address"}, {Name: "amount", Type: "uint256"}}
	permitDetails = []apitypes.Type{
		{Name: "token", Type: "address"}, {Name: "amount", Type: "uint160"},
		{Name: "expiration", Type: "uint48"}, {Name: "nonce", Type: "uint48"}}
)

// transferDigest is what a single transfer at Permit2 is signed over.
func transferDigest(t testing.TB, permit2, token, spender common.Address, amount, nonce,
	deadline *big.Int) common.Hash {
	t.Helper()
	return typedDigest(t, apitypes.TypedData{
		Types: apitypes.Types{"TokenPermissions": tokenPermissions, "PermitTransferFrom": {
			{Name: "permitted", Type: "TokenPermissions"}, {Name: "spender", Type: "address"},
			{Name: "nonce", Type: "uint256"}, {Name: "deadline", Type: "uint256"}}},
		PrimaryType: "PermitTransferFrom", Domain: permit2Domain(permit2),
		Message: map[string]any{
			"permitted": map[string]any{"token": token.Hex(), "amount": amount},
			"spender":   spender.Hex(), "nonce": nonce, "deadline": deadline,
		},
	})
}

// allowanceDigest is what an allowance at Permit2 is signed over.
func allowanceDigest(t testing.TB, permit2 common.Address,
	p contracts.Permit2PermitSingle) common.Hash {
	t.Helper()
	return typedDigest(t, apitypes.TypedData{
		Types: apitypes.Types{"PermitDetails": permitDetails, "PermitSingle": {
			{Name: "details", Type: "PermitDetails"}, {Name: "spender", Type: "address"},
			{Name: "sigDeadline", Type: "uint256"}}},
		PrimaryType: "PermitSingle", Domain: permit2Domain(permit2),
		Message: map[string]any{
			"details": map[string]any{"token": p.Details.Token.Hex(), "amount": p.Details.Amount,
				"expiration": p.Details.Expiration, "nonce": p.Details.Nonce},
			"spender": p.Spender.Hex(), "sigDeadline": p.SigDeadline,
		},
	})
}

// unapproved is a chain on which the owner approved Permit2 and nothing else.
func unapproved(t *testing.T) *deltaChain {
	c := newDeltaChain(t)
	c.must(c.owner, c.src, c.token.PackApprove(c.Delta, new(big.Int)))
	c.must(c.owner, c.src, c.token.PackApprove(c.permit2, maxUint256))
	return c
}

func (c *deltaChain) transferPermit(nonce int64, amount, deadline *big.Int) []byte {
	c.t.Helper()
	hash := transferDigest(c.t, c.permit2, c.src, c.Delta, amount, big.NewInt(nonce), deadline)
	return append(encode(c.t, big.NewInt(nonce)), compact(c.owner.sign(c.t, hash))...)
}

func (c *deltaChain) allowancePermit(amount, expiration, nonce, sigDeadline int64) []byte {
	c.t.Helper()
	hash := allowanceDigest(c.t, c.permit2, contracts.Permit2PermitSingle{
		Details: contracts.Permit2PermitDetails{
			Token: c.src, Amount: big.NewInt(amount), Expiration: big.NewInt(expiration),
			Nonce: big.NewInt(nonce)},
		Spender: c.Delta, SigDeadline: big.NewInt(sigDeadline),
	})
	return append(encode(c.t, big.NewInt(amount), big.NewInt(expiration), big.NewInt(nonce),
		big.NewInt(sigDeadline)), compact(c.owner.sign(c.t, hash))...)
}

func withPermit(permit []byte) func(*contracts.DeltaOrder) {
	return func(o *contracts.DeltaOrder) { o.Permit = permit }
}

func (c *deltaChain) settleWith(permit []byte) []byte {
	c.t.Helper()
	return c.delta.PackDirectSettle(c.signed(c.order(withPermit(permit))), big.NewInt(1000))
}

func TestEveryKindOfPermitSettles(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		length int
		permit func(*deltaChain) []byte
	}{
		"ERC-2612": {224, func(c *deltaChain) []byte {
			return permit2612(t, c.owner, c.src, "Source", c.Delta, big.NewInt(500), 0, farFuture)
		}},
		"DAI style": {256, func(c *deltaChain) []byte {
			c.src = c.deploy(&contracts.DaiStyleTokenMetaData,
				contracts.NewDaiStyleToken().PackConstructor("Dai", "DAI", 18, c.deployer.addr))
			c.mint(c.src, c.owner.addr, 500)
			return permitDAI(t, c.owner, c.src, "Dai", c.Delta, true, 0, farFuture)
		}},
		"Permit2 transfer": {96, func(c *deltaChain) []byte {
			return c.transferPermit(300, big.NewInt(500), big.NewInt(farFuture))
		}},
		"Permit2 allowance": {192, func(c *deltaChain) []byte {
			return c.allowancePermit(500, farFuture, 0, farFuture)
		}},
		"existing Permit2 allowance": {1, func(c *deltaChain) []byte {
			c.must(c.owner, c.permit2, contracts.NewPermit2().PackApprove(
				c.src, c.Delta, big.NewInt(500), big.NewInt(farFuture)))
			return []byte{1}
		}},
		"plain allowance": {0, func(c *deltaChain) []byte {
			c.must(c.owner, c.src, c.token.PackApprove(c.Delta, big.NewInt(500)))
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := unapproved(t)
			permit := test.permit(c)
			if len(permit) != test.length {
				t.Fatalf("permit of %d bytes, want %d", len(permit), test.length)
			}
			c.must(c.agent, c.Delta, c.settleWith(permit))
			equal(t, "owner", c.balance(c.dest, c.owner.addr), 1000)
			equal(t, "agent", c.balance(c.src, c.agent.addr), 500)
			// Each was good for this amount only.
			if _, err := c.exec(c.agent, c.Delta, nil, c.settleWith(permit)); err == nil {
				t.Error("the permit was good for a second order")
			}
		})
	}
}

func TestPermitsThatAreRefused(t *testing.T) {
	t.Parallel()
	c := unapproved(t)
	for _, length := range []int{2, 32, 95, 97, 128, 191, 193, 223, 225, 255, 257} {
		c.refuses(c.agent, c.Delta, c.settleWith(make([]byte, length)), "PermitFailed")
	}
	c.refuses(c.agent, c.Delta, c.settleWith(nil), "TransferFromFailed")
	c.refuses(c.agent, c.Delta, c.settleWith([]byte{1}), "TransferFromFailed")
	// A permit that fails is left to the transfer.
	c.refuses(c.agent, c.Delta, c.settleWith(make([]byte, 224)), "TransferFromFailed")
	c.refuses(c.agent, c.Delta, c.settleWith(make([]byte, 256)), "TransferFromFailed")
	// One for Permit2 that fails is not, and its expiration comes before its nonce.
	c.refuses(c.agent, c.Delta, c.settleWith(c.allowancePermit(500, farFuture, 1, farFuture)),
		"PermitFailed")
	turned := c.allowancePermit(500, farFuture, 0, farFuture)
	copy(turned[32:], append(turned[64:96:96], turned[32:64]...))
	c.refuses(c.agent, c.Delta, c.settleWith(turned), "PermitFailed")
	c.refuses(c.agent, c.Delta, c.settleWith(c.allowancePermit(499, farFuture, 0, farFuture)),
		"TransferFromFailed")
	wide := c.allowancePermit(500, farFuture, 0, farFuture)
	wide[0] = 1 // an amount beyond 160 bits
	c.refuses(c.agent, c.Delta, c.settleWith(wide), "PermitFailed")
	// Amount and deadline of a single transfer are the order's.
	c.refuses(c.agent, c.Delta, c.settleWith(
		c.transferPermit(1, big.NewInt(501), big.NewInt(farFuture))), "PermitFailed")
	c.refuses(c.agent, c.Delta, c.settleWith(
		c.transferPermit(1, big.NewInt(500), big.NewInt(farFuture-1))), "PermitFailed")
	fillable := c.fillable(c.order(
		withPermit(c.transferPermit(1, big.NewInt(500), big.NewInt(farFuture)))))
	c.refuses(c.agent, c.Delta, c.part(fillable, 10_000, 1000), "PermitFailed")
}

// Someone may send a permit before the settlement does. Where the token knows permits the allowance
// is there all the same; one for an allowance at Permit2 fails the settlement.
func TestPermitSentByAStranger(t *testing.T) {
	t.Parallel()
	c := unapproved(t)
	permit := permit2612(t, c.owner, c.src, "Source", c.Delta, big.NewInt(500), 0, farFuture)
	c.must(c.other, c.src, append(c.token.GetABI().Methods["permit"].ID, permit...))
	c.must(c.agent, c.Delta, c.settleWith(permit))

	permit = c.allowancePermit(500, farFuture, 0, farFuture)
	c.must(c.other, c.permit2, contracts.NewPermit2().PackPermit0(c.owner.addr,
		contracts.Permit2PermitSingle{
			Details: contracts.Permit2PermitDetails{Token: c.src, Amount: big.NewInt(500),
				Expiration: big.NewInt(farFuture), Nonce: new(big.Int)},
			Spender: c.Delta, SigDeadline: big.NewInt(farFuture),
		}, permit[128:]))
	c.refuses(c.agent, c.Delta, c.settleWith(permit), "PermitFailed")
}

func TestPermitIsUsedOnTheFirstPartOnly(t *testing.T) {
	t.Parallel()
	c := unapproved(t)
	for _, permit := range [][]byte{
		permit2612(t, c.owner, c.src, "Source", c.Delta, big.NewInt(500), 0, farFuture),
		c.allowancePermit(500, farFuture, 0, farFuture),
	} {
		signed := c.fillable(c.order(withPermit(permit)))
		c.must(c.agent, c.Delta, c.part(signed, 5000, 500))
		c.must(c.agent, c.Delta, c.part(signed, 5000, 500))
	}
	equal(t, "owner", c.balance(c.dest, c.owner.addr), 2000)
}
