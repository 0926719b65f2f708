// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EIP712} from "../lib/EIP712.sol";
import {Signatures} from "../lib/Signatures.sol";
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
/// The owner's protection does not rest on agents: an order's state changes before anything moves, what came in is measured as a balance, and
/// what the beneficiary gets after all fees is never below what was signed.
abstract contract Settlement is DeltaState, EIP712, SourceTransfer, ISettlement, IModule {
    /// One settlement of all or a part of an order.
    struct Fill {
        bytes32 hash;
        uint256 srcAmount;
        uint256 minimum; // of what the beneficiary receives
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
        _markNonce(order.owner, order.nonce);
        return Fill(hash, order.srcAmount, order.destAmount, order.expectedDestAmount, 0, true);
    }

    /// Checks an order that is settled in parts of `percent` bps of its original amounts, and counts this one. The nonce is used when nothing is left.
    /// The minimum rounds up, so that no sequence of parts pays less than was signed.
    function _takePart(DeltaOrder calldata order, bytes calldata signature, uint256 percent) internal returns (Fill memory fill) {
        fill.hash = _check(order, signature, DeltaOrders.FILLABLE_ORDER_TYPEHASH);
        if (order.permit.length == 96) revert PermitFailed(); // is good for the whole amount only
        uint256 before = _state.filled[fill.hash];
        fill.srcAmount = order.srcAmount * percent / BPS;
        fill.minimum = (order.destAmount * percent + BPS - 1) / BPS;
        fill.expected = order.expectedDestAmount * percent / BPS;
        fill.total = before + fill.srcAmount;
        fill.first = before == 0;
        if (fill.srcAmount == 0 || fill.total > order.srcAmount) revert InvalidFillAmount();
        _state.filled[fill.hash] = fill.total;
        if (fill.total == order.srcAmount) _markNonce(order.owner, order.nonce);
    }

    function _filledAmount(DeltaOrder calldata order) internal view returns (uint256) {
        return _state.filled[_digest(DeltaOrders.structHash(order, DeltaOrders.FILLABLE_ORDER_TYPEHASH))];
    }

    function _check(DeltaOrder calldata order, bytes calldata signature, bytes32 typehash) private view returns (bytes32 hash) {
        if (block.timestamp > order.deadline) revert DeadlineExpired();
        if (_isNonceUsed(order.owner, order.nonce)) revert InvalidNonce();
        hash = _digest(DeltaOrders.structHash(order, typehash));
        _checkSignature(order.owner, hash, signature);
    }

    /// Keys sign in the 64 bytes of EIP-2098; an owner with code may answer by ERC-1271 instead.
    function _checkSignature(address owner, bytes32 hash, bytes calldata signature) private view {
        address signer = signature.length == 64 ? Signatures.recover(hash, signature) : address(0);
        if (signer != address(0) && signer == owner) return;
        if (owner.code.length > 0 && Signatures.isValidForContract(owner, hash, signature)) return;
        if (signer == address(0) || owner.code.length > 0) revert InvalidSignature();
        revert InvalidSigner();
    }

    // Settling

    /// Gives the owner's tokens to the executor, has it work, and pays out what it brought here.
    function _settleBySwap(DeltaOrder calldata order, Fill memory fill, bytes calldata executorData, address executor) internal {
        uint256 before = Coins.balance(order.destToken);
        _takeSource(order, executor, fill.srcAmount, fill.first);
        IExecutor(executor).execute(executorData);
        _payOut(order, fill, _since(order.destToken, before));
    }

    /// Gives the owner's tokens to the agent, who pays `amount` for them: tokens by allowance, native coin out of `value`. Returns what is left of that.
    function _settleByAgent(DeltaOrder calldata order, Fill memory fill, uint256 amount, uint256 value) internal returns (uint256) {
        _takeSource(order, msg.sender, fill.srcAmount, fill.first);
        if (Coins.isNative(order.destToken)) {
            if (amount > value) revert InsufficientMsgValue();
            _payOut(order, fill, amount);
            return value - amount;
        }
        uint256 before = Coins.balance(order.destToken);
        Tokens.safeTransferFrom(order.destToken, msg.sender, address(this), amount);
        _payOut(order, fill, _since(order.destToken, before));
        return value;
    }

    function _refund(uint256 value) internal {
        Coins.send(Coins.NATIVE, msg.sender, value);
    }

    function _since(address token, uint256 before) private view returns (uint256) {
        uint256 current = Coins.balance(token);
        return current > before ? current - before : 0;
    }

    function _payOut(DeltaOrder calldata order, Fill memory fill, uint256 received) private {
        address partner = address(uint160(order.partnerAndFee >> 96));
        (uint256 protocolFee, uint256 partnerFee) = _fees(order.partnerAndFee, partner, received, fill.expected);
        uint256 amount = received - protocolFee - partnerFee;
        if (amount < fill.minimum) revert InsufficientReturnAmount();
        if (protocolFee > 0) _state.fees[address(0)][order.destToken] += protocolFee;
        if (partnerFee > 0) _state.fees[partner][order.destToken] += partnerFee;
        address beneficiary = order.beneficiary == address(0) ? order.owner : order.beneficiary;
        _emit(order, fill, beneficiary, amount, protocolFee, partnerFee);
        Coins.send(order.destToken, beneficiary, amount);
    }

    /// The protocol takes half of what is above the expectation. A partner takes the other half, if that was agreed, or else a part of all that the protocol
    /// left.
    function _fees(uint256 partnerAndFee, address partner, uint256 received, uint256 expected)
        private
        pure
        returns (uint256 protocolFee, uint256 partnerFee)
    {
        uint256 surplus = received > expected ? received - expected : 0;
        protocolFee = surplus / 2;
        if (partner == address(0)) return (protocolFee, 0);
        bool takesSurplus = partnerAndFee >> 8 & 1 == 1;
        uint256 bps = partnerAndFee & 0xff;
        if (bps > MAX_FEE_BPS) bps = MAX_FEE_BPS;
        partnerFee = takesSurplus ? surplus / 2 : (received - protocolFee) * bps / BPS;
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
                beneficiary,
                order.srcToken,
                order.destToken,
                fill.srcAmount,
                fill.minimum,
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
                fill.srcAmount,
                fill.minimum,
                amount,
                protocolFee,
                partnerFee,
                fill.total,
                fill.hash
            );
        }
    }
}
