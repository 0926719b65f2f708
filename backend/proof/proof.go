package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/backend/networks"
)

// Finding is something that the chain denies of a description, or does not have.
type Finding struct {
	Kind Kind
	At   common.Address
	// Says is a sentence without the network, after the file and line of a description of the
	// user's.
	Says string
}

// Kind is what a finding means.
type Kind string

// The kinds of findings.
const (
	Wrong   Kind = "wrong"   // the contract is not what the description says
	Missing Kind = "missing" // there is no code
	Unread  Kind = "unread"  // the node did not answer, so that nothing is known
	Note    Kind = "note"    // it is that contract, and a detail is another one
)

// place is a contract that a description counts on.
type place struct {
	name    string
	at      common.Address
	without string // what cannot be done without it
	part    string // of the description
}

// check is a question to a contract, and what is said of an answer that is not right.
type check struct {
	place
	call  []byte
	from  common.Address // of what a read can't do; the zero address reads
	right func(answer []byte) bool
	says  string
	// detail says that the contract is what it is said to be without what was asked for
	detail bool
}

// Of asks the chain, in its state after a block, about every contract of a description. What is not
// known of a contract is not denied: an error is one of the node. A contract that nothing was found
// of is proven once there is no error.
func Of(ctx context.Context, n *chain.Network, block common.Hash, d *networks.Description) (
	[]Finding, error) {
	p := prover{ctx: ctx, net: n, block: block, d: d, stands: make(map[common.Address]bool)}
	if err := p.code(); err != nil {
		return p.found, err
	}
	list := p.contracts()
	list = append(list, p.collections()...)
	for i, e := range d.Exchanges {
		list = append(list, p.exchange(i, e)...)
	}
	if err := p.ask(list); err != nil {
		return p.found, err
	}
	if err := p.finders(); err != nil {
		return p.found, err
	}
	if err := p.tokens(); err != nil {
		return p.found, err
	}
	err := p.pools()
	return p.found, err
}

type prover struct {
	ctx    context.Context
	net    *chain.Network
	block  common.Hash
	d      *networks.Description
	stands map[common.Address]bool
	found  []Finding
}

// places lists the contracts of a description, those that nothing works without first.
func places(d *networks.Description) []place {
	c := d.Contracts
	executor := common.Address(c.Executor)
	if executor == (common.Address{}) {
		executor = contracts.ExecutorAddress()
	}
	list := []place{
		{"AugustusRFQ", common.Address(c.AugustusRFQ), ": no orders", "contracts.augustus_rfq"},
		wrapped(d),
		{"Augustus 6.2", common.Address(c.AugustusV6), ": no swaps of version 6.2",
			"contracts.augustus_v6"},
		{"Augustus 5", common.Address(c.AugustusSwapper), ": no swaps of version 5",
			"contracts.augustus_swapper"},
		{"token transfer proxy", common.Address(c.TokenTransferProxy), ": no swaps of version 5",
			"contracts.token_transfer_proxy"},
		{"executor", executor, ": version 6.2 trades on one exchange at a time",
			"contracts.executor"},
		{"Permit2", common.Address(c.Permit2), ": no signed allowances", "contracts.permit2"},
		{"Delta", common.Address(c.Delta), ": no auctions", "contracts.delta"},
	}
	for i, e := range d.Exchanges {
		p := place{e.Name, common.Address(e.Factory), ": no pools of it",
			fmt.Sprintf("exchanges.%d.factory", i)}
		if e.Kind == networks.BalancerV2 {
			p.at, p.part = common.Address(e.Vault), fmt.Sprintf("exchanges.%d.vault", i)
		}
		list = append(list, p)
	}
	return slices.DeleteFunc(list, func(p place) bool { return p.at == common.Address{} })
}

func wrapped(d *networks.Description) place {
	return place{"wrapped " + d.Symbol, common.Address(d.Contracts.WrappedNative), "",
		"contracts.wrapped_native"}
}

// code finds out what stands at all.
func (p *prover) code() error {
	for _, place := range places(p.d) {
		code, err := p.net.Code(p.ctx, p.block, place.at)
		if err != nil {
			return err
		}
		if p.stands[place.at] = len(code) > 0; len(code) == 0 {
			p.find(Missing, place, "%s is missing: %s has no code%s", place.name, place.at,
				place.without)
		}
	}
	return nil
}

// ask carries out checks and keeps what is denied.
func (p *prover) ask(list []check) error {
	list = slices.DeleteFunc(list, func(c check) bool {
		there, known := p.stands[c.at]
		return c.at == common.Address{} || known && !there
	})
	calls := make([]chain.Call, len(list))
	for i, c := range list {
		calls[i] = chain.Call{To: c.at, Data: c.call, From: c.from}
	}
	answers, err := p.net.BatchCall(p.ctx, p.block, calls)
	if err != nil {
		return err
	}
	for i, a := range answers {
		c := list[i]
		switch {
		case a.Err != nil:
			p.find(Unread, c.place, "%s at %s was not read: %v", c.name, c.at, a.Err)
		case a.OK && c.right(a.Data):
		case c.detail:
			p.find(Note, c.place, "%s at %s: %s", c.name, c.at, c.says)
		default:
			p.deny(c.place, c.says)
		}
	}
	return nil
}

// deny notes that a contract is not what it is said to be.
func (p *prover) deny(at place, why string) {
	p.find(Wrong, at, "%s at %s is not that contract: %s", at.name, at.at, why)
}

// find keeps what was found, once.
func (p *prover) find(kind Kind, at place, format string, args ...any) {
	f := Finding{Kind: kind, At: at.at, Says: fmt.Sprintf(format, args...)}
	if line := p.d.At(at.part); line != "" {
		f.Says = line + ": " + f.Says
	}
	if !slices.Contains(p.found, f) {
		p.found = append(p.found, f)
	}
}

