package wire

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// UserNFT is an api.UserNFT.
type UserNFT struct {
	Address  common.Address `json:"address"`
	Type     api.AssetKind  `json:"type"`
	ID       api.Amount     `json:"id"`
	Balance  api.Amount     `json:"balance"`
	Approved bool           `json:"approved"`
}

// UserNFTOf returns what an account holds as it is sent.
func UserNFTOf(n api.UserNFT) UserNFT {
	return UserNFT{n.Address, n.Kind, n.ID, n.Balance, n.Approved}
}

// API returns what the account holds.
func (n UserNFT) API() api.UserNFT {
	return api.UserNFT{Asset: api.Asset{Kind: n.Type, Address: n.Address, ID: n.ID},
		Balance: n.Balance, Approved: n.Approved}
}
