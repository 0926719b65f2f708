// Package swap is the Swap screen: one form that sells or buys an exact amount over the best route
// through pools and orders, shows that route leg by leg beside what else the amount would bring,
// and takes it over the sign dialog to what really arrived.
//
// The panes are form.go, tree.go (the route), compare.go with more.go, and transaction.go. They
// share inputs.go, what is typed, and the route.Trade that quotes, checks and reviews it. Start
// reading with screen.go, then package route.
package swap
