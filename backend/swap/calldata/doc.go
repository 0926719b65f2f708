// Package calldata turns a price route into the call of a swap contract that performs it: what was
// priced and what is executed are the same legs.
//
// A Plan (plan.go) is a route as it was given, read and checked, with the data of each Leg
// (leg.go). Terms (terms.go, fee.go) are what a transaction adds: limits, fees, receiver, permit. A
// Method (method.go) is a function of one of the swap contracts: which plans fit it, and how it is
// packed for version 5 (methods5.go, on calls.go) and 6.2 (methods6.go, on packing.go, and on
// program.go for what the executor does). Fills of limit orders alone, or paid for by a purchase,
// are in fill.go. Nothing here asks a chain or keeps anything: start reading at Encoder.
package calldata
