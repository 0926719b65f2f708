// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Coins} from "../lib/Coins.sol";
import {FeeConfig} from "./FeeModel.sol";
import {MultiPathBase} from "./MultiPathBase.sol";
import {Utils} from "./Utils.sol";

/// Buys on exchanges, in AugustusSwapper's place.
interface IBuyAdapter {
    function buy(
        uint256 index,
        address fromToken,
        address toToken,
        uint256 maxFromAmount,
        uint256 toAmount,
        address targetExchange,
        bytes calldata payload
    ) external payable;
}

contract MultiPath is MultiPathBase {
    constructor(FeeConfig memory config) MultiPathBase(config) {}

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("MULTIPATH_ROUTER", "1.0.0"));
    }

    function multiSwap(Utils.SellData calldata data) external payable returns (uint256) {
        return _multiSwap(data);
    }

    function megaSwap(Utils.MegaSwapSellData calldata data) external payable returns (uint256) {
        return _megaSwap(data);
    }

    /// Buys toAmount in parts on several exchanges; the last buys what is missing.
    function buy(Utils.BuyData calldata data)
        external
        payable
        before(data.deadline)
        returns (uint256 receivedAmount)
    {
        require(data.toAmount > 0, "To amount can not be 0");
        _pull(data.fromToken, data.fromAmount, data.permit);
        _performBuy(data);
        address beneficiary = _orCaller(data.beneficiary);
        uint256 amountIn;
        (amountIn, receivedAmount) = _payPurchase(
            data.fromToken,
            data.toToken,
            data.fromAmount,
            data.toAmount,
            data.expectedAmount,
            beneficiary,
            data.partner,
            data.feePercent
        );
        emit BoughtV3(
            data.uuid,
            data.partner,
            data.feePercent,
            msg.sender,
            beneficiary,
            data.fromToken,
            data.toToken,
            amountIn,
            receivedAmount,
            data.expectedAmount
        );
    }

    function _performBuy(Utils.BuyData calldata data) private {
        uint256 left = data.toAmount;
        for (uint256 i = 0; i < data.route.length; i++) {
            Utils.Route calldata route = data.route[i];
            uint256 part = i + 1 == data.route.length ? left : data.toAmount * route.percent / 10_000;
            left -= part;
            _callAdapter(
                data.adapter,
                abi.encodeCall(
                    IBuyAdapter.buy,
                    (
                        route.index,
                        data.fromToken,
                        data.toToken,
                        Coins.balance(data.fromToken),
                        part,
                        route.targetExchange,
                        route.payload
                    )
                )
            );
        }
    }
}