// is wants one word of 32 bytes as the answer.
func is(want []byte) func([]byte) bool {
	word := common.LeftPadBytes(want, 32)
	return func(answer []byte) bool { return bytes.Equal(answer, word) }
}

// anything is right that a contract answers instead of failing.
func anything([]byte) bool { return true }

// some wants a word that is not zero.
func some(answer []byte) bool { return len(answer) == 32 && !is(nil)(answer) }

// somebody is who coins are wrapped for in thought: a contract that refuses nobody does not ask.
var somebody = common.HexToAddress("0x000000000000000000000000000000000000dEaD")

// selector is a call of a function that no binding has, with words as its arguments.
func selector(signature string, words ...[]byte) []byte {
	call := crypto.Keccak256([]byte(signature))[:4]
	for _, w := range words {
		call = append(call, common.LeftPadBytes(w, 32)...)
	}
	return call
}

// contracts are the questions by which the exchange's own contracts tell who they are: each names
// the others, and typed data is of one contract alone.
func (p *prover) contracts() []check {
	c := p.d.Contracts
	at := func(name string, at networks.Address, part string) place {
		return place{name, common.Address(at), "", "contracts." + part}
	}
	rfq := at("AugustusRFQ", c.AugustusRFQ, "augustus_rfq")
	six := at("Augustus 6.2", c.AugustusV6, "augustus_v6")
	five := at("Augustus 5", c.AugustusSwapper, "augustus_swapper")
	proxy := at("token transfer proxy", c.TokenTransferProxy, "token_transfer_proxy")
	claimer := at("fee claimer", c.FeeClaimer, "fee_claimer")
	permit2 := at("Permit2", c.Permit2, "permit2")
	delta := at("Delta", c.Delta, "delta")
	wrapped := wrapped(p.d)
	v6, v5, order := contracts.NewAugustusV6(), contracts.NewAugustusSwapper(),
		contracts.NewAugustusRFQ()
	// other asks for a contract that another one names; what is left out here is not asked for.
	other := func(at place, call []byte, of place) check {
		if (of.at == common.Address{}) {
			return check{}
		}
		return check{place: at, call: call, right: is(of.at.Bytes()),
			says: fmt.Sprintf("it names another %s than %s", of.name, of.at)}
	}
	return []check{
		{place: rfq, call: order.PackRFQLIMITORDERTYPEHASH(),
			right: is(eip712.OrderTypeHash().Bytes()),
			says:  "it takes no orders of the form that is signed"},
		other(six, v6.PackWETH(), wrapped), other(six, v6.PackAUGUSTUSRFQ(), rfq),
		other(six, v6.PackPERMIT2(), permit2),
		other(six, v6.PackFEEVAULT(), at("fee vault", c.FeeVault, "fee_vault")),
		other(five, v5.PackGetTokenTransferProxy(), proxy),
		other(proxy, selector("owner()"), five),
		other(claimer, contracts.NewFeeClaimer().PackAugustusSwapper(), five),
		{place: permit2, call: contracts.NewPermit2().PackDOMAINSEPARATOR(),
			right: is(eip712.Permit2Domain(p.d.ID, permit2.at).Separator().Bytes()),
			says:  "its typed data is not of it and of this network"},
		{place: delta, call: contracts.NewDelta().PackDOMAINSEPARATOR(),
			right: is(eip712.DeltaDomain(p.d.ID, delta.at).Separator().Bytes()),
			says:  "its typed data is not of it and of this network"},
		{place: wrapped, call: contracts.NewWrappedNative().PackDecimals(), right: is([]byte{18}),
			says: "it has not the coin's 18 decimals"},
		{place: wrapped, call: contracts.NewWrappedNative().PackWithdraw(new(big.Int)),
			from: somebody, right: anything, says: "it gives no coins back"},
		{place: wrapped, call: contracts.NewWrappedNative().PackDeposit(),
			from: somebody, right: anything, says: "it takes no coins"},
	}
}

// Deltas holds Delta contracts against the nodes of their networks, each once.
type Deltas struct {
	mu     sync.Mutex
	proven map[deltaAt]bool
}

type deltaAt struct {
	chainID  uint64
	contract common.Address
}

// Denied says why what stands at an address is no Delta contract of a network by its node's word,
// "" where it is one.
func (d *Deltas) Denied(ctx context.Context, net *chain.Network, contract common.Address) (
	says string, err error) {
	at := deltaAt{net.ChainID(), contract}
	d.mu.Lock()
	known := d.proven[at]
	d.mu.Unlock()
	if known {
		return "", nil
	}
	if says, err = noDelta(ctx, net, contract); says != "" || err != nil {
		return says, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.proven == nil {
		d.proven = make(map[deltaAt]bool)
	}
	d.proven[at] = true
	return "", nil
}

// noDelta is Denied without memory.
func noDelta(ctx context.Context, net *chain.Network, at common.Address) (says string,
	err error) {
	told, err := net.Call(ctx, common.Hash{}, chain.Call{To: at,
		Data: contracts.NewDelta().PackDOMAINSEPARATOR()})
	own := eip712.DeltaDomain(net.ChainID(), at).Separator()
	var revert *chain.Revert
	switch {
	case errors.As(err, &revert) || err == nil && len(told) == 0:
		return fmt.Sprintf("that no Delta contract stands at %s", at), nil
	case err != nil:
		return "", err
	case !bytes.Equal(told, own.Bytes()):
		return fmt.Sprintf("that the domain separator of the Delta contract %s is %#x, not %s", at,
			told, own), nil
	}
	return "", nil
}
