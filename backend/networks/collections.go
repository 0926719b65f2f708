package networks

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Collection is a collection of NFTs that the network lists, with the ids of those that accounts
// are asked for: a contract does not tell which there are.
type Collection struct {
	Symbol  string         `toml:"symbol"`
	Name    string         `toml:"name"`
	Kind    CollectionKind `toml:"kind"`
	Address Address        `toml:"address"`
	IDs     []api.Amount   `toml:"ids"`
}

// CollectionKind is the standard of a collection.
type CollectionKind string

// The standards of collections.
const (
	ERC721  CollectionKind = "erc721"
	ERC1155 CollectionKind = "erc1155"
)

// CollectionsOf describes collections with those of some NFTs that are theirs.
func CollectionsOf(listed []api.Token, minted []api.Asset) []Collection {
	list := make([]Collection, len(listed))
	for i, c := range listed {
		list[i] = Collection{Symbol: c.Symbol, Name: c.Name, Kind: ERC721,
			Address: Address(c.Address)}
		if c.Kind == api.ERC1155 {
			list[i].Kind = ERC1155
		}
		for _, nft := range minted {
			if nft.Address == c.Address {
				list[i].IDs = append(list[i].IDs, nft.ID)
			}
		}
	}
	return list
}

func (k CollectionKind) asset() api.AssetKind {
	if k == ERC1155 {
		return api.ERC1155
	}
	return api.ERC721
}

// maxNFTs is how many NFTs a network lists at most: all of them are asked for when somebody wants
// to see what an account has.
const maxNFTs = 10_000

func (d *Description) checkCollections() error {
	count, there := 0, make(map[Address]bool)
	for i, c := range d.Collections {
		part := fmt.Sprint("collections.", i)
		switch {
		case c.Name == "" || c.Symbol == "" || c.Address == (Address{}) || there[c.Address]:
			return faultf(part, "collection %q at %s lacks a name, a symbol or its address, or "+
				"stands there twice", c.Name, common.Address(c.Address))
		case c.Kind != ERC721 && c.Kind != ERC1155:
			return faultf(part, "collection %s needs its kind, %q or %q", c.Name, ERC721, ERC1155)
		}
		there[c.Address], count = true, count+len(c.IDs)
	}
	if count > maxNFTs {
		return faultf("collections.0", "the collections have %d ids, and %d at most are "+
			"listed", count, maxNFTs)
	}
	return nil
}

// ListedNFTs returns the description's collections, and the NFTs of them that it names.
func (d *Description) ListedNFTs() (collections []api.Token, minted []api.Asset) {
	for _, c := range d.Collections {
		at, kind := common.Address(c.Address), c.Kind.asset()
		collections = append(collections, api.Token{ChainID: d.ID, Address: at, Symbol: c.Symbol,
			Name: c.Name, Kind: kind})
		for _, id := range c.IDs {
			minted = append(minted, api.Asset{Kind: kind, Address: at, ID: id})
		}
	}
	return collections, minted
}
