package viewtest

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// Traded is what an account has traded on a chain of a test, where every transaction moves what it
// says.
type Traded struct {
	Fills []api.Fill
	Delta []api.DeltaRecord
	Swaps []views.Swapped
	Gas   []views.GasPaid
}

// Movements are what the receipts would say of an account.
func (t Traded) Movements(account common.Address, hashes []common.Hash) (out []api.Movements) {
	for _, hash := range hashes {
		m := api.Movements{Hash: hash, Success: true, Coin: &api.CoinMove{}}
		move := func(in bool, a api.Asset, n api.Amount) {
			if a.Address == api.NativeToken {
				m.Coin = &api.CoinMove{Amount: n, In: in}
				return
			}
			m.Moves = append(m.Moves, api.Move{Token: a.Address, Kind: a.Kind, ID: a.ID, Amount: n,
				In: in, LogIndex: uint(len(m.Moves))})
		}
		for _, f := range t.Fills {
			if f.TxHash != hash {
				continue
			}
			m.Block, m.Filled = &f.Block, true
			if f.Maker != account {
				m.Sender = account
			}
			move(f.Maker != account, f.MakerAsset, f.MakerAmount)
			move(f.Maker == account, f.TakerAsset, f.TakerAmount)
		}
		for _, d := range t.Delta {
			for _, s := range d.Transactions {
				if s.Hash == hash {
					m.Block = &api.BlockRef{Number: s.BlockNumber, Hash: s.BlockHash,
						Time: uint64(d.UpdatedAt.Unix())}
					m.Success = s.Status == 1
					move(false, api.Asset{Address: d.Order.SrcToken}, s.Spent)
					move(true, api.Asset{Address: d.Order.DestToken}, s.Received)
				}
			}
		}
		for _, s := range t.Swaps {
			if s.Hash == hash {
				m.Block, m.Sender = &s.Block, account
				move(false, api.Asset{Address: s.Src}, s.Spent)
				if !s.Away {
					move(true, api.Asset{Address: s.Dest}, s.Got)
				}
			}
		}
		for _, g := range t.Gas {
			if g.Hash == hash {
				m.Block, m.Sender, m.Fee = &g.Block, account, g.Cost
			}
		}
		out = append(out, m)
	}
	return out
}
