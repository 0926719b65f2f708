// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Where tokens go after they were bought. These contracts settle orders whose bridge is zero.
struct Bridge {
    bytes4 protocolSelector;
    uint256 destinationChainId;
    address outputToken;
    int8 scalingFactor;
    bytes protocolData;
}

/// The second form of an order: it sells `srcAmount` for at least `destAmount` before the fees, or buys `destAmount` for at most `srcAmount` with the
/// fees.
struct SecondOrder {
    address owner;
    address beneficiary; // receives what was bought; 0: the owner
    address srcToken;
    address destToken;
    uint256 srcAmount;
    uint256 destAmount;
    uint256 expectedAmount; // of destToken of one that sells, of srcToken of one that buys; what is better is surplus
    uint256 deadline; // last second at which a settlement is accepted
    uint8 kind; // 0 sells, 1 buys
    uint256 nonce;
    uint256 partnerAndFee; // as in DeltaOrder, and bit 9: no more than a hundredth of the expectation is surplus
    bytes permit; // see SourceTransfer
    bytes metadata; // nothing reads it
    Bridge bridge;
}

/// Sells a total in slices that are `interval` seconds apart at least.
struct TWAPOrder {
    address owner;
    address beneficiary;
    address srcToken;
    address destToken;
    uint256 nonce;
    uint256 partnerAndFee;
    uint64 deadline;
    uint64 interval;
    uint32 numSlices;
    uint256 destAmountPerSlice;
    uint256 totalSrcAmount;
    bytes permit;
    bytes metadata;
    Bridge bridge;
}

/// Buys a total in such slices.
struct TWAPBuyOrder {
    address owner;
    address beneficiary;
    address srcToken;
    address destToken;
    uint256 nonce;
    uint256 partnerAndFee;
    uint64 deadline;
    uint64 interval;
    uint32 numSlices;
    uint256 totalDestAmount;
    uint256 maxSrcAmount;
    bytes permit;
    bytes metadata;
    Bridge bridge;
}

struct BridgeOverride {
    bytes4 protocolSelector;
    bytes data;
}

/// An empty signature stands for a pre-signature.
struct SecondOrderWithSig {
    SecondOrder order;
    bytes signature;
    BridgeOverride bridgeOverride; // empty
    bytes cosignature; // empty
}

struct TWAPOrderWithSig {
    TWAPOrder order;
    bytes signature;
}

struct TWAPBuyOrderWithSig {
    TWAPBuyOrder order;
    bytes signature;
}

library SecondOrders {
    bytes32 internal constant ORDER_TYPEHASH = keccak256(
        "Order(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedAmount,uint256 deadline,uint8 kind,uint256 nonce,uint256 partnerAndFee,bytes permit,bytes metadata,Bridge bridge)Bridge(bytes4 protocolSelector,uint256 destinationChainId,address outputToken,int8 scalingFactor,bytes protocolData)"
    );
    bytes32 internal constant FILLABLE_ORDER_TYPEHASH = keccak256(
        "FillableOrder(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedAmount,uint256 deadline,uint8 kind,uint256 nonce,uint256 partnerAndFee,bytes permit,bytes metadata,Bridge bridge)Bridge(bytes4 protocolSelector,uint256 destinationChainId,address outputToken,int8 scalingFactor,bytes protocolData)"
    );
    bytes32 internal constant TWAP_TYPEHASH = keccak256(
        "TWAPOrder(address owner,address beneficiary,address srcToken,address destToken,uint256 nonce,uint256 partnerAndFee,uint64 deadline,uint64 interval,uint32 numSlices,uint256 destAmountPerSlice,uint256 totalSrcAmount,bytes permit,bytes metadata,Bridge bridge)Bridge(bytes4 protocolSelector,uint256 destinationChainId,address outputToken,int8 scalingFactor,bytes protocolData)"
    );
    bytes32 internal constant TWAP_BUY_TYPEHASH = keccak256(
        "TWAPBuyOrder(address owner,address beneficiary,address srcToken,address destToken,uint256 nonce,uint256 partnerAndFee,uint64 deadline,uint64 interval,uint32 numSlices,uint256 totalDestAmount,uint256 maxSrcAmount,bytes permit,bytes metadata,Bridge bridge)Bridge(bytes4 protocolSelector,uint256 destinationChainId,address outputToken,int8 scalingFactor,bytes protocolData)"
    );
    bytes32 internal constant BRIDGE_TYPEHASH = keccak256(
        "Bridge(bytes4 protocolSelector,uint256 destinationChainId,address outputToken,int8 scalingFactor,bytes protocolData)"
    );

    function structHash(Bridge calldata b) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                BRIDGE_TYPEHASH, b.protocolSelector, b.destinationChainId, b.outputToken, b.scalingFactor, keccak256(b.protocolData)
            )
        );
    }

    function structHash(SecondOrder calldata o, bytes32 typehash) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                typehash,
                o.owner,
                o.beneficiary,
                o.srcToken,
                o.destToken,
                o.srcAmount,
                o.destAmount,
                o.expectedAmount,
                o.deadline,
                o.kind,
                o.nonce,
                o.partnerAndFee,
                keccak256(o.permit),
                keccak256(o.metadata),
                structHash(o.bridge)
            )
        );
    }

    function structHash(TWAPOrder calldata o) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                TWAP_TYPEHASH,
                o.owner,
                o.beneficiary,
                o.srcToken,
                o.destToken,
                o.nonce,
                o.partnerAndFee,
                o.deadline,
                o.interval,
                o.numSlices,
                o.destAmountPerSlice,
                o.totalSrcAmount,
                keccak256(o.permit),
                keccak256(o.metadata),
                structHash(o.bridge)
            )
        );
    }

    function structHash(TWAPBuyOrder calldata o) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                TWAP_BUY_TYPEHASH,
                o.owner,
                o.beneficiary,
                o.srcToken,
                o.destToken,
                o.nonce,
                o.partnerAndFee,
                o.deadline,
                o.interval,
                o.numSlices,
                o.totalDestAmount,
                o.maxSrcAmount,
                keccak256(o.permit),
                keccak256(o.metadata),
                structHash(o.bridge)
            )
        );
    }
}
