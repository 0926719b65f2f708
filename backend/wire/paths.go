package wire

import "bourse/backend/api"

// Topics are all topics that an event stream can carry.
var Topics = [...]api.Topic{api.TopicOrder, api.TopicFill, api.TopicBlock, api.TopicAuction,
	api.TopicBook, api.TopicTrade}

// OrderPrefix returns what the paths of fungible or of NFT orders begin with.
func OrderPrefix(nft bool) string {
	if nft {
		return "/nft"
	}
	return "/ft"
}

// OrderSegment returns the path segment of a type of orders.
func OrderSegment(t api.OrderType) string {
	if t == api.P2P {
		return "/p2p"
	}
	return "/orders"
}

// SecretHeader brings the secrets of Delta orders that are held back.
const SecretHeader = "X-Delta-Secret"
