// Package views holds what the screens share: the service, the network, the token list, the chosen
// account and pair, and the messages they send each other.
//
// A Session is one console's: it embeds the shell's Env, so that a screen asks for a toast, a
// dialog or another screen by a method of its session. Screens never import each other: what one
// asks of another goes as one of the messages in session.go. Prices, pair formats and names of
// addresses have one function here or in format, which every screen uses.
//
// Start reading with session.go, then poller.go, by which screens keep what they show up to date.
package views
