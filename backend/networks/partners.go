package networks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/pelletier/go-toml/v2"

	"bourse/backend/api"
	"bourse/store/file"
)

// MaxPartnerBPS is the highest fee that the Delta contract takes for a partner.
const MaxPartnerBPS = 200

// PartnersFile is the file of a data folder that says whose name in a quote means a fee.
func PartnersFile(dir string) string { return filepath.Join(dir, "partners.toml") }

// partner is a table of the file.
type partner struct {
	Address Address `toml:"address"`
	FeeBPS  uint64  `toml:"fee_bps,omitempty"`
	Surplus bool    `toml:"takes_surplus,omitempty"`
}

// ReadPartners reads the partners whose name in a quote means a fee, by name: of each a table with
// its address and fee_bps, or takes_surplus for half of what comes in beyond the quote. A file that
// is missing has none.
func ReadPartners(path string) (map[string]api.DeltaPartner, error) {
	text, err := file.Read(path, file.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the partners: %w", err)
	}
	return parsePartners(path, text)
}

// WritePartners puts partners in the place of those of a file, which appears whole or not at all.
func WritePartners(path string, partners map[string]api.DeltaPartner) error {
	list := make(map[string]partner, len(partners))
	for name, p := range partners {
		list[name] = partner{Address: Address(p.PartnerAddress), Surplus: p.TakeSurplus,
			FeeBPS: uint64(math.Round(p.PartnerFee * 100))}
	}
	text, err := toml.Marshal(list)
	if err == nil {
		if _, err = parsePartners(path, text); err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), file.Replace(path, text))
		}
	}
	if err != nil {
		return fmt.Errorf("write the partners: %w", err)
	}
	return nil
}

func parsePartners(path string, text []byte) (map[string]api.DeltaPartner, error) {
	var list map[string]partner
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(
		&list); err != nil {
		return nil, fmt.Errorf("%s: %w: a partner is a table [NAME] with address and fee_bps, or "+
			"takes_surplus", path, err)
	}
	partners := make(map[string]api.DeltaPartner, len(list))
	for name, p := range list {
		switch {
		case p.Address == Address{}:
			return nil, fmt.Errorf("%s: partner %s needs its address", path, name)
		case p.FeeBPS > MaxPartnerBPS:
			return nil, fmt.Errorf("%s: partner %s takes %d basis points, and the contract allows "+
				"%d at most", path, name, p.FeeBPS, MaxPartnerBPS)
		case p.Surplus == (p.FeeBPS > 0):
			return nil, fmt.Errorf("%s: partner %s takes fee_bps or takes_surplus, one of the two",
				path, name)
		}
		partners[name] = api.DeltaPartner{PartnerAddress: common.Address(p.Address),
			PartnerFee: float64(p.FeeBPS) / 100, TakeSurplus: p.Surplus}
	}
	return partners, nil
}
