// Package traders simulates a market on the local network: accounts with keys of their own that quote, take and cancel by real signatures and
// transactions, through the same service as everybody else. All they decide follows from a seed.
package traders
