// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

//lint:file-ignore ST1005 the errors are abigen's

package contracts

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = bytes.Equal
	_ = errors.New
	_ = big.NewInt
	_ = common.Big1
	_ = types.BloomLookup
	_ = abi.ConvertType
)

// AugustusRFQData is an auto generated low-level Go binding around an user-defined struct.
type AugustusRFQData struct {
	FromAmount           *big.Int
	ToAmount             *big.Int
	WrapApproveDirection uint8
	Metadata             [32]byte
	Beneficiary          common.Address
}

// AugustusRFQOrder is an auto generated low-level Go binding around an user-defined struct.
type AugustusRFQOrder struct {
	NonceAndMeta *big.Int
	Expiry       *big.Int
	MakerAsset   common.Address
	TakerAsset   common.Address
	Maker        common.Address
	Taker        common.Address
	MakerAmount  *big.Int
	TakerAmount  *big.Int
}

// AugustusRFQOrderInfo is an auto generated low-level Go binding around an user-defined struct.
type AugustusRFQOrderInfo struct {
	Order                AugustusRFQOrder
	Signature            []byte
	TakerTokenFillAmount *big.Int
	PermitTakerAsset     []byte
	PermitMakerAsset     []byte
}

// AugustusRFQOrderNFT is an auto generated low-level Go binding around an user-defined struct.
type AugustusRFQOrderNFT struct {
	NonceAndMeta *big.Int
	Expiry       *big.Int
	MakerAsset   *big.Int
	MakerAssetId *big.Int
	TakerAsset   *big.Int
	TakerAssetId *big.Int
	Maker        common.Address
	Taker        common.Address
	MakerAmount  *big.Int
	TakerAmount  *big.Int
}

// AugustusRFQOrderNFTInfo is an auto generated low-level Go binding around an user-defined struct.
type AugustusRFQOrderNFTInfo struct {
	Order                AugustusRFQOrderNFT
	Signature            []byte
	TakerTokenFillAmount *big.Int
	PermitTakerAsset     []byte
	PermitMakerAsset     []byte
}

// AugustusV6Config is an auto generated low-level Go binding around an user-defined struct.
type AugustusV6Config struct {
	Weth                      common.Address
	BalancerVault             common.Address
	UniswapV3FactoryAndFF     *big.Int
	UniswapV3PoolInitCodeHash *big.Int
	UniswapV2FactoryAndFF     *big.Int
	UniswapV2PoolInitCodeHash *big.Int
	Rfq                       common.Address
	FeeVault                  common.Address
	Permit2                   common.Address
}

// BalancerV2Data is an auto generated low-level Go binding around an user-defined struct.
type BalancerV2Data struct {
	FromAmount                *big.Int
	ToAmount                  *big.Int
	QuotedAmount              *big.Int
	Metadata                  [32]byte
	BeneficiaryAndApproveFlag *big.Int
}

// Bridge is an auto generated low-level Go binding around an user-defined struct.
type Bridge struct {
	ProtocolSelector   [4]byte
	DestinationChainId *big.Int
	OutputToken        common.Address
	ScalingFactor      int8
	ProtocolData       []byte
}

// BridgeOverride is an auto generated low-level Go binding around an user-defined struct.
type BridgeOverride struct {
	ProtocolSelector [4]byte
	Data             []byte
}

// CurveV1Data is an auto generated low-level Go binding around an user-defined struct.
type CurveV1Data struct {
	CurveData    *big.Int
	CurveAssets  *big.Int
	SrcToken     common.Address
	DestToken    common.Address
	FromAmount   *big.Int
	ToAmount     *big.Int
	QuotedAmount *big.Int
	Metadata     [32]byte
	Beneficiary  common.Address
}

// CurveV2Data is an auto generated low-level Go binding around an user-defined struct.
type CurveV2Data struct {
	CurveData    *big.Int
	I            *big.Int
	J            *big.Int
	PoolAddress  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	FromAmount   *big.Int
	ToAmount     *big.Int
	QuotedAmount *big.Int
	Metadata     [32]byte
	Beneficiary  common.Address
}

// DeltaExecutorApproval is an auto generated low-level Go binding around an user-defined struct.
type DeltaExecutorApproval struct {
	Token   common.Address
	Spender common.Address
	Amount  *big.Int
}

// DeltaExecutorCall is an auto generated low-level Go binding around an user-defined struct.
type DeltaExecutorCall struct {
	Target common.Address
	Value  *big.Int
	Data   []byte
}

// DeltaExecutorPlan is an auto generated low-level Go binding around an user-defined struct.
type DeltaExecutorPlan struct {
	Approvals []DeltaExecutorApproval
	Calls     []DeltaExecutorCall
	Sweeps    []DeltaExecutorSweep
}

// DeltaExecutorSweep is an auto generated low-level Go binding around an user-defined struct.
type DeltaExecutorSweep struct {
	Token common.Address
	To    common.Address
}

// DeltaOrder is an auto generated low-level Go binding around an user-defined struct.
type DeltaOrder struct {
	Owner              common.Address
	Beneficiary        common.Address
	SrcToken           common.Address
	DestToken          common.Address
	SrcAmount          *big.Int
	DestAmount         *big.Int
	ExpectedDestAmount *big.Int
	Deadline           *big.Int
	Nonce              *big.Int
	PartnerAndFee      *big.Int
	Permit             []byte
}

// DeltaOrderWithSig is an auto generated low-level Go binding around an user-defined struct.
type DeltaOrderWithSig struct {
	Order     DeltaOrder
	Signature []byte
}

// FeeConfig is an auto generated low-level Go binding around an user-defined struct.
type FeeConfig struct {
	PartnerSharePercent   *big.Int
	MaxFeePercent         *big.Int
	ParaswapReferralShare *big.Int
	ParaswapSlippageShare *big.Int
	FeeClaimer            common.Address
}

// GenericData is an auto generated low-level Go binding around an user-defined struct.
type GenericData struct {
	SrcToken     common.Address
	DestToken    common.Address
	FromAmount   *big.Int
	ToAmount     *big.Int
	QuotedAmount *big.Int
	Metadata     [32]byte
	Beneficiary  common.Address
}

// IAdapterModule is an auto generated low-level Go binding around an user-defined struct.
type IAdapterModule struct {
	Module    common.Address
	Selectors [][4]byte
}

// IBalancerVaultBatchSwapStep is an auto generated low-level Go binding around an user-defined struct.
type IBalancerVaultBatchSwapStep struct {
	PoolId        [32]byte
	AssetInIndex  *big.Int
	AssetOutIndex *big.Int
	Amount        *big.Int
	UserData      []byte
}

// IBalancerVaultExitPoolRequest is an auto generated low-level Go binding around an user-defined struct.
type IBalancerVaultExitPoolRequest struct {
	Assets            []common.Address
	MinAmountsOut     []*big.Int
	UserData          []byte
	ToInternalBalance bool
}

// IBalancerVaultFundManagement is an auto generated low-level Go binding around an user-defined struct.
type IBalancerVaultFundManagement struct {
	Sender              common.Address
	FromInternalBalance bool
	Recipient           common.Address
	ToInternalBalance   bool
}

// IBalancerVaultJoinPoolRequest is an auto generated low-level Go binding around an user-defined struct.
type IBalancerVaultJoinPoolRequest struct {
	Assets              []common.Address
	MaxAmountsIn        []*big.Int
	UserData            []byte
	FromInternalBalance bool
}

// IBalancerVaultSingleSwap is an auto generated low-level Go binding around an user-defined struct.
type IBalancerVaultSingleSwap struct {
	PoolId   [32]byte
	Kind     uint8
	AssetIn  common.Address
	AssetOut common.Address
	Amount   *big.Int
	UserData []byte
}

// IDiamondCutFacetCut is an auto generated low-level Go binding around an user-defined struct.
type IDiamondCutFacetCut struct {
	FacetAddress      common.Address
	Action            uint8
	FunctionSelectors [][4]byte
}

// IFeeVaultFeeRegistration is an auto generated low-level Go binding around an user-defined struct.
type IFeeVaultFeeRegistration struct {
	Addresses []common.Address
	Token     common.Address
	Fees      []*big.Int
}

// MakerPSMData is an auto generated low-level Go binding around an user-defined struct.
type MakerPSMData struct {
	SrcToken                        common.Address
	DestToken                       common.Address
	FromAmount                      *big.Int
	ToAmount                        *big.Int
	Toll                            *big.Int
	To18ConversionFactor            *big.Int
	Exchange                        common.Address
	GemJoinAddress                  common.Address
	Metadata                        [32]byte
	BeneficiaryDirectionApproveFlag *big.Int
}

// Multicall3Call3 is an auto generated low-level Go binding around an user-defined struct.
type Multicall3Call3 struct {
	Target       common.Address
	AllowFailure bool
	CallData     []byte
}

// Multicall3Result is an auto generated low-level Go binding around an user-defined struct.
type Multicall3Result struct {
	Success    bool
	ReturnData []byte
}

// Permit2AllowanceTransferDetails is an auto generated low-level Go binding around an user-defined struct.
type Permit2AllowanceTransferDetails struct {
	From   common.Address
	To     common.Address
	Amount *big.Int
	Token  common.Address
}

// Permit2PermitBatch is an auto generated low-level Go binding around an user-defined struct.
type Permit2PermitBatch struct {
	Details     []Permit2PermitDetails
	Spender     common.Address
	SigDeadline *big.Int
}

// Permit2PermitDetails is an auto generated low-level Go binding around an user-defined struct.
type Permit2PermitDetails struct {
	Token      common.Address
	Amount     *big.Int
	Expiration *big.Int
	Nonce      *big.Int
}

// Permit2PermitSingle is an auto generated low-level Go binding around an user-defined struct.
type Permit2PermitSingle struct {
	Details     Permit2PermitDetails
	Spender     common.Address
	SigDeadline *big.Int
}

// Permit2PermitTransferFrom is an auto generated low-level Go binding around an user-defined struct.
type Permit2PermitTransferFrom struct {
	Permitted Permit2TokenPermissions
	Nonce     *big.Int
	Deadline  *big.Int
}

// Permit2SignatureTransferDetails is an auto generated low-level Go binding around an user-defined struct.
type Permit2SignatureTransferDetails struct {
	To              common.Address
	RequestedAmount *big.Int
}

// Permit2TokenPermissions is an auto generated low-level Go binding around an user-defined struct.
type Permit2TokenPermissions struct {
	Token  common.Address
	Amount *big.Int
}

// Permit2TokenSpenderPair is an auto generated low-level Go binding around an user-defined struct.
type Permit2TokenSpenderPair struct {
	Token   common.Address
	Spender common.Address
}

// SecondOrder is an auto generated low-level Go binding around an user-defined struct.
type SecondOrder struct {
	Owner          common.Address
	Beneficiary    common.Address
	SrcToken       common.Address
	DestToken      common.Address
	SrcAmount      *big.Int
	DestAmount     *big.Int
	ExpectedAmount *big.Int
	Deadline       *big.Int
	Kind           uint8
	Nonce          *big.Int
	PartnerAndFee  *big.Int
	Permit         []byte
	Metadata       []byte
	Bridge         Bridge
}

// SecondOrderWithSig is an auto generated low-level Go binding around an user-defined struct.
type SecondOrderWithSig struct {
	Order          SecondOrder
	Signature      []byte
	BridgeOverride BridgeOverride
	Cosignature    []byte
}

// TWAPBuyOrder is an auto generated low-level Go binding around an user-defined struct.
type TWAPBuyOrder struct {
	Owner           common.Address
	Beneficiary     common.Address
	SrcToken        common.Address
	DestToken       common.Address
	Nonce           *big.Int
	PartnerAndFee   *big.Int
	Deadline        uint64
	Interval        uint64
	NumSlices       uint32
	TotalDestAmount *big.Int
	MaxSrcAmount    *big.Int
	Permit          []byte
	Metadata        []byte
	Bridge          Bridge
}

// TWAPBuyOrderWithSig is an auto generated low-level Go binding around an user-defined struct.
type TWAPBuyOrderWithSig struct {
	Order     TWAPBuyOrder
	Signature []byte
}

// TWAPOrder is an auto generated low-level Go binding around an user-defined struct.
type TWAPOrder struct {
	Owner              common.Address
	Beneficiary        common.Address
	SrcToken           common.Address
	DestToken          common.Address
	Nonce              *big.Int
	PartnerAndFee      *big.Int
	Deadline           uint64
	Interval           uint64
	NumSlices          uint32
	DestAmountPerSlice *big.Int
	TotalSrcAmount     *big.Int
	Permit             []byte
	Metadata           []byte
	Bridge             Bridge
}

// TWAPOrderWithSig is an auto generated low-level Go binding around an user-defined struct.
type TWAPOrderWithSig struct {
	Order     TWAPOrder
	Signature []byte
}

// Trial is an auto generated low-level Go binding around an user-defined struct.
type Trial struct {
	Pool         common.Address
	Token        common.Address
	Concentrated bool
}

// UniswapV2Data is an auto generated low-level Go binding around an user-defined struct.
type UniswapV2Data struct {
	SrcToken     common.Address
	DestToken    common.Address
	FromAmount   *big.Int
	ToAmount     *big.Int
	QuotedAmount *big.Int
	Metadata     [32]byte
	Beneficiary  common.Address
	Pools        []byte
}

// UniswapV3Data is an auto generated low-level Go binding around an user-defined struct.
type UniswapV3Data struct {
	SrcToken     common.Address
	DestToken    common.Address
	FromAmount   *big.Int
	ToAmount     *big.Int
	QuotedAmount *big.Int
	Metadata     [32]byte
	Beneficiary  common.Address
	Pools        []byte
}

// UniswapV3RouterExactInputParams is an auto generated low-level Go binding around an user-defined struct.
type UniswapV3RouterExactInputParams struct {
	Path             []byte
	Recipient        common.Address
	Deadline         *big.Int
	AmountIn         *big.Int
	AmountOutMinimum *big.Int
}

// UniswapV3RouterExactOutputParams is an auto generated low-level Go binding around an user-defined struct.
type UniswapV3RouterExactOutputParams struct {
	Path            []byte
	Recipient       common.Address
	Deadline        *big.Int
	AmountOut       *big.Int
	AmountInMaximum *big.Int
}

// UtilsAdapter is an auto generated low-level Go binding around an user-defined struct.
type UtilsAdapter struct {
	Adapter    common.Address
	Percent    *big.Int
	NetworkFee *big.Int
	Route      []UtilsRoute
}

// UtilsBuyData is an auto generated low-level Go binding around an user-defined struct.
type UtilsBuyData struct {
	Adapter        common.Address
	FromToken      common.Address
	ToToken        common.Address
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	Beneficiary    common.Address
	Route          []UtilsRoute
	Partner        common.Address
	FeePercent     *big.Int
	Permit         []byte
	Deadline       *big.Int
	Uuid           [16]byte
}

// UtilsDirectBalancerV2 is an auto generated low-level Go binding around an user-defined struct.
type UtilsDirectBalancerV2 struct {
	Swaps          []IBalancerVaultBatchSwapStep
	Assets         []common.Address
	Funds          IBalancerVaultFundManagement
	Limits         []*big.Int
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	Deadline       *big.Int
	FeePercent     *big.Int
	Vault          common.Address
	Partner        common.Address
	IsApproved     bool
	Beneficiary    common.Address
	Permit         []byte
	Uuid           [16]byte
}

// UtilsDirectCurveV1 is an auto generated low-level Go binding around an user-defined struct.
type UtilsDirectCurveV1 struct {
	FromToken      common.Address
	ToToken        common.Address
	Exchange       common.Address
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	FeePercent     *big.Int
	I              *big.Int
	J              *big.Int
	Partner        common.Address
	IsApproved     bool
	SwapType       uint8
	Beneficiary    common.Address
	NeedWrapNative bool
	Permit         []byte
	Uuid           [16]byte
}

// UtilsDirectCurveV2 is an auto generated low-level Go binding around an user-defined struct.
type UtilsDirectCurveV2 struct {
	FromToken      common.Address
	ToToken        common.Address
	Exchange       common.Address
	PoolAddress    common.Address
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	FeePercent     *big.Int
	I              *big.Int
	J              *big.Int
	Partner        common.Address
	IsApproved     bool
	SwapType       uint8
	Beneficiary    common.Address
	NeedWrapNative bool
	Permit         []byte
	Uuid           [16]byte
}

// UtilsDirectUniV3 is an auto generated low-level Go binding around an user-defined struct.
type UtilsDirectUniV3 struct {
	FromToken      common.Address
	ToToken        common.Address
	Exchange       common.Address
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	FeePercent     *big.Int
	Deadline       *big.Int
	Partner        common.Address
	IsApproved     bool
	Beneficiary    common.Address
	Path           []byte
	Permit         []byte
	Uuid           [16]byte
}

// UtilsMegaSwapPath is an auto generated low-level Go binding around an user-defined struct.
type UtilsMegaSwapPath struct {
	FromAmountPercent *big.Int
	Path              []UtilsPath
}

// UtilsMegaSwapSellData is an auto generated low-level Go binding around an user-defined struct.
type UtilsMegaSwapSellData struct {
	FromToken      common.Address
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	Beneficiary    common.Address
	Path           []UtilsMegaSwapPath
	Partner        common.Address
	FeePercent     *big.Int
	Permit         []byte
	Deadline       *big.Int
	Uuid           [16]byte
}

// UtilsPath is an auto generated low-level Go binding around an user-defined struct.
type UtilsPath struct {
	To              common.Address
	TotalNetworkFee *big.Int
	Adapters        []UtilsAdapter
}

// UtilsRoute is an auto generated low-level Go binding around an user-defined struct.
type UtilsRoute struct {
	Index          *big.Int
	TargetExchange common.Address
	Percent        *big.Int
	Payload        []byte
	NetworkFee     *big.Int
}

// UtilsSellData is an auto generated low-level Go binding around an user-defined struct.
type UtilsSellData struct {
	FromToken      common.Address
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	Beneficiary    common.Address
	Path           []UtilsPath
	Partner        common.Address
	FeePercent     *big.Int
	Permit         []byte
	Deadline       *big.Int
	Uuid           [16]byte
}

// UtilsSimpleBuyNFTData is an auto generated low-level Go binding around an user-defined struct.
type UtilsSimpleBuyNFTData struct {
	FromToken      common.Address
	ToTokenDetails []UtilsToTokenNFTDetails
	FromAmount     *big.Int
	ExpectedAmount *big.Int
	Callees        []common.Address
	ExchangeData   []byte
	StartIndexes   []*big.Int
	Values         []*big.Int
	Beneficiary    common.Address
	Partner        common.Address
	FeePercent     *big.Int
	Permit         []byte
	Deadline       *big.Int
	Uuid           [16]byte
}

// UtilsSimpleData is an auto generated low-level Go binding around an user-defined struct.
type UtilsSimpleData struct {
	FromToken      common.Address
	ToToken        common.Address
	FromAmount     *big.Int
	ToAmount       *big.Int
	ExpectedAmount *big.Int
	Callees        []common.Address
	ExchangeData   []byte
	StartIndexes   []*big.Int
	Values         []*big.Int
	Beneficiary    common.Address
	Partner        common.Address
	FeePercent     *big.Int
	Permit         []byte
	Deadline       *big.Int
	Uuid           [16]byte
}

// UtilsToTokenNFTDetails is an auto generated low-level Go binding around an user-defined struct.
type UtilsToTokenNFTDetails struct {
	ToToken   *big.Int
	ToTokenID *big.Int
	ToAmount  *big.Int
}

// AdapterMetaData contains all meta data concerning the Adapter contract.
var AdapterMetaData = artifacts.Of("Adapter")

// Adapter is an auto generated Go binding around an Ethereum contract.
type Adapter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Adapter) GetABI() abi.ABI {
	return c.abi
}

