// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "../lib/Tokens.sol";

interface IProbedPair {
    function token0() external view returns (address);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface IProbedPool {
    function token0() external view returns (address);
    function swap(address recipient, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
}

/// Which token to try on which pool.
struct Trial {
    address pool;
    address token;
    bool concentrated;
}

/// Tries whether tokens can be bought and sold, and what they keep on the way, without any means: a pool hands out what it is yet to be paid for, and
/// gets it back in its callback. It is never deployed: a node runs it as creation code, whose answer is four words a token (how it went, what the pool
/// sent, what arrived, what the pool got back). How it went: 0 it could not be tried, 1 both ways, 2 the token could not be passed on to the pool,
/// 3 the pool could not pass it on.
contract TokenProbe {
    /// What a trial may use, so that none spoils the others.
    uint256 private constant TRIAL_GAS = 900_000;

    constructor(Trial[] memory trials) {
        Prober prober = new Prober();
        bytes memory answer;
        for (uint256 i = 0; i < trials.length; i++) {
            Trial memory t = trials[i];
            try prober.run{gas: TRIAL_GAS}(t.pool, t.token, t.concentrated) returns (bytes memory words) {
                answer = bytes.concat(answer, words);
            } catch {
                answer = bytes.concat(answer, new bytes(128));
            }
        }
        assembly ("memory-safe") {
            return(add(answer, 32), mload(answer))
        }
    }
}

/// Does it, since a contract is called back only once it stands.
contract Prober {
    uint160 private constant LOWEST_PRICE = 4295128740;
    uint160 private constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;

    address private transient pool;
    address private transient token;
    uint256 private transient held; // by the pool

    error Measured(uint256 outcome, uint256 sent, uint256 arrived, uint256 back);

    function run(address pool_, address token_, bool concentrated) external returns (bytes memory) {
        (pool, token) = (pool_, token_);
        held = IERC20(token_).balanceOf(pool_);
        uint256 amount = held / 1000;
        if (amount == 0) return abi.encode(0, 0, 0, 0);
        bytes memory reason;
        if (concentrated) {
            bool zeroForOne = IProbedPool(pool_).token0() != token_;
            try IProbedPool(pool_).swap(
                address(this), zeroForOne, -int256(amount), zeroForOne ? LOWEST_PRICE : HIGHEST_PRICE, "1"
            ) {} catch (bytes memory why) {
                reason = why;
            }
        } else {
            bool first = IProbedPair(pool_).token0() == token_;
            try IProbedPair(pool_).swap(first ? amount : 0, first ? 0 : amount, address(this), "1") {}
            catch (bytes memory why) {
                reason = why;
            }
        }
        if (bytes4(reason) == Measured.selector && reason.length == 132) {
            assembly ("memory-safe") {
                reason := add(reason, 4)
                mstore(reason, 128)
            }
            return reason;
        }
        bytes32 said = keccak256(reason);
        bool stuck = said == keccak256(abi.encodeWithSignature("Error(string)", "TF"))
            || said == keccak256(abi.encodeWithSignature("Error(string)", "UniswapV2: TRANSFER_FAILED"));
        return abi.encode(stuck ? 3 : 0, 0, 0, 0);
    }

    /// The callback of the pool, whatever it is called.
    fallback() external {
        require(msg.sender == pool);
        uint256 arrived = IERC20(token).balanceOf(address(this));
        uint256 left = IERC20(token).balanceOf(pool);
        (bool ok, bytes memory answer) = token.call(abi.encodeCall(IERC20.transfer, (pool, arrived)));
        ok = ok && (answer.length == 0 || (answer.length >= 32 && abi.decode(answer, (uint256)) == 1));
        uint256 back = IERC20(token).balanceOf(pool) - left;
        revert Measured(ok ? 1 : 2, held - left, arrived, back);
    }
}
