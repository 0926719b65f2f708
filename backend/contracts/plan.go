package contracts

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Gas limits of a plan's transactions where nothing better is known, far above what they use.
const (
	createGas = 10_000_000
	callGas   = 1_000_000
)

// Plan is a deployment: a list of transactions of one account, step i with nonce i. The account's
// nonce on chain therefore says where to go on after an interruption or when a later version has
// added steps; and addresses follow from positions, so steps are only ever appended.
type Plan struct {
	Deployer common.Address // an account that does nothing else
	Steps    []Step
}

// Step is one transaction of a plan.
type Step struct {
	What  string          // for errors
	To    *common.Address // nil creates a contract
	Value *big.Int        // wei to send along
	Data  []byte
	Gas   uint64 // the limit
}

// Create adds a contract and returns where it will be.
func (p *Plan) Create(what string, code []byte) common.Address {
	a := crypto.CreateAddress(p.Deployer, uint64(len(p.Steps)))
	p.Steps = append(p.Steps, Step{
		What: "create " + what, Value: new(big.Int), Data: code, Gas: createGas})
	return a
}

// Call adds a call of a contract.
func (p *Plan) Call(what string, to common.Address, data []byte) {
	p.Pay(what, to, new(big.Int), data)
}

// Pay adds a call that sends coins along.
func (p *Plan) Pay(what string, to common.Address, value *big.Int, data []byte) {
	p.Steps = append(p.Steps, Step{What: what, To: &to, Value: value, Data: data, Gas: callGas})
}

// CallCreating adds a call of a contract that creates another one.
func (p *Plan) CallCreating(what string, to common.Address, data []byte) {
	p.Steps = append(p.Steps, Step{
		What: what, To: &to, Value: new(big.Int), Data: data, Gas: createGas})
}
