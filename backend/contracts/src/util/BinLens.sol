// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface ILensedPair {
    function getActiveId() external view returns (uint24);
    function getBinStep() external view returns (uint16);
    function getBin(uint24 id) external view returns (uint128, uint128);
    function getNextNonEmptyBin(bool down, uint24 id) external view returns (uint24);
}

/// Reads pairs of the Liquidity Book: what they say of their fee, and the bins around the one that trades. It is never deployed: a node runs it as
/// creation code, whose answer is words, for each pair: the active bin (0 where the pair does not answer), the bin step, seven words of
/// getStaticFeeParameters, four of getVariableFeeParameters, the hooks, how many bins follow, and for each of these its id and what it holds of
/// both tokens, the second one's in the high half.
contract BinLens {
    uint256 private constant HEAD = 15;
    /// What a pair may use, so that none spoils the others.
    uint256 private constant PAIR_GAS = 2_200_000;

    constructor(address[] memory pairs, uint256 reach) {
        BinReader reader = new BinReader();
        bytes memory answer;
        for (uint256 i = 0; i < pairs.length; i++) {
            try reader.read{gas: PAIR_GAS}(pairs[i], reach) returns (uint256[] memory words) {
                answer = bytes.concat(answer, abi.encodePacked(words));
            } catch {
                answer = bytes.concat(answer, new bytes(32 * HEAD));
            }
        }
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}

/// Does it, since a contract can call itself only once it stands.
contract BinReader {
    uint256 private constant HEAD = 15;

    function read(address pair, uint256 reach) external view returns (uint256[] memory words) {
        ILensedPair p = ILensedPair(pair);
        uint24 active = p.getActiveId();
        words = new uint256[](HEAD + 2 * (2 * reach + 1));
        words[0] = active;
        words[1] = p.getBinStep();
        require(_copy(words, 2, 7, pair, abi.encodeWithSignature("getStaticFeeParameters()")));
        require(_copy(words, 9, 4, pair, abi.encodeWithSignature("getVariableFeeParameters()")));
        _copy(words, 13, 1, pair, abi.encodeWithSignature("getLBHooksParameters()")); // which only later ones have
        uint256 at = _bin(words, HEAD, p, active);
        at = _side(words, at, p, active, reach, true);
        at = _side(words, at, p, active, reach, false);
        words[14] = (at - HEAD) / 2;
        assembly ("memory-safe") {
            mstore(words, at) // no longer than what was found
        }
    }

    function _side(uint256[] memory words, uint256 at, ILensedPair p, uint24 id, uint256 reach, bool down) private view returns (uint256) {
        for (uint256 i = 0; i < reach; i++) {
            uint24 further = p.getNextNonEmptyBin(down, id);
            if (down ? further >= id || further == 0 : further <= id || further == type(uint24).max) break;
            id = further;
            at = _bin(words, at, p, id);
        }
        return at;
    }

    function _bin(uint256[] memory words, uint256 at, ILensedPair p, uint24 id) private view returns (uint256) {
        (uint128 x, uint128 y) = p.getBin(id);
        (words[at], words[at + 1]) = (id, uint256(y) << 128 | x);
        return at + 2;
    }

    /// Copies the first words of an answer.
    function _copy(uint256[] memory words, uint256 at, uint256 n, address to, bytes memory call) private view returns (bool) {
        (bool ok, bytes memory answer) = to.staticcall(call);
        if (!ok || answer.length < 32 * n) return false;
        for (uint256 i = 0; i < n; i++) {
            uint256 word;
            assembly ("memory-safe") {
                word := mload(add(add(answer, 32), mul(i, 32)))
            }
            words[at + i] = word;
        }
        return true;
    }
}
