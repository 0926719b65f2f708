package networks

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// tokens.txt is written by scripts/networks/tokens.mjs: network, address, decimals and symbol of a
// token in each line.
//
//go:embed tokens.txt
var knownTokens string

// Known returns the tokens that others list on a network, by which a symbol leads to an address.
// Two may have the same symbol, and what they say of decimals is to be held against the chain.
func Known(chainID uint64) []api.Token { return readKnown()[chainID] }

var readKnown = sync.OnceValue(func() map[uint64][]api.Token {
	tables := make(map[uint64][]api.Token)
	for line := range strings.Lines(knownTokens) {
		fields := strings.Fields(line)
		id, err1 := strconv.ParseUint(fields[0], 10, 64)
		decimals, err2 := strconv.Atoi(fields[2])
		if err1 != nil || err2 != nil {
			panic("tokens.txt: " + line) // a test reads all of it
		}
		tables[id] = append(tables[id], api.Token{ChainID: id,
			Address: common.HexToAddress(fields[1]), Symbol: fields[3], Name: fields[3],
			Decimals: decimals, Kind: api.ERC20})
	}
	return tables
})
