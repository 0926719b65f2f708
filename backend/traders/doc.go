// Package traders simulates a market on the local network: accounts with keys of their own that
// quote, take and cancel by real signatures and transactions, through the same service as everybody
// else. All they decide follows from a seed.
//
// Traders owns the accounts and the fair prices; the books, pools and rounds belong to the service.
// The fungible markets, NFTs and Delta orders draw from random sources of their own, so that one
// goes the same way with and without the others.
//
// Start reading at step.go, which is what happens at each tick: worth.go moves the fair prices,
// plan.go lists the markets, arbitrage.go closes gaps to the pools, nft.go trades NFTs, intents.go
// and answer.go place Delta orders, history.go makes up the day before the start, and
// backfill.go the trades around its blocks.
package traders
