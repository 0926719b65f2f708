package published

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
)

// ComposablePool is what the constructors of Balancer's composable stable pools take.
type ComposablePool struct {
	Vault, ProtocolFeeProvider                common.Address
	Name, Symbol                              string
	Tokens, RateProviders                     []common.Address
	TokenRateCacheDurations                   []*big.Int // seconds
	ExemptFromYieldProtocolFeeFlags           []bool
	AmplificationParameter, SwapFeePercentage *big.Int
	PauseWindowDuration, BufferPeriodDuration *big.Int
	Owner                                     common.Address
	Version                                   string // of the third generation
}

// FirstJoin is the data of the call that fills one of Balancer's pools, with an amount for each of
// its tokens, its own among them.
func FirstJoin(amounts []*big.Int) (data []byte) {
	for _, v := range slices.Concat([]*big.Int{new(big.Int), big.NewInt(64),
		big.NewInt(int64(len(amounts)))}, amounts) {
		data = append(data, common.BigToHash(v).Bytes()...)
	}
	return data
}

// RateProvider stands for the contracts that tell what tokens are worth, which differ: it answers
// any call with the number that SetRate gave it last.
var RateProvider = bind.MetaData{ID: "rate provider",
	Bin: "0x60168060095f395ff336600410600f575f545f5260205ff35b6004355f5500"}

// SetRate is the call that gives a RateProvider its number.
func SetRate(rate *big.Int) []byte {
	return slices.Concat(make([]byte, 4), common.BigToHash(rate).Bytes())
}
