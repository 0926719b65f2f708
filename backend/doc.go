// Package backend builds the exchange out of its parts and runs it: one store, one event bus, and
// for each network a chain, tokens, orders and markets. What it builds is the api.Service that
// every door uses.
//
// Backend (backend.go) owns the store, the local chain and the life of all parts; service
// (service.go) answers api.Service from the parts of its networks, one file for each noun. What the
// parts are made with is in backend.go, swap.go and delta.go; local.go is what only the local
// network needs. Start reading at Open and Run.
package backend

//go:generate go test -run ^TestReliabilityPage$ -update .
