// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Tokens} from "../lib/Tokens.sol";
import {Permit2} from "../permit2/Permit2.sol";
import {Permits} from "../swap/lib/Permits.sol";
import {ISettlement} from "./Delta.sol";
import {DeltaOrder} from "./DeltaOrder.sol";

/// Takes an order's source tokens from its owner. How, is told by the length of the order's permit: 0 a plain allowance; 224 ERC-2612, 256 DAI style;
/// 1 an allowance at Permit2; 192 one that is signed (amount, expiration, nonce, deadline of the signature, 64 bytes of it); 96 a
/// single transfer at Permit2 (nonce and 64 bytes of signature; amount and deadline are the order's).
abstract contract SourceTransfer {
    Permit2 internal immutable _permit2;

    constructor(address permit2) {
        _permit2 = Permit2(permit2);
    }

    /// `first` is whether nothing of the order was taken before: a permit is good for once.
    function _takeSource(DeltaOrder calldata order, address to, uint256 amount, bool first) internal {
        uint256 length = order.permit.length;
        if (length == 96) return _transferBySignature(order, to);
        if (length == 1 || length == 192) {
            if (length == 192 && first) _signAllowance(order);
            if (amount > type(uint160).max) revert ISettlement.Permit2AmountOverflow();
            try _permit2.transferFrom(order.owner, to, uint160(amount), order.srcToken) {}
            catch {
                revert ISettlement.TransferFromFailed();
            }
            return;
        }
        if (length != 0 && length != 224 && length != 256) revert ISettlement.PermitFailed();
        if (first) Permits.tryPermit(order.srcToken, order.permit);
        if (!Tokens.tryTransferFrom(order.srcToken, order.owner, to, amount)) revert ISettlement.TransferFromFailed();
    }

    function _transferBySignature(DeltaOrder calldata order, address to) private {
        try _permit2.permitTransferFrom(
            Permit2.PermitTransferFrom({
                permitted: Permit2.TokenPermissions(order.srcToken, order.srcAmount),
                nonce: uint256(bytes32(order.permit[:32])),
                deadline: order.deadline
            }),
            Permit2.SignatureTransferDetails(to, order.srcAmount),
            order.owner,
            order.permit[32:]
        ) {} catch {
            revert ISettlement.PermitFailed();
        }
    }

    /// A failure fails the settlement, also where someone submitted the permit before and the allowance is there.
    function _signAllowance(DeltaOrder calldata order) private {
        (uint256 amount, uint256 expiration, uint256 nonce, uint256 sigDeadline) =
            abi.decode(order.permit[:128], (uint256, uint256, uint256, uint256));
        if (amount > type(uint160).max || nonce > type(uint48).max || expiration > type(uint48).max) {
            revert ISettlement.PermitFailed();
        }
        Permit2.PermitSingle memory permitSingle = Permit2.PermitSingle({
            details: Permit2.PermitDetails(order.srcToken, uint160(amount), uint48(expiration), uint48(nonce)),
            spender: address(this),
            sigDeadline: sigDeadline
        });
        try _permit2.permit(order.owner, permitSingle, order.permit[128:]) {}
        catch {
            revert ISettlement.PermitFailed();
        }
    }
}
