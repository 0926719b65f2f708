// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../../lib/Tokens.sol";
import {Coins, IWrappedNative} from "../lib/Coins.sol";
import {IPermit2, Permits} from "../lib/Permits.sol";
import {AugustusV6Fees} from "./AugustusV6Fees.sol";
import {AugustusV6Config} from "./AugustusV6Types.sol";

/// What the facets with swaps share: taking the input from the caller, and wrapping.
abstract contract AugustusV6Facet is AugustusV6Fees {
    uint256 private constant LONGEST_TOKEN_PERMIT = 256;
    uint256 internal constant DUST = 1;

    address private immutable permit2;
    IWrappedNative internal immutable weth;

    constructor(AugustusV6Config memory config) AugustusV6Fees(config.feeVault) {
        permit2 = config.permit2;
        weth = IWrappedNative(config.weth);
    }

    /// Moves the input to `to`; native coins have come with the call and stay here.
    function _pull(address token, uint256 amount, address to, bytes calldata permit) internal {
        if (msg.value != (Coins.isNative(token) ? amount : 0)) revert IncorrectEthAmount();
        if (Coins.isNative(token)) return;
        if (_isPermit2(permit)) return _pullByPermit2(token, amount, to, permit);
        Permits.tryPermit(token, permit);
        Tokens.safeTransferFrom(token, msg.sender, to, amount);
    }

    function _isPermit2(bytes calldata permit) internal pure returns (bool) {
        return permit.length > LONGEST_TOKEN_PERMIT;
    }

    /// `permit` holds the encoded arguments of Permit2's permitTransferFrom; receiver, amount and owner are set here, whatever it says.
    function _pullByPermit2(address token, uint256 amount, address to, bytes calldata permit) private {
        (IPermit2.PermitTransferFrom memory transfer,,, bytes memory signature) =
            abi.decode(permit, (IPermit2.PermitTransferFrom, IPermit2.SignatureTransferDetails, address, bytes));
        transfer.permitted.token = token;
        (bool success,) = permit2.call(
            abi.encodeCall(
                IPermit2.permitTransferFrom,
                (transfer, IPermit2.SignatureTransferDetails(to, amount), msg.sender, signature)
            )
        );
        if (!success) revert Permit2Failed();
    }

    function _wrap(uint256 amount) internal {
        weth.deposit{value: amount}();
    }

    function _unwrap(uint256 amount) internal {
        weth.withdraw(amount);
    }
}
