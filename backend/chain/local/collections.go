package local

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// How many NFTs each of the user's accounts and each trader gets.
const (
	apesEach   = 3  // ids count up, users first
	passKinds  = 3  // ids 1 … passKinds
	passesEach = 10 // of each id
)

// apes deploys the ERC-721 collection and tells its tokens. Collector i holds ids
// apesEach·i+1 … apesEach·(i+1).
func apes(p *contracts.Plan, collectors []common.Address) (collection api.Token,
	minted []api.Asset) {
	c := contracts.NewERC721Collection()
	at := p.Create("Apes", created(contracts.ERC721CollectionMetaData.Bin,
		c.PackConstructor("Apes", "APE", "ipfs://bourse-apes/", p.Deployer)))
	id := int64(0)
	for _, to := range collectors {
		for range apesEach {
			id++
			p.Call("mint an Ape", at, c.PackMint(to, big.NewInt(id)))
			minted = append(minted, api.Asset{
				Kind: api.ERC721, Address: at, ID: api.NewAmount(uint64(id))})
		}
	}
	return api.Token{ChainID: api.LocalChainID, Address: at, Symbol: "APE", Name: "Apes",
		Kind: api.ERC721}, minted
}

// passes deploys the ERC-1155 collection and tells its tokens.
func passes(p *contracts.Plan, collectors []common.Address) (collection api.Token,
	minted []api.Asset) {
	c := contracts.NewERC1155Collection()
	at := p.Create("Passes", created(contracts.ERC1155CollectionMetaData.Bin,
		c.PackConstructor("Passes", "PASS", "ipfs://bourse-passes/", p.Deployer)))
	for _, to := range collectors {
		for id := range int64(passKinds) {
			p.Call("mint Passes", at, c.PackMint(to, big.NewInt(id+1), big.NewInt(passesEach)))
		}
	}
	for id := range uint64(passKinds) {
		minted = append(minted, api.Asset{
			Kind: api.ERC1155, Address: at, ID: api.NewAmount(id + 1)})
	}
	return api.Token{ChainID: api.LocalChainID, Address: at, Symbol: "PASS", Name: "Passes",
		Kind: api.ERC1155}, minted
}

// collectors returns who holds NFTs from the start.
func collectors(users []common.Address, h House) []common.Address {
	all := append([]common.Address(nil), users...)
	for i := range Traders {
		all = append(all, address(h.Trader(i)))
	}
	return all
}
