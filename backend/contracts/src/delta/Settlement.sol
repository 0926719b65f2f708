// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EIP712} from "../lib/EIP712.sol";
import {IERC1271, Signatures} from "../lib/Signatures.sol";
import {Coins} from "../swap/lib/Coins.sol";
import {Tokens} from "../lib/Tokens.sol";
import {ISettlement} from "./Delta.sol";
import {IModule, IRegistry} from "./DeltaAdapter.sol";
import {DeltaOrder, DeltaOrders} from "./DeltaOrder.sol";
import {DeltaState} from "./DeltaState.sol";
import {SourceTransfer} from "./SourceTransfer.sol";

interface IExecutor {
    function execute(bytes calldata executorData) external;
}

/// What the settlement modules share: who may settle, which orders are valid, how fees are taken and the owner is paid.
///
/// The owner's protection does not rest on agents: an order's state changes before anything moves, what an executor brought is measured as a
/// balance, and what comes in is never below what was signed. Fees are taken of that, so that an owner who wants a least amount signs it with the
/// fees on top. What an agent pays itself is taken at its word: tokens that keep a part of transfers are not for that.
abstract contract Settlement is DeltaState, EIP712, SourceTransfer, ISettlement, IModule {
    /// One settlement of all or a part of an order.
    struct Fill {
        bytes32 hash;
        uint256 srcAmount;
        uint256 minimum; // of what comes in, before fees
        uint256 expected;
        uint256 total; // filled so far, this included; 0: the order can not be filled in parts
        bool first;
    }

    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_FEE_BPS = 200;

    IRegistry private immutable _registry;

    modifier onlyAgent() {
        if (!_registry.isAgentRegistered(msg.sender)) revert UnauthorizedAgent();
        if (_entered) revert ReentrancyGuardReentrantCall();
        _entered = true;
        _;
        _entered = false;
    }

    constructor(address registry, address permit2) EIP712("Portikus", "2.0.0") SourceTransfer(permit2) {
        _registry = IRegistry(registry);
    }

    // Orders

    /// Checks an order that is settled at once, and uses its nonce.
    function _takeWhole(DeltaOrder calldata order, bytes calldata signature) internal returns (Fill memory) {
        bytes32 hash = _check(order, signature, DeltaOrders.ORDER_TYPEHASH);
        _checkDeadline(order);
        _markNonce(order.owner, order.nonce);
        return Fill(hash, order.srcAmount, order.destAmount, order.expectedDestAmount, 0, true);
    }

    /// Checks an order that is settled in parts of `percent` bps of its original amounts, and counts this one. The nonce is used when nothing is left.
    /// All three amounts round down, and none of them to nothing.
    function _takePart(DeltaOrder calldata order, bytes calldata signature, uint256 percent) internal returns (Fill memory fill) {
        fill.srcAmount = order.srcAmount * percent / BPS;
        fill.minimum = order.destAmount * percent / BPS;
        fill.expected = order.expectedDestAmount * percent / BPS;
        if (fill.srcAmount == 0 || fill.minimum == 0 || fill.expected == 0) revert InvalidFillAmount();
        _checkDeadline(order);
        fill.hash = _check(order, signature, DeltaOrders.FILLABLE_ORDER_TYPEHASH);
        if (order.permit.length == 96) revert PermitFailed(); // is good for the whole amount only
        uint256 before = _state.filled[fill.hash];
        fill.total = before + fill.srcAmount;
        fill.first = before == 0;
        if (fill.total > order.srcAmount) revert InvalidFillAmount();
        _state.filled[fill.hash] = fill.total;
        if (fill.total == order.srcAmount) _markNonce(order.owner, order.nonce);
    }

    function _filledAmount(DeltaOrder calldata order) internal view returns (uint256) {
        return _state.filled[_digest(DeltaOrders.structHash(order, DeltaOrders.FILLABLE_ORDER_TYPEHASH))];
    }

    function _checkDeadline(DeltaOrder calldata order) private view {
        if (block.timestamp > order.deadline) revert DeadlineExpired();
    }

    function _check(DeltaOrder calldata order, bytes calldata signature, bytes32 typehash) private view returns (bytes32 hash) {
        if (_isNonceUsed(order.owner, order.nonce)) revert InvalidNonce();
        hash = _digest(DeltaOrders.structHash(order, typehash));
        _checkSignature(order.owner, hash, signature);
    }

    /// Keys sign in the 64 bytes of EIP-2098. An owner with code answers by ERC-1271 and in no other way, also where the code is only delegated to
    /// (EIP-7702); what it reverts with is the settlement's reason.
    function _checkSignature(address owner, bytes32 hash, bytes calldata signature) internal view {
        if (owner.code.length > 0) {
            if (IERC1271(owner).isValidSignature(hash, signature) != IERC1271.isValidSignature.selector) revert InvalidSignature();
            return;
        }
        address signer = signature.length == 64 ? Signatures.recover(hash, signature) : address(0);
        if (signer == address(0)) revert InvalidSignature();
        if (signer != owner) revert InvalidSigner();
    }

    // Settling

    /// Gives the owner's tokens to the executor, has it work, and pays out what it brought here.
    function _settleBySwap(DeltaOrder calldata order, Fill memory fill, bytes calldata executorData, address executor) internal {
        uint256 before = Coins.balance(order.destToken);
        _takeSource(order, executor, fill.srcAmount, fill.first);
        IExecutor(executor).execute(executorData);
        uint256 received = _since(order.destToken, before);
        if (received < fill.minimum) revert InsufficientReturnAmount();
        _payOut(order, fill, received);
    }

    /// Gives the owner's tokens to the agent, who pays `amount` for them: tokens by allowance, native coin with the call. Returns the native coin that
    /// the call has to bring for it.
    function _settleByAgent(DeltaOrder calldata order, Fill memory fill, uint256 amount) internal returns (uint256 value) {
        _takeSource(order, msg.sender, fill.srcAmount, fill.first);
        if (amount < fill.minimum) revert InsufficientReturnAmount();
        if (Coins.isNative(order.destToken)) {
            if (amount > msg.value) revert InsufficientMsgValue();
            value = amount;
        } else if (!Tokens.tryTransferFrom(order.destToken, msg.sender, address(this), amount)) {
            revert TransferFromFailed();
        }
        _payOut(order, fill, amount);
    }

    function _since(address token, uint256 before) internal view returns (uint256) {
        uint256 current = Coins.balance(token);
        return current > before ? current - before : 0;
    }

    function _payOut(DeltaOrder calldata order, Fill memory fill, uint256 received) private {
        address partner = address(uint160(order.partnerAndFee >> 96));
        (uint256 protocolFee, uint256 partnerFee) = _fees(order.partnerAndFee, partner, received, fill.expected);
        uint256 amount = received - protocolFee - partnerFee;
        if (protocolFee > 0) _state.fees[address(0)][order.destToken] += protocolFee;
        if (partnerFee > 0) _state.fees[partner][order.destToken] += partnerFee;
        address beneficiary = order.beneficiary == address(0) ? order.owner : order.beneficiary;
        _emit(order, fill, beneficiary, amount, protocolFee, partnerFee);
        _send(order.destToken, beneficiary, amount);
    }

    function _send(address coin, address to, uint256 amount) internal {
        if (Coins.isNative(coin)) {
            (bool success,) = to.call{value: amount}("");
            if (!success) revert ETHTransferFailed();
        } else if (!Tokens.tryTransfer(coin, to, amount)) {
            revert TransferFailed();
        }
    }

    /// The protocol takes half of what is above the expectation. A partner takes its flat fee of all that the protocol left, or, where it has none, the
    /// other half if that was agreed.
    function _fees(uint256 partnerAndFee, address partner, uint256 received, uint256 expected)
        private
        pure
        returns (uint256 protocolFee, uint256 partnerFee)
    {
        uint256 surplus = received > expected ? received - expected : 0;
        protocolFee = surplus / 2;
        if (partner == address(0)) return (protocolFee, 0);
        uint256 bps = partnerAndFee & 0xff;
        if (bps > MAX_FEE_BPS) bps = MAX_FEE_BPS;
        bool takesSurplus = partnerAndFee >> 8 & 1 == 1;
        if (bps > 0) partnerFee = (received - protocolFee) * bps / BPS;
        else if (takesSurplus) partnerFee = surplus - protocolFee;
    }

    function _emit(
        DeltaOrder calldata order,
        Fill memory fill,
        address beneficiary,
        uint256 amount,
        uint256 protocolFee,
        uint256 partnerFee
    ) private {
        if (fill.total == 0 || fill.total == order.srcAmount) {
            emit OrderSettled(
                order.owner,
                fill.total == 0 ? order.beneficiary : beneficiary,
                order.srcToken,
                order.destToken,
                order.srcAmount,
                order.destAmount,
                amount,
                protocolFee,
                partnerFee,
                fill.hash
            );
        } else {
            emit OrderPartiallyFilled(
                order.owner,
                beneficiary,
                order.srcToken,
                order.destToken,
                order.srcAmount,
                order.destAmount,
                amount,
                protocolFee,
                partnerFee,
                fill.total,
                fill.hash
            );
        }
    }
}
