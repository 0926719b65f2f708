// Package console puts the screens of a session together into one program: the shell, every screen,
// what they share, and the stream of blocks, balances, prices and fills that keeps them fresh.
//
// console.go owns the program, screens.go the table of screens, host.go what they share; head.go
// keeps the first row fresh, alerts.go watches prices,
// news.go announces what happened to the accounts. Start reading at New.
package console
