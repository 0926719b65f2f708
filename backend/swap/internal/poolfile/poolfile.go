// Package poolfile reads recorded pool states (testdata/pools-concentrated.json), so that tests and
// benchmarks of the pools and of the router run on the same real markets.
package poolfile

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

// Token is a token of the recorded network.
type Token struct {
	Address  common.Address `json:"address"`
	Symbol   string         `json:"symbol"`
	Decimals int            `json:"decimals"`
}

// Market is a recorded pool and the tokens it trades.
type Market struct {
	ID     string
	Tokens []common.Address
	Pool   pool.Pool
	Record Record
}

// Record is a pool as the file has it. Amounts are raw decimal integers.
type Record struct {
	ID           string           `json:"id"`
	Kind         string           `json:"kind"`
	Tokens       []common.Address `json:"tokens"`
	FeePpm       uint32           `json:"feePpm"`
	TickSpacing  int              `json:"tickSpacing"`
	SqrtPriceX96 string           `json:"sqrtPriceX96"`
	Tick         int              `json:"tick"`
	Liquidity    string           `json:"liquidity"`
	Ticks        []Tick           `json:"ticks"`
	Reserves     []string         `json:"reserves"`
}

// Tick is one [index, net liquidity] pair of the file.
type Tick struct {
	Index int
	Net   string
}

// UnmarshalJSON reads the pair.
func (t *Tick) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&t.Index, &t.Net})
}

// Load reads the recorded markets.
func Load(path string) ([]Token, []Market, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("recorded pools: %w", err)
	}
	var file struct {
		Tokens []Token  `json:"tokens"`
		Pools  []Record `json:"pools"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, nil, fmt.Errorf("recorded pools %s: %w", path, err)
	}
	markets := make([]Market, len(file.Pools))
	for i, r := range file.Pools {
		p, err := r.Build()
		if err != nil {
			return nil, nil, fmt.Errorf("recorded pool %s: %w", r.ID, err)
		}
		markets[i] = Market{ID: r.ID, Tokens: r.Tokens, Pool: p, Record: r}
	}
	return file.Tokens, markets, nil
}

// Build makes the pool that a record describes.
func (r *Record) Build() (pool.Pool, error) {
	if r.Kind == "constantProduct" {
		return r.product()
	}
	ticks := make([]pool.Tick, len(r.Ticks))
	for i, t := range r.Ticks {
		net, err := signed(t.Net)
		if err != nil {
			return nil, err
		}
		ticks[i] = pool.Tick{Index: t.Index, Net: net}
	}
	table, err := pool.NewTicks(ticks, r.TickSpacing, r.FeePpm)
	if err != nil {
		return nil, err
	}
	price, err := signed(r.SqrtPriceX96)
	if err != nil {
		return nil, err
	}
	liquidity, err := signed(r.Liquidity)
	if err != nil {
		return nil, err
	}
	return pool.NewConcentrated(table, price, r.Tick, liquidity)
}

func (r *Record) product() (pool.Pool, error) {
	if len(r.Reserves) != 2 {
		return nil, fmt.Errorf("%d reserves", len(r.Reserves))
	}
	reserve0, err := signed(r.Reserves[0])
	if err != nil {
		return nil, err
	}
	reserve1, err := signed(r.Reserves[1])
	if err != nil {
		return nil, err
	}
	return pool.NewProduct(reserve0, reserve1, r.FeePpm)
}

// signed reads a decimal integer in two's complement.
func signed(text string) (uint256.Int, error) {
	var v uint256.Int
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	if err := v.SetFromDecimal(text); err != nil {
		return v, fmt.Errorf("%q is not an integer: %w", text, err)
	}
	if negative {
		v.Neg(&v)
	}
	return v, nil
}
