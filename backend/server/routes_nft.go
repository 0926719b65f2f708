package server

import (
	"bourse/backend/api"
	"bourse/backend/wire"
)

// nftRoutes show collections and what accounts hold of them.
func nftRoutes() []route {
	account := path("address", address, "account that holds the tokens")
	return []route{
		read("/x/:chainId/collections", extension, "List the collections of NFTs of a network").
			takes(chainIDParam()).
			answers("`{tokens: [{network, address, symbol, name, decimals, type}]}`",
				func(s *Server, c *call) (reply, error) {
					list, err := c.exchange.Collections(c.ctx)
					return ok(wire.TokensReply{Tokens: wire.List(list)}, err)
				}).refuses(api.UnsupportedChain),
		read("/x/:chainId/nfts/:address", extension,
			"List what an account holds of the listed collections").
			takes(chainIDParam(), account).
			answers("`{nfts: [{address, type, id, balance, approved}]}`; `approved` tells "+
				"whether the order contract may move it", func(s *Server, c *call) (reply, error) {
				list, err := c.exchange.UserNFTs(c.ctx, c.in.address("address"))
				return ok(wire.UserNFTsReply{NFTs: wire.Each(list, wire.UserNFTOf)}, err)
			}).refuses(api.UnsupportedChain),
		read("/x/:chainId/nfts/:address/:token/:tokenId", extension,
			"Tell what an account holds of one token, of a listed collection or another").
			takes(chainIDParam(), account, path("token", address, "contract of the collection"),
				path("tokenId", amount, "id of the token"),
				query("type", integer, "1 ERC1155, 2 ERC721").within(0, uint64(api.ERC721)).need()).
			answers("`{nft: {address, type, id, balance, approved}}`; a token that is not held "+
				"has balance 0", func(s *Server, c *call) (reply, error) {
				n, err := c.exchange.UserNFT(c.ctx, c.in.address("address"), api.Asset{
					Kind: api.AssetKind(c.in.integer("type")), Address: c.in.address("token"),
					ID: c.in.amount("tokenId"),
				})
				return ok(wire.UserNFTReply{NFT: wire.UserNFTOf(n)}, err)
			}).refuses(api.UnsupportedChain, api.UnsupportedToken),
	}
}
