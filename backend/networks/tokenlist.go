package networks

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store/file"
)

// Bounds of a token list.
const (
	maxListBytes = 32 << 20
	maxSymbol    = 32
	maxName      = 128
)

// ReadTokens returns the tokens of a list in the form of tokenlists.org, by chain id. Of a token
// that stands there twice the first counts.
func ReadTokens(path string) (map[uint64][]api.Token, error) {
	text, err := file.Read(path, maxListBytes)
	if err != nil {
		return nil, fmt.Errorf("read the token list: %w", err)
	}
	var list struct {
		Tokens []struct {
			ChainID  uint64 `json:"chainId"`
			Address  string `json:"address"`
			Symbol   string `json:"symbol"`
			Name     string `json:"name"`
			Decimals int    `json:"decimals"`
		} `json:"tokens"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("the token list %s is not in the form of tokenlists.org: %w", path,
			err)
	}
	tokens, seen := make(map[uint64][]api.Token), make(map[string]bool)
	for i, t := range list.Tokens {
		var problem error
		switch {
		case !common.IsHexAddress(t.Address):
			problem = fmt.Errorf("%q is not an address", t.Address)
		case t.ChainID == 0:
			problem = errors.New("it has no chainId")
		case t.Decimals < 0 || t.Decimals > maxDecimals:
			problem = fmt.Errorf("it has %d decimals, not 0 to %d", t.Decimals, maxDecimals)
		case t.Symbol == "" || len(t.Symbol) > maxSymbol || len(t.Name) > maxName:
			problem = errors.New("its symbol or name is empty or too long")
		}
		if problem != nil {
			return nil, fmt.Errorf("token %d of the list %s: %w", i+1, path, problem)
		}
		address := common.HexToAddress(t.Address)
		key := fmt.Sprint(t.ChainID, address)
		if seen[key] {
			continue
		}
		seen[key] = true
		tokens[t.ChainID] = append(tokens[t.ChainID], api.Token{ChainID: t.ChainID,
			Address: address, Symbol: t.Symbol, Name: t.Name, Decimals: t.Decimals,
			Kind: api.ERC20})
	}
	return tokens, nil
}
