// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AugustusRFQ} from "../../rfq/AugustusRFQ.sol";
import {Coins, IWrappedNative} from "../lib/Coins.sol";
import {AugustusStorage} from "./AugustusStorage.sol";

/// What both adapters share: the kinds of exchange by `index`, and the native coin. A payload is the ABI encoding of what stands behind the kind:
///
///   1 Uniswap V2    (uint256[] pools) the words of UniswapV2ForkRouter; targetExchange unused
///   2 Uniswap V3    (bytes path) for the router at targetExchange, for a purchase in reverse
///   3 Curve V1      (int128 i, int128 j, uint256 swapType, uint256 dx)
///   4 Curve V2      (uint256 i, uint256 j, uint256 swapType, address pool, uint256 dx)
///   5 Balancer V2   (BatchSwapStep[] swaps, address[] assets) for the vault at targetExchange; the first step's amount is set here
///   6 limit orders  (OrderInfo[] orders) of the contract at targetExchange
///   7 wrapped coin  nothing: one of the tokens is native, the other wrapped
///
/// dx, what a purchase on a stable pool puts in, is not used for a sale. A native token is wrapped before and unwrapped after every kind but 7,
/// unless it is a coin of the stable pool itself: then bit 255 of swapType says so.
abstract contract Exchanges is AugustusStorage {
    uint256 internal constant UNISWAP_V2 = 1;
    uint256 internal constant UNISWAP_V3 = 2;
    uint256 internal constant CURVE_V1 = 3;
    uint256 internal constant CURVE_V2 = 4;
    uint256 internal constant BALANCER_V2 = 5;
    uint256 internal constant LIMIT_ORDERS = 6;
    uint256 internal constant WRAPPED = 7;
    uint256 internal constant NATIVE_POOL = 1 << 255;

    address public immutable weth;

    constructor(address weth_) {
        weth = weth_;
    }

    function initialize(bytes calldata) external virtual {
        revert("METHOD NOT IMPLEMENTED");
    }

    function _wrapped(address token) internal view returns (address) {
        return Coins.isNative(token) ? weth : token;
    }

    function _wrap(uint256 amount) internal {
        IWrappedNative(weth).deposit{value: amount}();
    }

    function _unwrap(uint256 amount) internal {
        IWrappedNative(weth).withdraw(amount);
    }

    function _checkUsers(AugustusRFQ.OrderInfo[] memory orders) internal view {
        for (uint256 i = 0; i < orders.length; i++) {
            address user = address(uint160(orders[i].order.nonceAndMeta));
            require(user == address(0) || user == msg.sender, "unauthorized user");
        }
    }

    /// Whether the payload's stable pool trades the native coin itself. Its third word is the swap type.
    function _isNativePool(uint256 index, bytes calldata payload) internal pure returns (bool) {
        if (index != CURVE_V1 && index != CURVE_V2) return false;
        return uint256(bytes32(payload[64:96])) & NATIVE_POOL != 0;
    }
}
