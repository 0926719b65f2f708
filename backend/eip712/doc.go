// Package eip712 holds what is signed and how it is hashed (EIP-712): limit, NFT and Delta orders,
// permits and cancellations as typed data, signatures in all their forms, and permits as contracts
// take them. All of it is pure functions, so that the wallet, which signs, and the exchange, which
// verifies, agree to the byte without knowing each other.
//
// Start reading at TypedData (typed.go). order.go, delta.go and permit.go say what the fields of
// each kind are; signature.go reads and checks what keys and contracts answer.
package eip712
