// Package route leads the best route for what a form wants swapped from its quote to what has
// arrived: Swap and the sweep of a book are two forms of it.
//
// A Trade joins three parts, each of which knows only those before it: Quoter keeps the newest
// sealed price and what its transaction does when it is simulated; Checker looks at what is held,
// allowed and quoted; Reviewer asks once more, says what has moved, has the allowance and the
// transaction signed, watches them meanwhile, and tells what arrived. Start reading with trade.go.
package route
