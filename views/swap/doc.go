// Package swap is the Swap screen: one form that sells or buys an exact amount over the best route
// through pools and orders, shows that route leg by leg beside what else the amount would bring,
// and takes it over the sign dialog to what really arrived.
//
// Screen joins its parts: inputs (what is typed), the route.Trade that quotes, checks and reviews
// it, routePane, and figurePanes (what the quote means and what else the amount would bring). Start
// reading with screen.go, then package route.
package swap
