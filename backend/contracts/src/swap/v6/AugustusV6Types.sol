// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// What the functions of AugustusV6 take. `metadata` is a uuid (16 bytes) and the block of the quote (16 bytes); a zero beneficiary is the caller.

struct GenericData {
    address srcToken;
    address destToken;
    uint256 fromAmount;
    uint256 toAmount;
    uint256 quotedAmount;
    bytes32 metadata;
    address beneficiary;
}

struct UniswapV2Data {
    address srcToken;
    address destToken;
    uint256 fromAmount;
    uint256 toAmount;
    uint256 quotedAmount;
    bytes32 metadata;
    address beneficiary;
    bytes pools; // 64 bytes a pool: token0 (20), token1 (20), zeros, in the last bit 1 when token0 goes in
}

struct UniswapV3Data {
    address srcToken;
    address destToken;
    uint256 fromAmount;
    uint256 toAmount;
    uint256 quotedAmount;
    bytes32 metadata;
    address beneficiary;
    bytes pools; // 96 bytes a pool: token0 with bit 255 set when it goes in, token1, fee; last hop first for an exact output
}

struct CurveV1Data {
    uint256 curveData; // pool | approve << 160 | wrap (2 bits) << 161 | swap type (2 bits) << 163
    uint256 curveAssets; // i << 128 | j
    address srcToken;
    address destToken;
    uint256 fromAmount;
    uint256 toAmount;
    uint256 quotedAmount;
    bytes32 metadata;
    address beneficiary;
}

struct CurveV2Data {
    uint256 curveData;
    uint256 i;
    uint256 j;
    address poolAddress; // for the swap type that goes through a zap
    address srcToken;
    address destToken;
    uint256 fromAmount;
    uint256 toAmount;
    uint256 quotedAmount;
    bytes32 metadata;
    address beneficiary;
}

struct BalancerV2Data {
    uint256 fromAmount;
    uint256 toAmount;
    uint256 quotedAmount;
    bytes32 metadata;
    uint256 beneficiaryAndApproveFlag; // bit 255: approve the vault
}

struct AugustusRFQData {
    uint256 fromAmount;
    uint256 toAmount;
    uint8 wrapApproveDirection; // bits 0-1: 1 wrap the input, 2 unwrap the output; bit 2: approve; bit 3: exact output
    bytes32 metadata;
    address beneficiary;
}

struct MakerPSMData {
    address srcToken;
    address destToken;
    uint256 fromAmount;
    uint256 toAmount;
    uint256 toll; // of the module for this direction, 18 decimals
    uint256 to18ConversionFactor; // what brings an amount of the gem to 18 decimals
    address exchange;
    address gemJoinAddress;
    bytes32 metadata;
    uint256 beneficiaryDirectionApproveFlag; // bit 255: approve; bit 254: exact output
}

/// The addresses that the facets share with the contract that they serve. A factory word is 0xff, the factory's address, zeros.
struct AugustusV6Config {
    address weth;
    address balancerVault;
    uint256 uniswapV3FactoryAndFF;
    uint256 uniswapV3PoolInitCodeHash;
    uint256 uniswapV2FactoryAndFF;
    uint256 uniswapV2PoolInitCodeHash;
    address rfq;
    address feeVault;
    address permit2;
}
