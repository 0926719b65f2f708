// Package tokens knows the tokens of a network: those it lists, what an unlisted contract says of
// itself, and what accounts hold and have allowed of them.
//
// The list is the network's own and is believed; what an unlisted contract says is a stranger's
// text and number, cut short and bounded here. Nothing is stored: balances and allowances are read
// on one block for each question.
//
// Start reading at tokens.go; holdings.go and nft.go answer for accounts, permits.go says what a
// permit of a token needs.
package tokens
