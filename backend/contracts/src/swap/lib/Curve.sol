// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface ICurveV1Pool {
    function exchange(int128 i, int128 j, uint256 dx, uint256 minDy) external payable;
    function exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minDy) external payable;
}

interface ICurveV2Pool {
    function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy) external payable;
    function exchange(uint256 i, uint256 j, uint256 dx, uint256 minDy, bool useNative) external payable;
    function exchange_underlying(uint256 i, uint256 j, uint256 dx, uint256 minDy) external payable;
}

interface ICurveZap {
    function exchange(address pool, uint256 i, uint256 j, uint256 dx, uint256 minDy) external;
}

/// The calls of stable and newer pools (Curve), by the swap types that calldata names: 0 exchange, 1 exchange_underlying, 2 through a zap.
library Curve {
    uint256 internal constant UNDERLYING = 1;
    uint256 internal constant ZAP = 2;

    function exchangeV1(address exchange, uint256 swapType, int128 i, int128 j, uint256 amount, uint256 value) internal {
        if (swapType == UNDERLYING) ICurveV1Pool(exchange).exchange_underlying{value: value}(i, j, amount, 1);
        else ICurveV1Pool(exchange).exchange{value: value}(i, j, amount, 1);
    }

    function exchangeV2(
        address exchange,
        uint256 swapType,
        address pool,
        uint256 i,
        uint256 j,
        uint256 amount,
        uint256 value
    ) internal {
        if (swapType == UNDERLYING) ICurveV2Pool(exchange).exchange_underlying{value: value}(i, j, amount, 1);
        else if (swapType == ZAP) ICurveZap(exchange).exchange(pool, i, j, amount, 1);
        else if (value > 0) ICurveV2Pool(exchange).exchange{value: value}(i, j, amount, 1, true);
        else ICurveV2Pool(exchange).exchange(i, j, amount, 1);
    }
}
