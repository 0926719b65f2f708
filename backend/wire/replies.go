package wire

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// The bodies of answers, named by what they hold.
type (
	NetworksReply struct {
		Networks []api.Network `json:"networks"`
	}
	TokensReply struct {
		Tokens []api.Token `json:"tokens"`
	}
	TokenReply struct {
		Token api.Token `json:"token"`
	}
	UserTokensReply struct {
		Tokens []api.UserToken `json:"tokens"`
	}
	UserTokenReply struct {
		Token api.UserToken `json:"token"`
	}
	UserNFTsReply struct {
		NFTs []UserNFT `json:"nfts"`
	}
	UserNFTReply struct {
		NFT UserNFT `json:"nft"`
	}
	MarketsReply struct {
		Markets []api.Market `json:"markets"`
	}
	TradesReply struct {
		Trades []api.Trade `json:"trades"`
	}
	CandlesReply struct {
		Candles []api.Candle `json:"candles"`
	}
	FillsReply struct {
		Fills []Fill `json:"fills"`
	}
	MovementsReply struct {
		Movements []api.Movements `json:"movements"`
	}
	// Price is nil where no market tells.
	PriceReply struct {
		Price *api.Price `json:"price"`
	}
	PricesReply struct {
		PriceRoute api.PriceRoute `json:"priceRoute"`
	}
	SwapReply struct {
		PriceRoute api.PriceRoute `json:"priceRoute"`
		TxParams   api.TxParams   `json:"txParams"`
	}
	HashReply struct {
		Hash common.Hash `json:"transactionHash"`
	}
	ContractReply struct {
		Contract bool `json:"contract"` // whether there is code at the address
	}
	SupportedReply struct {
		Supported bool `json:"supported"`
	}
	BridgeInfoReply struct {
		SupportedTokens map[string][]string `json:"supportedTokens"`
	}
	BridgeProtocolsReply struct {
		BridgeProtocols []string `json:"bridgeProtocols"`
	}
	SuccessReply struct {
		Success bool `json:"success"`
	}
	ToSignReply struct {
		ToSign api.DeltaToSign `json:"toSign"`
	}
	DeltaPriceReply struct {
		Price        *api.DeltaPrice `json:"price"`
		DeltaAddress common.Address  `json:"deltaAddress"`
	}
)
