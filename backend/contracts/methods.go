package contracts

import (
	"sync"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
)

// calledByPeople are the contracts that people send transactions to.
var calledByPeople = []*bind.MetaData{&AugustusRFQMetaData, &StandardTokenMetaData,
	&WrappedNativeMetaData, &ERC721CollectionMetaData, &ERC1155CollectionMetaData,
	&NonceManagementModuleMetaData, &Permit2MetaData, &FeeVaultMetaData, &FeeClaimerMetaData,
	&AugustusV6GenericMetaData, &AugustusV6UniswapV2MetaData, &AugustusV6UniswapV3MetaData,
	&AugustusV6CurveMetaData, &AugustusV6BalancerV2MetaData, &AugustusV6MakerPSMMetaData,
	&AugustusV6RFQMetaData, &SimpleSwapMetaData, &MultiPathMetaData, &DirectSwapMetaData,
	&SimpleSwapNFTMetaData, &ProtectedSimpleSwapMetaData, &ProtectedMultiPathMetaData,
	&AugustusRFQRouterMetaData, &UniswapV2ForkRouterMetaData}

// Methods are those that people's transactions call, by their selectors.
var Methods = sync.OnceValue(func() map[[4]byte]abi.Method {
	table := make(map[[4]byte]abi.Method)
	for _, meta := range calledByPeople {
		parsed, err := meta.ParseABI()
		if err != nil {
			panic(err) // the ABIs are compiled in
		}
		for _, m := range parsed.Methods {
			if !m.IsConstant() {
				table[[4]byte(m.ID)] = m
			}
		}
	}
	return table
})

// MethodOf is the signature of the method that data calls, such as "withdraw(uint256)", "" where
// it is not known.
func MethodOf(data []byte) string {
	if len(data) < 4 {
		return ""
	}
	return Methods()[[4]byte(data[:4])].Sig
}
