package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend/contracts"
)

const deltaFields = "(address owner,address beneficiary,address srcToken,address " +
	"destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedDestAmount,uint256 " +
	"deadline,uint256 nonce,uint256 partnerAndFee,bytes permit)"

var (
	nativeCoin = common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")
	partner    = common.HexToAddress("0x9a57ee0000000000000000000000000000000001")
	nobody     common.Address // also the fee ledger's name of the protocol
)

// deltaChain is a chain with the Delta contracts. The maker is an owner with tokens to sell who
// approves the settlement contract; the taker is the agent, with tokens to pay who approves it too.
type deltaChain struct {
	*chain
	contracts.DeltaAddresses
	delta        *contracts.Delta
	token        *contracts.StandardToken
	permit2      common.Address
	src, dest    common.Address
	owner, agent account
	nonce        int64
}

func newDeltaChain(t testing.TB) *deltaChain {
	t.Helper()
	c := &deltaChain{chain: newChain(t), delta: contracts.NewDelta(),
		token: contracts.NewStandardToken()}
	c.owner, c.agent = c.maker, c.taker
	c.permit2 = c.deploy(&contracts.Permit2MetaData, nil)
	c.DeltaAddresses = contracts.DeployDelta(c.chain, contracts.DeltaParties{
		Deployer: c.deployer.addr, FeeClaimer: c.other.addr, Agents: []common.Address{c.agent.addr},
		Permit2: c.permit2,
	})
	for _, meta := range []*bind.MetaData{
		&contracts.DeltaMetaData, &contracts.PortikusV2MetaData, &contracts.DeltaExecutorMetaData} {
		parsed, err := meta.ParseABI()
		if err != nil {
			t.Fatal(err)
		}
		c.abis = append(c.abis, *parsed)
	}
	c.src = c.deploy(&contracts.StandardTokenMetaData,
		c.token.PackConstructor("Source", "SRC", 18, c.deployer.addr))
	c.dest = c.deploy(&contracts.StandardTokenMetaData,
		c.token.PackConstructor("Dest", "DST", 18, c.deployer.addr))
	c.mint(c.src, c.owner.addr, 1_000_000)
	c.mint(c.dest, c.agent.addr, 1_000_000)
	c.must(c.owner, c.src, c.token.PackApprove(c.Delta, maxUint256))
	c.must(c.agent, c.dest, c.token.PackApprove(c.Delta, maxUint256))
	return c
}

func (c *deltaChain) mint(token, to common.Address, amount int64) {
	c.t.Helper()
	c.must(c.deployer, token, c.token.PackMint(to, big.NewInt(amount)))
}

func (c *deltaChain) balance(token, holder common.Address) *big.Int {
	c.t.Helper()
	return read(c.chain, token, c.token.PackBalanceOf(holder), c.token.UnpackBalanceOf)
}

func (c *deltaChain) fees(partner, token common.Address) *big.Int {
	c.t.Helper()
	return read(c.chain, c.Delta, c.delta.PackGetCollectedFees(partner, token),
		c.delta.UnpackGetCollectedFees)
}

func (c *deltaChain) nonceUsed(nonce *big.Int) bool {
	c.t.Helper()
	return read(c.chain, c.Delta, c.delta.PackIsNonceUsed(c.owner.addr, nonce),
		c.delta.UnpackIsNonceUsed)
}

// order sells 500 for at least 900, expecting 1000; change alters that.
func (c *deltaChain) order(change ...func(*contracts.DeltaOrder)) contracts.DeltaOrder {
	c.nonce++
	order := contracts.DeltaOrder{
		Owner: c.owner.addr, SrcToken: c.src, DestToken: c.dest, SrcAmount: big.NewInt(500),
		DestAmount:         big.NewInt(900),
		ExpectedDestAmount: big.NewInt(1000), Deadline: big.NewInt(farFuture),
		Nonce: big.NewInt(c.nonce), PartnerAndFee: new(big.Int), Permit: []byte{},
	}
	for _, f := range change {
		f(&order)
	}
	return order
}

// partnerAndFee packs a fee for the partner.
func partnerAndFee(takesSurplus bool, bps int64) *big.Int {
	packed := new(big.Int).Lsh(new(big.Int).SetBytes(partner[:]), 96)
	if takesSurplus {
		packed.SetBit(packed, 8, 1)
	}
	return packed.Or(packed, big.NewInt(bps))
}

func deltaDomain(delta common.Address, chain int64) apitypes.TypedDataDomain {
	return apitypes.TypedDataDomain{
		Name: "Portikus", Version: "2.0.0", ChainId: math.NewHexOrDecimal256(chain),
		VerifyingContract: delta.Hex(),
	}
}

func (c *deltaChain) digest(o contracts.DeltaOrder, typeName string) common.Hash {
	c.t.Helper()
	return digest(c.t, deltaDomain(c.Delta, chainID), typeName+deltaFields, map[string]any{
		"owner": o.Owner.Hex(), "beneficiary": o.Beneficiary.Hex(), "srcToken": o.SrcToken.Hex(),
		"destToken": o.DestToken.Hex(),
		"srcAmount": o.SrcAmount, "destAmount": o.DestAmount,
		"expectedDestAmount": o.ExpectedDestAmount, "deadline": o.Deadline,
		"nonce": o.Nonce, "partnerAndFee": o.PartnerAndFee, "permit": o.Permit,
	})
}

// signed is an order for one settlement, fillable one for several.
func (c *deltaChain) signed(o contracts.DeltaOrder) contracts.DeltaOrderWithSig {
	c.t.Helper()
	return contracts.DeltaOrderWithSig{
		Order: o, Signature: compact(c.owner.sign(c.t, c.digest(o, "Order")))}
}

func (c *deltaChain) fillable(o contracts.DeltaOrder) contracts.DeltaOrderWithSig {
	c.t.Helper()
	return contracts.DeltaOrderWithSig{
		Order: o, Signature: compact(c.owner.sign(c.t, c.digest(o, "FillableOrder")))}
}

// direct settles an order against the agent's tokens and returns the event.
func (c *deltaChain) direct(o contracts.DeltaOrder, amount int64) *contracts.DeltaOrderSettled {
	c.t.Helper()
	receipt := c.must(c.agent, c.Delta, c.delta.PackDirectSettle(c.signed(o), big.NewInt(amount)))
	return event(c.t, receipt, c.delta.UnpackOrderSettledEvent)
}

// plan encodes what the executor is to do.
func plan(p contracts.DeltaExecutorPlan) []byte {
	return contracts.NewDeltaExecutor().PackExecutePlan(p)[4:]
}

// stocked gives the executor tokens and the plan that brings them to the settlement contract.
func (c *deltaChain) stocked(amount int64) []byte {
	c.t.Helper()
	c.mint(c.dest, c.Executor, amount)
	return plan(contracts.DeltaExecutorPlan{
		Sweeps: []contracts.DeltaExecutorSweep{{Token: c.dest}, {Token: c.src, To: c.agent.addr}}})
}
