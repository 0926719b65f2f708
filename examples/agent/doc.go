// Command agent is an example of a program that competes for the Delta orders of a bourse that runs
// elsewhere. It knows the exchange by HTTP and the chain by JSON-RPC, and fills whole orders from
// its own tokens: it takes the service's quote for an order, which is what the best route brings,
// and pays half of what that route loses on the way on top of it.
//
// agent.mjs does the same in JavaScript. Start reading at run in main.go; chain.go is what it does
// on chain: its stock, its allowance, and the transaction of a bid that won.
package main
