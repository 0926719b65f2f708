// Package wallet is the Wallet screen: accounts and their locks, what the chosen one holds and has
// promised, who may move its tokens, and what its fills have earned.
//
// The panes are accountspane.go, balances.go, allowances.go and fills.go. load.go reads the funds
// that they share, rows.go and amounts.go say what they mean, pnl.go what the fills and the day
// have earned, accounts.go and formdialog.go manage the keys. Start reading with screen.go.
package wallet
