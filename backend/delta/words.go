package delta

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// sum writes an amount as people read it: whole tokens and the symbol, raw units of tokens that are not listed.
func (s *Service) sum(a api.Amount, token common.Address) string {
	if t, ok := s.listed(token); ok {
		return a.Units(t.Decimals) + " " + t.Symbol
	}
	return a.String() + " raw units of token " + api.Lower(token)
}

// listed returns a token of the network's list.
func (s *Service) listed(token common.Address) (api.Token, bool) {
	for _, t := range s.cfg.Tokens.List() {
		if t.Address == token {
			return t, true
		}
	}
	return api.Token{}, false
}

// moment writes a time of the chain.
func moment(seconds uint64) string {
	return time.Unix(int64(seconds), 0).UTC().Format("2006-01-02 15:04:05 UTC")
}
