// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {UniswapV3Pool} from "./UniswapV3Pool.sol";

/// Creates one concentrated-liquidity pool for each pair of tokens and fee, at an address that follows from them (CREATE2).
contract UniswapV3Factory {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    address public immutable owner;
    Parameters public parameters; // read by a pool's constructor, empty otherwise
    mapping(uint24 => int24) public feeAmountTickSpacing; // by fee in hundredths of a basis point
    mapping(address => mapping(address => mapping(uint24 => address))) public getPool;

    event PoolCreated(
        address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool
    );
    event FeeAmountEnabled(uint24 indexed fee, int24 indexed tickSpacing);

    constructor() {
        owner = msg.sender;
        _enable(100, 1);
        _enable(500, 10);
        _enable(3000, 60);
        _enable(10_000, 200);
    }

    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address pool) {
        require(tokenA != tokenB, "identical tokens");
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        require(token0 != address(0), "zero token");
        int24 tickSpacing = feeAmountTickSpacing[fee];
        require(tickSpacing != 0, "fee not enabled");
        require(getPool[token0][token1][fee] == address(0), "pool exists");
        parameters = Parameters(address(this), token0, token1, fee, tickSpacing);
        pool = address(new UniswapV3Pool{salt: keccak256(abi.encode(token0, token1, fee))}());
        delete parameters;
        getPool[token0][token1][fee] = pool;
        getPool[token1][token0][fee] = pool;
        emit PoolCreated(token0, token1, fee, tickSpacing, pool);
    }

    function enableFeeAmount(uint24 fee, int24 tickSpacing) external {
        require(msg.sender == owner, "not the owner");
        require(fee < 1_000_000 && tickSpacing > 0 && tickSpacing < 16_384, "fee or spacing out of range");
        require(feeAmountTickSpacing[fee] == 0, "fee already enabled");
        _enable(fee, tickSpacing);
    }

    function _enable(uint24 fee, int24 tickSpacing) private {
        feeAmountTickSpacing[fee] = tickSpacing;
        emit FeeAmountEnabled(fee, tickSpacing);
    }
}
