// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

//lint:file-ignore ST1005 the errors are abigen's

package contracttest

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

// CryptoPoolFigures is an auto generated low-level Go binding around an user-defined struct.
type CryptoPoolFigures struct {
	A        *big.Int
	Gamma    *big.Int
	D        *big.Int
	MidFee   *big.Int
	OutFee   *big.Int
	FeeGamma *big.Int
	Scales   []*big.Int
	Units    []*big.Int
}

// InfinityKey is an auto generated low-level Go binding around an user-defined struct.
type InfinityKey struct {
	Token0     common.Address
	Token1     common.Address
	Hooks      common.Address
	Manager    common.Address
	Fee        *big.Int
	Parameters [32]byte
}

// LiquidityBookPairFees is an auto generated low-level Go binding around an user-defined struct.
type LiquidityBookPairFees struct {
	BaseFactor uint16
	Filter     uint16
	Decay      uint16
	Reduction  uint16
	Control    *big.Int
	Share      uint16
	Most       *big.Int
}

// LiquidityParams is an auto generated low-level Go binding around an user-defined struct.
type LiquidityParams struct {
	Lower *big.Int
	Upper *big.Int
	Delta *big.Int
	Salt  [32]byte
}

// SwapParams is an auto generated low-level Go binding around an user-defined struct.
type SwapParams struct {
	ZeroForOne bool
	Specified  *big.Int
	Limit      *big.Int
}

// ContractWalletMetaData contains all meta data concerning the ContractWallet contract.
var ContractWalletMetaData = artifacts.Of("ContractWallet")

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

// CryptoFactoryMetaData contains all meta data concerning the CryptoFactory contract.
var CryptoFactoryMetaData = artifacts.Of("CryptoFactory")

// CryptoFactory is an auto generated Go binding around an Ethereum contract.
type CryptoFactory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *CryptoFactory) GetABI() abi.ABI {
	return c.abi
}

