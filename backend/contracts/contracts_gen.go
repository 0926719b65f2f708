// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

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

// AugustusRFQMetaData contains all meta data concerning the AugustusRFQ contract.
var AugustusRFQMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"orderHash\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"}],\"name\":\"OrderCancelled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"orderHash\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"name\":\"OrderFilled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"orderHash\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"makerAsset\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"makerAssetId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"takerAsset\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"takerAssetId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"name\":\"OrderFilledNFT\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"FILLED_ORDER\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"RFQ_LIMIT_NFT_ORDER_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"RFQ_LIMIT_ORDER_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"UNFILLED_ORDER\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"permitTakerAsset\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"permitMakerAsset\",\"type\":\"bytes\"}],\"internalType\":\"structAugustusRFQ.OrderInfo[]\",\"name\":\"orderInfos\",\"type\":\"tuple[]\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"batchFillOrderWithTarget\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"makerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"makerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.OrderNFT\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"permitTakerAsset\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"permitMakerAsset\",\"type\":\"bytes\"}],\"internalType\":\"structAugustusRFQ.OrderNFTInfo[]\",\"name\":\"orderInfos\",\"type\":\"tuple[]\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"batchFillOrderWithTargetNFT\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderHash\",\"type\":\"bytes32\"}],\"name\":\"cancelOrder\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32[]\",\"name\":\"orderHashes\",\"type\":\"bytes32[]\"}],\"name\":\"cancelOrders\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"fillOrder\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"makerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"makerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.OrderNFT\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"fillOrderNFT\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"fillOrderWithTarget\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"makerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"makerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.OrderNFT\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"fillOrderWithTargetNFT\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"bytes32[]\",\"name\":\"orderHashes\",\"type\":\"bytes32[]\"}],\"name\":\"getRemainingOrderBalance\",\"outputs\":[{\"internalType\":\"uint256[]\",\"name\":\"remainingBalances\",\"type\":\"uint256[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"}],\"name\":\"partialFillOrder\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"makerTokenFilledAmount\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"makerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"makerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.OrderNFT\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"}],\"name\":\"partialFillOrderNFT\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"makerTokenFilledAmount\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"partialFillOrderWithTarget\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"makerTokenFilledAmount\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"makerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"makerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.OrderNFT\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"partialFillOrderWithTargetNFT\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"makerTokenFilledAmount\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"permitTakerAsset\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"permitMakerAsset\",\"type\":\"bytes\"}],\"name\":\"partialFillOrderWithTargetPermit\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"makerTokenFilledAmount\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"uint256\",\"name\":\"makerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"makerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAsset\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAssetId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.OrderNFT\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"permitTakerAsset\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"permitMakerAsset\",\"type\":\"bytes\"}],\"name\":\"partialFillOrderWithTargetPermitNFT\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"makerTokenFilledAmount\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"name\":\"remaining\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"permitTakerAsset\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"permitMakerAsset\",\"type\":\"bytes\"}],\"internalType\":\"structAugustusRFQ.OrderInfo[]\",\"name\":\"orderInfos\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"makerFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"tryBatchFillOrderMakerAmount\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"components\":[{\"internalType\":\"uint256\",\"name\":\"nonceAndMeta\",\"type\":\"uint256\"},{\"internalType\":\"uint128\",\"name\":\"expiry\",\"type\":\"uint128\"},{\"internalType\":\"address\",\"name\":\"makerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"takerAsset\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"maker\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"taker\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"makerAmount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"takerAmount\",\"type\":\"uint256\"}],\"internalType\":\"structAugustusRFQ.Order\",\"name\":\"order\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"},{\"internalType\":\"uint256\",\"name\":\"takerTokenFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"permitTakerAsset\",\"type\":\"bytes\"},{\"internalType\":\"bytes\",\"name\":\"permitMakerAsset\",\"type\":\"bytes\"}],\"internalType\":\"structAugustusRFQ.OrderInfo[]\",\"name\":\"orderInfos\",\"type\":\"tuple[]\"},{\"internalType\":\"uint256\",\"name\":\"takerFillAmount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"tryBatchFillOrderTakerAmount\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "AugustusRFQ",
	Bin: "0x6101206040523461010457604051610018604082610108565b600c815260208101906b41554755535455532052465160a01b825260405191610042604084610108565b600183526020830191603160f81b8352805182206080528351832060a0524660e0523061010052519020915190206040519060208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f8452604083015260608201524660808201523060a082015260a081526100c160c082610108565b51902060c0526040516121d39081610140823960805181611f41015260a05181611f67015260c05181611fa8015260e05181611ee901526101005181611fce0152f35b5f80fd5b601f909101601f19168101906001600160401b0382119082101761012b57604052565b634e487b7160e01b5f52604160045260245ffdfe60806040526004361015610011575f80fd5b5f3560e01c806215400814610a2757806301568b831461091257806301fb36ba146107e9578063077822bd146107765780630b57f091146107335780631c64b820146106a157806321c77c961461064857806324abf828146105f15780632ea1ee84146105d657806330201ad31461057f5780633c3694ab146105265780637489ec231461050a5780638a3ae43d146104d057806398f9b46b1461048b578063b28ace5f14610436578063bbbc2372146103f1578063c88ae6dc1461039c578063c8b81d6314610318578063da6b84af14610238578063de77aaf9146101fe578063f6c1b371146101285763ff7e506a1461010a575f80fd5b34610124575f3660031901126101245760206040515f8152f35b5f80fd5b346101245736600319016101e08112610124576101401361012457610144356001600160401b03811161012457610163903690600401610a80565b61016b610ada565b6101a4356001600160401b0381116101245761018b903690600401610a80565b9390926101c4356001600160401b038111610124576020956101f6956101cf6101bb6101e0943690600401610a80565b9390926084356001600160a01b0316611089565b6044356001600160a01b0316611089565b61016435916101ef600461161e565b60046117f8565b604051908152f35b34610124575f3660031901126101245760206040517fba5673374f195ea076b91318b714c4f3d0887a650164f117b9a64de6237587fb8152f35b346101245736600319016101a08112610124576101001361012457610104356001600160401b03811161012457610273903690600401610a80565b9061027c610ac3565b610164356001600160401b0381116101245761029c903690600401610a80565b929093610184356001600160401b038111610124576102bf903690600401610a80565b959094606435916001600160a01b0383168303610124576102df92611089565b6044356001600160a01b0381168103610124576020956101f69561030292611089565b6101243591610311600461125f565b600461143d565b346101245761032636610b7b565b368390036101be190192905f5b8381101561039a578060051b830135908582121561012457610393836001938601610362610140820182610cff565b929091610373610180820182610cff565b9290916103846101a0820182610cff565b96909561016083013592610d86565b5001610333565b005b346101245736600319016101408112610124576101001361012457610104356001600160401b038111610124576101f66103dc6020923690600401610a80565b90339161012435916103ec61118d565b61138c565b346101245736600319016101608112610124576101401361012457610144356001600160401b0381116101245761042f61039a913690600401610a80565b3391611064565b346101245736600319016101808112610124576101401361012457610144356001600160401b038111610124576101f66104766020923690600401610a80565b9033916101643591610486611511565b611759565b346101245736600319016101208112610124576101001361012457610104356001600160401b038111610124576104c961039a913690600401610a80565b3391610dcc565b34610124575f3660031901126101245760206040517f95afddf5e4bb9f692716b7fdff640e6b8a0d2869597405c6e9d35857ed19a1508152f35b346101245760203660031901126101245761039a600435611007565b346101245736600319016101808112610124576101401361012457610144356001600160401b03811161012457610561903690600401610a80565b61016435906001600160a01b03821682036101245761039a92611064565b346101245736600319016101a08112610124576101401361012457610144356001600160401b038111610124576101f66105bf6020923690600401610a80565b906105c8610ada565b916101643591610486611511565b34610124575f36600319011261012457602060405160018152f35b346101245736600319016101608112610124576101001361012457610104356001600160401b038111610124576101f66106316020923690600401610a80565b9061063a610ac3565b9161012435916103ec61118d565b34610124576020366003190112610124576004356001600160401b03811161012457610678903690600401610b05565b905f5b82811061068457005b8061069b6106956001938686610c24565b35611007565b0161067b565b34610124576106af36610b35565b92915f5b8181108061072a575b15610720576101206106cf828487610c42565b01358084101561071b5750825b6106f186826106ec85878a610c42565b610f0c565b50610706575b5061070190610c34565b6106b3565b610714906107019294610c65565b92906106f7565b6106dc565b61039a8315610ca3565b508215156106bc565b34610124576040366003190112610124576001600160a01b03610754610aad565b165f525f60205260405f206024355f52602052602060405f2054604051908152f35b346101245761078436610b7b565b90915f5b83811061079157005b806107e2846107a36001948887610c42565b6107b1610100820182610cff565b9290916107c2610140820182610cff565b9290916107d3610160820182610cff565b96909561012083013592610d45565b5001610788565b34610124576107f736610b35565b915f5b81811080610909575b1561072057610813818387610c42565b60c08101359081156108fe57818510156108f55760e085915b01359061083a818419610c72565b82116108e9579061084a91610c90565b908082018092116108d5575f1982019182116108d55761086e869161089393610c72565b61012061087c85878b610c42565b0135808210156108ce57505b6106ec84868a610c42565b906108a8575b506108a390610c34565b6107fa565b6108a391936108c1918082105f146108c8575080610c65565b9290610899565b90610c65565b9050610888565b634e487b7160e01b5f52601160045260245ffd5b5050506108a390610c34565b60e0829161082c565b50506108a390610c34565b50821515610803565b346101245760403660031901126101245761092b610aad565b6024356001600160401b0381116101245761094a903690600401610b05565b909161095582610c0d565b926109636040519485610bec565b82845261096f83610c0d565b602085019390601f19013685376001600160a01b03909216915f5b8181106109d5578486604051918291602083019060208452518091526040830191905f5b8181106109bc575050500390f35b82518452859450602093840193909201916001016109ae565b835f525f60205260405f206109eb828486610c24565b355f5260205260405f2054908651811015610a135760019160208260051b890101520161098a565b634e487b7160e01b5f52603260045260245ffd5b346101245736600319016101408112610124576101001361012457610104356001600160401b03811161012457610a62903690600401610a80565b61012435906001600160a01b03821682036101245761039a92610dcc565b9181601f84011215610124578235916001600160401b038311610124576020838186019501011161012457565b600435906001600160a01b038216820361012457565b61014435906001600160a01b038216820361012457565b61018435906001600160a01b038216820361012457565b35906001600160a01b038216820361012457565b9181601f84011215610124578235916001600160401b038311610124576020808501948460051b01011161012457565b606060031982011261012457600435906001600160401b03821161012457610b5f91600401610b05565b9091602435906044356001600160a01b03811681036101245790565b604060031982011261012457600435906001600160401b03821161012457610ba591600401610b05565b90916024356001600160a01b03811681036101245790565b60c081019081106001600160401b03821117610bd857604052565b634e487b7160e01b5f52604160045260245ffd5b90601f801991011681019081106001600160401b03821117610bd857604052565b6001600160401b038111610bd85760051b60200190565b9190811015610a135760051b0190565b5f1981146108d55760010190565b9190811015610a135760051b8101359061017e1981360301821215610124570190565b919082039182116108d557565b8115610c7c570490565b634e487b7160e01b5f52601260045260245ffd5b818102929181159184041417156108d557565b15610caa57565b60405162461bcd60e51b815260206004820152602760248201527f436f756c646e2774207377617020746865207265717565737465642066696c6c60448201526608185b5bdd5b9d60ca1b6064820152608490fd5b903590601e198136030182121561012457018035906001600160401b0382116101245760200191813603831361012457565b356001600160a01b03811681036101245790565b929596610d68610d8399929598610d749497610d6360608801610d31565b611089565b610d6360408501610d31565b610d7d8161125f565b9061143d565b90565b929596610daa610d8399929598610dbd949760018060a01b03608088013516611089565b60408401356001600160a01b0316611089565b610dc68161161e565b906117f8565b610df09291610ddb600461125f565b91610de58361135e565b60e43592600461143d565b50565b35906001600160801b038216820361012457565b60e08091803584526001600160801b03610e2360208301610df3565b1660208501526001600160a01b03610e3d60408301610af1565b1660408501526001600160a01b03610e5760608301610af1565b1660608501526001600160a01b03610e7160808301610af1565b1660808501526001600160a01b03610e8b60a08301610af1565b1660a085015260c081013560c08501520135910152565b908060209392818452848401375f828201840152601f01601f1916010190565b6001600160401b038111610bd857601f01601f191660200190565b3d15610f07573d90610eee82610ec2565b91610efc6040519384610bec565b82523d5f602084013e565b606090565b905f926101008301610f1e9084610cff565b9190926101408501610f309086610cff565b91610f3f610160880188610cff565b939094604051978897602089019a63da6b84af60e01b8c5260248a01610f6491610e07565b61012489016101a090526101c4890190610f7d92610ea2565b6101448801939093526001600160a01b031661016487015285820360231901610184870152610fab92610ea2565b90602319848303016101a4850152610fc292610ea2565b03601f1981018252610fd49082610bec565b5130905a925f93928493f491610fe8610edd565b83610ff05750565b909150602081805181010312610124576020015190565b335f525f60205260405f20815f52602052600160405f205414610df057335f525f60205260405f20815f52602052600160405f205533907fa6eb7cdc219e1518ced964e9a34e61d68a94e4f1569db3e84256ba981ba527535f80a3565b610df09291611073600461161e565b9161107d8361135e565b610124359260046117f8565b909160e0810361112257905f928380936110d9602463d505accf60e01b945b83604051948592602084019863ffffffff60e01b16895284840137810185838201520301601f198101835282610bec565b51925af16110e5610edd565b50156110ed57565b60405162461bcd60e51b815260206004820152600d60248201526c14195c9b5a5d0819985a5b1959609a1b6044820152606490fd5b906101008203611144575f928380936110d960246323f2ebc360e21b946110a8565b505050565b6040519061115682610bbd565b5f60a0838281528260208201528260408201528260608201528260808201520152565b356001600160801b03811681036101245790565b611195611149565b506111eb60405160208101907f95afddf5e4bb9f692716b7fdff640e6b8a0d2869597405c6e9d35857ed19a15082526111d2604082016004610e07565b61012081526111e361014082610bec565b5190206118b0565b6084356001600160a01b03811690818103610124575060a4356001600160a01b038116908181036101245750602435916001600160801b0383169283810361012457506040519361123b85610bbd565b845260208401526040830152606082015260c435608082015260e43560a082015290565b611267611149565b5060e06112a560405160208101907f95afddf5e4bb9f692716b7fdff640e6b8a0d2869597405c6e9d35857ed19a15082526111d26040820186610e07565b916001600160801b036112ba60808301610d31565b6112c660a08401610d31565b6112d260208501611179565b91604051966112e088610bbd565b87526001600160a01b03908116602088015216604086015216606084015260c08101356080840152013560a082015290565b1561131957565b60405162461bcd60e51b815260206004820152601f60248201527f4f7264657220616c72656164792066696c6c6564206f722065787069726564006044820152606490fd5b60018060a01b036020820151165f525f60205260405f2090515f5260205261138a60405f205415611312565b565b949391839061139b92876118e9565b93516084356001600160a01b0381169291838203610124576044356001600160a01b03811695909190868303610124576064356001600160a01b038116908181036101245761138a988b986114389588946040519384528b602085015260408401528560608401527f6621486d9c28838df4a87d2cca5007bc2aaf6a5b5de083b1db8faf709302c473608060018060a01b038c1694a43390611bdb565b611bdb565b61150561150b9161145a8761138a9895976115009b9a97896118e9565b98899651946114ef608084019661147088610d31565b6040860195606061148088610d31565b91019261148c84610d31565b6040519260018060a01b031683528d602084015260018060a01b031660408301528560608301527f6621486d9c28838df4a87d2cca5007bc2aaf6a5b5de083b1db8faf709302c47360808d60018060a01b03169460018060a01b031693a4610d31565b6114f887610d31565b903390611bdb565b610d31565b91610d31565b90611bdb565b611519611149565b5060405160208101907fba5673374f195ea076b91318b714c4f3d0887a650164f117b9a64de6237587fb82526004356040820152602435916001600160801b0383168084036101245760608301819052604435608084015260643560a084015260843560c084015260a43560e084015260c435936001600160a01b03851680860361012457610100850181905260e4356001600160a01b038116929083810361012457836101208801526115ef6101043596876101408a015261012435988961016082015261016081526111e361018082610bec565b975050506040519561160087610bbd565b8652602086015260408501526060840152608083015260a082015290565b611626611149565b5060405160208101917fba5673374f195ea076b91318b714c4f3d0887a650164f117b9a64de6237587fb8352803560408301526001600160801b0360208201938161167086610df3565b16606085015260408301356080850152606083013560a0850152608083013560c085015260a083013560e085015260c083019460018060a01b036116b387610af1565b1661010086015261172061171a61171461170e60e088019560018060a01b036116db88610af1565b166101208b01526101206101008a0135998a6101408d01520135998a61016082015261016081526111e361018082610bec565b98610d31565b93610d31565b91611179565b916040519661172e88610bbd565b87526001600160a01b039081166020880152166040860152166060840152608083015260a082015290565b949392809261176892876118e9565b93519160c4356001600160a01b0381168082036101245761138a946117f388958460443593606435956084359160a43591604051918883528960208401528c60408401528460608401528360808401528660a08401527f58454165245cb04f65f0d8e8e867125cee46b1b301053018898247b85cb4a9bc60c08d60018060a01b031694a43391611d1b565b611d1b565b90929361180f8161138a966118aa999895876118e9565b968794519161150060c085019161182583610d31565b9460408701359660608101359660a0608083013592013592604051908a82528960208301528c60408301528360608301528460808301528560a08301527f58454165245cb04f65f0d8e8e867125cee46b1b301053018898247b85cb4a9bc60c08d60018060a01b03169460018060a01b031693a46118a285610d31565b913391611d1b565b91611d1b565b6118b8611ee7565b9060405190602082019261190160f01b845260228301526042820152604281526118e3606282610bec565b51902090565b909392936080820190815115611ba55760408301516001600160a01b03168015908115611b9b575b5015611b665760608301518015908115611b5b575b5015611b265785151580611b18575b15611adc57602083019360018060a01b038551165f525f60205260405f2084515f5260205260405f205461196c6001821415611312565b80611ac8575084518451906001600160a01b031661198983610ec2565b926119976040519485610bec565b8084523681860111610124576020815f926119b9978388013785010152611ffc565b15611a8f578051945b60a0830190815181145f14611a7257505051935b848015611a2157816119ed6119f293831115611312565b610c65565b91600183018093116108d557516001600160a01b03165f90815260208181526040808320935183529290522055565b60405162461bcd60e51b815260206004820152602360248201527f4d616b657220746f6b656e2066696c6c20616d6f756e742063616e6e6f74206260448201526206520360ec1b6064820152608490fd5b611a8190611a89935190610c90565b905190610c72565b936119d6565b60405162461bcd60e51b8152602060048201526011602482015270496e76616c6964205369676e617475726560781b6044820152606490fd5b5f1981019250821190506108d557946119c2565b60405162461bcd60e51b8152602060048201526014602482015273125b9d985b1a590815185ad95c88185b5bdd5b9d60621b6044820152606490fd5b5060a0830151861115611935565b60405162461bcd60e51b815260206004820152600d60248201526c13dc99195c88195e1c1a5c9959609a1b6044820152606490fd5b90504211155f611926565b60405162461bcd60e51b815260206004820152600d60248201526c1058d8d95cdcc819195b9a5959609a1b6044820152606490fd5b905033145f611911565b60405162461bcd60e51b815260206004820152600e60248201526d125b9d985b1a5908185b5bdd5b9d60921b6044820152606490fd5b6040516323b872dd60e01b602082019081526001600160a01b0393841660248301529390921660448301526064808301949094529281529091611c1f608483610bec565b803b15611cd6575f9283809351925af1611c37610edd565b9015611cce578051908115918215611cab575b505015611c5357565b60405162461bcd60e51b815260206004820152602a60248201527f5361666545524332303a204552433230206f7065726174696f6e20646964206e6044820152691bdd081cdd58d8d9595960b21b6064820152608490fd5b819250906020918101031261012457602001518015158103610124575f80611c4a565b602081519101fd5b60405162461bcd60e51b815260206004820152601d60248201527f416464726573733a2063616c6c20746f206e6f6e2d636f6e74726163740000006044820152606490fd5b5f9493929160a082901c60031680611d42575061138a9550506001600160a01b0316611bdb565b9094919060018103611ddf57506001600160a01b031690813b15611ddb57918560c4928195946040519788968795637921219560e11b875260018060a01b0316600487015260018060a01b031660248601526044850152606484015260a060848401528160a48401525af18015611dd057611dbb575050565b611dc6828092610bec565b611dcd5750565b80fd5b6040513d84823e3d90fd5b8580fd5b600291939594965003611ead57600103611e5d576001600160a01b0316803b1561012457604051632142170760e11b81526001600160a01b03938416600482015293909216602484015260448301525f908290606490829084905af18015611e5257611e485750565b5f61138a91610bec565b6040513d5f823e3d90fd5b60405162461bcd60e51b815260206004820152602260248201527f496e76616c696420616d6f756e7420666f7220455243373231207472616e736660448201526132b960f11b6064820152608490fd5b60405162461bcd60e51b8152602060048201526012602482015271496e76616c696420746f6b656e207479706560701b6044820152606490fd5b7f0000000000000000000000000000000000000000000000000000000000000000461480611fca575b611fa65760405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f000000000000000000000000000000000000000000000000000000000000000060408201527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a082015260a081526118e360c082610bec565b7f000000000000000000000000000000000000000000000000000000000000000090565b50307f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031614611f10565b9091906001600160a01b0361201183856120dc565b1680151590816120c9575b506120c1575f92602061207b6084869560405193849181830196630b135d3f60e11b88526024840152604060448401528051918291826064860152018484015e87838284010152601f801991011681010301601f198101835282610bec565b51915afa612087610edd565b816120b5575b81612096575090565b90506020818051810103126101245760200151630b135d3f60e11b1490565b8051602014915061208d565b505050600190565b6001600160a01b0383161490505f61201c565b9080519160408314928315908161213e575b5061213757602082015190606060408401519301515f1a93612115575b92610d839361214a565b919250601b8360ff1c019260ff84116108d5576001600160ff1b03169161210b565b5050505f90565b6041915014155f6120ee565b7f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841180156121b0575b6121a8576020935f9360ff60809460405194855216868401526040830152606082015282805260015afa15611e52575f5190565b505050505f90565b5060ff8216601b81141590816121c7575b50612174565b601c915014155f6121c156",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *AugustusRFQ) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackFILLEDORDER is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2ea1ee84.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function FILLED_ORDER() view returns(uint256)
