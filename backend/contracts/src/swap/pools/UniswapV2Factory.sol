// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {UniswapV2Pair} from "./UniswapV2Pair.sol";

/// Creates one constant-product pool for each pair of tokens, at an address that follows from the pair (CREATE2). Every pool of a factory charges
/// the factory's fee: 30 basis points is the well-known one, forks have theirs.
contract UniswapV2Factory {
    uint256 public immutable swapFee; // basis points of the input
    mapping(address => mapping(address => address)) public getPair;
    address[] public allPairs;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256);

    constructor(uint256 swapFee_) {
        require(swapFee_ < 10_000, "UniswapV2: INVALID_FEE");
        swapFee = swapFee_;
    }

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        require(tokenA != tokenB, "UniswapV2: IDENTICAL_ADDRESSES");
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        require(token0 != address(0), "UniswapV2: ZERO_ADDRESS");
        require(getPair[token0][token1] == address(0), "UniswapV2: PAIR_EXISTS");
        pair = address(new UniswapV2Pair{salt: keccak256(abi.encodePacked(token0, token1))}());
        UniswapV2Pair(pair).initialize(token0, token1, swapFee);
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }
}
