package httpapi

import (
	"context"
	"net/url"
	"strconv"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// userNFTJSON is what an account holds of one token on the wire.
type userNFTJSON struct {
	Address  common.Address `json:"address"`
	Type     api.AssetKind  `json:"type"`
	ID       api.Amount     `json:"id"`
	Balance  api.Amount     `json:"balance"`
	Approved bool           `json:"approved"`
}

func userNFTToWire(n api.UserNFT) userNFTJSON {
	return userNFTJSON{n.Address, n.Kind, n.ID, n.Balance, n.Approved}
}

func (n userNFTJSON) api() api.UserNFT {
	return api.UserNFT{Asset: api.Asset{Kind: n.Type, Address: n.Address, ID: n.ID}, Balance: n.Balance, Approved: n.Approved}
}

type userNFTsReply struct {
	NFTs []userNFTJSON `json:"nfts"`
}

type userNFTReply struct {
	NFT userNFTJSON `json:"nft"`
}

// nftRoutes show collections and what accounts hold of them.
func nftRoutes() []route {
	account := path("address", address, "account that holds the tokens")
	return []route{
		read("/x/:chainId/collections", extension, "List the collections of NFTs of a network").
			takes(chainIDParam()).
			answers("`{tokens: [{network, address, symbol, name, decimals, type}]}`", func(s *Server, c *call) (reply, error) {
				list, err := s.svc.Collections(c.ctx, c.in.chainID())
				return ok(tokensReply{some(list)}, err)
			}).refuses(api.UnsupportedChain),
		read("/x/:chainId/nfts/:address", extension, "List what an account holds of the listed collections").
			takes(chainIDParam(), account).
			answers("`{nfts: [{address, type, id, balance, approved}]}`; `approved` tells whether the order contract may move it", func(s *Server, c *call) (reply, error) {
				list, err := s.svc.UserNFTs(c.ctx, c.in.chainID(), c.in.address("address"))
				return ok(userNFTsReply{each(list, userNFTToWire)}, err)
			}).refuses(api.UnsupportedChain),
		read("/x/:chainId/nfts/:address/:token/:tokenId", extension, "Tell what an account holds of one token, of a listed collection or another").
			takes(chainIDParam(), account, path("token", address, "contract of the collection"), path("tokenId", amount, "id of the token"),
				query("type", integer, "1 ERC1155, 2 ERC721").within(0, uint64(api.ERC721)).need()).
			answers("`{nft: {address, type, id, balance, approved}}`; a token that is not held has balance 0", func(s *Server, c *call) (reply, error) {
				n, err := s.svc.UserNFT(c.ctx, c.in.chainID(), c.in.address("address"), api.Asset{
					Kind: api.AssetKind(c.in.integer("type")), Address: c.in.address("token"), ID: c.in.amount("tokenId"),
				})
				return ok(userNFTReply{userNFTToWire(n)}, err)
			}).refuses(api.UnsupportedChain, api.UnsupportedToken),
	}
}

// Collections fetches the listed collections of NFTs.
func (c *Client) Collections(ctx context.Context, chainID uint64) ([]api.Token, error) {
	var out tokensReply
	err := c.fetch(ctx, &out, nil, "/x/%d/collections", chainID)
	return out.Tokens, err
}

// UserNFTs fetches what an account holds of the listed collections.
func (c *Client) UserNFTs(ctx context.Context, chainID uint64, account common.Address) ([]api.UserNFT, error) {
	var out userNFTsReply
	err := c.fetch(ctx, &out, nil, "/x/%d/nfts/%s", chainID, api.Lower(account))
	return each(out.NFTs, userNFTJSON.api), err
}

// UserNFT fetches what an account holds of one token.
func (c *Client) UserNFT(ctx context.Context, chainID uint64, account common.Address, asset api.Asset) (api.UserNFT, error) {
	var out userNFTReply
	query := url.Values{"type": {strconv.Itoa(int(asset.Kind))}}
	err := c.fetch(ctx, &out, query, "/x/%d/nfts/%s/%s/%s", chainID, api.Lower(account), api.Lower(asset.Address), asset.ID)
	return out.NFT.api(), err
}
