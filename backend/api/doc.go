// Package api is the vocabulary of the exchange: the resources of its interface, amounts, prices,
// errors, events and the Service that every door (console, HTTP server, remote client, simulated
// traders) goes through. It imports nothing else of this module.
package api
