// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ExternalCalls} from "./ExternalCalls.sol";
import {FeeConfig} from "./FeeModel.sol";
import {FeeRouter} from "./FeeRouter.sol";
import {Utils} from "./Utils.sol";

interface IERC721Owner {
    function ownerOf(uint256 tokenId) external view returns (address);
}

interface IERC1155Balance {
    function balanceOf(address account, uint256 id) external view returns (uint256);
}

/// Purchases of collectibles by a list of calls, which must deliver them to the beneficiary.
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
        require(data.toTokenDetails.length > 0, "toTokenDetails is empty");
        uint256[] memory held = _holdings(data.toTokenDetails, beneficiary);
        _pull(data.fromToken, data.fromAmount, data.permit);
        _performCalls(data.callees, data.exchangeData, data.startIndexes, data.values);
        _checkDelivery(data.toTokenDetails, beneficiary, held);
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

    /// What the account has of each token: a count for ERC-1155, 0 or 1 for ERC-721.
    function _holdings(Utils.ToTokenNFTDetails[] calldata details, address account)
        private
        view
        returns (uint256[] memory held)
    {
        held = new uint256[](details.length);
        for (uint256 i = 0; i < details.length; i++) {
            address token = address(uint160(details[i].toToken));
            if (details[i].toToken & ERC1155 != 0) {
                held[i] = IERC1155Balance(token).balanceOf(account, details[i].toTokenID);
            } else {
                held[i] = IERC721Owner(token).ownerOf(details[i].toTokenID) == account ? 1 : 0;
            }
        }
    }

    function _checkDelivery(Utils.ToTokenNFTDetails[] calldata details, address account, uint256[] memory before)
        private
        view
    {
        uint256[] memory held = _holdings(details, account);
        for (uint256 i = 0; i < details.length; i++) {
            require(details[i].toAmount > 0, "toAmount is too low");
            require(
                held[i] >= before[i] + details[i].toAmount, "Received amount of tokens are less then expected"
            );
        }
    }
}
