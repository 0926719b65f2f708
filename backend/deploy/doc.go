// Package deploy puts this program's own contracts on any EVM chain, so that a whole exchange can
// be run there: all of them where the chain has none, or an executor and a Delta contract beside
// those of the protocol.
//
// Everything follows from one secret in the data folder, the operator's: the accounts that deploy,
// and the agents that settle Delta orders. A deployment is a list of transactions, the place of
// each of which is its nonce, so that one that was interrupted goes on where it stopped, and
// addresses are known beforehand.
//
// operator.go owns the secret, plan.go what is deployed and how it is described afterwards,
// estimate.go what it costs, rollup.go what a chain above another one takes beside it, run.go how
// it is sent, payments.go what was signed to pay for it, hold.go who is at it. Start
// reading at Deployment.
package deploy
