// Package order is the Order entry screen: one form for limit and P2P orders whose third number
// follows from the two that are typed, the checks that say whether the order can be filled, and the
// way over the sign dialog into the book.
//
// Screen has two forms, of which one is in front with what stands beside it: limitForm with
// rests.go and compare.go, and nftForm with held.go; Column is the one in front for another screen.
// limitForm joins parts that know only those before them: inputs (what is typed, of which sum.go
// solves the third number), facts (funds and book), checker and signer (review.go). Start reading
// with screen.go, then sum.go.
package order
