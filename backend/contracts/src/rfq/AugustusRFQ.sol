// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EIP712} from "../lib/EIP712.sol";
import {Signatures} from "../lib/Signatures.sol";
import {Tokens} from "../lib/Tokens.sol";
import {Assets} from "./Assets.sol";

/// Settles limit orders that their makers signed: the maker's asset moves from the maker to the target, then the taker's from the caller to the maker,
/// so that a target which is told of what it receives can pay out of that.
/// Both sides approve this contract. It holds nothing, has no owner and takes no fee.
///
/// Safe against re-entrancy by order of work: permits first, then all checks, then the order's state, then the transfers and the event.
contract AugustusRFQ is EIP712 {
    struct Order {
        uint256 nonceAndMeta; // nonce << 160 | the account that may fill through the swap contract (0: anyone)
        uint128 expiry; // last second at which a fill is accepted; 0: never expires
        address makerAsset;
        address takerAsset;
        address maker;
        address taker; // the only caller accepted; 0: anyone
        uint256 makerAmount;
        uint256 takerAmount;
    }

    struct OrderInfo {
        Order order;
        bytes signature;
        uint256 takerTokenFillAmount;
        bytes permitTakerAsset;
        bytes permitMakerAsset;
    }

    struct OrderNFT {
        uint256 nonceAndMeta;
        uint128 expiry;
        uint256 makerAsset; // see Assets
        uint256 makerAssetId;
        uint256 takerAsset;
        uint256 takerAssetId;
        address maker;
        address taker;
        uint256 makerAmount;
        uint256 takerAmount;
    }

    struct OrderNFTInfo {
        OrderNFT order;
        bytes signature;
        uint256 takerTokenFillAmount;
        bytes permitTakerAsset;
        bytes permitMakerAsset;
    }

    /// What both kinds of order have in common.
    struct Terms {
        bytes32 hash;
        address maker;
        address taker;
        uint256 expiry;
        uint256 makerAmount;
        uint256 takerAmount;
    }

    uint256 public constant UNFILLED_ORDER = 0;
    uint256 public constant FILLED_ORDER = 1;
    bytes32 public constant RFQ_LIMIT_ORDER_TYPEHASH = keccak256(
        "Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)"
    );
    bytes32 public constant RFQ_LIMIT_NFT_ORDER_TYPEHASH = keccak256(
        "OrderNFT(uint256 nonceAndMeta,uint128 expiry,uint256 makerAsset,uint256 makerAssetId,uint256 takerAsset,uint256 takerAssetId,address maker,address taker,uint256 makerAmount,uint256 takerAmount)"
    );

    /// By maker and order hash: 0 untouched, 1 filled or cancelled, n > 1 means that n - 1 of the maker's amount are left.
    mapping(address => mapping(bytes32 => uint256)) public remaining;

    event OrderCancelled(bytes32 indexed orderHash, address indexed maker);
    /// `taker` is the target that received the maker's asset; the amounts are those of this one fill.
    event OrderFilled(
        bytes32 indexed orderHash,
        address indexed maker,
        address makerAsset,
        uint256 makerAmount,
        address indexed taker,
        address takerAsset,
        uint256 takerAmount
    );
    event OrderFilledNFT(
        bytes32 indexed orderHash,
        address indexed maker,
        uint256 makerAsset,
        uint256 makerAssetId,
        uint256 makerAmount,
        address indexed taker,
        uint256 takerAsset,
        uint256 takerAssetId,
        uint256 takerAmount
    );

    constructor() EIP712("AUGUSTUS RFQ", "1") {}

    // Cancelling and reading

    function cancelOrder(bytes32 orderHash) external {
        _cancel(orderHash);
    }

    function cancelOrders(bytes32[] calldata orderHashes) external {
        for (uint256 i; i < orderHashes.length; ++i) _cancel(orderHashes[i]);
    }

    function getRemainingOrderBalance(address maker, bytes32[] calldata orderHashes)
        external
        view
        returns (uint256[] memory remainingBalances)
    {
        remainingBalances = new uint256[](orderHashes.length);
        for (uint256 i; i < orderHashes.length; ++i) remainingBalances[i] = remaining[maker][orderHashes[i]];
    }

    // Fungible orders

    function fillOrder(Order calldata order, bytes calldata signature) external {
        _fillWhole(order, signature, msg.sender);
    }

    function fillOrderWithTarget(Order calldata order, bytes calldata signature, address target) external {
        _fillWhole(order, signature, target);
    }

    function partialFillOrder(Order calldata order, bytes calldata signature, uint256 takerTokenFillAmount)
        external
        returns (uint256 makerTokenFilledAmount)
    {
        return _fill(order, signature, takerTokenFillAmount, msg.sender);
    }

    function partialFillOrderWithTarget(
        Order calldata order,
        bytes calldata signature,
        uint256 takerTokenFillAmount,
        address target
    ) external returns (uint256 makerTokenFilledAmount) {
        return _fill(order, signature, takerTokenFillAmount, target);
    }

    function partialFillOrderWithTargetPermit(
        Order calldata order,
        bytes calldata signature,
        uint256 takerTokenFillAmount,
        address target,
        bytes calldata permitTakerAsset,
        bytes calldata permitMakerAsset
    ) public returns (uint256 makerTokenFilledAmount) {
        Assets.permit(order.takerAsset, permitTakerAsset);
        Assets.permit(order.makerAsset, permitMakerAsset);
        return _fill(order, signature, takerTokenFillAmount, target);
    }

    /// Fills every order by its `takerTokenFillAmount`, or none.
    function batchFillOrderWithTarget(OrderInfo[] calldata orderInfos, address target) external {
        for (uint256 i; i < orderInfos.length; ++i) {
            OrderInfo calldata info = orderInfos[i];
            partialFillOrderWithTargetPermit(
                info.order, info.signature, info.takerTokenFillAmount, target, info.permitTakerAsset, info.permitMakerAsset
            );
        }
    }

    /// Pays exactly `takerFillAmount` over the orders in turn, at most `takerTokenFillAmount` to each, passing over those that can not be filled.
    function tryBatchFillOrderTakerAmount(OrderInfo[] calldata orderInfos, uint256 takerFillAmount, address target) external {
        for (uint256 i; i < orderInfos.length && takerFillAmount > 0; ++i) {
            uint256 pay = _min(takerFillAmount, orderInfos[i].takerTokenFillAmount);
            if (_tryFill(orderInfos[i], pay, target)) takerFillAmount -= pay;
        }
        require(takerFillAmount == 0, "Couldn't swap the requested fill amount");
    }

    /// Buys at least `makerFillAmount` over the orders in turn, of each at most what `takerTokenFillAmount` pays for. What is paid rounds up, so that a
    /// coarse price may give a little more, which does not count. An order without an amount, or with amounts whose product is beyond 256 bits, fails
    /// the whole call.
    function tryBatchFillOrderMakerAmount(OrderInfo[] calldata orderInfos, uint256 makerFillAmount, address target) external {
        for (uint256 i; i < orderInfos.length && makerFillAmount > 0; ++i) {
            Order calldata order = orderInfos[i].order;
            uint256 most = orderInfos[i].takerTokenFillAmount * order.makerAmount / order.takerAmount;
            uint256 wanted = _min(makerFillAmount, most);
            uint256 pay = (wanted * order.takerAmount + (order.makerAmount - 1)) / order.makerAmount;
            if (_tryFill(orderInfos[i], pay, target)) makerFillAmount -= wanted;
        }
        require(makerFillAmount == 0, "Couldn't swap the requested fill amount");
    }

    // Orders on tokens of any kind

    function fillOrderNFT(OrderNFT calldata order, bytes calldata signature) external {
        _fillWholeNFT(order, signature, msg.sender);
    }

    function fillOrderWithTargetNFT(OrderNFT calldata order, bytes calldata signature, address target) external {
        _fillWholeNFT(order, signature, target);
    }

    function partialFillOrderNFT(OrderNFT calldata order, bytes calldata signature, uint256 takerTokenFillAmount)
        external
        returns (uint256 makerTokenFilledAmount)
    {
        return _fillNFT(order, signature, takerTokenFillAmount, msg.sender);
    }

    function partialFillOrderWithTargetNFT(
        OrderNFT calldata order,
        bytes calldata signature,
        uint256 takerTokenFillAmount,
        address target
    ) external returns (uint256 makerTokenFilledAmount) {
        return _fillNFT(order, signature, takerTokenFillAmount, target);
    }

    function partialFillOrderWithTargetPermitNFT(
        OrderNFT calldata order,
        bytes calldata signature,
        uint256 takerTokenFillAmount,
        address target,
        bytes calldata permitTakerAsset,
        bytes calldata permitMakerAsset
    ) public returns (uint256 makerTokenFilledAmount) {
        Assets.permit(Assets.token(order.takerAsset), permitTakerAsset);
        Assets.permit(Assets.token(order.makerAsset), permitMakerAsset);
        return _fillNFT(order, signature, takerTokenFillAmount, target);
    }

    function batchFillOrderWithTargetNFT(OrderNFTInfo[] calldata orderInfos, address target) external {
        for (uint256 i; i < orderInfos.length; ++i) {
            OrderNFTInfo calldata info = orderInfos[i];
            partialFillOrderWithTargetPermitNFT(
                info.order, info.signature, info.takerTokenFillAmount, target, info.permitTakerAsset, info.permitMakerAsset
            );
        }
    }

    // Below: how it is done

    function _cancel(bytes32 orderHash) private {
        if (remaining[msg.sender][orderHash] == FILLED_ORDER) return;
        remaining[msg.sender][orderHash] = FILLED_ORDER;
        emit OrderCancelled(orderHash, msg.sender);
    }

    function _terms(Order calldata order) private view returns (Terms memory) {
        bytes32 hash = _digest(keccak256(abi.encode(RFQ_LIMIT_ORDER_TYPEHASH, order)));
        return Terms(hash, order.maker, order.taker, order.expiry, order.makerAmount, order.takerAmount);
    }

    function _terms(OrderNFT calldata order) private view returns (Terms memory) {
        bytes32 hash = _digest(keccak256(abi.encode(RFQ_LIMIT_NFT_ORDER_TYPEHASH, order)));
        return Terms(hash, order.maker, order.taker, order.expiry, order.makerAmount, order.takerAmount);
    }

    function _fillWhole(Order calldata order, bytes calldata signature, address target) private {
        Terms memory terms = _terms(order);
        require(terms.makerAmount > 0 && terms.takerAmount > 0, "Invalid amount");
        _settle(order, terms, signature, order.takerAmount, target);
    }

    function _fillWholeNFT(OrderNFT calldata order, bytes calldata signature, address target) private {
        Terms memory terms = _terms(order);
        require(terms.makerAmount > 0 && terms.takerAmount > 0, "Invalid amount");
        _settle(order, terms, signature, order.takerAmount, target);
    }

    function _fill(Order calldata order, bytes calldata signature, uint256 takerFill, address target) private returns (uint256) {
        return _settle(order, _terms(order), signature, takerFill, target);
    }

    function _fillNFT(OrderNFT calldata order, bytes calldata signature, uint256 takerFill, address target)
        private
        returns (uint256)
    {
        return _settle(order, _terms(order), signature, takerFill, target);
    }

    function _settle(Order calldata order, Terms memory terms, bytes calldata signature, uint256 takerFill, address target)
        private
        returns (uint256 makerFill)
    {
        makerFill = _take(terms, signature, takerFill);
        Tokens.safeTransferFrom(order.makerAsset, order.maker, target, makerFill);
        Tokens.safeTransferFrom(order.takerAsset, msg.sender, order.maker, takerFill);
        emit OrderFilled(terms.hash, order.maker, order.makerAsset, makerFill, target, order.takerAsset, takerFill);
    }

    function _settle(OrderNFT calldata order, Terms memory terms, bytes calldata signature, uint256 takerFill, address target)
        private
        returns (uint256 makerFill)
    {
        makerFill = _take(terms, signature, takerFill);
        Assets.transferFrom(order.makerAsset, order.makerAssetId, order.maker, target, makerFill);
        Assets.transferFrom(order.takerAsset, order.takerAssetId, msg.sender, order.maker, takerFill);
        emit OrderFilledNFT(
            terms.hash,
            order.maker,
            order.makerAsset,
            order.makerAssetId,
            makerFill,
            target,
            order.takerAsset,
            order.takerAssetId,
            takerFill
        );
    }

    /// Checks the order and takes `takerFill` worth of it: makerAmount * takerFill / takerAmount, rounded down. The signature counts only while the
    /// order is untouched, because from then on its state shows that the maker signed it.
    function _take(Terms memory terms, bytes calldata signature, uint256 takerFill) private returns (uint256 makerFill) {
        makerFill = _makerFill(terms, takerFill);
        require(terms.expiry == 0 || block.timestamp <= terms.expiry, "Order expired");
        require(terms.taker == address(0) || terms.taker == msg.sender, "Access denied");

        uint256 left = remaining[terms.maker][terms.hash];
        require(left != FILLED_ORDER, "Order already filled or expired");
        if (left == UNFILLED_ORDER) {
            require(Signatures.isValid(terms.maker, terms.hash, signature), "Invalid Signature");
            left = terms.makerAmount;
        } else {
            left -= 1;
        }

        require(makerFill <= left, "Order already filled or expired");
        remaining[terms.maker][terms.hash] = left - makerFill + 1;
    }

    function _makerFill(Terms memory terms, uint256 takerFill) private pure returns (uint256 makerFill) {
        require(takerFill > 0 && takerFill <= terms.takerAmount, "Invalid Taker amount");
        makerFill = takerFill == terms.takerAmount ? terms.makerAmount : takerFill * terms.makerAmount / terms.takerAmount;
        require(makerFill > 0, "Maker token fill amount cannot be 0");
    }

    /// A call of its own, so that a failed fill leaves nothing behind; a delegate call, so that the caller stays the taker.
    function _tryFill(OrderInfo calldata info, uint256 takerFill, address target) private returns (bool filled) {
        (filled,) = address(this).delegatecall(
            abi.encodeCall(
                this.partialFillOrderWithTargetPermit,
                (info.order, info.signature, takerFill, target, info.permitTakerAsset, info.permitMakerAsset)
            )
        );
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}
