// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FixedPoint} from "../math/FixedPoint.sol";
import {WeightedMath} from "../math/WeightedMath.sol";
import {IBalancerVault, IMinimalSwapInfoPool} from "./IBalancerVault.sol";
import {IDecimals} from "./StableSwap.sol";

/// A pool of 2 to 8 tokens, each with its share of the pool's value, whose tokens the vault holds (Balancer V2). Balances are brought to 18
/// decimals before the formula; the fee is taken from the input.
contract WeightedPool is IMinimalSwapInfoPool {
    using FixedPoint for uint256;

    uint256 private constant MIN_WEIGHT = 0.01e18;

    address private immutable vault;
    address private immutable owner;
    bytes32 private immutable poolId;
    uint256 private immutable swapFee; // 18 decimals
    address[] private tokens;
    uint256[] private weights; // 18 decimals, of a sum of one
    mapping(address => uint256) private weightOf;
    mapping(address => uint256) private scalingOf;

    /// Tokens in ascending order.
    constructor(address vault_, address[] memory tokens_, uint256[] memory weights_, uint256 swapFee_, address owner_) {
        require(tokens_.length >= 2 && tokens_.length <= 8 && weights_.length == tokens_.length, "BAL#103");
        require(swapFee_ >= 1e12 && swapFee_ <= 0.1e18, "BAL#202");
        (vault, owner, swapFee, tokens, weights) = (vault_, owner_, swapFee_, tokens_, weights_);
        uint256 sum;
        for (uint256 i = 0; i < tokens_.length; i++) {
            require(weights_[i] >= MIN_WEIGHT, "BAL#302");
            sum += weights_[i];
            weightOf[tokens_[i]] = weights_[i];
            scalingOf[tokens_[i]] = 10 ** (18 - IDecimals(tokens_[i]).decimals());
        }
        require(sum == FixedPoint.ONE, "BAL#308");
        poolId = IBalancerVault(vault_).registerPool(1);
        IBalancerVault(vault_).registerTokens(poolId, tokens_, new address[](tokens_.length));
    }

    function getVault() external view returns (address) {
        return vault;
    }

    function getOwner() external view returns (address) {
        return owner;
    }

    function getPoolId() external view returns (bytes32) {
        return poolId;
    }

    function getSwapFeePercentage() external view returns (uint256) {
        return swapFee;
    }

    function getNormalizedWeights() external view returns (uint256[] memory) {
        return weights;
    }

    function onSwap(SwapRequest calldata request, uint256 balanceTokenIn, uint256 balanceTokenOut)
        external
        view
        returns (uint256)
    {
        require(msg.sender == vault, "BAL#205");
        require(request.poolId == poolId, "BAL#500");
        uint256 scalingIn = scalingOf[request.tokenIn];
        uint256 scalingOut = scalingOf[request.tokenOut];
        uint256 weightIn = weightOf[request.tokenIn];
        uint256 weightOut = weightOf[request.tokenOut];
        uint256 balanceIn = balanceTokenIn * scalingIn;
        uint256 balanceOut = balanceTokenOut * scalingOut;
        if (request.kind == IBalancerVault.SwapKind.GIVEN_IN) {
            uint256 afterFee = request.amount - request.amount.mulUp(swapFee);
            return WeightedMath.outGivenIn(balanceIn, weightIn, balanceOut, weightOut, afterFee * scalingIn) / scalingOut;
        }
        uint256 amountIn =
            WeightedMath.inGivenOut(balanceIn, weightIn, balanceOut, weightOut, request.amount * scalingOut);
        return ((amountIn + scalingIn - 1) / scalingIn).divUp(swapFee.complement());
    }
}
