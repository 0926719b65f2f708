// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AugustusRFQ} from "../src/rfq/AugustusRFQ.sol";
import {StandardToken} from "../src/token/StandardToken.sol";
import {ERC1155Collection} from "../src/nft/ERC1155Collection.sol";
import {Cheats} from "./Cheats.sol";

contract AugustusRFQTest is Cheats {
    AugustusRFQ private rfq;
    StandardToken private sold;
    StandardToken private paid;
    uint256 private nonce;

    address private constant TARGET = address(0xBEEF);

    function setUp() public {
        rfq = new AugustusRFQ();
        sold = new StandardToken("Sold", "SOLD", 18, address(this));
        paid = new StandardToken("Paid", "PAID", 18, address(this));
        sold.mint(maker, type(uint256).max);
        paid.mint(address(this), type(uint256).max);
        vm.prank(maker);
        sold.approve(address(rfq), type(uint256).max);
        paid.approve(address(rfq), type(uint256).max);
    }

    /// Any sequence of partial fills: each rounds down in the maker's favour, the state is always what was not given, and the sum never exceeds the
    /// order.
    function testFuzz_PartialFills(uint128 makerAmount, uint128 takerAmount, uint256[6] memory fills) public {
        AugustusRFQ.Order memory order = newOrder(bound(makerAmount, 1, type(uint128).max), bound(takerAmount, 1, type(uint128).max));
        bytes32 hash = digest(order);
        bytes memory sig = signature(MAKER_KEY, hash);
        uint256 given;
        uint256 received;
        for (uint256 i; i < fills.length; ++i) {
            uint256 fill = i % 2 == 0 ? bound(fills[i], 1, order.takerAmount) : bound(fills[i], 1, order.takerAmount / 4 + 1);
            if (fill > order.takerAmount) continue;
            uint256 expected = fill * order.makerAmount / order.takerAmount;
            try rfq.partialFillOrderWithTarget(order, sig, fill, TARGET) returns (uint256 makerFill) {
                assert(makerFill == expected && makerFill > 0);
                assert(makerFill * order.takerAmount <= fill * order.makerAmount);
                given += makerFill;
                received += fill;
            } catch {
                assert(expected == 0 || expected > order.makerAmount - given);
            }
            assert(given <= order.makerAmount);
            assert(rfq.remaining(maker, hash) == (given == 0 ? 0 : order.makerAmount - given + 1));
            assert(sold.balanceOf(TARGET) == given && paid.balanceOf(maker) == received);
        }
    }

    /// The taker's batch pays exactly what was asked, or nothing.
    function testFuzz_TryBatchTakerAmount(uint96[3] memory makerAmounts, uint96[3] memory takerAmounts, uint96[3] memory caps, uint256 amount)
        public
    {
        AugustusRFQ.OrderInfo[] memory infos = newInfos(makerAmounts, takerAmounts, caps);
        amount = bound(amount, 1, uint256(caps[0]) + caps[1] + caps[2] + 1);
        try rfq.tryBatchFillOrderTakerAmount(infos, amount, TARGET) {
            assert(paid.balanceOf(maker) == amount);
            assertGivenMatchesState(infos);
        } catch {
            assert(paid.balanceOf(maker) == 0 && sold.balanceOf(TARGET) == 0);
        }
    }

    /// The maker's batch buys at least what was asked, at no order's price more than the smallest payment that buys it, or nothing.
    function testFuzz_TryBatchMakerAmount(uint96[3] memory makerAmounts, uint96[3] memory takerAmounts, uint256 amount) public {
        uint96[3] memory caps = [type(uint96).max, type(uint96).max, type(uint96).max];
        AugustusRFQ.OrderInfo[] memory infos = newInfos(makerAmounts, takerAmounts, caps);
        for (uint256 i; i < 3; ++i) infos[i].takerTokenFillAmount = infos[i].order.takerAmount;
        uint256 all = infos[0].order.makerAmount + infos[1].order.makerAmount + infos[2].order.makerAmount;
        amount = bound(amount, 1, all);
        rfq.tryBatchFillOrderMakerAmount(infos, amount, TARGET);
        assert(sold.balanceOf(TARGET) >= amount);
        assertGivenMatchesState(infos);

        // The orders are taken in turn: whole ones first, then a part that one unit of payment less would leave short.
        uint256 wanted = amount;
        uint256 payment;
        for (uint256 i; wanted > 0; ++i) {
            AugustusRFQ.Order memory order = infos[i].order;
            uint256 part = wanted < order.makerAmount ? wanted : order.makerAmount;
            uint256 pay = (part * order.takerAmount + order.makerAmount - 1) / order.makerAmount;
            payment += pay;
            assert((pay - 1) * order.makerAmount / order.takerAmount < part);
            wanted -= part; // what rounding gives above it does not count
        }
        assert(paid.balanceOf(maker) == payment);
    }

    /// Whatever is changed in a signature or an order, the signature holds no more.
    function testFuzz_ChangedSignature(uint256 position, uint8 difference) public {
        vm.assume(difference != 0);
        AugustusRFQ.Order memory order = newOrder(1000, 300);
        bytes memory sig = signature(MAKER_KEY, digest(order));
        position = bound(position, 0, 64);
        sig[position] = bytes1(uint8(sig[position]) ^ difference);
        assertRefused(order, sig);
    }

    function testFuzz_ChangedOrder(uint256 field, uint256 difference) public {
        AugustusRFQ.Order memory order = newOrder(1000, 300);
        bytes memory sig = signature(MAKER_KEY, digest(order));
        field = bound(field, 0, 3);
        if (field == 0) order.nonceAndMeta ^= bound(difference, 1, type(uint256).max);
        if (field == 1) order.expiry = uint128(bound(difference, block.timestamp, type(uint128).max));
        if (field == 2) order.makerAmount ^= bound(difference, 1, 999);
        if (field == 3) order.takerAmount ^= bound(difference, 1, 299);
        assertRefused(order, sig);
    }

    /// The kind of an asset is what stands above its address: only 1 moves a token of an ERC-1155 collection.
    function testFuzz_PackedAsset(uint256 high, uint256 id, uint64 amount) public {
        amount = uint64(bound(amount, 1, type(uint64).max));
        if (high % 4 == 0) high = 1;
        high = uint96(high);
        ERC1155Collection collection = new ERC1155Collection("Many", "MANY", "", address(this));
        collection.mint(maker, id, amount);
        vm.prank(maker);
        collection.setApprovalForAll(address(rfq), true);
        AugustusRFQ.OrderNFT memory order = AugustusRFQ.OrderNFT({
            nonceAndMeta: 1,
            expiry: 0,
            makerAsset: high << 160 | uint160(address(collection)),
            makerAssetId: id,
            takerAsset: uint160(address(paid)),
            takerAssetId: id,
            maker: maker,
            taker: address(0),
            makerAmount: amount,
            takerAmount: 10
        });
        bytes memory sig = signature(MAKER_KEY, digest(keccak256(abi.encode(rfq.RFQ_LIMIT_NFT_ORDER_TYPEHASH(), order))));
        try rfq.fillOrderWithTargetNFT(order, sig, TARGET) {
            assert(high == 1);
            assert(collection.balanceOf(TARGET, id) == amount);
        } catch {
            assert(high != 1);
        }
    }

    function newOrder(uint256 makerAmount, uint256 takerAmount) private returns (AugustusRFQ.Order memory) {
        return AugustusRFQ.Order(++nonce << 160, 0, address(sold), address(paid), maker, address(0), makerAmount, takerAmount);
    }

    function newInfos(uint96[3] memory makerAmounts, uint96[3] memory takerAmounts, uint96[3] memory caps)
        private
        returns (AugustusRFQ.OrderInfo[] memory infos)
    {
        infos = new AugustusRFQ.OrderInfo[](3);
        for (uint256 i; i < 3; ++i) {
            AugustusRFQ.Order memory order = newOrder(bound(makerAmounts[i], 1, type(uint96).max), bound(takerAmounts[i], 1, type(uint96).max));
            infos[i] = AugustusRFQ.OrderInfo(order, signature(MAKER_KEY, digest(order)), caps[i], "", "");
        }
    }

    function assertGivenMatchesState(AugustusRFQ.OrderInfo[] memory infos) private view {
        uint256 given;
        for (uint256 i; i < infos.length; ++i) {
            uint256 left = rfq.remaining(maker, digest(infos[i].order));
            if (left > 0) given += infos[i].order.makerAmount - (left - 1);
        }
        assert(sold.balanceOf(TARGET) == given);
    }

    function assertRefused(AugustusRFQ.Order memory order, bytes memory sig) private {
        try rfq.fillOrder(order, sig) {
            assert(false);
        } catch Error(string memory reason) {
            assert(keccak256(bytes(reason)) == keccak256("Invalid Signature"));
        }
    }

    function digest(AugustusRFQ.Order memory order) private view returns (bytes32) {
        return digest(keccak256(abi.encode(rfq.RFQ_LIMIT_ORDER_TYPEHASH(), order)));
    }

    function digest(bytes32 structHash) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domainSeparator("AUGUSTUS RFQ", "1", address(rfq)), structHash));
    }
}
