// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC1155Transfer, IERC721Transfer} from "../../rfq/Assets.sol";
import {ExternalCalls} from "./ExternalCalls.sol";
import {FeeConfig} from "./FeeModel.sol";
import {FeeRouter} from "./FeeRouter.sol";
import {Utils} from "./Utils.sol";

/// Purchases of collectibles by a list of calls, which must deliver them to the swap contract; it passes them on. Fees come from the source token.
contract SimpleSwapNFT is FeeRouter, ExternalCalls {
    uint256 private constant ERC1155 = 1 << 160;

    event BoughtNFTV3(
        bytes16 uuid,
        address partner,
        uint256 feePercent,
        address initiator,
        address indexed beneficiary,
        address indexed srcToken,
        Utils.ToTokenNFTDetails[] destTokenDetails,
        uint256 srcAmount,
        uint256 expectedAmount
    );

    constructor(FeeConfig memory config, address rfq) FeeRouter(config) ExternalCalls(rfq) {}

    function getKey() external pure returns (bytes32) {
        return keccak256(abi.encodePacked("SIMPLE_SWAP_NFT_ROUTER", "1.0.0"));
    }

    function simpleBuyNFT(Utils.SimpleBuyNFTData calldata data) external payable before(data.deadline) {
        address beneficiary = _orCaller(data.beneficiary);
        require(data.toTokenDetails.length > 0, "toTokenDetails can't be empty");
        require(_isFromSource(data.feePercent), "fee on dest token not supported");
        _pull(data.fromToken, data.fromAmount, data.permit);
        _performCalls(data.callees, data.exchangeData, data.startIndexes, data.values);
        _deliver(data.toTokenDetails, beneficiary);
        uint256 amountIn =
            _returnRest(data.fromToken, data.fromAmount, data.expectedAmount, data.partner, data.feePercent);
        emit BoughtNFTV3(
            data.uuid,
            data.partner,
            data.feePercent,
            msg.sender,
            beneficiary,
            data.fromToken,
            data.toTokenDetails,
            amountIn,
            data.expectedAmount
        );
    }

    function _deliver(Utils.ToTokenNFTDetails[] calldata details, address beneficiary) private {
        for (uint256 i = 0; i < details.length; i++) {
            address token = address(uint160(details[i].toToken));
            uint256 id = details[i].toTokenID;
            if (details[i].toToken & ERC1155 == 0) {
                IERC721Transfer(token).safeTransferFrom(address(this), beneficiary, id);
            } else {
                IERC1155Transfer(token).safeTransferFrom(address(this), beneficiary, id, details[i].toAmount, "");
            }
        }
    }
}
