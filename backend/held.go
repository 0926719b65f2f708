package backend

import "bourse/backend/api"

// Held tells how much memory the caches, queues and windows of the exchange take, and how much each
// may take. The orders themselves are not among them: they are what the exchange is for, and each
// maker has a limit.
func (b *Backend) Held() []api.Held {
	list := []api.Held{b.bus.Held()}
	for _, n := range b.nets {
		list = append(list, n.watcher.Held(), n.tokens.Held(), n.markets.Held(), n.orders.Held())
		list = append(list, n.chain.Held()...)
		if n.swaps != nil {
			list = append(list, n.swaps.Held())
		}
		if n.delta != nil {
			list = append(list, n.delta.Auction().Held())
		}
	}
	return list
}
