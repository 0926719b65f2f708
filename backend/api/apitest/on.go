package apitest

import "bourse/backend/api"

// On is a service's exchange on a network that it has.
func On(s api.Service, chainID uint64) api.Exchange {
	exchange, err := s.Exchange(chainID)
	if err != nil {
		panic(err)
	}
	return exchange
}
