// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Delta} from "../src/delta/Delta.sol";
import {FeeClaimerModule} from "../src/delta/FeeClaimerModule.sol";
import {NonceManagementModule} from "../src/delta/NonceManagementModule.sol";
import {PortikusV2} from "../src/delta/PortikusV2.sol";
import {DeltaSecond} from "../src/deltasecond/DeltaSecond.sol";
import {SecondSwapModule, SlicedModule} from "../src/deltasecond/SecondModules.sol";
import {
    Bridge,
    BridgeOverride,
    SecondOrder,
    SecondOrderWithSig,
    SecondOrders,
    TWAPBuyOrder,
    TWAPBuyOrderWithSig,
    TWAPOrder,
    TWAPOrderWithSig
} from "../src/deltasecond/SecondOrder.sol";
import {StandardToken} from "../src/token/StandardToken.sol";
import {Cheats} from "./Cheats.sol";

/// Fuzzes settlements of the second form as their agent, with an executor that brings whatever the test wants.
contract DeltaSecondTest is Cheats {
    Delta private delta;
    DeltaSecond private second;
    StandardToken private src;
    StandardToken private dest;
    uint256 private nonce;

    address private constant PARTNER = address(0xFEE);
    address private constant BENEFICIARY = address(0xBEEF);

    function setUp() public {
        PortikusV2 registry = new PortikusV2(address(this));
        address[] memory list = new address[](4);
        list[0] = address(new SecondSwapModule(address(registry), address(0)));
        list[1] = address(new SlicedModule(address(registry), address(0)));
        list[2] = address(new NonceManagementModule());
        list[3] = address(new FeeClaimerModule());
        registry.registerModule(list);
        delta = Delta(registry.create(0, address(this)));
        second = DeltaSecond(address(delta));
        for (uint256 i; i < list.length; ++i) delta.install(list[i]);
        list = new address[](1);
        list[0] = address(this);
        registry.registerAgent(list);

        src = new StandardToken("Source", "SRC", 18, address(this));
        dest = new StandardToken("Dest", "DST", 18, address(this));
        src.mint(maker, type(uint256).max);
        dest.mint(address(this), type(uint256).max);
        vm.prank(maker);
        src.approve(address(delta), type(uint256).max);
    }

    /// The executor's part: brings as much of each token as it is told.
    function execute(bytes calldata amounts) external {
        (uint256 bought, uint256 refund) = abi.decode(amounts, (uint256, uint256));
        dest.transfer(msg.sender, bought);
        src.transfer(msg.sender, refund);
    }

    /// A floor is never shared: the owner has all of it but the flat fee, whatever was expected, and nothing vanishes.
    function testFuzz_Selling(uint128 received, uint128 floor, uint128 expected, uint16 flags) public {
        SecondOrder memory order = newOrder(100, floor, expected);
        order.partnerAndFee = uint256(uint160(PARTNER)) << 96 | bound(flags, 0, 1023);
        try second.swapSettle(signed(order), abi.encode(received, 0), address(this), "") {
            uint256 protocol = delta.getCollectedFees(address(0), address(dest));
            uint256 partner = delta.getCollectedFees(PARTNER, address(dest));
            uint256 base = expected > floor ? expected : floor;
            uint256 surplus = received > base ? received - base : 0;
            if (order.partnerAndFee >> 9 & 1 == 1 && surplus > base / 100) surplus = base / 100;
            assert(received >= floor);
            assert(dest.balanceOf(BENEFICIARY) + protocol + partner == received);
            assert(protocol == surplus / 2);
            assert(partner * 10_000 <= uint256(received) * 200 || partner == surplus - surplus / 2);
            if (order.partnerAndFee & 0xff == 0) assert(dest.balanceOf(BENEFICIARY) >= floor);
            assert(src.balanceOf(address(this)) == 100 && delta.isNonceUsed(maker, order.nonce));
        } catch (bytes memory reason) {
            assert(received < floor && bytes4(reason) == bytes4(keccak256("InsufficientReturnAmount()")));
            assert(src.balanceOf(address(this)) == 0 && !delta.isNonceUsed(maker, order.nonce));
        }
    }

    /// Never more is paid than was signed, fees included; what is not spent comes back to the owner, and all that was bought is the beneficiary's.
    function testFuzz_Buying(uint120 most, uint128 wants, uint128 bought, uint120 refund, uint128 expected, uint16 flags) public {
        SecondOrder memory order = newOrder(most, wants, expected);
        order.kind = 1;
        order.partnerAndFee = uint256(uint160(PARTNER)) << 96 | bound(flags, 0, 1023);
        uint256 back = bound(refund, 0, most);
        uint256 before = src.balanceOf(maker);
        try second.buySettle(signed(order), abi.encode(bought, back), address(this), "") {
            uint256 fees = delta.getCollectedFees(address(0), address(src)) + delta.getCollectedFees(PARTNER, address(src));
            assert(bought >= wants && dest.balanceOf(BENEFICIARY) == bought);
            assert(before - src.balanceOf(maker) == most - back + fees);
            assert(fees <= back && src.balanceOf(address(delta)) == fees);
        } catch {
            assert(src.balanceOf(maker) == before && !delta.isNonceUsed(maker, order.nonce));
        }
    }

    /// Slices sell the total to the unit, never before their time, and bring their share at least.
    function testFuzz_Slices(uint96 total, uint96 least, uint8 slices, uint32 interval, uint32[6] memory waits) public {
        uint32 n = uint32(bound(slices, 2, 6));
        TWAPOrder memory order = newSlices(bound(total, n, type(uint96).max), least, n, interval);
        TWAPOrderWithSig memory s = TWAPOrderWithSig(order, sign(this.slicedHash(order)));
        uint256 unit = order.totalSrcAmount / n;
        uint256 sold;
        for (uint32 i; i < n; ++i) {
            if (i > 0) {
                vm.warp(block.timestamp + bound(waits[i], 0, uint256(interval) * 2));
                (, uint64 last,,) = second.twapProgress(digestOf(this.slicedHash(order)));
                if (block.timestamp < uint256(last) + interval) {
                    assert(!settleSlice(s, type(uint120).max));
                    vm.warp(uint256(last) + interval);
                }
            }
            uint256 amount = i == n - 1 ? order.totalSrcAmount - sold : unit;
            uint256 floor = (order.destAmountPerSlice * amount + unit - 1) / unit;
            if (floor > 0) assert(!settleSlice(s, floor - 1));
            assert(settleSlice(s, floor));
            sold += amount;
            assert(src.balanceOf(address(this)) == sold);
            assert(delta.isNonceUsed(maker, order.nonce) == (i == n - 1));
        }
        assert(sold == order.totalSrcAmount && !settleSlice(s, type(uint120).max));
    }

    /// Of what a slice brings above its least nothing is anybody's but the owner's, whose partner has a flat fee of it or nothing.
    function testFuzz_SlicesHaveNoSurplus(uint96 total, uint96 least, uint128[4] memory brings, uint16 flags) public {
        TWAPOrder memory order = newSlices(bound(total, 4, type(uint96).max), least, 4, 0);
        order.partnerAndFee = uint256(uint160(PARTNER)) << 96 | bound(flags, 0, 1023);
        TWAPOrderWithSig memory s = TWAPOrderWithSig(order, sign(this.slicedHash(order)));
        uint256 bps = order.partnerAndFee & 0xff;
        if (bps > 200) bps = 200;
        uint256 fees;
        uint256 all;
        for (uint256 i; i < 4; ++i) {
            uint256 gross = bound(brings[i], uint256(least) * 4, type(uint128).max); // the last one's least is below that
            assert(settleSlice(s, gross));
            fees += gross * bps / 10_000;
            all += gross;
        }
        assert(delta.getCollectedFees(address(0), address(dest)) == 0);
        assert(delta.getCollectedFees(PARTNER, address(dest)) == fees);
        assert(dest.balanceOf(BENEFICIARY) == all - fees);
    }

    /// Slices buy the total to the unit, none spends more than its share of the most, and what one leaves is its owner's but for a flat fee.
    function testFuzz_PurchasesInSlices(uint96 total, uint96 most, uint8 slices, uint96[6] memory spends, uint16 flags) public {
        uint32 n = uint32(bound(slices, 2, 6));
        TWAPBuyOrder memory order = TWAPBuyOrder({
            owner: maker,
            beneficiary: BENEFICIARY,
            srcToken: address(src),
            destToken: address(dest),
            nonce: ++nonce,
            partnerAndFee: uint256(uint160(PARTNER)) << 96 | bound(flags, 0, 1023),
            deadline: type(uint64).max,
            interval: 0,
            numSlices: n,
            totalDestAmount: bound(total, n, type(uint96).max),
            maxSrcAmount: most,
            permit: "",
            metadata: "",
            bridge: Bridge(0, 0, address(0), 0, "")
        });
        TWAPBuyOrderWithSig memory s = TWAPBuyOrderWithSig(order, sign(this.slicedBuyHash(order)));
        uint256 before = src.balanceOf(maker);
        for (uint32 i; i < n; ++i) {
            uint256 wants = order.totalDestAmount / n;
            if (i == n - 1) wants = order.totalDestAmount - wants * i;
            uint256 cap = order.maxSrcAmount * wants / order.totalDestAmount;
            assert(!buySlice(s, wants - 1, cap));
            uint256 spent = bound(spends[i], 0, cap);
            if (!buySlice(s, wants, cap - spent)) {
                // its flat fee was more than what it left
                assert(spent * 10_200 > cap * 10_000);
                assert(buySlice(s, wants, cap));
            }
        }
        assert(dest.balanceOf(BENEFICIARY) == order.totalDestAmount);
        assert(delta.getCollectedFees(address(0), address(src)) == 0);
        assert(before - src.balanceOf(maker) <= order.maxSrcAmount);
        assert(delta.isNonceUsed(maker, order.nonce) && !buySlice(s, order.totalDestAmount, order.maxSrcAmount));
    }

    function buySlice(TWAPBuyOrderWithSig memory s, uint256 brings, uint256 back) private returns (bool success) {
        (success,) = address(second).call(abi.encodeCall(second.twapBuySettle, (s, abi.encode(brings, back), address(this))));
    }

    function settleSlice(TWAPOrderWithSig memory s, uint256 brings) private returns (bool success) {
        (success,) = address(second).call(abi.encodeCall(second.twapSettle, (s, abi.encode(brings, 0), address(this))));
    }

    function newSlices(uint256 total, uint256 least, uint32 n, uint64 interval) private returns (TWAPOrder memory) {
        return TWAPOrder({
            owner: maker,
            beneficiary: BENEFICIARY,
            srcToken: address(src),
            destToken: address(dest),
            nonce: ++nonce,
            partnerAndFee: 0,
            deadline: type(uint64).max,
            interval: interval,
            numSlices: n,
            destAmountPerSlice: least,
            totalSrcAmount: total,
            permit: "",
            metadata: "",
            bridge: Bridge(0, 0, address(0), 0, "")
        });
    }

    function newOrder(uint256 srcAmount, uint256 destAmount, uint256 expected) private returns (SecondOrder memory) {
        return SecondOrder({
            owner: maker,
            beneficiary: BENEFICIARY,
            srcToken: address(src),
            destToken: address(dest),
            srcAmount: srcAmount,
            destAmount: destAmount,
            expectedAmount: expected,
            deadline: block.timestamp,
            kind: 0,
            nonce: ++nonce,
            partnerAndFee: 0,
            permit: "",
            metadata: "",
            bridge: Bridge(0, 0, address(0), 0, "")
        });
    }

    function signed(SecondOrder memory order) private view returns (SecondOrderWithSig memory) {
        return SecondOrderWithSig(order, sign(this.orderHash(order)), BridgeOverride(0, ""), "");
    }

    function sign(bytes32 structHash) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(MAKER_KEY, digestOf(structHash));
        return abi.encodePacked(r, bytes32(uint256(s) | uint256(v - 27) << 255));
    }

    function digestOf(bytes32 structHash) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", delta.DOMAIN_SEPARATOR(), structHash));
    }

    function orderHash(SecondOrder calldata order) external pure returns (bytes32) {
        return SecondOrders.structHash(order, SecondOrders.ORDER_TYPEHASH);
    }

    function slicedHash(TWAPOrder calldata order) external pure returns (bytes32) {
        return SecondOrders.structHash(order);
    }

    function slicedBuyHash(TWAPBuyOrder calldata order) external pure returns (bytes32) {
        return SecondOrders.structHash(order);
    }
}
