package backend

import (
	"context"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/delta"

	"github.com/ethereum/go-ethereum/common"
)

// Local gives tests the chain that runs in the process.
func (b *Backend) Local() *local.Chain { return b.local }

// blind is an oracle that knows no price.
type blind struct{}

func (blind) PriceUSD(context.Context, common.Address) (api.Price, bool, error) {
	return api.Price{}, false, nil
}

// Blind has Delta quotes made without USD prices.
func (b *Backend) Blind() error {
	n := b.nets[0]
	cfg, err := b.deltaConfig(n, b.local.Deployment())
	if err != nil {
		return err
	}
	cfg.Oracle = blind{}
	n.delta, err = delta.Open(cfg)
	return err
}
