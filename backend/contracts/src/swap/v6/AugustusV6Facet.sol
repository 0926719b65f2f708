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
        _permit(token, permit);
        Tokens.safeTransferFrom(token, msg.sender, to, amount);
    }

    /// A token's own permit, if there is one. A permit that fails is left to the transfer that follows; one of a length that no token knows is refused.
    function _permit(address token, bytes calldata permit) internal {
        if (permit.length != 0 && !Permits.isTokenPermit(permit.length)) revert PermitFailed();
        Permits.tryPermit(token, permit);
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

    /// Gives what is held of an input back to the caller, but for the dust; the wrapped coin as native coins, if so wanted.
    function _refund(address token, bool unwrap) internal returns (uint256 refund) {
        refund = _less(Coins.balance(token), DUST);
        if (unwrap) _unwrap(refund);
        Coins.send(unwrap ? Coins.NATIVE : token, msg.sender, refund);
    }

    /// Unwraps all that is held but the dust; what an exact input brought counts without it.
    function _unwrapHeld() internal {
        weth.withdraw(weth.balanceOf(address(this)) - DUST);
    }
}
