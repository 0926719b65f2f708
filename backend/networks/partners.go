package networks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/pelletier/go-toml/v2"

	"bourse/backend/api"
)

// maxPartnerBps is the highest fee that the Delta contract takes for a partner.
const maxPartnerBps = 200

// ReadPartners reads the partners whose name in a quote means a fee, by name: of each a table with
// its address and fee_bps, or takes_surplus for half of what comes in beyond the quote. A file that
// is missing has none.
func ReadPartners(file string) (map[string]api.DeltaPartner, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the partners: %w", err)
	}
	var list map[string]struct {
		Address Address `toml:"address"`
		FeeBPS  uint64  `toml:"fee_bps"`
		Surplus bool    `toml:"takes_surplus"`
	}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(
		&list); err != nil {
		return nil, fmt.Errorf("%s: %w: a partner is a table [NAME] with address and fee_bps, or "+
			"takes_surplus", file, err)
	}
	partners := make(map[string]api.DeltaPartner, len(list))
	for name, p := range list {
		switch {
		case p.Address == Address{}:
			return nil, fmt.Errorf("%s: partner %s needs its address", file, name)
		case p.FeeBPS > maxPartnerBps:
			return nil, fmt.Errorf("%s: partner %s takes %d basis points, and the contract allows "+
				"%d at most", file, name, p.FeeBPS, maxPartnerBps)
		case p.Surplus == (p.FeeBPS > 0):
			return nil, fmt.Errorf("%s: partner %s takes fee_bps or takes_surplus, one of the two",
				file, name)
		}
		partners[name] = api.DeltaPartner{PartnerAddress: common.Address(p.Address),
			PartnerFee: float64(p.FeeBPS) / 100, TakeSurplus: p.Surplus}
	}
	return partners, nil
}
