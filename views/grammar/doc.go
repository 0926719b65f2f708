// Package grammar is what can be typed to trade: "buy 1 weth @ 3000", "swap 100 usdc weth", "cancel
// all". It exists so that the palette, bourse do, the plain console and the tools of an agent
// understand the same sentences: one table of verbs, read in one place.
//
// Verbs is the table, Read reads a sentence with the names of a session, the types of sentence.go
// are what was read. Nothing is signed here: whoever reads a sentence fills a form of it or carries
// it out. Start reading at Read.
package grammar
