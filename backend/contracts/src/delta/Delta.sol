// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {DeltaOrder, DeltaOrderWithSig} from "./DeltaOrder.sol";

interface IAdapter {
    struct Module {
        address module;
        bytes4[] selectors;
    }

    error UnauthorizedAccount(address account);
    error ModuleNotFound();
    error ModuleNotInstalled(address module);
    error ModuleNotRegistered();
    error SelectorAlreadySet(bytes4 selector, address oldModule);

    event ModuleInstalled(address indexed module);
    event ModuleUninstalled(address indexed module);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    function DOMAIN_SEPARATOR() external view returns (bytes32);
    function owner() external view returns (address);
    function transferOwnership(address _newOwner) external;
    function install(address module) external;
    function uninstall(address module) external;
    function getModules() external view returns (Module[] memory);
}

/// What every settlement can emit and refuse with. `srcAmount` and `destAmount` are those of the whole order, also where a part is settled: the part
/// is what `totalFilledAmount` grew by. `returnAmount` is what the beneficiary received and, like the fees, of this one settlement. The beneficiary
/// is as signed for an order that is settled at once (zero: the owner), and never zero for one that is settled in parts.
interface ISettlement {
    error UnauthorizedAgent();
    error ReentrancyGuardReentrantCall();
    error DeadlineExpired();
    error InvalidSignature();
    error InvalidSigner();
    error InvalidNonce();
    error InvalidFillAmount();
    error PermitFailed();
    error InsufficientReturnAmount();
    error InsufficientMsgValue();
    error TransferFailed();
    error TransferFromFailed();
    error ETHTransferFailed();
    error Permit2AmountOverflow();

    event OrderSettled(
        address indexed owner,
        address indexed beneficiary,
        address srcToken,
        address destToken,
        uint256 srcAmount,
        uint256 destAmount,
        uint256 returnAmount,
        uint256 protocolFee,
        uint256 partnerFee,
        bytes32 indexed orderHash
    );
    event OrderPartiallyFilled(
        address indexed owner,
        address indexed beneficiary,
        address srcToken,
        address destToken,
        uint256 srcAmount,
        uint256 destAmount,
        uint256 returnAmount,
        uint256 protocolFee,
        uint256 partnerFee,
        uint256 totalFilledAmount,
        bytes32 indexed orderHash
    );
}

interface ISwapSettlement is ISettlement {
    function swapSettle(DeltaOrderWithSig calldata orderWithSig, bytes calldata executorData, address executor) external;
    function swapSettleBatch(DeltaOrderWithSig[] calldata ordersWithSigs, bytes[] calldata executorData, address executor) external;
}

interface IDirectSettlement is ISettlement {
    function directSettle(DeltaOrderWithSig calldata orderWithSig, uint256 amount) external payable;
    function directSettleBatch(DeltaOrderWithSig[] calldata ordersWithSigs, uint256[] calldata amounts) external payable;
}

interface IFillableSwapSettlement is ISettlement {
    function swapFilledAmount(DeltaOrder calldata order) external view returns (uint256 totalFilledAmount);
    function swapSettleFillable(
        DeltaOrderWithSig calldata orderWithSig,
        bytes calldata executorData,
        address executor,
        uint256 fillPercent
    ) external;
    function swapSettleFillableBatch(
        DeltaOrderWithSig[] calldata ordersWithSigs,
        bytes[] calldata executorData,
        address executor,
        uint256[] calldata fillPercents
    ) external;
}

interface IFillableDirectSettlement is ISettlement {
    function directFilledAmount(DeltaOrder calldata order) external view returns (uint256 totalFilledAmount);
    function directSettleFillable(DeltaOrderWithSig calldata orderWithSig, uint256 fillPercent, uint256 amount) external payable;
    function directSettleFillableBatch(
        DeltaOrderWithSig[] calldata ordersWithSigs,
        uint256[] calldata fillPercents,
        uint256[] calldata amounts
    ) external payable;
}

interface INonceManagement {
    event NonceInvalidated(address indexed owner, uint256 nonce);

    function invalidateNonce(uint256 nonce) external;
    function invalidateNonces(uint256[] calldata nonces) external;
    function isNonceUsed(address owner, uint256 nonce) external view returns (bool used);
    function areNoncesUsed(address owner, uint256[] calldata nonces) external view returns (bool[] memory used);
}

interface IFeeClaimer {
    error InsufficientFees();

    event FeeClaimerSet(address indexed feeClaimer);
    event FeesWithdrawn(address indexed partner, address indexed token, uint256 amount, address recipient);

    function getCollectedFees(address partner, address token) external view returns (uint256);
    function batchGetCollectedFees(address partner, address[] calldata tokens) external view returns (uint256[] memory amounts);
    function withdrawFees(address token, uint256 amount, address recipient) external;
    function withdrawAllFees(address token, address recipient) external returns (uint256 amount);
    function batchWithdrawAllFees(address[] calldata tokens, address recipient) external;
    function getProtocolFeeClaimer() external view returns (address);
    function setProtocolFeeClaimer(address protocolFeeClaimer) external;
    function withdrawProtocolFees(address token, uint256 amount, address recipient) external;
    function withdrawAllProtocolFees(address token, address recipient) external returns (uint256 amount);
    function batchWithdrawAllProtocolFees(address[] calldata tokens, address recipient) external;
}

/// The settlement contract as its callers see it: one address, whose functions live in modules.
/// @custom:binding
interface Delta is
    IAdapter,
    ISwapSettlement,
    IDirectSettlement,
    IFillableSwapSettlement,
    IFillableDirectSettlement,
    INonceManagement,
    IFeeClaimer
{}
