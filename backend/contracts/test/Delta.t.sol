// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Delta} from "../src/delta/Delta.sol";
import {DeltaOrder, DeltaOrderWithSig, DeltaOrders} from "../src/delta/DeltaOrder.sol";
import {PortikusV2} from "../src/delta/PortikusV2.sol";
import {FeeClaimerModule} from "../src/delta/FeeClaimerModule.sol";
import {NonceManagementModule} from "../src/delta/NonceManagementModule.sol";
import {
    DirectSettlementModule,
    FillableDirectSettlementModule,
    FillableSwapSettlementModule
} from "../src/delta/SettlementModules.sol";
import {StandardToken} from "../src/token/StandardToken.sol";
import {Cheats} from "./Cheats.sol";

/// Fuzzes the settlement contract as its agent, with an executor that brings whatever the test wants.
contract DeltaTest is Cheats {
    Delta private delta;
    StandardToken private src;
    StandardToken private dest;
    uint256 private nonce;

    address private constant PARTNER = address(0xFEE);
    address private constant BENEFICIARY = address(0xBEEF);

    function setUp() public {
        PortikusV2 registry = new PortikusV2(address(this));
        address[] memory list = new address[](5);
        list[0] = address(new DirectSettlementModule(address(registry), address(0)));
        list[1] = address(new FillableDirectSettlementModule(address(registry), address(0)));
        list[2] = address(new FillableSwapSettlementModule(address(registry), address(0)));
        list[3] = address(new NonceManagementModule());
        list[4] = address(new FeeClaimerModule());
        registry.registerModule(list);
        delta = Delta(registry.create(0, address(this)));
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
        dest.approve(address(delta), type(uint256).max);
    }

    /// The executor's part: brings as much as it is told.
    function execute(bytes calldata amount) external {
        dest.transfer(msg.sender, abi.decode(amount, (uint256)));
    }

    /// What comes in goes to the beneficiary, the partner and the protocol, and nowhere else. What was signed is compared with what comes in, before fees.
    function testFuzz_Fees(uint128 received, uint128 floor, uint128 expected, uint16 flags) public {
        DeltaOrder memory order = newOrder(100, floor, expected);
        order.partnerAndFee = uint256(uint160(PARTNER)) << 96 | bound(flags, 0, 511);
        try delta.directSettle(signed(order, DeltaOrders.ORDER_TYPEHASH), received) {
            uint256 protocol = delta.getCollectedFees(address(0), address(dest));
            uint256 partner = delta.getCollectedFees(PARTNER, address(dest));
            uint256 surplus = received > expected ? received - expected : 0;
            assert(received >= floor);
            assert(dest.balanceOf(BENEFICIARY) + protocol + partner == received);
            assert(dest.balanceOf(address(delta)) == protocol + partner);
            assert(protocol == surplus / 2);
            assert(partner * 10_000 <= uint256(received) * 200 || partner == surplus - surplus / 2);
            assert(src.balanceOf(address(this)) == 100);
            assert(delta.isNonceUsed(maker, order.nonce));
        } catch (bytes memory reason) {
            assert(received < floor && bytes4(reason) == bytes4(keccak256("InsufficientReturnAmount()")));
            assert(src.balanceOf(address(this)) == 0 && !delta.isNonceUsed(maker, order.nonce));
        }
    }

    /// Any sequence of parts, by both ways of settling: the amount sold is the amount counted and never more than signed, and at each moment the owner
    /// has at least the floor's share of it, but for less than a unit of each part.
    function testFuzz_Parts(uint128 srcAmount, uint128 floor, uint16[8] memory percents, uint8 ways) public {
        DeltaOrder memory order = newOrder(bound(srcAmount, 1, type(uint128).max / 16), floor, type(uint256).max / 20_000);
        DeltaOrderWithSig memory part = signed(order, DeltaOrders.FILLABLE_ORDER_TYPEHASH);
        uint256 sold;
        uint256 parts;
        for (uint256 i; i < percents.length; ++i) {
            uint256 percent = bound(percents[i], 0, 6000);
            uint256 least = order.destAmount * percent / 10_000;
            uint256 amount = order.srcAmount * percent / 10_000;
            bool fits = amount > 0 && least > 0 && sold + amount <= order.srcAmount && sold < order.srcAmount;
            assert(settlePart(part, percent, least, ways >> i & 1 == 1) == fits);
            if (fits) (sold, parts) = (sold + amount, parts + 1);
            assert(delta.swapFilledAmount(order) == sold && delta.directFilledAmount(order) == sold);
            assert(src.balanceOf(address(this)) == sold);
            assert((dest.balanceOf(BENEFICIARY) + parts) * order.srcAmount >= order.destAmount * sold);
            assert(delta.isNonceUsed(maker, order.nonce) == (sold == order.srcAmount));
        }
    }

    function settlePart(DeltaOrderWithSig memory part, uint256 percent, uint256 amount, bool bySwap) private returns (bool) {
        bytes memory call = bySwap
            ? abi.encodeCall(delta.swapSettleFillable, (part, abi.encode(amount), address(this), percent))
            : abi.encodeCall(delta.directSettleFillable, (part, percent, amount));
        (bool success,) = address(delta).call(call);
        return success;
    }

    function newOrder(uint256 srcAmount, uint256 floor, uint256 expected) private returns (DeltaOrder memory) {
        return DeltaOrder({
            owner: maker,
            beneficiary: BENEFICIARY,
            srcToken: address(src),
            destToken: address(dest),
            srcAmount: srcAmount,
            destAmount: floor,
            expectedDestAmount: expected,
            deadline: block.timestamp,
            nonce: ++nonce,
            partnerAndFee: 0,
            permit: ""
        });
    }

    function signed(DeltaOrder memory order, bytes32 typehash) private view returns (DeltaOrderWithSig memory) {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", delta.DOMAIN_SEPARATOR(), this.structHash(order, typehash)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(MAKER_KEY, digest);
        return DeltaOrderWithSig(order, abi.encodePacked(r, bytes32(uint256(s) | uint256(v - 27) << 255)));
    }

    function structHash(DeltaOrder calldata order, bytes32 typehash) external pure returns (bytes32) {
        return DeltaOrders.structHash(order, typehash);
    }
}
