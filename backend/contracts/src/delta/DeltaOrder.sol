// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// What an owner signs: at most `srcAmount` for at least `destAmount` before the fees.
struct DeltaOrder {
    address owner;
    address beneficiary; // receives what was bought; 0: the owner
    address srcToken;
    address destToken;
    uint256 srcAmount;
    uint256 destAmount;
    uint256 expectedDestAmount; // what is received above this is surplus
    uint256 deadline; // last second at which a settlement is accepted
    uint256 nonce;
    uint256 partnerAndFee; // partner << 96 | takes surplus << 8 | fee in bps, which counts before the surplus if it is not 0
    bytes permit; // see SourceTransfer
}

struct DeltaOrderWithSig {
    DeltaOrder order;
    bytes signature;
}

library DeltaOrders {
    bytes32 internal constant ORDER_TYPEHASH = keccak256(
        "Order(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedDestAmount,uint256 deadline,uint256 nonce,uint256 partnerAndFee,bytes permit)"
    );
    bytes32 internal constant FILLABLE_ORDER_TYPEHASH = keccak256(
        "FillableOrder(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedDestAmount,uint256 deadline,uint256 nonce,uint256 partnerAndFee,bytes permit)"
    );

    function structHash(DeltaOrder calldata order, bytes32 typehash) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                typehash,
                order.owner,
                order.beneficiary,
                order.srcToken,
                order.destToken,
                order.srcAmount,
                order.destAmount,
                order.expectedDestAmount,
                order.deadline,
                order.nonce,
                order.partnerAndFee,
                keccak256(order.permit)
            )
        );
    }
}
