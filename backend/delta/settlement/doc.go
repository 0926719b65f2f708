// Package settlement is the Delta settlement contract in Go: the parts of an order that it settles,
// how it divides what they bring, the orders it takes and the events it tells of. Agents, auction
// and orders share it, so that all three reckon as Settlement.sol does.
package settlement
