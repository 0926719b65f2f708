package api

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
)

// UserNFT is one token of a collection with what an account holds of it.
type UserNFT struct {
	Asset
	Balance  Amount // of an ERC721 token 1 or 0
	Approved bool   // whether the order contract may move it for the account
}

// NFTs shows collections of NFTs and what accounts hold of them.
type NFTs interface {
	// Collections returns the listed collections.
	Collections(ctx context.Context) ([]Token, error)
	// UserNFTs returns what an account holds of the listed collections, by collection and id.
	UserNFTs(ctx context.Context, account common.Address) ([]UserNFT, error)
	// UserNFT tells what an account holds of one token, of a listed collection or another; nothing
	// held is a balance of 0. UnsupportedToken if the asset is fungible or its contract is no
	// collection of that kind.
	UserNFT(ctx context.Context, account common.Address, asset Asset) (UserNFT,
		error)
}