// PackAdd is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0a3b0a4f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function add(address pool) returns()
func (cryptoFactory *CryptoFactory) PackAdd(pool common.Address) []byte {
	enc, err := cryptoFactory.abi.Pack("add", pool)
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
func (cryptoFactory *CryptoFactory) PackPoolCount() []byte {
	enc, err := cryptoFactory.abi.Pack("pool_count")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackPoolCount is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x956aae3a.
//
// Solidity: function pool_count() view returns(uint256)
func (cryptoFactory *CryptoFactory) UnpackPoolCount(data []byte) (*big.Int, error) {
	out, err := cryptoFactory.abi.Unpack("pool_count", data)
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
func (cryptoFactory *CryptoFactory) PackPoolList(arg0 *big.Int) []byte {
	enc, err := cryptoFactory.abi.Pack("pool_list", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackPoolList is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3a1d5d8e.
//
// Solidity: function pool_list(uint256 ) view returns(address)
func (cryptoFactory *CryptoFactory) UnpackPoolList(data []byte) (common.Address, error) {
	out, err := cryptoFactory.abi.Unpack("pool_list", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// CryptoPoolMetaData contains all meta data concerning the CryptoPool contract.
var CryptoPoolMetaData = artifacts.Of("CryptoPool")

// CryptoPool is an auto generated Go binding around an Ethereum contract.
type CryptoPool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *CryptoPool) GetABI() abi.ABI {
	return c.abi
}

// NewCryptoPool creates a new instance of CryptoPool.
func NewCryptoPool() *CryptoPool {
	parsed, err := CryptoPoolMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &CryptoPool{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address[] coins_, (uint256,uint256,uint256,uint256,uint256,uint256,uint256[],uint256[]) figures) returns()
func (cryptoPool *CryptoPool) PackConstructor(coins_ []common.Address, figures CryptoPoolFigures) []byte {
	enc, err := cryptoPool.abi.Pack("", coins_, figures)
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
func (cryptoPool *CryptoPool) PackA() []byte {
	enc, err := cryptoPool.abi.Pack("A")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackBalances is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4903b0d1.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balances(uint256 ) view returns(uint256)
func (cryptoPool *CryptoPool) PackBalances(arg0 *big.Int) []byte {
	enc, err := cryptoPool.abi.Pack("balances", arg0)
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
func (cryptoPool *CryptoPool) PackCoins(arg0 *big.Int) []byte {
	enc, err := cryptoPool.abi.Pack("coins", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackCoins is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc6610657.
//
// Solidity: function coins(uint256 ) view returns(address)
func (cryptoPool *CryptoPool) UnpackCoins(data []byte) (common.Address, error) {
	out, err := cryptoPool.abi.Unpack("coins", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackExchange is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5b41b908.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exchange(uint256 i, uint256 j, uint256 dx, uint256 least) returns()
func (cryptoPool *CryptoPool) PackExchange(i *big.Int, j *big.Int, dx *big.Int, least *big.Int) []byte {
	enc, err := cryptoPool.abi.Pack("exchange", i, j, dx, least)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetDy is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x556d6e9f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function get_dy(uint256 i, uint256 j, uint256 dx) view returns(uint256 dy)
func (cryptoPool *CryptoPool) PackGetDy(i *big.Int, j *big.Int, dx *big.Int) []byte {
	enc, err := cryptoPool.abi.Pack("get_dy", i, j, dx)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetDy is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x556d6e9f.
//
// Solidity: function get_dy(uint256 i, uint256 j, uint256 dx) view returns(uint256 dy)
func (cryptoPool *CryptoPool) UnpackGetDy(data []byte) (*big.Int, error) {
	out, err := cryptoPool.abi.Unpack("get_dy", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackSync is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfff6cae9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sync() returns()
func (cryptoPool *CryptoPool) PackSync() []byte {
	enc, err := cryptoPool.abi.Pack("sync")
	if err != nil {
		panic(err)
	}
	return enc
}

// CryptoPoolTokenExchange represents a TokenExchange event raised by the CryptoPool contract.
type CryptoPoolTokenExchange struct {
	Buyer  common.Address
	Sold   *big.Int
	Amount *big.Int
	Bought *big.Int
	Paid   *big.Int
	Raw    *types.Log // Blockchain specific contextual infos
}

// UnpackTokenExchangeEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event TokenExchange(address indexed buyer, uint256 sold, uint256 amount, uint256 bought, uint256 paid)
func (cryptoPool *CryptoPool) UnpackTokenExchangeEvent(log *types.Log) (*CryptoPoolTokenExchange, error) {
	event := "TokenExchange"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != cryptoPool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(CryptoPoolTokenExchange)
	if err := cryptoPool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range cryptoPool.abi.Events[event].Inputs {
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

// HostileOwnerMetaData contains all meta data concerning the HostileOwner contract.
var HostileOwnerMetaData = artifacts.Of("HostileOwner")

// HostileOwner is an auto generated Go binding around an Ethereum contract.
type HostileOwner struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *HostileOwner) GetABI() abi.ABI {
	return c.abi
}

// NewHostileOwner creates a new instance of HostileOwner.
func NewHostileOwner() *HostileOwner {
	parsed, err := HostileOwnerMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &HostileOwner{abi: *parsed}
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7e5465ba.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address token, address spender) returns()
func (hostileOwner *HostileOwner) PackApprove(token common.Address, spender common.Address) []byte {
	enc, err := hostileOwner.abi.Pack("approve", token, spender)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isValidSignature(bytes32 hash, bytes ) view returns(bytes4)
func (hostileOwner *HostileOwner) PackIsValidSignature(hash [32]byte, arg1 []byte) []byte {
	enc, err := hostileOwner.abi.Pack("isValidSignature", hash, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetMood is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0c8d6d51.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setMood(uint8 mood_) returns()
func (hostileOwner *HostileOwner) PackSetMood(mood uint8) []byte {
	enc, err := hostileOwner.abi.Pack("setMood", mood)
	if err != nil {
		panic(err)
	}
	return enc
}

// HostileTokenMetaData contains all meta data concerning the HostileToken contract.
var HostileTokenMetaData = artifacts.Of("HostileToken")

// HostileToken is an auto generated Go binding around an Ethereum contract.
type HostileToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *HostileToken) GetABI() abi.ABI {
	return c.abi
}

// NewHostileToken creates a new instance of HostileToken.
func NewHostileToken() *HostileToken {
	parsed, err := HostileTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &HostileToken{abi: *parsed}
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (hostileToken *HostileToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := hostileToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (hostileToken *HostileToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := hostileToken.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackAttack is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9e5faafc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function attack() view returns(uint8)
func (hostileToken *HostileToken) PackAttack() []byte {
	enc, err := hostileToken.abi.Pack("attack")
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
func (hostileToken *HostileToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := hostileToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (hostileToken *HostileToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := hostileToken.abi.Unpack("balanceOf", data)
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
func (hostileToken *HostileToken) PackDecimals() []byte {
	enc, err := hostileToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (hostileToken *HostileToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := hostileToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackFlood is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x192d0440.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function flood(uint256 logs) returns()
func (hostileToken *HostileToken) PackFlood(logs *big.Int) []byte {
	enc, err := hostileToken.abi.Pack("flood", logs)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackIsValidSignature is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1626ba7e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isValidSignature(bytes32 , bytes ) view returns(bytes4)
func (hostileToken *HostileToken) PackIsValidSignature(arg0 [32]byte, arg1 []byte) []byte {
	enc, err := hostileToken.abi.Pack("isValidSignature", arg0, arg1)
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
func (hostileToken *HostileToken) PackName() []byte {
	enc, err := hostileToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (hostileToken *HostileToken) UnpackName(data []byte) (string, error) {
	out, err := hostileToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackPretend is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2c13f5c2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pretend(address[] holders) returns()
func (hostileToken *HostileToken) PackPretend(holders []common.Address) []byte {
	enc, err := hostileToken.abi.Pack("pretend", holders)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x48ab5e6c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function set(uint8 attack_, uint256 size_) returns()
func (hostileToken *HostileToken) PackSet(attack uint8, size *big.Int) []byte {
	enc, err := hostileToken.abi.Pack("set", attack, size)
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
func (hostileToken *HostileToken) PackSymbol() []byte {
	enc, err := hostileToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (hostileToken *HostileToken) UnpackSymbol(data []byte) (string, error) {
	out, err := hostileToken.abi.Unpack("symbol", data)
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
// Solidity: function transferFrom(address , address , uint256 ) view returns(bool)
func (hostileToken *HostileToken) PackTransferFrom(arg0 common.Address, arg1 common.Address, arg2 *big.Int) []byte {
	enc, err := hostileToken.abi.Pack("transferFrom", arg0, arg1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// HostileTokenTransfer represents a Transfer event raised by the HostileToken contract.
type HostileTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (hostileToken *HostileToken) UnpackTransferEvent(log *types.Log) (*HostileTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != hostileToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(HostileTokenTransfer)
	if err := hostileToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range hostileToken.abi.Events[event].Inputs {
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

// InfinityPoolsMetaData contains all meta data concerning the InfinityPools contract.
var InfinityPoolsMetaData = artifacts.Of("InfinityPools")

// InfinityPools is an auto generated Go binding around an Ethereum contract.
type InfinityPools struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *InfinityPools) GetABI() abi.ABI {
	return c.abi
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8b0c1b22.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize((address,address,address,address,uint24,bytes32) key, uint160 price) returns(int24 tick)
func (infinityPools *InfinityPools) PackInitialize(key InfinityKey, price *big.Int) []byte {
	enc, err := infinityPools.abi.Pack("initialize", key, price)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcd0cc1ce.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap((address,address,address,address,uint24,bytes32) key, (bool,int256,uint160) params, bytes ) returns(int256 delta)
func (infinityPools *InfinityPools) PackSwap(key InfinityKey, params SwapParams, arg2 []byte) []byte {
	enc, err := infinityPools.abi.Pack("swap", key, params, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSync is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa5841194.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sync(address token) returns()
func (infinityPools *InfinityPools) PackSync(token common.Address) []byte {
	enc, err := infinityPools.abi.Pack("sync", token)
	if err != nil {
		panic(err)
	}
	return enc
}

// InfinityPoolsSwap represents a Swap event raised by the InfinityPools contract.
type InfinityPoolsSwap struct {
	Id          [32]byte
	Sender      common.Address
	Amount0     *big.Int
	Amount1     *big.Int
	Price       *big.Int
	Liquidity   *big.Int
	Tick        *big.Int
	Fee         *big.Int
	ProtocolFee uint16
	Raw         *types.Log // Blockchain specific contextual infos
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 price, uint128 liquidity, int24 tick, uint24 fee, uint16 protocolFee)
func (infinityPools *InfinityPools) UnpackSwapEvent(log *types.Log) (*InfinityPoolsSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != infinityPools.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(InfinityPoolsSwap)
	if err := infinityPools.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range infinityPools.abi.Events[event].Inputs {
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

// InfinityProviderMetaData contains all meta data concerning the InfinityProvider contract.
var InfinityProviderMetaData = artifacts.Of("InfinityProvider")

// InfinityProvider is an auto generated Go binding around an Ethereum contract.
type InfinityProvider struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *InfinityProvider) GetABI() abi.ABI {
	return c.abi
}

// PackAdd is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23dc1008.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function add(address vault, (address,address,address,address,uint24,bytes32) key, (int24,int24,int256,bytes32) params) returns()
func (infinityProvider *InfinityProvider) PackAdd(vault common.Address, key InfinityKey, params LiquidityParams) []byte {
	enc, err := infinityProvider.abi.Pack("add", vault, key, params)
	if err != nil {
		panic(err)
	}
	return enc
}

// LiquidityBookFactoryMetaData contains all meta data concerning the LiquidityBookFactory contract.
var LiquidityBookFactoryMetaData = artifacts.Of("LiquidityBookFactory")

// LiquidityBookFactory is an auto generated Go binding around an Ethereum contract.
type LiquidityBookFactory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *LiquidityBookFactory) GetABI() abi.ABI {
	return c.abi
}

// PackAdd is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6e983466.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function add(address pair, bool ignored) returns()
func (liquidityBookFactory *LiquidityBookFactory) PackAdd(pair common.Address, ignored bool) []byte {
	enc, err := liquidityBookFactory.abi.Pack("add", pair, ignored)
	if err != nil {
		panic(err)
	}
	return enc
}

// LiquidityBookPairMetaData contains all meta data concerning the LiquidityBookPair contract.
var LiquidityBookPairMetaData = artifacts.Of("LiquidityBookPair")

// LiquidityBookPair is an auto generated Go binding around an Ethereum contract.
type LiquidityBookPair struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *LiquidityBookPair) GetABI() abi.ABI {
	return c.abi
}

// NewLiquidityBookPair creates a new instance of LiquidityBookPair.
func NewLiquidityBookPair() *LiquidityBookPair {
	parsed, err := LiquidityBookPairMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &LiquidityBookPair{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address x, address y, uint16 step, uint24 active, (uint16,uint16,uint16,uint16,uint24,uint16,uint24) fees) returns()
func (liquidityBookPair *LiquidityBookPair) PackConstructor(x common.Address, y common.Address, step uint16, active *big.Int, fees LiquidityBookPairFees) []byte {
	enc, err := liquidityBookPair.abi.Pack("", x, y, step, active, fees)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetActiveId is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdbe65edc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getActiveId() view returns(uint24)
func (liquidityBookPair *LiquidityBookPair) PackGetActiveId() []byte {
	enc, err := liquidityBookPair.abi.Pack("getActiveId")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetBin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0abe9688.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getBin(uint24 id) view returns(uint128, uint128)
func (liquidityBookPair *LiquidityBookPair) PackGetBin(id *big.Int) []byte {
	enc, err := liquidityBookPair.abi.Pack("getBin", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetSwapIn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xabcd7830.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getSwapIn(uint128 amount, bool down) view returns(uint128, uint128, uint128)
func (liquidityBookPair *LiquidityBookPair) PackGetSwapIn(amount *big.Int, down bool) []byte {
	enc, err := liquidityBookPair.abi.Pack("getSwapIn", amount, down)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetVariableFeeParameters is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8d7024e5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getVariableFeeParameters() view returns(uint24, uint24, uint24, uint40)
func (liquidityBookPair *LiquidityBookPair) PackGetVariableFeeParameters() []byte {
	enc, err := liquidityBookPair.abi.Pack("getVariableFeeParameters")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackLay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x66d94baa.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function lay(uint24 id, uint256 x, uint256 y) returns()
func (liquidityBookPair *LiquidityBookPair) PackLay(id *big.Int, x *big.Int, y *big.Int) []byte {
	enc, err := liquidityBookPair.abi.Pack("lay", id, x, y)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x53c059a0.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(bool down, address to) returns(bytes32)
func (liquidityBookPair *LiquidityBookPair) PackSwap(down bool, to common.Address) []byte {
	enc, err := liquidityBookPair.abi.Pack("swap", down, to)
	if err != nil {
		panic(err)
	}
	return enc
}

// LiquidityBookPairSwap represents a Swap event raised by the LiquidityBookPair contract.
type LiquidityBookPairSwap struct {
	Sender     common.Address
	To         common.Address
	Id         *big.Int
	AmountsIn  [32]byte
	AmountsOut [32]byte
	Raw        *types.Log // Blockchain specific contextual infos
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed to, uint24 id, bytes32 amountsIn, bytes32 amountsOut)
func (liquidityBookPair *LiquidityBookPair) UnpackSwapEvent(log *types.Log) (*LiquidityBookPairSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != liquidityBookPair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(LiquidityBookPairSwap)
	if err := liquidityBookPair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range liquidityBookPair.abi.Events[event].Inputs {
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

// LyingAssetMetaData contains all meta data concerning the LyingAsset contract.
var LyingAssetMetaData = artifacts.Of("LyingAsset")

// LyingAsset is an auto generated Go binding around an Ethereum contract.
type LyingAsset struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *LyingAsset) GetABI() abi.ABI {
	return c.abi
}

// NewLyingAsset creates a new instance of LyingAsset.
func NewLyingAsset() *LyingAsset {
	parsed, err := LyingAssetMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &LyingAsset{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(uint8 kind_) returns()
func (lyingAsset *LyingAsset) PackConstructor(kind_ uint8) []byte {
	enc, err := lyingAsset.abi.Pack("", kind_)
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
func (lyingAsset *LyingAsset) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := lyingAsset.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (lyingAsset *LyingAsset) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := lyingAsset.abi.Unpack("allowance", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x00fdd58e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address , uint256 ) view returns(uint256)
func (lyingAsset *LyingAsset) PackBalanceOf(arg0 common.Address, arg1 *big.Int) []byte {
	enc, err := lyingAsset.abi.Pack("balanceOf", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x00fdd58e.
//
// Solidity: function balanceOf(address , uint256 ) view returns(uint256)
func (lyingAsset *LyingAsset) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := lyingAsset.abi.Unpack("balanceOf", data)
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
// Solidity: function decimals() pure returns(uint8)
func (lyingAsset *LyingAsset) PackDecimals() []byte {
	enc, err := lyingAsset.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() pure returns(uint8)
func (lyingAsset *LyingAsset) UnpackDecimals(data []byte) (uint8, error) {
	out, err := lyingAsset.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getApproved(uint256 ) pure returns(address)
func (lyingAsset *LyingAsset) PackGetApproved(arg0 *big.Int) []byte {
	enc, err := lyingAsset.abi.Pack("getApproved", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetApproved is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x081812fc.
//
// Solidity: function getApproved(uint256 ) pure returns(address)
func (lyingAsset *LyingAsset) UnpackGetApproved(data []byte) (common.Address, error) {
	out, err := lyingAsset.abi.Unpack("getApproved", data)
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
func (lyingAsset *LyingAsset) PackIsApprovedForAll(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := lyingAsset.abi.Pack("isApprovedForAll", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() pure returns(string)
func (lyingAsset *LyingAsset) PackName() []byte {
	enc, err := lyingAsset.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() pure returns(string)
func (lyingAsset *LyingAsset) UnpackName(data []byte) (string, error) {
	out, err := lyingAsset.abi.Unpack("name", data)
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
// Solidity: function ownerOf(uint256 id) view returns(address)
func (lyingAsset *LyingAsset) PackOwnerOf(id *big.Int) []byte {
	enc, err := lyingAsset.abi.Pack("ownerOf", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackOwnerOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6352211e.
//
// Solidity: function ownerOf(uint256 id) view returns(address)
func (lyingAsset *LyingAsset) UnpackOwnerOf(data []byte) (common.Address, error) {
	out, err := lyingAsset.abi.Unpack("ownerOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf242432a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address , address , uint256 , uint256 , bytes ) view returns()
func (lyingAsset *LyingAsset) PackSafeTransferFrom(arg0 common.Address, arg1 common.Address, arg2 *big.Int, arg3 *big.Int, arg4 []byte) []byte {
	enc, err := lyingAsset.abi.Pack("safeTransferFrom", arg0, arg1, arg2, arg3, arg4)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 id) view returns(bool)
func (lyingAsset *LyingAsset) PackSupportsInterface(id [4]byte) []byte {
	enc, err := lyingAsset.abi.Pack("supportsInterface", id)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 id) view returns(bool)
func (lyingAsset *LyingAsset) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := lyingAsset.abi.Unpack("supportsInterface", data)
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
// Solidity: function symbol() pure returns(string)
func (lyingAsset *LyingAsset) PackSymbol() []byte {
	enc, err := lyingAsset.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() pure returns(string)
func (lyingAsset *LyingAsset) UnpackSymbol(data []byte) (string, error) {
	out, err := lyingAsset.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTell is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8d6c516d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tell(uint8 told_) returns()
func (lyingAsset *LyingAsset) PackTell(told uint8) []byte {
	enc, err := lyingAsset.abi.Pack("tell", told)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address , address , uint256 ) view returns(bool)
func (lyingAsset *LyingAsset) PackTransferFrom(arg0 common.Address, arg1 common.Address, arg2 *big.Int) []byte {
	enc, err := lyingAsset.abi.Pack("transferFrom", arg0, arg1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// PoolTraderMetaData contains all meta data concerning the PoolTrader contract.
var PoolTraderMetaData = artifacts.Of("PoolTrader")

// PoolTrader is an auto generated Go binding around an Ethereum contract.
type PoolTrader struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *PoolTrader) GetABI() abi.ABI {
	return c.abi
}

// NewPoolTrader creates a new instance of PoolTrader.
func NewPoolTrader() *PoolTrader {
	parsed, err := PoolTraderMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &PoolTrader{abi: *parsed}
}

// PackAct is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc476137b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function act(address target, bytes data) payable returns(bytes told)
func (poolTrader *PoolTrader) PackAct(target common.Address, data []byte) []byte {
	enc, err := poolTrader.abi.Pack("act", target, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAct is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc476137b.
//
// Solidity: function act(address target, bytes data) payable returns(bytes told)
func (poolTrader *PoolTrader) UnpackAct(data []byte) ([]byte, error) {
	out, err := poolTrader.abi.Unpack("act", data)
	if err != nil {
		return *new([]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([]byte)).(*[]byte)
	return out0, nil
}

// PackMake is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xaf325da2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function make(bytes creation) returns(address made)
func (poolTrader *PoolTrader) PackMake(creation []byte) []byte {
	enc, err := poolTrader.abi.Pack("make", creation)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackPrepare is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xad62b9db.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function prepare(address token0_, address token1_, bytes answer_) returns()
func (poolTrader *PoolTrader) PackPrepare(token0 common.Address, token1 common.Address, answer []byte) []byte {
	enc, err := poolTrader.abi.Pack("prepare", token0, token1, answer)
	if err != nil {
		panic(err)
	}
	return enc
}

// ReentrantReceiverMetaData contains all meta data concerning the ReentrantReceiver contract.
var ReentrantReceiverMetaData = artifacts.Of("ReentrantReceiver")

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

// SolidlyFactoryMetaData contains all meta data concerning the SolidlyFactory contract.
var SolidlyFactoryMetaData = artifacts.Of("SolidlyFactory")

// SolidlyFactory is an auto generated Go binding around an Ethereum contract.
type SolidlyFactory struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SolidlyFactory) GetABI() abi.ABI {
	return c.abi
}

// NewSolidlyFactory creates a new instance of SolidlyFactory.
func NewSolidlyFactory() *SolidlyFactory {
	parsed, err := SolidlyFactoryMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SolidlyFactory{abi: *parsed}
}

// PackCreatePair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb2bb56fb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function createPair(address a, address b, bool stable, bool settles) returns(address pair)
func (solidlyFactory *SolidlyFactory) PackCreatePair(a common.Address, b common.Address, stable bool, settles bool) []byte {
	enc, err := solidlyFactory.abi.Pack("createPair", a, b, stable, settles)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetPair is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6801cc30.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getPair(address , address , bool ) view returns(address)
func (solidlyFactory *SolidlyFactory) PackGetPair(arg0 common.Address, arg1 common.Address, arg2 bool) []byte {
	enc, err := solidlyFactory.abi.Pack("getPair", arg0, arg1, arg2)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackGetPair is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6801cc30.
//
// Solidity: function getPair(address , address , bool ) view returns(address)
func (solidlyFactory *SolidlyFactory) UnpackGetPair(data []byte) (common.Address, error) {
	out, err := solidlyFactory.abi.Unpack("getPair", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe1f76b44.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setFee(bool stable, uint256 fee) returns()
func (solidlyFactory *SolidlyFactory) PackSetFee(stable bool, fee *big.Int) []byte {
	enc, err := solidlyFactory.abi.Pack("setFee", stable, fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// SolidlyPairMetaData contains all meta data concerning the SolidlyPair contract.
var SolidlyPairMetaData = artifacts.Of("SolidlyPair")

// SolidlyPair is an auto generated Go binding around an Ethereum contract.
type SolidlyPair struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SolidlyPair) GetABI() abi.ABI {
	return c.abi
}

// NewSolidlyPair creates a new instance of SolidlyPair.
func NewSolidlyPair() *SolidlyPair {
	parsed, err := SolidlyPairMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &SolidlyPair{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address token0_, address token1_, bool stable_, bool settles_) returns()
func (solidlyPair *SolidlyPair) PackConstructor(token0_ common.Address, token1_ common.Address, stable_ bool, settles_ bool) []byte {
	enc, err := solidlyPair.abi.Pack("", token0_, token1_, stable_, settles_)
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
func (solidlyPair *SolidlyPair) PackFactory() []byte {
	enc, err := solidlyPair.abi.Pack("factory")
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetAmountOut is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf140a35a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getAmountOut(uint256 amount, address tokenIn) view returns(uint256)
func (solidlyPair *SolidlyPair) PackGetAmountOut(amount *big.Int, tokenIn common.Address) []byte {
	enc, err := solidlyPair.abi.Pack("getAmountOut", amount, tokenIn)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackGetReserves is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0902f1ac.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getReserves() view returns(uint256, uint256, uint256)
func (solidlyPair *SolidlyPair) PackGetReserves() []byte {
	enc, err := solidlyPair.abi.Pack("getReserves")
	if err != nil {
		panic(err)
	}
	return enc
}

// SolidlyPairGetReservesOutput serves as a container for the return parameters of contract
// method GetReserves.
type SolidlyPairGetReservesOutput struct {
	Arg0 *big.Int
	Arg1 *big.Int
	Arg2 *big.Int
}

// UnpackGetReserves is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0902f1ac.
//
// Solidity: function getReserves() view returns(uint256, uint256, uint256)
func (solidlyPair *SolidlyPair) UnpackGetReserves(data []byte) (SolidlyPairGetReservesOutput, error) {
	out, err := solidlyPair.abi.Unpack("getReserves", data)
	outstruct := new(SolidlyPairGetReservesOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Arg0 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Arg1 = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Arg2 = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x022c0d9f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes ) returns()
func (solidlyPair *SolidlyPair) PackSwap(amount0Out *big.Int, amount1Out *big.Int, to common.Address, arg3 []byte) []byte {
	enc, err := solidlyPair.abi.Pack("swap", amount0Out, amount1Out, to, arg3)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSync is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfff6cae9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function sync() returns()
func (solidlyPair *SolidlyPair) PackSync() []byte {
	enc, err := solidlyPair.abi.Pack("sync")
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
func (solidlyPair *SolidlyPair) PackToken0() []byte {
	enc, err := solidlyPair.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (solidlyPair *SolidlyPair) UnpackToken0(data []byte) (common.Address, error) {
	out, err := solidlyPair.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// SolidlyPairSwap represents a Swap event raised by the SolidlyPair contract.
type SolidlyPairSwap struct {
	Sender     common.Address
	To         common.Address
	Amount0In  *big.Int
	Amount1In  *big.Int
	Amount0Out *big.Int
	Amount1Out *big.Int
	Raw        *types.Log // Blockchain specific contextual infos
}

// UnpackSwapEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Swap(address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out)
func (solidlyPair *SolidlyPair) UnpackSwapEvent(log *types.Log) (*SolidlyPairSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != solidlyPair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SolidlyPairSwap)
	if err := solidlyPair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range solidlyPair.abi.Events[event].Inputs {
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

// SolidlyPairSync represents a Sync event raised by the SolidlyPair contract.
type SolidlyPairSync struct {
	Reserve0 *big.Int
	Reserve1 *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

// UnpackSyncEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Sync(uint256 reserve0, uint256 reserve1)
func (solidlyPair *SolidlyPair) UnpackSyncEvent(log *types.Log) (*SolidlyPairSync, error) {
	event := "Sync"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != solidlyPair.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SolidlyPairSync)
	if err := solidlyPair.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range solidlyPair.abi.Events[event].Inputs {
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

// SolidlyV3PoolMetaData contains all meta data concerning the SolidlyV3Pool contract.
var SolidlyV3PoolMetaData = artifacts.Of("SolidlyV3Pool")

// SolidlyV3Pool is an auto generated Go binding around an Ethereum contract.
type SolidlyV3Pool struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *SolidlyV3Pool) GetABI() abi.ABI {
	return c.abi
}

// PackInitialize is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf637731d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function initialize(uint160 price) returns()
func (solidlyV3Pool *SolidlyV3Pool) PackInitialize(price *big.Int) []byte {
	enc, err := solidlyV3Pool.abi.Pack("initialize", price)
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
func (solidlyV3Pool *SolidlyV3Pool) PackLiquidity() []byte {
	enc, err := solidlyV3Pool.abi.Pack("liquidity")
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
func (solidlyV3Pool *SolidlyV3Pool) PackMint(recipient common.Address, lower *big.Int, upper *big.Int, amount *big.Int, data []byte) []byte {
	enc, err := solidlyV3Pool.abi.Pack("mint", recipient, lower, upper, amount, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSetFee is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xeabb5622.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setFee(uint24 fee) returns()
func (solidlyV3Pool *SolidlyV3Pool) PackSetFee(fee *big.Int) []byte {
	enc, err := solidlyV3Pool.abi.Pack("setFee", fee)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackSlot0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3850c7bd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick, uint24 fee, bool unlocked)
func (solidlyV3Pool *SolidlyV3Pool) PackSlot0() []byte {
	enc, err := solidlyV3Pool.abi.Pack("slot0")
	if err != nil {
		panic(err)
	}
	return enc
}

// SolidlyV3PoolSlot0Output serves as a container for the return parameters of contract
// method Slot0.
type SolidlyV3PoolSlot0Output struct {
	SqrtPriceX96 *big.Int
	Tick         *big.Int
	Fee          *big.Int
	Unlocked     bool
}

// UnpackSlot0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3850c7bd.
//
// Solidity: function slot0() view returns(uint160 sqrtPriceX96, int24 tick, uint24 fee, bool unlocked)
func (solidlyV3Pool *SolidlyV3Pool) UnpackSlot0(data []byte) (SolidlyV3PoolSlot0Output, error) {
	out, err := solidlyV3Pool.abi.Unpack("slot0", data)
	outstruct := new(SolidlyV3PoolSlot0Output)
	if err != nil {
		return *outstruct, err
	}
	outstruct.SqrtPriceX96 = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Tick = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Fee = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.Unlocked = *abi.ConvertType(out[3], new(bool)).(*bool)
	return *outstruct, nil
}

// PackSwap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x128acb08.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function swap(address recipient, bool zeroForOne, int256 specified, uint160 limit, bytes data) returns(int256 amount0, int256 amount1)
func (solidlyV3Pool *SolidlyV3Pool) PackSwap(recipient common.Address, zeroForOne bool, specified *big.Int, limit *big.Int, data []byte) []byte {
	enc, err := solidlyV3Pool.abi.Pack("swap", recipient, zeroForOne, specified, limit, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTickBitmap is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5339c296.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tickBitmap(int16 word) view returns(uint256)
func (solidlyV3Pool *SolidlyV3Pool) PackTickBitmap(word int16) []byte {
	enc, err := solidlyV3Pool.abi.Pack("tickBitmap", word)
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
func (solidlyV3Pool *SolidlyV3Pool) PackTickSpacing() []byte {
	enc, err := solidlyV3Pool.abi.Pack("tickSpacing")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTickSpacing is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd0c93a7c.
//
// Solidity: function tickSpacing() view returns(int24)
func (solidlyV3Pool *SolidlyV3Pool) UnpackTickSpacing(data []byte) (*big.Int, error) {
	out, err := solidlyV3Pool.abi.Unpack("tickSpacing", data)
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
// Solidity: function ticks(int24 tick) view returns(uint128 gross, int128 net, bool initialized)
func (solidlyV3Pool *SolidlyV3Pool) PackTicks(tick *big.Int) []byte {
	enc, err := solidlyV3Pool.abi.Pack("ticks", tick)
	if err != nil {
		panic(err)
	}
	return enc
}

// SolidlyV3PoolTicksOutput serves as a container for the return parameters of contract
// method Ticks.
type SolidlyV3PoolTicksOutput struct {
	Gross       *big.Int
	Net         *big.Int
	Initialized bool
}

// UnpackTicks is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xf30dba93.
//
// Solidity: function ticks(int24 tick) view returns(uint128 gross, int128 net, bool initialized)
func (solidlyV3Pool *SolidlyV3Pool) UnpackTicks(data []byte) (SolidlyV3PoolTicksOutput, error) {
	out, err := solidlyV3Pool.abi.Unpack("ticks", data)
	outstruct := new(SolidlyV3PoolTicksOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Gross = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Net = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.Initialized = *abi.ConvertType(out[2], new(bool)).(*bool)
	return *outstruct, nil
}

// PackToken0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0dfe1681.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function token0() view returns(address)
func (solidlyV3Pool *SolidlyV3Pool) PackToken0() []byte {
	enc, err := solidlyV3Pool.abi.Pack("token0")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackToken0 is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0dfe1681.
//
// Solidity: function token0() view returns(address)
func (solidlyV3Pool *SolidlyV3Pool) UnpackToken0(data []byte) (common.Address, error) {
	out, err := solidlyV3Pool.abi.Unpack("token0", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// SolidlyV3PoolMint represents a Mint event raised by the SolidlyV3Pool contract.
type SolidlyV3PoolMint struct {
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
func (solidlyV3Pool *SolidlyV3Pool) UnpackMintEvent(log *types.Log) (*SolidlyV3PoolMint, error) {
	event := "Mint"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != solidlyV3Pool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SolidlyV3PoolMint)
	if err := solidlyV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range solidlyV3Pool.abi.Events[event].Inputs {
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

// SolidlyV3PoolSwap represents a Swap event raised by the SolidlyV3Pool contract.
type SolidlyV3PoolSwap struct {
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
func (solidlyV3Pool *SolidlyV3Pool) UnpackSwapEvent(log *types.Log) (*SolidlyV3PoolSwap, error) {
	event := "Swap"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != solidlyV3Pool.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(SolidlyV3PoolSwap)
	if err := solidlyV3Pool.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range solidlyV3Pool.abi.Events[event].Inputs {
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

// TrapTokenMetaData contains all meta data concerning the TrapToken contract.
var TrapTokenMetaData = artifacts.Of("TrapToken")

// TrapToken is an auto generated Go binding around an Ethereum contract.
type TrapToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TrapToken) GetABI() abi.ABI {
	return c.abi
}

// NewTrapToken creates a new instance of TrapToken.
func NewTrapToken() *TrapToken {
	parsed, err := TrapTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TrapToken{abi: *parsed}
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address minter_) returns()
func (trapToken *TrapToken) PackConstructor(minter_ common.Address) []byte {
	enc, err := trapToken.abi.Pack("", minter_)
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
func (trapToken *TrapToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := trapToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (trapToken *TrapToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := trapToken.abi.Unpack("allowance", data)
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
func (trapToken *TrapToken) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := trapToken.abi.Pack("approve", spender, amount)
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
func (trapToken *TrapToken) PackBalanceOf(arg0 common.Address) []byte {
	enc, err := trapToken.abi.Pack("balanceOf", arg0)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address ) view returns(uint256)
func (trapToken *TrapToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := trapToken.abi.Unpack("balanceOf", data)
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
func (trapToken *TrapToken) PackDecimals() []byte {
	enc, err := trapToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (trapToken *TrapToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := trapToken.abi.Unpack("decimals", data)
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
func (trapToken *TrapToken) PackMint(to common.Address, amount *big.Int) []byte {
	enc, err := trapToken.abi.Pack("mint", to, amount)
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
func (trapToken *TrapToken) PackName() []byte {
	enc, err := trapToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (trapToken *TrapToken) UnpackName(data []byte) (string, error) {
	out, err := trapToken.abi.Unpack("name", data)
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
func (trapToken *TrapToken) PackSymbol() []byte {
	enc, err := trapToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (trapToken *TrapToken) UnpackSymbol(data []byte) (string, error) {
	out, err := trapToken.abi.Unpack("symbol", data)
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
func (trapToken *TrapToken) PackTotalSupply() []byte {
	enc, err := trapToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (trapToken *TrapToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := trapToken.abi.Unpack("totalSupply", data)
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
func (trapToken *TrapToken) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := trapToken.abi.Pack("transfer", to, amount)
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
func (trapToken *TrapToken) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := trapToken.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TrapTokenApproval represents a Approval event raised by the TrapToken contract.
type TrapTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (trapToken *TrapToken) UnpackApprovalEvent(log *types.Log) (*TrapTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != trapToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TrapTokenApproval)
	if err := trapToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range trapToken.abi.Events[event].Inputs {
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

// TrapTokenTransfer represents a Transfer event raised by the TrapToken contract.
type TrapTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (trapToken *TrapToken) UnpackTransferEvent(log *types.Log) (*TrapTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != trapToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TrapTokenTransfer)
	if err := trapToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range trapToken.abi.Events[event].Inputs {
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

// TurncoatTokenMetaData contains all meta data concerning the TurncoatToken contract.
var TurncoatTokenMetaData = artifacts.Of("TurncoatToken")

// TurncoatToken is an auto generated Go binding around an Ethereum contract.
type TurncoatToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *TurncoatToken) GetABI() abi.ABI {
	return c.abi
}

// NewTurncoatToken creates a new instance of TurncoatToken.
func NewTurncoatToken() *TurncoatToken {
	parsed, err := TurncoatTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &TurncoatToken{abi: *parsed}
}

// PackAllowance is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xdd62ed3e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (turncoatToken *TurncoatToken) PackAllowance(arg0 common.Address, arg1 common.Address) []byte {
	enc, err := turncoatToken.abi.Pack("allowance", arg0, arg1)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackAllowance is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xdd62ed3e.
//
// Solidity: function allowance(address , address ) view returns(uint256)
func (turncoatToken *TurncoatToken) UnpackAllowance(data []byte) (*big.Int, error) {
	out, err := turncoatToken.abi.Unpack("allowance", data)
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
func (turncoatToken *TurncoatToken) PackApprove(spender common.Address, amount *big.Int) []byte {
	enc, err := turncoatToken.abi.Pack("approve", spender, amount)
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
func (turncoatToken *TurncoatToken) PackBalanceOf(account common.Address) []byte {
	enc, err := turncoatToken.abi.Pack("balanceOf", account)
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address account) view returns(uint256)
func (turncoatToken *TurncoatToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := turncoatToken.abi.Unpack("balanceOf", data)
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
func (turncoatToken *TurncoatToken) PackDecimals() []byte {
	enc, err := turncoatToken.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (turncoatToken *TurncoatToken) UnpackDecimals(data []byte) (uint8, error) {
	out, err := turncoatToken.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (turncoatToken *TurncoatToken) PackName() []byte {
	enc, err := turncoatToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (turncoatToken *TurncoatToken) UnpackName(data []byte) (string, error) {
	out, err := turncoatToken.abi.Unpack("name", data)
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
func (turncoatToken *TurncoatToken) PackSymbol() []byte {
	enc, err := turncoatToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (turncoatToken *TurncoatToken) UnpackSymbol(data []byte) (string, error) {
	out, err := turncoatToken.abi.Unpack("symbol", data)
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
func (turncoatToken *TurncoatToken) PackTotalSupply() []byte {
	enc, err := turncoatToken.abi.Pack("totalSupply")
	if err != nil {
		panic(err)
	}
	return enc
}

// UnpackTotalSupply is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x18160ddd.
//
// Solidity: function totalSupply() view returns(uint256)
func (turncoatToken *TurncoatToken) UnpackTotalSupply(data []byte) (*big.Int, error) {
	out, err := turncoatToken.abi.Unpack("totalSupply", data)
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
func (turncoatToken *TurncoatToken) PackTransfer(to common.Address, amount *big.Int) []byte {
	enc, err := turncoatToken.abi.Pack("transfer", to, amount)
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
func (turncoatToken *TurncoatToken) PackTransferFrom(from common.Address, to common.Address, amount *big.Int) []byte {
	enc, err := turncoatToken.abi.Pack("transferFrom", from, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackTurn is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2e535940.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function turn(uint8 mood_) returns()
func (turncoatToken *TurncoatToken) PackTurn(mood uint8) []byte {
	enc, err := turncoatToken.abi.Pack("turn", mood)
	if err != nil {
		panic(err)
	}
	return enc
}

// TurncoatTokenApproval represents a Approval event raised by the TurncoatToken contract.
type TurncoatTokenApproval struct {
	Owner   common.Address
	Spender common.Address
	Value   *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed spender, uint256 value)
func (turncoatToken *TurncoatToken) UnpackApprovalEvent(log *types.Log) (*TurncoatTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != turncoatToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TurncoatTokenApproval)
	if err := turncoatToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range turncoatToken.abi.Events[event].Inputs {
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

// TurncoatTokenTransfer represents a Transfer event raised by the TurncoatToken contract.
type TurncoatTokenTransfer struct {
	From  common.Address
	To    common.Address
	Value *big.Int
	Raw   *types.Log // Blockchain specific contextual infos
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 value)
func (turncoatToken *TurncoatToken) UnpackTransferEvent(log *types.Log) (*TurncoatTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != turncoatToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(TurncoatTokenTransfer)
	if err := turncoatToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
		return nil, err
	}
	var indexed abi.Arguments
	for _, arg := range turncoatToken.abi.Events[event].Inputs {
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
