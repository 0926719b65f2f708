package tokens

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// permitTokenABI is that of tokens with a permit of their own. It is immutable.
var permitTokenABI = contracts.NewStandardToken()

// domain is what a token says of the EIP-712 domain of its permits.
type domain struct {
	name, version string
	separator     common.Hash
}

// learnDomains reads the domains of those listed tokens that have a permit, once each.
func (t *Tokens) learnDomains(ctx context.Context, list []api.Token) error {
	var unknown []api.Token
	var calls []chain.Call
	t.mu.Lock()
	for _, token := range list {
		if _, known := t.domains[token.Address]; token.Permit != "" && !known {
			unknown = append(unknown, token)
			calls = append(calls, chain.Call{
				To: token.Address, Data: permitTokenABI.PackDOMAINSEPARATOR()},
				chain.Call{To: token.Address, Data: permitTokenABI.PackVersion()})
		}
	}
	t.mu.Unlock()
	if len(unknown) == 0 {
		return nil
	}
	answers, err := t.net.BatchCall(ctx, common.Hash{}, calls)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, token := range unknown {
		d := domain{name: token.Name, version: text(answers[2*i+1])}
		if answers[2*i].OK {
			d.separator = common.BytesToHash(answers[2*i].Data)
		}
		t.domains[token.Address] = d
	}
	return nil
}

func (t *Tokens) domain(token common.Address) domain {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.domains[token]
}

// permitCalls ask what an account needs to know to sign a permit: its nonce at the token, and its
// allowance at Permit2.
func (t *Tokens) permitCalls(account, token common.Address) []chain.Call {
	var calls []chain.Call
	if t.domain(token).name != "" {
		calls = append(calls, chain.Call{To: token, Data: permitTokenABI.PackNonces(account)})
	}
	if t.throughPermit2() {
		calls = append(calls, chain.Permit2Call(t.net.Contracts(), account, token))
	}
	return calls
}

func (t *Tokens) throughPermit2() bool {
	c := t.net.Contracts()
	return c.Permit2 != (common.Address{}) && c.Delta != (common.Address{})
}

// permits reads the answers to permitCalls.
func (t *Tokens) permits(token common.Address, answers []chain.Result) *api.Permits {
	if len(answers) == 0 {
		return nil
	}
	d := t.domain(token)
	p := api.Permits{Name: d.name, Version: d.version, Separator: d.separator}
	if d.name != "" {
		p.Nonce, answers = answers[0].Word(0), answers[1:]
	}
	if t.throughPermit2() {
		p.Permit2, _ = answers[0].Permit2()
	}
	return &p
}