func (augustusRFQ *AugustusRFQ) TryPackFILLEDORDER() ([]byte, error) {
	return augustusRFQ.abi.Pack("FILLED_ORDER")
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

// TryPackRFQLIMITNFTORDERTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xde77aaf9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function RFQ_LIMIT_NFT_ORDER_TYPEHASH() view returns(bytes32)
func (augustusRFQ *AugustusRFQ) TryPackRFQLIMITNFTORDERTYPEHASH() ([]byte, error) {
	return augustusRFQ.abi.Pack("RFQ_LIMIT_NFT_ORDER_TYPEHASH")
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

// TryPackRFQLIMITORDERTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8a3ae43d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function RFQ_LIMIT_ORDER_TYPEHASH() view returns(bytes32)
func (augustusRFQ *AugustusRFQ) TryPackRFQLIMITORDERTYPEHASH() ([]byte, error) {
	return augustusRFQ.abi.Pack("RFQ_LIMIT_ORDER_TYPEHASH")
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

// PackUNFILLEDORDER is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xff7e506a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function UNFILLED_ORDER() view returns(uint256)
func (augustusRFQ *AugustusRFQ) PackUNFILLEDORDER() []byte {
	enc, err := augustusRFQ.abi.Pack("UNFILLED_ORDER")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUNFILLEDORDER is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xff7e506a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function UNFILLED_ORDER() view returns(uint256)
func (augustusRFQ *AugustusRFQ) TryPackUNFILLEDORDER() ([]byte, error) {
	return augustusRFQ.abi.Pack("UNFILLED_ORDER")
}

// UnpackUNFILLEDORDER is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xff7e506a.
//
// Solidity: function UNFILLED_ORDER() view returns(uint256)
func (augustusRFQ *AugustusRFQ) UnpackUNFILLEDORDER(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("UNFILLED_ORDER", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
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

// TryPackBatchFillOrderWithTarget is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x077822bd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function batchFillOrderWithTarget(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, address target) returns()
func (augustusRFQ *AugustusRFQ) TryPackBatchFillOrderWithTarget(orderInfos []AugustusRFQOrderInfo, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("batchFillOrderWithTarget", orderInfos, target)
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

// TryPackBatchFillOrderWithTargetNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc8b81d63.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function batchFillOrderWithTargetNFT(((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, address target) returns()
func (augustusRFQ *AugustusRFQ) TryPackBatchFillOrderWithTargetNFT(orderInfos []AugustusRFQOrderNFTInfo, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("batchFillOrderWithTargetNFT", orderInfos, target)
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

// TryPackCancelOrder is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7489ec23.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelOrder(bytes32 orderHash) returns()
func (augustusRFQ *AugustusRFQ) TryPackCancelOrder(orderHash [32]byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("cancelOrder", orderHash)
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

// TryPackCancelOrders is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x21c77c96.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelOrders(bytes32[] orderHashes) returns()
func (augustusRFQ *AugustusRFQ) TryPackCancelOrders(orderHashes [][32]byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("cancelOrders", orderHashes)
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

// TryPackFillOrder is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x98f9b46b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fillOrder((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature) returns()
func (augustusRFQ *AugustusRFQ) TryPackFillOrder(order AugustusRFQOrder, signature []byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("fillOrder", order, signature)
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

// TryPackFillOrderNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xbbbc2372.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fillOrderNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature) returns()
func (augustusRFQ *AugustusRFQ) TryPackFillOrderNFT(order AugustusRFQOrderNFT, signature []byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("fillOrderNFT", order, signature)
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

// TryPackFillOrderWithTarget is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00154008.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fillOrderWithTarget((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, address target) returns()
func (augustusRFQ *AugustusRFQ) TryPackFillOrderWithTarget(order AugustusRFQOrder, signature []byte, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("fillOrderWithTarget", order, signature, target)
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

// TryPackFillOrderWithTargetNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3c3694ab.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function fillOrderWithTargetNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, address target) returns()
func (augustusRFQ *AugustusRFQ) TryPackFillOrderWithTargetNFT(order AugustusRFQOrderNFT, signature []byte, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("fillOrderWithTargetNFT", order, signature, target)
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

// TryPackGetRemainingOrderBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01568b83.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getRemainingOrderBalance(address maker, bytes32[] orderHashes) view returns(uint256[] remainingBalances)
func (augustusRFQ *AugustusRFQ) TryPackGetRemainingOrderBalance(maker common.Address, orderHashes [][32]byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("getRemainingOrderBalance", maker, orderHashes)
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

// TryPackPartialFillOrder is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc88ae6dc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function partialFillOrder((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) TryPackPartialFillOrder(order AugustusRFQOrder, signature []byte, takerTokenFillAmount *big.Int) ([]byte, error) {
	return augustusRFQ.abi.Pack("partialFillOrder", order, signature, takerTokenFillAmount)
}

// UnpackPartialFillOrder is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc88ae6dc.
//
// Solidity: function partialFillOrder((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) UnpackPartialFillOrder(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("partialFillOrder", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackPartialFillOrderNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb28ace5f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function partialFillOrderNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) TryPackPartialFillOrderNFT(order AugustusRFQOrderNFT, signature []byte, takerTokenFillAmount *big.Int) ([]byte, error) {
	return augustusRFQ.abi.Pack("partialFillOrderNFT", order, signature, takerTokenFillAmount)
}

// UnpackPartialFillOrderNFT is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb28ace5f.
//
// Solidity: function partialFillOrderNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) UnpackPartialFillOrderNFT(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("partialFillOrderNFT", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackPartialFillOrderWithTarget is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x24abf828.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function partialFillOrderWithTarget((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) TryPackPartialFillOrderWithTarget(order AugustusRFQOrder, signature []byte, takerTokenFillAmount *big.Int, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("partialFillOrderWithTarget", order, signature, takerTokenFillAmount, target)
}

// UnpackPartialFillOrderWithTarget is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x24abf828.
//
// Solidity: function partialFillOrderWithTarget((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) UnpackPartialFillOrderWithTarget(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("partialFillOrderWithTarget", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackPartialFillOrderWithTargetNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30201ad3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function partialFillOrderWithTargetNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) TryPackPartialFillOrderWithTargetNFT(order AugustusRFQOrderNFT, signature []byte, takerTokenFillAmount *big.Int, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("partialFillOrderWithTargetNFT", order, signature, takerTokenFillAmount, target)
}

// UnpackPartialFillOrderWithTargetNFT is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x30201ad3.
//
// Solidity: function partialFillOrderWithTargetNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) UnpackPartialFillOrderWithTargetNFT(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("partialFillOrderWithTargetNFT", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackPartialFillOrderWithTargetPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xda6b84af.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function partialFillOrderWithTargetPermit((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target, bytes permitTakerAsset, bytes permitMakerAsset) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) TryPackPartialFillOrderWithTargetPermit(order AugustusRFQOrder, signature []byte, takerTokenFillAmount *big.Int, target common.Address, permitTakerAsset []byte, permitMakerAsset []byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("partialFillOrderWithTargetPermit", order, signature, takerTokenFillAmount, target, permitTakerAsset, permitMakerAsset)
}

// UnpackPartialFillOrderWithTargetPermit is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xda6b84af.
//
// Solidity: function partialFillOrderWithTargetPermit((uint256,uint128,address,address,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target, bytes permitTakerAsset, bytes permitMakerAsset) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) UnpackPartialFillOrderWithTargetPermit(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("partialFillOrderWithTargetPermit", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackPartialFillOrderWithTargetPermitNFT is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf6c1b371.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function partialFillOrderWithTargetPermitNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target, bytes permitTakerAsset, bytes permitMakerAsset) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) TryPackPartialFillOrderWithTargetPermitNFT(order AugustusRFQOrderNFT, signature []byte, takerTokenFillAmount *big.Int, target common.Address, permitTakerAsset []byte, permitMakerAsset []byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("partialFillOrderWithTargetPermitNFT", order, signature, takerTokenFillAmount, target, permitTakerAsset, permitMakerAsset)
}

// UnpackPartialFillOrderWithTargetPermitNFT is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf6c1b371.
//
// Solidity: function partialFillOrderWithTargetPermitNFT((uint256,uint128,uint256,uint256,uint256,uint256,address,address,uint256,uint256) order, bytes signature, uint256 takerTokenFillAmount, address target, bytes permitTakerAsset, bytes permitMakerAsset) returns(uint256 makerTokenFilledAmount)
func (augustusRFQ *AugustusRFQ) UnpackPartialFillOrderWithTargetPermitNFT(data []byte) (*big.Int, error) {
	out, err := augustusRFQ.abi.Unpack("partialFillOrderWithTargetPermitNFT", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackRemaining is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0b57f091.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function remaining(address , bytes32 ) view returns(uint256)
func (augustusRFQ *AugustusRFQ) TryPackRemaining(arg0 common.Address, arg1 [32]byte) ([]byte, error) {
	return augustusRFQ.abi.Pack("remaining", arg0, arg1)
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

// TryPackTryBatchFillOrderMakerAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01fb36ba.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tryBatchFillOrderMakerAmount(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint256 makerFillAmount, address target) returns()
func (augustusRFQ *AugustusRFQ) TryPackTryBatchFillOrderMakerAmount(orderInfos []AugustusRFQOrderInfo, makerFillAmount *big.Int, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("tryBatchFillOrderMakerAmount", orderInfos, makerFillAmount, target)
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

// TryPackTryBatchFillOrderTakerAmount is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1c64b820.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tryBatchFillOrderTakerAmount(((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[] orderInfos, uint256 takerFillAmount, address target) returns()
func (augustusRFQ *AugustusRFQ) TryPackTryBatchFillOrderTakerAmount(orderInfos []AugustusRFQOrderInfo, takerFillAmount *big.Int, target common.Address) ([]byte, error) {
	return augustusRFQ.abi.Pack("tryBatchFillOrderTakerAmount", orderInfos, takerFillAmount, target)
}

// AugustusRFQOrderCancelled represents a OrderCancelled event raised by the AugustusRFQ contract.
type AugustusRFQOrderCancelled struct {
	OrderHash [32]byte
	Maker     common.Address
	Raw       *types.Log // Blockchain specific contextual infos
}

const AugustusRFQOrderCancelledEventName = "OrderCancelled"

// ContractEventName returns the user-defined event name.
func (AugustusRFQOrderCancelled) ContractEventName() string {
	return AugustusRFQOrderCancelledEventName
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
	if len(log.Data) > 0 {
		if err := augustusRFQ.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const AugustusRFQOrderFilledEventName = "OrderFilled"

// ContractEventName returns the user-defined event name.
func (AugustusRFQOrderFilled) ContractEventName() string {
	return AugustusRFQOrderFilledEventName
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
	if len(log.Data) > 0 {
		if err := augustusRFQ.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const AugustusRFQOrderFilledNFTEventName = "OrderFilledNFT"

// ContractEventName returns the user-defined event name.
func (AugustusRFQOrderFilledNFT) ContractEventName() string {
	return AugustusRFQOrderFilledNFTEventName
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
	if len(log.Data) > 0 {
		if err := augustusRFQ.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// ContractWalletMetaData contains all meta data concerning the ContractWallet contract.
var ContractWalletMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"answer\",\"outputs\":[{\"internalType\":\"enumContractWallet.Answer\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"execute\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"hash\",\"type\":\"bytes32\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"isValidSignature\",\"outputs\":[{\"internalType\":\"bytes4\",\"name\":\"\",\"type\":\"bytes4\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"onERC1155Received\",\"outputs\":[{\"internalType\":\"bytes4\",\"name\":\"\",\"type\":\"bytes4\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"onERC721Received\",\"outputs\":[{\"internalType\":\"bytes4\",\"name\":\"\",\"type\":\"bytes4\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"enumContractWallet.Answer\",\"name\":\"answer_\",\"type\":\"uint8\"}],\"name\":\"setAnswer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"stateMutability\":\"payable\",\"type\":\"receive\"}]",
	ID:  "ContractWallet",
	Bin: "0x60a034607457601f61073f38819003918201601f19168301916001600160401b03831184841017607857808492602094604052833981010312607457516001600160a01b03811681036074576080526040516106b2908161008d823960805181818161010c01528181610266015261055b0152f35b5f80fd5b634e487b7160e01b5f52604160045260245ffdfe608080604052600436101561001c575b50361561001a575f80fd5b005b5f3560e01c908163150b7a0214610350575080631626ba7e146102fe5780631b3fc74f146102d157806385bb7d69146102955780638da5cb5b14610251578063b61d27f6146100d05763f23a6e6114610075575f61000f565b346100cc5760a03660031901126100cc5761008e6103a4565b506100976103ba565b5060843567ffffffffffffffff81116100cc576100b89036906004016103d0565b505060405163f23a6e6160e01b8152602090f35b5f80fd5b346100cc5760603660031901126100cc576100e96103a4565b60443567ffffffffffffffff81116100cc576101099036906004016103d0565b917f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031633036101fc57825f93928493604051928392833781018481520391602435905af13d156101f4573d9061016e61016983610438565b6103fe565b9182523d5f602084013e5b156101af576040602091815192839181835280519182918282860152018484015e5f828201840152601f01601f19168101030190f35b60405162461bcd60e51b815260206004820152601b60248201527f436f6e747261637457616c6c65743a2063616c6c206661696c656400000000006044820152606490fd5b606090610179565b60405162461bcd60e51b815260206004820152602760248201527f436f6e747261637457616c6c65743a2063616c6c6572206973206e6f74207468604482015266329037bbb732b960c91b6064820152608490fd5b346100cc575f3660031901126100cc576040517f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03168152602090f35b346100cc575f3660031901126100cc5760ff5f541660405160078210156102bd576020918152f35b634e487b7160e01b5f52602160045260245ffd5b346100cc5760203660031901126100cc5760043560078110156100cc5760ff80195f54169116175f555f80f35b346100cc5760403660031901126100cc5760243567ffffffffffffffff81116100cc5761033d61033460209236906004016103d0565b90600435610454565b6040516001600160e01b03199091168152f35b346100cc5760803660031901126100cc576103696103a4565b506103726103ba565b506064359067ffffffffffffffff82116100cc5761039660209236906004016103d0565b5050630a85bd0160e11b8152f35b600435906001600160a01b03821682036100cc57565b602435906001600160a01b03821682036100cc57565b9181601f840112156100cc5782359167ffffffffffffffff83116100cc57602083818601950101116100cc57565b6040519190601f01601f1916820167ffffffffffffffff81118382101761042457604052565b634e487b7160e01b5f52604160045260245ffd5b67ffffffffffffffff811161042457601f01601f191660200190565b929160ff5f54169360078510156102bd57841561051a575050506001821461050e57600282146105015750600381146104bc57600681146104b6576004036104ad5760ff60045b630b135d3f60e11b5f525f602052165ff35b60ff604061049b565b5b6104b7565b60405162461bcd60e51b815260206004820152601760248201527f436f6e747261637457616c6c65743a20726566757365640000000000000000006044820152606490fd5b6001600160e01b03199150565b630b135d3f60e11b9150565b909192935061052b61016983610438565b9180835236818501116100cc576020815f9261054e968387013784010152610599565b6001600160a01b039081167f00000000000000000000000000000000000000000000000000000000000000009091160361058d57630b135d3f60e11b90565b6001600160e01b031990565b90805191604083149283159081610612575b5061060b57602082015190606060408401519301515f1a936105d5575b926105d29361061e565b90565b919250601b8360ff1c019260ff84116105f7576001600160ff1b0316916105c8565b634e487b7160e01b5f52601160045260245ffd5b5050505f90565b6041915014155f6105ab565b7f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411801561068f575b610687576020935f9360ff60809460405194855216868401526040830152606082015282805260015afa1561067c575f5190565b6040513d5f823e3d90fd5b505050505f90565b5060ff8216601b81141590816106a6575b50610648565b601c915014155f6106a056",
}

// ContractWallet is an auto generated Go binding around an Ethereum contract.
type ContractWallet struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ContractWallet) GetABI() abi.ABI {
	return c.abi
}

// NewContractWallet creates a new instance of ContractWallet.
func NewContractWallet() *ContractWallet {
	parsed, err := ContractWalletMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ContractWallet{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ContractWallet) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_) returns()
func (contractWallet *ContractWallet) PackConstructor(owner_ common.Address) []byte {
	enc, err := contractWallet.abi.Pack("", owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x85bb7d69.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function answer() view returns(uint8)
func (contractWallet *ContractWallet) PackAnswer() []byte {
	enc, err := contractWallet.abi.Pack("answer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x85bb7d69.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function answer() view returns(uint8)
func (contractWallet *ContractWallet) TryPackAnswer() ([]byte, error) {
	return contractWallet.abi.Pack("answer")
}

// UnpackAnswer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x85bb7d69.
//
// Solidity: function answer() view returns(uint8)
func (contractWallet *ContractWallet) UnpackAnswer(data []byte) (uint8, error) {
	out, err := contractWallet.abi.Unpack("answer", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb61d27f6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function execute(address target, uint256 value, bytes data) returns(bytes)
func (contractWallet *ContractWallet) PackExecute(target common.Address, value *big.Int, data []byte) []byte {
	enc, err := contractWallet.abi.Pack("execute", target, value, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb61d27f6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function execute(address target, uint256 value, bytes data) returns(bytes)
func (contractWallet *ContractWallet) TryPackExecute(target common.Address, value *big.Int, data []byte) ([]byte, error) {
	return contractWallet.abi.Pack("execute", target, value, data)
}

// UnpackExecute is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb61d27f6.
//
// Solidity: function execute(address target, uint256 value, bytes data) returns(bytes)
func (contractWallet *ContractWallet) UnpackExecute(data []byte) ([]byte, error) {
	out, err := contractWallet.abi.Unpack("execute", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}

// PackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isValidSignature(bytes32 hash, bytes signature) view returns(bytes4)
func (contractWallet *ContractWallet) PackIsValidSignature(hash [32]byte, signature []byte) []byte {
	enc, err := contractWallet.abi.Pack("isValidSignature", hash, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isValidSignature(bytes32 hash, bytes signature) view returns(bytes4)
func (contractWallet *ContractWallet) TryPackIsValidSignature(hash [32]byte, signature []byte) ([]byte, error) {
	return contractWallet.abi.Pack("isValidSignature", hash, signature)
}

// UnpackIsValidSignature is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x1626ba7e.
//
// Solidity: function isValidSignature(bytes32 hash, bytes signature) view returns(bytes4)
func (contractWallet *ContractWallet) UnpackIsValidSignature(data []byte) ([4]byte, error) {
	out, err := contractWallet.abi.Unpack("isValidSignature", data)
	if err != nil {
		return *new([4]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([4]byte)).(*[4]byte)
	return out0, nil
}

// PackOnERC1155Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf23a6e61.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function onERC1155Received(address , address , uint256 , uint256 , bytes ) pure returns(bytes4)
func (contractWallet *ContractWallet) PackOnERC1155Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 *big.Int, arg4 []byte) []byte {
	enc, err := contractWallet.abi.Pack("onERC1155Received", arg0, arg1, arg2, arg3, arg4)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOnERC1155Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf23a6e61.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function onERC1155Received(address , address , uint256 , uint256 , bytes ) pure returns(bytes4)
func (contractWallet *ContractWallet) TryPackOnERC1155Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 *big.Int, arg4 []byte) ([]byte, error) {
	return contractWallet.abi.Pack("onERC1155Received", arg0, arg1, arg2, arg3, arg4)
}

// UnpackOnERC1155Received is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf23a6e61.
//
// Solidity: function onERC1155Received(address , address , uint256 , uint256 , bytes ) pure returns(bytes4)
func (contractWallet *ContractWallet) UnpackOnERC1155Received(data []byte) ([4]byte, error) {
	out, err := contractWallet.abi.Unpack("onERC1155Received", data)
	if err != nil {
		return *new([4]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([4]byte)).(*[4]byte)
	return out0, nil
}

// PackOnERC721Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x150b7a02.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function onERC721Received(address , address , uint256 , bytes ) pure returns(bytes4)
func (contractWallet *ContractWallet) PackOnERC721Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 []byte) []byte {
	enc, err := contractWallet.abi.Pack("onERC721Received", arg0, arg1, arg2, arg3)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOnERC721Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x150b7a02.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function onERC721Received(address , address , uint256 , bytes ) pure returns(bytes4)
func (contractWallet *ContractWallet) TryPackOnERC721Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 []byte) ([]byte, error) {
	return contractWallet.abi.Pack("onERC721Received", arg0, arg1, arg2, arg3)
}

// UnpackOnERC721Received is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x150b7a02.
//
// Solidity: function onERC721Received(address , address , uint256 , bytes ) pure returns(bytes4)
func (contractWallet *ContractWallet) UnpackOnERC721Received(data []byte) ([4]byte, error) {
	out, err := contractWallet.abi.Unpack("onERC721Received", data)
	if err != nil {
		return *new([4]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([4]byte)).(*[4]byte)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (contractWallet *ContractWallet) PackOwner() []byte {
	enc, err := contractWallet.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function owner() view returns(address)
func (contractWallet *ContractWallet) TryPackOwner() ([]byte, error) {
	return contractWallet.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (contractWallet *ContractWallet) UnpackOwner(data []byte) (common.Address, error) {
	out, err := contractWallet.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1b3fc74f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setAnswer(uint8 answer_) returns()
func (contractWallet *ContractWallet) PackSetAnswer(answer uint8) []byte {
	enc, err := contractWallet.abi.Pack("setAnswer", answer)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1b3fc74f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setAnswer(uint8 answer_) returns()
func (contractWallet *ContractWallet) TryPackSetAnswer(answer uint8) ([]byte, error) {
	return contractWallet.abi.Pack("setAnswer", answer)
}

// DaiStyleTokenMetaData contains all meta data concerning the DaiStyleToken contract.
var DaiStyleTokenMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"uint8\",\"name\":\"decimals_\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"minter_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"DOMAIN_SEPARATOR\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"PERMIT_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"minter\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"nonces\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"holder\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"nonce\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"expiry\",\"type\":\"uint256\"},{\"internalType\":\"bool\",\"name\":\"allowed\",\"type\":\"bool\"},{\"internalType\":\"uint8\",\"name\":\"v\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"r\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"s\",\"type\":\"bytes32\"}],\"name\":\"permit\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"version\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"pure\",\"type\":\"function\"}]",
	ID:  "DaiStyleToken",
	Bin: "0x610160806040523461042d5761123c803803809161001d8285610431565b833981019060808183031261042d5780516001600160401b03811161042d5782610048918301610454565b602082015190926001600160401b03821161042d57610068918301610454565b60408201519160ff8316830361042d5760600151926001600160a01b038416840361042d5760409384519361009d8686610431565b60018552603160f81b6020860190815283519094906001600160401b038111610341575f54600181811c91168015610423575b602082101461032357601f81116103c1575b50806020601f8211600114610360575f91610355575b508160011b915f199060031b1c1916175f555b8051906001600160401b0382116103415760015490600182811c92168015610337575b60208310146103235781601f8493116102b5575b50602090601f831160011461024f575f92610244575b50508160011b915f199060031b1c1916176001555b60805260a0528051906020810191822060c0528351832060e052466101205230610140525190209151902082519060208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f84528483015260608201524660808201523060a082015260a081526101e760c082610431565b5190206101005251610d9290816104aa8239608051816106fd015260a0518181816105a5015261088a015260c05181610b0c015260e05181610b3201526101005181610b7901526101205181610ab401526101405181610b9f0152f35b015190505f80610158565b60015f9081528281209350601f198516905b81811061029d5750908460019594939210610285575b505050811b0160015561016d565b01515f1960f88460031b161c191690555f8080610277565b92936020600181928786015181550195019301610261565b60015f529091507fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f840160051c81019160208510610319575b90601f859493920160051c01905b81811061030b5750610142565b5f81558493506001016102fe565b90915081906102f0565b634e487b7160e01b5f52602260045260245ffd5b91607f169161012e565b634e487b7160e01b5f52604160045260245ffd5b90508501515f6100f8565b5f8080528181209250601f198416905b8181106103a957509083600194939210610391575b5050811b015f5561010b565b8701515f1960f88460031b161c191690555f80610385565b9192602060018192868c015181550194019201610370565b5f80527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563601f830160051c81019160208410610419575b601f0160051c01905b81811061040e57506100e2565b5f8155600101610401565b90915081906103f8565b90607f16906100d0565b5f80fd5b601f909101601f19168101906001600160401b0382119082101761034157604052565b81601f8201121561042d578051906001600160401b0382116103415760405192610488601f8401601f191660200185610431565b8284526020838301011161042d57815f9260208093018386015e830101529056fe60806040526004361015610011575f80fd5b5f3560e01c806306fdde03146108b95780630754617214610875578063095ea7b31461084f57806318160ddd1461083257806323b872dd1461075b57806330adf81f14610721578063313ce567146106e45780633644e515146106c257806340c10f191461058657806354fd4d501461052657806370a08231146104ee5780637ecebe00146104b65780638fcbaf0c1461025257806395d89b411461014e578063a9059cbb1461011d5763dd62ed3e146100c9575f80fd5b34610119576040366003190112610119576100e26109bd565b6100ea6109d3565b6001600160a01b039182165f908152600460209081526040808320949093168252928352819020549051908152f35b5f80fd5b34610119576040366003190112610119576101436101396109bd565b6024359033610c61565b602060405160018152f35b34610119575f366003190112610119576040515f6001548060011c90600181168015610248575b6020831081146102345782855290811561021057506001146101b2575b6101ae836101a281850382610971565b60405191829182610993565b0390f35b60015f9081527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6939250905b8082106101f6575090915081016020016101a2610192565b9192600181602092548385880101520191019092916101de565b60ff191660208086019190915291151560051b840190910191506101a29050610192565b634e487b7160e01b5f52602260045260245ffd5b91607f1691610175565b34610119576101003660031901126101195761026c6109bd565b6102746109d3565b60843591906044358315156064358186036101195760a43560ff81168103610119576001600160a01b0386169283156104795761035a9060405160208101917fea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb835286604083015260018060a01b03891660608301528760808301528560a083015260c082015260c0815261030a60e082610971565b519020610315610ab2565b9060405190602082019261190160f01b84526022830152604282015260428152610340606282610971565b5190206001600160a01b039260e4359160c4359190610bcd565b16820361043f578015908115610434575b50156103fa575f52600560205260405f20908154915f1983146103e657600183019055036103ad576103a492156103a6575f19916109f6565b005b5f916109f6565b60405162461bcd60e51b81526020600482015260116024820152704461692f696e76616c69642d6e6f6e636560781b6044820152606490fd5b634e487b7160e01b5f52601160045260245ffd5b60405162461bcd60e51b815260206004820152601260248201527111185a4bdc195c9b5a5d0b595e1c1a5c995960721b6044820152606490fd5b90504211158661036b565b60405162461bcd60e51b815260206004820152601260248201527111185a4bda5b9d985b1a590b5c195c9b5a5d60721b6044820152606490fd5b60405162461bcd60e51b815260206004820152601560248201527404461692f696e76616c69642d616464726573732d3605c1b6044820152606490fd5b34610119576020366003190112610119576001600160a01b036104d76109bd565b165f526005602052602060405f2054604051908152f35b34610119576020366003190112610119576001600160a01b0361050f6109bd565b165f526003602052602060405f2054604051908152f35b34610119575f36600319011261011957604051604081019080821067ffffffffffffffff831117610572576101ae9160405260018152603160f81b602082015260405191829182610993565b634e487b7160e01b5f52604160045260245ffd5b346101195760403660031901126101195761059f6109bd565b602435907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316330361067d576001600160a01b0316908115610638577fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef6020826106145f946002546109e9565b600255848452600382526040842061062d8282546109e9565b9055604051908152a3005b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a206d696e7420746f20746865207a65726f2061646472657373006044820152606490fd5b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a2063616c6c6572206973206e6f7420746865206d696e746572006044820152606490fd5b34610119575f3660031901126101195760206106dc610ab2565b604051908152f35b34610119575f36600319011261011957602060405160ff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b34610119575f3660031901126101195760206040517fea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb8152f35b34610119576060366003190112610119576107746109bd565b61077c6109d3565b6001600160a01b0382165f818152600460209081526040808320338452909152902054926044359291600185016107b9575b506101439350610c61565b8385106107ed576107cd8461014396610aa5565b5f91825260046020908152604080842033855290915290912055846107ae565b60405162461bcd60e51b815260206004820152601d60248201527f45524332303a20696e73756666696369656e7420616c6c6f77616e63650000006044820152606490fd5b34610119575f366003190112610119576020600254604051908152f35b346101195760403660031901126101195761014361086b6109bd565b60243590336109f6565b34610119575f366003190112610119576040517f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03168152602090f35b34610119575f366003190112610119576040515f5f548060011c90600181168015610967575b60208310811461023457828552908115610210575060011461090b576101ae836101a281850382610971565b5f8080527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563939250905b80821061094d575090915081016020016101a2610192565b919260018160209254838588010152019101909291610935565b91607f16916108df565b90601f8019910116810190811067ffffffffffffffff82111761057257604052565b602060409281835280519182918282860152018484015e5f828201840152601f01601f1916010190565b600435906001600160a01b038216820361011957565b602435906001600160a01b038216820361011957565b919082018092116103e657565b6001600160a01b0390911691908215610a555760207f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9259160018060a01b031692835f526004825260405f20855f5282528060405f2055604051908152a3565b60405162461bcd60e51b815260206004820152602260248201527f45524332303a20617070726f766520746f20746865207a65726f206164647265604482015261737360f01b6064820152608490fd5b919082039182116103e657565b7f0000000000000000000000000000000000000000000000000000000000000000461480610b9b575b610b775760405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f000000000000000000000000000000000000000000000000000000000000000060408201527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a082015260a08152610b7160c082610971565b51902090565b7f000000000000000000000000000000000000000000000000000000000000000090565b50307f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031614610adb565b7f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084118015610c3e575b610c36576020935f9360ff60809460405194855216868401526040830152606082015282805260015afa15610c2b575f5190565b6040513d5f823e3d90fd5b505050505f90565b5060ff8216601b8114159081610c55575b50610bf7565b601c915014155f610c4f565b6001600160a01b0390911691908215610d415760018060a01b031690815f5260036020528060405f205410610ced5760207fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91835f526003825260405f20610cca828254610aa5565b9055845f526003825260405f20610ce28282546109e9565b9055604051908152a3565b60405162461bcd60e51b815260206004820152602660248201527f45524332303a207472616e7366657220616d6f756e7420657863656564732062604482015265616c616e636560d01b6064820152608490fd5b60405162461bcd60e51b815260206004820152602360248201527f45524332303a207472616e7366657220746f20746865207a65726f206164647260448201526265737360e81b6064820152608490fd",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *DaiStyleToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (daiStyleToken *DaiStyleToken) TryPackDOMAINSEPARATOR() ([]byte, error) {
	return daiStyleToken.abi.Pack("DOMAIN_SEPARATOR")
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

// TryPackPERMITTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30adf81f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function PERMIT_TYPEHASH() view returns(bytes32)
func (daiStyleToken *DaiStyleToken) TryPackPERMITTYPEHASH() ([]byte, error) {
	return daiStyleToken.abi.Pack("PERMIT_TYPEHASH")
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

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) TryPackAllowance(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return daiStyleToken.abi.Pack("allowance", arg0, arg1)
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

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) TryPackApprove(spender common.Address, amount *big.Int) ([]byte, error) {
	return daiStyleToken.abi.Pack("approve", spender, amount)
}

// UnpackApprove is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x095ea7b3.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) UnpackApprove(data []byte) (bool, error) {
	out, err := daiStyleToken.abi.Unpack("approve", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return daiStyleToken.abi.Pack("balanceOf", arg0)
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

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint8)
func (daiStyleToken *DaiStyleToken) TryPackDecimals() ([]byte, error) {
	return daiStyleToken.abi.Pack("decimals")
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

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (daiStyleToken *DaiStyleToken) TryPackMint(to common.Address, amount *big.Int) ([]byte, error) {
	return daiStyleToken.abi.Pack("mint", to, amount)
}

// PackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function minter() view returns(address)
func (daiStyleToken *DaiStyleToken) PackMinter() []byte {
	enc, err := daiStyleToken.abi.Pack("minter")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function minter() view returns(address)
func (daiStyleToken *DaiStyleToken) TryPackMinter() ([]byte, error) {
	return daiStyleToken.abi.Pack("minter")
}

// UnpackMinter is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x07546172.
//
// Solidity: function minter() view returns(address)
func (daiStyleToken *DaiStyleToken) UnpackMinter(data []byte) (common.Address, error) {
	out, err := daiStyleToken.abi.Unpack("minter", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
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

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (daiStyleToken *DaiStyleToken) TryPackName() ([]byte, error) {
	return daiStyleToken.abi.Pack("name")
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

// TryPackNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7ecebe00.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function nonces(address ) view returns(uint256)
func (daiStyleToken *DaiStyleToken) TryPackNonces(arg0 common.Address) ([]byte, error) {
	return daiStyleToken.abi.Pack("nonces", arg0)
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

// TryPackPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8fcbaf0c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s) returns()
func (daiStyleToken *DaiStyleToken) TryPackPermit(holder common.Address, spender common.Address, nonce *big.Int, expiry *big.Int, allowed bool, v uint8, r [32]byte, s [32]byte) ([]byte, error) {
	return daiStyleToken.abi.Pack("permit", holder, spender, nonce, expiry, allowed, v, r, s)
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

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (daiStyleToken *DaiStyleToken) TryPackSymbol() ([]byte, error) {
	return daiStyleToken.abi.Pack("symbol")
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

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (daiStyleToken *DaiStyleToken) TryPackTotalSupply() ([]byte, error) {
	return daiStyleToken.abi.Pack("totalSupply")
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

// TryPackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) TryPackTransfer(to common.Address, amount *big.Int) ([]byte, error) {
	return daiStyleToken.abi.Pack("transfer", to, amount)
}

// UnpackTransfer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa9059cbb.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) UnpackTransfer(data []byte) (bool, error) {
	out, err := daiStyleToken.abi.Unpack("transfer", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) TryPackTransferFrom(from common.Address, to common.Address, amount *big.Int) ([]byte, error) {
	return daiStyleToken.abi.Pack("transferFrom", from, to, amount)
}

// UnpackTransferFrom is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x23b872dd.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (daiStyleToken *DaiStyleToken) UnpackTransferFrom(data []byte) (bool, error) {
	out, err := daiStyleToken.abi.Unpack("transferFrom", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function version() pure returns(string)
func (daiStyleToken *DaiStyleToken) TryPackVersion() ([]byte, error) {
	return daiStyleToken.abi.Pack("version")
}

// UnpackVersion is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x54fd4d50.
//
// Solidity: function version() pure returns(string)
func (daiStyleToken *DaiStyleToken) UnpackVersion(data []byte) (string, error) {
	out, err := daiStyleToken.abi.Unpack("version", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// DaiStyleTokenApproval represents a Approval event raised by the DaiStyleToken contract.
type DaiStyleTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const DaiStyleTokenApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (DaiStyleTokenApproval) ContractEventName() string {
	return DaiStyleTokenApprovalEventName
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
	if len(log.Data) > 0 {
		if err := daiStyleToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const DaiStyleTokenTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (DaiStyleTokenTransfer) ContractEventName() string {
	return DaiStyleTokenTransferEventName
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
	if len(log.Data) > 0 {
		if err := daiStyleToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// ERC1155CollectionMetaData contains all meta data concerning the ERC1155Collection contract.
var ERC1155CollectionMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"baseURI_\",\"type\":\"string\"},{\"internalType\":\"address\",\"name\":\"minter_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"ApprovalForAll\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256[]\",\"name\":\"ids\",\"type\":\"uint256[]\"},{\"indexed\":false,\"internalType\":\"uint256[]\",\"name\":\"values\",\"type\":\"uint256[]\"}],\"name\":\"TransferBatch\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"TransferSingle\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"string\",\"name\":\"value\",\"type\":\"string\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"name\":\"URI\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address[]\",\"name\":\"accounts\",\"type\":\"address[]\"},{\"internalType\":\"uint256[]\",\"name\":\"ids\",\"type\":\"uint256[]\"}],\"name\":\"balanceOfBatch\",\"outputs\":[{\"internalType\":\"uint256[]\",\"name\":\"balances\",\"type\":\"uint256[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"baseURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"isApprovedForAll\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"minter\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256[]\",\"name\":\"ids\",\"type\":\"uint256[]\"},{\"internalType\":\"uint256[]\",\"name\":\"amounts\",\"type\":\"uint256[]\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"safeBatchTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"safeTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"setApprovalForAll\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"id\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"id\",\"type\":\"uint256\"}],\"name\":\"uri\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "ERC1155Collection",
	Bin: "0x60a06040523461049857611678803803806100198161049c565b92833981016080828203126104985781516001600160401b03811161049857816100449184016104c1565b60208301519092906001600160401b03811161049857826100669183016104c1565b60408201519092906001600160401b0381116104985760609161008a9184016104c1565b9101516001600160a01b03811681036104985783516001600160401b0381116102d1575f54600181811c9116801561048e575b60208210146102b357601f811161042c575b50602094601f82116001146103cb579481929394955f926103c0575b50508160011b915f199060031b1c1916175f555b82516001600160401b0381116102d157600154600181811c911680156103b6575b60208210146102b357601f8111610353575b506020601f82116001146102f057819293945f926102e5575b50508160011b915f199060031b1c1916176001555b81516001600160401b0381116102d157600254600181811c911680156102c7575b60208210146102b357601f8111610250575b50602092601f82116001146101ef57928192935f926101e4575b50508160011b915f199060031b1c1916176002555b608052604051611165908161051382396080518181816107b001526109d60152f35b015190505f806101ad565b601f1982169360025f52805f20915f5b8681106102385750836001959610610220575b505050811b016002556101c2565b01515f1960f88460031b161c191690555f8080610212565b919260206001819286850151815501940192016101ff565b60025f527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace601f830160051c810191602084106102a9575b601f0160051c01905b81811061029e5750610193565b5f8155600101610291565b9091508190610288565b634e487b7160e01b5f52602260045260245ffd5b90607f1690610181565b634e487b7160e01b5f52604160045260245ffd5b015190505f8061014b565b601f1982169060015f52805f20915f5b81811061033b57509583600195969710610323575b505050811b01600155610160565b01515f1960f88460031b161c191690555f8080610315565b9192602060018192868b015181550194019201610300565b60015f527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f830160051c810191602084106103ac575b601f0160051c01905b8181106103a15750610132565b5f8155600101610394565b909150819061038b565b90607f1690610120565b015190505f806100eb565b601f198216955f8052805f20915f5b888110610414575083600195969798106103fc575b505050811b015f556100ff565b01515f1960f88460031b161c191690555f80806103ef565b919260206001819286850151815501940192016103da565b5f80527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563601f830160051c81019160208410610484575b601f0160051c01905b81811061047957506100cf565b5f815560010161046c565b9091508190610463565b90607f16906100bd565b5f80fd5b6040519190601f01601f191682016001600160401b038111838210176102d157604052565b81601f82011215610498578051906001600160401b0382116102d1576104f0601f8301601f191660200161049c565b928284526020838301011161049857815f9260208093018386015e830101529056fe60806040526004361015610011575f80fd5b5f3560e01c8062fdd58e14610b1557806301ffc9a714610aa757806306fdde0314610a0557806307546172146109c15780630e89341c146108e4578063156e29f61461078d5780632eb2c2d6146105995780634e1273f4146104085780636c0360eb1461036357806395d89b4114610289578063a22cb46514610200578063e985e9c5146101a95763f242432a146100a7575f80fd5b346101a55760a03660031901126101a5576100c0610b44565b6100c8610b5a565b60443590606435926084359367ffffffffffffffff85116101a55761019061019e926100fb6101a3973690600401610c39565b909161010681610d7d565b61011285898984610e17565b60408051898152602081018790526001600160a01b039283169692891691879133917fc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f6291a460405197889563f23a6e6160e01b602088015233602488015260448701526064860152608485015260a060a485015260c4840191610d45565b03601f198101845283610ba8565b610f6d565b005b5f80fd5b346101a55760403660031901126101a5576101c2610b44565b6101ca610b5a565b9060018060a01b03165f52600360205260405f209060018060a01b03165f52602052602060ff60405f2054166040519015158152f35b346101a55760403660031901126101a557610219610b44565b602435908115158092036101a557335f52600360205260405f2060018060a01b0382165f5260205260405f2060ff1981541660ff841617905560405191825260018060a01b0316907f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c3160203392a3005b346101a5575f3660031901126101a5576040515f6001546102a981610b70565b808452906001811690811561033f57506001146102e1575b6102dd836102d181850382610ba8565b60405191829182610bde565b0390f35b60015f9081527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6939250905b808210610325575090915081016020016102d16102c1565b91926001816020925483858801015201910190929161030d565b60ff191660208086019190915291151560051b840190910191506102d190506102c1565b346101a5575f3660031901126101a5576040515f60025461038381610b70565b808452906001811690811561033f57506001146103aa576102dd836102d181850382610ba8565b60025f9081527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace939250905b8082106103ee575090915081016020016102d16102c1565b9192600181602092548385880101520191019092916103d6565b346101a55760403660031901126101a55760043567ffffffffffffffff81116101a557610439903690600401610c08565b60243567ffffffffffffffff81116101a557610459903690600401610c08565b92908383036105425761046b84610d65565b936104796040519586610ba8565b80855261048581610d65565b602086019490601f19013686375f5b8281106104df578587604051918291602083019060208452518091526040830191905f5b8181106104c6575050500390f35b82518452859450602093840193909201916001016104b8565b6104ea818387610d11565b356001600160a01b03811681036101a5576105119061050a838688610d11565b3590610c67565b90875181101561052e5760019160208260051b8a01015201610494565b634e487b7160e01b5f52603260045260245ffd5b60405162461bcd60e51b815260206004820152602960248201527f455243313135353a206163636f756e747320616e6420696473206c656e677468604482015268040dad2e6dac2e8c6d60bb1b6064820152608490fd5b346101a55760a03660031901126101a5576105b2610b44565b6105ba610b5a565b60443567ffffffffffffffff81116101a5576105da903690600401610c08565b9260643567ffffffffffffffff81116101a5576105fb903690600401610c08565b9060843567ffffffffffffffff81116101a55761061c903690600401610c39565b92909361062881610d7d565b818803610737575f5b88811061070b576101a3898961019e8a6101908b8b6106f98c8c6106e78d60018060a01b0316978b898c7f4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb6106926040519460408652604086019087610d21565b84810360208601526001600160a01b0390921693339281906106b5908a8c610d21565b0390a46040519b8c9963bc197c8160e01b60208c01523360248c015260448b015260a060648b015260c48a0191610d21565b87810360231901608489015291610d21565b8481036023190160a486015291610d45565b8061073161071c6001938c8b610d11565b35610728838789610d11565b35908b86610e17565b01610631565b60405162461bcd60e51b815260206004820152602860248201527f455243313135353a2069647320616e6420616d6f756e7473206c656e677468206044820152670dad2e6dac2e8c6d60c31b6064820152608490fd5b346101a55760603660031901126101a5576107a6610b44565b60243590604435907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03163303610895576001600160a01b0316918215610846575f9181835260046020526040832084845260205260408320610811828254610cf0565b905560405191825260208201527fc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f6260403392a4005b60405162461bcd60e51b815260206004820152602160248201527f455243313135353a206d696e7420746f20746865207a65726f206164647265736044820152607360f81b6064820152608490fd5b60405162461bcd60e51b815260206004820152602160248201527f455243313135353a2063616c6c6572206973206e6f7420746865206d696e74656044820152603960f91b6064820152608490fd5b346101a55760203660031901126101a55761090060043561109f565b6040515f60025461091081610b70565b906001811690811561099f575060011461094b575b508160206102d192856102dd965192839101825e015f815203601f198101835282610ba8565b905060025f527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace5f905b828210610989575050810160200181610925565b6001816020925483858801015201910190610975565b60ff191660208581019190915282151590920284019091019150829050610925565b346101a5575f3660031901126101a5576040517f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03168152602090f35b346101a5575f3660031901126101a5576040515f5f54610a2481610b70565b808452906001811690811561033f5750600114610a4b576102dd836102d181850382610ba8565b5f8080527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563939250905b808210610a8d575090915081016020016102d16102c1565b919260018160209254838588010152019101909291610a75565b346101a55760203660031901126101a55760043563ffffffff60e01b81168091036101a5576020906301ffc9a760e01b8114908115610b04575b8115610af3575b506040519015158152f35b6303a24d0760e21b14905082610ae8565b636cdb3d1360e11b81149150610ae1565b346101a55760403660031901126101a5576020610b3c610b33610b44565b60243590610c67565b604051908152f35b600435906001600160a01b03821682036101a557565b602435906001600160a01b03821682036101a557565b90600182811c92168015610b9e575b6020831014610b8a57565b634e487b7160e01b5f52602260045260245ffd5b91607f1691610b7f565b90601f8019910116810190811067ffffffffffffffff821117610bca57604052565b634e487b7160e01b5f52604160045260245ffd5b602060409281835280519182918282860152018484015e5f828201840152601f01601f1916010190565b9181601f840112156101a55782359167ffffffffffffffff83116101a5576020808501948460051b0101116101a557565b9181601f840112156101a55782359167ffffffffffffffff83116101a557602083818601950101116101a557565b906001600160a01b03821615610c98575f52600460205260405f209060018060a01b03165f5260205260405f205490565b60405162461bcd60e51b815260206004820152602a60248201527f455243313135353a2061646472657373207a65726f206973206e6f742061207660448201526930b634b21037bbb732b960b11b6064820152608490fd5b91908201809211610cfd57565b634e487b7160e01b5f52601160045260245ffd5b919081101561052e5760051b0190565b81835290916001600160fb1b0383116101a55760209260051b809284830137010190565b908060209392818452848401375f828201840152601f01601f1916010190565b67ffffffffffffffff8111610bca5760051b60200190565b60018060a01b0316803314908115610df4575b5015610d9857565b60405162461bcd60e51b815260206004820152602e60248201527f455243313135353a2063616c6c6572206973206e6f7420746f6b656e206f776e60448201526d195c881bdc88185c1c1c9bdd995960921b6064820152608490fd5b5f90815260036020908152604080832033845290915281205460ff169150610d90565b9091906001600160a01b03831615610efe57815f52600460205260405f2060018060a01b0382165f526020528360405f205410610ea657815f52600460205260405f209060018060a01b03165f5260205260405f20805490848203918211610cfd57555f52600460205260405f209060018060a01b03165f52602052610ea260405f20918254610cf0565b9055565b60405162461bcd60e51b815260206004820152602a60248201527f455243313135353a20696e73756666696369656e742062616c616e636520666f60448201526939103a3930b739b332b960b11b6064820152608490fd5b60405162461bcd60e51b815260206004820152602560248201527f455243313135353a207472616e7366657220746f20746865207a65726f206164604482015264647265737360d81b6064820152608490fd5b67ffffffffffffffff8111610bca57601f01601f191660200190565b90813b1561109b575f80602083019384828551925af1913d15611094573d610f9481610f51565b90610fa26040519283610ba8565b81523d5f602083013e5b83611088575b83611024575b50505015610fc257565b60405162461bcd60e51b815260206004820152603460248201527f455243313135353a207472616e7366657220746f206e6f6e2d455243313135356044820152732932b1b2b4bb32b91034b6b83632b6b2b73a32b960611b6064820152608490fd5b909192506020818051810103126101a55760200151915190516001600160e01b03198116919060048210611068575b50506001600160e01b031916145f8080610fb8565b6001600160e01b031960049290920360031b82901b161690505f80611053565b80516020149350610fb2565b6060610fac565b5050565b8015611145575f81805b61112e57506110b781610f51565b906110c56040519283610ba8565b808252601f196110d482610f51565b013660208401375b8092801561112757600a81066030019182603011610cfd578015610cfd575f190193835185101561052e57600a9260f81b6001600160f81b0319165f1a908401601f015304916110dc565b5050905090565b905f198114610cfd576001600a91019104806110a9565b50604051611154604082610ba8565b60018152600360fc1b60208201529056",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ERC1155Collection) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00fdd58e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address account, uint256 id) view returns(uint256)
func (eRC1155Collection *ERC1155Collection) TryPackBalanceOf(account common.Address, id *big.Int) ([]byte, error) {
	return eRC1155Collection.abi.Pack("balanceOf", account, id)
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

// TryPackBalanceOfBatch is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e1273f4.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOfBatch(address[] accounts, uint256[] ids) view returns(uint256[] balances)
func (eRC1155Collection *ERC1155Collection) TryPackBalanceOfBatch(accounts []common.Address, ids []*big.Int) ([]byte, error) {
	return eRC1155Collection.abi.Pack("balanceOfBatch", accounts, ids)
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

// PackBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c0360eb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function baseURI() view returns(string)
func (eRC1155Collection *ERC1155Collection) PackBaseURI() []byte {
	enc, err := eRC1155Collection.abi.Pack("baseURI")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c0360eb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function baseURI() view returns(string)
func (eRC1155Collection *ERC1155Collection) TryPackBaseURI() ([]byte, error) {
	return eRC1155Collection.abi.Pack("baseURI")
}

// UnpackBaseURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6c0360eb.
//
// Solidity: function baseURI() view returns(string)
func (eRC1155Collection *ERC1155Collection) UnpackBaseURI(data []byte) (string, error) {
	out, err := eRC1155Collection.abi.Unpack("baseURI", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
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

// TryPackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isApprovedForAll(address , address ) view returns(bool)
func (eRC1155Collection *ERC1155Collection) TryPackIsApprovedForAll(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return eRC1155Collection.abi.Pack("isApprovedForAll", arg0, arg1)
}

// UnpackIsApprovedForAll is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe985e9c5.
//
// Solidity: function isApprovedForAll(address , address ) view returns(bool)
func (eRC1155Collection *ERC1155Collection) UnpackIsApprovedForAll(data []byte) (bool, error) {
	out, err := eRC1155Collection.abi.Unpack("isApprovedForAll", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x156e29f6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address to, uint256 id, uint256 amount) returns()
func (eRC1155Collection *ERC1155Collection) TryPackMint(to common.Address, id *big.Int, amount *big.Int) ([]byte, error) {
	return eRC1155Collection.abi.Pack("mint", to, id, amount)
}

// PackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function minter() view returns(address)
func (eRC1155Collection *ERC1155Collection) PackMinter() []byte {
	enc, err := eRC1155Collection.abi.Pack("minter")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function minter() view returns(address)
func (eRC1155Collection *ERC1155Collection) TryPackMinter() ([]byte, error) {
	return eRC1155Collection.abi.Pack("minter")
}

// UnpackMinter is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x07546172.
//
// Solidity: function minter() view returns(address)
func (eRC1155Collection *ERC1155Collection) UnpackMinter(data []byte) (common.Address, error) {
	out, err := eRC1155Collection.abi.Unpack("minter", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
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

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (eRC1155Collection *ERC1155Collection) TryPackName() ([]byte, error) {
	return eRC1155Collection.abi.Pack("name")
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

// TryPackSafeBatchTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2eb2c2d6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data) returns()
func (eRC1155Collection *ERC1155Collection) TryPackSafeBatchTransferFrom(from common.Address, to common.Address, ids []*big.Int, amounts []*big.Int, data []byte) ([]byte, error) {
	return eRC1155Collection.abi.Pack("safeBatchTransferFrom", from, to, ids, amounts, data)
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

// TryPackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf242432a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data) returns()
func (eRC1155Collection *ERC1155Collection) TryPackSafeTransferFrom(from common.Address, to common.Address, id *big.Int, amount *big.Int, data []byte) ([]byte, error) {
	return eRC1155Collection.abi.Pack("safeTransferFrom", from, to, id, amount, data)
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

// TryPackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (eRC1155Collection *ERC1155Collection) TryPackSetApprovalForAll(operator common.Address, approved bool) ([]byte, error) {
	return eRC1155Collection.abi.Pack("setApprovalForAll", operator, approved)
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

// TryPackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (eRC1155Collection *ERC1155Collection) TryPackSupportsInterface(id [4]byte) ([]byte, error) {
	return eRC1155Collection.abi.Pack("supportsInterface", id)
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

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (eRC1155Collection *ERC1155Collection) TryPackSymbol() ([]byte, error) {
	return eRC1155Collection.abi.Pack("symbol")
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

// TryPackUri is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0e89341c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function uri(uint256 id) view returns(string)
func (eRC1155Collection *ERC1155Collection) TryPackUri(id *big.Int) ([]byte, error) {
	return eRC1155Collection.abi.Pack("uri", id)
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

// ERC1155CollectionApprovalForAll represents a ApprovalForAll event raised by the ERC1155Collection contract.
type ERC1155CollectionApprovalForAll struct {
	Owner    common.Address
	Operator common.Address
	Approved bool
	Raw      *types.Log // Blockchain specific contextual infos
}

const ERC1155CollectionApprovalForAllEventName = "ApprovalForAll"

// ContractEventName returns the user-defined event name.
func (ERC1155CollectionApprovalForAll) ContractEventName() string {
	return ERC1155CollectionApprovalForAllEventName
}

// UnpackApprovalForAllEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ApprovalForAll(address indexed owner, address indexed operator, bool approved)
func (eRC1155Collection *ERC1155Collection) UnpackApprovalForAllEvent(log *types.Log) (*ERC1155CollectionApprovalForAll, error) {
	event := "ApprovalForAll"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != eRC1155Collection.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ERC1155CollectionApprovalForAll)
	if len(log.Data) > 0 {
		if err := eRC1155Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// ERC1155CollectionTransferBatch represents a TransferBatch event raised by the ERC1155Collection contract.
type ERC1155CollectionTransferBatch struct {
	Operator common.Address
	From     common.Address
	To       common.Address
	Ids      []*big.Int
	Values   []*big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const ERC1155CollectionTransferBatchEventName = "TransferBatch"

// ContractEventName returns the user-defined event name.
func (ERC1155CollectionTransferBatch) ContractEventName() string {
	return ERC1155CollectionTransferBatchEventName
}

// UnpackTransferBatchEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)
func (eRC1155Collection *ERC1155Collection) UnpackTransferBatchEvent(log *types.Log) (*ERC1155CollectionTransferBatch, error) {
	event := "TransferBatch"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != eRC1155Collection.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ERC1155CollectionTransferBatch)
	if len(log.Data) > 0 {
		if err := eRC1155Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// ERC1155CollectionTransferSingle represents a TransferSingle event raised by the ERC1155Collection contract.
type ERC1155CollectionTransferSingle struct {
	Operator common.Address
	From     common.Address
	To       common.Address
	Id       *big.Int
	Value    *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const ERC1155CollectionTransferSingleEventName = "TransferSingle"

// ContractEventName returns the user-defined event name.
func (ERC1155CollectionTransferSingle) ContractEventName() string {
	return ERC1155CollectionTransferSingleEventName
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
	if len(log.Data) > 0 {
		if err := eRC1155Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// ERC1155CollectionURI represents a URI event raised by the ERC1155Collection contract.
type ERC1155CollectionURI struct {
	Value string
	Id    *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

const ERC1155CollectionURIEventName = "URI"

// ContractEventName returns the user-defined event name.
func (ERC1155CollectionURI) ContractEventName() string {
	return ERC1155CollectionURIEventName
}

// UnpackURIEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event URI(string value, uint256 indexed id)
func (eRC1155Collection *ERC1155Collection) UnpackURIEvent(log *types.Log) (*ERC1155CollectionURI, error) {
	event := "URI"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != eRC1155Collection.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ERC1155CollectionURI)
	if len(log.Data) > 0 {
		if err := eRC1155Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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
var ERC721CollectionMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"baseURI_\",\"type\":\"string\"},{\"internalType\":\"address\",\"name\":\"minter_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"approved\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"ApprovalForAll\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"baseURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"getApproved\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"isApprovedForAll\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"minter\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ownerOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"safeTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"safeTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"setApprovalForAll\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"id\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"tokenURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "ERC721Collection",
	Bin: "0x60a060405234610498576114e7803803806100198161049c565b92833981016080828203126104985781516001600160401b03811161049857816100449184016104c1565b60208301519092906001600160401b03811161049857826100669183016104c1565b60408201519092906001600160401b0381116104985760609161008a9184016104c1565b9101516001600160a01b03811681036104985783516001600160401b0381116102d1575f54600181811c9116801561048e575b60208210146102b357601f811161042c575b50602094601f82116001146103cb579481929394955f926103c0575b50508160011b915f199060031b1c1916175f555b82516001600160401b0381116102d157600154600181811c911680156103b6575b60208210146102b357601f8111610353575b506020601f82116001146102f057819293945f926102e5575b50508160011b915f199060031b1c1916176001555b81516001600160401b0381116102d157600254600181811c911680156102c7575b60208210146102b357601f8111610250575b50602092601f82116001146101ef57928192935f926101e4575b50508160011b915f199060031b1c1916176002555b608052604051610fd4908161051382396080518181816105b501526108da0152f35b015190505f806101ad565b601f1982169360025f52805f20915f5b8681106102385750836001959610610220575b505050811b016002556101c2565b01515f1960f88460031b161c191690555f8080610212565b919260206001819286850151815501940192016101ff565b60025f527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace601f830160051c810191602084106102a9575b601f0160051c01905b81811061029e5750610193565b5f8155600101610291565b9091508190610288565b634e487b7160e01b5f52602260045260245ffd5b90607f1690610181565b634e487b7160e01b5f52604160045260245ffd5b015190505f8061014b565b601f1982169060015f52805f20915f5b81811061033b57509583600195969710610323575b505050811b01600155610160565b01515f1960f88460031b161c191690555f8080610315565b9192602060018192868b015181550194019201610300565b60015f527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f830160051c810191602084106103ac575b601f0160051c01905b8181106103a15750610132565b5f8155600101610394565b909150819061038b565b90607f1690610120565b015190505f806100eb565b601f198216955f8052805f20915f5b888110610414575083600195969798106103fc575b505050811b015f556100ff565b01515f1960f88460031b161c191690555f80806103ef565b919260206001819286850151815501940192016103da565b5f80527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563601f830160051c81019160208410610484575b601f0160051c01905b81811061047957506100cf565b5f815560010161046c565b9091508190610463565b90607f16906100bd565b5f80fd5b6040519190601f01601f191682016001600160401b038111838210176102d157604052565b81601f82011215610498578051906001600160401b0382116102d1576104f0601f8301601f191660200161049c565b928284526020838301011161049857815f9260208093018386015e830101529056fe6080806040526004361015610012575f80fd5b5f3560e01c90816301ffc9a7146109ab5750806306fdde031461090957806307546172146108c5578063081812fc14610889578063095ea7b31461076a57806323b872dd1461075357806340c10f191461059657806342842e0e1461056d5780636352211e1461053d5780636c0360eb1461049857806370a082311461040357806395d89b4114610339578063a22cb465146102b0578063b88d4fde14610226578063c87b56dd146101275763e985e9c5146100cc575f80fd5b34610123576040366003190112610123576100e5610aa8565b6100ed610abe565b9060018060a01b03165f52600360205260405f209060018060a01b03165f52602052602060ff60405f2054166040519015158152f35b5f80fd5b346101235760203660031901126101235761014d60043561014781610d4d565b50610efa565b6040515f60025461015d81610a16565b906001811690811561020457506001146101b0575b5081602061019892856101ac965192839101825e015f815203601f198101835282610a4e565b604051918291602083526020830190610a84565b0390f35b905060025f527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace5f905b8282106101ee575050810160200181610172565b60018160209254838588010152019101906101da565b60ff191660208581019190915282151590920284019091019150829050610172565b346101235760803660031901126101235761023f610aa8565b610247610abe565b6064359167ffffffffffffffff831161012357366023840112156101235782600401359161027483610b0e565b926102826040519485610a4e565b8084523660248287010111610123576020815f9260246102ae9801838801378501015260443591610db2565b005b34610123576040366003190112610123576102c9610aa8565b6024359081151580920361012357335f52600360205260405f2060018060a01b0382165f5260205260405f2060ff1981541660ff841617905560405191825260018060a01b0316907f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c3160203392a3005b34610123575f366003190112610123576040515f60015461035981610a16565b80845290600181169081156103df5750600114610381575b6101ac8361019881850382610a4e565b60015f9081527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6939250905b8082106103c557509091508101602001610198610371565b9192600181602092548385880101520191019092916103ad565b60ff191660208086019190915291151560051b840190910191506101989050610371565b34610123576020366003190112610123576001600160a01b03610424610aa8565b168015610441575f526004602052602060405f2054604051908152f35b60405162461bcd60e51b815260206004820152602960248201527f4552433732313a2061646472657373207a65726f206973206e6f7420612076616044820152683634b21037bbb732b960b91b6064820152608490fd5b34610123575f366003190112610123576040515f6002546104b881610a16565b80845290600181169081156103df57506001146104df576101ac8361019881850382610a4e565b60025f9081527f405787fa12a823e0f2b7631cc41b3ba8828b3321ca811111fa75cd3aa3bb5ace939250905b80821061052357509091508101602001610198610371565b91926001816020925483858801015201910190929161050b565b3461012357602036600319011261012357602061055b600435610d4d565b6040516001600160a01b039091168152f35b34610123576102ae61057e36610ad4565b906040519261058e602085610a4e565b5f8452610db2565b34610123576040366003190112610123576105af610aa8565b602435907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316330361070f576001600160a01b031680156106cb575f828152600560205260409020546001600160a01b031661068657815f52600560205260405f20816bffffffffffffffffffffffff60a01b825416179055805f52600460205260405f208054906001820180921161067257555f7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8180a4005b634e487b7160e01b5f52601160045260245ffd5b60405162461bcd60e51b815260206004820152601c60248201527f4552433732313a20746f6b656e20616c7265616479206d696e746564000000006044820152606490fd5b606460405162461bcd60e51b815260206004820152602060248201527f4552433732313a206d696e7420746f20746865207a65726f20616464726573736044820152fd5b606460405162461bcd60e51b815260206004820152602060248201527f4552433732313a2063616c6c6572206973206e6f7420746865206d696e7465726044820152fd5b34610123576102ae61076436610ad4565b91610b2a565b3461012357604036600319011261012357610783610aa8565b602435906001600160a01b0361079883610d4d565b16908133148015610867575b156107fc575f83815260066020526040812080546001600160a01b0319166001600160a01b039390931692831790559091907f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9259080a4005b60405162461bcd60e51b815260206004820152603d60248201527f4552433732313a20617070726f76652063616c6c6572206973206e6f7420746f60448201527f6b656e206f776e6572206f7220617070726f76656420666f7220616c6c0000006064820152608490fd5b505f82815260036020908152604080832033845290915290205460ff166107a4565b34610123576020366003190112610123576004356108a681610d4d565b505f526006602052602060018060a01b0360405f205416604051908152f35b34610123575f366003190112610123576040517f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03168152602090f35b34610123575f366003190112610123576040515f5f5461092881610a16565b80845290600181169081156103df575060011461094f576101ac8361019881850382610a4e565b5f8080527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563939250905b80821061099157509091508101602001610198610371565b919260018160209254838588010152019101909291610979565b34610123576020366003190112610123576004359063ffffffff60e01b8216809203610123576020916301ffc9a760e01b8114908115610a05575b81156109f4575b5015158152f35b635b5e139f60e01b149050836109ed565b6380ac58cd60e01b811491506109e6565b90600182811c92168015610a44575b6020831014610a3057565b634e487b7160e01b5f52602260045260245ffd5b91607f1691610a25565b90601f8019910116810190811067ffffffffffffffff821117610a7057604052565b634e487b7160e01b5f52604160045260245ffd5b805180835260209291819084018484015e5f828201840152601f01601f1916010190565b600435906001600160a01b038216820361012357565b602435906001600160a01b038216820361012357565b6060906003190112610123576004356001600160a01b038116810361012357906024356001600160a01b0381168103610123579060443590565b67ffffffffffffffff8111610a7057601f01601f191660200190565b906001600160a01b03610b3c84610d4d565b16918233148015610d30575b8015610d0e575b15610cb3576001600160a01b031691829003610c60576001600160a01b0316908115610c0f57825f52600660205260405f206bffffffffffffffffffffffff60a01b8154169055805f52600460205260405f208054905f1982019182116106725755815f52600460205260405f208054906001820180921161067257555f83815260056020526040812080546001600160a01b031916841790557fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9080a4565b60405162461bcd60e51b8152602060048201526024808201527f4552433732313a207472616e7366657220746f20746865207a65726f206164646044820152637265737360e01b6064820152608490fd5b60405162461bcd60e51b815260206004820152602560248201527f4552433732313a207472616e736665722066726f6d20696e636f72726563742060448201526437bbb732b960d91b6064820152608490fd5b60405162461bcd60e51b815260206004820152602d60248201527f4552433732313a2063616c6c6572206973206e6f7420746f6b656e206f776e6560448201526c1c881bdc88185c1c1c9bdd9959609a1b6064820152608490fd5b505f83815260036020908152604080832033845290915290205460ff16610b4f565b50835f52600660205260018060a01b0360405f2054163314610b48565b5f908152600560205260409020546001600160a01b0316908115610d6d57565b60405162461bcd60e51b815260206004820152601860248201527f4552433732313a20696e76616c696420746f6b656e20494400000000000000006044820152606490fd5b929192610dc0848383610b2a565b813b15610ef4575f809493610e1f8295610e116040519384926020840197630a85bd0160e11b895233602486015260018060a01b0316604485015260648401526080608484015260a4830190610a84565b03601f198101835282610a4e565b51925af13d15610eed573d610e3381610b0e565b90610e416040519283610a4e565b81523d5f602083013e5b81610ee1575b81610ebf575b5015610e5f57565b60405162461bcd60e51b815260206004820152603260248201527f4552433732313a207472616e7366657220746f206e6f6e20455243373231526560448201527131b2b4bb32b91034b6b83632b6b2b73a32b960711b6064820152608490fd5b90506020818051810103126101235760200151630a85bd0160e11b145f610e57565b80516020149150610e51565b6060610e4b565b50505050565b8015610fb4575f81805b610f9d5750610f1281610b0e565b90610f206040519283610a4e565b808252601f19610f2f82610b0e565b013660208401375b80928015610f9657600a81066030019182603011610672578015610672575f1901938351851015610f8257600a9260f81b6001600160f81b0319165f1a908401601f01530491610f37565b634e487b7160e01b5f52603260045260245ffd5b5050905090565b905f198114610672576001600a9101910480610f04565b50604051610fc3604082610a4e565b60018152600360fc1b60208201529056",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ERC721Collection) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) TryPackApprove(to common.Address, tokenId *big.Int) ([]byte, error) {
	return eRC721Collection.abi.Pack("approve", to, tokenId)
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

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (eRC721Collection *ERC721Collection) TryPackBalanceOf(owner common.Address) ([]byte, error) {
	return eRC721Collection.abi.Pack("balanceOf", owner)
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

// PackBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c0360eb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function baseURI() view returns(string)
func (eRC721Collection *ERC721Collection) PackBaseURI() []byte {
	enc, err := eRC721Collection.abi.Pack("baseURI")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c0360eb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function baseURI() view returns(string)
func (eRC721Collection *ERC721Collection) TryPackBaseURI() ([]byte, error) {
	return eRC721Collection.abi.Pack("baseURI")
}

// UnpackBaseURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6c0360eb.
//
// Solidity: function baseURI() view returns(string)
func (eRC721Collection *ERC721Collection) UnpackBaseURI(data []byte) (string, error) {
	out, err := eRC721Collection.abi.Unpack("baseURI", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
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

// TryPackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (eRC721Collection *ERC721Collection) TryPackGetApproved(tokenId *big.Int) ([]byte, error) {
	return eRC721Collection.abi.Pack("getApproved", tokenId)
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

// TryPackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isApprovedForAll(address , address ) view returns(bool)
func (eRC721Collection *ERC721Collection) TryPackIsApprovedForAll(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return eRC721Collection.abi.Pack("isApprovedForAll", arg0, arg1)
}

// UnpackIsApprovedForAll is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe985e9c5.
//
// Solidity: function isApprovedForAll(address , address ) view returns(bool)
func (eRC721Collection *ERC721Collection) UnpackIsApprovedForAll(data []byte) (bool, error) {
	out, err := eRC721Collection.abi.Unpack("isApprovedForAll", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) TryPackMint(to common.Address, tokenId *big.Int) ([]byte, error) {
	return eRC721Collection.abi.Pack("mint", to, tokenId)
}

// PackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function minter() view returns(address)
func (eRC721Collection *ERC721Collection) PackMinter() []byte {
	enc, err := eRC721Collection.abi.Pack("minter")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function minter() view returns(address)
func (eRC721Collection *ERC721Collection) TryPackMinter() ([]byte, error) {
	return eRC721Collection.abi.Pack("minter")
}

// UnpackMinter is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x07546172.
//
// Solidity: function minter() view returns(address)
func (eRC721Collection *ERC721Collection) UnpackMinter(data []byte) (common.Address, error) {
	out, err := eRC721Collection.abi.Unpack("minter", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
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

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (eRC721Collection *ERC721Collection) TryPackName() ([]byte, error) {
	return eRC721Collection.abi.Pack("name")
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

// TryPackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address owner)
func (eRC721Collection *ERC721Collection) TryPackOwnerOf(tokenId *big.Int) ([]byte, error) {
	return eRC721Collection.abi.Pack("ownerOf", tokenId)
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

// TryPackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42842e0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) TryPackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return eRC721Collection.abi.Pack("safeTransferFrom", from, to, tokenId)
}

// PackSafeTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb88d4fde.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) returns()
func (eRC721Collection *ERC721Collection) PackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) []byte {
	enc, err := eRC721Collection.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSafeTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb88d4fde.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) returns()
func (eRC721Collection *ERC721Collection) TryPackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) ([]byte, error) {
	return eRC721Collection.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
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

// TryPackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (eRC721Collection *ERC721Collection) TryPackSetApprovalForAll(operator common.Address, approved bool) ([]byte, error) {
	return eRC721Collection.abi.Pack("setApprovalForAll", operator, approved)
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

// TryPackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supportsInterface(bytes4 id) pure returns(bool)
func (eRC721Collection *ERC721Collection) TryPackSupportsInterface(id [4]byte) ([]byte, error) {
	return eRC721Collection.abi.Pack("supportsInterface", id)
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

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (eRC721Collection *ERC721Collection) TryPackSymbol() ([]byte, error) {
	return eRC721Collection.abi.Pack("symbol")
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

// TryPackTokenURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc87b56dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (eRC721Collection *ERC721Collection) TryPackTokenURI(tokenId *big.Int) ([]byte, error) {
	return eRC721Collection.abi.Pack("tokenURI", tokenId)
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

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 tokenId) returns()
func (eRC721Collection *ERC721Collection) TryPackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return eRC721Collection.abi.Pack("transferFrom", from, to, tokenId)
}

// ERC721CollectionApproval represents a Approval event raised by the ERC721Collection contract.
type ERC721CollectionApproval struct {
	Owner    common.Address
	Approved common.Address
	TokenId  *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const ERC721CollectionApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (ERC721CollectionApproval) ContractEventName() string {
	return ERC721CollectionApprovalEventName
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
	if len(log.Data) > 0 {
		if err := eRC721Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// ERC721CollectionApprovalForAll represents a ApprovalForAll event raised by the ERC721Collection contract.
type ERC721CollectionApprovalForAll struct {
	Owner    common.Address
	Operator common.Address
	Approved bool
	Raw      *types.Log // Blockchain specific contextual infos
}

const ERC721CollectionApprovalForAllEventName = "ApprovalForAll"

// ContractEventName returns the user-defined event name.
func (ERC721CollectionApprovalForAll) ContractEventName() string {
	return ERC721CollectionApprovalForAllEventName
}

// UnpackApprovalForAllEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ApprovalForAll(address indexed owner, address indexed operator, bool approved)
func (eRC721Collection *ERC721Collection) UnpackApprovalForAllEvent(log *types.Log) (*ERC721CollectionApprovalForAll, error) {
	event := "ApprovalForAll"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != eRC721Collection.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(ERC721CollectionApprovalForAll)
	if len(log.Data) > 0 {
		if err := eRC721Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const ERC721CollectionTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (ERC721CollectionTransfer) ContractEventName() string {
	return ERC721CollectionTransferEventName
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
	if len(log.Data) > 0 {
		if err := eRC721Collection.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// Multicall3MetaData contains all meta data concerning the Multicall3 contract.
var Multicall3MetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"components\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"allowFailure\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"callData\",\"type\":\"bytes\"}],\"internalType\":\"structMulticall3.Call3[]\",\"name\":\"calls\",\"type\":\"tuple[]\"}],\"name\":\"aggregate3\",\"outputs\":[{\"components\":[{\"internalType\":\"bool\",\"name\":\"success\",\"type\":\"bool\"},{\"internalType\":\"bytes\",\"name\":\"returnData\",\"type\":\"bytes\"}],\"internalType\":\"structMulticall3.Result[]\",\"name\":\"returnData\",\"type\":\"tuple[]\"}],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getBlockNumber\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"blockNumber\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"getCurrentBlockTimestamp\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"timestamp\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"addr\",\"type\":\"address\"}],\"name\":\"getEthBalance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"balance\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "Multicall3",
	Bin: "0x608080604052346015576103f2908161001a8239f35b5f80fdfe6080806040526004361015610012575f80fd5b5f3560e01c9081630f28c97d146103325750806342cbb15c146103185780634d2301cc146102e8576382ad56cb14610048575f80fd5b60203660031901126102a85760043567ffffffffffffffff81116102a857366023820112156102a85780600401359067ffffffffffffffff82116102a8576024810190602436918460051b0101116102a8576100ab6100a683610390565b61036a565b82815291601f196100bb82610390565b015f5b8181106102c85750505f5b81811061016157836040518091602082016020835281518091526040830190602060408260051b8601019301915f905b82821061010857505050500390f35b9193600191939550602060608192603f198a820301865282808a5180511515845201516040828401528051918291826040860152018484015e5f838284010152601f8019910116010196019201920185949391926100f9565b61016c8183856103a8565b356001600160a01b03811681036102a8576101888284866103a8565b604081013590601e19813603018212156102a857019081359167ffffffffffffffff83116102a8576020019082360382136102a857825f80949381946040519384928337810182815203925af1903d156102c0573d9167ffffffffffffffff83116102ac57610200601f8401601f191660200161036a565b9283523d5f602085013e5b8015908161028e575b156102495760019261022461034a565b91158252602082015261023782876103de565b5261024281866103de565b50016100c9565b60405162461bcd60e51b815260206004820152601760248201527f4d756c746963616c6c333a2063616c6c206661696c65640000000000000000006044820152606490fd5b50602061029c8386886103a8565b01358015158114610214575b5f80fd5b634e487b7160e01b5f52604160045260245ffd5b60609161020b565b6020906102d361034a565b5f8152606083820152828288010152016100be565b346102a85760203660031901126102a8576004356001600160a01b03811681036102a85760209031604051908152f35b346102a8575f3660031901126102a8576020604051438152f35b346102a8575f3660031901126102a857602090428152f35b604051906040820182811067ffffffffffffffff8211176102ac57604052565b6040519190601f01601f1916820167ffffffffffffffff8111838210176102ac57604052565b67ffffffffffffffff81116102ac5760051b60200190565b91908110156103ca5760051b81013590605e19813603018212156102a8570190565b634e487b7160e01b5f52603260045260245ffd5b80518210156103ca5760209160051b01019056",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *Multicall3) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackAggregate3 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x82ad56cb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function aggregate3((address,bool,bytes)[] calls) payable returns((bool,bytes)[] returnData)
func (multicall3 *Multicall3) TryPackAggregate3(calls []Multicall3Call3) ([]byte, error) {
	return multicall3.abi.Pack("aggregate3", calls)
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

// TryPackGetBlockNumber is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42cbb15c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getBlockNumber() view returns(uint256 blockNumber)
func (multicall3 *Multicall3) TryPackGetBlockNumber() ([]byte, error) {
	return multicall3.abi.Pack("getBlockNumber")
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

// TryPackGetCurrentBlockTimestamp is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0f28c97d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getCurrentBlockTimestamp() view returns(uint256 timestamp)
func (multicall3 *Multicall3) TryPackGetCurrentBlockTimestamp() ([]byte, error) {
	return multicall3.abi.Pack("getCurrentBlockTimestamp")
}

// UnpackGetCurrentBlockTimestamp is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0f28c97d.
//
// Solidity: function getCurrentBlockTimestamp() view returns(uint256 timestamp)
func (multicall3 *Multicall3) UnpackGetCurrentBlockTimestamp(data []byte) (*big.Int, error) {
	out, err := multicall3.abi.Unpack("getCurrentBlockTimestamp", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
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

// TryPackGetEthBalance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4d2301cc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getEthBalance(address addr) view returns(uint256 balance)
func (multicall3 *Multicall3) TryPackGetEthBalance(addr common.Address) ([]byte, error) {
	return multicall3.abi.Pack("getEthBalance", addr)
}

// UnpackGetEthBalance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4d2301cc.
//
// Solidity: function getEthBalance(address addr) view returns(uint256 balance)
func (multicall3 *Multicall3) UnpackGetEthBalance(data []byte) (*big.Int, error) {
	out, err := multicall3.abi.Unpack("getEthBalance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// NoReturnTokenMetaData contains all meta data concerning the NoReturnToken contract.
var NoReturnTokenMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"uint8\",\"name\":\"decimals_\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"minter_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"minter\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "NoReturnToken",
	Bin: "0x60c06040523461035757610cc5803803806100198161035b565b9283398101906080818303126103575780516001600160401b0381116103575782610045918301610380565b602082015190926001600160401b03821161035757610065918301610380565b9060408101519060ff821682036103575760600151906001600160a01b03821682036103575783516001600160401b03811161026b575f54600181811c9116801561034d575b602082101461024d57601f81116102eb575b50602094601f821160011461028a579481929394955f9261027f575b50508160011b915f199060031b1c1916175f555b82516001600160401b03811161026b57600154600181811c91168015610261575b602082101461024d57601f81116101ea575b506020601f821160011461018757819293945f9261017c575b50508160011b915f199060031b1c1916176001555b60805260a0526040516108f390816103d28239608051816103b9015260a051818181610283015261063d0152f35b015190505f80610139565b601f1982169060015f52805f20915f5b8181106101d2575095836001959697106101ba575b505050811b0160015561014e565b01515f1960f88460031b161c191690555f80806101ac565b9192602060018192868b015181550194019201610197565b60015f527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f830160051c81019160208410610243575b601f0160051c01905b8181106102385750610120565b5f815560010161022b565b9091508190610222565b634e487b7160e01b5f52602260045260245ffd5b90607f169061010e565b634e487b7160e01b5f52604160045260245ffd5b015190505f806100d9565b601f198216955f8052805f20915f5b8881106102d3575083600195969798106102bb575b505050811b015f556100ed565b01515f1960f88460031b161c191690555f80806102ae565b91926020600181928685015181550194019201610299565b5f80527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563601f830160051c81019160208410610343575b601f0160051c01905b81811061033857506100bd565b5f815560010161032b565b9091508190610322565b90607f16906100ab565b5f80fd5b6040519190601f01601f191682016001600160401b0381118382101761026b57604052565b81601f82011215610357578051906001600160401b03821161026b576103af601f8301601f191660200161035b565b928284526020838301011161035757815f9260208093018386015e830101529056fe60806040526004361015610011575f80fd5b5f3560e01c806306fdde031461066c5780630754617214610628578063095ea7b3146104d157806318160ddd146104b457806323b872dd146103dd578063313ce567146103a057806340c10f191461026457806370a082311461022c57806395d89b411461010e578063a9059cbb146100e65763dd62ed3e14610092575f80fd5b346100e25760403660031901126100e2576100ab610768565b6100b361077e565b6001600160a01b039182165f908152600460209081526040808320949093168252928352819020549051908152f35b5f80fd5b346100e25760403660031901126100e25761010c610102610768565b60243590336107c2565b005b346100e2575f3660031901126100e2576040515f6001548060011c90600181168015610222575b60208310811461020e578285529081156101f2575060011461019c575b50819003601f01601f191681019067ffffffffffffffff8211818310176101885760408290528190610184908261073e565b0390f35b634e487b7160e01b5f52604160045260245ffd5b60015f9081529091507fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf65b8282106101dc57506020915082010182610152565b60018160209254838588010152019101906101c7565b90506020925060ff191682840152151560051b82010182610152565b634e487b7160e01b5f52602260045260245ffd5b91607f1691610135565b346100e25760203660031901126100e2576001600160a01b0361024d610768565b165f526003602052602060405f2054604051908152f35b346100e25760403660031901126100e25761027d610768565b602435907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316330361035b576001600160a01b0316908115610316577fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef6020826102f25f94600254610794565b600255848452600382526040842061030b828254610794565b9055604051908152a3005b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a206d696e7420746f20746865207a65726f2061646472657373006044820152606490fd5b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a2063616c6c6572206973206e6f7420746865206d696e746572006044820152606490fd5b346100e2575f3660031901126100e257602060405160ff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b346100e25760603660031901126100e2576103f6610768565b6103fe61077e565b6001600160a01b0382165f8181526004602090815260408083203384529091529020549260443592916001850161043b575b5061010c93506107c2565b83851061046f5761044f8461010c966107b5565b5f9182526004602090815260408084203385529091529091205584610430565b60405162461bcd60e51b815260206004820152601d60248201527f45524332303a20696e73756666696369656e7420616c6c6f77616e63650000006044820152606490fd5b346100e2575f3660031901126100e2576020600254604051908152f35b346100e25760403660031901126100e2576104ea610768565b6024359081158015610602575b156105a2576001600160a01b031690811561055257335f52600460205260405f20825f526020528060405f20556040519081527f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560203392a3005b60405162461bcd60e51b815260206004820152602260248201527f45524332303a20617070726f766520746f20746865207a65726f206164647265604482015261737360f01b6064820152608490fd5b60405162461bcd60e51b815260206004820152603260248201527f45524332303a20617070726f76652066726f6d206e6f6e2d7a65726f20746f206044820152716e6f6e2d7a65726f20616c6c6f77616e636560701b6064820152608490fd5b50335f52600460205260405f2060018060a01b0382165f5260205260405f2054156104f7565b346100e2575f3660031901126100e2576040517f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03168152602090f35b346100e2575f3660031901126100e2576040515f5f548060011c90600181168015610734575b60208310811461020e578285529081156101f257506001146106e05750819003601f01601f191681019067ffffffffffffffff8211818310176101885760408290528190610184908261073e565b5f8080529091507f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e5635b82821061071e57506020915082010182610152565b6001816020925483858801015201910190610709565b91607f1691610692565b602060409281835280519182918282860152018484015e5f828201840152601f01601f1916010190565b600435906001600160a01b03821682036100e257565b602435906001600160a01b03821682036100e257565b919082018092116107a157565b634e487b7160e01b5f52601160045260245ffd5b919082039182116107a157565b6001600160a01b03909116919082156108a25760018060a01b031690815f5260036020528060405f20541061084e5760207fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91835f526003825260405f2061082b8282546107b5565b9055845f526003825260405f20610843828254610794565b9055604051908152a3565b60405162461bcd60e51b815260206004820152602660248201527f45524332303a207472616e7366657220616d6f756e7420657863656564732062604482015265616c616e636560d01b6064820152608490fd5b60405162461bcd60e51b815260206004820152602360248201527f45524332303a207472616e7366657220746f20746865207a65726f206164647260448201526265737360e81b6064820152608490fd",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *NoReturnToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (noReturnToken *NoReturnToken) TryPackAllowance(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return noReturnToken.abi.Pack("allowance", arg0, arg1)
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

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address spender, uint256 amount) returns()
func (noReturnToken *NoReturnToken) TryPackApprove(spender common.Address, amount *big.Int) ([]byte, error) {
	return noReturnToken.abi.Pack("approve", spender, amount)
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

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (noReturnToken *NoReturnToken) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return noReturnToken.abi.Pack("balanceOf", arg0)
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

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint8)
func (noReturnToken *NoReturnToken) TryPackDecimals() ([]byte, error) {
	return noReturnToken.abi.Pack("decimals")
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

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (noReturnToken *NoReturnToken) TryPackMint(to common.Address, amount *big.Int) ([]byte, error) {
	return noReturnToken.abi.Pack("mint", to, amount)
}

// PackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function minter() view returns(address)
func (noReturnToken *NoReturnToken) PackMinter() []byte {
	enc, err := noReturnToken.abi.Pack("minter")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function minter() view returns(address)
func (noReturnToken *NoReturnToken) TryPackMinter() ([]byte, error) {
	return noReturnToken.abi.Pack("minter")
}

// UnpackMinter is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x07546172.
//
// Solidity: function minter() view returns(address)
func (noReturnToken *NoReturnToken) UnpackMinter(data []byte) (common.Address, error) {
	out, err := noReturnToken.abi.Unpack("minter", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
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

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (noReturnToken *NoReturnToken) TryPackName() ([]byte, error) {
	return noReturnToken.abi.Pack("name")
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

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (noReturnToken *NoReturnToken) TryPackSymbol() ([]byte, error) {
	return noReturnToken.abi.Pack("symbol")
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

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (noReturnToken *NoReturnToken) TryPackTotalSupply() ([]byte, error) {
	return noReturnToken.abi.Pack("totalSupply")
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

// TryPackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transfer(address to, uint256 amount) returns()
func (noReturnToken *NoReturnToken) TryPackTransfer(to common.Address, amount *big.Int) ([]byte, error) {
	return noReturnToken.abi.Pack("transfer", to, amount)
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

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns()
func (noReturnToken *NoReturnToken) TryPackTransferFrom(from common.Address, to common.Address, amount *big.Int) ([]byte, error) {
	return noReturnToken.abi.Pack("transferFrom", from, to, amount)
}

// NoReturnTokenApproval represents a Approval event raised by the NoReturnToken contract.
type NoReturnTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const NoReturnTokenApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (NoReturnTokenApproval) ContractEventName() string {
	return NoReturnTokenApprovalEventName
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
	if len(log.Data) > 0 {
		if err := noReturnToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const NoReturnTokenTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (NoReturnTokenTransfer) ContractEventName() string {
	return NoReturnTokenTransferEventName
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
	if len(log.Data) > 0 {
		if err := noReturnToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// ReentrantReceiverMetaData contains all meta data concerning the ReentrantReceiver contract.
var ReentrantReceiverMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[],\"name\":\"answer\",\"outputs\":[{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"called\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"execute\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"onERC1155Received\",\"outputs\":[{\"internalType\":\"bytes4\",\"name\":\"\",\"type\":\"bytes4\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"\",\"type\":\"bytes\"}],\"name\":\"onERC721Received\",\"outputs\":[{\"internalType\":\"bytes4\",\"name\":\"\",\"type\":\"bytes4\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"prepare\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"succeeded\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "ReentrantReceiver",
	Bin: "0x608080604052346015576107b4908161001a8239f35b5f80fdfe60806040526004361015610011575f80fd5b5f3560e01c8063150b7a02146103fa5780631cff79cd1461037f57806350f9b6cd1461035d57806385bb7d691461026c5780639341525014610247578063aacd9878146100c95763f23a6e6114610066575f80fd5b346100c55760a03660031901126100c55761007f610459565b5061008861046f565b5060843567ffffffffffffffff81116100c5576100a9903690600401610485565b50506100b3610590565b60405163f23a6e6160e01b8152602090f35b5f80fd5b346100c5576100d7366104b3565b909160018060a01b03166bffffffffffffffffffffffff60a01b5f5416175f5567ffffffffffffffff8111610233576101116001546104f7565b601f81116101d0575b505f601f8211600114610158578190610148935f9261014d575b50508160011b915f199060031b1c19161790565b600155005b013590508380610134565b601f198216927fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6915f5b8581106101b85750836001951061019f575b505050811b01600155005b01355f19600384901b60f8161c19169055828080610194565b90926020600181928686013581550194019101610182565b60015f527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f830160051c81019160208410610229575b601f0160051c01905b81811061021e575061011a565b5f8155600101610211565b9091508190610208565b634e487b7160e01b5f52604160045260245ffd5b346100c5575f3660031901126100c557602060ff60025460081c166040519015158152f35b346100c5575f3660031901126100c557604051600354905f61028d836104f7565b80835260208301936001811690811561034257506001146102e4575b50906102b981604093038261052f565b8151928391602083525180918160208501528484015e5f828201840152601f01601f19168101030190f35b91905060035f527fc2575a0e9e593c00f959f8c92f12db2869c3395a3b0502d05e2516446f71f85b915f905b808210610328575090915081016020016102b96102a9565b919260018160209254838588010152019101909291610310565b60ff1916855250151560051b820160200190506102b96102a9565b346100c5575f3660031901126100c557602060ff600254166040519015158152f35b346100c5575f8080610390366104b3565b919290826040519384928337810182815203925af16103ad610551565b50156103b557005b60405162461bcd60e51b815260206004820152601e60248201527f5265656e7472616e7452656365697665723a2063616c6c206661696c656400006044820152606490fd5b346100c55760803660031901126100c557610413610459565b5061041c61046f565b5060643567ffffffffffffffff81116100c55761043d903690600401610485565b5050610447610590565b604051630a85bd0160e11b8152602090f35b600435906001600160a01b03821682036100c557565b602435906001600160a01b03821682036100c557565b9181601f840112156100c55782359167ffffffffffffffff83116100c557602083818601950101116100c557565b9060406003198301126100c5576004356001600160a01b03811681036100c557916024359067ffffffffffffffff82116100c5576104f391600401610485565b9091565b90600182811c92168015610525575b602083101461051157565b634e487b7160e01b5f52602260045260245ffd5b91607f1691610506565b90601f8019910116810190811067ffffffffffffffff82111761023357604052565b3d1561058b573d9067ffffffffffffffff82116102335760405191610580601f8201601f19166020018461052f565b82523d5f602084013e565b606090565b60025460ff81166107b15760019060ff19161760025560018060a01b035f54166040515f6001546105c0816104f7565b906001811690811561079c575060011461074d575b5091815f809493819403925af1906105eb610551565b91825167ffffffffffffffff8111610233576106086003546104f7565b601f81116106ea575b506020601f82116001146106695781906106419394955f9261065e5750508160011b915f199060031b1c19161790565b6003555b61ff0060025491151560081b169061ff00191617600255565b015190505f80610134565b601f1982169060035f527fc2575a0e9e593c00f959f8c92f12db2869c3395a3b0502d05e2516446f71f85b915f5b8181106106d2575095836001959697106106ba575b505050811b01600355610645565b01515f1960f88460031b161c191690555f80806106ac565b9192602060018192868b015181550194019201610697565b60035f527fc2575a0e9e593c00f959f8c92f12db2869c3395a3b0502d05e2516446f71f85b601f830160051c81019160208410610743575b601f0160051c01905b8181106107385750610611565b5f815560010161072b565b9091508190610722565b905060015f527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf65f905b8282106107885750508101816105d5565b600181602092548487015201910190610777565b60ff19168452508015150282019050816105d5565b5056",
}

// ReentrantReceiver is an auto generated Go binding around an Ethereum contract.
type ReentrantReceiver struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *ReentrantReceiver) GetABI() abi.ABI {
	return c.abi
}

// NewReentrantReceiver creates a new instance of ReentrantReceiver.
func NewReentrantReceiver() *ReentrantReceiver {
	parsed, err := ReentrantReceiverMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &ReentrantReceiver{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *ReentrantReceiver) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x85bb7d69.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function answer() view returns(bytes)
func (reentrantReceiver *ReentrantReceiver) PackAnswer() []byte {
	enc, err := reentrantReceiver.abi.Pack("answer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAnswer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x85bb7d69.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function answer() view returns(bytes)
func (reentrantReceiver *ReentrantReceiver) TryPackAnswer() ([]byte, error) {
	return reentrantReceiver.abi.Pack("answer")
}

// UnpackAnswer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x85bb7d69.
//
// Solidity: function answer() view returns(bytes)
func (reentrantReceiver *ReentrantReceiver) UnpackAnswer(data []byte) ([]byte, error) {
	out, err := reentrantReceiver.abi.Unpack("answer", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}

// PackCalled is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x50f9b6cd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function called() view returns(bool)
func (reentrantReceiver *ReentrantReceiver) PackCalled() []byte {
	enc, err := reentrantReceiver.abi.Pack("called")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCalled is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x50f9b6cd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function called() view returns(bool)
func (reentrantReceiver *ReentrantReceiver) TryPackCalled() ([]byte, error) {
	return reentrantReceiver.abi.Pack("called")
}

// UnpackCalled is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x50f9b6cd.
//
// Solidity: function called() view returns(bool)
func (reentrantReceiver *ReentrantReceiver) UnpackCalled(data []byte) (bool, error) {
	out, err := reentrantReceiver.abi.Unpack("called", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1cff79cd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function execute(address target, bytes data) returns()
func (reentrantReceiver *ReentrantReceiver) PackExecute(target common.Address, data []byte) []byte {
	enc, err := reentrantReceiver.abi.Pack("execute", target, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExecute is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1cff79cd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function execute(address target, bytes data) returns()
func (reentrantReceiver *ReentrantReceiver) TryPackExecute(target common.Address, data []byte) ([]byte, error) {
	return reentrantReceiver.abi.Pack("execute", target, data)
}

// PackOnERC1155Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf23a6e61.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function onERC1155Received(address , address , uint256 , uint256 , bytes ) returns(bytes4)
func (reentrantReceiver *ReentrantReceiver) PackOnERC1155Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 *big.Int, arg4 []byte) []byte {
	enc, err := reentrantReceiver.abi.Pack("onERC1155Received", arg0, arg1, arg2, arg3, arg4)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOnERC1155Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf23a6e61.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function onERC1155Received(address , address , uint256 , uint256 , bytes ) returns(bytes4)
func (reentrantReceiver *ReentrantReceiver) TryPackOnERC1155Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 *big.Int, arg4 []byte) ([]byte, error) {
	return reentrantReceiver.abi.Pack("onERC1155Received", arg0, arg1, arg2, arg3, arg4)
}

// UnpackOnERC1155Received is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf23a6e61.
//
// Solidity: function onERC1155Received(address , address , uint256 , uint256 , bytes ) returns(bytes4)
func (reentrantReceiver *ReentrantReceiver) UnpackOnERC1155Received(data []byte) ([4]byte, error) {
	out, err := reentrantReceiver.abi.Unpack("onERC1155Received", data)
	if err != nil {
		return *new([4]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([4]byte)).(*[4]byte)
	return out0, nil
}

// PackOnERC721Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x150b7a02.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function onERC721Received(address , address , uint256 , bytes ) returns(bytes4)
func (reentrantReceiver *ReentrantReceiver) PackOnERC721Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 []byte) []byte {
	enc, err := reentrantReceiver.abi.Pack("onERC721Received", arg0, arg1, arg2, arg3)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOnERC721Received is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x150b7a02.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function onERC721Received(address , address , uint256 , bytes ) returns(bytes4)
func (reentrantReceiver *ReentrantReceiver) TryPackOnERC721Received(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 []byte) ([]byte, error) {
	return reentrantReceiver.abi.Pack("onERC721Received", arg0, arg1, arg2, arg3)
}

// UnpackOnERC721Received is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x150b7a02.
//
// Solidity: function onERC721Received(address , address , uint256 , bytes ) returns(bytes4)
func (reentrantReceiver *ReentrantReceiver) UnpackOnERC721Received(data []byte) ([4]byte, error) {
	out, err := reentrantReceiver.abi.Unpack("onERC721Received", data)
	if err != nil {
		return *new([4]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([4]byte)).(*[4]byte)
	return out0, nil
}

// PackPrepare is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaacd9878.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function prepare(address target, bytes data) returns()
func (reentrantReceiver *ReentrantReceiver) PackPrepare(target common.Address, data []byte) []byte {
	enc, err := reentrantReceiver.abi.Pack("prepare", target, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPrepare is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaacd9878.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function prepare(address target, bytes data) returns()
func (reentrantReceiver *ReentrantReceiver) TryPackPrepare(target common.Address, data []byte) ([]byte, error) {
	return reentrantReceiver.abi.Pack("prepare", target, data)
}

// PackSucceeded is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x93415250.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function succeeded() view returns(bool)
func (reentrantReceiver *ReentrantReceiver) PackSucceeded() []byte {
	enc, err := reentrantReceiver.abi.Pack("succeeded")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSucceeded is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x93415250.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function succeeded() view returns(bool)
func (reentrantReceiver *ReentrantReceiver) TryPackSucceeded() ([]byte, error) {
	return reentrantReceiver.abi.Pack("succeeded")
}

// UnpackSucceeded is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x93415250.
//
// Solidity: function succeeded() view returns(bool)
func (reentrantReceiver *ReentrantReceiver) UnpackSucceeded(data []byte) (bool, error) {
	out, err := reentrantReceiver.abi.Unpack("succeeded", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// StandardTokenMetaData contains all meta data concerning the StandardToken contract.
var StandardTokenMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"uint8\",\"name\":\"decimals_\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"minter_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"DOMAIN_SEPARATOR\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"PERMIT_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"minter\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"nonces\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"deadline\",\"type\":\"uint256\"},{\"internalType\":\"uint8\",\"name\":\"v\",\"type\":\"uint8\"},{\"internalType\":\"bytes32\",\"name\":\"r\",\"type\":\"bytes32\"},{\"internalType\":\"bytes32\",\"name\":\"s\",\"type\":\"bytes32\"}],\"name\":\"permit\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"version\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"pure\",\"type\":\"function\"}]",
	ID:  "StandardToken",
	Bin: "0x610160806040523461042d576111b9803803809161001d8285610431565b833981019060808183031261042d5780516001600160401b03811161042d5782610048918301610454565b602082015190926001600160401b03821161042d57610068918301610454565b60408201519160ff8316830361042d5760600151926001600160a01b038416840361042d5760409384519361009d8686610431565b60018552603160f81b6020860190815283519094906001600160401b038111610341575f54600181811c91168015610423575b602082101461032357601f81116103c1575b50806020601f8211600114610360575f91610355575b508160011b915f199060031b1c1916175f555b8051906001600160401b0382116103415760015490600182811c92168015610337575b60208310146103235781601f8493116102b5575b50602090601f831160011461024f575f92610244575b50508160011b915f199060031b1c1916176001555b60805260a0528051906020810191822060c0528351832060e052466101205230610140525190209151902082519060208201927f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f84528483015260608201524660808201523060a082015260a081526101e760c082610431565b5190206101005251610d0f90816104aa82396080518161067a015260a0518181816105220152610807015260c05181610a89015260e05181610aaf01526101005181610af601526101205181610a3101526101405181610b1c0152f35b015190505f80610158565b60015f9081528281209350601f198516905b81811061029d5750908460019594939210610285575b505050811b0160015561016d565b01515f1960f88460031b161c191690555f8080610277565b92936020600181928786015181550195019301610261565b60015f529091507fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f840160051c81019160208510610319575b90601f859493920160051c01905b81811061030b5750610142565b5f81558493506001016102fe565b90915081906102f0565b634e487b7160e01b5f52602260045260245ffd5b91607f169161012e565b634e487b7160e01b5f52604160045260245ffd5b90508501515f6100f8565b5f8080528181209250601f198416905b8181106103a957509083600194939210610391575b5050811b015f5561010b565b8701515f1960f88460031b161c191690555f80610385565b9192602060018192868c015181550194019201610370565b5f80527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563601f830160051c81019160208410610419575b601f0160051c01905b81811061040e57506100e2565b5f8155600101610401565b90915081906103f8565b90607f16906100d0565b5f80fd5b601f909101601f19168101906001600160401b0382119082101761034157604052565b81601f8201121561042d578051906001600160401b0382116103415760405192610488601f8401601f191660200185610431565b8284526020838301011161042d57815f9260208093018386015e830101529056fe60806040526004361015610011575f80fd5b5f3560e01c806306fdde031461083657806307546172146107f2578063095ea7b3146107cc57806318160ddd146107af57806323b872dd146106d857806330adf81f1461069e578063313ce567146106615780633644e5151461063f57806340c10f191461050357806354fd4d50146104a357806370a082311461046b5780637ecebe001461043357806395d89b411461032f578063a9059cbb146102fe578063d505accf1461011d5763dd62ed3e146100c9575f80fd5b34610119576040366003190112610119576100e261093a565b6100ea610950565b6001600160a01b039182165f908152600460209081526040808320949093168252928352819020549051908152f35b5f80fd5b346101195760e03660031901126101195761013661093a565b61013e610950565b6044359060643560843560ff81168103610119578142116102b9576001600160a01b0385165f818152600560205260409020805491939091905f1982146102a557610238926001830190556040519060208201927f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9845286604084015260018060a01b038816606084015288608084015260a083015260c082015260c081526101e860e0826108ee565b5190206101f3610a2f565b9060405190602082019261190160f01b8452602283015260428201526042815261021e6062826108ee565b5190206001600160a01b039260c4359160a4359190610c7b565b1690811515918261029b575b5050156102565761025492610973565b005b60405162461bcd60e51b815260206004820152601e60248201527f45524332305065726d69743a20696e76616c6964207369676e617475726500006044820152606490fd5b1490508480610244565b634e487b7160e01b5f52601160045260245ffd5b60405162461bcd60e51b815260206004820152601d60248201527f45524332305065726d69743a206578706972656420646561646c696e650000006044820152606490fd5b346101195760403660031901126101195761032461031a61093a565b6024359033610b4a565b602060405160018152f35b34610119575f366003190112610119576040515f6001548060011c90600181168015610429575b602083108114610415578285529081156103f15750600114610393575b61038f83610383818503826108ee565b60405191829182610910565b0390f35b60015f9081527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6939250905b8082106103d757509091508101602001610383610373565b9192600181602092548385880101520191019092916103bf565b60ff191660208086019190915291151560051b840190910191506103839050610373565b634e487b7160e01b5f52602260045260245ffd5b91607f1691610356565b34610119576020366003190112610119576001600160a01b0361045461093a565b165f526005602052602060405f2054604051908152f35b34610119576020366003190112610119576001600160a01b0361048c61093a565b165f526003602052602060405f2054604051908152f35b34610119575f36600319011261011957604051604081019080821067ffffffffffffffff8311176104ef5761038f9160405260018152603160f81b602082015260405191829182610910565b634e487b7160e01b5f52604160045260245ffd5b346101195760403660031901126101195761051c61093a565b602435907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031633036105fa576001600160a01b03169081156105b5577fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef6020826105915f94600254610966565b60025584845260038252604084206105aa828254610966565b9055604051908152a3005b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a206d696e7420746f20746865207a65726f2061646472657373006044820152606490fd5b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a2063616c6c6572206973206e6f7420746865206d696e746572006044820152606490fd5b34610119575f366003190112610119576020610659610a2f565b604051908152f35b34610119575f36600319011261011957602060405160ff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b34610119575f3660031901126101195760206040517f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c98152f35b34610119576060366003190112610119576106f161093a565b6106f9610950565b6001600160a01b0382165f81815260046020908152604080832033845290915290205492604435929160018501610736575b506103249350610b4a565b83851061076a5761074a8461032496610a22565b5f918252600460209081526040808420338552909152909120558461072b565b60405162461bcd60e51b815260206004820152601d60248201527f45524332303a20696e73756666696369656e7420616c6c6f77616e63650000006044820152606490fd5b34610119575f366003190112610119576020600254604051908152f35b34610119576040366003190112610119576103246107e861093a565b6024359033610973565b34610119575f366003190112610119576040517f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03168152602090f35b34610119575f366003190112610119576040515f5f548060011c906001811680156108e4575b602083108114610415578285529081156103f157506001146108885761038f83610383818503826108ee565b5f8080527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563939250905b8082106108ca57509091508101602001610383610373565b9192600181602092548385880101520191019092916108b2565b91607f169161085c565b90601f8019910116810190811067ffffffffffffffff8211176104ef57604052565b602060409281835280519182918282860152018484015e5f828201840152601f01601f1916010190565b600435906001600160a01b038216820361011957565b602435906001600160a01b038216820361011957565b919082018092116102a557565b6001600160a01b03909116919082156109d25760207f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b9259160018060a01b031692835f526004825260405f20855f5282528060405f2055604051908152a3565b60405162461bcd60e51b815260206004820152602260248201527f45524332303a20617070726f766520746f20746865207a65726f206164647265604482015261737360f01b6064820152608490fd5b919082039182116102a557565b7f0000000000000000000000000000000000000000000000000000000000000000461480610b18575b610af45760405160208101907f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f82527f000000000000000000000000000000000000000000000000000000000000000060408201527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a082015260a08152610aee60c0826108ee565b51902090565b7f000000000000000000000000000000000000000000000000000000000000000090565b50307f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031614610a58565b6001600160a01b0390911691908215610c2a5760018060a01b031690815f5260036020528060405f205410610bd65760207fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91835f526003825260405f20610bb3828254610a22565b9055845f526003825260405f20610bcb828254610966565b9055604051908152a3565b60405162461bcd60e51b815260206004820152602660248201527f45524332303a207472616e7366657220616d6f756e7420657863656564732062604482015265616c616e636560d01b6064820152608490fd5b60405162461bcd60e51b815260206004820152602360248201527f45524332303a207472616e7366657220746f20746865207a65726f206164647260448201526265737360e81b6064820152608490fd5b7f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084118015610cec575b610ce4576020935f9360ff60809460405194855216868401526040830152606082015282805260015afa15610cd9575f5190565b6040513d5f823e3d90fd5b505050505f90565b5060ff8216601b8114159081610d03575b50610ca5565b601c915014155f610cfd56",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *StandardToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackDOMAINSEPARATOR is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3644e515.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function DOMAIN_SEPARATOR() view returns(bytes32)
func (standardToken *StandardToken) TryPackDOMAINSEPARATOR() ([]byte, error) {
	return standardToken.abi.Pack("DOMAIN_SEPARATOR")
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

// TryPackPERMITTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x30adf81f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function PERMIT_TYPEHASH() view returns(bytes32)
func (standardToken *StandardToken) TryPackPERMITTYPEHASH() ([]byte, error) {
	return standardToken.abi.Pack("PERMIT_TYPEHASH")
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

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (standardToken *StandardToken) TryPackAllowance(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return standardToken.abi.Pack("allowance", arg0, arg1)
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

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (standardToken *StandardToken) TryPackApprove(spender common.Address, amount *big.Int) ([]byte, error) {
	return standardToken.abi.Pack("approve", spender, amount)
}

// UnpackApprove is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x095ea7b3.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (standardToken *StandardToken) UnpackApprove(data []byte) (bool, error) {
	out, err := standardToken.abi.Unpack("approve", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (standardToken *StandardToken) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return standardToken.abi.Pack("balanceOf", arg0)
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

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint8)
func (standardToken *StandardToken) TryPackDecimals() ([]byte, error) {
	return standardToken.abi.Pack("decimals")
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

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (standardToken *StandardToken) TryPackMint(to common.Address, amount *big.Int) ([]byte, error) {
	return standardToken.abi.Pack("mint", to, amount)
}

// PackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function minter() view returns(address)
func (standardToken *StandardToken) PackMinter() []byte {
	enc, err := standardToken.abi.Pack("minter")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function minter() view returns(address)
func (standardToken *StandardToken) TryPackMinter() ([]byte, error) {
	return standardToken.abi.Pack("minter")
}

// UnpackMinter is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x07546172.
//
// Solidity: function minter() view returns(address)
func (standardToken *StandardToken) UnpackMinter(data []byte) (common.Address, error) {
	out, err := standardToken.abi.Unpack("minter", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
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

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (standardToken *StandardToken) TryPackName() ([]byte, error) {
	return standardToken.abi.Pack("name")
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

// TryPackNonces is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7ecebe00.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function nonces(address ) view returns(uint256)
func (standardToken *StandardToken) TryPackNonces(arg0 common.Address) ([]byte, error) {
	return standardToken.abi.Pack("nonces", arg0)
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

// TryPackPermit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd505accf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) returns()
func (standardToken *StandardToken) TryPackPermit(owner common.Address, spender common.Address, value *big.Int, deadline *big.Int, v uint8, r [32]byte, s [32]byte) ([]byte, error) {
	return standardToken.abi.Pack("permit", owner, spender, value, deadline, v, r, s)
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

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (standardToken *StandardToken) TryPackSymbol() ([]byte, error) {
	return standardToken.abi.Pack("symbol")
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

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (standardToken *StandardToken) TryPackTotalSupply() ([]byte, error) {
	return standardToken.abi.Pack("totalSupply")
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

// TryPackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (standardToken *StandardToken) TryPackTransfer(to common.Address, amount *big.Int) ([]byte, error) {
	return standardToken.abi.Pack("transfer", to, amount)
}

// UnpackTransfer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa9059cbb.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (standardToken *StandardToken) UnpackTransfer(data []byte) (bool, error) {
	out, err := standardToken.abi.Unpack("transfer", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (standardToken *StandardToken) TryPackTransferFrom(from common.Address, to common.Address, amount *big.Int) ([]byte, error) {
	return standardToken.abi.Pack("transferFrom", from, to, amount)
}

// UnpackTransferFrom is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x23b872dd.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (standardToken *StandardToken) UnpackTransferFrom(data []byte) (bool, error) {
	out, err := standardToken.abi.Unpack("transferFrom", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function version() pure returns(string)
func (standardToken *StandardToken) TryPackVersion() ([]byte, error) {
	return standardToken.abi.Pack("version")
}

// UnpackVersion is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x54fd4d50.
//
// Solidity: function version() pure returns(string)
func (standardToken *StandardToken) UnpackVersion(data []byte) (string, error) {
	out, err := standardToken.abi.Unpack("version", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// StandardTokenApproval represents a Approval event raised by the StandardToken contract.
type StandardTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const StandardTokenApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (StandardTokenApproval) ContractEventName() string {
	return StandardTokenApprovalEventName
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
	if len(log.Data) > 0 {
		if err := standardToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const StandardTokenTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (StandardTokenTransfer) ContractEventName() string {
	return StandardTokenTransferEventName
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
	if len(log.Data) > 0 {
		if err := standardToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// TaxTokenMetaData contains all meta data concerning the TaxToken contract.
var TaxTokenMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"uint8\",\"name\":\"decimals_\",\"type\":\"uint8\"},{\"internalType\":\"address\",\"name\":\"minter_\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"taxBps_\",\"type\":\"uint256\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"spender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"minter\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"taxBps\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "TaxToken",
	Bin: "0x60e0604052346103d157610dd180380380610019816103d5565b928339810160a0828203126103d15781516001600160401b0381116103d157816100449184016103fa565b602083015190916001600160401b0382116103d1576100649184016103fa565b91604081015160ff811681036103d1576060820151916001600160a01b03831683036103d15760800151835190936001600160401b0382116102d8575f5490600182811c921680156103c7575b60208310146102ba5781601f84931161035a575b50602090601f83116001146102f7575f926102ec575b50508160011b915f199060031b1c1916175f555b83516001600160401b0381116102d857600154600181811c911680156102ce575b60208210146102ba57601f8111610257575b50602094601f82116001146101f4579481929394955f926101e9575b50508160011b915f199060031b1c1916176001555b60805260a05261271081116101a45760c052604051610985908161044c823960805181610407015260a051818181610297015281816105fe015261087d015260c0518181816103cb015261081f0152f35b60405162461bcd60e51b815260206004820152601860248201527f546178546f6b656e3a207461782061626f7665203130302500000000000000006044820152606490fd5b015190505f8061013e565b601f1982169560015f52805f20915f5b88811061023f57508360019596979810610227575b505050811b01600155610153565b01515f1960f88460031b161c191690555f8080610219565b91926020600181928685015181550194019201610204565b60015f527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f830160051c810191602084106102b0575b601f0160051c01905b8181106102a55750610122565b5f8155600101610298565b909150819061028f565b634e487b7160e01b5f52602260045260245ffd5b90607f1690610110565b634e487b7160e01b5f52604160045260245ffd5b015190505f806100db565b5f8080528281209350601f198516905b818110610342575090846001959493921061032a575b505050811b015f556100ef565b01515f1960f88460031b161c191690555f808061031d565b92936020600181928786015181550195019301610307565b5f80529091507f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563601f840160051c810191602085106103bd575b90601f859493920160051c01905b8181106103af57506100c5565b5f81558493506001016103a2565b9091508190610394565b91607f16916100b1565b5f80fd5b6040519190601f01601f191682016001600160401b038111838210176102d857604052565b81601f820112156103d1578051906001600160401b0382116102d857610429601f8301601f19166020016103d5565b92828452602083830101116103d157815f9260208093018386015e830101529056fe60806040526004361015610011575f80fd5b5f3560e01c806306fdde031461062d57806307546172146105e9578063095ea7b31461051f57806318160ddd1461050257806323b872dd1461042b578063313ce567146103ee5780633eacd2f8146103b457806340c10f191461027857806370a082311461024057806395d89b4114610122578063a9059cbb146100f15763dd62ed3e1461009d575f80fd5b346100ed5760403660031901126100ed576100b6610729565b6100be61073f565b6001600160a01b039182165f908152600460209081526040808320949093168252928352819020549051908152f35b5f80fd5b346100ed5760403660031901126100ed5761011761010d610729565b60243590336107f1565b602060405160018152f35b346100ed575f3660031901126100ed576040515f6001548060011c90600181168015610236575b6020831081146102225782855290811561020657506001146101b0575b50819003601f01601f191681019067ffffffffffffffff82118183101761019c576040829052819061019890826106ff565b0390f35b634e487b7160e01b5f52604160045260245ffd5b60015f9081529091507fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf65b8282106101f057506020915082010182610166565b60018160209254838588010152019101906101db565b90506020925060ff191682840152151560051b82010182610166565b634e487b7160e01b5f52602260045260245ffd5b91607f1691610149565b346100ed5760203660031901126100ed576001600160a01b03610261610729565b165f526003602052602060405f2054604051908152f35b346100ed5760403660031901126100ed57610291610729565b602435907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316330361036f576001600160a01b031690811561032a577fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef6020826103065f94600254610755565b600255848452600382526040842061031f828254610755565b9055604051908152a3005b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a206d696e7420746f20746865207a65726f2061646472657373006044820152606490fd5b60405162461bcd60e51b815260206004820152601f60248201527f45524332303a2063616c6c6572206973206e6f7420746865206d696e746572006044820152606490fd5b346100ed575f3660031901126100ed5760206040517f00000000000000000000000000000000000000000000000000000000000000008152f35b346100ed575f3660031901126100ed57602060405160ff7f0000000000000000000000000000000000000000000000000000000000000000168152f35b346100ed5760603660031901126100ed57610444610729565b61044c61073f565b6001600160a01b0382165f81815260046020908152604080832033845290915290205492604435929160018501610489575b5061011793506107f1565b8385106104bd5761049d8461011796610776565b5f918252600460209081526040808420338552909152909120558461047e565b60405162461bcd60e51b815260206004820152601d60248201527f45524332303a20696e73756666696369656e7420616c6c6f77616e63650000006044820152606490fd5b346100ed575f3660031901126100ed576020600254604051908152f35b346100ed5760403660031901126100ed57610538610729565b6001600160a01b0316602435811561059957335f52600460205260405f20825f526020528060405f20556040519081527f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560203392a3602060405160018152f35b60405162461bcd60e51b815260206004820152602260248201527f45524332303a20617070726f766520746f20746865207a65726f206164647265604482015261737360f01b6064820152608490fd5b346100ed575f3660031901126100ed576040517f00000000000000000000000000000000000000000000000000000000000000006001600160a01b03168152602090f35b346100ed575f3660031901126100ed576040515f5f548060011c906001811680156106f5575b6020831081146102225782855290811561020657506001146106a15750819003601f01601f191681019067ffffffffffffffff82118183101761019c576040829052819061019890826106ff565b5f8080529091507f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e5635b8282106106df57506020915082010182610166565b60018160209254838588010152019101906106ca565b91607f1691610653565b602060409281835280519182918282860152018484015e5f828201840152601f01601f1916010190565b600435906001600160a01b03821682036100ed57565b602435906001600160a01b03821682036100ed57565b9190820180921161076257565b634e487b7160e01b5f52601160045260245ffd5b9190820391821161076257565b1561078a57565b60405162461bcd60e51b815260206004820152602660248201527f45524332303a207472616e7366657220616d6f756e7420657863656564732062604482015265616c616e636560d01b6064820152608490fd5b8181029291811591840414171561076257565b919061086e9060018060a01b0384165f5260036020526108178360405f20541015610783565b6108676108607f000000000000000000000000000000000000000000000000000000000000000061271061085961085083838a046107de565b928289066107de565b0490610755565b8094610776565b90846108a4565b80610877575050565b6108a2917f0000000000000000000000000000000000000000000000000000000000000000906108a4565b565b6001600160a01b03909116919082156109345760207fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef9160018060a01b031692835f52600382526108fb8160405f20541015610783565b835f526003825260405f20610911828254610776565b9055845f526003825260405f20610929828254610755565b9055604051908152a3565b60405162461bcd60e51b815260206004820152602360248201527f45524332303a207472616e7366657220746f20746865207a65726f206164647260448201526265737360e81b6064820152608490fd",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *TaxToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (taxToken *TaxToken) TryPackAllowance(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return taxToken.abi.Pack("allowance", arg0, arg1)
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

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (taxToken *TaxToken) TryPackApprove(spender common.Address, amount *big.Int) ([]byte, error) {
	return taxToken.abi.Pack("approve", spender, amount)
}

// UnpackApprove is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x095ea7b3.
//
// Solidity: function approve(address spender, uint256 amount) returns(bool)
func (taxToken *TaxToken) UnpackApprove(data []byte) (bool, error) {
	out, err := taxToken.abi.Unpack("approve", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (taxToken *TaxToken) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return taxToken.abi.Pack("balanceOf", arg0)
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

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint8)
func (taxToken *TaxToken) TryPackDecimals() ([]byte, error) {
	return taxToken.abi.Pack("decimals")
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

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address to, uint256 amount) returns()
func (taxToken *TaxToken) TryPackMint(to common.Address, amount *big.Int) ([]byte, error) {
	return taxToken.abi.Pack("mint", to, amount)
}

// PackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function minter() view returns(address)
func (taxToken *TaxToken) PackMinter() []byte {
	enc, err := taxToken.abi.Pack("minter")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMinter is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x07546172.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function minter() view returns(address)
func (taxToken *TaxToken) TryPackMinter() ([]byte, error) {
	return taxToken.abi.Pack("minter")
}

// UnpackMinter is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x07546172.
//
// Solidity: function minter() view returns(address)
func (taxToken *TaxToken) UnpackMinter(data []byte) (common.Address, error) {
	out, err := taxToken.abi.Unpack("minter", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
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

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (taxToken *TaxToken) TryPackName() ([]byte, error) {
	return taxToken.abi.Pack("name")
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

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (taxToken *TaxToken) TryPackSymbol() ([]byte, error) {
	return taxToken.abi.Pack("symbol")
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

// TryPackTaxBps is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3eacd2f8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function taxBps() view returns(uint256)
func (taxToken *TaxToken) TryPackTaxBps() ([]byte, error) {
	return taxToken.abi.Pack("taxBps")
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

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (taxToken *TaxToken) TryPackTotalSupply() ([]byte, error) {
	return taxToken.abi.Pack("totalSupply")
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

// TryPackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (taxToken *TaxToken) TryPackTransfer(to common.Address, amount *big.Int) ([]byte, error) {
	return taxToken.abi.Pack("transfer", to, amount)
}

// UnpackTransfer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa9059cbb.
//
// Solidity: function transfer(address to, uint256 amount) returns(bool)
func (taxToken *TaxToken) UnpackTransfer(data []byte) (bool, error) {
	out, err := taxToken.abi.Unpack("transfer", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (taxToken *TaxToken) TryPackTransferFrom(from common.Address, to common.Address, amount *big.Int) ([]byte, error) {
	return taxToken.abi.Pack("transferFrom", from, to, amount)
}

// UnpackTransferFrom is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x23b872dd.
//
// Solidity: function transferFrom(address from, address to, uint256 amount) returns(bool)
func (taxToken *TaxToken) UnpackTransferFrom(data []byte) (bool, error) {
	out, err := taxToken.abi.Unpack("transferFrom", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// TaxTokenApproval represents a Approval event raised by the TaxToken contract.
type TaxTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const TaxTokenApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (TaxTokenApproval) ContractEventName() string {
	return TaxTokenApprovalEventName
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
	if len(log.Data) > 0 {
		if err := taxToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const TaxTokenTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (TaxTokenTransfer) ContractEventName() string {
	return TaxTokenTransferEventName
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
	if len(log.Data) > 0 {
		if err := taxToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

// WrappedNativeMetaData contains all meta data concerning the WrappedNative contract.
var WrappedNativeMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"src\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"guy\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"dst\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"Deposit\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"src\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"dst\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"src\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"Withdrawal\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"allowance\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"guy\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"deposit\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"totalSupply\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"dst\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"transfer\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"src\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"dst\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"wad\",\"type\":\"uint256\"}],\"name\":\"withdraw\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"stateMutability\":\"payable\",\"type\":\"receive\"}]",
	ID:  "WrappedNative",
	Bin: "0x60806040523461030b57610b34803803806100198161030f565b92833981019060408183031261030b5780516001600160401b03811161030b5782610045918301610334565b60208201519092906001600160401b03811161030b576100659201610334565b81516001600160401b038111610221575f54600181811c91168015610301575b602082101461020357601f811161029f575b50602092601f821160011461024057928192935f92610235575b50508160011b915f199060031b1c1916175f555b80516001600160401b03811161022157600154600181811c91168015610217575b602082101461020357601f81116101a0575b50602091601f8211600114610140579181925f92610135575b50508160011b915f199060031b1c1916176001555b6040516107ae90816103868239f35b015190505f80610111565b601f1982169260015f52805f20915f5b85811061018857508360019510610170575b505050811b01600155610126565b01515f1960f88460031b161c191690555f8080610162565b91926020600181928685015181550194019201610150565b60015f527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6601f830160051c810191602084106101f9575b601f0160051c01905b8181106101ee57506100f8565b5f81556001016101e1565b90915081906101d8565b634e487b7160e01b5f52602260045260245ffd5b90607f16906100e6565b634e487b7160e01b5f52604160045260245ffd5b015190505f806100b1565b601f198216935f8052805f20915f5b868110610287575083600195961061026f575b505050811b015f556100c5565b01515f1960f88460031b161c191690555f8080610262565b9192602060018192868501518155019401920161024f565b5f80527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563601f830160051c810191602084106102f7575b601f0160051c01905b8181106102ec5750610097565b5f81556001016102df565b90915081906102d6565b90607f1690610085565b5f80fd5b6040519190601f01601f191682016001600160401b0381118382101761022157604052565b81601f8201121561030b578051906001600160401b03821161022157610363601f8301601f191660200161030f565b928284526020838301011161030b57815f9260208093018386015e830101529056fe60806040526004361015610022575b3615610018575f80fd5b610020610767565b005b5f3560e01c806306fdde0314610468578063095ea7b3146103ef57806318160ddd146103d457806323b872dd146103a55780632e1a7d4d1461028f578063313ce5671461027457806370a082311461023c57806395d89b4114610138578063a9059cbb14610106578063d0e30db0146100f35763dd62ed3e0361000e57346100ef5760403660031901126100ef576100b861056c565b6100c0610582565b6001600160a01b039182165f908152600360209081526040808320949093168252928352819020549051908152f35b5f80fd5b5f3660031901126100ef57610020610767565b346100ef5760403660031901126100ef57602061012e61012461056c565b6024359033610612565b6040519015158152f35b346100ef575f3660031901126100ef576040515f6001548060011c90600181168015610232575b60208310811461021e578285529081156101fa575060011461019c575b6101988361018c81850382610520565b60405191829182610542565b0390f35b60015f9081527fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6939250905b8082106101e05750909150810160200161018c61017c565b9192600181602092548385880101520191019092916101c8565b60ff191660208086019190915291151560051b8401909101915061018c905061017c565b634e487b7160e01b5f52602260045260245ffd5b91607f169161015f565b346100ef5760203660031901126100ef576001600160a01b0361025d61056c565b165f526002602052602060405f2054604051908152f35b346100ef575f3660031901126100ef57602060405160128152f35b346100ef5760203660031901126100ef57600435335f5260026020526102bb8160405f20541015610598565b335f52600260205260405f206102d28282546105e4565b90555f80808084335af13d156103a0573d67ffffffffffffffff811161038c576040519061030a601f8201601f191660200183610520565b81525f60203d92013e5b15610347576040519081527f7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b6560203392a2005b60405162461bcd60e51b815260206004820152601c60248201527f574554483a206e6174697665207472616e73666572206661696c6564000000006044820152606490fd5b634e487b7160e01b5f52604160045260245ffd5b610314565b346100ef5760603660031901126100ef57602061012e6103c361056c565b6103cb610582565b60443591610612565b346100ef575f3660031901126100ef57602047604051908152f35b346100ef5760403660031901126100ef5761040861056c565b335f8181526003602090815260408083206001600160a01b03909516808452948252918290206024359081905591519182527f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92591a3602060405160018152f35b346100ef575f3660031901126100ef576040515f5f548060011c90600181168015610516575b60208310811461021e578285529081156101fa57506001146104ba576101988361018c81850382610520565b5f8080527f290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563939250905b8082106104fc5750909150810160200161018c61017c565b9192600181602092548385880101520191019092916104e4565b91607f169161048e565b90601f8019910116810190811067ffffffffffffffff82111761038c57604052565b602060409281835280519182918282860152018484015e5f828201840152601f01601f1916010190565b600435906001600160a01b03821682036100ef57565b602435906001600160a01b03821682036100ef57565b1561059f57565b60405162461bcd60e51b815260206004820152601a60248201527f574554483a20696e73756666696369656e742062616c616e63650000000000006044820152606490fd5b919082039182116105f157565b634e487b7160e01b5f52601160045260245ffd5b919082018092116105f157565b60018060a01b031690815f5260026020526106338360405f20541015610598565b5f82815260036020908152604080832033808552925290912054908314158061075c575b6106c6575b5060207fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91835f526002825260405f206106978682546105e4565b905560018060a01b031693845f526002825260405f206106b8828254610605565b9055604051908152a3600190565b838110610717577fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef916106fb856020936105e4565b5f8581526003845260408082203383528552902055915061065c565b60405162461bcd60e51b815260206004820152601c60248201527f574554483a20696e73756666696369656e7420616c6c6f77616e6365000000006044820152606490fd5b505f19811415610657565b335f52600260205260405f2061077e348254610605565b90556040513481527fe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c60203392a256",
}

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

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *WrappedNative) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
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

// TryPackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (wrappedNative *WrappedNative) TryPackAllowance(arg0 common.Address, arg1 common.Address) ([]byte, error) {
	return wrappedNative.abi.Pack("allowance", arg0, arg1)
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

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address guy, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) TryPackApprove(guy common.Address, wad *big.Int) ([]byte, error) {
	return wrappedNative.abi.Pack("approve", guy, wad)
}

// UnpackApprove is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x095ea7b3.
//
// Solidity: function approve(address guy, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) UnpackApprove(data []byte) (bool, error) {
	out, err := wrappedNative.abi.Unpack("approve", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (wrappedNative *WrappedNative) TryPackBalanceOf(arg0 common.Address) ([]byte, error) {
	return wrappedNative.abi.Pack("balanceOf", arg0)
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

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint8)
func (wrappedNative *WrappedNative) TryPackDecimals() ([]byte, error) {
	return wrappedNative.abi.Pack("decimals")
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

// TryPackDeposit is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd0e30db0.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function deposit() payable returns()
func (wrappedNative *WrappedNative) TryPackDeposit() ([]byte, error) {
	return wrappedNative.abi.Pack("deposit")
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

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (wrappedNative *WrappedNative) TryPackName() ([]byte, error) {
	return wrappedNative.abi.Pack("name")
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

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (wrappedNative *WrappedNative) TryPackSymbol() ([]byte, error) {
	return wrappedNative.abi.Pack("symbol")
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

// TryPackTotalSupply is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x18160ddd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function totalSupply() view returns(uint256)
func (wrappedNative *WrappedNative) TryPackTotalSupply() ([]byte, error) {
	return wrappedNative.abi.Pack("totalSupply")
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

// TryPackTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa9059cbb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transfer(address dst, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) TryPackTransfer(dst common.Address, wad *big.Int) ([]byte, error) {
	return wrappedNative.abi.Pack("transfer", dst, wad)
}

// UnpackTransfer is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa9059cbb.
//
// Solidity: function transfer(address dst, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) UnpackTransfer(data []byte) (bool, error) {
	out, err := wrappedNative.abi.Unpack("transfer", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address src, address dst, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) TryPackTransferFrom(src common.Address, dst common.Address, wad *big.Int) ([]byte, error) {
	return wrappedNative.abi.Pack("transferFrom", src, dst, wad)
}

// UnpackTransferFrom is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x23b872dd.
//
// Solidity: function transferFrom(address src, address dst, uint256 wad) returns(bool)
func (wrappedNative *WrappedNative) UnpackTransferFrom(data []byte) (bool, error) {
	out, err := wrappedNative.abi.Unpack("transferFrom", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
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

// TryPackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2e1a7d4d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdraw(uint256 wad) returns()
func (wrappedNative *WrappedNative) TryPackWithdraw(wad *big.Int) ([]byte, error) {
	return wrappedNative.abi.Pack("withdraw", wad)
}

// WrappedNativeApproval represents a Approval event raised by the WrappedNative contract.
type WrappedNativeApproval struct {
	Src common.Address
	Guy common.Address
	Wad *big.Int
	Raw *types.Log // Blockchain specific contextual infos
}

const WrappedNativeApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (WrappedNativeApproval) ContractEventName() string {
	return WrappedNativeApprovalEventName
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
	if len(log.Data) > 0 {
		if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const WrappedNativeDepositEventName = "Deposit"

// ContractEventName returns the user-defined event name.
func (WrappedNativeDeposit) ContractEventName() string {
	return WrappedNativeDepositEventName
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
	if len(log.Data) > 0 {
		if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const WrappedNativeTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (WrappedNativeTransfer) ContractEventName() string {
	return WrappedNativeTransferEventName
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
	if len(log.Data) > 0 {
		if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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

const WrappedNativeWithdrawalEventName = "Withdrawal"

// ContractEventName returns the user-defined event name.
func (WrappedNativeWithdrawal) ContractEventName() string {
	return WrappedNativeWithdrawalEventName
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
	if len(log.Data) > 0 {
		if err := wrappedNative.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
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