// NewAdapter creates a new instance of Adapter.
func NewAdapter() *Adapter {
	parsed, err := AdapterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Adapter{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address weth_) returns()
func (adapter *Adapter) PackConstructor(weth_ common.Address) []byte {
	enc, err := adapter.abi.Pack("", weth_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (adapter *Adapter) PackROUTERROLE() []byte {
	enc, err := adapter.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (adapter *Adapter) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := adapter.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (adapter *Adapter) PackInitialize(arg0 []byte) []byte {
	enc, err := adapter.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe76b146c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(address fromToken, address toToken, uint256 fromAmount, uint256 , (uint256,address,uint256,bytes,uint256)[] route) payable returns()
func (adapter *Adapter) PackSwap(fromToken common.Address, toToken common.Address, fromAmount *big.Int, arg3 *big.Int, route []UtilsRoute) []byte {
	enc, err := adapter.abi.Pack("swap", fromToken, toToken, fromAmount, arg3, route)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusRFQMetaData contains all meta data concerning the AugustusRFQ contract.
var AugustusRFQMetaData = artifacts.Of("AugustusRFQ")

// AugustusRFQ is an auto generated Go binding around an Ethereum contract.
type AugustusRFQ struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusRFQ) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusRFQ creates a new instance of AugustusRFQ.
func NewAugustusRFQ() *AugustusRFQ {
	parsed, err := AugustusRFQMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusRFQ{abi: *parsed}
}

// PackFILLEDORDER is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2ea1ee84.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function FILLED_ORDER() view returns(uint256)
func (augustusRFQ *AugustusRFQ) PackFILLEDORDER() []byte {
	enc, err := augustusRFQ.abi.Pack("FILLED_ORDER")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackFILLEDORDER is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2ea1ee84.
//
// Solidity: function FILLED_ORDER() view returns(uint256)
func (augustusRFQ *AugustusRFQ) UnpackFILLEDORDER(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("FILLED_ORDER", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRFQLIMITNFTORDERTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xde77aaf9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function RFQ_LIMIT_NFT_ORDER_TYPEHASH() view returns(bytes32)
func (augustusRFQ *AugustusRFQ) PackRFQLIMITNFTORDERTYPEHASH() []byte {
	enc, err := augustusRFQ.abi.Pack("RFQ_LIMIT_NFT_ORDER_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackRFQLIMITNFTORDERTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xde77aaf9.
//
// Solidity: function RFQ_LIMIT_NFT_ORDER_TYPEHASH() view returns(bytes32)
func (augustusRFQ *AugustusRFQ) UnpackRFQLIMITNFTORDERTYPEHASH(data []byte) ([32]byte, error) {
	out, err := augustusRFQ.abi.Unpack("RFQ_LIMIT_NFT_ORDER_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackRFQLIMITORDERTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8a3ae43d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function RFQ_LIMIT_ORDER_TYPEHASH() view returns(bytes32)
func (augustusRFQ *AugustusRFQ) PackRFQLIMITORDERTYPEHASH() []byte {
	enc, err := augustusRFQ.abi.Pack("RFQ_LIMIT_ORDER_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackRFQLIMITORDERTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8a3ae43d.
//
// Solidity: function RFQ_LIMIT_ORDER_TYPEHASH() view returns(bytes32)
func (augustusRFQ *AugustusRFQ) UnpackRFQLIMITORDERTYPEHASH(data []byte) ([32]byte, error) {
	out, err := augustusRFQ.abi.Unpack("RFQ_LIMIT_ORDER_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackBatchFillOrderWithTarget is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x077822bd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchFillOrderWithTarget(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, address target) returns()
func (augustusRFQ *AugustusRFQ) PackBatchFillOrderWithTarget(orderInfos []AugustusRFQOrderInfo, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("batchFillOrderWithTarget", orderInfos, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBatchFillOrderWithTargetNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc8b81d63.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchFillOrderWithTargetNFT(((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, address target) returns()
func (augustusRFQ *AugustusRFQ) PackBatchFillOrderWithTargetNFT(orderInfos []AugustusRFQOrderNFTInfo, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("batchFillOrderWithTargetNFT", orderInfos, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCancelOrder is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7489ec23.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelOrder(bytes32 orderHash) returns()
func (augustusRFQ *AugustusRFQ) PackCancelOrder(orderHash [32]byte) []byte {
	enc, err := augustusRFQ.abi.Pack("cancelOrder", orderHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCancelOrders is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x21c77c96.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelOrders(bytes32[] orderHashes) returns()
func (augustusRFQ *AugustusRFQ) PackCancelOrders(orderHashes [][32]byte) []byte {
	enc, err := augustusRFQ.abi.Pack("cancelOrders", orderHashes)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFillOrder is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x98f9b46b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fillOrder((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature) returns()
func (augustusRFQ *AugustusRFQ) PackFillOrder(order AugustusRFQOrder, signature []byte) []byte {
	enc, err := augustusRFQ.abi.Pack("fillOrder", order, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFillOrderNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbbbc2372.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fillOrderNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature) returns()
func (augustusRFQ *AugustusRFQ) PackFillOrderNFT(order AugustusRFQOrderNFT, signature []byte) []byte {
	enc, err := augustusRFQ.abi.Pack("fillOrderNFT", order, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFillOrderWithTarget is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00154008.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fillOrderWithTarget((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, address target) returns()
func (augustusRFQ *AugustusRFQ) PackFillOrderWithTarget(order AugustusRFQOrder, signature []byte, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("fillOrderWithTarget", order, signature, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFillOrderWithTargetNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3c3694ab.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fillOrderWithTargetNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, address target) returns()
func (augustusRFQ *AugustusRFQ) PackFillOrderWithTargetNFT(order AugustusRFQOrderNFT, signature []byte, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("fillOrderWithTargetNFT", order, signature, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetRemainingOrderBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01568b83.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRemainingOrderBalance(address maker, bytes32[] orderHashes) view returns(uint256[] remainingBalances)
func (augustusRFQ *AugustusRFQ) PackGetRemainingOrderBalance(maker common.Address, orderHashes [][32]byte) []byte {
	enc, err := augustusRFQ.abi.Pack("getRemainingOrderBalance", maker, orderHashes)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetRemainingOrderBalance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01568b83.
//
// Solidity: function getRemainingOrderBalance(address maker, bytes32[] orderHashes) view returns(uint256[] remainingBalances)
func (augustusRFQ *AugustusRFQ) UnpackGetRemainingOrderBalance(data []byte) ([]*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("getRemainingOrderBalance", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackPartialFillOrder is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc88ae6dc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialFillOrder((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) PackPartialFillOrder(order AugustusRFQOrder, signature []byte, takerTokenFillAmount *big.Int) []byte {
	enc, err := augustusRFQ.abi.Pack("partialFillOrder", order, signature, takerTokenFillAmount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialFillOrderNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb28ace5f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialFillOrderNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) PackPartialFillOrderNFT(order AugustusRFQOrderNFT, signature []byte, takerTokenFillAmount *big.Int) []byte {
	enc, err := augustusRFQ.abi.Pack("partialFillOrderNFT", order, signature, takerTokenFillAmount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialFillOrderWithTarget is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x24abf828.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialFillOrderWithTarget((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) PackPartialFillOrderWithTarget(order AugustusRFQOrder, signature []byte, takerTokenFillAmount *big.Int, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("partialFillOrderWithTarget", order, signature, takerTokenFillAmount, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialFillOrderWithTargetNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30201ad3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialFillOrderWithTargetNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) PackPartialFillOrderWithTargetNFT(order AugustusRFQOrderNFT, signature []byte, takerTokenFillAmount *big.Int, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("partialFillOrderWithTargetNFT", order, signature, takerTokenFillAmount, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialFillOrderWithTargetPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xda6b84af.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialFillOrderWithTargetPermit((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target, bytes permitTakerAsset, bytes permitMakerAsset) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) PackPartialFillOrderWithTargetPermit(order AugustusRFQOrder, signature []byte, takerTokenFillAmount *big.Int, target common.Address, permitTakerAsset []byte, permitMakerAsset []byte) []byte {
	enc, err := augustusRFQ.abi.Pack("partialFillOrderWithTargetPermit", order, signature, takerTokenFillAmount, target, permitTakerAsset, permitMakerAsset)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialFillOrderWithTargetPermitNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf6c1b371.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialFillOrderWithTargetPermitNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target, bytes permitTakerAsset, bytes permitMakerAsset) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) PackPartialFillOrderWithTargetPermitNFT(order AugustusRFQOrderNFT, signature []byte, takerTokenFillAmount *big.Int, target common.Address, permitTakerAsset []byte, permitMakerAsset []byte) []byte {
	enc, err := augustusRFQ.abi.Pack("partialFillOrderWithTargetPermitNFT", order, signature, takerTokenFillAmount, target, permitTakerAsset, permitMakerAsset)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackRemaining is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0b57f091.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function remaining(address , bytes32 ) view returns(uint256)
func (augustusRFQ *AugustusRFQ) PackRemaining(arg0 common.Address, arg1 [32]byte) []byte {
	enc, err := augustusRFQ.abi.Pack("remaining", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackRemaining is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0b57f091.
//
// Solidity: function remaining(address , bytes32 ) view returns(uint256)
func (augustusRFQ *AugustusRFQ) UnpackRemaining(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("remaining", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTryBatchFillOrderMakerAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01fb36ba.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tryBatchFillOrderMakerAmount(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint256 makerFillAmount, address target) returns()
func (augustusRFQ *AugustusRFQ) PackTryBatchFillOrderMakerAmount(orderInfos []AugustusRFQOrderInfo, makerFillAmount *big.Int, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("tryBatchFillOrderMakerAmount", orderInfos, makerFillAmount, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTryBatchFillOrderTakerAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1c64b820.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tryBatchFillOrderTakerAmount(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint256 takerFillAmount, address target) returns()
func (augustusRFQ *AugustusRFQ) PackTryBatchFillOrderTakerAmount(orderInfos []AugustusRFQOrderInfo, takerFillAmount *big.Int, target common.Address) []byte {
	enc, err := augustusRFQ.abi.Pack("tryBatchFillOrderTakerAmount", orderInfos, takerFillAmount, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusRFQOrderCancelled represents a OrderCancelled event raised by the AugustusRFQ contract.
type AugustusRFQOrderCancelled struct {
	OrderHash [32]byte
	Maker     common.Address
	Raw       *types.Log // Blockchain specific contextual infos
}

// UnpackOrderCancelledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderCancelled(bytes32 indexed orderHash, address indexed maker)
func (augustusRFQ *AugustusRFQ) UnpackOrderCancelledEvent(log *types.Log) (*AugustusRFQOrderCancelled, error) {
	event := "OrderCancelled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != augustusRFQ.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AugustusRFQOrderCancelled)
	if err := augustusRFQ.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range augustusRFQ.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AugustusRFQOrderFilled represents a OrderFilled event raised by the AugustusRFQ contract.
type AugustusRFQOrderFilled struct {
	OrderHash   [32]byte
	Maker       common.Address
	MakerAsset  common.Address
	MakerAmount *big.Int
	Taker       common.Address
	TakerAsset  common.Address
	TakerAmount *big.Int
	Raw         *types.Log // Blockchain specific contextual infos
}

// UnpackOrderFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderFilled(bytes32 indexed orderHash, address indexed maker, address makerAsset, uint256 makerAmount, address indexed taker, address takerAsset, uint256 takerAmount)
func (augustusRFQ *AugustusRFQ) UnpackOrderFilledEvent(log *types.Log) (*AugustusRFQOrderFilled, error) {
	event := "OrderFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != augustusRFQ.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AugustusRFQOrderFilled)
	if err := augustusRFQ.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range augustusRFQ.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AugustusRFQOrderFilledNFT represents a OrderFilledNFT event raised by the AugustusRFQ contract.
type AugustusRFQOrderFilledNFT struct {
	OrderHash    [32]byte
	Maker        common.Address
	MakerAsset   *big.Int
	MakerAssetId *big.Int
	MakerAmount  *big.Int
	Taker        common.Address
	TakerAsset   *big.Int
	TakerAssetId *big.Int
	TakerAmount  *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderFilledNFTEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderFilledNFT(bytes32 indexed orderHash, address indexed maker, uint256 makerAsset, uint256 makerAssetId, uint256 makerAmount, address indexed taker, uint256 takerAsset, uint256 takerAssetId, uint256 takerAmount)
func (augustusRFQ *AugustusRFQ) UnpackOrderFilledNFTEvent(log *types.Log) (*AugustusRFQOrderFilledNFT, error) {
	event := "OrderFilledNFT"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != augustusRFQ.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AugustusRFQOrderFilledNFT)
	if err := augustusRFQ.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range augustusRFQ.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AugustusRFQRouterMetaData contains all meta data concerning the AugustusRFQRouter contract.
var AugustusRFQRouterMetaData = artifacts.Of("AugustusRFQRouter")

// AugustusRFQRouter is an auto generated Go binding around an Ethereum contract.
type AugustusRFQRouter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusRFQRouter) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusRFQRouter creates a new instance of AugustusRFQRouter.
func NewAugustusRFQRouter() *AugustusRFQRouter {
	parsed, err := AugustusRFQRouterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusRFQRouter{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address weth_, address exchange_) returns()
func (augustusRFQRouter *AugustusRFQRouter) PackConstructor(weth_ common.Address, exchange_ common.Address) []byte {
	enc, err := augustusRFQRouter.abi.Pack("", weth_, exchange_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (augustusRFQRouter *AugustusRFQRouter) PackROUTERROLE() []byte {
	enc, err := augustusRFQRouter.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (augustusRFQRouter *AugustusRFQRouter) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := augustusRFQRouter.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackBuyOnAugustusRFQTryBatchFill is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xabe40dd4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buyOnAugustusRFQTryBatchFill(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint8 wrapETH, uint256 fromAmountMax, uint256 toAmount) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackBuyOnAugustusRFQTryBatchFill(orderInfos []AugustusRFQOrderInfo, wrapETH uint8, fromAmountMax *big.Int, toAmount *big.Int) []byte {
	enc, err := augustusRFQRouter.abi.Pack("buyOnAugustusRFQTryBatchFill", orderInfos, wrapETH, fromAmountMax, toAmount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBuyOnAugustusRFQTryBatchFillWithPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb59929f5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buyOnAugustusRFQTryBatchFillWithPermit(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint8 wrapETH, uint256 fromAmountMax, uint256 toAmount, bytes permit) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackBuyOnAugustusRFQTryBatchFillWithPermit(orderInfos []AugustusRFQOrderInfo, wrapETH uint8, fromAmountMax *big.Int, toAmount *big.Int, permit []byte) []byte {
	enc, err := augustusRFQRouter.abi.Pack("buyOnAugustusRFQTryBatchFillWithPermit", orderInfos, wrapETH, fromAmountMax, toAmount, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackExchange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd2f7265a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exchange() view returns(address)
func (augustusRFQRouter *AugustusRFQRouter) PackExchange() []byte {
	enc, err := augustusRFQRouter.abi.Pack("exchange")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (augustusRFQRouter *AugustusRFQRouter) PackInitialize(arg0 []byte) []byte {
	enc, err := augustusRFQRouter.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialSwapOnAugustusRFQ is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5922a08e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialSwapOnAugustusRFQ((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, bytes makerPermit, uint8 wrapETH, uint256 fromAmount) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackPartialSwapOnAugustusRFQ(order AugustusRFQOrder, signature []byte, makerPermit []byte, wrapETH uint8, fromAmount *big.Int) []byte {
	enc, err := augustusRFQRouter.abi.Pack("partialSwapOnAugustusRFQ", order, signature, makerPermit, wrapETH, fromAmount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialSwapOnAugustusRFQNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfb29fd84.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialSwapOnAugustusRFQNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, bytes makerPermit, uint8 wrapETH, uint256 fromAmount) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackPartialSwapOnAugustusRFQNFT(order AugustusRFQOrderNFT, signature []byte, makerPermit []byte, wrapETH uint8, fromAmount *big.Int) []byte {
	enc, err := augustusRFQRouter.abi.Pack("partialSwapOnAugustusRFQNFT", order, signature, makerPermit, wrapETH, fromAmount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPartialSwapOnAugustusRFQNFTWithPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x224b61d4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function partialSwapOnAugustusRFQNFTWithPermit((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, bytes makerPermit, uint8 wrapETH, uint256 fromAmount, bytes permit) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackPartialSwapOnAugustusRFQNFTWithPermit(order AugustusRFQOrderNFT, signature []byte, makerPermit []byte, wrapETH uint8, fromAmount *big.Int, permit []byte) []byte {
	enc, err := augustusRFQRouter.abi.Pack("partialSwapOnAugustusRFQNFTWithPermit", order, signature, makerPermit, wrapETH, fromAmount, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapOnAugustusRFQ is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x592da1c7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapOnAugustusRFQ((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint8 wrapETH) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackSwapOnAugustusRFQ(order AugustusRFQOrder, signature []byte, wrapETH uint8) []byte {
	enc, err := augustusRFQRouter.abi.Pack("swapOnAugustusRFQ", order, signature, wrapETH)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapOnAugustusRFQNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x828f50cb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapOnAugustusRFQNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint8 wrapETH) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackSwapOnAugustusRFQNFT(order AugustusRFQOrderNFT, signature []byte, wrapETH uint8) []byte {
	enc, err := augustusRFQRouter.abi.Pack("swapOnAugustusRFQNFT", order, signature, wrapETH)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapOnAugustusRFQTryBatchFill is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe95ffa4e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapOnAugustusRFQTryBatchFill(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint8 wrapETH, uint256 fromAmount, uint256 toAmountMin) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackSwapOnAugustusRFQTryBatchFill(orderInfos []AugustusRFQOrderInfo, wrapETH uint8, fromAmount *big.Int, toAmountMin *big.Int) []byte {
	enc, err := augustusRFQRouter.abi.Pack("swapOnAugustusRFQTryBatchFill", orderInfos, wrapETH, fromAmount, toAmountMin)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapOnAugustusRFQTryBatchFillWithPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xafad89be.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapOnAugustusRFQTryBatchFillWithPermit(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint8 wrapETH, uint256 fromAmount, uint256 toAmountMin, bytes permit) payable returns()
func (augustusRFQRouter *AugustusRFQRouter) PackSwapOnAugustusRFQTryBatchFillWithPermit(orderInfos []AugustusRFQOrderInfo, wrapETH uint8, fromAmount *big.Int, toAmountMin *big.Int, permit []byte) []byte {
	enc, err := augustusRFQRouter.abi.Pack("swapOnAugustusRFQTryBatchFillWithPermit", orderInfos, wrapETH, fromAmount, toAmountMin, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusSwapperMetaData contains all meta data concerning the AugustusSwapper contract.
var AugustusSwapperMetaData = artifacts.Of("AugustusSwapper")

// AugustusSwapper is an auto generated Go binding around an Ethereum contract.
type AugustusSwapper struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusSwapper) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusSwapper creates a new instance of AugustusSwapper.
func NewAugustusSwapper() *AugustusSwapper {
	parsed, err := AugustusSwapperMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusSwapper{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address feeWallet_) returns()
func (augustusSwapper *AugustusSwapper) PackConstructor(feeWallet_ common.Address) []byte {
	enc, err := augustusSwapper.abi.Pack("", feeWallet_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (augustusSwapper *AugustusSwapper) PackROUTERROLE() []byte {
	enc, err := augustusSwapper.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (augustusSwapper *AugustusSwapper) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := augustusSwapper.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetFeeWallet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5459060d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getFeeWallet() view returns(address)
func (augustusSwapper *AugustusSwapper) PackGetFeeWallet() []byte {
	enc, err := augustusSwapper.abi.Pack("getFeeWallet")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetFeeWallet is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5459060d.
//
// Solidity: function getFeeWallet() view returns(address)
func (augustusSwapper *AugustusSwapper) UnpackGetFeeWallet(data []byte) (common.Address, error) {
	out, err := augustusSwapper.abi.Unpack("getFeeWallet", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetRoleMember is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9010d07c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleMember(bytes32 role, uint256 index) view returns(address)
func (augustusSwapper *AugustusSwapper) PackGetRoleMember(role [32]byte, index *big.Int) []byte {
	enc, err := augustusSwapper.abi.Pack("getRoleMember", role, index)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetRoleMember is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9010d07c.
//
// Solidity: function getRoleMember(bytes32 role, uint256 index) view returns(address)
func (augustusSwapper *AugustusSwapper) UnpackGetRoleMember(data []byte) (common.Address, error) {
	out, err := augustusSwapper.abi.Unpack("getRoleMember", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetRoleMemberCount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xca15c873.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleMemberCount(bytes32 role) view returns(uint256)
func (augustusSwapper *AugustusSwapper) PackGetRoleMemberCount(role [32]byte) []byte {
	enc, err := augustusSwapper.abi.Pack("getRoleMemberCount", role)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetRoleMemberCount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xca15c873.
//
// Solidity: function getRoleMemberCount(bytes32 role) view returns(uint256)
func (augustusSwapper *AugustusSwapper) UnpackGetRoleMemberCount(data []byte) (*big.Int, error) {
	out, err := augustusSwapper.abi.Unpack("getRoleMemberCount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetTokenTransferProxy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd2c4b598.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTokenTransferProxy() view returns(address)
func (augustusSwapper *AugustusSwapper) PackGetTokenTransferProxy() []byte {
	enc, err := augustusSwapper.abi.Pack("getTokenTransferProxy")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetTokenTransferProxy is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd2c4b598.
//
// Solidity: function getTokenTransferProxy() view returns(address)
func (augustusSwapper *AugustusSwapper) UnpackGetTokenTransferProxy(data []byte) (common.Address, error) {
	out, err := augustusSwapper.abi.Unpack("getTokenTransferProxy", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGrantRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f2ff15d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function grantRole(bytes32 role, address account) returns()
func (augustusSwapper *AugustusSwapper) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := augustusSwapper.abi.Pack("grantRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (augustusSwapper *AugustusSwapper) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := augustusSwapper.abi.Pack("revokeRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetFeeWallet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x90d49b9d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setFeeWallet(address _feeWallet) returns()
func (augustusSwapper *AugustusSwapper) PackSetFeeWallet(feeWallet common.Address) []byte {
	enc, err := augustusSwapper.abi.Pack("setFeeWallet", feeWallet)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetImplementation is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0815f6fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setImplementation(bytes4 selector, address implementation) returns()
func (augustusSwapper *AugustusSwapper) PackSetImplementation(selector [4]byte, implementation common.Address) []byte {
	enc, err := augustusSwapper.abi.Pack("setImplementation", selector, implementation)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferTokens is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa64b6e5f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferTokens(address token, address destination, uint256 amount) returns()
func (augustusSwapper *AugustusSwapper) PackTransferTokens(token common.Address, destination common.Address, amount *big.Int) []byte {
	enc, err := augustusSwapper.abi.Pack("transferTokens", token, destination, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusSwapperRoleGranted represents a RoleGranted event raised by the AugustusSwapper contract.
type AugustusSwapperRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (augustusSwapper *AugustusSwapper) UnpackRoleGrantedEvent(log *types.Log) (*AugustusSwapperRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != augustusSwapper.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AugustusSwapperRoleGranted)
	if err := augustusSwapper.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range augustusSwapper.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AugustusSwapperRoleRevoked represents a RoleRevoked event raised by the AugustusSwapper contract.
type AugustusSwapperRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (augustusSwapper *AugustusSwapper) UnpackRoleRevokedEvent(log *types.Log) (*AugustusSwapperRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != augustusSwapper.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AugustusSwapperRoleRevoked)
	if err := augustusSwapper.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range augustusSwapper.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AugustusV6MetaData contains all meta data concerning the AugustusV6 contract.
var AugustusV6MetaData = artifacts.Of("AugustusV6")

// AugustusV6 is an auto generated Go binding around an Ethereum contract.
type AugustusV6 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6 creates a new instance of AugustusV6.
func NewAugustusV6() *AugustusV6 {
	parsed, err := AugustusV6MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _owner, address _diamondCutFacet, address _weth, address _balancerVault, uint256 _uniV3FactoryAndFF, uint256 _uniswapV3PoolInitCodeHash, uint256 _uniswapV2FactoryAndFF, uint256 _uniswapV2PoolInitCodeHash, address _rfq, address _feeVault, address _permit2) returns()
func (augustusV6 *AugustusV6) PackConstructor(_owner common.Address, _diamondCutFacet common.Address, _weth common.Address, _balancerVault common.Address, _uniV3FactoryAndFF *big.Int, _uniswapV3PoolInitCodeHash *big.Int, _uniswapV2FactoryAndFF *big.Int, _uniswapV2PoolInitCodeHash *big.Int, _rfq common.Address, _feeVault common.Address, _permit2 common.Address) []byte {
	enc, err := augustusV6.abi.Pack("", _owner, _diamondCutFacet, _weth, _balancerVault, _uniV3FactoryAndFF, _uniswapV3PoolInitCodeHash, _uniswapV2FactoryAndFF, _uniswapV2PoolInitCodeHash, _rfq, _feeVault, _permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAUGUSTUSRFQ is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55c0bff0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function AUGUSTUS_RFQ() view returns(address)
func (augustusV6 *AugustusV6) PackAUGUSTUSRFQ() []byte {
	enc, err := augustusV6.abi.Pack("AUGUSTUS_RFQ")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFEEVAULT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8940192a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function FEE_VAULT() view returns(address)
func (augustusV6 *AugustusV6) PackFEEVAULT() []byte {
	enc, err := augustusV6.abi.Pack("FEE_VAULT")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPERMIT2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6afdd850.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function PERMIT2() view returns(address)
func (augustusV6 *AugustusV6) PackPERMIT2() []byte {
	enc, err := augustusV6.abi.Pack("PERMIT2")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWETH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xad5c4648.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function WETH() view returns(address)
func (augustusV6 *AugustusV6) PackWETH() []byte {
	enc, err := augustusV6.abi.Pack("WETH")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function version() pure returns(string)
func (augustusV6 *AugustusV6) PackVersion() []byte {
	enc, err := augustusV6.abi.Pack("version")
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6DiamondCut represents a DiamondCut event raised by the AugustusV6 contract.
type AugustusV6DiamondCut struct {
	DiamondCut []IDiamondCutFacetCut
	Init       common.Address
	Calldata   []byte
	Raw        *types.Log // Blockchain specific contextual infos
}

// UnpackDiamondCutEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DiamondCut((address,uint8,bytes4[])[] _diamondCut, address _init, bytes _calldata)
func (augustusV6 *AugustusV6) UnpackDiamondCutEvent(log *types.Log) (*AugustusV6DiamondCut, error) {
	event := "DiamondCut"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != augustusV6.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AugustusV6DiamondCut)
	if err := augustusV6.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range augustusV6.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AugustusV6AdminMetaData contains all meta data concerning the AugustusV6Admin contract.
var AugustusV6AdminMetaData = artifacts.Of("AugustusV6Admin")

// AugustusV6Admin is an auto generated Go binding around an Ethereum contract.
type AugustusV6Admin struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6Admin) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6Admin creates a new instance of AugustusV6Admin.
func NewAugustusV6Admin() *AugustusV6Admin {
	parsed, err := AugustusV6AdminMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6Admin{abi: *parsed}
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (augustusV6Admin *AugustusV6Admin) PackOwner() []byte {
	enc, err := augustusV6Admin.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (augustusV6Admin *AugustusV6Admin) UnpackOwner(data []byte) (common.Address, error) {
	out, err := augustusV6Admin.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetBlacklistedToken is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f3761b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setBlacklistedToken(address token, bool listed) returns()
func (augustusV6Admin *AugustusV6Admin) PackSetBlacklistedToken(token common.Address, listed bool) []byte {
	enc, err := augustusV6Admin.abi.Pack("setBlacklistedToken", token, listed)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetContractPauseState is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe537348b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setContractPauseState(bool paused) returns()
func (augustusV6Admin *AugustusV6Admin) PackSetContractPauseState(paused bool) []byte {
	enc, err := augustusV6Admin.abi.Pack("setContractPauseState", paused)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetFeeWallet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x90d49b9d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setFeeWallet(address wallet) returns()
func (augustusV6Admin *AugustusV6Admin) PackSetFeeWallet(wallet common.Address) []byte {
	enc, err := augustusV6Admin.abi.Pack("setFeeWallet", wallet)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetFeeWalletDelegate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xabcb4160.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setFeeWalletDelegate(address delegate) returns()
func (augustusV6Admin *AugustusV6Admin) PackSetFeeWalletDelegate(delegate common.Address) []byte {
	enc, err := augustusV6Admin.abi.Pack("setFeeWalletDelegate", delegate)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (augustusV6Admin *AugustusV6Admin) PackTransferOwnership(newOwner common.Address) []byte {
	enc, err := augustusV6Admin.abi.Pack("transferOwnership", newOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6BalancerV2MetaData contains all meta data concerning the AugustusV6BalancerV2 contract.
var AugustusV6BalancerV2MetaData = artifacts.Of("AugustusV6BalancerV2")

// AugustusV6BalancerV2 is an auto generated Go binding around an Ethereum contract.
type AugustusV6BalancerV2 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6BalancerV2) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6BalancerV2 creates a new instance of AugustusV6BalancerV2.
func NewAugustusV6BalancerV2() *AugustusV6BalancerV2 {
	parsed, err := AugustusV6BalancerV2MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6BalancerV2{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint256,uint256,uint256,uint256,address,address,address) config) returns()
func (augustusV6BalancerV2 *AugustusV6BalancerV2) PackConstructor(config AugustusV6Config) []byte {
	enc, err := augustusV6BalancerV2.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountInOnBalancerV2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd85ca173.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountInOnBalancerV2((uint256,uint256,uint256,bytes32,uint256) balancerData, uint256 partnerAndFee, bytes permit, bytes data) payable returns(uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6BalancerV2 *AugustusV6BalancerV2) PackSwapExactAmountInOnBalancerV2(balancerData BalancerV2Data, partnerAndFee *big.Int, permit []byte, data []byte) []byte {
	enc, err := augustusV6BalancerV2.abi.Pack("swapExactAmountInOnBalancerV2", balancerData, partnerAndFee, permit, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountOutOnBalancerV2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd6ed22e6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountOutOnBalancerV2((uint256,uint256,uint256,bytes32,uint256) balancerData, uint256 partnerAndFee, bytes permit, bytes data) payable returns(uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6BalancerV2 *AugustusV6BalancerV2) PackSwapExactAmountOutOnBalancerV2(balancerData BalancerV2Data, partnerAndFee *big.Int, permit []byte, data []byte) []byte {
	enc, err := augustusV6BalancerV2.abi.Pack("swapExactAmountOutOnBalancerV2", balancerData, partnerAndFee, permit, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6CurveMetaData contains all meta data concerning the AugustusV6Curve contract.
var AugustusV6CurveMetaData = artifacts.Of("AugustusV6Curve")

// AugustusV6Curve is an auto generated Go binding around an Ethereum contract.
type AugustusV6Curve struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6Curve) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6Curve creates a new instance of AugustusV6Curve.
func NewAugustusV6Curve() *AugustusV6Curve {
	parsed, err := AugustusV6CurveMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6Curve{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint256,uint256,uint256,uint256,address,address,address) config) returns()
func (augustusV6Curve *AugustusV6Curve) PackConstructor(config AugustusV6Config) []byte {
	enc, err := augustusV6Curve.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountInOnCurveV1 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1a01c532.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountInOnCurveV1((uint256,uint256,address,address,uint256,uint256,uint256,bytes32,address) curveV1Data, uint256 partnerAndFee, bytes permit) payable returns(uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6Curve *AugustusV6Curve) PackSwapExactAmountInOnCurveV1(curveV1Data CurveV1Data, partnerAndFee *big.Int, permit []byte) []byte {
	enc, err := augustusV6Curve.abi.Pack("swapExactAmountInOnCurveV1", curveV1Data, partnerAndFee, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountInOnCurveV2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe37ed256.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountInOnCurveV2((uint256,uint256,uint256,address,address,address,uint256,uint256,uint256,bytes32,address) curveV2Data, uint256 partnerAndFee, bytes permit) payable returns(uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6Curve *AugustusV6Curve) PackSwapExactAmountInOnCurveV2(curveV2Data CurveV2Data, partnerAndFee *big.Int, permit []byte) []byte {
	enc, err := augustusV6Curve.abi.Pack("swapExactAmountInOnCurveV2", curveV2Data, partnerAndFee, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6CutMetaData contains all meta data concerning the AugustusV6Cut contract.
var AugustusV6CutMetaData = artifacts.Of("AugustusV6Cut")

// AugustusV6Cut is an auto generated Go binding around an Ethereum contract.
type AugustusV6Cut struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6Cut) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6Cut creates a new instance of AugustusV6Cut.
func NewAugustusV6Cut() *AugustusV6Cut {
	parsed, err := AugustusV6CutMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6Cut{abi: *parsed}
}

// PackDiamondCut is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1f931c1c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function diamondCut((address,uint8,bytes4[])[] _diamondCut, address _init, bytes _calldata) returns()
func (augustusV6Cut *AugustusV6Cut) PackDiamondCut(diamondCut []IDiamondCutFacetCut, init common.Address, calldata []byte) []byte {
	enc, err := augustusV6Cut.abi.Pack("diamondCut", diamondCut, init, calldata)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6CutDiamondCut represents a DiamondCut event raised by the AugustusV6Cut contract.
type AugustusV6CutDiamondCut struct {
	DiamondCut []IDiamondCutFacetCut
	Init       common.Address
	Calldata   []byte
	Raw        *types.Log // Blockchain specific contextual infos
}

// UnpackDiamondCutEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DiamondCut((address,uint8,bytes4[])[] _diamondCut, address _init, bytes _calldata)
func (augustusV6Cut *AugustusV6Cut) UnpackDiamondCutEvent(log *types.Log) (*AugustusV6CutDiamondCut, error) {
	event := "DiamondCut"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != augustusV6Cut.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(AugustusV6CutDiamondCut)
	if err := augustusV6Cut.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range augustusV6Cut.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// AugustusV6GenericMetaData contains all meta data concerning the AugustusV6Generic contract.
var AugustusV6GenericMetaData = artifacts.Of("AugustusV6Generic")

// AugustusV6Generic is an auto generated Go binding around an Ethereum contract.
type AugustusV6Generic struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6Generic) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6Generic creates a new instance of AugustusV6Generic.
func NewAugustusV6Generic() *AugustusV6Generic {
	parsed, err := AugustusV6GenericMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6Generic{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint256,uint256,uint256,uint256,address,address,address) config) returns()
func (augustusV6Generic *AugustusV6Generic) PackConstructor(config AugustusV6Config) []byte {
	enc, err := augustusV6Generic.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountIn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe3ead59e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountIn(address executor, (address,address,uint256,uint256,uint256,bytes32,address) swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable returns(uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6Generic *AugustusV6Generic) PackSwapExactAmountIn(executor common.Address, swapData GenericData, partnerAndFee *big.Int, permit []byte, executorData []byte) []byte {
	enc, err := augustusV6Generic.abi.Pack("swapExactAmountIn", executor, swapData, partnerAndFee, permit, executorData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountOut is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7f457675.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountOut(address executor, (address,address,uint256,uint256,uint256,bytes32,address) swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable returns(uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6Generic *AugustusV6Generic) PackSwapExactAmountOut(executor common.Address, swapData GenericData, partnerAndFee *big.Int, permit []byte, executorData []byte) []byte {
	enc, err := augustusV6Generic.abi.Pack("swapExactAmountOut", executor, swapData, partnerAndFee, permit, executorData)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6MakerPSMMetaData contains all meta data concerning the AugustusV6MakerPSM contract.
var AugustusV6MakerPSMMetaData = artifacts.Of("AugustusV6MakerPSM")

// AugustusV6MakerPSM is an auto generated Go binding around an Ethereum contract.
type AugustusV6MakerPSM struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6MakerPSM) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6MakerPSM creates a new instance of AugustusV6MakerPSM.
func NewAugustusV6MakerPSM() *AugustusV6MakerPSM {
	parsed, err := AugustusV6MakerPSMMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6MakerPSM{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint256,uint256,uint256,uint256,address,address,address) config) returns()
func (augustusV6MakerPSM *AugustusV6MakerPSM) PackConstructor(config AugustusV6Config) []byte {
	enc, err := augustusV6MakerPSM.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountInOutOnMakerPSM is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x987e7d8e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountInOutOnMakerPSM((address,address,uint256,uint256,uint256,uint256,address,address,bytes32,uint256) makerPSMData, bytes permit) returns(uint256 spentAmount, uint256 receivedAmount)
func (augustusV6MakerPSM *AugustusV6MakerPSM) PackSwapExactAmountInOutOnMakerPSM(makerPSMData MakerPSMData, permit []byte) []byte {
	enc, err := augustusV6MakerPSM.abi.Pack("swapExactAmountInOutOnMakerPSM", makerPSMData, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6RFQMetaData contains all meta data concerning the AugustusV6RFQ contract.
var AugustusV6RFQMetaData = artifacts.Of("AugustusV6RFQ")

// AugustusV6RFQ is an auto generated Go binding around an Ethereum contract.
type AugustusV6RFQ struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6RFQ) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6RFQ creates a new instance of AugustusV6RFQ.
func NewAugustusV6RFQ() *AugustusV6RFQ {
	parsed, err := AugustusV6RFQMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6RFQ{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint256,uint256,uint256,uint256,address,address,address) config) returns()
func (augustusV6RFQ *AugustusV6RFQ) PackConstructor(config AugustusV6Config) []byte {
	enc, err := augustusV6RFQ.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapOnAugustusRFQTryBatchFill is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xda35bb0d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapOnAugustusRFQTryBatchFill((uint256,uint256,uint8,bytes32,address) data, ((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orders, bytes permit) payable returns(uint256 spentAmount, uint256 receivedAmount)
func (augustusV6RFQ *AugustusV6RFQ) PackSwapOnAugustusRFQTryBatchFill(data AugustusRFQData, orders []AugustusRFQOrderInfo, permit []byte) []byte {
	enc, err := augustusV6RFQ.abi.Pack("swapOnAugustusRFQTryBatchFill", data, orders, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6UniswapV2MetaData contains all meta data concerning the AugustusV6UniswapV2 contract.
var AugustusV6UniswapV2MetaData = artifacts.Of("AugustusV6UniswapV2")

// AugustusV6UniswapV2 is an auto generated Go binding around an Ethereum contract.
type AugustusV6UniswapV2 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6UniswapV2) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6UniswapV2 creates a new instance of AugustusV6UniswapV2.
func NewAugustusV6UniswapV2() *AugustusV6UniswapV2 {
	parsed, err := AugustusV6UniswapV2MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6UniswapV2{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint256,uint256,uint256,uint256,address,address,address) config) returns()
func (augustusV6UniswapV2 *AugustusV6UniswapV2) PackConstructor(config AugustusV6Config) []byte {
	enc, err := augustusV6UniswapV2.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountInOnUniswapV2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe8bb3b6c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountInOnUniswapV2((address,address,uint256,uint256,uint256,bytes32,address,bytes) uniData, uint256 partnerAndFee, bytes permit) payable returns(uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6UniswapV2 *AugustusV6UniswapV2) PackSwapExactAmountInOnUniswapV2(uniData UniswapV2Data, partnerAndFee *big.Int, permit []byte) []byte {
	enc, err := augustusV6UniswapV2.abi.Pack("swapExactAmountInOnUniswapV2", uniData, partnerAndFee, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountOutOnUniswapV2 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa76f4eb6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountOutOnUniswapV2((address,address,uint256,uint256,uint256,bytes32,address,bytes) uniData, uint256 partnerAndFee, bytes permit) payable returns(uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6UniswapV2 *AugustusV6UniswapV2) PackSwapExactAmountOutOnUniswapV2(uniData UniswapV2Data, partnerAndFee *big.Int, permit []byte) []byte {
	enc, err := augustusV6UniswapV2.abi.Pack("swapExactAmountOutOnUniswapV2", uniData, partnerAndFee, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// AugustusV6UniswapV3MetaData contains all meta data concerning the AugustusV6UniswapV3 contract.
var AugustusV6UniswapV3MetaData = artifacts.Of("AugustusV6UniswapV3")

// AugustusV6UniswapV3 is an auto generated Go binding around an Ethereum contract.
type AugustusV6UniswapV3 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *AugustusV6UniswapV3) GetABI() abi.ABI {
	return c.abi
}

// NewAugustusV6UniswapV3 creates a new instance of AugustusV6UniswapV3.
func NewAugustusV6UniswapV3() *AugustusV6UniswapV3 {
	parsed, err := AugustusV6UniswapV3MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &AugustusV6UniswapV3{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,uint256,uint256,uint256,uint256,address,address,address) config) returns()
func (augustusV6UniswapV3 *AugustusV6UniswapV3) PackConstructor(config AugustusV6Config) []byte {
	enc, err := augustusV6UniswapV3.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountInOnUniswapV3 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x876a02f6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountInOnUniswapV3((address,address,uint256,uint256,uint256,bytes32,address,bytes) uniData, uint256 partnerAndFee, bytes permit) payable returns(uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6UniswapV3 *AugustusV6UniswapV3) PackSwapExactAmountInOnUniswapV3(uniData UniswapV3Data, partnerAndFee *big.Int, permit []byte) []byte {
	enc, err := augustusV6UniswapV3.abi.Pack("swapExactAmountInOnUniswapV3", uniData, partnerAndFee, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactAmountOutOnUniswapV3 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5e94e28d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactAmountOutOnUniswapV3((address,address,uint256,uint256,uint256,bytes32,address,bytes) uniData, uint256 partnerAndFee, bytes permit) payable returns(uint256 spentAmount, uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
func (augustusV6UniswapV3 *AugustusV6UniswapV3) PackSwapExactAmountOutOnUniswapV3(uniData UniswapV3Data, partnerAndFee *big.Int, permit []byte) []byte {
	enc, err := augustusV6UniswapV3.abi.Pack("swapExactAmountOutOnUniswapV3", uniData, partnerAndFee, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUniswapV3SwapCallback is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfa461e33.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes data) returns()
func (augustusV6UniswapV3 *AugustusV6UniswapV3) PackUniswapV3SwapCallback(amount0Delta *big.Int, amount1Delta *big.Int, data []byte) []byte {
	enc, err := augustusV6UniswapV3.abi.Pack("uniswapV3SwapCallback", amount0Delta, amount1Delta, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// BalancerVaultMetaData contains all meta data concerning the BalancerVault contract.
var BalancerVaultMetaData = artifacts.Of("BalancerVault")

// BalancerVault is an auto generated Go binding around an Ethereum contract.
type BalancerVault struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *BalancerVault) GetABI() abi.ABI {
	return c.abi
}

// NewBalancerVault creates a new instance of BalancerVault.
func NewBalancerVault() *BalancerVault {
	parsed, err := BalancerVaultMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &BalancerVault{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address weth) returns()
func (balancerVault *BalancerVault) PackConstructor(weth common.Address) []byte {
	enc, err := balancerVault.abi.Pack("", weth)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWETH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xad5c4648.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function WETH() view returns(address)
func (balancerVault *BalancerVault) PackWETH() []byte {
	enc, err := balancerVault.abi.Pack("WETH")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBatchSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x945bcec9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchSwap(uint8 kind, (bytes32,uint256,uint256,uint256,bytes)[] swaps, address[] assets, (address,bool,address,bool) funds, int256[] limits, uint256 deadline) payable returns(int256[] assetDeltas)
func (balancerVault *BalancerVault) PackBatchSwap(kind uint8, swaps []IBalancerVaultBatchSwapStep, assets []common.Address, funds IBalancerVaultFundManagement, limits []*big.Int, deadline *big.Int) []byte {
	enc, err := balancerVault.abi.Pack("batchSwap", kind, swaps, assets, funds, limits, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackExitPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8bdb3913.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exitPool(bytes32 poolId, address sender, address recipient, (address[],uint256[],bytes,bool) request) returns()
func (balancerVault *BalancerVault) PackExitPool(poolId [32]byte, sender common.Address, recipient common.Address, request IBalancerVaultExitPoolRequest) []byte {
	enc, err := balancerVault.abi.Pack("exitPool", poolId, sender, recipient, request)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf6c00927.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(bytes32 poolId) pure returns(address pool, uint8 specialization)
func (balancerVault *BalancerVault) PackGetPool(poolId [32]byte) []byte {
	enc, err := balancerVault.abi.Pack("getPool", poolId)
	if err != nil {
		panic(err)
	}
	return enc
}

// BalancerVaultGetPoolOutput serves as a container for the return parameters of contract
// method GetPool.
type BalancerVaultGetPoolOutput struct {
	Pool           common.Address
	Specialization uint8
}

// UnpackGetPool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf6c00927.
//
// Solidity: function getPool(bytes32 poolId) pure returns(address pool, uint8 specialization)
func (balancerVault *BalancerVault) UnpackGetPool(data []byte) (BalancerVaultGetPoolOutput, error) {
	out, err := balancerVault.abi.Unpack("getPool", data)
	outstruct := new(BalancerVaultGetPoolOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Pool = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.Specialization = *abi.ConvertType(out[1], new(uint8)).(*uint8)
	return *outstruct, nil
}

// PackGetPoolTokens is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf94d4668.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPoolTokens(bytes32 poolId) view returns(address[] tokens, uint256[] balances, uint256 lastChangeBlock)
func (balancerVault *BalancerVault) PackGetPoolTokens(poolId [32]byte) []byte {
	enc, err := balancerVault.abi.Pack("getPoolTokens", poolId)
	if err != nil {
		panic(err)
	}
	return enc
}

// BalancerVaultGetPoolTokensOutput serves as a container for the return parameters of contract
// method GetPoolTokens.
type BalancerVaultGetPoolTokensOutput struct {
	Tokens          []common.Address
	Balances        []*big.Int
	LastChangeBlock *big.Int
}

// UnpackGetPoolTokens is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf94d4668.
//
// Solidity: function getPoolTokens(bytes32 poolId) view returns(address[] tokens, uint256[] balances, uint256 lastChangeBlock)
func (balancerVault *BalancerVault) UnpackGetPoolTokens(data []byte) (BalancerVaultGetPoolTokensOutput, error) {
	out, err := balancerVault.abi.Unpack("getPoolTokens", data)
	outstruct := new(BalancerVaultGetPoolTokensOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Tokens = *abi.ConvertType(out[0], new([]common.Address)).(*[]common.Address)
	outstruct.Balances = *abi.ConvertType(out[1], new([]*big.Int)).(*[]*big.Int)
	outstruct.LastChangeBlock = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackJoinPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb95cac28.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function joinPool(bytes32 poolId, address sender, address , (address[],uint256[],bytes,bool) request) returns()
func (balancerVault *BalancerVault) PackJoinPool(poolId [32]byte, sender common.Address, arg2 common.Address, request IBalancerVaultJoinPoolRequest) []byte {
	enc, err := balancerVault.abi.Pack("joinPool", poolId, sender, arg2, request)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackQueryBatchSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf84d066e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function queryBatchSwap(uint8 kind, (bytes32,uint256,uint256,uint256,bytes)[] swaps, address[] assets, (address,bool,address,bool) funds) returns(int256[])
func (balancerVault *BalancerVault) PackQueryBatchSwap(kind uint8, swaps []IBalancerVaultBatchSwapStep, assets []common.Address, funds IBalancerVaultFundManagement) []byte {
	enc, err := balancerVault.abi.Pack("queryBatchSwap", kind, swaps, assets, funds)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackQueryBatchSwap is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf84d066e.
//
// Solidity: function queryBatchSwap(uint8 kind, (bytes32,uint256,uint256,uint256,bytes)[] swaps, address[] assets, (address,bool,address,bool) funds) returns(int256[])
func (balancerVault *BalancerVault) UnpackQueryBatchSwap(data []byte) ([]*big.Int, error) {
	out, err := balancerVault.abi.Unpack("queryBatchSwap", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x52bbbe29.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap((bytes32,uint8,address,address,uint256,bytes) singleSwap, (address,bool,address,bool) funds, uint256 limit, uint256 deadline) payable returns(uint256 amountCalculated)
func (balancerVault *BalancerVault) PackSwap(singleSwap IBalancerVaultSingleSwap, funds IBalancerVaultFundManagement, limit *big.Int, deadline *big.Int) []byte {
	enc, err := balancerVault.abi.Pack("swap", singleSwap, funds, limit, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// BalancerVaultPoolBalanceChanged represents a PoolBalanceChanged event raised by the BalancerVault contract.
type BalancerVaultPoolBalanceChanged struct {
	PoolId             [32]byte
	LiquidityProvider  common.Address
	Tokens             []common.Address
	Deltas             []*big.Int
	ProtocolFeeAmounts []*big.Int
	Raw                *types.Log // Blockchain specific contextual infos
}

// UnpackPoolBalanceChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PoolBalanceChanged(bytes32 indexed poolId, address indexed liquidityProvider, address[] tokens, int256[] deltas, uint256[] protocolFeeAmounts)
func (balancerVault *BalancerVault) UnpackPoolBalanceChangedEvent(log *types.Log) (*BalancerVaultPoolBalanceChanged, error) {
	event := "PoolBalanceChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != balancerVault.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BalancerVaultPoolBalanceChanged)
	if err := balancerVault.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range balancerVault.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// BalancerVaultSwap represents a Swap event raised by the BalancerVault contract.
type BalancerVaultSwap struct {
	PoolId    [32]byte
	TokenIn   common.Address
	TokenOut  common.Address
	AmountIn  *big.Int
	AmountOut *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut)
func (balancerVault *BalancerVault) UnpackSwapEvent(log *types.Log) (*BalancerVaultSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != balancerVault.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BalancerVaultSwap)
	if err := balancerVault.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range balancerVault.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// BalancerVaultTokensRegistered represents a TokensRegistered event raised by the BalancerVault contract.
type BalancerVaultTokensRegistered struct {
	PoolId        [32]byte
	Tokens        []common.Address
	AssetManagers []common.Address
	Raw           *types.Log // Blockchain specific contextual infos
}

// UnpackTokensRegisteredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TokensRegistered(bytes32 indexed poolId, address[] tokens, address[] assetManagers)
func (balancerVault *BalancerVault) UnpackTokensRegisteredEvent(log *types.Log) (*BalancerVaultTokensRegistered, error) {
	event := "TokensRegistered"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != balancerVault.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(BalancerVaultTokensRegistered)
	if err := balancerVault.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range balancerVault.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// BinLensMetaData contains all meta data concerning the BinLens contract.
var BinLensMetaData = artifacts.Of("BinLens")

// BinLens is an auto generated Go binding around an Ethereum contract.
type BinLens struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *BinLens) GetABI() abi.ABI {
	return c.abi
}

// NewBinLens creates a new instance of BinLens.
func NewBinLens() *BinLens {
	parsed, err := BinLensMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &BinLens{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address[] pairs, uint256 reach) returns()
func (binLens *BinLens) PackConstructor(pairs []common.Address, reach *big.Int) []byte {
	enc, err := binLens.abi.Pack("", pairs, reach)
	if err != nil {
		panic(err)
	}
	return enc
}

// BinReader is an auto generated Go binding around an Ethereum contract.
type BinReader struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *BinReader) GetABI() abi.ABI {
	return c.abi
}

// BuyAdapterMetaData contains all meta data concerning the BuyAdapter contract.
var BuyAdapterMetaData = artifacts.Of("BuyAdapter")

// BuyAdapter is an auto generated Go binding around an Ethereum contract.
type BuyAdapter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *BuyAdapter) GetABI() abi.ABI {
	return c.abi
}

// NewBuyAdapter creates a new instance of BuyAdapter.
func NewBuyAdapter() *BuyAdapter {
	parsed, err := BuyAdapterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &BuyAdapter{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address weth_) returns()
func (buyAdapter *BuyAdapter) PackConstructor(weth_ common.Address) []byte {
	enc, err := buyAdapter.abi.Pack("", weth_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (buyAdapter *BuyAdapter) PackROUTERROLE() []byte {
	enc, err := buyAdapter.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (buyAdapter *BuyAdapter) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := buyAdapter.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackBuy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x25deee1e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buy(uint256 index, address fromToken, address toToken, uint256 maxFromAmount, uint256 toAmount, address targetExchange, bytes payload) payable returns()
func (buyAdapter *BuyAdapter) PackBuy(index *big.Int, fromToken common.Address, toToken common.Address, maxFromAmount *big.Int, toAmount *big.Int, targetExchange common.Address, payload []byte) []byte {
	enc, err := buyAdapter.abi.Pack("buy", index, fromToken, toToken, maxFromAmount, toAmount, targetExchange, payload)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (buyAdapter *BuyAdapter) PackInitialize(arg0 []byte) []byte {
	enc, err := buyAdapter.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// CurvePoolMetaData contains all meta data concerning the CurvePool contract.
var CurvePoolMetaData = artifacts.Of("CurvePool")

// CurvePool is an auto generated Go binding around an Ethereum contract.
type CurvePool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *CurvePool) GetABI() abi.ABI {
	return c.abi
}

// NewCurvePool creates a new instance of CurvePool.
func NewCurvePool() *CurvePool {
	parsed, err := CurvePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &CurvePool{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(bool classic_, address[] coins_, uint256[] rates_, uint256 a, uint256 fee_, uint256 offpeg_) returns()
func (curvePool *CurvePool) PackConstructor(classic_ bool, coins_ []common.Address, rates_ []*big.Int, a *big.Int, fee_ *big.Int, offpeg_ *big.Int) []byte {
	enc, err := curvePool.abi.Pack("", classic_, coins_, rates_, a, fee_, offpeg_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackA is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf446c1d0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function A() view returns(uint256)
func (curvePool *CurvePool) PackA() []byte {
	enc, err := curvePool.abi.Pack("A")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAPrecise is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x76a2f0f0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function A_precise() view returns(uint256)
func (curvePool *CurvePool) PackAPrecise() []byte {
	enc, err := curvePool.abi.Pack("A_precise")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAdd is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x10b0b5d5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function add(uint256[] amounts) returns()
func (curvePool *CurvePool) PackAdd(amounts []*big.Int) []byte {
	enc, err := curvePool.abi.Pack("add", amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAdminFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfee3f7f9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function admin_fee() view returns(uint256)
func (curvePool *CurvePool) PackAdminFee() []byte {
	enc, err := curvePool.abi.Pack("admin_fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalances is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4903b0d1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balances(uint256 k) view returns(uint256)
func (curvePool *CurvePool) PackBalances(k *big.Int) []byte {
	enc, err := curvePool.abi.Pack("balances", k)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCoins is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc6610657.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function coins(uint256 ) view returns(address)
func (curvePool *CurvePool) PackCoins(arg0 *big.Int) []byte {
	enc, err := curvePool.abi.Pack("coins", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackCoins is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc6610657.
//
// Solidity: function coins(uint256 ) view returns(address)
func (curvePool *CurvePool) UnpackCoins(data []byte) (common.Address, error) {
	out, err := curvePool.abi.Unpack("coins", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackExchange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3df02124.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) returns()
func (curvePool *CurvePool) PackExchange(i *big.Int, j *big.Int, dx *big.Int, minDy *big.Int) []byte {
	enc, err := curvePool.abi.Pack("exchange", i, j, dx, minDy)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fee() view returns(uint256)
func (curvePool *CurvePool) PackFee() []byte {
	enc, err := curvePool.abi.Pack("fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xddca3f43.
//
// Solidity: function fee() view returns(uint256)
func (curvePool *CurvePool) UnpackFee(data []byte) (*big.Int, error) {
	out, err := curvePool.abi.Unpack("fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetDy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5e0d443f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function get_dy(int128 i, int128 j, uint256 dx) view returns(uint256)
func (curvePool *CurvePool) PackGetDy(i *big.Int, j *big.Int, dx *big.Int) []byte {
	enc, err := curvePool.abi.Pack("get_dy", i, j, dx)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetDy is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5e0d443f.
//
// Solidity: function get_dy(int128 i, int128 j, uint256 dx) view returns(uint256)
func (curvePool *CurvePool) UnpackGetDy(data []byte) (*big.Int, error) {
	out, err := curvePool.abi.Unpack("get_dy", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackOffpegFeeMultiplier is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8edfdd5f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function offpeg_fee_multiplier() view returns(uint256)
func (curvePool *CurvePool) PackOffpegFeeMultiplier() []byte {
	enc, err := curvePool.abi.Pack("offpeg_fee_multiplier")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackStoredRates is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfd0684b1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function stored_rates() view returns(uint256[])
func (curvePool *CurvePool) PackStoredRates() []byte {
	enc, err := curvePool.abi.Pack("stored_rates")
	if err != nil {
		panic(err)
	}
	return enc
}

// CurvePoolTokenExchange represents a TokenExchange event raised by the CurvePool contract.
type CurvePoolTokenExchange struct {
	Buyer        common.Address
	SoldId       *big.Int
	TokensSold   *big.Int
	BoughtId     *big.Int
	TokensBought *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackTokenExchangeEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)
func (curvePool *CurvePool) UnpackTokenExchangeEvent(log *types.Log) (*CurvePoolTokenExchange, error) {
	event := "TokenExchange"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != curvePool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(CurvePoolTokenExchange)
	if err := curvePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range curvePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DaiStyleTokenMetaData contains all meta data concerning the DaiStyleToken contract.
var DaiStyleTokenMetaData = artifacts.Of("DaiStyleToken")

// DaiStyleToken is an auto generated Go binding around an Ethereum contract.
type DaiStyleToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DaiStyleToken) GetABI() abi.ABI {
	return c.abi
}

// NewDaiStyleToken creates a new instance of DaiStyleToken.
func NewDaiStyleToken() *DaiStyleToken {
	parsed, err := DaiStyleTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DaiStyleToken{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_, uint8 decimals_, address minter_) returns()
func (daiStyleToken *DaiStyleToken) PackConstructor(name_ string, symbol_ string, decimals_ uint8, minter_ common.Address) []byte {
	enc, err := daiStyleToken.abi.Pack("", name_, symbol_, decimals_, minter_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (daiStyleToken *DaiStyleToken) PackDOMAINSEPARATOR() []byte {
	enc, err := daiStyleToken.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (daiStyleToken *DaiStyleToken) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := daiStyleToken.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackPERMITTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30adf81f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function PERMIT_TYPEHASH() view returns(bytes32)
func (daiStyleToken *DaiStyleToken) PackPERMITTYPEHASH() []byte {
	enc, err := daiStyleToken.abi.Pack("PERMIT_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackPERMITTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30adf81f.
//
// Solidity: function PERMIT_TYPEHASH() view returns(bytes32)
func (daiStyleToken *DaiStyleToken) UnpackPERMITTYPEHASH(data []byte) ([32]byte, error) {
	out, err := daiStyleToken.abi.Unpack("PERMIT_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := daiStyleToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := daiStyleToken.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := daiStyleToken.abi.Pack("approve", spender, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := daiStyleToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := daiStyleToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (daiStyleToken *DaiStyleToken) PackDecimals() []byte {
	enc, err := daiStyleToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (daiStyleToken *DaiStyleToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := daiStyleToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (daiStyleToken *DaiStyleToken) PackMint(to common.Address, amount *big.Int) []byte {
	enc, err := daiStyleToken.abi.Pack("mint", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (daiStyleToken *DaiStyleToken) PackName() []byte {
	enc, err := daiStyleToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (daiStyleToken *DaiStyleToken) UnpackName(data []byte) (string, error) {
	out, err := daiStyleToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7ecebe00.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nonces(address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) PackNonces(arg0 common.Address) []byte {
	enc, err := daiStyleToken.abi.Pack("nonces", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackNonces is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7ecebe00.
//
// Solidity: function nonces(address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) UnpackNonces(data []byte) (*big.Int, error) {
	out, err := daiStyleToken.abi.Unpack("nonces", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8fcbaf0c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s) returns()
func (daiStyleToken *DaiStyleToken) PackPermit(holder common.Address, spender common.Address, nonce *big.Int, expiry *big.Int, allowed bool, v uint8, r [32]byte, s [32]byte) []byte {
	enc, err := daiStyleToken.abi.Pack("permit", holder, spender, nonce, expiry, allowed, v, r, s)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (daiStyleToken *DaiStyleToken) PackSymbol() []byte {
	enc, err := daiStyleToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (daiStyleToken *DaiStyleToken) UnpackSymbol(data []byte) (string, error) {
	out, err := daiStyleToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (daiStyleToken *DaiStyleToken) PackTotalSupply() []byte {
	enc, err := daiStyleToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (daiStyleToken *DaiStyleToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := daiStyleToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := daiStyleToken.abi.Pack("transfer", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := daiStyleToken.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function version() pure returns(string)
func (daiStyleToken *DaiStyleToken) PackVersion() []byte {
	enc, err := daiStyleToken.abi.Pack("version")
	if err != nil {
		panic(err)
	}
	return enc
}

// DaiStyleTokenApproval represents a Approval event raised by the DaiStyleToken contract.
type DaiStyleTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (daiStyleToken *DaiStyleToken) UnpackApprovalEvent(log *types.Log) (*DaiStyleTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != daiStyleToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DaiStyleTokenApproval)
	if err := daiStyleToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range daiStyleToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DaiStyleTokenTransfer represents a Transfer event raised by the DaiStyleToken contract.
type DaiStyleTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (daiStyleToken *DaiStyleToken) UnpackTransferEvent(log *types.Log) (*DaiStyleTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != daiStyleToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DaiStyleTokenTransfer)
	if err := daiStyleToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range daiStyleToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaMetaData contains all meta data concerning the Delta contract.
var DeltaMetaData = artifacts.Of("Delta")

// Delta is an auto generated Go binding around an Ethereum contract.
type Delta struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Delta) GetABI() abi.ABI {
	return c.abi
}

// NewDelta creates a new instance of Delta.
func NewDelta() *Delta {
	parsed, err := DeltaMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Delta{abi: *parsed}
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (delta *Delta) PackDOMAINSEPARATOR() []byte {
	enc, err := delta.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (delta *Delta) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := delta.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAreNoncesUsed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1bbd3061.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function areNoncesUsed(address owner, uint256[] nonces) view returns(bool[] used)
func (delta *Delta) PackAreNoncesUsed(owner common.Address, nonces []*big.Int) []byte {
	enc, err := delta.abi.Pack("areNoncesUsed", owner, nonces)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAreNoncesUsed is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1bbd3061.
//
// Solidity: function areNoncesUsed(address owner, uint256[] nonces) view returns(bool[] used)
func (delta *Delta) UnpackAreNoncesUsed(data []byte) ([]bool, error) {
	out, err := delta.abi.Unpack("areNoncesUsed", data)
	if err != nil {
		return *new([]bool), err
	}
	out0 := *abi.ConvertType(out[0], new([]bool)).(*[]bool)
	return out0, nil
}

// PackBatchGetCollectedFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbd699bc6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchGetCollectedFees(address partner, address[] tokens) view returns(uint256[] amounts)
func (delta *Delta) PackBatchGetCollectedFees(partner common.Address, tokens []common.Address) []byte {
	enc, err := delta.abi.Pack("batchGetCollectedFees", partner, tokens)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBatchGetCollectedFees is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xbd699bc6.
//
// Solidity: function batchGetCollectedFees(address partner, address[] tokens) view returns(uint256[] amounts)
func (delta *Delta) UnpackBatchGetCollectedFees(data []byte) ([]*big.Int, error) {
	out, err := delta.abi.Unpack("batchGetCollectedFees", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackBatchWithdrawAllFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe906cad5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchWithdrawAllFees(address[] tokens, address recipient) returns()
func (delta *Delta) PackBatchWithdrawAllFees(tokens []common.Address, recipient common.Address) []byte {
	enc, err := delta.abi.Pack("batchWithdrawAllFees", tokens, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBatchWithdrawAllProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e0352b8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchWithdrawAllProtocolFees(address[] tokens, address recipient) returns()
func (delta *Delta) PackBatchWithdrawAllProtocolFees(tokens []common.Address, recipient common.Address) []byte {
	enc, err := delta.abi.Pack("batchWithdrawAllProtocolFees", tokens, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf25d46ba.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (delta *Delta) PackDirectFilledAmount(order DeltaOrder) []byte {
	enc, err := delta.abi.Pack("directFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDirectFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf25d46ba.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (delta *Delta) UnpackDirectFilledAmount(data []byte) (*big.Int, error) {
	out, err := delta.abi.Unpack("directFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDirectSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc9b53056.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, uint256 amount) payable returns()
func (delta *Delta) PackDirectSettle(orderWithSig DeltaOrderWithSig, amount *big.Int) []byte {
	enc, err := delta.abi.Pack("directSettle", orderWithSig, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x312fd65d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, uint256[] amounts) payable returns()
func (delta *Delta) PackDirectSettleBatch(ordersWithSigs []DeltaOrderWithSig, amounts []*big.Int) []byte {
	enc, err := delta.abi.Pack("directSettleBatch", ordersWithSigs, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0c4202e6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, uint256 fillPercent, uint256 amount) payable returns()
func (delta *Delta) PackDirectSettleFillable(orderWithSig DeltaOrderWithSig, fillPercent *big.Int, amount *big.Int) []byte {
	enc, err := delta.abi.Pack("directSettleFillable", orderWithSig, fillPercent, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x71a3c218.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, uint256[] fillPercents, uint256[] amounts) payable returns()
func (delta *Delta) PackDirectSettleFillableBatch(ordersWithSigs []DeltaOrderWithSig, fillPercents []*big.Int, amounts []*big.Int) []byte {
	enc, err := delta.abi.Pack("directSettleFillableBatch", ordersWithSigs, fillPercents, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetCollectedFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x86694ea8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getCollectedFees(address partner, address token) view returns(uint256)
func (delta *Delta) PackGetCollectedFees(partner common.Address, token common.Address) []byte {
	enc, err := delta.abi.Pack("getCollectedFees", partner, token)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetCollectedFees is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x86694ea8.
//
// Solidity: function getCollectedFees(address partner, address token) view returns(uint256)
func (delta *Delta) UnpackGetCollectedFees(data []byte) (*big.Int, error) {
	out, err := delta.abi.Unpack("getCollectedFees", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetModules is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb2494df3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getModules() view returns((address,bytes4[])[])
func (delta *Delta) PackGetModules() []byte {
	enc, err := delta.abi.Pack("getModules")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetModules is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb2494df3.
//
// Solidity: function getModules() view returns((address,bytes4[])[])
func (delta *Delta) UnpackGetModules(data []byte) ([]IAdapterModule, error) {
	out, err := delta.abi.Unpack("getModules", data)
	if err != nil {
		return *new([]IAdapterModule), err
	}
	out0 := *abi.ConvertType(out[0], new([]IAdapterModule)).(*[]IAdapterModule)
	return out0, nil
}

// PackGetProtocolFeeClaimer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x20fe1eed.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getProtocolFeeClaimer() view returns(address)
func (delta *Delta) PackGetProtocolFeeClaimer() []byte {
	enc, err := delta.abi.Pack("getProtocolFeeClaimer")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetProtocolFeeClaimer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x20fe1eed.
//
// Solidity: function getProtocolFeeClaimer() view returns(address)
func (delta *Delta) UnpackGetProtocolFeeClaimer(data []byte) (common.Address, error) {
	out, err := delta.abi.Unpack("getProtocolFeeClaimer", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackInstall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2a1b8f9b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function install(address module) returns()
func (delta *Delta) PackInstall(module common.Address) []byte {
	enc, err := delta.abi.Pack("install", module)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInvalidateNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb70e36f0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function invalidateNonce(uint256 nonce) returns()
func (delta *Delta) PackInvalidateNonce(nonce *big.Int) []byte {
	enc, err := delta.abi.Pack("invalidateNonce", nonce)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInvalidateNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2eb48a80.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function invalidateNonces(uint256[] nonces) returns()
func (delta *Delta) PackInvalidateNonces(nonces []*big.Int) []byte {
	enc, err := delta.abi.Pack("invalidateNonces", nonces)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackIsNonceUsed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcab7e8eb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isNonceUsed(address owner, uint256 nonce) view returns(bool used)
func (delta *Delta) PackIsNonceUsed(owner common.Address, nonce *big.Int) []byte {
	enc, err := delta.abi.Pack("isNonceUsed", owner, nonce)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackIsNonceUsed is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcab7e8eb.
//
// Solidity: function isNonceUsed(address owner, uint256 nonce) view returns(bool used)
func (delta *Delta) UnpackIsNonceUsed(data []byte) (bool, error) {
	out, err := delta.abi.Unpack("isNonceUsed", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (delta *Delta) PackOwner() []byte {
	enc, err := delta.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (delta *Delta) UnpackOwner(data []byte) (common.Address, error) {
	out, err := delta.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetProtocolFeeClaimer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9c3dd590.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setProtocolFeeClaimer(address protocolFeeClaimer) returns()
func (delta *Delta) PackSetProtocolFeeClaimer(protocolFeeClaimer common.Address) []byte {
	enc, err := delta.abi.Pack("setProtocolFeeClaimer", protocolFeeClaimer)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd086e225.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (delta *Delta) PackSwapFilledAmount(order DeltaOrder) []byte {
	enc, err := delta.abi.Pack("swapFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSwapFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd086e225.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (delta *Delta) UnpackSwapFilledAmount(data []byte) (*big.Int, error) {
	out, err := delta.abi.Unpack("swapFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSwapSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xad180c4e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, bytes executorData, address executor) returns()
func (delta *Delta) PackSwapSettle(orderWithSig DeltaOrderWithSig, executorData []byte, executor common.Address) []byte {
	enc, err := delta.abi.Pack("swapSettle", orderWithSig, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x68a89066.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor) returns()
func (delta *Delta) PackSwapSettleBatch(ordersWithSigs []DeltaOrderWithSig, executorData [][]byte, executor common.Address) []byte {
	enc, err := delta.abi.Pack("swapSettleBatch", ordersWithSigs, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1c07f913.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, bytes executorData, address executor, uint256 fillPercent) returns()
func (delta *Delta) PackSwapSettleFillable(orderWithSig DeltaOrderWithSig, executorData []byte, executor common.Address, fillPercent *big.Int) []byte {
	enc, err := delta.abi.Pack("swapSettleFillable", orderWithSig, executorData, executor, fillPercent)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbb5bc4e9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor, uint256[] fillPercents) returns()
func (delta *Delta) PackSwapSettleFillableBatch(ordersWithSigs []DeltaOrderWithSig, executorData [][]byte, executor common.Address, fillPercents []*big.Int) []byte {
	enc, err := delta.abi.Pack("swapSettleFillableBatch", ordersWithSigs, executorData, executor, fillPercents)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferOwnership(address _newOwner) returns()
func (delta *Delta) PackTransferOwnership(newOwner common.Address) []byte {
	enc, err := delta.abi.Pack("transferOwnership", newOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUninstall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x59bc2249.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uninstall(address module) returns()
func (delta *Delta) PackUninstall(module common.Address) []byte {
	enc, err := delta.abi.Pack("uninstall", module)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawAllFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb43ef01a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawAllFees(address token, address recipient) returns(uint256 amount)
func (delta *Delta) PackWithdrawAllFees(token common.Address, recipient common.Address) []byte {
	enc, err := delta.abi.Pack("withdrawAllFees", token, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawAllProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe859a9ba.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawAllProtocolFees(address token, address recipient) returns(uint256 amount)
func (delta *Delta) PackWithdrawAllProtocolFees(token common.Address, recipient common.Address) []byte {
	enc, err := delta.abi.Pack("withdrawAllProtocolFees", token, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9ba372c2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawFees(address token, uint256 amount, address recipient) returns()
func (delta *Delta) PackWithdrawFees(token common.Address, amount *big.Int, recipient common.Address) []byte {
	enc, err := delta.abi.Pack("withdrawFees", token, amount, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0d12394b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawProtocolFees(address token, uint256 amount, address recipient) returns()
func (delta *Delta) PackWithdrawProtocolFees(token common.Address, amount *big.Int, recipient common.Address) []byte {
	enc, err := delta.abi.Pack("withdrawProtocolFees", token, amount, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// DeltaFeesWithdrawn represents a FeesWithdrawn event raised by the Delta contract.
type DeltaFeesWithdrawn struct {
	Partner   common.Address
	Token     common.Address
	Amount    *big.Int
	Recipient common.Address
	Raw       *types.Log // Blockchain specific contextual infos
}

// UnpackFeesWithdrawnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event FeesWithdrawn(address indexed partner, address indexed token, uint256 amount, address recipient)
func (delta *Delta) UnpackFeesWithdrawnEvent(log *types.Log) (*DeltaFeesWithdrawn, error) {
	event := "FeesWithdrawn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != delta.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaFeesWithdrawn)
	if err := delta.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range delta.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaModuleUninstalled represents a ModuleUninstalled event raised by the Delta contract.
type DeltaModuleUninstalled struct {
	Module common.Address
	Raw    *types.Log // Blockchain specific contextual infos
}

// UnpackModuleUninstalledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ModuleUninstalled(address indexed module)
func (delta *Delta) UnpackModuleUninstalledEvent(log *types.Log) (*DeltaModuleUninstalled, error) {
	event := "ModuleUninstalled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != delta.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaModuleUninstalled)
	if err := delta.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range delta.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaNonceInvalidated represents a NonceInvalidated event raised by the Delta contract.
type DeltaNonceInvalidated struct {
	Owner common.Address
	Nonce *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackNonceInvalidatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event NonceInvalidated(address indexed owner, uint256 nonce)
func (delta *Delta) UnpackNonceInvalidatedEvent(log *types.Log) (*DeltaNonceInvalidated, error) {
	event := "NonceInvalidated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != delta.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaNonceInvalidated)
	if err := delta.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range delta.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the Delta contract.
type DeltaOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (delta *Delta) UnpackOrderPartiallyFilledEvent(log *types.Log) (*DeltaOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != delta.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaOrderPartiallyFilled)
	if err := delta.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range delta.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaOrderSettled represents a OrderSettled event raised by the Delta contract.
type DeltaOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (delta *Delta) UnpackOrderSettledEvent(log *types.Log) (*DeltaOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != delta.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaOrderSettled)
	if err := delta.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range delta.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaAdapterMetaData contains all meta data concerning the DeltaAdapter contract.
var DeltaAdapterMetaData = artifacts.Of("DeltaAdapter")

// DeltaAdapter is an auto generated Go binding around an Ethereum contract.
type DeltaAdapter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DeltaAdapter) GetABI() abi.ABI {
	return c.abi
}

// NewDeltaAdapter creates a new instance of DeltaAdapter.
func NewDeltaAdapter() *DeltaAdapter {
	parsed, err := DeltaAdapterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DeltaAdapter{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_) returns()
func (deltaAdapter *DeltaAdapter) PackConstructor(owner_ common.Address) []byte {
	enc, err := deltaAdapter.abi.Pack("", owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (deltaAdapter *DeltaAdapter) PackDOMAINSEPARATOR() []byte {
	enc, err := deltaAdapter.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (deltaAdapter *DeltaAdapter) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := deltaAdapter.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetModules is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb2494df3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getModules() view returns((address,bytes4[])[] modules)
func (deltaAdapter *DeltaAdapter) PackGetModules() []byte {
	enc, err := deltaAdapter.abi.Pack("getModules")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetModules is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb2494df3.
//
// Solidity: function getModules() view returns((address,bytes4[])[] modules)
func (deltaAdapter *DeltaAdapter) UnpackGetModules(data []byte) ([]IAdapterModule, error) {
	out, err := deltaAdapter.abi.Unpack("getModules", data)
	if err != nil {
		return *new([]IAdapterModule), err
	}
	out0 := *abi.ConvertType(out[0], new([]IAdapterModule)).(*[]IAdapterModule)
	return out0, nil
}

// PackInstall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2a1b8f9b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function install(address module) returns()
func (deltaAdapter *DeltaAdapter) PackInstall(module common.Address) []byte {
	enc, err := deltaAdapter.abi.Pack("install", module)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (deltaAdapter *DeltaAdapter) PackOwner() []byte {
	enc, err := deltaAdapter.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (deltaAdapter *DeltaAdapter) UnpackOwner(data []byte) (common.Address, error) {
	out, err := deltaAdapter.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferOwnership(address _newOwner) returns()
func (deltaAdapter *DeltaAdapter) PackTransferOwnership(newOwner common.Address) []byte {
	enc, err := deltaAdapter.abi.Pack("transferOwnership", newOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUninstall is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x59bc2249.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uninstall(address module) returns()
func (deltaAdapter *DeltaAdapter) PackUninstall(module common.Address) []byte {
	enc, err := deltaAdapter.abi.Pack("uninstall", module)
	if err != nil {
		panic(err)
	}
	return enc
}

// DeltaAdapterModuleUninstalled represents a ModuleUninstalled event raised by the DeltaAdapter contract.
type DeltaAdapterModuleUninstalled struct {
	Module common.Address
	Raw    *types.Log // Blockchain specific contextual infos
}

// UnpackModuleUninstalledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ModuleUninstalled(address indexed module)
func (deltaAdapter *DeltaAdapter) UnpackModuleUninstalledEvent(log *types.Log) (*DeltaAdapterModuleUninstalled, error) {
	event := "ModuleUninstalled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != deltaAdapter.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaAdapterModuleUninstalled)
	if err := deltaAdapter.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range deltaAdapter.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaExecutorMetaData contains all meta data concerning the DeltaExecutor contract.
var DeltaExecutorMetaData = artifacts.Of("DeltaExecutor")

// DeltaExecutor is an auto generated Go binding around an Ethereum contract.
type DeltaExecutor struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DeltaExecutor) GetABI() abi.ABI {
	return c.abi
}

// NewDeltaExecutor creates a new instance of DeltaExecutor.
func NewDeltaExecutor() *DeltaExecutor {
	parsed, err := DeltaExecutorMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DeltaExecutor{abi: *parsed}
}

// PackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x09c5eabe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function execute(bytes executorData) returns()
func (deltaExecutor *DeltaExecutor) PackExecute(executorData []byte) []byte {
	enc, err := deltaExecutor.abi.Pack("execute", executorData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackExecutePlan is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaed0a11d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function executePlan(((address,address,uint256)[],(address,uint256,bytes)[],(address,address)[]) plan) returns()
func (deltaExecutor *DeltaExecutor) PackExecutePlan(plan DeltaExecutorPlan) []byte {
	enc, err := deltaExecutor.abi.Pack("executePlan", plan)
	if err != nil {
		panic(err)
	}
	return enc
}

// DeltaSecondMetaData contains all meta data concerning the DeltaSecond contract.
var DeltaSecondMetaData = artifacts.Of("DeltaSecond")

// DeltaSecond is an auto generated Go binding around an Ethereum contract.
type DeltaSecond struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DeltaSecond) GetABI() abi.ABI {
	return c.abi
}

// NewDeltaSecond creates a new instance of DeltaSecond.
func NewDeltaSecond() *DeltaSecond {
	parsed, err := DeltaSecondMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DeltaSecond{abi: *parsed}
}

// PackBuySettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x69321fc5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buySettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, bytes executorData, address executor, bytes bridgeData) returns()
func (deltaSecond *DeltaSecond) PackBuySettle(orderWithSig SecondOrderWithSig, executorData []byte, executor common.Address, bridgeData []byte) []byte {
	enc, err := deltaSecond.abi.Pack("buySettle", orderWithSig, executorData, executor, bridgeData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x185089f2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (deltaSecond *DeltaSecond) PackDirectFilledAmount(order SecondOrder) []byte {
	enc, err := deltaSecond.abi.Pack("directFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDirectFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x185089f2.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (deltaSecond *DeltaSecond) UnpackDirectFilledAmount(data []byte) (*big.Int, error) {
	out, err := deltaSecond.abi.Unpack("directFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDirectSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c40fda5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, uint256 amount) payable returns()
func (deltaSecond *DeltaSecond) PackDirectSettle(orderWithSig SecondOrderWithSig, amount *big.Int) []byte {
	enc, err := deltaSecond.abi.Pack("directSettle", orderWithSig, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbfbb4901.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, uint256[] amounts) payable returns()
func (deltaSecond *DeltaSecond) PackDirectSettleBatch(ordersWithSigs []SecondOrderWithSig, amounts []*big.Int) []byte {
	enc, err := deltaSecond.abi.Pack("directSettleBatch", ordersWithSigs, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x57637e61.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, uint256 fillPercent, uint256 amount) payable returns()
func (deltaSecond *DeltaSecond) PackDirectSettleFillable(orderWithSig SecondOrderWithSig, fillPercent *big.Int, amount *big.Int) []byte {
	enc, err := deltaSecond.abi.Pack("directSettleFillable", orderWithSig, fillPercent, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x801d0bdd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, uint256[] fillPercents, uint256[] amounts) payable returns()
func (deltaSecond *DeltaSecond) PackDirectSettleFillableBatch(ordersWithSigs []SecondOrderWithSig, fillPercents []*big.Int, amounts []*big.Int) []byte {
	enc, err := deltaSecond.abi.Pack("directSettleFillableBatch", ordersWithSigs, fillPercents, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackIsPreSigned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x76ed3d71.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isPreSigned(address owner, bytes32 orderHash) view returns(bool signed)
func (deltaSecond *DeltaSecond) PackIsPreSigned(owner common.Address, orderHash [32]byte) []byte {
	enc, err := deltaSecond.abi.Pack("isPreSigned", owner, orderHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackIsPreSigned is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x76ed3d71.
//
// Solidity: function isPreSigned(address owner, bytes32 orderHash) view returns(bool signed)
func (deltaSecond *DeltaSecond) UnpackIsPreSigned(data []byte) (bool, error) {
	out, err := deltaSecond.abi.Unpack("isPreSigned", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSetPreSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb8fb268.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPreSignature(bytes32 orderHash, bool signed) returns()
func (deltaSecond *DeltaSecond) PackSetPreSignature(orderHash [32]byte, signed bool) []byte {
	enc, err := deltaSecond.abi.Pack("setPreSignature", orderHash, signed)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9bd333da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (deltaSecond *DeltaSecond) PackSwapFilledAmount(order SecondOrder) []byte {
	enc, err := deltaSecond.abi.Pack("swapFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSwapFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9bd333da.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (deltaSecond *DeltaSecond) UnpackSwapFilledAmount(data []byte) (*big.Int, error) {
	out, err := deltaSecond.abi.Unpack("swapFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSwapSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49af9204.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, bytes executorData, address executor, bytes bridgeData) returns()
func (deltaSecond *DeltaSecond) PackSwapSettle(orderWithSig SecondOrderWithSig, executorData []byte, executor common.Address, bridgeData []byte) []byte {
	enc, err := deltaSecond.abi.Pack("swapSettle", orderWithSig, executorData, executor, bridgeData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42aee04a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor, bytes[] bridgeData) returns()
func (deltaSecond *DeltaSecond) PackSwapSettleBatch(ordersWithSigs []SecondOrderWithSig, executorData [][]byte, executor common.Address, bridgeData [][]byte) []byte {
	enc, err := deltaSecond.abi.Pack("swapSettleBatch", ordersWithSigs, executorData, executor, bridgeData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa7266629.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, bytes executorData, address executor, uint256 fillPercent) returns()
func (deltaSecond *DeltaSecond) PackSwapSettleFillable(orderWithSig SecondOrderWithSig, executorData []byte, executor common.Address, fillPercent *big.Int) []byte {
	enc, err := deltaSecond.abi.Pack("swapSettleFillable", orderWithSig, executorData, executor, fillPercent)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x39333732.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor, uint256[] fillPercents) returns()
func (deltaSecond *DeltaSecond) PackSwapSettleFillableBatch(ordersWithSigs []SecondOrderWithSig, executorData [][]byte, executor common.Address, fillPercents []*big.Int) []byte {
	enc, err := deltaSecond.abi.Pack("swapSettleFillableBatch", ordersWithSigs, executorData, executor, fillPercents)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTwapBuySettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb0b7156.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function twapBuySettle(((address,address,address,address,uint256,uint256,uint64,uint64,uint32,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes) orderWithSig, bytes executorData, address executor) returns()
func (deltaSecond *DeltaSecond) PackTwapBuySettle(orderWithSig TWAPBuyOrderWithSig, executorData []byte, executor common.Address) []byte {
	enc, err := deltaSecond.abi.Pack("twapBuySettle", orderWithSig, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTwapProgress is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2ef76c0f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function twapProgress(bytes32 orderHash) view returns(uint32 done, uint64 last, uint256 spent, uint256 received)
func (deltaSecond *DeltaSecond) PackTwapProgress(orderHash [32]byte) []byte {
	enc, err := deltaSecond.abi.Pack("twapProgress", orderHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTwapSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3e863e77.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function twapSettle(((address,address,address,address,uint256,uint256,uint64,uint64,uint32,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes) orderWithSig, bytes executorData, address executor) returns()
func (deltaSecond *DeltaSecond) PackTwapSettle(orderWithSig TWAPOrderWithSig, executorData []byte, executor common.Address) []byte {
	enc, err := deltaSecond.abi.Pack("twapSettle", orderWithSig, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// DeltaSecondOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the DeltaSecond contract.
type DeltaSecondOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (deltaSecond *DeltaSecond) UnpackOrderPartiallyFilledEvent(log *types.Log) (*DeltaSecondOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != deltaSecond.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaSecondOrderPartiallyFilled)
	if err := deltaSecond.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range deltaSecond.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaSecondOrderSettled represents a OrderSettled event raised by the DeltaSecond contract.
type DeltaSecondOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (deltaSecond *DeltaSecond) UnpackOrderSettledEvent(log *types.Log) (*DeltaSecondOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != deltaSecond.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaSecondOrderSettled)
	if err := deltaSecond.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range deltaSecond.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DeltaSecondTWAPSliceSettled represents a TWAPSliceSettled event raised by the DeltaSecond contract.
type DeltaSecondTWAPSliceSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	Slice        uint32
	NumSlices    uint32
	SpentAmount  *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackTWAPSliceSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TWAPSliceSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint32 slice, uint32 numSlices, uint256 spentAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (deltaSecond *DeltaSecond) UnpackTWAPSliceSettledEvent(log *types.Log) (*DeltaSecondTWAPSliceSettled, error) {
	event := "TWAPSliceSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != deltaSecond.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DeltaSecondTWAPSliceSettled)
	if err := deltaSecond.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range deltaSecond.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DirectSettlementModuleMetaData contains all meta data concerning the DirectSettlementModule contract.
var DirectSettlementModuleMetaData = artifacts.Of("DirectSettlementModule")

// DirectSettlementModule is an auto generated Go binding around an Ethereum contract.
type DirectSettlementModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DirectSettlementModule) GetABI() abi.ABI {
	return c.abi
}

// NewDirectSettlementModule creates a new instance of DirectSettlementModule.
func NewDirectSettlementModule() *DirectSettlementModule {
	parsed, err := DirectSettlementModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DirectSettlementModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (directSettlementModule *DirectSettlementModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := directSettlementModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc9b53056.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, uint256 amount) payable returns()
func (directSettlementModule *DirectSettlementModule) PackDirectSettle(orderWithSig DeltaOrderWithSig, amount *big.Int) []byte {
	enc, err := directSettlementModule.abi.Pack("directSettle", orderWithSig, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x312fd65d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, uint256[] amounts) payable returns()
func (directSettlementModule *DirectSettlementModule) PackDirectSettleBatch(ordersWithSigs []DeltaOrderWithSig, amounts []*big.Int) []byte {
	enc, err := directSettlementModule.abi.Pack("directSettleBatch", ordersWithSigs, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// DirectSettlementModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the DirectSettlementModule contract.
type DirectSettlementModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (directSettlementModule *DirectSettlementModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*DirectSettlementModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != directSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DirectSettlementModuleOrderPartiallyFilled)
	if err := directSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range directSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DirectSettlementModuleOrderSettled represents a OrderSettled event raised by the DirectSettlementModule contract.
type DirectSettlementModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (directSettlementModule *DirectSettlementModule) UnpackOrderSettledEvent(log *types.Log) (*DirectSettlementModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != directSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(DirectSettlementModuleOrderSettled)
	if err := directSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range directSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// DirectSwapMetaData contains all meta data concerning the DirectSwap contract.
var DirectSwapMetaData = artifacts.Of("DirectSwap")

// DirectSwap is an auto generated Go binding around an Ethereum contract.
type DirectSwap struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *DirectSwap) GetABI() abi.ABI {
	return c.abi
}

// NewDirectSwap creates a new instance of DirectSwap.
func NewDirectSwap() *DirectSwap {
	parsed, err := DirectSwapMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &DirectSwap{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((uint256,uint256,uint256,uint256,address) config, address weth_) returns()
func (directSwap *DirectSwap) PackConstructor(config FeeConfig, weth_ common.Address) []byte {
	enc, err := directSwap.abi.Pack("", config, weth_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (directSwap *DirectSwap) PackROUTERROLE() []byte {
	enc, err := directSwap.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (directSwap *DirectSwap) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := directSwap.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackDirectBalancerV2GivenInSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb22f4db8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directBalancerV2GivenInSwap(((bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool),int256[],uint256,uint256,uint256,uint256,uint256,address,address,bool,address,bytes,bytes16) data) payable returns()
func (directSwap *DirectSwap) PackDirectBalancerV2GivenInSwap(data UtilsDirectBalancerV2) []byte {
	enc, err := directSwap.abi.Pack("directBalancerV2GivenInSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectBalancerV2GivenOutSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x19fc5be0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directBalancerV2GivenOutSwap(((bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool),int256[],uint256,uint256,uint256,uint256,uint256,address,address,bool,address,bytes,bytes16) data) payable returns()
func (directSwap *DirectSwap) PackDirectBalancerV2GivenOutSwap(data UtilsDirectBalancerV2) []byte {
	enc, err := directSwap.abi.Pack("directBalancerV2GivenOutSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectCurveV1Swap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3865bde6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directCurveV1Swap((address,address,address,uint256,uint256,uint256,uint256,int128,int128,address,bool,uint8,address,bool,bytes,bytes16) data) payable returns()
func (directSwap *DirectSwap) PackDirectCurveV1Swap(data UtilsDirectCurveV1) []byte {
	enc, err := directSwap.abi.Pack("directCurveV1Swap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectCurveV2Swap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x58f15100.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directCurveV2Swap((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,address,bool,uint8,address,bool,bytes,bytes16) data) payable returns()
func (directSwap *DirectSwap) PackDirectCurveV2Swap(data UtilsDirectCurveV2) []byte {
	enc, err := directSwap.abi.Pack("directCurveV2Swap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectUniV3Buy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x87a63926.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directUniV3Buy((address,address,address,uint256,uint256,uint256,uint256,uint256,address,bool,address,bytes,bytes,bytes16) data) payable returns()
func (directSwap *DirectSwap) PackDirectUniV3Buy(data UtilsDirectUniV3) []byte {
	enc, err := directSwap.abi.Pack("directUniV3Buy", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectUniV3Swap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa6886da9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directUniV3Swap((address,address,address,uint256,uint256,uint256,uint256,uint256,address,bool,address,bytes,bytes,bytes16) data) payable returns()
func (directSwap *DirectSwap) PackDirectUniV3Swap(data UtilsDirectUniV3) []byte {
	enc, err := directSwap.abi.Pack("directUniV3Swap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (directSwap *DirectSwap) PackInitialize(arg0 []byte) []byte {
	enc, err := directSwap.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// ERC1155CollectionMetaData contains all meta data concerning the ERC1155Collection contract.
var ERC1155CollectionMetaData = artifacts.Of("ERC1155Collection")

// ERC1155Collection is an auto generated Go binding around an Ethereum contract.
type ERC1155Collection struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ERC1155Collection) GetABI() abi.ABI {
	return c.abi
}

// NewERC1155Collection creates a new instance of ERC1155Collection.
func NewERC1155Collection() *ERC1155Collection {
	parsed, err := ERC1155CollectionMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ERC1155Collection{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_, string baseURI_, address minter_) returns()
func (eRC1155Collection *ERC1155Collection) PackConstructor(name_ string, symbol_ string, baseURI_ string, minter_ common.Address) []byte {
	enc, err := eRC1155Collection.abi.Pack("", name_, symbol_, baseURI_, minter_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00fdd58e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address account, uint256 id) view returns(uint256)
func (eRC1155Collection *ERC1155Collection) PackBalanceOf(account common.Address, id *big.Int) []byte {
	enc, err := eRC1155Collection.abi.Pack("balanceOf", account, id)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x00fdd58e.
//
// Solidity: function balanceOf(address account, uint256 id) view returns(uint256)
func (eRC1155Collection *ERC1155Collection) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := eRC1155Collection.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBalanceOfBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e1273f4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOfBatch(address[] accounts, uint256[] ids) view returns(uint256[] balances)
func (eRC1155Collection *ERC1155Collection) PackBalanceOfBatch(accounts []common.Address, ids []*big.Int) []byte {
	enc, err := eRC1155Collection.abi.Pack("balanceOfBatch", accounts, ids)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOfBatch is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4e1273f4.
//
// Solidity: function balanceOfBatch(address[] accounts, uint256[] ids) view returns(uint256[] balances)
func (eRC1155Collection *ERC1155Collection) UnpackBalanceOfBatch(data []byte) ([]*big.Int, error) {
	out, err := eRC1155Collection.abi.Unpack("balanceOfBatch", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isApprovedForAll(address , address ) view returns(bool)
func (eRC1155Collection *ERC1155Collection) PackIsApprovedForAll(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := eRC1155Collection.abi.Pack("isApprovedForAll", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x156e29f6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 id, uint256 amount) returns()
func (eRC1155Collection *ERC1155Collection) PackMint(to common.Address, id *big.Int, amount *big.Int) []byte {
	enc, err := eRC1155Collection.abi.Pack("mint", to, id, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (eRC1155Collection *ERC1155Collection) PackName() []byte {
	enc, err := eRC1155Collection.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (eRC1155Collection *ERC1155Collection) UnpackName(data []byte) (string, error) {
	out, err := eRC1155Collection.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSafeBatchTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2eb2c2d6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data) returns()
func (eRC1155Collection *ERC1155Collection) PackSafeBatchTransferFrom(from common.Address, to common.Address, ids []*big.Int, amounts []*big.Int, data []byte) []byte {
	enc, err := eRC1155Collection.abi.Pack("safeBatchTransferFrom", from, to, ids, amounts, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf242432a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data) returns()
func (eRC1155Collection *ERC1155Collection) PackSafeTransferFrom(from common.Address, to common.Address, id *big.Int, amount *big.Int, data []byte) []byte {
	enc, err := eRC1155Collection.abi.Pack("safeTransferFrom", from, to, id, amount, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (eRC1155Collection *ERC1155Collection) PackSetApprovalForAll(operator common.Address, approved bool) []byte {
	enc, err := eRC1155Collection.abi.Pack("setApprovalForAll", operator, approved)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (eRC1155Collection *ERC1155Collection) PackSupportsInterface(id [4]byte) []byte {
	enc, err := eRC1155Collection.abi.Pack("supportsInterface", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (eRC1155Collection *ERC1155Collection) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := eRC1155Collection.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (eRC1155Collection *ERC1155Collection) PackSymbol() []byte {
	enc, err := eRC1155Collection.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (eRC1155Collection *ERC1155Collection) UnpackSymbol(data []byte) (string, error) {
	out, err := eRC1155Collection.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackUri is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0e89341c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uri(uint256 id) view returns(string)
func (eRC1155Collection *ERC1155Collection) PackUri(id *big.Int) []byte {
	enc, err := eRC1155Collection.abi.Pack("uri", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackUri is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0e89341c.
//
// Solidity: function uri(uint256 id) view returns(string)
func (eRC1155Collection *ERC1155Collection) UnpackUri(data []byte) (string, error) {
	out, err := eRC1155Collection.abi.Unpack("uri", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// ERC1155CollectionTransferSingle represents a TransferSingle event raised by the ERC1155Collection contract.
type ERC1155CollectionTransferSingle struct {
	Operator common.Address
	From     common.Address
	To       common.Address
	Id       *big.Int
	Value    *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

// UnpackTransferSingleEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)
func (eRC1155Collection *ERC1155Collection) UnpackTransferSingleEvent(log *types.Log) (*ERC1155CollectionTransferSingle, error) {
	event := "TransferSingle"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != eRC1155Collection.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ERC1155CollectionTransferSingle)
	if err := eRC1155Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range eRC1155Collection.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// ERC721CollectionMetaData contains all meta data concerning the ERC721Collection contract.
var ERC721CollectionMetaData = artifacts.Of("ERC721Collection")

// ERC721Collection is an auto generated Go binding around an Ethereum contract.
type ERC721Collection struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ERC721Collection) GetABI() abi.ABI {
	return c.abi
}

// NewERC721Collection creates a new instance of ERC721Collection.
func NewERC721Collection() *ERC721Collection {
	parsed, err := ERC721CollectionMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ERC721Collection{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_, string baseURI_, address minter_) returns()
func (eRC721Collection *ERC721Collection) PackConstructor(name_ string, symbol_ string, baseURI_ string, minter_ common.Address) []byte {
	enc, err := eRC721Collection.abi.Pack("", name_, symbol_, baseURI_, minter_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) PackApprove(to common.Address, tokenId *big.Int) []byte {
	enc, err := eRC721Collection.abi.Pack("approve", to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (eRC721Collection *ERC721Collection) PackBalanceOf(owner common.Address) []byte {
	enc, err := eRC721Collection.abi.Pack("balanceOf", owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (eRC721Collection *ERC721Collection) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := eRC721Collection.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (eRC721Collection *ERC721Collection) PackGetApproved(tokenId *big.Int) []byte {
	enc, err := eRC721Collection.abi.Pack("getApproved", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetApproved is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x081812fc.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (eRC721Collection *ERC721Collection) UnpackGetApproved(data []byte) (common.Address, error) {
	out, err := eRC721Collection.abi.Unpack("getApproved", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isApprovedForAll(address , address ) view returns(bool)
func (eRC721Collection *ERC721Collection) PackIsApprovedForAll(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := eRC721Collection.abi.Pack("isApprovedForAll", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) PackMint(to common.Address, tokenId *big.Int) []byte {
	enc, err := eRC721Collection.abi.Pack("mint", to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (eRC721Collection *ERC721Collection) PackName() []byte {
	enc, err := eRC721Collection.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (eRC721Collection *ERC721Collection) UnpackName(data []byte) (string, error) {
	out, err := eRC721Collection.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address owner)
func (eRC721Collection *ERC721Collection) PackOwnerOf(tokenId *big.Int) []byte {
	enc, err := eRC721Collection.abi.Pack("ownerOf", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwnerOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6352211e.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address owner)
func (eRC721Collection *ERC721Collection) UnpackOwnerOf(data []byte) (common.Address, error) {
	out, err := eRC721Collection.abi.Unpack("ownerOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42842e0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) PackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := eRC721Collection.abi.Pack("safeTransferFrom", from, to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (eRC721Collection *ERC721Collection) PackSetApprovalForAll(operator common.Address, approved bool) []byte {
	enc, err := eRC721Collection.abi.Pack("setApprovalForAll", operator, approved)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (eRC721Collection *ERC721Collection) PackSupportsInterface(id [4]byte) []byte {
	enc, err := eRC721Collection.abi.Pack("supportsInterface", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (eRC721Collection *ERC721Collection) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := eRC721Collection.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (eRC721Collection *ERC721Collection) PackSymbol() []byte {
	enc, err := eRC721Collection.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (eRC721Collection *ERC721Collection) UnpackSymbol(data []byte) (string, error) {
	out, err := eRC721Collection.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTokenURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc87b56dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (eRC721Collection *ERC721Collection) PackTokenURI(tokenId *big.Int) []byte {
	enc, err := eRC721Collection.abi.Pack("tokenURI", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTokenURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc87b56dd.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (eRC721Collection *ERC721Collection) UnpackTokenURI(data []byte) (string, error) {
	out, err := eRC721Collection.abi.Unpack("tokenURI", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) PackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := eRC721Collection.abi.Pack("transferFrom", from, to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// ERC721CollectionApproval represents a Approval event raised by the ERC721Collection contract.
type ERC721CollectionApproval struct {
	Owner    common.Address
	Approved common.Address
	TokenId  *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)
func (eRC721Collection *ERC721Collection) UnpackApprovalEvent(log *types.Log) (*ERC721CollectionApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != eRC721Collection.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ERC721CollectionApproval)
	if err := eRC721Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range eRC721Collection.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// ERC721CollectionTransfer represents a Transfer event raised by the ERC721Collection contract.
type ERC721CollectionTransfer struct {
	From    common.Address
	To      common.Address
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
func (eRC721Collection *ERC721Collection) UnpackTransferEvent(log *types.Log) (*ERC721CollectionTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != eRC721Collection.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ERC721CollectionTransfer)
	if err := eRC721Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range eRC721Collection.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// ExecutorMetaData contains all meta data concerning the Executor contract.
var ExecutorMetaData = artifacts.Of("Executor")

// Executor is an auto generated Go binding around an Ethereum contract.
type Executor struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Executor) GetABI() abi.ABI {
	return c.abi
}

// NewExecutor creates a new instance of Executor.
func NewExecutor() *Executor {
	parsed, err := ExecutorMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Executor{abi: *parsed}
}

// PackAskV3 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x036e0f61.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function askV3(address target, bool zeroForOne, int256 specified) returns()
func (executor *Executor) PackAskV3(target common.Address, zeroForOne bool, specified *big.Int) []byte {
	enc, err := executor.abi.Pack("askV3", target, zeroForOne, specified)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUniswapV3SwapCallback is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfa461e33.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes ) returns()
func (executor *Executor) PackUniswapV3SwapCallback(amount0Delta *big.Int, amount1Delta *big.Int, arg2 []byte) []byte {
	enc, err := executor.abi.Pack("uniswapV3SwapCallback", amount0Delta, amount1Delta, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// FeeClaimerMetaData contains all meta data concerning the FeeClaimer contract.
var FeeClaimerMetaData = artifacts.Of("FeeClaimer")

// FeeClaimer is an auto generated Go binding around an Ethereum contract.
type FeeClaimer struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FeeClaimer) GetABI() abi.ABI {
	return c.abi
}

// NewFeeClaimer creates a new instance of FeeClaimer.
func NewFeeClaimer() *FeeClaimer {
	parsed, err := FeeClaimerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FeeClaimer{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _augustusAddress) returns()
func (feeClaimer *FeeClaimer) PackConstructor(_augustusAddress common.Address) []byte {
	enc, err := feeClaimer.abi.Pack("", _augustusAddress)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAugustusSwapper is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xae551c66.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function augustusSwapper() view returns(address)
func (feeClaimer *FeeClaimer) PackAugustusSwapper() []byte {
	enc, err := feeClaimer.abi.Pack("augustusSwapper")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBatchGetBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb0a65b17.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchGetBalance(address[] _tokens, address _partner) view returns(uint256[] _fees)
func (feeClaimer *FeeClaimer) PackBatchGetBalance(tokens []common.Address, partner common.Address) []byte {
	enc, err := feeClaimer.abi.Pack("batchGetBalance", tokens, partner)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBatchGetBalance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb0a65b17.
//
// Solidity: function batchGetBalance(address[] _tokens, address _partner) view returns(uint256[] _fees)
func (feeClaimer *FeeClaimer) UnpackBatchGetBalance(data []byte) ([]*big.Int, error) {
	out, err := feeClaimer.abi.Unpack("batchGetBalance", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackBatchWithdrawAllERC20 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbbedcc40.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchWithdrawAllERC20(address[] _tokens, address _recipient) returns(bool)
func (feeClaimer *FeeClaimer) PackBatchWithdrawAllERC20(tokens []common.Address, recipient common.Address) []byte {
	enc, err := feeClaimer.abi.Pack("batchWithdrawAllERC20", tokens, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd4fac45d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getBalance(address _token, address _partner) view returns(uint256)
func (feeClaimer *FeeClaimer) PackGetBalance(token common.Address, partner common.Address) []byte {
	enc, err := feeClaimer.abi.Pack("getBalance", token, partner)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetBalance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd4fac45d.
//
// Solidity: function getBalance(address _token, address _partner) view returns(uint256)
func (feeClaimer *FeeClaimer) UnpackGetBalance(data []byte) (*big.Int, error) {
	out, err := feeClaimer.abi.Unpack("getBalance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetUnallocatedFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf89abe8c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getUnallocatedFees(address _token) view returns(uint256)
func (feeClaimer *FeeClaimer) PackGetUnallocatedFees(token common.Address) []byte {
	enc, err := feeClaimer.abi.Pack("getUnallocatedFees", token)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetUnallocatedFees is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf89abe8c.
//
// Solidity: function getUnallocatedFees(address _token) view returns(uint256)
func (feeClaimer *FeeClaimer) UnpackGetUnallocatedFees(data []byte) (*big.Int, error) {
	out, err := feeClaimer.abi.Unpack("getUnallocatedFees", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackRegisterFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd1f4354b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function registerFee(address _account, address _token, uint256 _fee) returns()
func (feeClaimer *FeeClaimer) PackRegisterFee(account common.Address, token common.Address, fee *big.Int) []byte {
	enc, err := feeClaimer.abi.Pack("registerFee", account, token, fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawAllERC20 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xae11c7f8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawAllERC20(address _token, address _recipient) returns(bool)
func (feeClaimer *FeeClaimer) PackWithdrawAllERC20(token common.Address, recipient common.Address) []byte {
	enc, err := feeClaimer.abi.Pack("withdrawAllERC20", token, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawSomeERC20 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8f79528c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawSomeERC20(address _token, uint256 _tokenAmount, address _recipient) returns(bool)
func (feeClaimer *FeeClaimer) PackWithdrawSomeERC20(token common.Address, tokenAmount *big.Int, recipient common.Address) []byte {
	enc, err := feeClaimer.abi.Pack("withdrawSomeERC20", token, tokenAmount, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// FeeClaimerModuleMetaData contains all meta data concerning the FeeClaimerModule contract.
var FeeClaimerModuleMetaData = artifacts.Of("FeeClaimerModule")

// FeeClaimerModule is an auto generated Go binding around an Ethereum contract.
type FeeClaimerModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FeeClaimerModule) GetABI() abi.ABI {
	return c.abi
}

// PackBatchGetCollectedFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbd699bc6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchGetCollectedFees(address partner, address[] tokens) view returns(uint256[] amounts)
func (feeClaimerModule *FeeClaimerModule) PackBatchGetCollectedFees(partner common.Address, tokens []common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("batchGetCollectedFees", partner, tokens)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBatchGetCollectedFees is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xbd699bc6.
//
// Solidity: function batchGetCollectedFees(address partner, address[] tokens) view returns(uint256[] amounts)
func (feeClaimerModule *FeeClaimerModule) UnpackBatchGetCollectedFees(data []byte) ([]*big.Int, error) {
	out, err := feeClaimerModule.abi.Unpack("batchGetCollectedFees", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackBatchWithdrawAllFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe906cad5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchWithdrawAllFees(address[] tokens, address recipient) returns()
func (feeClaimerModule *FeeClaimerModule) PackBatchWithdrawAllFees(tokens []common.Address, recipient common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("batchWithdrawAllFees", tokens, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBatchWithdrawAllProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e0352b8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchWithdrawAllProtocolFees(address[] tokens, address recipient) returns()
func (feeClaimerModule *FeeClaimerModule) PackBatchWithdrawAllProtocolFees(tokens []common.Address, recipient common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("batchWithdrawAllProtocolFees", tokens, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetCollectedFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x86694ea8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getCollectedFees(address partner, address token) view returns(uint256)
func (feeClaimerModule *FeeClaimerModule) PackGetCollectedFees(partner common.Address, token common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("getCollectedFees", partner, token)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetCollectedFees is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x86694ea8.
//
// Solidity: function getCollectedFees(address partner, address token) view returns(uint256)
func (feeClaimerModule *FeeClaimerModule) UnpackGetCollectedFees(data []byte) (*big.Int, error) {
	out, err := feeClaimerModule.abi.Unpack("getCollectedFees", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetProtocolFeeClaimer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x20fe1eed.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getProtocolFeeClaimer() view returns(address)
func (feeClaimerModule *FeeClaimerModule) PackGetProtocolFeeClaimer() []byte {
	enc, err := feeClaimerModule.abi.Pack("getProtocolFeeClaimer")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetProtocolFeeClaimer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x20fe1eed.
//
// Solidity: function getProtocolFeeClaimer() view returns(address)
func (feeClaimerModule *FeeClaimerModule) UnpackGetProtocolFeeClaimer(data []byte) (common.Address, error) {
	out, err := feeClaimerModule.abi.Unpack("getProtocolFeeClaimer", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetProtocolFeeClaimer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9c3dd590.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setProtocolFeeClaimer(address protocolFeeClaimer) returns()
func (feeClaimerModule *FeeClaimerModule) PackSetProtocolFeeClaimer(protocolFeeClaimer common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("setProtocolFeeClaimer", protocolFeeClaimer)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawAllFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb43ef01a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawAllFees(address token, address recipient) returns(uint256 amount)
func (feeClaimerModule *FeeClaimerModule) PackWithdrawAllFees(token common.Address, recipient common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("withdrawAllFees", token, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawAllProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe859a9ba.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawAllProtocolFees(address token, address recipient) returns(uint256 amount)
func (feeClaimerModule *FeeClaimerModule) PackWithdrawAllProtocolFees(token common.Address, recipient common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("withdrawAllProtocolFees", token, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9ba372c2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawFees(address token, uint256 amount, address recipient) returns()
func (feeClaimerModule *FeeClaimerModule) PackWithdrawFees(token common.Address, amount *big.Int, recipient common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("withdrawFees", token, amount, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawProtocolFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0d12394b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawProtocolFees(address token, uint256 amount, address recipient) returns()
func (feeClaimerModule *FeeClaimerModule) PackWithdrawProtocolFees(token common.Address, amount *big.Int, recipient common.Address) []byte {
	enc, err := feeClaimerModule.abi.Pack("withdrawProtocolFees", token, amount, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// FeeClaimerModuleFeesWithdrawn represents a FeesWithdrawn event raised by the FeeClaimerModule contract.
type FeeClaimerModuleFeesWithdrawn struct {
	Partner   common.Address
	Token     common.Address
	Amount    *big.Int
	Recipient common.Address
	Raw       *types.Log // Blockchain specific contextual infos
}

// UnpackFeesWithdrawnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event FeesWithdrawn(address indexed partner, address indexed token, uint256 amount, address recipient)
func (feeClaimerModule *FeeClaimerModule) UnpackFeesWithdrawnEvent(log *types.Log) (*FeeClaimerModuleFeesWithdrawn, error) {
	event := "FeesWithdrawn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != feeClaimerModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(FeeClaimerModuleFeesWithdrawn)
	if err := feeClaimerModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range feeClaimerModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// FeeVaultMetaData contains all meta data concerning the FeeVault contract.
var FeeVaultMetaData = artifacts.Of("FeeVault")

// FeeVault is an auto generated Go binding around an Ethereum contract.
type FeeVault struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FeeVault) GetABI() abi.ABI {
	return c.abi
}

// NewFeeVault creates a new instance of FeeVault.
func NewFeeVault() *FeeVault {
	parsed, err := FeeVaultMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FeeVault{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_) returns()
func (feeVault *FeeVault) PackConstructor(owner_ common.Address) []byte {
	enc, err := feeVault.abi.Pack("", owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBatchGetBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb0a65b17.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchGetBalance(address[] _tokens, address _partner) view returns(uint256[] _fees)
func (feeVault *FeeVault) PackBatchGetBalance(tokens []common.Address, partner common.Address) []byte {
	enc, err := feeVault.abi.Pack("batchGetBalance", tokens, partner)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBatchGetBalance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb0a65b17.
//
// Solidity: function batchGetBalance(address[] _tokens, address _partner) view returns(uint256[] _fees)
func (feeVault *FeeVault) UnpackBatchGetBalance(data []byte) ([]*big.Int, error) {
	out, err := feeVault.abi.Unpack("batchGetBalance", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackBatchWithdrawAllERC20 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbbedcc40.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function batchWithdrawAllERC20(address[] _tokens, address _recipient) returns(bool)
func (feeVault *FeeVault) PackBatchWithdrawAllERC20(tokens []common.Address, recipient common.Address) []byte {
	enc, err := feeVault.abi.Pack("batchWithdrawAllERC20", tokens, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd4fac45d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getBalance(address _token, address _partner) view returns(uint256)
func (feeVault *FeeVault) PackGetBalance(token common.Address, partner common.Address) []byte {
	enc, err := feeVault.abi.Pack("getBalance", token, partner)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetBalance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd4fac45d.
//
// Solidity: function getBalance(address _token, address _partner) view returns(uint256)
func (feeVault *FeeVault) UnpackGetBalance(data []byte) (*big.Int, error) {
	out, err := feeVault.abi.Unpack("getBalance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetUnallocatedFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf89abe8c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getUnallocatedFees(address _token) view returns(uint256)
func (feeVault *FeeVault) PackGetUnallocatedFees(token common.Address) []byte {
	enc, err := feeVault.abi.Pack("getUnallocatedFees", token)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetUnallocatedFees is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf89abe8c.
//
// Solidity: function getUnallocatedFees(address _token) view returns(uint256)
func (feeVault *FeeVault) UnpackGetUnallocatedFees(data []byte) (*big.Int, error) {
	out, err := feeVault.abi.Unpack("getUnallocatedFees", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (feeVault *FeeVault) PackOwner() []byte {
	enc, err := feeVault.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (feeVault *FeeVault) UnpackOwner(data []byte) (common.Address, error) {
	out, err := feeVault.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRegisterFees is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x45f32b0b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function registerFees((address[],address,uint256[]) feeData) returns()
func (feeVault *FeeVault) PackRegisterFees(feeData IFeeVaultFeeRegistration) []byte {
	enc, err := feeVault.abi.Pack("registerFees", feeData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetAugustusApproval is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd2ea29c0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setAugustusApproval(address augustus, bool approved) returns()
func (feeVault *FeeVault) PackSetAugustusApproval(augustus common.Address, approved bool) []byte {
	enc, err := feeVault.abi.Pack("setAugustusApproval", augustus, approved)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawAllERC20 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xae11c7f8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawAllERC20(address _token, address _recipient) returns(bool)
func (feeVault *FeeVault) PackWithdrawAllERC20(token common.Address, recipient common.Address) []byte {
	enc, err := feeVault.abi.Pack("withdrawAllERC20", token, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdrawSomeERC20 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8f79528c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdrawSomeERC20(address _token, uint256 _tokenAmount, address _recipient) returns(bool)
func (feeVault *FeeVault) PackWithdrawSomeERC20(token common.Address, tokenAmount *big.Int, recipient common.Address) []byte {
	enc, err := feeVault.abi.Pack("withdrawSomeERC20", token, tokenAmount, recipient)
	if err != nil {
		panic(err)
	}
	return enc
}

// FillableDirectSettlementModuleMetaData contains all meta data concerning the FillableDirectSettlementModule contract.
var FillableDirectSettlementModuleMetaData = artifacts.Of("FillableDirectSettlementModule")

// FillableDirectSettlementModule is an auto generated Go binding around an Ethereum contract.
type FillableDirectSettlementModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FillableDirectSettlementModule) GetABI() abi.ABI {
	return c.abi
}

// NewFillableDirectSettlementModule creates a new instance of FillableDirectSettlementModule.
func NewFillableDirectSettlementModule() *FillableDirectSettlementModule {
	parsed, err := FillableDirectSettlementModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FillableDirectSettlementModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (fillableDirectSettlementModule *FillableDirectSettlementModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := fillableDirectSettlementModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf25d46ba.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (fillableDirectSettlementModule *FillableDirectSettlementModule) PackDirectFilledAmount(order DeltaOrder) []byte {
	enc, err := fillableDirectSettlementModule.abi.Pack("directFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDirectFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf25d46ba.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (fillableDirectSettlementModule *FillableDirectSettlementModule) UnpackDirectFilledAmount(data []byte) (*big.Int, error) {
	out, err := fillableDirectSettlementModule.abi.Unpack("directFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDirectSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0c4202e6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, uint256 fillPercent, uint256 amount) payable returns()
func (fillableDirectSettlementModule *FillableDirectSettlementModule) PackDirectSettleFillable(orderWithSig DeltaOrderWithSig, fillPercent *big.Int, amount *big.Int) []byte {
	enc, err := fillableDirectSettlementModule.abi.Pack("directSettleFillable", orderWithSig, fillPercent, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x71a3c218.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, uint256[] fillPercents, uint256[] amounts) payable returns()
func (fillableDirectSettlementModule *FillableDirectSettlementModule) PackDirectSettleFillableBatch(ordersWithSigs []DeltaOrderWithSig, fillPercents []*big.Int, amounts []*big.Int) []byte {
	enc, err := fillableDirectSettlementModule.abi.Pack("directSettleFillableBatch", ordersWithSigs, fillPercents, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// FillableDirectSettlementModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the FillableDirectSettlementModule contract.
type FillableDirectSettlementModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (fillableDirectSettlementModule *FillableDirectSettlementModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*FillableDirectSettlementModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != fillableDirectSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(FillableDirectSettlementModuleOrderPartiallyFilled)
	if err := fillableDirectSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range fillableDirectSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// FillableDirectSettlementModuleOrderSettled represents a OrderSettled event raised by the FillableDirectSettlementModule contract.
type FillableDirectSettlementModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (fillableDirectSettlementModule *FillableDirectSettlementModule) UnpackOrderSettledEvent(log *types.Log) (*FillableDirectSettlementModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != fillableDirectSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(FillableDirectSettlementModuleOrderSettled)
	if err := fillableDirectSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range fillableDirectSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// FillableSwapSettlementModuleMetaData contains all meta data concerning the FillableSwapSettlementModule contract.
var FillableSwapSettlementModuleMetaData = artifacts.Of("FillableSwapSettlementModule")

// FillableSwapSettlementModule is an auto generated Go binding around an Ethereum contract.
type FillableSwapSettlementModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *FillableSwapSettlementModule) GetABI() abi.ABI {
	return c.abi
}

// NewFillableSwapSettlementModule creates a new instance of FillableSwapSettlementModule.
func NewFillableSwapSettlementModule() *FillableSwapSettlementModule {
	parsed, err := FillableSwapSettlementModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &FillableSwapSettlementModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (fillableSwapSettlementModule *FillableSwapSettlementModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := fillableSwapSettlementModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd086e225.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (fillableSwapSettlementModule *FillableSwapSettlementModule) PackSwapFilledAmount(order DeltaOrder) []byte {
	enc, err := fillableSwapSettlementModule.abi.Pack("swapFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSwapFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd086e225.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes) order) view returns(uint256 totalFilledAmount)
func (fillableSwapSettlementModule *FillableSwapSettlementModule) UnpackSwapFilledAmount(data []byte) (*big.Int, error) {
	out, err := fillableSwapSettlementModule.abi.Unpack("swapFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSwapSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1c07f913.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, bytes executorData, address executor, uint256 fillPercent) returns()
func (fillableSwapSettlementModule *FillableSwapSettlementModule) PackSwapSettleFillable(orderWithSig DeltaOrderWithSig, executorData []byte, executor common.Address, fillPercent *big.Int) []byte {
	enc, err := fillableSwapSettlementModule.abi.Pack("swapSettleFillable", orderWithSig, executorData, executor, fillPercent)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbb5bc4e9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor, uint256[] fillPercents) returns()
func (fillableSwapSettlementModule *FillableSwapSettlementModule) PackSwapSettleFillableBatch(ordersWithSigs []DeltaOrderWithSig, executorData [][]byte, executor common.Address, fillPercents []*big.Int) []byte {
	enc, err := fillableSwapSettlementModule.abi.Pack("swapSettleFillableBatch", ordersWithSigs, executorData, executor, fillPercents)
	if err != nil {
		panic(err)
	}
	return enc
}

// FillableSwapSettlementModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the FillableSwapSettlementModule contract.
type FillableSwapSettlementModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (fillableSwapSettlementModule *FillableSwapSettlementModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*FillableSwapSettlementModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != fillableSwapSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(FillableSwapSettlementModuleOrderPartiallyFilled)
	if err := fillableSwapSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range fillableSwapSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// FillableSwapSettlementModuleOrderSettled represents a OrderSettled event raised by the FillableSwapSettlementModule contract.
type FillableSwapSettlementModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (fillableSwapSettlementModule *FillableSwapSettlementModule) UnpackOrderSettledEvent(log *types.Log) (*FillableSwapSettlementModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != fillableSwapSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(FillableSwapSettlementModuleOrderSettled)
	if err := fillableSwapSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range fillableSwapSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// MovingCurvePoolMetaData contains all meta data concerning the MovingCurvePool contract.
var MovingCurvePoolMetaData = artifacts.Of("MovingCurvePool")

// MovingCurvePool is an auto generated Go binding around an Ethereum contract.
type MovingCurvePool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *MovingCurvePool) GetABI() abi.ABI {
	return c.abi
}

// NewMovingCurvePool creates a new instance of MovingCurvePool.
func NewMovingCurvePool() *MovingCurvePool {
	parsed, err := MovingCurvePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &MovingCurvePool{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address code_, address[] coins_, uint256[] rates_, uint256 futureA) returns()
func (movingCurvePool *MovingCurvePool) PackConstructor(code_ common.Address, coins_ []common.Address, rates_ []*big.Int, futureA *big.Int) []byte {
	enc, err := movingCurvePool.abi.Pack("", code_, coins_, rates_, futureA)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFutureA is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb4b577ad.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function future_A() view returns(uint256)
func (movingCurvePool *MovingCurvePool) PackFutureA() []byte {
	enc, err := movingCurvePool.abi.Pack("future_A")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4274dc0b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function move(address code_, uint256[] rates_, uint256 futureA) returns()
func (movingCurvePool *MovingCurvePool) PackMove(code common.Address, rates []*big.Int, futureA *big.Int) []byte {
	enc, err := movingCurvePool.abi.Pack("move", code, rates, futureA)
	if err != nil {
		panic(err)
	}
	return enc
}

// MultiPathMetaData contains all meta data concerning the MultiPath contract.
var MultiPathMetaData = artifacts.Of("MultiPath")

// MultiPath is an auto generated Go binding around an Ethereum contract.
type MultiPath struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *MultiPath) GetABI() abi.ABI {
	return c.abi
}

// NewMultiPath creates a new instance of MultiPath.
func NewMultiPath() *MultiPath {
	parsed, err := MultiPathMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &MultiPath{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((uint256,uint256,uint256,uint256,address) config) returns()
func (multiPath *MultiPath) PackConstructor(config FeeConfig) []byte {
	enc, err := multiPath.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (multiPath *MultiPath) PackROUTERROLE() []byte {
	enc, err := multiPath.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (multiPath *MultiPath) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := multiPath.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackBuy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x35326910.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buy((address,address,address,uint256,uint256,uint256,address,(uint256,address,uint256,bytes,uint256)[],address,uint256,bytes,uint256,bytes16) data) payable returns(uint256 receivedAmount)
func (multiPath *MultiPath) PackBuy(data UtilsBuyData) []byte {
	enc, err := multiPath.abi.Pack("buy", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (multiPath *MultiPath) PackInitialize(arg0 []byte) []byte {
	enc, err := multiPath.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMegaSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x46c67b6d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function megaSwap((address,uint256,uint256,uint256,address,(uint256,(address,uint256,(address,uint256,uint256,(uint256,address,uint256,bytes,uint256)[])[])[])[],address,uint256,bytes,uint256,bytes16) data) payable returns(uint256)
func (multiPath *MultiPath) PackMegaSwap(data UtilsMegaSwapSellData) []byte {
	enc, err := multiPath.abi.Pack("megaSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMultiSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa94e78ef.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function multiSwap((address,uint256,uint256,uint256,address,(address,uint256,(address,uint256,uint256,(uint256,address,uint256,bytes,uint256)[])[])[],address,uint256,bytes,uint256,bytes16) data) payable returns(uint256)
func (multiPath *MultiPath) PackMultiSwap(data UtilsSellData) []byte {
	enc, err := multiPath.abi.Pack("multiSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// MultiPathSwappedV3 represents a SwappedV3 event raised by the MultiPath contract.
type MultiPathSwappedV3 struct {
	Uuid           [16]byte
	Partner        common.Address
	FeePercent     *big.Int
	Initiator      common.Address
	Beneficiary    common.Address
	SrcToken       common.Address
	DestToken      common.Address
	SrcAmount      *big.Int
	ReceivedAmount *big.Int
	ExpectedAmount *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

// UnpackSwappedV3Event is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SwappedV3(bytes16 uuid, address partner, uint256 feePercent, address initiator, address indexed beneficiary, address indexed srcToken, address indexed destToken, uint256 srcAmount, uint256 receivedAmount, uint256 expectedAmount)
func (multiPath *MultiPath) UnpackSwappedV3Event(log *types.Log) (*MultiPathSwappedV3, error) {
	event := "SwappedV3"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != multiPath.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(MultiPathSwappedV3)
	if err := multiPath.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range multiPath.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// Multicall3MetaData contains all meta data concerning the Multicall3 contract.
var Multicall3MetaData = artifacts.Of("Multicall3")

// Multicall3 is an auto generated Go binding around an Ethereum contract.
type Multicall3 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Multicall3) GetABI() abi.ABI {
	return c.abi
}

// NewMulticall3 creates a new instance of Multicall3.
func NewMulticall3() *Multicall3 {
	parsed, err := Multicall3MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Multicall3{abi: *parsed}
}

// PackAggregate3 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x82ad56cb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function aggregate3((address,bool,bytes)[] calls) payable returns((bool,bytes)[] returnData)
func (multicall3 *Multicall3) PackAggregate3(calls []Multicall3Call3) []byte {
	enc, err := multicall3.abi.Pack("aggregate3", calls)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAggregate3 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x82ad56cb.
//
// Solidity: function aggregate3((address,bool,bytes)[] calls) payable returns((bool,bytes)[] returnData)
func (multicall3 *Multicall3) UnpackAggregate3(data []byte) ([]Multicall3Result, error) {
	out, err := multicall3.abi.Unpack("aggregate3", data)
	if err != nil {
		return *new([]Multicall3Result), err
	}
	out0 := *abi.ConvertType(out[0], new([]Multicall3Result)).(*[]Multicall3Result)
	return out0, nil
}

// PackGetBlockNumber is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42cbb15c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getBlockNumber() view returns(uint256 blockNumber)
func (multicall3 *Multicall3) PackGetBlockNumber() []byte {
	enc, err := multicall3.abi.Pack("getBlockNumber")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetBlockNumber is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x42cbb15c.
//
// Solidity: function getBlockNumber() view returns(uint256 blockNumber)
func (multicall3 *Multicall3) UnpackGetBlockNumber(data []byte) (*big.Int, error) {
	out, err := multicall3.abi.Unpack("getBlockNumber", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetCurrentBlockTimestamp is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0f28c97d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getCurrentBlockTimestamp() view returns(uint256 timestamp)
func (multicall3 *Multicall3) PackGetCurrentBlockTimestamp() []byte {
	enc, err := multicall3.abi.Pack("getCurrentBlockTimestamp")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetEthBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d2301cc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getEthBalance(address addr) view returns(uint256 balance)
func (multicall3 *Multicall3) PackGetEthBalance(addr common.Address) []byte {
	enc, err := multicall3.abi.Pack("getEthBalance", addr)
	if err != nil {
		panic(err)
	}
	return enc
}

// NativeCurvePoolMetaData contains all meta data concerning the NativeCurvePool contract.
var NativeCurvePoolMetaData = artifacts.Of("NativeCurvePool")

// NativeCurvePool is an auto generated Go binding around an Ethereum contract.
type NativeCurvePool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *NativeCurvePool) GetABI() abi.ABI {
	return c.abi
}

// NewNativeCurvePool creates a new instance of NativeCurvePool.
func NewNativeCurvePool() *NativeCurvePool {
	parsed, err := NativeCurvePoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &NativeCurvePool{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address[] coins_, uint256[] rates_, uint256 a, uint256 fee_) returns()
func (nativeCurvePool *NativeCurvePool) PackConstructor(coins_ []common.Address, rates_ []*big.Int, a *big.Int, fee_ *big.Int) []byte {
	enc, err := nativeCurvePool.abi.Pack("", coins_, rates_, a, fee_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackA is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf446c1d0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function A() view returns(uint256)
func (nativeCurvePool *NativeCurvePool) PackA() []byte {
	enc, err := nativeCurvePool.abi.Pack("A")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAPrecise is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x76a2f0f0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function A_precise() view returns(uint256)
func (nativeCurvePool *NativeCurvePool) PackAPrecise() []byte {
	enc, err := nativeCurvePool.abi.Pack("A_precise")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAdd is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x10b0b5d5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function add(uint256[] amounts) payable returns()
func (nativeCurvePool *NativeCurvePool) PackAdd(amounts []*big.Int) []byte {
	enc, err := nativeCurvePool.abi.Pack("add", amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAdminFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfee3f7f9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function admin_fee() view returns(uint256)
func (nativeCurvePool *NativeCurvePool) PackAdminFee() []byte {
	enc, err := nativeCurvePool.abi.Pack("admin_fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalances is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4903b0d1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balances(uint256 k) view returns(uint256)
func (nativeCurvePool *NativeCurvePool) PackBalances(k *big.Int) []byte {
	enc, err := nativeCurvePool.abi.Pack("balances", k)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCoins is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc6610657.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function coins(uint256 ) view returns(address)
func (nativeCurvePool *NativeCurvePool) PackCoins(arg0 *big.Int) []byte {
	enc, err := nativeCurvePool.abi.Pack("coins", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackCoins is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc6610657.
//
// Solidity: function coins(uint256 ) view returns(address)
func (nativeCurvePool *NativeCurvePool) UnpackCoins(data []byte) (common.Address, error) {
	out, err := nativeCurvePool.abi.Unpack("coins", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackExchange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3df02124.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) payable returns()
func (nativeCurvePool *NativeCurvePool) PackExchange(i *big.Int, j *big.Int, dx *big.Int, minDy *big.Int) []byte {
	enc, err := nativeCurvePool.abi.Pack("exchange", i, j, dx, minDy)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fee() view returns(uint256)
func (nativeCurvePool *NativeCurvePool) PackFee() []byte {
	enc, err := nativeCurvePool.abi.Pack("fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xddca3f43.
//
// Solidity: function fee() view returns(uint256)
func (nativeCurvePool *NativeCurvePool) UnpackFee(data []byte) (*big.Int, error) {
	out, err := nativeCurvePool.abi.Unpack("fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetDy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5e0d443f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function get_dy(int128 i, int128 j, uint256 dx) view returns(uint256)
func (nativeCurvePool *NativeCurvePool) PackGetDy(i *big.Int, j *big.Int, dx *big.Int) []byte {
	enc, err := nativeCurvePool.abi.Pack("get_dy", i, j, dx)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetDy is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5e0d443f.
//
// Solidity: function get_dy(int128 i, int128 j, uint256 dx) view returns(uint256)
func (nativeCurvePool *NativeCurvePool) UnpackGetDy(data []byte) (*big.Int, error) {
	out, err := nativeCurvePool.abi.Unpack("get_dy", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// NativeCurvePoolTokenExchange represents a TokenExchange event raised by the NativeCurvePool contract.
type NativeCurvePoolTokenExchange struct {
	Buyer        common.Address
	SoldId       *big.Int
	TokensSold   *big.Int
	BoughtId     *big.Int
	TokensBought *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackTokenExchangeEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)
func (nativeCurvePool *NativeCurvePool) UnpackTokenExchangeEvent(log *types.Log) (*NativeCurvePoolTokenExchange, error) {
	event := "TokenExchange"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != nativeCurvePool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(NativeCurvePoolTokenExchange)
	if err := nativeCurvePool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range nativeCurvePool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// NoReturnTokenMetaData contains all meta data concerning the NoReturnToken contract.
var NoReturnTokenMetaData = artifacts.Of("NoReturnToken")

// NoReturnToken is an auto generated Go binding around an Ethereum contract.
type NoReturnToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *NoReturnToken) GetABI() abi.ABI {
	return c.abi
}

// NewNoReturnToken creates a new instance of NoReturnToken.
func NewNoReturnToken() *NoReturnToken {
	parsed, err := NoReturnTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &NoReturnToken{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_, uint8 decimals_, address minter_) returns()
func (noReturnToken *NoReturnToken) PackConstructor(name_ string, symbol_ string, decimals_ uint8, minter_ common.Address) []byte {
	enc, err := noReturnToken.abi.Pack("", name_, symbol_, decimals_, minter_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (noReturnToken *NoReturnToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := noReturnToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (noReturnToken *NoReturnToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := noReturnToken.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 amount) returns()
func (noReturnToken *NoReturnToken) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := noReturnToken.abi.Pack("approve", spender, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (noReturnToken *NoReturnToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := noReturnToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (noReturnToken *NoReturnToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := noReturnToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (noReturnToken *NoReturnToken) PackDecimals() []byte {
	enc, err := noReturnToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (noReturnToken *NoReturnToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := noReturnToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (noReturnToken *NoReturnToken) PackMint(to common.Address, amount *big.Int) []byte {
	enc, err := noReturnToken.abi.Pack("mint", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (noReturnToken *NoReturnToken) PackName() []byte {
	enc, err := noReturnToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (noReturnToken *NoReturnToken) UnpackName(data []byte) (string, error) {
	out, err := noReturnToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (noReturnToken *NoReturnToken) PackSymbol() []byte {
	enc, err := noReturnToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (noReturnToken *NoReturnToken) UnpackSymbol(data []byte) (string, error) {
	out, err := noReturnToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (noReturnToken *NoReturnToken) PackTotalSupply() []byte {
	enc, err := noReturnToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (noReturnToken *NoReturnToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := noReturnToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 amount) returns()
func (noReturnToken *NoReturnToken) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := noReturnToken.abi.Pack("transfer", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns()
func (noReturnToken *NoReturnToken) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := noReturnToken.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// NoReturnTokenApproval represents a Approval event raised by the NoReturnToken contract.
type NoReturnTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (noReturnToken *NoReturnToken) UnpackApprovalEvent(log *types.Log) (*NoReturnTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != noReturnToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(NoReturnTokenApproval)
	if err := noReturnToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range noReturnToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// NoReturnTokenTransfer represents a Transfer event raised by the NoReturnToken contract.
type NoReturnTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (noReturnToken *NoReturnToken) UnpackTransferEvent(log *types.Log) (*NoReturnTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != noReturnToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(NoReturnTokenTransfer)
	if err := noReturnToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range noReturnToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// NonceManagementModuleMetaData contains all meta data concerning the NonceManagementModule contract.
var NonceManagementModuleMetaData = artifacts.Of("NonceManagementModule")

// NonceManagementModule is an auto generated Go binding around an Ethereum contract.
type NonceManagementModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *NonceManagementModule) GetABI() abi.ABI {
	return c.abi
}

// PackAreNoncesUsed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1bbd3061.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function areNoncesUsed(address owner, uint256[] nonces) view returns(bool[] used)
func (nonceManagementModule *NonceManagementModule) PackAreNoncesUsed(owner common.Address, nonces []*big.Int) []byte {
	enc, err := nonceManagementModule.abi.Pack("areNoncesUsed", owner, nonces)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAreNoncesUsed is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1bbd3061.
//
// Solidity: function areNoncesUsed(address owner, uint256[] nonces) view returns(bool[] used)
func (nonceManagementModule *NonceManagementModule) UnpackAreNoncesUsed(data []byte) ([]bool, error) {
	out, err := nonceManagementModule.abi.Unpack("areNoncesUsed", data)
	if err != nil {
		return *new([]bool), err
	}
	out0 := *abi.ConvertType(out[0], new([]bool)).(*[]bool)
	return out0, nil
}

// PackInvalidateNonce is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb70e36f0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function invalidateNonce(uint256 nonce) returns()
func (nonceManagementModule *NonceManagementModule) PackInvalidateNonce(nonce *big.Int) []byte {
	enc, err := nonceManagementModule.abi.Pack("invalidateNonce", nonce)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInvalidateNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2eb48a80.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function invalidateNonces(uint256[] nonces) returns()
func (nonceManagementModule *NonceManagementModule) PackInvalidateNonces(nonces []*big.Int) []byte {
	enc, err := nonceManagementModule.abi.Pack("invalidateNonces", nonces)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackIsNonceUsed is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcab7e8eb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isNonceUsed(address owner, uint256 nonce) view returns(bool used)
func (nonceManagementModule *NonceManagementModule) PackIsNonceUsed(owner common.Address, nonce *big.Int) []byte {
	enc, err := nonceManagementModule.abi.Pack("isNonceUsed", owner, nonce)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackIsNonceUsed is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcab7e8eb.
//
// Solidity: function isNonceUsed(address owner, uint256 nonce) view returns(bool used)
func (nonceManagementModule *NonceManagementModule) UnpackIsNonceUsed(data []byte) (bool, error) {
	out, err := nonceManagementModule.abi.Unpack("isNonceUsed", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// NonceManagementModuleNonceInvalidated represents a NonceInvalidated event raised by the NonceManagementModule contract.
type NonceManagementModuleNonceInvalidated struct {
	Owner common.Address
	Nonce *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackNonceInvalidatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event NonceInvalidated(address indexed owner, uint256 nonce)
func (nonceManagementModule *NonceManagementModule) UnpackNonceInvalidatedEvent(log *types.Log) (*NonceManagementModuleNonceInvalidated, error) {
	event := "NonceInvalidated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != nonceManagementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(NonceManagementModuleNonceInvalidated)
	if err := nonceManagementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range nonceManagementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// Permit2MetaData contains all meta data concerning the Permit2 contract.
var Permit2MetaData = artifacts.Of("Permit2")

// Permit2 is an auto generated Go binding around an Ethereum contract.
type Permit2 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Permit2) GetABI() abi.ABI {
	return c.abi
}

// NewPermit2 creates a new instance of Permit2.
func NewPermit2() *Permit2 {
	parsed, err := Permit2MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Permit2{abi: *parsed}
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (permit2 *Permit2) PackDOMAINSEPARATOR() []byte {
	enc, err := permit2.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (permit2 *Permit2) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := permit2.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x927da105.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address , address ) view returns(uint160 amount, uint48 expiration, uint48 nonce)
func (permit2 *Permit2) PackAllowance(arg0 common.Address, arg1 common.Address, arg2 common.Address) []byte {
	enc, err := permit2.abi.Pack("allowance", arg0, arg1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// Permit2AllowanceOutput serves as a container for the return parameters of contract
// method Allowance.
type Permit2AllowanceOutput struct {
	Amount     *big.Int
	Expiration *big.Int
	Nonce      *big.Int
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x927da105.
//
// Solidity: function allowance(address , address , address ) view returns(uint160 amount, uint48 expiration, uint48 nonce)
func (permit2 *Permit2) UnpackAllowance(data []byte) (Permit2AllowanceOutput, error) {
	out, err := permit2.abi.Unpack("allowance", data)
	outstruct := new(Permit2AllowanceOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Amount = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Expiration = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Nonce = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x87517c45.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address token, address spender, uint160 amount, uint48 expiration) returns()
func (permit2 *Permit2) PackApprove(token common.Address, spender common.Address, amount *big.Int, expiration *big.Int) []byte {
	enc, err := permit2.abi.Pack("approve", token, spender, amount, expiration)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInvalidateNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x65d9723c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function invalidateNonces(address token, address spender, uint48 newNonce) returns()
func (permit2 *Permit2) PackInvalidateNonces(token common.Address, spender common.Address, newNonce *big.Int) []byte {
	enc, err := permit2.abi.Pack("invalidateNonces", token, spender, newNonce)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInvalidateUnorderedNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3ff9dcb1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function invalidateUnorderedNonces(uint256 wordPos, uint256 mask) returns()
func (permit2 *Permit2) PackInvalidateUnorderedNonces(wordPos *big.Int, mask *big.Int) []byte {
	enc, err := permit2.abi.Pack("invalidateUnorderedNonces", wordPos, mask)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackLockdown is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcc53287f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function lockdown((address,address)[] approvals) returns()
func (permit2 *Permit2) PackLockdown(approvals []Permit2TokenSpenderPair) []byte {
	enc, err := permit2.abi.Pack("lockdown", approvals)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackNonceBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4fe02b44.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nonceBitmap(address , uint256 ) view returns(uint256)
func (permit2 *Permit2) PackNonceBitmap(arg0 common.Address, arg1 *big.Int) []byte {
	enc, err := permit2.abi.Pack("nonceBitmap", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackNonceBitmap is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4fe02b44.
//
// Solidity: function nonceBitmap(address , uint256 ) view returns(uint256)
func (permit2 *Permit2) UnpackNonceBitmap(data []byte) (*big.Int, error) {
	out, err := permit2.abi.Unpack("nonceBitmap", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2a2d80d1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function permit(address owner, ((address,uint160,uint48,uint48)[],address,uint256) permitBatch, bytes signature) returns()
func (permit2 *Permit2) PackPermit(owner common.Address, permitBatch Permit2PermitBatch, signature []byte) []byte {
	enc, err := permit2.abi.Pack("permit", owner, permitBatch, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPermit0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2b67b570.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function permit(address owner, ((address,uint160,uint48,uint48),address,uint256) permitSingle, bytes signature) returns()
func (permit2 *Permit2) PackPermit0(owner common.Address, permitSingle Permit2PermitSingle, signature []byte) []byte {
	enc, err := permit2.abi.Pack("permit0", owner, permitSingle, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPermitTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30f28b7a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function permitTransferFrom(((address,uint256),uint256,uint256) permitted, (address,uint256) transferDetails, address owner, bytes signature) returns()
func (permit2 *Permit2) PackPermitTransferFrom(permitted Permit2PermitTransferFrom, transferDetails Permit2SignatureTransferDetails, owner common.Address, signature []byte) []byte {
	enc, err := permit2.abi.Pack("permitTransferFrom", permitted, transferDetails, owner, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0d58b1db.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom((address,address,uint160,address)[] transferDetails) returns()
func (permit2 *Permit2) PackTransferFrom(transferDetails []Permit2AllowanceTransferDetails) []byte {
	enc, err := permit2.abi.Pack("transferFrom", transferDetails)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36c78516.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint160 amount, address token) returns()
func (permit2 *Permit2) PackTransferFrom0(from common.Address, to common.Address, amount *big.Int, token common.Address) []byte {
	enc, err := permit2.abi.Pack("transferFrom0", from, to, amount, token)
	if err != nil {
		panic(err)
	}
	return enc
}

// Permit2Approval represents a Approval event raised by the Permit2 contract.
type Permit2Approval struct {
	Owner      common.Address
	Token      common.Address
	Spender    common.Address
	Amount     *big.Int
	Expiration *big.Int
	Raw        *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)
func (permit2 *Permit2) UnpackApprovalEvent(log *types.Log) (*Permit2Approval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != permit2.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(Permit2Approval)
	if err := permit2.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range permit2.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// Permit2Permit represents a Permit event raised by the Permit2 contract.
type Permit2Permit struct {
	Owner      common.Address
	Token      common.Address
	Spender    common.Address
	Amount     *big.Int
	Expiration *big.Int
	Nonce      *big.Int
	Raw        *types.Log // Blockchain specific contextual infos
}

// UnpackPermitEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)
func (permit2 *Permit2) UnpackPermitEvent(log *types.Log) (*Permit2Permit, error) {
	event := "Permit"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != permit2.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(Permit2Permit)
	if err := permit2.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range permit2.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidNonce()
func Permit2InvalidNonceErrorID() common.Hash {
	return common.HexToHash("0x756688fec2871909d72599c334b663ffcc94654c438569966c7fd3ab3a351f34")
}

// PoolLensMetaData contains all meta data concerning the PoolLens contract.
var PoolLensMetaData = artifacts.Of("PoolLens")

// PoolLens is an auto generated Go binding around an Ethereum contract.
type PoolLens struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *PoolLens) GetABI() abi.ABI {
	return c.abi
}

// PortikusV2MetaData contains all meta data concerning the PortikusV2 contract.
var PortikusV2MetaData = artifacts.Of("PortikusV2")

// PortikusV2 is an auto generated Go binding around an Ethereum contract.
type PortikusV2 struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *PortikusV2) GetABI() abi.ABI {
	return c.abi
}

// NewPortikusV2 creates a new instance of PortikusV2.
func NewPortikusV2() *PortikusV2 {
	parsed, err := PortikusV2MetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &PortikusV2{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address _owner) returns()
func (portikusV2 *PortikusV2) PackConstructor(_owner common.Address) []byte {
	enc, err := portikusV2.abi.Pack("", _owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAgents is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x513856c8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function agents(uint256 ) view returns(address)
func (portikusV2 *PortikusV2) PackAgents(arg0 *big.Int) []byte {
	enc, err := portikusV2.abi.Pack("agents", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAgents is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x513856c8.
//
// Solidity: function agents(uint256 ) view returns(address)
func (portikusV2 *PortikusV2) UnpackAgents(data []byte) (common.Address, error) {
	out, err := portikusV2.abi.Unpack("agents", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackCreate is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x663ff5a9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function create(bytes32 _salt, address _owner) returns(address adapter)
func (portikusV2 *PortikusV2) PackCreate(salt [32]byte, owner common.Address) []byte {
	enc, err := portikusV2.abi.Pack("create", salt, owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetAgents is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeac3fda4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getAgents() view returns(address[])
func (portikusV2 *PortikusV2) PackGetAgents() []byte {
	enc, err := portikusV2.abi.Pack("getAgents")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetAgents is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xeac3fda4.
//
// Solidity: function getAgents() view returns(address[])
func (portikusV2 *PortikusV2) UnpackGetAgents(data []byte) ([]common.Address, error) {
	out, err := portikusV2.abi.Unpack("getAgents", data)
	if err != nil {
		return *new([]common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new([]common.Address)).(*[]common.Address)
	return out0, nil
}

// PackGetModules is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb2494df3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getModules() view returns(address[])
func (portikusV2 *PortikusV2) PackGetModules() []byte {
	enc, err := portikusV2.abi.Pack("getModules")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetModules is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb2494df3.
//
// Solidity: function getModules() view returns(address[])
func (portikusV2 *PortikusV2) UnpackGetModules(data []byte) ([]common.Address, error) {
	out, err := portikusV2.abi.Unpack("getModules", data)
	if err != nil {
		return *new([]common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new([]common.Address)).(*[]common.Address)
	return out0, nil
}

// PackIsAgentRegistered is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x689b6c44.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isAgentRegistered(address agent) view returns(bool isRegistered)
func (portikusV2 *PortikusV2) PackIsAgentRegistered(agent common.Address) []byte {
	enc, err := portikusV2.abi.Pack("isAgentRegistered", agent)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackIsAgentRegistered is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x689b6c44.
//
// Solidity: function isAgentRegistered(address agent) view returns(bool isRegistered)
func (portikusV2 *PortikusV2) UnpackIsAgentRegistered(data []byte) (bool, error) {
	out, err := portikusV2.abi.Unpack("isAgentRegistered", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (portikusV2 *PortikusV2) PackOwner() []byte {
	enc, err := portikusV2.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (portikusV2 *PortikusV2) UnpackOwner(data []byte) (common.Address, error) {
	out, err := portikusV2.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRegisterAgent is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2ac1f783.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function registerAgent(address[] _agents) returns()
func (portikusV2 *PortikusV2) PackRegisterAgent(agents []common.Address) []byte {
	enc, err := portikusV2.abi.Pack("registerAgent", agents)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackRegisterModule is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb94d49a8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function registerModule(address[] _modules) returns()
func (portikusV2 *PortikusV2) PackRegisterModule(modules []common.Address) []byte {
	enc, err := portikusV2.abi.Pack("registerModule", modules)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackRenounceOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x715018a6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceOwnership() returns()
func (portikusV2 *PortikusV2) PackRenounceOwnership() []byte {
	enc, err := portikusV2.abi.Pack("renounceOwnership")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (portikusV2 *PortikusV2) PackTransferOwnership(newOwner common.Address) []byte {
	enc, err := portikusV2.abi.Pack("transferOwnership", newOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUnregisterAgent is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xad540309.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function unregisterAgent(address[] _agents) returns()
func (portikusV2 *PortikusV2) PackUnregisterAgent(agents []common.Address) []byte {
	enc, err := portikusV2.abi.Pack("unregisterAgent", agents)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUnregisterModule is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9b185922.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function unregisterModule(address[] _modules) returns()
func (portikusV2 *PortikusV2) PackUnregisterModule(modules []common.Address) []byte {
	enc, err := portikusV2.abi.Pack("unregisterModule", modules)
	if err != nil {
		panic(err)
	}
	return enc
}

// PortikusV2AdapterCreated represents a AdapterCreated event raised by the PortikusV2 contract.
type PortikusV2AdapterCreated struct {
	Adapter common.Address
	Creator common.Address
	Owner   common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackAdapterCreatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AdapterCreated(address indexed adapter, address indexed creator, address indexed owner)
func (portikusV2 *PortikusV2) UnpackAdapterCreatedEvent(log *types.Log) (*PortikusV2AdapterCreated, error) {
	event := "AdapterCreated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != portikusV2.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(PortikusV2AdapterCreated)
	if err := portikusV2.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range portikusV2.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// PreSignatureModuleMetaData contains all meta data concerning the PreSignatureModule contract.
var PreSignatureModuleMetaData = artifacts.Of("PreSignatureModule")

// PreSignatureModule is an auto generated Go binding around an Ethereum contract.
type PreSignatureModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *PreSignatureModule) GetABI() abi.ABI {
	return c.abi
}

// PackIsPreSigned is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x76ed3d71.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isPreSigned(address owner, bytes32 orderHash) view returns(bool signed)
func (preSignatureModule *PreSignatureModule) PackIsPreSigned(owner common.Address, orderHash [32]byte) []byte {
	enc, err := preSignatureModule.abi.Pack("isPreSigned", owner, orderHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackIsPreSigned is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x76ed3d71.
//
// Solidity: function isPreSigned(address owner, bytes32 orderHash) view returns(bool signed)
func (preSignatureModule *PreSignatureModule) UnpackIsPreSigned(data []byte) (bool, error) {
	out, err := preSignatureModule.abi.Unpack("isPreSigned", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSetPreSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb8fb268.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPreSignature(bytes32 orderHash, bool signed) returns()
func (preSignatureModule *PreSignatureModule) PackSetPreSignature(orderHash [32]byte, signed bool) []byte {
	enc, err := preSignatureModule.abi.Pack("setPreSignature", orderHash, signed)
	if err != nil {
		panic(err)
	}
	return enc
}

// Prober is an auto generated Go binding around an Ethereum contract.
type Prober struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Prober) GetABI() abi.ABI {
	return c.abi
}

// ProtectedMultiPathMetaData contains all meta data concerning the ProtectedMultiPath contract.
var ProtectedMultiPathMetaData = artifacts.Of("ProtectedMultiPath")

// ProtectedMultiPath is an auto generated Go binding around an Ethereum contract.
type ProtectedMultiPath struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ProtectedMultiPath) GetABI() abi.ABI {
	return c.abi
}

// NewProtectedMultiPath creates a new instance of ProtectedMultiPath.
func NewProtectedMultiPath() *ProtectedMultiPath {
	parsed, err := ProtectedMultiPathMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ProtectedMultiPath{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((uint256,uint256,uint256,uint256,address) config) returns()
func (protectedMultiPath *ProtectedMultiPath) PackConstructor(config FeeConfig) []byte {
	enc, err := protectedMultiPath.abi.Pack("", config)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (protectedMultiPath *ProtectedMultiPath) PackROUTERROLE() []byte {
	enc, err := protectedMultiPath.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (protectedMultiPath *ProtectedMultiPath) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := protectedMultiPath.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (protectedMultiPath *ProtectedMultiPath) PackInitialize(arg0 []byte) []byte {
	enc, err := protectedMultiPath.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackProtectedMegaSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x37809db4.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function protectedMegaSwap((address,uint256,uint256,uint256,address,(uint256,(address,uint256,(address,uint256,uint256,(uint256,address,uint256,bytes,uint256)[])[])[])[],address,uint256,bytes,uint256,bytes16) data) payable returns(uint256 receivedAmount)
func (protectedMultiPath *ProtectedMultiPath) PackProtectedMegaSwap(data UtilsMegaSwapSellData) []byte {
	enc, err := protectedMultiPath.abi.Pack("protectedMegaSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackProtectedMultiSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2478ba3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function protectedMultiSwap((address,uint256,uint256,uint256,address,(address,uint256,(address,uint256,uint256,(uint256,address,uint256,bytes,uint256)[])[])[],address,uint256,bytes,uint256,bytes16) data) payable returns(uint256 receivedAmount)
func (protectedMultiPath *ProtectedMultiPath) PackProtectedMultiSwap(data UtilsSellData) []byte {
	enc, err := protectedMultiPath.abi.Pack("protectedMultiSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// ProtectedMultiPathSwappedV3 represents a SwappedV3 event raised by the ProtectedMultiPath contract.
type ProtectedMultiPathSwappedV3 struct {
	Uuid           [16]byte
	Partner        common.Address
	FeePercent     *big.Int
	Initiator      common.Address
	Beneficiary    common.Address
	SrcToken       common.Address
	DestToken      common.Address
	SrcAmount      *big.Int
	ReceivedAmount *big.Int
	ExpectedAmount *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

// UnpackSwappedV3Event is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SwappedV3(bytes16 uuid, address partner, uint256 feePercent, address initiator, address indexed beneficiary, address indexed srcToken, address indexed destToken, uint256 srcAmount, uint256 receivedAmount, uint256 expectedAmount)
func (protectedMultiPath *ProtectedMultiPath) UnpackSwappedV3Event(log *types.Log) (*ProtectedMultiPathSwappedV3, error) {
	event := "SwappedV3"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != protectedMultiPath.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ProtectedMultiPathSwappedV3)
	if err := protectedMultiPath.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range protectedMultiPath.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// ProtectedSimpleSwapMetaData contains all meta data concerning the ProtectedSimpleSwap contract.
var ProtectedSimpleSwapMetaData = artifacts.Of("ProtectedSimpleSwap")

// ProtectedSimpleSwap is an auto generated Go binding around an Ethereum contract.
type ProtectedSimpleSwap struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ProtectedSimpleSwap) GetABI() abi.ABI {
	return c.abi
}

// NewProtectedSimpleSwap creates a new instance of ProtectedSimpleSwap.
func NewProtectedSimpleSwap() *ProtectedSimpleSwap {
	parsed, err := ProtectedSimpleSwapMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ProtectedSimpleSwap{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((uint256,uint256,uint256,uint256,address) config, address rfq) returns()
func (protectedSimpleSwap *ProtectedSimpleSwap) PackConstructor(config FeeConfig, rfq common.Address) []byte {
	enc, err := protectedSimpleSwap.abi.Pack("", config, rfq)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (protectedSimpleSwap *ProtectedSimpleSwap) PackROUTERROLE() []byte {
	enc, err := protectedSimpleSwap.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (protectedSimpleSwap *ProtectedSimpleSwap) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := protectedSimpleSwap.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (protectedSimpleSwap *ProtectedSimpleSwap) PackInitialize(arg0 []byte) []byte {
	enc, err := protectedSimpleSwap.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackProtectedSimpleBuy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfab13517.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function protectedSimpleBuy((address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16) data) payable returns()
func (protectedSimpleSwap *ProtectedSimpleSwap) PackProtectedSimpleBuy(data UtilsSimpleData) []byte {
	enc, err := protectedSimpleSwap.abi.Pack("protectedSimpleBuy", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackProtectedSimpleSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa8795e3d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function protectedSimpleSwap((address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16) data) payable returns(uint256 receivedAmount)
func (protectedSimpleSwap *ProtectedSimpleSwap) PackProtectedSimpleSwap(data UtilsSimpleData) []byte {
	enc, err := protectedSimpleSwap.abi.Pack("protectedSimpleSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// ProtectedSimpleSwapSwappedV3 represents a SwappedV3 event raised by the ProtectedSimpleSwap contract.
type ProtectedSimpleSwapSwappedV3 struct {
	Uuid           [16]byte
	Partner        common.Address
	FeePercent     *big.Int
	Initiator      common.Address
	Beneficiary    common.Address
	SrcToken       common.Address
	DestToken      common.Address
	SrcAmount      *big.Int
	ReceivedAmount *big.Int
	ExpectedAmount *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

// UnpackSwappedV3Event is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SwappedV3(bytes16 uuid, address partner, uint256 feePercent, address initiator, address indexed beneficiary, address indexed srcToken, address indexed destToken, uint256 srcAmount, uint256 receivedAmount, uint256 expectedAmount)
func (protectedSimpleSwap *ProtectedSimpleSwap) UnpackSwappedV3Event(log *types.Log) (*ProtectedSimpleSwapSwappedV3, error) {
	event := "SwappedV3"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != protectedSimpleSwap.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ProtectedSimpleSwapSwappedV3)
	if err := protectedSimpleSwap.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range protectedSimpleSwap.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// ReaderMetaData contains all meta data concerning the Reader contract.
var ReaderMetaData = artifacts.Of("Reader")

// Reader is an auto generated Go binding around an Ethereum contract.
type Reader struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Reader) GetABI() abi.ABI {
	return c.abi
}

// NewReader creates a new instance of Reader.
func NewReader() *Reader {
	parsed, err := ReaderMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Reader{abi: *parsed}
}

// RebasingTokenMetaData contains all meta data concerning the RebasingToken contract.
var RebasingTokenMetaData = artifacts.Of("RebasingToken")

// RebasingToken is an auto generated Go binding around an Ethereum contract.
type RebasingToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *RebasingToken) GetABI() abi.ABI {
	return c.abi
}

// NewRebasingToken creates a new instance of RebasingToken.
func NewRebasingToken() *RebasingToken {
	parsed, err := RebasingTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &RebasingToken{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(uint256 shares_, uint256 pooled_) returns()
func (rebasingToken *RebasingToken) PackConstructor(shares_ *big.Int, pooled_ *big.Int) []byte {
	enc, err := rebasingToken.abi.Pack("", shares_, pooled_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (rebasingToken *RebasingToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := rebasingToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (rebasingToken *RebasingToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := rebasingToken.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (rebasingToken *RebasingToken) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := rebasingToken.abi.Pack("approve", spender, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (rebasingToken *RebasingToken) PackBalanceOf(account common.Address) []byte {
	enc, err := rebasingToken.abi.Pack("balanceOf", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (rebasingToken *RebasingToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := rebasingToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (rebasingToken *RebasingToken) PackDecimals() []byte {
	enc, err := rebasingToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (rebasingToken *RebasingToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := rebasingToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackGetTotalPooledEther is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x37cfdaca.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTotalPooledEther() view returns(uint256)
func (rebasingToken *RebasingToken) PackGetTotalPooledEther() []byte {
	enc, err := rebasingToken.abi.Pack("getTotalPooledEther")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetTotalShares is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5002f2e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getTotalShares() view returns(uint256)
func (rebasingToken *RebasingToken) PackGetTotalShares() []byte {
	enc, err := rebasingToken.abi.Pack("getTotalShares")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (rebasingToken *RebasingToken) PackName() []byte {
	enc, err := rebasingToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (rebasingToken *RebasingToken) UnpackName(data []byte) (string, error) {
	out, err := rebasingToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackReport is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x969b1cdb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function report(uint256 pooled_) returns()
func (rebasingToken *RebasingToken) PackReport(pooled *big.Int) []byte {
	enc, err := rebasingToken.abi.Pack("report", pooled)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (rebasingToken *RebasingToken) PackSymbol() []byte {
	enc, err := rebasingToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (rebasingToken *RebasingToken) UnpackSymbol(data []byte) (string, error) {
	out, err := rebasingToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (rebasingToken *RebasingToken) PackTotalSupply() []byte {
	enc, err := rebasingToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (rebasingToken *RebasingToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := rebasingToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (rebasingToken *RebasingToken) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := rebasingToken.abi.Pack("transfer", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (rebasingToken *RebasingToken) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := rebasingToken.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// RebasingTokenApproval represents a Approval event raised by the RebasingToken contract.
type RebasingTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (rebasingToken *RebasingToken) UnpackApprovalEvent(log *types.Log) (*RebasingTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != rebasingToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(RebasingTokenApproval)
	if err := rebasingToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range rebasingToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// RebasingTokenTransfer represents a Transfer event raised by the RebasingToken contract.
type RebasingTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (rebasingToken *RebasingToken) UnpackTransferEvent(log *types.Log) (*RebasingTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != rebasingToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(RebasingTokenTransfer)
	if err := rebasingToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range rebasingToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// RebasingTokenWrapperMetaData contains all meta data concerning the RebasingTokenWrapper contract.
var RebasingTokenWrapperMetaData = artifacts.Of("RebasingTokenWrapper")

// RebasingTokenWrapper is an auto generated Go binding around an Ethereum contract.
type RebasingTokenWrapper struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *RebasingTokenWrapper) GetABI() abi.ABI {
	return c.abi
}

// NewRebasingTokenWrapper creates a new instance of RebasingTokenWrapper.
func NewRebasingTokenWrapper() *RebasingTokenWrapper {
	parsed, err := RebasingTokenWrapperMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &RebasingTokenWrapper{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address stETH_) returns()
func (rebasingTokenWrapper *RebasingTokenWrapper) PackConstructor(stETH_ common.Address) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("", stETH_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := rebasingTokenWrapper.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("approve", spender, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := rebasingTokenWrapper.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackDecimals() []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackDecimals(data []byte) (uint8, error) {
	out, err := rebasingTokenWrapper.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackGetStETHByWstETH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbb2952fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getStETHByWstETH(uint256 wrapped) view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackGetStETHByWstETH(wrapped *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("getStETHByWstETH", wrapped)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetWstETHByStETH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb0e38900.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getWstETHByStETH(uint256 amount) view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackGetWstETHByStETH(amount *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("getWstETHByStETH", amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (rebasingTokenWrapper *RebasingTokenWrapper) PackMint(to common.Address, amount *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("mint", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackName() []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackName(data []byte) (string, error) {
	out, err := rebasingTokenWrapper.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackStETH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc1fe3e48.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function stETH() view returns(address)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackStETH() []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("stETH")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackSymbol() []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackSymbol(data []byte) (string, error) {
	out, err := rebasingTokenWrapper.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackTotalSupply() []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := rebasingTokenWrapper.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("transfer", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUnwrap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xde0e9a3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function unwrap(uint256 wrapped) returns(uint256 amount)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackUnwrap(wrapped *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("unwrap", wrapped)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWrap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xea598cb0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function wrap(uint256 amount) returns(uint256 wrapped)
func (rebasingTokenWrapper *RebasingTokenWrapper) PackWrap(amount *big.Int) []byte {
	enc, err := rebasingTokenWrapper.abi.Pack("wrap", amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// RebasingTokenWrapperApproval represents a Approval event raised by the RebasingTokenWrapper contract.
type RebasingTokenWrapperApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackApprovalEvent(log *types.Log) (*RebasingTokenWrapperApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != rebasingTokenWrapper.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(RebasingTokenWrapperApproval)
	if err := rebasingTokenWrapper.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range rebasingTokenWrapper.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// RebasingTokenWrapperTransfer represents a Transfer event raised by the RebasingTokenWrapper contract.
type RebasingTokenWrapperTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (rebasingTokenWrapper *RebasingTokenWrapper) UnpackTransferEvent(log *types.Log) (*RebasingTokenWrapperTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != rebasingTokenWrapper.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(RebasingTokenWrapperTransfer)
	if err := rebasingTokenWrapper.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range rebasingTokenWrapper.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// RemainderMetaData contains all meta data concerning the Remainder contract.
var RemainderMetaData = artifacts.Of("Remainder")

// Remainder is an auto generated Go binding around an Ethereum contract.
type Remainder struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *Remainder) GetABI() abi.ABI {
	return c.abi
}

// NewRemainder creates a new instance of Remainder.
func NewRemainder() *Remainder {
	parsed, err := RemainderMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &Remainder{abi: *parsed}
}

// PackSend is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x533c1058.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function send(address[] tokens, address to) returns()
func (remainder *Remainder) PackSend(tokens []common.Address, to common.Address) []byte {
	enc, err := remainder.abi.Pack("send", tokens, to)
	if err != nil {
		panic(err)
	}
	return enc
}

// SecondDirectModuleMetaData contains all meta data concerning the SecondDirectModule contract.
var SecondDirectModuleMetaData = artifacts.Of("SecondDirectModule")

// SecondDirectModule is an auto generated Go binding around an Ethereum contract.
type SecondDirectModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SecondDirectModule) GetABI() abi.ABI {
	return c.abi
}

// NewSecondDirectModule creates a new instance of SecondDirectModule.
func NewSecondDirectModule() *SecondDirectModule {
	parsed, err := SecondDirectModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SecondDirectModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (secondDirectModule *SecondDirectModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := secondDirectModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c40fda5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, uint256 amount) payable returns()
func (secondDirectModule *SecondDirectModule) PackDirectSettle(orderWithSig SecondOrderWithSig, amount *big.Int) []byte {
	enc, err := secondDirectModule.abi.Pack("directSettle", orderWithSig, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbfbb4901.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, uint256[] amounts) payable returns()
func (secondDirectModule *SecondDirectModule) PackDirectSettleBatch(ordersWithSigs []SecondOrderWithSig, amounts []*big.Int) []byte {
	enc, err := secondDirectModule.abi.Pack("directSettleBatch", ordersWithSigs, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// SecondDirectModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the SecondDirectModule contract.
type SecondDirectModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (secondDirectModule *SecondDirectModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*SecondDirectModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != secondDirectModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SecondDirectModuleOrderPartiallyFilled)
	if err := secondDirectModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range secondDirectModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SecondDirectModuleOrderSettled represents a OrderSettled event raised by the SecondDirectModule contract.
type SecondDirectModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (secondDirectModule *SecondDirectModule) UnpackOrderSettledEvent(log *types.Log) (*SecondDirectModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != secondDirectModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SecondDirectModuleOrderSettled)
	if err := secondDirectModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range secondDirectModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SecondFillableModuleMetaData contains all meta data concerning the SecondFillableModule contract.
var SecondFillableModuleMetaData = artifacts.Of("SecondFillableModule")

// SecondFillableModule is an auto generated Go binding around an Ethereum contract.
type SecondFillableModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SecondFillableModule) GetABI() abi.ABI {
	return c.abi
}

// NewSecondFillableModule creates a new instance of SecondFillableModule.
func NewSecondFillableModule() *SecondFillableModule {
	parsed, err := SecondFillableModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SecondFillableModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (secondFillableModule *SecondFillableModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := secondFillableModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x185089f2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (secondFillableModule *SecondFillableModule) PackDirectFilledAmount(order SecondOrder) []byte {
	enc, err := secondFillableModule.abi.Pack("directFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDirectFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x185089f2.
//
// Solidity: function directFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (secondFillableModule *SecondFillableModule) UnpackDirectFilledAmount(data []byte) (*big.Int, error) {
	out, err := secondFillableModule.abi.Unpack("directFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDirectSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x57637e61.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, uint256 fillPercent, uint256 amount) payable returns()
func (secondFillableModule *SecondFillableModule) PackDirectSettleFillable(orderWithSig SecondOrderWithSig, fillPercent *big.Int, amount *big.Int) []byte {
	enc, err := secondFillableModule.abi.Pack("directSettleFillable", orderWithSig, fillPercent, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDirectSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x801d0bdd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function directSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, uint256[] fillPercents, uint256[] amounts) payable returns()
func (secondFillableModule *SecondFillableModule) PackDirectSettleFillableBatch(ordersWithSigs []SecondOrderWithSig, fillPercents []*big.Int, amounts []*big.Int) []byte {
	enc, err := secondFillableModule.abi.Pack("directSettleFillableBatch", ordersWithSigs, fillPercents, amounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapFilledAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9bd333da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (secondFillableModule *SecondFillableModule) PackSwapFilledAmount(order SecondOrder) []byte {
	enc, err := secondFillableModule.abi.Pack("swapFilledAmount", order)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSwapFilledAmount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9bd333da.
//
// Solidity: function swapFilledAmount((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)) order) view returns(uint256 totalFilledAmount)
func (secondFillableModule *SecondFillableModule) UnpackSwapFilledAmount(data []byte) (*big.Int, error) {
	out, err := secondFillableModule.abi.Unpack("swapFilledAmount", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSwapSettleFillable is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa7266629.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillable(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, bytes executorData, address executor, uint256 fillPercent) returns()
func (secondFillableModule *SecondFillableModule) PackSwapSettleFillable(orderWithSig SecondOrderWithSig, executorData []byte, executor common.Address, fillPercent *big.Int) []byte {
	enc, err := secondFillableModule.abi.Pack("swapSettleFillable", orderWithSig, executorData, executor, fillPercent)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleFillableBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x39333732.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleFillableBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor, uint256[] fillPercents) returns()
func (secondFillableModule *SecondFillableModule) PackSwapSettleFillableBatch(ordersWithSigs []SecondOrderWithSig, executorData [][]byte, executor common.Address, fillPercents []*big.Int) []byte {
	enc, err := secondFillableModule.abi.Pack("swapSettleFillableBatch", ordersWithSigs, executorData, executor, fillPercents)
	if err != nil {
		panic(err)
	}
	return enc
}

// SecondFillableModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the SecondFillableModule contract.
type SecondFillableModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (secondFillableModule *SecondFillableModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*SecondFillableModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != secondFillableModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SecondFillableModuleOrderPartiallyFilled)
	if err := secondFillableModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range secondFillableModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SecondFillableModuleOrderSettled represents a OrderSettled event raised by the SecondFillableModule contract.
type SecondFillableModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (secondFillableModule *SecondFillableModule) UnpackOrderSettledEvent(log *types.Log) (*SecondFillableModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != secondFillableModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SecondFillableModuleOrderSettled)
	if err := secondFillableModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range secondFillableModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SecondSwapModuleMetaData contains all meta data concerning the SecondSwapModule contract.
var SecondSwapModuleMetaData = artifacts.Of("SecondSwapModule")

// SecondSwapModule is an auto generated Go binding around an Ethereum contract.
type SecondSwapModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SecondSwapModule) GetABI() abi.ABI {
	return c.abi
}

// NewSecondSwapModule creates a new instance of SecondSwapModule.
func NewSecondSwapModule() *SecondSwapModule {
	parsed, err := SecondSwapModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SecondSwapModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (secondSwapModule *SecondSwapModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := secondSwapModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBuySettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x69321fc5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buySettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, bytes executorData, address executor, bytes bridgeData) returns()
func (secondSwapModule *SecondSwapModule) PackBuySettle(orderWithSig SecondOrderWithSig, executorData []byte, executor common.Address, bridgeData []byte) []byte {
	enc, err := secondSwapModule.abi.Pack("buySettle", orderWithSig, executorData, executor, bridgeData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x49af9204.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes) orderWithSig, bytes executorData, address executor, bytes bridgeData) returns()
func (secondSwapModule *SecondSwapModule) PackSwapSettle(orderWithSig SecondOrderWithSig, executorData []byte, executor common.Address, bridgeData []byte) []byte {
	enc, err := secondSwapModule.abi.Pack("swapSettle", orderWithSig, executorData, executor, bridgeData)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42aee04a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint8,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes,(bytes4,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor, bytes[] bridgeData) returns()
func (secondSwapModule *SecondSwapModule) PackSwapSettleBatch(ordersWithSigs []SecondOrderWithSig, executorData [][]byte, executor common.Address, bridgeData [][]byte) []byte {
	enc, err := secondSwapModule.abi.Pack("swapSettleBatch", ordersWithSigs, executorData, executor, bridgeData)
	if err != nil {
		panic(err)
	}
	return enc
}

// SecondSwapModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the SecondSwapModule contract.
type SecondSwapModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (secondSwapModule *SecondSwapModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*SecondSwapModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != secondSwapModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SecondSwapModuleOrderPartiallyFilled)
	if err := secondSwapModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range secondSwapModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SecondSwapModuleOrderSettled represents a OrderSettled event raised by the SecondSwapModule contract.
type SecondSwapModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (secondSwapModule *SecondSwapModule) UnpackOrderSettledEvent(log *types.Log) (*SecondSwapModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != secondSwapModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SecondSwapModuleOrderSettled)
	if err := secondSwapModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range secondSwapModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SimpleSwapMetaData contains all meta data concerning the SimpleSwap contract.
var SimpleSwapMetaData = artifacts.Of("SimpleSwap")

// SimpleSwap is an auto generated Go binding around an Ethereum contract.
type SimpleSwap struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SimpleSwap) GetABI() abi.ABI {
	return c.abi
}

// NewSimpleSwap creates a new instance of SimpleSwap.
func NewSimpleSwap() *SimpleSwap {
	parsed, err := SimpleSwapMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SimpleSwap{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((uint256,uint256,uint256,uint256,address) config, address rfq) returns()
func (simpleSwap *SimpleSwap) PackConstructor(config FeeConfig, rfq common.Address) []byte {
	enc, err := simpleSwap.abi.Pack("", config, rfq)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (simpleSwap *SimpleSwap) PackROUTERROLE() []byte {
	enc, err := simpleSwap.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (simpleSwap *SimpleSwap) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := simpleSwap.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (simpleSwap *SimpleSwap) PackInitialize(arg0 []byte) []byte {
	enc, err := simpleSwap.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSimpleBuy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2298207a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function simpleBuy((address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16) data) payable returns()
func (simpleSwap *SimpleSwap) PackSimpleBuy(data UtilsSimpleData) []byte {
	enc, err := simpleSwap.abi.Pack("simpleBuy", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSimpleSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54e3f31b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function simpleSwap((address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16) data) payable returns(uint256 receivedAmount)
func (simpleSwap *SimpleSwap) PackSimpleSwap(data UtilsSimpleData) []byte {
	enc, err := simpleSwap.abi.Pack("simpleSwap", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// SimpleSwapSwappedV3 represents a SwappedV3 event raised by the SimpleSwap contract.
type SimpleSwapSwappedV3 struct {
	Uuid           [16]byte
	Partner        common.Address
	FeePercent     *big.Int
	Initiator      common.Address
	Beneficiary    common.Address
	SrcToken       common.Address
	DestToken      common.Address
	SrcAmount      *big.Int
	ReceivedAmount *big.Int
	ExpectedAmount *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

// UnpackSwappedV3Event is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SwappedV3(bytes16 uuid, address partner, uint256 feePercent, address initiator, address indexed beneficiary, address indexed srcToken, address indexed destToken, uint256 srcAmount, uint256 receivedAmount, uint256 expectedAmount)
func (simpleSwap *SimpleSwap) UnpackSwappedV3Event(log *types.Log) (*SimpleSwapSwappedV3, error) {
	event := "SwappedV3"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != simpleSwap.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SimpleSwapSwappedV3)
	if err := simpleSwap.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range simpleSwap.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SimpleSwapNFTMetaData contains all meta data concerning the SimpleSwapNFT contract.
var SimpleSwapNFTMetaData = artifacts.Of("SimpleSwapNFT")

// SimpleSwapNFT is an auto generated Go binding around an Ethereum contract.
type SimpleSwapNFT struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SimpleSwapNFT) GetABI() abi.ABI {
	return c.abi
}

// NewSimpleSwapNFT creates a new instance of SimpleSwapNFT.
func NewSimpleSwapNFT() *SimpleSwapNFT {
	parsed, err := SimpleSwapNFTMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SimpleSwapNFT{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((uint256,uint256,uint256,uint256,address) config, address rfq) returns()
func (simpleSwapNFT *SimpleSwapNFT) PackConstructor(config FeeConfig, rfq common.Address) []byte {
	enc, err := simpleSwapNFT.abi.Pack("", config, rfq)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (simpleSwapNFT *SimpleSwapNFT) PackROUTERROLE() []byte {
	enc, err := simpleSwapNFT.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (simpleSwapNFT *SimpleSwapNFT) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := simpleSwapNFT.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (simpleSwapNFT *SimpleSwapNFT) PackInitialize(arg0 []byte) []byte {
	enc, err := simpleSwapNFT.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSimpleBuyNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfdf0c61a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function simpleBuyNFT((address,(uint256,uint256,uint256)[],uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16) data) payable returns()
func (simpleSwapNFT *SimpleSwapNFT) PackSimpleBuyNFT(data UtilsSimpleBuyNFTData) []byte {
	enc, err := simpleSwapNFT.abi.Pack("simpleBuyNFT", data)
	if err != nil {
		panic(err)
	}
	return enc
}

// SimpleSwapNFTSwappedV3 represents a SwappedV3 event raised by the SimpleSwapNFT contract.
type SimpleSwapNFTSwappedV3 struct {
	Uuid           [16]byte
	Partner        common.Address
	FeePercent     *big.Int
	Initiator      common.Address
	Beneficiary    common.Address
	SrcToken       common.Address
	DestToken      common.Address
	SrcAmount      *big.Int
	ReceivedAmount *big.Int
	ExpectedAmount *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

// UnpackSwappedV3Event is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event SwappedV3(bytes16 uuid, address partner, uint256 feePercent, address initiator, address indexed beneficiary, address indexed srcToken, address indexed destToken, uint256 srcAmount, uint256 receivedAmount, uint256 expectedAmount)
func (simpleSwapNFT *SimpleSwapNFT) UnpackSwappedV3Event(log *types.Log) (*SimpleSwapNFTSwappedV3, error) {
	event := "SwappedV3"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != simpleSwapNFT.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SimpleSwapNFTSwappedV3)
	if err := simpleSwapNFT.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range simpleSwapNFT.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SlicedModuleMetaData contains all meta data concerning the SlicedModule contract.
var SlicedModuleMetaData = artifacts.Of("SlicedModule")

// SlicedModule is an auto generated Go binding around an Ethereum contract.
type SlicedModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SlicedModule) GetABI() abi.ABI {
	return c.abi
}

// NewSlicedModule creates a new instance of SlicedModule.
func NewSlicedModule() *SlicedModule {
	parsed, err := SlicedModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SlicedModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (slicedModule *SlicedModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := slicedModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTwapBuySettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeb0b7156.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function twapBuySettle(((address,address,address,address,uint256,uint256,uint64,uint64,uint32,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes) orderWithSig, bytes executorData, address executor) returns()
func (slicedModule *SlicedModule) PackTwapBuySettle(orderWithSig TWAPBuyOrderWithSig, executorData []byte, executor common.Address) []byte {
	enc, err := slicedModule.abi.Pack("twapBuySettle", orderWithSig, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTwapProgress is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2ef76c0f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function twapProgress(bytes32 orderHash) view returns(uint32 done, uint64 last, uint256 spent, uint256 received)
func (slicedModule *SlicedModule) PackTwapProgress(orderHash [32]byte) []byte {
	enc, err := slicedModule.abi.Pack("twapProgress", orderHash)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTwapSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3e863e77.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function twapSettle(((address,address,address,address,uint256,uint256,uint64,uint64,uint32,uint256,uint256,bytes,bytes,(bytes4,uint256,address,int8,bytes)),bytes) orderWithSig, bytes executorData, address executor) returns()
func (slicedModule *SlicedModule) PackTwapSettle(orderWithSig TWAPOrderWithSig, executorData []byte, executor common.Address) []byte {
	enc, err := slicedModule.abi.Pack("twapSettle", orderWithSig, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// SlicedModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the SlicedModule contract.
type SlicedModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (slicedModule *SlicedModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*SlicedModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != slicedModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SlicedModuleOrderPartiallyFilled)
	if err := slicedModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range slicedModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SlicedModuleOrderSettled represents a OrderSettled event raised by the SlicedModule contract.
type SlicedModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (slicedModule *SlicedModule) UnpackOrderSettledEvent(log *types.Log) (*SlicedModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != slicedModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SlicedModuleOrderSettled)
	if err := slicedModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range slicedModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SlicedModuleTWAPSliceSettled represents a TWAPSliceSettled event raised by the SlicedModule contract.
type SlicedModuleTWAPSliceSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	Slice        uint32
	NumSlices    uint32
	SpentAmount  *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackTWAPSliceSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TWAPSliceSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint32 slice, uint32 numSlices, uint256 spentAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (slicedModule *SlicedModule) UnpackTWAPSliceSettledEvent(log *types.Log) (*SlicedModuleTWAPSliceSettled, error) {
	event := "TWAPSliceSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != slicedModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SlicedModuleTWAPSliceSettled)
	if err := slicedModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range slicedModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// StabilityModuleMetaData contains all meta data concerning the StabilityModule contract.
var StabilityModuleMetaData = artifacts.Of("StabilityModule")

// StabilityModule is an auto generated Go binding around an Ethereum contract.
type StabilityModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *StabilityModule) GetABI() abi.ABI {
	return c.abi
}

// NewStabilityModule creates a new instance of StabilityModule.
func NewStabilityModule() *StabilityModule {
	parsed, err := StabilityModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &StabilityModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address dai_, address gem_, uint256 to18_, uint256 toll_) returns()
func (stabilityModule *StabilityModule) PackConstructor(dai_ common.Address, gem_ common.Address, to18_ *big.Int, toll_ *big.Int) []byte {
	enc, err := stabilityModule.abi.Pack("", dai_, gem_, to18_, toll_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDai is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf4b9fa75.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function dai() view returns(address)
func (stabilityModule *StabilityModule) PackDai() []byte {
	enc, err := stabilityModule.abi.Pack("dai")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGem is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7bd2bea7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function gem() view returns(address)
func (stabilityModule *StabilityModule) PackGem() []byte {
	enc, err := stabilityModule.abi.Pack("gem")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTo18 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1731cb53.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function to18() view returns(uint256)
func (stabilityModule *StabilityModule) PackTo18() []byte {
	enc, err := stabilityModule.abi.Pack("to18")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackToll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x285aaa20.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function toll() view returns(uint256)
func (stabilityModule *StabilityModule) PackToll() []byte {
	enc, err := stabilityModule.abi.Pack("toll")
	if err != nil {
		panic(err)
	}
	return enc
}

// StableSwapMetaData contains all meta data concerning the StableSwap contract.
var StableSwapMetaData = artifacts.Of("StableSwap")

// StableSwap is an auto generated Go binding around an Ethereum contract.
type StableSwap struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *StableSwap) GetABI() abi.ABI {
	return c.abi
}

// NewStableSwap creates a new instance of StableSwap.
func NewStableSwap() *StableSwap {
	parsed, err := StableSwapMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &StableSwap{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address[] coins_, uint256 amplification, uint256 fee_) returns()
func (stableSwap *StableSwap) PackConstructor(coins_ []common.Address, amplification *big.Int, fee_ *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("", coins_, amplification, fee_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackA is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf446c1d0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function A() view returns(uint256)
func (stableSwap *StableSwap) PackA() []byte {
	enc, err := stableSwap.abi.Pack("A")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAPrecise is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x76a2f0f0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function A_precise() view returns(uint256)
func (stableSwap *StableSwap) PackAPrecise() []byte {
	enc, err := stableSwap.abi.Pack("A_precise")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAddLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb72df5de.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function add_liquidity(uint256[] amounts, uint256 min_mint_amount) payable returns(uint256 minted)
func (stableSwap *StableSwap) PackAddLiquidity(amounts []*big.Int, minMintAmount *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("add_liquidity", amounts, minMintAmount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAdminFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfee3f7f9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function admin_fee() pure returns(uint256)
func (stableSwap *StableSwap) PackAdminFee() []byte {
	enc, err := stableSwap.abi.Pack("admin_fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (stableSwap *StableSwap) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := stableSwap.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (stableSwap *StableSwap) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := stableSwap.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 value) returns(bool)
func (stableSwap *StableSwap) PackApprove(spender common.Address, value *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("approve", spender, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (stableSwap *StableSwap) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := stableSwap.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (stableSwap *StableSwap) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := stableSwap.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBalances is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4903b0d1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balances(uint256 ) view returns(uint256)
func (stableSwap *StableSwap) PackBalances(arg0 *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("balances", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCoins is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc6610657.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function coins(uint256 ) view returns(address)
func (stableSwap *StableSwap) PackCoins(arg0 *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("coins", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackCoins is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc6610657.
//
// Solidity: function coins(uint256 ) view returns(address)
func (stableSwap *StableSwap) UnpackCoins(data []byte) (common.Address, error) {
	out, err := stableSwap.abi.Unpack("coins", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (stableSwap *StableSwap) PackDecimals() []byte {
	enc, err := stableSwap.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (stableSwap *StableSwap) UnpackDecimals(data []byte) (uint8, error) {
	out, err := stableSwap.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackExchange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x394747c5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy, bool ) payable returns(uint256)
func (stableSwap *StableSwap) PackExchange(i *big.Int, j *big.Int, dx *big.Int, minDy *big.Int, arg4 bool) []byte {
	enc, err := stableSwap.abi.Pack("exchange", i, j, dx, minDy, arg4)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackExchange0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3df02124.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) payable returns(uint256)
func (stableSwap *StableSwap) PackExchange0(i *big.Int, j *big.Int, dx *big.Int, minDy *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("exchange0", i, j, dx, minDy)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fee() view returns(uint256)
func (stableSwap *StableSwap) PackFee() []byte {
	enc, err := stableSwap.abi.Pack("fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xddca3f43.
//
// Solidity: function fee() view returns(uint256)
func (stableSwap *StableSwap) UnpackFee(data []byte) (*big.Int, error) {
	out, err := stableSwap.abi.Unpack("fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetDy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x556d6e9f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function get_dy(uint256 i, uint256 j, uint256 dx) view returns(uint256)
func (stableSwap *StableSwap) PackGetDy(i *big.Int, j *big.Int, dx *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("get_dy", i, j, dx)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetDy is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x556d6e9f.
//
// Solidity: function get_dy(uint256 i, uint256 j, uint256 dx) view returns(uint256)
func (stableSwap *StableSwap) UnpackGetDy(data []byte) (*big.Int, error) {
	out, err := stableSwap.abi.Unpack("get_dy", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackGetVirtualPrice is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbb7b8b80.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function get_virtual_price() view returns(uint256)
func (stableSwap *StableSwap) PackGetVirtualPrice() []byte {
	enc, err := stableSwap.abi.Pack("get_virtual_price")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetVirtualPrice is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xbb7b8b80.
//
// Solidity: function get_virtual_price() view returns(uint256)
func (stableSwap *StableSwap) UnpackGetVirtualPrice(data []byte) (*big.Int, error) {
	out, err := stableSwap.abi.Unpack("get_virtual_price", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (stableSwap *StableSwap) PackName() []byte {
	enc, err := stableSwap.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (stableSwap *StableSwap) UnpackName(data []byte) (string, error) {
	out, err := stableSwap.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackRemoveLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd40ddb8c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function remove_liquidity(uint256 amount, uint256[] min_amounts) returns(uint256[] amounts)
func (stableSwap *StableSwap) PackRemoveLiquidity(amount *big.Int, minAmounts []*big.Int) []byte {
	enc, err := stableSwap.abi.Pack("remove_liquidity", amount, minAmounts)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (stableSwap *StableSwap) PackSymbol() []byte {
	enc, err := stableSwap.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (stableSwap *StableSwap) UnpackSymbol(data []byte) (string, error) {
	out, err := stableSwap.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (stableSwap *StableSwap) PackTotalSupply() []byte {
	enc, err := stableSwap.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (stableSwap *StableSwap) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := stableSwap.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 value) returns(bool)
func (stableSwap *StableSwap) PackTransfer(to common.Address, value *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("transfer", to, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 value) returns(bool)
func (stableSwap *StableSwap) PackTransferFrom(from common.Address, to common.Address, value *big.Int) []byte {
	enc, err := stableSwap.abi.Pack("transferFrom", from, to, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// StableSwapAddLiquidity represents a AddLiquidity event raised by the StableSwap contract.
type StableSwapAddLiquidity struct {
	Provider     common.Address
	TokenAmounts []*big.Int
	Invariant    *big.Int
	TokenSupply  *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackAddLiquidityEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AddLiquidity(address indexed provider, uint256[] token_amounts, uint256 invariant, uint256 token_supply)
func (stableSwap *StableSwap) UnpackAddLiquidityEvent(log *types.Log) (*StableSwapAddLiquidity, error) {
	event := "AddLiquidity"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != stableSwap.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(StableSwapAddLiquidity)
	if err := stableSwap.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range stableSwap.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// StableSwapApproval represents a Approval event raised by the StableSwap contract.
type StableSwapApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (stableSwap *StableSwap) UnpackApprovalEvent(log *types.Log) (*StableSwapApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != stableSwap.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(StableSwapApproval)
	if err := stableSwap.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range stableSwap.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// StableSwapRemoveLiquidity represents a RemoveLiquidity event raised by the StableSwap contract.
type StableSwapRemoveLiquidity struct {
	Provider     common.Address
	TokenAmounts []*big.Int
	TokenSupply  *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackRemoveLiquidityEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RemoveLiquidity(address indexed provider, uint256[] token_amounts, uint256 token_supply)
func (stableSwap *StableSwap) UnpackRemoveLiquidityEvent(log *types.Log) (*StableSwapRemoveLiquidity, error) {
	event := "RemoveLiquidity"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != stableSwap.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(StableSwapRemoveLiquidity)
	if err := stableSwap.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range stableSwap.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// StableSwapTokenExchange represents a TokenExchange event raised by the StableSwap contract.
type StableSwapTokenExchange struct {
	Buyer        common.Address
	SoldId       *big.Int
	TokensSold   *big.Int
	BoughtId     *big.Int
	TokensBought *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackTokenExchangeEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought)
func (stableSwap *StableSwap) UnpackTokenExchangeEvent(log *types.Log) (*StableSwapTokenExchange, error) {
	event := "TokenExchange"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != stableSwap.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(StableSwapTokenExchange)
	if err := stableSwap.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range stableSwap.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// StableSwapTransfer represents a Transfer event raised by the StableSwap contract.
type StableSwapTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (stableSwap *StableSwap) UnpackTransferEvent(log *types.Log) (*StableSwapTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != stableSwap.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(StableSwapTransfer)
	if err := stableSwap.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range stableSwap.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// StableSwapFactoryMetaData contains all meta data concerning the StableSwapFactory contract.
var StableSwapFactoryMetaData = artifacts.Of("StableSwapFactory")

// StableSwapFactory is an auto generated Go binding around an Ethereum contract.
type StableSwapFactory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *StableSwapFactory) GetABI() abi.ABI {
	return c.abi
}

// NewStableSwapFactory creates a new instance of StableSwapFactory.
func NewStableSwapFactory() *StableSwapFactory {
	parsed, err := StableSwapFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &StableSwapFactory{abi: *parsed}
}

// PackDeployPlainPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe9e389d0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function deploy_plain_pool(address[] coins, uint256 amplification, uint256 fee) returns(address pool)
func (stableSwapFactory *StableSwapFactory) PackDeployPlainPool(coins []common.Address, amplification *big.Int, fee *big.Int) []byte {
	enc, err := stableSwapFactory.abi.Pack("deploy_plain_pool", coins, amplification, fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPoolCount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x956aae3a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pool_count() view returns(uint256)
func (stableSwapFactory *StableSwapFactory) PackPoolCount() []byte {
	enc, err := stableSwapFactory.abi.Pack("pool_count")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackPoolCount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x956aae3a.
//
// Solidity: function pool_count() view returns(uint256)
func (stableSwapFactory *StableSwapFactory) UnpackPoolCount(data []byte) (*big.Int, error) {
	out, err := stableSwapFactory.abi.Unpack("pool_count", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPoolList is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3a1d5d8e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pool_list(uint256 ) view returns(address)
func (stableSwapFactory *StableSwapFactory) PackPoolList(arg0 *big.Int) []byte {
	enc, err := stableSwapFactory.abi.Pack("pool_list", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackPoolList is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3a1d5d8e.
//
// Solidity: function pool_list(uint256 ) view returns(address)
func (stableSwapFactory *StableSwapFactory) UnpackPoolList(data []byte) (common.Address, error) {
	out, err := stableSwapFactory.abi.Unpack("pool_list", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// StandardTokenMetaData contains all meta data concerning the StandardToken contract.
var StandardTokenMetaData = artifacts.Of("StandardToken")

// StandardToken is an auto generated Go binding around an Ethereum contract.
type StandardToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *StandardToken) GetABI() abi.ABI {
	return c.abi
}

// NewStandardToken creates a new instance of StandardToken.
func NewStandardToken() *StandardToken {
	parsed, err := StandardTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &StandardToken{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_, uint8 decimals_, address minter_) returns()
func (standardToken *StandardToken) PackConstructor(name_ string, symbol_ string, decimals_ uint8, minter_ common.Address) []byte {
	enc, err := standardToken.abi.Pack("", name_, symbol_, decimals_, minter_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (standardToken *StandardToken) PackDOMAINSEPARATOR() []byte {
	enc, err := standardToken.abi.Pack("DOMAIN_SEPARATOR")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDOMAINSEPARATOR is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3644e515.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (standardToken *StandardToken) UnpackDOMAINSEPARATOR(data []byte) ([32]byte, error) {
	out, err := standardToken.abi.Unpack("DOMAIN_SEPARATOR", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackPERMITTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30adf81f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function PERMIT_TYPEHASH() view returns(bytes32)
func (standardToken *StandardToken) PackPERMITTYPEHASH() []byte {
	enc, err := standardToken.abi.Pack("PERMIT_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackPERMITTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30adf81f.
//
// Solidity: function PERMIT_TYPEHASH() view returns(bytes32)
func (standardToken *StandardToken) UnpackPERMITTYPEHASH(data []byte) ([32]byte, error) {
	out, err := standardToken.abi.Unpack("PERMIT_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (standardToken *StandardToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := standardToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (standardToken *StandardToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := standardToken.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (standardToken *StandardToken) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := standardToken.abi.Pack("approve", spender, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (standardToken *StandardToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := standardToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (standardToken *StandardToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := standardToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (standardToken *StandardToken) PackDecimals() []byte {
	enc, err := standardToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (standardToken *StandardToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := standardToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (standardToken *StandardToken) PackMint(to common.Address, amount *big.Int) []byte {
	enc, err := standardToken.abi.Pack("mint", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (standardToken *StandardToken) PackName() []byte {
	enc, err := standardToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (standardToken *StandardToken) UnpackName(data []byte) (string, error) {
	out, err := standardToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7ecebe00.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function nonces(address ) view returns(uint256)
func (standardToken *StandardToken) PackNonces(arg0 common.Address) []byte {
	enc, err := standardToken.abi.Pack("nonces", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackNonces is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7ecebe00.
//
// Solidity: function nonces(address ) view returns(uint256)
func (standardToken *StandardToken) UnpackNonces(data []byte) (*big.Int, error) {
	out, err := standardToken.abi.Unpack("nonces", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd505accf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) returns()
func (standardToken *StandardToken) PackPermit(owner common.Address, spender common.Address, value *big.Int, deadline *big.Int, v uint8, r [32]byte, s [32]byte) []byte {
	enc, err := standardToken.abi.Pack("permit", owner, spender, value, deadline, v, r, s)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (standardToken *StandardToken) PackSymbol() []byte {
	enc, err := standardToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (standardToken *StandardToken) UnpackSymbol(data []byte) (string, error) {
	out, err := standardToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (standardToken *StandardToken) PackTotalSupply() []byte {
	enc, err := standardToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (standardToken *StandardToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := standardToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (standardToken *StandardToken) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := standardToken.abi.Pack("transfer", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (standardToken *StandardToken) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := standardToken.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function version() pure returns(string)
func (standardToken *StandardToken) PackVersion() []byte {
	enc, err := standardToken.abi.Pack("version")
	if err != nil {
		panic(err)
	}
	return enc
}

// StandardTokenApproval represents a Approval event raised by the StandardToken contract.
type StandardTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (standardToken *StandardToken) UnpackApprovalEvent(log *types.Log) (*StandardTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != standardToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(StandardTokenApproval)
	if err := standardToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range standardToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// StandardTokenTransfer represents a Transfer event raised by the StandardToken contract.
type StandardTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (standardToken *StandardToken) UnpackTransferEvent(log *types.Log) (*StandardTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != standardToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(StandardTokenTransfer)
	if err := standardToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range standardToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SwapSettlementModuleMetaData contains all meta data concerning the SwapSettlementModule contract.
var SwapSettlementModuleMetaData = artifacts.Of("SwapSettlementModule")

// SwapSettlementModule is an auto generated Go binding around an Ethereum contract.
type SwapSettlementModule struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SwapSettlementModule) GetABI() abi.ABI {
	return c.abi
}

// NewSwapSettlementModule creates a new instance of SwapSettlementModule.
func NewSwapSettlementModule() *SwapSettlementModule {
	parsed, err := SwapSettlementModuleMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SwapSettlementModule{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address registry, address permit2) returns()
func (swapSettlementModule *SwapSettlementModule) PackConstructor(registry common.Address, permit2 common.Address) []byte {
	enc, err := swapSettlementModule.abi.Pack("", registry, permit2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettle is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xad180c4e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettle(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes) orderWithSig, bytes executorData, address executor) returns()
func (swapSettlementModule *SwapSettlementModule) PackSwapSettle(orderWithSig DeltaOrderWithSig, executorData []byte, executor common.Address) []byte {
	enc, err := swapSettlementModule.abi.Pack("swapSettle", orderWithSig, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapSettleBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x68a89066.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapSettleBatch(((address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes),bytes)[] ordersWithSigs, bytes[] executorData, address executor) returns()
func (swapSettlementModule *SwapSettlementModule) PackSwapSettleBatch(ordersWithSigs []DeltaOrderWithSig, executorData [][]byte, executor common.Address) []byte {
	enc, err := swapSettlementModule.abi.Pack("swapSettleBatch", ordersWithSigs, executorData, executor)
	if err != nil {
		panic(err)
	}
	return enc
}

// SwapSettlementModuleOrderPartiallyFilled represents a OrderPartiallyFilled event raised by the SwapSettlementModule contract.
type SwapSettlementModuleOrderPartiallyFilled struct {
	Owner             common.Address
	Beneficiary       common.Address
	SrcToken          common.Address
	DestToken         common.Address
	SrcAmount         *big.Int
	DestAmount        *big.Int
	ReturnAmount      *big.Int
	ProtocolFee       *big.Int
	PartnerFee        *big.Int
	TotalFilledAmount *big.Int
	OrderHash         [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

// UnpackOrderPartiallyFilledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderPartiallyFilled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, uint256 totalFilledAmount, bytes32 indexed orderHash)
func (swapSettlementModule *SwapSettlementModule) UnpackOrderPartiallyFilledEvent(log *types.Log) (*SwapSettlementModuleOrderPartiallyFilled, error) {
	event := "OrderPartiallyFilled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != swapSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SwapSettlementModuleOrderPartiallyFilled)
	if err := swapSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range swapSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// SwapSettlementModuleOrderSettled represents a OrderSettled event raised by the SwapSettlementModule contract.
type SwapSettlementModuleOrderSettled struct {
	Owner        common.Address
	Beneficiary  common.Address
	SrcToken     common.Address
	DestToken    common.Address
	SrcAmount    *big.Int
	DestAmount   *big.Int
	ReturnAmount *big.Int
	ProtocolFee  *big.Int
	PartnerFee   *big.Int
	OrderHash    [32]byte
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackOrderSettledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OrderSettled(address indexed owner, address indexed beneficiary, address srcToken, address destToken, uint256 srcAmount, uint256 destAmount, uint256 returnAmount, uint256 protocolFee, uint256 partnerFee, bytes32 indexed orderHash)
func (swapSettlementModule *SwapSettlementModule) UnpackOrderSettledEvent(log *types.Log) (*SwapSettlementModuleOrderSettled, error) {
	event := "OrderSettled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != swapSettlementModule.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SwapSettlementModuleOrderSettled)
	if err := swapSettlementModule.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range swapSettlementModule.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaxTokenMetaData contains all meta data concerning the TaxToken contract.
var TaxTokenMetaData = artifacts.Of("TaxToken")

// TaxToken is an auto generated Go binding around an Ethereum contract.
type TaxToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TaxToken) GetABI() abi.ABI {
	return c.abi
}

// NewTaxToken creates a new instance of TaxToken.
func NewTaxToken() *TaxToken {
	parsed, err := TaxTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TaxToken{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_, uint8 decimals_, address minter_, uint256 taxBps_) returns()
func (taxToken *TaxToken) PackConstructor(name_ string, symbol_ string, decimals_ uint8, minter_ common.Address, taxBps_ *big.Int) []byte {
	enc, err := taxToken.abi.Pack("", name_, symbol_, decimals_, minter_, taxBps_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (taxToken *TaxToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := taxToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (taxToken *TaxToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := taxToken.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (taxToken *TaxToken) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := taxToken.abi.Pack("approve", spender, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (taxToken *TaxToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := taxToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (taxToken *TaxToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := taxToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (taxToken *TaxToken) PackDecimals() []byte {
	enc, err := taxToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (taxToken *TaxToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := taxToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (taxToken *TaxToken) PackMint(to common.Address, amount *big.Int) []byte {
	enc, err := taxToken.abi.Pack("mint", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (taxToken *TaxToken) PackName() []byte {
	enc, err := taxToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (taxToken *TaxToken) UnpackName(data []byte) (string, error) {
	out, err := taxToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (taxToken *TaxToken) PackSymbol() []byte {
	enc, err := taxToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (taxToken *TaxToken) UnpackSymbol(data []byte) (string, error) {
	out, err := taxToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTaxBps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3eacd2f8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function taxBps() view returns(uint256)
func (taxToken *TaxToken) PackTaxBps() []byte {
	enc, err := taxToken.abi.Pack("taxBps")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTaxBps is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3eacd2f8.
//
// Solidity: function taxBps() view returns(uint256)
func (taxToken *TaxToken) UnpackTaxBps(data []byte) (*big.Int, error) {
	out, err := taxToken.abi.Unpack("taxBps", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (taxToken *TaxToken) PackTotalSupply() []byte {
	enc, err := taxToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (taxToken *TaxToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := taxToken.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (taxToken *TaxToken) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := taxToken.abi.Pack("transfer", to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (taxToken *TaxToken) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := taxToken.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TaxTokenApproval represents a Approval event raised by the TaxToken contract.
type TaxTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (taxToken *TaxToken) UnpackApprovalEvent(log *types.Log) (*TaxTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taxToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaxTokenApproval)
	if err := taxToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range taxToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TaxTokenTransfer represents a Transfer event raised by the TaxToken contract.
type TaxTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (taxToken *TaxToken) UnpackTransferEvent(log *types.Log) (*TaxTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != taxToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TaxTokenTransfer)
	if err := taxToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range taxToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// TokenProbeMetaData contains all meta data concerning the TokenProbe contract.
var TokenProbeMetaData = artifacts.Of("TokenProbe")

// TokenProbe is an auto generated Go binding around an Ethereum contract.
type TokenProbe struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TokenProbe) GetABI() abi.ABI {
	return c.abi
}

// NewTokenProbe creates a new instance of TokenProbe.
func NewTokenProbe() *TokenProbe {
	parsed, err := TokenProbeMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TokenProbe{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor((address,address,bool)[] trials) returns()
func (tokenProbe *TokenProbe) PackConstructor(trials []Trial) []byte {
	enc, err := tokenProbe.abi.Pack("", trials)
	if err != nil {
		panic(err)
	}
	return enc
}

// TokenTransferProxyMetaData contains all meta data concerning the TokenTransferProxy contract.
var TokenTransferProxyMetaData = artifacts.Of("TokenTransferProxy")

// TokenTransferProxy is an auto generated Go binding around an Ethereum contract.
type TokenTransferProxy struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TokenTransferProxy) GetABI() abi.ABI {
	return c.abi
}

// NewTokenTransferProxy creates a new instance of TokenTransferProxy.
func NewTokenTransferProxy() *TokenTransferProxy {
	parsed, err := TokenTransferProxyMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TokenTransferProxy{abi: *parsed}
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (tokenTransferProxy *TokenTransferProxy) PackOwner() []byte {
	enc, err := tokenTransferProxy.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (tokenTransferProxy *TokenTransferProxy) UnpackOwner(data []byte) (common.Address, error) {
	out, err := tokenTransferProxy.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRenounceOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x715018a6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceOwnership() returns()
func (tokenTransferProxy *TokenTransferProxy) PackRenounceOwnership() []byte {
	enc, err := tokenTransferProxy.abi.Pack("renounceOwnership")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x15dacbea.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address token, address from, address to, uint256 amount) returns()
func (tokenTransferProxy *TokenTransferProxy) PackTransferFrom(token common.Address, from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := tokenTransferProxy.abi.Pack("transferFrom", token, from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (tokenTransferProxy *TokenTransferProxy) PackTransferOwnership(newOwner common.Address) []byte {
	enc, err := tokenTransferProxy.abi.Pack("transferOwnership", newOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// UniswapV2FactoryMetaData contains all meta data concerning the UniswapV2Factory contract.
var UniswapV2FactoryMetaData = artifacts.Of("UniswapV2Factory")

// UniswapV2Factory is an auto generated Go binding around an Ethereum contract.
type UniswapV2Factory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV2Factory) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV2Factory creates a new instance of UniswapV2Factory.
func NewUniswapV2Factory() *UniswapV2Factory {
	parsed, err := UniswapV2FactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV2Factory{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(uint256 swapFee_) returns()
func (uniswapV2Factory *UniswapV2Factory) PackConstructor(swapFee_ *big.Int) []byte {
	enc, err := uniswapV2Factory.abi.Pack("", swapFee_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllPairsLength is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x574f2ba3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allPairsLength() view returns(uint256)
func (uniswapV2Factory *UniswapV2Factory) PackAllPairsLength() []byte {
	enc, err := uniswapV2Factory.abi.Pack("allPairsLength")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllPairsLength is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x574f2ba3.
//
// Solidity: function allPairsLength() view returns(uint256)
func (uniswapV2Factory *UniswapV2Factory) UnpackAllPairsLength(data []byte) (*big.Int, error) {
	out, err := uniswapV2Factory.abi.Unpack("allPairsLength", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackCreatePair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc9c65396.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createPair(address tokenA, address tokenB) returns(address pair)
func (uniswapV2Factory *UniswapV2Factory) PackCreatePair(tokenA common.Address, tokenB common.Address) []byte {
	enc, err := uniswapV2Factory.abi.Pack("createPair", tokenA, tokenB)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetPair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe6a43905.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPair(address , address ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) PackGetPair(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := uniswapV2Factory.abi.Pack("getPair", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetPair is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe6a43905.
//
// Solidity: function getPair(address , address ) view returns(address)
func (uniswapV2Factory *UniswapV2Factory) UnpackGetPair(data []byte) (common.Address, error) {
	out, err := uniswapV2Factory.abi.Unpack("getPair", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// UniswapV2ForkRouterMetaData contains all meta data concerning the UniswapV2ForkRouter contract.
var UniswapV2ForkRouterMetaData = artifacts.Of("UniswapV2ForkRouter")

// UniswapV2ForkRouter is an auto generated Go binding around an Ethereum contract.
type UniswapV2ForkRouter struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV2ForkRouter) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV2ForkRouter creates a new instance of UniswapV2ForkRouter.
func NewUniswapV2ForkRouter() *UniswapV2ForkRouter {
	parsed, err := UniswapV2ForkRouterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV2ForkRouter{abi: *parsed}
}

// PackROUTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30d643b5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (uniswapV2ForkRouter *UniswapV2ForkRouter) PackROUTERROLE() []byte {
	enc, err := uniswapV2ForkRouter.abi.Pack("ROUTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackROUTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30d643b5.
//
// Solidity: function ROUTER_ROLE() view returns(bytes32)
func (uniswapV2ForkRouter *UniswapV2ForkRouter) UnpackROUTERROLE(data []byte) ([32]byte, error) {
	out, err := uniswapV2ForkRouter.abi.Unpack("ROUTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackBuyOnUniswapV2Fork is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb2f1e6db.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buyOnUniswapV2Fork(address tokenIn, uint256 amountInMax, uint256 amountOut, address weth, uint256[] pools) payable returns()
func (uniswapV2ForkRouter *UniswapV2ForkRouter) PackBuyOnUniswapV2Fork(tokenIn common.Address, amountInMax *big.Int, amountOut *big.Int, weth common.Address, pools []*big.Int) []byte {
	enc, err := uniswapV2ForkRouter.abi.Pack("buyOnUniswapV2Fork", tokenIn, amountInMax, amountOut, weth, pools)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBuyOnUniswapV2ForkWithPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2941a712.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function buyOnUniswapV2ForkWithPermit(address tokenIn, uint256 amountInMax, uint256 amountOut, address weth, uint256[] pools, bytes permit) payable returns()
func (uniswapV2ForkRouter *UniswapV2ForkRouter) PackBuyOnUniswapV2ForkWithPermit(tokenIn common.Address, amountInMax *big.Int, amountOut *big.Int, weth common.Address, pools []*big.Int, permit []byte) []byte {
	enc, err := uniswapV2ForkRouter.abi.Pack("buyOnUniswapV2ForkWithPermit", tokenIn, amountInMax, amountOut, weth, pools, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x439fab91.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(bytes ) returns()
func (uniswapV2ForkRouter *UniswapV2ForkRouter) PackInitialize(arg0 []byte) []byte {
	enc, err := uniswapV2ForkRouter.abi.Pack("initialize", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapOnUniswapV2Fork is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0b86a4c1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapOnUniswapV2Fork(address tokenIn, uint256 amountIn, uint256 amountOutMin, address weth, uint256[] pools) payable returns()
func (uniswapV2ForkRouter *UniswapV2ForkRouter) PackSwapOnUniswapV2Fork(tokenIn common.Address, amountIn *big.Int, amountOutMin *big.Int, weth common.Address, pools []*big.Int) []byte {
	enc, err := uniswapV2ForkRouter.abi.Pack("swapOnUniswapV2Fork", tokenIn, amountIn, amountOutMin, weth, pools)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapOnUniswapV2ForkWithPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6e91538b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapOnUniswapV2ForkWithPermit(address tokenIn, uint256 amountIn, uint256 amountOutMin, address weth, uint256[] pools, bytes permit) payable returns()
func (uniswapV2ForkRouter *UniswapV2ForkRouter) PackSwapOnUniswapV2ForkWithPermit(tokenIn common.Address, amountIn *big.Int, amountOutMin *big.Int, weth common.Address, pools []*big.Int, permit []byte) []byte {
	enc, err := uniswapV2ForkRouter.abi.Pack("swapOnUniswapV2ForkWithPermit", tokenIn, amountIn, amountOutMin, weth, pools, permit)
	if err != nil {
		panic(err)
	}
	return enc
}

// UniswapV2PairMetaData contains all meta data concerning the UniswapV2Pair contract.
var UniswapV2PairMetaData = artifacts.Of("UniswapV2Pair")

// UniswapV2Pair is an auto generated Go binding around an Ethereum contract.
type UniswapV2Pair struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV2Pair) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV2Pair creates a new instance of UniswapV2Pair.
func NewUniswapV2Pair() *UniswapV2Pair {
	parsed, err := UniswapV2PairMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV2Pair{abi: *parsed}
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := uniswapV2Pair.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := uniswapV2Pair.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address spender, uint256 value) returns(bool)
func (uniswapV2Pair *UniswapV2Pair) PackApprove(spender common.Address, value *big.Int) []byte {
	enc, err := uniswapV2Pair.abi.Pack("approve", spender, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := uniswapV2Pair.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := uniswapV2Pair.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x89afcb44.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function burn(address to) returns(uint256 amount0, uint256 amount1)
func (uniswapV2Pair *UniswapV2Pair) PackBurn(to common.Address) []byte {
	enc, err := uniswapV2Pair.abi.Pack("burn", to)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (uniswapV2Pair *UniswapV2Pair) PackDecimals() []byte {
	enc, err := uniswapV2Pair.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (uniswapV2Pair *UniswapV2Pair) UnpackDecimals(data []byte) (uint8, error) {
	out, err := uniswapV2Pair.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) PackFactory() []byte {
	enc, err := uniswapV2Pair.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0902f1ac.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserves() view returns(uint112, uint112, uint32)
func (uniswapV2Pair *UniswapV2Pair) PackGetReserves() []byte {
	enc, err := uniswapV2Pair.abi.Pack("getReserves")
	if err != nil {
		panic(err)
	}
	return enc
}

// UniswapV2PairGetReservesOutput serves as a container for the return parameters of contract
// method GetReserves.
type UniswapV2PairGetReservesOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
	Arg2 uint32
}

// UnpackGetReserves is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0902f1ac.
//
// Solidity: function getReserves() view returns(uint112, uint112, uint32)
func (uniswapV2Pair *UniswapV2Pair) UnpackGetReserves(data []byte) (UniswapV2PairGetReservesOutput, error) {
	out, err := uniswapV2Pair.abi.Unpack("getReserves", data)
	outstruct := new(UniswapV2PairGetReservesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Arg2 = *abi.ConvertType(out[2], new(uint32)).(*uint32)
	return *outstruct, nil
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1794bb3c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(address token0_, address token1_, uint256 swapFee_) returns()
func (uniswapV2Pair *UniswapV2Pair) PackInitialize(token0 common.Address, token1 common.Address, swapFee *big.Int) []byte {
	enc, err := uniswapV2Pair.abi.Pack("initialize", token0, token1, swapFee)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6a627842.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to) returns(uint256 liquidity)
func (uniswapV2Pair *UniswapV2Pair) PackMint(to common.Address) []byte {
	enc, err := uniswapV2Pair.abi.Pack("mint", to)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (uniswapV2Pair *UniswapV2Pair) PackName() []byte {
	enc, err := uniswapV2Pair.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (uniswapV2Pair *UniswapV2Pair) UnpackName(data []byte) (string, error) {
	out, err := uniswapV2Pair.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x022c0d9f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data) returns()
func (uniswapV2Pair *UniswapV2Pair) PackSwap(amount0Out *big.Int, amount1Out *big.Int, to common.Address, data []byte) []byte {
	enc, err := uniswapV2Pair.abi.Pack("swap", amount0Out, amount1Out, to, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (uniswapV2Pair *UniswapV2Pair) PackSymbol() []byte {
	enc, err := uniswapV2Pair.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (uniswapV2Pair *UniswapV2Pair) UnpackSymbol(data []byte) (string, error) {
	out, err := uniswapV2Pair.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSync is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfff6cae9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sync() returns()
func (uniswapV2Pair *UniswapV2Pair) PackSync() []byte {
	enc, err := uniswapV2Pair.abi.Pack("sync")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) PackToken0() []byte {
	enc, err := uniswapV2Pair.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (uniswapV2Pair *UniswapV2Pair) UnpackToken0(data []byte) (common.Address, error) {
	out, err := uniswapV2Pair.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) PackTotalSupply() []byte {
	enc, err := uniswapV2Pair.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (uniswapV2Pair *UniswapV2Pair) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := uniswapV2Pair.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address to, uint256 value) returns(bool)
func (uniswapV2Pair *UniswapV2Pair) PackTransfer(to common.Address, value *big.Int) []byte {
	enc, err := uniswapV2Pair.abi.Pack("transfer", to, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 value) returns(bool)
func (uniswapV2Pair *UniswapV2Pair) PackTransferFrom(from common.Address, to common.Address, value *big.Int) []byte {
	enc, err := uniswapV2Pair.abi.Pack("transferFrom", from, to, value)
	if err != nil {
		panic(err)
	}
	return enc
}

// UniswapV2PairApproval represents a Approval event raised by the UniswapV2Pair contract.
type UniswapV2PairApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (uniswapV2Pair *UniswapV2Pair) UnpackApprovalEvent(log *types.Log) (*UniswapV2PairApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairApproval)
	if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV2PairBurn represents a Burn event raised by the UniswapV2Pair contract.
type UniswapV2PairBurn struct {
	Sender  common.Address
	Amount0 *big.Int
	Amount1 *big.Int
	To      common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackBurnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to)
func (uniswapV2Pair *UniswapV2Pair) UnpackBurnEvent(log *types.Log) (*UniswapV2PairBurn, error) {
	event := "Burn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairBurn)
	if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV2PairMint represents a Mint event raised by the UniswapV2Pair contract.
type UniswapV2PairMint struct {
	Sender  common.Address
	Amount0 *big.Int
	Amount1 *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackMintEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Mint(address indexed sender, uint256 amount0, uint256 amount1)
func (uniswapV2Pair *UniswapV2Pair) UnpackMintEvent(log *types.Log) (*UniswapV2PairMint, error) {
	event := "Mint"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairMint)
	if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV2PairSwap represents a Swap event raised by the UniswapV2Pair contract.
type UniswapV2PairSwap struct {
	Sender     common.Address
	Amount0In  *big.Int
	Amount1In  *big.Int
	Amount0Out *big.Int
	Amount1Out *big.Int
	To         common.Address
	Raw        *types.Log // Blockchain specific contextual infos
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)
func (uniswapV2Pair *UniswapV2Pair) UnpackSwapEvent(log *types.Log) (*UniswapV2PairSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairSwap)
	if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV2PairSync represents a Sync event raised by the UniswapV2Pair contract.
type UniswapV2PairSync struct {
	Reserve0 *big.Int
	Reserve1 *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

// UnpackSyncEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Sync(uint112 reserve0, uint112 reserve1)
func (uniswapV2Pair *UniswapV2Pair) UnpackSyncEvent(log *types.Log) (*UniswapV2PairSync, error) {
	event := "Sync"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairSync)
	if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV2PairTransfer represents a Transfer event raised by the UniswapV2Pair contract.
type UniswapV2PairTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (uniswapV2Pair *UniswapV2Pair) UnpackTransferEvent(log *types.Log) (*UniswapV2PairTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV2Pair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV2PairTransfer)
	if err := uniswapV2Pair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV2Pair.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV2RouterMetaData contains all meta data concerning the UniswapV2Router contract.
var UniswapV2RouterMetaData = artifacts.Of("UniswapV2Router")

// UniswapV2Router is an auto generated Go binding around an Ethereum contract.
type UniswapV2Router struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV2Router) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV2Router creates a new instance of UniswapV2Router.
func NewUniswapV2Router() *UniswapV2Router {
	parsed, err := UniswapV2RouterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV2Router{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address factory_) returns()
func (uniswapV2Router *UniswapV2Router) PackConstructor(factory_ common.Address) []byte {
	enc, err := uniswapV2Router.abi.Pack("", factory_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAddLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4b2fc7bb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function addLiquidity(address tokenA, address tokenB, uint256 amountA, uint256 amountB, address to) returns(uint256 liquidity)
func (uniswapV2Router *UniswapV2Router) PackAddLiquidity(tokenA common.Address, tokenB common.Address, amountA *big.Int, amountB *big.Int, to common.Address) []byte {
	enc, err := uniswapV2Router.abi.Pack("addLiquidity", tokenA, tokenB, amountA, amountB, to)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (uniswapV2Router *UniswapV2Router) PackFactory() []byte {
	enc, err := uniswapV2Router.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetAmountsOut is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd06ca61f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getAmountsOut(uint256 amountIn, address[] path) view returns(uint256[] amounts)
func (uniswapV2Router *UniswapV2Router) PackGetAmountsOut(amountIn *big.Int, path []common.Address) []byte {
	enc, err := uniswapV2Router.abi.Pack("getAmountsOut", amountIn, path)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetAmountsOut is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd06ca61f.
//
// Solidity: function getAmountsOut(uint256 amountIn, address[] path) view returns(uint256[] amounts)
func (uniswapV2Router *UniswapV2Router) UnpackGetAmountsOut(data []byte) ([]*big.Int, error) {
	out, err := uniswapV2Router.abi.Unpack("getAmountsOut", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackSwapExactTokensForTokens is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x38ed1739.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns(uint256[] amounts)
func (uniswapV2Router *UniswapV2Router) PackSwapExactTokensForTokens(amountIn *big.Int, amountOutMin *big.Int, path []common.Address, to common.Address, deadline *big.Int) []byte {
	enc, err := uniswapV2Router.abi.Pack("swapExactTokensForTokens", amountIn, amountOutMin, path, to, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapExactTokensForTokensSupportingFeeOnTransferTokens is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c11d795.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns()
func (uniswapV2Router *UniswapV2Router) PackSwapExactTokensForTokensSupportingFeeOnTransferTokens(amountIn *big.Int, amountOutMin *big.Int, path []common.Address, to common.Address, deadline *big.Int) []byte {
	enc, err := uniswapV2Router.abi.Pack("swapExactTokensForTokensSupportingFeeOnTransferTokens", amountIn, amountOutMin, path, to, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwapTokensForExactTokens is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8803dbee.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline) returns(uint256[] amounts)
func (uniswapV2Router *UniswapV2Router) PackSwapTokensForExactTokens(amountOut *big.Int, amountInMax *big.Int, path []common.Address, to common.Address, deadline *big.Int) []byte {
	enc, err := uniswapV2Router.abi.Pack("swapTokensForExactTokens", amountOut, amountInMax, path, to, deadline)
	if err != nil {
		panic(err)
	}
	return enc
}

// UniswapV3FactoryMetaData contains all meta data concerning the UniswapV3Factory contract.
var UniswapV3FactoryMetaData = artifacts.Of("UniswapV3Factory")

// UniswapV3Factory is an auto generated Go binding around an Ethereum contract.
type UniswapV3Factory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV3Factory) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV3Factory creates a new instance of UniswapV3Factory.
func NewUniswapV3Factory() *UniswapV3Factory {
	parsed, err := UniswapV3FactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV3Factory{abi: *parsed}
}

// PackCreatePool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1671295.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createPool(address tokenA, address tokenB, uint24 fee) returns(address pool)
func (uniswapV3Factory *UniswapV3Factory) PackCreatePool(tokenA common.Address, tokenB common.Address, fee *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("createPool", tokenA, tokenB, fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackEnableFeeAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8a7c195f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function enableFeeAmount(uint24 fee, int24 tickSpacing) returns()
func (uniswapV3Factory *UniswapV3Factory) PackEnableFeeAmount(fee *big.Int, tickSpacing *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("enableFeeAmount", fee, tickSpacing)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFeeAmountTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x22afcccb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeAmountTickSpacing(uint24 ) view returns(int24)
func (uniswapV3Factory *UniswapV3Factory) PackFeeAmountTickSpacing(arg0 *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("feeAmountTickSpacing", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetPool is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1698ee82.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPool(address , address , uint24 ) view returns(address)
func (uniswapV3Factory *UniswapV3Factory) PackGetPool(arg0 common.Address, arg1 common.Address, arg2 *big.Int) []byte {
	enc, err := uniswapV3Factory.abi.Pack("getPool", arg0, arg1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetPool is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1698ee82.
//
// Solidity: function getPool(address , address , uint24 ) view returns(address)
func (uniswapV3Factory *UniswapV3Factory) UnpackGetPool(data []byte) (common.Address, error) {
	out, err := uniswapV3Factory.abi.Unpack("getPool", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (uniswapV3Factory *UniswapV3Factory) PackOwner() []byte {
	enc, err := uniswapV3Factory.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (uniswapV3Factory *UniswapV3Factory) UnpackOwner(data []byte) (common.Address, error) {
	out, err := uniswapV3Factory.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// UniswapV3PoolMetaData contains all meta data concerning the UniswapV3Pool contract.
var UniswapV3PoolMetaData = artifacts.Of("UniswapV3Pool")

// UniswapV3Pool is an auto generated Go binding around an Ethereum contract.
type UniswapV3Pool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV3Pool) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV3Pool creates a new instance of UniswapV3Pool.
func NewUniswapV3Pool() *UniswapV3Pool {
	parsed, err := UniswapV3PoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV3Pool{abi: *parsed}
}

// PackBurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa34123a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function burn(int24 lower, int24 upper, uint128 amount) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackBurn(lower *big.Int, upper *big.Int, amount *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("burn", lower, upper, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackCollect is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f1eb3d8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function collect(address recipient, int24 lower, int24 upper, uint128 amount0Requested, uint128 amount1Requested) returns(uint128 amount0, uint128 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackCollect(recipient common.Address, lower *big.Int, upper *big.Int, amount0Requested *big.Int, amount1Requested *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("collect", recipient, lower, upper, amount0Requested, amount1Requested)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) PackFactory() []byte {
	enc, err := uniswapV3Pool.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xddca3f43.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function fee() view returns(uint24)
func (uniswapV3Pool *UniswapV3Pool) PackFee() []byte {
	enc, err := uniswapV3Pool.abi.Pack("fee")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackFee is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xddca3f43.
//
// Solidity: function fee() view returns(uint24)
func (uniswapV3Pool *UniswapV3Pool) UnpackFee(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("fee", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackFeeGrowthGlobal0X128 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf3058399.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeGrowthGlobal0X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) PackFeeGrowthGlobal0X128() []byte {
	enc, err := uniswapV3Pool.abi.Pack("feeGrowthGlobal0X128")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFeeGrowthGlobal1X128 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x46141319.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function feeGrowthGlobal1X128() view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) PackFeeGrowthGlobal1X128() []byte {
	enc, err := uniswapV3Pool.abi.Pack("feeGrowthGlobal1X128")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf637731d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(uint160 sqrtPriceX96) returns()
func (uniswapV3Pool *UniswapV3Pool) PackInitialize(sqrtPriceX96 *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("initialize", sqrtPriceX96)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackLiquidity is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1a686502.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function liquidity() view returns(uint128)
func (uniswapV3Pool *UniswapV3Pool) PackLiquidity() []byte {
	enc, err := uniswapV3Pool.abi.Pack("liquidity")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3c8a7d8d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes data) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackMint(recipient common.Address, lower *big.Int, upper *big.Int, amount *big.Int, data []byte) []byte {
	enc, err := uniswapV3Pool.abi.Pack("mint", recipient, lower, upper, amount, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3850c7bd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)
func (uniswapV3Pool *UniswapV3Pool) PackSlot0() []byte {
	enc, err := uniswapV3Pool.abi.Pack("slot0")
	if err != nil {
		panic(err)
	}
	return enc
}

// UniswapV3PoolSlot0Output serves as a container for the return parameters of contract
// method Slot0.
type UniswapV3PoolSlot0Output struct {
	SqrtPriceX96               *big.Int
	Tick                       *big.Int
	ObservationIndex           uint16
	ObservationCardinality     uint16
	ObservationCardinalityNext uint16
	FeeProtocol                uint8
	Unlocked                   bool
}

// UnpackSlot0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3850c7bd.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)
func (uniswapV3Pool *UniswapV3Pool) UnpackSlot0(data []byte) (UniswapV3PoolSlot0Output, error) {
	out, err := uniswapV3Pool.abi.Unpack("slot0", data)
	outstruct := new(UniswapV3PoolSlot0Output)
	if err != nil {
		return *outstruct, err
	}
	outstruct.SqrtPriceX96 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Tick = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.ObservationIndex = *abi.ConvertType(out[2], new(uint16)).(*uint16)
	outstruct.ObservationCardinality = *abi.ConvertType(out[3], new(uint16)).(*uint16)
	outstruct.ObservationCardinalityNext = *abi.ConvertType(out[4], new(uint16)).(*uint16)
	outstruct.FeeProtocol = *abi.ConvertType(out[5], new(uint8)).(*uint8)
	outstruct.Unlocked = *abi.ConvertType(out[6], new(bool)).(*bool)
	return *outstruct, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x128acb08.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 limit, bytes data) returns(int256 amount0, int256 amount1)
func (uniswapV3Pool *UniswapV3Pool) PackSwap(recipient common.Address, zeroForOne bool, amountSpecified *big.Int, limit *big.Int, data []byte) []byte {
	enc, err := uniswapV3Pool.abi.Pack("swap", recipient, zeroForOne, amountSpecified, limit, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTickBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5339c296.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickBitmap(int16 ) view returns(uint256)
func (uniswapV3Pool *UniswapV3Pool) PackTickBitmap(arg0 int16) []byte {
	enc, err := uniswapV3Pool.abi.Pack("tickBitmap", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTickSpacing is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0c93a7c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickSpacing() view returns(int24)
func (uniswapV3Pool *UniswapV3Pool) PackTickSpacing() []byte {
	enc, err := uniswapV3Pool.abi.Pack("tickSpacing")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTickSpacing is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0c93a7c.
//
// Solidity: function tickSpacing() view returns(int24)
func (uniswapV3Pool *UniswapV3Pool) UnpackTickSpacing(data []byte) (*big.Int, error) {
	out, err := uniswapV3Pool.abi.Unpack("tickSpacing", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTicks is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf30dba93.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ticks(int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128, int56 tickCumulativeOutside, uint160 secondsPerLiquidityOutsideX128, uint32 secondsOutside, bool initialized)
func (uniswapV3Pool *UniswapV3Pool) PackTicks(tick *big.Int) []byte {
	enc, err := uniswapV3Pool.abi.Pack("ticks", tick)
	if err != nil {
		panic(err)
	}
	return enc
}

// UniswapV3PoolTicksOutput serves as a container for the return parameters of contract
// method Ticks.
type UniswapV3PoolTicksOutput struct {
	LiquidityGross                 *big.Int
	LiquidityNet                   *big.Int
	FeeGrowthOutside0X128          *big.Int
	FeeGrowthOutside1X128          *big.Int
	TickCumulativeOutside          *big.Int
	SecondsPerLiquidityOutsideX128 *big.Int
	SecondsOutside                 uint32
	Initialized                    bool
}

// UnpackTicks is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf30dba93.
//
// Solidity: function ticks(int24 tick) view returns(uint128 liquidityGross, int128 liquidityNet, uint256 feeGrowthOutside0X128, uint256 feeGrowthOutside1X128, int56 tickCumulativeOutside, uint160 secondsPerLiquidityOutsideX128, uint32 secondsOutside, bool initialized)
func (uniswapV3Pool *UniswapV3Pool) UnpackTicks(data []byte) (UniswapV3PoolTicksOutput, error) {
	out, err := uniswapV3Pool.abi.Unpack("ticks", data)
	outstruct := new(UniswapV3PoolTicksOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.LiquidityGross = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.LiquidityNet = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthOutside0X128 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.FeeGrowthOutside1X128 = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.TickCumulativeOutside = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	outstruct.SecondsPerLiquidityOutsideX128 = abi.ConvertType(out[5], new(big.Int)).(*big.Int)
	outstruct.SecondsOutside = *abi.ConvertType(out[6], new(uint32)).(*uint32)
	outstruct.Initialized = *abi.ConvertType(out[7], new(bool)).(*bool)
	return *outstruct, nil
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) PackToken0() []byte {
	enc, err := uniswapV3Pool.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (uniswapV3Pool *UniswapV3Pool) UnpackToken0(data []byte) (common.Address, error) {
	out, err := uniswapV3Pool.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// UniswapV3PoolBurn represents a Burn event raised by the UniswapV3Pool contract.
type UniswapV3PoolBurn struct {
	Owner     common.Address
	TickLower *big.Int
	TickUpper *big.Int
	Amount    *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

// UnpackBurnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackBurnEvent(log *types.Log) (*UniswapV3PoolBurn, error) {
	event := "Burn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolBurn)
	if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3PoolCollect represents a Collect event raised by the UniswapV3Pool contract.
type UniswapV3PoolCollect struct {
	Owner     common.Address
	Recipient common.Address
	TickLower *big.Int
	TickUpper *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

// UnpackCollectEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackCollectEvent(log *types.Log) (*UniswapV3PoolCollect, error) {
	event := "Collect"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolCollect)
	if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3PoolMint represents a Mint event raised by the UniswapV3Pool contract.
type UniswapV3PoolMint struct {
	Sender    common.Address
	Owner     common.Address
	TickLower *big.Int
	TickUpper *big.Int
	Amount    *big.Int
	Amount0   *big.Int
	Amount1   *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

// UnpackMintEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)
func (uniswapV3Pool *UniswapV3Pool) UnpackMintEvent(log *types.Log) (*UniswapV3PoolMint, error) {
	event := "Mint"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolMint)
	if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3PoolSwap represents a Swap event raised by the UniswapV3Pool contract.
type UniswapV3PoolSwap struct {
	Sender       common.Address
	Recipient    common.Address
	Amount0      *big.Int
	Amount1      *big.Int
	SqrtPriceX96 *big.Int
	Liquidity    *big.Int
	Tick         *big.Int
	Raw          *types.Log // Blockchain specific contextual infos
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)
func (uniswapV3Pool *UniswapV3Pool) UnpackSwapEvent(log *types.Log) (*UniswapV3PoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != uniswapV3Pool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(UniswapV3PoolSwap)
	if err := uniswapV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range uniswapV3Pool.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UniswapV3RouterMetaData contains all meta data concerning the UniswapV3Router contract.
var UniswapV3RouterMetaData = artifacts.Of("UniswapV3Router")

// UniswapV3Router is an auto generated Go binding around an Ethereum contract.
type UniswapV3Router struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *UniswapV3Router) GetABI() abi.ABI {
	return c.abi
}

// NewUniswapV3Router creates a new instance of UniswapV3Router.
func NewUniswapV3Router() *UniswapV3Router {
	parsed, err := UniswapV3RouterMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &UniswapV3Router{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address factory_, address weth) returns()
func (uniswapV3Router *UniswapV3Router) PackConstructor(factory_ common.Address, weth common.Address) []byte {
	enc, err := uniswapV3Router.abi.Pack("", factory_, weth)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackExactInput is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc04b8d59.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exactInput((bytes,address,uint256,uint256,uint256) params) payable returns(uint256 amountOut)
func (uniswapV3Router *UniswapV3Router) PackExactInput(params UniswapV3RouterExactInputParams) []byte {
	enc, err := uniswapV3Router.abi.Pack("exactInput", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackExactOutput is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf28c0498.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exactOutput((bytes,address,uint256,uint256,uint256) params) payable returns(uint256 amountIn)
func (uniswapV3Router *UniswapV3Router) PackExactOutput(params UniswapV3RouterExactOutputParams) []byte {
	enc, err := uniswapV3Router.abi.Pack("exactOutput", params)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackFactory is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc45a0155.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function factory() view returns(address)
func (uniswapV3Router *UniswapV3Router) PackFactory() []byte {
	enc, err := uniswapV3Router.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb8cca34e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address pool, int24 tickLower, int24 tickUpper, uint128 amount) returns(uint256 amount0, uint256 amount1)
func (uniswapV3Router *UniswapV3Router) PackMint(pool common.Address, tickLower *big.Int, tickUpper *big.Int, amount *big.Int) []byte {
	enc, err := uniswapV3Router.abi.Pack("mint", pool, tickLower, tickUpper, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackUniswapV3SwapCallback is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfa461e33.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes data) returns()
func (uniswapV3Router *UniswapV3Router) PackUniswapV3SwapCallback(amount0Delta *big.Int, amount1Delta *big.Int, data []byte) []byte {
	enc, err := uniswapV3Router.abi.Pack("uniswapV3SwapCallback", amount0Delta, amount1Delta, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// WeightedPoolMetaData contains all meta data concerning the WeightedPool contract.
var WeightedPoolMetaData = artifacts.Of("WeightedPool")

// WeightedPool is an auto generated Go binding around an Ethereum contract.
type WeightedPool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *WeightedPool) GetABI() abi.ABI {
	return c.abi
}

// NewWeightedPool creates a new instance of WeightedPool.
func NewWeightedPool() *WeightedPool {
	parsed, err := WeightedPoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &WeightedPool{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address vault_, address[] tokens_, uint256[] weights_, uint256 swapFee_, address owner_) returns()
func (weightedPool *WeightedPool) PackConstructor(vault_ common.Address, tokens_ []common.Address, weights_ []*big.Int, swapFee_ *big.Int, owner_ common.Address) []byte {
	enc, err := weightedPool.abi.Pack("", vault_, tokens_, weights_, swapFee_, owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetNormalizedWeights is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf89f27ed.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getNormalizedWeights() view returns(uint256[])
func (weightedPool *WeightedPool) PackGetNormalizedWeights() []byte {
	enc, err := weightedPool.abi.Pack("getNormalizedWeights")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetNormalizedWeights is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf89f27ed.
//
// Solidity: function getNormalizedWeights() view returns(uint256[])
func (weightedPool *WeightedPool) UnpackGetNormalizedWeights(data []byte) ([]*big.Int, error) {
	out, err := weightedPool.abi.Unpack("getNormalizedWeights", data)
	if err != nil {
		return *new([]*big.Int), err
	}
	out0 := *abi.ConvertType(out[0], new([]*big.Int)).(*[]*big.Int)
	return out0, nil
}

// PackGetPoolId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x38fff2d0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPoolId() view returns(bytes32)
func (weightedPool *WeightedPool) PackGetPoolId() []byte {
	enc, err := weightedPool.abi.Pack("getPoolId")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetPoolId is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x38fff2d0.
//
// Solidity: function getPoolId() view returns(bytes32)
func (weightedPool *WeightedPool) UnpackGetPoolId(data []byte) ([32]byte, error) {
	out, err := weightedPool.abi.Unpack("getPoolId", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGetSwapFeePercentage is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55c67628.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getSwapFeePercentage() view returns(uint256)
func (weightedPool *WeightedPool) PackGetSwapFeePercentage() []byte {
	enc, err := weightedPool.abi.Pack("getSwapFeePercentage")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetSwapFeePercentage is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x55c67628.
//
// Solidity: function getSwapFeePercentage() view returns(uint256)
func (weightedPool *WeightedPool) UnpackGetSwapFeePercentage(data []byte) (*big.Int, error) {
	out, err := weightedPool.abi.Unpack("getSwapFeePercentage", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// WrappedNativeMetaData contains all meta data concerning the WrappedNative contract.
var WrappedNativeMetaData = artifacts.Of("WrappedNative")

// WrappedNative is an auto generated Go binding around an Ethereum contract.
type WrappedNative struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *WrappedNative) GetABI() abi.ABI {
	return c.abi
}

// NewWrappedNative creates a new instance of WrappedNative.
func NewWrappedNative() *WrappedNative {
	parsed, err := WrappedNativeMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &WrappedNative{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_) returns()
func (wrappedNative *WrappedNative) PackConstructor(name_ string, symbol_ string) []byte {
	enc, err := wrappedNative.abi.Pack("", name_, symbol_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (wrappedNative *WrappedNative) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := wrappedNative.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (wrappedNative *WrappedNative) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := wrappedNative.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address guy, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) PackApprove(guy common.Address, wad *big.Int) []byte {
	enc, err := wrappedNative.abi.Pack("approve", guy, wad)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (wrappedNative *WrappedNative) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := wrappedNative.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (wrappedNative *WrappedNative) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := wrappedNative.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (wrappedNative *WrappedNative) PackDecimals() []byte {
	enc, err := wrappedNative.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (wrappedNative *WrappedNative) UnpackDecimals(data []byte) (uint8, error) {
	out, err := wrappedNative.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackDeposit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0e30db0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function deposit() payable returns()
func (wrappedNative *WrappedNative) PackDeposit() []byte {
	enc, err := wrappedNative.abi.Pack("deposit")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (wrappedNative *WrappedNative) PackName() []byte {
	enc, err := wrappedNative.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (wrappedNative *WrappedNative) UnpackName(data []byte) (string, error) {
	out, err := wrappedNative.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (wrappedNative *WrappedNative) PackSymbol() []byte {
	enc, err := wrappedNative.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (wrappedNative *WrappedNative) UnpackSymbol(data []byte) (string, error) {
	out, err := wrappedNative.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function totalSupply() view returns(uint256)
func (wrappedNative *WrappedNative) PackTotalSupply() []byte {
	enc, err := wrappedNative.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (wrappedNative *WrappedNative) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := wrappedNative.abi.Unpack("totalSupply", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transfer(address dst, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) PackTransfer(dst common.Address, wad *big.Int) []byte {
	enc, err := wrappedNative.abi.Pack("transfer", dst, wad)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address src, address dst, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) PackTransferFrom(src common.Address, dst common.Address, wad *big.Int) []byte {
	enc, err := wrappedNative.abi.Pack("transferFrom", src, dst, wad)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2e1a7d4d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdraw(uint256 wad) returns()
func (wrappedNative *WrappedNative) PackWithdraw(wad *big.Int) []byte {
	enc, err := wrappedNative.abi.Pack("withdraw", wad)
	if err != nil {
		panic(err)
	}
	return enc
}

// WrappedNativeApproval represents a Approval event raised by the WrappedNative contract.
type WrappedNativeApproval struct {
	Src common.Address
	Guy common.Address
	Wad *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed src, address indexed guy, uint256 wad)
func (wrappedNative *WrappedNative) UnpackApprovalEvent(log *types.Log) (*WrappedNativeApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != wrappedNative.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(WrappedNativeApproval)
	if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range wrappedNative.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// WrappedNativeDeposit represents a Deposit event raised by the WrappedNative contract.
type WrappedNativeDeposit struct {
	Dst common.Address
	Wad *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

// UnpackDepositEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Deposit(address indexed dst, uint256 wad)
func (wrappedNative *WrappedNative) UnpackDepositEvent(log *types.Log) (*WrappedNativeDeposit, error) {
	event := "Deposit"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != wrappedNative.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(WrappedNativeDeposit)
	if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range wrappedNative.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// WrappedNativeTransfer represents a Transfer event raised by the WrappedNative contract.
type WrappedNativeTransfer struct {
	Src common.Address
	Dst common.Address
	Wad *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed src, address indexed dst, uint256 wad)
func (wrappedNative *WrappedNative) UnpackTransferEvent(log *types.Log) (*WrappedNativeTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != wrappedNative.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(WrappedNativeTransfer)
	if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range wrappedNative.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// WrappedNativeWithdrawal represents a Withdrawal event raised by the WrappedNative contract.
type WrappedNativeWithdrawal struct {
	Src common.Address
	Wad *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

// UnpackWithdrawalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Withdrawal(address indexed src, uint256 wad)
func (wrappedNative *WrappedNative) UnpackWithdrawalEvent(log *types.Log) (*WrappedNativeWithdrawal, error) {
	event := "Withdrawal"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != wrappedNative.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(WrappedNativeWithdrawal)
	if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range wrappedNative.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}
