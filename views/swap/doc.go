// Package swap is the Swap screen: one form that sells or buys an exact amount over the best route
// through pools and orders, shows that route leg by leg beside what else the amount would bring,
// and takes it over the sign dialog to what really arrived.
//
// Screen joins its parts, each of which knows only those before it: inputs (what is typed), quoter
// (the newest quote, with its transaction and what else the amount would bring), checker,
// routePane, figurePanes, and reviewer, which leads a quote to its signature and tells what
// arrived. Start reading with screen.go, then quote.go.
package swap
