package backend

import "bourse/backend/api"

// Reverts tells what settlements that failed on chain cost the agents that run here, by network.
func (b *Backend) Reverts() (list []api.Reverts) {
	for _, n := range b.nets {
		if n.delta != nil {
			list = append(list, n.delta.Auction().Reverts())
		}
	}
	return list
}
