// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {StableSwap} from "./StableSwap.sol";

/// Creates stable pools and lists them, so that they can be found on chain.
contract StableSwapFactory {
    address[] public pool_list;

    event PlainPoolDeployed(address[] coins, uint256 A, uint256 fee, address deployer, address pool);

    function pool_count() external view returns (uint256) {
        return pool_list.length;
    }

    /// Amplification without its precision; the fee in 1e-10 of the output.
    function deploy_plain_pool(address[] calldata coins, uint256 amplification, uint256 fee)
        external
        returns (address pool)
    {
        pool = address(new StableSwap(coins, amplification, fee));
        pool_list.push(pool);
        emit PlainPoolDeployed(coins, amplification, fee, msg.sender, pool);
    }
}
